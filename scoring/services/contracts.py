"""How often every contract was played on many sheets, and how often it came off.

Hands that say the same are counted by the database and looked at once: an evening of 250 tables has thousands, and a
few hundred that differ. What was struck out or put right is few, and taken off again.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet

from scoring.games.by_hand import BY_HAND
from scoring.games.core import read_house_rules
from scoring.games.sheet import GAMES
from scoring.models import Entry, Sheet
from scoring.services.by_seat import by_seat

HANDS = (Entry.Kind.HAND, Entry.Kind.REPLACE)
CORRECTIONS = (Entry.Kind.VOID, Entry.Kind.REPLACE)


@dataclass(frozen=True, slots=True)
class Came:
    """How often a contract came off, and how often not."""

    made: int
    failed: int


@dataclass(frozen=True, slots=True)
class Contracts:
    """What was played on these sheets of one game."""

    game: str
    came: Mapping[str, Came]
    """By the key of the contract."""


def contracts_of(sheets: QuerySet[Sheet]) -> Contracts | None:
    """Of sheets of one game; None where there are none. Four queries, for Kratzen three.

    The house rules are those of the first one: within a tournament sheets differ in nothing that a hand depends on.
    """
    first = sheets.order_by("pk").values_list("game", "house_rules").first()
    if first is None:
        return None
    game, house_rules = first
    sheets = sheets.filter(game=game)
    if game in BY_HAND:
        counted = _by_hand(game, sheets, read_house_rules(GAMES[game], house_rules))
    else:
        counted = _played_again(sheets)
    keys = sorted({contract for contract, _made in counted})
    return Contracts(game, {key: Came(counted[key, True], counted[key, False]) for key in keys})


def _by_hand(game: str, sheets: QuerySet[Sheet], rules: Any) -> Counter[tuple[str, bool]]:
    counted = Counter[tuple[str, bool]]()
    entries = Entry.objects.filter(sheet__in=sheets).order_by()
    rows = entries.filter(kind__in=HANDS).values_list("data__hand").annotate(Count("pk"))
    for hand, times in [*rows, *((hand, -1) for hand in _fallen(entries))]:
        for credit in BY_HAND[game](hand, rules):
            counted[credit.contract, credit.made] += times
    return +counted


def _fallen(entries: QuerySet[Entry]) -> list[Mapping[str, Any]]:
    """The hands that were written and stand no more."""
    gone = defaultdict[int, set[int]](set)
    for sheet, data in entries.filter(kind__in=CORRECTIONS).values_list("sheet", "data"):
        gone[sheet] |= {data["line"], *data.get("also", ())}
    lines = {line for those in gone.values() for line in those}
    # Asked also where nothing has fallen, so that a page always costs the same.
    written = entries.filter(kind__in=HANDS, sheet__in=gone or [0], seq__in=lines or [0])
    return [hand for sheet, seq, hand in written.values_list("sheet", "seq", "data__hand") if seq in gone[sheet]]


def _played_again(sheets: QuerySet[Sheet]) -> Counter[tuple[str, bool]]:
    counted = Counter[tuple[str, bool]]()
    for sheet in sheets.order_by("pk").prefetch_related("entries"):
        sums = by_seat(sheet, sheet.entries.all(), len(sheet.state["names"]))
        for (_seat, contract), came in sums.contracts.items():
            counted[contract, True] += came["made"]
            counted[contract, False] += came["failed"]
    return +counted
