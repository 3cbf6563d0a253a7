"""What a table hands in, checked and made complete: one mapping for every seat, unit -> amount.

In: the amount in the stage's unit, events, and in matches `won` (1 or 0) where only the winner is told. Out, of a
match: `won`, `lost`, `drawn` (0 or 1), the unit with every bonus, `made` and `conceded` (as written, mine and the
other's), events, with boards also `boards` (how many were won). Of a table of three to five: the unit, events and
`table_rank` (1 the best, equals share the better one). What nobody knows is left out: of a life lost, often only who
won is told.
"""

from collections.abc import Mapping, Sequence

from tournaments.formats.core import Impossible, Problem, Scores
from tournaments.formats.plan import MATCHES, Counting, Kind, Stage

Row = Mapping[str, object]
Amounts = tuple[int | None, ...]

LIMIT = 100_000
"""Nobody makes more at one table, or less than minus as much."""

ONLY_WHO_WON = frozenset({Kind.LIVES, Kind.KNOCKOUT})
"""Formats in which it is enough to know who won."""


def count(
    stage: Stage,
    rows: Sequence[Row],
    *,
    team: bool = False,
    boards: Sequence[Sequence[int]] = (),
    best_of: int | None = None,
) -> tuple[Scores, ...]:
    """The complete scores of every seat.

    `boards`: for every board what the two there made, () where it was not played; then `rows` tells events only.
    `best_of` takes the place of the stage's (a final). Raises `Impossible` with every problem.
    """
    if boards or (team and stage.counting.boards > 1):
        return _by_boards(stage, rows, boards, best_of)
    problems: list[Problem] = []
    match = stage.kind in MATCHES
    if len(rows) < 2 or (match and len(rows) != 2) or (stage.partners and not match and len(rows) != 4):
        raise Impossible(Problem("wrong_seats", "rows", {"seats": len(rows), "should": 2 if match else 4}))
    amounts = tuple(_amount(stage, row, f"rows.{seat}", problems) for seat, row in enumerate(rows))
    events = [_events(stage, row, f"rows.{seat}", problems) for seat, row in enumerate(rows)]
    if problems:
        raise Impossible(*problems)
    made = _match(stage, amounts, _named(rows), best_of) if match else _table(stage, amounts)
    return tuple(_with_events(stage.counting, scores, more) for scores, more in zip(made, events, strict=True))


def board_scores(
    stage: Stage, boards: Sequence[Sequence[int]], *, best_of: int | None = None
) -> tuple[tuple[Scores, ...], ...]:
    """What the two at every board made, for an individual table beside that of the teams. () for an unplayed board.

    Refuses what `count` refuses of single boards, not that some are missing.
    """
    problems: list[Problem] = []
    found = tuple(
        _board(stage, amounts, f"boards.{index}", best_of, problems) if amounts else ()
        for index, amounts in enumerate(boards)
    )
    if problems:
        raise Impossible(*problems)
    return found


def bye(stage: Stage) -> Scores:
    """What somebody without an opponent is credited with: `bye_points`, and in matches a win where `bye_wins`.

    Where everybody meets everybody that is nothing: with an odd number all rest once.
    """
    if stage.kind in (Kind.ROUND_ROBIN, Kind.GROUPS):
        return {stage.counting.unit: 0}
    return _credit(stage)


def _credit(stage: Stage) -> Scores:
    won = {"won": 1} if stage.kind in MATCHES and stage.counting.bye_wins else {}
    return {stage.counting.unit: stage.counting.bye_points, **won}


def walkover(stage: Stage, seats: int, winner: int | None) -> tuple[Scores, ...]:
    """The opponent is not there: the seat `winner` is credited with a bye, whoever is missing has lost.

    In lives and knock-out `winner` has won even where a bye is no win. None: nobody was there, all have lost. Carries
    `walkover` 1 and is no played table.
    """
    lost: Scores = {stage.counting.unit: 0, "won": 0, "lost": 1, "drawn": 0, "walkover": 1}
    won = {"won": 1} if stage.kind in ONLY_WHO_WON else {}
    won_scores: Scores = {**lost, "lost": 0, **_credit(stage), **won}
    return tuple(won_scores if seat == winner else lost for seat in range(seats))


def struck(stage: Stage, seats: int) -> tuple[Scores, ...]:
    """A table whose list does not balance and cannot be cleared: all have 0 (rules of the Austrian Tarock final).

    It counts as played, nobody won or lost; at tables of several everybody is last, so that nobody gains by it.
    Carries `struck` 1.
    """
    if stage.kind in MATCHES:
        return (
            {stage.counting.unit: 0, "won": 0, "lost": 0, "drawn": 0, "made": 0, "conceded": 0, "struck": 1},
        ) * seats
    return ({stage.counting.unit: 0, "table_rank": seats, "struck": 1},) * seats


def self_match(stage: Stage, survivor: int) -> tuple[Scores, ...]:
    """Two cards of one person: nothing is played, seat `survivor` (0 or 1) goes on, no points (Bluzabande).

    Carries `self_match` 1 and is no played table.
    """
    return tuple(
        {
            stage.counting.unit: 0,
            "won": int(seat == survivor),
            "lost": int(seat != survivor),
            "drawn": 0,
            "self_match": 1,
        }
        for seat in range(2)
    )


# what was written ----------------------------------------------------------------------------------------------------


def _amount(stage: Stage, row: Row, at: str, problems: list[Problem]) -> int | None:
    """The amount in the stage's unit; None where the row does not say it."""
    counting = stage.counting
    value = row.get(counting.unit)
    if value is None:
        return None
    return _in_range(counting, value, f"{at}.{counting.unit}", problems)


def bounds(counting: Counting) -> tuple[int, int]:
    """The least and the most that may be written for one seat."""
    counts_up = counting.unit == "legs" or counting.winner_makes is not None
    lowest = counting.lowest if counting.lowest is not None else 0 if counts_up else -LIMIT
    return lowest, counting.highest if counting.highest is not None else LIMIT


def _in_range(counting: Counting, value: object, at: str, problems: list[Problem]) -> int | None:
    lowest, highest = bounds(counting)
    if type(value) is not int:
        problems.append(Problem("bad_value", at))
        return None
    if not lowest <= value <= highest:
        problems.append(Problem("out_of_range", at, {"is": value, "from": lowest, "to": highest}))
    return value


def _events(stage: Stage, row: Row, at: str, problems: list[Problem]) -> dict[str, int]:
    known, found = stage.counting.events, dict.fromkeys(stage.counting.events, 0)
    if stage.kind is Kind.LIVES and stage.schneider_lives > 1:
        known = (*known, "schneider")
    for name, value in row.items():
        if name in known:
            if type(value) is not int or value > LIMIT:
                problems.append(Problem("bad_value", f"{at}.{name}"))
            elif value < 0:
                problems.append(Problem("negative_event", f"{at}.{name}", {"is": value}))
            else:
                found[name] = value
        elif name == "won" and stage.kind in MATCHES:
            if not isinstance(value, int) or value not in (0, 1):
                problems.append(Problem("bad_value", f"{at}.won"))
        elif name != stage.counting.unit:
            problems.append(Problem("unknown_unit", f"{at}.{name}"))
    return found


def _with_events(counting: Counting, scores: Scores, events: Mapping[str, int]) -> Scores:
    worth = sum(events[name] * points for name, points in zip(counting.events, counting.event_points, strict=False))
    if worth:
        scores = {**scores, counting.unit: scores.get(counting.unit, 0) + worth}
    return {**scores, **events}


def _named(rows: Sequence[Row]) -> int | None:
    """The seat that is said to have won, where that is said of one only."""
    won = [seat for seat, row in enumerate(rows) if row.get("won")]
    return won[0] if len(won) == 1 else None


# matches -------------------------------------------------------------------------------------------------------------


def _match(stage: Stage, amounts: Amounts, named: int | None, best_of: int | None, at: str = "rows") -> list[Scores]:
    counting = stage.counting
    needed = (best_of or counting.best_of) // 2 + 1
    if amounts == (None, None) and named is not None:
        if counting.unit == "legs" and needed == 1:
            amounts = (int(named == 0), int(named == 1))
        elif stage.kind in ONLY_WHO_WON:
            return [{"won": int(seat == named), "lost": int(seat != named), "drawn": 0} for seat in (0, 1)]
    _nothing_missing(counting, amounts, at)
    one, other = amounts[0] or 0, amounts[1] or 0
    winner = None if one == other else int(other > one)
    problems = _sum_problems(counting, one + other, at)
    if counting.unit == "legs" and counting.sums_to is None:
        problems += _legs_problems(counting, one, other, best_of or counting.best_of, at)
    else:
        problems += _winner_problems(counting, one, other, named, at)
        winner = named if winner is None else winner
    if named not in (None, winner):
        problems.append(Problem("won_wrong", at, {"amounts": [one, other]}))
    if problems:
        raise Impossible(*problems)
    return [_seat(counting, (one, other)[seat], (other, one)[seat], seat, winner) for seat in (0, 1)]


def _seat(counting: Counting, made: int, conceded: int, seat: int, winner: int | None) -> Scores:
    """One side of a match. A winner may have a bonus (Wattkönig: 15 + 10), and one for an opponent at nothing."""
    won = winner == seat
    bonus = (counting.win_bonus + (counting.shutout_bonus if conceded == 0 else 0)) if won else 0
    return {
        counting.unit: made + bonus,
        "won": int(won),
        "lost": int(winner == 1 - seat),
        "drawn": int(winner is None),
        "made": made,
        "conceded": conceded,
    }


def _nothing_missing(counting: Counting, amounts: Amounts, at: str) -> None:
    missing = [seat for seat, amount in enumerate(amounts) if amount is None]
    if missing:
        raise Impossible(*(Problem("missing", f"{at}.{seat}.{counting.unit}") for seat in missing))


def _sum_problems(counting: Counting, total: int, at: str) -> list[Problem]:
    if counting.sums_to is None or total == counting.sums_to:
        return []
    return [Problem("sum_wrong", at, {"sum": total, "should": counting.sums_to})]


def _legs_problems(counting: Counting, one: int, other: int, best_of: int, at: str) -> list[Problem]:
    """The match is over with the leg that decides it: best of three ends 2:0 or 2:1."""
    more, less, needed = max(one, other), min(one, other), best_of // 2 + 1
    if more == needed and less <= best_of - needed:
        return []
    if one + other == best_of and one == other:
        return [] if counting.draws else [Problem("no_winner", at, {"amounts": [one, other]})]
    return [Problem("legs_impossible", at, {"legs": [one, other], "best_of": best_of, "needed": needed})]


def _winner_problems(counting: Counting, one: int, other: int, named: int | None, at: str) -> list[Problem]:
    """Level amounts want `draws`, or to be told who won the decider."""
    level, target = one == other, counting.winner_makes
    if target is not None and (one >= target if level else max(one, other) != target):
        return [Problem("winner_makes", at, {"amounts": [one, other], "should": target})]
    if level and not counting.draws and (named is None or target is not None):
        return [Problem("no_winner", at, {"amounts": [one, other]})]
    return []


# boards of a match ---------------------------------------------------------------------------------------------------


def _board(
    stage: Stage, amounts: Sequence[int], at: str, best_of: int | None, problems: list[Problem]
) -> tuple[Scores, ...]:
    if len(amounts) != 2:
        problems.append(Problem("wrong_seats", at, {"seats": len(amounts), "should": 2}))
        return ()
    wrong = len(problems)
    read = tuple(_in_range(stage.counting, one, f"{at}.{seat}", problems) for seat, one in enumerate(amounts))
    if len(problems) > wrong:
        return ()
    try:
        return tuple(_match(stage, read, None, best_of, at))
    except Impossible as impossible:
        problems += impossible.problems
        return ()


def _by_boards(
    stage: Stage, rows: Sequence[Row], boards: Sequence[Sequence[int]], best_of: int | None
) -> tuple[Scores, ...]:
    """A match of several boards; bonuses are those of the boards.

    Boards may be unplayed where one side has won more than half of all (first team to five wins, Mittertrixen).
    """
    counting, problems = stage.counting, list[Problem]()
    if len(boards) > counting.boards:
        problems.append(Problem("too_many_boards", "boards", {"boards": len(boards), "should": counting.boards}))
    if len(rows) not in (0, 2):
        problems.append(Problem("wrong_seats", "rows", {"seats": len(rows), "should": 2}))
    events = [_events(stage, row, f"rows.{seat}", problems) for seat, row in enumerate(rows)]
    problems += [
        Problem("unknown_unit", f"rows.{seat}.{counting.unit}") for seat, row in enumerate(rows) if counting.unit in row
    ]
    played: list[tuple[Scores, ...]] = []
    try:
        played = [board for board in board_scores(stage, boards, best_of=best_of) if board]
    except Impossible as impossible:
        problems += impossible.problems
    if problems:
        raise Impossible(*problems)
    sides = [_side(counting, [board[seat] for board in played]) for seat in (0, 1)]
    decided = counting.board_unit == "won" and 2 * max(side["boards"] for side in sides) > counting.boards
    if len(played) < counting.boards and not decided:
        missing = [number for number in range(1, counting.boards + 1) if number > len(boards) or not boards[number - 1]]
        raise Impossible(Problem("board_missing", "boards", {"boards": missing}))
    told = events or [dict.fromkeys(counting.events, 0)] * 2
    sides = [{**_with_events(counting, side, more)} for side, more in zip(sides, told, strict=True)]
    return tuple(_decided(counting, sides, _named(rows)))


def _side(counting: Counting, boards: Sequence[Scores]) -> dict[str, int]:
    sums = {unit: sum(board[unit] for board in boards) for unit in (counting.unit, "made", "conceded")}
    return {**sums, "boards": sum(board["won"] for board in boards)}


def _decided(counting: Counting, sides: Sequence[Scores], named: int | None) -> list[Scores]:
    one, other = (side["boards" if counting.board_unit == "won" else counting.unit] for side in sides)
    winner = named if one == other else int(other > one)
    if winner is None and not counting.draws:
        raise Impossible(Problem("no_winner", "boards", {"amounts": [one, other]}))
    if named not in (None, winner):
        raise Impossible(Problem("won_wrong", "boards", {"amounts": [one, other]}))
    return [
        {**side, "won": int(winner == seat), "lost": int(winner == 1 - seat), "drawn": int(winner is None)}
        for seat, side in enumerate(sides)
    ]


# tables of three to five ---------------------------------------------------------------------------------------------


def _table(stage: Stage, amounts: Amounts) -> list[Scores]:
    """Everybody's amount and rank. Partners (seats 1 and 3, 2 and 4) have what their side made, written once or twice;
    what a table adds up to is then the sum of the two sides (Jass: 157 a game)."""
    counting = stage.counting
    if stage.partners:
        amounts = tuple(amounts[seat] if amounts[seat] is not None else amounts[(seat + 2) % 4] for seat in range(4))
    _nothing_missing(counting, amounts, "rows")
    made = [amount or 0 for amount in amounts]
    problems = _sum_problems(counting, sum(made[:2] if stage.partners else made), "rows")
    if stage.partners and made[:2] != made[2:]:
        problems = [Problem("partners_differ", "rows", {"amounts": made})]
    if problems:
        raise Impossible(*problems)
    return [{counting.unit: mine, "table_rank": 1 + sum(other > mine for other in made)} for mine in made]
