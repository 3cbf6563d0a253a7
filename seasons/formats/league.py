"""Leagues: the rules of one, and the table that its matches make.

A *match* is met on one or several *boards* (tables of one person or a pair of each side). A side *makes* on a board
what is counted there, legs (Bummerl) or points; who made more has won the board. Amounts are integers. Who is a team is
any number; neither numbers nor chance decide anything in a table: who is equal in all of the chain shares the place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, get_type_hints

COUNTS = ("legs", "points")
"""What a side makes on a board."""
SCALES = {"2/1/0": (2, 1, 0), "3/1/0": (3, 1, 0), "3/2/1/0": (3, 1, 0), "bummerl": (0, 0, 0)}
"""Points for a win, a draw and a defeat. 3/2/1/0: a narrow win is 2, a narrow defeat 1, and of a draw each has the
middle, rounded down. bummerl: what was made is the points."""
NARROW = "3/2/1/0"
SUM = "bummerl"
BY = ("boards", "sum")
"""A match is won by boards won, or by what was made on all of them."""
CHAIN = ("points", "won", "board_difference", "difference", "head_to_head", "boards", "made")
"""What may decide places, in any order that begins with the points: matches won, boards won less lost, made less
conceded, the table of the matches among the tied (points, boards, difference), boards won, made."""
WITHDRAWN = ("keep", "strike", "half")
"""Of a team that withdraws: what was played counts and the rest is lost without play; no match of it counts; the one
or the other, struck where fewer than half of its matches were played."""

ALLOWED: Mapping[str, range] = {
    "boards": range(1, 33),
    "a_side": range(1, 3),
    "narrow": range(1, 1001),
    "walkover_boards": range(1, 33),
    "walkover_made": range(100_001),
    "promoted": range(33),
    "relegated": range(33),
    "stand_ins": range(65),
    "stand_in_times": range(100),
    "minimum": range(1, 65),
}
CHOICES: Mapping[str, Sequence[str]] = {"counts": COUNTS, "scale": tuple(SCALES), "by": BY, "withdrawn": WITHDRAWN}
MOST_TEAMS = 40


@dataclass(frozen=True, slots=True)
class Problem:
    """Why these are no rules: a code, the field it is about, and figures for the sentence."""

    code: str
    at: str | None = None
    figures: Mapping[str, int | str] | None = None


class Impossible(ValueError):
    """These are no rules; `problems` says why, all of it."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__(", ".join(f"{one.code} at {one.at}" for one in problems))


@dataclass(frozen=True, slots=True)
class Rules:
    """How a league is played."""

    boards: int = 1
    """Boards of a match."""
    a_side: int = 1
    """People of each side at a board: 1, or 2 as a pair."""
    counts: str = "legs"
    scale: str = "2/1/0"
    by: str = "boards"
    narrow: int = 1
    """3/2/1/0: won by at most so much is narrow (boards, or as `by` says or of one board, what was made)."""
    twice: bool = True
    """At home and away; else each meets each once."""
    chain: tuple[str, ...] = ("points", "board_difference", "difference", "head_to_head", "won")
    walkover_boards: int = 1
    walkover_made: int = 0
    """What the winner of a match without play is credited with; the loser has none of either."""
    withdrawn: str = "half"
    promoted: int = 1
    relegated: int = 1
    """So many of every division but the highest, and the lowest."""
    stand_ins: int = 1
    """So many of a side may be stand-ins in one match."""
    stand_in_times: int = 0
    """So many matches a season somebody may be a stand-in, for all teams together; 0: as many as they like."""
    minimum: int = 1
    """With fewer people of its own or stand-ins a side cannot play a match."""


def read_rules(data: Any) -> Rules:
    """The rules that this JSON says, with defaults for what it leaves out. Raises `Impossible` with every problem."""
    if not isinstance(data, dict):
        raise Impossible(Problem("league_rules_bad"))
    hints = get_type_hints(Rules)
    problems, said = list[Problem](), dict[str, Any]()
    for name, value in data.items():
        if name not in hints:
            problems.append(Problem("league_rules_unknown", str(name)[:40]))
        elif name == "chain" and isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
            said[name] = tuple(value)
        elif type(value) is hints[name]:
            said[name] = value
        else:
            problems.append(Problem("league_rules_bad", name))
    # In place of what cannot be read stands what is usual: right by itself, but not to be held against the rest.
    rules = Rules(**said)
    if problems := [*problems, *(_each_by_itself(rules) if problems else check_rules(rules))]:
        raise Impossible(*problems)
    return rules


def write_rules(rules: Rules) -> dict[str, Any]:
    """Plain JSON, an inverse of `read_rules`."""
    return {**asdict(rules), "chain": list(rules.chain)}


def check_rules(rules: Rules) -> tuple[Problem, ...]:
    """Everything that does not fit together; nothing: a league can be played by them."""
    problems = _each_by_itself(rules)
    if rules.walkover_boards > rules.boards:
        problems.append(Problem("league_walkover_boards", "walkover_boards", {"most": rules.boards}))
    if rules.minimum > rules.boards * rules.a_side:
        problems.append(Problem("league_minimum", "minimum", {"most": rules.boards * rules.a_side}))
    return tuple(problems)


def _each_by_itself(rules: Rules) -> list[Problem]:
    problems = [
        Problem("league_number", name, {"from": allowed[0], "to": allowed[-1]})
        for name, allowed in ALLOWED.items()
        if getattr(rules, name) not in allowed
    ]
    problems += [
        Problem("league_choice", name, {"choices": ", ".join(choices)})
        for name, choices in CHOICES.items()
        if getattr(rules, name) not in choices
    ]
    if rules.chain[:1] != ("points",):
        problems.append(Problem("league_chain_begins", "chain"))
    if unknown := [one for one in rules.chain if one not in CHAIN]:
        problems.append(Problem("league_chain_unknown", "chain", {"which": ", ".join(unknown)[:80]}))
    if len({*rules.chain}) < len(rules.chain):
        problems.append(Problem("league_chain_twice", "chain"))
    return problems


def changed(one: Rules, other: Rules) -> tuple[str, ...]:
    """The fields in which two rules differ."""
    return tuple(each.name for each in fields(Rules) if getattr(one, each.name) != getattr(other, each.name))


# --- the table -------------------------------------------------------------------------------------------------------

PLAYED, WALKOVER, STRUCK, OPEN = "played", "walkover", "struck", "open"
"""How a match stands. Of a walk-over the side with boards has won; where neither has any, neither came and both have
lost. A struck match does not count. An open one is not played yet."""


@dataclass(frozen=True, slots=True)
class Match:
    """Who met whom, boards won and what was made."""

    home: int
    away: int
    home_boards: int = 0
    away_boards: int = 0
    home_made: int = 0
    away_made: int = 0
    how: str = PLAYED


Among = dict[int, tuple[int, int, int]]
"""Team -> points, difference of boards and difference in the matches among the tied."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One line of a table."""

    team: int
    place: int | None
    """None: struck, stands last."""
    shared: bool = False
    decided_by: str | None = None
    """The criterion of the chain that puts it behind the one before; None for the first and where the place is
    shared."""
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    boards: int = 0
    boards_lost: int = 0
    made: int = 0
    conceded: int = 0
    points: int = 0
    """Without what was taken away (`deducted`) it would be so much more."""
    deducted: int = 0
    among: tuple[int, int, int] | None = None
    """Points, difference of boards and difference in the matches among the tied, where these were looked at last."""
    walkovers: tuple[int, ...] = ()
    """Indices of its matches that were decided without play, also because a team has withdrawn."""
    struck: tuple[int, ...] = ()
    """Indices of its matches that were played, or would have been, and do not count."""

    @property
    def board_difference(self) -> int:
        return self.boards - self.boards_lost

    @property
    def difference(self) -> int:
        return self.made - self.conceded


def strikes(rules: Rules, played: int, of: int) -> bool:
    """Whether the matches of a team are struck that withdraws after so many of its matches."""
    return rules.withdrawn == "strike" or (rules.withdrawn == "half" and 2 * played < of)


def walkover(rules: Rules, match: Match, winner: int | None) -> Match:
    """The match as won without play by this team; None: neither came."""
    boards, made = rules.walkover_boards, rules.walkover_made
    won = {match.home: (boards, made, 0, 0), match.away: (0, 0, boards, made)}
    home_boards, home_made, away_boards, away_made = (0, 0, 0, 0) if winner is None else won[winner]
    return replace(
        match,
        home_boards=home_boards,
        away_boards=away_boards,
        home_made=home_made,
        away_made=away_made,
        how=WALKOVER,
    )


def as_counted(rules: Rules, matches: Iterable[Match], withdrawn: Mapping[int, bool]) -> tuple[Match, ...]:
    """The matches as they count: those of struck teams do not, and what others that withdrew have left open is lost.

    `withdrawn`: team -> whether it is struck. In the same order.
    """
    return tuple(_counted(rules, one, withdrawn) for one in matches)


def _counted(rules: Rules, match: Match, withdrawn: Mapping[int, bool]) -> Match:
    gone = [team for team in (match.home, match.away) if team in withdrawn]
    if any(withdrawn[team] for team in gone):
        return replace(match, how=STRUCK)
    if match.how != OPEN or not gone:
        return match
    there = [team for team in (match.home, match.away) if team not in withdrawn]
    return walkover(rules, match, there[0] if there else None)


def points_of(rules: Rules, match: Match) -> tuple[int, int]:
    """Points of home and away for a match that counts. How clear a win on a single board is, what was made says."""
    if rules.scale == SUM:
        return match.home_made, match.away_made
    win, draw, loss = SCALES[rules.scale]
    lead = lead_of(rules, match)
    if match.how == WALKOVER:
        return (loss, loss) if lead == 0 else (win, loss) if lead > 0 else (loss, win)
    if lead == 0:
        return draw, draw
    if rules.scale == NARROW and abs(lead if rules.boards > 1 else match.home_made - match.away_made) <= rules.narrow:
        win, loss = win - 1, loss + 1
    return (win, loss) if lead > 0 else (loss, win)


def lead_of(rules: Rules, match: Match) -> int:
    """By how much home has won it; below zero: away. Of a walk-over boards say who has, whatever wins matches."""
    if match.how == WALKOVER or rules.by == "boards":
        return match.home_boards - match.away_boards
    return match.home_made - match.away_made


def came_out(rules: Rules, match: Match, team: int) -> str:
    """How a match that counts ended for this team: "won", "drawn" or "lost"; where neither side came both have lost."""
    lead = lead_of(rules, match) * (1 if team == match.home else -1)
    if lead == 0:
        return "lost" if match.how == WALKOVER else "drawn"
    return "won" if lead > 0 else "lost"


def figures_of(rules: Rules, match: Match) -> tuple[int, int] | None:
    """What one says of a match, home first: what was made where that decides, else boards; None where it does not
    count. Of a walk-over boards, but of a single one what it is credited with, if anything."""
    if match.how in (OPEN, STRUCK):
        return None
    boards, made = (match.home_boards, match.away_boards), (match.home_made, match.away_made)
    if match.how == WALKOVER:
        return made if rules.boards == 1 and any(made) else boards
    return made if rules.by == "sum" or rules.boards == 1 else boards


def table(
    rules: Rules,
    teams: Sequence[int],
    matches: Sequence[Match],
    withdrawn: Mapping[int, bool],
    deducted: Mapping[int, int] | None = None,
) -> tuple[TableRow, ...]:
    """The teams in order. Those who share a place stand as in `teams`, which decides nothing else.

    `withdrawn`: team -> whether none of its matches counts; such a team has no place. `deducted`: penalty points.
    """
    counted = as_counted(rules, matches, withdrawn)
    minus = deducted or {}
    struck = [team for team in teams if withdrawn.get(team, False)]
    sums = {team: _line(rules, team, counted, minus.get(team, 0)) for team in teams}
    among: Among = {}
    rows = list[TableRow]()
    placed = [one for one in teams if one not in struck]
    for group, decided_by in _parted(rules, placed, rules.chain, sums, counted, among):
        place = len(rows) + 1
        for team in group:
            decider = decided_by if team == group[0] else None
            row = replace(sums[team], place=place, shared=len(group) > 1, decided_by=decider, among=among.get(team))
            rows.append(row)
    return (*rows, *(sums[team] for team in struck))


def _line(rules: Rules, team: int, counted: Sequence[Match], minus: int) -> TableRow:
    """What a team has come to; its place is not known yet."""
    row = TableRow(team, None, deducted=minus, points=-minus)
    for index, match in enumerate(counted):
        if team not in (match.home, match.away):
            continue
        if match.how == STRUCK:
            row = replace(row, struck=(*row.struck, index))
        elif match.how != OPEN:
            row = _added(rules, row, match, index)
    return row


def _added(rules: Rules, row: TableRow, match: Match, index: int) -> TableRow:
    at_home = row.team == match.home
    boards, boards_lost = (match.home_boards, match.away_boards)[:: 1 if at_home else -1]
    made, conceded = (match.home_made, match.away_made)[:: 1 if at_home else -1]
    points = points_of(rules, match)[0 if at_home else 1]
    came = came_out(rules, match, row.team)
    return replace(
        row,
        played=row.played + 1,
        won=row.won + (came == "won"),
        drawn=row.drawn + (came == "drawn"),
        lost=row.lost + (came == "lost"),
        boards=row.boards + boards,
        boards_lost=row.boards_lost + boards_lost,
        made=row.made + made,
        conceded=row.conceded + conceded,
        points=row.points + points,
        walkovers=(*row.walkovers, index) if match.how == WALKOVER else row.walkovers,
    )


def _parted(
    rules: Rules,
    group: Sequence[int],
    chain: Sequence[str],
    sums: Mapping[int, TableRow],
    counted: Sequence[Match],
    among: Among,
) -> list[tuple[Sequence[int], str | None]]:
    """The group as groups that share a place, best first, each with what parts it from the one before."""
    if len(group) < 2 or not chain:
        return [(group, None)] if group else []
    criterion = chain[0]
    figures: Mapping[int, Any]
    if criterion == "head_to_head":
        own = head_to_head(rules, group, counted)
        among.update(own or {})
        figures = own or dict.fromkeys(group, (0, 0, 0))
    else:
        figures = {team: getattr(sums[team], criterion) for team in group}
    parts = {figure: [team for team in group if figures[team] == figure] for figure in {*figures.values()}}
    # Who is still level after the matches among all of them is compared in those among the fewer that are left.
    again = criterion == "head_to_head" and len(parts) > 1
    found = list[tuple[Sequence[int], str | None]]()
    for figure in sorted(parts, reverse=True):
        below = _parted(rules, parts[figure], chain if again else chain[1:], sums, counted, among)
        found += [(below[0][0], criterion if found else None), *below[1:]]
    return found


def head_to_head(
    rules: Rules, group: Sequence[int], counted: Sequence[Match]
) -> dict[int, tuple[int, int, int]] | None:
    """Points, difference of boards and difference in the matches among these teams: their own table.

    None where they have not met each other equally often yet: that would be no fair comparison.
    """
    its = [one for one in counted if one.how in (PLAYED, WALKOVER) and {one.home, one.away} <= {*group}]
    met = {(one, other): 0 for index, one in enumerate(group) for other in group[index + 1 :]}
    for match in its:
        pair = (match.home, match.away)
        met[pair if pair in met else pair[::-1]] += 1
    if len({*met.values()}) != 1 or 0 in met.values():
        return None
    lines = {team: _line(rules, team, its, 0) for team in group}
    return {team: (row.points, row.board_difference, row.difference) for team, row in lines.items()}
