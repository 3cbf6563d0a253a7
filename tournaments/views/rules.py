"""The rule sheet: how this tournament is played, to be printed and hung up; frozen with the first round."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.views.door import ClubRequest
from scoring.games.sheet import GAMES
from scoring.views.rules_words import in_words
from tournaments.formats.plan import read_plan
from tournaments.models import Tournament
from tournaments.services.plan_words import sections
from tournaments.services.setup import house_rules
from tournaments.views.door import tournament_page
from tournaments.views.setup_page import game_title


@tournament_page("see")
@require_safe
def rules(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Before the first round it is a draft."""
    return render(request, "tournaments/rules.html", rules_context(tournament))


def rules_context(tournament: Tournament) -> dict[str, Any]:
    game, version = GAMES.get(tournament.game), tournament.rule_version
    return {
        "sections": sections(read_plan(tournament.plan), tournament),
        "game": game_title(tournament.game, tournament.game_name),
        "profile": version.profile.name if version else "",
        "version": version,
        "of_game": in_words(game, house_rules(tournament)) if game else None,
        "draft": tournament.started_at is None,
    }
