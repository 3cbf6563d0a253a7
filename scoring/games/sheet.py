"""Folds a whole sheet: from the JSON document of a table to its result document.

A document says which game, which house rules, who sits where and what was played; the result says what every hand was
worth and who pays whom. Both are plain JSON.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games import bauernschnapsen, bauerntarock, blattla, kratzen, schnapsen, talonschnapsen
from scoring.games.core import (
    KITTY,
    Game,
    Malformed,
    Outcome,
    Problem,
    is_integer,
    people,
    read_house_rules,
    shown_name,
)
from scoring.games.settle import transfers

GAMES: dict[str, Game] = {
    game.key: game
    for game in (
        bauernschnapsen.GAME,
        talonschnapsen.GAME,
        schnapsen.GAME,
        bauerntarock.GAME,
        kratzen.GAME,
        blattla.GAME,
    )
}

KEYS = frozenset({"game", "house_rules", "players", "first_dealer", "hands", "closed"})


class NotASheet(Malformed):
    """Not a sheet of a known game at all."""


class Refused(ValueError):
    """A hand that cannot stand, with every reason."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__(", ".join(problem.code for problem in problems))


@dataclass(frozen=True, slots=True)
class Table:
    """A sheet's document, read: who plays what by which rules."""

    game: Game
    rules: Any
    players: tuple[str, ...]
    first_dealer: int
    hands: tuple[Any, ...]
    closed: bool

    def start(self) -> Any:
        return self.game.start(self.rules, len(self.players), self.first_dealer)


@dataclass(frozen=True, slots=True)
class Played:
    """One hand that stands: as completed, and what it did."""

    hand: Any
    outcome: Outcome
    line: dict[str, Any]


def play_hand(game: Game, rules: Any, state: Any, data: Mapping[str, Any]) -> Played:
    """Reads, checks and plays one reported hand; raises `Refused` with every problem, of form and of the rules."""
    malformed: tuple[Problem, ...] = ()
    try:
        hand = game.read(data)
    except Malformed as error:
        malformed, hand = error.problems, error.partial
    problems = list(malformed)
    if hand is not None:
        named = {problem.at for problem in malformed}
        problems += [problem for problem in game.check(hand, state, rules) if problem.at not in named]
    if problems:
        raise Refused(tuple(problems))
    outcome = game.play(hand, state, rules)
    return Played(game.complete(hand, state), outcome, game.report_hand(hand, state, outcome, rules))


def read_table(document: object) -> Table:
    """The document's head; raises `NotASheet`, or `Malformed` with every problem of the sheet itself."""
    if not isinstance(document, Mapping):
        raise NotASheet([Problem("bad_value", "sheet")])
    key = document.get("game")
    game = GAMES.get(key) if isinstance(key, str) else None
    if game is None:
        raise NotASheet([Problem("unknown_game", "game", {"game": "" if key is None else shown_name(key)})])
    problems = [Problem("unknown_field", shown_name(name)) for name in document if name not in KEYS]
    rules = game.house_rules()
    unfit: tuple[Problem, ...] = ()
    try:
        given = document.get("house_rules")
        rules = read_house_rules(game, {} if given is None else given)
    except Malformed as error:
        unfit = error.problems
    players = document.get("players")
    problems += players_problems(people(game, rules), players)
    seats = len(players) if isinstance(players, list | tuple) else 0
    first_dealer = document.get("first_dealer")
    if first_dealer is None:
        first_dealer = seats - 1
    if not is_integer(first_dealer):
        problems.append(Problem("bad_value", "first_dealer"))
    elif seats and first_dealer not in range(seats):
        problems.append(Problem("bad_seat", "first_dealer"))
    hands, closed = document.get("hands", []), document.get("closed", False)
    if not isinstance(hands, list | tuple):
        problems.append(Problem("bad_value", "hands"))
    if not isinstance(closed, bool):
        problems.append(Problem("bad_value", "closed"))
    problems += unfit
    if problems:
        raise Malformed(problems)
    return Table(game, rules, tuple(players or ()), first_dealer, tuple(hands), closed)


def players_problems(seats: range, players: object) -> list[Problem]:
    """Names in seat order: as many as the table seats, none empty, nobody twice."""
    if not isinstance(players, list | tuple):
        return [Problem("bad_value", "players")]
    problems = []
    if len(players) not in seats:
        figures = {"least": min(seats), "most": max(seats), "seats": len(players)}
        problems.append(Problem("wrong_number_of_players", "players", figures))
    names = [name.strip().casefold() if isinstance(name, str) else "" for name in players]
    if not all(names):
        problems.append(Problem("bad_value", "players"))
    given = [name for name in names if name]
    if len(set(given)) < len(given):
        problems.append(Problem("same_player_twice", "players"))
    return problems


def score(document: object) -> dict[str, Any]:
    """The result document. What a refusal names first is what stands before it; raises `NotASheet` only.

    Problems in `refused` are `Problem` records; whoever shows them adds the sentences.
    """
    try:
        table = read_table(document)
    except NotASheet:
        raise
    except Malformed as error:
        return _refused_whole(document, error)
    game, rules, state = table.game, table.rules, table.start()
    lines: list[dict[str, Any]] = []
    refused = None
    for number, data in enumerate(table.hands, start=1):
        try:
            played = play_hand(game, rules, state, data)
        except Refused as error:
            refused = {"hand": number, "problems": error.problems}
            break
        state = played.outcome.state
        lines.append({"number": number, **played.line})
    report = game.report(state, rules)
    settled = report["finished"]
    if table.closed and refused is None and not settled:
        problems = game.check_close(state, rules)
        refused = {"hand": None, "problems": problems} if problems else None
        settled = not problems
    return {
        "game": game.key,
        **report,
        "hands": lines,
        **settlement(game.settle(state, rules) if settled else None),
        "refused": refused,
    }


def settlement(cents: tuple[int, ...] | None) -> dict[str, Any]:
    """The money part of a result: cents per seat, the kitty, and the fewest transfers (`to` null: into the kitty)."""
    if cents is None:
        return {"cents": None, "kitty": 0, "transfers": None}
    kitty = -sum(cents)
    payments = transfers({KITTY: kitty, **dict(enumerate(cents))})
    return {
        "cents": list(cents),
        "kitty": kitty,
        "transfers": [
            {"from": payer, "to": None if receiver == KITTY else receiver, "cents": amount}
            for payer, receiver, amount in payments
        ],
    }


def _refused_whole(document: Any, error: Malformed) -> dict[str, Any]:
    """The result of a sheet that cannot even begin."""
    return {
        "game": document["game"],
        "sides": [],
        "hands": [],
        "totals": [],
        "legs": [],
        "bummerl": [],
        "dealer": None,
        "finished": False,
        **settlement(None),
        "refused": {"hand": 0, "problems": error.problems},
    }
