"""The screens of the hall as pages: what hangs there, and what the director does with them."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import Player
from clubs.models.club import Role
from clubs.models.people import Shown
from tests.club import House
from tests.tournament import a_result, a_round, a_tournament
from tests.tournament_evenings import POINTS, three_lives, two_times_32
from tests.web.page import elements, form, form_count, get, phone, texts
from tournaments.formats.plan import read_plan, write_plan
from tournaments.models import Round, Screen, Table, Tournament
from tournaments.services import reading_out, screens
from tournaments.services.screen_program import Program, What, read_program, usual, write_program

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def a_screen(tournament: Tournament, *shows: What, text: str = "") -> str:
    """The address of one that shows these things, or everything there is."""
    program = Program(tuple(usual(one, text if one == What.MESSAGE else "") for one in shows or What))
    row = Screen.objects.create(
        tournament=tournament, name="Beamer", secret="leinwand", shows=write_program(program), token="screen"
    )
    return f"/screen/{row.secret}/"


def shown(answer: Any) -> list[str]:
    """What is on it, in its order."""
    sections = [one for one in elements(answer, "section") if "data-what" in one.attributes]
    return [one.attributes["data-what"] for one in sections]


def rows(answer: Any) -> list[str]:
    return texts(answer, "li")


def public_only_at_the_end(tournament: Tournament) -> None:
    plan = read_plan({**tournament.plan, "hall": {"public": "end"}})
    Tournament.objects.filter(pk=tournament.pk).update(plan=write_plan(plan))


# --- what hangs there ------------------------------------------------------------------------------------------------


def test_a_screen_is_open_to_whoever_has_its_address_and_leaves_no_cookie(house: House) -> None:
    path = a_screen(a_tournament(house.club, "Auer", "Berger"))
    assert phone().get("/screen/leinwanx/").status_code == 404
    answer = phone().get(path)
    assert (answer.status_code, dict(answer.cookies), "no-store" in answer.headers["Cache-Control"]) == (200, {}, True)
    assert phone().post(path).status_code == 405
    # Before the first round there is only the way to the phones, the rules, and the time of day.
    assert shown(answer) == ["clock", "phone", "rules"]


def test_names_stand_as_people_want_them_said_and_who_wants_none_said_by_number(house: House) -> None:
    tournament = a_tournament(house.club, "Xaver Obermoser", "Ägidius Kern", "Thea Unger", "Bert Zach")
    Player.objects.filter(name="Xaver Obermoser").update(shown=Shown.HIDDEN)
    Player.objects.filter(name="Thea Unger").update(shown=Shown.INITIAL)
    Player.objects.filter(guest=True).exclude(name__in=["Xaver Obermoser", "Thea Unger"]).update(shown=Shown.FULL)
    path = a_screen(tournament, What.NAMES, What.TABLES, What.MISSING)
    a_round(tournament, (1, 2), byes=(3, 4), published=False)
    assert shown(phone().get(path)) == ["welcome"]
    Round.objects.filter(tournament=tournament).update(published_at=timezone.now())
    answer = phone().get(path)
    assert rows(answer)[:4] == ["Ägidius Kern 21", "Nr. 11", "Thea U. 3setzt aus", "Bert Zach 4setzt aus"]
    assert "".join(one.attributes.get("data-letter", "") for one in elements(answer, "li")) == "KNUZ"
    assert rows(answer)[4:] == [
        *["11 N. N.2 Ägidius Kern", "setzt aus3 Thea U.", "setzt aus4 Bert Zach"],
        "11 N. N.2 Ägidius Kern",
    ]
    assert [word for word in ("Obermoser", "Unger") if word in answer.content.decode()] == []


def test_a_poll_is_one_query_until_something_changes(house: House, django_assert_num_queries: Any) -> None:
    tournament = a_tournament(house.club, "Auer", "Berger")
    path = a_screen(tournament)
    table = a_round(tournament, (1, 2)).tables.get()
    seen = next(elements(phone().get(path), "main")).attributes["data-seen"]
    polling = Client(headers=HTMX)
    with django_assert_num_queries(1):
        assert polling.get(path, {"seen": seen}).status_code == 204
    a_result(table, {"points": 7}, {"points": 3})
    answer = polling.get(path, {"seen": seen})
    assert (answer.status_code, texts(answer, "html"), "standings" in shown(answer)) == (200, [], True)


def test_a_screen_costs_the_same_queries_with_one_round_and_with_three(house: House) -> None:
    tournament = two_times_32(house.club, rounds=0)
    path, counts = a_screen(tournament, text="Pause"), []
    for _round in range(3):
        drawn = a_round(tournament, *([number for number, _points in table] for table in POINTS[0]))
        Round.objects.filter(pk=drawn.pk).update(clock_at=timezone.now(), minutes=45)
        with CaptureQueriesContext(connection) as asked:
            assert phone().get(path).status_code == 200
        counts.append(len(asked))
        for table, made in zip(Table.objects.filter(round=drawn).order_by("number"), POINTS[0], strict=True):
            a_result(table, *({"points": points, "soli": 0} for _number, points in made))
    assert (len({*counts}), max(counts) <= 24) == (1, True), counts


def test_the_clock_counts_down_on_screen_and_says_who_has_longer(house: House) -> None:
    tournament = a_tournament(house.club, "Auer", "Berger", "Dorn", "Eder")
    path = a_screen(tournament, What.CLOCK)
    drawn = a_round(tournament, (1, 2), (3, 4))
    assert [[*one.attributes] for one in elements(phone().get(path), "p.time")] == [["class", "data-time-of-day"]]
    begun = timezone.now() - timedelta(minutes=50)
    Round.objects.filter(pk=drawn.pk).update(clock_at=begun, minutes=45)
    Table.objects.filter(round=drawn, number=2).update(extra_minutes=10)
    times = [*elements(phone().get(path), "p.time")]
    assert [(one.text[:4], one.attributes["data-ends"]) for one in times] == [
        ("+05:", str(int(begun.timestamp()) + 45 * 60))
    ]
    assert texts(phone().get(path), "span.longer") == ["Tisch 2: 10 min länger"]


def test_how_it_stands_says_what_decided_and_is_kept_until_it_may_be_shown(house: House) -> None:
    tournament = two_times_32(house.club)
    path = a_screen(tournament, What.STANDINGS)
    answer = rows(phone().get(path))
    assert [answer[index] for index in (0, 4, 15)] == [
        "11 P1+27+40+67",
        "57 P7 Gewonnene Soli: 4+6+20+26",
        "166 P6−58−13−71",
    ]
    public_only_at_the_end(tournament)
    kept = phone().get(path)
    assert (rows(kept), texts(kept, "p")[0]) == ([], "Der Stand wird erst am Schluss gezeigt.")
    Tournament.objects.filter(pk=tournament.pk).update(ended_at=timezone.now())
    assert len(rows(phone().get(path))) == 16


def test_while_places_are_read_out_a_screen_shows_the_last_one_big_and_no_other(house: House) -> None:
    tournament = two_times_32(house.club)
    public_only_at_the_end(tournament)
    path = a_screen(tournament, What.STANDINGS, What.PLACES)
    reading_out.start(tournament, by=None)
    assert shown(phone().get(path)) == ["places"]
    reading_out.step(tournament, to=2, seen=0)
    answer = phone().get(path)
    big = {one.attributes.get("class"): one.text for one in elements(answer, "p")}
    assert (big["which"], big["whose"], big["won"]) == ("15. Platz", "P11", "Pressack Vorletzter")
    assert rows(answer) == ["16P6"]
    screens.show_now(tournament, by=None, what=What.STANDINGS)
    # What puts the fifteenth behind the fourteenth would tell of somebody who was not read yet.
    assert rows(phone().get(path)) == ["1511 P11−9−32−41", "166 P6−58−13−71"]


def test_winners_and_prizes_are_named_only_when_the_places_are_final(house: House) -> None:
    tournament = three_lives(house.club)
    path = a_screen(tournament, What.PRIZES, What.PLACES)
    assert rows(phone().get(path)) == ["1. Platz€ 75", "2. Platz€ 45", "3. Platz€ 30"]
    house.phone(Role.OWNER).post(house.path(f"tournaments/{tournament.pk}/prizes/finish/"), {"sure": "1"})
    found = rows(phone().get(path))
    assert found[:3] == ["1. Platz Gruber€ 75", "2. Platz Eder€ 45", "3. Platz Kern€ 30"]
    assert (found[3], len(found)) == ("1Gruber€ 75", 12)


# --- the director ----------------------------------------------------------------------------------------------------


def inside(house: House, tournament: Tournament, rest: str = "screens/") -> str:
    return house.path(f"tournaments/{tournament.pk}/{rest}")


def test_a_screen_is_added_changed_and_deleted_without_a_script(house: House) -> None:
    tournament, desk = a_tournament(house.club), house.phone(Role.DIRECTOR)
    add = form(get(desk, inside(house, tournament)), "/screens/add/")
    assert add.fields["name"] == ["Beamer im Saal"]
    for _tap in range(2):
        assert desk.post(add.action, add.filled()).status_code == 302
    row = Screen.objects.get()
    path = inside(house, tournament, f"screens/{row.pk}/")
    change = form(get(desk, path), f"/{row.pk}/")
    # A line up: the form is drawn again, nothing is kept.
    moved = desk.post(path, change.filled(go="up-clock", name="Fernseher"))
    again = form(moved, f"/{row.pk}/")
    assert (again.fields["order"][0].split(",")[:2], again.fields["name"]) == (["clock", "names"], ["Fernseher"])
    assert Screen.objects.get().name == "Beamer im Saal"
    refused = desk.post(path, again.filled(seconds__clock="700", **{"show-message": "on"}))
    assert refused.status_code == 422
    assert {*texts(refused, ".problem")} == {"3 bis 600 Sekunden.", "Wie lautet die Durchsage?"}
    assert desk.post(path, again.filled(**{"look": "dark", "show-names": None})).status_code == 302
    program = read_program(Screen.objects.get().shows)
    assert ([str(one.what) for one in program.shows][:2], program.look) == (["clock", "missing"], "dark")
    stale = desk.post(path, change.filled(name="Zu spät"))
    assert (stale.status_code, form(stale, f"/{row.pk}/").fields["name"]) == (409, ["Zu spät"])
    assert desk.post(f"{path}delete/").status_code == 302
    assert desk.get(path).status_code == 404


def test_a_message_is_on_all_screens_at_once_and_taken_back(house: House) -> None:
    tournament, desk = a_tournament(house.club), house.phone(Role.DIRECTOR)
    path = a_screen(tournament, What.PHONE)
    now = inside(house, tournament, "screens/now/")
    assert form_count(get(desk, inside(house, tournament)), now) == 2
    refused = desk.post(now, {"what": "message", "text": " "})
    assert (refused.status_code, texts(refused, ".problem")) == (422, ["Wie lautet die Durchsage?"])
    desk.post(now, {"what": "message", "text": "Würstel sind fertig"})
    assert (shown(phone().get(path)), texts(phone().get(path), "p")[0]) == (["message"], "Würstel sind fertig")
    assert house.phone(Role.MEMBER).post(now, {}).status_code == 403
    desk.post(now, {})
    assert shown(phone().get(path)) == ["phone"]


def test_places_are_read_from_a_phone_and_a_second_tap_reads_nothing_more(house: House) -> None:
    tournament, desk = three_lives(house.club, rounds=8), house.phone(Role.DIRECTOR)
    path = inside(house, tournament, "reading-out/")
    asked = desk.post(path, {"act": "start"})
    assert (asked.status_code, next(elements(asked, "button.danger")).attributes["name"]) == (422, "sure")
    assert desk.post(path, {"act": "start", "sure": "1"}).status_code == 302
    tap = {"seen": "1", "to": "2"}
    for _tap in range(2):
        assert desk.post(path, tap).status_code == 302
    live = Client(headers=HTMX | {"Accept-Language": "de"})
    live.force_login(house.users[Role.DIRECTOR], backend="django.contrib.auth.backends.ModelBackend")
    answer = live.post(path, {"seen": "2", "place": "3"})
    assert (answer.status_code, texts(answer, "html"), Tournament.objects.get().revealed) == (200, [], 7)
    assert desk.post(path, {"seen": "2", "to": "3"}).status_code == 409
    ended = desk.post(path, {"act": "finish"})
    assert (ended.status_code, Tournament.objects.get().revealed) == (422, 7)
    assert desk.post(path, {"act": "finish", "sure": "1"}).status_code == 302
    assert Tournament.objects.get().revealed is None
