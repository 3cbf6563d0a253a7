"""The house rules of Bauernschnapsen: their defaults, and which options of the family it has.

Source: the scoring rules, section 4 (variants table).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.games import family_options as options
from scoring.games.family_contracts import CONTRACTS


@dataclass(frozen=True, slots=True)
class HouseRules:
    display: str = "down"
    target: int = 24
    contracts: tuple[str, ...] = tuple(contract.key for contract in CONTRACTS if contract.standard)
    values: Mapping[str, int] = field(default_factory=dict)
    schnapser_declarer: str = "caller"
    bauernschnapser_declarer: str = "caller_side"
    doubling_scope: str = "all"
    max_doubling: int = 3
    double_show_contracts: bool = False
    halving: str = "off"
    schneider_marks: int = 2
    retour_marks: int = 4
    retour_condition: str = "exact_lead"
    false_claim: str = "two"
    first_dealer_next_game: str = "continue"
    gang_vs_zehnergang: str = "zehnergang"
    bummerl_limit: int = 0
    legs_limit: int = 0
    marks_on: str = "loser"
    money: str = "off"
    stake_cents: int = 0


OPTIONS = (
    options.contracts_option(CONTRACTS),
    options.values_option(CONTRACTS),
    options.SCHNAPSER_DECLARER,
    options.BAUERNSCHNAPSER_DECLARER,
    options.GANG_VS_ZEHNERGANG,
    options.MAX_DOUBLING,
    options.DOUBLING_SCOPE,
    options.DOUBLE_SHOW_CONTRACTS,
    options.FALSE_CLAIM,
    options.HALVING,
    options.TARGET,
    options.DISPLAY,
    options.SCHNEIDER_MARKS,
    options.RETOUR_MARKS,
    options.RETOUR_CONDITION,
    options.MARKS_ON,
    options.FIRST_DEALER_NEXT_GAME,
    options.LEGS_LIMIT,
    options.BUMMERL_LIMIT,
    options.MONEY,
    options.STAKE,
)

PRESETS = options.presets(CONTRACTS)
