"""What the closed sheets of a club add up to, stored so that no page of a club ever reads hands; and of every sheet
by itself what seasons are made of (`Score`, `Course`).

A close adds a sheet up, opening it again takes the same away (`write_rows` of `scoring.services.closing`, and whoever
adopts a closed sheet), in the transaction of that write and one statement per table. Tables of a club that close at the
same moment queue up at the club's row. `manage.py rebuild_tallies` adds up all sheets of a club anew, `check_sheets`
compares.
"""

import zoneinfo
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Model, Q, Sum

from clubs.models import Club
from clubs.services.turns import in_turn
from scoring.games.core import Game
from scoring.models import (
    ContractTally,
    Course,
    DayTally,
    Entry,
    Feat,
    PairTally,
    PersonTally,
    Score,
    Seat,
    Sheet,
    YearTally,
)
from scoring.services.by_seat import BySeat, by_seat, turned

ALL_YEARS, ALL_GAMES = 0, ""

KEYS: dict[type[Model], tuple[str, ...]] = {
    YearTally: ("club_id", "year", "game"),
    PersonTally: ("club_id", "player_id", "year", "game"),
    ContractTally: ("club_id", "player_id", "year", "game", "contract"),
    PairTally: ("club_id", "player_id", "other_id", "year", "game"),
    DayTally: ("club_id", "player_id", "day", "game"),
}
"""The tables in the order in which they are written, and what makes one of their rows."""

AMOUNTS = {
    model: tuple(one.attname for one in model._meta.concrete_fields if one.attname not in keys and not one.primary_key)
    for model, keys in KEYS.items()
}

OF_ONE_SHEET: tuple[type[Model], ...] = (Feat, Score, Course)
"""Rows that belong to one sheet, so that they can be taken away again with it."""

A_DAY = timedelta(days=1)

AT_ONCE = 1000
"""So many rows go into one statement where a whole club is added up."""

Key = tuple[Any, ...]


@dataclass(slots=True)
class Sums:
    """Amounts by table and row, in the order of `AMOUNTS`; and the rows of the single sheets."""

    rows: dict[type[Model], dict[Key, list[int]]] = field(default_factory=lambda: {model: {} for model in KEYS})
    of_sheets: dict[type[Model], list[Any]] = field(default_factory=lambda: {model: [] for model in OF_ONE_SHEET})

    def add(self, model: type[Model], key: Key, amounts: Mapping[str, int]) -> None:
        names, rows = AMOUNTS[model], self.rows[model]
        row = rows.get(key)
        if row is None:
            row = rows[key] = [0] * len(names)
        for name, amount in amounts.items():
            row[names.index(name)] += amount

    def counted(self) -> dict[str, dict[Key, Any]]:
        """The rows that say anything at all, to be compared."""
        rows = {
            model._meta.object_name or "": {key: tuple(row) for key, row in sums.items() if any(row)}
            for model, sums in self.rows.items()
        }
        return {**rows, **{model.__name__: dict.fromkeys(map(_key, of)) for model, of in self.of_sheets.items()}}


def _key(row: Model) -> Key:
    """All that a row says, in a form that can be compared."""
    values = (getattr(row, one.attname) for one in row._meta.concrete_fields if not one.primary_key)
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


def add_tallies(sheet: Sheet) -> None:
    """Adds a sheet that is being closed to what its club's tallies say; nothing for a sheet without a club."""
    sums = _alone(sheet)
    for model, rows in sums.rows.items():
        _write(model, rows)
    for table, of_sheet in sums.of_sheets.items():
        table._default_manager.bulk_create(of_sheet)


def take_back_tallies(sheet: Sheet) -> None:
    """Takes away what `add_tallies` has added. Seats, evening and club must still be those of the close."""
    for model, rows in _alone(sheet).rows.items():
        _write(model, {key: [-amount for amount in row] for key, row in rows.items()})
    for table in OF_ONE_SHEET:
        table._default_manager.filter(sheet=sheet).delete()


def _alone(sheet: Sheet) -> Sums:
    """What this one adds up to; from here on no other table of its club closes or opens until the transaction ends."""
    sums = Sums()
    if sheet.club is not None:
        in_turn(sheet.club)
        add_up(sheet, sheet.entries.order_by("seq"), sheet.seats.all(), day_of(sheet), sums)
    return sums


def day_of(sheet: Sheet) -> date:
    """The day a sheet counts for: its evening's, or the day it began on in the club's own time."""
    assert sheet.club is not None
    if sheet.evening is not None:
        return sheet.evening.day
    return sheet.started_at.astimezone(zoneinfo.ZoneInfo(sheet.club.time_zone)).date()


def rebuild(club: Club) -> None:
    """Adds up all closed sheets of a club anew. Closes of this club wait meanwhile; on SQLite, everybody who writes."""
    with transaction.atomic():
        in_turn(club)
        for model in (*KEYS, *OF_ONE_SHEET):
            model._default_manager.filter(club=club).delete()
        write_all(fresh(club))


def write_all(sums: Sums) -> None:
    """Lays a whole club into the tables."""
    for model, rows in sums.rows.items():
        in_order = sorted(rows.items())
        for first in range(0, len(in_order), AT_ONCE):
            _write(model, dict(in_order[first : first + AT_ONCE]))
    for table, of_sheets in sums.of_sheets.items():
        table._default_manager.bulk_create(of_sheets, batch_size=AT_ONCE)


def fresh(club: Club, year: int | None = None) -> Sums:
    """What the closed sheets of a club (only those of one year) add up to, from their entries alone, one by one."""
    sums = Sums()
    closed = Sheet.objects.filter(club=club, status=Sheet.Status.CLOSED).select_related("club", "evening")
    if year is not None:
        # Without an evening the club's own clock says which year it was; a day more on either side is looked at.
        around = (datetime(year, 1, 1, tzinfo=UTC) - A_DAY, datetime(year, 12, 31, tzinfo=UTC) + 2 * A_DAY)
        closed = closed.filter(Q(evening__day__year=year) | Q(evening=None, started_at__range=around))
    for sheet in closed.order_by("pk").prefetch_related("seats", "entries").iterator(chunk_size=200):
        day = day_of(sheet)
        if year in (None, day.year):
            try:
                add_up(sheet, sheet.entries.all(), sheet.seats.all(), day, sums)
            except Exception as error:
                error.add_note(f"sheet {sheet.pk}")  # without it nobody finds the one in a thousand
                raise
    return sums


def stored(club: Club, year: int | None = None) -> Sums:
    """What the tables say (of one year)."""
    sums = Sums()
    for table in OF_ONE_SHEET:
        of_sheets = table._default_manager.filter(club=club)
        sums.of_sheets[table] = list(of_sheets if year is None else of_sheets.filter(day__year=year))
    for model, keys in KEYS.items():
        rows, width = model._default_manager.filter(club=club), len(keys)
        if year is not None:
            rows = rows.filter(**{"year" if "year" in keys else "day__year": year})
        for row in rows.values_list(*keys, *AMOUNTS[model]).iterator(AT_ONCE):
            sums.rows[model][row[:width]] = list(row[width:])
    return sums


def years_of(club: Club) -> list[int]:
    """The years in which the club has closed sheets, or for which a table says anything; `ALL_YEARS` is none."""
    closed = Sheet.objects.filter(club=club, status=Sheet.Status.CLOSED).order_by()
    of_evenings = closed.filter(evening__isnull=False).values_list("evening__day__year", flat=True).distinct()
    without = closed.filter(evening=None).select_related("club").defer("state", "totals", "house_rules")
    found = {*of_evenings, *(day_of(sheet).year for sheet in without)}
    for model in (*KEYS, *OF_ONE_SHEET):
        rows = model._default_manager.filter(club=club).order_by()
        year = "year" if "year" in KEYS.get(model, ()) else "day__year"
        found |= {*rows.values_list(year, flat=True).distinct()}
    return sorted(found - {ALL_YEARS})


def years_that_do_not_add_up(club: Club) -> bool:
    """Whether what stands for all years of two people is not the sum of their years."""
    keys = ("player_id", "other_id", "game")
    pairs = PairTally.objects.filter(club=club).order_by()
    sums = {f"sum_{name}": Sum(name) for name in AMOUNTS[PairTally]}
    one, other = (
        {row[:3]: row[3:] for row in rows.values(*keys).annotate(**sums).values_list(*keys, *sums) if any(row[3:])}
        for rows in (pairs.filter(year=ALL_YEARS), pairs.exclude(year=ALL_YEARS))
    )
    return one != other


def _write(model: type[Model], rows: Mapping[Key, Sequence[int]]) -> None:
    """Adds the amounts to the rows of a table in one statement; rows that are not there yet are made."""
    if not rows:
        return
    keys, amounts, table = KEYS[model], AMOUNTS[model], model._meta.db_table
    names = (*keys, *amounts)
    fields = {one.attname: one for one in model._meta.concrete_fields}
    values: list[Any] = []
    for key, row in sorted(rows.items()):
        values += [fields[name].get_db_prep_save(value, connection) for name, value in zip(keys, key, strict=True)]
        values += row
    one = f"({', '.join(['%s'] * len(names))})"
    # Only names of our own tables and columns stand in the statement.
    statement = (
        f"INSERT INTO {table} ({', '.join(names)}) VALUES {', '.join([one] * len(rows))}"  # noqa: S608
        f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET"
        f" {', '.join(f'{name} = {table}.{name} + excluded.{name}' for name in amounts)}"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


# --- one sheet -----------------------------------------------------------------------------------------------------


def add_up(sheet: Sheet, entries: Iterable[Entry], seats: Iterable[Seat], day: date, sums: Sums) -> None:
    """Adds one closed sheet to `sums`."""
    players = [seat.player_id for seat in seats]
    lay_on(sums, by_seat(sheet, entries, len(players)), sheet=sheet, players=players, day=day)


def lay_on(sums: Sums, one: BySeat, *, sheet: Sheet, players: Sequence[int | None], day: date) -> None:
    """What a sheet adds up to, for those who sat there (None: nobody the club knows), on this day."""
    assert sheet.club_id is not None
    club, game = sheet.club_id, one.game.key
    sums.add(YearTally, (club, day.year, game), one.played)
    for player, amounts in zip(players, one.seats, strict=True):
        if player is None:
            continue
        sums.add(PersonTally, (club, player, day.year, game), amounts)
        of_a_day = {name: amounts[name] for name in _of_a_day(one.game) if name in amounts}
        for key in (ALL_GAMES, game):
            sums.add(DayTally, (club, player, day, key), of_a_day)
    for (seat, contract), came_off in one.contracts.items():
        if (player := players[seat]) is not None:
            sums.add(ContractTally, (club, player, day.year, game, contract), came_off)
    _pairs(sums, one, club, players, day)
    for seat, count in one.series.items():
        if (player := players[seat]) is not None:
            sums.of_sheets[Feat].append(_feat(sheet, Feat.What.SERIES, count, player, day))
    if one.pot:
        sums.of_sheets[Feat].append(_feat(sheet, Feat.What.POT, one.pot, None, day))
    sums.of_sheets[Score] += _scores(club, sheet, one, players, day)
    if one.games:
        of_sheet: dict[str, Any] = {"sheet_id": sheet.pk, "club_id": club, "game": game, "day": day}
        sums.of_sheets[Course].append(Course(**of_sheet, people=list(players), games=" ".join(one.games)))


def _scores(club: int, sheet: Sheet, one: BySeat, players: Sequence[int | None], day: date) -> Iterator[Score]:
    """By ids, as a feat."""
    for position, (player, amounts) in enumerate(zip(players, one.seats, strict=True)):
        if player is not None:
            yield Score(
                sheet_id=sheet.pk,
                position=position,
                club_id=club,
                player_id=player,
                game=sheet.game,
                day=day,
                at_evening=sheet.evening_id is not None,
                hands=amounts["hands"],
                won=amounts.get("won", 0),
                lost=amounts.get("lost", 0),
                bummerl_given=amounts.get("bummerl_given", 0),
                bummerl_taken=amounts.get("bummerl_taken", 0),
                points=one.points[position],
                cents=amounts["cents"],
            )


def _of_a_day(game: Game) -> tuple[str, ...]:
    """What counts for an evening too; hands that are won or lost count for the year only."""
    names = AMOUNTS[DayTally]
    return names if game.in_legs else tuple(name for name in names if name not in ("won", "lost"))


def _pairs(sums: Sums, one: BySeat, club: int, players: Sequence[int | None], day: date) -> None:
    games = (ALL_GAMES, one.game.key) if one.game.in_legs else (one.game.key,)
    for (seat, other_seat), pair in one.pairs.items():
        player, other = players[seat], players[other_seat]
        if player is None or other is None or player == other:
            continue
        if player > other:
            player, other, pair = other, player, turned(pair)
        for year in (ALL_YEARS, day.year):
            for game in games:
                sums.add(PairTally, (club, player, other, year, game), pair)


def _feat(sheet: Sheet, what: Feat.What, amount: int, player: int | None, day: date) -> Feat:
    """By ids: a feat that held on to its sheet would keep all hands of a whole club in memory."""
    assert sheet.club_id is not None
    return Feat(
        sheet_id=sheet.pk,
        club_id=sheet.club_id,
        player_id=player,
        what=what,
        game=sheet.game,
        day=day,
        amount=amount,
    )
