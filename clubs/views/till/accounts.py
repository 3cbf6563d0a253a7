"""One person's account with the club: for the treasurer, and one's own."""

import secrets
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs import queries
from clubs.models import Player
from clubs.names import name_for
from clubs.services import till
from clubs.services.iban import payment_qr, plain_text, spaced
from clubs.services.till_list import listed
from clubs.services.till_report import account_of
from clubs.views.door import ClubRequest, club_page

LATEST = 60
"""So many lines at first; the others on demand."""


@club_page("see_till")
@require_safe
def person(request: ClubRequest, pk: int) -> HttpResponse:
    player = queries.person_of(request.club, pk)
    if player is None:
        raise Http404
    return render(request, "clubs/till/person.html", account_context(request, player))


@club_page("be_oneself")
@require_safe
def my_account(request: ClubRequest) -> HttpResponse:
    """What one owes or is owed oneself, with a code to pay it into the club's bank account."""
    mine = request.membership.player_id
    player = queries.person_of(request.club, mine) if mine is not None else None
    if player is None:
        return render(request, "clubs/till/my_account.html", {"player": None})
    context, club = account_context(request, player), request.club
    name = club.account_holder or club.name
    text = _("%(name)s to %(club)s") % {"name": player.name, "club": club.name}
    if context["balance"] < 0 and club.iban:
        context |= {
            "qr": payment_qr(name=name, iban=club.iban, cents=-context["balance"], text=text),
            "iban": spaced(club.iban),
            "holder": name,
            "purpose": plain_text(text, 140),
        }
    return render(request, "clubs/till/my_account.html", context)


def account_context(request: ClubRequest, player: Player) -> dict[str, Any]:
    lines = account_of(request.club, player)
    shown = lines if "all" in request.GET else lines[-LATEST:]
    rows = listed((line.booking for line in shown), queries.people_of(request.club))
    return {
        "player": player,
        "name": name_for(player, inside=True),
        "balance": lines[-1].balance if lines else 0,
        "rows": [{"line": row, "balance": line.balance} for row, line in zip(rows, shown, strict=True)][::-1],
        "earlier": len(lines) - len(shown),
        "token": secrets.token_urlsafe(12),
        "today": till.today(request.club),
    }
