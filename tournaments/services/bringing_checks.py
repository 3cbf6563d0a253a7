"""Whether the parts of a tournament's file fit together: every reference, the plan, and every sheet played again.

What is looked at here has the form that `bringing_format` says. Refused is the whole file, with everything that is
wrong; of a sheet the first line that could not have been written at a table.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from clubs.services.core import Problem, Refused
from scoring.games.core import Malformed, read_house_rules
from scoring.games.sheet import GAMES
from scoring.messages import problem_text
from scoring.services.brought_in import Steps, Travelled, Unfit, read_sheet
from tournaments.formats import core
from tournaments.formats.core import Impossible
from tournaments.formats.plan import Plan, read_plan
from tournaments.formats.plan_checks import check_plan
from tournaments.messages.draws import note_text
from tournaments.models import Result
from tournaments.models.entrants import Paid, Status
from tournaments.services import draw_inputs

MOST_NAMED = 20
"""So many faults are told at once."""

COUNTS_NOT = frozenset({Result.How.FIRST, Result.How.SHEET})
"""After such a result nothing typed counts (`results`)."""

File = Mapping[str, Any]
Sheets = Mapping[tuple[int, int], Travelled]
"""Round and table -> the sheet that was written there."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A file that can be taken in."""

    file: File
    plan: Plan
    sheets: Sheets


def check(file: File) -> Checked:
    """Refused with everything that does not fit, the first twenty."""
    plan = _plan(file["tournament"])
    problems = [*_about_game(file["tournament"]), *_about_cards(file, plan), *_about_rounds(file, plan)]
    if problems:
        raise Refused(*problems[:MOST_NAMED])
    sheets, unfit = _sheets(file)
    if unfit:
        raise Refused(*unfit[:MOST_NAMED])
    return Checked(file, plan, sheets)


def _odd(where: str, code: str = "takeout_does_not_fit", **figures: Any) -> Problem:
    return Problem(code, "file", {"where": where, **figures})


# --- plan and game ---------------------------------------------------------------------------------------------------


def _plan(tournament: File) -> Plan:
    try:
        plan = read_plan(tournament["plan"])
    except Impossible as error:
        raise Refused(_odd(_paths(error.problems), "takeout_plan")) from error
    if problems := check_plan(plan):
        raise Refused(_odd(_paths(problems), "takeout_plan"))
    return plan


def _paths(problems: Any) -> str:
    return ", ".join(dict.fromkeys(str(one.at or one.code) for one in problems))[:200]


def _about_game(tournament: File) -> Iterator[Problem]:
    game = GAMES.get(tournament["game"])
    if game is None:
        if tournament["game"] or not tournament["game_name"]:
            yield _odd("tournament.game")
        return
    try:
        read_house_rules(game, tournament["house_rules"])
    except Malformed:
        yield _odd("tournament.house_rules")


# --- cards and money -------------------------------------------------------------------------------------------------


def _about_cards(file: File, plan: Plan) -> Iterator[Problem]:
    numbers = Counter(one["number"] for one in file["cards"])
    for number in (one for one, times in numbers.items() if times > 1):
        yield _odd("cards", "takeout_number_twice", number=number)
    for name in (one for one, times in Counter(one["name"] for one in file["people"]).items() if times > 1):
        yield _odd("people", "takeout_person_twice", who=name)
    for card in file["cards"]:
        where = f"cards, {card['number']}"
        now = Counter(one["position"] for one in card["people"] if one["until"] is None)
        if any(times > 1 for times in now.values()):
            yield _odd(where)
        if not all(one["person"] < len(file["people"]) for one in card["people"]):
            yield _odd(where)
    for part in ("buys", "payments", "penalties", "payouts"):
        for index, one in enumerate(file[part]):
            if one["card"] not in numbers and (part != "payouts" or one["card"] is not None):
                yield _odd(f"{part}[{index}].card")
    if any(times > 1 for times in Counter(one["order"] for one in file["payouts"]).values()):
        yield _odd("payouts")
    for index, line in enumerate(file["log"]):
        if line["person"] is not None and line["person"] >= len(file["people"]):
            yield _odd(f"log[{index}].person")


# --- rounds and tables -----------------------------------------------------------------------------------------------


def _about_rounds(file: File, plan: Plan) -> Iterator[Problem]:
    numbers = {one["number"] for one in file["cards"]}
    rounds = file["rounds"]
    drafts = [one["number"] for one in rounds if one["published_at"] is None]
    if [one["number"] for one in rounds] != [*range(1, len(rounds) + 1)] or drafts not in ([], [len(rounds)]):
        yield _odd("rounds")
    stages = [one["stage"] for one in rounds]
    if stages != sorted(stages) or not all(one < len(plan.stages) for one in stages):
        yield _odd("rounds.stage")
    tournament = file["tournament"]
    begun = len(rounds) > len(drafts)
    if begun != (tournament["started_at"] is not None) or (tournament["ended_at"] is not None and not begun):
        yield _odd("tournament.started_at")
    for round_ in rounds:
        where = f"rounds, {round_['number']}"
        placed = Counter([*round_["byes"], *(one for table in round_["tables"] for one in table["seats"])])
        if not placed.keys() <= numbers or any(times > 1 for times in placed.values()):
            yield _odd(where, "takeout_seats")
        if len({table["number"] for table in round_["tables"]}) < len(round_["tables"]):
            yield _odd(where)
        if not set(round_["standing"]) <= numbers or not all(map(_is_note, round_["notes"])):
            yield _odd(where)
        if not _is_drawn_from(round_["drawn_from"]):
            yield _odd(f"{where}, drawn_from")
        for table in round_["tables"]:
            if not _table_fits(table):
                yield _odd(f"{where}, {table['number']}", "takeout_results")


def _is_note(note: File) -> bool:
    try:
        note_text(core.Note(note["code"], note["figures"]), str)
    except (TypeError, ValueError, LookupError):
        return False
    return True


def _is_drawn_from(said: File) -> bool:
    """Whether a round could be drawn again from this; nothing is said of tables that were set by hand."""
    if not said:
        return True
    try:
        inputs = draw_inputs.read_inputs(said)
        known = {one.number for one in inputs.entrants}
        seated = {number for one in inputs.rounds for table in one.tables for number in table.seats}
        return len(known) == len(inputs.entrants) and seated <= known and isinstance(inputs.lot, str)
    except (Impossible, TypeError, ValueError, LookupError, AttributeError):
        return False


def _table_fits(table: File) -> bool:
    """Results one after the other, each with scores for every seat, and the last of them is what counts."""
    seats, results = len(table["seats"]), table["results"]
    last = results[-1] if results else None
    counts = None if last is None or last["how"] in COUNTS_NOT else last["scores"]
    said = (one["position"] for one in table["confirmations"] if one["position"] is not None)
    return (
        seats > 0
        and [one["seq"] for one in results] == [*range(1, table["seq"] + 1)]
        and all(one["scores"] is None or len(one["scores"]) == seats for one in results)
        and table["scores"] == counts
        and all(position < seats for position in said)
        and sum(one["answered_at"] is None for one in table["calls"]) <= 1
    )


# --- sheets ----------------------------------------------------------------------------------------------------------


def _sheets(file: File) -> tuple[Sheets, list[Problem]]:
    """All of them, and of each that could not have been written why not."""
    found, problems, steps = dict[tuple[int, int], Travelled](), list[Problem](), Steps()
    for round_ in file["rounds"]:
        for table in round_["tables"]:
            sheet, at = table["sheet"], {"round": round_["number"], "table": table["number"]}
            if sheet is None:
                continue
            if round_["published_at"] is None or not all(_sits(one, file) for one in sheet["seats"]):
                problems.append(_odd(f"rounds, {round_['number']}, {table['number']}"))
                continue
            try:
                found[round_["number"], table["number"]] = read_sheet(sheet, steps)
            except Unfit as error:
                code = "takeout_hand" if error.line is not None else "takeout_sheet"
                problems.append(Problem(code, "file", {**at, "line": error.line, "why": _why(error, sheet)}))
            if steps.left < 0:
                return found, [Problem("takeout_too_much", "file")]
    return found, problems


def _why(error: Unfit, sheet: File) -> str:
    """In the words of the table."""
    names = [one["name"] for one in sheet["seats"]]
    return " ".join(problem_text(one, GAMES.get(sheet["game"]), names) for one in error.problems)


def _sits(seat: File, file: File) -> bool:
    return seat["person"] is None or seat["person"] < len(file["people"])


# --- what it holds ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Counts:
    """What a file holds, for whoever decides whether to take it in. Cents."""

    cards: int
    rounds: int
    tables: int
    sheets: int
    hands: int
    people: int
    screens: int
    log: int
    paid: int
    booked: int
    """Of what came in and of prizes handed out, what stands in the other till."""
    not_booked: int
    """What came in and is in no till yet."""
    prizes_not_booked: int
    """What was handed out and is in no till yet."""


def counts_of(checked: Checked) -> Counts:
    file, sheets = checked.file, checked.sheets.values()
    handed = [one for one in file["payouts"] if one["handed_at"] is not None]
    return Counts(
        cards=sum(one["status"] != Status.CANCELLED for one in file["cards"]),
        rounds=len(file["rounds"]),
        tables=sum(len(one["tables"]) for one in file["rounds"]),
        sheets=len(sheets),
        hands=sum(one.sheet.state["hands"] for one in sheets),
        people=len(file["people"]),
        screens=len(file["screens"]),
        log=len(file["log"]),
        paid=sum(one["paid"] == Paid.PAID for one in file["cards"]),
        booked=sum(one["cents"] for one in file["payments"] if one["booked"]),
        not_booked=sum(one["cents"] for one in file["payments"] if not one["booked"]),
        prizes_not_booked=sum(one["cents"] for one in handed if not one["booked"]),
    )
