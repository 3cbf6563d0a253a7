"""The codes on the tables: printed before the event, each leads to its table of whatever round is being played."""

import hashlib
import hmac
import re

from tournaments.models import Table, Tournament

CODE = re.compile(r"([0-9]{1,9})-([0-9]{1,4})-([a-z2-7]{16})")
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


def code_of(tournament: Tournament, number: int) -> str:
    """The code of a table's number: nobody can make one up who has not seen it (80 bits)."""
    digest = hmac.new(tournament.secret.encode(), f"table {number}".encode(), hashlib.sha256).digest()
    mark = "".join(LETTERS[byte % 32] for byte in digest[:16])
    return f"{tournament.pk}-{number}-{mark}"


def place_of(code: str) -> tuple[Tournament, int] | None:
    """The tournament and the number of the table that a code stands for; None for any other text."""
    found = CODE.fullmatch(code)
    if found is None:
        return None
    tournament = Tournament.objects.select_related("club").filter(pk=int(found[1])).first()
    number = int(found[2])
    if tournament is None or not hmac.compare_digest(code_of(tournament, number), code):
        return None
    return tournament, number


def current_table(tournament: Tournament, number: int) -> Table | None:
    """The table of this number in the round that is being played; None where that round has no such table."""
    round_ = tournament.rounds.exclude(published_at=None).order_by("-number").first()
    if round_ is None:
        return None
    round_.tournament = tournament
    table = round_.tables.select_related("sheet").filter(number=number).first()
    if table is not None:
        table.round = round_
    return table
