"""Sheets that come from another installation (`scoring.services.taken_along`): played again entry by entry, as they
were written there, and only then kept.

So what stands on such a sheet is what the engine makes of it here, and what could not have been written at a table is
not taken in.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import prefetch_related_objects

from clubs.models import Club
from clubs.services.text import fits_as_name, text_problems
from scoring.games.core import Game, Malformed, Problem, is_integer, people, read_house_rules
from scoring.games.sheet import GAMES, Refused, players_problems
from scoring.models import Entry, Seat, Sheet, Total
from scoring.services.agreement import LONGEST_REMARK
from scoring.services.check_code import CODE, computed
from scoring.services.closing import signed, to_sign
from scoring.services.fold import Folded, Slot, empty, fold, game_of, rules_of, step
from scoring.services.sheets import CODE_LETTERS
from scoring.services.taken_along import KITTY, SEATS
from scoring.services.tallies import Sums, add_up, day_of, write_all

MOST_STEPS = 250_000
"""Hands that are played again for one file at the most, those of a correction counted anew: about a quarter of a minute
of computing, and ten times as many as the largest hall writes."""


class Unfit(Exception):
    """What a sheet says could not have been written at a table: the number of the entry (None: the sheet itself) and
    why."""

    def __init__(self, line: int | None, *problems: Problem) -> None:
        self.line, self.problems = line, problems
        super().__init__(f"line {line}: {', '.join(one.code for one in problems)}")


@dataclass(slots=True)
class Steps:
    """How many hands may still be played again."""

    left: int = MOST_STEPS

    def take(self, count: int) -> None:
        self.left -= count
        if self.left < 0:
            raise Unfit(None, Problem("takeout_too_much"))


@dataclass(slots=True)
class Travelled:
    """A sheet that was read and is not kept yet: rows without ids. `persons` says for every seat who it is, as the file
    counts people."""

    sheet: Sheet
    seats: list[Seat]
    persons: list[int | None]
    entries: list[Entry]
    by: dict[int, str]
    """Number of an entry -> the account that wrote it there."""
    profile: list[Any] | None = None


def read_sheet(data: Mapping[str, Any], steps: Steps) -> Travelled:
    """The sheet that this JSON says (its form was looked at), with state and totals as the engine counts them here.

    Raises `Unfit` at the first thing that cannot be: house rules, names, a hand that the rules do not allow at that
    moment, a line struck out that did not stand, totals, signature or check code that are others.
    """
    sheet, names = _head(data)
    replay = _Replay(sheet, names, steps)
    entries = [_read_entry(sheet, number, one) for number, one in enumerate(data["entries"], start=1)]
    for entry in entries:
        replay.write(entry)
    sheet.seq, sheet.state, sheet.totals = len(entries), replay.folded.state, replay.folded.totals
    sheet.status = Sheet.Status.CLOSED if replay.closed else Sheet.Status.OPEN
    if replay.closed != (sheet.closed_at is not None) or replay.closed != (data["signed"] is not None):
        raise Unfit(None, Problem("takeout_signed_otherwise"))
    if sheet.check_code and (not replay.closed or sheet.check_code != computed(sheet, entries)):
        raise Unfit(None, Problem("takeout_other_code"))
    if replay.closed and data["signed"] != _as_signed(sheet):
        raise Unfit(None, Problem("takeout_signed_otherwise"))
    return Travelled(
        sheet=sheet,
        seats=[Seat(position=position, name=name) for position, name in enumerate(names)],
        persons=[one["person"] for one in data["seats"]],
        entries=entries,
        by={one["seq"]: one["by"] for one in data["entries"] if one["by"]},
        profile=data["profile"],
    )


def _head(data: Mapping[str, Any]) -> tuple[Sheet, list[str]]:
    game, names = GAMES.get(data["game"]), [one["name"] for one in data["seats"]]
    if game is None:
        raise Unfit(None, Problem("unknown_game", None, {"game": data["game"]}))
    try:
        rules = read_house_rules(game, data["house_rules"])
    except Malformed as error:
        raise Unfit(None, *error.problems) from error
    problems = players_problems(people(game, rules), names)
    if not all(map(fits_as_name, names)):
        problems.append(Problem("bad_value", "players"))
    if not problems and data["first_dealer"] not in range(len(names)):
        problems.append(Problem("bad_seat", "first_dealer"))
    if problems:
        raise Unfit(None, *problems)
    sheet = Sheet(
        game=data["game"],
        house_rules=data["house_rules"],
        first_dealer=data["first_dealer"],
        started_at=data["started_at"],
        closed_at=data["closed_at"],
        confirms=data["confirms"],
        approves=data["approves"],
        check_code=data["check_code"],
        state={"names": names},
    )
    return sheet, names


def _read_entry(sheet: Sheet, number: int, data: Mapping[str, Any]) -> Entry:
    if data["seq"] != number:
        raise Unfit(number, Problem("takeout_no_such_line"))
    at: datetime = data["at"]
    return Entry(
        sheet=sheet,
        seq=number,
        kind=data["kind"],
        data=data["data"],
        token=f"brought-{number}",
        asked="brought",
        device=data["phone"],
        at=at,
    )


# --- playing it again ------------------------------------------------------------------------------------------------

KEYS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    Entry.Kind.HAND: (frozenset({"hand"}), frozenset()),
    Entry.Kind.VOID: (frozenset({"line"}), frozenset({"also"})),
    Entry.Kind.REPLACE: (frozenset({"line", "hand"}), frozenset({"also"})),
    Entry.Kind.SEATS: (frozenset({"names", "before"}), frozenset({"moved"})),
    Entry.Kind.CLOSE: (frozenset({"totals"}), frozenset({CODE})),
    Entry.Kind.REOPEN: (frozenset(), frozenset()),
}
"""What an entry of a kind says, and what it may say besides."""

BESIDE = frozenset({Entry.Kind.CONFIRM, Entry.Kind.APPROVE})
"""What is said about the record, open or closed, and changes nothing of it (`scoring.services.agreement`)."""


@dataclass(slots=True)
class _Replay:
    """A sheet while it is written again. Names stay those that sit there at the end: only seats count."""

    sheet: Sheet
    names: list[str]
    steps: Steps
    game: Game = field(init=False)
    rules: Any = field(init=False)
    folded: Folded = field(init=False)
    places: list[Slot] = field(default_factory=list)
    written: list[Entry] = field(default_factory=list)
    closed: bool = False

    def __post_init__(self) -> None:
        self.game, self.rules = game_of(self.sheet), rules_of(self.sheet)
        self.folded = empty(self.game, self.rules, self.names, self.sheet.first_dealer)

    def write(self, entry: Entry) -> None:
        """One more entry, if it could be written now."""
        wrong = Unfit(entry.seq, Problem("takeout_line_unreadable"))
        if entry.kind in BESIDE:
            if not _is_said(entry.data, len(self.game.sides(len(self.names)))):
                raise wrong
        else:
            needed, allowed = KEYS[entry.kind]
            if not needed <= entry.data.keys() <= needed | allowed:
                raise wrong
            if self.closed != (entry.kind == Entry.Kind.REOPEN):
                raise Unfit(entry.seq, Problem("sheet_closed" if self.closed else "sheet_open"))
            try:
                WRITES[entry.kind](self, entry)
            except Refused as error:
                raise Unfit(entry.seq, *error.problems) from error
            except (TypeError, ValueError, LookupError, AttributeError) as error:
                raise wrong from error
        self.written.append(entry)

    def hand(self, entry: Entry) -> None:
        self.steps.take(1)
        self.folded, _line = step(self.game, self.rules, self.folded, entry.data["hand"], entry.seq)
        self.places.append(Slot(entry.seq, entry.data["hand"]))

    def void(self, entry: Entry) -> None:
        self._fold_again(entry, Slot(entry.data["line"], None))

    def replace(self, entry: Entry) -> None:
        self._fold_again(entry, Slot(entry.seq, entry.data["hand"]))

    def _fold_again(self, entry: Entry, there: Slot) -> None:
        """What stands at the line of the entry from now on, and everything after it played again."""
        line, also = entry.data["line"], entry.data.get("also", [])
        standing = {slot.line: slot.hand is not None for slot in self.places}
        restored = entry.kind == Entry.Kind.REPLACE and line in standing
        if not (restored or standing.get(line)) or not all(standing.get(one) and one != line for one in also):
            raise Unfit(entry.seq, Problem("takeout_no_such_line"))
        self.places = [
            there if slot.line == line else replace(slot, hand=None) if slot.line in also else slot
            for slot in self.places
        ]
        self.steps.take(sum(slot.hand is not None for slot in self.places))
        self.folded, _lines = fold(self.sheet, self.places, self.names)

    def seats(self, entry: Entry) -> None:
        names, before = entry.data["names"], entry.data["before"]
        for some in (names, before):
            if len(some) != len(self.names) or not all(isinstance(one, str) and fits_as_name(one) for one in some):
                raise Unfit(entry.seq, Problem("bad_value", "players"))
        if not all(one is None or one in range(len(names)) for one in entry.data.get("moved", ())):
            raise Unfit(entry.seq, Problem("bad_value", "players"))

    def close(self, entry: Entry) -> None:
        play = self.game.load(self.folded.state["play"])
        if problems := self.game.check_close(play, self.rules):
            raise Unfit(entry.seq, *problems)
        if entry.data["totals"] != self.folded.totals:
            raise Unfit(entry.seq, Problem("takeout_signed_otherwise"))
        code, said = entry.data.get(CODE), {"totals": entry.data["totals"]}
        self.sheet.seq = len(self.written)
        if code is not None and code != computed(self.sheet, self.written, closing=said):
            raise Unfit(entry.seq, Problem("takeout_other_code"))
        self.closed = True

    def reopen(self, entry: Entry) -> None:
        self.closed = False


WRITES: Mapping[str, Callable[[_Replay, Entry], None]] = {
    Entry.Kind.HAND: _Replay.hand,
    Entry.Kind.VOID: _Replay.void,
    Entry.Kind.REPLACE: _Replay.replace,
    Entry.Kind.SEATS: _Replay.seats,
    Entry.Kind.CLOSE: _Replay.close,
    Entry.Kind.REOPEN: _Replay.reopen,
}


def _is_said(data: Mapping[str, Any], sides: int) -> bool:
    """Whether this is the word of a side, a director's signature or a director's word."""
    if data.keys() == {"side", "agrees", "remark", "passed"}:
        flags = all(isinstance(data[name], bool) for name in ("agrees", "passed"))
        return flags and is_integer(data["side"]) and data["side"] in range(sides) and _is_word(data["remark"])
    if data.keys() == {"line"}:
        return is_integer(data["line"])
    return data.keys() == {"note"} and _is_word(data["note"])


def _is_word(text: object) -> bool:
    return isinstance(text, str) and not text_problems("note", text, LONGEST_REMARK)


def _as_signed(sheet: Sheet) -> dict[str, Any]:
    """What a close signs, as the file tells it."""
    units, kitty = to_sign(sheet)
    return {SEATS: units, KITTY: {"cents": kitty} if kitty else {}}


# --- keeping them ----------------------------------------------------------------------------------------------------


def keep(club: Club, travelled: Sequence[Travelled], *, players: Mapping[int, int], token: str) -> None:
    """Writes the sheets down for this club, with secrets and codes of their own, and counts the closed ones in its
    statistics as if they had been closed here. `players`: the file's people -> ids; `token` begins those of the sheets.

    Inside a transaction that has the club's turn. The number of statements does not depend on the sheets' hands alone:
    rows are written in bulk.
    """
    _with_secrets(club, [one.sheet for one in travelled], token)
    for one in travelled:
        for seat, person in zip(one.seats, one.persons, strict=True):
            seat.sheet, seat.player_id = one.sheet, None if person is None else players[person]
        for entry in one.entries:
            entry.sheet = one.sheet
    Seat.objects.bulk_create([seat for one in travelled for seat in one.seats])
    Entry.objects.bulk_create([entry for one in travelled for entry in one.entries], batch_size=2000)
    closed = [one for one in travelled if not one.sheet.is_open]
    sums, totals = Sums(), list[Total]()
    prefetch_related_objects([one.sheet for one in closed], "seats")
    for one in closed:
        totals += signed(one.sheet)
        add_up(one.sheet, one.entries, one.sheet.seats.all(), day_of(one.sheet), sums)
    Total.objects.bulk_create(totals)
    write_all(sums)


def _with_secrets(club: Club, sheets: Sequence[Sheet], token: str) -> None:
    """Keeps the sheets under secrets that nobody has; where a code is taken, all are drawn again."""
    for _attempt in range(10):
        for sheet in sheets:
            sheet.club, sheet.token = club, f"{token}{secrets.token_urlsafe(20)}"
            sheet.write_secret, sheet.watch_secret = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
            sheet.code = "".join(secrets.choice(CODE_LETTERS) for _letter in range(6))
        try:
            with transaction.atomic():
                Sheet.objects.bulk_create(sheets)
        except IntegrityError:
            continue
        return
    raise RuntimeError("no free table codes in ten draws: something else keeps the sheets from being saved")
