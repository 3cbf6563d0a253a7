"""The fold of a sheet's entries: which hands stand, what state they lead to, what everybody has so far.

`Sheet.state` holds `names` (who sits where), `play` (the game's own state), `lines` (the hands of the running leg, or
of the last one until the next begins; the last few of a game without legs) and `hands` (how many stand).
`Sheet.totals` holds one list per unit with an amount for every seat, and the kitty in cents. Neither grows with the
hands (one short record for every leg aside), so one more hand costs the same at any length of the evening.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from scoring.games.core import KITTY, Game, Outcome, Posting, Problem, read_house_rules
from scoring.games.sheet import GAMES, Played, Refused, play_hand
from scoring.models import Entry, Sheet

KEPT_LINES = 24
"""How many of the last lines are at hand on a sheet that has no legs; the history has them all."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the order of hands: which entry says what stands there now, if anything does."""

    line: int
    hand: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Line:
    """One standing hand with what it did."""

    seq: int
    played: Played


@dataclass(frozen=True, slots=True)
class Folded:
    state: dict[str, Any]
    totals: dict[str, Any]


class LaterHandFalls(Refused):
    """A hand that stands after the change could no longer be played: `line` is its entry, `number` its place on the
    slip as it is now, `count` how many fall."""

    def __init__(self, number: int, line: int, problems: tuple[Problem, ...]) -> None:
        self.line, self.number, self.count = line, number, 1
        super().__init__((Problem("later_hand_falls", None, {"number": number}), *problems))


def game_of(sheet: Sheet) -> Game:
    return GAMES[sheet.game]


def rules_of(sheet: Sheet) -> Any:
    game = game_of(sheet)
    return read_house_rules(game, sheet.house_rules)


def names_of(sheet: Sheet) -> list[str]:
    """Who sits where, in seat order."""
    names: list[str] = sheet.state["names"]
    return names


def empty(game: Game, rules: Any, names: Sequence[str], first_dealer: int) -> Folded:
    """The fold of a sheet without entries."""
    play = game.dump(game.start(rules, len(names), first_dealer))
    state = {"names": list(names), "play": play, "lines": [], "hands": 0}
    return Folded(state, {"kitty": 0})


def step(game: Game, rules: Any, before: Folded, data: Mapping[str, Any], seq: int) -> tuple[Folded, Line]:
    """The fold with one more hand; raises `Refused` with every problem where the hand cannot stand."""
    play = game.load(before.state["play"])
    played = play_hand(game, rules, play, data)
    outcome = played.outcome
    number = before.state["hands"] + 1
    line = {"seq": seq, "number": number, "hand": game.write(played.hand), **played.line, **notes_of(outcome)}
    if game.in_legs:
        lines = [line] if play.leg_over else [*before.state["lines"], line]
    else:
        lines = [*before.state["lines"], line][-KEPT_LINES:]
    state = {"names": before.state["names"], "play": game.dump(outcome.state), "lines": lines, "hands": number}
    return Folded(state, added(before.totals, outcome, game.sides(play.seats))), Line(seq, played)


def notes_of(outcome: Outcome) -> dict[str, Any]:
    """What is unusual about a hand, as it stands in its line; nothing where nothing is."""
    notes = [[note.code, dict(note.figures)] for note in outcome.notes]
    return {"notes": notes} if notes else {}


def added(totals: Mapping[str, Any], outcome: Outcome, sides: tuple[tuple[int, ...], ...]) -> dict[str, Any]:
    """The totals per seat with a hand's postings laid on."""
    seats = sum(len(side) for side in sides)
    summed: dict[str, Any] = {unit: list(amounts) if unit != "kitty" else amounts for unit, amounts in totals.items()}
    for posting in outcome.postings:
        if posting.side == KITTY:
            summed["kitty"] += posting.amount
            continue
        amounts = summed.setdefault(posting.unit, [0] * seats)
        for seat in _seats_of(posting, sides):
            amounts[seat] += posting.amount
    return summed


def _seats_of(posting: Posting, sides: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return (posting.side,) if posting.unit == "cents" else sides[posting.side]


def slots(entries: Iterable[Entry]) -> list[Slot]:
    """The places of all hands in the order they count; struck-out ones have no hand."""
    places: list[Slot] = []
    for entry in entries:
        if entry.kind == Entry.Kind.HAND:
            places.append(Slot(entry.seq, entry.data["hand"]))
        elif entry.kind == Entry.Kind.VOID:
            gone = {entry.data["line"], *entry.data.get("also", ())}
            places = [replace(slot, hand=None) if slot.line in gone else slot for slot in places]
        elif entry.kind == Entry.Kind.REPLACE:
            put_right, gone = {"line": entry.seq, "hand": entry.data["hand"]}, entry.data.get("also", ())
            places = [
                replace(slot, **put_right)
                if slot.line == entry.data["line"]
                else replace(slot, hand=None)
                if slot.line in gone
                else slot
                for slot in places
            ]
    return places


def fold(
    sheet: Sheet,
    places: Iterable[Slot],
    names: Sequence[str],
    *,
    numbers: Mapping[int, int] = MappingProxyType({}),
    fallen: list[LaterHandFalls] | None = None,
) -> tuple[Folded, list[Line]]:
    """Plays every standing hand again from the beginning.

    Raises `LaterHandFalls` at the first that cannot stand, or leaves those out and lists them in `fallen`. `numbers`
    says which hand of the evening a line was before the change.
    """
    game, rules = game_of(sheet), rules_of(sheet)
    folded = empty(game, rules, names, sheet.first_dealer)
    lines = []
    for slot in places:
        if slot.hand is None:
            continue
        try:
            folded, line = step(game, rules, folded, slot.hand, slot.line)
        except Refused as error:
            number = numbers.get(slot.line, folded.state["hands"] + 1)
            falls = LaterHandFalls(number, slot.line, error.problems)
            if fallen is None:
                raise falls from error
            fallen.append(falls)
            continue
        lines.append(line)
    return folded, lines
