"""Closing an evening: what it comes to first, then once and for all; opening it again; ticking who has paid."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.contrib import messages as said
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import messages
from clubs.models import Evening, Transfer
from clubs.services import evenings as club_evenings
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest, club_page
from scoring.forms import number_of
from scoring.models import Sheet
from scoring.services import evenings as use_cases
from scoring.services.evenings import EveningMoved
from scoring.views.evening import again, evening_or_404, table_row
from scoring.views.settled import proposed_payments, shares_context


@club_page("score")
@require_http_methods(["GET", "POST"])
def settle(request: ClubRequest, day: date) -> HttpResponse:
    """The preview, and its confirmation."""
    evening = evening_or_404(request.club, day)
    if request.method == "GET":
        return preview(request, evening) if evening.is_open else redirect("evening", request.club.slug, day)
    try:
        use_cases.close_evening(
            evening,
            by=request.user,
            after_seq=number_of(request.POST, "after_seq"),
            seen=request.POST.get("seen", ""),
            through_till=request.POST.get("how") == "till",
        )
    except Refused as error:
        return preview(request, evening, problems=error.problems, status=422)
    except EveningMoved:
        return moved(request, evening)
    said.success(request, _("The evening is settled."))
    return redirect("evening", request.club.slug, day)


def moved(request: ClubRequest, evening: Evening) -> HttpResponse:
    """Somebody else was quicker: the settlement as it is now, or the evening that is settled already."""
    fresh = evening_or_404(request.club, evening.day)
    if not fresh.is_open:
        said.warning(request, _("Somebody else has settled this evening meanwhile. This is how."))
        return redirect("evening", request.club.slug, fresh.day)
    notice = _("Something was written meanwhile. Please look at it again: this is what it comes to now.")
    return preview(request, fresh, notice=notice, status=409)


def preview(
    request: ClubRequest, evening: Evening, *, problems: Sequence[Problem] = (), notice: str = "", status: int = 200
) -> HttpResponse:
    settlement = use_cases.settlement_of(evening)
    against = list(problems) or list(use_cases.against_closing(settlement))
    # Sheets that are open are named with their links, so the sentence about them is not needed twice.
    against = [problem for problem in against if problem.code != "sheets_open"]
    context: dict[str, Any] = shares_context(settlement) | {
        "evening": evening,
        "seen": settlement.seen,
        "open_tables": [table_row(sheet, writing=True) for sheet in settlement.open],
        "closed": len(settlement.sheets) - len(settlement.open),
        "payments": proposed_payments(settlement),
        "may_close": not settlement.open and not settlement.nobody,
        "how": request.POST.get("how", "hands"),
        "problems": messages.by_field(against, []),
        "notice": notice,
    }
    return render(request, "scoring/settle.html", context, status=status)


@club_page("score")
@require_POST
def drop(request: ClubRequest, day: date) -> HttpResponse:
    """Throws an empty sheet away, so that the evening can be closed."""
    evening = evening_or_404(request.club, day)
    sheet = Sheet.objects.filter(evening=evening, pk=number_of(request.POST, "sheet")).first()
    if sheet is not None:
        sheet.evening = evening
        try:
            use_cases.drop_sheet(sheet, by=request.user)
        except Refused as error:
            return preview(request, evening, problems=error.problems, status=422)
        said.success(request, _("The empty sheet is gone."))
    return redirect("settle-evening", request.club.slug, day)


@club_page("direct")
@require_POST
def reopen(request: ClubRequest, day: date) -> HttpResponse:
    evening = evening_or_404(request.club, day)
    try:
        use_cases.reopen_evening(evening, by=request.user, after_seq=number_of(request.POST, "after_seq"))
    except Refused as error:
        return again(request, evening, error.problems)
    except EveningMoved:
        return redirect("evening", request.club.slug, day)
    said.success(request, _("The evening is open again; nothing of its settlement counts any more."))
    return redirect("evening", request.club.slug, day)


@club_page("score")
@require_POST
def payment(request: ClubRequest, day: date, pk: int) -> HttpResponse:
    """Ticks a payment as paid (`paid` is 1), or takes the tick back (0)."""
    evening = evening_or_404(request.club, day)
    transfer = Transfer.objects.select_related("payer", "receiver").filter(evening=evening, pk=pk).first()
    if transfer is None:
        # Opening the evening again has thrown it away, while this page still showed it.
        return again(request, evening, (Problem("transfer_withdrawn"),))
    transfer.evening = evening
    try:
        club_evenings.tick_transfer(transfer, paid=request.POST.get("paid") == "1", by=request.user)
    except Refused as error:
        return again(request, evening_or_404(request.club, day), error.problems)
    return redirect(f"{request.path.partition('payments/')[0]}#payments")
