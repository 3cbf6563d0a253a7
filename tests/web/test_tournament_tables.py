"""The desk's page of tables: typing results by keyboard, the live list, one table with all its history, the codes."""

from typing import Any

import pytest
from django.test import Client

from clubs.models.club import Role
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from tests.club import House
from tests.services.table import now, won_leg
from tests.services.test_tournament_results import SCHAFKOPF, points, put, table_at
from tests.services.test_tournament_sheets import pairs, play
from tests.tournament import a_round, a_tournament
from tests.web.page import elements, form, get, links, posted, texts, values
from tournaments.models import Result, Table, Tournament
from tournaments.services.table_codes import code_of, hall_code

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

LIVES: dict[str, Any] = {"stages": [{"kind": "lives", "schneider_lives": 2, "counting": {"unit": "legs"}}]}


@pytest.fixture
def tournament(house: House) -> Tournament:
    """Two tables of four; the first has handed in."""
    made = a_tournament(house.club, cards=8, plan=SCHAFKOPF)
    put(table_at(a_round(made, (1, 2, 3, 4), (5, 6, 7, 8)), 1), *points(27, -2, -14, -11))
    return made


@pytest.fixture
def desk(house: House) -> Client:
    return house.phone(Role.SCORER)


def counted(table: int = 1) -> list[Any]:
    """What stands for each seat of the table of this number."""
    return Table.objects.get(number=table).scores or []


def path(tournament: Tournament, rest: str = "tables/") -> str:
    return f"/club/post/tournaments/{tournament.pk}/{rest}"


def amounts(*typed: str) -> dict[str, str]:
    return {f"amount-{seat}": one for seat, one in enumerate(typed)}


def htmx(client: Client, address: str, **fields: Any) -> Any:
    headers = {"HX-Request": "true"}
    return client.post(address, fields, headers=headers) if fields else client.get(address, headers=headers)


# --- typing ----------------------------------------------------------------------------------------------------------


def test_a_table_is_typed_with_its_number_and_its_amounts(desk: Client, tournament: Tournament) -> None:
    page = get(desk, path(tournament))
    assert values(page, "table") == [""]
    slip = get(desk, path(tournament, "tables/?round=1&table=2"))
    assert [one.attributes["aria-label"] for one in elements(slip, "input") if "data-amount" in one.attributes] == [
        "Points: 5 Spieler 5",
        "Points: 6 Spieler 6",
        "Points: 7 Spieler 7",
        "Points: 8 Spieler 8",
    ]
    typed = form(slip, "/enter/").filled(**amounts("48", "−58", "+6", "4"), **{"event-2-soli": "3"})
    answer = desk.post(form(slip, "/enter/").action, typed)
    assert answer.headers["Location"] == path(tournament, "tables/?round=1&done=2")
    saved = texts(get(desk, answer.headers["Location"]), ".done")[0]
    assert saved == "Table 2 is in: 5 +48 · 6 −58 · 7 +6 (Soli: 3) · 8 +4"
    assert [row["points"] for row in counted(2)] == [48, -58, 6, 4]


def test_a_wrong_list_comes_back_as_it_was_typed(desk: Client, tournament: Tournament) -> None:
    slip = get(desk, path(tournament, "tables/?table=2"))
    wrong = form(slip, "/enter/").filled(**amounts("9", "22", "-20", "-21"))
    answer = posted(desk, form(slip, "/enter/").action, 422, **wrong)
    assert texts(answer, ".problem") == ["The sum is −10, but must be 0. Please check the list."]
    assert [values(answer, f"amount-{seat}") for seat in range(4)] == [["9"], ["22"], ["-20"], ["-21"]]
    right = form(answer, "/enter/").filled(**amounts("9", "22", "-20", "-11"))
    posted(desk, form(answer, "/enter/").action, 302, **right)
    assert Result.objects.filter(table__number=2).count() == 1


def test_problems_stand_at_their_seat(desk: Client, tournament: Tournament) -> None:
    answer = posted(
        desk,
        path(tournament, "rounds/1/tables/2/enter/"),
        422,
        desk="1",
        seen="0",
        token="t",
        **amounts("x", "", "1", "1"),
    )
    assert texts(answer, ".problem") == [
        "This is no whole number.",
    ]
    (marked,) = [one.attributes["name"] for one in elements(answer, "input") if "aria-invalid" in one.attributes]
    assert marked == "amount-0"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("9", "In this round there is no table 9."),
        ("drei", "In this round there is no table drei."),
        ("99999999999999999999", "In this round there is no table 999999999999."),
    ],
)
def test_a_number_that_no_table_has(desk: Client, tournament: Tournament, asked: str, sentence: str) -> None:
    assert texts(get(desk, path(tournament, f"tables/?table={asked}")), ".problem") == [sentence]


def test_who_won_is_typed_by_start_number(desk: Client, house: House) -> None:
    tournament = a_tournament(house.club, "Auer", "Berger", plan=LIVES)
    a_round(tournament, (2, 1))
    slip = get(desk, path(tournament, "tables/?table=1"))
    send = form(slip, "/enter/")
    assert texts(posted(desk, send.action, 422, **send.filled()), ".problem") == ["Who has won?"]
    answer = posted(desk, send.action, 422, **send.filled(winner="7"))
    assert texts(answer, ".problem") == ["Start number 7 does not sit at this table."]
    posted(desk, send.action, 302, **send.filled(winner="1", schneider="1"))
    assert [(row["won"], row.get("schneider", 0)) for row in counted()] == [(0, 0), (1, 1)]


def test_best_of_three_needs_only_what_is_not_none(desk: Client, house: House) -> None:
    plan = {"stages": [{"kind": "knockout", "counting": {"unit": "legs", "best_of": 3}}]}
    tournament = a_tournament(house.club, "Auer", "Berger", plan=plan)
    a_round(tournament, (1, 2))
    posted(desk, path(tournament, "rounds/1/tables/1/enter/"), 302, seen="0", token="t", **amounts("", "2"))
    assert [row["legs"] for row in counted()] == [0, 2]


def test_boards_of_teams_are_typed_one_below_the_other(desk: Client, house: House) -> None:
    plan = {"card": "team", "people": 3, "stages": [{"kind": "round_robin", "counting": {"unit": "legs", "boards": 3}}]}
    tournament = a_tournament(house.club, "A / B / C", "D / E / F", plan=plan)
    a_round(tournament, (1, 2))
    enter = path(tournament, "rounds/1/tables/1/enter/")
    boards = {"board-0-0": "1", "board-1-1": "1"}
    answer = posted(desk, enter, 422, desk="1", seen="0", token="t", **boards)
    assert texts(answer, ".problem") == ["These boards are still missing: 3."]
    posted(desk, enter, 302, desk="1", seen="0", token="t", **boards, **{"board-2-0": "1"})
    assert [row["boards"] for row in counted()] == [2, 1]


def test_partners_are_written_once(desk: Client, house: House) -> None:
    plan = {"stages": [{"kind": "drawn", "partners": True, "counting": {"sums_to": 157}}]}
    tournament = a_tournament(house.club, cards=4, plan=plan)
    a_round(tournament, (1, 2, 3, 4))
    slip = get(desk, path(tournament, "tables/?table=1"))
    assert [one.attributes["name"] for one in elements(slip, "input") if "data-amount" in one.attributes] == [
        "amount-0",
        "amount-1",
    ]
    posted(desk, form(slip, "/enter/").action, 302, **form(slip, "/enter/").filled(**amounts("100", "57")))
    assert [row["points"] for row in counted()] == [100, 57, 100, 57]


# --- once, and by whom -----------------------------------------------------------------------------------------------


def test_somebody_else_was_quicker_and_what_was_typed_stays(desk: Client, tournament: Tournament) -> None:
    slip = get(desk, path(tournament, "tables/?table=2"))
    put(table_at(tournament.rounds.get(), 2), *points(1, -1, 0, 0))
    typed = form(slip, "/enter/").filled(**amounts("2", "-2", "0", "0"))
    answer = posted(desk, form(slip, "/enter/").action, 409, **typed)
    (told,) = texts(answer, "div.notice")
    assert "Somebody else was quicker" in told
    assert "5 +1" in told
    assert (values(answer, "amount-0"), Result.objects.filter(table__number=2).count()) == (["2"], 1)


def test_only_a_director_corrects_and_says_why(desk: Client, house: House, tournament: Tournament) -> None:
    enter, changed = path(tournament, "rounds/1/tables/1/enter/"), amounts("26", "-1", "-14", "-11")
    asked = {"how": "typed", "seen": "1", **changed}
    answer = posted(desk, enter, 422, **asked, token="t1")
    assert texts(answer, ".problem")[0] == "This table counts already. Only a director may change it."
    assert posted(desk, enter, 422, **asked, token="t2", reason="will ich")
    bert = house.phone(Role.DIRECTOR)
    answer = posted(bert, enter, 422, **asked, token="t3")
    assert texts(answer, ".problem") == ["This table counts already. To change it takes a reason."]
    posted(bert, enter, 302, **asked, token="t4", reason="verschrieben")
    page = get(bert, path(tournament, "rounds/1/tables/1/"))
    newest, first = texts(page, "ol.handed-in")[0].split("verschrieben")
    assert "1 +26" in newest
    assert "1 +27" in first


def test_a_member_looks_and_types_nothing(house: House, tournament: Tournament) -> None:
    franz = house.phone(Role.MEMBER)
    page = get(franz, path(tournament))
    assert (values(page, "table"), [*elements(page, "[amount-0]")]) == ([], [])
    assert path(tournament, "rounds/1/tables/2/") in links(page)
    assert not list(elements(get(franz, path(tournament, "rounds/1/tables/2/")), "[amount-0]"))


def test_not_played_struck_and_one_person(desk: Client, house: House) -> None:
    plan = {"stages": [{"kind": "knockout", "counting": {"unit": "legs"}}]}
    tournament = a_tournament(house.club, "Auer", "Berger", "Auer", "Dorn", plan=plan)
    a_round(tournament, (1, 3), (2, 4))
    one, other = (path(tournament, f"rounds/1/tables/{number}/") for number in (1, 2))
    assert "One person holds both cards: which one goes on?" in texts(get(desk, one), "h3")
    posted(desk, f"{one}enter/", 302, how="survivor", number="3", seen="0", token="t")
    posted(desk, f"{other}enter/", 302, how="walkover", number="4", seen="0", token="t")
    assert [[row["won"] for row in counted(number)] for number in (1, 2)] == [[0, 1], [0, 1]]
    bert = house.phone(Role.DIRECTOR)
    posted(bert, f"{other}enter/", 302, how="strike", reason="gestritten", seen="1", token="s")
    assert texts(get(bert, other), "b.mark") == ["struck", "not played"]


# --- the live list ---------------------------------------------------------------------------------------------------


def test_the_list_tells_what_is_open_and_changes_only_where_something_did(desk: Client, tournament: Tournament) -> None:
    page = get(desk, path(tournament))
    assert [texts(page, "h2"), texts(page, ".progress-line")] == [
        ["Still open (1)", "Handed in (1)"],
        ["1 of 2 tables are in"],
    ]
    (live,) = [one.attributes for one in elements(page, "section") if "data-live" in one.attributes]
    address = f"{live['data-live']}&seen={live['data-seen']}"
    assert htmx(desk, address).status_code == 204
    put(table_at(tournament.rounds.get(), 2), *points(0, 0, 0, 0))
    answer = htmx(desk, address)
    assert (answer.status_code, texts(answer, ".done"), texts(answer, "h1")) == (200, ["All tables are in."], [])


def test_a_script_gets_the_slip_alone_and_after_saving_an_empty_field(desk: Client, tournament: Tournament) -> None:
    slip = htmx(desk, path(tournament, "tables/?table=2"))
    assert ([*elements(slip, "h1")], values(slip, "table")) == ([], ["2"])
    typed = form(slip, "/enter/").filled(**amounts("0", "0", "0", "0"))
    answer = htmx(desk, form(slip, "/enter/").action, **typed)
    assert (answer.status_code, values(answer, "table"), texts(answer, "h1")) == (200, [""], [])
    assert texts(answer, ".done")[0].startswith("Table 2 is in")


def test_two_entries_are_compared_and_both_are_shown(desk: Client, house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan={**SCHAFKOPF, "desk": {"twice": True}})
    a_round(tournament, (1, 2, 3, 4))
    enter = path(tournament, "rounds/1/tables/1/enter/")
    for number, typed in enumerate((("1", "-1"), ("2", "-2"))):
        answer = desk.post(
            enter, {"desk": "1", "seen": str(number), "token": f"t{number}", **amounts(*typed, "0", "0")}
        )
        done = get(desk, answer.headers["Location"])
    assert texts(done, ".done")[0] == "Table 1: the two entries differ. Type it once more."
    assert texts(done, "h2")[0] == "Please look"
    slip = get(desk, path(tournament, "tables/?table=1"))
    assert texts(slip, ".plain-list")[0].startswith("1 +1 · 2 −1 · 3 0 · 4 0")
    posted(desk, enter, 302, desk="1", seen="2", token="t3", **amounts("2", "-2", "0", "0"))
    assert [row["points"] for row in counted()] == [2, -2, 0, 0]


def test_before_the_first_round_there_are_no_tables(desk: Client, house: House) -> None:
    tournament = a_tournament(house.club, cards=4)
    assert "No round has been published yet." in texts(get(desk, path(tournament)), "p")
    get(desk, path(tournament, "rounds/1/tables/1/"), 404)


def test_earlier_rounds_can_be_looked_at(desk: Client, tournament: Tournament) -> None:
    a_round(tournament, (8, 7, 6, 5), (4, 3, 2, 1))
    assert texts(get(desk, path(tournament)), "h1") == ["Round 2 · Tables"]
    assert texts(get(desk, path(tournament, "tables/?round=1")), "h1") == ["Round 1 · Tables"]


def test_a_hundred_tables_cost_as_many_queries_as_two(
    desk: Client, house: House, tournament: Tournament, django_assert_max_num_queries: Any
) -> None:
    large = a_tournament(house.club, cards=40, plan=SCHAFKOPF)
    played = a_round(large, *[range(first, first + 4) for first in range(1, 41, 4)])
    for number in range(1, 9):
        put(table_at(played, number), *points(1, -1, 0, 0))
    for one in (tournament, large):
        with django_assert_max_num_queries(18):
            get(desk, path(one))


# --- sheets and codes ------------------------------------------------------------------------------------------------


def test_the_desk_begins_a_sheet_and_a_director_opens_it_again(desk: Client, house: House) -> None:
    table = pairs(house, unit="legs")
    here = path(table.round.tournament, "rounds/1/tables/1/")
    answer = posted(desk, f"{here}sheet/")
    sheet = Sheet.objects.get()
    assert answer.headers["Location"] == f"/sheet/{sheet.write_secret}/"
    assert here in links(get(desk, f"/sheet/{sheet.write_secret}/"))
    play(table, won_leg(0))
    sheet.refresh_from_db()
    close_sheet(sheet, write=now(sheet))
    assert "From the table’s sheet, hand by hand." in texts(get(desk, here), "p")
    bert = house.phone(Role.DIRECTOR)
    answer = posted(bert, f"{here}reopen/", 422, token="reopen-1", reason="")
    assert texts(answer, ".problem") == ["This table counts already. To change it takes a reason."]
    answer = posted(bert, f"{here}reopen/", token="reopen-2", reason="Spiel 3 fehlt")
    assert answer.headers["Location"] == f"/sheet/{sheet.write_secret}/"
    assert "writing hand by hand" in texts(get(bert, here), "p.hint")


def test_a_sheet_that_says_something_else_than_what_was_typed_is_shown(desk: Client, house: House) -> None:
    table = pairs(house, unit="legs")
    sheet = play(table, won_leg(0))
    put(table, {"won": 0}, {"won": 1})
    close_sheet(sheet, write=now(sheet))
    page = get(desk, path(table.round.tournament))
    assert texts(page, "h2")[0] == "Please look"
    page = get(desk, path(table.round.tournament, "rounds/1/tables/1/"))
    assert [text for text in texts(page, "div.notice") if text.startswith("The sheet says something else")]
    bert = house.phone(Role.DIRECTOR)
    enter = path(table.round.tournament, "rounds/1/tables/1/enter/")
    posted(bert, enter, 302, how="sheet", seen="1", token="t", reason="der Zettel stimmt")
    assert Table.objects.get().scores is None


def test_where_no_sheet_can_be_the_page_says_why(desk: Client, tournament: Tournament) -> None:
    answer = posted(desk, path(tournament, "rounds/1/tables/2/sheet/"), 422)
    assert answer.status_code == 422
    assert Sheet.objects.count() == 0


def test_the_codes_of_the_tables_can_be_printed_before_the_first_round(desk: Client, house: House) -> None:
    tournament = a_tournament(house.club, cards=9, plan=SCHAFKOPF)
    page = get(desk, path(tournament, "table-codes/"))
    assert texts(page, ".code-title") == [
        f"Preisschnapsen {of}" for of in ("For everybody", "Table 1", "Table 2", "Table 3")
    ]
    assert texts(page, ".code-address")[0].endswith(f"/hall/{hall_code(tournament)}/")
    assert texts(page, ".code-address")[1].endswith(f"/table/{code_of(tournament, 1)}/")
    page = get(desk, path(tournament, "table-codes/?from=7&to=8"))
    assert len([*elements(page, "svg")]) == 3
    get(desk, path(tournament, "table-codes/?from=99999999999999999999&to=x"))


def test_to_correct_a_list_its_figures_stand_there(house: House, tournament: Tournament) -> None:
    bert = house.phone(Role.DIRECTOR)
    slip = form(get(bert, path(tournament, "tables/?table=1")), "/enter/")
    assert [slip.fields[f"amount-{seat}"] for seat in range(4)] == [["27"], ["-2"], ["-14"], ["-11"]]
    posted(bert, slip.action, 302, **slip.filled(**{"amount-2": "-15", "amount-3": "-10"}, reason="vertauscht"))
    assert [row["points"] for row in counted(1)] == [27, -2, -15, -10]
