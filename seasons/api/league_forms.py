"""What the API of leagues reads and says."""

from typing import Any

from rest_framework import serializers

from clubs.api.till_forms import ONCE_HELP

SEEN_HELP = "`seq` as it was looked at; where it is another by now: 409. Left out: whatever it was."
RULES_HELP = (
    "boards, a_side (1, 2), counts (legs, points), scale (2/1/0, 3/1/0, 3/2/1/0, bummerl), by (boards, sum), narrow,"
    " twice, chain (points, won, board_difference, difference, head_to_head, boards, made), walkover_boards,"
    " walkover_made, withdrawn (keep, strike, half), promoted, relegated, stand_ins, stand_in_times (0: any), minimum."
)
ZONE_HELP = "up, down, stays, undecided (level at the line), out (withdrawn); null before the first result."


class NewLeague(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    name = serializers.CharField(allow_blank=True)
    season = serializers.CharField(allow_blank=True)
    game = serializers.CharField(required=False, allow_blank=True, help_text="Key of a game; empty: another one.")
    notes = serializers.CharField(required=False, allow_blank=True)
    public = serializers.BooleanField(required=False)
    divisions = serializers.ListField(
        child=serializers.CharField(allow_blank=True), required=False, help_text="Names, the highest first."
    )
    rules = serializers.DictField(required=False, help_text=RULES_HELP)
    like = serializers.IntegerField(
        required=False, min_value=1, help_text="Id of an earlier league: its game, rules and divisions."
    )


class LeagueChange(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, allow_blank=True)
    season = serializers.CharField(required=False, allow_blank=True)
    game = serializers.CharField(required=False, allow_blank=True)
    notes = serializers.CharField(required=False, allow_blank=True)
    public = serializers.BooleanField(required=False)
    divisions = serializers.ListField(child=serializers.CharField(allow_blank=True), required=False)
    rules = serializers.DictField(required=False, help_text=f"All of them or some: {RULES_HELP}")
    sure = serializers.BooleanField(required=False, help_text="Needed for other rules once a result is in; else 409.")
    seen = serializers.IntegerField(required=False, min_value=0, help_text=SEEN_HELP)


class DivisionAnswer(serializers.Serializer[Any]):
    level = serializers.IntegerField(help_text="1 is the highest.")
    name = serializers.CharField()
    seed = serializers.CharField(help_text="Of the draw of its fixtures.")


class LeagueAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    season = serializers.CharField()
    game = serializers.CharField()
    notes = serializers.CharField()
    public = serializers.BooleanField()
    secret = serializers.CharField(required=False, help_text="/board/<secret>/; for directors, and where it is public.")
    seq = serializers.IntegerField()
    previous = serializers.IntegerField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    divisions = DivisionAnswer(many=True)
    rules = serializers.DictField(help_text=RULES_HELP)
    sentences = serializers.ListField(child=serializers.CharField(), help_text="The rules in words.")


class LeagueUnsureAnswer(serializers.Serializer[Any]):
    before = serializers.ListField(child=serializers.CharField(), help_text="Sentences of the rules that go.")
    after = serializers.ListField(child=serializers.CharField(), help_text="Those that come.")


# --- teams -----------------------------------------------------------------------------------------------------------


class NewTeam(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    division = serializers.IntegerField(required=False, min_value=1, max_value=99, help_text="Its level; default: 1.")
    name = serializers.CharField(allow_blank=True)
    venue = serializers.CharField(required=False, allow_blank=True)


class TeamChange(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, allow_blank=True)
    venue = serializers.CharField(required=False, allow_blank=True)


class LeagueMemberAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    player = serializers.IntegerField(help_text="The real person, also after a merge.")
    name = serializers.CharField()
    stand_in = serializers.BooleanField()
    captain = serializers.BooleanField()


class PenaltyPoints(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    points = serializers.IntegerField()
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class LeagueTeamAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    division = serializers.IntegerField(help_text="Its level.")
    number = serializers.IntegerField()
    name = serializers.CharField()
    venue = serializers.CharField()
    withdrawn_on = serializers.DateField(allow_null=True)
    struck = serializers.BooleanField(help_text="Withdrawn, and none of its matches counts.")
    previous = serializers.IntegerField(allow_null=True)
    secret = serializers.CharField(required=False, help_text="/team/<secret>/; for scorers and directors.")
    people = LeagueMemberAnswer(many=True)
    penalties = PenaltyPoints(many=True)


class NewMember(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True, help_text="Nobody of this name: a guest of the club.")
    stand_in = serializers.BooleanField(required=False)


class WithdrawalAnswer(serializers.Serializer[Any]):
    struck = serializers.BooleanField(help_text="None of its matches would count.")
    played = serializers.IntegerField()
    of = serializers.IntegerField()


class NewPenaltyPoints(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    points = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)


# --- fixtures --------------------------------------------------------------------------------------------------------


class DrawFixtures(serializers.Serializer[Any]):
    seed = serializers.CharField(allow_blank=True)
    first = serializers.DateField(required=False, allow_null=True, help_text="None: days are given by hand.")
    weeks = serializers.IntegerField(required=False, help_text="Between two rounds; default: 1.")
    weekday = serializers.IntegerField(required=False, allow_null=True, help_text="0 is Monday; None: the first day's.")
    time = serializers.TimeField(required=False, allow_null=True)
    second_half = serializers.DateField(required=False, allow_null=True)
    seen = serializers.IntegerField(required=False, min_value=0, help_text=SEEN_HELP)


class RoundDay(serializers.Serializer[Any]):
    day = serializers.DateField(allow_null=True)
    time = serializers.TimeField(required=False, allow_null=True)


class MatchDay(serializers.Serializer[Any]):
    day = serializers.DateField(allow_null=True, help_text="None: a new one is still to be found.")
    time = serializers.TimeField(required=False, allow_null=True)
    venue = serializers.CharField(required=False, allow_blank=True)
    postponed = serializers.BooleanField(required=False, help_text="It was put off; else this is its own day.")
    seen = serializers.IntegerField(required=False, min_value=0, help_text=SEEN_HELP)


class MatchHome(serializers.Serializer[Any]):
    home = serializers.IntegerField(help_text="Id of the one of the two teams that is to be at home.")
    seen = serializers.IntegerField(required=False, min_value=0, help_text=SEEN_HELP)


class LeagueFixtureAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    division = serializers.IntegerField(help_text="Its level.")
    round = serializers.IntegerField()
    home = serializers.IntegerField(help_text="Id of a team.")
    away = serializers.IntegerField()
    day = serializers.DateField(allow_null=True)
    time = serializers.TimeField(allow_null=True)
    venue = serializers.CharField()
    postponed_from = serializers.DateField(allow_null=True)
    seq = serializers.IntegerField()
    how = serializers.CharField(
        help_text="played, walkover, struck (does not count) or open; withdrawn teams included."
    )
    boards = serializers.ListField(child=serializers.IntegerField(), help_text="Boards won: home, away.")
    made = serializers.ListField(child=serializers.IntegerField(), help_text="What was made: home, away.")


# --- tables ----------------------------------------------------------------------------------------------------------


class LeagueTableLine(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True, help_text="None: struck.")
    shared = serializers.BooleanField()
    team = serializers.IntegerField()
    zone = serializers.CharField(allow_null=True, help_text=ZONE_HELP)
    decided_by = serializers.CharField(allow_null=True, help_text="What puts it behind the one before.")
    among = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Points, difference of boards and difference in the matches among the tied.",
    )
    walkovers = serializers.ListField(
        child=serializers.IntegerField(), help_text="Ids of matches decided without play."
    )
    struck = serializers.ListField(child=serializers.IntegerField(), help_text="Ids of matches that do not count.")
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    boards = serializers.IntegerField()
    boards_lost = serializers.IntegerField()
    made = serializers.IntegerField()
    conceded = serializers.IntegerField()
    points = serializers.IntegerField()
    deducted = serializers.IntegerField()


class LeaguePersonLine(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    team = serializers.IntegerField()
    boards = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    made = serializers.IntegerField()
    conceded = serializers.IntegerField()
    difference = serializers.IntegerField()


class LeagueTableAnswer(serializers.Serializer[Any]):
    division = serializers.IntegerField(help_text="Its level.")
    computed_at = serializers.DateTimeField(allow_null=True)
    waits = serializers.BooleanField(help_text="Newer results wait and are being computed.")
    rows = LeagueTableLine(many=True)
    people = LeaguePersonLine(many=True)


# --- the next season -------------------------------------------------------------------------------------------------


class LeagueMoveAnswer(serializers.Serializer[Any]):
    team = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True)
    division = serializers.IntegerField(help_text="Its level now.")
    to = serializers.IntegerField(allow_null=True, help_text="Its level by the rules; None: nowhere.")
    undecided = serializers.BooleanField(help_text="It shares its place across the line; `levels` has to say.")


class LeagueEndingAnswer(serializers.Serializer[Any]):
    open_matches = serializers.IntegerField()
    moves = LeagueMoveAnswer(many=True)


class NextSeason(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    name = serializers.CharField(required=False, allow_blank=True, help_text="Default: the same.")
    season = serializers.CharField(allow_blank=True)
    levels = serializers.DictField(
        child=serializers.IntegerField(allow_null=True),
        required=False,
        help_text="Id of a team -> the level it plays at next, null for nowhere; of the others the rules decide.",
    )
    sure = serializers.BooleanField(required=False, help_text="Needed while matches are open; else 409.")
