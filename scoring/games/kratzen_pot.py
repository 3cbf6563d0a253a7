"""The pot of Kratzen: what is paid into it before a card is played, and who gets what is left at the end.

The *cutter* can cut cards that make people pay an ante and move the deal on; the *final dealer* is whoever deals after
all of that. Amounts are cents. Source: the scoring rules, sections B2 and B6.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from scoring.games.core import Posting
from scoring.games.kratzen_options import HouseRules

MUSS, NORMAL, SEVEN_MUSS = "muss", "normal", "seven_muss"

SOW_SEVEN_PAYERS = {"forehand_next": (1, 2), "forehand_dealer": (1, 0), "forehand_rearhand": (1, -1)}
"""Who pays for a Sau and a Seven, as seats counted clockwise from the dealer at that moment."""

MOVES = {"seven": -1, "sow": 1, "two_sows": 2, "sow_seven": 0, "weli": 0}
"""What can be cut: who deals after it, counted in the same way."""


@dataclass(frozen=True, slots=True)
class State:
    """The record between two deals; `totals` are the balances per seat: together with the pot they are nil."""

    dealer: int
    """Who is to deal next, before the cut."""
    next_deal: str
    """MUSS or NORMAL."""
    last_dealer: int
    """Who dealt last, after the cut: the seats to the left get the odd coins at the end."""
    pot: int
    totals: tuple[int, ...]
    finished: bool = False
    """Never: a table stops by agreement."""

    @property
    def seats(self) -> int:
        return len(self.totals)


@dataclass(frozen=True, slots=True)
class Opening:
    """What stands before a card is played: the deal as it begins (MUSS or NORMAL), the final dealer, the pot."""

    deal: str
    dealer: int
    paid: tuple[int, ...]
    """Cents per seat into the pot: antes and cuts, never negative."""
    pot: int
    postings: tuple[Posting, ...]
    """The same payments split by reason, one for each seat and reason."""


def start(rules: HouseRules, seats: int, first_dealer: int) -> State:
    return State(first_dealer, MUSS, (first_dealer - 1) % seats, 0, (0,) * seats)


def opening(state: State, cuts: Iterable[str], rules: HouseRules) -> Opening:
    """Antes first, then cut by cut (section B2); the cuts are keys of MOVES."""
    dealer, seats = state.dealer, state.seats
    payments: dict[tuple[int, str], int] = {}

    def pay(who: Iterable[int], why: str) -> None:
        for seat in who:
            payments[seat % seats, why] = payments.get((seat % seats, why), 0) + rules.ante

    if state.next_deal == MUSS:
        pay(range(seats), "ante")
    pay([dealer], "dealer_ante")
    for cut in cuts:
        pay((dealer + offset for offset in payers(cut, seats, rules)), f"cut_{cut}")
        dealer = (dealer + MOVES[cut]) % seats
    paid = tuple(sum(amount for (who, _), amount in payments.items() if who == seat) for seat in range(seats))
    postings = tuple(Posting("points", seat, -amount, why) for (seat, why), amount in payments.items())
    return Opening(state.next_deal, dealer, paid, state.pot + sum(paid), postings)


def payers(cut: str, seats: int, rules: HouseRules) -> Iterable[int]:
    """Who pays an ante for this cut, as seats counted clockwise from the dealer at that moment."""
    match cut:
        case "weli":
            return range(seats)
        case "sow_seven":
            return SOW_SEVEN_PAYERS[rules.sow_seven_payers]
        case "two_sows":
            return (1, 2)
    return (MOVES[cut],)


def settle(state: State, rules: HouseRules) -> tuple[int, ...]:
    """Cents per seat when the table stops: the balances, and the pot split among all seats in whole coins.

    Odd coins go one by one to the seats left of the last dealer. A penalty limit that is no multiple of the smallest
    coin can leave less than a coin over, which the next seat in this line gets.
    """
    seats, coin = state.seats, rules.smallest_coin
    coins, crumbs = divmod(state.pot, coin)
    each, odd = divmod(coins, seats)
    cents = [balance + each * coin for balance in state.totals]
    line = [(state.last_dealer + step) % seats for step in range(1, seats + 1)]
    for seat in line[:odd]:
        cents[seat] += coin
    cents[line[odd]] += crumbs
    return tuple(cents)


def dump(state: State) -> dict[str, Any]:
    return {**asdict(state), "totals": list(state.totals)}


def load(data: Mapping[str, Any]) -> State:
    return State(**{**data, "totals": tuple(data["totals"])})
