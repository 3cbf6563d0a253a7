"""Handing in as the doors do it: the ways that are no list of amounts, and who may correct."""

from collections.abc import Iterator
from contextlib import contextmanager

from clubs.models import User
from clubs.services.core import Problem, Refused
from tournaments.models import Result, Table
from tournaments.services import results

WITHOUT_LIST = ("walkover", "strike", "survivor", "sheet")
"""What else a desk says of a table."""


@contextmanager
def only_directors_correct(reason: str, *, director: bool) -> Iterator[None]:
    """What counts changes only with a reason, and only directors give one; whoever else tries is told that."""
    if reason.strip() and not director:
        raise Refused(Problem("only_directors_correct", "reason"))
    try:
        yield
    except Refused as error:
        if director or "result_reason_missing" not in {one.code for one in error.problems}:
            raise
        raise Refused(Problem("only_directors_correct", "reason")) from error


def without_list(
    table: Table, how: str, number: int | None, *, by: User | None, seen: int, token: str, reason: str
) -> Result:
    """One of `WITHOUT_LIST`; `number` is the card that was there, or that goes on."""
    if how == "walkover":
        return results.walkover(table, number, by=by, seen=seen, token=token, reason=reason)
    if how == "survivor":
        return results.survivor(table, number or 0, by=by, seen=seen, token=token, reason=reason)
    use_case = results.strike if how == "strike" else results.count_sheet
    return use_case(table, by=by, seen=seen, token=token, reason=reason)
