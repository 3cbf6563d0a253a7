"""The fixtures as a calendar: read again by the library that reads calendars."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from clubs.models import Player
from seasons.models import Fixture, League, Team
from seasons.services import teams
from seasons.services.fixtures import When, set_date
from seasons.services.league_calendar import LASTS
from tests.club import House
from tests.league import a_league, first_fixture, reported

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(house: House) -> League:
    return a_league(house, teams=4)


def fed(league: League, query: str = "", **headers: str) -> Any:
    return Client(headers=headers).get(f"/board/{league.secret}/calendar.ics{query}")


def entries(league: League, query: str = "") -> dict[str, Any]:
    """What a match is called -> its entry."""
    answer = fed(league, query)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    calendar = Calendar.from_ical(answer.content)
    return {str(one["SUMMARY"]): one for one in calendar.walk("VEVENT")}


def title(fixture: Fixture) -> str:
    return f"{fixture.home.name} – {fixture.away.name}"


def test_every_fixture_is_an_entry_and_a_team_has_its_own(league: League) -> None:
    assert len(entries(league)) == Fixture.objects.count() == 12
    team = Team.objects.get(number=3)
    mine = entries(league, "?team=3")
    assert len(mine) == 6
    assert all(team.name in one for one in mine)
    assert mine == entries(league, "?team=3&division=1")
    assert [fed(league, query).status_code for query in ("?team=9", "?team=x", "?team=3&division=2")] == [404] * 3


def test_a_day_without_a_time_is_the_whole_day(league: League) -> None:
    fixture = first_fixture(league)
    entry = entries(league)[title(fixture)]
    assert (entry["DTSTART"].dt, entry["DTEND"].dt) == (fixture.day, fixture.day + timedelta(days=1))  # type: ignore[operator]  # it has a day
    assert (str(entry["STATUS"]), str(entry["LOCATION"])) == ("CONFIRMED", fixture.home.venue)
    assert "RRULE" not in entry


def test_a_time_is_that_of_the_clubs_zone_in_summer_and_in_winter(league: League) -> None:
    summer, winter = Fixture.objects.filter(round=1)
    Fixture.objects.filter(pk=summer.pk).update(day=date(2026, 10, 9), time=time(19, 30))
    Fixture.objects.filter(pk=winter.pk).update(day=date(2026, 11, 6), time=time(19, 30))
    found = entries(league)
    starts = [found[title(one)]["DTSTART"].dt for one in (summer, winter)]
    assert [one.astimezone(UTC) for one in starts] == [
        datetime(2026, 10, 9, 17, 30, tzinfo=UTC),
        datetime(2026, 11, 6, 18, 30, tzinfo=UTC),
    ]
    assert starts[0].tzinfo == ZoneInfo("Europe/Vienna")
    assert found[title(summer)]["DTEND"].dt - starts[0] == LASTS
    assert b"BEGIN:VTIMEZONE" in fed(league).content


def test_clocks_change_at_what_they_show_just_before(league: League) -> None:
    """RFC 5545, 3.6.5: two o'clock in spring, three in autumn, in every year that the fixtures are in."""
    one, other = Fixture.objects.filter(round=1)
    for match, day in ((one, date(2026, 10, 9)), (other, date(2027, 4, 9))):
        Fixture.objects.filter(pk=match.pk).update(day=day, time=time(19, 30))
    (zone,) = Calendar.from_ical(fed(league).content).timezones
    changes = [part.to_ical().decode().splitlines() for part in (*zone.daylight, *zone.standard)]
    assert [[line for line in lines if line.startswith(("DTSTART", "RDATE"))] for lines in changes] == [
        ["DTSTART:20260329T020000", "RDATE:20270328T020000"],
        ["DTSTART:20260101T000000"],
        ["DTSTART:20261025T030000", "RDATE:20271031T030000"],
    ]


def test_a_match_that_is_put_off_is_cancelled_and_comes_back_as_the_same_entry(league: League) -> None:
    fixture = first_fixture(league)
    before = entries(league)[title(fixture)]
    now = timezone.now()
    set_date(fixture, by=None, when=When(None), now=now, postponed=True)
    off = entries(league)[title(fixture)]
    assert (str(off["STATUS"]), off["DTSTART"].dt) == ("CANCELLED", fixture.day)
    set_date(fixture, by=None, when=When(date(2027, 3, 1), time(18)), now=now, postponed=True)
    again = entries(league)[title(fixture)]
    assert (str(again["STATUS"]), again["DTSTART"].dt.date()) == ("CONFIRMED", date(2027, 3, 1))
    assert before["UID"] == off["UID"] == again["UID"]
    assert [one["SEQUENCE"] for one in (before, off, again)] == [0, 1, 2]
    assert again["LAST-MODIFIED"].dt == now.replace(microsecond=0)


def test_the_matches_that_a_withdrawn_team_has_left_are_cancelled(league: League) -> None:
    fixture = first_fixture(league)
    reported(fixture, (3, 1), (2, 0))
    Team.objects.filter(pk=fixture.home_id).update(withdrawn_on=date(2026, 10, 20))
    found = entries(league, f"?team={fixture.home.number}")
    assert [str(one["STATUS"]) for one in found.values()].count("CANCELLED") == 5
    assert str(found[title(fixture)]["STATUS"]) == "CONFIRMED"


def test_entries_of_a_team_that_withdraws_or_has_another_name_count_up(league: League) -> None:
    fixture = first_fixture(league)
    before = entries(league)[title(fixture)]
    teams.withdraw(fixture.home, by=None, day=date(2026, 10, 1))
    gone = entries(league)[title(fixture)]
    assert (str(gone["STATUS"]), gone["SEQUENCE"]) == ("CANCELLED", before["SEQUENCE"] + 1)
    teams.change(fixture.away, by=None, name="Andorf", venue="")
    fixture.refresh_from_db()
    assert entries(league)[title(fixture)]["SEQUENCE"] == gone["SEQUENCE"] + 1


def test_phones_are_told_how_often_to_ask(league: League) -> None:
    assert b"X-PUBLISHED-TTL:PT6H\r\n" in fed(league).content


def test_nobody_is_named_and_uids_are_those_of_one_match(league: League, house: House) -> None:
    Team.objects.filter(number=1).update(name="Höß; Wirt, \\1")
    other = a_league(house, teams=4)
    text = fed(league).content.decode()
    assert not [one.name for one in Player.objects.all() if one.name in text]
    assert "Höß; Wirt, \\1 – Peuerbach" in entries(league)
    uids = [str(one["UID"]) for which in (league, other) for one in entries(which).values()]
    assert len({*uids}) == 24


def test_what_has_not_changed_is_not_sent_again(league: League, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(2):
        first = fed(league)
    assert first.content == fed(league).content
    assert fed(league, **{"If-None-Match": first["ETag"]}).status_code == 304
    Team.objects.filter(number=1).update(name="Anders")
    assert fed(league, **{"If-None-Match": first["ETag"]}).status_code == 200


def test_the_calendar_needs_no_public_page_but_only_then_leads_there(league: League) -> None:
    fixture = first_fixture(league)
    assert str(entries(league)[title(fixture)]["URL"]).endswith(f"/board/{league.secret}/")
    League.objects.update(public=False)
    assert "URL" not in entries(league)[title(fixture)]
    assert Client().get("/board/nowhere/calendar.ics").status_code == 404


def test_a_league_without_days_is_an_empty_calendar(league: League) -> None:
    Fixture.objects.update(day=None)
    assert entries(league) == {}
