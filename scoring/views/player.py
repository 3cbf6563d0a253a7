"""A player's page: what the closed sheets of one person add up to, and the list of all of them."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs import queries
from clubs.forms.numbers import year_typed
from clubs.messages.money import balance
from clubs.models import Player
from clubs.names import name_for
from clubs.permissions import may, may_see_money
from clubs.views.door import ClubRequest, club_page
from scoring import messages
from scoring.games.sheet import GAMES
from scoring.models import Seat, Sheet
from scoring.screens import SCREENS
from scoring.screens.core import AtTable
from scoring.services.figures import Day, Figures, Pair, Person, of_person
from scoring.views.bars import shares
from scoring.views.board import row_context
from scoring.views.chart import Chart, chart

ON_A_PAGE = 20
LAST_EVENINGS = 8
MOST_POINTS = 60
"""With more evenings the line of the money runs from month to month."""
ENOUGH_TOGETHER = 5
"""Fewer legs together say nothing about two people."""


def real_person(people: Mapping[int, Player], pk: int) -> Player:
    if pk not in people:
        raise Http404
    return people[pk]


@require_safe
@club_page("see")
def player(request: ClubRequest, pk: int) -> HttpResponse:
    people = queries.people_of(request.club)
    person = real_person(people, pk)
    if person.pk != pk:
        return redirect("player", request.club.slug, person.pk)
    context: dict[str, Any] = {"person": person, "name": name_for(person, inside=True)}
    if person.erased_at is not None:
        return render(request, "scoring/player_erased.html", context)
    year, game = asked_year(request), asked_game(request)
    figures = of_person(request.club, people, person, year=year, game=game)
    context |= {
        "year": year,
        "game": game,
        "years": choices([(str(one), str(one)) for one in figures.years], year, game, "year"),
        "games": choices([(key, game_name(key)) for key in figures.all_games], year, game, "game"),
        "rows": [game_row(key, one) for key, one in figures.games.items()],
        "in_legs": any(GAMES[key].in_legs for key in figures.games),
        "all": whole(figures.games.values()),
        "evenings": figures.evenings,
        "contracts": contract_rows(figures),
        "others": other_rows(figures.others, people),
        "days": [day_row(one) for one in reversed(figures.days[-LAST_EVENINGS:])],
        "sees_money": may_see_money(request.membership, person),
    }
    context |= {"best": best(context["others"]), "worst": best(context["others"][::-1], most=False)}
    if context["sees_money"]:
        context |= money_line(context["name"], figures.days)
    return render(request, "scoring/player.html", context)


# --- what was asked for ----------------------------------------------------------------------------------------------


def asked_year(request: HttpRequest) -> int | None:
    """The year in the address; anything else is all years."""
    return year_typed(request.GET.get("year", ""))


def asked_game(request: HttpRequest) -> str:
    key = request.GET.get("game", "")
    return key if key in GAMES else ""


def choices(names: Sequence[tuple[str, str]], year: int | None, game: str, what: str) -> list[dict[str, Any]]:
    """Links that keep the other choice."""
    asked = {"year": "" if year is None else str(year), "game": game}
    links = []
    for key, name in [("", _("all")), *names]:
        wanted = {part: value for part, value in {**asked, what: key}.items() if value}
        address = "?" + "&".join(f"{part}={value}" for part, value in wanted.items())
        links.append({"name": name, "address": address, "here": asked[what] == key})
    return links


def game_name(key: str) -> str:
    return messages.words(GAMES[key].name)


# --- the parts of the page -------------------------------------------------------------------------------------------


def game_row(key: str, figures: Figures) -> dict[str, Any]:
    return {"name": game_name(key), "in_legs": GAMES[key].in_legs, "figures": figures}


def whole(games: Any) -> Figures:
    total = Figures()
    for figures in games:
        total.sheets += figures.sheets
        total.hands += figures.hands
        for name in ("bummerl", "schneider", "retour"):
            for way in ("given", "taken"):
                setattr(total, f"{name}_{way}", getattr(total, f"{name}_{way}") + getattr(figures, f"{name}_{way}"))
    return total


def contract_rows(figures: Person) -> list[dict[str, Any]]:
    """By game the contracts, the most played first, each with its bar."""
    by_game: dict[str, list[tuple[str, tuple[int, int]]]] = {}
    for (game, contract), result in figures.contracts.items():
        by_game.setdefault(game, []).append((contract, result))
    rows = []
    for key in figures.games:
        played = sorted(by_game.get(key, ()), key=lambda one: (-sum(one[1]), one[0]))
        if not played:
            continue
        table = AtTable(GAMES[key], GAMES[key].house_rules(), (), None)
        named = [messages.soft(SCREENS[key].contract_name(contract, table)) for contract, _result in played]
        drawn = shares([result for _contract, result in played])
        rows.append(
            {"game": game_name(key), "rows": [{"name": n, "bar": b} for n, b in zip(named, drawn, strict=True)]}
        )
    return rows


def other_rows(others: Mapping[int, Pair], people: Mapping[int, Player]) -> list[dict[str, Any]]:
    """With and against whom, the best partner first; who never was one comes last."""
    rows = [
        {"player": people[pk], "name": name_for(people[pk], inside=True), "pair": pair} for pk, pair in others.items()
    ]
    return sorted(rows, key=rank)


def rank(row: dict[str, Any]) -> tuple[int, int, str]:
    pair: Pair = row["pair"]
    together = pair.won + pair.lost
    return (-(1000 * pair.won // together) if together else 1, -together, row["name"])


def best(rows: Sequence[dict[str, Any]], *, most: bool = True) -> dict[str, Any] | None:
    """The partner with whom most was won, or least, of those with whom it was enough to tell."""
    for row in rows:
        pair: Pair = row["pair"]
        if pair.won + pair.lost >= ENOUGH_TOGETHER and (pair.won > pair.lost) == most and pair.won != pair.lost:
            return row
    return None


def day_row(day: Day) -> dict[str, Any]:
    return {"day": day.day, "figures": day, "money": balance(day.cents)}


def money_line(name: str, days: Sequence[Day]) -> dict[str, Any]:
    """The run of the money as a picture and as a table; nothing where nobody played for money."""
    steps = months(days) if len(days) > MOST_POINTS else [(date_format(one.day, "j.n.y"), one.cents) for one in days]
    run, total, rows = list[list[int]](), 0, list[dict[str, str]]()
    for when, cents in steps:
        total += cents
        run.append([total])
        rows.append({"when": when, "cents": balance(cents), "total": balance(total)})
    drawn: Chart | None = (
        chart([name], [run], balance, [when for when, _cents in steps]) if any(map(any, run)) else None
    )
    return {"money": drawn, "money_rows": rows, "money_total": balance(total)}


def months(days: Sequence[Day]) -> list[tuple[str, int]]:
    summed: dict[date, int] = {}
    for day in days:
        month = day.day.replace(day=1)
        summed[month] = summed.get(month, 0) + day.cents
    return [(date_format(month, "n/Y"), cents) for month, cents in summed.items()]


# --- the sheets ------------------------------------------------------------------------------------------------------


@require_safe
@club_page("see")
def player_sheets(request: ClubRequest, pk: int) -> HttpResponse:
    """All sheets of one person, the latest first, a page at a time."""
    people = queries.people_of(request.club)
    person = real_person(people, pk)
    if person.pk != pk:
        return redirect("player-sheets", request.club.slug, person.pk)
    if person.erased_at is not None:
        return redirect("player", request.club.slug, person.pk)
    ids = queries.ids_of(people, person)
    seated = Seat.objects.filter(player_id__in=ids)
    sheets = Sheet.objects.filter(club=request.club, pk__in=seated.values("sheet")).order_by("-started_at", "-pk")
    page = Paginator(sheets, ON_A_PAGE).get_page(request.GET.get("page"))
    writes = may(request.membership, "score")
    rows = [row_context(sheet) | {"address": address_of(sheet, writing=writes)} for sheet in page]
    context = {"person": person, "name": name_for(person, inside=True), "page": page, "rows": rows}
    return render(request, "scoring/player_sheets.html", context)


def address_of(sheet: Sheet, *, writing: bool) -> str:
    """Where members look at a sheet; scorers write on open ones."""
    if not sheet.is_open:
        return reverse("result", args=[sheet.watch_secret])
    return reverse("sheet", args=[sheet.write_secret]) if writing else reverse("watch", args=[sheet.watch_secret])
