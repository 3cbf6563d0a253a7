"""Evenings of Blattla for property tests: random house rules, hands that stand by construction, and garbage.

What a hand costs is written down here once more, from the rules (C2 and C3), not from the engine.
"""

from typing import Any

from hypothesis import strategies as st

from tests.games.evenings import garbage, scalars

FOUR = ["Anna", "Bert", "Cilli", "Dora"]
FIVE = [*FOUR, "Emil"]
SUITS = ["eichel", "gras", "herz", "schellen"]
CARD_POINTS = sorted(set(range(121)) - {1, 119})
BOUNDARIES = [0, 2, 29, 30, 31, 59, 60, 61, 89, 90, 91, 118, 120]

prices = st.integers(0, 200)
OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "sauspiel": prices,
    "solo": prices,
    "schneider": prices,
    "schwarz": prices,
    "solo_by_suit": st.dictionaries(st.sampled_from(SUITS), prices, max_size=3),
    "tout_factor": st.sampled_from([2, 3]),
    "max_doubling": st.integers(0, 4),
    "stoss_takes_over": st.booleans(),
    "sit_out": st.sampled_from(["nobody", "dealer"]),
}


def house_rules(**fixed: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=OPTIONS | fixed)


def people(rules: dict[str, Any]) -> list[str]:
    return FIVE if rules.get("sit_out") == "dealer" else FOUR


def bands(points: int) -> tuple[bool, bool]:
    """(won, Schneider) for whoever needs 61, read off the table of C2."""
    for low, high, result in [
        (91, 120, (True, True)),
        (61, 90, (True, False)),
        (31, 60, (False, False)),
        (0, 30, (False, True)),
    ]:
        if low <= points <= high:
            return result
    raise AssertionError(points)


def won_and_schneider(hand: dict[str, Any], rules: dict[str, Any]) -> tuple[bool, bool]:
    """For the declarer's side; Schneider is whichever side it may be."""
    if hand["contract"] == "solo_tout":
        return hand["made"], False
    won, schneider = bands(hand["points"])
    if rules.get("stoss_takes_over") and hand.get("doubling", 0) in (1, 3):
        won = hand["points"] >= 60
    return won, schneider


def value(hand: dict[str, Any], rules: dict[str, Any]) -> int:
    """Cents that one loser pays for a played hand."""
    solo = {**dict.fromkeys(SUITS, rules.get("solo", 50)), **rules.get("solo_by_suit", {})}
    cents: int
    if hand["contract"] == "solo_tout":
        cents = solo[hand["suit"]] * rules.get("tout_factor", 2)
    else:
        cents = rules.get("sauspiel", 10) if hand["contract"] == "sauspiel" else solo[hand["suit"]]
        if won_and_schneider(hand, rules)[1]:
            cents += rules.get("schneider", 10)
        if "schwarz" in hand:
            cents += rules.get("schwarz", 10)
    factor: int = [1, 2, 4, 8, 16][hand.get("doubling", 0)]
    return cents * factor


def change(hand: dict[str, Any], dealer: int, rules: dict[str, Any]) -> list[int]:
    """Cents per seat."""
    seats = len(people(rules))
    if hand.get("passed"):
        return [0] * seats
    each = value(hand, rules) if won_and_schneider(hand, rules)[0] else -value(hand, rules)
    playing = [seat for seat in range(seats) if len(people(rules)) == 4 or seat != hand.get("sits_out", dealer)]
    cents = [0] * seats
    for seat in playing:
        cents[seat] = -each
    if hand["contract"] == "sauspiel":
        cents[hand["declarer"]] = cents[hand["partner"]] = each
    else:
        cents[hand["declarer"]] = 3 * each
    return cents


@st.composite
def played_hands(draw: st.DrawFn, rules: dict[str, Any], playing: list[int]) -> dict[str, Any]:
    """One hand that can stand, played by these four seats."""
    contract = draw(st.sampled_from(["sauspiel", "solo", "solo_tout"]))
    declarer, partner = draw(st.permutations(playing))[:2]
    suits = [suit for suit in SUITS if suit != "herz" or contract != "sauspiel"]
    hand: dict[str, Any] = {"contract": contract, "declarer": declarer, "suit": draw(st.sampled_from(suits))}
    if contract == "sauspiel":
        hand["partner"] = partner
    if contract == "solo_tout":
        hand["made"] = draw(st.booleans())
    else:
        hand["points"] = draw(st.sampled_from(BOUNDARIES) | st.sampled_from(CARD_POINTS))
        if hand["points"] in (0, 120) and draw(st.booleans()):
            hand["schwarz"] = "by_declarer" if hand["points"] else "by_defenders"
    if level := draw(st.integers(0, rules.get("max_doubling", 2))):
        hand["doubling"] = level
    return hand


@st.composite
def evenings(draw: st.DrawFn, rules: st.SearchStrategy[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The document of a table; the dealer sits out at a table of five, and now and then it is written into the hand."""
    chosen = draw(house_rules() if rules is None else rules)
    players = people(chosen)
    first_dealer = draw(st.integers(0, len(players) - 1))
    hands = []
    for number in range(draw(st.integers(0, 10))):
        dealer = (first_dealer + number) % len(players)
        playing = [seat for seat in range(len(players)) if len(players) == 4 or seat != dealer]
        hand = draw(st.just({"passed": True}) | played_hands(chosen, playing))
        if len(players) == 5 and draw(st.booleans()):
            hand = {**hand, "sits_out": dealer}
        hands.append(hand)
    return {
        "game": "blattla",
        "house_rules": chosen,
        "players": players,
        "first_dealer": first_dealer,
        "hands": hands,
        "closed": draw(st.booleans()),
    }


# --- garbage -------------------------------------------------------------------------------------------------------

NAMES = [
    *["contract", "declarer", "partner", "suit", "points", "schwarz", "made", "doubling", "passed", "sits_out"],
    *["grade", "bid"],
]
WORDS = [
    "sauspiel",
    "solo",
    "solo_tout",
    "by_declarer",
    "by_defenders",
    "nobody",
    "dealer",
    "standard",
    *SUITS,
    *OPTIONS,
]
anything = scalars | st.sampled_from(WORDS) | st.sampled_from([10**5000, -(10**5000)])
hand_like = st.dictionaries(st.sampled_from(NAMES), anything | garbage, max_size=10) | garbage
sheet_like = st.fixed_dictionaries(
    {"game": st.just("blattla")},
    optional={
        "players": st.sampled_from([FOUR, FIVE]) | garbage,
        "hands": st.lists(hand_like, max_size=3) | garbage,
        "house_rules": st.dictionaries(st.sampled_from(sorted(OPTIONS)), anything | garbage, max_size=4)
        | house_rules(),
        "first_dealer": st.integers(0, 4) | garbage,
        "closed": st.booleans() | garbage,
    },
)
