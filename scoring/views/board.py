"""What a sheet page shows, made from the sheet's fold: figures, Bummerl, turn, lines, and what can be recorded."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.messages import money
from scoring import messages
from scoring.games.core import KITTY, Game, Outcome, Problem
from scoring.games.family import shown
from scoring.models import Entry, Sheet
from scoring.screens import SCREENS, screen_of, table_of
from scoring.screens.core import AtTable
from scoring.screens.house_rules import departing
from scoring.services.closing import settled
from scoring.services.fold import KEPT_LINES, LaterHandFalls, game_of, names_of
from scoring.services.record import Conflict


def sheet_context(sheet: Sheet, *, writing: bool, next_leg: bool = False) -> dict[str, Any]:
    """Everything `_sheet.html` needs; one query has loaded the sheet, none follows."""
    table, screen = table_of(sheet), screen_of(sheet)
    game, rules, play = table.game, table.rules, table.play
    leg_over = game.in_legs and play.leg_over
    fresh = leg_over and next_leg and not play.finished
    over = sheet.is_open and (play.finished or (leg_over and not next_leg))
    context = {
        "sheet": sheet,
        "here": reverse("sheet", args=[sheet.write_secret]) if writing else reverse("watch", args=[sheet.watch_secret]),
        "game": game.key,
        "scripts": [f"games/{script}" for script in ("shared.js", *screen.scripts)],
        "game_name": messages.words(game.name),
        "writing": writing and sheet.is_open,
        "keeper": writing,
        "names": table.names,
        "sides": (columns := sides(sheet, table, fresh=fresh)),
        "longest": max(len(side["figure"]) for side in columns),
        "turn": screen.turn(table, None),
        "facts": screen.facts(table) if sheet.is_open else facts_at_end(table),
        "lines": [] if fresh else [line_row(row, table) for row in sheet.state["lines"]],
        "more_lines": not game.in_legs and sheet.state["hands"] > KEPT_LINES,
        "in_legs": game.in_legs,
        "over": over,
        "finished": play.finished,
        "departures": departing(game, sheet.house_rules),
    }
    if game.in_legs:
        legs = [leg_row(leg, table) for leg in sheet.state["play"]["legs"]]
        context |= {
            "legs": legs,
            "begin": rules.target if rules.display == "down" else 0,
            "marks_on_winner": rules.marks_on == "winner",
        }
        if over:
            context["moment"] = legs[-1]
    elif over:
        context |= {"payout": payout(sheet, table), "winners": winners(table), "in_money": screen.in_money}
    return context


def payout(sheet: Sheet, table: AtTable) -> list[dict[str, Any]]:
    """What everybody gets or pays at the end of a game without legs, the highest first."""
    totals, cents = table.play.totals, settled(sheet)
    written = figures(table, totals)
    return [
        {
            "index": seat,
            "name": table.names[seat],
            "figure": written[seat],
            "cents": money.euros(cents[seat]),
            "sign": (cents[seat] > 0) - (cents[seat] < 0),
        }
        for seat in sorted(range(len(totals)), key=lambda seat: -totals[seat])
    ]


def winners(table: AtTable) -> dict[str, Any]:
    """Who has the highest total, in words; nobody where all are level."""
    totals = table.play.totals
    first = [name for name, total in zip(table.sides, totals, strict=True) if total == max(totals) > min(totals)]
    return {"names": messages.together(first), "count": len(first)}


def facts_at_end(table: AtTable) -> list[tuple[str, str]]:
    screen = SCREENS[table.game.key]
    return (screen.facts_at_end or screen.facts)(table)


def row_context(sheet: Sheet) -> dict[str, Any]:
    """A sheet in one row of a list."""
    table = table_of(sheet)
    return {
        "sheet": sheet,
        "game_name": messages.words(table.game.name),
        "names": table.names,
        "figures": "\u00a0:\u00a0".join(figures(table, last_totals(sheet, table))),
    }


def last_totals(sheet: Sheet, table: AtTable) -> Sequence[int]:
    """The totals as a row or a card shows them: of a closed table of money what was signed, the pot dealt out."""
    if not sheet.is_open and SCREENS[table.game.key].in_money:
        return settled(sheet)
    return table.play.totals  # type: ignore[no-any-return]  # each game has its own state


def figures(table: AtTable, totals: Sequence[int]) -> list[str]:
    """The running totals as written: counted down or up to a target, or as they are."""
    if table.game.in_legs:
        return [str(figure) for figure in shown(totals, table.rules.target, table.rules.display)]
    return [SCREENS[table.game.key].figure(total, table) for total in totals]


def sides(sheet: Sheet, table: AtTable, *, fresh: bool) -> list[dict[str, Any]]:
    """The parts of the board, one for each side; `fresh`: a new leg is about to begin."""
    game, names = table.game, table.names
    written = figures(table, (0,) * len(table.play.totals) if fresh else table.play.totals)
    with_money = game.in_legs and table.rules.money != "off"
    rows = []
    for index, seats in enumerate(game.sides(len(names))):
        row: dict[str, Any] = {
            "index": index,
            "names": messages.together([names[seat] for seat in seats]),
            "people": [names[seat] for seat in seats],
            "figure": written[index],
            "cents": money.euros(sheet.totals.get("cents", [0] * len(names))[seats[0]]) if with_money else "",
        }
        if game.in_legs:
            row["marks"] = drawn_marks(sheet.state["play"]["legs"], index, table.rules.marks_on)
            row["taken"] = sum(mark["count"] for mark in row["marks"])
        rows.append(row)
    return rows


def drawn_marks(legs: Iterable[Mapping[str, Any]], side: int, marks_on: str) -> list[dict[str, Any]]:
    """The Bummerl of one side as drawn on paper: one group of dots per leg."""
    mine = [marks_of(leg, side, marks_on) for leg in legs if side in holders(leg, marks_on)]
    return [{"kind": kind, "dots": range(count), "count": count} for kind, count in mine]


def holders(leg: Mapping[str, Any], marks_on: str) -> list[int]:
    """The sides on which the marks of a leg are drawn."""
    if marks_on == "winner":
        return list(leg["winners"])
    return [side for side, marks in enumerate(leg["bummerl"]) if marks]


def marks_of(leg: Mapping[str, Any], side: int, marks_on: str) -> tuple[str, int]:
    """How one holder of the marks lost (or won) the leg, and how many they are: of two losers one can be Schneider."""
    if marks_on == "winner":
        return leg["kind"], max(leg["bummerl"])
    schneider = leg["kind"] == "schneider" and leg["totals"][side] > 0
    return "bummerl" if schneider else leg["kind"], leg["bummerl"][side]


def line_row(row: Mapping[str, Any], table: AtTable) -> dict[str, Any]:
    """One line of the slip: the running figures and, between or above them, what was played."""
    screen = SCREENS[table.game.key]
    written = [str(figure) for figure in row["shown"]] if "shown" in row else figures(table, row["totals"])
    return {
        "seq": row["seq"],
        "number": row["number"],
        "figures": [
            {"shown": figure, "scored": bool(worth)} for figure, worth in zip(written, row["points"], strict=True)
        ],
        "short": screen.short(row, table),
        "sentence": screen.sentence(row, table),
        "notes": [
            messages.problem_text(Problem(code, None, figures), table.game, table.names)
            for code, figures in row.get("notes", ())
        ],
    }


def leg_row(leg: Mapping[str, Any], table: AtTable) -> dict[str, Any]:
    """A finished leg; what was scored beyond the target is dropped, as on paper."""
    in_words, rules = table.sides, table.rules
    # Wherever the marks are drawn, the words are about those who have lost.
    lost = [(in_words[side], *marks_of(leg, side, "loser")) for side in holders(leg, "loser")]
    said = [messages.leg_sentence(kind, count, side) for side, kind, count in lost]
    return {
        "kind": leg["kind"],
        "sentence": " ".join(said),
        "said": said,
        "winners": messages.together([in_words[side] for side in leg["winners"]]),
        "people": sum(len(table.game.sides(len(table.names))[side]) for side in leg["winners"]),
        "totals": "\u00a0:\u00a0".join(str(min(rules.target, total)) for total in leg["totals"]),
        "marks": [range(count) for _side, _kind, count in lost],
    }


def why(outcome: Outcome, table: AtTable) -> list[str]:
    """Every posting of a hand with its reason."""
    screen = SCREENS[table.game.key]
    said = []
    for posting in outcome.postings:
        if posting.why not in screen.why or posting.unit not in ("points", "bummerl", "cents"):
            continue
        if posting.unit == "cents":
            who = table.names[posting.side] if posting.side != KITTY else _("Kitty")
            amount = money.euros(posting.amount)
        else:
            who = table.sides[posting.side]
            amount = messages.marks(posting.amount) if posting.unit == "bummerl" else screen.amount(posting, table)
        said.append(f"{who}: {amount} – {screen.why[posting.why]}")
    return said


def falling(error: LaterHandFalls, table: AtTable) -> list[str]:
    """Which later hand could no longer stand after a correction, and why."""
    first, *reasons = error.problems
    said = [
        _("The sheet would be played out before it.")
        if reason.code == "sheet_finished"
        else messages.problem_text(reason, table.game, table.names)
        for reason in reasons
    ]
    hand = _("Hand %(number)s") % {"number": error.number}
    return [messages.problem_text(first), *(f"{hand}: {reason}" for reason in dict.fromkeys(said))]


# --- what can be recorded ------------------------------------------------------------------------------------------


def entry_context(
    sheet: Sheet,
    *,
    chosen: Mapping[str, str] | None = None,
    problems: Sequence[Problem] = (),
    before: Any = None,
    hand: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The form for one hand, with what was typed before.

    `hand` is put right: the form is that of its time, and `before` the state it was played in.
    """
    table, screen = table_of(sheet, before), screen_of(sheet)
    return {
        "entry": f"scoring/entry/{sheet.game}.html",
        "chosen": chosen or {},
        "seats": table.seats,
        "turn": screen.turn(table, hand),
        "token": secrets.token_urlsafe(12),
        "problems": field_problems(problems, table.game, table.names, {*screen.fields}),
        **screen.form(table, chosen or {}, hand),
    }


def field_problems(
    problems: Iterable[Problem], game: Game, names: Sequence[str], places: set[str]
) -> dict[str, list[str]]:
    """Sentences by the field they stand next to, one of `places`; `form` for all others."""
    by_field: dict[str, list[str]] = {}
    for problem in problems:
        place = problem.at if problem.at in places else "form"
        by_field.setdefault(place or "form", []).append(messages.problem_text(problem, game, names))
    return by_field


def recorded_context(sheet: Sheet) -> dict[str, Any]:
    """Only what one more hand within a leg changes on the page (`_recorded.html`)."""
    table, screen = table_of(sheet), screen_of(sheet)
    return {
        "sheet": sheet,
        "recorded": True,
        "keeper": True,
        "here": reverse("sheet", args=[sheet.write_secret]),
        "sides": [{"index": index, "figure": figure} for index, figure in enumerate(figures(table, table.play.totals))],
        "turn": screen.turn(table, None),
        "caller_seat": table.play.caller,
        "token": secrets.token_urlsafe(12),
        "lines": [line_row(sheet.state["lines"][-1], table)],
    }


# --- the other phone -----------------------------------------------------------------------------------------------


def entry_sentence(entry: Entry, sheet: Sheet, folded: Mapping[int, Mapping[str, Any]] | None = None) -> str:
    """What one entry says, for the history and for a conflict; `folded`: lines by entry, with their results."""
    match entry.kind:
        case Entry.Kind.HAND | Entry.Kind.REPLACE:
            line, screen, table = (folded or {}).get(entry.seq), screen_of(sheet), table_of(sheet)
            return screen.sentence(line, table) if line else screen.reported(entry.data["hand"], table)
        case Entry.Kind.VOID:
            return _("A line was struck out")
        case Entry.Kind.SEATS:
            return _("Seats: %(names)s") % {"names": ", ".join(entry.data["names"])}
        case Entry.Kind.CLOSE:
            code = entry.data.get("code")
            return _("Sheet closed, check code %(code)s") % {"code": code} if code else _("Sheet closed")
        case Entry.Kind.CONFIRM:
            return confirmed_sentence(entry, sheet)
        case Entry.Kind.APPROVE:
            return approved_sentence(entry)
    return _("Sheet opened again")


def confirmed_sentence(entry: Entry, sheet: Sheet) -> str:
    """What a side has said of the record."""
    data, sides = entry.data, messages.sides_in_words(game_of(sheet), names_of(sheet))
    told = {"side": sides[data["side"]], "remark": data.get("remark", "")}
    if data["agrees"]:
        said = _("%(side)s: right, on the phone handed over") if data["passed"] else _("%(side)s: right")
    else:
        said = _("%(side)s: not right – “%(remark)s”") if told["remark"] else _("%(side)s: not right")
    return said % told


def approved_sentence(entry: Entry) -> str:
    """What a director has signed or decided."""
    if "line" in entry.data:
        return _("The director has signed line %(line)d") % {"line": entry.data["line"]}
    note = entry.data.get("note")
    return _("The director has decided: “%(note)s”") % {"note": note} if note else _("The director has decided")


def written_since(conflict: Conflict, device: str) -> list[str]:
    """What came in between, in words, so that the table can say whether it is the same hand."""
    own = " ({})".format(_("this phone"))
    said = [
        entry_sentence(entry, conflict.sheet) + (own if device and entry.device == device else "")
        for entry in conflict.written
    ]
    return said or [_("The sheet has moved on.")]
