"""The rules on paper and on the phone: how this table plays ("So spielen wir"), and how a game is scored.

Both are made from the game's own data, and every example is played by the engine under the very rules it explains.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.messages import money
from clubs.permissions import may
from clubs.queries import membership_of
from scoring import messages, queries
from scoring.games.core import Example, Game, people
from scoring.games.family_check import hand_value
from scoring.games.sheet import GAMES, Refused, play_hand
from scoring.models import Sheet
from scoring.screens import SCREENS, table_of
from scoring.screens.core import AtTable
from scoring.screens.house_rules import rule_in_words, yes_or_no
from scoring.views.board import sheet_context, why
from scoring.views.door import sheet_to_read


@never_cache
@require_safe
def rules(request: HttpRequest, secret: str) -> HttpResponse:
    """The rule sheet of a table: contracts with their values, and every house rule in words."""
    return of_a_table(request, secret, "scoring/rules.html")


@never_cache
@require_safe
def help_of_table(request: HttpRequest, secret: str) -> HttpResponse:
    """How the game is scored at this table."""
    return of_a_table(request, secret, "scoring/help.html")


def of_a_table(request: HttpRequest, secret: str, template: str) -> HttpResponse:
    """A page that explains the rules of one table, by either of its secrets."""
    sheet, writing = sheet_to_read(request, secret)
    table = table_of(sheet)
    context = sheet_context(sheet, writing=writing) | explained(table)
    context |= {"address": secret, "profile": profile_in_words(sheet), "naming": naming_address(request, sheet)}
    return render(request, template, context)


def profile_in_words(sheet: Sheet) -> str:
    """By which of the club's house rules a table plays; that it departs from them; nothing where there are none."""
    if sheet.club_id is None:
        return ""
    if version := queries.version_of(sheet):
        return _("%(name)s, version %(number)d") % {"name": version.profile.name, "number": version.number}
    return _("departs from the club's house rules") if queries.has_house_rules(sheet.club_id, sheet.game) else ""


def naming_address(request: HttpRequest, sheet: Sheet) -> str:
    """Where a director gives the rules of this table a name; empty for everybody else, and where they have one."""
    if sheet.club is None or sheet.rule_version_id is not None or not request.user.is_authenticated:
        return ""
    if not may(membership_of(request.user, sheet.club.slug), "direct"):
        return ""
    return reverse("new-house-rules-of", args=[sheet.club.slug, sheet.game]) + f"?from=sheet-{sheet.pk}"


@require_safe
def help_of_game(request: HttpRequest, key: str) -> HttpResponse:
    """How the game is scored by the standard rules."""
    game = GAMES.get(key)
    if game is None:
        raise Http404
    rules = game.house_rules()
    names = ["Anna", "Bert", "Cilli", "Dora"][: max(people(game, rules))]
    table = AtTable(game, rules, names, None)
    context = {"game_name": messages.words(game.name), "game": game.key} | explained(table)
    return render(request, "scoring/help.html", context)


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    rows = [{"key": game.key, "name": messages.words(game.name), "seats": seats_text(game)} for game in GAMES.values()]
    return render(request, "scoring/games.html", {"games": rows})


def seats_text(game: Game) -> str:
    least, most = min(game.seats), max(game.seats)
    if least == most:
        return _("%(count)s players") % {"count": least}
    return _("%(least)s to %(most)s players") % {"least": least, "most": most}


def explained(table: AtTable) -> dict[str, Any]:
    game, rules = table.game, table.rules
    return {
        "contracts": contracts(table),
        "house_rules": house_rules(table),
        "stake": money.euros(rules.stake_cents) if game.in_legs and rules.money != "off" else "",
        "how": [messages.words(text) for text in game.how(rules)],
        "examples": [said for example in game.examples(len(table.names)) if (said := played(example, table))],
    }


def contracts(table: AtTable) -> list[dict[str, Any]]:
    """What can be declared at this table, and for how much where that is one figure."""
    allowed = getattr(table.rules, "contracts", None)
    return [
        {
            "name": messages.words(contract.name),
            "value": value_here(contract, table.rules),
            "won_if": messages.words(contract.won_if),
        }
        for contract in table.game.contracts
        if allowed is None or contract.key in allowed
    ]


def value_here(contract: Any, rules: Any) -> str:
    """What a contract counts undoubled; three figures for a plain game, none in games where it depends."""
    if not hasattr(rules, "halving"):
        return str(getattr(contract, "value", ""))
    grades = (1, 2, 3) if contract.value is None else (0,)
    return " / ".join(str(hand_value(contract, grade, 0, rules)) for grade in grades)


def house_rules(table: AtTable) -> list[dict[str, str]]:
    """Every house rule as this table plays it."""
    rows = []
    for option in table.game.options:
        value = getattr(table.rules, option.name)
        # Contracts and their values stand in a table of their own, and so does the stake.
        if option.name in ("contracts", "values", "stake_cents") or (option.kind == "values" and not value):
            continue
        question = messages.words(option.help) if option.kind == "choice" and not yes_or_no(option) else ""
        rows.append({"said": rule_in_words(option, value), "question": question})
    return rows


def played(example: Example, table: AtTable) -> dict[str, Any] | None:
    """An example as the engine counts it here; None where a house rule does not allow it."""
    seated = len(table.names)
    for seats in (seated, *(other for other in people(table.game, table.rules) if other != seated)):
        names = [*table.names, *("ABCDEF"[seated:])][:seats]
        if said := _played_by(example, AtTable(table.game, table.rules, names, None)):
            return said
    return None


def _played_by(example: Example, table: AtTable) -> dict[str, Any] | None:
    game, rules, seats = table.game, table.rules, len(table.names)
    state = game.start(rules, seats, seats - 1)
    before = state
    done = None
    try:
        for hand in example.hands:
            before, done = state, play_hand(game, rules, state, hand)
            state = done.outcome.state
    except Refused:
        return None
    if done is None:
        return None
    at = AtTable(game, rules, table.names, before)
    row = {"hand": game.write(done.hand), **done.line}
    return {
        "title": messages.words(example.title),
        "sentence": SCREENS[game.key].sentence(row, at),
        "why": why(done.outcome, at),
    }
