"""Sentences: every code of the engine and of the record in the players' words, in the language that is active.

The msgids are English; German comes from `locale/de`. Names of contracts and house rules are data of the game and carry
both languages themselves (`words`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from clubs.messages import PROBLEMS
from clubs.messages.money import euros
from scoring.games.core import Game, Option, Problem, Text
from scoring.games.sheet import GAMES, score

AGREEMENT = {
    "not_asked": gettext_lazy("At this table nobody is asked whether the result is right."),
    "nothing_to_confirm": gettext_lazy("Nothing was played yet that could be right."),
    "no_such_side": gettext_lazy("Who says so? Please tap one of the sides."),
    "remark_missing": gettext_lazy("Please say in a few words what is not right."),
    "pass_the_phone": gettext_lazy(
        "This phone has spoken for another side already. Hand it over, then they say it themselves."
    ),
    "one_account_two_sides": gettext_lazy(
        "You are logged in and have spoken for another side already. The others confirm on a phone of their own."
    ),
    "no_on_another_phone": gettext_lazy(
        "“Not right” was said on another phone. It is taken back there; at a tournament the director may decide."
    ),
    "nothing_to_sign": gettext_lazy("There is nothing here that a director signs."),
    "decision_missing": gettext_lazy("Please say in a few words how it was decided."),
    "nothing_disputed": gettext_lazy("Nobody says any more that this is not right."),
    "tournament_asks": gettext_lazy("This tournament asks every side whether the result is right."),
}
"""Confirming and signing; tournaments refuse in the same words."""

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
    "decider_first": gettext_lazy("Two are tied at the bottom: first they play for the mark."),
    "not_tied": gettext_lazy("Only those who are tied at the bottom play for the mark."),
    "last_trick_after_close": gettext_lazy("After closing there is no last trick that wins."),
    # Bauerntarock and Blattla
    "points_out_of_range": gettext_lazy("Card points go from 0 to 120."),
    "gmotschd_with_points": gettext_lazy("Whoever took no trick has 0 card points; the Legage goes to the others."),
    "gmotschd_but_won_trick": gettext_lazy("Without a trick no Spatz can have won or been caught."),
    "unknown_bid": gettext_lazy("There is no such bid."),
    "unknown_spatz": gettext_lazy("This cannot happen to a Spatz."),
    "spatz_not_scored_for_defenders": gettext_lazy("A defender's Spatz does not count at this table (house rules)."),
    "redeal_with_score": gettext_lazy("A redeal scores nothing: no declarer, no points."),
    "sits_out": gettext_lazy("%(seat)s sits out this hand."),
    "nobody_sits_out": gettext_lazy("At this table nobody sits out."),
    "unknown_suit": gettext_lazy("There is no such suit."),
    "partner_missing": gettext_lazy("Please tap who was the partner."),
    "partner_is_declarer": gettext_lazy("Nobody can be their own partner."),
    "called_suit_is_trump": gettext_lazy("Hearts are trumps, their sow cannot be called."),
    "solo_with_partner": gettext_lazy("A Solo is played alone, without a partner."),
    "schwarz_points_mismatch": gettext_lazy("Schwarz means all tricks: 120 card points for one side, 0 for the other."),
    "tout_has_no_points": gettext_lazy("A Tout counts tricks only: no card points, no Schneider, no schwarz."),
    "result_missing": gettext_lazy("Please tap whether the Tout was made."),
    "result_is_derived": gettext_lazy("Made or lost follows from the card points here."),
    "passed_with_score": gettext_lazy("A deal that nobody plays has no declarer and no points."),
    # Kratzen
    "tricks_do_not_add_up": gettext_lazy("There are four tricks; these are %(tricks)s."),
    "bad_tricks": gettext_lazy("Please tap the tricks of every player: numbers from 0 to 4."),
    "trick_by_dropout": gettext_lazy("%(seat)s has dropped out and cannot have taken a trick."),
    "striker_dropped": gettext_lazy("The striker plays along, always."),
    "active_set": gettext_lazy("Please tap everybody who goes along, each once."),
    "muss_all_must_play": gettext_lazy("In a Muss everybody plays."),
    "muss_striker_is_dealer": gettext_lazy("In a Muss the dealer is the striker."),
    "contract_in_muss": gettext_lazy("In a Muss nothing is declared."),
    "contract_missing": gettext_lazy("Please tap what was declared and who is the striker."),
    "unknown_cut": gettext_lazy("This cannot be cut."),
    "thrown_in_in_muss": gettext_lazy("A Muss is always played."),
    "alone_with_tricks": gettext_lazy("If everybody else drops out, nothing is played: no tricks."),
    "thrown_in_with_result": gettext_lazy("Thrown in means that nobody played: no contract, no striker, no tricks."),
    "pot_too_large": gettext_lazy("This pot has grown too large to be written down."),
    "ante_coin": gettext_lazy("The ante must be a multiple of the smallest coin."),
    "pot_not_empty": gettext_lazy(
        "There is still money in the pot. At this table it has to be played for (house rules)."
    ),
    # the record
    "sheet_closed": gettext_lazy("This sheet is closed."),
    "sheet_open": gettext_lazy("This sheet is still open."),
    "same_person_twice": gettext_lazy("%(names)s: that is one and the same person."),
    "evening_closed": gettext_lazy("This evening is settled. A director can open it again."),
    "not_yours": gettext_lazy("Only the director of the club may do this."),
    "line_gone": gettext_lazy("This line is struck out already."),
    "no_such_line": gettext_lazy("There is no such line on this sheet."),
    "later_hand_falls": gettext_lazy("Then a later line could no longer stand: hand %(number)s."),
    "nothing_changed": gettext_lazy("Nothing would change."),
    "too_many_hands": gettext_lazy("At most %(most)s hands can be scored at once."),
    "tap_two": gettext_lazy("Please tap exactly two."),
    "bad_token": gettext_lazy("The request carries no proper token."),
    "no_such_code": gettext_lazy("No open table has this code."),
    "no_such_check_code": gettext_lazy("No sheet was ever signed with this check code. Please look at it once more."),
    "too_many_tries": gettext_lazy("Too many wrong codes. Please wait a quarter of an hour."),
    **AGREEMENT,
}

MISSING = {
    "players": gettext_lazy("A name is missing, too long or not fit to be written."),
    "declarer": gettext_lazy("Please tap who declared."),
    "made": gettext_lazy("Please tap made or lost."),
    "grade": gettext_lazy("Please tap 1, 2 or 3."),
    "decider_loser": gettext_lazy("Please tap who lost."),
    "contract": gettext_lazy("Please tap what was played."),
    "winner": gettext_lazy("Please tap who won."),
    "by": gettext_lazy("Please tap who won."),
    "value": gettext_lazy("Please tap 1, 2 or 3."),
    "end": gettext_lazy("Please tap how it ended."),
    "closed_by": gettext_lazy("Please tap who closed the talon."),
    "points": gettext_lazy("Please enter card points from 0 to 120; both sides together have 120."),
    "loser_points": gettext_lazy("Card points are a number from 0 to 120."),
    "stake_cents": gettext_lazy("Please enter a stake, for example 0,50."),
}
"""For `bad_value` and `bad_house_rule`, where a field has a better sentence."""

MISMATCH = {
    "false_claim": gettext_lazy("A wrong claim counts %(right)s here."),
    "last_trick": gettext_lazy("A hand that the last trick decides counts 1."),
    "against_closer": gettext_lazy("Against somebody who had closed a right claim counts %(right)s here."),
    "closed_out": gettext_lazy("A closed hand that nobody claimed counts %(right)s here."),
}

FOR_TWO: dict[tuple[str, str | None], Any] = {
    ("bad_grade", "value"): gettext_lazy("A hand counts from %(least)s to 3 here."),
    ("no_66", "opp_points"): gettext_lazy("Against so many card points the winner cannot have 66."),
    ("no_66", "opp_tricks"): gettext_lazy("Against so many tricks the winner cannot have 66."),
    ("loser_had_66", "opp_points"): gettext_lazy("The loser had 66 too, but did not say so."),
    ("last_trick_not_needed", "end"): gettext_lazy(
        "With these card points the winner had 66; the last trick did not decide."
    ),
    **{
        ("points_do_not_add_up", f"{what}_at_close"): gettext_lazy(
            "What was at closing does not fit the rest of the hand."
        )
        for what in ("noncloser_tricks", "opp_points", "opp_tricks", "claimant_tricks")
    },
}
"""For Schnapsen for two, by code and field: two people are no sides."""

NOTES = {
    "caller_differs": gettext_lazy("It was %(seat)s's turn to call."),
    "aufstand_not_forced": gettext_lazy("The leaders could not have finished with this hand."),
    "loser_had_66": gettext_lazy("The losers had 66 too, but did not say so."),
    "turn_not_by_dealer": gettext_lazy("Usually the dealer is the striker when a card is turned: that was %(seat)s."),
    "schwarz_asked": gettext_lazy("Did the other side take a trick? All card points are not yet schwarz."),
    "no_trick_taken": gettext_lazy(
        "0 card points: if no trick at all was taken, that is gmotschd (the Legage is forfeited)."
    ),
    "sitter_differs": gettext_lazy("It was %(seat)s's turn to deal and sit out."),
}

FIELDS = {
    "players": gettext_lazy("Names"),
    "first_dealer": gettext_lazy("First dealer"),
}
"""What the sheet itself asks for; the fields of a hand carry their titles themselves."""

DOUBLINGS = (
    gettext_lazy("single"),
    gettext_lazy("doubled"),
    gettext_lazy("redoubled"),
    gettext_lazy("re"),
    gettext_lazy("fourth doubling"),
    gettext_lazy("fifth doubling"),
)


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
    for part in ("schnapser", "schnapsen", "bauern", "tarock", "gspritzt"):
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


def answer(option: Option, value: Any) -> str:
    """What a table has chosen for one house rule, without its question."""
    names = {choice.value: words(choice.text) for choice in option.choices}
    match option.kind:
        case "choice":
            return names[value]
        case "some":
            return ", ".join(names[key] for key in value)
        case "values":
            return ", ".join(f"{names[key]} {amount(option, worth)}" for key, worth in value.items()) or _("as usual")
    return words(option.zero) if not value and option.zero else amount(option, value)


def amount(option: Option, value: int) -> str:
    """A figure of a house rule: points, or cents as euros."""
    return euros(value) if option.in_cents or option.name == "stake_cents" else str(value)


def field_title(game: Game | None, name: str) -> str:
    title = next((field.title for field in game.fields if field.name == name), None) if game else None
    return words(title) if title else str(FIELDS.get(name, name))


def problem_text(problem: Problem, game: Game | None = None, names: Sequence[str] = ()) -> str:
    """The refusal or note as a sentence; seats become names and contracts their names where they are known."""
    figures: dict[str, Any] = {"field": field_title(game, problem.at or ""), **problem.figures}
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
    if problem.code == "schwarz_asked" and figures.get("points") == 0:
        return _("Did the players take a trick? No card points are not yet schwarz.")
    if problem.code == "wrong_number_of_players" and figures["least"] != figures["most"]:
        return _("This game needs %(least)s to %(most)s players, not %(seats)s.")
    if problem.code == "grade_mismatch" and figures.get("decided_by") in MISMATCH:
        return MISMATCH[figures["decided_by"]]
    if (problem.code, problem.at) in FOR_TWO:
        return FOR_TWO[problem.code, problem.at]
    # Why another app keeps a sheet closed stands among the sentences of clubs.
    return REFUSALS.get(problem.code) or NOTES.get(problem.code) or PROBLEMS[problem.code]


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


# --- what is said of a hand in every game ---------------------------------------------------------------------------


def doubled_part(level: int) -> str:
    return f", {DOUBLINGS[level]}" if level else ""


def marks(count: int) -> str:
    return ngettext("%(count)d Bummerl mark", "%(count)d Bummerl marks", count) % {"count": count}


def leg_sentence(kind: str, count: int, side: str) -> str:
    """How a leg ended, and whose the marks are."""
    sentence = {
        "bummerl": _("Bummerl for %(side)s."),
        "schneider": _("Schneider! %(marks)s for %(side)s."),
        "retourschneider": _("Retourschneider! %(marks)s for %(side)s."),
    }[kind]
    said = sentence % {"side": side, "marks": marks(count)}
    # "Bummerl for Anna H." has its full stop already.
    return said[:-1] if side.endswith(".") and said.endswith("..") else said


def points_text(count: int) -> str:
    told = ngettext("%(count)d point", "%(count)d points", abs(count)) % {"count": abs(count)}
    return f"−{told}" if count < 0 else told
