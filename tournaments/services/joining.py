"""Whether a card may still come in: before the first round anybody, afterwards only where the format can and it is
said that they shall."""

from clubs.services.core import Problem, Refused
from tournaments.formats import stages
from tournaments.formats.plan import Kind
from tournaments.models import Tournament
from tournaments.queries import published
from tournaments.services.facts import facts_of

JOINED = frozenset({Kind.LIVES, Kind.DRAWN, Kind.SCORE, Kind.SWISS})
"""Formats that can seat somebody who was not there from the beginning: they draw afresh from who is there."""


def last_round(tournament: Tournament) -> int:
    """Number of the last published round; 0 before the first."""
    return published(tournament).values_list("number", flat=True).last() or 0


def may_come_in(tournament: Tournament, *, late: bool = False) -> Problem | None:
    """Why nobody new comes in any more, if so. `late`: the organiser lets them in from the next round on."""
    if tournament.ended_at is not None:
        return Problem("tournament_over")
    number = last_round(tournament)
    if not number:
        return None
    facts = facts_of(tournament)
    figures = {"round": number}
    if not late:
        return Problem("round_runs" if facts.open_tables else "round_was_played", None, figures)
    first = facts.plan.stages[0]
    over = stages.stage_of(facts.plan, facts.entrants, facts.rounds) > 0 or 0 < first.rounds <= number
    return Problem("too_late_for_format", None, figures) if over or first.kind not in JOINED else None


def can_be_let_in(tournament: Tournament) -> bool:
    """Whether somebody late could come in if the organiser says so."""
    return may_come_in(tournament) is not None and may_come_in(tournament, late=True) is None


def not_over(tournament: Tournament) -> None:
    """Refused where the places are final: finishing has to be taken back first."""
    if tournament.ended_at is not None:
        raise Refused(Problem("tournament_over"))
