"""How a hand of Bauerntarock reads on the slip and counts in the statistics."""

import pytest

from scoring.games.bauerntarock import GAME
from scoring.games.credits import CREDITS
from scoring.games.sheet import play_hand
from scoring.screens.bauerntarock import SCREEN
from scoring.screens.core import AtTable


@pytest.mark.parametrize(
    ("points", "spatz", "came_off"),
    [(61, "none", True), (60, "none", None), (64, "lost", False), (56, "won_last", True), (60, "won_last", True)],
)
def test_a_hand_came_off_where_it_brought_the_declarer_something(
    points: int, spatz: str, came_off: bool | None
) -> None:
    state = GAME.start(GAME.house_rules(), 3, 2)
    hand = {"declarer": 0, "bid": "hineinschauen", "points": points, "spatz": spatz}
    played = play_hand(GAME, GAME.house_rules(), state, hand)
    row = {"hand": GAME.write(played.hand), **played.line}
    table = AtTable(GAME, GAME.house_rules(), ["Anna", "Bert", "Cilli"], state)
    assert SCREEN.short(row, table).made is came_off
    assert [credit.made for credit in CREDITS[table.game.key](row, table.rules)] == (
        [] if came_off is None else [came_off]
    )
