"""Bauerntarock for property tests: random house rules, hands that stand by construction, and garbage.

What a hand counts and when the sheet ends is written down here once more, from the rules, not from the engine.
"""

from typing import Any

from hypothesis import strategies as st

from scoring.games.bauerntarock import GAME
from scoring.games.core import Outcome
from scoring.games.sheet import play_hand, read_table
from tests.games.evenings import garbage, scalars

CAST = ["Anna", "Bert", "Cilli", "Dora", "Emil"]
HALF_TO_SUBTRACT = [60, 120, 240, 480, 960]
OWN_SPATZ = ["none", "lost", "lost_last", "won_last"]
DEFENDERS_SPATZ = ["def_lost", "def_lost_last", "def_won_last"]
TAKES_NO_TRICK = ["none", "lost", "lost_last", "def_won_last"]

OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "sit_out": st.sampled_from(["nobody", "dealer"]),
    "threshold": st.integers(50, 300) | st.just(1000),
    "finish": st.sampled_from(["complete_round", "immediate"]),
    "end_check": st.sampled_from(["latched", "at_round_end"]),
    "max_doubling": st.integers(0, 3),
    "sumpern_doubles": st.booleans(),
    "spatz_scope": st.sampled_from(["declarer", "both"]),
    "spatz_lost": st.integers(0, 100),
    "spatz_lost_last": st.integers(0, 100),
    "spatz_won_last": st.integers(0, 100),
    "last_place_extra": st.integers(0, 100),
    "tie_winner": st.sampled_from(["split", "each", "play_on"]),
    "tie_last": st.sampled_from(["each", "split", "none"]),
    "point_value": st.integers(1, 1000),
}


def house_rules(**fixed: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=OPTIONS | fixed)


def spatz_points(spatz: str, rules: dict[str, Any]) -> int:
    """For the declarer: his own lost ones cost, his last trick brings; the defenders' the other way round."""
    lost, lost_last = rules.get("spatz_lost", 5), rules.get("spatz_lost_last", 10)
    won_last = rules.get("spatz_won_last", 10)
    own = {"none": 0, "lost": -lost, "lost_last": -lost_last, "won_last": won_last}
    points: int = own[spatz.removeprefix("def_")]
    return -points if spatz.startswith("def_") else points


def value(hand: dict[str, Any], rules: dict[str, Any]) -> int:
    """The declarer's score by the rules: what was counted, doubled, less the half of that level."""
    level: int = hand.get("doubling", 0) + (hand["bid"] == "sumpern" and rules.get("sumpern_doubles", False))
    counted: int = hand.get("points", 0) + spatz_points(hand.get("spatz", "none"), rules)
    return counted * [1, 2, 4, 8, 16][level] - HALF_TO_SUBTRACT[level]


def points_of(hand: dict[str, Any], people: int, rules: dict[str, Any]) -> list[int]:
    """What a hand changes, per seat."""
    points = [0] * people
    if not hand.get("redeal"):
        points[hand["declarer"]] = value(hand, rules)
    return points


def standing_after(hands: list[dict[str, Any]], people: int, rules: dict[str, Any]) -> list[list[int]]:
    """The totals after every hand."""
    totals, standing = [0] * people, []
    for hand in hands:
        totals = [have + more for have, more in zip(totals, points_of(hand, people, rules), strict=True)]
        standing.append(totals)
    return standing


def last_deal(deals: list[dict[str, Any]], people: int, rules: dict[str, Any]) -> tuple[int | None, int | None]:
    """(number of the deal that reaches the target, number of the deal that ends the sheet), None where not yet.

    `deals` without redeals.
    """
    standing = standing_after(deals, people, rules)
    immediate = rules.get("finish") == "immediate"
    everywhere = immediate or rules.get("end_check") != "at_round_end"
    reached = next(
        (
            number
            for number, totals in enumerate(standing, start=1)
            if (everywhere or number % people == 0) and any(total >= rules.get("threshold", 100) for total in totals)
        ),
        None,
    )
    if reached is None or immediate:
        return reached, reached
    ends_of_rounds = [number for number in range(reached, len(deals) + 1) if number % people == 0]
    for number in ends_of_rounds:
        first, second = sorted(standing[number - 1])[:-3:-1]
        if first > second or rules.get("tie_winner") != "play_on":
            return reached, number
    return reached, None


@st.composite
def hands(draw: st.DrawFn, rules: dict[str, Any], people: int, dealer: int) -> dict[str, Any]:
    """One deal that was played and can stand at a table with these house rules, everything written into it."""
    hand: dict[str, Any] = {"bid": draw(st.sampled_from(["hineinschauen", "sumpern"]))}
    sitter = None
    if rules.get("sit_out") == "dealer":
        sitter = draw(st.just(dealer) | st.integers(0, people - 1))
        if sitter != dealer or draw(st.booleans()):
            hand["sits_out"] = sitter
    hand["declarer"] = draw(st.sampled_from([seat for seat in range(people) if seat != sitter]))
    hand["doubling"] = draw(st.integers(0, rules.get("max_doubling", 3)))
    known = OWN_SPATZ + (DEFENDERS_SPATZ if rules.get("spatz_scope") == "both" else [])
    if draw(st.integers(0, 5)) == 0:
        hand["gmotschd"] = True
        known = [spatz for spatz in known if spatz in TAKES_NO_TRICK]
        if draw(st.booleans()):
            hand["points"] = 0
    else:
        hand["points"] = draw(st.sampled_from([0, *range(2, 119), 120]))
    hand["spatz"] = draw(st.sampled_from(known))
    return hand


@st.composite
def evenings(draw: st.DrawFn, rules: st.SearchStrategy[dict[str, Any]] | None = None, most: int = 12) -> dict[str, Any]:
    """The document of a table, played no further than to its end."""
    chosen = draw(house_rules() if rules is None else rules)
    people = draw(st.integers(3, 4)) + (chosen.get("sit_out") == "dealer")
    first_dealer = dealer = draw(st.integers(0, people - 1))
    played: list[dict[str, Any]] = []
    deals: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(0, most))):
        if last_deal(deals, people, chosen)[1] is not None:
            break
        if draw(st.integers(0, 6)) == 0:
            played.append({"redeal": True})
            if chosen.get("sit_out") == "dealer" and draw(st.booleans()):
                dealer = played[-1]["sits_out"] = draw(st.integers(0, people - 1))
        else:
            deals.append(draw(hands(chosen, people, dealer)))
            played.append(deals[-1])
            dealer = (deals[-1].get("sits_out", dealer) + 1) % people
    return {
        "game": GAME.key,
        "house_rules": chosen,
        "players": CAST[:people],
        "first_dealer": first_dealer,
        "hands": played,
        "closed": draw(st.booleans()),
    }


to_the_end = evenings(house_rules(threshold=st.integers(50, 100), max_doubling=st.integers(2, 3)), most=20)
one_more_than_play = evenings(st.just({"sit_out": "dealer", "threshold": 1000, "max_doubling": 0}), most=8).filter(
    lambda document: document["hands"]
)
"""At least one hand, and never the end."""


def sheet(*hands_: Any, players: int = 3, **departures: Any) -> dict[str, Any]:
    return {"game": GAME.key, "players": CAST[:players], "first_dealer": 0, "hands": list(hands_), **departures}


def outcomes(document: dict[str, Any]) -> list[Outcome]:
    """What every hand did, played one after the other."""
    table = read_table(document)
    state, done = table.start(), []
    for data in table.hands:
        done.append(play_hand(GAME, table.rules, state, data).outcome)
        state = done[-1].state
    return done


# --- garbage -------------------------------------------------------------------------------------------------------

WORDS = [
    *["declarer", "bid", "points", "gmotschd", "doubling", "spatz", "redeal", "sits_out"],
    *["hineinschauen", "sumpern", *OWN_SPATZ, *DEFENDERS_SPATZ],
]
hand_like = st.dictionaries(st.sampled_from(WORDS), scalars | st.sampled_from(WORDS) | garbage, max_size=8) | garbage
sheet_like = st.fixed_dictionaries(
    {"game": st.just(GAME.key), "players": st.just(CAST[:3]) | st.just(CAST[:4]) | garbage},
    optional={
        "hands": st.lists(hand_like, max_size=3) | garbage,
        "house_rules": st.dictionaries(st.sampled_from(sorted(OPTIONS)), garbage, max_size=4) | garbage,
        "first_dealer": garbage,
        "closed": garbage,
    },
)
