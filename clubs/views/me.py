"""'Me': who I am in this club, how I am shown, what is asked of me, and what I have in the till."""

from typing import Any

from django.conf import settings
from django.contrib import messages as done
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import messages, queries
from clubs.forms.people import person_of
from clubs.messages.money import euros
from clubs.names import name_for, public_name
from clubs.permissions import may
from clubs.services.core import Refused
from clubs.services.mails_wanted import want_mails
from clubs.services.people import change_player
from clubs.services.till import balances
from clubs.views.claims import claim_row
from clubs.views.door import ClubRequest, club_page
from clubs.views.people import player_address, typed_of, ways_to_show

FIELDS = ("nickname", "shown", "money_shown", "rated", "iban")


@require_http_methods(["GET", "POST"])
@club_page("be_oneself")
def myself(request: ClubRequest) -> HttpResponse:
    player = request.membership.player
    if request.method != "POST" or player is None:
        return render(request, "clubs/people/me.html", me_context(request))
    typed = person_of(request.POST, *FIELDS)
    try:
        change_player(player, by=request.user, **typed)
    except Refused as error:
        context = me_context(request, typed) | {"problems": messages.by_field(error.problems, FIELDS)}
        return render(request, "clubs/people/me.html", context, status=422)
    done.success(request, _("Saved."))
    return redirect("myself", request.club.slug)


@require_POST
@club_page("be_oneself")
def mails(request: ClubRequest) -> HttpResponse:
    """Whether one's table comes by e-mail when a round is drawn."""
    want_mails(request.membership, wanted=request.POST.get("mails") == "1")
    done.success(request, _("Saved."))
    return redirect("myself", request.club.slug)


def me_context(request: ClubRequest, typed: dict[str, Any] | None = None) -> dict[str, Any]:
    player, membership = request.membership.player, request.membership
    claims = [claim_row(one, membership) for one in queries.open_claims(request.club).filter(membership=membership)]
    context: dict[str, Any] = {"player": player, "claims": claims, "problems": {}, "people": may(membership, "people")}
    context["sends_mail"] = settings.SENDS_MAIL
    if player is None:
        return context
    cents = balances(request.club).get(player.pk, 0)
    return context | {
        "name": name_for(player, inside=True),
        "public": public_name(player),
        "page": player_address(request.club, player.pk),
        "typed": typed_of(player) | (typed or {}),
        "ways": ways_to_show(player),
        "cents": cents,
        "balance": euros(cents),
        "aliases": [name_for(one, inside=True) for one in queries.other_names(request.club).get(player.pk, [])],
    }
