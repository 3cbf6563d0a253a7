"""A league of eight teams over a whole season, played through the use cases with a seeded chance.

A team withdraws in the second half, a match is put off and played last, one is won without play, one is disputed and
settled, stand-ins help out, results are put right. After every round what is stored is what the plainest reading of the
rules says: `plain_table` knows nothing but the results that the simulation itself has kept.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.models.club import Role
from seasons.formats.circle import fixtures
from seasons.formats.league import PLAYED, Match, Rules, read_rules, strikes, table, walkover
from seasons.formats.match_report import Seated
from seasons.models import Board, Division, Fixture, League, Member, Report, Team
from seasons.services import boards, leagues, next_season, teams
from seasons.services.fixtures import Days, When, draw, set_date
from seasons.services.leagues import About
from seasons.services.match_agreement import State, agreement_of
from seasons.services.reports import Told, Writer, enter, say
from tests.club import House
from tests.services.table import new_token
from tournaments.formats.core import shuffled

pytestmark = pytest.mark.django_db

FIRST = date(2026, 9, 4)
RULES: dict[str, Any] = {
    "boards": 3, "a_side": 2, "scale": "3/2/1/0", "narrow": 1, "minimum": 4, "walkover_boards": 3, "walkover_made": 6,
    "stand_ins": 1, "stand_in_times": 3, "withdrawn": "half", "promoted": 1, "relegated": 2,
}  # fmt: skip
NAMES = ("Post", "Krone", "Hirsch", "Adler", "Linde", "Schwan", "Traube", "Engel")
BELOW = ("Kirchenwirt", "Stern", "Stadlwirt")


# --- the plainest reading of the rules -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kept:
    """A result as the simulation remembers it: boards, or who has won without play."""

    home: int
    away: int
    made: tuple[tuple[int, int], ...] = ()
    winner: int | None = None


Line = tuple[int, int | None, bool, dict[str, int]]


def plain_table(
    rules: Rules, there: Sequence[int], kept: Sequence[Kept], still: Sequence[tuple[int, int]], gone: Mapping[int, bool]
) -> list[Line]:
    """Team, place, shared, figures. `still` are the matches without a result, `gone` who withdrew and is struck."""
    results = [one for one in kept if not (gone.get(one.home) or gone.get(one.away))]
    for home, away in still:
        here = [team for team in (home, away) if team not in gone]
        if len(here) == 1 and not any(gone.get(team) for team in (home, away)):
            results.append(Kept(home, away, winner=here[0]))
    figures = {team: figures_of(rules, team, results) for team in there}
    inside = [team for team in there if not gone.get(team)]

    def key(team: int) -> tuple[int, ...]:
        mine = figures[team]
        return mine["points"], mine["boards"] - mine["boards_lost"], mine["made"] - mine["conceded"]

    lines, place = list[Line](), 1
    for level in sorted({key(team) for team in inside}, reverse=True):
        for group in among(rules, [team for team in inside if key(team) == level], results, figures):
            lines += [(team, place, len(group) > 1, figures[team]) for team in group]
            place += len(group)
    return lines + [(team, None, False, figures[team]) for team in there if gone.get(team)]


def among(
    rules: Rules, group: list[int], results: Sequence[Kept], figures: Mapping[int, dict[str, int]]
) -> list[list[int]]:
    """Those who are level, parted by their own matches as long as that parts anybody, then by matches won."""
    own = [one for one in results if one.home in group and one.away in group]
    meetings = [sum({one.home, one.away} == {a, b} for one in own) for a in group for b in group if a < b]
    if meetings and min(meetings) == max(meetings) > 0:
        mini = {team: figures_of(rules, team, own) for team in group}
        keys = {
            team: (row["points"], row["boards"] - row["boards_lost"], row["made"] - row["conceded"])
            for team, row in mini.items()
        }
        if len({*keys.values()}) > 1:
            parts = [[team for team in group if keys[team] == key] for key in sorted({*keys.values()}, reverse=True)]
            return [one for part in parts for one in among(rules, part, results, figures)]
    won = {team: figures[team]["won"] for team in group}
    return [[team for team in group if won[team] == count] for count in sorted({*won.values()}, reverse=True)]


def figures_of(rules: Rules, team: int, results: Sequence[Kept]) -> dict[str, int]:
    names = ("played", "won", "drawn", "lost", "boards", "boards_lost", "made", "conceded", "points")
    row = dict.fromkeys(names, 0)
    for one in results:
        if team not in (one.home, one.away):
            continue
        row["played"] += 1
        if not one.made:
            mine = one.winner == team
            row["won"] += mine
            row["lost"] += not mine
            row["points"] += 3 if mine else 0
            row["boards"] += rules.walkover_boards if mine else 0
            row["made"] += rules.walkover_made if mine else 0
            row["boards_lost"] += rules.walkover_boards if one.winner not in (None, team) else 0
            row["conceded"] += rules.walkover_made if one.winner not in (None, team) else 0
            continue
        mine_first = [(a, b) if team == one.home else (b, a) for a, b in one.made]
        boards_won, boards_lost = (sum(a > b for a, b in mine_first), sum(a < b for a, b in mine_first))
        lead = boards_won - boards_lost
        row["boards"] += boards_won
        row["boards_lost"] += boards_lost
        row["made"] += sum(a for a, _b in mine_first)
        row["conceded"] += sum(b for _a, b in mine_first)
        row["won"] += lead > 0
        row["drawn"] += lead == 0
        row["lost"] += lead < 0
        row["points"] += {0: 1, 1: 2, -1: 1}.get(lead, 3 if lead > 0 else 0)
    return row


# --- the season ------------------------------------------------------------------------------------------------------


@dataclass
class Season:
    """A league being played, and what the simulation itself remembers of it."""

    house: House
    league: League
    rng: random.Random
    kept: dict[int, Kept] = field(default_factory=dict)
    helped: dict[int, int] = field(default_factory=dict)

    @property
    def top(self) -> Division:
        return self.league.divisions.get(level=1)

    def secretary(self) -> Writer:
        return Writer(by=self.house.users[Role.OWNER], director=True)


def a_season(house: House, seed: int) -> Season:
    by = house.users[Role.OWNER]
    about = About("Bezirksliga", "2026/27", "bauernschnapsen")
    names = ["1. Klasse", "2. Klasse"]
    league = leagues.create(house.club, by=by, token="league", about=about, divisions=names, rules=RULES)
    for division, called in zip(league.divisions.order_by("level"), (NAMES, BELOW), strict=True):
        for name in called:
            team = teams.add(division, by=by, token=f"team-{name}", name=name, venue=f"Gasthaus {name}")
            for number in range(1, 9):
                teams.add_member(team, by=by, name=f"{name} Mann{number}", stand_in=number > 6)
        draw(division, by=by, seed=f"{seed}", days=Days(first=FIRST), now=timezone.now())
    return Season(house, League.objects.get(pk=league.pk), random.Random(seed))


def report_of(season: Season, match: Fixture) -> list[Seated]:
    """Six people of each side, now and then a stand-in who may still help out, and legs up to three."""
    line_ups = {}
    for side, team in (("home", match.home), ("away", match.away)):
        people = list(Member.objects.filter(team=team).order_by("pk").values_list("player_id", "stand_in"))
        own, helpers = ([pk for pk, helps in people if helps == wanted] for wanted in (False, True))
        season.rng.shuffle(own)
        helper = season.rng.choice(helpers)
        if season.rng.random() < 0.3 and season.helped.get(helper, 0) < 3:
            season.helped[helper] = season.helped.get(helper, 0) + 1
            own[0] = helper
        line_ups[side] = own
    made = [season.rng.choice([(3, 0), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (0, 3)]) for _board in range(3)]
    return [
        Seated(tuple(line_ups["home"][at : at + 2]), tuple(line_ups["away"][at : at + 2]), *made[at // 2])
        for at in (0, 2, 4)
    ]


def made_of(seated: Sequence[Seated]) -> tuple[tuple[int, int], ...]:
    return tuple((one.home_made or 0, one.away_made or 0) for one in seated)


def play(season: Season, match: Fixture, way: str) -> None:
    """One match, reported in one of the ways in which that happens."""
    home, away = Writer(side=match.home, device="phone-h"), Writer(side=match.away, device="phone-a")
    if way == "walkover":
        told = Told(Report.How.WALKOVER, winner=match.away_id)
        enter(match, told=told, writer=away, seen=0, token=new_token("w"))
        say(match, writer=home, of=1, agrees=True, token=new_token("s"))
        season.kept[match.pk] = Kept(match.home_id, match.away_id, winner=match.away_id)
        return
    told = Told(boards=report_of(season, match))
    first, second = (home, away) if season.rng.random() < 0.7 else (away, home)
    if way == "secretary":
        enter(match, told=told, writer=season.secretary(), seen=0, token=new_token("r"))
    else:
        enter(match, told=told, writer=first, seen=0, token=new_token("r"))
    if way == "confirmed":
        say(match, writer=second, of=1, agrees=True, token=new_token("s"))
    elif way == "both":
        enter(match, told=told, writer=second, seen=0, token=new_token("r"))
    elif way == "disputed":
        say(match, writer=second, of=1, agrees=False, remark="Brett 3 war anders", token=new_token("s"))
    elif way == "settled":
        say(match, writer=second, of=1, agrees=False, remark="Brett 1 war anders", token=new_token("s"))
        told = replace(
            told, boards=[replace(told.boards[0], home_made=0, away_made=3), *told.boards[1:]], remark="Zettel"
        )
        enter(match, told=told, writer=season.secretary(), seen=1, token=new_token("r"))
    elif way == "put right":
        say(match, writer=second, of=1, agrees=True, token=new_token("s"))
        told = replace(
            told, boards=[*told.boards[:2], replace(told.boards[2], home_made=3, away_made=1)], remark="verdreht"
        )
        enter(match, told=told, writer=season.secretary(), seen=1, token=new_token("r"))
    season.kept[match.pk] = Kept(match.home_id, match.away_id, made_of(told.boards))


WAYS = ("confirmed", "both", "silent", "secretary", "confirmed", "put right", "disputed")


def look(season: Season, division: Division) -> list[Line]:
    """The table as it is stored, once the worker was there; it must be the plain one."""
    board = Board.objects.get(division=division)
    assert boards.is_stale(board)
    assert boards.rebuild(board.pk, now=timezone.now()) is not None
    assert not boards.is_stale(Board.objects.get(pk=board.pk))
    there = list(division.teams.order_by("number"))
    matches = list(division.fixtures.order_by("round", "pk"))
    expected = plain_table(
        read_rules(season.league.rules),
        [team.pk for team in there],
        [season.kept[one.pk] for one in matches if one.pk in season.kept],
        [(one.home_id, one.away_id) for one in matches if one.pk not in season.kept],
        {team.pk: team.struck for team in there if team.withdrawn_on is not None},
    )
    wanted = {*figures_of(Rules(), 0, [])}
    stored = [
        (row.subject, row.place, row.shared, {name: row.values[name] for name in wanted})
        for row in board.rows.filter(table="").order_by("order")
    ]
    assert stored == expected
    return stored


def play_round(season: Season, matches: Sequence[Fixture], special: Mapping[int, str]) -> None:
    for match in matches:
        if match.home.withdrawn_on is None and match.away.withdrawn_on is None:
            play(season, match, special.get(match.pk) or season.rng.choice(WAYS))


def test_a_whole_season(house: House) -> None:
    season = a_season(house, seed=20261130)
    by = house.users[Role.OWNER]
    rounds = list(range(1, 15))
    late = Fixture.objects.filter(division=season.top, round=4).select_related(
        "home", "away", "division__league__club"
    )[1]
    leaves = Team.objects.exclude(pk__in=[late.home_id, late.away_id]).filter(division=season.top)[2]
    special = dict[int, str]()
    for round_, way in ((2, "walkover"), (5, "settled")):
        special[Fixture.objects.filter(division=season.top, round=round_)[0].pk] = way

    for round_ in rounds:
        if round_ == 4:
            set_date(late, by=by, when=When(None), now=timezone.now(), postponed=True)
        if round_ == 9:
            left = teams.withdraw(leaves, by=by, day=FIRST + timedelta(weeks=8))
            assert not left.struck  # eight of fourteen are more than half: what was played counts
        found = Fixture.objects.filter(division=season.top, round=round_).exclude(pk=late.pk).order_by("pk")
        matches = list(found.select_related("home", "away", "division__league__club"))
        play_round(season, matches, special)
        look(season, season.top)

    late = Fixture.objects.select_related("home", "away", "division__league__club").get(pk=late.pk)
    set_date(late, by=by, when=When(FIRST + timedelta(weeks=15)), now=timezone.now(), postponed=True, seen=late.seq)
    play(season, late, "confirmed")
    final = look(season, season.top)

    played = Fixture.objects.filter(pk__in=season.kept, division=season.top)
    assert len(played) == 50  # of 56: six of the team that left are lost without play
    assert {agreement_of(one).state for one in played} == {*State} - {State.OPEN}
    assert [figures["played"] for _team, _place, _shared, figures in final] == [14] * 8
    assert Report.objects.filter(how="walkover").count() == 1
    if season.helped:
        assert max(season.helped.values()) <= 3
    # The second division is quickly over: then who goes up and who goes down.
    below = season.league.divisions.get(level=2)
    play_round(season, list(below.fixtures.select_related("home", "away", "division__league__club")), {})
    winners = look(season, below)
    the_next_season(season, [team for team, *_rest in final], winners[0][0], leaves.pk)


def the_next_season(season: Season, order: list[int], up: int, left: int) -> None:
    """Who withdrew is out and counts as one of the two that go down; one goes up."""
    stay = [team for team in order if team != left]
    assert next_season.ending_of(season.league).undecided == ()
    made = next_season.begin(
        season.league, by=season.house.users[Role.OWNER], token="next", now=timezone.now(), name="Bezirksliga",
        season="2027/28",
    )  # fmt: skip
    first, second = ({team.previous_id for team in one.teams.all()} for one in made.divisions.order_by("level"))
    assert first == {*stay[:-1], up}
    assert stay[-1] in second
    assert left not in first | second
    assert Member.objects.filter(team__division__league=made, stand_in=False).count() == 10 * 6
    assert League.objects.get(pk=season.league.pk).ended_at is not None


@pytest.mark.parametrize(
    ("rule", "when", "struck"), [("keep", 5, False), ("strike", 13, True), ("half", 5, True), ("half", 9, False)]
)
def test_the_table_with_a_team_that_withdrew_under_every_rule(rule: str, when: int, struck: bool) -> None:
    """The pure table over a season drawn at random, with a team gone after so many rounds."""
    rng = random.Random(f"{rule} {when}")
    rules = Rules(**{**RULES, "withdrawn": rule})
    gone, there = 3, list(range(8))
    matches, kept, still = list[Match](), list[Kept](), list[tuple[int, int]]()
    for number, pairs in enumerate(fixtures(shuffled(range(8), rng), True), 1):
        for home, away in pairs:
            if gone in (home, away) and number > when:
                matches.append(Match(home, away, how="open"))
                still.append((home, away))
            elif rng.random() < 0.05:
                matches.append(walkover(rules, Match(home, away), home))
                kept.append(Kept(home, away, winner=home))
            else:
                made = tuple(rng.choice([(3, 0), (3, 2), (2, 2), (1, 3), (0, 3)]) for _board in range(3))
                kept.append(Kept(home, away, made))
                boards_won, boards_lost = sum(a > b for a, b in made), sum(a < b for a, b in made)
                sums = sum(a for a, _b in made), sum(b for _a, b in made)
                matches.append(Match(home, away, boards_won, boards_lost, sums[0], sums[1], PLAYED))
    assert strikes(rules, when, 14) == struck
    rows = table(rules, there, matches, {gone: struck})
    wanted = {*figures_of(rules, 0, [])}
    told = [(row.team, row.place, row.shared, {name: getattr(row, name) for name in wanted}) for row in rows]
    assert told == plain_table(rules, there, kept, still, {gone: struck})
    assert (rows[-1].team == gone and rows[-1].place is None) == struck
