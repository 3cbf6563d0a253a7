"""The standings: who stands where and why, all or a part of them, live, and as a page to print."""

from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

from clubs.views.door import ClubRequest
from tournaments.formats import stages
from tournaments.messages import standings as words
from tournaments.models import Tournament
from tournaments.services.facts import Facts
from tournaments.services.individuals import has_individuals, individuals_of
from tournaments.services.kept import Now, now
from tournaments.services.marks import mark_of
from tournaments.services.standings import Row, Standings, ahead_of
from tournaments.views.door import tournament_page

VIEWS = ("all", "pools", "people", "women", "groups")


def etag(request: ClubRequest, tournament: Tournament) -> str:
    mark, part = mark_of(tournament), (get_language(), chosen_view(request))
    return live_etag(mark, *part) if request.htmx else f'"{mark}-{"-".join(part)}-{request.membership.role}"'


def live_etag(mark: str, language: str, view: str) -> str:
    """Of the live part, which is the same for everybody."""
    return f'"{mark}-{language}-{view}"'


def chosen_view(request: ClubRequest) -> str:
    view = request.GET.get("view", "")
    return view if view in VIEWS else VIEWS[0]


@tournament_page("see")
@require_safe
@condition(etag_func=etag)
def page(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """The page; for a phone that polls, its live part. 304 where nothing has changed since (If-None-Match)."""
    found = now(tournament)
    live = live_part(found, get_language(), chosen_view(request))
    if request.htmx:
        return HttpResponse(live)
    to_finish = found.once("to finish", lambda: may_finish(found.facts))
    return render(request, "tournaments/standings.html", {"live": live, "to_finish": to_finish})


def may_finish(facts: Facts) -> bool:
    over = stages.is_over(facts.plan, facts.entrants, facts.rounds)
    return over and facts.tournament.ended_at is None


def live_part(found: Now, language: str, view: str) -> SafeString:
    """The standings as everybody inside sees them, written once until something changes."""

    def written() -> SafeString:
        context = {"mark": live_etag(found.mark, language, view), **context_of(found.standings, view)}
        return render_to_string("tournaments/_standings.html", context)

    return found.once(("standings page", language, view), written)


def context_of(found: Standings, view: str) -> dict[str, Any]:
    facts = found.facts
    return {
        "tournament": facts.tournament,
        "view": view,
        "views": views_of(found),
        "individuals": words.individuals(facts, individuals_of(facts)) if view == "people" else None,
        "state": words.state(facts),
        "rules": words.rules(facts.plan),
        "columns": words.columns(found),
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
    return [with_cells(words.line(found, row, before.get(row.number))) for row in rows]


def with_cells(told: dict[str, Any]) -> dict[str, Any]:
    """Its rounds as cells of the table, written at once: there are thousands of them, and most are alike."""
    cells = (cell(one["kind"], one["text"], dropped=one["dropped"]) for one in told.pop("rounds"))
    return told | {"cells": mark_safe("".join(cells))}  # noqa: S308  # each is escaped


@lru_cache(maxsize=4096)
def cell(kind: str, text: str, *, dropped: bool) -> SafeString:
    inner = format_html("<s>{}</s>", text) if dropped else text
    return format_html('<td class="number round {}">{}</td>', kind, inner)
