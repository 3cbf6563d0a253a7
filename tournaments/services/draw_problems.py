"""What speaks against tables set by hand and against a seed, before anything is looked up."""

from collections.abc import Iterator, Mapping, Sequence

from clubs.services.core import Problem, Refused
from clubs.services.text import can_be_seen, tidy
from tournaments.formats import core

LONGEST_SEED = 40
MOST_TABLES = 1000
Tables = Mapping[int, Sequence[int]] | Sequence[Sequence[int]]
"""Start numbers in the order of their seats: by the number of the table, or for tables 1, 2, 3 …"""


def together(found: Sequence[core.Problem]) -> list[core.Problem]:
    """One problem for all numbers that have the same fault, where a hall of them may have it."""
    numbers, others = dict[str, list[int]](), list[core.Problem]()
    for one in found:
        number = one.figures.get("number")
        if isinstance(number, int):
            numbers.setdefault(one.code, []).append(number)
        else:
            others.append(one)
    return [*(core.Problem(code, "tables", {"numbers": all_of}) for code, all_of in numbers.items()), *others]


def refuse_odd_tables(tables: Tables) -> None:
    """Numbers of tables that no hall has."""
    if isinstance(tables, Mapping) and (odd := [one for one in tables if not 0 < one <= MOST_TABLES]):
        listed = ", ".join(map(str, sorted(odd)))
        raise Refused(Problem("table_number", "tables", {"table": listed, "most": MOST_TABLES}))


def seed_problems(seed: str | None) -> Iterator[Problem]:
    if seed is None:
        return
    if not tidy(seed):
        yield Problem("seed_missing", "seed")
    elif len(tidy(seed)) > LONGEST_SEED:
        yield Problem("seed_too_long", "seed", {"most": LONGEST_SEED})
    elif not can_be_seen(tidy(seed)):
        yield Problem("seed_unreadable", "seed")
