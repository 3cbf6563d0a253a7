"""Sentences: every code of the engine and of the record in the players' words, in the language that is active.

The msgids are English; German comes from `locale/de`. Names of contracts and house rules are data of the game and carry
both languages themselves (`words`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from scoring.games.core import Game, Posting, Problem, Text
from scoring.games.sheet import GAMES, score

REFUSALS = {
    # the sheet
    "unknown_game": gettext_lazy("Nobody here knows the game “%(game)s”."),
    "wrong_number_of_players": gettext_lazy("This game needs %(most)s players, not %(seats)s."),
    "same_player_twice": gettext_lazy("The same name stands here twice."),
    "bad_house_rule": gettext_lazy("This house rule is not possible here: %(field)s."),
    "unknown_field": gettext_lazy("“%(field)s” does not belong here."),
    "bad_seat": gettext_lazy("Nobody sits on this seat."),
    "bad_value": gettext_lazy("Missing or not possible: %(field)s"),
    "sheet_finished": gettext_lazy("This sheet is played out. Start a new one to go on."),
    # the hand
    "unknown_contract": gettext_lazy("This contract does not exist in this game."),
    "contract_disabled": gettext_lazy("%(contract)s is not played at this table (house rules)."),
    "declarer_not_allowed": gettext_lazy("%(seat)s may not declare %(contract)s in this hand."),
    "cannot_lose": gettext_lazy("%(contract)s is won by laying it down, it cannot be lost."),
    "bad_grade": gettext_lazy("A plain game counts 1, 2 or 3, and only a plain game."),
    "grade_mismatch": gettext_lazy(
        "That does not fit: no trick counts 3, up to 32 card points count 2, from 33 on it is 1."
    ),
    "bad_doubling": gettext_lazy("That many doublings are not possible here."),
    "wrong_side_doubled": gettext_lazy("%(seat)s was not to double: the declarer's opponents begin, then in turn."),
    "doubling_not_applicable": gettext_lazy("%(contract)s cannot be doubled here."),
    "no_66": gettext_lazy("The winners need 66 card points."),
    "last_trick_not_needed": gettext_lazy("With these card points the winners had 66; the last trick did not decide."),
    "points_without_trick": gettext_lazy("Without a trick there are no card points."),
    "impossible_card_points": gettext_lazy("No cards of the pack add up to these card points."),
    "points_do_not_add_up": gettext_lazy("Both sides together do not fit: the pack holds 120 card points."),
    "too_many_marriages": gettext_lazy("So many marriages are not possible."),
    "wrong_winner": gettext_lazy("The result and the winner do not fit together."),
    # the record
    "sheet_closed": gettext_lazy("This sheet is closed."),
    "sheet_open": gettext_lazy("This sheet is still open."),
    "not_yours": gettext_lazy("Only the director of the club may do this."),
    "line_gone": gettext_lazy("This line is struck out already."),
    "no_such_line": gettext_lazy("There is no such line on this sheet."),
    "later_hand_falls": gettext_lazy("Then a later line could no longer stand: hand %(number)s."),
    "nothing_changed": gettext_lazy("Nothing would change."),
    "too_many_hands": gettext_lazy("At most %(most)s hands can be scored at once."),
    "tap_two": gettext_lazy("Please tap exactly two."),
    "bad_token": gettext_lazy("The request carries no proper token."),
    "no_such_code": gettext_lazy("No open table has this code."),
    "too_many_tries": gettext_lazy("Too many wrong codes. Please wait a quarter of an hour."),
}

MISSING = {
    "players": gettext_lazy("A name is missing, too long or not fit to be written."),
    "declarer": gettext_lazy("Please tap who declared."),
    "made": gettext_lazy("Please tap made or lost."),
    "grade": gettext_lazy("Please tap 1, 2 or 3."),
    "contract": gettext_lazy("Please tap what was played."),
    "loser_points": gettext_lazy("Card points are a number from 0 to 120."),
    "stake_cents": gettext_lazy("Please enter a stake, for example 0,50."),
}
"""For `bad_value` and `bad_house_rule`, where a field has a better sentence."""

MISMATCH = {
    "false_claim": gettext_lazy("A wrong claim counts %(right)s here."),
    "last_trick": gettext_lazy("A hand that the last trick decides counts 1."),
}

NOTES = {
    "caller_differs": gettext_lazy("It was %(seat)s's turn to call."),
    "aufstand_not_forced": gettext_lazy("The leaders could not have finished with this hand."),
    "loser_had_66": gettext_lazy("The losers had 66 too, but did not say so."),
}

FIELDS = {
    "players": gettext_lazy("Names"),
    "first_dealer": gettext_lazy("First dealer"),
    "contract": gettext_lazy("Contract"),
    "declarer": gettext_lazy("Who declared?"),
    "doubling": gettext_lazy("Doubled?"),
    "made": gettext_lazy("Made or lost?"),
    "grade": gettext_lazy("1, 2 or 3?"),
    "caller": gettext_lazy("Who called?"),
    "decided_by": gettext_lazy("How did it end?"),
    "loser_points": gettext_lazy("Card points of the losers"),
}

DOUBLINGS = (
    gettext_lazy("single"),
    gettext_lazy("doubled"),
    gettext_lazy("redoubled"),
    gettext_lazy("re"),
    gettext_lazy("fourth doubling"),
    gettext_lazy("fifth doubling"),
)

WHY = {
    "points": gettext_lazy("66 claimed"),
    "last_trick": gettext_lazy("last trick"),
    "false_claim": gettext_lazy("wrongly claimed 66"),
    "made": gettext_lazy("contract made: its whole value for the declarer's side"),
    "failed": gettext_lazy("contract lost: its whole value for the other side"),
    "bummerl": gettext_lazy("the other side reached the target"),
    "schneider": gettext_lazy("Schneider: lost without a single point"),
    "retourschneider": gettext_lazy("Retourschneider: led by one point to nil and lost"),
    "stake": gettext_lazy("stake for the Bummerl"),
}


def words(text: Text) -> str:
    return text.en if (get_language() or "").startswith("en") else text.de


def together(names: Sequence[str]) -> str:
    """Anna und Christl; Anna, Berta und Christl."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def sides_in_words(game: Game, names: Sequence[str]) -> list[str]:
    return [together([names[seat] for seat in side]) for side in game.sides(len(names))]


def soft(name: str) -> str:
    """The name with soft hyphens where a narrow button may break it."""
    for part in ("schnapser", "bauern", "gspritzt"):
        name = name.replace(part, f"\u00ad{part}")
    return name.lstrip("\u00ad")


def contract_name(game: Game, key: str) -> str:
    return next((words(contract.name) for contract in game.contracts if contract.key == key), key)


def option_figures(game: Game, key: str) -> dict[str, Any]:
    """The name of a house rule, and the numbers it takes where it takes numbers."""
    option = next((option for option in game.options if option.name == key), None)
    if option is None:
        return {"field": key}
    numbers = {"least": min(option.numbers), "most": max(option.numbers)} if option.kind == "number" else {}
    return {"field": words(option.title), **numbers}


def problem_text(problem: Problem, game: Game | None = None, names: Sequence[str] = ()) -> str:
    """The refusal or note as a sentence; seats become names and contracts their names where they are known."""
    figures: dict[str, Any] = {"field": str(FIELDS.get(problem.at or "", problem.at)), **problem.figures}
    if game and problem.code == "bad_house_rule":
        figures |= option_figures(game, str(problem.at))
    if game and "contract" in figures:
        figures["contract"] = contract_name(game, str(figures["contract"]))
    if isinstance(seat := figures.get("seat"), int):
        figures["seat"] = names[seat] if seat < len(names) else _("seat %(number)s") % {"number": seat + 1}
    return str(_sentence(problem, figures)) % figures


def _sentence(problem: Problem, figures: Mapping[str, Any]) -> Any:
    if problem.code in ("bad_value", "bad_house_rule") and problem.at in MISSING:
        return MISSING[problem.at]
    if problem.code == "bad_house_rule" and "most" in figures:
        return _("%(field)s: a number from %(least)s to %(most)s.")
    if problem.code == "grade_mismatch" and figures.get("decided_by") in MISMATCH:
        return MISMATCH[figures["decided_by"]]
    return REFUSALS.get(problem.code) or NOTES[problem.code]


def problem_data(
    problems: Iterable[Problem], game: Game | None = None, names: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """The problems as plain JSON, as `manage.py score` and the API tell them."""
    return [
        {"code": problem.code, "at": problem.at, "message": problem_text(problem, game, names)} for problem in problems
    ]


def scored(document: Any) -> dict[str, Any]:
    """The result document of a sheet's document, with sentences for what is refused; raises `NotASheet`."""
    result = score(document)
    if result["refused"] is not None:
        players = document.get("players")
        named = isinstance(players, list) and all(isinstance(name, str) for name in players)
        problems = problem_data(result["refused"]["problems"], GAMES[document["game"]], players if named else [])
        result["refused"] = {**result["refused"], "problems": problems}
    return result


# --- what was played -----------------------------------------------------------------------------------------------


def special_template() -> str:
    """The sentence of a special contract; the phone fills in the same one before anything is saved."""
    return _("%(contract)s by %(declarer)s%(doubled)s, %(result)s: %(points)s for %(side)s")


def normal_template() -> str:
    return _("%(contract)s%(doubled)s: %(points)s for %(side)s%(how)s")


def doubled_part(level: int) -> str:
    return f", {DOUBLINGS[level]}" if level else ""


def how_part(decided_by: str | None) -> str:
    return f" ({WHY[decided_by]})" if decided_by in ("last_trick", "false_claim") else ""


def winning_side(hand: Mapping[str, Any]) -> int:
    """The side that got the points of a recorded hand."""
    side: int = hand["declarer"] % 2
    return side if hand["made"] else 1 - side


def played(game: Game, hand: Mapping[str, Any], points: Sequence[int], names: Sequence[str]) -> str:
    """One hand and its result as one sentence; `points` per side, as the hand changed them."""
    sides = sides_in_words(game, names)
    winner = winning_side(hand)
    parts = {
        "contract": contract_name(game, hand["contract"]),
        "doubled": doubled_part(hand.get("doubling", 0)),
        "points": points[winner],
        "side": sides[winner],
    }
    if hand["contract"] == "normal":
        return normal_template() % {**parts, "how": how_part(hand.get("decided_by"))}
    result = _("made") if hand["made"] else _("lost")
    return special_template() % {**parts, "declarer": names[hand["declarer"]], "result": result}


def marks(count: int) -> str:
    return ngettext("%(count)d Bummerl mark", "%(count)d Bummerl marks", count) % {"count": count}


def leg_sentence(kind: str, count: int, side: str) -> str:
    """How a leg ended, and whose the marks are."""
    sentence = {
        "bummerl": _("Bummerl for %(side)s."),
        "schneider": _("Schneider! %(marks)s for %(side)s."),
        "retourschneider": _("Retourschneider! %(marks)s for %(side)s."),
    }[kind]
    return sentence % {"side": side, "marks": marks(count)}


def posting_text(game: Game, posting: Posting, names: Sequence[str]) -> str:
    """One posting with its reason, for "Why?"."""
    why = WHY[posting.why]
    if posting.unit == "cents":
        who = names[posting.side] if posting.side >= 0 else _("Kitty")
        return f"{who}: {euros(posting.amount)} – {why}"
    side = sides_in_words(game, names)[posting.side]
    amount = marks(posting.amount) if posting.unit == "bummerl" else points_text(posting.amount)
    return f"{side}: {amount} – {why}"


def points_text(count: int) -> str:
    return ngettext("%(count)d point", "%(count)d points", count) % {"count": count}


def euros(cents: int) -> str:
    """Cents as euros, as a card player writes them: € 1,50; a minus is a real one."""
    sign = "−" if cents < 0 else ""
    comma = "." if (get_language() or "").startswith("en") else ","
    return f"{sign}€ {abs(cents) // 100}{comma}{abs(cents) % 100:02d}"
