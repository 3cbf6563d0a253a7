"""The cards of a table say whether its result is right; a director signs, or ends a dispute with a word.

Page, phone and API share it.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from clubs.models import Membership, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import text_problems, tidy
from clubs.services.till import TOKEN
from scoring.games.sheet import Refused as RecordRefused
from scoring.models import Sheet
from scoring.services import agreement as record
from scoring.services.agreement import State, Voice
from scoring.services.fold import game_of, names_of
from scoring.services.record import Conflict, Write
from tournaments.models import Confirmation, Table, Tournament
from tournaments.services import turns
from tournaments.services.agreement import DECIDED, cards_of_seats, counting_sheet, side_of, states_of
from tournaments.services.laid_tables import Laid, laid_table
from tournaments.services.results import Moved

MOST_SAID = 400
"""So often may something be said at one table, whatever its results were: each is a row, and anybody has its code."""


def confirm(
    table: Table,
    *,
    position: int,
    agrees: bool,
    of: str,
    token: str,
    remark: str = "",
    passed: bool = False,
    device: str = "",
    by: User | None = None,
) -> None:
    """The card at this position says that the result is right, or with a `remark` that it is not.

    `of` is what was looked at (`Agreement.of`); raises `Moved` where the table has something else by now. The same
    again is said once. Refused with every reason, as on a sheet; also once the places are final.
    """
    with transaction.atomic():
        laid = _taken(table, token)
        if Tournament.objects.filter(pk=laid.table.round.tournament_id).exclude(ended_at=None).exists():
            raise Refused(Problem("tournament_over"))
        if (sheet := counting_sheet(laid)) is not None:
            sides = game_of(sheet).sides(len(names_of(sheet)))
            side = side_of(sides, cards_of_seats([laid])[table.pk], position)
            with _of_the_record(laid):
                write = Write(_seq(laid, of), token, device, by)
                record.confirm(sheet, side=side, agrees=agrees, remark=remark, passed=passed, write=write)
            return
        voice = Voice(position, agrees, passed, device, by.pk if by else None)
        _say(laid, voice, remark="" if agrees else tidy(remark), of=of, token=token, by=by)


def _say(laid: Laid, voice: Voice, *, remark: str, of: str, token: str, by: User | None) -> None:
    known = Confirmation.objects.filter(table=laid.table, token=token).first()
    if known is not None:
        if (known.position, known.agrees, known.remark) != (voice.side, voice.agrees, remark):
            raise Refused(Problem("token_used"))
        return
    _still(laid, of)
    last = laid.results[-1] if laid.results else None
    problems = []
    if not laid.plan.hall.confirm or (last is not None and last.how in DECIDED):
        problems.append(Problem("not_asked"))
    if laid.made.scores is None:
        problems.append(Problem("nothing_to_confirm"))
    if voice.side not in {seat.position for seat in laid.seats}:
        problems.append(Problem("no_such_side", "position"))
    if laid.table.confirmations.count() >= MOST_SAID:
        problems.append(Problem("said_too_often"))
    rows = Confirmation.objects.filter(table=laid.table, of=laid.table.seq).exclude(position=None).order_by("pk")
    earlier = [Voice(row.position or 0, row.agrees, row.passed, row.device, row.by_id) for row in rows]
    found = [*record.remark_problems(voice.agrees, remark), *record.speaker_problems(voice, earlier)]
    problems += [Problem(one.code, _field(one.at), one.figures) for one in found]
    if problems:
        raise Refused(*problems)
    said = {"agrees": voice.agrees, "remark": remark, "passed": voice.passed, "device": voice.device}
    _write(laid, token=token, by=by, position=voice.side, **said)


def sign(table: Table, *, by: Membership, token: str, line: int | None = None, of: str = "") -> None:
    """A director signs a hand of the table's sheet (`line` is its entry), or the events of its typed result (`of`, as
    it was looked at). Signed twice is signed once. Refused where there is nothing to sign; raises `Moved` as above.
    """
    with transaction.atomic():
        laid = _taken(table, token)
        if (sheet := counting_sheet(laid)) is not None and line is not None:
            before = sheet.seq
            with _of_the_record(laid):
                record.approve_hand(sheet, line=line, write=Write(before, token, by=by.user), by=by)
            if sheet.seq != before:
                _log(laid, "table_signed", by=by, hand=line)
            return
        if Confirmation.objects.filter(table=laid.table, token=token).exists():
            return
        _still(laid, of)
        if not states_of([laid])[table.pk].unsigned:
            if not Confirmation.objects.filter(table=laid.table, of=laid.table.seq, position=None, remark="").exists():
                raise Refused(Problem("nothing_to_sign"))
            return
        _write(laid, token=token, by=by.user, agrees=True)
        _log(laid, "table_signed", by=by)


def settle(table: Table, *, by: Membership, token: str, note: str, of: str) -> None:
    """A director ends a dispute with a word (`note`), and the result stays as it is. A card may still say no again.

    Refused: no word or one too long, no dispute. Raises `Moved` as above.
    """
    note = tidy(note)
    with transaction.atomic():
        laid = _taken(table, token)
        if (sheet := counting_sheet(laid)) is not None:
            before = sheet.seq
            with _of_the_record(laid):
                record.settle(sheet, note=note, write=Write(_seq(laid, of), token, by=by.user), by=by)
            if sheet.seq != before:
                _log(laid, "table_settled", by=by, reason=note)
            return
        if Confirmation.objects.filter(table=laid.table, token=token).exists():
            return
        _still(laid, of)
        problems = [] if note else [Problem("decision_missing", "note")]
        problems += text_problems("note", note, record.LONGEST_REMARK)
        if states_of([laid])[table.pk].state != State.DISPUTED:
            problems.append(Problem("nothing_disputed"))
        if problems:
            raise Refused(*problems)
        _write(laid, token=token, by=by.user, agrees=True, remark=note)
        _log(laid, "table_settled", by=by, reason=note)


# --- what they share -------------------------------------------------------------------------------------------------


def _taken(table: Table, token: str) -> Laid:
    """The table as it is now. Where a typed result counts, the tournament's row is taken, so that two who speak at the
    same moment speak one after the other; the sheet's entries see to that themselves."""
    if not TOKEN.fullmatch(token):
        raise Refused(Problem("bad_token", "token"))
    laid = _as_it_is(table)
    if counting_sheet(laid) is None:
        turns.take(table.round.tournament)
        laid = _as_it_is(table)
    return laid


def _as_it_is(table: Table) -> Laid:
    laid = laid_table(table.round.tournament, table.round.number, table.number)
    if laid is None or laid.table.pk != table.pk:
        raise Refused(Problem("round_not_published"))
    return laid


def _still(laid: Laid, of: str) -> None:
    """Raises `Moved` where a typed result was looked at that is not there any more."""
    if of != f"r{laid.table.seq}":
        raise Moved(laid.table, laid.results[-1] if laid.results else None, laid.made.scores)


def _seq(laid: Laid, of: str) -> int:
    """The entry of the sheet that was seen last."""
    if not re.fullmatch(r"s[0-9]{1,9}", of):
        raise Moved(laid.table, None, laid.made.scores)
    return int(of[1:])


@contextmanager
def _of_the_record(laid: Laid) -> Iterator[None]:
    """What the sheet's record refuses, as a table does; raises `Moved` where the sheet has gone on."""
    try:
        yield
    except RecordRefused as error:
        raise Refused(*(Problem(one.code, _field(one.at), one.figures) for one in error.problems)) from error
    except Conflict as error:
        raise Moved(laid.table, None, laid.made.scores) from error


def _field(at: str | None) -> str | None:
    return "position" if at == "side" else at


def _write(laid: Laid, **said: Any) -> None:
    Confirmation.objects.create(table=laid.table, of=laid.table.seq, **said)


def _log(laid: Laid, what: str, *, by: Membership, **more: int | str) -> None:
    round_ = laid.table.round
    after = {"tournament": round_.tournament.name, "round": round_.number, "table": laid.table.number, **more}
    log_change(by.club, what, by=by.user, after=after)


def sheet_asked(sheet: Sheet) -> bool:
    """Whether a tournament has laid down that every side of this sheet is asked (`scoring.services.elsewhere`)."""
    table = Table.objects.select_related("round__tournament").filter(sheet=sheet.pk).first()
    return table is not None and bool(table.round.tournament.plan.get("hall", {}).get("confirm"))
