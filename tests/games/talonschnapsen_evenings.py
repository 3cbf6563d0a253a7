"""Evenings of Talonschnapsen for property tests: random house rules, and hands that stand by construction.

What may be declared and doubled, what it counts and how a leg ends is written down here once more, from the rules,
not from the engine.
"""

from typing import Any

from hypothesis import strategies as st

from scoring.games.talonschnapsen import GAME
from tests.games.evenings import OPEN_END, garbage, scalars

CAST = ["Anna", "Bert", "Cilli"]
PLAYERS = (0, 1, 2)

TIE = [
    {"contract": "bauernschnapser", "declarer": 0, "made": True},
    {"contract": "normal", "made": True, "grade": 2},
    {"contract": "normal", "made": True, "grade": 2},
    {"contract": "bauernschnapser", "declarer": 0, "made": True},
]
"""24 : 2 : 2, so that Bert and Cilli play for the Bummerl."""

# contract: value, who may declare it (seats counted from the caller)
ANYBODY, CALLER, THE_OTHERS = (0, 1, 2), (0,), (1, 2)
CONTRACTS = {
    "normal": (0, CALLER),
    "bettler": (4, ANYBODY),
    "assenbettler": (5, ANYBODY),
    "ass_bettler": (5, ANYBODY),
    "schnapser": (6, CALLER),
    "plauderer": (7, ANYBODY),
    "damengang": (7, ANYBODY),
    "koenigsgang": (8, ANYBODY),
    "gang": (9, ANYBODY),
    "zehnergang": (10, ANYBODY),
    "bauernschnapser": (12, CALLER),
    "bauernloch": (12, CALLER),
    "kontraschnapser": (12, THE_OTHERS),
    "farbringerl": (18, ANYBODY),
    "kontrabauernschnapser": (24, THE_OTHERS),
    "herrenschnapser": (24, CALLER),
}
OFF = {"assenbettler", "ass_bettler", "plauderer", "damengang", "koenigsgang", "zehnergang", "bauernloch"}
STANDARD = [key for key in CONTRACTS if key not in OFF]

OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "display": st.sampled_from(["up", "down"]),
    "target": st.integers(5, 40),
    "contracts": st.lists(st.sampled_from(sorted(CONTRACTS)), min_size=1, unique=True),
    "values": st.dictionaries(st.sampled_from(sorted(set(CONTRACTS) - {"normal"})), st.integers(1, 99), max_size=3),
    "doubling_scope": st.sampled_from(["all", "normal_only", "all_but_kontra"]),
    "max_doubling": st.integers(0, 5),
    "halving": st.sampled_from(["off", "ceil", "floor"]),
    "bummerl_rule": st.sampled_from(["lowest", "all_below_target"]),
    "tie_rule": st.sampled_from(["both", "decider"]),
    "schneider_marks": st.sampled_from([1, 2]),
    "retour3": st.booleans(),
    "retour_marks": st.sampled_from([1, 2, 4]),
    "normal_last_trick": st.sampled_from(["caller_needs_66", "counts"]),
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


# --- the rules once more -------------------------------------------------------------------------------------------


def highest_level(contract: str, rules: dict[str, Any]) -> int:
    scope = rules.get("doubling_scope", "all")
    closed = (scope == "normal_only" and contract != "normal") or (
        scope == "all_but_kontra" and CONTRACTS[contract][1] == THE_OTHERS
    )
    return 0 if closed else rules.get("max_doubling", 3)


def gains(hand: dict[str, Any], rules: dict[str, Any]) -> list[int]:
    """What an explicit hand brings each of the three: the declarer alone, or each of the others in full."""
    if "decider" in hand:
        return [0, 0, 0]
    contract = hand["contract"]
    base = hand["grade"] if contract == "normal" else rules.get("values", {}).get(contract, CONTRACTS[contract][0])
    value = base * [1, 2, 4, 8, 16, 32][hand["doubling"]]
    value = {"off": value, "floor": value // 2, "ceil": (value + 1) // 2}[rules.get("halving", "off")]
    return [value if (seat == hand["declarer"]) == hand["made"] else 0 for seat in PLAYERS]


def running(leg: list[list[int]]) -> list[list[int]]:
    """The totals after every hand of a leg."""
    return [[sum(side) for side in zip(*leg[: number + 1], strict=True)] for number in range(len(leg))]


def came_back(leg: list[list[int]], rules: dict[str, Any]) -> bool:
    """Whether one player alone has won who was on 0 while both others stood one point short of the target."""
    target, steps = rules.get("target", 24), running(leg)
    winners = [seat for seat in PLAYERS if steps[-1][seat] >= target]
    others = [[step[seat] for seat in PLAYERS if seat not in winners] for step in steps if step[winners[0]] == 0]
    return rules.get("retour3", True) and len(winners) == 1 and [target - 1, target - 1] in others


def tied(leg: list[list[int]], rules: dict[str, Any]) -> list[int]:
    """Who has to play a decider after these hands of a leg."""
    if not leg or max(running(leg)[-1]) < rules.get("target", 24) or came_back(leg, rules):
        return []
    if rules.get("tie_rule") != "decider" or rules.get("bummerl_rule") == "all_below_target":
        return []
    totals = running(leg)[-1]
    lowest = [seat for seat in PLAYERS if totals[seat] == min(totals)]
    return lowest if len(lowest) == 2 else []


def lost_leg(leg: list[list[int]], loser: int | None, rules: dict[str, Any]) -> dict[str, Any]:
    """A finished leg as the result tells it; `loser` lost its decider, if there was one."""
    totals = running(leg)[-1]
    winners = [seat for seat in PLAYERS if totals[seat] >= rules.get("target", 24)]
    below = [seat for seat in PLAYERS if seat not in winners]
    if came_back(leg, rules):
        marks = {seat: rules.get("retour_marks", 4) for seat in below}
        kind = "retourschneider"
    else:
        if loser is not None:
            marked = [loser]
        elif rules.get("bummerl_rule") == "all_below_target":
            marked = below
        else:
            marked = [seat for seat in PLAYERS if totals[seat] == min(totals)]
        marks = {seat: 1 if totals[seat] else rules.get("schneider_marks", 2) for seat in marked}
        kind = "bummerl" if all(totals[seat] for seat in marked) else "schneider"
    return {"winners": winners, "kind": kind, "bummerl": [marks.get(seat, 0) for seat in PLAYERS], "totals": totals}


# --- evenings ------------------------------------------------------------------------------------------------------


@st.composite
def hands(draw: st.DrawFn, rules: dict[str, Any]) -> dict[str, Any]:
    """One hand of three that can stand at any table with these house rules, its caller written into it."""
    caller = draw(st.sampled_from(PLAYERS))
    contract = draw(st.sampled_from(rules.get("contracts", STANDARD)))
    declarer = (caller + draw(st.sampled_from(CONTRACTS[contract][1]))) % 3
    level = draw(st.integers(0, highest_level(contract, rules)))
    made = draw(st.booleans())
    hand = {"contract": contract, "caller": caller, "declarer": declarer, "doubling": level, "made": made}
    if draw(st.booleans()):
        steps = draw(st.lists(st.sampled_from([1, 2]), min_size=level, max_size=level))
        hand["doubled_by"] = [declarer if number % 2 else (declarer + step) % 3 for number, step in enumerate(steps)]
    if level and draw(st.booleans()):
        hand["aufstand"] = True
    if contract == "normal":
        ends = [None, "points", "false_claim"]
        if not made or rules.get("normal_last_trick") == "counts":
            ends.append("last_trick")
        if not made and rules.get("normal_last_trick") != "counts":
            ends.append("caller_short")
        decided_by = draw(st.sampled_from(ends))
        wrong = {"two": [2], "two_or_three": [2, 3], "mirror": [1, 2, 3]}[rules.get("false_claim", "two")]
        grades = {"last_trick": [1], "caller_short": [1, 2, 3], "false_claim": wrong}.get(decided_by or "", [1, 2, 3])
        hand["grade"] = draw(st.sampled_from(grades))
        if decided_by == "caller_short" and hand["grade"] > 1:
            hand |= {"loser_points": 20, "loser_tricks": 2} if hand["grade"] == 2 else {"loser_tricks": 0}
        if decided_by:
            hand["decided_by"] = decided_by
    return hand


@st.composite
def evenings(draw: st.DrawFn, rules: st.SearchStrategy[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The document of a table. With limits among the house rules it may play on after its last leg."""
    chosen = draw(house_rules(**OPEN_END) if rules is None else rules)
    played: list[dict[str, Any]] = []
    leg: list[list[int]] = []
    for _ in range(draw(st.integers(0, 12))):
        if seats := tied(leg, chosen):
            played.append({"decider": draw(st.permutations(seats)), "decider_loser": draw(st.sampled_from(seats))})
            leg = []
            continue
        played.append(draw(hands(chosen)))
        leg.append(gains(played[-1], chosen))
        if max(running(leg)[-1]) >= chosen.get("target", 24) and not tied(leg, chosen):
            leg = []
    return {
        "game": GAME.key,
        "house_rules": chosen,
        "players": CAST,
        "first_dealer": draw(st.sampled_from(PLAYERS)),
        "hands": played,
        "closed": draw(st.booleans()),
    }


FIELDS = [field.name for field in GAME.fields]
hand_like = st.dictionaries(st.sampled_from([*FIELDS, "x"]), scalars | garbage, max_size=10) | garbage
decider_like = st.fixed_dictionaries(
    {}, optional={"decider": st.lists(scalars, max_size=3) | garbage, "decider_loser": scalars, "made": scalars}
)
