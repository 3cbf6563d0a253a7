"""What tables hand in: every shape of a result, refusals with all their reasons, once, corrected, compared."""

from collections.abc import Mapping
from typing import Any

import pytest

from clubs.models import Change, User
from clubs.models.club import Role
from clubs.services.core import Refused
from tests.club import House
from tests.tournament import a_round, a_tournament, new_token
from tournaments.models import Result, Round, Table, Tournament
from tournaments.services import results
from tournaments.services.facts import facts_of
from tournaments.services.results import Moved

pytestmark = pytest.mark.django_db

SCHAFKOPF: dict[str, Any] = {
    "stages": [{"kind": "drawn", "rounds": 2, "counting": {"sums_to": 0, "events": ["soli"], "games": 32}}],
    "ranking": {"chain": ["points", "soli"]},
}
SLIDING: dict[str, Any] = {
    "card": "pair",
    "people": 2,
    "stages": [{"kind": "sliding", "rounds": 4, "counting": {"winner_makes": 15, "win_bonus": 10}}],
}
BEST_OF_THREE: dict[str, Any] = {"stages": [{"kind": "knockout", "counting": {"unit": "legs", "best_of": 3}}]}
LIVES: dict[str, Any] = {"stages": [{"kind": "lives", "schneider_lives": 2, "counting": {"unit": "legs"}}]}


def table_at(round_: Round, number: int) -> Table:
    return round_.tables.get(number=number)


def put(table: Table, *rows: Mapping[str, Any], by: User | None = None, seen: int | None = None, **more: Any) -> Result:
    """What somebody hands in who sees the table as it is."""
    now = Table.objects.get(pk=table.pk).seq if seen is None else seen
    return results.hand_in(table, by=by, rows=rows, seen=now, token=more.pop("token", new_token("result")), **more)


def points(*amounts: int) -> list[dict[str, int]]:
    return [{"points": amount} for amount in amounts]


def codes(error: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [one.code for one in error.value.problems]


def logged(what: str) -> list[dict[str, Any]]:
    return [dict(one.after) for one in Change.objects.filter(what=what).order_by("pk")]


def made(tournament: Tournament, table: int, round_: int = 1) -> tuple[Mapping[str, int], ...] | None:
    found = next(one for one in facts_of(tournament).rounds[round_ - 1].tables if one.number == table)
    return found.scores


# --- what can be and what cannot -------------------------------------------------------------------------------------


def test_the_wrong_list_of_the_schafkopfrennen_is_refused_and_the_corrected_one_counts(house: House) -> None:
    tournament = a_tournament(house.club, cards=16, plan=SCHAFKOPF)
    a_round(tournament, range(1, 5))
    table = table_at(a_round(tournament, (4, 8, 12, 16)), 1)
    egon = house.users[Role.SCORER]
    with pytest.raises(Refused) as error:
        put(table, *points(9, 22, -20, -21), by=egon)
    assert [(one.code, one.figures) for one in error.value.problems] == [("sum_wrong", {"sum": -10, "should": 0})]
    assert (Result.objects.count(), made(tournament, 1, 2)) == (0, None)
    put(table, *points(9, 22, -20, -11), by=egon)
    assert [one["points"] for one in made(tournament, 1, 2) or ()] == [9, 22, -20, -11]
    assert [(one["result"], one["sum"]) for one in logged("table_refused")] == [
        ({"4": {"points": 9}, "8": {"points": 22}, "12": {"points": -20}, "16": {"points": -21}}, -10)
    ]
    assert [one["result"]["16"] for one in logged("table_handed_in")] == [{"points": -11}]
    assert [one.by for one in Change.objects.filter(what__startswith="table_")] == [egon, egon]


def test_every_problem_is_named_at_its_seat(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan=SCHAFKOPF)
    table = table_at(a_round(tournament, (1, 2, 3, 4)), 1)
    rows: list[dict[str, Any]] = [
        {"points": "drei"},
        {"points": 1, "soli": -1},
        {"points": 2, "tore": 1},
        {"points": 0},
    ]
    with pytest.raises(Refused) as error:
        put(table, *rows)
    assert [(one.code, one.at) for one in error.value.problems] == [
        ("amount_unreadable", "rows.0.points"),
        ("negative_event", "rows.1.soli"),
        ("unknown_unit", "rows.2.tore"),
    ]
    with pytest.raises(Refused) as error:
        put(table, {"points": 1}, {}, {"points": -1}, {"points": 0})
    assert [(one.code, one.at) for one in error.value.problems] == [("amount_missing", "rows.1.points")]
    with pytest.raises(Refused) as error:
        put(table, *points(1, -1))
    assert codes(error) == ["wrong_seats"]


def test_a_table_of_five_a_zero_that_is_a_result_and_won_soli(house: House) -> None:
    plan = {"stages": [{**SCHAFKOPF["stages"][0], "sizes": [5, 4]}]}
    tournament = a_tournament(house.club, cards=5, plan=plan)
    table = table_at(a_round(tournament, (5, 4, 3, 2, 1)), 1)
    put(table, {"points": 0}, {"points": 7, "soli": 2}, {"points": 0}, {"points": -3}, {"points": -4})
    assert [(one["points"], one["soli"]) for one in made(tournament, 1) or ()] == [
        (0, 0),
        (7, 2),
        (0, 0),
        (-3, 0),
        (-4, 0),
    ]


def test_a_bummerl_with_schneider_costs_the_loser_two_lives(house: House) -> None:
    tournament = a_tournament(house.club, "Auer", "Berger", plan=LIVES)
    table = table_at(a_round(tournament, (1, 2)), 1)
    put(table, {"won": 1, "schneider": 1}, {"won": 0})
    assert [(one["won"], one.get("schneider", 0)) for one in made(tournament, 1) or ()] == [(1, 1), (0, 0)]
    assert facts_of(tournament).standings[0].number == 1


@pytest.mark.parametrize(
    ("legs", "code"), [((2, 1), None), ((2, 0), None), ((3, 0), "legs_impossible"), ((1, 1), "legs_impossible")]
)
def test_best_of_three(house: House, legs: tuple[int, int], code: str | None) -> None:
    tournament = a_tournament(house.club, "Auer", "Berger", plan=BEST_OF_THREE)
    table = table_at(a_round(tournament, (1, 2)), 1)
    rows = [{"legs": one} for one in legs]
    if code is None:
        put(table, *rows)
        assert [one["legs"] for one in made(tournament, 1) or ()] == list(legs)
    else:
        with pytest.raises(Refused) as error:
            put(table, *rows)
        assert codes(error) == [code]


def test_only_the_final_may_be_longer(house: House) -> None:
    plan = {"stages": [{"kind": "knockout", "third": True, "final_best_of": 3, "counting": {"unit": "legs"}}]}
    tournament = a_tournament(house.club, cards=4, plan=plan)
    semi = a_round(tournament, (1, 2), (3, 4))
    for number in (1, 2):
        with pytest.raises(Refused):
            put(table_at(semi, number), {"legs": 2}, {"legs": 1})
        put(table_at(semi, number), {"won": 1}, {"won": 0})
    final = a_round(tournament, (1, 3), (2, 4))
    with pytest.raises(Refused):
        put(table_at(final, 2), {"legs": 2}, {"legs": 1})
    put(table_at(final, 1), {"legs": 2}, {"legs": 1})
    assert [one["won"] for one in made(tournament, 1, 2) or ()] == [1, 0]


def test_sliding_pairs_fifteen_to_nine(house: House) -> None:
    tournament = a_tournament(house.club, "A / B", "C / D", plan=SLIDING)
    table = table_at(a_round(tournament, (1, 2)), 1)
    with pytest.raises(Refused) as error:
        put(table, *points(14, 9))
    assert codes(error) == ["winner_makes"]
    put(table, *points(15, 9))
    assert [(one["points"], one["won"], one["conceded"]) for one in made(tournament, 1) or ()] == [
        (25, 1, 9),
        (9, 0, 15),
    ]


def test_boards_of_two_teams(house: House) -> None:
    plan = {
        "card": "team",
        "people": 3,
        "stages": [{"kind": "round_robin", "counting": {"unit": "legs", "boards": 3}}],
    }
    tournament = a_tournament(house.club, "A / B / C", "D / E / F", plan=plan)
    table = table_at(a_round(tournament, (1, 2)), 1)
    with pytest.raises(Refused) as error:
        put(table, boards=[[1, 0]])
    assert [(one.code, one.figures) for one in error.value.problems] == [("board_missing", {"boards": "2, 3"})]
    put(table, boards=[[1, 0], [0, 1], [1, 0]])
    assert [(one["won"], one["boards"]) for one in made(tournament, 1) or ()] == [(1, 2), (0, 1)]


def test_a_walkover_a_struck_table_and_two_cards_of_one_person(house: House) -> None:
    tournament = a_tournament(house.club, "Auer", "Berger", "Dorn", "Eder", "Auer", plan=BEST_OF_THREE)
    played = a_round(tournament, (1, 2), (3, 4))
    one, other = table_at(played, 1), table_at(played, 2)
    results.walkover(one, 2, by=None, seen=0, token="w1")
    assert [(row["won"], row["lost"], row["walkover"]) for row in made(tournament, 1) or ()] == [(0, 1, 1), (1, 0, 1)]
    with pytest.raises(Refused) as error:
        results.strike(other, by=None, seen=0, token="s1", reason=" ")
    assert codes(error) == ["result_reason_missing"]
    results.strike(other, by=None, seen=0, token="s2", reason="geht nicht auf")
    assert [row["struck"] for row in made(tournament, 2) or ()] == [1, 1]
    again = a_round(tournament, (1, 5), (2, 3))
    with pytest.raises(Refused) as error:
        results.survivor(table_at(again, 2), 2, by=None, seen=0, token="u1")
    assert codes(error) == ["two_people"]
    results.survivor(table_at(again, 1), 5, by=None, seen=0, token="u2")
    assert [row["won"] for row in made(tournament, 1, 2) or ()] == [0, 1]
    with pytest.raises(Refused) as error:
        results.walkover(table_at(again, 2), 9, by=None, seen=0, token="w2")
    assert codes(error) == ["not_at_this_table"]


def test_nothing_is_handed_in_of_a_draft_of_somebody_alone_or_after_the_end(house: House) -> None:
    tournament = a_tournament(house.club, cards=3, plan=BEST_OF_THREE)
    played = a_round(tournament, (1, 2), (3,))
    with pytest.raises(Refused) as error:
        put(table_at(played, 2), {"legs": 2})
    assert codes(error) == ["nobody_to_play"]
    draft = a_round(tournament, (1, 3), published=False)
    with pytest.raises(Refused) as error:
        put(table_at(draft, 1), {"legs": 2}, {"legs": 0})
    assert codes(error) == ["round_not_published"]
    Tournament.objects.filter(pk=tournament.pk).update(ended_at=played.published_at)
    with pytest.raises(Refused) as error:
        put(table_at(played, 1), {"legs": 2}, {"legs": 0})
    assert codes(error) == ["tournament_over"]


# --- once ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def table(house: House) -> Table:
    tournament = a_tournament(house.club, cards=4, plan=SCHAFKOPF)
    return table_at(a_round(tournament, (1, 2, 3, 4)), 1)


def test_the_same_request_again_gets_its_first_answer(table: Table) -> None:
    first = put(table, *points(1, -1, 0, 0), token="same", seen=0)
    assert put(table, *points(1, -1, 0, 0), token="same", seen=0) == first
    with pytest.raises(Refused) as error:
        put(table, *points(2, -2, 0, 0), token="same", seen=0)
    assert (codes(error), Result.objects.count()) == (["token_used"], 1)


def test_a_phone_and_the_desk_that_say_the_same_hand_in_once(table: Table) -> None:
    first = put(table, *points(1, -1, 0, 0), seen=0, device="phone-1")
    assert put(table, *points(1, -1, 0, 0), seen=0, device="phone-2") == first
    assert put(table, *points(1, -1, 0, 0), seen=1) == first


def test_who_comes_second_with_something_else_is_told_what_the_first_one_said(table: Table) -> None:
    first = put(table, *points(1, -1, 0, 0), seen=0)
    with pytest.raises(Moved) as error:
        put(table, *points(2, -2, 0, 0), seen=0, reason="ich war's")
    assert (error.value.last, [one["points"] for one in error.value.scores or ()]) == (first, [1, -1, 0, 0])
    assert Result.objects.count() == 1


def test_a_correction_takes_a_reason_and_keeps_what_was(table: Table, house: House) -> None:
    put(table, *points(1, -1, 0, 0))
    with pytest.raises(Refused) as error:
        put(table, *points(2, -2, 0, 0))
    assert codes(error) == ["result_reason_missing"]
    bert = house.users[Role.DIRECTOR]
    put(table, *points(2, -2, 0, 0), by=bert, reason="Liste falsch gelesen")
    tournament = Tournament.objects.get()
    assert [one["points"] for one in made(tournament, 1) or ()] == [2, -2, 0, 0]
    change = Change.objects.get(what="table_corrected")
    assert (change.by, change.after["reason"]) == (bert, "Liste falsch gelesen")
    assert (change.before["result"]["1"], change.after["result"]["1"]) == ({"points": 1}, {"points": 2})
    assert [one.rows[0]["points"] for one in Result.objects.order_by("seq")] == [1, 2]


def test_a_result_of_an_earlier_round_changes_the_standings_at_once_and_no_draw(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan=SCHAFKOPF)
    first = a_round(tournament, (1, 2, 3, 4))
    put(table_at(first, 1), *points(5, -5, 0, 0))
    second = a_round(tournament, (4, 3, 2, 1))
    put(table_at(second, 1), *points(0, 0, 1, -1))
    assert [one.number for one in facts_of(tournament).standings] == [1, 3, 4, 2]
    put(table_at(first, 1), *points(-5, 5, 0, 0), reason="vertauscht")
    assert [one.number for one in facts_of(tournament).standings] == [2, 3, 4, 1]
    assert [seat.entrant.number for seat in table_at(second, 1).seats.order_by("position")] == [4, 3, 2, 1]


# --- two entries that are compared -----------------------------------------------------------------------------------


@pytest.fixture
def twice(house: House) -> Table:
    tournament = a_tournament(house.club, cards=4, plan={**SCHAFKOPF, "desk": {"twice": True}})
    return table_at(a_round(tournament, (1, 2, 3, 4)), 1)


def test_of_two_entries_the_second_that_says_the_same_counts(twice: Table) -> None:
    assert put(twice, *points(1, -1, 0, 0)).how == Result.How.FIRST
    assert made(twice.round.tournament, 1) is None
    assert put(twice, *points(1, -1, 0, 0)).how == Result.How.TYPED
    assert made(twice.round.tournament, 1) is not None


def test_entries_that_differ_count_when_one_is_typed_again(twice: Table) -> None:
    for amounts in ((1, -1, 0, 0), (2, -2, 0, 0)):
        assert put(twice, *points(*amounts)).how == Result.How.FIRST
    assert [len(results.waiting(twice)), made(twice.round.tournament, 1)] == [2, None]
    assert put(twice, *points(2, -2, 0, 0)).how == Result.How.TYPED
    assert [one["points"] for one in made(twice.round.tournament, 1) or ()] == [2, -2, 0, 0]


def test_two_at_the_desk_at_the_same_time_are_the_two_entries(twice: Table, house: House) -> None:
    anna, egon = house.users[Role.OWNER], house.users[Role.SCORER]
    assert put(twice, *points(1, -1, 0, 0), by=anna, seen=0).how == Result.How.FIRST
    assert put(twice, *points(1, -1, 0, 0), by=anna, seen=0).how == Result.How.FIRST  # sent again without an answer
    assert put(twice, *points(1, -1, 0, 0), by=egon, seen=0).how == Result.How.TYPED
    assert Result.objects.count() == 2
