"""Tables and results through the API: the same use cases, the same refusals, the same rows."""

from typing import Any

import pytest
from django.test import Client

from clubs.models.club import Role
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from tests.club import House
from tests.services.table import now, won_leg
from tests.services.test_tournament_results import SCHAFKOPF, table_at
from tests.services.test_tournament_sheets import EITHER, a_table, pairs, play, play_and_close
from tests.tournament import a_round, a_tournament
from tests.web.page import get
from tournaments.models import Result, Table, Tournament
from tournaments.services.table_codes import code_of

pytestmark = pytest.mark.django_db


def api(house: House, role: str) -> Client:
    return Client(headers={"Authorization": f"Token {house.token(role)}", "Accept-Language": "en"})


@pytest.fixture
def desk(house: House) -> Client:
    return api(house, Role.SCORER)


@pytest.fixture
def director(house: House) -> Client:
    return api(house, Role.DIRECTOR)


@pytest.fixture
def tournament(house: House) -> Tournament:
    made = a_tournament(house.club, cards=4, plan=SCHAFKOPF)
    a_round(made, (4, 3, 2, 1))
    return made


def path(tournament: Tournament, rest: str = "") -> str:
    return f"/api/v1/clubs/post/tournaments/{tournament.pk}/rounds/1/tables/1/{rest}"


def post(client: Client, address: str, status: int = 200, **said: Any) -> Any:
    answer = client.post(address, said, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def rows(*amounts: int) -> list[dict[str, int]]:
    return [{"points": amount} for amount in amounts]


def test_a_table_hands_in_and_the_answer_says_what_counts(desk: Client, tournament: Tournament) -> None:
    before = desk.get(path(tournament)).json()
    assert (before["state"], before["seen"], [one["number"] for one in before["seats"]]) == ("open", 0, [4, 3, 2, 1])
    after = post(desk, path(tournament, "result/"), token="a", seen=0, rows=rows(1, -1, 0, 0))
    assert (after["state"], after["seen"]) == ("in", 1)
    assert [one["scores"]["points"] for one in after["seats"]] == [1, -1, 0, 0]
    assert [(one["how"], one["by"]) for one in after["handed_in"]] == [("typed", "Egon Kern")]
    assert post(desk, path(tournament, "result/"), token="a", seen=0, rows=rows(1, -1, 0, 0)) == after
    listed = desk.get(f"/api/v1/clubs/post/tournaments/{tournament.pk}/rounds/1/tables/").json()
    assert listed == [after]


def test_a_wrong_list_is_refused_with_its_sum(desk: Client, tournament: Tournament) -> None:
    answer = post(desk, path(tournament, "result/"), 422, token="a", seen=0, rows=rows(9, 22, -20, -21))
    assert [(one["code"], one["at"]) for one in answer["problems"]] == [("sum_wrong", "rows")]
    for wrong in ({"rows": "x"}, {"rows": [1]}, {"seen": -1}, {"how": "geraten"}, {"boards": [[1, 2, 3]]}):
        post(desk, path(tournament, "result/"), 422, **{"token": "b", "seen": 0, **wrong})
    assert Result.objects.count() == 0


def test_who_was_slower_gets_the_table_as_it_is(desk: Client, tournament: Tournament) -> None:
    post(desk, path(tournament, "result/"), token="a", seen=0, rows=rows(1, -1, 0, 0))
    answer = post(desk, path(tournament, "result/"), 409, token="b", seen=0, rows=rows(2, -2, 0, 0))
    assert (answer["code"], answer["table"]["seats"][0]["scores"]["points"]) == ("moved", 1)


def test_directors_correct_with_a_reason(desk: Client, director: Client, tournament: Tournament) -> None:
    post(desk, path(tournament, "result/"), token="a", seen=0, rows=rows(1, -1, 0, 0))
    corrected: dict[str, Any] = {"seen": 1, "rows": rows(2, -2, 0, 0)}
    for reason in ("", "darf ich"):
        answer = post(desk, path(tournament, "result/"), 422, token="b", reason=reason, **corrected)
        assert [one["code"] for one in answer["problems"]] == ["only_directors_correct"]
    answer = post(director, path(tournament, "result/"), 422, token="b", **corrected)
    assert [one["code"] for one in answer["problems"]] == ["result_reason_missing"]
    after = post(director, path(tournament, "result/"), token="b", reason="verschrieben", **corrected)
    assert [one["reason"] for one in after["handed_in"]] == ["", "verschrieben"]


def test_walkover_strike_and_survivor(desk: Client, director: Client, house: House) -> None:
    plan = {"stages": [{"kind": "knockout", "counting": {"unit": "legs"}}]}
    tournament = a_tournament(house.club, "Anna", "Anna", plan=plan)
    a_round(tournament, (1, 2))
    after = post(desk, path(tournament, "result/"), token="a", seen=0, how="survivor", number=2)
    assert [one["scores"]["won"] for one in after["seats"]] == [0, 1]
    after = post(director, path(tournament, "result/"), token="b", seen=1, how="walkover", number=None, reason="weg")
    assert [one["scores"]["lost"] for one in after["seats"]] == [1, 1]
    after = post(director, path(tournament, "result/"), token="c", seen=2, how="strike", reason="gestritten")
    assert [one["scores"]["struck"] for one in after["seats"]] == [1, 1]
    answer = post(director, path(tournament, "result/"), 422, token="d", seen=3, how="sheet", reason="Zettel")
    assert [one["code"] for one in answer["problems"]] == ["no_sheet"]


def test_boards_of_teams(desk: Client, house: House) -> None:
    plan = {"card": "team", "people": 3, "stages": [{"kind": "round_robin", "counting": {"unit": "legs", "boards": 3}}]}
    tournament = a_tournament(house.club, "A / B / C", "D / E / F", plan=plan)
    a_round(tournament, (1, 2))
    after = post(desk, path(tournament, "result/"), token="a", seen=0, boards=[[1, 0], [0, 1], [1, 0]])
    assert [one["scores"]["boards"] for one in after["seats"]] == [2, 1]


def test_a_sheet_is_begun_and_its_secret_is_for_those_who_hand_in(desk: Client, house: House) -> None:
    table = pairs(house, unit="legs")
    tournament = table.round.tournament
    begun = post(desk, path(tournament, "sheet/"))["sheet"]
    assert begun["write_secret"] == Sheet.objects.get().write_secret
    assert "write_secret" not in api(house, Role.MEMBER).get(path(tournament)).json()["sheet"]
    play(table, won_leg(0))
    sheet = Sheet.objects.get()
    close_sheet(sheet, write=now(sheet))
    after = desk.get(path(tournament)).json()
    assert (after["state"], [one["scores"]["won"] for one in after["seats"]]) == ("in", [1, 0])


def test_a_sheet_that_makes_no_result_says_why(desk: Client, house: House) -> None:
    table = pairs(house, unit="legs", best_of=3)
    play_and_close(table, won_leg(0))
    answer = desk.get(path(table.round.tournament)).json()
    assert (answer["state"], [one["code"] for one in answer["sheet"]["problems"]]) == ("disputed", ["legs_impossible"])


def test_a_hand_of_a_closed_sheet_is_put_right_and_the_standings_follow(director: Client, house: House) -> None:
    stage = {"kind": "drawn", "rounds": 2, "counting": {"sums_to": 0}}
    table = a_table(house, "blattla", "Anna", "Bert", "Cilli", "Dora", stage=stage)
    tournament = table.round.tournament
    hand = {"contract": "solo", "declarer": 1, "suit": "eichel", "points": 75}
    play_and_close(table, hand)
    standings = f"/api/v1/clubs/post/tournaments/{tournament.pk}/standings/"
    first = director.get(standings)
    assert first.json()["standings"][0]["number"] == 2
    said: dict[str, Any] = {"line": 1, "hand": {**hand, "declarer": 3}, "token": "right"}
    answer = post(director, path(tournament, "sheet/corrections/"), 422, **said, reason="")
    assert [one["code"] for one in answer["problems"]] == ["result_reason_missing"]
    wrong = {**said, "hand": {**hand, "points": 121}}
    answer = post(director, path(tournament, "sheet/corrections/"), 422, **wrong, reason="Dora war es")
    assert [one["code"] for one in answer["problems"]] == ["points_out_of_range"]
    post(director, path(tournament, "sheet/corrections/"), **said, reason="Dora war es")
    again = director.get(standings, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.json()["standings"][0]["number"]) == (200, 4)


def test_a_sheet_opened_again_opens_the_table(director: Client, house: House) -> None:
    table = pairs(house, unit="legs")
    play_and_close(table, won_leg(0))
    after = post(director, path(table.round.tournament, "sheet/reopen/"), token="reopen-1", reason="Spiel fehlt")
    assert (after["state"], after["seats"][0]["scores"]) == ("writing", None)
    post(director, path(table.round.tournament, "sheet/reopen/"), 422, token="reopen-2", reason="noch einmal")


def test_the_codes_of_the_tables(desk: Client, tournament: Tournament) -> None:
    answer = desk.get(f"/api/v1/clubs/post/tournaments/{tournament.pk}/table-codes/?from=2&to=3").json()
    assert [one["number"] for one in answer] == [2, 3]
    assert answer[0]["address"].endswith(f"/table/{code_of(tournament, 2)}/")


def test_what_there_is_none_of(desk: Client, tournament: Tournament) -> None:
    base = f"/api/v1/clubs/post/tournaments/{tournament.pk}/rounds"
    for gone in (f"{base}/2/tables/", f"{base}/2/tables/1/", f"{base}/1/tables/2/", f"{base}/1/tables/99999999/"):
        assert desk.get(gone).status_code == 404


def test_page_and_api_write_the_same_rows(desk: Client, house: House) -> None:
    written = []
    for way in ("page", "api"):
        tournament = a_tournament(house.club, cards=4, plan=SCHAFKOPF)
        a_round(tournament, (1, 2, 3, 4))
        if way == "api":
            post(desk, path(tournament, "result/"), token="a", seen=0, rows=[{"points": 1, "soli": 2}, *rows(-1, 0, 0)])
        else:
            page = f"/club/post/tournaments/{tournament.pk}/rounds/1/tables/1/"
            fields = {f"amount-{seat}": amount for seat, amount in enumerate((1, -1, 0, 0))}
            egon = house.phone(Role.SCORER)
            answer = egon.post(f"{page}enter/", {**fields, "event-0-soli": "2", "seen": "0", "token": "a"})
            assert answer.status_code == 302
            get(egon, page)
        table = table_at(tournament.rounds.get(), 1)
        (result,) = table.results.all()
        written.append((table.scores, table.seq, result.rows, result.how, result.scores, result.by))
    assert written[0] == written[1]
    assert Table.objects.count() == 2


def test_either_of_phones_and_paper_is_in_the_same_round(desk: Client, house: House) -> None:
    plan = {"stages": [{"kind": "lives", "counting": {"unit": "legs"}}], "desk": EITHER}
    tournament = a_tournament(house.club, "Anna", "Bert", "Cilli", "Dora", plan=plan, game="schnapsen")
    played = a_round(tournament, (1, 2), (3, 4))
    play_and_close(table_at(played, 1), *[{"winner": 1, "value": 3}] * 3)
    desk.post(
        path(tournament).replace("tables/1/", "tables/2/result/"),
        {"token": "a", "seen": 0, "rows": [{"won": 1}, {"won": 0}]},
        content_type="application/json",
    )
    listed = desk.get(f"/api/v1/clubs/post/tournaments/{tournament.pk}/rounds/1/tables/").json()
    assert [[seat["scores"]["won"] for seat in one["seats"]] for one in listed] == [[0, 1], [1, 0]]
