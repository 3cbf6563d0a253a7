"""Whether the sides of a table agree to what is written, and which hands a director still signs.

A confirmation is an entry like any other, and about the sheet as it was then: whatever changes the record afterwards
(a hand, striking one out, putting one right, other seats, opening the sheet again) leaves nobody's word standing. A
close changes nothing of what was played: what was said before it stands, as long as nothing came in between. Of what a
side says the latest counts. Nothing ever waits for it.

One person cannot be both sides: a phone speaks for one side; for another one it has to be handed over, which is
written down and shown (`passed`). One account never speaks for two. A "no" is taken back only on the phone that said
it first, or by the word of a director.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile
from typing import Any

from django.db.models import Q

from clubs.models import Membership
from clubs.services.text import text_problems, tidy
from scoring.games.core import Problem
from scoring.games.sheet import Refused
from scoring.models import Entry, Sheet
from scoring.services.elsewhere import asked_for
from scoring.services.fold import game_of, names_of
from scoring.services.record import Change, Write, append, fingerprint, first_answer, once

LONGEST_REMARK = 120
"""Letters, also of a director's word."""

KEEPS = frozenset({Entry.Kind.CONFIRM, Entry.Kind.APPROVE, Entry.Kind.CLOSE})
"""What leaves standing what was said before."""


class State(StrEnum):
    OFF = "off"
    """Nobody is asked: not at this table, nothing was played yet, or a director has spoken."""
    OPEN = "open"
    AGREED = "agreed"
    """Every side has said yes to the same record."""
    DISPUTED = "disputed"
    """A side has said no."""


@dataclass(frozen=True, slots=True)
class Agreement:
    state: State = State.OFF
    said: Mapping[int, Entry] = field(default_factory=dict)
    """Side -> what it said last of the record as it is."""
    spoken: tuple[Entry, ...] = ()
    """All that was said of it, oldest first."""
    settled: str = ""
    """What a director has said of a dispute."""


@dataclass(frozen=True, slots=True)
class Unsigned:
    """A hand that a director still has to sign: its entry, and whose contract it was (a seat)."""

    line: int
    contract: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class Spoken:
    """Everything said about a sheet besides its record."""

    agreement: Agreement = field(default_factory=Agreement)
    unsigned: tuple[Unsigned, ...] = ()


# --- reading ---------------------------------------------------------------------------------------------------------


def spoken_of(sheet: Sheet) -> Spoken:
    """One query; none where nobody is asked and nothing is to be signed."""
    return spoken_on([sheet])[sheet.pk]


def spoken_on(sheets: Sequence[Sheet]) -> dict[int, Spoken]:
    """Id of a sheet -> what was said about it; one query for any number of them."""
    contracts = {key for sheet in sheets for key in sheet.approves}
    wanted = Q(kind__in=[*KEEPS, Entry.Kind.VOID, Entry.Kind.REPLACE])
    if contracts:
        named = Q(data__hand__contract__in=[*contracts]) | Q(data__hand__bid__in=[*contracts])
        wanted |= Q(kind=Entry.Kind.HAND) & named
    asked = [sheet for sheet in sheets if sheet.confirms or sheet.approves]
    entries = defaultdict[int, list[Entry]](list)
    if asked:
        for entry in Entry.objects.filter(wanted, sheet__in=asked).order_by("sheet", "seq"):
            entries[entry.sheet_id].append(entry)
    return {
        sheet.pk: Spoken(agreement_of(sheet, entries[sheet.pk]), tuple(unsigned_of(sheet, entries[sheet.pk])))
        for sheet in sheets
    }


def agreement_of(sheet: Sheet, entries: Iterable[Entry]) -> Agreement:
    """`entries` are at least all of the kinds that keep what was said, in their order."""
    standing = _standing(sheet, entries)
    if not sheet.confirms or not sheet.state["hands"]:
        return Agreement()
    spoken = tuple(entry for entry in standing if entry.kind == Entry.Kind.CONFIRM)
    said = {entry.data["side"]: entry for entry in spoken}
    word = next((one for one in reversed(standing) if one.kind == Entry.Kind.APPROVE and "note" in one.data), None)
    against = [entry.seq for entry in said.values() if not entry.data["agrees"]]
    if against and (word is None or max(against) > word.seq):
        return Agreement(State.DISPUTED, said, spoken)
    if word is not None:
        return Agreement(State.OFF, said, spoken, word.data["note"])
    return Agreement(State.AGREED if len(said) == _sides(sheet) else State.OPEN, said, spoken)


def _standing(sheet: Sheet, entries: Iterable[Entry]) -> list[Entry]:
    """Those that were said of the record as it is."""
    kept = {entry.seq: entry for entry in entries if entry.kind in KEEPS and entry.seq <= sheet.seq}
    seq = sheet.seq
    while seq in kept:
        seq -= 1
    return [entry for entry in kept.values() if entry.seq > seq]


def _sides(sheet: Sheet) -> int:
    return len(game_of(sheet).sides(len(names_of(sheet))))


def unsigned_of(sheet: Sheet, entries: Iterable[Entry]) -> list[Unsigned]:
    """Standing hands of contracts that a director signs, and has not signed; a hand put right is another hand."""
    if not sheet.approves:
        return []
    hands, gone, signed = {}, set[int](), set[int]()
    for entry in entries:
        if entry.kind in (Entry.Kind.HAND, Entry.Kind.REPLACE):
            hands[entry.seq] = entry.data["hand"]
        if entry.kind in (Entry.Kind.VOID, Entry.Kind.REPLACE):
            gone |= {entry.data["line"], *entry.data.get("also", ())}
        if entry.kind == Entry.Kind.APPROVE and "line" in entry.data:
            signed.add(entry.data["line"])
    return [
        Unsigned(line, contract, hand.get("declarer", hand.get("striker")))
        for line, hand in hands.items()
        if line not in gone | signed and (contract := contract_of(hand)) in sheet.approves
    ]


def contract_of(hand: Mapping[str, Any]) -> str:
    """The key of what was declared; a bid where a game calls it so."""
    return str(hand.get("contract") or hand.get("bid") or "")


# --- writing ---------------------------------------------------------------------------------------------------------


@once
def confirm(sheet: Sheet, *, side: int, agrees: bool, write: Write, remark: str = "", passed: bool = False) -> Entry:
    """A side says that the record is right, or with a `remark` that it is not. The sheet may be open or closed.

    `passed`: said on the phone that speaks for another side, handed over. Refused with every reason: nobody is asked
    here, nothing was played, no such side, no remark or one too long, the phone or the account of another side, a "no"
    that was said on another phone.
    """
    remark = "" if agrees else tidy(remark)
    data = {"side": side, "agrees": agrees, "remark": remark, "passed": passed}
    asked = fingerprint(Entry.Kind.CONFIRM, data)
    if known := first_answer(sheet, write, asked, closed=None):
        return known
    if problems := [*_about_sheet(sheet, side), *remark_problems(agrees, remark), *_about_speaker(sheet, data, write)]:
        raise Refused(tuple(problems))
    return append(sheet, Change(Entry.Kind.CONFIRM, data, {}), write, asked)


def _about_sheet(sheet: Sheet, side: int) -> list[Problem]:
    problems = [] if sheet.confirms else [Problem("not_asked")]
    if not sheet.state["hands"]:
        problems.append(Problem("nothing_to_confirm"))
    if side not in range(_sides(sheet)):
        problems.append(Problem("no_such_side", "side"))
    return problems


def remark_problems(agrees: bool, remark: str) -> list[Problem]:
    """What speaks against a remark, tidied: there has to be one where somebody says no."""
    if not agrees and not remark:
        return [Problem("remark_missing", "remark")]
    return [Problem(one.code, one.at, one.figures) for one in text_problems("remark", remark, LONGEST_REMARK)]


@dataclass(frozen=True, slots=True)
class Voice:
    """Something that was said: for whom, on which phone, by which account."""

    side: int
    agrees: bool
    passed: bool
    device: str
    by: int | None


def _about_speaker(sheet: Sheet, data: Mapping[str, Any], write: Write) -> list[Problem]:
    standing = _standing(sheet, sheet.entries.filter(kind__in=KEEPS, seq__lte=sheet.seq).order_by("seq"))
    earlier = [
        Voice(one.data["side"], one.data["agrees"], one.data["passed"], one.device, one.by_id)
        for one in standing
        if one.kind == Entry.Kind.CONFIRM
    ]
    by = write.by.pk if write.by else None
    return speaker_problems(Voice(data["side"], data["agrees"], data["passed"], write.device, by), earlier)


def speaker_problems(voice: Voice, earlier: Sequence[Voice]) -> list[Problem]:
    """Why this phone or this account cannot speak for this side; phones that say nothing of themselves are one phone.

    `earlier` is all that was said of the same record, oldest first.
    """
    problems = []
    others = [one for one in earlier if one.side != voice.side]
    if voice.by is not None and any(one.by == voice.by for one in others):
        problems.append(Problem("one_account_two_sides", "side"))
    if not voice.passed and any(one.device == voice.device and not one.passed for one in others):
        problems.append(Problem("pass_the_phone", "passed"))
    said = [one for one in earlier if one.side == voice.side]
    against = [*takewhile(lambda one: not one.agrees, reversed(said))]
    # The first one since the last yes: a second no, on another phone, is no way to take it back there.
    own = next((one.device for one in reversed(against) if not one.passed), voice.device)
    if voice.agrees and own != voice.device:
        problems.append(Problem("no_on_another_phone", "side"))
    return problems


@once
def approve_hand(sheet: Sheet, *, line: int, write: Write, by: Membership) -> Entry:
    """A director signs a hand (its entry), on an open or a closed sheet; signed twice is signed once.

    `by` is a membership whose role may direct the sheet's club (its door has looked). Refused: another club, no
    standing hand of a contract that is signed here.
    """
    asked = fingerprint(Entry.Kind.APPROVE, {"line": line})
    _of_this_club(sheet, by)
    if known := first_answer(sheet, write, asked, closed=None):
        return known
    if signed := sheet.entries.filter(kind=Entry.Kind.APPROVE, data__line=line).first():
        return signed
    if line not in {one.line for one in spoken_of(sheet).unsigned}:
        raise Refused((Problem("nothing_to_sign", "line"),))
    return append(sheet, Change(Entry.Kind.APPROVE, {"line": line}, {}), write, asked)


@once
def settle(sheet: Sheet, *, note: str, write: Write, by: Membership) -> Entry:
    """A director ends a dispute with a word, and the record stays as it is. A side may still say no again.

    Refused: another club, no word or one too long, no dispute.
    """
    note = tidy(note)
    asked = fingerprint(Entry.Kind.APPROVE, {"note": note})
    _of_this_club(sheet, by)
    if known := first_answer(sheet, write, asked, closed=None):
        return known
    problems = [Problem(one.code, "note", one.figures) for one in text_problems("note", note, LONGEST_REMARK)]
    if not note:
        problems.append(Problem("decision_missing", "note"))
    if spoken_of(sheet).agreement.state != State.DISPUTED:
        problems.append(Problem("nothing_disputed"))
    if problems:
        raise Refused(tuple(problems))
    return append(sheet, Change(Entry.Kind.APPROVE, {"note": note}, {}), write, asked)


def _of_this_club(sheet: Sheet, by: Membership) -> None:
    if by.club_id != sheet.club_id:
        raise Refused((Problem("not_yours"),))


def ask_sides(sheet: Sheet, *, on: bool) -> None:
    """Whether every side of this table is asked if the result is right; whoever may write says so, at any time.

    Refused where a tournament has laid down that they are.
    """
    if not on and asked_for(sheet):
        raise Refused((Problem("tournament_asks"),))
    Sheet.objects.filter(pk=sheet.pk).update(confirms=on)
    sheet.confirms = on
