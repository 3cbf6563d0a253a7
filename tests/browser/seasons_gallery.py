"""What a season comes to: a ranking, a cup, a league in the middle, a rating; waiting, and for everybody to see."""

import random
from collections.abc import Mapping

from django.utils import timezone
from playwright.sync_api import Page

from clubs.models import Player
from clubs.models.club import Role
from seasons.models import Board, Cup, Fixture, League, Ranking, Rating, Team
from seasons.services import boards
from tests.browser.club_gallery import NOBODY, unfolded
from tests.browser.tournament_gallery import Look, names
from tests.club import House
from tests.league import a_league, reported
from tests.seasons_cups import a_cup, the_season
from tests.seasons_rankings import a_ranking
from tests.seasons_ratings import a_rating, lay
from tests.services.season import a_season

DIRECTOR, MEMBER = Role.DIRECTOR, Role.MEMBER
LONG = "Wanderpokal der Freiwilligen Feuerwehren im Bezirk Deutschlandsberg"


def computed() -> None:
    """Whatever is due, as a worker does."""
    while due := list(Board.objects.exclude(due_at=None).values_list("pk", flat=True)):
        for pk in due:
            boards.rebuild(pk, now=timezone.now())


def a_rated_club(house: House) -> Rating:
    """Twelve people with long names who have met in ever other pairs."""
    chance = random.Random(7)
    people = [Player.objects.create(club=house.club, name=name) for name in names(12)]
    for number in range(40):
        games = " ".join(chance.choice(("02>13", "13>02")) for _game in range(8))
        lay(house.club, number, list(chance.sample(people, 4)), games)
    return a_rating(house.club, provisional=60, public=True)


def a_league_in_the_middle(house: House) -> tuple[League, Fixture]:
    """Five teams: played, disputed, put off, still to come; and the match that the first team reports next."""
    league = a_league(house, teams=5, people=6, boards=3)
    fixtures = list(
        Fixture.objects.filter(division__league=league).select_related("home", "away", "division__league__club")
    )
    for number, fixture in enumerate(fixtures[:5]):
        reported(
            fixture, (3, number % 3), (1, 2), (3, 1), remark="Zweiter Tisch erst nach dem Essen" if number == 2 else ""
        )
    put_off = fixtures[5]
    Fixture.objects.filter(pk=put_off.pk).update(postponed_from=put_off.day, day=None)
    Board.objects.filter(division__league=league).update(due_at=timezone.now())
    return league, fixtures[0]


def everything(house: House) -> dict[str, object]:
    """The club with all of it, computed; what stands in the addresses of the looks."""
    a_season(house)
    ranking = a_ranking(house, name="Bummerl-Bilanz der Saison", minimum=1, public=True)
    cup = a_cup(house.club, {"season": {"best": 7, "minimum": 6}}, name=LONG, public=True)
    the_season(cup)
    league, fixture = a_league_in_the_middle(house)
    rating = a_rated_club(house)
    computed()
    waits = a_ranking(house, name="Ewige Rangliste", span="all")
    Player.objects.filter(club=house.club, name="Bernd").update(name="Wolfgang Amadeus Unterhinterobermüllner")
    team = Team.objects.filter(division__league=league)[0]
    best = Board.objects.get(rating=rating).rows.order_by("order")[0].subject
    return {
        "club": f"/club/{house.club.slug}",
        "ranking": ranking.pk,
        "waits": waits.pk,
        "ranked": house.players[Role.OWNER].pk,
        "cup": cup.pk,
        "in_cup": Player.objects.get(club=house.club, name="Anna").pk,
        "league": league.pk,
        "fixture": fixture.pk,
        "team": team.pk,
        "team_secret": team.secret,
        "rating": rating.pk,
        "rated": best,
        **{f"{kind._meta.model_name}_secret": one.secret for kind, one in (
            (Ranking, ranking), (Cup, cup), (League, league), (Rating, rating),
        )},
    }  # fmt: skip


def previewed(page: Page) -> None:
    """What other rules would change; a short name stays in one line, also where no long one makes room for it."""
    page.locator("input[name=best]").fill("0")
    page.locator("input[name=counts][value=average]").check(force=True)
    page.locator("main form button").last.tap()
    page.locator("#preview").wait_for()
    lines = """rows => {
      const long = rows.find(row => row.cells[0].innerText.includes(" "));
      const place = document.createComment(""); long.replaceWith(place);
      const lines = rows.filter(row => row !== long).map(row => {
        const range = document.createRange(); range.selectNodeContents(row.cells[0]);
        return range.getClientRects().length;
      });
      place.replaceWith(long);
      return lines;
    }"""
    assert page.locator("#preview tbody tr").evaluate_all(lines) == [1] * 5


def points_in_sight(page: Page) -> None:
    """On the smallest phone too nobody has to push a table of a league aside to see the points."""
    page.set_viewport_size({"width": 320, "height": 740})
    fits = "boxes => boxes.map(box => box.scrollWidth <= box.clientWidth)"
    assert page.locator(".sideways").evaluate_all(fits)[:2] == [True, True]
    page.set_viewport_size({"width": 360, "height": 740})


SEASONS: Mapping[str, Look] = {
    "overview": (DIRECTOR, "{club}/seasons/", None),
    "ranking-new": (DIRECTOR, "{club}/seasons/rankings/new/", unfolded),
    "ranking": (MEMBER, "{club}/seasons/rankings/{ranking}/?season=2024", None),
    "ranking-waits": (MEMBER, "{club}/seasons/rankings/{waits}/", None),
    "ranking-course": (MEMBER, "{club}/seasons/rankings/{ranking}/2024/people/{ranked}/", None),
    "champions": (DIRECTOR, "{club}/seasons/rankings/{ranking}/champions/", unfolded),
    "ranking-public": (NOBODY, "/board/{ranking_secret}/", None),
    "cup-new": (DIRECTOR, "{club}/seasons/cups/new/", None),
    "cup": (DIRECTOR, "{club}/seasons/cups/{cup}/", unfolded),
    "cup-rules": (DIRECTOR, "{club}/seasons/cups/{cup}/rules/change/", unfolded),
    "cup-preview": (DIRECTOR, "{club}/seasons/cups/{cup}/rules/change/", previewed),
    "cup-events": (DIRECTOR, "{club}/seasons/cups/{cup}/events/", None),
    "cup-person": (MEMBER, "{club}/seasons/cups/{cup}/people/{in_cup}/", None),
    "cup-public": (NOBODY, "/board/{cup_secret}/", None),
    "league-new": (DIRECTOR, "{club}/seasons/leagues/new/", None),
    "league": (DIRECTOR, "{club}/seasons/leagues/{league}/", points_in_sight),
    "league-setup": (DIRECTOR, "{club}/seasons/leagues/{league}/setup/", unfolded),
    "league-fixtures": (DIRECTOR, "{club}/seasons/leagues/{league}/fixtures/", None),
    "league-team": (DIRECTOR, "{club}/seasons/leagues/{league}/teams/{team}/", unfolded),
    "league-match": (DIRECTOR, "{club}/seasons/leagues/{league}/fixtures/{fixture}/", unfolded),
    "league-paper": (DIRECTOR, "{club}/seasons/leagues/{league}/fixtures/{fixture}/paper/", None),
    "league-public": (NOBODY, "/board/{league_secret}/", None),
    "team": (NOBODY, "/team/{team_secret}/", None),
    "rating-list": (DIRECTOR, "{club}/seasons/ratings/", None),
    "rating": (MEMBER, "{club}/seasons/ratings/{rating}/", unfolded),
    "rating-person": (MEMBER, "{club}/seasons/ratings/{rating}/people/{rated}/", unfolded),
    "rating-public": (NOBODY, "/board/{rating_secret}/", None),
    "region-new": (DIRECTOR, "{club}/seasons/regions/new/", None),
    "ranking-change": (DIRECTOR, "{club}/seasons/rankings/{ranking}/change/", unfolded),
    "cup-settings": (DIRECTOR, "{club}/seasons/cups/{cup}/settings/", None),
    "cup-rules-shown": (MEMBER, "{club}/seasons/cups/{cup}/rules/", None),
    "league-teams": (DIRECTOR, "{club}/seasons/leagues/{league}/teams/", None),
    "league-codes": (DIRECTOR, "{club}/seasons/leagues/{league}/codes/", None),
    "league-next": (DIRECTOR, "{club}/seasons/leagues/{league}/next/", None),
    "team-match": (NOBODY, "/team/{team_secret}/{fixture}/", unfolded),
    "rating-new": (DIRECTOR, "{club}/seasons/ratings/new/", None),
    "rating-settings": (DIRECTOR, "{club}/seasons/ratings/{rating}/settings/", None),
}
