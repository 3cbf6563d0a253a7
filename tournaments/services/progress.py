"""Where a tournament stands, and what its desk does next."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats import planning, stages
from tournaments.formats.plan import Kind
from tournaments.models import Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.services.facts import Facts


class Step(StrEnum):
    """What comes next at the desk, in the order of an evening."""

    CHECK_IN = "check_in"
    DRAW = "draw"
    PUBLISH = "publish"
    TABLES = "tables"
    FINISH = "finish"
    PRIZES = "prizes"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Progress:
    step: Step
    round: int
    """The number of the round that the step is about; 0: none yet."""
    cards: int
    here: int
    expected: int
    gone: int
    unpaid: int
    tables: int
    """Of the round that runs or ran last."""
    open_tables: tuple[int, ...]
    playing: int | None
    """Who still has a life; None where nothing is played for lives."""
    rounds_left: int
    """As far as one can say."""


def progress_of(facts: Facts, *, draft: int | None, to_hand_out: int = 0) -> Progress:
    """`draft` is the number of the round that is drawn and not published, `to_hand_out` how many prizes wait."""
    cards, last = facts.cards, facts.rounds[-1] if facts.rounds else None
    here = sum(card.status == Status.HERE for card in cards)
    expected = sum(card.status == Status.EXPECTED for card in cards)
    lives: Mapping[int, int] = {}
    if last is not None and facts.plan.stages[last.stage].kind == Kind.LIVES:
        lives = stages.lives_left(facts.plan, facts.entrants, facts.rounds)
    there = here if last is not None else len(cards)
    number = last.number if last is not None else 0
    step = _step(facts, draft, here, expected, to_hand_out)
    return Progress(
        step=step,
        round={Step.DRAW: number + 1, Step.PUBLISH: draft or number + 1}.get(step, number),
        cards=len(cards),
        here=here,
        expected=expected,
        gone=len(cards) - here - expected,
        unpaid=sum(card.paid == Paid.OPEN and card.status != Status.NO_SHOW for card in cards),
        tables=len(last.tables) if last is not None else 0,
        open_tables=open_tables(facts),
        playing=sum(left > 0 for left in lives.values()) if lives else None,
        rounds_left=max(0, planning.rounds_needed(facts.plan, there) - number),
    )


def draft_of(tournament: Tournament) -> int | None:
    """The number of the round that is drawn and not published yet."""
    return tournament.rounds.filter(published_at=None).values_list("number", flat=True).first()


def prizes_waiting(tournament: Tournament) -> int:
    """How many prizes somebody has won and not got yet; 0 before the places are final."""
    if tournament.ended_at is None:
        return 0
    return tournament.payouts.filter(handed_at=None).exclude(entrant=None).count()


def open_tables(facts: Facts) -> tuple[int, ...]:
    """The tables of the last round that have not handed in."""
    if not facts.rounds:
        return ()
    return tuple(one.number for one in facts.rounds[-1].tables if one.scores is None and len(one.seats) > 1)


def _step(facts: Facts, draft: int | None, here: int, expected: int, to_hand_out: int) -> Step:
    if facts.tournament.ended_at is not None:
        return Step.PRIZES if to_hand_out else Step.DONE
    if draft is not None:
        return Step.PUBLISH
    if not facts.rounds:
        return Step.CHECK_IN if expected or here < 2 else Step.DRAW
    if facts.round_open:
        return Step.TABLES
    over = stages.is_over(facts.plan, facts.entrants, facts.rounds)
    return Step.FINISH if over else Step.DRAW
