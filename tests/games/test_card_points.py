"""Card points: the tables of the rules (section 6.2), and hands that were truly dealt and played."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.card_points import Pack, Reported, joint_problems, side_problems, sums
from scoring.games.sheet import score

TABLES = {
    4: {1: "8–30, 32–37, 40–44", 2: "20–72, 75–78, 84", 3: "36, 42–45, 48–100", 4: "76–80, 83–88, 90–112", 5: "120"},
    3: {
        1: "6–12, 14–19, 22–26, 30–33",
        2: "14–58, 62–64",
        3: "24–82, 86–88",
        4: "36, 42–45, 48–100",
        5: "66–69, 72–109",
        6: "98–100, 105–108, 112–116",
    },
    2: {
        1: "4–8, 12–15, 20–22",
        2: "8–30, 32–37, 40–44",
        3: "14–58, 62–64",
        4: "20–72, 75–78, 84",
        5: "28–32, 34–86, 88–92",
        6: "36, 42–45, 48–100",
        7: "56–58, 62–106",
        8: "76–80, 83–88, 90–112",
        9: "98–100, 105–108, 112–116",
        10: "120",
    },
}
RANKS = {"A": 11, "10": 10, "K": 4, "O": 3, "U": 2}


def listed(row: str) -> set[int]:
    """The figures of a row: "8–30, 32" is 8 to 30 and 32."""
    ends = [part.split("–") for part in row.split(", ")]
    return {figure for part in ends for figure in range(int(part[0]), int(part[-1]) + 1)}


@pytest.mark.parametrize(("players", "tricks"), [(players, tricks) for players in TABLES for tricks in TABLES[players]])
def test_tricks_hold_what_the_table_says(players: int, tricks: int) -> None:
    assert sums(players * tricks) == listed(TABLES[players][tricks])


def test_the_sums_are_those_of_every_choice_of_cards() -> None:
    counted = defaultdict(set)
    for of_each in product(range(5), repeat=len(RANKS)):
        counted[sum(of_each)].add(sum(n * points for n, points in zip(of_each, RANKS.values(), strict=True)))
    assert {cards: sums(cards) for cards in range(21)} == counted


# --- hands played at random ------------------------------------------------------------------------------------------


@dataclass
class Played:
    """What a dealt hand came to; sides 0 and 1, seat 0 calls and leads first."""

    cards: list[int] = field(default_factory=lambda: [0, 0])
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    twenties: list[int] = field(default_factory=lambda: [0, 0])
    forties: list[int] = field(default_factory=lambda: [0, 0])

    def marriages(self, side: int) -> int:
        return 20 * self.twenties[side] + 40 * self.forties[side] if self.tricks[side] else 0

    def points(self, side: int) -> int:
        return self.cards[side] + self.marriages(side)


def play(chance: Random, *, until_66: bool) -> Played:
    """Deals twenty cards to four and plays any card to any trick; whoever leads may announce. Stops at 66, or early."""
    pack = [(suit, rank) for suit in range(4) for rank in RANKS]
    chance.shuffle(pack)
    holds = [pack[seat * 5 : seat * 5 + 5] for seat in range(4)]
    trumps, leader, done = chance.randrange(4), 0, Played()
    for _ in range(5 if until_66 else chance.randint(1, 5)):
        side = leader % 2
        pairs = [suit for suit in range(4) if {(suit, "K"), (suit, "O")} <= set(holds[leader])]
        led = chance.choice(holds[leader])
        if pairs and chance.random() < 0.8:
            led = (pairs[0], chance.choice("KO"))
            (done.forties if pairs[0] == trumps else done.twenties)[side] += 1
            if until_66 and done.points(side) >= 66:
                return done
        trick = [led if seat == leader else chance.choice(holds[seat]) for seat in range(4)]
        for seat in range(4):
            holds[seat].remove(trick[seat])
        leader = chance.randrange(4)
        done.cards[leader % 2] += sum(RANKS[rank] for _, rank in trick)
        done.tricks[leader % 2] += 1
        if until_66 and done.points(leader % 2) >= 66:
            return done
    return done


def told(chance: Random, fact: int) -> int | None:
    return fact if chance.random() < 0.7 else None


def forties_told(chance: Random, done: Played, side: int) -> int | None:
    return told(chance, done.forties[side] if done.tricks[side] else 0)


def report(chance: Random, done: Played, side: int, name: str) -> Reported:
    return Reported(
        name,
        told(chance, done.points(side)),
        told(chance, done.tricks[side]),
        told(chance, done.marriages(side)),
        forties_told(chance, done, side),
        side == 0,
    )


@settings(max_examples=500)
@given(st.integers(min_value=0))
def test_a_hand_that_was_really_played_is_possible(seed: int) -> None:
    chance = Random(seed)
    done = play(chance, until_66=False)
    first, second = report(chance, done, 0, "winner"), report(chance, done, 1, "loser")
    pack = Pack(cards_per_trick=4, tricks=5)
    assert side_problems(first, pack, trumps=True) + side_problems(second, pack, trumps=True) == []
    played_out = sum(done.tricks) == 5
    assert joint_problems(first, second, pack, trumps=True, played_out=played_out) == []


def plain_game(chance: Random) -> tuple[dict[str, Any], int]:
    """A hand played to its end as the table reports it, and its grade by the losers' figures."""
    done = play(chance, until_66=True)
    claims = [side for side in (0, 1) if done.points(side) >= 66]
    hand: dict[str, Any] = {"decided_by": "points"}
    winner = claims[0] if claims else chance.randrange(2)
    if not claims:
        hand["decided_by"] = "last_trick"
        # whoever has no trick cannot have had the last one
        winner = winner if done.tricks[winner] else 1 - winner
    loser = 1 - winner
    facts: dict[str, Callable[[int], int]] = {
        "points": done.points,
        "tricks": done.tricks.__getitem__,
        "marriages": done.marriages,
    }
    for name, of_side in facts.items():
        hand[f"winner_{name}"], hand[f"loser_{name}"] = told(chance, of_side(winner)), told(chance, of_side(loser))
    hand["winner_forties"] = forties_told(chance, done, winner)
    grade = 1 if not claims or done.points(loser) >= 33 else 2 if done.tricks[loser] else 3
    return {**hand, "made": winner == 0, "grade": grade}, grade


@settings(max_examples=500)
@given(st.integers(min_value=0))
def test_a_plain_game_that_was_really_played_is_never_refused(seed: int) -> None:
    hand, grade = plain_game(Random(seed))
    result = score({"game": "bauernschnapsen", "players": ["Anna", "Bert", "Cilli", "Dora"], "hands": [hand]})
    assert (result["refused"], sum(result["totals"])) == (None, grade)
