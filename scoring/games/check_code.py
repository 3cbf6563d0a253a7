"""The check code of a record: eight characters that say whether a sheet is still the one that the table signed.

A chain of SHA-256. It begins with the head of the sheet, and every entry that changes the record is hashed together
with what came before it, so that nothing can be changed, left out, added or put elsewhere without another code at the
end. Confirmations and signatures say something about the record and change nothing of it: they are no part of it.

Names are no part of it either: a person can be erased, and what the table signed is still what it signed. Of people
who changed seats it counts who moved where, by seats. So that two tables that played the very same hands have
different codes, the head holds the moment at which the sheet was begun.

docs/sheet-format.md describes it for whoever wants to compute it by other means.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's 32 characters: no I, L and O, which look like figures, and no U."""
LOOKS_LIKE = str.maketrans({"I": "1", "L": "1", "O": "0", "U": "V"})
"""What somebody reads who reads wrong."""
LENGTH = 8
HALF = 4
COUNTS = ("hand", "void", "replace", "seats", "close", "reopen")
"""The kinds of entries that change the record; all others are left out."""

Entry = tuple[int, str, Mapping[str, Any]]
"""Number on the sheet, kind, data."""


def check_code(head: Mapping[str, Any], entries: Iterable[Entry]) -> str:
    """The code, as XXXX-XXXX. The head has `game`, `house_rules`, `seats` (how many), `first_dealer` and `begun` (the
    moment in UTC, as text); the entries are in their order."""
    mark = hashlib.sha256(_plain(head)).digest()
    numbers: dict[int, int] = {}
    for seq, kind, data in entries:
        if kind in COUNTS:
            numbers[seq] = len(numbers) + 1
            mark = hashlib.sha256(mark + _plain([kind, _told(kind, data, numbers)])).digest()
    return _grouped(mark)


def typed(text: str) -> str | None:
    """The code that somebody typed, whatever the case, spaces and dashes, also with O for 0; None: it is none."""
    plain = re.sub(r"[\s\-–—.]", "", text).upper().translate(LOOKS_LIKE)
    if len(plain) != LENGTH or not set(plain) <= set(LETTERS):
        return None
    return f"{plain[:HALF]}-{plain[HALF:]}"


def moved(before: Sequence[str], names: Sequence[str]) -> list[int | None]:
    """For every seat the one on which its name sat before; None for a name that is new at the table."""
    return [before.index(name) if name in before else None for name in names]


def _told(kind: str, data: Mapping[str, Any], numbers: Mapping[int, int]) -> dict[str, Any]:
    """What of an entry counts. Lines are numbered without what does not count, so a confirmation shifts nothing; 0 is a
    line that is not there, which no record has that was not tampered with."""
    match kind:
        case "hand":
            return {"hand": data["hand"]}
        case "void":
            return {"line": numbers.get(data["line"], 0), **_also(data, numbers)}
        case "replace":
            return {"line": numbers.get(data["line"], 0), "hand": data["hand"], **_also(data, numbers)}
        case "seats":
            return {"moved": data["moved"] if "moved" in data else moved(data["before"], data["names"])}
        case "close":
            return {"totals": data.get("totals", {})}
    return {}


def _also(data: Mapping[str, Any], numbers: Mapping[int, int]) -> dict[str, list[int]]:
    return {"also": [numbers.get(line, 0) for line in data["also"]]} if data.get("also") else {}


def _plain(said: Any) -> bytes:
    """JSON in one way only: keys sorted, no spaces, ASCII."""
    return json.dumps(said, sort_keys=True, separators=(",", ":")).encode()


def _grouped(mark: bytes) -> str:
    """The first 40 bits, five for each character."""
    bits = int.from_bytes(mark[: LENGTH * 5 // 8])
    letters = "".join(LETTERS[bits >> shift & 31] for shift in range(5 * (LENGTH - 1), -1, -5))
    return f"{letters[:HALF]}-{letters[HALF:]}"
