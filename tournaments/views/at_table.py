"""The page that a table's code leads to, for any phone without an account: who sits here, and handing in.

Names are the public ones, unless somebody of the club is logged in. The code is on the table for the whole event; the
page is always about the round that is being played.
"""

from collections.abc import Sequence
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

from clubs.forms.numbers import plain_number
from clubs.messages import problem_text
from clubs.models import Membership
from clubs.services.core import Problem, Refused
from clubs.views.door import in_club
from scoring.views.phone import device_of, remember_phone
from tournaments.formats.plan import Record
from tournaments.forms.results import result_typed, shape_of
from tournaments.models import Round, Tournament
from tournaments.services import laid_tables, results, table_sheets
from tournaments.services.laid_tables import Laid, State
from tournaments.services.results import Moved
from tournaments.services.table_codes import place_of
from tournaments.views.table_slip import names_of, slip_context


class PhoneRequest(HttpRequest):
    """A request as django-htmx's middleware hands it on."""

    htmx: HtmxDetails


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def at_table(request: HttpRequest, code: str) -> HttpResponse:
    place = place_of(code)
    if place is None:
        raise Http404
    tournament, number = place
    with in_club(request, tournament.club):
        round_ = next(reversed(laid_tables.published(tournament)), None)
        if request.method == "POST":
            return handed_in(request, code, tournament, round_, number)
        if cast(PhoneRequest, request).htmx and request.GET.get("seen") == seen(tournament, round_):
            return HttpResponse(status=204)
        return page(request, code, tournament, round_, number)


def seen(tournament: Tournament, round_: Round | None) -> str:
    """Moves on with every result, sheet and round, and with the end."""
    of_round = laid_tables.seen_of(round_) if round_ else "0"
    return f"{of_round}-{int(tournament.ended_at is not None)}"


def handed_in(
    request: HttpRequest, code: str, tournament: Tournament, round_: Round | None, number: int
) -> HttpResponse:
    """A tap on `sheet` leads on to it; else what stands in the form is handed in.

    A form of an earlier round is not written over the one that is being played: it says which round it is about.
    """
    laid = table_here(round_, number)
    if round_ is None or laid is None or plain_number(request.POST.get("round", "")) != round_.number:
        return page(request, code, tournament, round_, number, status=409, moved=True)
    try:
        if "sheet" in request.POST:
            return redirect("sheet", table_sheets.open_sheet(laid.table).write_secret)
        if laid.plan.desk.record == Record.HANDS:
            raise Refused(Problem("hands_only"))
        typed = result_typed(
            request.POST, shape_of(laid.plan, laid.stage, laid.legs), [one.number for one in laid.seats]
        )
        results.hand_in(
            laid.table,
            by=None,
            rows=typed.rows,
            boards=typed.boards,
            seen=plain_number(request.POST.get("seen", "-1")),
            token=request.POST.get("token", ""),
            device=device_of(request),
        )
    except Refused as error:
        problems = [_for_phones(one) for one in error.problems]
        return page(request, code, tournament, round_, number, problems=problems, status=422)
    except Moved:
        return page(request, code, tournament, round_, number, status=409, moved=True)
    return redirect("at-table", code)


def _for_phones(problem: Problem) -> Problem:
    """A phone cannot give a reason: the desk can."""
    return Problem("desk_corrects") if problem.code == "result_reason_missing" else problem


def table_here(round_: Round | None, number: int) -> Laid | None:
    return next(iter(laid_tables.tables_of(round_, number=number)), None) if round_ else None


def page(
    request: HttpRequest,
    code: str,
    tournament: Tournament,
    round_: Round | None,
    number: int,
    *,
    problems: Sequence[Problem] = (),
    status: int = 200,
    moved: bool = False,
) -> HttpResponse:
    now_seen = seen(tournament, round_)
    laid, inside = table_here(round_, number), is_member(request, tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "club": tournament.club,
        "number": number,
        "round": round_,
        "code": code,
        "seen": now_seen,
        "moved": moved,
        "over": tournament.ended_at is not None,
    }
    if laid is not None and round_ is not None:
        context |= _table(request, laid, problems, inside=inside)
    template = (
        "tournaments/tables/_at_table.html" if cast(PhoneRequest, request).htmx else "tournaments/tables/at_table.html"
    )
    response = render(request, template, context, status=status)
    remember_phone(request, response)
    return response


def _table(request: HttpRequest, laid: Laid, problems: Sequence[Problem], *, inside: bool) -> dict[str, Any]:
    record, open_ = laid.plan.desk.record, laid.made.scores is None and laid.state != State.ALONE
    writing = laid.table.sheet is not None and laid.table.sheet.is_open
    may_write = table_sheets.may_have_sheet(laid.plan, laid.stage, laid.table.round.tournament, len(laid.seats))
    return {
        "slip": slip_context(laid, inside=inside, posted=request.POST or None, problems=problems),
        "names": names_of(laid, inside=inside),
        "state": str(laid.state),
        "offers_sheet": open_ and may_write and not laid.one_person,
        "offers_form": open_ and (record != Record.HANDS or not may_write) and not laid.one_person,
        "writing": writing,
        "sheet_closed": laid.table.sheet is not None and not laid.table.sheet.is_open,
        "form_said": [problem_text(one) for one in problems if one.at is None],
        "other_waits": bool(laid.waiting),
    }


def is_member(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether somebody of the club looks at it; no query for a phone without an account."""
    user = request.user
    return user.is_authenticated and Membership.objects.filter(user_id=user.pk, club_id=tournament.club_id).exists()
