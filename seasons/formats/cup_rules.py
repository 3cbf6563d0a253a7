"""The rules of a cup as plain data: what an event gives, and how a season of events adds up.

`read` makes them from JSON and names everything that is none, `write` is its inverse, `check` names what does not fit
together. What is said of single events holds from a day on (`cup.of_day`); the rest is what the newest version says.
"""

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from enum import StrEnum
from itertools import pairwise
from typing import Any, NamedTuple

MOST_EVENTS = 400
MOST_PLACES = 100
MOST_POINTS = 100_000


class Gives(StrEnum):
    """What a result of an event brings."""

    POINTS = "points"
    """What was made there."""
    PLACES = "places"
    """So many points for a place, from a list."""


class Unit(StrEnum):
    """What of an evening counts."""

    POINTS = "points"
    BUMMERL = "bummerl"
    """Bummerl given less Bummerl taken."""
    WON = "won"
    """Legs won, hands in games without legs."""
    CENTS = "cents"


class Several(StrEnum):
    """What counts of a person who has several results in one event."""

    SUM = "sum"
    BEST = "best"


class Absent(StrEnum):
    """What somebody gets for an event they were not at."""

    NOTHING = "nothing"
    ZERO = "zero"
    """A result of 0, which is one that counts."""
    CREDIT = "credit"
    """A fixed number of points."""


class Counts(StrEnum):
    """What the season is ranked by."""

    SUM = "sum"
    AVERAGE = "average"
    """Of the results that count."""
    DIVISOR = "divisor"
    """The sum divided by a fixed number, or by the number of results that count where that is more."""


class Tie(StrEnum):
    """What breaks a tie; where nothing does, the place is shared."""

    BEST_RESULT = "best_result"
    FIRST_PLACES = "first_places"
    ATTENDED = "attended"


class Groups(StrEnum):
    """How teams and towns add up."""

    EVENTS = "events"
    """At each event their best results."""
    PEOPLE = "people"
    """Their best people, by what those have at the end."""


class Fault(NamedTuple):
    """What is wrong with some rules: a code, the field, and figures for the sentence."""

    code: str
    at: str
    figures: Mapping[str, Any]


def _number(default: int, lowest: int, highest: int) -> Any:
    return field(default=default, metadata={"range": range(lowest, highest + 1)})


def _numbers(lowest: int, highest: int) -> Any:
    return field(default=(), metadata={"each": range(lowest, highest + 1)})


@dataclass(frozen=True, slots=True)
class OfEvents:
    """What is said of single events; it counts from a day on."""

    gives: Gives = Gives.POINTS
    unit: Unit = Unit.POINTS
    places: tuple[int, ...] = _numbers(0, MOST_POINTS)
    """Points for the first place, the second … beyond it none."""
    bonus: tuple[int, ...] = _numbers(0, MOST_POINTS)
    """On top of the points, for the first place, the second …"""
    floor: bool = False
    """Never below zero: a day that is negative counts 0."""
    several: Several = Several.SUM


@dataclass(frozen=True, slots=True)
class OfSeason:
    """How the events add up; the newest version says it of the whole season."""

    best: int = _number(0, 0, MOST_EVENTS)
    """So many results count, the others are dropped; 0: all."""
    drops: int = _number(0, 0, MOST_EVENTS)
    """So many are dropped, the worst, of as many as there have been events by now; a missed one is among them."""
    minimum: int = _number(0, 0, MOST_EVENTS)
    """Who was at fewer events stands behind, without a place."""
    absent: Absent = Absent.NOTHING
    credit: int = _number(0, -MOST_POINTS, MOST_POINTS)
    """For every missed event, where absent is `credit`."""
    counts: Counts = Counts.SUM
    divisor: int = _number(1, 1, MOST_EVENTS)
    """Where counts is `divisor`."""
    chain: tuple[Tie, ...] = field(default=(Tie.BEST_RESULT, Tie.FIRST_PLACES), metadata={"some": Tie})
    women: bool = False
    teams: bool = False
    towns: bool = False
    groups: Groups = Groups.EVENTS
    group_best: int = _number(3, 0, 50)
    """So many results of an event, or people, count for a team or town; 0: all."""
    qualified: int = _number(0, 0, 1000)
    """So many places go to the final."""
    first_woman: bool = False
    """The first of the women goes too, where she is not among them."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One version of a cup's rules."""

    events: OfEvents = field(default_factory=OfEvents)
    season: OfSeason = field(default_factory=OfSeason)

    @property
    def money(self) -> bool:
        """Whether what is counted is money."""
        return self.events.unit == Unit.CENTS


def write(rules: Rules) -> dict[str, dict[str, Any]]:
    """As JSON: lists and texts only."""
    return {part: _written(getattr(rules, part)) for part in ("events", "season")}


def _written(part: OfEvents | OfSeason) -> dict[str, Any]:
    return {one.name: _plain(getattr(part, one.name)) for one in fields(part)}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, StrEnum) else value


def read(data: Any) -> tuple[Rules, tuple[Fault, ...]]:
    """The rules, with the usual for what is left out or wrong, and everything that is wrong."""
    faults = list[Fault]()
    if not isinstance(data, Mapping):
        return Rules(), (Fault("cup_rules_odd", "rules", {}),)
    faults += [Fault("cup_rule_unknown", str(name), {"name": str(name)[:40]}) for name in data if name not in PARTS]
    read_parts = {name: _read(part, data.get(name, {}), faults) for name, part in PARTS.items()}
    return Rules(**read_parts), tuple(faults)


PARTS: Mapping[str, type[OfEvents] | type[OfSeason]] = {"events": OfEvents, "season": OfSeason}


def _read(part: type[OfEvents] | type[OfSeason], data: Any, faults: list[Fault]) -> Any:
    if not isinstance(data, Mapping):
        faults.append(Fault("cup_rules_odd", "rules", {}))
        return part()
    known = {one.name: one for one in fields(part)}
    faults += [Fault("cup_rule_unknown", str(name), {"name": str(name)[:40]}) for name in data if name not in known]
    read_fields = dict[str, Any]()
    for name, value in data.items():
        if name in known:
            fault, what = _value(known[name], name, value)
            if fault is None:
                read_fields[name] = what
            else:
                faults.append(fault)
    return part(**read_fields)


def _value(known: Field[Any], name: str, value: Any) -> tuple[Fault | None, Any]:
    allowed = known.metadata
    if "range" in allowed:
        return (None, value) if _is_number(value, allowed["range"]) else (_out_of(name, allowed["range"]), None)
    if "each" in allowed:
        if not isinstance(value, list | tuple) or len(value) > MOST_PLACES:
            return Fault("cup_list_odd", name, {"most": MOST_PLACES}), None
        right = all(_is_number(one, allowed["each"]) for one in value)
        return (None, tuple(value)) if right else (_out_of(name, allowed["each"]), None)
    if "some" in allowed:
        words = {str(one): one for one in allowed["some"]}
        right = isinstance(value, list | tuple) and all(isinstance(one, str) and one in words for one in value)
        return (None, tuple(words[one] for one in value)) if right else (Fault("cup_choice_odd", name, {}), None)
    if isinstance(known.default, StrEnum):
        words = {str(one): one for one in type(known.default)}
        right = isinstance(value, str) and value in words
        return (None, words[value]) if right else (Fault("cup_choice_odd", name, {}), None)
    return (None, value) if isinstance(value, bool) else (Fault("cup_choice_odd", name, {}), None)


def _is_number(value: Any, allowed: range) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in allowed


def _out_of(name: str, allowed: range) -> Fault:
    return Fault("cup_number_odd", name, {"least": allowed[0], "most": allowed[-1]})


def check(rules: Rules) -> tuple[Fault, ...]:
    """What does not fit together."""
    return tuple(_check(rules))


def _check(rules: Rules) -> Iterator[Fault]:
    events, season = rules.events, rules.season
    if events.gives == Gives.PLACES and not events.places:
        yield Fault("cup_places_missing", "places", {})
    for name in ("places", "bonus"):
        if _rises(getattr(events, name)):
            yield Fault("cup_places_rise", name, {})
    if season.best and season.drops:
        yield Fault("cup_best_and_drops", "drops", {})
    if season.absent == Absent.CREDIT and not season.credit:
        yield Fault("cup_credit_missing", "credit", {})
    if len({*season.chain}) < len(season.chain):
        yield Fault("cup_chain_twice", "chain", {})
    if season.first_woman and not season.women:
        yield Fault("cup_no_women", "first_woman", {})
    if rules.money and (events.gives == Gives.PLACES or events.bonus or season.absent == Absent.CREDIT):
        yield Fault("cup_money_only", "unit", {})


def _rises(figures: tuple[int, ...]) -> bool:
    return any(later > earlier for earlier, later in pairwise(figures))
