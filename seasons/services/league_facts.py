"""A division's rows as the pure part reads them, in a fixed number of queries; nothing of it is stored."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Exists, OuterRef

from seasons.formats.league import (
    OPEN,
    PLAYED,
    STRUCK,
    Match,
    Rules,
    TableRow,
    as_counted,
    read_rules,
    table,
    walkover,
)
from seasons.models import Deduction, Division, Fixture, League, Member, Report, Team


@dataclass(frozen=True)
class LeagueFacts:
    """Everything that a division's table comes from."""

    division: Division
    rules: Rules
    teams: tuple[Team, ...]
    """By number."""
    members: Mapping[int, Sequence[Member]]
    """Id of a team -> who is and was on its list, first come first."""
    fixtures: tuple[Fixture, ...]
    """By round, each with `home` and `away` out of `teams`."""
    reports: Mapping[int, Report]
    """Id of a fixture -> the report that counts, confirmed or not."""
    deductions: tuple[Deduction, ...]
    """Those that count, oldest first."""

    @property
    def league(self) -> League:
        return self.division.league

    @cached_property
    def by_id(self) -> dict[int, Team]:
        return {team.pk: team for team in self.teams}

    @cached_property
    def withdrawn(self) -> dict[int, bool]:
        """Id of a team that has withdrawn -> whether its matches are struck."""
        return {team.pk: team.struck for team in self.teams if team.withdrawn_on is not None}

    @cached_property
    def deducted(self) -> dict[int, int]:
        """Id of a team -> penalty points."""
        found = defaultdict[int, int](int)
        for one in self.deductions:
            found[one.team_id] += one.points
        return dict(found)

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        return matches_of(self)

    @cached_property
    def counted(self) -> tuple[Match, ...]:
        """The same as they count, now that some teams have withdrawn."""
        return as_counted(self.rules, self.matches, self.withdrawn)

    @cached_property
    def rows(self) -> tuple[TableRow, ...]:
        """The table as it is now."""
        return table(self.rules, [team.pk for team in self.teams], self.matches, self.withdrawn, self.deducted)

    def is_open(self, fixture: Fixture) -> bool:
        """Whether this match is still to be played."""
        gone = {fixture.home_id, fixture.away_id} & self.withdrawn.keys()
        return fixture.pk not in self.reports and not gone


def facts_of(division: Division) -> LeagueFacts:
    """Five queries, where the division has come with its league."""
    teams = tuple(Team.objects.filter(division=division).order_by("number"))
    by_id = {team.pk: team for team in teams}
    members = defaultdict[int, list[Member]](list)
    for member in Member.objects.filter(team__division=division).order_by("pk"):
        members[member.team_id].append(member)
    fixtures = tuple(Fixture.objects.filter(division=division).order_by("round", "pk"))
    for fixture in fixtures:
        fixture.home, fixture.away = by_id[fixture.home_id], by_id[fixture.away_id]
    newest = Report.objects.filter(fixture__division=division).order_by("fixture", "number")
    reports = {report.fixture_id: report for report in newest}  # the last of each stays
    return LeagueFacts(
        division=division,
        rules=read_rules(division.league.rules),
        teams=teams,
        members=dict(members),
        fixtures=fixtures,
        reports={pk: one for pk, one in reports.items() if one.how != Report.How.OPEN},
        deductions=tuple(Deduction.objects.filter(team__division=division, cancelled_at=None).order_by("pk")),
    )


def is_in() -> Exists:
    """Of a fixture in a query: whether it has a report that counts, so one that was not taken back since."""
    later = Report.objects.filter(fixture=OuterRef("fixture"), number__gt=OuterRef("number"))
    newest = Report.objects.filter(~Exists(later), fixture=OuterRef("pk"))
    return Exists(newest.exclude(how=Report.How.OPEN))


def matches_of(facts: LeagueFacts) -> tuple[Match, ...]:
    """A match for each of the fixtures, in their order: as reported, or open. What withdrawing does is `table`'s."""
    return tuple(match_of(facts.rules, one, facts.reports.get(one.pk)) for one in facts.fixtures)


def match_of(rules: Rules, fixture: Fixture, report: Report | None) -> Match:
    """What this report says of the fixture."""
    plain = Match(fixture.home_id, fixture.away_id, how=OPEN)
    if report is None or report.how == Report.How.OPEN:
        return plain
    if report.how == Report.How.STRUCK:
        return Match(fixture.home_id, fixture.away_id, how=STRUCK)
    if report.how == Report.How.WALKOVER:
        return walkover(rules, plain, report.winner_id)
    made = [(one["home_made"], one["away_made"]) for one in report.boards]
    return Match(
        fixture.home_id,
        fixture.away_id,
        home_boards=sum(home > away for home, away in made),
        away_boards=sum(away > home for home, away in made),
        home_made=sum(home for home, _away in made),
        away_made=sum(away for _home, away in made),
        how=PLAYED,
    )
