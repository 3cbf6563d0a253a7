"""Handing in what a table made, once, by whoever sees the table as it is.

Every write says how many results it saw (`seen`) and carries a `token` made for this one request. What counts of a
table is its newest typed result, without one its closed sheet. To change what counts takes a reason; who may give one
is for the doors to ask. Everything that was handed in stays (`Result`) and stands in the log of changes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import F

from clubs import queries
from clubs.models import User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import tidy
from clubs.services.till import TOKEN
from scoring.models import Sheet
from tournaments.formats import core, results
from tournaments.formats.core import Impossible, Scores
from tournaments.formats.plan import Card, Plan, Stage, read_plan
from tournaments.models import Result, Table
from tournaments.services import refusals, turns
from tournaments.services.card_people import people_now
from tournaments.services.table_scores import Made, best_of, made_of

How = Result.How
Rows = Sequence[Mapping[str, Any]]

ARITHMETIC = frozenset({"sum_wrong", "winner_makes", "no_winner", "won_wrong", "legs_impossible", "partners_differ"})
"""What is wrong with a list that can be read: the desk sends it back to its table, and the log keeps it."""

OF_AMOUNTS = {
    "missing": "amount_missing",
    "bad_value": "amount_unreadable",
    "out_of_range": "amount_out_of_range",
}
"""What plans say in general, of an amount."""

COMPARED = frozenset({How.TYPED, How.FIRST})


class Moved(Exception):
    """Nothing was written: somebody else handed in meanwhile. `last` is what they said (None: the table's sheet was
    closed), `scores` what counts now (None: nothing yet)."""

    def __init__(self, table: Table, last: Result | None, scores: tuple[Scores, ...] | None) -> None:
        self.table, self.last, self.scores = table, last, scores
        super().__init__(f"table {table.pk} is at {table.seq}")


@dataclass(frozen=True, slots=True)
class At:
    """A table at the moment somebody hands in, its tournament held."""

    table: Table
    plan: Plan
    stage: Stage
    legs: int | None
    """Of a final that is longer than the matches before."""
    made: Made
    people: tuple[frozenset[int], ...]
    """Ids of who plays each card."""

    @property
    def seats(self) -> int:
        return len(self.people)


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that can be handed in."""

    how: How
    rows: list[dict[str, Any]]
    boards: list[list[int]]
    scores: tuple[Scores, ...] | None


def hand_in(
    table: Table,
    *,
    by: User | None,
    rows: Rows,
    boards: Sequence[Sequence[int]] = (),
    seen: int,
    token: str,
    reason: str = "",
    device: str = "",
    cards: Sequence[int] | None = None,
) -> Result:
    """What the table wrote: one mapping for each seat in the order of the slip (unit and events), or boards of teams.

    `cards` are the start numbers on the slip: refused where others sit here by now (the round was drawn again). The
    same again is handed in once. Where the plan wants two entries, the first one (`how` is `first`) counts only when
    another says the same. Refused with every problem: what cannot be (`results.count`), a table of a round that is not
    published or of one alone, a tournament that is over, a missing reason where the table counts already. Raises
    `Moved` where somebody else was first with something else.
    """

    def said(at: At) -> Said:
        if cards is not None and [*cards] != [seat.entrant.number for seat in at.table.seats.all()]:
            raise Refused(Problem("others_sit_here", None, {"table": at.table.number}))
        if at.plan.card is not Card.TEAM and len(rows) != at.seats:
            raise Refused(Problem("wrong_seats", "rows", {"seats": len(rows), "should": at.seats}))
        scores = results.count(at.stage, rows, team=at.plan.card is Card.TEAM, boards=boards, best_of=at.legs)
        return Said(How.TYPED, [dict(row) for row in rows], [list(board) for board in boards], scores)

    try:
        return _put(table, said, by=by, seen=seen, token=token, reason=reason, device=device)
    except Refused as error:
        if by is not None and ARITHMETIC & {problem.code for problem in error.problems}:
            _log_refused(table, by=by, rows=rows, boards=boards, problems=error.problems)
        raise


def walkover(table: Table, winner: int | None, *, by: User | None, seen: int, token: str, reason: str = "") -> Result:
    """Not played, because somebody is not there: the card `winner` (its number) is credited with a bye; None: nobody
    was there. Otherwise as `hand_in`."""

    def said(at: At) -> Said:
        seat = None if winner is None else _seat_of(at, winner, "winner")
        rows = [{"won": int(one == seat)} for one in range(at.seats)]
        return Said(How.WALKOVER, rows, [], results.walkover(at.stage, at.seats, seat))

    return _put(table, said, by=by, seen=seen, token=token, reason=reason)


def strike(table: Table, *, by: User | None, seen: int, token: str, reason: str) -> Result:
    """Strikes the table: its list does not balance and cannot be cleared, all have 0. It always takes a reason."""

    def said(at: At) -> Said:
        if not tidy(reason):
            raise Refused(Problem("result_reason_missing", "reason"))
        return Said(How.STRUCK, [], [], results.struck(at.stage, at.seats))

    return _put(table, said, by=by, seen=seen, token=token, reason=reason)


def survivor(table: Table, number: int, *, by: User | None, seen: int, token: str, reason: str = "") -> Result:
    """Two cards of one person: nothing is played, the card of this number goes on. Refused where it is two people."""

    def said(at: At) -> Said:
        if at.seats != 2 or not at.people[0] & at.people[1]:
            raise Refused(Problem("two_people", "survivor"))
        seat = _seat_of(at, number, "survivor")
        rows = [{"won": int(one == seat)} for one in range(2)]
        return Said(How.SURVIVOR, rows, [], results.self_match(at.stage, seat))

    return _put(table, said, by=by, seen=seen, token=token, reason=reason)


def count_sheet(table: Table, *, by: User | None, seen: int, token: str, reason: str) -> Result:
    """Takes the typed result back, so that the table's sheet counts again (an open one: nothing yet)."""

    def said(at: At) -> Said:
        if at.table.sheet is None:
            raise Refused(Problem("no_sheet", "sheet"))
        if at.table.scores is None:
            raise Refused(Problem("sheet_counts_already", "sheet"))
        if at.made.problems:
            raise Refused(*map(of_this_table, at.made.problems))
        return Said(How.SHEET, [], [], at.made.of_sheet)

    return _put(table, said, by=by, seen=seen, token=token, reason=reason)


# --- one write -------------------------------------------------------------------------------------------------------


def at_table(table: Table) -> At:
    """The table as it is now, with what counts of it."""
    fresh = (
        Table.objects.select_related("round__tournament__club", "sheet")
        .prefetch_related("seats__entrant__people")
        .filter(pk=table.pk)
        .first()
    )
    if fresh is None:
        # Its round was taken back and drawn again meanwhile.
        raise Refused(Problem("round_not_published"))
    plan = read_plan(fresh.round.tournament.plan)
    stages = {fresh.round_id: fresh.round.stage}
    who = queries.people_of(fresh.round.tournament.club)
    return At(
        table=fresh,
        plan=plan,
        stage=plan.stages[fresh.round.stage],
        legs=best_of(plan, stages, [fresh]).get(fresh.pk),
        made=made_of(plan, stages, [fresh])[fresh.pk],
        people=tuple(frozenset(one.pk for one in people_now(seat.entrant, who)) for seat in fresh.seats.all()),
    )


def _put(
    table: Table,
    wanted: Callable[[At], Said],
    *,
    by: User | None,
    seen: int,
    token: str,
    reason: str,
    device: str = "",
) -> Result:
    reason = tidy(reason)
    if problems := [*_about_words(reason, token)]:
        raise Refused(*problems)
    with transaction.atomic():
        tournament = turns.take(table.round.tournament)
        # A phone that closes the sheet at this moment was first, or waits.
        Sheet.objects.filter(table=table).update(seq=F("seq"))
        at = at_table(table)
        if tournament.ended_at is not None:
            raise Refused(Problem("tournament_over"))
        if at.table.round.published_at is None:
            raise Refused(Problem("round_not_published"))
        if at.seats < 2:
            raise Refused(Problem("nobody_to_play", "table", {"table": at.table.number}))
        try:
            said = wanted(at)
        except Impossible as error:
            raise Refused(*map(of_this_table, error.problems)) from error
        if known := _known(at, said, token) or _same_again(at, said, by=by, seen=seen, device=device):
            return known
        _may_it_change(at, said, seen, reason, by, device)
        return _write(at, _compared(at, said, reason, by, device), by=by, token=token, reason=reason, device=device)


def of_this_table(problem: core.Problem) -> Problem:
    """What the pure part found, in the words of a table."""
    return refusals.said(replace(problem, code=OF_AMOUNTS.get(problem.code, problem.code)))


def _about_words(reason: str, token: str) -> list[Problem]:
    problems = [] if TOKEN.fullmatch(token) else [Problem("bad_token", "token")]
    return [*problems, *refusals.reason_problems(reason)]


def _known(at: At, said: Said, token: str) -> Result | None:
    """What this token has handed in; refused where that was something else."""
    known = at.table.results.filter(token=token).first()
    if known is None:
        return None
    same_how = known.how == said.how or {known.how, said.how} <= COMPARED
    if not same_how or [known.rows, known.boards] != [said.rows, said.boards]:
        raise Refused(Problem("token_used"))
    return known


def _same_again(at: At, said: Said, *, by: User | None, seen: int, device: str) -> Result | None:
    """Somebody says what counts already: the answer is what was handed in first. A phone and the paper, for example."""
    last = at.table.results.order_by("-seq").first()
    if last is None or said.scores is None:
        return None
    if at.table.scores is not None and tuple(at.table.scores) == said.scores and last.how == said.how:
        return last
    waits = at.table.scores is None and last.how == How.FIRST and (last.seq > seen or _same_phone(last, by, device))
    same_hand = last.by_id == (by.pk if by else None) and last.device == device
    return last if waits and same_hand and last.scores == [*said.scores] else None


def _same_phone(one: Result, by: User | None, device: str) -> bool:
    return bool(device) and by is None and one.by_id is None and one.device == device


def _may_it_change(at: At, said: Said, seen: int, reason: str, by: User | None, device: str) -> None:
    """Raises `Moved` or `Refused` where this may not be written over what there is."""
    newer = list(at.table.results.filter(seq__gt=seen).order_by("-seq"))
    if at.made.scores is None:
        # Two at the desk who type the same list at the same moment are what is to be compared.
        if any(one.how != How.FIRST for one in newer):
            raise Moved(at.table, newer[0], None)
        return
    if newer:
        raise Moved(at.table, newer[0], at.made.scores)
    if said.scores == at.made.of_sheet == at.made.scores and said.how == How.TYPED:
        return
    if not reason:
        if at.table.scores is None:
            raise Moved(at.table, None, at.made.scores)
        raise Refused(Problem("result_reason_missing", "reason"))


def _compared(at: At, said: Said, reason: str, by: User | None, device: str) -> Said:
    """What it comes to: the sheet that says the same goes on counting, and of two entries the first waits. The desk may
    type a list twice; a phone cannot be the one that its own list is compared with."""
    if said.how != How.TYPED:
        return said
    if at.made.scores is not None and at.table.scores is None and said.scores == at.made.of_sheet:
        return Said(How.SHEET, said.rows, said.boards, said.scores)
    if not at.plan.desk.twice or reason or at.made.scores is not None or said.scores is None:
        return said
    others = [one for one in waiting(at.table) if not _same_phone(one, by, device)]
    if any(one.scores == [*said.scores] for one in others):
        return said
    return Said(How.FIRST, said.rows, said.boards, said.scores)


def waiting(table: Table) -> list[Result]:
    """The entries that wait for another one to say the same, oldest first; two that differ are a dispute."""
    return still_waiting(table.results.order_by("seq"))


def still_waiting(handed_in: Iterable[Result]) -> list[Result]:
    """Of all that was handed in for a table, oldest first, those that nothing settled yet."""
    found = list[Result]()
    for one in handed_in:
        found = [*found, one] if one.how == How.FIRST else []
    return found


def _write(at: At, said: Said, *, by: User | None, token: str, reason: str, device: str) -> Result:
    table, club = at.table, at.table.round.tournament.club
    before = None if at.made.scores is None else told(at, at.made.scores)
    scores = None if said.scores is None else [dict(one) for one in said.scores]
    result = Result.objects.create(
        table=table,
        seq=table.seq + 1,
        how=said.how,
        rows=said.rows,
        boards=said.boards,
        scores=scores,
        reason=reason,
        by=by,
        device=device,
        token=token,
    )
    counts = scores if said.how not in (How.FIRST, How.SHEET) else None
    Table.objects.filter(pk=table.pk).update(scores=counts, seq=result.seq)
    where = {"tournament": table.round.tournament.name, "round": table.round.number, "table": table.number}
    after = {**where, "how": str(said.how), "result": None if said.scores is None else told(at, said.scores)}
    what = "table_corrected" if before is not None else "table_handed_in"
    log_change(club, what, by=by, before={"result": before} if before else {}, after=_with_reason(after, reason))
    return result


def _with_reason(after: Mapping[str, Any], reason: str) -> dict[str, Any]:
    return {**after, "reason": reason} if reason else dict(after)


def told(at: At, scores: Sequence[Scores]) -> dict[str, Any]:
    """Start number -> what it made, as the log says it: the amount and the events, in matches without amounts won."""
    shown = (at.stage.counting.unit, *at.stage.counting.events, "schneider")
    made = {}
    for seat, one in zip(at.table.seats.all(), scores, strict=True):
        amounts = {unit: one[unit] for unit in dict.fromkeys(shown) if one.get(unit) is not None}
        amounts = {unit: amount for unit, amount in amounts.items() if amount or unit == at.stage.counting.unit}
        made[str(seat.entrant.number)] = amounts or {"won": one.get("won", 0)}
    return made


def _seat_of(at: At, number: int, field: str) -> int:
    for seat in at.table.seats.all():
        if seat.entrant.number == number:
            return seat.position
    raise Refused(Problem("not_at_this_table", field, {"number": number}))


def _log_refused(
    table: Table, *, by: User, rows: Rows, boards: Sequence[Sequence[int]], problems: Sequence[Problem]
) -> None:
    """In a transaction of its own, since the refused write leaves nothing: who looks later why a list was corrected
    finds what it said first."""
    at = at_table(table)
    numbers = [str(seat.entrant.number) for seat in at.table.seats.all()]
    lists: dict[str, Any] = {number: _plain(row) for number, row in zip(numbers, rows, strict=False)}
    after = {
        "tournament": at.table.round.tournament.name,
        "round": at.table.round.number,
        "table": at.table.number,
        "result": lists or {"boards": [list(board) for board in boards]},
    }
    if sums := [problem.figures["sum"] for problem in problems if problem.code == "sum_wrong"]:
        after["sum"] = sums[0]
    with transaction.atomic():
        log_change(at.table.round.tournament.club, "table_refused", by=by, after=after)


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {unit: amount for unit, amount in row.items() if amount not in (0, None, "")}
