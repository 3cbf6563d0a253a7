"""The standings as pages, print and the API show them: rows with what made their order, and views of a part of them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tournaments.formats import stages
from tournaments.formats.plan import Kind
from tournaments.formats.ranking import Standing
from tournaments.formats.totals import RoundSum, by_round, totals
from tournaments.models import Adjustment, Entrant, Tournament
from tournaments.services.facts import Facts


@dataclass(frozen=True, slots=True)
class Row:
    """One start card in the standings. `place` is within the view: among all, among women, within a group."""

    place: int | None
    shared: bool
    standing: Standing
    card: Entrant
    name: str
    totals: Mapping[str, int]
    rounds: Mapping[int, RoundSum]
    lives: int | None
    adjustments: Sequence[Adjustment]

    @property
    def number(self) -> int:
        return self.card.number


@dataclass(frozen=True)
class Standings:
    """Everything of it, the best first; who has no place stands last."""

    facts: Facts
    rows: tuple[Row, ...]

    @cached_property
    def women(self) -> tuple[Row, ...]:
        return among(self.rows, lambda row: row.card.woman)

    @cached_property
    def groups(self) -> Mapping[str, tuple[Row, ...]]:
        """Every club or brigade with its cards, the largest first, then by name."""
        found = defaultdict[str, list[Row]](list)
        for row in self.rows:
            if row.card.group:
                found[row.card.group.casefold()].append(row)
        largest = sorted(found, key=lambda key: (-len(found[key]), key))
        return {found[key][0].card.group: among(found[key], lambda row: True) for key in largest}

    @cached_property
    def pools(self) -> Mapping[str, tuple[Row, ...]]:
        """The tables of a stage in groups: A, B … or the name that was given by hand; nothing where there is none."""
        facts = self.facts
        drawn = stages.group_standings(
            facts.plan, facts.entrants, facts.rounds, facts.adjustments, facts.tournament.seed
        )
        rows, found = {row.number: row for row in self.rows}, dict[str, tuple[Row, ...]]()
        for index, pool in enumerate(drawn):
            given = {facts.by_number[one.number].stage_group for one in pool} - {""}
            name = given.pop() if len(given) == 1 else letter(index)
            found[name] = tuple(
                replace(rows[one.number], place=one.place, shared=one.shared, standing=one) for one in pool
            )
        return found

    @property
    def by_lives(self) -> bool:
        """Whether lives are counted in the stage that was reached."""
        return any(row.lives is not None for row in self.rows)


def letter(index: int) -> str:
    """A, B … Z, A2, B2 …: what a group is called that has no other name."""
    again, at = divmod(index, 26)
    return chr(ord("A") + at) + (str(again + 1) if again else "")


def standings_of(facts: Facts) -> Standings:
    """Two queries more than the facts, however many cards there are."""
    plan, entrants = facts.plan, facts.entrants
    made = by_round(plan, entrants, facts.rounds, facts.adjustments)
    sums = totals(plan, entrants, facts.rounds, facts.adjustments, made=made)
    lives = lives_of(facts)
    penalties = adjustments_of(facts.tournament)
    return Standings(
        facts,
        tuple(
            Row(
                place=one.place,
                shared=one.shared,
                standing=one,
                card=facts.by_number[one.number],
                name=facts.name(one.number),
                totals=sums.get(one.number, {}),
                rounds={sum_.round: sum_ for sum_ in made.get(one.number, ())},
                lives=lives.get(one.number),
                adjustments=penalties.get(one.number, ()),
            )
            for one in facts.standings
        ),
    )


def lives_of(facts: Facts) -> Mapping[int, int]:
    """Number -> lives left; nothing where the tournament begins otherwise."""
    if facts.plan.stages[0].kind != Kind.LIVES:
        return {}
    return stages.lives_left(facts.plan, facts.entrants, facts.rounds)


def adjustments_of(tournament: Tournament) -> Mapping[int, Sequence[Adjustment]]:
    """Start number -> the penalties and bonuses that count."""
    found = defaultdict[int, list[Adjustment]](list)
    for one in Adjustment.objects.filter(tournament=tournament, cancelled_at=None).select_related("entrant"):
        found[one.entrant.number].append(one)
    return found


def among(rows: Sequence[Row], belongs: Callable[[Row], bool]) -> tuple[Row, ...]:
    """Those who belong, with places among themselves; what was shared and still is, stays shared."""
    chosen = [row for row in rows if belongs(row)]
    holding = Counter(row.place for row in chosen if row.place is not None)
    place_here, ahead = dict[int, int](), 0
    for place in sorted(holding):
        place_here[place] = ahead + 1
        ahead += holding[place]
    return tuple(
        row if row.place is None else replace(row, place=place_here[row.place], shared=holding[row.place] > 1)
        for row in chosen
    )


def ahead_of(rows: Sequence[Row]) -> Mapping[int, Row]:
    """Number -> the row before it, against which is said what decided."""
    return dict(zip((row.number for row in rows[1:]), rows, strict=False))


def in_lives(facts: Facts) -> bool:
    """Whether who is out is out: then everybody is called the moment they are."""
    return facts.plan.stages[-1].kind in (Kind.LIVES, Kind.KNOCKOUT)
