"""The matches of a division as pages and the API show them: as they count, with how their reports stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from clubs.models import Player
from seasons.formats.league import OPEN, PLAYED, STRUCK, Match, Rules, came_out, figures_of, points_of
from seasons.formats.match_report import SIDES, read_seated
from seasons.models import Fixture, Report, Team
from seasons.services.league_facts import LeagueFacts
from seasons.services.match_agreement import Agreement, State, agreements
from seasons.services.sides import other_of


@dataclass(frozen=True)
class Shown:
    """One fixture."""

    fixture: Fixture
    rules: Rules
    match: Match
    """As it counts; also lost without play because a team has withdrawn."""
    agreement: Agreement

    @property
    def report(self) -> Report | None:
        return self.agreement.report

    @property
    def is_open(self) -> bool:
        return self.match.how == OPEN

    @property
    def counts(self) -> bool:
        return self.match.how not in (OPEN, STRUCK)

    @cached_property
    def points(self) -> tuple[int, int]:
        return points_of(self.rules, self.match) if self.counts else (0, 0)

    @property
    def figures(self) -> tuple[int, int] | None:
        """What one says of the match: boards won, or what was made where that decides; None where it does not count."""
        return figures_of(self.rules, self.match)

    def came_out(self, team: Team) -> str:
        """ "won", "drawn" or "lost" for this team; nothing where it does not count."""
        return came_out(self.rules, self.match, team.pk) if self.counts else ""

    @property
    def sums(self) -> tuple[int, int] | None:
        """What was made, where the figures are boards."""
        by_boards = self.match.how == PLAYED and self.rules.by == "boards" and self.rules.boards > 1
        return (self.match.home_made, self.match.away_made) if by_boards else None

    def waits_for(self, team: Team) -> bool:
        """Whether this team has still to say what it thinks of the other's report."""
        return self.agreement.waits_for is not None and self.agreement.waits_for.pk == team.pk

    def may_write(self, team: Team) -> bool:
        """Whether this team may still enter a report, as far as one can see without trying."""
        gone = self.fixture.home.withdrawn_on is not None or self.fixture.away.withdrawn_on is not None
        over = self.fixture.division.league.ended_at is not None
        return not gone and not over and self.agreement.state not in (State.AGREED, State.SETTLED)

    def other(self, team: Team) -> Team:
        return other_of(self.fixture, team.pk)


def matches_shown(facts: LeagueFacts, fixtures: Sequence[Fixture] | None = None) -> list[Shown]:
    """All of a division, or these of it, in the order of the fixtures. Two queries."""
    wanted = facts.fixtures if fixtures is None else fixtures
    counted = dict(zip((one.pk for one in facts.fixtures), facts.counted, strict=True))
    stand = agreements(wanted)
    for one in wanted:
        one.division = facts.division
    return [Shown(one, facts.rules, counted[one.pk], stand[one.pk]) for one in wanted]


@dataclass(frozen=True, slots=True)
class Sat:
    """One board of a report in names."""

    number: int
    home: tuple[str, ...]
    away: tuple[str, ...]
    home_made: int
    away_made: int

    @property
    def won(self) -> str:
        """Which side: "home", "away" or, level, neither."""
        if self.home_made == self.away_made:
            return ""
        return SIDES[self.home_made < self.away_made]


def boards_of(report: Report, who: Mapping[int, Player], names: Mapping[int, str]) -> list[Sat]:
    """`who` is `people_of`, `names` what its people are called by whoever looks."""

    def called(ids: Sequence[int]) -> tuple[str, ...]:
        return tuple(names[who[pk].pk] for pk in ids)

    return [
        Sat(number, called(one.home), called(one.away), one.home_made or 0, one.away_made or 0)
        for number, one in enumerate(read_seated(report.boards) or (), 1)
    ]


def people_of_reports(reports: Sequence[Report], who: Mapping[int, Player]) -> list[Player]:
    """Everybody who sat at a board in one of these, once each."""
    ids = {pk for report in reports for one in report.boards for side in SIDES for pk in one[side]}
    return list({who[pk].pk: who[pk] for pk in ids}.values())
