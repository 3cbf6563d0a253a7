"""What can be done about people only by whoever knows their sheets: merging, answering claims, erasing, the data."""

from typing import Any

from django.contrib import messages as done
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import messages, queries
from clubs.forms.numbers import plain_number
from clubs.models import Claim, Player
from clubs.names import alphabetical, name_for
from clubs.permissions import may
from clubs.services.claims import answer_claim, may_answer
from clubs.services.core import Problem, Refused
from clubs.services.likeness import Register
from clubs.services.merging import merge, part
from clubs.views.door import ClubRequest, club_page
from clubs.views.people import row_of, wanted_person
from scoring.services.erase import erase_person
from scoring.services.merge import sat_together
from scoring.services.my_data import stored_about

# --- merging -------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
@club_page("people")
def merge_people(request: ClubRequest, pk: int) -> HttpResponse:
    """This person is really ...: choose whom, and both are one; it can be taken back."""
    player = wanted_person(request, pk)
    problems: list[str] = []
    chosen = plain_number(request.POST.get("into", ""))
    if request.method == "POST":
        try:
            if "into" not in request.POST:
                raise Refused(Problem("nobody_tapped"))
            if chosen not in (who := queries.people_of(request.club)):
                raise Refused(Problem("no_such_person"))
            # The address names the row itself, also when it was merged a moment ago by the same tap.
            gone = Player.objects.select_related("club").get(pk=pk, club=request.club)
            left = merge(request.club, gone=gone, into=who[chosen], by=request.user, sat_together=sat_together)
        except Refused as error:
            problems = [messages.problem_text(problem) for problem in error.problems]
        else:
            done.success(
                request,
                _("It is all %(name)s now. Below it can be parted again.") % {"name": name_for(left, inside=True)},
            )
            return redirect("person", request.club.slug, left.pk)
    alike = {one.pk for one in Register(request.club, apart_from=player.pk).like(player.name)}
    others = [one for one in set(queries.people_of(request.club).values()) if one.erased_at is None]
    others = sorted(
        (one for one in others if one.pk != player.pk), key=lambda one: (one.pk not in alike, alphabetical(one.name))
    )
    context = {
        "player": player,
        "name": name_for(player, inside=True),
        "others": [row_of(request.club, one, []) | {"alike": one.pk in alike} for one in others],
        "chosen": chosen,
        "problems": problems,
    }
    return render(request, "clubs/people/merge.html", context, status=422 if problems else 200)


@require_POST
@club_page("people")
def part_people(request: ClubRequest, pk: int) -> HttpResponse:
    alias = Player.objects.filter(pk=pk, club=request.club).first()
    if alias is None:
        raise Http404
    try:
        part(request.club, alias=alias, by=request.user)
    except Refused:
        raise Http404 from None
    done.success(request, _("%(name)s is somebody of their own again.") % {"name": name_for(alias, inside=True)})
    return redirect("person", request.club.slug, alias.pk)


# --- claims --------------------------------------------------------------------------------------------------------


@require_POST
@club_page("be_oneself")
def answer(request: ClubRequest, pk: int) -> HttpResponse:
    """The other side agrees or refuses."""
    claim = Claim.objects.select_related("club", "player", "membership__user").filter(club=request.club, pk=pk).first()
    if claim is None or not may_answer(claim, request.membership, people=may(request.membership, "people")):
        raise Http404
    agreed = request.POST.get("answer") == "yes"
    back = "myself" if claim.by_club else "claims"
    try:
        answer_claim(claim, by=request.user, agreed=agreed, sat_together=sat_together, now=timezone.now())
    except Refused as error:
        done.error(request, messages.problems_text(error.problems))
        return redirect(back, request.club.slug)
    said = _("The games of %(name)s have moved.") if agreed else _("That was not %(name)s. Nothing has changed.")
    done.success(request, said % {"name": name_for(claim.player, inside=True)})
    return redirect(back, request.club.slug)


# --- erasing and the data ------------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
@club_page("own")
def erase(request: ClubRequest, pk: int) -> HttpResponse:
    player = queries.person_of(request.club, pk)
    if request.method == "POST" and player is not None and player.erased_at is not None:
        return redirect("people", request.club.slug)  # the second of two taps
    return _erase(request, wanted_person(request, pk), back="people")


@require_http_methods(["GET", "POST"])
@club_page("be_oneself")
def erase_me(request: ClubRequest) -> HttpResponse:
    if request.membership.player is None:
        return redirect("myself", request.club.slug)
    return _erase(request, request.membership.player, back="myself")


def _erase(request: ClubRequest, player: Player, back: str) -> HttpResponse:
    context: dict[str, Any] = {"player": player, "name": name_for(player, inside=True), "back": back, "problems": {}}
    if request.method != "POST":
        return render(request, "clubs/people/erase.html", context)
    confirmation = request.POST.get("confirmation", "")
    try:
        erase_person(request.club, player, by=request.user, confirmation=confirmation)
    except Refused as error:
        said = messages.by_field(error.problems, ("confirmation",))
        context |= {"problems": said, "confirmation": confirmation}
        return render(request, "clubs/people/erase.html", context, status=422)
    done.success(request, _("Erased. The games stay, without the name."))
    return redirect(back, request.club.slug)


@require_safe
@club_page("own")
def person_data(request: ClubRequest, pk: int) -> HttpResponse:
    player = wanted_person(request, pk)
    membership = request.club.memberships.select_related("user", "club").filter(player=player).first()
    if membership is not None and membership.pk != request.membership.pk:
        # Who has an account gets it there, and nobody else does.
        raise Http404
    return _as_file(request, stored_about(request.club, player))


@require_safe
@club_page("be_oneself")
def my_data(request: ClubRequest) -> HttpResponse:
    return _as_file(request, stored_about(request.club, request.membership.player, request.membership))


def _as_file(request: ClubRequest, data: dict[str, Any]) -> HttpResponse:
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{request.club.slug}-my-data.json"'
    return response
