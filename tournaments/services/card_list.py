"""The cards of a tournament as the desk sees them: who, there or not, paid or not. Queries do not grow with them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from clubs import queries
from clubs.models import Player
from clubs.services.likeness import words_of
from tournaments.formats.plan import Plan, read_plan
from tournaments.models import Entrant, Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.services.card_people import called, people_now
from tournaments.services.payments import fee_of, owing

ARRIVING = (Status.EXPECTED, Status.NO_SHOW)


@dataclass(frozen=True, slots=True)
class Line:
    """One card in the list."""

    card: Entrant
    people: Sequence[Player]
    fee: int
    """Cents that the card costs."""

    @property
    def name(self) -> str:
        return called(self.card.name, self.people)

    @property
    def names(self) -> list[str]:
        return [one.name for one in self.people]

    @property
    def places(self) -> str:
        return ", ".join(dict.fromkeys(one.place for one in self.people if one.place))

    @property
    def may_arrive(self) -> bool:
        return self.card.status in ARRIVING

    @property
    def gone(self) -> bool:
        return self.card.status in (Status.WITHDRAWN, Status.DISQUALIFIED, Status.NO_SHOW, Status.CANCELLED)

    @property
    def owing(self) -> bool:
        return owing(self.card)

    @property
    def mark(self) -> tuple[object, ...]:
        """Everything that its row in the list is made of."""
        card = self.card
        told = (card.number, card.name, card.group, card.status, card.paid, card.arrived_at is None)
        return (*told, self.fee, *((one.name, one.place) for one in self.people))

    @property
    def words(self) -> str:
        """What it can be found by."""
        texts = [str(self.card.number), self.card.name, self.card.group, self.places, *self.names]
        return " ".join(words_of(" ".join(texts)))


@dataclass(frozen=True, slots=True)
class Counts:
    here: int
    expected: int
    gone: int
    open: int
    all: int


def line_of(card: Entrant, plan: Plan, who: Mapping[int, Player]) -> Line:
    people = people_now(card, who)
    return Line(card, people, fee_of(plan, len(people)))


def lines_of(tournament: Tournament) -> list[Line]:
    """Every card, as `in_order` puts them."""
    plan, who = read_plan(tournament.plan), queries.people_of(tournament.club)
    cards = Entrant.objects.filter(tournament=tournament).prefetch_related("people")
    return in_order(line_of(card, plan, who) for card in cards)


def in_order(lines: Iterable[Line]) -> list[Line]:
    """Who came in last is first, whoever is still awaited behind them, who is gone at the end; else by number."""
    here, others = list[Line](), list[Line]()
    for line in lines:
        (here if line.card.arrived_at and not line.gone else others).append(line)
    here.sort(key=lambda line: (line.card.arrived_at, line.card.pk), reverse=True)
    others.sort(key=lambda line: (line.gone, line.card.number))
    return [*here, *others]


def counts_of(lines: Sequence[Line]) -> Counts:
    status = Counter(line.card.status for line in lines)
    return Counts(
        here=status[Status.HERE],
        expected=status[Status.EXPECTED],
        gone=sum(line.gone for line in lines),
        open=sum(line.owing for line in lines),
        all=len(lines) - status[Status.CANCELLED],
    )


SHOWN: Mapping[str, Callable[[Line], bool]] = {
    "": lambda line: True,
    "here": lambda line: line.card.status == Status.HERE,
    "expected": lambda line: line.card.status == Status.EXPECTED,
    "open": lambda line: line.owing,
    "gone": lambda line: line.gone,
}
"""What one can look for."""


def matching(lines: Iterable[Line], show: str, words: str) -> list[Line]:
    """Those of a kind (`SHOWN`) with all these words in name, place, group or number, each from its beginning."""
    wanted, fits = words_of(words) if words.strip() else [], SHOWN.get(show, SHOWN[""])
    return [
        line
        for line in lines
        if fits(line) and all(any(part.startswith(word) for part in line.words.split()) for word in wanted)
    ]


def paid_states(plan: Plan) -> list[Paid]:
    """The ways a card can be paid, as the desk offers them; nothing to choose where it costs nothing."""
    return [Paid.PAID, Paid.OPEN, Paid.FREE] if plan.fee.cents else []
