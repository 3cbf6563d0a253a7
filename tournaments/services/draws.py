"""Drawing rounds: a draft that can be looked at and changed, then published and frozen.

The seed of round 3 is "<seed>/3", drawn again "<seed>/3/2": whoever knows it can draw the same. Who presses second
gets what the first one drew.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.models import User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import tidy
from scoring.models import Sheet
from tournaments.formats import core, meetings, stages
from tournaments.formats.course import course_of
from tournaments.formats.plan import Card, Kind, Plan
from tournaments.formats.stage_ranking import going_on
from tournaments.models import Result, Round, Tournament
from tournaments.services import draw_inputs, mails, setup, turns
from tournaments.services.draw_attempts import THROWN_AWAY, base_of, next_attempt, seed_line
from tournaments.services.draw_problems import Tables, refuse_odd_tables, seed_problems, together
from tournaments.services.draw_rows import is_other, mark_of, note_rows, read_draw, write_draw
from tournaments.services.facts import Facts, facts_of
from tournaments.services.refusals import refused

OF_TABLES = frozenset(
    {
        *("same_person", "apart", "decks_mixed", "neighbours", "partners_again", "met_again"),
        *("table_not_kept", "second_bye"),
    }
)
"""Remarks that `meetings.notes` makes on tables, drawn or by hand."""


@transaction.atomic
def draw(
    tournament: Tournament,
    *,
    by: User | None,
    number: int,
    seed: str | None = None,
    again: bool = False,
    seen: int | None = None,
    mark: str | None = None,
) -> Round:
    """Draws the round of this number and keeps it as a draft; one that is there already is the answer.

    `again` draws it anew and counts how often (`draw_attempts`); `seen` is the attempt that was looked at, or `mark`
    its `mark_of`, so that two who press at once draw anew once. `seed` is this round's, before the first round is
    published also the tournament's. Refused: tables that are open (by number), another round's turn, a published one, a
    seed that cannot be read, and whatever keeps the format from drawing.
    """
    tournament = turns.take(tournament)
    draft = tournament.rounds.filter(number=number).first()
    if draft and (not again or (seen is not None and draft.attempt != seen) or is_other(draft, mark)):
        return draft
    facts = facts_of(tournament)
    problems = [*_wrong_moment(facts, number), *seed_problems(seed)]
    if problems:
        raise Refused(*problems)
    base = tidy(seed) if seed is not None else base_of(draft) if draft and draft.seed else tournament.seed
    if base != tournament.seed and tournament.started_at is None:
        _keep_seed(tournament, base, by)
        facts = facts_of(tournament)
    attempt = next_attempt(tournament, number, draft)
    line = seed_line(base, number, attempt)
    try:
        drawn = draw_inputs.next_draw(draw_inputs.inputs_of(facts), line)
    except core.Impossible as error:
        raise refused(error) from error
    row = _keep(facts, draft, drawn, number=number, by=by, seed=line, attempt=attempt)
    _log(row, "round_drawn_again" if draft else "round_drawn", by, seed=line, attempt=attempt)
    return row


@transaction.atomic
def set_tables(
    tournament: Tournament,
    *,
    by: User | None,
    number: int,
    tables: Tables,
    byes: Sequence[int] = (),
    seen: str | None = None,
) -> Round:
    """The whole round by hand, as a draft, in the place of one that is there (`seen`: that was looked at; "": none).

    In the grid of a knock-out a bye is a table with one seat. Refused with every fault: a number that is unknown, not
    there, twice or nowhere, a table of a size that cannot be; and as `draw`.
    """
    tournament = turns.take(tournament)
    facts = facts_of(tournament)
    draft = tournament.rounds.filter(number=number).first()
    if problems := _wrong_moment(facts, number):
        raise Refused(*problems)
    if stages.is_over(facts.plan, facts.entrants, facts.rounds):
        raise Refused(Problem("all_played"))
    refuse_odd_tables(tables)
    by_table = tables if isinstance(tables, Mapping) else dict(enumerate(tables, start=1))
    wanted = core.Draw(
        stage=next_stage(facts),
        tables=tuple(core.Table(one, tuple(by_table[one])) for one in sorted(by_table)),
        byes=tuple(sorted(byes)),
        notes=cut_by_lot(facts),
    )
    if draft and is_other(draft, seen):
        if is_other(draft, mark_of(wanted)):
            raise Refused(Problem("draw_moved"))
        return draft
    check(facts, wanted)
    before = _places(read_draw(draft)) if draft else {}
    # Set by hand is no draw: what is drawn afterwards counts on from those before.
    attempt, seed = (draft.attempt, draft.seed) if draft else (max(1, next_attempt(tournament, number) - 1), "")
    row = _keep(facts, draft, with_notes(facts, wanted), number=number, by=by, seed=seed, attempt=attempt, by_hand=True)
    _log(row, "round_by_hand", by, before=before, **_places(wanted))
    return row


@transaction.atomic
def publish(row: Round, *, by: User | None, now: datetime | None = None, seen: str | None = None) -> Round:
    """Makes the draft the round that is played; published is published, and the first freezes plan and house rules.

    Seats only who is still there: refused where somebody left or came since the draw (draw again, or by hand), where
    tables of the round before are open again, and where the draft is another than the one that was looked at (`seen`,
    its `mark_of`).
    """
    tournament = turns.take(row.tournament)
    fresh = draft_or_refused(tournament, row, published_too=True)
    if fresh.published_at is not None:
        return fresh
    facts = facts_of(tournament)
    drawn = read_draw(fresh)
    if is_other(fresh, seen):
        raise Refused(Problem("draw_moved"))
    if problems := _wrong_moment(facts, fresh.number):
        raise Refused(*problems)
    check(facts, drawn)
    fresh.published_at, fresh.published_by = now or timezone.now(), by
    fresh.save(update_fields=["published_at", "published_by"])
    setup.begin(tournament, by=by, now=fresh.published_at)
    mails.write_rows(fresh, drawn, facts)
    _log(fresh, "round_published", by, seed=fresh.seed, attempt=fresh.attempt)
    return fresh


@transaction.atomic
def discard(row: Round, *, by: User | None, seen: str | None = None) -> None:
    """Throws a draft away; refused for a published round, and another draft than was looked at. Twice is once."""
    tournament = turns.take(row.tournament)
    fresh = tournament.rounds.filter(pk=row.pk).first()
    if fresh is None:
        return
    if fresh.published_at is not None:
        raise Refused(Problem("round_published", None, {"number": fresh.number}))
    if is_other(fresh, seen):
        raise Refused(Problem("draw_moved"))
    _log(fresh, THROWN_AWAY, by, seed=fresh.seed, attempt=fresh.attempt, tournament_no=tournament.pk)
    fresh.delete()


@transaction.atomic
def take_back(row: Round, *, by: User | None) -> Round:
    """Makes a published round a draft again, as long as no table has handed in or written down a hand."""
    tournament = turns.take(row.tournament)
    fresh = draft_or_refused(tournament, row, published_too=True)
    if fresh.published_at is None:
        return fresh
    if tournament.ended_at is not None:
        raise Refused(Problem("draw_after_end"))
    if tournament.rounds.filter(number__gt=fresh.number, published_at__isnull=False).exists():
        raise Refused(Problem("later_round", None, {"number": fresh.number}))
    _refuse_played(fresh)
    tournament.rounds.filter(number__gt=fresh.number).delete()
    fresh.published_at = fresh.published_by = fresh.clock_at = None
    fresh.save(update_fields=["published_at", "published_by", "clock_at"])
    mails.drop_rows(fresh)
    if fresh.number == 1:
        tournament.started_at = None
        tournament.save(update_fields=["started_at"])
    _log(fresh, "round_taken_back", by)
    return fresh


# --- what swaps and pages use too ------------------------------------------------------------------------------------


def draft_or_refused(tournament: Tournament, row: Round, *, published_too: bool = False) -> Round:
    """The round as it is now; refused where the draft is gone, or published meanwhile."""
    fresh = tournament.rounds.filter(pk=row.pk).select_related("tournament__club").first()
    if fresh is None:
        raise Refused(Problem("draw_gone"))
    if fresh.published_at is not None and not published_too:
        raise Refused(Problem("round_published", None, {"number": fresh.number}))
    return fresh


def with_notes(facts: Facts, wanted: core.Draw) -> core.Draw:
    """The draw with what its tables do not keep; remarks on other things stay."""
    others = (one for one in wanted.notes if one.code not in OF_TABLES)
    notes = meetings.notes(facts.plan, facts.entrants, facts.rounds, wanted)
    return replace(wanted, notes=(*others, *notes))


def cut_by_lot(facts: Facts) -> tuple[core.Note, ...]:
    """Where a stage begins with the next round: whom of equals only the lot let go on."""
    course = course_of(facts.plan, facts.entrants, facts.rounds)
    if course.coming == 0 or course.played(course.coming):
        return ()
    return going_on(course, course.coming, facts.adjustments, facts.tournament.seed)[1]


def next_stage(facts: Facts) -> int:
    """Index of the stage that the next round belongs to."""
    return stages.stage_of(facts.plan, facts.entrants, facts.rounds)


def in_next_round(facts: Facts) -> tuple[core.Entrant, ...]:
    """Who belongs into the next round, at a table or resting, by number."""
    return stages.due(facts.plan, facts.entrants, facts.rounds, facts.adjustments, facts.tournament.seed)


def along_a_grid(facts: Facts) -> bool:
    """Whether the next round is one of a fixed grid, where a bye is a table with one seat."""
    stage = facts.plan.stages[next_stage(facts)]
    return stage.kind is Kind.KNOCKOUT and not stage.redraw


def check(facts: Facts, wanted: core.Draw) -> None:
    """Refuses, with every fault, tables that cannot be the next round."""
    there = in_next_round(facts)
    if found := meetings.faults(facts.plan, there, wanted):
        raise refused(core.Impossible(*together(found)))


# --- inside ----------------------------------------------------------------------------------------------------------


def _wrong_moment(facts: Facts, number: int) -> list[Problem]:
    """Why no tables can be made for this round now."""
    following = len(facts.rounds) + 1
    if facts.tournament.ended_at is not None:
        return [Problem("draw_after_end")]
    if number < following:
        return [Problem("round_published", None, {"number": number})]
    if number > following:
        return [Problem("other_round_next", "number", {"number": number, "next": following})]
    return list(open_tables_problem(facts))


def open_tables_problem(facts: Facts) -> Iterator[Problem]:
    """Names the tables of the last round that have not handed in."""
    if numbers := facts.open_tables:
        tables = ", ".join(map(str, numbers))
        yield Problem("round_open", None, {"round": facts.rounds[-1].number, "tables": tables, "count": len(numbers)})


def _keep_seed(tournament: Tournament, seed: str, by: User | None) -> None:
    """Nothing is published yet: lots and later rounds go by this seed too."""
    after = {"tournament": tournament.name, "seed": seed}
    log_change(tournament.club, "seed_changed", by=by, before={"seed": tournament.seed}, after=after)
    tournament.seed = seed
    tournament.save(update_fields=["seed"])


def _keep(
    facts: Facts,
    draft: Round | None,
    drawn: core.Draw,
    *,
    number: int,
    by: User | None,
    seed: str,
    attempt: int,
    by_hand: bool = False,
) -> Round:
    row = draft or Round(tournament=facts.tournament, number=number)
    row.stage, row.seed, row.attempt, row.by_hand = drawn.stage, seed, attempt, by_hand
    row.notes = note_rows(drawn.notes)
    row.standing = [one.number for one in facts.standings]
    row.drawn_at, row.drawn_by = timezone.now(), by
    if not by_hand or not seed:
        draw_inputs.remember(row, facts)
    row.save()
    write_draw(row, drawn, facts.by_number)
    return row


def _refuse_played(row: Round) -> None:
    """Tables that have handed in or written down a hand stay; empty sheets are thrown away with the round."""
    tables = list(row.tables.select_related("sheet").order_by("number"))
    handed = set(Result.objects.filter(table__in=tables).values_list("table_id", flat=True))
    played = [one.number for one in tables if one.pk in handed or one.scores is not None]
    played += [one.number for one in tables if one.sheet and one.sheet.seq and one.number not in played]
    if played:
        listed = ", ".join(map(str, sorted(played)))
        raise Refused(Problem("round_has_results", None, {"number": row.number, "tables": listed}))
    sheets = [one.sheet_id for one in tables if one.sheet_id]
    # An UPDATE first: it waits for a phone that is just writing its first hand.
    if Sheet.objects.filter(pk__in=sheets, seq=0).update(seq=0) < len(sheets):
        raise Refused(Problem("hand_meanwhile", None, {"number": row.number}))
    Sheet.objects.filter(pk__in=sheets).delete()


def _places(drawn: core.Draw) -> dict[str, Any]:
    """Who sits where, for the log: start numbers only."""
    return {
        "tables": [f"{one.number}: {', '.join(map(str, one.seats))}" for one in drawn.tables],
        "byes": list(drawn.byes),
    }


def _log(row: Round, what: str, by: User | None, *, before: Mapping[str, Any] | None = None, **after: Any) -> None:
    facts = {"tournament": row.tournament.name, "round": row.number}
    log_change(row.tournament.club, what, by=by, before=before, after={**facts, **after})


def log_swap(row: Round, by: User | None, before: core.Draw, after: core.Draw) -> None:
    """The log says which tables changed."""
    old, new = _places(before), _places(after)
    moved = {name: [one for one in old[name] if one not in new[name]] for name in old}
    came = {name: [one for one in new[name] if one not in old[name]] for name in new}
    _log(row, "round_swapped", by, before=moved, **came)


@dataclass(frozen=True, slots=True)
class Waiting:
    """Who could be drawn and is not: by number."""

    expected: tuple[int, ...]
    """Announced, not checked in."""
    unpaid: tuple[int, ...]
    """Here, the fee is open."""
    pausing: tuple[int, ...]
    """Here, but they let this round pass or come in later."""
    alone: tuple[int, ...]
    """Here as a pair, and nobody beside them."""


def waiting(facts: Facts, number: int) -> Waiting:
    """Who the desk should have a look at before the round is drawn."""
    here = [card for card in facts.cards if card.status == "here"]
    return Waiting(
        expected=tuple(card.number for card in facts.cards if card.status == "expected"),
        unpaid=tuple(card.number for card in here if card.paid == "open"),
        pausing=tuple(card.number for card in here if number in card.away or card.since > number),
        alone=tuple(card.number for card in here if facts.plan.card == Card.PAIR and len(facts.people(card)) < 2),
    )


def second_sitting(plan: Plan, tables: Sequence[core.Table]) -> int | None:
    """The number of the first table that has no room at first; None where all have."""
    played = [table.number for table in tables if len(table.seats) > 1]
    return played[plan.desk.tables] if 0 < plan.desk.tables < len(played) else None
