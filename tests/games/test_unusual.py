"""Hands that look unusual: too quick to have been played, the same special contract again and again."""

from typing import Any

import pytest

from scoring.games.sheet import GAMES
from scoring.games.unusual import LEAST_SECONDS, Written, quick_hands, unusual

PAIRS = ((0, 2), (1, 3))
LEAST = 25


def test_every_game_says_how_quick_a_hand_can_be() -> None:
    assert LEAST_SECONDS.keys() == GAMES.keys()


@pytest.mark.parametrize(
    ("seconds", "found"),
    [
        ([60, 70, 80, 90], (3, 30)),  # four hands in ninety seconds since the sheet began
        ([60, 70, 80], None),  # two that come close together happen
        ([300, 310, 320, 330], None),  # written down together: there was time enough for all four
        ([100, 130, 140, 150, 160], (3, 30)),
        ([100, 900, 905, 910, 915, 920], None),  # a phone that was offline sends what it has kept
        ([100, 130, 140, 150, 160, 900, 905, 910, 915, 920, 925], (3, 30)),
        ([], None),
    ],
)
def test_hands_are_too_quick_only_where_they_cannot_have_been_played(
    seconds: list[int], found: tuple[int, int] | None
) -> None:
    assert quick_hands(seconds, LEAST, begun=0) == found


def test_a_long_batch_counts_the_hands_before_those_that_are_looked_at() -> None:
    late = [3600 + 2 * number for number in range(8)]
    assert quick_hands(late, LEAST, begun=0, before=20) is None
    assert quick_hands(late, LEAST, begun=0, before=200) == (7, 14)


def hands(*played: tuple[str, int, bool]) -> list[Written]:
    return [
        Written(600 * number, {"contract": contract, "declarer": seat, "made": made})
        for number, (contract, seat, made) in enumerate(played, start=1)
    ]


def said(game: str, *played: tuple[str, int, bool]) -> list[tuple[str, dict[str, Any]]]:
    return [(one.code, dict(one.figures)) for one in unusual(game, PAIRS, hands(*played), begun=0)]


def test_the_same_special_contract_three_times_running_is_told_with_the_longest_run() -> None:
    plain, gang, bettler = ("normal", 0, True), ("gang", 1, True), ("bettler", 1, False)
    assert said("bauernschnapsen", gang, gang, plain, gang) == []
    assert said("bauernschnapsen", plain, plain, plain, plain) == []
    told = [("same_special", {"seat": 1, "contract": "gang", "times": 3})]
    assert said("bauernschnapsen", plain, gang, gang, gang, bettler) == told


def test_one_side_that_wins_special_contracts_in_a_row_is_told_whoever_played_them() -> None:
    mine, lost_by_them = ("gang", 2, True), ("bettler", 1, False)
    assert said("bauernschnapsen", mine, lost_by_them, ("bettler", 0, True)) == []
    told = [("special_streak", {"seat": 0, "times": 4})]
    assert said("bauernschnapsen", mine, lost_by_them, ("bettler", 0, True), ("schnapser", 3, False)) == told
    broken = said("bauernschnapsen", mine, lost_by_them, ("gang", 1, True), mine, lost_by_them)
    assert broken == []


def test_a_sauspiel_is_no_special_contract_and_a_solo_is() -> None:
    assert said("blattla", *[("sauspiel", 0, True)] * 5) == []
    assert said("blattla", *[("solo", 3, True)] * 3) == [("same_special", {"seat": 3, "contract": "solo", "times": 3})]
    assert said("kratzen", *[("ordern", 0, True)] * 5) == []
