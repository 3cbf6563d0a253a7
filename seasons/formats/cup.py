"""A cup: events whose results add up. Who has how much, what counted of it, what was dropped and why.

Nobody is left out for having come late: events before one's first are missed ones. All figures are exact; an average
is a fraction, and only who shows it rounds it (`hundredths`).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from seasons.formats.cup_rules import Absent, Counts, Gives, Groups, OfEvents, OfSeason, Rules, Several, Tie


@dataclass(frozen=True, slots=True)
class Result:
    """What one person made in an event: of a card of a tournament, of an evening, or typed in."""

    person: int
    points: int
    card: int = 1
    """Start number, or which of their results it is."""
    place: int | None = None
    """In that event; nothing anywhere in an event: by points."""
    group: str = ""
    """Their team there."""


@dataclass(frozen=True, slots=True)
class Event:
    key: str
    day: str
    """As in 2026-10-06."""
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Version:
    """Rules, and from which day on what they say of events holds."""

    from_day: str
    rules: Rules


@dataclass(frozen=True, slots=True)
class Card:
    """One result and what it brings."""

    result: Result
    value: int
    bonus: int
    counts: bool
    """Whether it is (one of) those that count of this person in this event."""

    @property
    def brings(self) -> int:
        return self.value + self.bonus


@dataclass(frozen=True, slots=True)
class Part:
    """What one event is to one person."""

    event: str
    cards: tuple[Card, ...]
    """The best first; none: was not there."""
    made: int
    """What the cards that count bring."""
    value: int
    """What may count for the cup: `made`, or what it was raised to."""
    counted: bool
    why: tuple[str, ...] = ()
    """below_zero: raised to 0 · worse: dropped, others are better · absent, zero, credit: was not there and gets
    nothing, 0, or the credit · before: that was before their first event."""

    @property
    def there(self) -> bool:
        return bool(self.cards)


@dataclass(frozen=True, slots=True)
class Line:
    """One person, with all events of the cup."""

    person: int
    parts: tuple[Part, ...]
    sum: int
    by: int
    """What the sum is divided by."""
    attended: int
    counted: int
    best_result: int
    first_places: int
    place: int | None = None
    """None: too few events."""
    shared: bool = False
    decided_by: str = ""
    """What puts them behind the one before, where that is not the total."""

    @property
    def total(self) -> Fraction:
        return Fraction(self.sum, self.by)


@dataclass(frozen=True, slots=True)
class Share:
    """What one person brings to a team or a town, at an event or (no event) in all."""

    event: str
    person: int
    value: Fraction
    counted: bool


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A team or a town."""

    key: str
    """Its name without regard to capitals."""
    shares: tuple[Share, ...]
    total: Fraction
    place: int = 0
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Everything a cup comes to."""

    lines: tuple[Line, ...]
    women: tuple[Line, ...] = ()
    teams: tuple[GroupLine, ...] = ()
    towns: tuple[GroupLine, ...] = ()
    qualified: Mapping[int, str] = field(default_factory=dict)
    """Who goes to the final -> why: `place` or `woman`."""


def of_day(versions: Sequence[Version], day: str) -> Rules:
    """The rules for events of this day: of those that hold by then, the newest."""
    return next((one.rules for one in reversed(versions) if one.from_day <= day), versions[0].rules)


def table_of(
    events: Sequence[Event],
    versions: Sequence[Version],
    *,
    women: Collection[int] = (),
    towns: Mapping[int, str] | None = None,
) -> Table:
    """The whole cup. `events` in their order, `versions` by number; `towns`: person -> where they come from."""
    season = versions[-1].rules.season
    held = [(one.key, parts_of(one, of_day(versions, one.day).events)) for one in events if one.results]
    people = sorted({person for _key, parts in held for person in parts})
    lines = ranked([_line(person, held, season) for person in people], season)
    among_women = ranked([one for one in lines if one.person in women], season) if season.women else ()
    from_town = {(key, person): town for key, _parts in held for person, town in (towns or {}).items() if town}
    return Table(
        lines,
        among_women,
        _groups(lines, held, season, _teams(held)) if season.teams else (),
        _groups(lines, held, season, from_town) if season.towns else (),
        qualified_of(lines, among_women, season),
    )


# --- one event -------------------------------------------------------------------------------------------------------


def placed(results: Iterable[Result]) -> tuple[Result, ...]:
    """In the order of their places; where none has a place, places by points, shared where equal."""
    found = tuple(results)
    if all(one.place is None for one in found):
        ahead = sorted((one.points for one in found), reverse=True)
        found = tuple(replace(one, place=ahead.index(one.points) + 1) for one in found)
    return tuple(sorted(found, key=lambda one: (one.place is None, one.place or 0, -one.points, one.person, one.card)))


def parts_of(event: Event, rules: OfEvents) -> dict[int, Part]:
    """What the event brings to everybody who was there."""
    cards = defaultdict[int, list[Card]](list)
    for one in placed(event.results):
        cards[one.person].append(Card(one, _value(one, rules), _at(rules.bonus, one.place), counts=True))
    return {person: _part(event.key, mine, rules) for person, mine in cards.items()}


def _value(result: Result, rules: OfEvents) -> int:
    return result.points if rules.gives == Gives.POINTS else _at(rules.places, result.place)


def _at(figures: Sequence[int], place: int | None) -> int:
    return figures[place - 1] if place is not None and place <= len(figures) else 0


def _part(key: str, cards: Sequence[Card], rules: OfEvents) -> Part:
    best_first = sorted(cards, key=lambda one: (-one.brings, one.result.place or 0, one.result.card))
    if rules.several == Several.BEST:
        best_first = [best_first[0], *(replace(one, counts=False) for one in best_first[1:])]
    made = sum(one.brings for one in best_first if one.counts)
    raised = rules.floor and made < 0
    why = ("below_zero",) if raised else ()
    return Part(key, tuple(best_first), made, 0 if raised else made, counted=True, why=why)


# --- a season --------------------------------------------------------------------------------------------------------

Held = Sequence[tuple[str, Mapping[int, Part]]]
"""Every event that took place, in order, with what it is to those who were there."""


def _line(person: int, held: Held, season: OfSeason) -> Line:
    first = next(index for index, (_key, parts) in enumerate(held) if person in parts)
    parts = [
        mine if (mine := parts.get(person)) else _missed(key, season, before=index < first)
        for index, (key, parts) in enumerate(held)
    ]
    parts = _best(parts, _most(season, len(held)))
    there = [one for one in parts if one.there]
    counted = [one for one in parts if one.counted]
    by = {Counts.SUM: 1, Counts.AVERAGE: len(counted), Counts.DIVISOR: max(season.divisor, len(counted))}
    return Line(
        person=person,
        parts=tuple(parts),
        sum=sum(one.value for one in counted),
        by=by[season.counts],
        attended=len(there),
        counted=len(counted),
        best_result=max(one.value for one in there),
        first_places=sum(any(card.result.place == 1 for card in one.cards) for one in there),
    )


def _missed(key: str, season: OfSeason, *, before: bool) -> Part:
    code = "absent" if season.absent == Absent.NOTHING else str(season.absent)
    value = season.credit if season.absent == Absent.CREDIT else 0
    why = (code, "before") if before else (code,)
    return Part(key, (), 0, value, counted=season.absent != Absent.NOTHING, why=why)


def _most(season: OfSeason, held: int) -> int:
    """So many results count; 0: all. Of the first events one is left however many are to be dropped in the end."""
    return max(held - season.drops, 1) if season.drops else season.best


def _best(parts: Sequence[Part], best: int) -> list[Part]:
    """Only the best so many count. Of equal ones those that were played stay, then the earlier."""
    may_count = [index for index, one in enumerate(parts) if one.counted]
    in_order = sorted(may_count, key=lambda index: (-parts[index].value, not parts[index].there, index))
    dropped = {*in_order[best:]} if best else set[int]()
    return [
        replace(one, counted=False, why=("worse", *one.why)) if index in dropped else one
        for index, one in enumerate(parts)
    ]


def criteria(line: Line, season: OfSeason) -> tuple[tuple[str, Fraction | int], ...]:
    """What decides, one after the other; more is better."""
    had = {
        Tie.BEST_RESULT: line.best_result,
        Tie.FIRST_PLACES: line.first_places,
        Tie.ATTENDED: line.attended,
    }
    return (("total", line.total), *((str(one), had[one]) for one in season.chain))


def ranked(lines: Iterable[Line], season: OfSeason) -> tuple[Line, ...]:
    """In order, with places; who was at too few events stands behind. Equal in everything: the place is shared."""
    figures = {one.person: criteria(one, season) for one in lines}
    inside = [one for one in lines if one.attended >= season.minimum]
    outside = [one for one in lines if one.attended < season.minimum]
    made = list[Line]()
    for one in _in_order(inside, figures):
        mine = figures[one.person]
        before = made[-1] if made else None
        theirs = figures[before.person] if before else mine
        same = before is not None and theirs == mine
        place = before.place if before is not None and same else len(made) + 1
        decider = next((name for (name, had), (_name, has) in zip(theirs, mine, strict=True) if had != has), "total")
        made.append(replace(one, place=place, shared=False, decided_by="" if decider == "total" else decider))
    holding = defaultdict[int | None, int](int)
    for one in made:
        holding[one.place] += 1
    made = [replace(one, shared=holding[one.place] > 1) for one in made]
    behind = [replace(one, place=None, shared=False, decided_by="") for one in _in_order(outside, figures)]
    return (*made, *behind)


def _in_order(lines: Iterable[Line], figures: Mapping[int, tuple[tuple[str, Fraction | int], ...]]) -> list[Line]:
    by_person = sorted(lines, key=lambda one: one.person)
    return sorted(by_person, key=lambda one: [value for _name, value in figures[one.person]], reverse=True)


def qualified_of(lines: Sequence[Line], women: Sequence[Line], season: OfSeason) -> dict[int, str]:
    """Everybody up to the last place that goes on (all who share it), and the first of the women."""
    found = {one.person: "place" for one in lines if one.place is not None and one.place <= season.qualified}
    if season.qualified and season.first_woman:
        first = [one.person for one in women if one.place == 1]
        found |= {person: "woman" for person in first if person not in found}
    return found


# --- teams and towns -------------------------------------------------------------------------------------------------


def _teams(held: Held) -> dict[tuple[str, int], str]:
    """(event, person) -> the team they played for there."""
    found = dict[tuple[str, int], str]()
    for key, parts in held:
        for person, part in parts.items():
            groups = [one.result.group for one in part.cards if one.counts and one.result.group]
            if groups:
                found[key, person] = groups[0]
    return found


Of = Mapping[tuple[str, int], str]
"""(event, person) -> name of the group."""


def _groups(lines: Sequence[Line], held: Held, season: OfSeason, of: Of) -> tuple[GroupLine, ...]:
    by_event = season.groups == Groups.EVENTS
    return _ranked_groups(_at_events(held, season, of) if by_event else _of_people(lines, season, of))


def _at_events(held: Held, season: OfSeason, of: Of) -> dict[str, list[Share]]:
    """At each event the best results of the group."""
    shares = defaultdict[str, list[Share]](list)
    for key, parts in held:
        here = defaultdict[str, list[Share]](list)
        for person, part in parts.items():
            if (key, person) in of:
                here[of[key, person].casefold()].append(Share(key, person, Fraction(part.value), counted=True))
        for name, found in here.items():
            shares[name] += _best_of(found, season.group_best)
    return shares


def _of_people(lines: Sequence[Line], season: OfSeason, of: Of) -> dict[str, list[Share]]:
    """The best people that have a place; everybody belongs to the group of their latest event."""
    latest = {person: name.casefold() for (_key, person), name in of.items()}
    shares = defaultdict[str, list[Share]](list)
    for line in lines:
        if line.person in latest and line.place is not None:
            shares[latest[line.person]].append(Share("", line.person, line.total, counted=True))
    return {name: _best_of(found, season.group_best) for name, found in shares.items()}


def _best_of(shares: Iterable[Share], best: int) -> list[Share]:
    in_order = sorted(shares, key=lambda one: (-one.value, one.person))
    return [replace(one, counted=not best or index < best) for index, one in enumerate(in_order)]


def _ranked_groups(shares: Mapping[str, Sequence[Share]]) -> tuple[GroupLine, ...]:
    totals = {name: sum((one.value for one in mine if one.counted), Fraction()) for name, mine in shares.items()}
    ahead = sorted(totals.values(), reverse=True)
    return tuple(
        GroupLine(
            name,
            tuple(shares[name]),
            total,
            place=ahead.index(total) + 1,
            shared=ahead.count(total) > 1,
        )
        for name, total in sorted(totals.items(), key=lambda one: (-one[1], one[0]))
    )


# --- showing ---------------------------------------------------------------------------------------------------------


def hundredths(figure: Fraction) -> int:
    return rounded(figure * 100)


def rounded(figure: Fraction) -> int:
    """Half up. Of a figure as it is, never of one that was rounded before."""
    return (figure.numerator * 2 + figure.denominator) // (2 * figure.denominator)
