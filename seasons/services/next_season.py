"""The next season of a league from the last: who goes up and who goes down, with the teams' people."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import transaction

from clubs.models import User
from clubs.services.changes import log_change
from clubs.services.core import Problem
from seasons.formats.league import TableRow, read_rules
from seasons.models import Division, League, Member, Team
from seasons.services.league_facts import LeagueFacts, facts_of
from seasons.services.league_turns import made_before, secret_of, take
from seasons.services.leagues import About, make, problems_of


class Way(StrEnum):
    """What becomes of a team."""

    UP = "up"
    STAYS = "stays"
    DOWN = "down"
    OUT = "out"
    """It has withdrawn."""


@dataclass(frozen=True, slots=True)
class Move:
    """A team at the end of the season, and where the rules put it."""

    team: Team
    row: TableRow
    level: int
    way: Way
    undecided: bool = False
    """It shares its place across the line: somebody has to say which of them goes."""

    @property
    def zone(self) -> str:
        """The way, as a table marks it; a place that is shared across the line has still to be decided."""
        return "undecided" if self.undecided else str(self.way)

    @property
    def to(self) -> int | None:
        """The level it plays at next; None: nowhere."""
        steps = {Way.UP: -1, Way.STAYS: 0, Way.DOWN: 1}
        return None if self.way is Way.OUT else self.level + steps[self.way]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a league ends."""

    league: League
    divisions: tuple[LeagueFacts, ...]
    moves: tuple[Move, ...]
    """All teams, by division and place."""

    @property
    def open_matches(self) -> int:
        return sum(facts.is_open(one) for facts in self.divisions for one in facts.fixtures)

    @property
    def undecided(self) -> tuple[Move, ...]:
        return tuple(one for one in self.moves if one.undecided)


class Open(Exception):
    """Matches are still to be played: nothing was made yet."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(f"{count} open matches")


def ending_of(league: League) -> Ending:
    divisions = list(Division.objects.filter(league=league).select_related("league__club").order_by("level"))
    facts = tuple(facts_of(one) for one in divisions)
    lowest = len(divisions)
    return Ending(league, facts, tuple(move for one in facts for move in moves(one, lowest)))


def moves(facts: LeagueFacts, lowest: int) -> Iterator[Move]:
    """What becomes of each team of a division, by place. Whoever withdrew goes first of those that go down."""
    level, rules = facts.division.level, facts.rules
    up = rules.promoted if level > 1 else 0
    down = rules.relegated if level < lowest else 0
    there = [row for row in facts.rows if row.team not in facts.withdrawn]
    down = max(down - (len(facts.rows) - len(there)), 0)
    up = min(up, len(there))
    down = min(down, len(there) - up)
    lines = {one for one in (up, len(there) - down) if 0 < one < len(there)}
    split = {there[line].place for line in lines if there[line].place == there[line - 1].place}
    for row in facts.rows:
        team = facts.by_id[row.team]
        if row.team in facts.withdrawn:
            yield Move(team, row, level, Way.OUT)
            continue
        index = there.index(row)
        way = Way.UP if index < up else Way.DOWN if index >= len(there) - down else Way.STAYS
        yield Move(team, row, level, way, row.place in split)


def begin(
    league: League,
    *,
    by: User | None,
    token: str,
    now: datetime,
    name: str,
    season: str,
    levels: Mapping[int, int | None] | None = None,
    sure: bool = False,
) -> League:
    """Makes the next season: the same rules and divisions, the teams where they belong with the people on their lists,
    and ends this one. The same request again gets its first answer.

    `levels`: id of a team -> the level it plays at next (None: nowhere); of whom it does not speak, the rules do.
    Raises `Open` while matches are to be played, unless one is `sure`. Refused: where there is a next season already,
    no name, no season, a level that there is not; where a shared place lies across the line and `levels` does not say
    who goes.
    """
    said = levels or {}
    with transaction.atomic():
        league = take(league)
        if known := made_before(League.objects.filter(club=league.club), token):
            return known
        ending = ending_of(league)
        to = {one.team.pk: said.get(one.team.pk, one.to) for one in ending.moves}
        about = About(name, season, league.game, league.notes, league.public)
        problems = _problems(ending, said)
        if ending.open_matches and not sure and not [*problems, *problems_of(about)]:
            raise Open(ending.open_matches)
        names = [one.division.name for one in ending.divisions]
        rules = read_rules(league.rules)
        made = make(
            league.club,
            by=by,
            token=token,
            about=about,
            divisions=names,
            rules=rules,
            problems=problems,
            previous=league,
        )
        for facts in ending.divisions:
            _teams(
                made,
                facts.division.level,
                [one for one in _in_order(ending) if to[one.team.pk] == facts.division.level],
            )
        League.objects.filter(pk=league.pk, ended_at=None).update(ended_at=now)
        log_change(league.club, "league_next", by=by, before={"league": str(league)}, after={"league": str(made)})
    return made


def _problems(ending: Ending, said: Mapping[int, int | None]) -> list[Problem]:
    problems = []
    known = {one.team.pk for one in ending.moves}
    possible = {None, *range(1, len(ending.divisions) + 1)}
    if ending.league.next.exists():
        problems.append(Problem("league_has_next"))
    if not known.issuperset(said) or not possible.issuperset(said.values()):
        problems.append(Problem("no_such_level", "levels"))
    undecided = [one.team.name for one in ending.undecided if one.team.pk not in said]
    if undecided:
        problems.append(Problem("places_undecided", "levels", {"teams": ", ".join(undecided)}))
    return problems


def _in_order(ending: Ending) -> list[Move]:
    """As they are numbered in the next season: who comes down first, then by place."""
    return sorted(ending.moves, key=lambda one: one.level)


def _teams(league: League, level: int, moves: Sequence[Move]) -> None:
    """Writes these teams and their lists into a division of the next season."""
    division = league.divisions.get(level=level)
    for number, move in enumerate(moves, 1):
        token = f"from-{move.team.pk}"
        team = Team.objects.create(
            division=division,
            number=number,
            name=move.team.name,
            venue=move.team.venue,
            secret=secret_of("team", f"{division.pk}:{token}"),
            previous=move.team,
            token=token,
        )
        members = Member.objects.filter(team=move.team, left_on=None).order_by("pk")
        Member.objects.bulk_create(
            Member(team=team, player_id=one.player_id, stand_in=one.stand_in, captain=one.captain) for one in members
        )
