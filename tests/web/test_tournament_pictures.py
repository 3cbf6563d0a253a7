"""The pictures of a tournament: what is drawn inside, and what of it everybody may see."""

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
from scoring.services.closing import close_sheet
from tests.club import House
from tests.services.table import now as write_now
from tests.services.table import plain, record, special
from tests.tournament import a_round, a_tournament
from tests.tournament_evenings import play_on, three_lives, two_times_32
from tests.web.page import elements, phone
from tournaments.formats.plan import read_plan, write_plan
from tournaments.models import Round, Tournament
from tournaments.services.facts import facts_of
from tournaments.services.pictures import Measure, Pictures
from tournaments.services.table_codes import hall_code
from tournaments.services.table_sheets import open_sheet

pytestmark = pytest.mark.django_db

SHEETS = {
    "card": "pair",
    "people": 2,
    "stages": [{"kind": "swiss", "rounds": 2, "counting": {"unit": "points"}}],
    "desk": {"record": "either"},
}


def inside(house: House, tournament: Tournament, asked: str = "", role: str = Role.MEMBER) -> Any:
    return house.phone(role).get(house.path(f"tournaments/{tournament.pk}/pictures/{asked}"))


def outside(tournament: Tournament, asked: str = "") -> Any:
    return phone().get(f"/hall/{hall_code(tournament)}/pictures/{asked}")


def figures(tournament: Tournament) -> Any:
    return Client().get(f"/api/v1/halls/{hall_code(tournament)}/pictures/").json()


def public(tournament: Tournament, **hall: Any) -> None:
    plan = read_plan({**tournament.plan, "hall": hall})
    Tournament.objects.filter(pk=tournament.pk).update(plan=write_plan(plan), seq=tournament.seq + 1)
    tournament.refresh_from_db()


def pictures(answer: Any) -> list[str]:
    """The classes of every picture on the page, without the bars of the contracts."""
    drawn = [one.attributes["class"] for one in elements(answer, "svg")]
    return [one for one in drawn if one != "share"]


def alerts(answer: Any) -> list[str]:
    return [one.text for one in elements(answer, "p") if one.attributes.get("role") == "alert"]


def parts(answer: Any) -> list[str]:
    """What the page has, by what each part is named after."""
    return [one.attributes.get("aria-labelledby", "") for one in elements(answer, "section")]


# --- inside ----------------------------------------------------------------------------------------------------------


def test_the_course_names_the_ten_leaders_and_the_number_that_was_asked_for(house: House) -> None:
    tournament = two_times_32(house.club)
    answer = inside(house, tournament, "?number=15")
    assert answer.status_code == 200
    # Two pictures, one for a phone and one for a screen; the line that was asked for lies above all others.
    assert pictures(answer) == ["chart course phone", "chart course screen", "chart bars"]
    assert [one.attributes["class"].split()[0] for one in elements(answer, "g")] == (["leader"] * 10 + ["mine"]) * 2
    assert [one.attributes["id"] for one in elements(answer, "desc") if one.attributes] == [
        "course-phone-desc",
        "course-screen-desc",
    ]


def test_a_number_there_is_not_is_said_and_the_picture_stays(house: House) -> None:
    tournament = two_times_32(house.club)
    answer = inside(house, tournament, "?number=99")
    assert (answer.status_code, alerts(answer)) == (422, ["Die Startnummer 99 gibt es nicht."])
    assert pictures(answer) == ["chart course phone", "chart course screen", "chart bars"]


def test_the_table_says_the_same_to_those_who_see_no_picture(house: House) -> None:
    tournament = two_times_32(house.club)
    answer = inside(house, tournament)
    heads = [one.text.split()[0] for one in elements(answer, "th") if one.attributes["scope"] == "row"][:16]
    after_the_last = [one.text for one in elements(answer, "td")][1:32:2]
    order = [(str(one.number), str(one.place)) for one in facts_of(tournament).standings]
    assert list(zip(heads, after_the_last, strict=True)) == order


def test_every_round_whose_tables_differ_is_drawn_with_what_is_measured(house: House) -> None:
    found = Pictures(facts_of(two_times_32(house.club))).tables
    assert [(one.round, one.measure, one.unit) for one in found] == [
        (1, Measure.SPREAD, "points"),
        (2, Measure.SPREAD, "points"),
    ]
    assert found[0].made == {1: 41, 2: 106, 3: 29, 4: 51}


def test_where_tables_say_only_who_won_no_bars_are_drawn(house: House) -> None:
    tournament = three_lives(house.club)
    assert Pictures(facts_of(tournament)).tables == ()
    assert parts(inside(house, tournament)) == ["course", "records"]


def test_before_two_rounds_are_over_there_is_no_course(house: House) -> None:
    answer = inside(house, three_lives(house.club, rounds=1))
    assert (answer.status_code, pictures(answer)) == (200, [])


def test_contracts_are_those_of_closed_sheets(house: House) -> None:
    pairs = ["Auer / Berger", "Dorn / Eder", "Fink / Gruber", "Huber / Kern"]
    tournament = a_tournament(house.club, *pairs, plan=SHEETS, game="bauernschnapsen")
    drawn = a_round(tournament, (1, 2), (3, 4))
    closed, still_open = (open_sheet(table) for table in drawn.tables.order_by("number"))
    record(closed, plain(0), plain(1), special(1))
    record(still_open, plain(0))
    close_sheet(closed, write=write_now(closed))
    seen = figures(tournament)
    assert seen["game"] == "bauernschnapsen"
    assert [(one["contract"], one["made"], one["failed"]) for one in seen["contracts"]] == [
        ("gang", 1, 0),
        ("normal", 1, 1),
    ]
    assert parts(inside(house, tournament)) == ["course", "records", "contracts"]


def test_a_table_takes_from_the_clock_of_its_round_to_its_result(house: House) -> None:
    tournament = three_lives(house.club, rounds=1)
    first, began = tournament.rounds.get(), timezone.now() - timedelta(minutes=50)
    Round.objects.filter(pk=first.pk).update(clock_at=began, published_at=began - timedelta(minutes=9))
    for table in first.tables.all():
        table.results.update(at=began + timedelta(minutes=10 * table.number))
    found = Pictures(facts_of(tournament))
    assert found.seconds == {(1, number): 600 * number for number in (1, 2, 3, 4)}


# --- everybody -------------------------------------------------------------------------------------------------------


def test_nothing_is_shown_before_the_end_where_the_organiser_wants_that(house: House) -> None:
    tournament = two_times_32(house.club)
    public(tournament, public="end")
    answer = outside(tournament)
    assert (answer.status_code, pictures(answer)) == (200, [])
    assert figures(tournament) == {
        "kept_back": "Der Stand wird erst am Schluss gezeigt.",
        "rounds": [],
        "places": [],
        "tables": [],
        "game": "",
        "contracts": [],
        "records": [],
    }
    Tournament.objects.filter(pk=tournament.pk).update(ended_at=timezone.now(), seq=9)
    assert figures(tournament)["rounds"] == [1, 2]


def test_of_one_interim_table_only_its_rounds_are_shown(house: House) -> None:
    tournament = two_times_32(house.club)
    public(tournament, public="once", public_round=1)
    seen = figures(tournament)
    assert (seen["rounds"], [one["round"] for one in seen["tables"]]) == ([1], [1])
    assert {feat["round"] for one in seen["records"] for feat in one["feats"]} == {1, None}


def test_while_places_are_read_out_nothing_of_the_order_is_told_until_the_last(house: House) -> None:
    tournament = two_times_32(house.club)
    public(tournament, public="end")
    Tournament.objects.filter(pk=tournament.pk).update(revealed=15, seq=5)
    assert (figures(tournament)["records"], pictures(outside(tournament))) == ([], [])
    Tournament.objects.filter(pk=tournament.pk).update(revealed=16, seq=6)
    assert figures(tournament)["rounds"] == [1, 2]


def test_outside_people_are_called_as_they_want(house: House) -> None:
    tournament = two_times_32(house.club)
    Player.objects.filter(name="P2").update(shown=Shown.HIDDEN)
    Tournament.objects.filter(pk=tournament.pk).update(seq=7)
    told = {one["number"]: one["name"] for one in figures(tournament)["places"]}
    assert (told[2], told[3]) == ("Nr. 2", "3\u00a0P3")
    assert outside(tournament, "").status_code == 200
    assert phone().get("/hall/1-aaaaaaaaaaaaaaaa/pictures/").status_code == 404


def test_pictures_cost_the_same_after_two_rounds_and_after_four(house: House) -> None:
    def asked(tournament: Tournament) -> list[int]:
        found = []
        for look in (lambda: inside(house, tournament), lambda: outside(tournament)):
            with CaptureQueriesContext(connection) as queries:
                look()
            found.append(len(queries))
        return found

    tournament = three_lives(house.club, rounds=2)
    before = asked(tournament)
    play_on(tournament, 3, 4)
    assert asked(tournament) == before
