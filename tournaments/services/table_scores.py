"""What each table made: the desk's result, or else the totals of its closed sheet."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from clubs import queries
from scoring.models import Entry
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


def scores_of(plan: Plan, stages: Mapping[int, int], tables: Iterable[Table]) -> dict[int, tuple[Scores, ...]]:
    """Id of a table -> what each seat made; tables that have not handed in are left out.

    `stages` is the stage of each round (by id). `sheet` and `seats` of the tables are fetched.
    """
    made = made_of(plan, stages, tables)
    return {pk: one.scores for pk, one in made.items() if one.scores is not None}


def made_of(plan: Plan, stages: Mapping[int, int], tables: Iterable[Table]) -> dict[int, Made]:
    """Id of a table -> what it has in, of every one of these tables."""
    every = list(tables)
    closed = [table for table in every if table.sheet is not None and not table.sheet.is_open]
    legs = best_of(plan, stages, every)
    cards = cards_on_sheets(closed)
    touts = _standing_hands(plan, stages, closed)
    made = {}
    for table in every:
        typed = None if table.scores is None else tuple(table.scores)
        if table.pk not in cards:
            made[table.pk] = Made(typed)
            continue
        stage = plan.stages[stages[table.round_id]]
        try:
            of_sheet = _of_sheet(table, stage, cards[table.pk], touts.get(table.pk, ()), legs.get(table.pk))
        except Impossible as error:
            made[table.pk] = Made(typed, problems=error.problems)
            continue
        made[table.pk] = Made(of_sheet if typed is None else typed, of_sheet)
    return made


def best_of(plan: Plan, stages: Mapping[int, int], tables: Collection[Table]) -> dict[int, int]:
    """Id of a table -> the legs of its match, where those are others than its stage says: a final of its own length.

    No query where no stage of these rounds has such a final.
    """
    longer = {round_ for round_, stage in stages.items() if plan.stages[stage].final_best_of}
    found = {}
    for index in {stages[round_] for round_ in longer}:
        stage, (rows, played) = plan.stages[index], _played(next(iter(longer)), index)
        turn = {pk: at for at, pk in enumerate(rows)}
        for table in tables:
            at = turn.get(table.round_id)
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


def _of_sheet(
    table: Table, stage: Stage, cards: Sequence[int], hands: Sequence[Mapping[str, object]], legs: int | None
) -> tuple[Scores, ...]:
    """The scores of a closed sheet; raises `Impossible` where it is no result of such a table."""
    assert table.sheet is not None
    if -1 in cards:
        raise Impossible(Problem("sheet_seats_mixed", "sheet"))
    counted = sheet_amounts.amounts(table.sheet, stage, legs or stage.counting.best_of, hands)
    rows = []
    for card in range(len(table.seats.all())):
        mine = [counted[seat] for seat, of in enumerate(cards) if of == card]
        # A pair has what its side made once; where a card's people sit on both sides nobody can say.
        if not mine or any(one != mine[0] for one in mine):
            raise Impossible(Problem("sheet_seats_mixed", "sheet"))
        rows.append(mine[0])
    return results.count(stage, rows, best_of=legs)


def cards_on_sheets(tables: Sequence[Table]) -> dict[int, list[int]]:
    """Id of a table -> for every seat of its sheet, whose it is: the position of a card at the table.

    By the people, since a table may have put right on its sheet who sits where; who is not known there takes a place
    that is left over, in the order of the draw. -1 where more sit for one card than for another. No query without
    sheets, three with any number of them.
    """
    sheets = [table.sheet for table in tables if table.sheet is not None]
    if not sheets:
        return {}
    assert sheets[0].club is not None
    who = queries.people_of(sheets[0].club)
    seated = defaultdict[int, list[int | None]](list)
    for sheet, player in SheetSeat.objects.filter(sheet__in=sheets).values_list("sheet", "player").order_by("position"):
        seated[sheet].append(player and who[player].pk)
    holders = defaultdict[int | None, set[int]](set)
    entrants = {seat.entrant_id for table in tables for seat in table.seats.all()}
    for entrant, player in Person.objects.filter(entrant__in=entrants).values_list("entrant", "player"):
        holders[who[player].pk].add(entrant)
    found = {}
    for table in tables:
        if table.sheet is not None:
            order = [seat.entrant_id for seat in table.seats.all()]
            known = [_card(order, holders[player]) for player in seated[table.sheet.pk]]
            found[table.pk] = _all_seated(known, len(order))
    return found


def _card(order: Sequence[int], holding: Collection[int]) -> int | None:
    """The one card at the table that somebody plays; None where that is none, or not one alone."""
    mine = [position for position, entrant in enumerate(order) if entrant in holding]
    return mine[0] if len(mine) == 1 else None


def _all_seated(known: Sequence[int | None], cards: int) -> list[int]:
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


def _standing_hands(
    plan: Plan, stages: Mapping[int, int], tables: Sequence[Table]
) -> dict[int, list[Mapping[str, object]]]:
    """Id of a table -> the hands that stand on its sheet, read only where an event is told by hands alone."""
    wanted = {
        table.sheet.pk: table.pk
        for table in tables
        if table.sheet is not None and sheet_amounts.needs_hands(table.sheet, plan.stages[stages[table.round_id]])
    }
    entries = defaultdict[int, list[Entry]](list)
    if wanted:
        for entry in Entry.objects.filter(sheet__in=wanted).order_by("sheet", "seq"):
            entries[entry.sheet_id].append(entry)
    return {wanted[sheet]: sheet_amounts.standing(those) for sheet, those in entries.items()}
