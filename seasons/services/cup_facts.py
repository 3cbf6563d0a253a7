"""A cup's rows as the pure part reads them: rules by version, and every event that took place with what was made there.

An evening is an event once a sheet of the cup's game is closed; a tournament once its places are final.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import QuerySet, Sum

from clubs.models import Evening
from clubs.queries import RealIds, real_ids
from scoring.models import Score
from seasons.formats import cup as pure
from seasons.formats import cup_rules
from seasons.formats.cup import Result, Version
from seasons.formats.cup_rules import Rules, Several, Unit
from seasons.models import Cup, CupEvent, CupResult, CupRules
from tournaments.formats.totals import written
from tournaments.models import Person, Tournament
from tournaments.services.kept import now as tournament_now

KINDS = ("tournament", "evening", "day")
"""What an event may be, in the order in which those of one day stand."""


@dataclass(frozen=True, slots=True)
class Held:
    """One event of a cup, with what everybody made there; none yet, where it is still to come."""

    kind: str
    number: int
    """Id of the tournament, of the evening, or of the day typed in."""
    day: date
    name: str
    results: tuple[Result, ...]
    row: CupEvent | None = None
    """None: an evening that counts by itself."""

    @property
    def key(self) -> str:
        """In addresses and in what boards keep."""
        return f"{self.kind}-{self.number}"

    @property
    def outside(self) -> bool:
        """Whether it lies outside of the cup's days, as a tournament that was moved: then it does not count, until one
        of them is moved again."""
        return self.row is not None and not self.row.cup.first_day <= self.day <= self.row.cup.last_day

    @property
    def event(self) -> pure.Event:
        return pure.Event(self.key, self.day.isoformat(), self.results)


@dataclass(frozen=True)
class Facts:
    """Everything a cup comes from, at one moment."""

    cup: Cup
    versions: tuple[Version, ...]
    real: RealIds
    events: tuple[Held, ...]
    women: frozenset[int]

    @property
    def rules(self) -> Rules:
        """The newest."""
        return self.versions[-1].rules

    @cached_property
    def table(self) -> pure.Table:
        events = [one.event for one in self.events]
        return pure.table_of(
            events, self.versions, women=self.women, towns=self.towns if self.rules.season.towns else {}
        )

    @cached_property
    def towns(self) -> dict[int, str]:
        """Where everybody comes from who says so."""
        return dict(self.cup.club.players.exclude(place="").order_by().values_list("pk", "place"))

    def rules_of(self, day: date) -> Rules:
        return pure.of_day(self.versions, day.isoformat())

    def event(self, key: str) -> Held | None:
        return next((one for one in self.events if one.key == key), None)


def versions_of(cup: Cup) -> tuple[Version, ...]:
    rows = cup.versions.order_by("number").values_list("from_day", "rules")
    return tuple(Version(day.isoformat(), cup_rules.read(rules)[0]) for day, rules in rows)


def newest_rules(cup: Cup) -> Rules:
    return versions_of(cup)[-1].rules


def newest_rules_of(cups: Iterable[Cup]) -> dict[int, Rules]:
    """The newest rules of several cups, by their ids; one query."""
    rows = CupRules.objects.filter(cup__in=cups).order_by("number").values_list("cup", "rules")
    return {cup: cup_rules.read(rules)[0] for cup, rules in dict(rows).items()}


def tournaments_in(cup: Cup) -> QuerySet[CupEvent, Any]:
    """The ids of the tournaments that are events of the cup, for another query."""
    return cup.events.exclude(tournament=None).values("tournament")


def facts_of(cup: Cup, *, only: str = "") -> Facts:
    """`only` the event of this key."""
    real, rules = real_ids(cup.club.players.all()), versions_of(cup)
    rows = _rows(cup)
    if only:
        rows = [one for one in rows if _key(one) == only]
    evenings = _evenings(cup, rows, real, rules) if not only or only.startswith("evening-") else []
    events = [*_tournaments(rows, real), *evenings, *_typed(rows, real)]
    return Facts(cup, rules, real, in_order(one for one in events if only in ("", one.key)), women_of(cup, real))


def by_other_rules(facts: Facts, versions: Sequence[Version]) -> Facts:
    """What would become of it. Only of evenings something else may count then; tournaments are not read again."""
    made = scores_of(facts.cup, facts.real, versions) if any(one.kind == "evening" for one in facts.events) else {}
    events = tuple(
        replace(one, results=made.get(one.day, ())) if one.kind == "evening" else one for one in facts.events
    )
    return replace(facts, versions=tuple(versions), events=events)


def listed(cup: Cup) -> tuple[Held, ...]:
    """All events by name and day, without what was made there; evenings that were left out too. Few small queries."""
    rows = _rows(cup)
    known = [one.evening_id for one in rows if one.evening_id is not None]
    days = scores(cup) if cup.every_evening else scores(cup).none()
    evenings = Evening.objects.filter(club=cup.club, day__in=days.values_list("day")).exclude(pk__in=known)
    return in_order(
        (
            *(_named(one) for one in rows),
            *(Held("evening", pk, day, "", ()) for pk, day in evenings.values_list("pk", "day")),
        )
    )


def _named(row: CupEvent) -> Held:
    if row.tournament is not None:
        return Held("tournament", row.tournament.pk, row.tournament.day, row.tournament.name, (), row)
    kind, number = ("day", row.pk) if row.evening_id is None else ("evening", row.evening_id)
    return Held(kind, number, row.day, row.name, (), row)


def _key(row: CupEvent) -> str:
    return _named(row).key


def _rows(cup: Cup) -> list[CupEvent]:
    return list(CupEvent.objects.filter(cup=cup).select_related("tournament__club", "evening", "cup__club"))


def in_order(events: Iterable[Held]) -> tuple[Held, ...]:
    return tuple(sorted(events, key=lambda one: (one.day, KINDS.index(one.kind), one.number)))


def women_of(cup: Cup, real: RealIds) -> frozenset[int]:
    """Who is in the women's table: named in the cup, or on any start card of the club that says so."""
    ids = womens_cards(cup).values_list("player", flat=True)
    return frozenset(real[pk] for pk in (*ids, *cup.women))


def womens_cards(cup: Cup) -> QuerySet[Person]:
    """Who plays start cards of the club that say so."""
    return Person.objects.filter(entrant__tournament__club=cup.club, entrant__woman=True, until=None).order_by()


# --- tournaments -----------------------------------------------------------------------------------------------------


def _tournaments(rows: Sequence[CupEvent], real: RealIds) -> list[Held]:
    return [
        Held(
            "tournament", one.tournament.pk, one.tournament.day, one.tournament.name, made_at(one.tournament, real), one
        )
        for one in rows
        if one.tournament is not None and not one.left_out and not _named(one).outside
    ]


def made_at(tournament: Tournament, real: RealIds) -> tuple[Result, ...]:
    """What everybody made who has a place: both of a pair and all of a team what their card made."""
    if tournament.ended_at is None:
        return ()
    found = tournament_now(tournament)
    unit = written(found.facts.plan)
    return tuple(
        Result(
            person=real[player.pk],
            points=row.totals.get("points", row.totals.get(unit, 0)),
            card=row.number,
            place=row.place,
            group=row.card.group,
        )
        for row in found.standings.rows
        if row.place is not None
        for player in found.facts.people(row.card)
    )


# --- evenings --------------------------------------------------------------------------------------------------------


def _evenings(cup: Cup, rows: Sequence[CupEvent], real: RealIds, rules: Sequence[Version]) -> list[Held]:
    added = {one.evening.day: one for one in rows if one.evening is not None}
    wanted = {day for day, one in added.items() if not one.left_out}
    made = scores_of(cup, real, rules)
    days = {*wanted, *(made.keys() - added.keys() if cup.every_evening else ())}
    evenings = Evening.objects.filter(club=cup.club, day__in=days).values_list("pk", "day")
    return [Held("evening", pk, day, "", made.get(day, ()), added.get(day)) for pk, day in evenings]


def scores_of(cup: Cup, real: RealIds, rules: Sequence[Version]) -> dict[date, tuple[Result, ...]]:
    """Day -> what everybody made on sheets of the cup's game at the evening of that day. One query.

    Where only the best of several counts, every sheet is a result of its own; else the evening is one.
    """
    sums = ("points", "won", "bummerl_given", "bummerl_taken", "cents")
    by_sheet = ("sheet_id",) if any(one.rules.events.several == Several.BEST for one in rules) else ()
    rows = (
        scores(cup)
        .order_by(*by_sheet)
        .values("day", "player", *by_sheet)
        .annotate(**{f"sum_{name}": Sum(name) for name in sums})
        .values_list("day", "player", *(f"sum_{name}" for name in sums))
    )
    made = defaultdict[date, dict[int, list[int]]](dict)
    for day, player, points, won, given, taken, cents in rows:
        amounts = {Unit.POINTS: points, Unit.WON: won, Unit.BUMMERL: given - taken, Unit.CENTS: cents}
        of_events = pure.of_day(rules, day.isoformat()).events
        mine = made[day].setdefault(real[player], [])
        mine.append(amounts[of_events.unit])
        if of_events.several == Several.SUM:
            mine[:] = [sum(mine)]
    return {day: tuple(_numbered(of_day)) for day, of_day in made.items()}


def _numbered(made: Mapping[int, Sequence[int]]) -> Iterator[Result]:
    for person, amounts in sorted(made.items()):
        yield from (Result(person, amount, card) for card, amount in enumerate(amounts, 1))


def scores(cup: Cup) -> QuerySet[Score]:
    """What may count of evenings."""
    between = Score.objects.filter(club=cup.club, game=cup.game, at_evening=True)
    return between.filter(day__gte=cup.first_day, day__lte=cup.last_day)


# --- days typed in ---------------------------------------------------------------------------------------------------


def _typed(rows: Sequence[CupEvent], real: RealIds) -> list[Held]:
    days = [one for one in rows if one.tournament_id is None and one.evening_id is None]
    results = defaultdict[int, list[Result]](list)
    typed = CupResult.objects.filter(event__in=days).order_by("event", "number", "pk")
    for event, player, points in typed.values_list("event", "player", "points"):
        mine = results[event]
        person = real[player]
        mine.append(Result(person, points, card=1 + sum(one.person == person for one in mine)))
    return [Held("day", one.pk, one.day, one.name, tuple(results[one.pk]), one) for one in days]
