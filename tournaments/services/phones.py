"""What a phone without an account does at the table whose code it has read. Page and API share it.

The code is on the table for the whole event; a phone is always about the round that is being played.
"""

from collections.abc import Mapping, Sequence

from clubs.services.core import Problem, Refused
from scoring.models import Sheet
from tournaments.formats.plan import Record
from tournaments.models import Result, Round, Tournament
from tournaments.queries import published
from tournaments.services import laid_tables, results, table_sheets
from tournaments.services.laid_tables import Laid, State


def table_here(tournament: Tournament, number: int) -> tuple[Round | None, Laid | None]:
    """The round that is being played or was played last, and what lies at the table of this number in it."""
    round_ = published(tournament).last()
    return round_, next(iter(laid_tables.tables_of(round_, number=number)), None) if round_ else None


def table_in(tournament: Tournament, number: int, round_: int) -> Laid | None:
    """The same for a phone that is about this round; None where another one is played by now, or nobody sits there."""
    playing, laid = table_here(tournament, number)
    return laid if playing is not None and playing.number == round_ else None


def seen(tournament: Tournament, round_: Round | None) -> str:
    """Moves on with every result, sheet and round, and with the end."""
    of_round = laid_tables.seen_of(round_) if round_ else "0"
    return f"{of_round}-{int(tournament.ended_at is not None)}"


def offered(laid: Laid) -> tuple[str, ...]:
    """What the table can still do: `sheet` (write hand by hand), `result` (hand in what it made)."""
    if laid.made.scores is not None or laid.state == State.ALONE or laid.one_person:
        return ()
    record = laid.plan.desk.record
    may_write = table_sheets.may_have_sheet(laid.plan, laid.stage, laid.table.round.tournament, len(laid.seats))
    may_type = record != Record.HANDS or not may_write
    return (*(["sheet"] if may_write else []), *(["result"] if may_type else []))


def hand_in(
    laid: Laid,
    *,
    rows: Sequence[Mapping[str, int]],
    boards: Sequence[Sequence[int]],
    seen: int,
    token: str,
    device: str = "",
    cards: Sequence[int] | None = None,
) -> Result:
    """As the desk does it, but a phone gives no reason: it corrects nothing that counts. Raises `Moved` as there."""
    if laid.plan.desk.record == Record.HANDS:
        raise Refused(Problem("hands_only"))
    try:
        return results.hand_in(
            laid.table, by=None, rows=rows, boards=boards, seen=seen, token=token, device=device, cards=cards
        )
    except Refused as error:
        raise Refused(*map(_for_phones, error.problems)) from error


def _for_phones(problem: Problem) -> Problem:
    return Problem("desk_corrects") if problem.code == "result_reason_missing" else problem


def sheet_of(laid: Laid) -> tuple[Sheet, bool]:
    """The table's sheet, begun where there is none, and whether it is to be written on.

    What is signed is to be watched: the code outlives the round, and everybody may have it by then, so it does not lead
    to the whole names on a sheet that nothing is written on any more.
    """
    sheet = table_sheets.open_sheet(laid.table)
    over = laid.table.round.tournament.ended_at is not None
    return sheet, sheet.is_open and laid.made.scores is None and not over
