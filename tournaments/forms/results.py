"""What is typed of a table's result, turned into rows; nothing is judged here but what no row can say.

A *shape* is what a table hands in: who won, an amount for every seat, or boards of teams.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubs.services.core import Problem, Refused
from tournaments.formats.plan import MATCHES, Card, Kind, Plan, Stage

MOST_TYPED = 12


@dataclass(frozen=True, slots=True)
class Shape:
    """What the slip of a table asks for."""

    kind: str
    """`winner`, `amounts` or `boards`."""
    unit: str
    events: tuple[str, ...] = ()
    """Counted for every seat."""
    schneider: bool = False
    """Whether the winner is asked about a Schneider, which costs lives."""
    boards: int = 0
    legs: int = 1
    sums_to: int | None = None
    partners: bool = False
    """Whether seats 3 and 4 have what seats 1 and 2 have, and nothing is asked of them."""
    only_counts_up: bool = False
    """Whether no amount can be negative: then a phone shows figures only."""


def shape_of(plan: Plan, stage: Stage, legs: int | None = None) -> Shape:
    counting, match = stage.counting, stage.kind in MATCHES
    best_of = legs or counting.best_of
    costs_lives = stage.kind is Kind.LIVES and stage.schneider_lives > 1 and "schneider" not in counting.events
    counts_up = counting.unit == "legs" or counting.winner_makes is not None or counting.lowest == 0
    if plan.card is Card.TEAM and counting.boards > 1:
        kind = "boards"
    elif match and counting.unit == "legs" and best_of == 1 and not counting.draws and not counting.events:
        kind = "winner"
    else:
        kind = "amounts"
    return Shape(
        kind=kind,
        unit=counting.unit,
        events=counting.events,
        schneider=costs_lives,
        boards=counting.boards if kind == "boards" else 0,
        legs=best_of,
        sums_to=counting.sums_to,
        partners=stage.partners and not match,
        only_counts_up=counts_up,
    )


def amount_typed(text: str) -> int | str | None:
    """ "−14", "+27" or "6" as a number, None for nothing, or the text itself for the use case to refuse."""
    plain = "".join(text.split()).replace("−", "-").replace("–", "-")[:MOST_TYPED]
    if not plain:
        return None
    digits = plain[1:] if plain[0] in "+-" else plain
    if not (digits.isascii() and digits.isdigit()):
        return plain
    return -int(digits) if plain[0] == "-" else int(digits)


@dataclass(frozen=True, slots=True)
class Typed:
    rows: list[dict[str, Any]]
    boards: list[list[Any]]


def result_typed(posted: Mapping[str, str], shape: Shape, numbers: Sequence[int]) -> Typed:
    """What stands in the form, for the cards of these start numbers; refused where nobody is named as the winner."""
    if shape.kind == "boards":
        return Typed(
            [dict(_events(posted, shape, seat)) for seat in range(2)] if shape.events else [], _boards(posted, shape)
        )
    if shape.kind == "winner":
        return Typed(_winner(posted, shape, numbers), [])
    rows = []
    for seat, text in enumerate(_together(posted, shape, len(numbers))):
        row = dict(_events(posted, shape, seat))
        if text is not None:
            row[shape.unit] = text
        rows.append(row)
    if shape.schneider and posted.get("schneider"):
        best = max(range(len(rows)), key=lambda seat: _as_number(rows[seat].get(shape.unit)), default=0)
        rows[best]["schneider"] = 1
    return Typed(rows, [])


def _as_number(value: object) -> int:
    return value if isinstance(value, int) else -1


def _together(posted: Mapping[str, str], shape: Shape, seats: int) -> list[int | str | None]:
    """Amounts by seat; of legs, what is not written beside another is none won."""
    amounts = [amount_typed(posted.get(f"amount-{seat}", "")) for seat in range(seats)]
    if shape.unit == "legs" and any(one is not None for one in amounts):
        return [0 if one is None else one for one in amounts]
    return amounts


def _events(posted: Mapping[str, str], shape: Shape, seat: int) -> Iterable[tuple[str, int | str]]:
    for event in shape.events:
        counted = amount_typed(posted.get(f"event-{seat}-{event}", ""))
        if counted is not None:
            yield event, counted


def _winner(posted: Mapping[str, str], shape: Shape, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """By start number as the desk types it, or by seat as a phone taps it."""
    typed, tapped = amount_typed(posted.get("winner", "")), amount_typed(posted.get("won", ""))
    if typed is not None:
        if typed not in numbers:
            raise Refused(Problem("not_at_this_table", "winner", {"number": typed}))
        seat = numbers.index(int(typed))
    elif isinstance(tapped, int) and tapped in range(len(numbers)):
        seat = tapped
    else:
        raise Refused(Problem("winner_missing", "winner"))
    rows: list[dict[str, Any]] = [{"won": int(one == seat)} for one in range(len(numbers))]
    if shape.schneider and posted.get("schneider"):
        rows[seat]["schneider"] = 1
    return rows


def _boards(posted: Mapping[str, str], shape: Shape) -> list[list[Any]]:
    boards = list[list[Any]]()
    for board in range(shape.boards):
        pair = [amount_typed(posted.get(f"board-{board}-{seat}", "")) for seat in range(2)]
        played = any(one is not None for one in pair)
        boards.append([0 if one is None and shape.unit == "legs" else one for one in pair] if played else [])
    while boards and not boards[-1]:
        boards.pop()
    return boards
