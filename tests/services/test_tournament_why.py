"""Who may know why: everything inside the club, outside as much as is public of how it stands."""

from typing import Any

import pytest
from django.utils import timezone, translation

from clubs.models import Player
from clubs.models.people import Shown
from tests.club import House
from tests.tournament import a_result, a_round, a_tournament
from tests.tournament_evenings import two_times_32
from tournaments.formats.needs import Goal
from tournaments.messages.why import why_data
from tournaments.models import Adjustment, Table, Tournament
from tournaments.models.entrants import Status
from tournaments.services.kept import now
from tournaments.services.why import Asked, inside, outside

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english() -> Any:
    with translation.override("en"):
        yield


def asked_outside(tournament: Tournament, number: int, other: int | None = None) -> Asked | None:
    return outside(now(Tournament.objects.get(pk=tournament.pk)), number, other)


def told(tournament: Tournament, number: int, other: int | None = None) -> dict[str, Any]:
    return why_data(inside(now(Tournament.objects.get(pk=tournament.pk)), number, other))


def told_outside(tournament: Tournament, number: int, other: int | None = None) -> dict[str, Any]:
    asked = asked_outside(tournament, number, other)
    assert asked is not None
    return why_data(asked)


def with_hall(tournament: Tournament, **hall: Any) -> Tournament:
    tournament.plan["hall"] = {**tournament.plan["hall"], **hall}
    tournament.seq += 1
    tournament.save(update_fields=["plan", "seq"])
    return tournament


def fined(tournament: Tournament, number: int, amount: int, round_: int | None) -> None:
    card = tournament.entrants.get(number=number)
    reason = {"unit": "points", "amount": amount, "round": round_, "reason": "zu spät", "token": f"{number} {round_}"}
    Adjustment.objects.create(tournament=tournament, entrant=card, **reason)


# --- sentences -------------------------------------------------------------------------------------------------------


def test_the_first_sentence_says_what_decided_between_equals(house: House) -> None:
    tournament = two_times_32(house.club)
    assert told(tournament, 7)["said"] == [
        "Rank 5, because with as many points (+26) the Soli won decided: 4 against 5 of 8\u00a0P8."
    ]
    assert told(tournament, 1)["said"] == ["Rank 1, because the points decided: +67 against +66 of 2\u00a0P2."]
    assert told(tournament, 15)["said"] == [
        "Rank 12, because the points decided: −33 against −17 of 16\u00a0P16.",
        "Rank 12 is shared with 14\u00a0P14: equal in everything that counts.",
    ]


def test_rounds_and_penalties_add_up_and_the_reason_stays_inside(house: House) -> None:
    tournament = two_times_32(house.club)
    fined(tournament, 1, -3, 2)
    fined(tournament, 1, -5, None)
    found = told(tournament, 1)
    assert [(one["round"], one["where"], one["amount"], one["parts"]) for one in found["rounds"]] == [
        (1, "Table 1 · with 2\u00a0P2, 3\u00a0P3 and 4\u00a0P4", "+27", ""),
        (2, "Table 1 · with 5\u00a0P5, 9\u00a0P9 and 13\u00a0P13", "+37", "+40 − 3 penalty"),
    ]
    assert [(one["said"], one["reason"], one["alone"]) for one in found["penalties"]] == [
        ("−3 Points in round 2", "zu spät", False),
        ("−5 Points", "zu spät", True),
    ]
    assert found["sum"] == {"name": "Points", "value": "+59", "beside": "+60"}
    assert [one["reason"] for one in told_outside(tournament, 1)["penalties"]] == ["", ""]


def test_who_has_no_place_and_who_takes_no_part_is_told_so(house: House) -> None:
    tournament = two_times_32(house.club)
    tournament.entrants.filter(number=3).update(status=Status.DISQUALIFIED, gone_after=2)
    tournament.entrants.filter(number=4).update(status=Status.NO_SHOW)
    tournament.entrants.filter(number=5).update(status=Status.EXPECTED)
    said = {number: told(tournament, number) for number in (3, 4, 5)}
    assert [one["said"] for one in said.values()] == [
        ["No place: disqualified. What was played counts for the opponents."],
        ["No place: did not come."],
        ["This start card takes no part (yet)."],
    ]
    assert [(one["place"], one["compared"], one["needs"]) for one in said.values()] == [(None, None, None)] * 3
    for ask in (inside, outside):
        with pytest.raises(KeyError):
            ask(now(tournament), 99)


def test_two_that_are_named_are_compared_in_whatever_order(house: House) -> None:
    tournament = two_times_32(house.club)
    one, other = told(tournament, 7, 6)["compared"], told(tournament, 6, 7)["compared"]
    assert one == other
    assert (one["ahead"]["number"], one["behind"]["number"], one["decided_by"]) == (7, 6, "points")
    assert [(step["name"], step["ahead"], step["behind"], step["verdict"]) for step in one["steps"]] == [
        ("Points", "+26", "−71", "decides"),
        ("Soli won", "4", "0", "not_reached"),
    ]
    assert told(tournament, 7, 7)["compared"] is None


# --- what is public --------------------------------------------------------------------------------------------------


def test_outside_names_are_the_public_ones(house: House) -> None:
    tournament = two_times_32(house.club)
    Player.objects.filter(club=house.club, name="P8").update(shown=Shown.HIDDEN)
    assert told_outside(tournament, 7)["said"][0].endswith("4 against 5 of 8\u00a0N. N.")
    assert told(tournament, 7)["said"][0].endswith("4 against 5 of 8\u00a0P8.")


def test_nothing_is_told_before_the_end_where_it_is_kept_back(house: House) -> None:
    tournament = with_hall(two_times_32(house.club), public="end")
    assert asked_outside(tournament, 1) is None
    Tournament.objects.filter(pk=tournament.pk).update(ended_at=timezone.now())
    assert told_outside(tournament, 1)["place"] == 1


def test_of_one_interim_table_that_is_told_and_nothing_later(house: House) -> None:
    tournament = with_hall(two_times_32(house.club), public="once", public_round=1)
    fined(tournament, 5, -50, 2)
    found = told_outside(tournament, 5)
    assert (found["place"], [one["round"] for one in found["rounds"]], found["penalties"]) == (1, [1], [])
    assert found["needs"] is None


def test_while_places_are_read_out_only_those_read_are_told_of_and_compared(house: House) -> None:
    tournament = two_times_32(house.club)
    Tournament.objects.filter(pk=tournament.pk).update(revealed=3, seq=50)
    assert asked_outside(tournament, 1) is None
    found = told_outside(tournament, 12)  # 14th: the last of those that are read
    assert found["said"] == ["Rank 14. Who stands ahead has not been read out yet."]
    assert (found["ahead"], found["behind"]["number"], found["compared"]["behind"]["number"]) == (None, 11, 11)
    assert told_outside(tournament, 12, 1)["compared"]["ahead"]["number"] == 12
    assert told(tournament, 12, 1)["compared"]["ahead"]["number"] == 1


def test_what_is_needed_is_told_outside_only_where_all_is_public(house: House) -> None:
    tournament = two_times_32(house.club, rounds=1)
    a_round(tournament, (1, 5, 9, 13))
    assert told_outside(tournament, 1)["needs"]["said"][0] == "One table is still open in round 2."
    with_hall(tournament, public="once", public_round=1)
    assert told_outside(tournament, 1)["needs"] is None
    assert told(tournament, 1)["needs"] is not None


# --- what is still needed --------------------------------------------------------------------------------------------


def test_the_last_table_decides_and_says_from_how_much_on(house: House) -> None:
    tournament = two_times_32(house.club, rounds=1)
    tables = [(1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16)]
    drawn = a_round(tournament, *tables)
    for table in Table.objects.filter(round=drawn).exclude(number=1):
        a_result(table, *({"points": points} for points in (9, 3, -4, -8)))
    needs = told(tournament, 1)["needs"]
    # Before: 5 has +48, 13 +31, 1 +27, 9 +13; the others end with +9, +8 and less. With a points
    # for 1 the three others of the table have 92 - a together: all three can be ahead of 27 + a up to a = 2, two of
    # them whatever a is.
    assert needs["range"] == "Possible: rank 1 to 16."
    assert [(one["goal"], one["state"], one["said"]) for one in needs["targets"]] == [
        ("first", "possible", ["not sure with any result: it depends on the others too", "possible from +3 Points on"]),
        ("prize", "possible", ["sure from −19 Points on", "possible from −20 Points on"]),
        ("present", "possible", ["sure from +3 Points on", "possible from −19 Points on"]),
    ]


def test_a_match_says_what_a_win_and_a_defeat_come_to(house: House) -> None:
    plan = {
        "stages": [{"kind": "knockout", "third": True, "counting": {"unit": "legs", "best_of": 3}}],
        "ranking": {"chain": ["survived"]},
    }
    tournament = a_tournament(house.club, *(f"P{number}" for number in range(1, 5)), plan=plan)
    a_round(tournament, (1, 2), (3, 4))
    assert told(tournament, 1)["needs"]["outcomes"] == [
        {"result": "with a win", "said": "in the final, so at least second"},
        {"result": "with a defeat", "said": "plays for the third place"},
    ]


def test_after_a_round_that_is_not_the_last_nobody_is_told_that_they_cannot_go_on(house: House) -> None:
    plan = {
        "stages": [
            {"kind": "swiss", "rounds": 2, "counting": {"unit": "points", "winner_makes": 7}},
            {"kind": "knockout", "take": 2, "counting": {"unit": "legs"}},
        ],
        "ranking": {"chain": ["points"]},
    }
    tournament = a_tournament(house.club, *(f"P{number}" for number in range(1, 7)), plan=plan)
    drawn = a_round(tournament, (1, 2), (3, 4), (5, 6))
    for number in (1, 2):
        a_result(drawn.tables.get(number=number), {"points": 7}, {"points": 0})
    needs = told(tournament, 2)["needs"]
    assert needs["said"][-1] == "This is how it can stand after round 1. It is not the last one: everything stays open."
    cut = next(one for one in needs["targets"] if one["goal"] == "cut")
    assert (cut["title"], cut["said"]) == ("Among the first 2", ["not yet after this round"])


def test_goals_are_told_by_the_plan(house: House) -> None:
    tournament = two_times_32(house.club, rounds=1)
    a_round(tournament, (1, 5, 9, 13))
    asked = inside(now(tournament), 9)
    assert asked.needs is not None
    assert [(one.goal, one.place) for one in asked.needs.targets] == [
        (Goal.FIRST, 1),
        (Goal.PRIZE, 5),
        (Goal.PRESENT, 4),
    ]
