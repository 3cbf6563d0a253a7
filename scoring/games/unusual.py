"""What is unusual about the hands of one sheet and need not be wrong: for a director who looks over many tables.

*Special* is a contract that is not played every other hand. Seconds are those between two hands as they arrived. Phones
that were offline send what they kept within seconds, and a table may write down a whole leg at once: hands are quick
only where, with the wait before them, they still cannot have been played.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from scoring.games.blattla_hand import BY_KEY as IN_BLATTLA
from scoring.games.talonschnapsen_decider import is_decider

LEAST_SECONDS = {
    "bauernschnapsen": 25,
    "talonschnapsen": 25,
    "schnapsen": 20,
    "bauerntarock": 60,
    "kratzen": 25,
    "blattla": 40,
}
"""Shuffling, dealing, playing and writing takes longer than this also at the quickest table: our own figures, low."""
QUICK_HANDS = 3
SAME_TIMES = 3
STREAK = 4
Kind = TypeVar("Kind")
FAMILY = ("bauernschnapsen", "talonschnapsen")


@dataclass(frozen=True, slots=True)
class Written:
    """A hand that stands, and when it arrived (in seconds from any moment)."""

    second: int
    hand: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Unusual:
    """A code and its figures; `seat` and `contract` among them are for others to name."""

    code: str
    figures: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Special:
    seat: int
    contract: str
    made: bool | None
    """None: the hand does not say it by itself."""


def unusual(
    game: str, sides: Sequence[Sequence[int]], hands: Sequence[Written], *, begun: int, before: int = 0
) -> list[Unusual]:
    """Of the last hands of a sheet (oldest first) with `before` more ahead of them; `begun`: when the sheet was."""
    found = []
    if quick := quick_hands([one.second for one in hands], LEAST_SECONDS[game], begun=begun, before=before):
        found.append(Unusual("quick_hands", {"hands": quick[0], "seconds": quick[1]}))
    specials = [special_of(game, one.hand) for one in hands]
    if same := same_special(specials):
        found.append(Unusual("same_special", {"seat": same[0].seat, "contract": same[0].contract, "times": same[1]}))
    elif streak := special_streak(specials, sides):
        found.append(Unusual("special_streak", {"seat": streak[0], "times": streak[1]}))
    return found


def quick_hands(seconds: Sequence[int], least: int, *, begun: int, before: int = 0) -> tuple[int, int] | None:
    """The longest run of hands that came faster than they can be played: how many, in how many seconds.

    They and the hand ahead of them are given all the time since the hand before that; where that is not known, all the
    hands since the sheet began all the time since then.
    """
    found = None
    for first, last in _close_together(seconds, least):
        quick, took = last - first, seconds[last] - seconds[first]
        since, played = (seconds[first - 1], quick + 1) if first else (begun, before + quick + 1)
        too_quick = quick >= QUICK_HANDS and seconds[last] - since < played * least
        if too_quick and (found is None or quick > found[0]):
            found = (quick, took)
    return found


def _close_together(seconds: Sequence[int], least: int) -> Iterator[tuple[int, int]]:
    """First and last of those that each came less than `least` after the one before."""
    first = 0
    for last in range(len(seconds)):
        if last + 1 == len(seconds) or seconds[last + 1] - seconds[last] >= least:
            yield first, last
            first = last + 1


def special_of(game: str, hand: Mapping[str, Any]) -> Special | None:
    """The special contract of a hand; None for every other hand, and in games that have none."""
    contract, seat = hand.get("contract"), hand.get("declarer")
    if game in FAMILY and not is_decider(hand) and contract not in (None, "normal") and seat is not None:
        return Special(seat, str(contract), hand.get("made"))
    if game == "blattla" and contract in IN_BLATTLA and IN_BLATTLA[str(contract)].alone and seat is not None:
        return Special(seat, str(contract), None)
    return None


def same_special(specials: Sequence[Special | None]) -> tuple[Special, int] | None:
    """The same declarer with the same special contract, hand after hand: which and how often, the longest run."""
    return _longest([one and Special(one.seat, one.contract, None) for one in specials], SAME_TIMES)


def special_streak(specials: Sequence[Special | None], sides: Sequence[Sequence[int]]) -> tuple[int, int] | None:
    """One side of two winning special contracts hand after hand: its first seat and how often, the longest run."""
    if len(sides) != 2:
        return None
    side_of = {seat: index for index, those in enumerate(sides) for seat in those}
    winners = [None if one is None or one.made is None else side_of[one.seat] ^ (not one.made) for one in specials]
    longest = _longest(winners, STREAK)
    return longest and (sides[longest[0]][0], longest[1])


def _longest(values: Sequence[Kind | None], least: int) -> tuple[Kind, int] | None:
    """The value that stands most often in a row, and how often; None where that is less than `least`."""
    found: tuple[Kind, int] | None = None
    run, last = 0, None
    for value in values:
        run = run + 1 if value is not None and value == last else int(value is not None)
        last = value
        if value is not None and run >= least and (found is None or run > found[1]):
            found = (value, run)
    return found
