"""A whole evening by links and form posts alone, every form sent as the page drew it."""

from typing import Any

import pytest
from django.test import Client

from scoring.games.sheet import GAMES
from scoring.models import Sheet
from tests.services.table import CAST, differing, fresh, names, points, rows
from tests.web.page import form, get, links, phone, read, texts, values

pytestmark = pytest.mark.django_db


def submit(client: Client, path: str, ending: str = "", **chosen: Any) -> Any:
    """Loads the page, fills in its form and follows where the answer leads."""
    one = form(get(client, path), ending)
    response = client.post(one.action or path, one.filled(**chosen))
    assert response.status_code == 302, texts(response, ".problem")
    return get(client, response.headers["Location"])


def a_new_sheet(client: Client, **chosen: Any) -> Sheet:
    submit(client, "/new/", **{"player": CAST, **chosen})
    return Sheet.objects.latest("pk")


def path_of(sheet: Sheet, page: str = "") -> str:
    return f"/sheet/{sheet.write_secret}/{page}"


def play(client: Client, sheet: Sheet, **chosen: Any) -> Any:
    return submit(client, path_of(sheet, "?next=1"), "/hand/", **chosen)


def test_an_evening_from_the_start_page_to_the_last_transfer() -> None:
    anna = phone()
    assert [link for link in links(get(anna, "/")) if link == "/new/"] == ["/new/"]
    sheet = a_new_sheet(anna, first_dealer="3", rule__money="zero_sum", stake="0,50")
    assert (names(sheet), sheet.house_rules["money"], sheet.house_rules["stake_cents"]) == (CAST, "zero_sum", 50)
    # The plain game: who won, and how much.
    play(anna, sheet, pick="normal-1", grade="3")
    # A contract: which, who, how high, made or not.
    page = play(anna, sheet, pick="bettler", declarer="2", doubling="1", made="0")
    assert points(sheet) == [0, 11]
    assert texts(page, ".figure") == ["Anna und Cilli: 24", "Bert und Dora: 13"]
    # The leg ends; a moment, and one link to go on.
    page = play(anna, sheet, pick="herrenschnapser", declarer="2", made="1")
    assert texts(page, "h2")[2:3] == ["Bummerl für Bert und Dora."]
    assert [link for link in links(page) if "next=1" in link] == [path_of(sheet, "?next=1")]
    play(anna, sheet, pick="normal-0", grade="1")
    # The last hand was another.
    page = get(anna, path_of(sheet))
    line = [link for link in links(page) if "/line/" in link]
    assert line == [path_of(sheet, "line/4/")]
    submit(anna, line[0], "/replace/", pick="gang", declarer="1", made="1")
    # And a line too many.
    play(anna, sheet, pick="normal-0", grade="1")
    submit(anna, path_of(sheet, "line/6/"), "/void/")
    assert points(sheet) == [0, 9]
    # Anna and Bert have changed chairs; Cilli is spelled otherwise.
    seats = get(anna, path_of(sheet, "seats/"))
    assert values(seats, "player") == CAST
    swap = form_with(seats, "swapping")
    assert anna.post(path_of(sheet, "seats/"), {**swap, "swap": ["0", "1"]}).status_code == 302
    rename = form_without(get(anna, path_of(sheet, "seats/")), "swapping")
    assert (
        anna.post(path_of(sheet, "seats/"), {**rename, "player": ["Bert", "Anna", "Cäcilia", "Dora"]}).status_code
        == 302
    )
    assert names(sheet) == ["Bert", "Anna", "Cäcilia", "Dora"]
    # Closing: what it would look like, the signature, the result.
    page = submit(anna, path_of(sheet, "close/"))
    assert page.request["PATH_INFO"] == path_of(sheet, "result/")
    assert texts(page, ".amount") == ["€ 0,50", "€ 0,50"]
    assert fresh(sheet).status == "closed"
    # Too early after all.
    submit(anna, path_of(sheet, "result/"), "/reopen/")
    assert fresh(sheet).status == "open"
    assert [kind for _seq, kind in rows(sheet)] == [
        *["hand"] * 4,
        "replace",
        "hand",
        "void",
        "seats",
        "seats",
        "close",
        "reopen",
    ]
    assert differing() == []


def form_with(response: Any, name: str) -> dict[str, Any]:
    return next(one.filled() for one in read(response).forms if name in one.fields)


def form_without(response: Any, name: str) -> dict[str, Any]:
    return next(one.filled() for one in read(response).forms if name not in one.fields and "token" in one.fields)


def test_every_link_of_every_page_leads_somewhere() -> None:
    anna = phone()
    sheet = a_new_sheet(anna)
    play(anna, sheet, pick="normal-0", grade="1")
    seen, todo = set[str](), ["/", path_of(sheet), f"/watch/{sheet.watch_secret}/"]
    while todo:
        path = todo.pop()
        if path in seen or path.startswith(("#", "http")):
            continue
        seen.add(path)
        # A link to log in or sign up remembers where to go on; it is one page all the same.
        todo += [link.partition("?next=")[0] for link in links(get(anna, path))]
    assert {path.replace(sheet.write_secret, "W").replace(sheet.watch_secret, "R") for path in seen} == {
        "/",
        "/new/",
        "/check/",
        "/account/login/",
        "/account/signup/",
        "/account/password/reset/",
        "/games/",
        *(f"/games/{key}/" for key in GAMES),
        *(f"/new/{key}/" for key in GAMES),
        "/sheet/W/",
        "/sheet/W/line/1/",
        "/sheet/W/history/",
        "/sheet/W/share/",
        "/sheet/W/seats/",
        "/sheet/W/agree/",
        "/sheet/W/rules/",
        "/sheet/W/help/",
        "/sheet/W/statistics/",
        "/sheet/W/close/",
        "/watch/R/",
        "/sheet/R/history/",
        "/sheet/R/rules/",
        "/sheet/R/help/",
        "/sheet/R/statistics/",
    }


def test_two_phones_write_by_turns() -> None:
    anna, dora = phone(), phone()
    sheet = a_new_sheet(anna)
    one = form(get(dora, "/"), "/join/")
    joined = dora.post(one.action, one.filled(code=sheet.code.lower()))
    assert (joined.status_code, joined.headers["Location"]) == (302, path_of(sheet))
    for number in range(4):
        play((anna, dora)[number % 2], sheet, pick="normal-0", grade="1")
    history = texts(get(anna, path_of(sheet, "history/")), ".when")
    assert [text.rpartition("·")[2].strip() for text in history] == ["dieses Handy", "Handy B"] * 2
    assert [text.rpartition("·")[2].strip() for text in texts(get(dora, path_of(sheet, "history/")), ".when")] == [
        "Handy A",
        "dieses Handy",
    ] * 2
