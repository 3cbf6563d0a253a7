"""A club's sheet seen by strangers: nobody is called by more than they chose, on no page and in no answer.

The pages are found by the resolver, so one that forgets it fails here on the day it is written.
"""

import itertools
import json
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from clubs.models import Player
from clubs.models.club import Role
from clubs.models.people import Shown
from config.logs import DiscreetFormatter
from scoring.games.sheet import GAMES
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.seen import as_seen, from_outside
from scoring.services.sheets import begin_sheet, record_hand, rename_seats, swap_seats, void_line
from tests.club import House, a_house, logged_in
from tests.services.table import a_sheet, new_token, now, plain, record, special, won_leg
from tests.services.worked_evenings import worked
from tests.web.page import get, phone, texts

pytestmark = pytest.mark.django_db

PEOPLE = (
    ("Xaveria Oberndorfer", Shown.FULL, ""),
    ("Wendelin Maierhofer", Shown.INITIAL, ""),
    ("Quirin Langstögger", Shown.NICKNAME, "Zwirbel"),
    ("Thusnelda Kernbichler", Shown.HIDDEN, ""),
    ("Yvonimir Pfundtner", Shown.HIDDEN, ""),
    ("Wendelin Moosbrugger", Shown.INITIAL, ""),
)
NAMES = [name for name, _shown, _nickname in PEOPLE]
SAID = ["Xaveria Oberndorfer", "Wendelin M.", "Zwirbel", "N. N.", "N. N. 2", "Wendelin M. 2"]
HIDDEN = (
    "maierhofer",
    "quirin",
    "langst",
    "thusnelda",
    "kernbichler",
    "yvonimir",
    "pfundtner",
    "moosbrugger",
    "gschwandtner",
)
"""What no byte for a stranger may hold: what people keep to themselves, and a guest's surname."""


@dataclass(slots=True)
class Tables:
    house: House
    sheets: list[Sheet]

    @property
    def watched(self) -> list[str]:
        return [sheet.watch_secret for sheet in self.sheets]


def seated(house: House, game: str = "bauernschnapsen", players: list[str] | None = None, **rules: Any) -> Sheet:
    return begin_sheet(
        game=game, players=players or NAMES[:4], house_rules=rules, club=house.club, token=new_token("sheet")
    )


def people(house: House) -> dict[str, Player]:
    made = [
        Player.objects.create(club=house.club, name=name, shown=shown, nickname=nickname)
        for name, shown, nickname in PEOPLE
    ]
    return {one.name: one for one in made}


@pytest.fixture
def house() -> House:
    house = a_house(public=True)
    people(house)
    return house


def an_eventful_sheet(house: House) -> Sheet:
    """A running table on which everything has happened: somebody else sat there, chairs were swapped, lines fell."""
    sheet = seated(house, players=["Kilian Gschwandtner", *NAMES[1:4]], money="zero_sum", stake_cents=50)
    record(sheet, plain(0), won_leg(0), special(1), plain(1))
    rename_seats(sheet, names=NAMES[:4], write=now(sheet))
    swap_seats(sheet, seats=[1, 3], write=now(sheet))
    void_line(sheet, line=4, write=now(sheet))
    return sheet


def of_a_game(house: House, key: str) -> Sheet:
    """A table of this game with the beginning of a worked evening; somebody hidden has the first seat."""
    document = worked(key)
    players = [NAMES[3], *NAMES[:3], *NAMES[4:]][: len(document["players"])]
    sheet = begin_sheet(
        game=key,
        players=players,
        first_dealer=document.get("first_dealer"),
        house_rules=document.get("house_rules"),
        club=house.club,
        token=new_token("sheet"),
    )
    for hand in document["hands"][:12]:
        record_hand(sheet, hand=hand, write=now(sheet))
    return sheet


@pytest.fixture
def tables(house: House) -> Tables:
    closed = an_eventful_sheet(house)
    close_sheet(closed, write=now(closed))
    return Tables(house, [an_eventful_sheet(house), closed])


# --- every address there is ----------------------------------------------------------------------------------------


def routes(patterns: Any = None, before: str = "/") -> Iterator[str]:
    """Every route of the site that is written with path(), with its parameters as `<converter:name>`."""
    for one in patterns if patterns is not None else get_resolver().url_patterns:
        if not isinstance(one.pattern, RoutePattern):
            continue  # a language prefix or a regular expression of a library, none of ours
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield route


def meant(parameter: str, tables: Tables) -> list[str]:
    """What may stand for a parameter of an address."""
    kind, _, name = parameter.rpartition(":")
    if name == "secret":
        return tables.watched
    if name == "seq":
        return ["4"]
    if kind == "int":
        return ["1", str(Player.objects.get(name=NAMES[3]).pk)]
    if (kind, name) == ("slug", "slug"):
        return [tables.house.club.slug]
    if name in ("game", "key"):
        return ["bauernschnapsen", "standard"]
    day = tables.sheets[0].started_at.date().isoformat()
    return {"day": [day], "date": [day]}.get(kind, ["1"])


def addresses(tables: Tables, *, of_sheets: bool) -> Iterator[str]:
    for route in routes():
        parts = re.split(r"<([^>]+)>", route)
        elsewhere = route.startswith(("/admin/", "/static/", "/api/schema/", "/api/docs/"))
        if elsewhere or any("secret" in part for part in parts[1::2]) != of_sheets:
            continue
        chosen = [meant(part, tables) if place % 2 else [part] for place, part in enumerate(parts)]
        if sum(part.startswith("int:") for part in parts[1::2]) > 1:
            chosen = [values[:1] for values in chosen]  # the door is that of the club, whatever stands behind it
        for address in itertools.product(*chosen):
            yield "".join(address)


def bytes_of(response: Any) -> str:
    """All of an answer: its headers and what is in it, with what JSON and addresses write differently."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    head = "\n".join(f"{name}: {value}" for name, value in [*response.headers.items(), *response.cookies.items()])
    text = head + "\n" + body.decode("utf-8", "replace")
    return re.sub(r"\\u([0-9a-f]{4})", lambda match: chr(int(match[1], 16)), text).casefold()


def told_too_much(client: Client, address: str, **query: str) -> list[str]:
    answer = bytes_of(client.get(address, query))
    return [part for part in HIDDEN if part in answer]


def strangers(house: House) -> list[Client]:
    assert house.stranger is not None
    return [phone(), logged_in(house.stranger), phone("en")]


def test_there_are_addresses_to_look_at(tables: Tables) -> None:
    found = list(addresses(tables, of_sheets=True))
    for secret in tables.watched:
        for path in (f"/watch/{secret}/", f"/sheet/{secret}/history/", f"/api/v1/sheets/{secret}/"):
            assert path in found
    assert f"/club/{tables.house.club.slug}/" in addresses(tables, of_sheets=False)


def test_no_address_that_the_watching_secret_opens_tells_more_than_people_chose(tables: Tables) -> None:
    for client, sheets in zip(
        strangers(tables.house), (tables.sheets[:2], tables.sheets[:1], tables.sheets[:1]), strict=True
    ):
        for address in addresses(Tables(tables.house, sheets), of_sheets=True):
            assert told_too_much(client, address) == [], address


@pytest.mark.parametrize("key", GAMES)
def test_no_sentence_of_any_game_tells_more_than_people_chose(house: House, key: str) -> None:
    sheet = of_a_game(house, key)
    secret = sheet.watch_secret
    for path in (
        f"/watch/{secret}/",
        f"/sheet/{secret}/history/",
        f"/sheet/{secret}/statistics/",
        f"/api/v1/sheets/{secret}/",
    ):
        answer = phone().get(path)
        assert (answer.status_code, told_too_much(phone(), path)) == (200, []), path
        assert "N. N." in answer.content.decode()


def test_the_parts_that_a_watching_phone_fetches_tell_no_more(tables: Tables) -> None:
    fetching = phone(**{"HX-Request": "true"})
    for secret in tables.watched[:2]:
        for query in ({}, {"seen": "0"}, {"next": "1"}, {"legs": "1"}):
            assert told_too_much(fetching, f"/watch/{secret}/", **query) == []


def test_what_is_sent_to_an_address_of_a_watcher_gets_no_name_in_answer(tables: Tables) -> None:
    given = {"after_seq": 0, "token": "token-00001", "hand": {"contract": "normal"}, "line": 1, "players": ["A"] * 4}
    for address in addresses(tables, of_sheets=True):
        for answer in (
            phone().post(address, json.dumps(given), content_type="application/json"),
            phone().post(address, {name: str(value) for name, value in given.items()}),
        ):
            assert [part for part in HIDDEN if part in bytes_of(answer)] == [], address
            to_log_in = answer.headers.get("Location", "").startswith("/account/login/")
            assert answer.status_code in (401, 403, 404, 405) or to_log_in, address


def test_no_other_address_of_the_site_tells_a_stranger_more(tables: Tables) -> None:
    for client in strangers(tables.house)[:2]:
        for address in addresses(tables, of_sheets=False):
            assert told_too_much(client, address) == [], address


def test_what_is_told_is_what_people_chose(house: House) -> None:
    sheet = an_eventful_sheet(house)
    watching = phone()
    page = get(watching, f"/watch/{sheet.watch_secret}/")
    assert texts(page, "h2")[:2] == ["Xaveria OberndorferZwirbel", "N. N.Wendelin M."]
    answer = watching.get(f"/api/v1/sheets/{sheet.watch_secret}/").json()
    assert answer["document"]["players"] == ["Xaveria Oberndorfer", "N. N.", "Zwirbel", "Wendelin M."]
    assert answer["result"]["refused"] is None
    assert [entry["data"] for entry in answer["entries"] if entry["kind"] == "seats"] == [
        {
            "names": ["Xaveria Oberndorfer", "Wendelin M.", "Zwirbel", "N. N."],
            "before": ["Kilian G.", "Wendelin M.", "Zwirbel", "N. N."],
            "moved": [None, 1, 2, 3],
        },
        {
            "names": ["Xaveria Oberndorfer", "N. N.", "Zwirbel", "Wendelin M."],
            "before": ["Xaveria Oberndorfer", "Wendelin M.", "Zwirbel", "N. N."],
            "moved": [0, 3, 2, 1],
        },
    ]


def test_two_who_would_be_called_alike_are_told_apart(house: House) -> None:
    sheet = seated(house, "kratzen", NAMES)
    assert as_seen(sheet, None).state["names"] == SAID
    answer = phone().get(f"/api/v1/sheets/{sheet.watch_secret}/").json()
    assert (answer["document"]["players"], answer["result"]["refused"]) == (SAID, None)


def test_two_alike_keep_their_numbers_when_they_swap_chairs(house: House) -> None:
    sheet = seated(house, "kratzen", NAMES)
    swap_seats(sheet, seats=[1, 5], write=now(sheet))
    assert as_seen(sheet, None).state["names"] == [SAID[0], SAID[5], *SAID[2:5], SAID[1]]


def test_one_person_on_two_chairs_still_makes_a_table(house: House) -> None:
    sheet = seated(house)
    Player.objects.filter(name=NAMES[1]).update(merged_into=Player.objects.get(name=NAMES[0]))
    names = as_seen(sheet, None).state["names"]
    assert names[:2] == ["Xaveria Oberndorfer", "Xaveria Oberndorfer 2"]
    assert phone().get(f"/api/v1/sheets/{sheet.watch_secret}/").json()["result"]["refused"] is None


def test_a_seat_that_is_nobody_in_particular_is_shown_like_a_guest(house: House) -> None:
    sheet = seated(house, players=[*NAMES[:3], "Kilian Gschwandtner"])
    sheet.seats.filter(position=3).update(player=None)
    Player.objects.filter(name="Kilian Gschwandtner").delete()
    assert as_seen(sheet, None).state["names"][3] == "Kilian G."


def test_who_is_called_otherwise_today_is_shown_as_today_and_an_old_name_is_nobodys(house: House) -> None:
    sheet = an_eventful_sheet(house)
    Player.objects.filter(name="Kilian Gschwandtner").update(name="Kilian Neuhold", shown=Shown.HIDDEN)
    Player.objects.filter(name=NAMES[1]).update(name="Wendelin Anders", shown=Shown.FULL)
    answer = phone().get(f"/api/v1/sheets/{sheet.watch_secret}/")
    assert answer.json()["document"]["players"] == ["Xaveria Oberndorfer", "N. N.", "Zwirbel", "Wendelin Anders"]
    assert answer.json()["entries"][4]["data"]["before"] == ["N. N. 2", "Wendelin Anders", "Zwirbel", "N. N."]
    assert "kilian" not in bytes_of(answer)


def test_members_see_everybody_by_name_wherever_they_watch(tables: Tables) -> None:
    member = tables.house.phone(Role.MEMBER)
    for sheet in tables.sheets[:2]:
        for path in ("history/", "statistics/"):
            assert NAMES[3] in member.get(f"/sheet/{sheet.watch_secret}/{path}").content.decode()
    assert NAMES[3] in member.get(f"/watch/{tables.watched[0]}/").content.decode()
    assert NAMES[3] in member.get(f"/sheet/{tables.watched[1]}/result/").content.decode()
    token = {"Authorization": f"Token {tables.house.token(Role.MEMBER)}"}
    answer = phone(**token).get(f"/api/v1/sheets/{tables.watched[0]}/").json()
    assert answer["document"]["players"] == [NAMES[0], NAMES[3], NAMES[2], NAMES[1]]
    assert "write_secret" not in answer


def test_whoever_writes_sees_everybody_by_name(tables: Tables) -> None:
    sheet = tables.sheets[0]
    for path in ("", "history/", "statistics/", "seats/", "close/"):
        assert NAMES[3] in phone().get(f"/sheet/{sheet.write_secret}/{path}").content.decode()
    answer = phone().get(f"/api/v1/sheets/{sheet.write_secret}/").json()
    assert answer["document"]["players"] == [NAMES[0], NAMES[3], NAMES[2], NAMES[1]]


def test_a_sheet_without_a_club_is_as_it_was_typed() -> None:
    sheet = a_sheet()
    rename_seats(sheet, names=NAMES[:4], write=now(sheet))
    assert as_seen(sheet, None) is sheet
    assert NAMES[3] in phone().get(f"/watch/{sheet.watch_secret}/").content.decode()


def test_the_copy_for_strangers_holds_no_key_and_leaves_the_sheet_as_it_is(house: House) -> None:
    sheet = seated(house)
    seen = as_seen(sheet, None)
    assert (seen.write_secret, seen.code, seen.watch_secret) == ("", "", sheet.watch_secret)
    assert (sheet.state["names"], bool(sheet.write_secret)) == (NAMES[:4], True)


@pytest.mark.parametrize("count", [1, 3])
def test_many_sheets_are_shown_at_the_price_of_one(house: House, count: int, django_assert_num_queries: Any) -> None:
    sheets = [seated(house) for _number in range(count)]
    with django_assert_num_queries(3):
        seen = from_outside(house.club, sheets)
    assert [one.state["names"] for one in seen] == [SAID[:4]] * count


@pytest.mark.parametrize("hands", [0, 1, 20])
def test_watching_costs_the_same_however_long_the_evening(
    house: House, hands: int, django_assert_num_queries: Any
) -> None:
    sheet = seated(house)
    record(sheet, *([plain(0), won_leg(1)] * 10)[:hands])
    with django_assert_num_queries(5):
        get(phone(), f"/watch/{sheet.watch_secret}/")
    with django_assert_num_queries(1):
        get(phone(), f"/sheet/{sheet.write_secret}/")
    with django_assert_num_queries(1):
        assert (
            phone(**{"HX-Request": "true"}).get(f"/watch/{sheet.watch_secret}/", {"seen": sheet.seq}).status_code == 204
        )


def test_no_name_gets_into_the_log(
    tables: Tables, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet, client = tables.sheets[0], Client(raise_request_exception=False)
    everything = [*HIDDEN, "xaveria", "zwirbel"]
    with caplog.at_level(logging.DEBUG):
        assert client.get("/watch/nothing/").status_code == 404
        assert client.post(f"/sheet/{sheet.write_secret}/seats/", {"player": [NAMES[0]] * 4}).status_code == 422
        assert client.post(
            "/api/v1/sheets/", {"game": "kratzen", "players": NAMES[:1], "token": new_token()}
        ).status_code in (415, 422)

        def broken(*_anything: object, **_more: object) -> None:
            raise RuntimeError("broken")

        monkeypatch.setattr("scoring.views.history.show_history", broken)
        assert client.get(f"/sheet/{sheet.watch_secret}/history/").status_code == 500
        try:
            with transaction.atomic():
                Player.objects.create(club=tables.house.club, name=NAMES[3])
        except IntegrityError:
            logging.getLogger("django.request").exception("no second Thing")
    formatter = DiscreetFormatter("%(message)s")
    text = "\n".join(formatter.format(record) for record in caplog.records).casefold()
    assert (len(caplog.records) >= 3, "broken" in text) == (True, True)
    assert [line for line in text.splitlines() if any(part in line for part in everything)] == []


def test_a_sentence_that_ends_with_an_initial_has_one_full_stop(house: House) -> None:
    sheet = seated(house)
    record(sheet, won_leg(0))
    page = get(phone(), f"/watch/{sheet.watch_secret}/")
    assert page.context["legs"][-1]["sentence"] == "Schneider! 2 Bummerl für Wendelin M. und N. N."
