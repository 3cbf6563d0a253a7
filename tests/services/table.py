"""The table that every test of the record sits at: the fixed cast, and the use cases with short names.

Anna and Cilli play against Bert and Dora. Dora deals first, so Anna calls the first hand.
"""

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connections

from clubs.models import Club, Player
from scoring.models import Entry, Sheet
from scoring.services.check import differing_sheets
from scoring.services.fold import slots
from scoring.services.record import Write
from scoring.services.sheets import begin_sheet, record_hand

CAST = ["Anna", "Bert", "Cilli", "Dora"]

# Nobody is named as the caller: the rotation says who it was.
ONE = {"contract": "normal", "made": True, "grade": 1}
TWO = {"contract": "normal", "made": True, "grade": 2}

_numbers = itertools.count(1)


def new_token(word: str = "token") -> str:
    return f"{word}-{next(_numbers):06}"


def a_sheet(**house_rules: Any) -> Sheet:
    return begin_sheet(game="bauernschnapsen", players=CAST, house_rules=house_rules, token=new_token("sheet"))


def a_club_sheet() -> Sheet:
    club = Club.objects.create(name="Gasthaus Post", slug="post", public=True)
    Player.objects.bulk_create(Player(club=club, name=name) for name in CAST[:2])
    return begin_sheet(game="bauernschnapsen", players=CAST, club=club, token=new_token("sheet"))


def plain(winner: int, grade: int = 1, **more: Any) -> dict[str, Any]:
    """A plain game called by Anna, won by side `winner`."""
    return {"contract": "normal", "caller": 0, "made": winner == 0, "grade": grade, **more}


def special(winner: int, contract: str = "gang", **more: Any) -> dict[str, Any]:
    """A special contract of Anna (side 0) or Bert (side 1), made."""
    return {"contract": contract, "declarer": winner, "made": True, **more}


def won_leg(winner: int) -> dict[str, Any]:
    """24 points in one hand: the leg is over."""
    return special(winner, "kontrabauernschnapser", caller=1 - winner)


def now(sheet: Sheet, token: str = "", device: str = "") -> Write:
    """A write by a phone that has seen everything."""
    return Write(sheet.seq, token or new_token(), device)


def record(sheet: Sheet, *hands: dict[str, Any]) -> list[Entry]:
    return [record_hand(sheet, hand=hand, write=now(sheet)) for hand in hands]


def fresh(sheet: Sheet) -> Sheet:
    return Sheet.objects.get(pk=sheet.pk)


def rows(sheet: Sheet) -> list[tuple[int, str]]:
    return list(sheet.entries.order_by("seq").values_list("seq", "kind"))


def standing(sheet: Sheet) -> list[int]:
    """The entries whose hands count, in the order in which they count."""
    return [slot.line for slot in slots(sheet.entries.order_by("seq")) if slot.hand is not None]


def points(sheet: Sheet) -> list[int]:
    return list(fresh(sheet).state["play"]["totals"])


def names(sheet: Sheet) -> list[str]:
    return list(sheet.seats.order_by("position").values_list("name", flat=True))


def differing() -> list[tuple[int, list[str]]]:
    return [(sheet.pk, differs) for sheet, differs in differing_sheets()]


def at_once(count: int, work: Callable[[int], Any]) -> list[Any]:
    """What `work(0)` ... `work(count - 1)` answer or raise when all of them set off at the same moment."""
    ready = Barrier(count)

    def one(number: int) -> Any:
        try:
            ready.wait(timeout=20)
            return work(number)
        except Exception as error:  # noqa: BLE001 - whatever it is, the test looks at it
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=count) as pool:
        return list(pool.map(one, range(count)))
