"""What each table made: the desk's result, or else the totals of its closed sheet."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db import connection
from django.db.models import Prefetch

from clubs import queries
from clubs.models import Player
from scoring.models import Entry, Sheet
from scoring.models import Seat as SheetSeat
from tournaments.formats import core, results
from tournaments.formats.core import Impossible, Problem, Scores
from tournaments.formats.knockout import is_final
from tournaments.formats.plan import Plan, Stage
from tournaments.models import Person, Round, Seat, Table
from tournaments.services import sheet_amounts


@dataclass(frozen=True, slots=True)
class Made:
    """What a table has in: scores for every seat, or why its closed sheet does not make a result."""

    scores: tuple[Scores, ...] | None = None
    of_sheet: tuple[Scores, ...] | None = None
    """What the closed sheet makes, also where a typed result counts instead."""
    problems: tuple[Problem, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether the sheet says something else than what counts."""
        return self.of_sheet is not None and self.of_sheet != self.scores


@dataclass(frozen=True, slots=True)
class Signed:
    """A closed sheet. Nothing that counts of it changes without its `seq`."""

    pk: int
    secret: str
    seq: int


@dataclass(frozen=True, slots=True)
class Lying:
    """What the scores of a table come from."""

    pk: int
    round: int
    """Its id."""
    number: int
    typed: Sequence[Scores] | None
    cards: Sequence[int]
    """Ids of the cards, in the order of their seats."""
    sheet: Signed | None
    """Only a closed one."""


@dataclass(frozen=True, slots=True)
class Holders:
    """Who plays what: `who` are all people of the club as they are now, `cards` the ids of the cards they ever held."""

    who: Mapping[int, Player]
    cards: Mapping[int, Collection[int]]


def made_of(plan: Plan, stages: Mapping[int, int], tables: Iterable[Table]) -> dict[int, Made]:
    """Id of a table -> what it has in, of every one of these tables; `sheet` and `seats` of them are fetched.

    `stages` is the stage of each round (by id).
    """
    every = [lying(table) for table in tables]
    club = next((table.sheet.club for table in tables if table.sheet is not None and not table.sheet.is_open), None)
    if club is None:
        return made_from(plan, stages, every, Holders({}, {}))
    people = Person.objects.filter(entrant__in={card for one in every for card in one.cards})
    return made_from(plan, stages, every, holders_of(queries.people_of(club), people))


def lying(table: Table) -> Lying:
    """Of a table whose `sheet` and `seats` are fetched."""
    sheet = table.sheet
    signed = None if sheet is None or sheet.is_open else Signed(sheet.pk, sheet.write_secret, sheet.seq)
    cards = [seat.entrant_id for seat in table.seats.all()]
    return Lying(table.pk, table.round_id, table.number, table.scores, cards, signed)


def holders_of(who: Mapping[int, Player], people: Iterable[Person]) -> Holders:
    cards = defaultdict[int, set[int]](set)
    for one in people:
        cards[who[one.player_id].pk].add(one.entrant_id)
    return Holders(who, cards)


def made_from(plan: Plan, stages: Mapping[int, int], tables: Sequence[Lying], holders: Holders) -> dict[int, Made]:
    """Id of a table -> what it has in. Four queries where there are sheets, none where there are none."""
    legs = best_of(plan, stages, tables)
    cards = cards_on_sheets(tables, holders)
    counted = _counted(plan, stages, [one for one in tables if one.pk in cards], legs)
    made = {}
    for table in tables:
        typed = None if table.typed is None else tuple(table.typed)
        if table.pk not in cards:
            made[table.pk] = Made(typed)
            continue
        stage = plan.stages[stages[table.round]]
        try:
            of_sheet = _of_sheet(table, stage, cards[table.pk], counted[table.pk], legs.get(table.pk))
        except Impossible as error:
            made[table.pk] = Made(typed, problems=error.problems)
            continue
        made[table.pk] = Made(of_sheet if typed is None else typed, of_sheet)
    return made


def best_of(plan: Plan, stages: Mapping[int, int], tables: Collection[Table | Lying]) -> dict[int, int]:
    """Id of a table -> the legs of its match, where those are others than its stage says: a final of its own length.

    No query where no stage of these rounds has such a final.
    """
    longer = {round_ for round_, stage in stages.items() if plan.stages[stage].final_best_of}
    found = {}
    for index in {stages[round_] for round_ in longer}:
        stage, (rows, played) = plan.stages[index], _played(next(iter(longer)), index)
        turn = {pk: at for at, pk in enumerate(rows)}
        for table in tables:
            at = turn.get(table.round if isinstance(table, Lying) else table.round_id)
            if at is not None and is_final(stage, played, at, table.number):
                found[table.pk] = stage.final_best_of
    return found


def _played(round_: int, stage: int) -> tuple[list[int], list[core.Round]]:
    """Ids of the published rounds of a stage, and these as the grid needs them; `round_` is any of the tournament."""
    rows = Round.objects.filter(tournament__rounds=round_, stage=stage).exclude(published_at=None).order_by("number")
    rows = rows.prefetch_related("tables", Prefetch("seats", Seat.objects.filter(table=None)))
    played = [
        core.Round(
            row.number,
            stage,
            tuple(core.Table(table.number, ()) for table in row.tables.all()),
            tuple(seat.entrant_id for seat in row.seats.all()),
        )
        for row in rows
    ]
    return [row.pk for row in rows], played


# --- from a sheet ----------------------------------------------------------------------------------------------------

MOST_KEPT = 20_000
"""Sheets whose amounts a process remembers."""

Amounts = Sequence[Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Counted:
    """What a closed sheet says for every seat, and what that makes for cards that sit so."""

    amounts: Amounts
    scores: dict[tuple[int, ...], tuple[Scores, ...]] = field(default_factory=dict)


Kept = dict[tuple[str, int], Counted]

_kept = dict[tuple[Stage, int], Kept]()
"""Stage and length of a match -> (secret of a sheet, its seq) -> what it says for every seat: a sheet of so many
entries says the same for ever."""


def _of_sheet(
    table: Lying, stage: Stage, cards: Sequence[int], counted: Counted, legs: int | None
) -> tuple[Scores, ...]:
    """The scores of a closed sheet; raises `Impossible` where it is no result of such a table."""
    so, seats = tuple(cards), len(table.cards)
    if so not in counted.scores:
        counted.scores[so] = _scores(stage, so, seats, counted.amounts, legs)
    return counted.scores[so]


def _scores(stage: Stage, cards: tuple[int, ...], seats: int, amounts: Amounts, legs: int | None) -> tuple[Scores, ...]:
    if -1 in cards:
        raise Impossible(Problem("sheet_seats_mixed", "sheet"))
    rows = []
    for card in range(seats):
        mine = [amounts[seat] for seat, of in enumerate(cards) if of == card]
        # A pair has what its side made once; where a card's people sit on both sides nobody can say.
        if not mine or any(one != mine[0] for one in mine):
            raise Impossible(Problem("sheet_seats_mixed", "sheet"))
        rows.append(mine[0])
    return results.count(stage, rows, best_of=legs)


def _counted(
    plan: Plan, stages: Mapping[int, int], tables: Sequence[Lying], legs: Mapping[int, int]
) -> dict[int, Counted]:
    """Id of a table -> what its closed sheet says. Only sheets that nobody has read yet are read."""
    found, new = dict[int, Counted](), dict[int, Lying]()
    for table in tables:
        assert table.sheet is not None
        known = _remembered(plan.stages[stages[table.round]], legs.get(table.pk)).get(
            (table.sheet.secret, table.sheet.seq)
        )
        if known is None:
            new[table.sheet.pk] = table
        else:
            found[table.pk] = known
    sheets = list(Sheet.objects.filter(pk__in=new)) if new else []
    stage_of = {pk: plan.stages[stages[table.round]] for pk, table in new.items()}
    hands = _standing_hands(sheets, stage_of)
    for sheet in sheets:
        table, stage = new[sheet.pk], stage_of[sheet.pk]
        best = legs.get(table.pk) or stage.counting.best_of
        found[table.pk] = Counted(sheet_amounts.amounts(sheet, stage, best, hands.get(sheet.pk, ())))
        if not connection.in_atomic_block:  # what may still be taken back is not remembered
            _remembered(stage, legs.get(table.pk))[sheet.write_secret, sheet.seq] = found[table.pk]
    return found


def _remembered(stage: Stage, legs: int | None) -> Kept:
    mine = _kept.setdefault((stage, legs or stage.counting.best_of), {})
    if len(mine) > MOST_KEPT:
        mine.clear()
    return mine


def cards_on_sheets(tables: Iterable[Lying], holders: Holders) -> dict[int, list[int]]:
    """Id of a table -> for every seat of its sheet, whose it is: the position of a card at the table.

    By the people, since a table may have put right on its sheet who sits where; who is not known there takes a place
    that is left over, in the order of the draw. -1 where more sit for one card than for another. One query with any
    number of sheets.
    """
    sheets = {table.sheet.pk: table for table in tables if table.sheet is not None}
    seated = defaultdict[int, list[int | None]](list)
    if sheets:
        rows = SheetSeat.objects.filter(sheet__in=sheets).values_list("sheet", "player").order_by("position")
        for sheet, player in rows:
            seated[sheet].append(player and holders.who[player].pk)
    found = {}
    for sheet, table in sheets.items():
        known = [_card(table.cards, holders.cards.get(player or 0, ())) for player in seated[sheet]]
        found[table.pk] = _all_seated(known, len(table.cards))
    return found


def _card(order: Sequence[int], holding: Collection[int]) -> int | None:
    """The one card at the table that somebody plays; None where that is none, or not one alone."""
    mine = [position for position, entrant in enumerate(order) if entrant in holding]
    return mine[0] if len(mine) == 1 else None


def _all_seated(known: Sequence[int | None], cards: int) -> list[int]:
    if sorted(one for one in known if one is not None) == [*range(cards)] and len(known) == cards:
        return [one for one in known if one is not None]  # as nearly always: everybody is known, each once
    left = Counter(seat % cards for seat in range(len(known)))
    left.subtract(card for card in known if card is not None)
    if min(left.values()) < 0:
        return [-1] * len(known)
    taken = []
    for seat, card in enumerate(known):
        if card is None:
            card = seat % cards if left[seat % cards] else next(iter(+left))
            left[card] -= 1
        taken.append(card)
    return taken


def _standing_hands(sheets: Iterable[Sheet], stages: Mapping[int, Stage]) -> dict[int, list[Mapping[str, object]]]:
    """Id of a sheet -> the hands that stand on it, read only where an event is told by hands alone."""
    wanted = [sheet.pk for sheet in sheets if sheet_amounts.needs_hands(sheet, stages[sheet.pk])]
    entries = defaultdict[int, list[Entry]](list)
    if wanted:
        for entry in Entry.objects.filter(sheet__in=wanted).order_by("sheet", "seq"):
            entries[entry.sheet_id].append(entry)
    return {sheet: sheet_amounts.standing(those) for sheet, those in entries.items()}
