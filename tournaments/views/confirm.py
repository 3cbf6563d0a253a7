"""A phone at the table of a code says whether the result is right: its own card's word, or the phone handed over."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs import messages
from clubs.forms.numbers import plain_number
from clubs.models import User
from clubs.services.core import Problem, Refused
from clubs.views.door import in_club
from scoring.forms import number_of
from scoring.services.agreement import State
from scoring.services.check_code import code_of
from scoring.services.seen import is_member
from scoring.views.phone import device_of, remember_phone
from tournaments.models import Tournament
from tournaments.services import confirming, phones
from tournaments.services.agreement import states_of
from tournaments.services.hall_names import people_outside
from tournaments.services.laid_tables import Laid
from tournaments.services.results import Moved
from tournaments.services.table_codes import place_of
from tournaments.views.door import public_page
from tournaments.views.table_agreement import phone_rows
from tournaments.views.table_slip import Public, names_of, table_context


def names_for(request: HttpRequest, laid: Laid) -> Public:
    """What people at this table are called for whoever holds this phone."""
    tournament = laid.table.round.tournament
    return None if is_member(request.user, tournament.club_id) else people_outside(tournament)


def agreement_here(request: HttpRequest, laid: Laid, public: Public) -> dict[str, Any]:
    """What the page of a table says of agreement, for this phone; and the check code of a closed sheet that counts."""
    sheet = laid.table.sheet if laid.table.scores is None else None
    return {
        "agreement": agreement_of(request, laid, public),
        "check_code": "" if sheet is None else code_of(sheet),
    }


def agreement_of(request: HttpRequest, laid: Laid, public: Public) -> dict[str, Any] | None:
    """Only of a table whose result is in: while a sheet is written, the sides speak there."""
    if laid.made.scores is None:
        return None
    found = states_of([laid])[laid.table.pk]
    return phone_rows(laid, found, names_of(laid, public), device=device_of(request), inside=public is None)


@never_cache
@require_http_methods(["GET", "POST"])
@public_page
def confirm(request: HttpRequest, code: str) -> HttpResponse:
    """The result and the card that is asked (`position`); a form about another round leads back to the table."""
    place = place_of(code)
    if place is None:
        raise Http404
    tournament, number = place
    with in_club(request, tournament.club):
        round_, laid = phones.table_here(tournament, number)
        if round_ is None or laid is None:
            return redirect("at-table", code)
        if request.method == "GET":
            return page(request, code, tournament, laid)
        if plain_number(request.POST.get("round", "")) != round_.number:
            return page(request, code, tournament, laid, status=409, moved=True)
        try:
            said(request, laid)
        except Refused as error:
            return page(request, code, tournament, laid, status=422, problems=error.problems)
        except Moved:
            _round, now = phones.table_here(tournament, number)
            return page(request, code, tournament, now or laid, status=409, moved=True)
        return redirect("at-table", code)


def said(request: HttpRequest, laid: Laid) -> None:
    posted = request.POST
    confirming.confirm(
        laid.table,
        position=number_of(posted, "position"),
        agrees=posted.get("agrees") == "1",
        remark=posted.get("remark", ""),
        of=posted.get("of", ""),
        passed="passed" in posted,
        token=posted.get("token", ""),
        device=device_of(request),
        by=request.user if isinstance(request.user, User) else None,
    )


def page(
    request: HttpRequest,
    code: str,
    tournament: Tournament,
    laid: Laid,
    *,
    status: int = 200,
    problems: Sequence[Problem] = (),
    moved: bool = False,
) -> HttpResponse:
    public = names_for(request, laid)
    rows = agreement_of(request, laid, public)
    typed = request.POST or request.GET
    asked = next((one for one in (rows or {}).get("sides", ()) if str(one["position"]) == typed.get("position")), None)
    if rows is None or asked is None or rows["state"] == State.OFF:
        return redirect("at-table", code)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "code": code,
        "table": table_context(laid, public=public),
        "agreement": rows,
        "asked": asked,
        "passing": "pass" in request.GET or "passed" in request.POST,
        "against": "against" in request.GET or request.POST.get("agrees") == "0",
        "remark": request.POST.get("remark", ""),
        "moved": moved,
        "problems": messages.by_field(problems, ["remark"]),
        "token": secrets.token_urlsafe(12),
    }
    response = render(request, "tournaments/tables/confirm.html", context, status=status)
    remember_phone(request, response)
    return response
