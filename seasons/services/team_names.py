"""What people of a division are called outside the club, the same on all pages of its teams."""

from collections.abc import Mapping, Sequence

from clubs.models import Player
from clubs.names import NOBODY, public_names
from seasons.services.league_facts import LeagueFacts
from seasons.services.matches import Shown, people_of_reports
from seasons.services.public_until import end_of_league, is_over


def outside_names(facts: LeagueFacts, who: Mapping[int, Player], shown: Sequence[Shown] = ()) -> dict[int, str]:
    """Public names of everybody on a list and everybody who sat at a board of these, told apart; `who`: `people_of`."""
    listed = [who[one.player_id] for members in facts.members.values() for one in members]
    sat = people_of_reports([report for one in shown for report in one.agreement.reports], who)
    names = public_names([*listed, *sat])
    return dict.fromkeys(names, NOBODY) if is_over(facts.league.club, end_of_league(facts.league)) else names
