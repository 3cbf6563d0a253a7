"""What people and teams of a division are called outside the club, the same on all pages of its teams.

Teams keep their names for good, but for those that are called after their people: pairs, or single people, where a
match has one board. Once nobody of a league is named any more (`public_until`), neither are these.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.names import NOBODY, public_names
from seasons.formats.league import Rules, read_rules
from seasons.models import Division, Fixture, League, Member, Team
from seasons.services.league_facts import LeagueFacts, facts_of
from seasons.services.matches import Shown, people_of_reports
from seasons.services.public_until import end_of_league, is_over

WORD = re.compile(r"[^\W\d_]{3,}")


def outside_names(facts: LeagueFacts, who: Mapping[int, Player], shown: Sequence[Shown] = ()) -> dict[int, str]:
    """Public names of everybody on a list and everybody who sat at a board of these, told apart; `who`: `people_of`."""
    listed = [who[one.player_id] for members in facts.members.values() for one in members]
    sat = people_of_reports([report for one in shown for report in one.agreement.reports], who)
    names = public_names([*listed, *sat])
    return dict.fromkeys(names, NOBODY) if is_over(facts.league.club, end_of_league(facts.league)) else names


def outside_facts(division: Division) -> LeagueFacts:
    """The facts of a division with its teams as they are told outside; to be shown, never to be written."""
    facts = facts_of(division)
    nameless = nameless_teams(facts.league, facts.teams)
    if not nameless:
        return facts
    teams = tuple(nameless.get(one.pk, one) for one in facts.teams)
    return replace(facts, teams=teams, fixtures=tuple(outside_fixture(one, nameless) for one in facts.fixtures))


def nameless_teams(league: League, teams: Iterable[Team]) -> dict[int, Team]:
    """Those whose names are not told outside any more, by id, as they are told instead. One query at most."""
    rules = read_rules(league.rules)
    if rules.boards > 1 or not is_over(league.club, end_of_league(league)):
        return {}
    people = defaultdict[int, list[Member]](list)
    for one in Member.objects.filter(team__division__league=league).select_related("player"):
        people[one.team_id].append(one)
    return {one.pk: _nameless(one, rules) for one in teams if _is_its_people(one, rules, people[one.pk])}


def outside_fixture(fixture: Fixture, nameless: Mapping[int, Team]) -> Fixture:
    """The same with teams as they are told outside; where such a team is at home, somebody may live."""
    told = copy(fixture)
    told.home = nameless.get(fixture.home_id, fixture.home)
    told.away = nameless.get(fixture.away_id, fixture.away)
    told.venue = "" if fixture.home_id in nameless else fixture.venue
    return told


def _is_its_people(team: Team, rules: Rules, people: Sequence[Member]) -> bool:
    """Whether a team is no more than those who sit at its one board, or has the name of one of its people."""
    regulars = [one for one in people if one.left_on is None and not one.stand_in]
    theirs = {word for one in people for word in _words(f"{one.player.name} {one.player.nickname}")}
    return len(regulars) <= rules.a_side or bool(theirs & _words(team.name))


def _words(text: str) -> set[str]:
    return {*WORD.findall(text.casefold())}


def _nameless(team: Team, rules: Rules) -> Team:
    told = copy(team)
    number = {"number": team.number}
    told.name = _("Pair %(number)s") % number if rules.a_side > 1 else f"{NOBODY} {team.number}"
    told.venue = ""
    return told
