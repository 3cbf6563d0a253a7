"""Sentences about match reports."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from seasons.formats.league import Rules, figures_of
from seasons.models import Fixture, Report
from seasons.services.league_facts import match_of
from seasons.services.match_agreement import State

PROBLEMS: dict[str, str | Promise] = {
    # the line-up
    "report_boards": _("A match has %(boards)s boards. Please load the page again."),
    "report_seats": _("At a board there are %(people)s of each side, or nobody."),
    "report_not_of_team": _("Not on the list of this team."),
    "report_twice": _("Sits at two places. Everybody plays once."),
    "report_stand_in_times": _("Has already helped out %(times)s times this season; more is not allowed."),
    "report_too_few": _("Too few: a match takes %(minimum)s people of each side. Else it is lost without play."),
    "report_stand_ins": _("There are %(there)s stand-ins, at most %(most)s are allowed."),
    # the results
    "report_made_missing": _("A number is missing; none is 0."),
    "report_made_odd": _("This cannot be: from %(lowest)s to %(highest)s."),
    "report_nobody_played": _("Nobody sat at this board: there both have 0."),
    "report_seat_empty": _("Nobody sat here: this side has 0, the other more."),
    "report_not_played": _("0 : 0 is not a result. Somebody has made something."),
    "report_how": _("Played, without play, struck or taken back: one of the four."),
    "report_winner": _("Who has won? One of the two teams, or nobody came."),
    # who may
    "report_not_yours": _("Your team does not play in this match."),
    "report_only_secretary": _("Only the league’s secretary can strike a match or take its report back."),
    "report_settled": _("The league’s secretary has entered this. If it is wrong, please tell them."),
    "report_agreed": _("Both sides have agreed. If it is wrong all the same, please tell the league’s secretary."),
    "report_withdrawn": _("One of the two teams has withdrawn. Only the league’s secretary can still enter something."),
    "report_only_directors": _(
        "Only a director may change what is confirmed, strike a match, or take its report back."
    ),
    "report_reason_missing": _("This changes what was said before. Please say why."),
    "report_strike_reason": _("Why does this match not count? Please say it."),
    "report_open_reason": _("Why is this match still to be played? Please say it."),
    "report_league_over": _("This league is over."),
    "report_too_often": _("That is too much for one match. Please speak to the league’s secretary."),
    # words
    "word_nothing": _("There is no report yet."),
    "word_not_asked": _("The league’s secretary has entered this; nobody needs to confirm it."),
    "word_own": _("Your team has entered this itself and so agrees."),
    "word_remark_missing": _("What is not right? A few words will do."),
}

CHANGES: dict[str, str | Promise] = {
    "report_corrected": _("Result of a league match put right"),
    "report_stays": _("Dispute about a league match settled: the result stays"),
    "report_decided": _("League match decided without play"),
}

FIELDS: dict[str, str | Promise] = {
    "league": _("League"),
    "match": _("League match"),
    "match_result": _("Result of the match"),
}

HOW: dict[str, str | Promise] = {
    Report.How.PLAYED.value: _("played"),
    Report.How.WALKOVER.value: _("without play"),
    Report.How.STRUCK.value: _("struck"),
    Report.How.OPEN.value: _("taken back"),
}

CHOICES: dict[str, dict[str, str | Promise]] = {"match_result": HOW}

STATES: dict[State, str | Promise] = {
    State.OPEN: _("open"),
    State.REPORTED: _("reported, not confirmed yet"),
    State.AGREED: _("confirmed by both"),
    State.DISPUTED: _("disputed"),
    State.SETTLED: _("entered by the league"),
}
"""How the report of a match stands."""


def result_said(rules: Rules, fixture: Fixture, report: Report) -> str:
    """A result as one says it: "5 : 3", with what was made behind it where boards decide."""
    if report.how == Report.How.STRUCK:
        return gettext("does not count")
    if report.how == Report.How.OPEN:
        return gettext("taken back")
    match = match_of(rules, fixture, report)
    home, away = figures_of(rules, match) or (0, 0)
    if report.how == Report.How.WALKOVER:
        return gettext("%(home)s : %(away)s without play") % {"home": home, "away": away}
    behind = f" ({match.home_made} : {match.away_made})" if rules.by == "boards" and rules.boards > 1 else ""
    return f"{home} : {away}{behind}"
