"""Sentences about leagues."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

PROBLEMS: dict[str, str | Promise] = {
    # the league
    "league_name_missing": _("The league needs a name."),
    "league_season_missing": _("Which season? For example 2026/27."),
    "league_unknown_game": _("There is no such game."),
    "no_division": _("A league has one division at least."),
    "too_many_divisions": _("A league has %(most)s divisions at most."),
    "division_twice": _("Two divisions have the same name."),
    "division_has_teams": _("There are teams in %(which)s; this division cannot go."),
    "league_has_results": _("Results are in: this is history and stays."),
    "league_moved": _("Somebody else has changed this meanwhile. Please look again at what stands here now."),
    # its rules
    "league_rules_bad": _("This cannot be read."),
    "league_rules_unknown": _("The rules know no such field."),
    "league_number": _("A whole number from %(from)s to %(to)s."),
    "league_choice": _("One of these: %(choices)s."),
    "league_chain_begins": _("The points decide first."),
    "league_chain_unknown": _("Not known: %(which)s."),
    "league_chain_twice": _("The same thing cannot decide twice."),
    "league_walkover_boards": _("A match has %(most)s boards; nobody can win more without play."),
    "league_minimum": _("A side has %(most)s people at the boards; it cannot need more."),
    # teams and their people
    "team_name_missing": _("The team needs a name."),
    "team_name_taken": _("Another team of this league has this name."),
    "team_gone": _("There is no such team any more."),
    "team_changed_meanwhile": _("Somebody else has changed this team meanwhile: %(name)s, %(venue)s."),
    "team_has_no_matches": _("This team has no matches yet. It can simply be removed."),
    "league_fixtures_drawn": _("The fixtures are drawn. Throw the draw away first, then teams can come and go."),
    "too_many_teams": _("A division has %(most)s teams at most."),
    "on_another_team": _("%(who)s is on the list of %(team)s. Helping out is possible as a stand-in."),
    "no_such_member": _("That is nobody who is on the list."),
    "deduction_reason_missing": _("Why? A few words will do."),
    "odd_deduction": _("From 1 to %(most)s points."),
    # fixtures
    "too_few_teams": _("It takes two teams at least."),
    "league_seed_missing": _("The draw needs a seed: any word or number."),
    "odd_weeks": _("From 1 to %(most)s weeks."),
    "odd_weekday": _("There is no such day of the week."),
    "match_day_far_away": _("This day is too far away."),
    "match_day_unreadable": _("This is no day."),
    "match_time_unreadable": _("This is no time of day."),
    "second_half_first": _("The second half comes after the first."),
    "first_day_missing": _("From which day on?"),
    "nothing_to_postpone": _("This match has no day yet that it could be put off from."),
    "played_already": _("This match has a result already."),
    "not_in_match": _("This team does not play in this match."),
    "no_such_fixture": _("There is no such match any more."),
    # the next season
    "league_has_next": _("The next season is made already."),
    "no_such_level": _("There is no such division."),
    "places_undecided": _("They share a place across the line: %(teams)s. Say who plays where."),
}

CHANGES: dict[str, str | Promise] = {
    "league_made": _("League made"),
    "league_changed": _("League changed"),
    "league_rules_changed": _("Rules of a league changed"),
    "league_deleted": _("League deleted"),
    "league_next": _("Next season of a league made"),
    "team_added": _("Team added"),
    "team_changed": _("Team changed"),
    "team_removed": _("Team removed"),
    "team_new_secret": _("New address of a team’s page"),
    "team_withdrawn": _("Team withdrawn"),
    "team_back": _("Team plays on"),
    "member_added": _("Put on a team’s list"),
    "member_left": _("Taken off a team’s list"),
    "captain_made": _("Captain of a team"),
    "points_deducted": _("Penalty points"),
    "points_given_back": _("Penalty points taken back"),
    "league_fixtures_drawn": _("Fixtures drawn"),
    "league_fixtures_gone": _("Draw of fixtures thrown away"),
    "match_moved": _("Day or place of a league match changed"),
    "round_moved": _("Day of a round changed"),
    "match_turned": _("Home and away of a league match swapped"),
}

FIELDS: dict[str, str | Promise] = {
    "division": _("Division"),
    "divisions": _("Divisions"),
    "season": _("Season"),
    "team": pgettext_lazy("of a league", "Team"),
    "venue": _("Venue"),
    "struck": _("None of its matches counts"),
    "stand_in": _("Stand-in"),
    "rounds": _("Rounds"),
    "time": pgettext_lazy("of day", "Time"),
    "postponed_from": _("Postponed from"),
    "notes": _("Notes"),
}
CHOICES: dict[str, dict[str, str | Promise]] = {}
