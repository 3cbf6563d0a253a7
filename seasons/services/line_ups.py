"""Who may sit for a team in a match: its own people, and stand-ins as far as the rules let them help out."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from clubs.models import Player
from seasons.formats.league import Rules
from seasons.formats.match_report import SIDES, Roster, read_seated
from seasons.models import Fixture, Member, Report
from seasons.services.league_facts import LeagueFacts
from seasons.services.sides import side_of, team_at


@dataclass(frozen=True, slots=True)
class Choice:
    """Somebody who may be put on the line-up, as they are today."""

    player: Player
    stand_in: bool
    captain: bool
    used_up: bool
    """Has helped out as often as a season allows."""


@dataclass(frozen=True, slots=True)
class LineUps:
    """Of one match, by side: a team's own people first, captains in front, then the stand-ins."""

    choices: Mapping[str, tuple[Choice, ...]]

    @property
    def rosters(self) -> dict[str, Roster]:
        return {side: _roster(self.choices[side]) for side in SIDES}

    @property
    def people(self) -> list[Player]:
        return [one.player for side in SIDES for one in self.choices[side]]


def day_of(fixture: Fixture, reports: Sequence[Report]) -> date:
    """Whose lists count: those of the match's day. Where it has none, or was played before it, those of the day of its
    first report (so whoever has left since can be corrected), else today's; `reports` are all of it, oldest first."""
    if not reports:
        return fixture.day or timezone.localdate()
    reported = timezone.localdate(reports[0].at)
    return min(fixture.day or reported, reported)


def line_ups(fixture: Fixture, rules: Rules, who: Mapping[int, Player], *, day: date) -> LineUps:
    """Of everybody who was on a list of the two teams on this day; `who` is `people_of`. Three queries at most."""
    members = list(Member.objects.filter(team__in=[fixture.home_id, fixture.away_id]).order_by("pk"))
    there = [one for one in members if one.left_on is None or one.left_on >= day]
    helped = times_helped(fixture, who) if rules.stand_in_times and any(one.stand_in for one in there) else {}
    found = dict[str, tuple[Choice, ...]]()
    for side in SIDES:
        choices = dict[int, Choice]()
        team = team_at(fixture, side).pk
        for one in sorted((one for one in there if one.team_id == team), key=lambda one: one.stand_in):
            player = who[one.player_id]
            used_up = one.stand_in and 0 < rules.stand_in_times <= helped.get(player.pk, 0)
            # Two rows of one person, merged since: the one of the team counts.
            choices.setdefault(player.pk, Choice(player, one.stand_in, one.captain, used_up))
        found[side] = tuple(sorted(choices.values(), key=lambda one: (one.stand_in, not one.captain)))
    return LineUps(found)


def last_time(
    facts: LeagueFacts, fixture: Fixture, lists: LineUps, who: Mapping[int, Player]
) -> dict[str, list[tuple[int, ...]]]:
    """By side: who sat at which board when the team played last, of those who may sit there today; nobody twice."""
    taken, found = set[int](), dict[str, list[tuple[int, ...]]]()
    for side in SIDES:
        may = {one.player.pk for one in lists.choices[side] if not one.used_up}
        found[side] = []
        for people in _last_boards(facts, team_at(fixture, side).pk):
            there = tuple(real for pk in people if (real := who[pk].pk) in may and real not in taken)
            taken.update(there)
            found[side].append(there)
    return found


def _last_boards(facts: LeagueFacts, team: int) -> list[tuple[int, ...]]:
    """The people of this team, board by board, in its latest match that was played."""
    its = [one for one in facts.fixtures if team in (one.home_id, one.away_id) and one.pk in facts.reports]
    played = [one for one in its if facts.reports[one.pk].how == Report.How.PLAYED]
    if not played:
        return []
    last = max(played, key=lambda one: (one.day or timezone.localdate(facts.reports[one.pk].at), one.round))
    side = side_of(last, team)
    assert side is not None, "it is one of its matches"
    return [one.people(side) for one in read_seated(facts.reports[last.pk].boards) or ()]


def _roster(choices: Collection[Choice]) -> Roster:
    return Roster(
        own=frozenset(one.player.pk for one in choices if not one.stand_in),
        stand_ins=frozenset(one.player.pk for one in choices if one.stand_in),
        used_up=frozenset(one.player.pk for one in choices if one.used_up),
    )


def times_helped(but: Fixture, who: Mapping[int, Player]) -> Counter[int]:
    """In how many matches of the league each stand-in has helped out, but for this one."""
    league = but.division.league_id
    helps = {
        (team, who[player].pk)
        for team, player in Member.objects.filter(team__division__league=league, stand_in=True).values_list(
            "team_id", "player_id"
        )
    }
    of_league = Report.objects.filter(fixture__division__league=league).exclude(fixture=but)
    newest = {one.fixture_id: one for one in of_league.select_related("fixture").order_by("fixture", "number")}
    found = Counter[int]()
    for report in newest.values():
        if report.how != Report.How.PLAYED:
            continue
        sat = {
            (getattr(report.fixture, f"{side}_id"), who[pk].pk)
            for board in report.boards
            for side in SIDES
            for pk in board[side]
        }
        found.update(player for _team, player in sat & helps)
    return found
