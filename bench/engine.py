"""How many hands a second the rules engine reads, checks and plays."""

import time

from scoring.games.sheet import GAMES, play_hand

HANDS = (
    {"contract": "normal", "made": True, "grade": 1},
    {"contract": "bettler", "declarer": 1, "doubling": 1, "made": False},
    {"contract": "normal", "made": False, "grade": 2, "loser_points": 20, "loser_tricks": 1},
    {"contract": "gang", "declarer": 2, "made": True},
)


def reference(seconds: float) -> float:
    """Dictionaries built and read per second: what plain Python does on this machine."""
    done, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        for _ in range(1000):
            done += {"contract": "normal", "made": True, "grade": 1}["grade"] is not None
    return done / seconds  # bench only: a rate, not points


def rate(seconds: float) -> float:
    game = GAMES["bauernschnapsen"]
    rules = game.house_rules()
    done, state, end = 0, game.start(rules, 4, 3), time.perf_counter() + seconds
    while time.perf_counter() < end:
        for hand in HANDS * 25:
            state = play_hand(game, rules, state, hand).outcome.state
        if len(state.legs) > 30:
            state = game.start(rules, 4, 3)
        done += len(HANDS) * 25
    return done / seconds


def run() -> None:
    bare, hands = reference(1), rate(3)
    print(f"engine: {hands:,.0f} hands/s, one for every {bare / hands:,.0f} dictionaries of plain Python")
