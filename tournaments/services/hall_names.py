"""What the start cards are called outside the club: on everybody's phones, on screens, on paper that hangs up."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from clubs.names import NOBODY, public_names
from tournaments.models import Tournament
from tournaments.services.facts import Facts
from tournaments.services.kept import now
from tournaments.services.laid_tables import AtSeat
from tournaments.services.public_until import names_over


@dataclass(frozen=True)
class Outside:
    """Start number -> what the card is called outside, now or `in_round`: people of one name are told apart."""

    facts: Facts

    def __call__(self, number: int, in_round: int | None = None) -> str:
        card = self.facts.by_number[number]
        if self.over:
            return NOBODY
        return AtSeat(0, number, card.name, tuple(self.facts.people(card, in_round))).outside(self.people)

    def each(self, number: int, in_round: int | None = None) -> list[str]:
        """What somebody looks for in a list: every person of the card, and its own name where that may be said."""
        if self.over:
            return [NOBODY]
        card = self.facts.by_number[number]
        seat = AtSeat(0, number, card.name, tuple(self.facts.people(card, in_round)))
        own = [card.name] if card.name and not seat.tells_names else []
        return [*(self.people[one.pk] for one in seat.players), *own]

    @cached_property
    def over(self) -> bool:
        """Whether nobody is named any more, not even a team: one could read from it who they are."""
        return names_over(self.facts.tournament)

    @cached_property
    def people(self) -> dict[int, str]:
        """Id of everybody who plays or played a card -> public name, told apart among the whole tournament."""
        everybody = {self.facts.who[row.player_id] for rows in self.facts.played_by.values() for row in rows}
        return dict.fromkeys((one.pk for one in everybody), NOBODY) if self.over else public_names(everybody)


def outside(facts: Facts) -> Outside:
    """No query: the facts know everybody already. It may be called like a function, with a start number."""
    return Outside(facts)


def people_outside(tournament: Tournament) -> Mapping[int, str]:
    """`Outside.people` for whoever looks at one table: reckoned once until something changes."""
    found = now(tournament)
    return found.once("people_outside", lambda: outside(found.facts).people)
