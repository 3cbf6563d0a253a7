"""What the games of the Schnapsen family share: contracts, the doubling ladder, legs and Bummerl.

*Game points* are what is written down, up to the target (24, or 7 for two players); they stay raw and uncapped here.
A *leg* is one run to the target; whoever loses it is charged *Bummerl* marks: 1, Schneider 2 (no point at all),
Retourschneider 4 (led T-1 : 0 and still lost). Source: the scoring rules, sections 1 to 5.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from scoring.games.card_points import Pack
from scoring.games.core import KITTY, Outcome, Posting, Problem, Text, points_moved

Who = Literal["any", "caller", "caller_side", "partner", "opponents"]
Goal = Literal["normal", "no_trick", "schnapser", "all_tricks", "show"]
"""What the declarer has to do; `schnapser` is 66 within the first tricks, all of them his."""


@dataclass(frozen=True, slots=True)
class Contract:
    """One row of the contract table; `value` in game points before doubling (None: the grade of a normal game)."""

    key: str
    name: Text
    value: int | None
    who: Who
    goal: Goal
    trumps: bool
    standard: bool
    won_if: Text

    @property
    def kontra(self) -> bool:
        """Played by the caller's opponents."""
        return self.who == "opponents"


@dataclass(frozen=True, slots=True)
class Setting:
    """How a game of the family with contracts is played. A seat's side is its number modulo `sides`."""

    seats: int
    sides: int
    pack: Pack
    bettler_packs: tuple[Pack, ...]
    """The ways in which the cards of a Bettler can be played out."""
    schnapser_tricks: range
    """In how many tricks a Schnapser can be made."""
    contracts: Mapping[str, Contract]
    declarers: Callable[[Contract, Any], tuple[int, ...]]
    """(contract, house rules) -> who may declare it, as seats counted clockwise from the caller."""
    may_double: Callable[[Contract, Any], bool]
    """(contract, house rules) -> whether it may be doubled at all."""

    def side(self, seat: int) -> int:
        return seat % self.sides


class LineRules(Protocol):
    """The house rules that a line of the record needs."""

    @property
    def target(self) -> int: ...
    @property
    def display(self) -> str: ...


class LegRules(LineRules, Protocol):
    """The house rules that legs and money need."""

    @property
    def schneider_marks(self) -> int: ...
    @property
    def retour_marks(self) -> int: ...
    @property
    def first_dealer_next_game(self) -> str: ...
    @property
    def bummerl_limit(self) -> int: ...
    @property
    def legs_limit(self) -> int: ...
    @property
    def money(self) -> str: ...
    @property
    def stake_cents(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Leg:
    """A finished leg: the sides that reached the target, and the marks charged per side."""

    winners: tuple[int, ...]
    kind: str
    bummerl: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The record between two hands. `totals` are those of the running leg, or of the last one while `leg_over`.

    `tied`: the sides that still have to play for the marks of the leg (three players, `tie_rule: decider`).
    """

    dealer: int
    leg_dealer: int
    totals: tuple[int, ...]
    led_to_nil: tuple[bool, ...]
    leg_over: bool
    legs: tuple[Leg, ...]
    bummerl: tuple[int, ...]
    cents: tuple[int, ...]
    finished: bool
    tied: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.cents)

    @property
    def caller(self) -> int:
        """The seat left of the dealer names trumps."""
        return (self.dealer + 1) % self.seats


def start(seats: int, sides: int, first_dealer: int) -> State:
    return State(
        dealer=first_dealer,
        leg_dealer=first_dealer,
        totals=(0,) * sides,
        led_to_nil=(False,) * sides,
        leg_over=False,
        legs=(),
        bummerl=(0,) * sides,
        cents=(0,) * seats,
        finished=False,
    )


def dump(state: State) -> dict[str, Any]:
    """Plain JSON, with lists for tuples. Written out, since every hand passes here with all legs of the evening.

    `tied` stands there only while somebody is: sheets from before the decider have states without it.
    """
    data = {
        "dealer": state.dealer,
        "leg_dealer": state.leg_dealer,
        "totals": list(state.totals),
        "led_to_nil": list(state.led_to_nil),
        "leg_over": state.leg_over,
        "legs": [dump_leg(leg) for leg in state.legs],
        "bummerl": list(state.bummerl),
        "cents": list(state.cents),
        "finished": state.finished,
    }
    return {**data, "tied": list(state.tied)} if state.tied else data


def dump_leg(leg: Leg) -> dict[str, Any]:
    return {
        "winners": list(leg.winners),
        "kind": leg.kind,
        "bummerl": list(leg.bummerl),
        "totals": list(leg.totals),
    }


def load(data: Mapping[str, Any]) -> State:
    legs = tuple(
        Leg(tuple(leg["winners"]), leg["kind"], tuple(leg["bummerl"]), tuple(leg["totals"])) for leg in data["legs"]
    )
    runs = {name: tuple(data.get(name, ())) for name in ("totals", "led_to_nil", "bummerl", "cents", "tied")}
    return State(**{**data, **runs, "legs": legs})


# --- the doubling ladder -------------------------------------------------------------------------------------------


def ladder_problems(
    doubled_by: tuple[int, ...] | None, level: int, declarer_side: int, sides: int, seats: int
) -> list[Problem]:
    """The declarer's opponents call first, then the sides alternate, one call a level.

    With two sides a seat's side is its number modulo two. Seats that nobody sits on are not looked at here.
    """
    if doubled_by is None:
        return []
    problems = []
    if len(doubled_by) != level:
        problems.append(Problem("bad_doubling", "doubled_by", {"calls": len(doubled_by), "level": level}))
    for number, seat in enumerate(doubled_by):
        if seat in range(seats) and (seat % sides == declarer_side) != (number % 2 == 1):
            problems.append(Problem("wrong_side_doubled", "doubled_by", {"seat": seat}))
    return problems


def halved(points: int, halving: str) -> int:
    """The value of a hand under the house rule `halving`."""
    if halving == "off":
        return points
    return points // 2 + (points % 2 if halving == "ceil" else 0)


# --- legs ----------------------------------------------------------------------------------------------------------


def score_two_sides(
    state: State, winner: int, points: tuple[Posting, ...], caller: int, rules: LegRules
) -> tuple[tuple[Posting, ...], State]:
    """Credits the `points` of one hand to `winner` and, where the target is reached, ends the leg.

    The deal walks on: who called this hand deals the next one. Points over the target are dropped with the leg.
    """
    opened = state.leg_over
    totals = [0, 0] if opened else list(state.totals)
    led = [False, False] if opened else list(state.led_to_nil)
    totals[winner] += sum(posting.amount for posting in points)
    loser = 1 - winner
    over = totals[winner] >= rules.target
    if not over and totals[winner] == rules.target - 1 and totals[loser] == 0:
        led[winner] = True
    after = replace(state, dealer=caller, totals=tuple(totals), led_to_nil=tuple(led), leg_over=False)
    if not over:
        return points, after
    kind, marks = _kind(totals[loser], led[loser], rules)
    leg = Leg((winner,), kind, tuple(marks if side == loser else 0 for side in (0, 1)), after.totals)
    postings, after = end_leg(after, leg, {loser: kind}, rules)
    return (*points, *postings), after


def end_leg(state: State, leg: Leg, why: Mapping[int, str], rules: LegRules) -> tuple[tuple[Posting, ...], State]:
    """Writes a lost leg down: its marks and its money, who deals next, and whether the sheet is finished.

    `state` is the one after the leg's last hand; `why` gives the reason for the marks of each side that is charged.
    """
    charged = [side for side, marks in enumerate(leg.bummerl) if marks]
    paid = money(leg.bummerl, leg.winners, state.seats, rules)
    legs = (*state.legs, leg)
    bummerl = tuple(have + more for have, more in zip(state.bummerl, leg.bummerl, strict=True))
    dealer = _next_leg_dealer(state, charged, rules)
    after = replace(
        state,
        dealer=dealer,
        leg_dealer=dealer,
        leg_over=True,
        legs=legs,
        bummerl=bummerl,
        cents=tuple(have + sum(p.amount for p in paid if p.side == seat) for seat, have in enumerate(state.cents)),
        finished=0 < rules.bummerl_limit <= max(bummerl) or 0 < rules.legs_limit <= len(legs),
        tied=(),
    )
    marks = [Posting("bummerl", side, leg.bummerl[side], why[side]) for side in charged]
    won = [Posting("legs", winner, 1, leg.kind) for winner in leg.winners]
    return (*marks, *won, *paid), after


def _kind(loser_total: int, loser_led_to_nil: bool, rules: LegRules) -> tuple[str, int]:
    """How the leg was lost, and the marks for it."""
    if loser_total == 0:
        return "schneider", rules.schneider_marks
    if loser_led_to_nil:
        return "retourschneider", rules.retour_marks
    return "bummerl", 1


def _next_leg_dealer(state: State, losers: Sequence[int], rules: LegRules) -> int:
    """Who deals the first hand of the next leg; `state.dealer` is whom the rotation names.

    `loser_deals` leaves open which of several losers: here whoever of them the rotation reaches first.
    """
    match rules.first_dealer_next_game:
        case "shift_first_dealer":
            return (state.leg_dealer + 1) % state.seats
        case "loser_deals":
            turns = [(state.dealer + step) % state.seats for step in range(state.seats)]
            return next(seat for seat in turns if seat % len(state.totals) in losers)
    return state.dealer


def money(charged: tuple[int, ...], winners: tuple[int, ...], seats: int, rules: LegRules) -> list[Posting]:
    """The cents of one lost leg, per seat and for the kitty; together zero.

    `charged` are marks per side, a seat's side being its number modulo the number of sides. Under `zero_sum` the
    losers' money is split evenly, odd cents going to the first winner in seat order.
    """
    if rules.money == "off":
        return []
    sides = len(charged)
    winning = [seat for seat in range(seats) if seat % sides in winners]
    postings, pool = [], 0
    for seat in range(seats):
        owed = charged[seat % sides] * rules.stake_cents
        if rules.money == "each_pays_each":
            owed *= len(winning)
        if owed:
            postings.append(Posting("cents", seat, -owed, "stake"))
            pool += owed
    if rules.money == "pot":
        receivers = [(KITTY, pool)]
    else:
        share, odd = divmod(pool, len(winning))
        receivers = [(seat, share + (odd if seat == winning[0] else 0)) for seat in winning]
    return postings + [Posting("cents", seat, cents, "stake") for seat, cents in receivers if cents]


def report(state: State, sides: tuple[tuple[int, ...], ...]) -> dict[str, Any]:
    """The family's part of the result document."""
    return {
        "sides": [list(side) for side in sides],
        "totals": list(state.totals),
        "legs": [dump_leg(leg) for leg in state.legs],
        "bummerl": list(state.bummerl),
        "dealer": state.dealer,
        "finished": state.finished,
    }


def report_outcome(outcome: Outcome, rules: LineRules) -> dict[str, Any]:
    """The family's part of one line of the result document, but for who dealt."""
    after: State = outcome.state
    return {
        "points": points_moved(outcome.postings, len(after.totals)),
        "totals": list(after.totals),
        "shown": shown(after.totals, rules.target, rules.display),
        "leg_over": after.leg_over,
    }


def shown(totals: Sequence[int], target: int, display: str) -> list[int]:
    """The figures as written on the paper: counted up to the target, or down from it."""
    return [min(target, t) if display == "up" else max(0, target - t) for t in totals]
