"""A kind of board as small as can be, in the place of rankings: everybody's points on closed sheets of its game."""

import itertools
import random
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any

import pytest
from django.db.models import Max, Sum
from django.utils import timezone

from clubs.models import Player
from scoring.models import Course, Score, Sheet
from seasons.models import Board, Ranking
from seasons.services import sources
from seasons.services.boards import KINDS, Computed, Kind, Lease, Line
from tests.club import House

GAME = "bauernschnapsen"
DAY = date(2026, 3, 3)
_numbers = itertools.count(1)


def scores(board: Board) -> Any:
    assert board.ranking is not None
    return Score.objects.filter(club=board.club, game=board.ranking.game)


def basis(board: Board) -> dict[str, Any]:
    assert board.ranking is not None
    return {"scores": sources.rows(scores(board)), "seq": board.ranking.seq}


def compute(board: Board, lease: Lease) -> Computed:
    found = scores(board).values("player").annotate(points=Sum("points"), day=Max("day")).order_by("-points", "player")
    lines = [
        Line(subject=one["player"], place=place, values={"points": one["points"]})
        for place, one in enumerate(found, start=1)
    ]
    return Computed(lines, day=max((one["day"] for one in found), default=None))


SMALL = Kind(basis, compute)


def a_board(house: House, **ranking: Any) -> Board:
    """A board that was never computed and that nobody has asked for yet."""
    number = next(_numbers)
    owner = Ranking.objects.create(
        club=house.club, name=f"Punkte {number}", secret=f"small-{number}", token=f"small-{number}",
        **{"game": GAME, "unit": Ranking.Unit.POINTS, "span": Ranking.Span.ALL, **ranking},
    )  # fmt: skip
    return Board.objects.create(club=house.club, ranking=owner)


def a_score(player: Player, points: int, *, day: date = DAY, game: str = GAME) -> Score:
    """Of a sheet on which nothing else stands."""
    return scores_of([(player, points)], day=day, game=game)[0]


def scores_of(points: Sequence[tuple[Player, int]], *, day: date = DAY, game: str = GAME) -> list[Score]:
    """Each of a sheet of its own."""
    sheets = sheets_of([player.club_id for player, _points in points], game)
    return Score.objects.bulk_create(
        Score(
            sheet=sheet, position=0, club_id=player.club_id, player=player, game=game, day=day, at_evening=True,
            hands=1, won=0, lost=0, bummerl_given=0, bummerl_taken=0, points=amount, cents=0,
        )
        for sheet, (player, amount) in zip(sheets, points, strict=True)
    )  # fmt: skip


def sheets_of(clubs: Sequence[int], game: str) -> list[Sheet]:
    numbers = [next(_numbers) for _sheet in clubs]
    return Sheet.objects.bulk_create(
        Sheet(
            game=game, club_id=club, first_dealer=0, status=Sheet.Status.CLOSED, token=f"small-{number}",
            write_secret=f"small-w-{number}", watch_secret=f"small-r-{number}", code=f"S{number:05}",
        )
        for number, club in zip(numbers, clubs, strict=True)
    )  # fmt: skip


def courses_of(tables: Sequence[Sequence[Player]], chance: random.Random, *, day: date = DAY, game: str = GAME) -> None:
    """Two against two at each table, some games each, for ratings."""
    sheets = sheets_of([table[0].club_id for table in tables], game)
    Course.objects.bulk_create(
        Course(
            sheet=sheet, club_id=table[0].club_id, game=game, day=day, people=[player.pk for player in table],
            games=" ".join(chance.choices(("02>13", "13>02", "01>23"), k=5)),
        )
        for sheet, table in zip(sheets, tables, strict=True)
    )  # fmt: skip


def lines(board: Board) -> list[tuple[str, int, int | None, bool, int, dict[str, Any], dict[str, Any]]]:
    """All that stands on a board, in its order."""
    columns = ("table", "subject", "place", "shared", "order", "values", "detail")
    return list(board.rows.order_by("table", "order").values_list(*columns))


def now() -> datetime:
    return timezone.now()


def fresh(board: Board) -> Board:
    return Board.objects.select_related("ranking").get(pk=board.pk)


def becomes(monkeypatch: pytest.MonkeyPatch, compute: Callable[[Board, Lease], Computed], **more: Any) -> None:
    """From now on boards are computed like this."""
    monkeypatch.setitem(KINDS, "ranking", Kind(basis, compute, **more))
