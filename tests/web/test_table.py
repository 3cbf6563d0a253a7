"""What a table does besides playing: share the sheet, name the seats, read the rules, close and settle."""

from typing import Any

import pytest
from django.conf import settings as configured

from scoring.models import Sheet
from scoring.services.closing import close_sheet
from tests.services.table import (
    CAST,
    ONE,
    a_club_sheet,
    a_sheet,
    differing,
    fresh,
    names,
    now,
    plain,
    record,
    rows,
    won_leg,
)
from tests.web.page import elements, form, get, links, phone, read, texts, values

pytestmark = pytest.mark.django_db


def path_of(sheet: Sheet, page: str = "") -> str:
    return f"/sheet/{sheet.write_secret}/{page}"


def seat_form(sheet: Sheet, *, swapping: bool) -> dict[str, Any]:
    forms = read(get(phone(), path_of(sheet, "seats/"))).forms
    return next(one.filled() for one in forms if ("swapping" in one.fields) == swapping and "token" in one.fields)


def test_both_qr_codes_are_there_one_to_write_and_one_to_watch() -> None:
    sheet = a_sheet()
    page = get(phone(), path_of(sheet, "share/"))
    assert len(list(elements(page, "svg.qr"))) == 2
    shown = [element.attributes["value"] for element in elements(page, "input") if "readonly" in element.attributes]
    base = configured.PUBLIC_URL or "http://testserver"
    assert shown == [f"{base}/sheet/{sheet.write_secret}/", f"{base}/watch/{sheet.watch_secret}/"]
    assert texts(page, "b.code") == [sheet.code]


def test_the_address_in_the_qr_code_is_the_one_that_phones_reach(settings: Any) -> None:
    settings.PUBLIC_URL = "http://192.0.2.7:8000"
    sheet = a_sheet()
    page = get(phone(), path_of(sheet, "share/"))
    shown = [element.attributes["value"] for element in elements(page, "input") if "readonly" in element.attributes]
    assert shown[0] == f"http://192.0.2.7:8000/sheet/{sheet.write_secret}/"


# --- seats ----------------------------------------------------------------------------------------------------------


def test_two_players_are_swapped_and_a_double_tap_swaps_once() -> None:
    sheet = a_sheet()
    record(sheet, plain(0, 3))
    fields = {**seat_form(sheet, swapping=True), "swap": ["0", "1"]}
    for _tap in range(2):
        response = phone().post(path_of(sheet, "seats/"), fields)
        assert (response.status_code, response.headers["Location"]) == (302, path_of(sheet))
    assert (names(sheet), rows(sheet)) == (["Bert", "Anna", "Cilli", "Dora"], [(1, "hand"), (2, "seats")])
    assert texts(get(phone(), path_of(sheet)), ".figure") == ["Bert und Cilli: 21", "Anna und Dora: 24"]
    assert differing() == []


def test_names_are_put_right() -> None:
    sheet = a_sheet()
    fields = {**seat_form(sheet, swapping=False), "player": ["Anna", "Bert", "Cilli", "Dörte"]}
    assert phone().post(path_of(sheet, "seats/"), fields).status_code == 302
    assert names(sheet) == ["Anna", "Bert", "Cilli", "Dörte"]


@pytest.mark.parametrize(
    ("typed", "language", "sentence"),
    [
        (["Anna", "Anna", "Cilli", "Dora"], "de", "Derselbe Name steht zweimal da."),
        (["Anna", "Anna", "Cilli", "Dora"], "en", "The same name stands here twice."),
        (["Anna", "", "Cilli", "Dora"], "de", "Ein Name fehlt, ist zu lang oder lässt sich nicht schreiben."),
        (["Anna", "B" * 41, "Cilli", "Dora"], "en", "A name is missing, too long or not fit to be written."),
        (CAST, "en", "Nothing would change."),
    ],
)
def test_names_that_cannot_be_are_refused_and_what_was_typed_stays(
    typed: list[str], language: str, sentence: str
) -> None:
    sheet = a_sheet()
    fields = {**seat_form(sheet, swapping=False), "player": typed}
    response = phone(language).post(path_of(sheet, "seats/"), fields)
    assert (response.status_code, texts(response, ".problem")) == (422, [sentence])
    assert (values(response, "player"), names(sheet), rows(sheet)) == (typed, CAST, [])


@pytest.mark.parametrize("swap", [[], ["0"], ["0", "1", "2"], ["0", "x"], ["0", "9"]])
def test_it_takes_two_to_swap(swap: list[str]) -> None:
    sheet = a_sheet()
    response = phone().post(path_of(sheet, "seats/"), {**seat_form(sheet, swapping=True), "swap": swap})
    assert (response.status_code, texts(response, ".problem")) == (422, ["Bitte genau zwei antippen."])
    assert values(response, "player") == names(sheet) == CAST


def test_names_for_a_sheet_that_went_on_are_kept_and_the_other_hand_is_named() -> None:
    sheet = a_sheet()
    typed = ["Anna", "Bert", "Cilli", "Egon"]
    fields = {**seat_form(sheet, swapping=False), "player": typed}
    record(sheet, ONE)
    response = phone().post(path_of(sheet, "seats/"), fields)
    assert (response.status_code, values(response, "player")) == (409, typed)
    assert texts(response, ".notice")[0].startswith("Inzwischen wurde angeschrieben: Normales Spiel")


# --- rules ----------------------------------------------------------------------------------------------------------


def test_the_rules_of_the_table_are_there_for_writers_and_watchers() -> None:
    sheet = a_sheet(values={"bettler": 5}, money="pot", stake_cents=250)
    for secret in (sheet.write_secret, sheet.watch_secret):
        page = get(phone(), f"/sheet/{secret}/rules/")
        rows_of_table = texts(page, "tr")
        assert rows_of_table[:2] == [
            "Normales Spiel66 sagen oder den letzten Stich machen1 / 2 / 3",
            "BettlerAnsager macht keinen Stich5",
        ]
        assert texts(page, "li")[-1] == "Einsatz je Bummerl: € 2,50"


# --- the end --------------------------------------------------------------------------------------------------------


def a_closed_sheet(**house_rules: Any) -> Sheet:
    sheet = a_sheet(**house_rules)
    record(sheet, won_leg(0), plain(1))
    close_sheet(sheet, write=now(sheet))
    return sheet


def test_before_the_signature_the_running_leg_is_pointed_out() -> None:
    sheet = a_sheet(money="zero_sum", stake_cents=50)
    record(sheet, won_leg(0), plain(1))
    page = get(phone(), path_of(sheet, "close/"))
    assert len(texts(page, "p.notice")) == 1
    assert texts(page, ".amount") == ["€ 1,00", "€ 1,00"]
    assert fresh(sheet).status == "open"


def test_the_result_says_who_gives_whom_how_much_in_both_languages() -> None:
    sheet = a_closed_sheet(money="pot", stake_cents=50)
    page = get(phone(), path_of(sheet, "result/"))
    assert texts(page, "td.number") == ["0", "2", "€ 0,00", "−€ 1,00", "€ 0,00", "−€ 1,00", "€ 2,00"]
    assert [text for text in texts(page, "li") if "→" in text] == [
        "Bert → Kassa € 1,00",
        "Dora → Kassa € 1,00",
    ]
    page = get(phone("en"), path_of(sheet, "result/"))
    assert [text for text in texts(page, "li") if "→" in text] == [
        "Bert → Kitty € 1.00",
        "Dora → Kitty € 1.00",
    ]


def test_without_money_no_money_is_shown() -> None:
    page = get(phone(), path_of(a_closed_sheet(), "result/"))
    assert [text for text in texts(page, "h2") if text == "Geld"] == []
    assert texts(page, "td.number") == ["0", "2"]


def test_who_watches_sees_the_result_and_no_way_to_write() -> None:
    sheet = a_closed_sheet(money="zero_sum", stake_cents=50)
    page = get(phone(), f"/sheet/{sheet.watch_secret}/result/")
    assert sheet.write_secret not in page.content.decode()
    assert texts(page, ".amount") == ["€ 1,00", "€ 1,00"]
    assert [one.action for one in read(page).forms] == ["/i18n/setlang/"]


@pytest.mark.parametrize("leg_over", [True, False])
def test_the_page_of_a_closed_sheet_leads_to_the_result_also_right_after_a_leg(leg_over: bool) -> None:
    sheet = a_sheet()
    record(sheet, *([won_leg(0)] if leg_over else [ONE]))
    close_sheet(sheet, write=now(sheet))
    for path, secret in ((path_of(sheet), sheet.write_secret), (f"/watch/{sheet.watch_secret}/", sheet.watch_secret)):
        page = get(phone(), path)
        assert [link for link in links(page) if "result" in link] == [f"/sheet/{secret}/result/"]
        assert [link for link in links(page) if "close" in link or "line" in link] == []


def test_a_result_that_is_not_there_yet_leads_back_to_the_sheet() -> None:
    sheet = a_sheet()
    for secret, path in ((sheet.write_secret, path_of(sheet)), (sheet.watch_secret, f"/watch/{sheet.watch_secret}/")):
        response = phone().get(f"/sheet/{secret}/result/")
        assert (response.status_code, response.headers["Location"]) == (302, path)


def test_a_closed_sheet_needs_no_second_close() -> None:
    sheet = a_closed_sheet()
    response = phone().get(path_of(sheet, "close/"))
    assert (response.status_code, response.headers["Location"]) == (302, path_of(sheet, "result/"))


def test_a_close_that_has_not_seen_the_last_hand_shows_it_first() -> None:
    sheet = a_sheet()
    one = form(get(phone(), path_of(sheet, "close/")))
    record(sheet, ONE)
    response = phone().post(path_of(sheet, "close/"), one.filled())
    assert (response.status_code, fresh(sheet).status) == (409, "open")
    assert phone().post(path_of(sheet, "close/"), form(response).filled()).status_code == 302
    assert fresh(sheet).status == "closed"


def test_a_double_tap_on_close_and_on_reopen_is_one_of_each() -> None:
    sheet = a_sheet()
    one = form(get(phone(), path_of(sheet, "close/")))
    assert [phone().post(path_of(sheet, "close/"), one.filled()).status_code for _ in range(2)] == [302, 302]
    again = form(get(phone(), path_of(sheet, "result/")), "/reopen/")
    assert [phone().post(again.action, again.filled()).status_code for _ in range(2)] == [302, 302]
    assert rows(sheet) == [(1, "close"), (2, "reopen")]


def test_a_clubs_sheet_is_not_offered_to_be_opened_again() -> None:
    sheet = a_club_sheet()
    close_sheet(sheet, write=now(sheet))
    page = get(phone(), path_of(sheet, "result/"))
    assert [one.action for one in read(page).forms if "/reopen/" in one.action] == []
    response = phone().post(path_of(sheet, "reopen/"), {"after_seq": "1", "token": "reopen-token"})
    assert (response.status_code, fresh(sheet).status) == (302, "closed")
