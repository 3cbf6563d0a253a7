"""What tests of ratings are made of: courses without hands, a season of them, and all that is stored, byte for byte."""

import json
from datetime import date, timedelta

from django.utils import timezone

from clubs.models import Club, Player
from scoring.models import Course, Sheet
from seasons.models import Board, Rating, RatingDay, RatingPoint, Region, Row
from seasons.services import boards, ratings, regions
from seasons.services.ratings import About
from tests.club import House

GAME = "bauernschnapsen"
FIRST = date(2026, 3, 3)


def day(number: int) -> date:
    return FIRST + timedelta(weeks=number)


def lay(club: Club, number: int, people: list[Player | None], games: str, game: str = GAME) -> Course:
    """A closed sheet's course, without playing its hands."""
    token = f"{club.pk}-{Sheet.objects.count()}"
    keys = {"token": token, "write_secret": f"w{token}", "watch_secret": f"r{token}", "code": token[-6:].zfill(6)}
    sheet = Sheet.objects.create(club=club, game=game, first_dealer=0, status=Sheet.Status.CLOSED, **keys)
    ids = [one.pk if one else None for one in people]
    return Course.objects.create(sheet=sheet, club=club, game=game, day=day(number), people=ids, games=games)


def a_rating(club: Club, *, provisional: int = 1, region: Region | None = None, public: bool = False) -> Rating:
    about = About(provisional, public)
    return ratings.switch_on(club, by=None, game=GAME, about=about, now=timezone.now(), region=region)


def board_of(rating: Rating) -> Board:
    return Board.objects.get(rating=rating)


def compute(rating: Rating) -> int:
    """Until nothing is due any more; how many parts it took."""
    for parts in range(1, 100):
        assert boards.rebuild(board_of(rating).pk, now=timezone.now()) is not None
        if board_of(rating).due_at is None:
            return parts
    raise AssertionError("it never ends")


def told(rating: Rating) -> str:
    """All that is stored, byte for byte."""
    points = RatingPoint.objects.filter(rating=rating).order_by("day", "player")
    lines = Row.objects.filter(board__rating=rating).order_by("order")
    return json.dumps([
        list(points.values_list("player", "day", "mu", "sigma", "games", "meetings")),
        list(lines.values_list("subject", "place", "shared", "order", "values", "detail")),
        list(RatingDay.objects.filter(rating=rating).order_by("day").values_list("day", "mark")),
    ], default=str)  # fmt: skip


def fresh(rating: Rating) -> str:
    """The same from nothing."""
    RatingPoint.objects.filter(rating=rating).delete()
    RatingDay.objects.filter(rating=rating).delete()
    Row.objects.filter(board__rating=rating).delete()
    compute(rating)
    return told(rating)


def people(house: House, count: int = 6) -> list[Player]:
    return [Player.objects.create(club=house.club, name=f"Spieler {number}") for number in range(count)]


def a_season(house: House, days: int = 5) -> tuple[Rating, list[Player]]:
    """Several sheets a day with changing partners."""
    who = people(house)
    for number in range(days):
        a, b, c, d, e, f = who[number % 6 :] + who[: number % 6]
        lay(house.club, number, [a, b, c, d], "02>13 13>02 02>13")
        lay(house.club, number, [c, e, f, None], "02>13 02>13")
        lay(house.club, number, [a, e, b, f], "13>02")
    rating = a_rating(house.club)
    compute(rating)
    return rating, who


def a_region(house: House, *others: House) -> Region:
    region = regions.create(house.club, by=None, token="region-1", name="Innviertel", now=timezone.now())
    for one in others:
        regions.join(one.club, by=None, secret=region.secret, now=timezone.now())
    return region
