"""The people of a club: the list, adding somebody, and putting right what is written of them."""

from typing import Any

from django.contrib import messages as done
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import messages, queries
from clubs.forms.people import person_of
from clubs.models import Club, Player
from clubs.models.people import Shown
from clubs.names import name_for, public_name
from clubs.permissions import fields_allowed, may
from clubs.services.core import Refused
from clubs.services.iban import spaced
from clubs.services.likeness import same_name, words_of
from clubs.services.people import FIELDS, add_player, change_player, set_left
from clubs.views.door import ClubRequest, club_page


def player_address(club: Club, pk: int) -> str:
    """The person's own page."""
    return reverse("player", args=[club.slug, pk])


def wanted_person(request: ClubRequest, pk: int) -> Player:
    """Who the address means, as they are now; nobody who was erased."""
    player = queries.person_of(request.club, pk)
    if player is None or player.erased_at is not None:
        raise Http404
    return player


# --- the list ------------------------------------------------------------------------------------------------------


@require_safe
@club_page("see")
def people(request: ClubRequest) -> HttpResponse:
    """Members and guests; whoever left is folded away, unless the search finds them."""
    asked = request.GET.get("q", "")[:60]
    who, aliases = queries.people_of(request.club), queries.other_names(request.club)
    everybody = {player.pk: player for player in who.values() if player.erased_at is None}
    found = [one for one in everybody.values() if matches(one, aliases.get(one.pk, []), words_of(asked))]
    rows = [row_of(request.club, one, aliases.get(one.pk, [])) for one in queries.in_order(found)]
    here = [row for row in rows if row["player"].left_at is None]
    context = {
        "asked": asked,
        "members": [row for row in here if not row["player"].guest],
        "guests": [row for row in here if row["player"].guest],
        "left": [row for row in rows if row["player"].left_at is not None],
        "count": len(everybody),
        "claims": queries.open_claims(request.club).count() if may(request.membership, "people") else 0,
    }
    return render(request, "clubs/people/list.html", context)


def row_of(club: Club, player: Player, aliases: list[Player]) -> dict[str, Any]:
    return {
        "player": player,
        "name": name_for(player, inside=True),
        "address": player_address(club, player.pk),
        "aliases": [name_for(alias, inside=True) for alias in aliases],
    }


def matches(player: Player, aliases: list[Player], asked: list[str]) -> bool:
    """Whether every word that is looked for begins a word of the name, nickname or place."""
    words = words_of(" ".join([player.name, player.nickname, player.place, *(alias.name for alias in aliases)]))
    return all(any(word.startswith(part) for word in words) for part in asked)


# --- adding --------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
@club_page("score")
def add(request: ClubRequest) -> HttpResponse:
    """Somebody new. Scorers add guests; who may change people adds members too."""
    if request.method != "POST":
        return render(request, "clubs/people/add.html", {"typed": {"guest": True}, "problems": {}})
    typed = {"guest": True, **person_of(request.POST, "name", "nickname", "place", "guest")}
    typed = fields_allowed(request.membership, typed)
    # Sure of this name only: who changes it then and presses Enter is asked again.
    sure = bool(typed.get("name")) and same_name(request.POST.get("sure", "")) == same_name(typed["name"])
    try:
        player = add_player(request.club, by=request.user, now=timezone.now(), sure=sure, **{"name": "", **typed})
    except Refused as error:
        alike = [pk for problem in error.problems for pk in problem.figures.get("candidates", ())]
        who = queries.people_of(request.club)
        context = {
            "typed": typed,
            "problems": messages.by_field(error.problems, ("name", "nickname", "place")),
            "alike": [row_of(request.club, who[pk], []) for pk in alike],
            "maybe": {problem.code for problem in error.problems} == {"maybe_the_same"},
        }
        return render(request, "clubs/people/add.html", context, status=422)
    done.success(request, _("%(name)s is in the book.") % {"name": name_for(player, inside=True)})
    return redirect("people", request.club.slug)


# --- one person ----------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
@club_page("people")
def person(request: ClubRequest, pk: int) -> HttpResponse:
    """What is written of somebody, and what can be done about it."""
    player = wanted_person(request, pk)
    if request.method != "POST":
        return render(request, "clubs/people/person.html", person_context(request, player))
    typed = fields_allowed(request.membership, person_of(request.POST, *FIELDS))
    try:
        player = change_player(player, by=request.user, **typed)
    except Refused as error:
        context = person_context(request, player, typed) | {"problems": messages.by_field(error.problems, FIELDS)}
        return render(request, "clubs/people/person.html", context, status=422)
    done.success(request, _("Saved."))
    return redirect("person", request.club.slug, player.pk)


def person_context(request: ClubRequest, player: Player, typed: dict[str, Any] | None = None) -> dict[str, Any]:
    aliases = queries.other_names(request.club).get(player.pk, [])
    membership = request.club.memberships.select_related("user").filter(player=player).first()
    accounts = [] if membership else queries.accounts_of(request.club).exclude(pk=request.membership.pk)
    return {
        "player": player,
        "name": name_for(player, inside=True),
        "page": player_address(request.club, player.pk),
        "typed": typed_of(player) | (typed or {}),
        "ways": ways_to_show(player),
        "problems": {},
        "aliases": [{"pk": alias.pk, "name": name_for(alias, inside=True)} for alias in aliases],
        "account": membership,
        "accounts": accounts,
        "claims": [claim for claim in queries.open_claims(request.club) if claim.player_id == player.pk],
        "sees_iban": may(request.membership, "see_till"),
    }


def typed_of(player: Player) -> dict[str, Any]:
    """The form as it stands in the book; an IBAN in groups of four."""
    return {field: getattr(player, field) for field in FIELDS} | {"iban": spaced(player.iban)}


def ways_to_show(player: Player) -> list[dict[str, Any]]:
    """Every way to show this name to those outside, with what it would look like."""
    ways = []
    for way in Shown:
        as_if = Player(name=player.name, nickname=player.nickname, shown=way)
        missing = way == Shown.NICKNAME and not player.nickname
        ways.append({"value": way.value, "title": way.label, "example": "" if missing else public_name(as_if)})
    return ways


@require_POST
@club_page("people")
def leave(request: ClubRequest, pk: int) -> HttpResponse:
    """Somebody leaves the round, or (`back`) returns."""
    left = "back" not in request.POST
    player = set_left(wanted_person(request, pk), by=request.user, left=left, now=timezone.now())
    said = _("%(name)s is among those who left.") if left else _("%(name)s is back.")
    done.success(request, said % {"name": name_for(player, inside=True)})
    return redirect("person", request.club.slug, player.pk)
