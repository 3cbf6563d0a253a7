"""The form of a house-rule profile: a new one, or a new version of one; the options are those of a new sheet."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages as notices
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.messages import by_field
from clubs.models import Club, RuleProfile, RuleVersion
from clubs.services.core import Refused
from clubs.views.door import ClubRequest, club_page
from scoring import messages, queries
from scoring.forms import number, number_of
from scoring.games.core import Game, Preset, Text
from scoring.games.sheet import GAMES
from scoring.models import Sheet
from scoring.screens.house_rules import changed_in_words
from scoring.services import profiles as use_cases
from scoring.services.fold import names_of
from scoring.services.profiles import RulesMoved
from scoring.views.new import money_of
from scoring.views.profiles import profile_or_404
from scoring.views.rules_form import chosen_rules, options_of, preset_of, rules_form

SHEET = "sheet-"
"""How the key of a choice begins that is a sheet of the club; its id follows."""
MOST_SHEETS = 6


@club_page("see")
@require_safe
def options(request: ClubRequest, game: str, key: str) -> HttpResponse:
    """The options of one choice, for the form to show when it is picked: a preset, a profile or a sheet of the club."""
    played = GAMES.get(game)
    if played is None:
        raise Http404
    preset = preset_of([*played.presets, *queries.profile_choices(request.club, played)], key)
    preset = preset or preset_of(sheet_choices(request.club, played, key), key)
    if preset is None:
        raise Http404
    return options_of(request, played, preset)


def sheet_choices(club: Club, game: Game, wanted: str = "") -> list[Preset]:
    """Rules that tables of the club agreed on, to be given a name: the latest ones, and the sheet that is `wanted`."""
    pk = number(wanted.removeprefix(SHEET)) if wanted.startswith(SHEET) else None
    ways = queries.own_ways(club, game, MOST_SHEETS)
    if isinstance(pk, int) and all(way.pk != pk for way in ways):
        ways += club.sheets.filter(game=game.key, pk=pk)
    return [Preset(f"{SHEET}{way.pk}", _sheet_name(way), way.house_rules) for way in ways]


def _sheet_name(sheet: Sheet) -> Text:
    said = {"day": date_format(localtime(sheet.started_at), "SHORT_DATE_FORMAT"), "names": ", ".join(names_of(sheet))}
    text = _("Sheet of %(day)s: %(names)s") % said
    return Text(de=text, en=text)


@club_page("direct")
@require_http_methods(["GET", "POST"])
def new_profile(request: ClubRequest, key: str | None = None) -> HttpResponse:
    """Rules with a name: from a preset, or from the rules of a sheet (`?from=sheet-12`)."""
    game = GAMES.get(request.POST.get("switch") or request.POST.get("game") or key or next(iter(GAMES)))
    if game is None:
        raise Http404
    presets = [*game.presets, *sheet_choices(request.club, game, request.GET.get("from", ""))]
    if request.method == "GET" or "switch" in request.POST:
        return new_form(request, game, presets)
    try:
        version = use_cases.make_profile(
            club=request.club,
            by=request.user,
            game=game.key,
            name=request.POST.get("name", ""),
            house_rules=chosen_rules(request.POST, game, 0, presets),
        )
    except Refused as error:
        return new_form(request, game, presets, error)
    notices.success(
        request, _("Written down. “%(name)s” can be chosen for new sheets now.") % {"name": version.profile.name}
    )
    return redirect("house-rule-profile", request.club.slug, version.profile_id)


def new_form(request: ClubRequest, game: Game, presets: list[Preset], error: Refused | None = None) -> HttpResponse:
    switched = "switch" in request.POST
    posted = money_of(request.POST) if switched else request.POST
    context = {
        "games": [{"key": one.key, "name": messages.soft(messages.words(one.name))} for one in GAMES.values()],
        "name": request.POST.get("name", ""),
        **form_context(request, game, presets, posted, error, chosen=request.GET.get("from", "")),
    }
    return render(request, "scoring/profile_form.html", context, status=422 if error else 200)


def form_context(
    request: ClubRequest,
    game: Game,
    presets: list[Preset],
    posted: QueryDict,
    error: Refused | None,
    chosen: str = "",
) -> dict[str, Any]:
    fields = ["name", "money", "stake_cents", *(option.name for option in game.options)]
    said = by_field(error.problems, fields) if error else {}

    def address(game: Game, key: str) -> str:
        return reverse("house-rules-options", args=[request.club.slug, game.key, key])

    return {
        "game": game,
        "game_name": messages.words(game.name),
        "problems": said,
        **rules_form(posted, game, said, presets=presets, address=address, chosen=chosen),
        # Here the options are what it is about.
        "rules_open": True,
    }


@club_page("direct")
@require_http_methods(["GET", "POST"])
def change(request: ClubRequest, pk: int) -> HttpResponse:
    """A new version: the form with the rules as they are, and what is changed in it."""
    found = profile_or_404(request.club, pk)
    if found.archived_at is not None:
        return redirect("house-rule-profile", request.club.slug, pk)
    game, latest = GAMES[found.game], found.versions.all()[0]
    if request.method == "GET":
        return change_form(request, found, latest, latest.house_rules)
    after = number_of(request.POST, "after")
    seen = next((version for version in found.versions.all() if version.number == after), None)
    if seen is None:
        raise Http404
    rules = chosen_rules(request.POST, game, 0, choices(request.club, seen, seen.house_rules))
    try:
        version = use_cases.change_rules(found, by=request.user, house_rules=rules, after=after)
    except Refused as error:
        return change_form(request, found, seen, seen.house_rules, error=error)
    except RulesMoved as moved:
        # What is ticked here stays, laid over what the other one has written.
        own = {name: value for name, value in rules.items() if value != seen.house_rules.get(name)}
        return change_form(request, found, moved.now, {**moved.now.house_rules, **own}, moved=moved)
    notices.success(request, _("Version %(number)d counts from now on.") % {"number": version.number})
    return redirect("house-rule-profile", request.club.slug, pk)


def choices(club: Club, version: RuleVersion, rules: Mapping[str, Any]) -> list[Preset]:
    """What a change can begin with: the rules as they are, a preset, or those of a sheet."""
    profile, game = version.profile, GAMES[version.profile.game]
    now = _("%(name)s, version %(number)d") % {"name": profile.name, "number": version.number}
    own = Preset(f"{queries.PROFILE}{version.pk}", Text(de=now, en=now), rules)
    return [own, *game.presets, *sheet_choices(club, game)]


def change_form(
    request: ClubRequest,
    found: RuleProfile,
    version: RuleVersion,
    rules: Mapping[str, Any],
    *,
    error: Refused | None = None,
    moved: RulesMoved | None = None,
) -> HttpResponse:
    """The form on top of `version`; `moved`: somebody else has made that one meanwhile, which is said."""
    game = GAMES[found.game]
    posted = request.POST if error else QueryDict()
    context = {
        "profile": found,
        "after": version.number,
        **form_context(request, game, choices(request.club, version, rules), posted, error),
    }
    if moved is not None and moved.seen is not None:
        makers = queries.makers_of(request.club, [moved.now])
        context["moved"] = changed_in_words(game, moved.seen.house_rules, moved.now.house_rules)
        context["moved_by"] = makers.get(moved.now.made_by_id, "")
    status = 422 if error else 409 if moved else 200
    return render(request, "scoring/profile_form.html", context, status=status)
