"""Anybody types the check code of a slip and hears whether the record is still the one that the table signed."""

from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring import messages
from scoring.games.core import Problem
from scoring.models import Sheet
from scoring.screens import table_of
from scoring.services.check_code import Answer, Found, find
from scoring.services.guessing import place_for_a_guess, sender
from scoring.services.seen import Reader, as_seen
from scoring.views.board import figures, last_totals, row_context, sheet_context


@never_cache
@require_safe
def check(request: HttpRequest) -> HttpResponse:
    """The form; with `code` also its answer. Guessing is limited as with table codes; right codes are not counted."""
    typed = request.GET.get("code", "")
    context: dict[str, Any] = {"code": typed[:40]}
    if not typed.strip():
        return render(request, "scoring/check.html", context)
    place = place_for_a_guess(sender(request))
    found = find(typed) if place else None
    if found is None:
        problem = Problem("no_such_check_code" if place else "too_many_tries", "code")
        context["problem"] = messages.problem_text(problem)
        return render(request, "scoring/check.html", context, status=422)
    cache.delete(place)
    return render(request, "scoring/check.html", context | {"code": found.code} | found_context(found, request.user))


def found_context(found: Found, reader: Reader) -> dict[str, Any]:
    """The sheet by its public names, unless somebody of its club looks."""
    sheet = as_seen(found.sheet, reader)
    return {
        "answer": str(found.answer),
        "signed": found.answer == Answer.SIGNED,
        "row": row_context(sheet),
        "sides": result_rows(sheet),
        "hands": sheet.state["hands"],
        "now": sheet.check_code if not sheet.is_open and sheet.check_code != found.code else "",
    }


def result_rows(sheet: Sheet) -> list[dict[str, str]]:
    """What every side has: in games of legs the Bummerl, else what stands on the paper."""
    table = table_of(sheet)
    if not table.game.in_legs:
        told = figures(table, last_totals(sheet, table))
        return [{"names": name, "figure": figure} for name, figure in zip(table.sides, told, strict=True)]
    sides = sheet_context(sheet, writing=False)["sides"]
    return [{"names": side["names"], "figure": messages.marks(side["taken"])} for side in sides]
