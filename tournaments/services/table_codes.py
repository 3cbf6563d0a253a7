"""The codes on the tables: printed before the event, each leads to its table of whatever round is being played."""

import hashlib
import hmac
import re

from tournaments.formats.plan import MATCHES, read_plan
from tournaments.models import Table, Tournament
from tournaments.services.laid_tables import MOST_TABLES
from tournaments.services.marks import Marked, marked

CODE = re.compile(r"([0-9]{1,9})-([0-9]{1,4})-([a-z2-7]{16})")
HALL = re.compile(r"([0-9]{1,9})-([a-z2-7]{16})")
HALL_WORD = "hall"
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
MOST_CODES = 200
"""At once; the next ones are asked for by their numbers."""


def code_of(tournament: Tournament, number: int) -> str:
    """The code of a table's number: nobody can make one up who has not seen it (80 bits)."""
    return f"{tournament.pk}-{number}-{_mark(tournament.secret, f'table {number}')}"


def hall_code(tournament: Tournament) -> str:
    """The code of the whole hall, for everybody's phone: it leads to what is public, and writes nothing."""
    return f"{tournament.pk}-{_mark(tournament.secret, HALL_WORD)}"


def hall_of(code: str) -> Tournament | None:
    """The tournament whose hall this code stands for; None for any other text."""
    found = HALL.fullmatch(code)
    if found is None:
        return None
    tournament = Tournament.objects.select_related("club").defer("brought").filter(pk=int(found[1])).first()
    return tournament if tournament and hmac.compare_digest(hall_code(tournament), code) else None


def hall_marked(code: str) -> tuple[int, Marked] | None:
    """The id of the tournament whose hall this code stands for, and its mark: all that a phone asks that waits."""
    found = HALL.fullmatch(code)
    if found is None:
        return None
    now = marked(int(found[1]))
    if now is None or not hmac.compare_digest(_mark(now.secret, HALL_WORD), found[2]):
        return None
    return int(found[1]), now


def _mark(secret: str, what: str) -> str:
    digest = hmac.new(secret.encode(), what.encode(), hashlib.sha256).digest()
    return "".join(LETTERS[byte % 32] for byte in digest[:16])


def place_of(code: str) -> tuple[Tournament, int] | None:
    """The tournament and the number of the table that a code stands for; None for any other text."""
    found = CODE.fullmatch(code)
    if found is None:
        return None
    tournament = Tournament.objects.select_related("club").defer("brought").filter(pk=int(found[1])).first()
    number = int(found[2])
    if tournament is None or not hmac.compare_digest(code_of(tournament, number), code):
        return None
    return tournament, number


def numbers_wanted(tournament: Tournament, first: int = 0, last: int = 0) -> range:
    """The tables of which codes are printed: those asked for (0: not said), else as many as are needed."""
    first = max(1, first)
    last = max(first, min(last or first + tables_needed(tournament) - 1, first + MOST_CODES - 1, MOST_TABLES))
    return range(min(first, last), last + 1)


def tables_needed(tournament: Tournament) -> int:
    """Those of the largest round so far; before the first as many as the cards take, or as the plan has room for."""
    plan = read_plan(tournament.plan)
    drawn = Table.objects.filter(round__tournament=tournament).order_by("-number").values_list("number", flat=True)
    if (highest := drawn.first()) is not None:
        return highest
    if plan.desk.tables:
        return plan.desk.tables
    stage = plan.stages[0]
    seats = 2 if stage.kind in MATCHES else min(stage.sizes, default=4)
    return max(1, -(-tournament.entrants.count() // seats))
