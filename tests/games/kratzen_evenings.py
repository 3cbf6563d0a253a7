"""Random legal evenings of Kratzen as documents, and the rules written down once more: `Purse` pays coin by coin.

Nothing here asks the engine; a purse that disagrees with it is a finding.
"""

import json
import string
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

NAMES = ["Anna", "Bert", "Cilli", "Dora", "Emil", "Fini"]
CUTS = ["seven", "sow", "two_sows", "sow_seven", "weli"]

AMOUNTS = [(1, None), (1, 1), (10, None), (10, 10), (10, 5), (10, 1), (6, 2), (50, 10), (100_000, 1000)]
"""Ante and smallest coin."""
OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "pot_limit": st.sampled_from([0, 1, 7, 25, 60, 400]),
    "remainder": st.sampled_from(["pot", "striker"]),
    "muss_payout": st.booleans(),
    "seven_muss_striker_penalty": st.sampled_from(["double", "single"]),
    "seven_target_in_muss": st.booleans(),
    "sow_seven_payers": st.sampled_from(["forehand_next", "forehand_dealer", "forehand_rearhand"]),
    "all_drop": st.sampled_from(["striker_takes_pot", "void"]),
    "failed_keep_share": st.booleans(),
    "next_dealer": st.sampled_from(["left_of_final", "left_of_start"]),
    "end_pot": st.sampled_from(["split", "require_empty"]),
}


@st.composite
def house_rules(draw: st.DrawFn) -> dict[str, Any]:
    rules = draw(st.fixed_dictionaries({}, optional=OPTIONS))
    if draw(st.booleans()):
        rules["ante"], rules["coin"] = draw(st.sampled_from(AMOUNTS))
    return rules


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


# --- the rules once more ---------------------------------------------------------------------------------------------


class Purse:
    """Everybody's money and the pot, moved as the table moves it."""

    def __init__(self, rules: Mapping[str, Any], seats: int, dealer: int) -> None:
        self.rules, self.seats = rules, seats
        self.ante = rules.get("ante") or 1
        self.coin = rules.get("coin") or self.ante
        self.money = [0] * seats
        self.pot = 0
        self.dealer = self.dealt = dealer
        self.muss = True

    def pay(self, seat: int, amount: int) -> None:
        self.money[seat % self.seats] -= amount
        self.pot += amount

    def cut(self, dealer: int, event: str) -> int:
        left, next_, right = dealer + 1, dealer + 2, dealer - 1
        other = {"forehand_next": next_, "forehand_dealer": dealer, "forehand_rearhand": right}
        payers, after = {
            "seven": ([right], right),
            "sow": ([left], left),
            "two_sows": ([left, next_], next_),
            "sow_seven": ([left, other[self.rules.get("sow_seven_payers", "forehand_next")]], dealer),
            "weli": (list(range(self.seats)), dealer),
        }[event]
        for seat in payers:
            self.pay(seat, self.ante)
        return after % self.seats

    def final_dealer(self, cuts: Iterable[str]) -> int:
        steps = {"seven": -1, "sow": 1, "two_sows": 2}
        return (self.dealer + sum(steps.get(event, 0) for event in cuts)) % self.seats

    def play(self, hand: Mapping[str, Any]) -> dict[str, Any]:
        """Plays a legal hand; what the result has to say of it."""
        before = list(self.money)
        for seat in range(self.seats) if self.muss else ():
            self.pay(seat, self.ante)
        self.pay(self.dealer, self.ante)
        started = dealer = self.dealer
        for event in hand.get("cuts", ()):
            dealer = self.cut(dealer, event)
        played = self.pot
        deal = "muss" if self.muss else "seven_muss" if hand.get("trump_seven") else "normal"
        self.muss = self._cards(hand, deal, dealer)
        self.dealt = dealer
        self.dealer = ((started if self.rules.get("next_dealer") == "left_of_start" else dealer) + 1) % self.seats
        return {
            "deal": deal,
            "dealer": dealer,
            "points": [now - then for now, then in zip(self.money, before, strict=True)],
            "totals": list(self.money),
            "pot_played": played,
            "pot": self.pot,
        }

    def _cards(self, hand: Mapping[str, Any], deal: str, dealer: int) -> bool:
        """Whether a Muss comes next."""
        rules, pot = self.rules, self.pot
        if hand.get("thrown_in"):
            return False
        if deal == "normal" and hand["active"] == [hand["striker"]]:
            if rules.get("all_drop") == "void":
                return False
            self.pay(hand["striker"], -pot)
            return True
        striker = hand["striker"] if deal == "normal" else dealer
        players = hand["active"] if deal == "normal" else range(self.seats)
        failed = [seat for seat in players if hand["tricks"][seat] < self._needed(hand, deal, seat == striker)]
        if deal == "normal" or rules.get("muss_payout"):
            self._pay_out(hand["tricks"], pot, striker, () if rules.get("failed_keep_share", True) else failed)
        penalty = min(pot, rules.get("pot_limit") or pot)
        for seat in failed:
            self.pay(seat, penalty)
            if seat == striker and (deal != "seven_muss" or rules.get("seven_muss_striker_penalty") != "single"):
                self.pay(seat, penalty)
        return deal == "normal" and not failed

    def _needed(self, hand: Mapping[str, Any], deal: str, strikes: bool) -> int:
        easy = deal == "muss" and hand.get("trump_seven") and self.rules.get("seven_target_in_muss")
        return 2 if strikes and deal != "seven_muss" and not easy else 1

    def _pay_out(self, tricks: Sequence[int], pot: int, striker: int, without: Iterable[int]) -> None:
        quarter = pot // 4
        quarter -= quarter % self.coin
        for seat, count in enumerate(tricks):
            if seat not in without:
                self.pay(seat, -quarter * count)
        if self.rules.get("remainder") == "striker":
            self.pay(striker, 4 * quarter - pot)


def purse_of(document: Mapping[str, Any]) -> Purse:
    return Purse(document["house_rules"], len(document["players"]), document["first_dealer"])


# --- evenings --------------------------------------------------------------------------------------------------------


@st.composite
def tricks_among(draw: st.DrawFn, players: Sequence[int], seats: int) -> list[int]:
    takers = draw(st.lists(st.sampled_from(players), min_size=4, max_size=4))
    return [takers.count(seat) for seat in range(seats)]


@st.composite
def hands(draw: st.DrawFn, purse: Purse) -> dict[str, Any]:
    """A hand that can stand now."""
    everybody = list(range(purse.seats))
    hand: dict[str, Any] = {}
    if draw(st.booleans()):
        hand["cuts"] = draw(st.lists(st.sampled_from(CUTS), max_size=4))
    kinds = ["muss"] if purse.muss else ["played", "played", "played", "seven_muss", "alone", "thrown_in"]
    kind = draw(st.sampled_from(kinds))
    if kind == "thrown_in":
        return {**hand, "thrown_in": True}
    if kind in ("muss", "seven_muss"):
        if kind == "seven_muss" or draw(st.booleans()):
            hand["trump_seven"] = True
        if draw(st.booleans()):
            hand |= {"striker": purse.final_dealer(hand.get("cuts", ())), "active": everybody}
        return {**hand, "tricks": draw(tricks_among(everybody, purse.seats))}
    striker = draw(st.sampled_from(everybody))
    hand |= {"contract": draw(st.sampled_from(["schlagen", "ordern", "turn"])), "striker": striker}
    if kind == "alone":
        return {**hand, "active": [striker]}
    others = draw(st.lists(st.sampled_from([seat for seat in everybody if seat != striker]), min_size=1, unique=True))
    active = draw(st.permutations([striker, *others]))
    return {**hand, "active": active, "tricks": draw(tricks_among(active, purse.seats))}


@st.composite
def evenings(draw: st.DrawFn) -> dict[str, Any]:
    """The document of a table, everything on it legal."""
    seats = draw(st.integers(3, 6))
    document: dict[str, Any] = {
        "game": "kratzen",
        "house_rules": draw(house_rules()),
        "players": NAMES[:seats],
        "first_dealer": draw(st.integers(0, seats - 1)),
        "hands": [],
    }
    purse = purse_of(document)
    for _ in range(draw(st.integers(0, 8))):
        hand = draw(hands(purse))
        purse.play(hand)
        document["hands"].append(hand)
    return document


# --- garbage ---------------------------------------------------------------------------------------------------------

FIELDS = ["cuts", "trump_seven", "thrown_in", "contract", "striker", "active", "tricks"]
WORDS = [*FIELDS, *CUTS, *OPTIONS, "ante", "coin", "schlagen", "ordern", "turn", "muss", "normal", "dealer"]
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.sampled_from([10**30, -(10**30), float("nan"), 1.0, b"bytes", 1j, frozenset({1})])
    | st.text(string.printable, max_size=3)
    | st.sampled_from(WORDS)
)
keys = st.sampled_from(WORDS) | st.text(max_size=2) | st.sampled_from([None, 7, True, b"x", (1, 2)])
garbage = st.recursive(
    scalars,
    lambda inside: st.lists(inside, max_size=5) | st.dictionaries(keys, inside, max_size=6) | st.tuples(inside, inside),
    max_leaves=10,
)
nearly = st.fixed_dictionaries(
    {},
    optional={
        "cuts": st.lists(st.sampled_from([*CUTS, "ten", ""]), max_size=3) | garbage,
        "trump_seven": st.booleans() | garbage,
        "thrown_in": st.booleans() | garbage,
        "contract": st.sampled_from(["schlagen", "turn", "wenz"]) | garbage,
        "striker": st.integers(-1, 4) | garbage,
        "active": st.lists(st.integers(-1, 4), max_size=5) | garbage,
        "tricks": st.lists(st.integers(-1, 5), max_size=5) | garbage,
    },
)
"""Hands that are almost right, for four players."""
hand_like = nearly | garbage | st.dictionaries(keys, garbage, max_size=6)
