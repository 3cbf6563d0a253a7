"""One table: everything that was handed in, its sheet, and how a director puts it right."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from clubs.forms.numbers import plain_number
from clubs.messages import problem_text
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from scoring import messages as record_messages
from scoring.games.sheet import Refused as RecordRefused
from scoring.services.check_code import code_of
from scoring.services.record import Conflict
from tournaments.models import Result, Tournament
from tournaments.services import confirming, table_sheets
from tournaments.services.agreement import states_of
from tournaments.services.laid_tables import Laid
from tournaments.services.results import Moved, of_this_table
from tournaments.views.door import tournament_page
from tournaments.views.table_agreement import agreement_rows
from tournaments.views.table_slip import entry_context, laid_or_404, names_of, slip_context


@tournament_page("see")
@require_safe
def table_result(request: ClubRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    return page(request, laid_or_404(tournament, number, table))


def again(request: ClubRequest, laid: Laid, problems: Sequence[Problem], status: int) -> HttpResponse:
    return page(request, laid, problems=problems, status=status)


def page(
    request: ClubRequest,
    laid: Laid,
    *,
    problems: Sequence[Problem] = (),
    sheet_problems: Sequence[str] = (),
    agreement_problems: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    names, sheet = names_of(laid), laid.table.sheet
    typed_here = request.POST if "how" in request.POST else None
    slip = slip_context(laid, posted=typed_here, problems=problems)
    director = may(request.membership, "direct")
    context: dict[str, Any] = {
        "round": laid.table.round,
        "slip": slip,
        "entries": [entry_context(laid, one, names) for one in reversed(laid.results)],
        "moved": status == 409,
        "sheet": sheet,
        "sheet_differs": laid.made.differs,
        "sheet_says": sheet_says(laid, names),
        "why_not": [problem_text(of_this_table(one)) for one in laid.made.problems],
        "sheet_problems": sheet_problems,
        "agreement": agreement_rows(laid, states_of([laid])[laid.table.pk], names),
        "agreement_problems": agreement_problems,
        "note": request.POST.get("note", ""),
        "check_code": "" if sheet is None else code_of(sheet),
        "may_have_sheet": table_sheets.may_have_sheet(
            laid.plan, laid.stage, laid.table.round.tournament, len(laid.seats)
        ),
        "may_enter": may(request.membership, "score") and (slip["is_in"] is False or director),
        "may_correct": director,
        "may_count_sheet": director and sheet is not None and laid.table.scores is not None,
        "typed_twice": laid.plan.desk.twice,
        "alone": len(laid.seats) < 2,
        "over": laid.table.round.tournament.ended_at is not None,
        "reopen_token": secrets.token_urlsafe(12),
    }
    return render(request, "tournaments/tables/table.html", context, status=status)


def sheet_says(laid: Laid, names: Sequence[str]) -> dict[str, Any] | None:
    """What the closed sheet makes, where something else counts."""
    if not laid.made.differs or laid.made.of_sheet is None:
        return None
    return entry_context(laid, Result(how=Result.How.SHEET, scores=laid.made.of_sheet), names)


# --- its sheet -------------------------------------------------------------------------------------------------------


@tournament_page("score")
@require_POST
def open_sheet(request: ClubRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """On to the sheet of the table, which is begun where there is none."""
    laid = laid_or_404(tournament, number, table)
    try:
        sheet = table_sheets.open_sheet(laid.table)
    except Refused as error:
        return page(request, laid, sheet_problems=[problem_text(one) for one in error.problems], status=422)
    return redirect("sheet", sheet.write_secret)


@tournament_page("direct")
@require_POST
def reopen(request: ClubRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Opens the closed sheet again, with a reason, to put hands right on it."""
    laid = laid_or_404(tournament, number, table)
    posted = request.POST
    try:
        sheet = table_sheets.reopen(
            laid.table, by=request.membership, token=posted.get("token", ""), reason=posted.get("reason", "")
        )
    except Refused as error:
        return page(request, laid, sheet_problems=[problem_text(one) for one in error.problems], status=422)
    except RecordRefused as error:
        said = [record_messages.problem_text(one) for one in error.problems]
        return page(request, laid, sheet_problems=said, status=422)
    except Conflict:
        return page(request, laid_or_404(tournament, number, table), status=409)
    return redirect("sheet", sheet.write_secret)


# --- agreement -------------------------------------------------------------------------------------------------------


@tournament_page("direct")
@require_POST
def sign(request: ClubRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Signs one hand of the sheet (`line`), or what was typed."""
    posted = request.POST
    line = plain_number(posted.get("line", "")) or None
    said: dict[str, Any] = {"by": request.membership, "token": posted.get("token", ""), "of": posted.get("of", "")}
    return _directed(request, tournament, number, table, lambda laid: confirming.sign(laid.table, line=line, **said))


@tournament_page("direct")
@require_POST
def settle(request: ClubRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Ends a dispute with a word; the result stays as it is."""
    posted = request.POST
    said: dict[str, Any] = {"by": request.membership, "token": posted.get("token", ""), "of": posted.get("of", "")}
    note = posted.get("note", "")
    return _directed(request, tournament, number, table, lambda laid: confirming.settle(laid.table, note=note, **said))


def _directed(
    request: ClubRequest, tournament: Tournament, number: int, table: int, work: Callable[[Laid], None]
) -> HttpResponse:
    """One act of a director about what was said at a table, and the table's page again."""
    try:
        work(laid_or_404(tournament, number, table))
    except Refused as error:
        said = [problem_text(one) for one in error.problems]
        return page(request, laid_or_404(tournament, number, table), agreement_problems=said, status=422)
    except Moved:
        return page(request, laid_or_404(tournament, number, table), status=409)
    return redirect("table-result", request.club.slug, tournament.pk, number, table)
