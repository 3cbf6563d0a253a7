"""A league as everybody may see it: tables, matches, people by their public names, and the calendar of its fixtures."""

import hashlib

from django.http import Http404, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from clubs import queries
from clubs.forms.numbers import plain_number
from clubs.names import NOBODY
from clubs.views.address import address
from clubs.views.door import HtmxRequest, in_club
from seasons.formats.league import read_rules
from seasons.messages import league_words
from seasons.models import Board, Division, League
from seasons.services.league_calendar import calendar_of, team_of
from seasons.services.matches import matches_shown
from seasons.services.public_until import end_of_league, is_over
from seasons.services.team_names import outside_facts, outside_names
from seasons.views import board_page
from seasons.views.league_door import chosen_division
from seasons.views.league_tables import division_rows, round_rows


def public(request: HtmxRequest, league: League) -> HttpResponse:
    """One division, as the address asks for (`?division=`): its table, its people, all of its matches."""
    division, divisions = chosen_division(request, league)  # type: ignore[arg-type]  # it only reads the address
    board = Board.objects.select_related("club").filter(division=division).first()
    return board_page.answer(
        request,
        board,
        "seasons/matches/public.html",
        rows="seasons/matches/_public.html",
        of_rows=lambda: rows_of(division, board) | {"league": league, "division": division},
        of_page=lambda: {
            "owner": league,
            "divisions": divisions,
            "said": league_words.sentences(read_rules(league.rules), len(divisions)),
            # Somebody may be named there.
            "notes": "" if is_over(league.club, end_of_league(league)) else league.notes,
        },
    )


def rows_of(division: Division, board: Board | None) -> dict[str, object]:
    """People by their public names, told apart as on the teams' own pages."""
    facts = outside_facts(division)
    names = outside_names(facts, queries.people_of(division.league.club), matches_shown(facts))
    found = division_rows(facts, board, lambda one: names.get(one.pk, NOBODY))
    return {**found, "all_rounds": round_rows(facts)}


@require_safe
def calendar(request: HtmxRequest, secret: str) -> HttpResponse:
    """All fixtures, or those of one team (`?team=` its number, `&division=` its level), to subscribe to.

    Whoever has the address may have it, whether the league has a page for everybody or not: it names no people.
    """
    league = League.objects.select_related("club").filter(secret=secret).first()
    if league is None:
        raise Http404
    asked, level = (plain_number(request.GET.get(name, "")) for name in ("team", "division"))
    team = team_of(league, asked, level) if "team" in request.GET else None
    if "team" in request.GET and team is None:
        raise Http404
    page = address(request, "public-board", league.secret) if league.public else ""
    with in_club(request, league.club), translation.override(league.club.language):
        body = calendar_of(league, team=team, address=page)
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="liga.ics"'
    response["Cache-Control"] = "private, max-age=600"
    response["ETag"] = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    found = get_conditional_response(request, etag=response["ETag"], response=response)
    assert found is not None, "there is a response to give"
    return found
