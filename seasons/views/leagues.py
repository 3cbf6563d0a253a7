"""The leagues of a club: a new one, its tables, its rules."""

from typing import Any

from django.contrib import messages as says
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import messages
from clubs.forms.numbers import plain_number
from clubs.permissions import may
from clubs.services import till
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest, club_page
from scoring.games.sheet import GAMES
from scoring.messages import words
from seasons.formats.league import CHAIN, Rules, read_rules
from seasons.forms import leagues as forms
from seasons.messages import league_words
from seasons.models import Board, Division, League
from seasons.services import leagues as use_cases
from seasons.services.league_facts import facts_of
from seasons.services.league_waiting import waiting
from seasons.services.leagues import About, Unsure
from seasons.views import board_page
from seasons.views.league_door import chosen_division, league_page, token
from seasons.views.league_tables import division_rows

FIELDS = (
    "name", "season", "game", "notes", "divisions", "boards", "a_side", "counts", "scale", "by", "narrow", "twice",
    "chain", "walkover_boards", "walkover_made", "withdrawn", "promoted", "relegated", "stand_ins", "stand_in_times",
    "minimum",
)  # fmt: skip


# --- the table -------------------------------------------------------------------------------------------------------


@league_page("see")
@require_http_methods(["GET", "HEAD"])
def league(request: ClubRequest, league: League) -> HttpResponse:
    """The table of one division, its people, and what was and will be played."""
    division, divisions = chosen_division(request, league)
    board = Board.objects.select_related("club").filter(division=division).first()
    return board_page.answer(
        request,
        board,
        "seasons/leagues/league.html",
        rows="seasons/leagues/_division.html",
        of_rows=lambda: {"league": league, "division": division, **division_rows(facts_of(division), board)},
        of_page=lambda: {
            "divisions": divisions,
            "rules": league_words.sentences(read_rules(league.rules), len(divisions)),
            "following": league.next.order_by("pk").first(),
            "waiting": waiting_rows(request, league),
            **board_page.handed_out(request, league),
            "part": "league",
        },
    )


def waiting_rows(request: ClubRequest, league: League) -> list[dict[str, Any]]:
    """What waits for whoever may enter results."""
    if not may(request.membership, "score"):
        return []
    found = waiting(league, till.today(request.club))
    return [{"fixture": one.fixture, "why": league_words.WAITS[one.why]} for one in found]


# --- a new one -------------------------------------------------------------------------------------------------------


@club_page("direct")
@require_http_methods(["GET", "POST"])
def new(request: ClubRequest) -> HttpResponse:
    """A few questions; `?like=` an earlier league has them answered."""
    like = plain_number(request.POST.get("like", request.GET.get("like", "")))
    earlier = League.objects.filter(club=request.club, pk=like).first() if like else None
    about = first_said(request, earlier)
    first = read_rules(earlier.rules) if earlier else Rules(a_side=people_of_a_side(about.game))
    if request.method == "GET":
        return new_page(request, earlier, about, first)
    post = request.POST
    try:
        made = use_cases.create(
            request.club,
            by=request.user,
            token=post.get("token", ""),
            about=forms.about_of(post),
            divisions=forms.divisions_of(post),
            rules=fitting(forms.rules_of(post, first)),
        )
    except Refused as error:
        return new_page(request, earlier, forms.about_of(post), first, problems=error.problems)
    says.success(request, _("The league is made. Now the teams."))
    return redirect("league-teams", request.club.slug, made.pk)


def fitting(said: dict[str, Any]) -> dict[str, Any]:
    """What a new league is not asked follows from what it is asked: all boards without play, half of the people."""
    boards, a_side = said["boards"], said["a_side"]
    if isinstance(boards, int) and isinstance(a_side, int):
        said["walkover_boards"] = boards
        said["minimum"] = max(boards * a_side // 2, 1)
    return said


def first_said(request: ClubRequest, earlier: League | None) -> About:
    year = till.today(request.club).year
    season = f"{year}/{(year + 1) % 100:02}"
    if earlier is None:
        last = League.objects.filter(club=request.club).first()
        return About("", season, last.game if last else "bauernschnapsen")
    return About(earlier.name, season, earlier.game, earlier.notes, earlier.public)


def people_of_a_side(game: str) -> int:
    """At a board of this game, as far as leagues know: one, or a pair."""
    known = GAMES.get(game)
    return 2 if known is not None and any(len(side) == 2 for side in known.sides(max(known.seats))) else 1


def new_page(
    request: ClubRequest,
    earlier: League | None,
    about: About,
    rules: Rules,
    *,
    problems: tuple[Problem, ...] = (),
) -> HttpResponse:
    names = list(earlier.divisions.order_by("level").values_list("name", flat=True)) if earlier else [_("1st division")]
    context = {
        "about": about,
        "like": earlier,
        "earlier": League.objects.filter(club=request.club)[:8],
        "divisions": request.POST.get("divisions", "\n".join(names)),
        "token": request.POST.get("token") or token(),
        **rules_context(request, rules),
        "problems": messages.by_field(problems, FIELDS),
    }
    return render(request, "seasons/leagues/new.html", context, status=422 if problems else 200)


# --- rules -----------------------------------------------------------------------------------------------------------


@league_page("direct")
@require_http_methods(["GET", "POST"])
def setup(request: ClubRequest, league: League) -> HttpResponse:
    """What it is called and how it is played; once a result is in, a change is shown in words before it counts."""
    rules = read_rules(league.rules)
    if request.method == "GET" or request.POST.get("go") == "back":
        return setup_page(request, league, rules)
    post = request.POST
    try:
        use_cases.change(
            league,
            by=request.user,
            about=forms.about_of(post),
            rules=forms.rules_of(post, rules),
            divisions=forms.divisions_of(post),
            sure="sure" in post,
            seen=plain_number(post.get("seen", "")),
        )
    except Unsure as error:
        kept = [(name, value) for name, value in post.items() if name not in ("csrfmiddlewaretoken", "sure", "go")]
        context = {"league": league, "before": error.before, "after": error.after, "kept": kept}
        return render(request, "seasons/leagues/sure.html", context)
    except Refused as error:
        return setup_page(request, league, rules, problems=error.problems)
    says.success(request, _("Saved."))
    return redirect("league", request.club.slug, league.pk)


def setup_page(
    request: ClubRequest, league: League, rules: Rules, *, problems: tuple[Problem, ...] = ()
) -> HttpResponse:
    posted = request.method == "POST"
    names = Division.objects.filter(league=league).order_by("level").values_list("name", flat=True)
    context = {
        "league": league,
        "about": forms.about_of(request.POST) if posted else use_cases.said_of(league),
        "divisions": request.POST.get("divisions", "\n".join(names)),
        "seen": request.POST.get("seen", league.seq),
        "said": league_words.sentences(rules, len(names)),
        "results": use_cases.has_results(league),
        **rules_context(request, rules),
        "problems": messages.by_field(problems, FIELDS),
        "part": "league-setup",
    }
    return render(request, "seasons/leagues/setup.html", context, status=422 if problems else 200)


def rules_context(request: ClubRequest, rules: Rules) -> dict[str, Any]:
    """The form of the rules, as typed or as they are."""
    typed = forms.rules_of(request.POST, rules)
    chain = [str(one) for one in typed["chain"]]
    return {
        "typed": typed,
        "games": [{"key": game.key, "name": words(game.name)} for game in GAMES.values()],
        "scales": league_words.SCALES.items(),
        "counts": league_words.COUNTS.items(),
        "ways_to_win": league_words.BY.items(),
        "withdrawn": league_words.WITHDRAWN.items(),
        "criteria": [(code, said) for code, said in league_words.CHAIN.items() if code != "points"],
        "deciders": [{"index": at, "chosen": chain[at] if at < len(chain) else ""} for at in range(1, len(CHAIN))],
    }


@league_page("direct")
@require_POST
def delete(request: ClubRequest, league: League) -> HttpResponse:
    try:
        use_cases.delete(league, by=request.user)
    except Refused as error:
        says.error(request, messages.problems_text(error.problems))
        return redirect("league-setup", request.club.slug, league.pk)
    says.success(request, _("“%(name)s” is deleted.") % {"name": league})
    return redirect("seasons", request.club.slug)
