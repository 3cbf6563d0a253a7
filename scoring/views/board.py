"""What a sheet page shows, made from the sheet's fold: figures, Bummerl, turn, lines, and what can be recorded."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring import messages
from scoring.forms import NORMAL_WON_BY
from scoring.games import bauernschnapsen
from scoring.games.core import Game, Problem
from scoring.games.schnapsen_contracts import BY_KEY
from scoring.games.schnapsen_family import shown
from scoring.models import Entry, Sheet
from scoring.services.fold import game_of, names_of, rules_of
from scoring.services.record import Conflict

MONEY_RULES = ("money", "stake_cents")
FIELDS = ("pick", "declarer", "doubling", "made", "grade", "caller", "decided_by", "loser_points")


def sheet_context(sheet: Sheet, *, writing: bool, next_leg: bool = False) -> dict[str, Any]:
    """Everything `_sheet.html` needs; one query has loaded the sheet, none follows."""
    game, rules, names = game_of(sheet), rules_of(sheet), names_of(sheet)
    play = game.load(sheet.state["play"])
    over = play.leg_over and not next_leg and sheet.is_open
    context = {
        "sheet": sheet,
        "here": reverse("sheet", args=[sheet.write_secret]) if writing else reverse("watch", args=[sheet.watch_secret]),
        "game_name": messages.words(game.name),
        "writing": writing and sheet.is_open,
        "keeper": writing,
        "names": names,
        "sides": sides(sheet, game, rules, play, names, fresh=play.leg_over and next_leg),
        "dealer": names[play.dealer],
        "caller": names[play.caller],
        "lines": [] if play.leg_over and next_leg else [line_row(row, game, names) for row in sheet.state["lines"]],
        "legs": [leg_row(leg, game, names, rules) for leg in sheet.state["play"]["legs"]],
        "over": over,
        "finished": play.finished,
        "departures": departures(sheet, game),
        "target": rules.target,
        "down": rules.display == "down",
    }
    if over:
        context["moment"] = context["legs"][-1]
    return context


def row_context(sheet: Sheet) -> dict[str, Any]:
    """A sheet in one row of a list."""
    rules = sheet.house_rules
    return {
        "sheet": sheet,
        "game_name": messages.words(game_of(sheet).name),
        "names": names_of(sheet),
        "figures": shown(sheet.state["play"]["totals"], rules["target"], rules["display"]),
    }


def sides(
    sheet: Sheet, game: Game, rules: Any, play: Any, names: Sequence[str], *, fresh: bool
) -> list[dict[str, Any]]:
    """The two halves of the board."""
    totals = (0,) * len(play.totals) if fresh else play.totals
    figures = shown(totals, rules.target, rules.display)
    money = rules.money != "off"
    rows = []
    for index, seats in enumerate(game.sides(len(names))):
        marks = drawn_marks(sheet.state["play"]["legs"], index, rules.marks_on)
        rows.append(
            {
                "index": index,
                "names": messages.together([names[seat] for seat in seats]),
                "people": [names[seat] for seat in seats],
                "figure": figures[index],
                "taken": sum(mark["count"] for mark in marks),
                "marks": marks,
                "cents": messages.euros(sheet.totals.get("cents", [0] * len(names))[seats[0]]) if money else "",
            }
        )
    return rows


def drawn_marks(legs: Iterable[Mapping[str, Any]], side: int, marks_on: str) -> list[dict[str, Any]]:
    """The Bummerl of one side as drawn on paper: one group of dots per leg."""
    drawn = []
    for leg in legs:
        if side == holder(leg, marks_on):
            count = max(leg["bummerl"])
            drawn.append({"kind": leg["kind"], "dots": range(count), "count": count})
    return drawn


def line_row(row: Mapping[str, Any], game: Game, names: Sequence[str]) -> dict[str, Any]:
    """One line of the slip: both running figures and, between them, what was played."""
    hand, points = row["hand"], row["points"]
    normal = hand["contract"] == "normal"
    factor = 2 ** hand.get("doubling", 0)
    return {
        "seq": row["seq"],
        "number": row["number"],
        "figures": [
            {"shown": figure, "scored": bool(worth)} for figure, worth in zip(row["shown"], points, strict=True)
        ],
        "points": hand.get("grade") or max(points) // factor,
        "contract": messages.soft(messages.contract_name(game, hand["contract"])),
        "who": "" if normal else names[hand["declarer"]],
        "normal": normal,
        "made": hand["made"],
        "factor": f"×{factor}" if factor > 1 else "",
        "sentence": messages.played(game, hand, points, names),
        "notes": [
            messages.problem_text(Problem(code, None, figures), game, names) for code, figures in row.get("notes", ())
        ],
    }


def holder(leg: Mapping[str, Any], marks_on: str) -> int:
    """The side on which the marks of a leg are drawn."""
    loser = next(index for index, marks in enumerate(leg["bummerl"]) if marks)
    return loser if marks_on == "loser" else 1 - loser


def leg_row(leg: Mapping[str, Any], game: Game, names: Sequence[str], rules: Any) -> dict[str, Any]:
    """A finished leg; what was scored beyond the target is dropped, as on paper."""
    in_words = messages.sides_in_words(game, names)
    return {
        "kind": leg["kind"],
        "sentence": messages.leg_sentence(leg["kind"], max(leg["bummerl"]), in_words[holder(leg, rules.marks_on)]),
        "winners": messages.together([in_words[side] for side in leg["winners"]]),
        "totals": [min(rules.target, total) for total in leg["totals"]],
        "dots": range(max(leg["bummerl"])),
    }


def departures(sheet: Sheet, game: Game) -> str:
    """The house rules that depart from the standard, in one line; empty where none does."""
    default = game.house_rules()
    said = []
    for option in game.options:
        value, usual = sheet.house_rules.get(option.name), getattr(default, option.name)
        if value is None or option.name in MONEY_RULES or value == usual or value == list_of(usual):
            continue
        said.append(rule_in_words(option, value, usual))
    return " · ".join(said)


def list_of(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def rule_in_words(option: Any, value: Any, usual: Any = None) -> str:
    """One house rule as the table plays it; contracts by what was added and left out against `usual`."""
    names = {choice.value: messages.words(choice.text) for choice in option.choices}
    title = messages.words(option.title)
    match option.kind:
        case "choice":
            return f"{title}: {names[value]}"
        case "values":
            return f"{title}: " + ", ".join(f"{names[key]} {worth}" for key, worth in value.items())
        case "some" if usual is not None:
            more = [names[key] for key in value if key not in usual]
            less = [names[key] for key in usual if key not in value]
            parts = [_("with %(names)s") % {"names": ", ".join(more)}] if more else []
            parts += [_("without %(names)s") % {"names": ", ".join(less)}] if less else []
            return f"{title}: " + ", ".join(parts)
        case "some":
            return f"{title}: " + ", ".join(names[key] for key in value)
    number = str(value) if value else _("open end")
    return f"{title}: {number}"


def recorded_context(sheet: Sheet) -> dict[str, Any]:
    """What changes on the page of whoever recorded a hand within a leg; all else stands there already."""
    game, names = game_of(sheet), names_of(sheet)
    play, house_rules = sheet.state["play"], sheet.house_rules
    caller = (play["dealer"] + 1) % len(names)
    figures = shown(play["totals"], house_rules["target"], house_rules["display"])
    return {
        "recorded": True,
        "keeper": True,
        "sheet": sheet,
        "here": reverse("sheet", args=[sheet.write_secret]),
        "sides": [{"index": index, "figure": figure} for index, figure in enumerate(figures)],
        "dealer": names[play["dealer"]],
        "caller": names[caller],
        "caller_seat": caller,
        "token": secrets.token_urlsafe(12),
        "lines": [line_row(sheet.state["lines"][-1], game, names)],
    }


# --- what can be recorded ------------------------------------------------------------------------------------------


def entry_context(
    sheet: Sheet,
    *,
    chosen: Mapping[str, str] | None = None,
    problems: Sequence[Problem] = (),
    caller: int | None = None,
) -> dict[str, Any]:
    """The form for one hand: only contracts of this table, what each would count, and what was typed before.

    `caller`: who calls, where that is not the rotation's next (a line that is put right).
    """
    game, rules, names = game_of(sheet), rules_of(sheet), names_of(sheet)
    play = game.load(sheet.state["play"])
    caller = play.caller if caller is None else caller
    contracts = [one for one in game.contracts if one.key in rules.contracts and one.goal != "normal"]
    levels = range(rules.max_doubling + 1)
    return {
        "chosen": {name: (chosen or {}).get(name, "") for name in FIELDS},
        "seats": [(str(seat), name) for seat, name in enumerate(names)],
        "caller_seat": str(caller),
        "grades": ("1", "2", "3"),
        "contracts": [
            {
                "key": one.key,
                "name": messages.soft(messages.words(one.name)),
                "won_if": messages.words(one.won_if),
                "value": bauernschnapsen.hand_value(one, 0, 0, rules),
            }
            for one in contracts
        ],
        "plain_game": "normal" in rules.contracts,
        "levels": [
            {
                "level": str(level),
                "name": messages.soft(str(messages.DOUBLINGS[level])),
                "factor": f"×{2**level}" if level else "",
            }
            for level in levels
        ],
        "doubling_allowed": rules.max_doubling > 0,
        "preview": preview_data(contracts, rules, names, game),
        "token": secrets.token_urlsafe(12),
        "problems": field_problems(problems, game, names),
    }


def preview_data(contracts: Sequence[Any], rules: Any, names: Sequence[str], game: Game) -> dict[str, Any]:
    """What the phone needs to offer only what may be declared and to say what it counts before saving.

    Values come from the engine as a table, level by level; the phone only looks them up.
    """
    levels = range(rules.max_doubling + 1)
    return {
        "target": rules.target,
        "down": rules.display == "down",
        "dealerGoesOn": rules.first_dealer_next_game == "continue",
        "names": list(names),
        "sides": messages.sides_in_words(game, names),
        "template": messages.special_template(),
        "made": _("made"),
        "lost": _("lost"),
        "doubled": [messages.doubled_part(level) for level in levels],
        "grades": [
            [bauernschnapsen.hand_value(BY_KEY["normal"], grade, level, rules) for level in levels]
            for grade in (1, 2, 3)
        ],
        "normalDoubling": bauernschnapsen.may_double(BY_KEY["normal"], rules),
        "contracts": {
            one.key: {
                "name": messages.words(one.name),
                "seats": bauernschnapsen.declarers(one, rules),
                "values": [bauernschnapsen.hand_value(one, 0, level, rules) for level in levels],
                "doubling": bauernschnapsen.may_double(one, rules),
                "canLose": one.goal != "show",
            }
            for one in contracts
        },
    }


def field_problems(problems: Iterable[Problem], game: Game, names: Sequence[str]) -> dict[str, list[str]]:
    """Sentences by the field they stand next to; `form` for those without one."""
    by_field: dict[str, list[str]] = {}
    places = {*FIELDS, "contract", "players", "first_dealer", *(option.name for option in game.options)}
    for problem in problems:
        place = problem.at if problem.at in places else "form"
        by_field.setdefault(place or "form", []).append(messages.problem_text(problem, game, names))
    return by_field


def chosen_of(hand: Mapping[str, Any]) -> dict[str, str]:
    """A recorded hand as the form's fields, to put it right."""
    chosen = {name: str(hand[name]) for name in FIELDS if name in hand and name not in ("made", "caller")}
    if hand["contract"] == "normal":
        return {**chosen, "pick": f"{NORMAL_WON_BY}{messages.winning_side(hand)}"}
    return {**chosen, "pick": hand["contract"], "made": "1" if hand["made"] else "0"}


# --- the other phone -----------------------------------------------------------------------------------------------


def entry_sentence(entry: Entry, sheet: Sheet, folded: Mapping[int, Mapping[str, Any]] | None = None) -> str:
    """What one entry says, for the history and for a conflict; `folded`: lines by entry, with their results."""
    game, names = game_of(sheet), names_of(sheet)
    match entry.kind:
        case Entry.Kind.HAND | Entry.Kind.REPLACE:
            line = (folded or {}).get(entry.seq)
            if line:
                return messages.played(game, line["hand"], line["points"], names)
            return reported(entry.data["hand"], game, names)
        case Entry.Kind.VOID:
            return _("A line was struck out")
        case Entry.Kind.SEATS:
            return _("Seats: %(names)s") % {"names": ", ".join(entry.data["names"])}
        case Entry.Kind.CLOSE:
            return _("Sheet closed")
    return _("Sheet opened again")


def reported(hand: Mapping[str, Any], game: Game, names: Sequence[str]) -> str:
    """A hand without its result: what it was said to be, for lines that no longer count."""
    name, doubled = messages.contract_name(game, hand["contract"]), messages.doubled_part(hand.get("doubling", 0))
    if hand["contract"] == "normal":
        winners = messages.sides_in_words(game, names)[messages.winning_side(hand)]
        grade = f" {hand['grade']}" if "grade" in hand else ""
        return f"{name}{grade}{doubled}: {winners}"
    return f"{name}{doubled}: {names[hand['declarer']]}, " + (_("made") if hand["made"] else _("lost"))


def written_since(conflict: Conflict, device: str) -> list[str]:
    """What came in between, in words, so that the table can say whether it is the same hand."""
    own = " ({})".format(_("this phone"))
    said = [
        entry_sentence(entry, conflict.sheet) + (own if device and entry.device == device else "")
        for entry in conflict.written
    ]
    return said or [_("The sheet has moved on.")]
