"""A winter of the large club: its rankings, a cup of all evenings, a league, ratings, all computed, so that their pages
can be visited."""

from datetime import timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from clubs.models import Club
from seasons.formats.match_report import Seated
from seasons.models import Board, CupEvent, Fixture, Member, Team
from seasons.services import boards, cup_events, cups, leagues, rankings, ratings, regions, reports, teams
from seasons.services import fixtures as schedule

GAME = "bauernschnapsen"
TEAMS, ON_A_TEAM = 4, 3


def a_winter(club: Club) -> None:
    """Everything that is counted over a season, from the sheets, people and evenings that there are."""
    now, number = timezone.now(), count(1)
    last = club.evenings.latest("day").day
    for unit, span in (("bummerl", "year"), ("points", "all")):
        about = rankings.About(f"Rangliste {unit}", GAME, unit, span=span)
        rankings.create(club, by=None, token=f"winter-{next(number)}", about=about, now=now)
    cup = cups.create(
        club, by=None, token=f"winter-{next(number)}", now=now, name="Wintercup", game=GAME, every_evening=True,
        first_day=last - timedelta(weeks=10), last_day=last,
    )  # fmt: skip
    named = [cup_events.Typed(player.name, points) for points, player in enumerate(club.players.order_by("pk")[:9])]
    cup_events.add_day(
        cup, by=None, now=now, token=f"winter-{next(number)}", name="Auf Papier", day=last, results=named
    )
    a_league(club)
    region = regions.create(club, by=None, token=f"winter-{next(number)}", name="Innviertel", now=now)
    ratings.switch_on(club, by=None, game=GAME, about=ratings.About(), now=now)
    ratings.switch_on(club, by=None, game=GAME, about=ratings.About(), now=now, region=region)
    computed(club)


def a_league(club: Club) -> None:
    """Four teams, every second match reported."""
    about = leagues.About("Bezirksliga", "2026/27", GAME)
    league = leagues.create(club, by=None, token="winter-league", about=about, divisions=["1. Klasse"])
    division, people = league.divisions.get(), list(club.players.order_by("pk"))
    for index in range(TEAMS):
        team = teams.add(division, by=None, token=f"winter-team-{index}", name=f"Mannschaft {index + 1}")
        for player in people[index * ON_A_TEAM : (index + 1) * ON_A_TEAM]:
            teams.add_member(team, by=None, name=player.name)
    schedule.draw(division, by=None, seed="winter", days=schedule.Days(), now=timezone.now())
    every = Fixture.objects.filter(division=division).order_by("pk")
    for index, fixture in enumerate(every.select_related("home", "away", "division__league__club")):
        if index % 2:
            home, away = (one.members.order_by("pk")[0].player_id for one in (fixture.home, fixture.away))
            told = reports.Told(boards=[Seated((home,), (away,), 2, 1)])
            writer = reports.Writer(side=fixture.home)
            reports.enter(fixture, told=told, writer=writer, seen=0, token=f"winter-report-{index}")


def computed(club: Club) -> None:
    """Whatever is due, as a worker does."""
    while due := list(Board.objects.filter(club=club).exclude(due_at=None).values_list("pk", flat=True)):
        for board in due:
            boards.rebuild(board, now=timezone.now())


def values_of(club: Club) -> dict[str, list[object]]:
    """What may stand in an address of it, as `bench.pages` asks."""
    winner = Board.objects.filter(ranking__club=club, rows__place=1).order_by("pk").values_list(
        "season", "rows__subject"
    ).first() or (0, 0)
    ids: dict[str, Any] = {
        "rankings/<int:pk>": club.rankings,
        "cups/<int:pk>": club.cups,
        "leagues/<int:pk>": club.leagues,
        "ratings/<int:pk>": club.ratings.filter(region=None),
        "regions/<int:pk>": club.regions,
    }
    return {
        **{part: [one.pk for one in rows.order_by("pk")[:1]] for part, rows in ids.items()},
        "season": [winner[0]],
        "player": [winner[1]],
        "team": list(Team.objects.filter(division__league__club=club).values_list("pk", flat=True)[:1]),
        "member": list(Member.objects.filter(team__division__league__club=club).values_list("pk", flat=True)[:1]),
        "fixture": list(Fixture.objects.filter(division__league__club=club).values_list("pk", flat=True)[1:2]),
        "level": [1],
        "champion": [1],
        "event": [f"day-{one.pk}" for one in CupEvent.objects.filter(cup__club=club, tournament=None)[:1]],
    }
