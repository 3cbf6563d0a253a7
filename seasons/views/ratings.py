"""A rating's page: its table, inside a club and for everybody; one person's course, partners and opponents."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.forms.numbers import plain_number
from clubs.models import Membership
from clubs.views.door import ClubRequest, HtmxRequest, club_page
from seasons.formats.rating_days import PARTS, Meeting
from seasons.messages import ratings as words
from seasons.models import Board, Rating
from seasons.services.boards import state_of
from seasons.services.rated_people import who_is_who
from seasons.services.rating_lines import Course, Names, Shown, course_of, lines_of, names_in
from seasons.services.ratings import board_of, may_manage, ratings_of
from seasons.services.regions import regions_of
from seasons.views import board_page
from seasons.views.rating_chart import bars, rating_chart
from seasons.views.rating_door import rating_page

ON_A_PAGE = 200
DAYS = 12
"""So many days stand in the table; the picture shows all."""
OTHERS = 12
"""So many partners and opponents are seen at once; the others are folded away."""
ROWS = "seasons/ratings/_table.html"
NBSP = "\N{NO-BREAK SPACE}"


@require_safe
@club_page("see")
def ratings(request: ClubRequest) -> HttpResponse:
    """All ratings of the club, and its regions."""
    context = {
        "ratings": [
            {"rating": one, "title": words.title(one), "where": words.where(one)} for one in ratings_of(request.club)
        ],
        "regions": regions_of(request.club),
    }
    return render(request, "seasons/ratings/ratings.html", context)


# --- the table -------------------------------------------------------------------------------------------------------


@rating_page("see")
@require_safe
def rating(request: ClubRequest, rating: Rating) -> HttpResponse:
    board = board_of(rating)
    return board_page.answer(
        request,
        board,
        "seasons/ratings/rating.html",
        rows=ROWS,
        of_rows=lambda: rows_context(request, rating, board, request.membership),
        of_page=lambda: {
            **page_context(rating),
            "manages": may_manage(request.club, rating),
            **board_page.handed_out(request, rating),
        },
    )


def public(request: HtmxRequest, rating: Rating) -> HttpResponse:
    """The same table with public names, for whoever has its address (`views.public`)."""
    board = board_of(rating)
    return board_page.answer(
        request,
        board,
        "seasons/ratings/public.html",
        rows=ROWS,
        of_rows=lambda: rows_context(request, rating, board, None),
        of_page=lambda: page_context(rating),
    )


def page_context(rating: Rating) -> dict[str, Any]:
    return {
        "rating": rating,
        "owner": rating,
        "title": words.title(rating),
        "where": words.where(rating),
        "how": words.how(rating),
    }


def rows_context(request: HttpRequest, rating: Rating, board: Board, membership: Membership | None) -> dict[str, Any]:
    who, club = who_is_who(rating), membership.club if membership else None
    number = max(plain_number(request.GET.get("page", "1")), 1)
    first = (min(number, 10**6) - 1) * ON_A_PAGE
    lines = lines_of(rating, board, who, club, first=first, most=ON_A_PAGE)
    if not lines.shown and lines.count:
        number, lines = 1, lines_of(rating, board, who, club, most=ON_A_PAGE)
    page: Page[int] = Paginator(range(lines.count), ON_A_PAGE).get_page(number)
    mine = who.person(membership.player_id) if membership else None
    rows = [
        line_data(rating, one, bar, mine=one.person == mine)
        for one, bar in zip(lines.shown, bars(lines.shown), strict=True)
    ]
    return {
        "rating": rating,
        "title": words.title(rating),
        "inside": membership is not None,
        "rows": [one for one in rows if one["place"] is not None],
        "outside": [one for one in rows if one["place"] is None],
        "page": page,
        "since": words.since(lines.since) if lines.since else "",
    }


def line_data(rating: Rating, line: Shown, bar: dict[str, int], *, mine: bool) -> dict[str, Any]:
    return {
        "line": line,
        "place": line.place,
        "name": line.named.name,
        "club": line.named.club,
        "page": line.named.page,
        "mine": mine,
        "bar": bar,
        "games": words.games(line.games, rating.game).replace(" ", NBSP),
        "up": max(line.moved or 0, 0),
        "down": max(-(line.moved or 0), 0),
        "new": line.moved is None,
        "missing": max(rating.provisional - line.games, 0),
    }


# --- one person ------------------------------------------------------------------------------------------------------


@rating_page("see")
@require_safe
def person(request: ClubRequest, rating: Rating, player: int) -> HttpResponse:
    """Course, partners and opponents of one person; of another club's in a region, only of who is not hidden."""
    who = who_is_who(rating)
    found = who.person(player)
    if found is None:
        raise Http404
    if found != player:
        return redirect("rating-person", request.club.slug, rating.pk, found)
    course, board = course_of(rating, who, found), board_of(rating)
    names = names_in(rating, board, who, [found, *course.meetings], request.club)
    named = names.get(found)
    if named is None or not named.page or not course.steps:
        raise Http404
    row = board.rows.filter(subject=found).first()
    context = {
        **page_context(rating),
        "state": state_of(board, now=timezone.now()),
        "person": found,
        "name": named.name,
        "club_name": named.club,
        "own_player": named.player if named.player.club_id == request.club.pk else None,
        "myself": who.person(request.membership.player_id) == found,
        "now": course.steps[-1],
        "games": words.games(sum(one.games for one in course.steps), rating.game),
        "counted": words.counted(rating.game),
        "place": row.place if row else None,
        "outside": row.detail.get("outside", "") if row else "",
        "chart": rating_chart(course.steps),
        "steps": list(reversed(course.steps))[:DAYS],
        "older": max(len(course.steps) - DAYS, 0),
        "partners": others(course, names, "together"),
        "opponents": others(course, names, "against"),
    }
    return render(request, "seasons/ratings/person.html", context)


def others(course: Course, names: Names, what: str) -> dict[str, Any]:
    """With whom, or against whom: how often won, and how often that was to be expected; the most frequent first."""
    rows = [
        other_data(names, person, games, *((had.won, had.expected) if what == "together" else beaten(had)))
        for person, had in course.meetings.items()
        if (games := getattr(had, what))
    ]
    rows.sort(key=lambda one: (-one["games"], one["name"]))
    total = {name: sum(one[name] for one in rows) for name in ("games", "won", "more")}
    return {"rows": rows[:OTHERS], "rest": rows[OTHERS:], "count": len(rows), **total}


def beaten(had: Meeting) -> tuple[int, int]:
    return had.beat, had.expected_beat


def other_data(names: Names, person: int, games: int, won: int, expected: int) -> dict[str, Any]:
    named, more = names.get(person), won * PARTS - expected
    said = words.signed_tenths(more, of=PARTS)
    return {
        "person": person,
        "name": named.name if named else "–",
        "page": named is not None and named.page,
        "games": games,
        "won": won,
        "percent": words.percent(won, games),
        "expected": words.tenths(expected, of=PARTS),
        "expected_percent": words.percent(expected, games * PARTS),
        "more": more,
        "said_more": said,
        "sign": {"+": "up", "−": "down"}.get(said[0], "same"),
    }
