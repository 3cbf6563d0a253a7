"""What a page must not give away, must not run, and must not answer."""

from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.sheets import begin_sheet, rename_seats, void_line
from tests.services.table import ONE, TWO, a_club_sheet, a_sheet, new_token, now, record, won_leg
from tests.web.page import elements, form, get, phone, texts

pytestmark = pytest.mark.django_db

EVIL = ["<script>alert(1)</script>", '"><img src=x>', "'; {{ 7|add:7 }}", "</script><b>&amp;"]

READ = ("", "history/", "rules/", "help/", "statistics/", "result/")
KEEPER = (*READ, "share/", "seats/", "agree/", "close/", "line/1/")
POST_ONLY = ("hand/", "line/1/void/", "line/1/replace/", "line/1/restore/", "agree/ask/", "reopen/")


def a_table_of(players: list[str]) -> Sheet:
    sheet = begin_sheet(
        game="bauernschnapsen",
        players=players,
        house_rules={"money": "zero_sum", "stake_cents": 50},
        token=new_token("sheet"),
    )
    record(sheet, ONE, won_leg(0), TWO)
    void_line(sheet, line=3, write=now(sheet))
    return sheet


def foreign(response: Any) -> list[str]:
    """Elements that only a name could have brought in."""
    scripts = [one for one in elements(response, "script") if not one.attributes.get("src")]
    inline = [one.attributes.get("type", "inline") for one in scripts]
    return [kind for kind in inline if kind != "application/json"] + [one.tag for one in elements(response, "img")]


@pytest.mark.parametrize("closed", [False, True])
def test_html_in_names_is_shown_and_not_run_on_any_page(closed: bool) -> None:
    sheet = a_table_of(EVIL)
    if closed:
        close_sheet(sheet, write=now(sheet))
    paths = [f"/sheet/{sheet.write_secret}/{page}" for page in KEEPER]
    paths += [f"/watch/{sheet.watch_secret}/", *(f"/sheet/{sheet.watch_secret}/{page}" for page in READ[1:])]
    anna = phone()
    for path in paths:
        response = anna.get(path, follow=True)
        assert (response.status_code, foreign(response)) == (200, []), path
        assert "alert(1)</script>" not in response.content.decode(), path
    board = texts(get(anna, f"/sheet/{sheet.write_secret}/"), "th")[:2]
    assert board == [f"{EVIL[0]} und {EVIL[2]}", f"{EVIL[1]} und {EVIL[3]}"]


def test_html_in_names_is_shown_and_not_run_where_names_are_remembered_and_refused() -> None:
    anna = phone()
    anna.post("/new/", form(get(anna, "/new/")).filled(player=EVIL))
    for path in ("/", "/new/"):
        assert foreign(get(anna, path)) == []
    refused = anna.post("/new/", form(get(anna, "/new/")).filled(player=[EVIL[0], EVIL[0], EVIL[1], EVIL[2]]))
    assert (refused.status_code, foreign(refused)) == (422, [])
    assert foreign(anna.post("/join/", {"code": EVIL[0]})) == []


def test_html_in_names_is_not_run_in_a_conflict_or_a_fragment() -> None:
    sheet = a_table_of(["Anna", "Bert", "Cilli", "Dora"])
    one = form(get(phone(), f"/sheet/{sheet.write_secret}/?next=1"), "/hand/")
    rename_seats(sheet, names=EVIL, write=now(sheet))
    record(sheet, ONE)
    response = phone(**{"HX-Request": "true"}).post(one.action, one.filled(pick="gang", declarer="0", made="1"))
    assert (response.status_code, foreign(response)) == (409, [])


def test_html_in_the_name_of_a_club_is_shown_and_not_run() -> None:
    sheet = a_club_sheet()
    assert sheet.club is not None
    sheet.club.name = EVIL[0]
    sheet.club.save()
    for path in ("/", "/club/post/"):
        page = get(phone(), path)
        assert foreign(page) == []
    assert texts(get(phone(), "/club/post/"), "h1") == [EVIL[0]]


def test_nothing_inline_may_run_anyway() -> None:
    policy = dict(part.split(" ", 1) for part in get(phone(), "/").headers["Content-Security-Policy"].split("; "))
    assert (policy["default-src"], policy.get("script-src"), policy.get("style-src")) == ("'self'", None, None)


# --- secrets --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["new", "running", "leg over", "closed"])
def test_no_page_for_watchers_holds_the_writing_secret_or_the_code_to_write(state: str) -> None:
    sheet = a_sheet(money="zero_sum", stake_cents=50)
    if state != "new":
        record(sheet, ONE, *([won_leg(0)] if state == "leg over" else []))
    if state == "closed":
        close_sheet(sheet, write=now(sheet))
    for path in (f"/watch/{sheet.watch_secret}/", *(f"/sheet/{sheet.watch_secret}/{page}" for page in READ[1:])):
        for headers in ({}, {"HX-Request": "true"}):
            response = phone(**headers).get(path, follow=True)
            assert response.status_code == 200
            assert sheet.write_secret not in response.content.decode(), path
            assert sheet.code not in response.content.decode(), path
            assert sheet.write_secret not in str(response.headers), path


def test_who_knows_the_watching_secret_has_no_page_to_write_on() -> None:
    sheet = a_sheet()
    assert phone().get(f"/sheet/{sheet.watch_secret}/").status_code == 404
    assert phone().get(f"/watch/{sheet.write_secret}/").status_code == 404


@pytest.mark.parametrize("secret", ["nobody", "x" * 500, "%00", "ü", "..", "%2e%2e", "<script>"])
def test_an_unknown_secret_is_404_everywhere(secret: str) -> None:
    a_sheet()
    for page in KEEPER:
        assert phone().get(f"/sheet/{secret}/{page}").status_code == 404
    for page in (*POST_ONLY, "seats/", "close/"):
        assert phone().post(f"/sheet/{secret}/{page}", {"after_seq": "0", "token": "some-token"}).status_code == 404
    assert phone().get(f"/watch/{secret}/").status_code == 404


def test_a_page_that_is_not_there_says_so_in_both_languages() -> None:
    assert texts(get(phone(), "/sheet/nobody/", 404), "h1") == ["Hier ist nichts"]
    assert texts(get(phone("en"), "/sheet/nobody/", 404), "h1") == ["There is nothing here"]


# --- methods --------------------------------------------------------------------------------------------------------


def test_pages_that_only_write_cannot_be_got_and_pages_that_only_read_not_posted_to() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    for page in POST_ONLY:
        assert phone().get(f"/sheet/{sheet.write_secret}/{page}").status_code == 405
    assert phone().get("/join/").status_code == 405
    for path in ("/", f"/watch/{sheet.watch_secret}/", *(f"/sheet/{sheet.write_secret}/{page}" for page in READ)):
        assert phone().post(path).status_code == 405
    for method in ("put", "delete", "patch"):
        assert getattr(phone(), method)(f"/sheet/{sheet.write_secret}/close/").status_code == 405


def test_a_form_from_another_site_is_not_taken() -> None:
    sheet = a_sheet()
    strict = Client(enforce_csrf_checks=True)
    fields = {"after_seq": "0", "token": "foreign-token", "rotation": "0", "pick": "normal-0", "grade": "1"}
    response = strict.post(f"/sheet/{sheet.write_secret}/hand/", fields)
    assert (response.status_code, texts(response, "h1")) == (403, ["Bitte noch einmal"])
    assert sheet.entries.count() == 0


def test_every_form_of_every_page_carries_what_proves_that_it_is_ours() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    for page in KEEPER:
        response = phone().get(f"/sheet/{sheet.write_secret}/{page}", follow=True)
        tokens = list(elements(response, "[csrfmiddlewaretoken]"))
        assert len(tokens) == len(texts(response, "form"))


def test_every_address_of_the_sheets_was_looked_at_here() -> None:
    routes = {str(one.pattern) for one in get_resolver("scoring.urls").url_patterns}
    looked_at = {f"sheet/<str:secret>/{page.replace('1', '<int:seq>')}" for page in (*KEEPER, *POST_ONLY)}
    others = {"", "join/", "club/<slug:slug>/", "games/", "games/<slug:key>/", "watch/<str:secret>/", "api/v1/"}
    others |= {"check/"}
    others |= {"new/", "new/<slug:key>/", "new/<slug:game>/rules/<slug:key>/", "sheet/<str:secret>/adopt/"}
    # Pages of a club ask for an account (the test of all addresses and roles); only its first one is for everybody.
    inside = {route for route in routes if route.startswith("club/<slug:slug>/")} - others
    assert routes == looked_at | others | inside
