"""The page that a table's code leads to, for any phone without an account: who sits here, and handing in.

Names are the public ones, unless somebody of the club is logged in. The code is on the table for the whole event; the
page is always about the round that is being played.
"""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.forms.numbers import plain_number
from clubs.messages import problem_text
from clubs.services.core import Problem, Refused
from clubs.views.door import HtmxRequest, in_club
from scoring.views.phone import device_of, remember_phone
from tournaments.forms.results import result_typed, shape_of
from tournaments.models import Round, Tournament
from tournaments.queries import published
from tournaments.services import laid_tables, phones
from tournaments.services.laid_tables import Laid
from tournaments.services.results import Moved
from tournaments.services.table_codes import hall_code, place_of
from tournaments.views.confirm import agreement_here, names_for
from tournaments.views.door import public_page
from tournaments.views.table_slip import cards_of, names_of, slip_context


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@public_page
def at_table(request: HtmxRequest, code: str) -> HttpResponse:
    place = place_of(code)
    if place is None:
        raise Http404
    tournament, number = place
    with in_club(request, tournament.club):
        round_ = published(tournament).last()
        if request.method == "POST":
            return handed_in(request, code, tournament, round_, number)
        if request.htmx and request.GET.get("seen") == phones.seen(tournament, round_):
            return HttpResponse(status=204)
        return page(request, code, tournament, round_, number)


def handed_in(
    request: HtmxRequest, code: str, tournament: Tournament, round_: Round | None, number: int
) -> HttpResponse:
    """A tap on `sheet` leads on to it; else what stands in the form is handed in.

    A form of an earlier round is not written over the one that is being played: it says which round it is about.
    """
    laid = table_here(round_, number)
    if round_ is None or laid is None or plain_number(request.POST.get("round", "")) != round_.number:
        return page(request, code, tournament, round_, number, status=409, moved=True)
    try:
        if "sheet" in request.POST:
            return to_sheet(laid)
        typed = result_typed(
            request.POST, shape_of(laid.plan, laid.stage, laid.legs), [one.number for one in laid.seats]
        )
        phones.hand_in(
            laid,
            rows=typed.rows,
            boards=typed.boards,
            seen=plain_number(request.POST.get("seen", "-1")),
            token=request.POST.get("token", ""),
            device=device_of(request),
            cards=cards_of(request.POST),
        )
    except Refused as error:
        return page(request, code, tournament, round_, number, problems=error.problems, status=422)
    except Moved:
        return page(request, code, tournament, round_, number, status=409, moved=True)
    return redirect("at-table", code)


def to_sheet(laid: Laid) -> HttpResponse:
    sheet, to_write = phones.sheet_of(laid)
    return redirect("sheet", sheet.write_secret) if to_write else redirect("watch", sheet.watch_secret)


def table_here(round_: Round | None, number: int) -> Laid | None:
    return next(iter(laid_tables.tables_of(round_, number=number)), None) if round_ else None


def page(
    request: HtmxRequest,
    code: str,
    tournament: Tournament,
    round_: Round | None,
    number: int,
    *,
    problems: Sequence[Problem] = (),
    status: int = 200,
    moved: bool = False,
) -> HttpResponse:
    now_seen = phones.seen(tournament, round_)
    laid = table_here(round_, number)
    context: dict[str, Any] = {
        "tournament": tournament,
        "club": tournament.club,
        "number": number,
        "round": round_,
        "code": code,
        "seen": now_seen,
        "moved": moved,
        "over": tournament.ended_at is not None,
        "hall": hall_code(tournament),
    }
    if round_ is not None and not context["over"]:
        context["where"] = laid_tables.whereabouts(round_)
    if laid is not None and round_ is not None:
        context |= _table(request, laid, problems)
    template = "tournaments/tables/_at_table.html" if request.htmx else "tournaments/tables/at_table.html"
    response = render(request, template, context, status=status)
    remember_phone(request, response)
    return response


def _table(request: HtmxRequest, laid: Laid, problems: Sequence[Problem]) -> dict[str, Any]:
    public = names_for(request, laid)
    offered = phones.offered(laid)
    writing = laid.table.sheet is not None and laid.table.sheet.is_open
    return {
        "slip": slip_context(laid, public=public, posted=request.POST or None, problems=problems),
        "names": names_of(laid, public),
        "state": str(laid.state),
        "offers_sheet": "sheet" in offered,
        "offers_form": "result" in offered,
        "writing": writing,
        "sheet_closed": laid.table.sheet is not None and not laid.table.sheet.is_open,
        **agreement_here(request, laid, public),
        "form_said": [problem_text(one) for one in problems if one.at is None],
        "other_waits": bool(laid.waiting),
    }
