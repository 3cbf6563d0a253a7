"""A ranking's page: its table in one season, inside the club and for everybody; the course of one person's places."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs import queries
from clubs.forms.numbers import plain_number
from clubs.models import Membership
from clubs.names import name_for
from clubs.permissions import may, may_see_money
from clubs.views.door import ClubRequest, HtmxRequest
from seasons.messages import rankings as words
from seasons.models import Board, Ranking
from seasons.services.ranking_lines import Lines, Shown, course_of, lines_of, newest_day
from seasons.services.rankings import About, board_of, boards_of, is_over, said_of, season_name
from seasons.views import board_page
from seasons.views.place_chart import place_chart
from seasons.views.ranking_door import ranking_page

ON_A_PAGE = 200
ROWS = "seasons/rankings/_table.html"


# --- inside the club -------------------------------------------------------------------------------------------------


@ranking_page("see")
@require_safe
def ranking(request: ClubRequest, ranking: Ranking) -> HttpResponse:
    """The table of one season (`?season=`, else the latest), a part of it at a time."""
    boards = boards_of(ranking)
    board = chosen(request, boards)
    return board_page.answer(
        request,
        board,
        "seasons/rankings/ranking.html",
        rows=ROWS,
        of_rows=lambda: rows_context(request, ranking, board, request.membership),
        of_page=lambda: {**page_context(ranking, boards, board), **board_page.handed_out(request, ranking)},
    )


def chosen(request: HttpRequest, boards: list[Board]) -> Board | None:
    """The season that the address asks for; without, the latest."""
    asked = request.GET.get("season", "")
    found = next((one for one in boards if asked in ("", str(one.season))), None)
    if found is None and asked:
        raise Http404
    return found


def page_context(ranking: Ranking, boards: list[Board], board: Board | None) -> dict[str, Any]:
    about = said_of(ranking)
    seasons = [
        {"name": season_name(ranking, one.season), "address": f"?season={one.season}", "here": one == board}
        for one in boards
    ]
    return {
        "ranking": ranking,
        "owner": ranking,
        "seasons": seasons if len(seasons) > 1 else [],
        "season": season_name(ranking, board.season) if board else "",
        "counted": words.counted(about),
    }


def rows_context(
    request: HttpRequest, ranking: Ranking, board: Board | None, membership: Membership | None
) -> dict[str, Any]:
    """What the table shows to this member; to everybody where there is none."""
    about, number = said_of(ranking), max(plain_number(request.GET.get("page", "1")), 1)
    context: dict[str, Any] = {"ranking": ranking, "column": words.column(about), "inside": membership is not None}
    if board is None:
        return context
    first = (min(number, 10**6) - 1) * ON_A_PAGE
    lines = lines_seen(ranking, board, membership, first=first)
    if not lines.shown and lines.count:
        number, lines = 1, lines_seen(ranking, board, membership, first=0)
    page: Page[int] = Paginator(range(lines.count), ON_A_PAGE).get_page(number)
    told = [line_data(about, line) for line in lines.shown]
    return context | {
        "season_asked": board.season,
        "pages_query": f"season={board.season}&",
        "rows": [one for one in told if one["place"] is not None],
        "outside": [one for one in told if one["place"] is None],
        "hidden": lines.hidden,
        "page": page,
        "over": is_over(ranking, board.season, timezone.localdate()),
        "minimum": words.minimum(ranking.minimum),
    }


def lines_seen(
    ranking: Ranking, board: Board, membership: Membership | None, *, first: int, most: int | None = ON_A_PAGE
) -> Lines:
    """Money is shown to whom it is open."""
    if membership is None:
        return lines_of(board, inside=False, first=first, most=most)
    if ranking.unit != Ranking.Unit.CENTS or may(membership, "see_till"):
        return lines_of(board, inside=True, first=first, most=most)
    return lines_of(board, inside=True, sees=lambda one: may_see_money(membership, one), first=first, most=most)


def line_data(about: About, line: Shown) -> dict[str, Any]:
    return {
        "place": line.place,
        "player": line.player,
        "name": line.name,
        "figure": words.figure(about, line.values),
        "evenings": line.values["evenings"],
        "hands": line.values["hands"],
        "up": max(line.moved or 0, 0),
        "down": max(-(line.moved or 0), 0),
        "same": line.moved == 0,
        "new": line.new,
    }


# --- for everybody ---------------------------------------------------------------------------------------------------


def public(request: HtmxRequest, ranking: Ranking) -> HttpResponse:
    """The same table with public names, for whoever has its address (`views.public`)."""
    boards = boards_of(ranking)
    board = chosen(request, boards)
    return board_page.answer(
        request,
        board,
        "seasons/rankings/public.html",
        rows=ROWS,
        of_rows=lambda: rows_context(request, ranking, board, None),
        of_page=lambda: page_context(ranking, boards, board),
    )


# --- one person ------------------------------------------------------------------------------------------------------


@ranking_page("see")
@require_safe
def course(request: ClubRequest, ranking: Ranking, season: int, player: int) -> HttpResponse:
    """The places of one person in one season, as a line and as a table."""
    board, person = board_of(ranking, season), queries.person_of(request.club, player)
    if board is None or person is None:
        raise Http404
    if person.pk != player:
        return redirect("ranking-course", request.club.slug, ranking.pk, season, person.pk)
    if ranking.unit == Ranking.Unit.CENTS and not may_see_money(request.membership, person):
        raise Http404
    steps = course_of(board, person)
    context = {
        "ranking": ranking,
        "season": season_name(ranking, season),
        "season_asked": season,
        "person": person,
        "name": name_for(person, inside=True),
        "chart": place_chart(steps, newest_day(board)) if steps else None,
        "steps": [{"day": day, "place": place} for day, place in reversed(steps)],
    }
    return render(request, "seasons/rankings/course.html", context)
