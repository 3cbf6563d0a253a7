"""The fixtures of a league as a calendar that phones subscribe to (RFC 5545): teams, days and places, no people.

An entry keeps its `UID` for good and counts up its `SEQUENCE` (`Fixture.seq`), so a match that was moved moves in the
calendar too. On a day without a time it stands on the whole day. One that was put off without a new day stays on its
old one, cancelled: a calendar strikes it out, and takes it in again as soon as it has a day.
"""

import hashlib
import zoneinfo
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta

from django.db.models import Q
from django.utils.translation import gettext as _
from icalendar import Calendar, Event, TimezoneDaylight, TimezoneStandard, vDuration

from seasons.models import Fixture, League, Team
from seasons.services.league_facts import is_in
from seasons.services.team_names import nameless_teams, outside_fixture

LASTS = timedelta(hours=3)
"""What is kept free for a match; nobody knows before when it is over."""
AGAIN = timedelta(hours=6)
"""How often a phone should ask."""
PRODUCT = "-//Bummerlbuch//Liga//DE"


def fixtures_in(league: League, team: Team | None = None) -> list[Fixture]:
    """Those that have a day, or had one before they were put off; of one team only its own."""
    found = Fixture.objects.filter(division__league=league).exclude(day=None, postponed_from=None)
    found = found.annotate(is_in=is_in())
    if team is not None:
        found = found.filter(Q(home=team) | Q(away=team))
    return list(found.select_related("division", "home", "away").order_by("division__level", "round", "pk"))


def team_of(league: League, number: int, level: int = 0) -> Team | None:
    """The team of this number, in the division of this level (0: the highest that has one)."""
    found = Team.objects.select_related("division").filter(division__league=league, number=number)
    if level:
        found = found.filter(division__level=level)
    return found.order_by("division__level").first()


def calendar_of(league: League, *, team: Team | None = None, address: str = "") -> bytes:
    """The calendar as a file: the same fixtures are the same bytes. `address` is a page about the league, if any.

    To be called in the language that its few words are to be in.
    """
    zone = zoneinfo.ZoneInfo(league.club.time_zone)
    fixtures, team = _as_told(league, fixtures_in(league, team), team)
    title = f"{team.name} · {league}" if team else str(league)
    found = Calendar()
    for name, value in (("prodid", PRODUCT), ("version", "2.0"), ("name", title), ("x-wr-calname", title)):
        found.add(name, value)
    found.add("method", "PUBLISH")
    found.add("x-wr-timezone", zone.key)
    found.add("refresh-interval", AGAIN, parameters={"VALUE": "DURATION"})
    found.add("x-published-ttl", vDuration(AGAIN))
    for fixture in fixtures:
        found.add_component(entry_of(league, fixture, zone, address))
    if years := _years(fixtures):
        found.add_missing_timezones(first_date=date(min(years), 1, 1), last_date=date(max(years) + 1, 1, 1))
        _by_the_old_clock(found)
    return bytes(found.to_ical())


def _as_told(league: League, fixtures: Sequence[Fixture], team: Team | None) -> tuple[list[Fixture], Team | None]:
    """With the teams as they are called outside, by now."""
    teams = {one.pk: one for fixture in fixtures for one in (fixture.home, fixture.away)}
    if team is not None:
        teams.setdefault(team.pk, team)
    nameless = nameless_teams(league, teams.values())
    return [outside_fixture(one, nameless) for one in fixtures], team and nameless.get(team.pk, team)


def entry_of(league: League, fixture: Fixture, zone: zoneinfo.ZoneInfo, address: str) -> Event:
    off = fixture.day is None or will_not_be(fixture)
    day = fixture.day or fixture.postponed_from
    assert day is not None, "fixtures_in leaves out what never had a day"
    entry = Event()
    entry.add("uid", uid_of(league, fixture))
    entry.add("sequence", fixture.seq)
    entry.add("dtstamp", fixture.changed_at)
    entry.add("last-modified", fixture.changed_at)
    entry.add("summary", f"{fixture.home.name} – {fixture.away.name}")
    entry.add("description", _about(fixture))
    for name, value in _when(day, fixture.time, zone).items():
        entry.add(name, value)
    if place := fixture.venue or fixture.home.venue:
        entry.add("location", place)
    if address:
        entry.add("url", address)
    entry.add("status", "CANCELLED" if off else "CONFIRMED")
    entry.add("transp", "TRANSPARENT" if off or fixture.time is None else "OPAQUE")
    return entry


def will_not_be(fixture: Fixture) -> bool:
    """Whether one of the two has withdrawn before this match was played."""
    gone = fixture.home.withdrawn_on is not None or fixture.away.withdrawn_on is not None
    return gone and not fixture.is_in  # type: ignore[attr-defined]  # annotated by fixtures_in


def uid_of(league: League, fixture: Fixture) -> str:
    """The same for good, whatever is changed of the fixture, and nobody else's on any other installation."""
    told = f"{league.club_id} {league.token} {fixture.pk}"
    return f"{hashlib.sha256(told.encode()).hexdigest()[:32]}@bummerlbuch"


def _when(day: date, begins: time | None, zone: zoneinfo.ZoneInfo) -> dict[str, date | datetime]:
    if begins is None:
        return {"dtstart": day, "dtend": day + timedelta(days=1)}
    start = datetime.combine(day, begins, tzinfo=zone)
    return {"dtstart": start, "dtend": start + LASTS}


def _by_the_old_clock(calendar: Calendar) -> None:
    """A change of the clock begins at what clocks show just before it (RFC 5545, 3.6.5); where they are put forward,
    icalendar writes what they show after it."""
    for zone in calendar.timezones:
        parts: list[TimezoneStandard | TimezoneDaylight] = [*zone.standard, *zone.daylight]
        for part in parts:
            forward = part.TZOFFSETTO - part.TZOFFSETFROM
            if forward <= timedelta():
                continue
            part.DTSTART -= forward
            if "RDATE" in part:
                later = [one.dt - forward for one in part.pop("RDATE").dts]
                part.add("rdate", later)


def _about(fixture: Fixture) -> str:
    said = _("%(division)s, round %(round)s") % {"division": fixture.division.name, "round": fixture.round}
    if fixture.day is None:
        return f"{said}\n{_('Put off; the new day is not known yet.')}"
    return said


def _years(fixtures: Iterable[Fixture]) -> list[int]:
    days = (fixture.day or fixture.postponed_from for fixture in fixtures if fixture.time is not None)
    return [day.year for day in days if day is not None]
