"""Everything that an open match may hand in, as far as it matters.

What is legal says `results.count`, which is asked for every candidate; outcomes that are equal in the wanted units are
one. Walkovers and lists that do not balance are none of it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from tournaments.formats.core import Impossible, Scores
from tournaments.formats.plan import Counting, Kind, Stage
from tournaments.formats.results import ONLY_WHO_WON, board_scores, bounds, count, self_match

Outcome = tuple[Scores, ...]
"""What every seat of a table has made."""

WHO_WON = frozenset({"won", "lost", "drawn"})
MOST_CANDIDATES = 4000


def menu(stage: Stage, wanted: Collection[str], *, best_of: int | None = None, most: int) -> tuple[Outcome, ...] | None:
    """The outcomes of a match of two in these units; None where there are more than `most`.

    `schneider` in the wanted: with and without one, where it costs lives.
    """
    found: dict[tuple[tuple[int, ...], ...], Outcome] = {}
    made = _of_boards(stage, wanted, best_of, most) if stage.counting.boards > 1 else _of_one(stage, wanted, best_of)
    if made is None:
        return None
    order = sorted(wanted)
    for outcome in made:
        key = tuple(tuple(scores.get(unit, 0) for unit in order) for scores in outcome)
        found.setdefault(key, tuple(dict(zip(order, one, strict=True)) for one in key))
        if len(found) > most:
            return None
    return tuple(found.values())


def of_one_person(stage: Stage) -> tuple[Outcome, ...]:
    """Two cards of one person: nothing is played, one of them goes on."""
    return self_match(stage, 0), self_match(stage, 1)


def _of_one(stage: Stage, wanted: Collection[str], best_of: int | None) -> Iterator[Outcome] | None:
    counting = stage.counting
    pairs = _pairs(counting, best_of or counting.best_of, few={*wanted} <= {*WHO_WON, "schneider"})
    if pairs is None:
        return None
    rows = [[{counting.unit: one}, {counting.unit: other}] for one, other in pairs]
    if stage.kind in ONLY_WHO_WON:
        rows.append([{}, {}])  # often only who won is told
    return _legal(stage, rows, wanted, best_of)


def _legal(
    stage: Stage, rows: Iterable[Sequence[Mapping[str, int]]], wanted: Collection[str], best_of: int | None
) -> Iterator[Outcome]:
    """Each list as it is, and where it may be, with the winner told."""
    schneider = stage.kind is Kind.LIVES and stage.schneider_lives > 1 and "schneider" in wanted
    for row in rows:
        for winner in (None, 0, 1):
            told = [{**one, **({} if winner is None else {"won": int(seat == winner)})} for seat, one in enumerate(row)]
            try:
                made = count(stage, told, best_of=best_of)
            except Impossible:
                continue
            yield made
            if schneider:
                yield tuple({**one, "schneider": one.get("won", 0)} for one in made)


def _pairs(counting: Counting, best_of: int, *, few: bool) -> list[tuple[int, int]] | None:
    """What two may have made, legal or not; None: too many to look at. `few`: some of every kind of winner will do."""
    lowest, highest = bounds(counting)
    total, target = counting.sums_to, counting.winner_makes
    if total is not None:
        least, last = max(lowest, total - highest), min(highest, total - lowest)
        amounts: Iterable[int] = range(least, last + 1)
        if few or last - least >= MOST_CANDIDATES:
            if not few:
                return None
            middle = (total - 1) // 2, total // 2, total // 2 + 1
            amounts = {one for one in (least, *middle, last) if least <= one <= last}
        return [(one, total - one) for one in sorted(amounts)]
    if counting.unit == "legs":
        return [(one, other) for one in range(best_of + 1) for other in range(best_of + 1)]
    if target is not None:
        less = [*range(lowest, min(target, highest + 1))]
        less = less[:1] if few else less
        if len(less) >= MOST_CANDIDATES:
            return None
        return [*((target, one) for one in less), *((one, target) for one in less), *((one, one) for one in less)]
    values = [lowest, lowest + 1] if few else range(lowest, highest + 1)
    if len(values) ** 2 > MOST_CANDIDATES:
        return None
    return [(one, other) for one in values for other in values]


# teams ---------------------------------------------------------------------------------------------------------------


def _of_boards(stage: Stage, wanted: Collection[str], best_of: int | None, most: int) -> Iterator[Outcome] | None:
    """The sums of all boards: from one board to the next, equal sums once."""
    counting = stage.counting
    few = {*wanted} <= {*WHO_WON, "boards"} and counting.board_unit == "won"
    pairs = _pairs(counting, best_of or counting.best_of, few=few)
    if pairs is None:
        return None
    single = _single_boards(stage, pairs, best_of, few=few)
    reached: dict[tuple[int, ...], list[tuple[int, int]]] = {(0,) * 6: []}
    ways = dict(reached)
    for _board in range(counting.boards):
        reached = {
            tuple(sum(each) for each in zip(sums, more, strict=True)): [*boards, pair]
            for sums, boards in reached.items()
            for more, pair in single.items()
        }
        if len(reached) > 4 * most:
            return None
        ways |= {(*sums, len(boards)): boards for sums, boards in reached.items()}
    return _matches_of_boards(stage, ways.values(), best_of)


def _single_boards(
    stage: Stage, pairs: Iterable[tuple[int, int]], best_of: int | None, *, few: bool
) -> dict[tuple[int, ...], tuple[int, int]]:
    """What a board adds to both sides -> an example."""
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for pair in pairs:
        try:
            (board,) = board_scores(stage, [pair], best_of=best_of)
        except Impossible:
            continue
        units = ("won",) if few else ("won", "made", stage.counting.unit)
        key = [one[unit] for one in board for unit in units]
        found.setdefault((*key, *[0] * (6 - len(key))), pair)
    return found


def _matches_of_boards(stage: Stage, ways: Iterable[list[tuple[int, int]]], best_of: int | None) -> Iterator[Outcome]:
    for boards in ways:
        if not boards:
            continue
        for winner in (None, 0, 1):
            rows = [] if winner is None else [{"won": int(seat == winner)} for seat in range(2)]
            try:
                yield count(stage, rows, team=True, boards=boards, best_of=best_of)
            except Impossible:
                continue
