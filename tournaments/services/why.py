"""Why a card stands where it stands, as far as a reader may know it.

Inside the club everything is told. Outside names are the public ones, nobody reads a reason of a penalty, and only what
is public of how it stands is there (`shown`): while the places are read out, only lines that have been read are told
of or compared, and what is still needed is told only where everything is public at any time.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from tournaments.formats.needs import Needs, needs
from tournaments.formats.plan import Public
from tournaments.formats.stage_ranking import GROUP_PLACE
from tournaments.formats.why import Comparison, Reasons, Why
from tournaments.models import Adjustment
from tournaments.services.facts import Facts
from tournaments.services.hall_names import outside as names_outside
from tournaments.services.kept import Now
from tournaments.services.shown import lines_shown, public_facts
from tournaments.services.standings import adjustments_of


@dataclass(frozen=True)
class Asked:
    """The answer to one question: of this card, and of this card and another one."""

    facts: Facts
    reasons: Reasons
    number: int
    name: Callable[[int], str]
    """Of a start number, for the reader."""
    known: Collection[int]
    """Whom the reader may know the place of, best first."""
    why: Why | None
    """None: the card takes no part (yet)."""
    compared: Comparison | None
    """With the card that was asked for, else with the neighbour ahead (of the first: behind); None: with nobody."""
    needs: Needs | None
    penalties: Sequence[Adjustment]
    """With their reasons; inside the club only."""
    women: tuple[int, int] | None
    """The place among the women, and how many they are; inside the club only."""

    @property
    def other(self) -> int | None:
        """Whom it is compared with."""
        if self.compared is None:
            return None
        return self.compared.ahead if self.compared.behind == self.number else self.compared.behind

    @property
    def placed(self) -> int:
        """How many have a place."""
        return sum(one.place is not None for one in self.reasons.standings)


def inside(found: Now, number: int, other: int | None = None) -> Asked:
    """For the club. One query more than the facts, for the reasons of penalties. Raises KeyError for no such card."""
    facts, reasons = found.facts, found.once("reasons", lambda: reasons_of(found.facts))
    given = found.once("penalties", lambda: adjustments_of(facts.tournament))
    facts.by_number[number]
    why = _why(found, reasons, number)
    return Asked(
        facts=facts,
        reasons=reasons,
        number=number,
        name=facts.name,
        known=tuple(one.number for one in reasons.standings),
        why=why,
        compared=_compared(reasons, why, other, None),
        needs=_needs(found, reasons, why),
        penalties=tuple(given.get(number, ())),
        women=_among_women(reasons, facts, number),
    )


def outside(found: Now, number: int, other: int | None = None) -> Asked | None:
    """For everybody. None: nothing of how this card stands is public. Raises KeyError for no such card."""
    found.facts.by_number[number]
    facts = public_facts(found.facts)
    if facts is None:
        return None
    everything = facts is found.facts
    reasons = found.once("reasons" if everything else "public reasons", lambda: reasons_of(facts))
    known = tuple(one.number for one in lines_shown(facts.tournament, reasons.standings))
    if number in reasons.by_number and number not in known:
        return None
    why = _why(found, reasons, number)
    return Asked(
        facts=facts,
        reasons=reasons,
        number=number,
        name=found.once("names outside", lambda: names_outside(found.facts)),
        known=known,
        why=why,
        compared=_compared(reasons, why, other, {*known}),
        needs=_needs(found, reasons, why) if needs_public(facts) else None,
        penalties=(),
        women=None,
    )


def needs_public(facts: Facts) -> bool:
    """Whether everybody is told what a card still needs."""
    return facts.plan.hall.public == Public.ALL and facts.tournament.revealed is None


def reasons_of(facts: Facts) -> Reasons:
    return Reasons(facts.plan, facts.entrants, facts.rounds, facts.adjustments, facts.tournament.seed)


def _why(found: Now, reasons: Reasons, number: int) -> Why | None:
    """Kept, as the neighbours of whoever asks are asked for next."""
    if number not in reasons.by_number:
        return None
    return found.once(("why", id(reasons), number), lambda: reasons.why(number))


def _needs(found: Now, reasons: Reasons, why: Why | None) -> Needs | None:
    tournament = found.facts.tournament
    if why is None or why.standing.place is None or tournament.ended_at is not None:
        return None
    number, place = why.standing.number, why.standing.values.get(GROUP_PLACE, why.standing.place)
    parts = (reasons.plan, reasons.entrants, reasons.rounds, reasons.adjustments, reasons.lot)
    return found.once(("needs", number), lambda: needs(*parts, number, present=place))


def _compared(reasons: Reasons, why: Why | None, other: int | None, known: set[int] | None) -> Comparison | None:
    if why is None:
        return None
    if other is not None and (known is None or other in known):
        return reasons.compare(why.standing.number, other)
    for one, with_whom in ((why.ahead, "ahead"), (why.behind, "behind")):
        if one is not None and (known is None or getattr(one, with_whom) in known):
            return one
    return None


def _among_women(reasons: Reasons, facts: Facts, number: int) -> tuple[int, int] | None:
    if not facts.by_number[number].woman:
        return None
    places = [one.place for one in reasons.standings if facts.by_number[one.number].woman and one.place is not None]
    mine = reasons.by_number[number].place if number in reasons.by_number else None
    return None if mine is None else (1 + sum(place < mine for place in places), len(places))
