"""A set of house rules in words, as the rule sheet of a table says them."""

from collections.abc import Mapping
from typing import Any

from clubs.messages import money
from scoring.games.core import Game, read_house_rules
from scoring.screens.core import AtTable
from scoring.views.explain import contracts, house_rules


def in_words(game: Game, rules: Mapping[str, Any]) -> dict[str, Any]:
    """What `_rules_in_words.html` needs: contracts with their values, every house rule, and the stake."""
    table = AtTable(game, read_house_rules(game, rules), (), None)
    for_a_stake = game.in_legs and table.rules.money != "off"
    return {
        "contracts": contracts(table),
        "house_rules": house_rules(table),
        "stake": money.euros(table.rules.stake_cents) if for_a_stake else "",
    }
