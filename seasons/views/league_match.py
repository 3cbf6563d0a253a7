"""A match of a league inside the club: its report, what was said of it, corrections, and an empty form on paper."""

import io
import secrets
from collections.abc import Mapping, Sequence

import segno
from django.contrib import messages as says
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import queries
from clubs.forms.numbers import plain_number
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from clubs.views.address import address, qr
from clubs.views.door import ClubRequest
from seasons.forms.match_report import report_typed
from seasons.models import Fixture, League, Team
from seasons.services import reports
from seasons.services.league_facts import facts_of
from seasons.services.match_agreement import State
from seasons.services.matches import matches_shown
from seasons.services.reports import NEEDS_REASON, Moved, Writer
from seasons.views.league_door import fixture_or_404, league_page, team_or_404
from seasons.views.match_slip import form_context, match_context, report_context, winners, word_context


@league_page("see")
@require_safe
def fixture(request: ClubRequest, league: League, fixture: int) -> HttpResponse:
    """The report that counts, everything that was reported and said before, and for scorers the form."""
    return fixture_page(request, fixture_or_404(league, fixture))


@league_page("score")
@require_POST
def report(request: ClubRequest, league: League, fixture: int) -> HttpResponse:
    """Enters or corrects a report. 409: there is another one by now, both are shown."""
    found, posted = fixture_or_404(league, fixture), request.POST
    facts = facts_of(found.division)
    try:
        reports.enter(
            found,
            told=report_typed(posted, facts.rules),
            writer=Writer(by=request.user, director=may(request.membership, "direct")),
            seen=plain_number(posted.get("seen", "-1")),
            token=posted.get("token", ""),
        )
    except Refused as error:
        return fixture_page(request, found, problems=error.problems, typed=posted, status=422)
    except Moved:
        return fixture_page(request, found, typed=posted, status=409)
    says.success(request, _("Saved."))
    return redirect("league-fixture", request.club.slug, league.pk, found.pk)


def fixture_page(
    request: ClubRequest,
    found: Fixture,
    *,
    problems: Sequence[Problem] = (),
    typed: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    facts = facts_of(found.division)
    now = next(one for one in facts.fixtures if one.pk == found.pk)
    shown = matches_shown(facts, [now])[0]
    who = queries.people_of(request.club)
    names = {pk: player.name for pk, player in who.items()}
    state, director = shown.agreement.state, may(request.membership, "direct")
    confirmed = state in (State.AGREED, State.SETTLED)
    over = facts.league.ended_at is not None
    may_enter = may(request.membership, "score") and not over and (director or not confirmed)
    words = [*shown.agreement.earlier, *shown.agreement.words]
    form = None
    if may_enter:
        form = form_context(facts, shown, who, names, posted=typed, problems=problems, like=shown.report)
    context = {
        **match_context(shown, who, names),
        "league": facts.league,
        "division": facts.division,
        "form": form,
        "open_form": typed is not None or shown.report is None,
        "winners": winners(shown),
        "may_strike": director,
        "needs_reason": state in NEEDS_REASON,
        "confirmed": confirmed,
        "over": over,
        "moved": status == 409,
        "history": [
            {
                **report_context(one, shown, who, names),
                "words": [word_context(word, shown) for word in words if word.report_id == one.pk],
            }
            for one in reversed(shown.agreement.reports)
        ],
        "may_move": director and shown.is_open,
        "token": secrets.token_urlsafe(12),
        "part": "league-fixtures",
    }
    return render(request, "seasons/matches/fixture.html", context, status=status)


@league_page("see")
@require_safe
def paper(request: ClubRequest, league: League, fixture: int) -> HttpResponse:
    """An empty match report to print and fill in by hand: one page A4, more where a match has very many boards."""
    found = fixture_or_404(league, fixture)
    facts = facts_of(found.division)
    rules = facts.rules
    context = {
        "league": league,
        "division": facts.division,
        "fixture": found,
        "venue": found.venue or found.home.venue,
        "boards": range(1, rules.boards + 1),
        "seats": range(1, rules.a_side + 1),
        "lines": rules.boards * rules.a_side,
        "rules": rules,
        "part": "league-fixtures",
    }
    return render(request, "seasons/matches/paper.html", context)


@league_page("score")
@require_safe
def codes(request: ClubRequest, league: League) -> HttpResponse:
    """The codes that lead to the teams' own pages: all, or of the team that is asked for."""
    found = Team.objects.filter(division__league=league, withdrawn_on=None).select_related("division")
    asked, level = (plain_number(request.GET.get(name, "")) for name in ("team", "division"))
    if asked:
        found = found.filter(number=asked, division__level=level or 1)
    teams = list(found.order_by("division__level", "number"))
    links = [(one, address(request, "team-page", one.secret)) for one in teams]
    context = {
        "league": league,
        "codes": [{"team": one, "address": link, "qr": qr(link)} for one, link in links],
        "one_only": bool(asked),
        "part": "league-teams",
    }
    return render(request, "seasons/matches/codes.html", context)


@league_page("score")
@require_safe
def code(request: ClubRequest, league: League, team: int) -> HttpResponse:
    """The code of one team as a picture, for the team's page in the club."""
    link = address(request, "team-page", team_or_404(league, team).secret)
    picture = io.BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", border=2, light="white", scale=4)
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")
