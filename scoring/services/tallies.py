"""What the closed sheets of a club add up to, stored so that no page of a club ever reads hands.

A close adds a sheet up, opening it again takes the same away (`write_rows` of `scoring.services.closing`, and whoever
adopts a closed sheet), in the transaction of that write and one statement per table. Tables of a club that close at the
same moment queue up at the club's row. `manage.py rebuild_tallies` adds up all sheets of a club anew, `check_sheets`
compares.
"""

import zoneinfo
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from clubs.models import Club
from scoring.games.core import Game
from scoring.games.credits import CREDITS, PARTIES, Parties
from scoring.games.sheet import Played, Refused, play_hand
from scoring.models import ContractTally, DayTally, Entry, Feat, PairTally, PersonTally, Seat, Sheet, YearTally
from scoring.services.fold import game_of, rules_of, slots

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

AT_ONCE = 1000
"""So many rows go into one statement where a whole club is added up."""

Key = tuple[Any, ...]


@dataclass(slots=True)
class Sums:
    """Amounts by table and row, in the order of `AMOUNTS`; and what may be a record."""

    rows: dict[type[Model], dict[Key, list[int]]] = field(default_factory=lambda: {model: {} for model in KEYS})
    feats: list[Feat] = field(default_factory=list)

    def add(self, model: type[Model], *key: Any, **amounts: int) -> None:
        names = AMOUNTS[model]
        row = self.rows[model].setdefault(key, [0] * len(names))
        for name, amount in amounts.items():
            row[names.index(name)] += amount

    def counted(self) -> dict[str, dict[Key, tuple[int, ...]]]:
        """The rows that say anything at all, to be compared."""
        rows = {
            model._meta.object_name or "": {key: tuple(row) for key, row in sums.items() if any(row)}
            for model, sums in self.rows.items()
        }
        feats = [
            (one.sheet_id, one.club_id, one.player_id, one.what, one.game, one.day, one.amount) for one in self.feats
        ]
        return {**rows, "Feat": dict.fromkeys(feats, (1,))}


def add_tallies(sheet: Sheet) -> None:
    """Adds a sheet that is being closed to what its club's tallies say; nothing for a sheet without a club."""
    if sheet.club_id is None:
        return
    _queue_up(sheet.club_id)
    sums = Sums()
    add_up(sheet, sheet.entries.order_by("seq"), sheet.seats.all(), day_of(sheet), sums)
    for model, rows in sums.rows.items():
        _write(model, rows)
    Feat.objects.bulk_create(sums.feats)


def take_back_tallies(sheet: Sheet) -> None:
    """Takes away what `add_tallies` has added. Seats, evening and club must still be those of the close."""
    if sheet.club_id is None:
        return
    _queue_up(sheet.club_id)
    sums = Sums()
    add_up(sheet, sheet.entries.order_by("seq"), sheet.seats.all(), day_of(sheet), sums)
    for model, rows in sums.rows.items():
        _write(model, {key: [-amount for amount in row] for key, row in rows.items()})
    Feat.objects.filter(sheet=sheet).delete()


def _queue_up(club: int) -> None:
    """One after the other until the transaction ends. On SQLite, where this locks nothing, only one writes anyway."""
    Club.objects.select_for_update(no_key=True).only("pk").get(pk=club)


def day_of(sheet: Sheet) -> date:
    """The day a sheet counts for: its evening's, or the day it began on in the club's own time."""
    assert sheet.club is not None
    if sheet.evening is not None:
        return sheet.evening.day
    return sheet.started_at.astimezone(zoneinfo.ZoneInfo(sheet.club.time_zone)).date()


def rebuild(club: Club) -> None:
    """Adds up all closed sheets of a club anew. Closes of this club wait meanwhile; on SQLite, everybody who writes."""
    with transaction.atomic():
        _queue_up(club.pk)
        tables: tuple[type[Model], ...] = (*KEYS, Feat)
        for model in tables:
            model._default_manager.filter(club=club).delete()
        sums = fresh(club)
        for model, rows in sums.rows.items():
            in_order = sorted(rows.items())
            for first in range(0, len(in_order), AT_ONCE):
                _write(model, dict(in_order[first : first + AT_ONCE]))
        Feat.objects.bulk_create(sums.feats, batch_size=AT_ONCE)


def fresh(club: Club) -> Sums:
    """What the closed sheets of a club add up to, from their entries alone, sheet by sheet."""
    sums = Sums()
    closed = Sheet.objects.filter(club=club, status=Sheet.Status.CLOSED).select_related("club", "evening")
    for sheet in closed.order_by("pk").prefetch_related("seats", "entries").iterator(chunk_size=200):
        add_up(sheet, sheet.entries.all(), sheet.seats.all(), day_of(sheet), sums)
    return sums


def stored(club: Club) -> Sums:
    """What the tables say."""
    sums = Sums(feats=list(Feat.objects.filter(club=club)))
    for model, keys in KEYS.items():
        width = len(keys)
        for row in model._default_manager.filter(club=club).values_list(*keys, *AMOUNTS[model]).iterator(AT_ONCE):
            sums.rows[model][row[:width]] = list(row[width:])
    return sums


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


@dataclass(frozen=True, slots=True)
class Whole:
    """A sheet as it is added up: who sits where (None: nobody the club knows), when, and all its hands."""

    sheet: Sheet
    game: Game
    players: tuple[int | None, ...]
    day: date
    hands: tuple[Played, ...]
    state: Any
    rules: Any

    @property
    def club(self) -> int:
        assert self.sheet.club_id is not None
        return self.sheet.club_id

    def seated(self, seats: Iterable[int]) -> list[int]:
        """The players on these seats that the club knows."""
        return [player for seat in seats if (player := self.players[seat]) is not None]

    @property
    def rows(self) -> Iterator[dict[str, Any]]:
        """The hands as lines of the record."""
        return ({"hand": self.game.write(one.hand), **one.line} for one in self.hands)


def add_up(sheet: Sheet, entries: Iterable[Entry], seats: Iterable[Seat], day: date, sums: Sums) -> None:
    """Adds one closed sheet to `sums`."""
    game, rules = game_of(sheet), rules_of(sheet)
    players = tuple(seat.player_id for seat in seats)
    state, hands = game.start(rules, len(players), sheet.first_dealer), []
    for slot in slots(entries):
        if slot.hand is None:
            continue
        try:
            one = play_hand(game, rules, state, slot.hand)
        except Refused:
            continue  # a tampered sheet: `check_sheets` names it
        state = one.outcome.state
        hands.append(one)
    whole = Whole(sheet, game, players, day, tuple(hands), state, rules)
    _people(whole, sums)
    _contracts(whole, sums)
    if game.in_legs:
        _legs(whole, sums)
    else:
        _won_hands(whole, sums)
    _pot(whole, sums)


def _person(whole: Whole, sums: Sums, player: int, **amounts: int) -> None:
    """Adds to somebody's year and evening; hands that are won or lost count for the year only."""
    sums.add(PersonTally, whole.club, player, whole.day.year, whole.game.key, **amounts)
    of_a_day = {name: amount for name, amount in amounts.items() if name in AMOUNTS[DayTally]}
    if not whole.game.in_legs:
        of_a_day = {name: amount for name, amount in of_a_day.items() if name not in ("won", "lost")}
    if of_a_day:
        for game in (ALL_GAMES, whole.game.key):
            sums.add(DayTally, whole.club, player, whole.day, game, **of_a_day)


def _people(whole: Whole, sums: Sums) -> None:
    """Sheets, hands (without those somebody sat out) and cents; and how much was played at all."""
    legs = len(whole.state.legs) if whole.game.in_legs else 0
    played = {"sheets": 1, "hands": len(whole.hands), "legs": legs}
    sums.add(YearTally, whole.club, whole.day.year, whole.game.key, **played)
    sat_out = [0] * len(whole.players)
    for row in whole.rows:
        if (sitter := row["hand"].get("sits_out")) is not None:
            sat_out[sitter] += 1
    cents = whole.game.settle(whole.state, whole.rules)
    for seat, player in enumerate(whole.players):
        if player is not None:
            hands = len(whole.hands) - sat_out[seat]
            _person(whole, sums, player, sheets=1, hands=hands, cents=cents[seat])


def _contracts(whole: Whole, sums: Sums) -> None:
    for row in whole.rows:
        for credit in CREDITS[whole.game.key](row, whole.rules):
            player = whole.players[credit.seat]
            if player is None:
                continue
            came_off = {"made": int(credit.made), "failed": int(not credit.made)}
            _person(whole, sums, player, **came_off)
            year = (whole.club, player, whole.day.year, whole.game.key, credit.contract)
            sums.add(ContractTally, *year, **came_off)


def _legs(whole: Whole, sums: Sums) -> None:
    """Legs won and lost and the Bummerl that went with them.

    Who won a leg has given every mark that it cost the others; who is charged none has not lost it.
    """
    sides = whole.game.sides(len(whole.players))
    series, longest = [0] * len(sides), [0] * len(sides)
    for leg in whole.state.legs:
        losers = [side for side, marks in enumerate(leg.bummerl) if marks]
        schneider = sum(leg.kind == "schneider" and leg.totals[side] == 0 for side in losers)
        retour = len(losers) if leg.kind == "retourschneider" else 0
        for player in whole.seated(seat for side in leg.winners for seat in sides[side]):
            given = {"bummerl_given": sum(leg.bummerl), "schneider_given": schneider, "retour_given": retour}
            _person(whole, sums, player, won=1, **given)
        for side in losers:
            taken = {
                "bummerl_taken": leg.bummerl[side],
                "schneider_taken": int(leg.kind == "schneider" and leg.totals[side] == 0),
                "retour_taken": int(leg.kind == "retourschneider"),
            }
            for player in whole.seated(sides[side]):
                _person(whole, sums, player, lost=1, **taken)
        _pairs(whole, sums, [sides[side] for side in leg.winners], [sides[side] for side in losers])
        series = [have + 1 if side in leg.winners else 0 for side, have in enumerate(series)]
        longest = [max(pair) for pair in zip(longest, series, strict=True)]
    for side, count in enumerate(longest):
        if count > 1:
            for player in whole.seated(sides[side]):
                sums.feats.append(_feat(whole, Feat.What.SERIES, count, player))


def _won_hands(whole: Whole, sums: Sums) -> None:
    """Where there are no legs, hands are won and lost."""
    for row in whole.rows:
        parties: Parties = PARTIES[whole.game.key](row, whole.rules)
        for seats, result in ((parties.winners, "won"), (parties.losers, "lost")):
            for player in whole.seated(seats):
                _person(whole, sums, player, **{result: 1})
        if parties.together:
            _pairs(whole, sums, [parties.winners], [parties.losers])
        else:
            _pairs(whole, sums, [(seat,) for seat in parties.winners], [(seat,) for seat in parties.losers])


def _pairs(whole: Whole, sums: Sums, winners: Sequence[Sequence[int]], losers: Sequence[Sequence[int]]) -> None:
    """With and against: every pair within a side, and every winner with every loser."""
    for sides, result in ((winners, "won"), (losers, "lost")):
        for side in sides:
            for one, other in combinations(whole.seated(side), 2):
                _pair(whole, sums, one, other, **{result: 1})
    beaten = whole.seated(seat for side in losers for seat in side)
    for one in whole.seated(seat for side in winners for seat in side):
        for other in beaten:
            _pair(whole, sums, one, other, **{"beat" if one < other else "beaten": 1})


def _pair(whole: Whole, sums: Sums, one: int, other: int, **amounts: int) -> None:
    if one == other:
        return
    games = (ALL_GAMES, whole.game.key) if whole.game.in_legs else (whole.game.key,)
    for year in (ALL_YEARS, whole.day.year):
        for game in games:
            sums.add(PairTally, whole.club, min(one, other), max(one, other), year, game, **amounts)


def _pot(whole: Whole, sums: Sums) -> None:
    """The highest pot that was played for, in games that know one."""
    highest = max((one.line.get("pot_played", 0) for one in whole.hands), default=0)
    if highest:
        sums.feats.append(_feat(whole, Feat.What.POT, highest, None))


def _feat(whole: Whole, what: Feat.What, amount: int, player: int | None) -> Feat:
    return Feat(
        sheet=whole.sheet,
        club_id=whole.club,
        player_id=player,
        what=what,
        game=whole.game.key,
        day=whole.day,
        amount=amount,
    )
