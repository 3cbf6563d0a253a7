"""The tournaments of a club: the list, a new one, the desk, deleting."""

import secrets
from datetime import timedelta
from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from clubs import messages
from clubs.forms.numbers import plain_number
from clubs.permissions import may
from clubs.services import till
from clubs.services.core import Refused
from clubs.views.door import ClubRequest, club_page
from tournaments import queries
from tournaments.formats.plan import read_plan, write_plan
from tournaments.forms.setup import about_of, plan_of
from tournaments.models import Tournament
from tournaments.services import calls, cash, setup
from tournaments.services.agreement import disputed
from tournaments.services.kept import facts_of
from tournaments.services.planned import clock, planned
from tournaments.services.presets import PRESETS, Preset
from tournaments.services.progress import Progress, Step, prizes_waiting, progress_of
from tournaments.services.setup import About
from tournaments.views.door import tournament_page
from tournaments.views.setup_page import game_choices, game_title, problems_of, what_context

ON_A_PAGE = 60
COPIES = 8
"""So many earlier tournaments are offered to begin from."""

COPY = "copy-"


@club_page("see")
@require_safe
def tournaments(request: ClubRequest) -> HttpResponse:
    """Those that run or come, then those that are over; the newest first."""
    rows = [list_row(one) for one in queries.tournaments_of(request.club)[:ON_A_PAGE]]
    context = {
        "running": [row for row in rows if row["running"]],
        "coming": [row for row in rows if not row["running"] and not row["over"]][::-1],
        "over": [row for row in rows if row["over"]],
    }
    return render(request, "tournaments/list.html", context)


def list_row(tournament: Tournament) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "game": game_title(tournament.game, tournament.game_name),
        "over": tournament.ended_at is not None,
        "running": tournament.started_at is not None and tournament.ended_at is None,
    }


# --- a new one -------------------------------------------------------------------------------------------------------


@club_page("direct")
@require_safe
def new(request: ClubRequest) -> HttpResponse:
    """What to begin from."""
    rows = [list_row(one) for one in queries.tournaments_of(request.club)[:COPIES]]
    context = {
        "usual": [one for one in PRESETS.values() if not one.neighbour and one.key != "empty"],
        "others": [one for one in PRESETS.values() if one.neighbour],
        "empty": PRESETS["empty"],
        "copies": [{**row, "key": f"{COPY}{row['tournament'].pk}"} for row in rows],
    }
    return render(request, "tournaments/new.html", context)


@club_page("direct")
@require_http_methods(["GET", "POST"])
def new_of(request: ClubRequest, preset: str) -> HttpResponse:
    """The first screen of a new tournament: everything is filled in, a name and a day are enough."""
    earlier = earlier_of(request, preset)
    chosen = PRESETS.get(preset)
    if earlier is None and chosen is None:
        raise Http404
    plan = dict(earlier.plan) if earlier is not None else write_plan(chosen.plan if chosen else read_plan({}))
    if request.method == "GET":
        return new_page(request, first_said(request, chosen, earlier), plan)
    plan, said = plan_of("what", request.POST, plan), about_of(request.POST)
    token = request.POST.get("token", "")
    try:
        made = setup.create(request.club, by=request.user, token=token, about=said, plan=plan)
    except Refused as error:
        return new_page(request, said, plan, status=422, error=error)
    if request.POST.get("go") == "desk":
        return redirect("tournament", request.club.slug, made.pk)
    return redirect("tournament-setup", request.club.slug, made.pk, "course")


def earlier_of(request: ClubRequest, preset: str) -> Tournament | None:
    if not preset.startswith(COPY):
        return None
    return queries.tournament_of(request.club, plain_number(preset.removeprefix(COPY)))


def first_said(request: ClubRequest, chosen: Preset | None, earlier: Tournament | None) -> About:
    """What stands in the form at first: the day is today, the place that of the last tournament."""
    today = till.today(request.club)
    if earlier is not None:
        said = setup.said_of(earlier)
        return About(
            said.name, today, said.place, said.game, said.game_name, setup.latest(earlier.rule_version), said.notes
        )
    assert chosen is not None
    last = queries.tournaments_of(request.club).first()
    name = "" if chosen.key == "empty" else str(chosen.name).partition(",")[0]
    return About(name, today, last.place if last else "", chosen.game, chosen.game_name)


def new_page(
    request: ClubRequest, said: About, plan: dict[str, Any], *, status: int = 200, error: Refused | None = None
) -> HttpResponse:
    context = {
        **what_context(said, plan, game_choices(request.club), typed=request.POST if status == 422 else None),
        "new": True,
        "step": "what",
        "token": request.POST.get("token") or secrets.token_urlsafe(12),
        **problems_of(error, "what", plan),
    }
    return render(request, "tournaments/setup.html", context, status=status)


# --- the desk --------------------------------------------------------------------------------------------------------

NEXT: dict[Step, tuple[str, str, str | Promise]] = {
    Step.CHECK_IN: ("check-in", "score", gettext_lazy("To the check-in")),
    Step.DRAW: ("draw", "direct", gettext_lazy("Draw round %(round)d")),
    Step.PUBLISH: ("draw", "direct", gettext_lazy("Look at the draw of round %(round)d and publish it")),
    Step.TABLES: ("tables", "score", gettext_lazy("To the tables of round %(round)d")),
    Step.FINISH: ("standings", "see", gettext_lazy("Look at the standings and finish")),
    Step.PRIZES: ("prizes", "score", gettext_lazy("Hand out the prizes")),
    Step.DONE: ("standings", "see", gettext_lazy("To the standings")),
}
"""What the big button does: the page, the ability it needs, what it says."""

WAY = (
    ("check-in", gettext_lazy("Check-in"), {Step.CHECK_IN}),
    ("draw", gettext_lazy("Draw"), {Step.DRAW, Step.PUBLISH}),
    ("tables", gettext_lazy("Tables"), {Step.TABLES}),
    ("standings", gettext_lazy("Standings"), {Step.FINISH}),
    ("prizes", gettext_lazy("Prizes"), {Step.PRIZES, Step.DONE}),
)


@tournament_page("see")
@require_safe
def desk(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """What is next, with one big button; how far it is, and what to mind."""
    facts = facts_of(tournament)
    waiting = prizes_waiting(tournament)
    progress = progress_of(facts, to_hand_out=waiting)
    reckoned = planned(facts.plan, progress.cards)
    context = {
        "progress": progress,
        "next": next_step(request, progress),
        "way": [{"page": one, "name": name, "now": progress.step in steps} for one, name, steps in WAY],
        "game": game_title(tournament.game, tournament.game_name),
        "ends": ends(tournament, progress) or (reckoned.end if progress.cards else ""),
        "planned": reckoned,
        "short": max(0, (reckoned.covered_from or 0) - progress.cards) if progress.cards else 0,
        "covered": reckoned.covered_from is not None,
        "can_delete": may(request.membership, "direct") and not setup.why_kept(tournament),
        "may_draw_too": progress.step == Step.CHECK_IN and progress.here > 1 and may(request.membership, "direct"),
        "to_hand_out": waiting,
        "calling": calling(request, tournament, progress),
        "disputed": disputed(tournament) if tournament.ended_at is None else [],
        "to_book": cash_to_book(request, tournament, progress),
        "copy": f"{COPY}{tournament.pk}",
    }
    return render(request, "tournaments/desk.html", context)


def calling(request: ClubRequest, tournament: Tournament, progress: Progress) -> list[int]:
    """Tables of the round being played that wait for somebody of the desk, for who may go there."""
    playing = progress.step == Step.TABLES and may(request.membership, "score")
    return calls.waiting(tournament, progress.round) if playing else []


def cash_to_book(request: ClubRequest, tournament: Tournament, progress: Progress) -> int:
    """Cents of the desk that the club's till has not got, once the evening is over; for who may see that."""
    over = progress.step in (Step.PRIZES, Step.DONE)
    return cash.cash_of(tournament).to_book if over and may(request.membership, "score") else 0


def next_step(request: ClubRequest, progress: Progress) -> dict[str, str]:
    """The page that is next for whoever looks, and what its button says."""
    page, ability, words = NEXT[progress.step]
    if not may(request.membership, ability):
        page, words = "standings", NEXT[Step.DONE][2]
    return {"page": page, "words": str(words) % {"round": progress.round}}


def ends(tournament: Tournament, progress: Progress) -> str:
    """HH:MM when a running tournament will be over, from now on."""
    if tournament.started_at is None or not progress.minutes_left:
        return ""
    then = timezone.localtime() + timedelta(minutes=progress.minutes_left)
    return clock(then.hour * 60 + then.minute)


@tournament_page("direct")
@require_http_methods(["GET", "POST"])
def delete(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Asks first."""
    problems = [messages.problem_text(one) for one in setup.why_kept(tournament)]
    if request.method == "POST":
        try:
            setup.delete(tournament, by=request.user)
        except Refused as error:
            problems = [messages.problem_text(one) for one in error.problems]
        else:
            says.success(request, _("“%(name)s” is deleted.") % {"name": tournament.name})
            return redirect("tournaments", request.club.slug)
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/delete.html", {"problems": problems}, status=status)
