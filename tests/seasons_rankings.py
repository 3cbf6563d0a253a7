"""Rankings as tests make and read them."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Evening, Membership
from clubs.services.core import Refused
from scoring.models import Sheet
from scoring.services.closing import reopen_sheet
from seasons.models import Board, Ranking, Row
from seasons.services import boards
from seasons.services import rankings as use_cases
from seasons.services.ranking_lines import lines_of
from seasons.services.rankings import About
from tests.club import NAMES, House
from tests.services.table import new_token, now

ANNA, BERT, DORA, EGON, FRANZ = NAMES.values()
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
BUMMERL = About(name="Bummerl-Bilanz", game="bauernschnapsen", unit="bummerl")


def a_ranking(house: House, **different: Any) -> Ranking:
    about = About(**{**{name: getattr(BUMMERL, name) for name in use_cases.FIELDS}, **different})
    return use_cases.create(house.club, by=house.users["director"], token=new_token("ranking"), about=about, now=NOW)


def computed(ranking: Ranking, season: int) -> Board:
    board = ranking.boards.get(season=season)
    assert boards.rebuild(board.pk, now=timezone.now()) is not None
    return Board.objects.select_related("club", "ranking").get(pk=board.pk)


def table(board: Board) -> list[tuple[int | None, str, int, int]]:
    """Place, first name, amount, evenings."""
    return [
        (one.place, one.name.split()[0], one.values["amount"], one.values["evenings"])
        for one in lines_of(board, inside=True).shown
    ]


def stored(board: Board) -> str:
    """All rows of a board, byte for byte, but for their own ids."""
    rows = Row.objects.filter(board=board).order_by("table", "order")
    return json.dumps(list(rows.values_list("table", "subject", "place", "shared", "order", "values", "detail")))


def as_from_nothing(board: Board) -> str:
    """What a board of the same ranking and season would hold that had never been computed before."""
    Board.objects.filter(pk=board.pk).update(season=1900)
    fresh = Board.objects.create(club=board.club, ranking=board.ranking, season=board.season)
    boards.rebuild(fresh.pk, now=timezone.now())
    told = stored(fresh)
    fresh.delete()
    Board.objects.filter(pk=board.pk).update(season=board.season)
    return told


def opened(house: House, sheet: Sheet) -> Sheet:
    """A closed sheet of an evening, opened again by the director."""
    assert sheet.evening_id is not None
    Evening.objects.filter(pk=sheet.evening_id).update(closed_at=None)
    found = Sheet.objects.select_related("club", "evening").get(pk=sheet.pk)
    reopen_sheet(found, write=now(found), by=Membership.objects.get(club=house.club, user=house.users["director"]))
    return found


def codes(error: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.at) for problem in error.value.problems]
