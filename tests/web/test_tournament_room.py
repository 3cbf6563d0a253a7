"""The room's page, one table of it, the announcement, and the strip on the phones at the tables."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.models.club import Role
from tests.club import House
from tests.services.test_tournament_results import put, table_at
from tests.services.test_tournament_sheets import EITHER, play
from tests.tournament import a_round, a_tournament, new_token
from tests.web.page import elements, form, form_count, get, links, phone, posted, texts, values
from tournaments.models import Call, Round, Table, Tournament
from tournaments.services import calls, clock, draws
from tournaments.services.table_codes import code_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

HTMX = {"HX-Request": "true"}
PLAN: dict[str, Any] = {
    "stages": [{"kind": "lives", "counting": {"unit": "legs", "best_of": 3}}],
    "desk": {**EITHER, "minutes": 40},
}


@pytest.fixture
def round_(house: House) -> Round:
    names = ("Josef Auer", "Maria Berger", "Franz Dorn", "Resi Eder", "Toni Fuchs")
    return a_round(a_tournament(house.club, *names, plan=PLAN), (1, 2), (3, 4), byes=(5,))


def inside(round_: Round, rest: str = "room/") -> str:
    return f"/club/post/tournaments/{round_.tournament_id}/{rest}"


def shown(response: Any) -> list[str]:
    """What stands on the tiles that are not filtered away."""
    return [one.text for one in elements(response, "li.tile") if "hidden" not in one.attributes]


def started(round_: Round, minutes_ago: int = 0) -> None:
    at = timezone.now() - timedelta(minutes=minutes_ago)
    clock.start(round_, by=None, seen=clock.mark_of(round_), now=at)


def stored(round_: Round) -> Round:
    return Round.objects.select_related("tournament").get(pk=round_.pk)


# --- the page --------------------------------------------------------------------------------------------------------


def test_a_room_left_open_comes_and_goes_with_its_first_round(house: House) -> None:
    tournament = a_tournament(house.club, "Josef Auer", "Maria Berger", plan=PLAN)
    desk, path = house.phone(Role.SCORER, "en"), f"/club/post/tournaments/{tournament.pk}/room/"
    (waits,) = elements(get(desk, path), "section.card")
    live = waits.attributes["hx-get"]
    assert desk.get(live, headers=HTMX).status_code == 204
    row = a_round(tournament, (1, 2))
    assert desk.get(live, headers=HTMX).headers["HX-Refresh"] == "true"
    (hall,) = [one for one in elements(get(desk, path), "") if one.attributes.get("id") == "hall"]
    draws.take_back(row, by=None)
    # The script loads the page again at that, and there it is said that no round is played.
    assert desk.get(path, {"seen": hall.attributes["data-seen"]}, headers=HTMX).status_code == 404


def test_the_room_shows_every_table_with_how_far_it_is_and_counters_that_filter(round_: Round, house: House) -> None:
    play(table_at(round_, 2), *[{"winner": 1, "value": 3}] * 3)
    member = house.phone(Role.MEMBER, "en")
    page = get(member, inside(round_))
    assert shown(page) == [
        "Table 11 · 21 Josef Auer2 Maria Bergeropen",
        "Table 23 · 43 Franz Dorn4 Resi Eder0 : 1 · 3 hands",
    ]
    assert texts(page, "a.counter") == ["1 open", "1 playing", "0 finished"]
    assert texts(page, "title") == ["Room · Preisschnapsen"]
    assert [one[:7] for one in shown(get(member, inside(round_, "room/?only=playing")))] == ["Table 2"]
    assert len(shown(get(member, inside(round_, "room/?only=nonsense")))) == 2
    assert form_count(page, "/room/clock/") == 0


def test_before_the_first_round_the_room_says_so(house: House) -> None:
    made = a_tournament(house.club, cards=2)
    page = get(house.phone(language="en"), f"/club/post/tournaments/{made.pk}/room/")
    assert f"/club/post/tournaments/{made.pk}/draw/" in links(page)
    get(house.phone(language="en"), f"/club/post/tournaments/{made.pk}/room/1/", 404)


def test_a_look_that_finds_nothing_new_gets_no_page(round_: Round, house: House) -> None:
    director = house.phone(Role.DIRECTOR, "en")
    hall = next(one for one in elements(get(director, inside(round_)), "div") if one.attributes.get("id") == "hall")
    again = director.get(inside(round_), {"seen": hall.attributes["data-seen"]}, headers=HTMX)
    put(table_at(round_, 1), {"legs": 2}, {"legs": 0})
    moved = director.get(inside(round_), {"seen": hall.attributes["data-seen"]}, headers=HTMX)
    assert (again.status_code, moved.status_code) == (204, 200)
    assert texts(moved, "a.counter") == ["1 open", "0 playing", "1 finished"]
    assert texts(moved, "title") == []


def test_a_call_comes_first_and_stands_in_the_title_until_it_is_answered(round_: Round, house: House) -> None:
    called = calls.call(table_at(round_, 2), token=new_token())
    scorer = house.phone(Role.SCORER, "en")
    page = get(scorer, inside(round_))
    assert texts(page, "title") == ["(1) Room · Preisschnapsen"]
    assert [one[:7] for one in shown(page)] == ["Table 2", "Table 1"]
    wanted = form(get(scorer, inside(round_, "room/2/")), "/answer/")
    posted(scorer, wanted.action, **wanted.filled())
    called.refresh_from_db()
    assert called.answered_by == house.users[Role.SCORER]
    assert texts(get(scorer, inside(round_)), "title") == ["Room · Preisschnapsen"]
    posted(scorer, wanted.action, 404, call="0")


def test_a_typed_number_leads_to_its_table(round_: Round, house: House) -> None:
    director = house.phone(Role.DIRECTOR, "en")
    answer: Any = director.get(inside(round_, "room/?table=2"))
    assert (answer.status_code, answer.url) == (302, inside(round_, "room/2/"))
    page = get(director, inside(round_, "room/?table=77"))
    assert texts(page, ".problem") == ["In this round there is no table 77."]


# --- the clock -------------------------------------------------------------------------------------------------------


def test_the_clock_is_started_from_the_room_and_set_for_all(round_: Round, house: House) -> None:
    scorer = house.phone(Role.SCORER, "en")
    begin = form(get(scorer, inside(round_)), "/room/clock/")
    assert begin.fields["minutes"] == ["40"]
    posted(scorer, begin.action, **begin.filled(minutes="30", start="1"))
    running = clock.clock_of(stored(round_))
    assert running is not None
    assert running.minutes == 30
    page = get(scorer, inside(round_))
    assert [one.text for one in elements(page, "button") if one.attributes.get("name") == "minutes"] == [
        "+5 min for all tables",
        "+10 min for all tables",
    ]
    posted(scorer, begin.action, **begin.filled(minutes="30", start="1"))  # sent once more
    assert clock.clock_of(stored(round_)) == running
    late = posted(scorer, begin.action, 409, **begin.filled(minutes="20"))
    assert len(texts(late, ".notice")) == 1


def test_minutes_that_are_none_come_back_as_they_were_typed(round_: Round, house: House) -> None:
    scorer = house.phone(Role.SCORER, "en")
    begin = form(get(scorer, inside(round_)), "/room/clock/")
    answer = posted(scorer, begin.action, 422, **begin.filled(minutes="lots", start="1"))
    assert texts(answer, ".problem") == ["Minutes: a number from 0 to 600."]
    assert values(answer, "minutes") == ["lots"]
    assert clock.clock_of(stored(round_)) is None


def test_one_table_gets_extra_time_from_its_page_also_inside_the_room(round_: Round, house: House) -> None:
    started(round_, minutes_ago=10)
    scorer = house.phone(Role.SCORER, "en")
    wanted = form(get(scorer, inside(round_, "room/1/")), "/extra/")
    answer = scorer.post(wanted.action, wanted.filled(step="5"), headers=HTMX, follow=True)
    assert (answer.status_code, texts(answer, "title")) == (200, [])
    assert Table.objects.get(round=round_, number=1).extra_minutes == 5
    left = [one.attributes["data-left"] for one in elements(get(scorer, inside(round_)), "time.left")]
    assert [round(int(one), -2) for one in left] == [2100]
    late = posted(scorer, wanted.action, 409, **wanted.filled(minutes="20"))
    assert len(texts(late, ".notice")) == 1
    wrong = posted(scorer, wanted.action, 422, **wanted.filled(minutes="-5", seen="5"))
    assert (texts(wrong, ".problem"), values(wrong, "minutes")) == (["Minutes: a number from 0 to 600."], ["-5"])


# --- the announcement ------------------------------------------------------------------------------------------------


def said(house: House, round_: Round, what: str = "") -> list[str]:
    """Line by line."""
    page = get(house.phone(Role.DIRECTOR, "en"), inside(round_, f"announce/{what}"))
    text = next(one for one in elements(page, "textarea"))
    return "".join(text.words).replace("\u00a0", " ").splitlines()


def test_the_draw_is_read_out_with_numbers_and_full_names(round_: Round, house: House) -> None:
    assert said(house, round_) == [
        "Round 1 is drawn.",
        "Table 1: 1 Josef Auer against 2 Maria Berger",
        "Table 2: 3 Franz Dorn against 4 Resi Eder",
        "5 Toni Fuchs has a bye.",
        "Please begin at the signal. You play for 40 minutes.",
        "Write every hand on a phone (the code is on the table), or hand in the result on the slip.",
    ]


def test_what_is_said_follows_the_evening(round_: Round, house: House) -> None:
    started(round_, minutes_ago=30)
    clock.set_extra(table_at(round_, 2), by=None, minutes=5, seen=0)
    left = said(house, round_)
    assert (left[0], left[2:]) == ("10 minutes left in round 1.", ["Table 2 has 5 minutes more."])
    put(table_at(round_, 1), {"legs": 2}, {"legs": 0})
    still = "Of round 1 table 2 is still missing."
    thanks = "Please hand in your result as soon as you have finished."
    assert said(house, round_, "?what=missing") == [still, thanks]
    put(table_at(round_, 2), {"legs": 2}, {"legs": 0})
    assert said(house, round_, "?what=missing") == ["All tables of round 1 are in. Thank you!"]
    over, pause = said(house, round_, "?pause=15")
    assert (over, pause[:33]) == ("Round 1 is over.", "There is a break of 15 minutes. W")
    page = get(house.phone(language="en"), inside(round_, "announce/?what=prizes"))
    assert texts(page, "textarea") == []


# --- phones at the tables --------------------------------------------------------------------------------------------


def strip(response: Any) -> str:
    return " ".join(texts(response, "section.table-strip"))


def test_a_phone_at_the_table_calls_the_director_and_hears_that_somebody_comes(round_: Round, house: House) -> None:
    path, guest = f"/table/{code_of(round_.tournament, 1)}/", phone("en")
    wanted = form(get(guest, path), "/call/")
    for _twice in range(2):
        posted(guest, wanted.action, **wanted.filled())
    call = Call.objects.get()
    at = timezone.localtime(call.at).strftime("%H:%M")
    assert strip(get(guest, path)).endswith(f"Called at {at}, coming.")
    assert form_count(get(guest, path), "/call/") == 0
    calls.answer(call, by=None)
    assert form_count(get(guest, path), "/call/") == 1


def test_too_many_calls_are_refused_with_a_sentence(round_: Round) -> None:
    path, guest = f"/table/{code_of(round_.tournament, 1)}/", phone("en")
    for _often in range(calls.MOST_CALLS):
        calls.answer(calls.call(table_at(round_, 1), token=new_token()), by=None)
    wanted = form(get(guest, path), "/call/")
    page = posted(guest, wanted.action, 422, **wanted.filled())
    text = "You have called several times just now. Please go to the desk, or wait a few minutes."
    assert texts(page, ".problem") == [text]
    assert path in links(page)
    part = guest.post(wanted.action, wanted.filled(), headers=HTMX)
    assert (part.status_code, texts(part, "title"), texts(part, ".problem")) == (422, [], [text])


def test_the_strip_is_on_a_tables_sheet_and_only_who_writes_there_may_call(round_: Round) -> None:
    started(round_)
    sheet, guest = play(table_at(round_, 1)), phone("en")
    writing, watching = get(guest, f"/sheet/{sheet.write_secret}/"), get(guest, f"/watch/{sheet.watch_secret}/")
    assert [strip(one)[:16] for one in (writing, watching)] == ["Table 1 · Round ", "Table 1 · Round "]
    assert [form_count(one, "/call/") for one in (writing, watching)] == [1, 0]
    posted(guest, f"/sheet/{sheet.watch_secret}/call/", 404, token=new_token())
    posted(guest, f"/sheet/{sheet.write_secret}/call/", token=new_token())
    assert strip(get(guest, f"/sheet/{sheet.write_secret}/")).endswith(", coming.")
    assert form_count(get(guest, f"/watch/{sheet.watch_secret}/"), "/call/") == 0
    assert sheet.write_secret not in get(guest, f"/watch/{sheet.watch_secret}/").content.decode()


def test_a_phone_that_has_the_table_open_is_in_touch_and_one_that_watches_is_not(round_: Round) -> None:
    sheet, guest = play(table_at(round_, 1)), phone("en")

    def seen() -> list[bool]:
        return [one.seen_at is not None for one in round_.tables.order_by("number")]

    get(guest, f"/watch/{sheet.watch_secret}/strip/")
    assert seen() == [False, False]
    get(guest, f"/sheet/{sheet.write_secret}/strip/")
    assert seen() == [True, False]
    page = get(guest, f"/table/{code_of(round_.tournament, 2)}/strip/")
    assert seen() == [True, True]
    mark = next(elements(page, "section.table-strip")).attributes["data-seen"]
    assert guest.get(f"/table/{code_of(round_.tournament, 2)}/strip/", {"seen": mark}).status_code == 204
    empty = get(guest, f"/table/{code_of(round_.tournament, 9)}/strip/")
    assert strip(empty) == ""
    get(guest, "/table/1-1-aaaaaaaaaaaaaaaa/strip/", 404)


def test_a_round_that_is_over_and_a_tournament_that_is_over_call_nobody(round_: Round) -> None:
    sheet, guest = play(table_at(round_, 1), {"winner": 0, "value": 3}), phone("en")
    a_round(round_.tournament, (1, 3), (2, 4))
    page = get(guest, f"/sheet/{sheet.write_secret}/")
    assert (strip(page), form_count(page, "/call/")) == ("Table 1 · Round 1 is over", 0)
    posted(guest, f"/sheet/{sheet.write_secret}/call/", 422, token=new_token())
    Tournament.objects.filter(pk=round_.tournament_id).update(ended_at=timezone.now())
    assert form_count(get(guest, f"/table/{code_of(round_.tournament, 1)}/"), "/call/") == 0
