"""The file of a tournament as it must look (docs/tournament-format.md), field by field; whether it fits together
`bringing_checks` says."""

import json
from typing import Any

from clubs.models.people import Shown
from clubs.services.core import Problem, Refused
from scoring.models import Entry
from tournaments.formats.plan import Wins
from tournaments.models import Payment, Result
from tournaments.models.entrants import Paid, Status
from tournaments.services.cards import HIGHEST_NUMBER
from tournaments.services.file_shape import (
    Shape,
    Wrong,
    day,
    lines,
    many,
    mapping,
    maybe,
    moment,
    one_of,
    plain,
    plain_record,
    plain_records,
    record,
    text,
    whole,
    yes_or_no,
)
from tournaments.services.prizes import STAYS
from tournaments.services.takeout import FORMAT, VERSION

MOST_BYTES = 24_000_000
"""Of a file: seven rounds of 250 tables with sixty hands each have a little less."""
MOST_PARTS = 3_000_000
"""Commas and brackets of a file: what takes memory when it is read."""
MOST_CARDS, MOST_PEOPLE, MOST_ROUNDS, MOST_AT_TABLE = 2000, 5000, 200, 40
MOST_ROWS = 100_000

SMALL, BIG, HUGE = 32_767, 2**31 - 1, 2**53
"""The largest number of a small and of a usual column, and of cents."""

small, count = whole(0, SMALL), whole(0, BIG)
card = whole(1, HIGHEST_NUMBER)
account = text(254)
phone = text(32)
amounts = mapping(whole(-BIG, BIG), 60, 40)
person = whole(0, MOST_PEOPLE)


def profile(value: Any, path: str, wrong: Wrong) -> Any:
    """The name of a profile of house rules and the number of its version."""
    if not isinstance(value, list) or len(value) != 2:
        wrong.at(path)
        return None
    return [text(60)(value[0], path, wrong), small(value[1], path, wrong)]


TOURNAMENT = record(
    {
        "name": text(80, needed=True),
        "day": day,
        "place": text(80),
        "game": text(20),
        "game_name": text(40),
        "house_rules": plain_record,
        "profile": maybe(profile),
        "plan": plain_record,
        "notes": lines(2000),
        "seed": text(40, needed=True),
        "seq": count,
        "revealed": maybe(small),
        "started_at": maybe(moment),
        "ended_at": maybe(moment),
        "created_at": moment,
        "created_by": account,
    }
)

PERSON = record(
    {
        "name": text(40, needed=True),
        "nickname": text(40),
        "place": text(60),
        "shown": one_of(*Shown.values),
        "erased": yes_or_no,
    }
)

CARD = record(
    {
        "number": card,
        "name": text(40),
        "group": text(40),
        "apart": text(40),
        "deck": text(20),
        "woman": yes_or_no,
        "fixed_table": maybe(small),
        "status": one_of(*Status.values),
        "paid": one_of(*Paid.values),
        "since": small,
        "gone_after": small,
        "away": many(small, MOST_ROUNDS),
        "stage_group": text(10),
        "arrived_at": maybe(moment),
        "added_at": moment,
        "people": many(record({"person": person, "position": small, "since": small, "until": maybe(small)}), 200),
    }
)

BUY = record(
    {
        "card": card,
        "after_round": small,
        "lives": small,
        "cents": count,
        "pool_cents": count,
        "at": moment,
        "by": account,
        "cancelled_at": maybe(moment),
    }
)

PAYMENT = record(
    {
        "card": card,
        "kind": one_of(*Payment.Kind.values),
        "cents": whole(-BIG, BIG),
        "at": moment,
        "by": account,
        "booked": yes_or_no,
    }
)

PENALTY = record(
    {
        "card": card,
        "unit": text(20, needed=True),
        "amount": whole(-BIG, BIG),
        "round": maybe(small),
        "reason": text(120),
        "at": moment,
        "by": account,
        "cancelled_at": maybe(moment),
        "cancelled_by": account,
    }
)

PAYOUT = record(
    {
        "card": maybe(card),
        "group": text(40),
        "wins": one_of(*Wins, STAYS),
        "place": maybe(small),
        "cents": whole(0, HUGE),
        "goods": text(120),
        "order": small,
        "handed_at": maybe(moment),
        "handed_by": account,
        "booked": yes_or_no,
    }
)

RESULT = record(
    {
        "seq": small,
        "how": one_of(*Result.How.values),
        "rows": plain_records(MOST_AT_TABLE),
        "boards": many(many(whole(-BIG, BIG), 2), MOST_AT_TABLE),
        "scores": maybe(many(amounts, MOST_AT_TABLE)),
        "reason": text(120),
        "by": account,
        "phone": phone,
        "at": moment,
    }
)

CONFIRMATION = record(
    {
        "of": small,
        "position": maybe(small),
        "agrees": yes_or_no,
        "remark": text(120),
        "passed": yes_or_no,
        "by": account,
        "phone": phone,
        "at": moment,
    }
)

CALL = record({"at": moment, "phone": phone, "answered_at": maybe(moment), "answered_by": account})

ENTRY = record(
    {
        "seq": count,
        "kind": one_of(*Entry.Kind.values),
        "data": plain_record,
        "at": moment,
        "phone": phone,
        "by": account,
    }
)

SIGNED = record(
    {
        "seats": mapping(many(whole(-HUGE, HUGE), MOST_AT_TABLE), 20, 20),
        "kitty": mapping(whole(-HUGE, HUGE), 20, 20),
    }
)

SHEET = record(
    {
        "game": text(20, needed=True),
        "house_rules": plain_record,
        "profile": maybe(profile),
        "first_dealer": small,
        "started_at": moment,
        "closed_at": maybe(moment),
        "confirms": yes_or_no,
        "approves": many(text(40), 60),
        "check_code": text(12),
        "seats": many(record({"name": text(40, needed=True), "person": maybe(person)}), MOST_AT_TABLE),
        "entries": many(ENTRY, MOST_ROWS),
        "signed": maybe(SIGNED),
    }
)

TABLE = record(
    {
        "number": whole(1, HIGHEST_NUMBER),
        "scores": maybe(many(amounts, MOST_AT_TABLE)),
        "seq": small,
        "extra_minutes": small,
        "seen_at": maybe(moment),
        "seats": many(card, MOST_AT_TABLE),
        "results": many(RESULT, 1000),
        "confirmations": many(CONFIRMATION, 1000),
        "calls": many(CALL, 1000),
        "sheet": maybe(SHEET),
    }
)

ROUND = record(
    {
        "number": whole(1, MOST_ROUNDS),
        "stage": small,
        "seed": text(60),
        "attempt": small,
        "by_hand": yes_or_no,
        "notes": many(record({"code": text(40, needed=True), "figures": plain_record}), MOST_CARDS),
        "standing": many(card, MOST_CARDS),
        "drawn_from": plain_record,
        "minutes": maybe(small),
        "drawn_at": moment,
        "drawn_by": account,
        "published_at": maybe(moment),
        "published_by": account,
        "clock_at": maybe(moment),
        "byes": many(card, MOST_CARDS),
        "tables": many(TABLE, 1000),
    }
)

SCREEN = record({"name": text(40), "shows": plain})

LINE = record(
    {
        "at": moment,
        "by": account,
        "what": text(40, needed=True),
        "person": maybe(person),
        "before": plain_record,
        "after": plain_record,
    }
)

FILE: Shape = record(
    {
        FORMAT: whole(VERSION, VERSION),
        "tournament": TOURNAMENT,
        "people": many(PERSON, MOST_PEOPLE),
        "cards": many(CARD, MOST_CARDS),
        "buys": many(BUY, MOST_ROWS),
        "payments": many(PAYMENT, MOST_ROWS),
        "penalties": many(PENALTY, MOST_ROWS),
        "payouts": many(PAYOUT, MOST_CARDS),
        "rounds": many(ROUND, MOST_ROUNDS),
        "screens": many(SCREEN, 100),
        "log": many(LINE, MOST_ROWS),
        "way": many(record({"club": text(80), "at": moment}), 100),
    }
)


def read_file(data: bytes) -> dict[str, Any]:
    """The document in a file, days and moments read. Refused: no such file, another version, and with the first places
    where it is not as it must be."""
    bound(data)
    try:
        document = json.loads(
            data.decode("utf-8-sig"), parse_float=_no_number, parse_constant=_no_number, parse_int=_whole_number
        )
    except (ValueError, RecursionError):
        raise Refused(Problem("takeout_not_json", "file")) from None
    return read_document(document)


def bound(data: bytes) -> None:
    """Refused, before anything of it is read as JSON: more than a tournament ever holds."""
    if len(data) > MOST_BYTES or sum(map(data.count, (b",", b"[", b"{"))) > MOST_PARTS:
        raise Refused(Problem("takeout_too_much", "file"))


def read_document(document: Any) -> dict[str, Any]:
    """The same of what was read as JSON already."""
    version = document.get(FORMAT) if isinstance(document, dict) else None
    if version is None:
        raise Refused(Problem("takeout_other_file", "file"))
    if version is True or version != VERSION:
        raise Refused(Problem("takeout_other_version", "file", {"version": str(version)[:20], "known": VERSION}))
    wrong = Wrong()
    found: dict[str, Any] = FILE(document, "", wrong)
    if wrong.paths:
        raise Refused(Problem("takeout_not_as_must_be", "file", {"places": ", ".join(wrong.paths)}))
    return found


def _no_number(text: str) -> Any:
    raise ValueError(text)


def _whole_number(digits: str) -> int:
    if len(digits) > 17:
        raise ValueError(digits)
    return int(digits)
