"""The fixtures of a division: drawn with a seed, given days, postponed. Drawn anew only while nothing is played."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import F

from clubs.models import User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import text_problems, tidy
from seasons.formats.circle import fixtures
from seasons.formats.league import read_rules
from seasons.models import Division, Fixture, Report
from seasons.services.league_facts import is_in
from seasons.services.league_turns import Moved, stir, take
from seasons.services.teams import LENGTHS
from tournaments.formats.core import shuffled

LONGEST_SEED = 40
FIRST_DAY, LAST_DAY = date(1950, 1, 1), date(2199, 12, 31)
"""A day before or after is a slip of the finger."""
MOST_WEEKS = 12


@dataclass(frozen=True, slots=True)
class Days:
    """When the rounds are: from the first day on, every so many weeks; without one, days are typed by hand."""

    first: date | None = None
    weeks: int | str = 1
    """Between two rounds."""
    weekday: int | None = None
    """0 is Monday; None: that of the first day. The first round is then on the first such day from `first` on."""
    at: time | None = None
    second_half: date | None = None
    """From here on the second half, where there is a pause before it."""


# --- drawing ---------------------------------------------------------------------------------------------------------


@transaction.atomic
def draw(
    division: Division, *, by: User | None, seed: str, days: Days, now: datetime, seen: int | None = None
) -> list[Fixture]:
    """Draws who meets whom in which round, from the teams that there are; what was drawn before goes. The very same
    once more is once.

    Refused: fewer than two teams, odd days, no seed, a match has a result. `seen` is the league's `seq` that was
    looked at; raises `Moved` where it is another by now.
    """
    league = take(division.league)
    division = Division.objects.get(pk=division.pk)
    division.league = league
    teams = list(division.teams.filter(withdrawn_on=None).order_by("number"))
    seed = tidy(seed)
    problems = [*_problems_with_days(days), *text_problems("seed", seed, LONGEST_SEED)]
    if not seed:
        problems.append(Problem("league_seed_missing", "seed"))
    if len(teams) < 2:
        problems.append(Problem("too_few_teams"))
    there = list(division.fixtures.all())
    if problems:
        raise Refused(*problems)
    rules = read_rules(league.rules)
    order = shuffled(teams, Random(seed))  # noqa: S311  # a draw that everybody can draw again
    rounds = fixtures(order, rules.twice)
    dates = dates_of(days, len(rounds), halves=rules.twice)
    wanted = [
        Fixture(
            division=division,
            round=number,
            home=home,
            away=away,
            day=day,
            time=days.at if day else None,
        )
        for number, (one, day) in enumerate(zip(rounds, dates, strict=True), 1)
        for home, away in one
    ]
    if [_facts(one) for one in there] == [_facts(one) for one in wanted]:
        return there
    if seen is not None and seen != league.seq - 1:
        raise Moved
    if Report.objects.filter(fixture__division=division).exists():
        raise Refused(Problem("league_has_results"))
    division.fixtures.all().delete()
    for one in wanted:
        one.changed_at = now
    Fixture.objects.bulk_create(wanted)
    Division.objects.filter(pk=division.pk).update(seed=seed)
    after = {"league": str(league), "division": division.name, "seed": seed, "rounds": len(rounds)}
    log_change(league.club, "league_fixtures_drawn", by=by, after=after)
    stir(league)
    return list(division.fixtures.all())


@transaction.atomic
def throw_away(division: Division, *, by: User | None) -> None:
    """The fixtures go, so that teams can come and go; twice is once. Refused once a match has a result."""
    league = take(division.league)
    if Report.objects.filter(fixture__division=division).exists():
        raise Refused(Problem("league_has_results"))
    if division.fixtures.all().delete()[0]:
        Division.objects.filter(pk=division.pk).update(seed="")
        after = {"league": str(league), "division": division.name}
        log_change(league.club, "league_fixtures_gone", by=by, after=after)
        stir(league)


def dates_of(days: Days, rounds: int, *, halves: bool = False) -> list[date | None]:
    """The day of each round."""
    if days.first is None or not isinstance(days.weeks, int):
        return [None] * rounds
    first = _on(days.first, days.weekday)
    half = rounds // 2 if halves and days.second_half is not None else rounds
    second = _on(days.second_half, days.weekday) if days.second_half is not None else first
    return [
        first + timedelta(weeks=days.weeks * index)
        if index < half
        else second + timedelta(weeks=days.weeks * (index - half))
        for index in range(rounds)
    ]


def _on(day: date, weekday: int | None) -> date:
    """The first day from this one on that is such a weekday."""
    return day if weekday is None else day + timedelta(days=(weekday - day.weekday()) % 7)


def _facts(one: Fixture) -> tuple[int, int, int, date | None, time | None]:
    return one.round, one.home_id, one.away_id, one.day, one.time


def _problems_with_days(days: Days) -> list[Problem]:
    problems = []
    if type(days.weeks) is not int or not 1 <= days.weeks <= MOST_WEEKS:
        problems.append(Problem("odd_weeks", "weeks", {"most": MOST_WEEKS}))
    if days.weekday is not None and days.weekday not in range(7):
        problems.append(Problem("odd_weekday", "weekday"))
    problems += _problems_with_day(days.first, "first") + _problems_with_day(days.second_half, "second_half")
    if days.first is not None and days.second_half is not None and days.second_half <= days.first:
        problems.append(Problem("second_half_first", "second_half"))
    if days.first is None and days.second_half is not None:
        problems.append(Problem("first_day_missing", "first"))
    return problems


def _problems_with_day(day: date | None, at: str) -> list[Problem]:
    return [Problem("match_day_far_away", at)] if day is not None and not FIRST_DAY <= day <= LAST_DAY else []


# --- days ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class When:
    """When and where a match is; `venue` where it is not the home team's."""

    day: date | None
    at: time | None = None
    venue: str = ""


@transaction.atomic
def set_date(
    fixture: Fixture,
    *,
    by: User | None,
    when: When,
    now: datetime,
    postponed: bool = False,
    seen: int | None = None,
) -> Fixture:
    """Another day, time or venue. `postponed`: it was put off, so it says from which day; `when` may then have no day
    yet. Without it this is the day it should have been on. The very same once more is once.

    `seen` is the fixture's `seq` that was looked at; raises `Moved` where it is another by now. Refused: a day far
    away, a match that has a result being put off, or one that has no day.
    """
    found = _taken(fixture)
    league = found.division.league
    venue = tidy(when.venue)
    problems = [*_problems_with_day(when.day, "day"), *text_problems("venue", venue, LENGTHS["venue"])]
    from_day = None
    if postponed:
        from_day = found.postponed_from or found.day
        if from_day is None:
            problems.append(Problem("nothing_to_postpone", "day"))
        if found.postponed_from is None and _is_in(found):
            problems.append(Problem("played_already", "day"))
    if problems:
        raise Refused(*problems)
    wanted = {"day": when.day, "time": when.at if when.day else None, "venue": venue, "postponed_from": from_day}
    was = {name: getattr(found, name) for name in wanted}
    if wanted == was:
        return found
    if seen is not None and seen != found.seq:
        raise Moved
    _write(found, wanted, now)
    log_change(league.club, "match_moved", by=by, before=_told(was), after={**_match(found), **_told(wanted)})
    stir(league)
    return found


@transaction.atomic
def set_home(fixture: Fixture, *, by: User | None, home: int, now: datetime, seen: int | None = None) -> Fixture:
    """The team of this id is at home, the other away; where it is so already, nothing changes. Day and venue stay.

    `seen` is the fixture's `seq` that was looked at; raises `Moved` where it is another by now. Refused: a team that
    does not play in this match, a match that something was reported of.
    """
    found = _taken(fixture)
    if home == found.home_id:
        return found
    problems = [] if home == found.away_id else [Problem("not_in_match", "home")]
    if _is_in(found):
        problems.append(Problem("played_already", "home"))
    if problems:
        raise Refused(*problems)
    if seen is not None and seen != found.seq:
        raise Moved
    before = {"match": _match(found)["match"]}
    _write(found, {"home": found.away, "away": found.home}, now)
    league = found.division.league
    log_change(league.club, "match_turned", by=by, before=before, after=_match(found))
    stir(league)
    return found


@transaction.atomic
def set_round(division: Division, *, by: User | None, number: int, when: When, now: datetime) -> int:
    """The day and time of all matches of a round that have no result and were not put off; how many were changed."""
    league = take(division.league)
    if problems := _problems_with_day(when.day, "day"):
        raise Refused(*problems)
    found = list(Fixture.objects.filter(~is_in(), division=division, round=number, postponed_from=None).order_by("pk"))
    wanted = {"day": when.day, "time": when.at if when.day else None}
    moved = [one for one in found if {name: getattr(one, name) for name in wanted} != wanted]
    if not moved:
        return 0
    before = _told({name: getattr(moved[0], name) for name in wanted})
    for one in moved:
        _write(one, wanted, now)
    where = {"league": str(league), "division": division.name, "round": number}
    log_change(league.club, "round_moved", by=by, before=before, after={**where, **_told(wanted)})
    stir(league)
    return len(moved)


def _taken(fixture: Fixture) -> Fixture:
    """The match as it is now, with the row of its league held."""
    league = take(fixture.division.league)
    found = Fixture.objects.select_related("home", "away", "division").filter(pk=fixture.pk).first()
    if found is None:
        raise Refused(Problem("no_such_fixture"))
    found.division.league = league
    return found


def _is_in(fixture: Fixture) -> bool:
    return Fixture.objects.filter(is_in(), pk=fixture.pk).exists()


def _write(fixture: Fixture, wanted: Mapping[str, Any], now: datetime) -> None:
    for name, value in wanted.items():
        setattr(fixture, name, value)
    Fixture.objects.filter(pk=fixture.pk).update(**wanted, seq=F("seq") + 1, changed_at=now)
    fixture.seq += 1
    fixture.changed_at = now


def _match(fixture: Fixture) -> dict[str, str]:
    division = fixture.division
    return {
        "league": str(division.league),
        "division": division.name,
        "match": f"{fixture.home.name} – {fixture.away.name}",
    }


def _told(wanted: Mapping[str, object]) -> dict[str, str | None]:
    return {name: _said(value) for name, value in wanted.items()}


def _said(value: object) -> str | None:
    if isinstance(value, time):
        return value.isoformat("minutes")
    return value.isoformat() if isinstance(value, date) else None if value is None else str(value)
