"""Who may not enter the club's tournaments: the desk sees it, the director bans and lifts."""

from collections.abc import Sequence

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import messages, queries
from clubs.forms.numbers import day_typed
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from clubs.services.likeness import Register
from clubs.services.till import today
from clubs.views.door import ClubRequest, club_page
from tournaments.models import Ban
from tournaments.services import bans


@club_page("score")
@require_http_methods(["GET", "POST"])
def bans_page(request: ClubRequest) -> HttpResponse:
    if request.method == "GET":
        return page(request)
    if not may(request.membership, "direct"):
        return page(request, [Problem("not_allowed")])
    post, problems = request.POST, list[Problem]()
    until = day_typed(post.get("until", ""))
    if post.get("until", "").strip() and until is None:
        problems.append(Problem("no_day", "until"))
    person = Register(request.club).same(post.get("person", "")) if post.get("person", "").strip() else None
    try:
        if problems:
            raise Refused(*problems)
        bans.ban(
            request.club,
            by=request.user,
            player=person.pk if person else None,
            reason=post.get("reason", ""),
            until=until,
            today=today(request.club),
        )
    except Refused as error:
        return page(request, error.problems)
    says.success(request, _("The ban holds from now on."))
    return redirect("bans", request.club.slug)


@club_page("direct")
@require_POST
def lift(request: ClubRequest, ban: int) -> HttpResponse:
    found = Ban.objects.filter(club=request.club, pk=ban).select_related("club", "player").first()
    if found is None:
        raise Http404
    bans.lift(found, by=request.user, now=timezone.now())
    says.success(request, _("The ban is lifted."))
    return redirect("bans", request.club.slug)


def page(request: ClubRequest, problems: Sequence[Problem] = ()) -> HttpResponse:
    who, day = queries.people_of(request.club), today(request.club)
    held = bans.in_force(request.club, day)
    # Why somebody was banned once is no matter of the desk any more.
    over = Ban.objects.filter(club=request.club).exclude(pk__in=[one.pk for one in held]).select_related("lifted_by")
    over = over if may(request.membership, "direct") else over.none()
    context = {
        "bans": [{"ban": one, "name": who[one.player_id].name} for one in held],
        "over": [{"ban": one, "name": who[one.player_id].name} for one in over[:50]],
        "known": queries.people_there(request.club),
        "typed": request.POST,
        "today": day.isoformat(),
        "problems": messages.by_field([_at_person(one) for one in problems], ("person", "reason", "until")),
    }
    return render(request, "tournaments/check_in/bans.html", context, status=422 if problems else 200)


def _at_person(problem: Problem) -> Problem:
    return Problem(problem.code, "person" if problem.at == "player" else problem.at, problem.figures)
