"""Recording one hand on the page: what comes back, by htmx and without, and what is refused next to which field."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.sheets import record_hand, swap_seats
from tests.services.table import (
    ONE,
    TWO,
    a_sheet,
    differing,
    fresh,
    now,
    plain,
    points,
    record,
    rows,
    special,
    won_leg,
)
from tests.web.page import elements, form, get, phone, texts, values

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def path_of(sheet: Sheet, page: str = "") -> str:
    return f"/sheet/{sheet.write_secret}/{page}"


def tapped(sheet: Sheet, client: Client | None = None, **chosen: Any) -> dict[str, Any]:
    """The fields of the sheet page's form with something chosen."""
    return form(get(client or phone(), path_of(sheet, "?next=1")), "/hand/").filled(**chosen)


def post(sheet: Sheet, fields: dict[str, Any], language: str = "de", **headers: str) -> Any:
    return phone(language, **headers).post(path_of(sheet, "hand/"), fields)


def is_fragment(response: Any) -> bool:
    return texts(response, "html") == []


def problem_fields(response: Any) -> list[tuple[str, str]]:
    """Every problem and the group of fields that it stands behind."""
    place, found = "", []
    for element in elements(response, ""):
        if element.tag == "legend":
            place = element.text
        elif "problem" in element.attributes.get("class", "").split():
            found.append((place, element.text))
    return found


def test_without_htmx_a_recorded_hand_leads_back_to_the_sheet() -> None:
    sheet = a_sheet()
    response = post(sheet, tapped(sheet, pick="normal-0", grade="1"))
    assert (response.status_code, response.headers["Location"]) == (302, path_of(sheet))
    assert points(sheet) == [1, 0]


def test_with_htmx_only_what_changed_comes_back() -> None:
    sheet = a_sheet()
    response = post(sheet, tapped(sheet, pick="normal-0", grade="1"), **HTMX)
    assert (response.status_code, response.headers["HX-Reswap"], is_fragment(response)) == (200, "none", True)
    assert texts(response, "tr") == ["23 1 24"]
    assert [element.text for element in elements(response, "span") if "figure" in element.attributes.get("id", "")] == [
        "23",
        "24",
    ]
    assert values_of_next_form(response) == {"after_seq": "1", "rotation": "1"}
    assert len(response.content) < 6 * 1024


def values_of_next_form(response: Any) -> dict[str, str]:
    fields = {element.attributes["name"]: element.attributes["value"] for element in elements(response, "input")}
    assert len(fields.pop("token")) >= 8
    return fields


def test_a_form_that_is_not_fresh_gets_the_whole_sheet() -> None:
    sheet = a_sheet()
    response = post(sheet, tapped(sheet, pick="normal-0", grade="1", fresh=None), **HTMX)
    assert (response.status_code, is_fragment(response), len(texts(response, "main"))) == (200, True, 1)
    assert values(response, "after_seq") == ["1"]


def test_the_end_of_a_leg_comes_back_as_a_moment() -> None:
    sheet = a_sheet()
    fields = tapped(sheet, pick="herrenschnapser", declarer="0", made="1")
    response = post(sheet, fields, **HTMX)
    assert texts(response, "section.moment")[0].startswith("Schneider! 2 Bummerl für Bert und Dora.")
    assert texts(response, "form") == []


def test_a_lost_answer_brings_the_whole_sheet_when_another_phone_went_on_meanwhile() -> None:
    sheet = a_sheet()
    fields = tapped(sheet, pick="normal-0", grade="1")
    assert post(sheet, fields, **HTMX).status_code == 200
    record(fresh(sheet), TWO)
    response = post(sheet, fields, **HTMX)
    assert (response.status_code, values(response, "after_seq")) == (200, ["2"])
    assert texts(response, "tr")[1:] == ["2424", "23 1 24", "23 2 22"]
    assert rows(sheet) == [(1, "hand"), (2, "hand")]


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_conflict_says_what_was_written_and_keeps_what_was_tapped(headers: dict[str, str]) -> None:
    sheet = a_sheet()
    fields = tapped(sheet, pick="bettler", declarer="2", doubling="1", made="0")
    record_hand(fresh(sheet), hand=TWO, write=now(sheet))
    response = post(sheet, fields, **headers)
    assert (response.status_code, is_fragment(response)) == (409, bool(headers))
    assert texts(response, "li")[0] == "Normales Spiel 2: Anna und Cilli"
    kept = ("pick", "declarer", "doubling", "made", "after_seq", "rotation")
    assert {name: values(response, name) for name in kept} == {
        "pick": ["bettler"],
        "declarer": ["2"],
        "doubling": ["1"],
        "made": ["0"],
        "after_seq": ["1"],
        "rotation": ["1"],
    }
    assert rows(sheet) == [(1, "hand")]
    # Sent again as it came back, it is written.
    assert post(sheet, form(response, "/hand/").filled()).status_code == 302
    assert (rows(sheet), differing()) == ([(1, "hand"), (2, "hand")], [])


def test_a_conflict_speaks_english_too() -> None:
    sheet = a_sheet()
    fields = tapped(sheet, pick="normal-0", grade="1")
    record(sheet, TWO)
    response = post(sheet, fields, "en")
    assert texts(response, ".notice")[0].startswith("Meanwhile this was written: Plain game 2: Anna and Cilli")


def refused(sheet: Sheet, language: str = "de", **chosen: Any) -> Any:
    response = post(sheet, tapped(sheet, **chosen), language)
    assert (response.status_code, rows(sheet)) == (422, [])
    return response


def test_every_problem_stands_behind_its_field_in_german_and_english() -> None:
    sheet = a_sheet()
    asked = {"pick": "schnapser", "declarer": "1", "doubling": "7"}
    assert problem_fields(refused(sheet, **asked)) == [
        ("Wer hat angesagt?", "Bert darf in diesem Spiel keinen Schnapser ansagen."),
        ("Gespritzt?", "So oft darf hier nicht verdoppelt werden."),
        ("Gewonnen oder verloren?", "Bitte antippen: gewonnen oder verloren?"),
    ]
    assert problem_fields(refused(sheet, "en", **asked)) == [
        ("Who declared?", "Bert may not declare Schnapser in this hand."),
        ("Doubled?", "That many doublings are not possible here."),
        ("Made or lost?", "Please tap made or lost."),
    ]


def test_card_points_and_the_end_are_refused_next_to_their_fields() -> None:
    sheet = a_sheet()
    response = refused(sheet, pick="normal-0", grade="2", loser_points="40", decided_by="nonsense")
    assert [place for place, _sentence in problem_fields(response)] == ["Wie viel?", "Wie ist es ausgegangen?"]
    assert (values(response, "loser_points"), values(response, "pick")) == (["40"], ["normal-0"])
    response = refused(sheet, pick="normal-0", grade="1", loser_points="viele")
    assert (values(response, "loser_points"), len(problem_fields(response))) == (["viele"], 1)


def test_nothing_picked_is_refused_as_no_contract() -> None:
    response = refused(a_sheet())
    assert problem_fields(response)[0] == ("Oder eine Ansage", "Diese Ansage gibt es in diesem Spiel nicht.")


def test_the_same_hand_twice_by_two_taps_is_one_hand() -> None:
    sheet = a_sheet()
    fields = tapped(sheet, pick="normal-0", grade="1")
    assert [post(sheet, fields).status_code for _ in range(3)] == [302, 302, 302]
    assert rows(sheet) == [(1, "hand")]


def test_a_form_without_a_token_or_a_place_is_refused_not_lost() -> None:
    sheet = a_sheet()
    assert post(sheet, tapped(sheet, pick="normal-0", grade="1", token=None)).status_code == 422
    for after_seq in (None, "", "x", "-5", "99999999999999999999", "²"):
        response = post(sheet, tapped(sheet, pick="normal-0", grade="1", after_seq=after_seq))
        assert (response.status_code, values(response, "pick")) == (409, ["normal-0"])
    assert rows(sheet) == []


def test_a_closed_sheet_says_so_on_the_page() -> None:
    sheet = a_sheet()
    fields = tapped(sheet, pick="normal-0", grade="1")
    page = form(get(phone(), path_of(sheet, "close/")))
    assert phone().post(path_of(sheet, "close/"), page.filled()).status_code == 302
    assert post(sheet, fields).status_code == 409
    response = post(sheet, {**fields, "after_seq": "1"})
    assert (response.status_code, texts(response, "section.closed")) == (
        422,
        [
            "Deine Eingabe wurde nicht geschrieben: Der Zettel ist inzwischen abgeschlossen. "
            "Dieser Zettel ist abgeschlossen Ergebnis und Geld"
        ],
    )


def test_a_sheet_that_is_played_out_offers_no_next_leg() -> None:
    sheet = a_sheet(legs_limit=1)
    record(sheet, won_leg(0))
    page = get(phone(), path_of(sheet))
    assert texts(page, "b") == ["Das ausgemachte Ende ist erreicht."]
    response = post(
        sheet, {"after_seq": "1", "token": "one-more-token", "rotation": "0", "pick": "normal-0", "grade": "1"}
    )
    assert (response.status_code, rows(sheet)) == (422, [(1, "hand")])


# --- waiting --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["sheet", "watch"])
def test_a_waiting_phone_hears_nothing_until_there_is_news(who: str) -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    path = f"/{who}/{sheet.write_secret if who == 'sheet' else sheet.watch_secret}/"
    waiting = phone(**HTMX)
    nothing = waiting.get(path, {"seen": "1"})
    assert (nothing.status_code, nothing.content) == (204, b"")
    record(sheet, plain(1, 3))
    news = waiting.get(path, {"seen": "1"})
    assert (news.status_code, is_fragment(news), texts(news, ".figure")) == (
        200,
        True,
        ["Anna und Cilli: 23", "Bert und Dora: 21"],
    )


def test_a_waiting_phone_hears_when_another_took_something_back() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    line = form(get(phone(), path_of(sheet, "line/1/")), "/void/")
    phone().post(line.action, line.filled())
    assert phone(**HTMX).get(path_of(sheet), {"seen": "1"}).status_code == 200


@pytest.mark.parametrize("seen", ["None", "", "x", "²", "-1", "99999999999999999999999"])
def test_a_strange_thing_seen_is_no_current_one(seen: str) -> None:
    sheet = a_sheet()
    assert phone().get(path_of(sheet), {"seen": seen}).status_code == 200
    assert phone().get("/sheet/nobody/", {"seen": seen}).status_code == 404
    assert phone().get("/watch/nobody/", {"seen": seen}).status_code == 404


def test_pages_of_a_sheet_are_never_kept_by_a_browser() -> None:
    sheet = a_sheet()
    for path in (path_of(sheet), f"/watch/{sheet.watch_secret}/", path_of(sheet, "history/"), "/"):
        assert "no-store" in get(phone(), path).headers["Cache-Control"].split(", ")


def test_what_was_scored_beyond_the_target_is_dropped_as_on_paper() -> None:
    sheet = a_sheet()
    record(sheet, plain(1), special(0, "kontrabauernschnapser", doubling=3))
    page = get(phone(), path_of(sheet))
    assert texts(page, "small")[-1] == "24 : 1"
    assert texts(page, "p").count("Anna und Cilli haben gewonnen, 24 : 1.") == 1


def test_marks_written_at_the_winners_are_drawn_there_and_the_words_are_about_the_losers() -> None:
    sheet = a_sheet(marks_on="winner")
    record(sheet, won_leg(0))
    page = get(phone(), path_of(sheet))
    assert texts(page, "h2").count("Schneider! 2 Bummerl für Bert und Dora.") == 1
    assert texts(page, ".marks") == ["Bummerl: 2", "kein Bummerl"]
    closing = get(phone(), path_of(sheet, "close/"))
    assert texts(closing, "td.big") == ["2", "0"]
    assert "Die Bummerl sind beim Gewinner angeschrieben." in texts(closing, "p")
    close_sheet(fresh(sheet), write=now(sheet))
    (message,) = texts(get(phone(), path_of(sheet, "result/")), "textarea")
    assert message.count("Anna und Cilli: 2 Bummerl") == message.count("Bert und Dora: 0 Bummerl") == 1


def test_who_declared_is_asked_again_after_the_seats_were_swapped() -> None:
    sheet = a_sheet()
    fields = tapped(sheet, pick="bettler", declarer="0", made="1")
    swap_seats(fresh(sheet), seats=[0, 1], write=now(sheet))
    response = post(sheet, fields)
    assert (response.status_code, values(response, "pick"), values(response, "declarer")) == (409, ["bettler"], [])
