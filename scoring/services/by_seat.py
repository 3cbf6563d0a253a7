"""What one sheet adds up to, seat by seat: who sits there, and for which club and day, is not known here.

`scoring.services.tallies` lays it on the people of a club.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from scoring.games.core import Game
from scoring.games.credits import CREDITS, PARTIES, Parties
from scoring.games.sheet import Played, Refused, play_hand
from scoring.models import Entry, Sheet
from scoring.services.fold import game_of, rules_of, slots

TURNED = {"won": "won", "lost": "lost", "beat": "beaten", "beaten": "beat"}
"""What two people had, with each other or the one against the other, and what the other one calls it."""


def turned(pair: Mapping[str, int]) -> dict[str, int]:
    """What two people had, from the side of the other one."""
    return {TURNED[what]: amount for what, amount in pair.items()}


@dataclass(slots=True)
class BySeat:
    """The sums of one sheet, in the words of the tallies."""

    game: Game
    played: dict[str, int]
    """Sheets, hands and legs of the whole table."""
    seats: list[dict[str, int]]
    contracts: dict[tuple[int, str], dict[str, int]] = field(default_factory=dict)
    """(seat, contract) -> how often it was made and failed."""
    pairs: dict[tuple[int, int], dict[str, int]] = field(default_factory=dict)
    """(lower seat, higher seat) -> won and lost together, won and lost by the lower against the higher."""
    series: dict[int, int] = field(default_factory=dict)
    """Seat -> the longest series of legs, where it is one."""
    pot: int = 0
    """The highest that was played for, in cents."""
    points: list[int] = field(default_factory=list)
    """What stands on the slip for every seat: the points of its side."""
    games: list[str] = field(default_factory=list)
    """Who won against whom, in the words of `Course.games`."""

    def add(self, seat: int, **amounts: int) -> None:
        mine = self.seats[seat]
        for name, amount in amounts.items():
            mine[name] = mine.get(name, 0) + amount

    def add_pair(self, one: int, other: int, what: str) -> None:
        if one > other:
            one, other, what = other, one, TURNED[what]
        pair = self.pairs.setdefault((one, other), {})
        pair[what] = pair.get(what, 0) + 1


def by_seat(sheet: Sheet, entries: Iterable[Entry], seats: int) -> BySeat:
    """Plays all its hands again and adds them up."""
    game, rules = game_of(sheet), rules_of(sheet)
    state, hands = game.start(rules, seats, sheet.first_dealer), list[Played]()
    for slot in slots(entries):
        if slot.hand is None:
            continue
        try:
            one = play_hand(game, rules, state, slot.hand)
        except Refused:
            continue  # a tampered sheet: `check_sheets` names it
        state = one.outcome.state
        hands.append(one)
    legs = state.legs if game.in_legs else ()
    played = {"sheets": 1, "hands": len(hands), "legs": len(legs)}
    sums = BySeat(
        game, played, [{"sheets": 1, "hands": len(hands), "cents": cents} for cents in game.settle(state, rules)]
    )
    sums.points = points_of(hands, game.sides(seats))
    rows = [{"hand": game.write(one.hand), **one.line} for one in hands]
    _contracts(rows, rules, sums)
    if game.in_legs:
        _legs(legs, game.sides(seats), sums)
    else:
        _won_hands(rows, rules, sums)
    sums.pot = max((one.line.get("pot_played", 0) for one in hands), default=0)
    return sums


def points_of(hands: Iterable[Played], sides: Sequence[Sequence[int]]) -> list[int]:
    """Points by seat: those of its side."""
    points = [0] * sum(map(len, sides))
    for one in hands:
        for posting in one.outcome.postings:
            if posting.unit == "points":
                for seat in sides[posting.side]:
                    points[seat] += posting.amount
    return points


def _contracts(rows: Iterable[dict[str, Any]], rules: Any, sums: BySeat) -> None:
    """How every contract came off; who sat a hand out has not played it."""
    for row in rows:
        if (sitter := row["hand"].get("sits_out")) is not None:
            sums.add(sitter, hands=-1)
        for credit in CREDITS[sums.game.key](row, rules):
            came_off = "made" if credit.made else "failed"
            sums.add(credit.seat, **{came_off: 1})
            contract = sums.contracts.setdefault((credit.seat, credit.contract), {"made": 0, "failed": 0})
            contract[came_off] += 1


def _legs(legs: Iterable[Any], sides: Sequence[Sequence[int]], sums: BySeat) -> None:
    """Legs won and lost and the Bummerl that went with them.

    Who won a leg has given every mark that it cost the others; who is charged none has not lost it.
    """
    series, longest = [0] * len(sides), [0] * len(sides)
    for leg in legs:
        losers = [side for side, marks in enumerate(leg.bummerl) if marks]
        schneider = sum(leg.kind == "schneider" and leg.totals[side] == 0 for side in losers)
        retour = len(losers) if leg.kind == "retourschneider" else 0
        for seat in (seat for side in leg.winners for seat in sides[side]):
            sums.add(seat, won=1, bummerl_given=sum(leg.bummerl), schneider_given=schneider, retour_given=retour)
        for side in losers:
            taken = {
                "bummerl_taken": leg.bummerl[side],
                "schneider_taken": int(leg.kind == "schneider" and leg.totals[side] == 0),
                "retour_taken": int(leg.kind == "retourschneider"),
            }
            for seat in sides[side]:
                sums.add(seat, lost=1, **taken)
        _pairs([sides[side] for side in leg.winners], [sides[side] for side in losers], sums)
        series = [have + 1 if side in leg.winners else 0 for side, have in enumerate(series)]
        longest = [max(pair) for pair in zip(longest, series, strict=True)]
    sums.series = {seat: count for side, count in enumerate(longest) if count > 1 for seat in sides[side]}


def _won_hands(rows: Iterable[dict[str, Any]], rules: Any, sums: BySeat) -> None:
    """Where there are no legs, hands are won and lost."""
    for row in rows:
        parties: Parties = PARTIES[sums.game.key](row, rules)
        for seat in parties.winners:
            sums.add(seat, won=1)
        for seat in parties.losers:
            sums.add(seat, lost=1)
        if parties.together:
            _pairs([parties.winners], [parties.losers], sums)
        else:
            _pairs([(seat,) for seat in parties.winners], [(seat,) for seat in parties.losers], sums)


def _pairs(winners: Sequence[Sequence[int]], losers: Sequence[Sequence[int]], sums: BySeat) -> None:
    """With and against: every pair within a side, and every winner with every loser."""
    if any(winners) and any(losers):
        sums.games.append(">".join(",".join("".join(map(str, side)) for side in sides) for sides in (winners, losers)))
    for sides, result in ((winners, "won"), (losers, "lost")):
        for side in sides:
            for one, other in combinations(side, 2):
                sums.add_pair(one, other, result)
    for one in (seat for side in winners for seat in side):
        for other in (seat for side in losers for seat in side):
            sums.add_pair(one, other, "beat")
