"""The sides of a table say whether what is written is right: on the sheet, before closing and on the result."""

import secrets
from collections.abc import Sequence
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms import number_of, write_of
from scoring.games.core import Problem
from scoring.games.sheet import Refused
from scoring.models import Sheet
from scoring.services import agreement as use_cases
from scoring.services.elsewhere import asked_for
from scoring.services.fold import game_of, names_of
from scoring.services.record import Conflict
from scoring.views.board import field_problems, sheet_context, written_since
from scoring.views.phone import device_of, remember_phone
from scoring.views.sheet import sheet_or_404
from scoring.views.spoken import account_of, spoken_context

BACK = ("sheet", "close", "result")
"""Pages on which one can say so, and to which it leads back."""


@never_cache
@require_http_methods(["GET", "POST"])
def agree(request: HttpRequest, secret: str) -> HttpResponse:
    """The result, every side, and the side that is asked now (`side`); the phone is handed over with `pass`."""
    sheet = sheet_or_404(secret)
    if request.method == "GET":
        return agree_page(request, sheet)
    posted = request.POST
    try:
        use_cases.confirm(
            sheet,
            side=number_of(posted, "side"),
            agrees=posted.get("agrees") == "1",
            remark=posted.get("remark", ""),
            passed="passed" in posted,
            write=replace(write_of(posted, device_of(request)), by=account_of(request)),
        )
    except Refused as error:
        return agree_page(request, sheet, status=422, problems=error.problems)
    except Conflict as conflict:
        return agree_page(request, conflict.sheet, status=409, written=written_since(conflict, device_of(request)))
    back = posted.get("back", "")
    fits = back in BACK and (back == "result") == (not sheet.is_open)
    return redirect(back if fits else "sheet" if sheet.is_open else "result", secret)


def agree_page(
    request: HttpRequest,
    sheet: Sheet,
    *,
    status: int = 200,
    problems: Sequence[Problem] = (),
    written: Sequence[str] = (),
) -> HttpResponse:
    asked = number_of(request.POST or request.GET, "side")
    context = sheet_context(sheet, writing=True) | spoken_context(request, sheet, writing=True)
    rows = context["agreement"]["sides"] if context.get("agreement") else []
    context |= {
        "asked": next((row for row in rows if row["side"] == asked), None),
        "passing": "pass" in request.GET or "passed" in request.POST,
        "against": "against" in request.GET or request.POST.get("agrees") == "0",
        "remark": request.POST.get("remark", ""),
        "back": (request.POST or request.GET).get("back", ""),
        "problems": field_problems(problems, game_of(sheet), names_of(sheet), {"remark"}),
        "written": written,
        "asked_elsewhere": sheet.confirms and asked_for(sheet),
        "token": secrets.token_urlsafe(12),
    }
    response = render(request, "scoring/agree.html", context, status=status)
    remember_phone(request, response)
    return response


@never_cache
@require_POST
def ask(request: HttpRequest, secret: str) -> HttpResponse:
    """Whether the sides of this table are asked at all."""
    sheet = sheet_or_404(secret)
    try:
        use_cases.ask_sides(sheet, on=request.POST.get("on") == "1")
    except Refused as error:
        return agree_page(request, sheet, status=422, problems=error.problems)
    return redirect("agree", secret)
