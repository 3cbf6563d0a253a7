"""A new sheet in an evening of a club: its people to tap, its house rules, its last game."""

from datetime import date
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs import queries as club_queries
from clubs.models import Evening
from clubs.names import alphabetical
from clubs.views.door import ClubRequest, club_page
from scoring import queries
from scoring.games.core import Game, Preset, Text
from scoring.games.sheet import GAMES
from scoring.models import Sheet
from scoring.services.sheets import begin_sheet
from scoring.views.evening import evening_or_404
from scoring.views.new import Place, begin_at
from scoring.views.rules_form import options_of, preset_of

AS_LAST = "last"
"""The key of the choice that is how the club played this game last."""


@club_page("score")
@require_http_methods(["GET", "POST"])
def new_sheet(request: ClubRequest, day: date, key: str | None = None) -> HttpResponse:
    """The same form as everywhere; who is there is named first, who just finished a table is seated."""
    evening = evening_or_404(request.club, day)
    if not evening.is_open and request.method == "GET":
        return redirect("evening", request.club.slug, day)
    return begin_at(place_of(request, evening), request, key)


def place_of(request: HttpRequest, evening: Evening) -> Place:
    club, tables = evening.club, queries.sheets_of_evening(evening)
    last = max(tables, key=lambda one: one.pk, default=None)
    # Whoever sits at a table that still plays does not sit down at the next one.
    sitting = {name for one in tables if one.is_open for name in one.state["names"]}
    who = club_queries.people_of(club)
    there = {who[pk] for pk in club_queries.there(evening)}
    here = [one for one in who.values() if one.left_at is None and one.erased_at is None]
    names = [sorted({one.name for one in some}, key=alphabetical) for some in (there, {*here} - there)]
    return Place(
        known={_("There tonight – tap to seat:"): names[0], _("Everybody else:"): names[1]},
        last_game=queries.last_game_of(club),
        begin=partial(begin, evening, request.POST.get("preset", "")),
        proposed=[name for name in last.state["names"] if name not in sitting] if last else (),
        presets=partial(presets_of, evening),
        address=partial(address_of, evening),
        chosen=lambda game: queries.profile_key(queries.latest_of(last.rule_version_id)) if last else "",
        context={"evening": evening},
    )


def presets_of(evening: Evening, game: Game) -> tuple[Preset, ...]:
    """The club's own house rules, where it has written any down for this game; else as it played last, or a preset."""
    if profiles := queries.profile_choices(evening.club, game):
        return profiles
    last = queries.last_sheet_of(evening.club, game.key)
    if last is None:
        return tuple(game.presets)
    # Who sits out follows from how many sit down, every time anew.
    rules = {name: value for name, value in last.house_rules.items() if name != "sit_out"}
    return (Preset(AS_LAST, Text(de="Wie zuletzt", en="As last time"), rules), *game.presets)


def address_of(evening: Evening, game: Game, key: str) -> str:
    return reverse("evening-rules", args=[evening.club.slug, evening.day, game.key, key])


@club_page("score")
@require_safe
def rules(request: ClubRequest, day: date, game: str, key: str) -> HttpResponse:
    """The options of one choice of this form, to be shown when it is picked."""
    evening, played = evening_or_404(request.club, day), GAMES.get(game)
    preset = preset_of(presets_of(evening, played), key) if played else None
    if played is None or preset is None:
        raise Http404
    return options_of(request, played, preset)


def begin(evening: Evening, preset: str, **table: object) -> Sheet:
    version = queries.version_chosen(evening.club, preset)
    if version is not None and version.profile.game != table["game"]:
        version = None
    return begin_sheet(**table, evening=evening, rule_version=version)  # type: ignore[arg-type]  # the engine refuses text
