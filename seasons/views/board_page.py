"""How a board is shown on a page: how it stands, what it shows, and what a page that looks again is told.

A view that shows a board hands its rows to `answer`. The page carries the mark of what it shows (`data-seen`);
static/board.js asks the same address again with it, every two seconds while newer results wait, seldom else, and is
told 204 where nothing has changed, or gets `seasons/_board.html` anew. Without a script a link loads the page again.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from clubs.views.address import address, qr
from clubs.views.door import HtmxRequest
from seasons.models import Board, Cup, League, Ranking, Rating
from seasons.services.boards import State, state_of

FRAGMENT = "seasons/_board.html"


def answer(
    request: HtmxRequest,
    board: Board | None,
    page: str,
    *,
    rows: str,
    of_rows: Callable[[], dict[str, Any]],
    of_page: Callable[[], dict[str, Any]] = dict,
) -> HttpResponse:
    """The page with this board; for a page that looks again, the board alone, or 204 where it is as it was.

    `page` is the template of the whole page and includes `seasons/_board.html` where the board stands; `rows` is the
    template of what is in the board, drawn with what `of_rows` returns. `of_page` is what only the whole page needs.
    Where there is no board (None), only the page is drawn.
    """
    state = state_of(board, now=timezone.now()) if board is not None else None
    if request.htmx and state is not None and request.GET.get("seen") == state.mark:
        return HttpResponse(status=204)
    context = {**of_rows(), **shown(request, board, state, rows)}
    if request.htmx:
        return render(request, FRAGMENT, context)
    return render(request, page, {**of_page(), **context})


def shown(request: HttpRequest, board: Board | None, state: State | None, rows: str) -> dict[str, Any]:
    """What `seasons/_board.html` needs besides what its rows need."""
    return {"board": board, "board_state": state, "board_rows": rows, "board_live": here(request)}


def handed_out(request: HttpRequest, owner: Cup | League | Ranking | Rating) -> dict[str, str]:
    """What `seasons/_hand_out.html` needs: the address for everybody and its picture; nothing unless it is public."""
    link = address(request, "public-board", owner.secret) if owner.public else ""
    return {"link": link, "code": qr(link) if link else ""}


def here(request: HttpRequest) -> str:
    """The address of this page, without the mark that a page which looks again has added."""
    asked = request.GET.copy()
    asked.pop("seen", None)
    return f"{request.path}?{asked.urlencode()}" if asked else request.path
