"""What of a tournament everybody may see: how it stands, when the organiser says so (`Hall.public`).

Draws are public once they are published, names are the public ones (`clubs.names`). Every page, print, screen and
answer that needs no account asks here.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from tournaments.formats.plan import Public
from tournaments.models import Tournament
from tournaments.services.facts import Facts

Line = TypeVar("Line")


def public_facts(facts: Facts) -> Facts | None:
    """As many of the results as everybody may see now; None: nothing of how it stands.

    While the places are read out, all are in it, and `lines_shown` says which of them may be shown.
    """
    hall = facts.plan.hall
    if hall.public == Public.ALL or facts.tournament.ended_at is not None or facts.tournament.revealed is not None:
        return facts
    first = facts.rounds[: hall.public_round]
    if hall.public == Public.ONCE and len(first) == hall.public_round and all(one.over for one in first):
        counted = tuple(one for one in facts.adjustments if (one.round or 0) <= hall.public_round)
        return replace(facts, rounds=first, adjustments=counted)
    return None


def lines_shown(tournament: Tournament, lines: Sequence[Line]) -> Sequence[Line]:
    """Of the standings, best first: all, or as far as they have been read out, from the last on."""
    if tournament.revealed is None:
        return lines
    return lines[max(0, len(lines) - tournament.revealed) :]
