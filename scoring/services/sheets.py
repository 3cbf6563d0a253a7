"""The use cases of a sheet: begin, record, strike out, put right, swap seats."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import IntegrityError, transaction

from clubs.models import Club, Evening, RuleVersion
from clubs.services.text import fits_as_name, tidy
from scoring.games.check_code import moved
from scoring.games.core import Malformed, Problem, people, write_house_rules
from scoring.games.sheet import Played, Refused, play_hand, players_problems, read_table
from scoring.models import Entry, Seat, Sheet
from scoring.services.fold import (
    Folded,
    LaterHandFalls,
    Line,
    Slot,
    empty,
    fold,
    game_of,
    names_of,
    rules_of,
    slots,
    step,
)
from scoring.services.profiles import version_played
from scoring.services.record import Change, Write, append, fingerprint, first_answer, once
from scoring.services.seats import people_at, sit_down

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I and O, which look like figures on a slip."""


def begin_sheet(
    *,
    game: str,
    players: Sequence[Any],
    token: str,
    first_dealer: int | None = None,
    house_rules: Mapping[str, Any] | None = None,
    club: Club | None = None,
    evening: Evening | None = None,
    rule_version: RuleVersion | None = None,
    confirms: bool = False,
    approves: Sequence[str] = (),
) -> Sheet:
    """A new sheet with its secrets and code; the same token again gets the same sheet.

    `house_rules` are what departs from the game's defaults; they are frozen whole on the sheet. At a table of a club
    (that of the `evening`, if it belongs to one) every name is one of its people, and whoever sits there is there that
    evening; `rule_version` is the club's version that the rules were taken from, kept where they are exactly that
    version's. `confirms`: every side is asked whether the result is right; `approves`: contracts that a director signs.
    Raises `Refused` with every problem, for a token that began another table, and in an evening that is
    settled.
    """
    Write(0, token)
    names = [tidy(name) if isinstance(name, str) else name for name in players]
    document = {
        "game": game,
        "players": names,
        "first_dealer": first_dealer,
        "house_rules": house_rules or {},
    }
    try:
        table = read_table(document)
    except Malformed as error:
        raise Refused(error.problems) from error
    if not all(map(fits_as_name, names)):
        raise Refused((Problem("bad_value", "players"),))
    folded = empty(table.game, table.rules, names, table.first_dealer)
    sheet = Sheet(
        club=evening.club if evening else club,
        evening=evening,
        rule_version=version_played(rule_version, write_house_rules(table.rules)),
        game=game,
        house_rules=write_house_rules(table.rules),
        first_dealer=table.first_dealer,
        state=folded.state,
        totals=folded.totals,
        token=token,
        confirms=confirms,
        approves=list(approves),
    )
    if known := _begun(sheet):
        return known
    return _with_secrets(sheet, names)


def _with_secrets(sheet: Sheet, names: Sequence[str]) -> Sheet:
    """Saves a new sheet under secrets nobody has; a taken code is drawn again."""
    for _attempt in range(10):
        sheet.write_secret, sheet.watch_secret = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        sheet.code = "".join(secrets.choice(CODE_LETTERS) for _ in range(6))
        try:
            with transaction.atomic():
                players = people_at(sheet.club, names) if sheet.club else [None] * len(names)
                if sheet.evening:
                    sit_down(sheet.evening, [player for player in players if player])
                sheet.save(force_insert=True)
                Seat.objects.bulk_create(
                    Seat(sheet=sheet, position=position, name=name, player=player)
                    for position, (name, player) in enumerate(zip(names, players, strict=True))
                )
            return sheet
        except IntegrityError:
            # Either the code is taken, or a double tap has begun this very sheet in the meantime.
            sheet.pk = None
            if known := _begun(sheet):
                return known
    raise RuntimeError("no free table code in ten draws: something else keeps the sheet from being saved")


def _begun(sheet: Sheet) -> Sheet | None:
    """The sheet that this token has begun, or None. A secret is told only to who asks for the very same table."""
    known = Sheet.objects.filter(token=sheet.token).first()
    if known is None:
        return None
    reseated = known.entries.filter(kind=Entry.Kind.SEATS).order_by("seq").first()
    asked = (sheet.game, sheet.house_rules, sheet.first_dealer, names_of(sheet))
    if asked != (
        known.game,
        known.house_rules,
        known.first_dealer,
        reseated.data["before"] if reseated else names_of(known),
    ):
        raise Refused((Problem("bad_token", "token"),))
    return known


def preview_hand(sheet: Sheet, *, hand: Mapping[str, Any]) -> Played:
    """What the hand would be worth now; the use case without the write."""
    game = game_of(sheet)
    return play_hand(game, rules_of(sheet), game.load(sheet.state["play"]), hand)


@once
def record_hand(sheet: Sheet, *, hand: Mapping[str, Any], write: Write) -> Entry:
    """Writes one hand. Raises `Refused` with every problem, or `Conflict` when another phone was first."""
    asked = fingerprint(Entry.Kind.HAND, hand)
    if known := first_answer(sheet, write, asked):
        return known
    folded, line = step(game_of(sheet), rules_of(sheet), _now(sheet), hand, write.after_seq + 1)
    data = {"hand": game_of(sheet).write(line.played.hand)}
    return append(sheet, Change(Entry.Kind.HAND, data, _columns(folded)), write, asked)


@once
def void_line(sheet: Sheet, *, line: int, write: Write, together: bool = False) -> Entry:
    """Strikes out a hand; it stays in the history. Later hands are checked again.

    Where one of them no longer stands, `Refused` names it, unless they are to be struck out `together`.
    """
    asked = fingerprint(Entry.Kind.VOID, {"line": line, "together": together})
    if known := first_answer(sheet, write, asked):
        return known
    standing = _standing(sheet, line)
    places = [replace(slot, hand=None) if slot.line == line else slot for slot in standing]
    folded, _lines, also = _folded_with(sheet, places, _numbers(standing), together=together)
    return append(sheet, Change(Entry.Kind.VOID, {"line": line, **also}, _columns(folded)), write, asked)


@once
def replace_hand(sheet: Sheet, *, line: int, hand: Mapping[str, Any], write: Write, together: bool = False) -> Entry:
    """Strikes out a hand and puts another in its place; both stay in the history.

    Raises `Refused` with the problems of the new hand. Where a later hand no longer stands, `LaterHandFalls` names it,
    unless all of those are to be struck out `together` with it.
    """
    asked = fingerprint(Entry.Kind.REPLACE, {"line": line, "hand": hand, "together": together})
    if known := first_answer(sheet, write, asked):
        return known
    if not isinstance(hand, Mapping):
        raise Refused((Problem("bad_value", "hand"),))
    places = _standing(sheet, line)
    old = next(slot.hand for slot in places if slot.line == line) or {}
    # The caller of that hand stays who he was, unless the new hand says otherwise.
    kept = {"caller": old["caller"]} if "caller" in old else {}
    wanted = kept | {name: value for name, value in hand.items() if value is not None}
    change = _in_its_place(sheet, places, line, wanted, write, together=together)
    if change.data["hand"] == old:
        raise Refused((Problem("nothing_changed"),))
    return append(sheet, change, write, asked)


@once
def restore_line(sheet: Sheet, *, line: int, write: Write) -> Entry:
    """Puts a hand that was struck out back into its place, as it was.

    Raises `Refused` where no such line was struck out, or with the first later hand that no longer stands.
    """
    asked = fingerprint(Entry.Kind.REPLACE, {"restore": line})
    if known := first_answer(sheet, write, asked):
        return known
    places = _places(sheet)
    struck = sheet.entries.filter(seq=line).first()
    if struck is None or not any(slot.line == line and slot.hand is None for slot in places):
        raise Refused((Problem("no_such_line"),))
    return append(sheet, _in_its_place(sheet, places, line, struck.data["hand"], write), write, asked)


def _in_its_place(
    sheet: Sheet, places: list[Slot], line: int, hand: Mapping[str, Any], write: Write, *, together: bool = False
) -> Change:
    """A hand where `line` stands or stood, with all hands played again; raises `Refused` where that cannot be."""
    seq, numbers = write.after_seq + 1, _numbers(places)
    places = [replace(slot, line=seq, hand=hand) if slot.line == line else slot for slot in places]
    folded, lines, also = _folded_with(sheet, places, numbers, together=together, itself=seq)
    data = {"line": line, "hand": _written(sheet, lines, seq), **also}
    return Change(Entry.Kind.REPLACE, data, _columns(folded))


def _folded_with(
    sheet: Sheet, places: list[Slot], numbers: Mapping[int, int], *, together: bool, itself: int | None = None
) -> tuple[Folded, list[Line], dict[str, Any]]:
    """All hands played again after a change, and the later ones that fall where they are to fall `together`.

    Raises `Refused` where the changed hand `itself` cannot stand, and `LaterHandFalls` where a later one cannot.
    """
    fallen: list[LaterHandFalls] = []
    folded, lines = fold(sheet, places, names_of(sheet), numbers=numbers, fallen=fallen)
    for falls in fallen:
        if falls.line == itself:
            raise Refused(falls.problems[1:])
    if fallen and not together:
        fallen[0].count = len(fallen)
        raise fallen[0]
    return folded, lines, {"also": [falls.line for falls in fallen]} if fallen else {}


def _numbers(places: Sequence[Slot]) -> dict[int, int]:
    """Which hand of the evening each standing line is."""
    return {slot.line: number for number, slot in enumerate((one for one in places if one.hand is not None), start=1)}


@once
def rename_seats(sheet: Sheet, *, names: Sequence[str], write: Write) -> Entry:
    """Says who really sits where (swapped players, a typing error): names move, the lines stay with the seats.

    All lines are replayed. Raises `Refused` for names the game cannot seat.
    """
    names = [tidy(name) for name in names]
    asked = fingerprint(Entry.Kind.SEATS, {"names": names})
    return first_answer(sheet, write, asked) or _reseat(sheet, names, write, asked)


@once
def swap_seats(sheet: Sheet, *, seats: Sequence[Any], write: Write) -> Entry:
    """The names of two seats change places; a use case of its own, so that a double tap does not swap them back."""
    asked = fingerprint(Entry.Kind.SEATS, {"swap": list(seats)})
    if known := first_answer(sheet, write, asked):
        return known
    names = list(names_of(sheet))
    if len(set(seats)) != 2 or len(seats) != 2 or not all(seat in range(len(names)) for seat in seats):
        raise Refused((Problem("tap_two", "players"),))
    first, second = seats
    names[first], names[second] = names[second], names[first]
    return _reseat(sheet, names, write, asked)


def _reseat(sheet: Sheet, names: Sequence[str], write: Write, asked: str) -> Entry:
    seats = list(sheet.seats.all())
    before = names_of(sheet)
    problems = players_problems(people(game_of(sheet), rules_of(sheet)), names)
    if not all(map(fits_as_name, names)):
        problems.append(Problem("bad_value", "players"))
    if not problems and (names == before or len(names) != len(seats)):
        problems.append(Problem("nothing_changed", "players"))
    if problems:
        raise Refused(tuple(problems))
    folded, _lines = fold(sheet, _places(sheet), names)
    kept = {seat.name: seat.player_id for seat in seats if seat.player_id}

    def write_rows() -> None:
        players = people_at(sheet.club, names, kept) if sheet.club else [None] * len(names)
        if sheet.evening:
            sit_down(sheet.evening, [player for player in players if player])
        for seat, name, player in zip(seats, names, players, strict=True):
            seat.name, seat.player = name, player
        Seat.objects.bulk_update(seats, ["name", "player"])

    data = {"names": names, "before": before, "moved": moved(before, names)}
    return append(sheet, Change(Entry.Kind.SEATS, data, _columns(folded), write_rows), write, asked)


# --- what they share -----------------------------------------------------------------------------------------------


def _now(sheet: Sheet) -> Folded:
    return Folded(sheet.state, sheet.totals)


def _columns(folded: Folded) -> dict[str, Any]:
    return {"state": folded.state, "totals": folded.totals}


def _places(sheet: Sheet) -> list[Slot]:
    """All places as this sheet saw them: what another phone has written since is for `append` to find."""
    return slots(sheet.entries.filter(seq__lte=sheet.seq))


def _standing(sheet: Sheet, line: int) -> list[Slot]:
    """All places of the sheet; raises `Refused` where `line` is no standing hand."""
    places = _places(sheet)
    if any(slot.line == line and slot.hand is not None for slot in places):
        return places
    known = (
        line <= sheet.seq and sheet.entries.filter(seq=line, kind__in=(Entry.Kind.HAND, Entry.Kind.REPLACE)).exists()
    )
    raise Refused((Problem("line_gone" if known else "no_such_line"),))


def _written(sheet: Sheet, lines: Sequence[Line], seq: int) -> dict[str, Any]:
    return next(game_of(sheet).write(line.played.hand) for line in lines if line.seq == seq)
