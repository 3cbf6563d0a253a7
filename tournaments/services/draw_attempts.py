"""How often a round was drawn, thrown away or not, and with what: nobody fishes for a good draw unseen."""

from collections.abc import Mapping
from typing import Any

from clubs.models import Change
from tournaments.models import Round, Tournament
from tournaments.services.brought import log_of

THROWN_AWAY = "round_discarded"


def next_attempt(tournament: Tournament, number: int, draft: Round | None = None) -> int:
    """What the next draw of this round counts as: one more than the draft, or than any that was thrown away.

    The log remembers those, also the lines that came along from another installation; there is no row of them any more.
    One query, none with a draft.
    """
    if draft is not None:
        return draft.attempt + 1
    gone = Change.objects.filter(
        club=tournament.club_id, what=THROWN_AWAY, after__tournament_no=tournament.pk, after__round=number
    )
    thrown_away = [one.after for one in gone] + [one["after"] for one in log_of(tournament) if _is_of(one, number)]
    return 1 + max((one["attempt"] for one in thrown_away if one.get("seed")), default=0)


def _is_of(line: Mapping[str, Any], number: int) -> bool:
    """Whether a line that came along says that a draw of this round was thrown away."""
    told = line["after"]
    return line["what"] == THROWN_AWAY and told.get("round") == number and type(told.get("attempt")) is int


def seed_line(seed: str, number: int, attempt: int = 1) -> str:
    """What a round is drawn with."""
    return f"{seed}/{number}" if attempt == 1 else f"{seed}/{number}/{attempt}"


def next_line(tournament: Tournament, number: int) -> str:
    """What the next draw of this round is drawn with, as it stands on the page before."""
    return seed_line(tournament.seed, number, next_attempt(tournament, number))


def base_of(row: Round) -> str:
    """The seed without round and attempt."""
    line = row.seed if row.attempt == 1 else row.seed.removesuffix(f"/{row.attempt}")
    return line.removesuffix(f"/{row.number}")
