"""A draw as rows and back: the tables of a round that is not published yet are written whole, never mended."""

import hashlib
from collections.abc import Iterable, Mapping

from tournaments.formats import core
from tournaments.models import Entrant, Round, Seat, Table


def read_draw(row: Round) -> core.Draw:
    """What stands in the rows of a round, published or not: its tables, who rests, what it could not keep."""
    return read_draws([row])[row.pk]


def read_draws(rows: Iterable[Round]) -> dict[int, core.Draw]:
    """The draws of several rounds by their ids; two queries."""
    rounds = list(rows)
    numbers = dict(Table.objects.filter(round__in=rounds).order_by("number").values_list("pk", "number"))
    tables: dict[int, dict[int, list[int]]] = {one.pk: {} for one in rounds}
    byes: dict[int, list[int]] = {one.pk: [] for one in rounds}
    seats = Seat.objects.filter(round__in=rounds).order_by("position")
    for of_round, table, card in seats.values_list("round_id", "table_id", "entrant__number"):
        number = numbers.get(table)
        if number is None:
            byes[of_round].append(card)
        else:
            tables[of_round].setdefault(number, []).append(card)
    return {
        one.pk: core.Draw(
            stage=one.stage,
            tables=tuple(core.Table(number, tuple(seated)) for number, seated in sorted(tables[one.pk].items())),
            byes=tuple(sorted(byes[one.pk])),
            notes=tuple(core.Note(note["code"], note["figures"]) for note in one.notes),
        )
        for one in rounds
    }


def write_draw(row: Round, draw: core.Draw, cards: Mapping[int, Entrant]) -> None:
    """Puts these tables in the place of whatever the round had; `cards` by start number."""
    row.tables.all().delete()
    row.seats.all().delete()
    tables = Table.objects.bulk_create(Table(round=row, number=one.number) for one in draw.tables)
    Seat.objects.bulk_create(
        [
            *(
                Seat(round=row, table=table, position=position, entrant=cards[number])
                for table, one in zip(tables, draw.tables, strict=True)
                for position, number in enumerate(one.seats)
            ),
            *(Seat(round=row, entrant=cards[number]) for number in draw.byes),
        ]
    )


def note_rows(notes: Iterable[core.Note]) -> list[dict[str, object]]:
    """Notes as they are stored with a round."""
    return [{"code": one.code, "figures": dict(one.figures)} for one in notes]


def mark_of(draw: core.Draw) -> str:
    """Tells one set of tables from another, for whoever has looked at it."""
    places = [f"{one.number}:{','.join(map(str, one.seats))}" for one in draw.tables]
    said = ";".join([*places, "-", *map(str, draw.byes)])
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def is_other(row: Round, seen: str | None) -> bool:
    """Whether the draft is another by now than the one that was looked at (`seen`, its `mark_of`; None: whatever)."""
    return seen is not None and seen != mark_of(read_draw(row))
