"""What the till's pages post: counts, who and what."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clubs.forms.money import euros_to_cents
from clubs.models import Player, Tariff
from clubs.models.till import Kind
from clubs.services.by_hand import Entry
from clubs.services.shares import MONEY
from clubs.services.till import OF_NOBODY

MOST_TYPED = 200


def count_typed(text: str) -> int | str:
    """A whole number; what is none is handed on for the use case to refuse. Nothing typed is 0."""
    text = text.strip()
    if not text:
        return 0
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else text


@dataclass(frozen=True, slots=True)
class Typed:
    """What stands in one person's row."""

    player: Player
    count: str
    euros: str
    ticked: bool


def typed_rows(post: Mapping[str, str], ticked: Iterable[str], people: Iterable[Player]) -> list[Typed]:
    chosen = set(ticked)
    return [
        Typed(
            player,
            post.get(f"count-{player.pk}", "")[:MOST_TYPED],
            post.get(f"euros-{player.pk}", "")[:MOST_TYPED],
            str(player.pk) in chosen,
        )
        for player in people
    ]


ROW = re.compile(r"(?:count|euros)-([0-9]{1,18})")


def filled_in(post: Mapping[str, str], ticked: Iterable[str]) -> set[int]:
    """The ids of people in whose row something stands."""
    named = [row[1] for name, text in post.items() if (row := ROW.fullmatch(name)) and text.strip() not in ("", "0")]
    return {int(pk) for pk in (*named, *ticked) if pk.isascii() and pk.isdigit() and len(pk) < 19}


def entries_of(kind: Kind, tariff: Tariff | None, each: str, note: str, rows: Iterable[Typed]) -> list[Entry]:
    """The rows in which something stands; who is ticked without an own amount gets the amount for `each`."""
    if kind in OF_NOBODY:
        return [Entry(kind=kind, cents=euros_to_cents(each), note=note)]
    entries = []
    for row in rows:
        if tariff is not None:
            count = count_typed(row.count)
            if count != 0:
                entries.append(Entry(kind=kind, player=row.player, tariff=tariff, count=count, note=note))
        elif row.euros.strip() or row.ticked:
            cents = euros_to_cents(row.euros if row.euros.strip() else each)
            entries.append(Entry(kind=kind, player=row.player, cents=cents, note=note))
    return entries


def pieces_counted(post: Mapping[str, str]) -> dict[int, int | str]:
    """Worth of a note or coin in cents -> how many were counted, of those that were filled in."""
    return {worth: count_typed(post[f"pieces-{worth}"]) for worth in MONEY if post.get(f"pieces-{worth}", "").strip()}
