"""Making a cup from a preset, changing what it says of itself, ending it; taking who has qualified into the final."""

import secrets
from datetime import date, timedelta
from typing import Any

from django.contrib import messages as says
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs import messages, queries
from clubs.forms.numbers import plain_number
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest, club_page
from scoring.games.sheet import GAMES
from scoring.messages import words as game_words
from seasons.forms.cups import ABOUT, about_typed
from seasons.messages import cup_words as words
from seasons.models import Cup
from seasons.services import cup_final, cups
from seasons.services.cup_facts import newest_rules, women_of
from seasons.services.cup_presets import PRESETS, Preset
from seasons.services.cups import CupMoved
from seasons.views.cups import cup_or_404

FIELDS = (*ABOUT, "every_evening", "public")
MOVED = (Problem("cup_moved"),)


# --- a new one -------------------------------------------------------------------------------------------------------


@club_page("direct")
@require_http_methods(["GET", "POST"])
def new(request: ClubRequest) -> HttpResponse:
    """First the presets; with one of them the form."""
    preset = PRESETS.get(request.POST.get("preset") or request.GET.get("preset", ""))
    if preset is None:
        return render(request, "seasons/cups/presets.html", {"presets": PRESETS.values()})
    if request.method == "GET":
        return new_page(request, preset, typed_anew(preset))
    typed = {**about_typed(request.POST), "game": request.POST.get("game", "")}
    try:
        cup = cups.create(
            request.club,
            by=request.user,
            token=request.POST.get("token", ""),
            now=timezone.now(),
            rules=preset.rules,
            **typed,
        )
    except Refused as error:
        return new_page(request, preset, as_typed(request), status=422, problems=error.problems)
    says.success(request, _("The cup is made. Now for its events."))
    return redirect("cup-events", request.club.slug, cup.pk)


def typed_anew(preset: Preset) -> dict[str, Any]:
    """A season from this month on."""
    today = timezone.localdate()
    first = today.replace(day=1)
    last = (first + timedelta(days=300)).replace(day=1) - timedelta(days=1)
    return {
        "name": "",
        "first_day": first.isoformat(),
        "last_day": last.isoformat(),
        "game": next(iter(GAMES)) if preset.evenings else "",
        "every_evening": preset.evenings,
        "public": False,
    }


def as_typed(request: ClubRequest) -> dict[str, Any]:
    """The form again, as it was filled in."""
    post = request.POST
    ticks = {name: name in post for name in ("every_evening", "public")}
    return {name: post.get(name, "") for name in ABOUT} | ticks


def new_page(
    request: ClubRequest, preset: Preset, typed: dict[str, Any], *, status: int = 200, problems: Any = ()
) -> HttpResponse:
    context = {
        "preset": preset,
        "rules": words.rules_lines(preset.rules),
        "typed": typed,
        "games": games(),
        "token": secrets.token_urlsafe(12),
        "problems": messages.by_field(problems, FIELDS),
    }
    return render(request, "seasons/cups/new.html", context, status=status)


def games() -> list[dict[str, Any]]:
    return [{"key": key, "name": game_words(game.name)} for key, game in GAMES.items()]


# --- settings --------------------------------------------------------------------------------------------------------


@club_page("direct")
@require_http_methods(["GET", "POST"])
def settings(request: ClubRequest, pk: int) -> HttpResponse:
    cup = cup_or_404(request, pk)
    if request.method == "GET":
        return settings_page(request, cup, typed_of(cup))
    typed = about_typed(request.POST) | ({} if cup.game else {"game": request.POST.get("game", "")})
    if "women_shown" in request.POST:
        known = {plain_number(one) for one in request.POST.getlist("women_shown")}
        ticked = {plain_number(one) for one in request.POST.getlist("women")}
        typed["women"] = sorted({*cup.women} - known | ticked)
    try:
        cups.change(cup, by=request.user, now=timezone.now(), seen=plain_number(request.POST.get("seen", "")), **typed)
    except Refused as error:
        return settings_page(request, cup, as_typed(request), status=422, problems=error.problems)
    except CupMoved:
        return settings_page(request, cup_or_404(request, pk), as_typed(request), status=409, problems=MOVED)
    says.success(request, _("Saved."))
    return redirect("cup", request.club.slug, cup.pk)


def typed_of(cup: Cup) -> dict[str, Any]:
    days = {"first_day": cup.first_day.isoformat(), "last_day": cup.last_day.isoformat()}
    return {name: getattr(cup, name) for name in FIELDS} | days


def settings_page(
    request: ClubRequest, cup: Cup, typed: dict[str, Any], *, status: int = 200, problems: Any = ()
) -> HttpResponse:
    context = {
        "cup": cup,
        "typed": typed,
        "games": [] if cup.game else games(),
        "women": women_listed(request, cup) if newest_rules(cup).season.women else [],
        "problems": messages.by_field(problems, FIELDS),
    }
    return render(request, "seasons/cups/settings.html", context, status=status)


def women_listed(request: ClubRequest, cup: Cup) -> list[dict[str, Any]]:
    """Everybody on the board, to tick who is one; ticked as in the form that was refused."""
    who = queries.people_of(cup.club)
    women = women_of(cup, queries.real_ids(cup.club.players.all()))
    ticked = {plain_number(one) for one in request.POST.getlist("women")} if request.method == "POST" else women
    everybody = {who[pk] for pk in cup.board.rows.filter(table="").values_list("subject", flat=True)}
    return [
        {"player": one, "ticked": one.pk in ticked, "by_card": one.pk in women and one.pk not in cup.women}
        for one in queries.in_order(everybody)
    ]


@club_page("direct")
@require_POST
def end(request: ClubRequest, pk: int) -> HttpResponse:
    """The cup is over, or (`back`) goes on."""
    ended = "back" not in request.POST
    cup = cups.end(cup_or_404(request, pk), by=request.user, now=timezone.now(), ended=ended)
    says.success(request, _("The cup has ended.") if ended else _("The cup goes on."))
    return redirect("cup", request.club.slug, cup.pk)


@club_page("direct")
@require_http_methods(["GET", "POST"])
def delete(request: ClubRequest, pk: int) -> HttpResponse:
    """Asks first what is gone then."""
    cup = cup_or_404(request, pk)
    if request.method != "POST":
        return render(request, "seasons/cups/delete.html", {"cup": cup})
    cups.delete(cup, by=request.user)
    says.success(request, _("“%(name)s” is deleted.") % {"name": cup.name})
    return redirect("seasons", request.club.slug)


@club_page("direct")
@require_POST
def secret(request: ClubRequest, pk: int) -> HttpResponse:
    """Another address for everybody."""
    cup = cup_or_404(request, pk)
    try:
        cups.new_secret(cup, by=request.user, now=timezone.now(), seen=plain_number(request.POST.get("seen", "")))
    except CupMoved:
        return redirect("cup", request.club.slug, cup.pk)  # the second tap: it has another one by now
    says.success(request, _("The link is another one now; who has the old one sees nothing any more."))
    return redirect("cup", request.club.slug, cup.pk)


# --- the final -------------------------------------------------------------------------------------------------------


@club_page("direct")
@require_POST
def final(request: ClubRequest, pk: int) -> HttpResponse:
    """Announces whoever has qualified at the chosen tournament."""
    cup = cup_or_404(request, pk)
    seen = [plain_number(one) for one in request.POST.get("seen", "").split(",") if one]
    try:
        done = cup_final.take_over(
            cup,
            by=request.user,
            now=timezone.now(),
            tournament=plain_number(request.POST.get("tournament", "")),
            seen=seen,
            sure="sure" in request.POST,
        )
    except Refused as error:
        says.error(request, messages.problems_text(error.problems))
    except CupMoved:
        says.error(request, _("Meanwhile others have qualified. Look at it once more."))
    else:
        count = len(done.cards)
        said = ngettext("%(count)s start card is announced.", "%(count)s start cards are announced.", count)
        nobody = _("Everybody who has qualified has a start card there already.")
        says.success(request, said % {"count": count} if count else nobody)
    return redirect("cup", request.club.slug, cup.pk)


def within(cup: Cup, day: date) -> date:
    """The day, or the end of the cup that is nearer."""
    return min(max(day, cup.first_day), cup.last_day)
