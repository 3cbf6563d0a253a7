"""From the best to the worst place that somebody can have, for each outcome of their own match or each amount."""

from bisect import bisect_left
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

from tournaments.formats import lives
from tournaments.formats.chances import MENU, Chances, Setting, own_bounds
from tournaments.formats.course import ELIMINATION
from tournaments.formats.menus import WHO_WON, Outcome, menu
from tournaments.formats.plan import Kind
from tournaments.formats.prospects import LUCKY, UNLUCKY, Key, wanted
from tournaments.formats.results import ONLY_WHO_WON
from tournaments.formats.stage_ranking import LOT

LEVEL_IS_AHEAD, LEVEL_IS_NOT = -1, 1 << 60
"""Behind a key in place of the lot: whether somebody level counts as ahead of it."""


@dataclass(frozen=True, slots=True)
class Span:
    """Places. Between `best` and `clear_best`, and between `clear_worst` and `worst`, only criteria decide that are not
    followed; mostly they are equal."""

    best: int
    clear_best: int
    clear_worst: int
    worst: int

    @property
    def clear(self) -> bool:
        return self.best == self.clear_best and self.worst == self.clear_worst


def exactly(places: Collection[int]) -> Span:
    return Span(min(places), min(places), max(places), max(places))


def together(spans: Collection[Span]) -> Span:
    """From the best to the worst of all."""
    return Span(
        min(one.best for one in spans),
        min(one.clear_best for one in spans),
        max(one.clear_worst for one in spans),
        max(one.worst for one in spans),
    )


@dataclass(frozen=True, slots=True)
class Option:
    """One way that one's own match may end."""

    result: str
    """won, drawn or lost; nothing: the own table is in, or one rests."""
    mine: int | None
    """As written; None where it only matters who won."""
    theirs: int | None
    schneider: bool
    span: Span
    going_on: Span | None
    """The place among those who can go on; None where nobody is cut, or one is out."""
    lives: int | None
    """Left then."""


Beside = Callable[[Key], int]
Bars = tuple[Key, Key, Key, Key]
PLACES = ("best", "clear_best", "clear_worst", "worst")


@dataclass(frozen=True)
class Spans:
    """For one setting; `going` are those of the pool who can go on, None where nobody is cut."""

    setting: Setting
    going: frozenset[int] | None

    @cached_property
    def all(self) -> Chances:
        return Chances(self.setting, self.setting.pool)

    @cached_property
    def free(self) -> Chances | None:
        """Of those who can go on."""
        if self.going is None or self.setting.me not in self.going:
            return None
        return self.all if self.going == self.setting.pool else Chances(self.setting, self.going)

    # --- own outcomes ------------------------------------------------------------------------------------------------

    def settled(self) -> tuple[Span, Span | None]:
        """Where the own table is in."""
        (key,) = self.all.prospects.settled([self.setting.me]).values()
        return self._both(key, key, lambda chances: (lambda bar: 0, lambda bar: 0))

    def of(self, outcome: Outcome) -> tuple[Span, Span | None]:
        """With this outcome of the own match."""
        assert self.setting.mine is not None
        me = self.setting.me
        seat, prospects = self.setting.mine.seats.index(me), self.all.prospects
        low, high = (prospects.of(me, outcome, seat, luck) for luck in (UNLUCKY, LUCKY))

        def beside(chances: Chances) -> tuple[Beside, Beside]:
            return lambda bar: chances.beside_most(outcome, bar), lambda bar: chances.beside_fewest(outcome, bar)

        return self._both(low, high, beside)

    def _both(
        self, low: Key, high: Key, beside: Callable[[Chances], tuple[Beside, Beside]]
    ) -> tuple[Span, Span | None]:
        span = self._span(self.all, self._bars(low, high, cut=False), beside(self.all))
        if self.free is None:
            return span, None
        return span, self._span(self.free, self._bars(low, high, cut=True), beside(self.free))

    def _bars(self, low: Key, high: Key, *, cut: bool) -> Bars:
        """What others have to be above to be ahead, for the four places of a span. Who goes on is decided to the end,
        if need be by the lot; places are shared."""
        if self.setting.rest:
            return (
                (*high[:-1], LEVEL_IS_NOT),
                (*high[:-1], LEVEL_IS_AHEAD),
                (*low[:-1], LEVEL_IS_NOT),
                (*low[:-1], LEVEL_IS_AHEAD),
            )
        if not (cut or LOT in self.setting.chain):
            low, high = (*low[:-1], LEVEL_IS_NOT), (*high[:-1], LEVEL_IS_NOT)
        return high, high, low, low

    def _span(self, chances: Chances, bars: Bars, beside: tuple[Beside, Beside]) -> Span:
        most, fewest = beside
        best = (1 + chances.fewest(bar) + fewest(bar) for bar in bars[:2])
        worst = (1 + chances.most(bar) + most(bar) for bar in bars[2:])
        return Span(*best, *worst)

    # --- own amounts -------------------------------------------------------------------------------------------------

    @cached_property
    def amounts(self) -> tuple[int, int]:
        return own_bounds(self.all)

    def with_amount(self, amount: int, place: str, *, cut: bool, partner: int) -> int:
        """One of the four places of the span with this amount at a table where any is possible; `partner`: whether (1)
        or not (0) the partner, who makes as much, is ahead. The more, the better, but for that."""
        chances = self.free if cut and self.free is not None else self.all
        at, (rest, _same) = PLACES.index(place), chances.left_over(amount)
        bar = self._own_bars(amount, cut=cut)[at]
        if at < 2:
            return 1 + chances.fewest(bar) + rest.fewest(bar) + partner
        return 1 + chances.most(bar) + rest.most(bar) + partner

    def _own_bars(self, amount: int, *, cut: bool) -> Bars:
        mine = self.all.amounts(self.setting.me)
        return self._bars(mine.key(amount, UNLUCKY), mine.key(amount, LUCKY), cut=cut)

    def runs(self, place: str, *, cut: bool) -> list[tuple[int, int, int]]:
        """(from, to, whether the partner is ahead) over all amounts, for one of the four places of a span."""
        chances = self.free if cut and self.free is not None else self.all
        low, high = self.amounts
        same = chances.left_over(low)[1]
        if not same:
            return [(low, high, 0)]
        partner, at = chances.amounts(same[0]), PLACES.index(place)

        def ahead(amount: int) -> int:
            return int(partner.key(amount, UNLUCKY if at < 2 else LUCKY) > self._own_bars(amount, cut=cut)[at])

        found = list[tuple[int, int, int]]()
        for first, last in pairwise(self._turns((self.setting.me, same[0]))):
            start = first
            while start < last:  # between two turns it changes at most twice: where one overtakes the other
                now = ahead(start)
                end = start + 1
                end += bisect_left(range(end, last), True, key=partial(_differs, ahead, now))
                found.append((start, end - 1, now))
                start = end
        return found

    def _turns(self, numbers: tuple[int, int]) -> list[int]:
        """The amounts at which a figure of one of them may begin or cease to grow, and one behind the last."""
        low, high = self.amounts
        unit, prospects = self.setting.stage.counting.unit, self.all.prospects
        turns = {low, high + 1}
        for number in numbers:
            of_round = prospects.adjusted(number, unit)
            turns |= {
                one.scores.get(unit, 0) - of_round + by for one in prospects.history[number] for by in (-1, 0, 1, 2)
            }
            turns |= {-of_round + by for by in (-1, 0, 1, 2)}
        return sorted(one for one in turns if low <= one <= high + 1)


def _differs(ahead: Callable[[int], int], now: int, amount: int) -> bool:
    return ahead(amount) != now


# --- options ---------------------------------------------------------------------------------------------------------


def own_menu(setting: Setting, criteria: Collection[str]) -> tuple[Outcome, ...]:
    """What the own match may hand in, told apart as far as one would say it: by the amounts where they matter."""
    assert setting.mine is not None
    course, index, stage = setting.ranker.course, setting.ranker.index, setting.stage
    units = wanted(course, index, criteria)
    only_who = units <= {*WHO_WON, "schneider", "boards"}
    more = {*WHO_WON} if only_who else {*WHO_WON, "made", "conceded"}
    bare = (setting.menus(criteria) or {})[setting.mine.number]
    if setting.one_person(setting.mine):
        return bare
    full = menu(stage, units | more, best_of=setting.legs(setting.mine), most=MENU)
    return full or menu(stage, units | WHO_WON, best_of=setting.legs(setting.mine), most=MENU) or bare


def option(setting: Setting, outcome: Outcome, spans: tuple[Span, Span | None]) -> Option:
    assert setting.mine is not None
    seat = setting.mine.seats.index(setting.me)
    scores = outcome[seat]
    result = next((one for one in ("won", "lost", "drawn") if scores.get(one)), "drawn")
    schneider = any(one.get("schneider") for one in outcome)
    left = lives_after(setting, result, schneider=schneider)
    out = left == 0 or (setting.stage.kind is Kind.KNOCKOUT and result != "won")
    boards = setting.stage.counting.boards > 1
    mine, theirs = (
        (scores.get("boards"), outcome[1 - seat].get("boards"))
        if boards
        else (scores.get("made"), scores.get("conceded"))
    )
    if setting.stage.kind in ONLY_WHO_WON and mine == theirs == 0:
        mine = theirs = None  # nothing but who won was told
    return Option(result, mine, theirs, schneider, spans[0], None if out else spans[1], left)


def settled_option(setting: Setting, spans: tuple[Span, Span | None], *, still_in: bool) -> Option:
    left = lives_after(setting, "", schneider=False)
    going = spans[1] if still_in or setting.stage.kind not in ELIMINATION else None
    return Option("", None, None, False, spans[0], going, left)


def lives_after(setting: Setting, result: str, *, schneider: bool) -> int | None:
    if setting.stage.kind is not Kind.LIVES:
        return None
    course = setting.ranker.course
    card = setting.cards[setting.me]
    left = lives.left(setting.stage, course.plan.buying, [card], course.played(setting.ranker.index))[setting.me]
    lost = setting.stage.schneider_lives if schneider else 1
    return max(0, left - lost) if result == "lost" else left
