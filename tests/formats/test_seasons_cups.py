"""Cups: the season of scenario S6 by three rules, every rule by an example, and all of them against brute force."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasons.formats import cup_rules
from seasons.formats.cup import Event, Line, Result, Table, Version, hundredths, of_day, table_of
from seasons.formats.cup_rules import Rules, check, read, write
from tests.seasons_cups import S6, S6_AVERAGE, S6_BEST_7

ANNA, BERND, CHRISTL, DIETER = 1, 2, 3, 4


def rules(events: Mapping[str, Any] | None = None, **season: Any) -> Rules:
    found, faults = read({"events": dict(events or {}), "season": season})
    assert (faults, check(found)) == ((), ())
    return found


def cup(made: Sequence[Mapping[int, int]], found: Rules, **more: Any) -> Table:
    """Each event as person -> points."""
    events = [
        Event(f"e{number}", f"2026-01-{number:02}", tuple(Result(who, points) for who, points in one.items()))
        for number, one in enumerate(made, start=1)
    ]
    return table_of(events, [Version("2026-01-01", found)], **more)


def of(table: Table, person: int) -> Line:
    return next(one for one in table.lines if one.person == person)


def s6(found: Rules) -> list[tuple[str, int | None, int]]:
    """Name, place, and the total in hundredths."""
    names = list(S6)
    evenings = [
        {number: S6[name][evening] for number, name in enumerate(names) if S6[name][evening] is not None}
        for evening in range(10)
    ]
    return [(names[one.person], one.place, hundredths(one.total)) for one in cup(evenings, found).lines]  # type: ignore[arg-type]


def test_the_season_of_s6_by_the_best_seven() -> None:
    found = s6(rules(best=7, minimum=6))
    assert found == [*((name, place, total * 100) for place, (name, total) in enumerate(S6_BEST_7, 1)), found[-1]]
    assert found[-1] == ("Christl", None, 436000)


def test_the_season_of_s6_by_average_has_another_champion() -> None:
    found = s6(rules(minimum=6, counts="average"))
    assert found[:5] == [(name, place, total) for place, (name, total) in enumerate(S6_AVERAGE, 1)]


def test_the_season_of_s6_by_the_divisor() -> None:
    found = {name: total for name, _place, total in s6(rules(counts="divisor", divisor=8))}
    assert (found["Eva"], found["Christl"], found["Franz"]) == (76000, 54500, 87563)


def test_every_event_says_what_became_of_it() -> None:
    table = cup([{ANNA: 10}, {ANNA: -4, BERND: 3}, {BERND: 9}], rules({"floor": True}, best=1))
    assert [(one.made, one.value, one.counted, one.why) for one in of(table, ANNA).parts] == [
        (10, 10, True, ()),
        (-4, 0, False, ("worse", "below_zero")),
        (0, 0, False, ("absent",)),
    ]
    assert [one.why for one in of(table, BERND).parts] == [("absent", "before"), ("worse",), ()]


def test_a_negative_day_takes_nothing_away_where_it_is_never_below_zero() -> None:
    days = [{ANNA: 30, BERND: 20}, {ANNA: -25, BERND: 1}]
    assert [one.person for one in cup(days, rules()).lines] == [BERND, ANNA]
    assert [one.person for one in cup(days, rules({"floor": True})).lines] == [ANNA, BERND]


@pytest.mark.parametrize(("absent", "total"), [("nothing", 8), ("zero", 5), ("credit", 15)])
def test_who_is_missing_gets_what_the_rules_say(absent: str, total: int) -> None:
    """Best two of three: with 0 for a missed event, -3 is dropped, and 500 points are better than both."""
    found = rules(best=2, absent=absent, credit=10 if absent == "credit" else 0)
    table = cup([{ANNA: 5, BERND: 1}, {BERND: 2}, {ANNA: 3 if absent == "nothing" else -3, BERND: 3}], found)
    assert of(table, ANNA).total == total


def test_a_place_gives_points_from_the_list_and_beyond_it_none() -> None:
    found = rules({"gives": "places", "places": [25, 18]})
    table = cup([{ANNA: 9, BERND: 9, CHRISTL: 4, DIETER: 1}], found)
    assert [(one.person, one.sum, one.place, one.shared) for one in table.lines] == [
        (ANNA, 25, 1, True),
        (BERND, 25, 1, True),
        (CHRISTL, 0, 3, True),
        (DIETER, 0, 3, True),
    ]


def test_a_bonus_for_a_place_comes_on_top() -> None:
    table = cup([{ANNA: 9, BERND: 7}], rules({"bonus": [3, 1]}))
    (part,) = of(table, ANNA).parts
    assert ((part.cards[0].value, part.cards[0].bonus, part.value), of(table, BERND).sum) == ((9, 3, 12), 8)


def test_only_the_best_card_of_a_person_counts() -> None:
    """Bluzabande: one finalist fills places 2, 3 and 4, and only the best placing scores."""
    day = Event("e1", "2026-01-01", (Result(1, 7, 3, 2), Result(1, 5, 1, 3), Result(1, 5, 2, 4), Result(2, 9, 4, 1)))
    best, every = rules({"several": "best"}), rules()
    (line,) = [one for one in table_of([day], [Version("2026-01-01", best)]).lines if one.person == 1]
    assert [(one.result.card, one.counts) for one in line.parts[0].cards] == [(3, True), (1, False), (2, False)]
    assert (line.sum, table_of([day], [Version("2026-01-01", every)]).lines[0].sum) == (7, 17)


def test_a_tie_is_broken_by_the_chain_or_stays_one() -> None:
    days = [{ANNA: 5, BERND: 8}, {ANNA: 5, BERND: 2}]
    first, second = cup(days, rules(chain=["best_result"])).lines
    assert (first.person, second.person, second.place, second.decided_by) == (BERND, ANNA, 2, "best_result")
    assert [(one.place, one.shared) for one in cup(days, rules(chain=[])).lines] == [(1, True), (1, True)]
    more = cup([*days, {ANNA: 0}], rules(chain=["attended"])).lines
    assert (more[0].person, more[1].decided_by) == (ANNA, "attended")


def test_who_comes_late_is_in_it_from_then_on() -> None:
    """Wasserburg: five days, the best three count, and one may join at any time."""
    days = [{ANNA: 1, BERND: 9}, {ANNA: 1}, {ANNA: 1, CHRISTL: 5}, {ANNA: 1, CHRISTL: 5}, {ANNA: 1, CHRISTL: 5}]
    assert [(one.person, one.place, one.sum) for one in cup(days, rules(best=3)).lines] == [
        (CHRISTL, 1, 15),
        (BERND, 2, 9),
        (ANNA, 3, 3),
    ]


def test_women_have_places_among_themselves_and_the_first_of_them_goes_to_the_final() -> None:
    table = cup([{ANNA: 1, BERND: 9, CHRISTL: 5, DIETER: 7}], rules(women=True, qualified=2, first_woman=True),
                women={ANNA, CHRISTL})  # fmt: skip
    assert [(one.person, one.place) for one in table.women] == [(CHRISTL, 1), (ANNA, 2)]
    assert table.qualified == {BERND: "place", DIETER: "place", CHRISTL: "woman"}


def test_who_shares_the_last_place_that_goes_on_goes_too() -> None:
    assert [*cup([{ANNA: 9, BERND: 5, CHRISTL: 5}], rules(qualified=2, chain=[])).qualified] == [ANNA, BERND, CHRISTL]


def test_teams_and_towns_add_up_by_events_or_by_people() -> None:
    day = Event("e1", "2026-01-01", tuple(Result(who, points, group=team) for who, points, team in
                ((ANNA, 9, "FF Au"), (BERND, 7, "ff au"), (CHRISTL, 5, "FF Au"), (DIETER, 8, "Union"))))  # fmt: skip
    later = Event("e2", "2026-01-02", (Result(ANNA, 1, group="Union"),))
    by_events = rules(teams=True, towns=True, group_best=2)
    table = table_of([day, later], [Version("2026-01-01", by_events)], towns={ANNA: "Linz", BERND: "", DIETER: "linz"})
    assert [(one.key, int(one.total), one.place) for one in table.teams] == [("ff au", 16, 1), ("union", 9, 2)]
    assert [one.counted for one in table.teams[0].shares] == [True, True, False]
    assert [(one.key, int(one.total)) for one in table.towns] == [("linz", 18)]
    by_people = replace(by_events, season=replace(by_events.season, groups=cup_rules.Groups.PEOPLE))
    table = table_of([day, later], [Version("2026-01-01", by_people)])
    assert [(one.key, int(one.total)) for one in table.teams] == [("union", 18), ("ff au", 12)]


def test_the_worst_are_dropped_of_as_many_as_there_have_been_and_a_missed_event_is_one_of_them() -> None:
    evenings = [{ANNA: 5, BERND: 9}, {ANNA: -3}, {ANNA: 7, BERND: 1}, {ANNA: 6, BERND: 2}]
    found = rules(drops=2)
    for held, anna, bernd in ((1, 5, 9), (2, 5, 9), (3, 7, 9), (4, 13, 11)):
        table = cup(evenings[:held], found)
        assert (of(table, ANNA).sum, of(table, BERND).sum) == (anna, bernd)
    dropped = [one.event for one in of(table, BERND).parts if "worse" in one.why]
    assert dropped == ["e3"], "the second evening is missed, which is the other one"


def test_what_is_said_of_events_holds_from_its_day_on_and_of_the_season_at_once() -> None:
    first, second = rules(best=1), rules({"bonus": [100]}, best=2)
    versions = [Version("2026-01-01", first), Version("2026-02-01", second)]
    assert [of_day(versions, day) for day in ("2025-12-01", "2026-01-31", "2026-02-01")] == [first, first, second]
    events = [Event(day, day, (Result(ANNA, 5),)) for day in ("2026-01-31", "2026-02-01")]
    assert [one.sum for one in table_of(events, versions).lines] == [110]


def test_an_average_is_rounded_half_up_only_when_it_is_shown() -> None:
    assert [hundredths(Fraction(*one)) for one in ((7005, 8), (1, 3), (2, 3), (-1, 8), (5, 1))] == [
        87563, 33, 67, -12, 500,
    ]  # fmt: skip


# --- rules as JSON ---------------------------------------------------------------------------------------------------


def test_rules_go_to_json_and_come_back() -> None:
    found = rules({"gives": "places", "places": [9, 5], "several": "best"}, best=7, chain=["attended"], women=True)
    assert read(write(found)) == (found, ())
    assert read({}) == (Rules(), ())


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        ([], ["cup_rules_odd"]),
        ({"events": 3, "more": 1}, ["cup_rule_unknown", "cup_rules_odd"]),
        ({"season": {"best": True, "minimum": -1, "x": 0}}, ["cup_number_odd", "cup_number_odd", "cup_rule_unknown"]),
        ({"season": {"counts": ["sum"], "chain": "lot", "women": 1}}, ["cup_choice_odd"] * 3),
        ({"events": {"places": [1, "2"], "bonus": [1] * 101}}, ["cup_list_odd", "cup_number_odd"]),
    ],
)
def test_what_is_no_rule_is_named(data: Any, codes: list[str]) -> None:
    assert sorted(one.code for one in read(data)[1]) == codes


@pytest.mark.parametrize(
    ("events", "season", "code"),
    [
        ({"gives": "places"}, {}, "cup_places_missing"),
        ({"bonus": [1, 2]}, {}, "cup_places_rise"),
        ({}, {"best": 7, "drops": 3}, "cup_best_and_drops"),
        ({}, {"absent": "credit"}, "cup_credit_missing"),
        ({}, {"chain": ["attended", "attended"]}, "cup_chain_twice"),
        ({}, {"first_woman": True}, "cup_no_women"),
        ({"unit": "cents", "bonus": [5]}, {}, "cup_money_only"),
    ],
)
def test_what_does_not_fit_together_is_named(events: Any, season: Any, code: str) -> None:
    assert [one.code for one in check(read({"events": events, "season": season})[0])] == [code]


# --- against brute force ---------------------------------------------------------------------------------------------

FIGURES = st.integers(-6, 6)
BEST_OR_DROPS = st.one_of(
    st.fixed_dictionaries({"best": st.integers(0, 4), "drops": st.just(0)}),
    st.fixed_dictionaries({"best": st.just(0), "drops": st.integers(1, 4)}),
)
SEASONS = st.fixed_dictionaries(
    {
        "minimum": st.integers(0, 3),
        "absent": st.sampled_from(["nothing", "zero", "credit"]),
        "credit": st.just(2),
        "counts": st.sampled_from(["sum", "average", "divisor"]),
        "divisor": st.integers(1, 4),
        "chain": st.permutations(["best_result", "first_places", "attended"]).flatmap(
            lambda chain: st.integers(0, 3).map(lambda most: chain[:most])
        ),
    }
)
OF_EVENTS = st.fixed_dictionaries(
    {
        "gives": st.sampled_from(["points", "places"]),
        "places": st.just([5, 3, 1]),
        "bonus": st.sampled_from([[], [4, 2]]),
        "floor": st.booleans(),
        "several": st.sampled_from(["sum", "best"]),
    }
)
EVENTS = st.lists(st.lists(st.tuples(st.integers(1, 4), FIGURES), max_size=6), max_size=5)


def by_force(
    events: list[list[tuple[int, int]]], of_events: Any, season: Any
) -> list[tuple[int, int | None, Fraction]]:
    """Person, place, total, from nothing but the words of the rules."""
    held = [one for one in events if one]
    figures: dict[int, tuple[Any, ...]] = {}
    for person in sorted({who for one in held for who, _points in one}):
        days, firsts = list[tuple[bool, int]](), 0
        for one in held:
            mine = list[int]()
            for who, points in one:
                place = 1 + sum(other > points for _who, other in one)
                if who == person:
                    listed = of_events["places"][place - 1] if place <= len(of_events["places"]) else 0
                    bonus = of_events["bonus"][place - 1] if place <= len(of_events["bonus"]) else 0
                    mine.append((points if of_events["gives"] == "points" else listed) + bonus)
            if any(who == person and not any(other > points for _w, other in one) for who, points in one):
                firsts += 1
            if mine:
                made = sum(mine) if of_events["several"] == "sum" else max(mine)
                days.append((True, max(made, 0) if of_events["floor"] else made))
            elif season["absent"] != "nothing":
                days.append((False, 2 if season["absent"] == "credit" else 0))
        most = max(len(held) - season["drops"], 1) if season["drops"] else season["best"]
        keep = min(most or len(days), len(days))
        total = Fraction(max(sum(value for _there, value in some) for some in combinations(days, keep)))
        if season["counts"] != "sum":
            total /= keep if season["counts"] == "average" else max(keep, season["divisor"])
        there = [value for was_there, value in days if was_there]
        decides = {"best_result": max(there), "first_places": firsts, "attended": len(there)}
        figures[person] = (total, *(decides[one] for one in season["chain"]), len(there))
    inside = {who for who, had in figures.items() if had[-1] >= season["minimum"]}
    return [
        (who, 1 + sum(figures[one][:-1] > had[:-1] for one in inside) if who in inside else None, had[0])
        for who, had in figures.items()
    ]


@given(
    events=EVENTS,
    of_events=OF_EVENTS,
    season=st.builds(lambda most, other: {**most, **other}, BEST_OR_DROPS, SEASONS),
    seed=st.integers(0, 9),
)
def test_every_cup_is_what_brute_force_makes_of_it(events: Any, of_events: Any, season: Any, seed: int) -> None:
    found = rules(of_events, **season)
    told = [
        Event(f"e{number}", "2026-01-01", tuple(Result(who, points, card) for card, (who, points) in enumerate(one)))
        for number, one in enumerate(events)
    ]
    table = table_of(told, [Version("2026-01-01", found)])
    assert sorted((one.person, one.place, one.total) for one in table.lines) == by_force(events, of_events, season)
    for line in table.lines:
        assert line.sum == sum(one.value for one in line.parts if one.counted)
        assert len(line.parts) == len([one for one in events if one])
        assert all(one.counted or one.why for one in line.parts)
    assert [one.place is None for one in table.lines] == sorted(one.place is None for one in table.lines)
    shuffled = [replace(one, results=tuple(random.Random(seed).sample(one.results, len(one.results)))) for one in told]
    assert table_of(shuffled, [Version("2026-01-01", found)]) == table
