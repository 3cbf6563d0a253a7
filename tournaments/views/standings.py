"""The standings: who stands where and why, all or a part of them, live, and as a page to print."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

from clubs.views.door import ClubRequest
from tournaments.formats import stages
from tournaments.messages import standings as words
from tournaments.models import Tournament
from tournaments.services.facts import facts_of
from tournaments.services.individuals import has_individuals, individuals_of
from tournaments.services.standings import Row, Standings, ahead_of, mark_of, standings_of
from tournaments.views.door import tournament_page

VIEWS = ("all", "pools", "people", "women", "groups")


def etag(request: ClubRequest, tournament: Tournament) -> str:
    return etag_of(request, tournament, live=bool(request.htmx))


def etag_of(request: ClubRequest, tournament: Tournament, *, live: bool) -> str:
    """Whatever the page depends on beside what `mark_of` marks: who looks, in which language, at which part."""
    part = (request.membership.role, get_language(), chosen_view(request), int(live))
    return f'"{mark_of(tournament)}-{"-".join(map(str, part))}"'


def chosen_view(request: ClubRequest) -> str:
    view = request.GET.get("view", "")
    return view if view in VIEWS else VIEWS[0]


@tournament_page("see")
@require_safe
@condition(etag_func=etag)
def page(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """The page; for a phone that polls, its live part. 304 where nothing has changed since (If-None-Match)."""
    live = bool(request.htmx)
    template = "tournaments/_standings.html" if live else "tournaments/standings.html"
    return render(request, template, context_of(request, tournament))


def context_of(request: ClubRequest, tournament: Tournament) -> dict[str, Any]:
    # Before anything else is read: what comes in meanwhile is then seen at the next look.
    mark = etag_of(request, tournament, live=True)
    found = standings_of(facts_of(tournament))
    facts, view = found.facts, chosen_view(request)
    return {
        "mark": mark,
        "view": view,
        "views": views_of(found),
        "individuals": words.individuals(facts, individuals_of(facts)) if view == "people" else None,
        "state": words.state(facts),
        "rules": words.rules(facts.plan),
        "columns": words.columns(found),
        "to_finish": tournament.ended_at is None and stages.is_over(facts.plan, facts.entrants, facts.rounds),
        "parts": parts_of(found, view),
        "penalties": [{"row": row, "text": words.adjustment(one)} for row in found.rows for one in row.adjustments],
    }


def views_of(found: Standings) -> list[str]:
    """The views there is anything in."""
    has = {
        "all": True,
        "pools": bool(found.pools),
        "people": has_individuals(found.facts.plan),
        "women": any(row.card.woman for row in found.rows),
        "groups": any(row.card.group for row in found.rows),
    }
    return [view for view in VIEWS if has[view]]


def parts_of(found: Standings, view: str) -> list[dict[str, Any]]:
    """The tables of a view: one, or one for each group."""
    if view == "women":
        return [{"name": "", "rows": lines_of(found, found.women)}]
    if view == "pools":
        return [
            {"name": words.pool(name), "count": len(rows), "rows": lines_of(found, rows, within=rows)}
            for name, rows in found.pools.items()
        ]
    if view == "groups":
        return [
            {"name": name, "count": len(rows), "rows": lines_of(found, rows)} for name, rows in found.groups.items()
        ]
    return [{"name": "", "rows": lines_of(found, found.rows)}] if view == "all" else []


def lines_of(found: Standings, rows: tuple[Row, ...], *, within: tuple[Row, ...] = ()) -> list[dict[str, Any]]:
    """Each row in words; what decided is said against the row before in the whole standings (or `within` some)."""
    before = ahead_of(within or found.rows)
    return [words.line(found, row, before.get(row.number)) for row in rows]
