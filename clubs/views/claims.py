"""'This guest was me': asking, seeing what is open, and taking it back. `scoring.views.people` takes the answers."""

from typing import Any

from django.contrib import messages as done
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import messages, queries
from clubs.forms.numbers import plain_number
from clubs.models import Claim, Membership
from clubs.names import name_for
from clubs.permissions import may
from clubs.services.claims import ask_claim, cut_link, may_answer, may_withdraw, offer_claim, withdraw_claim
from clubs.services.core import Problem, Refused
from clubs.services.likeness import words_of
from clubs.views.door import ClubRequest, club_page
from clubs.views.people import matches, wanted_person


@require_http_methods(["GET", "POST"])
@club_page("be_oneself")
def claim(request: ClubRequest) -> HttpResponse:
    """Which of the people without an account was me?"""
    problems: list[str] = []
    if request.method == "POST":
        asked = request.POST.get("player", "")
        try:
            if not asked:
                raise Refused(Problem("nobody_tapped"))
            player = queries.person_of(request.club, plain_number(asked))
            if player is None:
                raise Refused(Problem("no_such_person"))
            ask_claim(request.membership, player, by=request.user)
        except Refused as error:
            problems = [messages.problem_text(problem) for problem in error.problems]
        else:
            said = _("The club was asked whether you were %(name)s. As soon as somebody agrees, the games are yours.")
            done.success(request, said % {"name": name_for(player, inside=True)})
            return redirect("myself", request.club.slug)
    asked = request.GET.get("q", "")[:60]
    people = [one for one in queries.people_without_account(request.club) if matches(one, [], words_of(asked))]
    people.sort(key=lambda one: (not one.guest, words_of(one.name)))
    context = {"people": people, "asked": asked, "problems": problems}
    return render(request, "clubs/people/claim.html", context, status=422 if problems else 200)


@require_safe
@club_page("people")
def claims(request: ClubRequest) -> HttpResponse:
    """What accounts have asked the club, and what the club has asked accounts."""
    found = [claim_row(one, request.membership) for one in queries.open_claims(request.club)]
    return render(request, "clubs/people/claims.html", {"claims": found})


def claim_row(claim: Claim, membership: Membership) -> dict[str, Any]:
    """A claim as both sides see it: who it is about, and what this reader may do with it."""
    people = may(membership, "people")
    asked = claim.membership
    return {
        "claim": claim,
        "person": name_for(claim.player, inside=True),
        "account": name_for(asked.player, inside=True) if asked.player else str(asked.user),
        "may_answer": may_answer(claim, membership, people=people),
        "may_withdraw": may_withdraw(claim, membership, people=people),
        "mine": claim.membership_id == membership.pk,
    }


@require_POST
@club_page("people")
def offer(request: ClubRequest, pk: int) -> HttpResponse:
    """Asks an account whether it is this person."""
    player = wanted_person(request, pk)
    asked = plain_number(request.POST.get("account", ""))
    membership = get_object_or_404(queries.accounts_of(request.club).filter(pk=asked))
    try:
        offer_claim(membership, player, by=request.user)
    except Refused as error:
        done.error(request, messages.problems_text(error.problems))
    else:
        said = _("%(account)s was asked, and finds the question under “Me”.")
        done.success(request, said % {"account": str(membership.user)})
    return redirect("person", request.club.slug, player.pk)


@require_POST
@club_page("be_oneself")
def withdraw(request: ClubRequest, pk: int) -> HttpResponse:
    claim = Claim.objects.select_related("club", "player", "membership").filter(club=request.club, pk=pk).first()
    if claim is not None:
        if not may_withdraw(claim, request.membership, people=may(request.membership, "people")):
            raise Http404
        try:
            withdraw_claim(claim, by=request.user)
        except Refused as error:
            done.error(request, messages.problems_text(error.problems))
    mine = claim is None or claim.membership_id == request.membership.pk
    return redirect("myself" if mine else "claims", request.club.slug)


@require_POST
@club_page("people")
def cut(request: ClubRequest, pk: int) -> HttpResponse:
    """This account is not this person after all."""
    player = wanted_person(request, pk)
    cut_link(player, by=request.user)
    said = _("%(name)s has no account any more. The account is still in the club.")
    done.success(request, said % {"name": name_for(player, inside=True)})
    return redirect("person", request.club.slug, player.pk)
