"""How the games look on a phone: one `Screen` for each."""

from typing import Any

from scoring.games.sheet import GAMES
from scoring.models import Sheet
from scoring.screens import bauernschnapsen, bauerntarock, blattla, kratzen, schnapsen, talonschnapsen
from scoring.screens.core import AtTable, Screen
from scoring.services.fold import game_of, names_of, rules_of

SCREENS: dict[str, Screen] = {
    "bauernschnapsen": bauernschnapsen.SCREEN,
    "bauerntarock": bauerntarock.SCREEN,
    "blattla": blattla.SCREEN,
    "kratzen": kratzen.SCREEN,
    "schnapsen": schnapsen.SCREEN,
    "talonschnapsen": talonschnapsen.SCREEN,
}


def screen_of(sheet: Sheet) -> Screen:
    return SCREENS[sheet.game]


def table_of(sheet: Sheet, play: Any = None) -> AtTable:
    """The table as it is now, or with the state `play` as it was before some hand."""
    game = game_of(sheet)
    return AtTable(game, rules_of(sheet), names_of(sheet), game.load(sheet.state["play"]) if play is None else play)


def contract_name(game: str, key: str) -> str:
    """What a contract is called where no table is at hand."""
    return SCREENS[game].contract_name(key, AtTable(GAMES[game], GAMES[game].house_rules(), (), None))
