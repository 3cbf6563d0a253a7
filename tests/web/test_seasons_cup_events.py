"""The pages of a cup's events: added, left out, taken away; and results typed in by hand."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.models import Club
from clubs.models.club import Role
from seasons.forms.cups import results_typed
from seasons.models import Cup
from seasons.services import cup_events
from tests.club import House
from tests.seasons_cups import DAYS, LAST, a_cup, a_day, computed, path
from tests.services.season import FOUR, a_sheet_of
from tests.services.table import won_leg
from tests.tournament import a_tournament
from tests.web.page import form, get, links, posted, texts, values
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_events_are_added_left_out_and_taken_away(house: House) -> None:
    cup = a_cup(house.club, game="bauernschnapsen", every_evening=True)
    phone, address = house.phone(Role.DIRECTOR), path(house, cup, "events/change/")
    a_sheet_of(house, DAYS[0], won_leg(0))
    tournament = a_tournament(house.club, cards=2, day=DAYS[1])
    evening = values(get(phone, path(house, cup, "events/")), "evening")[0]
    posted(phone, address, do="leave_out", evening=evening)
    page = get(phone, path(house, cup, "events/"))
    assert len(texts(page, "li.left-out")) == 1
    posted(phone, address, do="evening", evening=evening, token="again")
    posted(phone, address, do="tournament", tournament=tournament.pk, token="t")
    page = get(phone, path(house, cup, "events/"))
    assert (len(texts(page, "li.left-out")), len([one for one in links(page) if "/events/" in one])) == (0, 3)
    day = get(phone, path(house, cup, f"events/evening-{evening}/"))
    assert sorted(texts(day, ".who")) == sorted(FOUR)
    get(phone, path(house, cup, f"events/tournament-{tournament.pk}/"))
    get(phone, path(house, cup, "events/day-999/"), status=404)
    event = cup.events.get(tournament=tournament)
    posted(phone, address, do="remove", event=event.pk)
    posted(phone, address, status=422, do="day", token="x", name="", day="")
    assert not cup.events.exists()


def test_a_day_with_results_is_taken_out_only_after_it_was_asked_about(house: House) -> None:
    cup = a_cup(house.club)
    full, empty = a_day(cup, DAYS[0], Anna=10, Bernd=9), a_day(cup, DAYS[1])
    phone, address = house.phone(Role.DIRECTOR), path(house, cup, "events/change/")
    posted(phone, address, do="remove", event=empty.pk)
    asked = posted(phone, address, status=200, do="remove", event=full.pk)
    assert asked.context["results"] == 2
    assert (full.results.count(), cup.events.count()) == (2, 1)
    for _twice in range(2):
        posted(phone, address, **form(asked, "/change/").filled(), do="remove")
    assert not cup.events.exists()


def test_results_that_cannot_be_are_named_by_their_line_and_stay_typed(house: House) -> None:
    cup = a_cup(house.club)
    event = a_day(cup, DAYS[0], Anna=10)
    phone, page = house.phone(language="en"), path(house, cup, f"events/day-{event.pk}/")
    before = form(get(phone, page), "/results/")
    assert before.fields["seen"] == [str(Cup.objects.get().seq)]
    typed = "Anna\t1.010\nBernd\n\n12\n1\tAnna\t7\nAnna;7;–"
    refused = posted(phone, f"{page}results/", status=422, **before.filled(results=typed))
    assert [one.partition(":")[0][-1] for one in texts(refused, ".problem")] == ["2", "4", "5", "6"]
    assert "Anna\t1.010" in refused.content.decode()
    missed = "Cilli –\nDora\t\nEgon;-\nFranz\t−"
    posted(phone, f"{page}results/", **before.filled(results=f"Anna 1.010\nBernd: −40\n{missed}"))
    assert [row.values["sum"] for row in computed(cup)] == [1010, -40]
    posted(phone, f"{page}results/", status=409, **before.filled(results="Anna 5"))
    again = form(get(phone, page), "/results/").filled(results="Anna 6\nNeuer Gast 3")
    for _twice in range(2):
        posted(phone, f"{page}results/", **again)


def test_a_line_without_end_is_no_result_and_is_read_in_no_time() -> None:
    started = time.monotonic()
    (one,) = results_typed(":" * 20_000 + "x", money=False)
    assert (one.points, time.monotonic() - started < 1) == (None, True)


def test_a_tournament_that_was_moved_is_said_where_one_looks_and_can_be_taken_out(house: House) -> None:
    Club.objects.update(language="en")
    cup, phone = a_cup(house.club), house.phone()
    tournament = a_tournament(house.club, day=DAYS[0], name="Preisschnapsen")
    a_day(cup, DAYS[1], Anna=10)
    now = timezone.now()
    cup_events.add_tournament(cup, by=None, now=now, token="t", tournament=tournament.pk)
    computed(cup)
    said = "Outside of the cup's days, and therefore not counted: Preisschnapsen."
    assert said not in " ".join(texts(get(phone, path(house, cup)), "main"))
    Tournament.objects.filter(pk=tournament.pk).update(day=LAST + timedelta(days=3))
    assert said in " ".join(texts(get(phone, path(house, cup)), "main"))
    events = get(phone, path(house, cup, "events/"))
    assert "does not count: outside of the cup's days" in texts(events, ".left-out")[0]
    assert "1 counts" in " ".join(texts(events, "h2"))
    page = " ".join(texts(get(phone, path(house, cup, f"events/tournament-{tournament.pk}/")), "main"))
    assert "was moved out of the cup's days (1.9.2026 – 30.6.2027), so it does not count." in page
    assert "once its places are final" not in page
    posted(phone, path(house, cup, "events/change/"), do="remove", event=cup.events.get(tournament=tournament).pk)
    assert said not in " ".join(texts(get(phone, path(house, cup)), "main"))
