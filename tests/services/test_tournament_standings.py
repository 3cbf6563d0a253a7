"""Standings: the worked evenings to the place, what decided it, penalties, women and groups, and what it costs."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from clubs.messages.changes import rows
from clubs.models import Change, Player
from clubs.services.core import Refused
from tests.club import House, a_house
from tests.tournament import a_card, a_result, a_round, a_tournament, new_token
from tests.tournament_evenings import LIVES, three_lives, two_times_32
from tournaments.formats.plan import read_plan, write_plan
from tournaments.messages import standings as words
from tournaments.models import Adjustment, Table, Tournament
from tournaments.models.entrants import Status
from tournaments.services import penalties
from tournaments.services.facts import facts_of
from tournaments.services.prizes import calling_order
from tournaments.services.standings import Standings, standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """What words say is tried in the language they are written in."""
    with translation.override("en"):
        yield


def standing(tournament: Tournament) -> Standings:
    return standings_of(facts_of(tournament))


def places(rows: Any) -> list[tuple[int | None, str]]:
    return [(row.place, row.name) for row in rows]


def decisions(found: Standings) -> dict[str, str]:
    before = [None, *found.rows]
    return {row.name: words.decided(found.facts, row, one) for row, one in zip(found.rows, before, strict=False)}


def adjusted(tournament: Tournament, house: House, number: int, amount: int, **more: Any) -> Adjustment:
    wanted = {"unit": "points", "reason": "zu spät", "token": new_token("penalty"), **more}
    return penalties.adjust(tournament, by=house.users["director"], number=number, amount=amount, **wanted)


# --- S1 ---------------------------------------------------------------------------------------------------------------


def test_s1_places_women_and_the_order_of_being_called(house: House) -> None:
    tournament = three_lives(house.club)
    found = standing(tournament)
    expected = [(1, "Gruber"), (2, "Eder"), (3, "Kern"), (4, "Huber"), (4, "Lang"), (6, "Berger"), (7, "Fink")]
    assert places(found.rows) == [*expected, (8, "Auer"), (9, "Dorn"), (None, "Moser")]
    assert places(found.women) == [(1, "Huber"), (2, "Berger"), (3, "Fink")]
    assert {row.name: row.lives for row in found.rows if row.lives} == {"Gruber": 1, "Moser": 3}
    called = [LIVES[number - 1] for number in calling_order(found.facts)]
    assert called == ["Dorn", "Auer", "Fink", "Berger", "Huber", "Lang", "Kern", "Eder", "Gruber"]


def test_s1_says_when_everybody_was_out(house: House) -> None:
    found = standing(three_lives(house.club))
    assert decisions(found) == {
        "Gruber": "",
        "Eder": "out in round 9",
        "Kern": "out in round 8",
        "Huber": "out in round 7, shared place",
        "Lang": "out in round 7, shared place",
        "Berger": "out in round 6",
        "Fink": "out in round 5",
        "Auer": "out in round 4",
        "Dorn": "out in round 3",
        "Moser": "",
    }


def test_s1_in_the_middle_of_the_evening(house: House) -> None:
    found = standing(three_lives(house.club, rounds=3))
    assert [row.name for row in found.rows][-2:] == ["Dorn", "Moser"]
    assert {row.name: row.lives for row in found.rows}["Gruber"] == 3
    assert calling_order(found.facts)[0] == LIVES.index("Dorn") + 1


# --- S3 ---------------------------------------------------------------------------------------------------------------


def test_s3_places_and_the_soli_that_decide_the_fourth(house: House) -> None:
    found = standing(two_times_32(house.club))
    assert [(row.place, row.name, row.totals["points"]) for row in found.rows] == [
        *[(1, "P1", 67), (2, "P2", 66), (3, "P5", 60), (4, "P8", 26), (5, "P7", 26), (6, "P3", 11), (7, "P13", 1)],
        *[(8, "P4", -2), (9, "P9", -9), (10, "P10", -15), (11, "P16", -17), (12, "P14", -33), (12, "P15", -33)],
        *[(14, "P12", -36), (15, "P11", -41), (16, "P6", -71)],
    ]
    assert sum(row.totals["points"] for row in found.rows) == 0
    said = decisions(found)
    assert (said["P1"], said["P2"]) == ("", "Points: +66 against +67")
    assert (said["P8"], said["P7"]) == ("Points: +26 against +60", "Soli won: 4 against 5")
    assert (said["P14"], said["P15"]) == ("Points: −33 against −17, shared place", "shared place")
    assert [row.name for row in found.rows if row.shared] == ["P14", "P15"]


def test_s3_the_lot_parts_the_twelfth_if_the_event_says_so(house: House) -> None:
    tournament = two_times_32(house.club, ranking={"chain": ["points", "soli", "lot"]})
    found = standing(tournament)
    assert [row.place for row in found.rows] == list(range(1, 17))
    assert decisions(found)[found.rows[12].name] == "Lot"


def test_equal_in_everything_is_shared_whoever_was_written_down_first(house: House) -> None:
    tournament = a_tournament(house.club, "Zita", "Adam", "Bea", "Carl", plan={"stages": [{"kind": "drawn"}]})
    drawn = a_round(tournament, [1, 2, 3, 4])
    a_result(Table.objects.get(round=drawn), *[{"points": 0}] * 4)
    found = standing(tournament)
    assert [(row.place, row.shared) for row in found.rows] == [(1, True)] * 4


def test_a_zero_is_a_result_and_an_unplayed_table_is_not(house: House) -> None:
    tournament = a_tournament(house.club, cards=8, plan={"stages": [{"kind": "drawn"}]})
    drawn = a_round(tournament, [1, 2, 3, 4], [5, 6, 7, 8])
    a_result(Table.objects.filter(round=drawn).order_by("number")[0], *[{"points": 0}] * 4)
    found = standing(tournament)
    rounds = {row.number: len(row.rounds) for row in found.rows}
    assert rounds == dict.fromkeys(range(1, 5), 1) | dict.fromkeys(range(5, 9), 0)
    assert words.state(found.facts) == "Round 1 is being played, one table is still open"


# --- penalties -------------------------------------------------------------------------------------------------------


def test_a_penalty_counts_at_once_and_cancelled_no_more(house: House) -> None:
    tournament = two_times_32(house.club)
    made = adjusted(tournament, house, 1, -2)
    found = standing(tournament)
    assert places(found.rows)[:2] == [(1, "P2"), (2, "P1")]
    assert [words.adjustment(one) for one in found.rows[1].adjustments] == ["−2 Points: zu spät"]
    penalties.cancel(made, by=house.users["director"])
    penalties.cancel(made, by=house.users["owner"])
    assert places(standing(tournament).rows)[:2] == [(1, "P1"), (2, "P2")]
    assert [one.what for one in Change.objects.order_by("pk")] == ["penalty_given", "penalty_cancelled"]
    player = Player.objects.get(name="P1")
    line = Change.objects.order_by("pk")[0]
    assert (line.player, line.after["card"], line.after["amount"]) == (player, 1, -2)
    assert "P1" not in str(line.after)


def test_the_log_tells_a_penalty_in_words(house: House) -> None:
    adjusted(two_times_32(house.club), house, 1, -2, round=1)
    told = {one["field"]: one["after"] for one in rows(Change.objects.latest("pk"))}
    assert told == {
        "Tournament": "Schafkopfrennen",
        "Start number": "1",
        "Counts as": "Points",
        "Amount": "-2",
        "Round": "1",
        "Reason": "zu spät",
    }


def test_a_penalty_before_the_first_round_survives_it(house: House) -> None:
    tournament = two_times_32(house.club, rounds=0)
    adjusted(tournament, house, 5, -10)
    tournament.delete()
    tournament = two_times_32(house.club, rounds=0)
    adjusted(tournament, house, 5, -10)
    assert places(standing(tournament).rows)[-1] == (16, "P5")


def test_a_bonus_of_soli_decides_a_tie(house: House) -> None:
    tournament = two_times_32(house.club)
    adjusted(tournament, house, 15, 1, unit="soli")
    found = standing(tournament)
    assert places(found.rows)[11:13] == [(12, "P15"), (13, "P14")]


def test_the_same_penalty_again_is_once(house: House) -> None:
    tournament = two_times_32(house.club)
    one, other = (adjusted(tournament, house, 1, -2, token="same") for _ in range(2))
    assert one.pk == other.pk
    with pytest.raises(Refused) as error:
        adjusted(tournament, house, 1, -3, token="same")
    assert [problem.code for problem in error.value.problems] == ["token_used"]


def test_every_reason_why_a_penalty_cannot_be(house: House) -> None:
    tournament = two_times_32(house.club)
    with pytest.raises(Refused) as error:
        adjusted(tournament, house, 99, 0, unit="ham", reason=" ", round=0, token="ä")
    assert [(one.code, one.at) for one in error.value.problems] == [
        ("penalty_no_card", "number"),
        ("unit_not_counted", "unit"),
        ("no_points", "amount"),
        ("penalty_no_round", "round"),
        ("penalty_reason_missing", "reason"),
        ("bad_token", "token"),
    ]
    assert Adjustment.objects.count() == 0


# --- groups, gone, names ---------------------------------------------------------------------------------------------


def test_groups_have_places_of_their_own_the_largest_first(house: House) -> None:
    tournament = two_times_32(house.club)
    tournament.entrants.filter(number__in=[1, 14, 15]).update(group="FF Wald")
    tournament.entrants.filter(number=2).update(group="ÖKB")
    found = standing(tournament)
    assert {name: places(rows) for name, rows in found.groups.items()} == {
        "FF Wald": [(1, "P1"), (2, "P14"), (2, "P15")],
        "ÖKB": [(1, "P2")],
    }
    assert [row.shared for row in found.groups["FF Wald"]] == [False, True, True]


def test_who_goes_on_stands_ahead_and_it_says_so(house: House) -> None:
    stages = [
        {"kind": "sliding", "rounds": 1, "counting": {"winner_makes": 15}},
        {"kind": "knockout", "take": 2, "counting": {"winner_makes": 15}},
    ]
    plan = {"card": "pair", "people": 2, "stages": stages, "ranking": {"chain": ["won", "points", "conceded"]}}
    tournament = a_tournament(house.club, "A / B", "C / D", "E / F", "G / H", plan=plan)
    first = a_round(tournament, [1, 2], [3, 4])
    for table, loser in zip(Table.objects.filter(round=first).order_by("number"), (3, 9), strict=True):
        a_result(table, {"points": 15}, {"points": loser})
    last = a_round(tournament, [1, 3], stage=1)
    a_result(Table.objects.get(round=last), {"points": 12}, {"points": 15})
    found = standing(tournament)
    assert places(found.rows) == [(1, "E / F"), (2, "A / B"), (3, "G / H"), (4, "C / D")]
    assert decisions(found) == {
        "E / F": "",
        "A / B": "out in round 2",
        "G / H": "Did not go on",
        "C / D": "Points: 3 against 9",
    }
    assert words.rules(found.facts.plan)[:2] == [
        "Whoever goes on stands ahead of everybody who does not.",
        "Whoever is out later stands ahead; who is out in the same round shares the place.",
    ]


def test_left_early_keeps_the_place_disqualified_has_none(house: House) -> None:
    tournament = two_times_32(house.club)
    tournament.entrants.filter(number=1).update(status=Status.DISQUALIFIED, gone_after=2)
    tournament.entrants.filter(number=2).update(status=Status.WITHDRAWN, gone_after=2)
    found = standing(tournament)
    assert (places(found.rows)[0], places(found.rows)[-1]) == ((1, "P2"), (None, "P1"))


def test_as_many_queries_for_many_as_for_few(house: House) -> None:
    small = two_times_32(house.club)
    big = two_times_32(a_house("linde").club)
    for number in range(17, 117):
        a_card(big, f"P{number}")
    for first in range(2):
        drawn = a_round(big, *([number + seat for seat in range(4)] for number in range(1, 113, 4)))
        assert drawn.number == 3 + first
        for table in Table.objects.filter(round=drawn):
            a_result(table, *({"points": points} for points in (9, -3, -3, -3)))
    adjusted(big, house, 1, -2)
    counts = []
    for tournament in (small, big):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            standing(tournament)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 10


def test_the_rules_of_the_ranking_are_said(house: House) -> None:
    plan = read_plan({"stages": [{"kind": "drawn"}], "ranking": {"chain": ["points", "best_round"], "drop": 1}})
    assert words.rules(plan) == [
        "What counts, in this order: Points → Best round.",
        "Whoever is equal in all of this shares the place.",
        "The worst round of everybody does not count (struck out).",
    ]
    assert write_plan(plan)["ranking"]["drop"] == 1
