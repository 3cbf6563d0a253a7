"""What the API of league matches reads and says."""

from typing import Any

from rest_framework import serializers

from clubs.api.till_forms import MOST_ID, ONCE_HELP, an_id
from seasons.models import Report
from seasons.services.match_agreement import State

HOW_HELP = f"One of {', '.join(Report.How.values)}."
STATES_HELP = f"How its report stands: {', '.join(State)}."
MOST_MADE = 10**6
SEEN_HELP = "How many reports there were when it was looked at (`seen`); else 409, unless it says the same."
PEOPLE_HELP = "Ids of people on the team’s list; none where nobody sat there."


class BoardForm(serializers.Serializer[Any]):
    home = serializers.ListField(child=an_id(), max_length=2, help_text=PEOPLE_HELP)
    away = serializers.ListField(child=an_id(), max_length=2, help_text=PEOPLE_HELP)
    home_made = serializers.IntegerField(
        min_value=-MOST_MADE, max_value=MOST_MADE, allow_null=True, help_text="Legs or points, as the rules say."
    )
    away_made = serializers.IntegerField(min_value=-MOST_MADE, max_value=MOST_MADE, allow_null=True)


class NewMatchReport(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    seen = serializers.IntegerField(min_value=0, help_text=SEEN_HELP)
    how = serializers.CharField(default="played", help_text=HOW_HELP)
    boards = BoardForm(many=True, required=False, help_text="All of them, in order; none where it was not played.")
    winner = serializers.IntegerField(
        required=False, allow_null=True, max_value=MOST_ID, help_text="Id of the team that wins without play."
    )
    remark = serializers.CharField(
        default="", allow_blank=True, help_text="At most 120 letters; needed to change what was confirmed or disputed."
    )


class TeamMatchReport(NewMatchReport):
    device = serializers.CharField(default="", allow_blank=True, max_length=32, help_text="Tells phones apart.")


class NewMatchWord(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    of = serializers.IntegerField(min_value=0, help_text="`seen` of the match as it was looked at; else 409.")
    agrees = serializers.BooleanField()
    remark = serializers.CharField(
        default="", allow_blank=True, help_text="What is not right; needed where it does not agree."
    )
    device = serializers.CharField(default="", allow_blank=True, max_length=32, help_text="Tells phones apart.")


class MatchTeam(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()


class MatchAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    division = serializers.IntegerField(help_text="Its level; 1 is the highest.")
    round = serializers.IntegerField()
    day = serializers.DateField(allow_null=True)
    time = serializers.TimeField(allow_null=True)
    venue = serializers.CharField()
    postponed_from = serializers.DateField(allow_null=True)
    home = MatchTeam()
    away = MatchTeam()
    how = serializers.CharField(help_text="open, or as it counts (also because a team has withdrawn): as in a report.")
    boards_won = serializers.ListField(child=serializers.IntegerField(), help_text="By home and away.")
    made = serializers.ListField(child=serializers.IntegerField(), help_text="By home and away.")
    points = serializers.ListField(child=serializers.IntegerField(), help_text="For the table, of home and away.")
    state = serializers.CharField(help_text=STATES_HELP)
    waits_for = serializers.IntegerField(allow_null=True, help_text="Id of the team that has not said yet.")
    seen = serializers.IntegerField(help_text="How many reports there are; to be sent back.")
    changed_at = serializers.DateTimeField()


class MatchWordAnswer(serializers.Serializer[Any]):
    team = serializers.IntegerField(help_text="Id of the team.")
    agrees = serializers.BooleanField()
    remark = serializers.CharField()
    at = serializers.DateTimeField()


class SatBoard(serializers.Serializer[Any]):
    home = serializers.ListField(child=serializers.IntegerField(), help_text="Ids of people, as they are today.")
    away = serializers.ListField(child=serializers.IntegerField())
    home_names = serializers.ListField(child=serializers.CharField())
    away_names = serializers.ListField(child=serializers.CharField())
    home_made = serializers.IntegerField()
    away_made = serializers.IntegerField()


class MatchReportAnswer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    how = serializers.CharField(help_text=HOW_HELP)
    boards = SatBoard(many=True)
    winner = serializers.IntegerField(allow_null=True)
    remark = serializers.CharField()
    team = serializers.IntegerField(allow_null=True, help_text="That has entered it; null: the league.")
    at = serializers.DateTimeField()
    words = MatchWordAnswer(many=True, help_text="What was said of it, oldest first.")


class OneMatch(MatchAnswer):
    reports = MatchReportAnswer(many=True, help_text="Oldest first; the last counts.")


class LineUpPerson(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField(help_text="As outside the club.")
    stand_in = serializers.BooleanField()
    captain = serializers.BooleanField()
    used_up = serializers.BooleanField(help_text="Has helped out as often as a season allows.")


class LineUpAnswer(serializers.Serializer[Any]):
    boards = serializers.IntegerField()
    a_side = serializers.IntegerField(help_text="People of each side at a board.")
    counts = serializers.CharField(help_text="What a side makes: legs or points.")
    minimum = serializers.IntegerField()
    stand_ins = serializers.IntegerField(help_text="At most in one match.")
    home = LineUpPerson(many=True)
    away = LineUpPerson(many=True)


class TeamMatch(OneMatch):
    line_up = LineUpAnswer(help_text="Who may sit, and what a report has to keep to.")


class TeamOwnAnswer(serializers.Serializer[Any]):
    league = serializers.CharField()
    season = serializers.CharField()
    division = serializers.CharField()
    team = MatchTeam()
    place = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField()
    played = serializers.IntegerField()
    matches = MatchAnswer(many=True)
