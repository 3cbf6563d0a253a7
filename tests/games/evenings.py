"""Evenings for property tests: random house rules, hands that stand by construction, and garbage.

What may be declared, doubled and what it counts is written down here once more, from the rules, not from the engine.
"""

import json
import string
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from scoring.games.bauernschnapsen import GAME

CAST = ["Anna", "Bert", "Cilli", "Dora"]

# contract: value, who may declare it (seats counted from the caller)
ANYBODY, CALLER, HIS_SIDE, PARTNER, OPPONENTS = (0, 1, 2, 3), (0,), (0, 2), (2,), (1, 3)
CONTRACTS = {
    "normal": (0, CALLER),
    "bettler": (4, ANYBODY),
    "assenbettler": (5, ANYBODY),
    "ass_bettler": (5, ANYBODY),
    "schnapser": (6, CALLER),
    "schnapser_mit_mann": (6, CALLER),
    "freundschaftsschnapser": (6, PARTNER),
    "plauderer": (7, ANYBODY),
    "gang": (9, ANYBODY),
    "zehnergang": (10, ANYBODY),
    "bauernschnapser": (12, HIS_SIDE),
    "bauernloch": (12, CALLER),
    "kontraschnapser": (12, OPPONENTS),
    "farbringerl": (18, ANYBODY),
    "kontrabauernschnapser": (24, OPPONENTS),
    "herrenschnapser": (24, CALLER),
}
SHOWN = {"farbringerl", "herrenschnapser"}
STANDARD = [
    key
    for key in CONTRACTS
    if key
    not in {
        "assenbettler",
        "ass_bettler",
        "schnapser_mit_mann",
        "freundschaftsschnapser",
        "plauderer",
        "zehnergang",
        "bauernloch",
    }
]

OPEN_END = {"legs_limit": st.just(0), "bummerl_limit": st.just(0)}
OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "display": st.sampled_from(["up", "down"]),
    "target": st.integers(5, 40),
    "contracts": st.lists(st.sampled_from(sorted(CONTRACTS)), min_size=1, unique=True),
    "values": st.dictionaries(st.sampled_from(sorted(set(CONTRACTS) - {"normal"})), st.integers(1, 99), max_size=3),
    "schnapser_declarer": st.sampled_from(["caller", "caller_side"]),
    "bauernschnapser_declarer": st.sampled_from(["caller", "caller_side"]),
    "doubling_scope": st.sampled_from(["all", "normal_only", "all_but_kontra"]),
    "max_doubling": st.integers(0, 5),
    "double_show_contracts": st.booleans(),
    "halving": st.sampled_from(["off", "ceil", "floor"]),
    "schneider_marks": st.sampled_from([1, 2]),
    "retour_marks": st.sampled_from([1, 2, 4]),
    "retour_condition": st.just("exact_lead"),
    "false_claim": st.sampled_from(["two", "two_or_three", "mirror"]),
    "first_dealer_next_game": st.sampled_from(["continue", "shift_first_dealer", "loser_deals"]),
    "gang_vs_zehnergang": st.sampled_from(["gang", "zehnergang"]),
    "marks_on": st.sampled_from(["loser", "winner"]),
    "legs_limit": st.integers(0, 3),
    "bummerl_limit": st.integers(0, 6),
    "money": st.sampled_from(["off", "zero_sum", "each_pays_each", "pot"]),
    "stake_cents": st.integers(0, 1001),
}


def house_rules(**fixed: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=OPTIONS | fixed)


def who(contract: str, rules: dict[str, Any]) -> tuple[int, ...]:
    if contract == "schnapser" and rules.get("schnapser_declarer") == "caller_side":
        return HIS_SIDE
    if contract == "bauernschnapser" and rules.get("bauernschnapser_declarer") == "caller":
        return CALLER
    return CONTRACTS[contract][1]


def highest_level(contract: str, rules: dict[str, Any]) -> int:
    scope = rules.get("doubling_scope", "all")
    closed = (
        (contract in SHOWN and not rules.get("double_show_contracts"))
        or (scope == "normal_only" and contract != "normal")
        or (scope == "all_but_kontra" and CONTRACTS[contract][1] == OPPONENTS)
    )
    return 0 if closed else rules.get("max_doubling", 3)


def value(hand: dict[str, Any], rules: dict[str, Any]) -> int:
    """What an explicit hand counts by the rules."""
    contract = hand["contract"]
    base = hand["grade"] if contract == "normal" else rules.get("values", {}).get(contract, CONTRACTS[contract][0])
    points: int = base * [1, 2, 4, 8, 16, 32][hand["doubling"]]
    return {"off": points, "floor": points // 2, "ceil": (points + 1) // 2}[rules.get("halving", "off")]


@st.composite
def hands(draw: st.DrawFn, rules: dict[str, Any]) -> dict[str, Any]:
    """One hand that can stand at any table with these house rules, its caller written into it."""
    caller = draw(st.integers(0, 3))
    contract = draw(st.sampled_from(rules.get("contracts", STANDARD)))
    declarer = (caller + draw(st.sampled_from(who(contract, rules)))) % 4
    level = draw(st.integers(0, highest_level(contract, rules)))
    made = contract in SHOWN or draw(st.booleans())
    hand = {"contract": contract, "caller": caller, "declarer": declarer, "doubling": level, "made": made}
    if draw(st.booleans()):
        calls = draw(st.lists(st.sampled_from([0, 2]), min_size=level, max_size=level))
        hand["doubled_by"] = [(declarer + seat + (number % 2 == 0)) % 4 for number, seat in enumerate(calls)]
    if level and draw(st.booleans()):
        hand["aufstand"] = True
    if contract == "normal":
        decided_by = draw(st.sampled_from([None, "points", "last_trick", "false_claim"]))
        grades = {
            "last_trick": [1],
            "false_claim": {"two": [2], "two_or_three": [2, 3], "mirror": [1, 2, 3]}[rules.get("false_claim", "two")],
        }.get(decided_by or "", [1, 2, 3])
        hand["grade"] = draw(st.sampled_from(grades))
        if decided_by:
            hand["decided_by"] = decided_by
    return hand


@st.composite
def evenings(draw: st.DrawFn, rules: st.SearchStrategy[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The document of a table. With limits among the house rules it may play on after its last leg."""
    chosen = draw(house_rules(**OPEN_END) if rules is None else rules)
    return {
        "game": GAME.key,
        "house_rules": chosen,
        "players": CAST,
        "first_dealer": draw(st.integers(0, 3)),
        "hands": draw(st.lists(hands(chosen), max_size=12)),
        "closed": draw(st.booleans()),
    }


# --- garbage -------------------------------------------------------------------------------------------------------


class Stranger:
    """Something that is no JSON at all."""


WORDS = [
    *["game", "house_rules", "players", "first_dealer", "hands", "closed", GAME.key],
    *["contract", "declarer", "doubling", "made", "grade", "caller", "decided_by", "claimed_by", "doubled_by"],
    *["winner_points", "loser_points", "winner_tricks", "loser_tricks", "winner_marriages", "loser_marriages"],
    *["winner_forties", "aufstand", "last_trick", "false_claim"],
    *CONTRACTS,
    *OPTIONS,
]
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 130)
    | st.sampled_from([10**30, -(10**30), float("nan"), float("inf"), -0.0, 1.0])
    | st.text(string.printable, max_size=4)
    | st.sampled_from(["\ud800", "%(seat)s", "%", b"bytes", Stranger(), Stranger, 1j, frozenset({1})])
    | st.sampled_from(WORDS)
)
keys = st.sampled_from(WORDS) | st.text(max_size=3) | st.sampled_from([None, 7, True, b"x", (1, 2), Stranger()])
garbage = st.recursive(
    scalars,
    lambda inside: st.lists(inside, max_size=5) | st.dictionaries(keys, inside, max_size=8) | st.tuples(inside, inside),
    max_leaves=12,
)
hand_like = st.dictionaries(st.sampled_from(WORDS), scalars | garbage, max_size=10) | garbage
sheet_like = garbage | st.fixed_dictionaries(
    {"game": st.just(GAME.key)},
    optional={
        "players": st.just(CAST) | garbage,
        "hands": st.lists(hand_like, max_size=3) | garbage,
        "house_rules": st.dictionaries(st.sampled_from(sorted(OPTIONS)), garbage, max_size=4) | garbage,
        "first_dealer": garbage,
        "closed": garbage,
    },
)


@st.composite
def spoilt(draw: st.DrawFn, document: dict[str, Any]) -> Any:
    """The document with a few places overwritten, taken away or added to."""
    document = deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        place: Any = document
        while True:
            inside = list(place) if isinstance(place, dict) else range(len(place))
            key = draw(st.sampled_from(inside)) if inside else None
            if key is None or not isinstance(place[key], dict | list) or draw(st.integers(0, 3)) == 0:
                break
            place = place[key]
        if isinstance(place, dict) and draw(st.integers(0, 3)) == 0:
            place[draw(keys)] = draw(garbage)
        elif key is not None and draw(st.booleans()):
            place[key] = draw(garbage)
        elif key is not None:
            del place[key]
    return document


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))
