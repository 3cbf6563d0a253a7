"""The house rules of Talonschnapsen: their defaults, and which options of the family it has.

Source: the scoring rules, section 4 (variants table).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.games import family_options as options
from scoring.games.talonschnapsen_contracts import CONTRACTS


@dataclass(frozen=True, slots=True)
class HouseRules:
    display: str = "down"
    target: int = 24
    contracts: tuple[str, ...] = tuple(contract.key for contract in CONTRACTS if contract.standard)
    values: Mapping[str, int] = field(default_factory=dict)
    doubling_scope: str = "all"
    max_doubling: int = 3
    halving: str = "off"
    bummerl_rule: str = "lowest"
    tie_rule: str = "both"
    schneider_marks: int = 2
    retour3: bool = True
    retour_marks: int = 4
    normal_last_trick: str = "caller_needs_66"
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
    options.GANG_VS_ZEHNERGANG,
    options.NORMAL_LAST_TRICK,
    options.FALSE_CLAIM,
    options.MAX_DOUBLING,
    options.DOUBLING_SCOPE,
    options.HALVING,
    options.TARGET,
    options.DISPLAY,
    options.BUMMERL_RULE,
    options.TIE_RULE,
    options.SCHNEIDER_MARKS,
    options.RETOUR3,
    options.RETOUR3_MARKS,
    options.MARKS_ON,
    options.FIRST_DEALER_NEXT_GAME,
    options.LEGS_LIMIT,
    options.BUMMERL_LIMIT,
    options.MONEY,
    options.STAKE,
)

PRESETS = options.presets(CONTRACTS)
