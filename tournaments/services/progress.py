"""Where a tournament stands, and what its desk does next."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats import planning, stages
from tournaments.formats.plan import Kind
from tournaments.models import Round, Tournament
from tournaments.models.entrants import Status
from tournaments.queries import draft_of
from tournaments.services.facts import Facts
from tournaments.services.payments import owing


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
    """As far as one can say: those that are not drawn or not published yet."""
    minutes_left: int
    """The same with the round that is being played."""


def progress_of(facts: Facts, *, to_hand_out: int = 0) -> Progress:
    """`to_hand_out` is how many prizes wait (`prizes_waiting`)."""
    cards = [card for card in facts.cards if card.status != Status.CANCELLED]
    last, draft = facts.rounds[-1] if facts.rounds else None, draft_of(facts.tournament)
    here = sum(card.status == Status.HERE for card in cards)
    expected = sum(card.status == Status.EXPECTED for card in cards)
    lives: Mapping[int, int] | None = None
    if last is not None and facts.plan.stages[last.stage].kind == Kind.LIVES:
        lives = stages.lives_left(facts.plan, facts.entrants, facts.rounds)
    there = here if last is not None else len(cards)
    number = last.number if last is not None else 0
    step = _step(facts, draft, here, expected, to_hand_out)
    # Lives may last longer than most often: as long as it is not over, there is one more round at least.
    coming = step in (Step.CHECK_IN, Step.DRAW, Step.PUBLISH)
    rounds_left = max(int(coming), planning.rounds_needed(facts.plan, there) - number)
    if not coming and not facts.open_tables:
        rounds_left = 0
    return Progress(
        step=step,
        round=number + (step in (Step.DRAW, Step.PUBLISH)),
        cards=len(cards),
        here=here,
        expected=expected,
        gone=len(cards) - here - expected,
        unpaid=sum(map(owing, cards)),
        tables=len(last.tables) if last is not None else 0,
        open_tables=facts.open_tables,
        playing=None if lives is None else _playing(facts, lives),
        rounds_left=rounds_left,
        minutes_left=max(
            planning.minutes_needed(facts.plan, there, number - bool(facts.open_tables)),
            (rounds_left + bool(facts.open_tables)) * facts.plan.desk.minutes,
        )
        if coming or facts.open_tables
        else 0,
    )


def _playing(facts: Facts, lives: Mapping[int, int]) -> int:
    """Who never came or went away keeps the lives they had, and does not play any more."""
    return sum(left > 0 and facts.by_number[number].status == Status.HERE for number, left in lives.items())


def prizes_waiting(tournament: Tournament) -> int:
    """How many prizes somebody has won and not got yet; 0 before the places are final."""
    if tournament.ended_at is None:
        return 0
    return tournament.payouts.filter(handed_at=None).exclude(entrant=None).count()


def _step(facts: Facts, draft: Round | None, here: int, expected: int, to_hand_out: int) -> Step:
    if facts.tournament.ended_at is not None:
        return Step.PRIZES if to_hand_out else Step.DONE
    if draft is not None:
        return Step.PUBLISH
    if not facts.rounds:
        return Step.CHECK_IN if expected or here < 2 else Step.DRAW
    if facts.open_tables:
        return Step.TABLES
    over = stages.is_over(facts.plan, facts.entrants, facts.rounds)
    return Step.FINISH if over else Step.DRAW
