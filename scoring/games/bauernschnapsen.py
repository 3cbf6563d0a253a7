"""Bauernschnapsen: four players, two pairs of opposite seats, 24 points, the pair that is left behind gets a Bummerl.

Sides: 0 = seats 0 and 2, 1 = seats 1 and 3. The *caller* sits left of the dealer, names trumps and deals the next hand.
The whole value of a hand goes to one side: to the declarer's if the contract was made, else to the other.
Source: the scoring rules, sections 1.1, 2, 3.1, 4, 5 and 6.
"""

from scoring.games import family
from scoring.games.bauernschnapsen_help import EXAMPLES, HOW
from scoring.games.bauernschnapsen_options import OPTIONS, PRESETS, HouseRules
from scoring.games.card_points import Pack
from scoring.games.core import Game, Outcome, Text
from scoring.games.family import Contract, Setting, State
from scoring.games.family_check import (
    check,
    complete,
    in_scope,
    notes,
    point_postings,
    report_hand,
)
from scoring.games.family_contracts import BY_KEY, CONTRACTS
from scoring.games.family_fields import hand_fields
from scoring.games.family_hand import DECIDED_BY, Hand, read, write
from scoring.games.family_result import winning_sides

SIDES = ((0, 2), (1, 3))

RELATIVE_SEATS = {
    "any": (0, 1, 2, 3),
    "caller": (0,),
    "caller_side": (0, 2),
    "partner": (2,),
    "opponents": (1, 3),
}
"""Who may declare, as seats counted clockwise from the caller."""


def declarers(contract: Contract, rules: HouseRules) -> tuple[int, ...]:
    """Who may declare it under these house rules, as seats counted clockwise from the caller."""
    who = contract.who
    if contract.key == "schnapser":
        who = "caller_side" if rules.schnapser_declarer == "caller_side" else "caller"
    elif contract.key == "bauernschnapser":
        who = "caller_side" if rules.bauernschnapser_declarer == "caller_side" else "caller"
    return RELATIVE_SEATS[who]


def may_double(contract: Contract, rules: HouseRules) -> bool:
    return (contract.goal != "show" or rules.double_show_contracts) and in_scope(contract, rules)


PACK = Pack(cards_per_trick=4, tricks=5)
PARTNER_SITS_OUT = Pack(cards_per_trick=3, tricks=5)
"""A Bettler's partner usually lays his cards aside."""
SETTING = Setting(
    seats=4,
    sides=2,
    pack=PACK,
    bettler_packs=(PACK, PARTNER_SITS_OUT),
    schnapser_tricks=range(1, 4),
    contracts=BY_KEY,
    declarers=declarers,
    may_double=may_double,
)


def play(hand: Hand, state: State, rules: HouseRules) -> Outcome:
    unusual = notes(hand, state, rules, SETTING)
    hand = complete(hand, state)
    assert hand.caller is not None
    contract = BY_KEY[hand.contract]
    (winner,) = winning_sides(hand, SETTING)
    points = point_postings(hand, contract, winner, rules, SETTING)
    postings, after = family.score_two_sides(state, winner, points, hand.caller, rules)
    return Outcome(postings, after, unusual)


GAME = Game(
    key="bauernschnapsen",
    name=Text("Bauernschnapsen", "Bauernschnapsen"),
    seats=range(4, 5),
    house_rules=HouseRules,
    options=OPTIONS,
    presets=PRESETS,
    contracts=CONTRACTS,
    fields=hand_fields(CONTRACTS, PACK.tricks, SETTING.sides, DECIDED_BY),
    in_legs=True,
    how=lambda rules: HOW,
    examples=lambda seats: EXAMPLES,
    sides=lambda seats: SIDES,
    start=lambda rules, seats, first_dealer: family.start(4, 2, first_dealer),
    read=lambda data: read(data, PACK.tricks),
    complete=complete,
    check=lambda hand, state, rules: check(hand, state, rules, SETTING),
    play=play,
    settle=lambda state, rules: state.cents,
    write=write,
    dump=family.dump,
    load=family.load,
    report=lambda state, rules: family.report(state, SIDES),
    report_hand=report_hand,
)
