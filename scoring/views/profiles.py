"""The club's house-rule profiles: what they say, how they came about, and who played under which version."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages as notices
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.messages import by_field
from clubs.models import Club, Player, RuleProfile, RuleVersion
from clubs.names import alphabetical
from clubs.permissions import may
from clubs.queries import people_of
from clubs.services.core import Refused
from clubs.views.door import ClubRequest, club_page
from scoring import messages, queries
from scoring.games.sheet import GAMES
from scoring.models import Sheet
from scoring.screens.house_rules import changed_in_words, short
from scoring.services import profiles as use_cases
from scoring.services.fold import names_of
from scoring.views.rules_words import in_words

ON_A_PAGE = 30


@club_page("see")
@require_safe
def house_rules(request: ClubRequest) -> HttpResponse:
    """Every profile, game by game; the archived ones apart."""
    rows = [profile_row(profile) for profile in queries.profiles_of(request.club)]
    context = {
        "games": [
            {"key": game.key, "name": messages.words(game.name), "rows": mine}
            for game in GAMES.values()
            if (mine := [row for row in rows if row["profile"].game == game.key and not row["profile"].archived_at])
        ],
        "archived": [row for row in rows if row["profile"].archived_at],
    }
    return render(request, "scoring/profiles.html", context)


def profile_row(profile: RuleProfile) -> dict[str, Any]:
    """A profile in one row; its versions come latest first."""
    latest, game = profile.versions.all()[0], GAMES[profile.game]
    return {
        "profile": profile,
        "game_name": messages.words(game.name),
        "version": latest,
        "short": short(game, latest.house_rules),
        "sheets": profile.sheets,  # type: ignore[attr-defined]  # annotated
    }


@club_page("see")
@require_safe
def profile(request: ClubRequest, pk: int) -> HttpResponse:
    return show_profile(request, profile_or_404(request.club, pk))


def profile_or_404(club: Club, pk: int) -> RuleProfile:
    found = queries.profile_of(club, pk)
    if found is None:
        raise Http404
    return found


def show_profile(
    request: ClubRequest, found: RuleProfile, *, status: int = 200, error: Refused | None = None
) -> HttpResponse:
    """One profile: its rules in words, its versions, and the sheets that were played under them."""
    versions, game, played = list(found.versions.all()), GAMES[found.game], queries.played_under(found)
    pages = Paginator(queries.sheets_under(found), ON_A_PAGE)
    pages.count = sum(one.sheets for one in played.values())
    page = pages.get_page(request.GET.get("page"))
    context = {
        "profile": found,
        "game_name": messages.words(game.name),
        "latest": versions[0],
        "versions": version_rows(found, versions, played, people_of(request.club)),
        "sheets": [sheet_row(request, sheet) for sheet in queries.with_evenings(page)],
        "page": page,
        "name": request.POST.get("name", found.name),
        "problems": by_field(error.problems, ["name"]) if error else {},
        **in_words(game, versions[0].house_rules),
    }
    return render(request, "scoring/profile.html", context, status=status)


def version_rows(
    found: RuleProfile, versions: Sequence[RuleVersion], played: Mapping[int, queries.Played], people: dict[int, Player]
) -> list[dict[str, Any]]:
    """The versions, latest first: what each changed, who made it, and who played under it."""
    game, makers = GAMES[found.game], queries.makers_of(found.club, versions)
    earlier = [*versions[1:], None]
    rows = []
    for version, before in zip(versions, earlier, strict=True):
        under = played.get(version.pk, queries.Played())
        rows.append({
            "version": version,
            "by": makers.get(version.made_by_id, ""),
            "changed": changed_in_words(game, before.house_rules, version.house_rules) if before else [],
            "played": under,
            "people": sorted({people[pk].name for pk in under.people}, key=alphabetical),
        })  # fmt: skip
    return rows


def sheet_row(request: ClubRequest, sheet: Sheet) -> dict[str, Any]:
    """A sheet that was played under the rules; whoever may write on the club's sheets gets the writing address."""
    return {
        "sheet": sheet,
        "names": names_of(sheet),
        "secret": sheet.write_secret if may(request.membership, "score") else sheet.watch_secret,
    }


# --- changing what a profile is called and whether it is offered ---------------------------------------------------


@club_page("direct")
@require_POST
def rename(request: ClubRequest, pk: int) -> HttpResponse:
    found = profile_or_404(request.club, pk)
    try:
        use_cases.rename_profile(found, by=request.user, name=request.POST.get("name", ""))
    except Refused as error:
        return show_profile(request, found, status=422, error=error)
    notices.success(request, _("These house rules are called “%(name)s” now.") % {"name": found.name})
    return redirect("house-rule-profile", request.club.slug, pk)


@club_page("direct")
@require_POST
def archive(request: ClubRequest, pk: int) -> HttpResponse:
    found = profile_or_404(request.club, pk)
    use_cases.archive_profile(found, by=request.user)
    notices.success(request, _("“%(name)s” is archived. Sheets that were played by it keep it.") % {"name": found.name})
    return redirect("house-rules", request.club.slug)


@club_page("direct")
@require_POST
def bring_back(request: ClubRequest, pk: int) -> HttpResponse:
    found = profile_or_404(request.club, pk)
    use_cases.bring_back_profile(found, by=request.user)
    notices.success(request, _("“%(name)s” can be chosen for new sheets again.") % {"name": found.name})
    return redirect("house-rule-profile", request.club.slug, pk)
