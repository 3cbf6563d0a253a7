"""Hand by hand at a tournament: every game's sheet becomes the result of its table, and corrections reach standings."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Change, Membership
from clubs.models.club import Role
from clubs.services.core import Refused
from scoring.games.sheet import Refused as RecordRefused
from scoring.models import Sheet
from scoring.services.closing import close_sheet, reopen_sheet
from scoring.services.record import Write
from scoring.services.sheets import record_hand, rename_seats, swap_seats
from tests.club import House
from tests.services.table import now, plain, won_leg
from tests.services.test_tournament_results import made, put, table_at
from tests.tournament import a_round, a_tournament
from tournaments.models import Result, Table, Tournament
from tournaments.services import finishing, results, table_sheets
from tournaments.services.facts import facts_of
from tournaments.services.results import Moved

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clean_record")]

EITHER = {"record": "either"}


def a_table(house: House, game: str, *names: str, stage: Mapping[str, Any], **more: Any) -> Table:
    """The only table of the first round, with everybody of the tournament at it."""
    plan = {"stages": [stage], "desk": EITHER, **more.pop("plan", {})}
    tournament = a_tournament(house.club, *names, plan=plan, game=game, **more)
    return table_at(a_round(tournament, range(1, len(names) + 1)), 1)


def pairs(house: House, **counting: Any) -> Table:
    return a_table(
        house,
        "bauernschnapsen",
        "A1 / A2",
        "B1 / B2",
        stage={"kind": "sliding", "rounds": 1, "counting": counting},
        plan={"card": "pair", "people": 2},
    )


def play(table: Table, *hands: Mapping[str, Any]) -> Sheet:
    sheet = table_sheets.open_sheet(table)
    for hand in hands:
        record_hand(sheet, hand=hand, write=now(sheet))
    return sheet


def play_and_close(table: Table, *hands: Mapping[str, Any]) -> Sheet:
    sheet = play(table, *hands)
    close_sheet(sheet, write=now(sheet))
    return sheet


def counted(table: Table, *units: str) -> list[Any]:
    rows = made(table.round.tournament, table.number) or ()
    return [tuple(one.get(unit) for unit in units) if len(units) > 1 else one.get(units[0]) for one in rows]


def director(house: House) -> Membership:
    return Membership.objects.select_related("club", "user").get(user=house.users[Role.DIRECTOR])


# --- every game ------------------------------------------------------------------------------------------------------


def test_pairs_sit_crosswise_and_their_legs_are_the_match(house: House) -> None:
    table = pairs(house, unit="legs", best_of=3, events=["schneider", "bummerl"])
    sheet = play(table)
    assert sheet.state["names"] == ["A1", "B1", "A2", "B2"]
    assert (sheet.club, sheet.evening, sheet.house_rules["legs_limit"]) == (house.club, None, 3)
    for winner in (0, 1, 0):
        record_hand(sheet, hand=won_leg(winner), write=now(sheet))
    assert counted(table, "legs") == []
    close_sheet(sheet, write=now(sheet))
    assert counted(table, "legs", "won", "schneider", "bummerl") == [(2, 1, 2, 2), (1, 0, 1, 4)]


def test_points_of_one_game_to_the_target_and_the_bonus_of_the_winner(house: House) -> None:
    table = pairs(house, winner_makes=24, win_bonus=10)
    play_and_close(table, plain(1, 3), won_leg(0))
    assert counted(table, "points", "made", "conceded", "won") == [(34, 24, 3, 1), (3, 3, 24, 0)]


def test_a_sheet_that_is_no_result_yet_leaves_the_table_open_and_says_why(house: House) -> None:
    table = pairs(house, unit="legs", best_of=3)
    play_and_close(table, won_leg(0))
    assert made(table.round.tournament, 1) is None
    assert [one.code for one in results.at_table(table).made.problems] == ["legs_impossible"]


def test_drawn_partners_each_have_what_their_side_made(house: House) -> None:
    stage = {"kind": "drawn", "rounds": 1, "partners": True, "counting": {"unit": "legs"}}
    table = a_table(house, "bauernschnapsen", "Anna", "Bert", "Cilli", "Dora", stage=stage)
    play_and_close(table, won_leg(0), won_leg(0), won_leg(1))
    assert counted(table, "legs", "table_rank") == [(2, 1), (1, 3), (2, 1), (1, 3)]


def test_talonschnapsen_counts_bummerl_or_points(house: House) -> None:
    counting = {"unit": "bummerl", "events": ["schneider", "legs"]}
    table = a_table(
        house, "talonschnapsen", "Anna", "Bert", "Cilli", stage={"kind": "drawn", "sizes": [3], "counting": counting}
    )
    bettler = {"contract": "normal", "made": True, "grade": 3}
    sheet = play(table, *[bettler] * 3)
    assert sheet.state["play"]["totals"] == [3, 3, 3]
    close_sheet(sheet, write=now(sheet))
    assert counted(table, "bummerl", "legs") == [(0, 0)] * 3


def test_schnapsen_for_two_one_bummerl_with_schneider(house: House) -> None:
    stage = {"kind": "lives", "schneider_lives": 2, "counting": {"unit": "legs"}}
    table = a_table(house, "schnapsen", "Anna", "Bert", stage=stage)
    sheet = play_and_close(table, *[{"winner": 1, "value": 3}] * 3)
    assert sheet.state["play"]["finished"]
    assert counted(table, "won", "schneider") == [(0, 0), (1, 1)]


def test_bauerntarock_counts_points_and_at_a_table_too_large_the_dealer_sits_out(house: House) -> None:
    names = ["Anna", "Bert", "Cilli", "Dora", "Egon"]
    table = a_table(house, "bauerntarock", *names, stage={"kind": "drawn", "sizes": [5], "counting": {}})
    sheet = play_and_close(table, {"declarer": 0, "bid": "hineinschauen", "points": 75})
    assert sheet.house_rules["sit_out"] == "dealer"
    first, *others = counted(table, "points")
    assert (first, others) == (sheet.totals["points"][0], [0, 0, 0, 0])
    assert first > 0


def test_kratzen_counts_cents_the_pot_shared_out(house: House) -> None:
    names = ["Anna", "Bert", "Cilli"]
    stage = {"kind": "drawn", "sizes": [3], "counting": {"sums_to": 0}}
    table = a_table(house, "kratzen", *names, stage=stage)
    play_and_close(table, {"tricks": [2, 1, 1]})
    amounts = counted(table, "points")
    assert (sum(amounts), len(set(amounts)) > 1) == (0, True)


def test_blattla_counts_cents_won_soli_and_touts(house: House) -> None:
    stage = {"kind": "drawn", "counting": {"sums_to": 0, "events": ["soli", "touts"]}}
    table = a_table(house, "blattla", "Anna", "Bert", "Cilli", "Dora", stage=stage)
    solo = {"contract": "solo", "declarer": 1, "suit": "eichel", "points": 75}
    tout = {"contract": "solo_tout", "declarer": 2, "suit": "eichel", "made": True}
    play_and_close(table, solo, tout, {**tout, "declarer": 0, "made": False})
    assert counted(table, "soli", "touts") == [(0, 0), (1, 0), (1, 1), (0, 0)]
    assert sum(counted(table, "points")) == 0


# --- whose seat it is ------------------------------------------------------------------------------------------------


def test_a_table_that_puts_its_seats_right_takes_the_result_along(house: House) -> None:
    table = a_table(house, "schnapsen", "Anna", "Bert", stage={"kind": "lives", "counting": {"unit": "legs"}})
    sheet = play(table)
    swap_seats(sheet, seats=[0, 1], write=now(sheet))
    for _hand in range(3):
        record_hand(sheet, hand={"winner": 0, "value": 3}, write=now(sheet))
    close_sheet(sheet, write=now(sheet))
    assert (sheet.state["names"], counted(table, "won")) == (["Bert", "Anna"], [0, 1])


def test_somebody_nobody_expected_takes_the_place_that_is_left(house: House) -> None:
    table = a_table(house, "schnapsen", "Anna", "Bert", stage={"kind": "lives", "counting": {"unit": "legs"}})
    sheet = play(table)
    rename_seats(sheet, names=["Bert", "Der Ersatz"], write=now(sheet))
    for _hand in range(3):
        record_hand(sheet, hand={"winner": 0, "value": 3}, write=now(sheet))
    close_sheet(sheet, write=now(sheet))
    assert counted(table, "won") == [0, 1]


def test_people_of_one_card_on_both_sides_are_no_result(house: House) -> None:
    table = pairs(house, unit="legs")
    sheet = play(table)
    swap_seats(sheet, seats=[0, 1], write=now(sheet))
    record_hand(sheet, hand=won_leg(0), write=now(sheet))
    close_sheet(sheet, write=now(sheet))
    assert [one.code for one in results.at_table(table).made.problems] == ["sheet_seats_mixed"]
    assert made(table.round.tournament, 1) is None


# --- one sheet, opened once ------------------------------------------------------------------------------------------


def test_everybody_gets_the_same_sheet(house: House) -> None:
    table = pairs(house, unit="legs")
    assert [table_sheets.open_sheet(table).pk for _phone in range(3)] == [Sheet.objects.get().pk] * 3


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"desk": {"record": "result"}}, "results_only"),
        ({"game": ""}, "game_not_scored"),
        ({"game": "talonschnapsen"}, "seats_of_another_game"),
        ({"game": "kratzen"}, "seats_of_another_game"),
    ],
)
def test_where_no_sheet_can_be(house: House, changes: dict[str, Any], code: str) -> None:
    table = pairs(house, unit="legs")
    tournament = table.round.tournament
    tournament.game = changes.pop("game", tournament.game)
    tournament.plan |= changes
    tournament.save()
    with pytest.raises(Refused) as error:
        table_sheets.open_sheet(table)
    assert [one.code for one in error.value.problems] == [code]


def test_no_sheet_is_begun_where_the_result_is_in_or_one_person_has_both_cards(house: House) -> None:
    table = pairs(house, unit="legs")
    put(table, {"won": 1}, {"won": 0})
    with pytest.raises(Refused) as error:
        table_sheets.open_sheet(table)
    assert [one.code for one in error.value.problems] == ["result_is_in"]
    tournament = a_tournament(
        house.club, "Anna", "Anna", game="schnapsen", plan={"desk": EITHER, "stages": [{"kind": "knockout"}]}
    )
    with pytest.raises(Refused) as error:
        table_sheets.open_sheet(table_at(a_round(tournament, (1, 2)), 1))
    assert [one.code for one in error.value.problems] == ["one_person_twice"]


# --- phones, paper and the director ----------------------------------------------------------------------------------


def test_paper_that_says_the_same_as_the_sheet_leaves_the_sheet_counting(house: House) -> None:
    table = pairs(house, unit="legs")
    play_and_close(table, won_leg(0))
    assert put(table, {"won": 1}, {"won": 0}).how == Result.How.SHEET
    assert Table.objects.get().scores is None
    assert counted(table, "won") == [1, 0]


def test_paper_that_differs_from_the_closed_sheet_is_not_written_silently(house: House) -> None:
    table = pairs(house, unit="legs")
    play_and_close(table, won_leg(0))
    with pytest.raises(Moved) as error:
        put(table, {"won": 0}, {"won": 1})
    assert (error.value.last, [one["won"] for one in error.value.scores or ()]) == (None, [1, 0])
    put(table, {"won": 0}, {"won": 1}, reason="falsch getippt", by=house.users[Role.DIRECTOR])
    assert counted(table, "won") == [0, 1]
    results.count_sheet(table, by=None, seen=1, token="s", reason="doch richtig")
    assert counted(table, "won") == [1, 0]
    with pytest.raises(Refused) as refused:
        results.count_sheet(table, by=None, seen=2, token="s2", reason="noch einmal")
    assert [one.code for one in refused.value.problems] == ["sheet_counts_already"]


def test_a_sheet_opened_again_makes_the_table_open_again(house: House) -> None:
    table = pairs(house, unit="legs")
    sheet = play_and_close(table, won_leg(0))
    assert facts_of(table.round.tournament).open_tables == ()
    with pytest.raises(Refused) as refused:
        table_sheets.reopen(table, by=director(house), token="reopen-1", reason="")
    assert [one.code for one in refused.value.problems] == ["result_reason_missing"]
    for _sent in range(2):
        table_sheets.reopen(table, by=director(house), token="reopen-2", reason="Spiel 3 fehlt")
    assert Change.objects.filter(what="table_opened_again").count() == 1
    assert (facts_of(table.round.tournament).open_tables, counted(table, "won")) == ((table.number,), [])
    sheet.refresh_from_db()
    close_sheet(sheet, write=now(sheet))
    assert counted(table, "won") == [1, 0]
    reopen_sheet(sheet, write=now(sheet), by=director(house))  # on the sheet's own page
    assert counted(table, "won") == []


def test_a_hand_of_an_earlier_round_put_right_changes_the_standings_on_the_next_request(house: House) -> None:
    stage = {"kind": "drawn", "rounds": 2, "counting": {"sums_to": 0}}
    table = a_table(house, "blattla", "Anna", "Bert", "Cilli", "Dora", stage=stage)
    tournament = Tournament.objects.get()
    hand = {"contract": "solo", "declarer": 1, "suit": "eichel", "points": 75}
    sheet = play_and_close(table, hand)
    second = table_at(a_round(tournament, (4, 3, 2, 1)), 1)
    put(second, *[{"points": 0}] * 4)
    assert facts_of(tournament).standings[0].number == 2
    for _sent in range(2):
        table_sheets.correct_hand(
            table, by=director(house), line=1, hand={**hand, "declarer": 3}, token="right", reason="Dora war es"
        )
    sheet.refresh_from_db()
    assert facts_of(tournament).standings[0].number == 4
    assert (sheet.is_open, Change.objects.get(what="table_hand_corrected").after["reason"]) == (False, "Dora war es")


def test_the_sheets_of_many_tables_cost_as_many_queries_as_one(
    house: House, django_assert_max_num_queries: Any
) -> None:
    stage = {"kind": "drawn", "counting": {"events": ["touts"]}}
    names = [f"Spieler {number}" for number in range(1, 13)]
    plan = {"stages": [stage], "desk": EITHER}
    tournament = a_tournament(house.club, *names, plan=plan, game="blattla")
    played = a_round(tournament, (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    tout = {"contract": "solo_tout", "declarer": 2, "suit": "eichel", "made": True}
    for number in (1, 2, 3):
        play_and_close(table_at(played, number), tout)
    with django_assert_max_num_queries(14):
        found = facts_of(tournament)
    assert [one.scores[2]["touts"] for one in found.rounds[0].tables if one.scores] == [1, 1, 1]


def test_the_token_of_a_sheet_is_nobodys_guess(house: House) -> None:
    table = pairs(house, unit="legs")
    sheet = table_sheets.open_sheet(table)
    assert sheet.token == table_sheets.sheet_token(table.round.tournament, table)
    assert len(sheet.token) == 40
    assert Write(0, sheet.token).token == sheet.token


def test_once_the_places_are_final_no_sheet_of_theirs_is_opened_again(house: House) -> None:
    table = pairs(house, unit="legs")
    sheet = play_and_close(table, won_leg(0))
    finishing.finish(table.round.tournament, by=None, now=timezone.now(), sure=True)
    with pytest.raises(RecordRefused) as refused:
        reopen_sheet(sheet, write=now(sheet), by=director(house))
    assert [one.code for one in refused.value.problems] == ["tournament_over"]

    said = "Die Plätze stehen fest."
    bert, path = house.phone(Role.DIRECTOR), f"/sheet/{sheet.write_secret}/"
    page = bert.get(path + "result/").content.decode()
    assert said in page
    assert "/reopen/" not in page
    answer = bert.post(path + "reopen/", {"after_seq": sheet.seq, "token": "stale-page"})
    assert (answer.status_code, said in answer.content.decode()) == (422, True)

    ask = f"/api/v1/clubs/{house.club.slug}/sheets/{sheet.write_secret}/reopen/"
    told = {"Authorization": f"Token {house.token(Role.DIRECTOR)}"}
    answer = Client(headers=told).post(ask, {"after_seq": sheet.seq, "token": "over-the-api"}, "application/json")
    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (422, "tournament_over")
    assert Sheet.objects.get(pk=sheet.pk).status == Sheet.Status.CLOSED

    finishing.reopen(table.round.tournament, by=None, sure=True)
    assert bert.post(path + "reopen/", {"after_seq": sheet.seq, "token": "now-it-may"}).status_code == 302
    assert Sheet.objects.get(pk=sheet.pk).is_open
