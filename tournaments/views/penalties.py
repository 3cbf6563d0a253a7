"""Penalties and bonuses: who got which for what, a new one, cancelling one."""

import secrets
from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import messages
from clubs.forms.numbers import plain_number
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from tournaments.messages import standings as words
from tournaments.messages.criteria import unit_name
from tournaments.models import Adjustment, Tournament
from tournaments.services import penalties
from tournaments.services.kept import facts_of
from tournaments.views.door import tournament_page

FIELDS = ("number", "unit", "amount", "round", "reason")


@tournament_page("direct")
@require_http_methods(["GET", "POST"])
def page(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    if request.method == "GET":
        return penalties_page(request, tournament)
    post = request.POST
    amount = abs(plain_number(post.get("amount", "")))
    try:
        made = penalties.adjust(
            tournament,
            by=request.user,
            token=post.get("token", ""),
            number=plain_number(post.get("number", "")),
            unit=post.get("unit", ""),
            amount=amount if post.get("sign") == "bonus" else -amount,
            round=plain_number(post["round"]) if post.get("round", "").strip() else None,
            reason=post.get("reason", ""),
        )
    except Refused as error:
        return penalties_page(request, tournament, status=422, problems=error.problems)
    figures = {"number": made.entrant.number, "what": words.adjustment(made)}
    says.success(request, _("Number %(number)s: %(what)s. The standings have changed.") % figures)
    return redirect("penalties", request.club.slug, tournament.pk)


@tournament_page("direct")
@require_POST
def cancel(request: ClubRequest, tournament: Tournament, penalty: int) -> HttpResponse:
    found = Adjustment.objects.filter(tournament=tournament, pk=penalty)
    adjustment = found.select_related("tournament__club", "entrant").first()
    if adjustment is None:
        raise Http404
    penalties.cancel(adjustment, by=request.user)
    says.success(request, _("Cancelled. It counts no more."))
    return redirect("penalties", request.club.slug, tournament.pk)


def penalties_page(
    request: ClubRequest, tournament: Tournament, *, status: int = 200, problems: tuple[Problem, ...] = ()
) -> HttpResponse:
    facts = facts_of(tournament)
    rows = Adjustment.objects.filter(tournament=tournament).select_related("entrant", "by", "cancelled_by")
    context: dict[str, Any] = {
        "rows": [
            {"one": one, "text": words.adjustment(one), "name": facts.name(one.entrant.number)}
            for one in rows.order_by("-pk")
        ],
        "cards": [{"number": card.number, "name": facts.name(card.number)} for card in facts.cards],
        "units": [{"code": unit, "name": unit_name(unit)} for unit in penalties.units_of(facts.plan)],
        "rounds": [one.number for one in facts.rounds],
        "typed": {name: request.POST.get(name, "") for name in (*FIELDS, "sign")},
        "token": secrets.token_urlsafe(12),
        "problems": messages.by_field(problems, FIELDS),
    }
    return render(request, "tournaments/penalties.html", context, status=status)
