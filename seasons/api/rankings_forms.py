"""What the API of rankings reads and says. Figures are sums, hands and evenings: who shows them divides."""

from typing import Any

from rest_framework import serializers

from clubs.api.serializers import ProblemAnswer
from clubs.api.till_forms import ONCE_HELP, an_id
from seasons.models import Ranking

SEEN_HELP = "The `seq` you have seen; if it is another by now, nothing is changed (409). Left out: whatever it is."


class RankingFields(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, allow_blank=True)
    game = serializers.CharField(required=False, help_text="Key of a game.")
    unit = serializers.CharField(
        required=False, help_text=f"{', '.join(Ranking.Unit.values)}; bummerl: given less taken. Not all in every game."
    )
    measure = serializers.CharField(required=False, help_text=f"{', '.join(Ranking.Measure.values)}; default: sum.")
    minimum = serializers.IntegerField(
        required=False, min_value=-(2**31), max_value=2**31, help_text="Evenings that somebody must have attended."
    )
    span = serializers.CharField(required=False, help_text=f"{', '.join(Ranking.Span.values)}; default: year.")
    first_month = serializers.IntegerField(
        required=False, min_value=-(2**31), max_value=2**31, help_text="A season begins in it: 9 is from September on."
    )
    evenings_only = serializers.BooleanField(required=False, help_text="False: tables of tournaments count too.")
    public = serializers.BooleanField(required=False, help_text="Everybody who has its address may see it.")


class NewRanking(RankingFields):
    token = serializers.CharField(help_text=ONCE_HELP)


class ChangedRanking(RankingFields):
    seen = serializers.IntegerField(required=False, min_value=0, max_value=2**31, help_text=SEEN_HELP)


class Seen(serializers.Serializer[Any]):
    seen = serializers.IntegerField(required=False, min_value=0, max_value=2**31, help_text=SEEN_HELP)


class SeasonAnswer(serializers.Serializer[Any]):
    season = serializers.IntegerField(help_text="The year in which it begins; 0: all time.")
    name = serializers.CharField(help_text="2026, 2026/27; empty for all time.")
    over = serializers.BooleanField()


class RankingAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    game = serializers.CharField()
    unit = serializers.ChoiceField(choices=Ranking.Unit.values)
    measure = serializers.ChoiceField(choices=Ranking.Measure.values)
    minimum = serializers.IntegerField()
    span = serializers.ChoiceField(choices=Ranking.Span.values)
    first_month = serializers.IntegerField()
    evenings_only = serializers.BooleanField()
    public = serializers.BooleanField()
    secret = serializers.CharField(help_text="Of /board/<secret>/; empty while it is not public.")
    seq = serializers.IntegerField(help_text="How often it was changed.")
    counted = serializers.CharField(help_text="What is counted, in a sentence.")
    seasons = SeasonAnswer(many=True, help_text="The latest first.")


class RankingConflict(serializers.Serializer[Any]):
    problems = ProblemAnswer(many=True)
    now = RankingAnswer(help_text="As it is by now.")


class RankingRowAnswer(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True, help_text="None: outside the ranking.")
    shared = serializers.BooleanField(help_text="Others have the same place.")
    player = serializers.IntegerField(help_text="The real person, also after a merge.")
    name = serializers.CharField()
    amount = serializers.IntegerField(help_text="All of it, in the unit of the ranking; money in cents.")
    hands = serializers.IntegerField()
    evenings = serializers.IntegerField(help_text="Days on which they played.")
    figure = serializers.CharField(help_text="By the measure of the ranking, as it is shown.")
    moved = serializers.IntegerField(
        allow_null=True, help_text="Places up since before the newest day; None: nothing to compare with."
    )
    new = serializers.BooleanField(help_text="Had no place before the newest day.")


class BoardStateAnswer(serializers.Serializer[Any]):
    mark = serializers.CharField(help_text="Another as soon as anything is another.")
    computed_at = serializers.DateTimeField(allow_null=True, help_text="None: never yet.")
    waits = serializers.BooleanField(help_text="Newer results wait; it is being computed.")
    failing = serializers.BooleanField(help_text="It cannot be computed just now and is tried again.")
    done = serializers.IntegerField()
    total = serializers.IntegerField(help_text="How much of a long computation is done, and of how much; else 0.")


class RankingBoardAnswer(serializers.Serializer[Any]):
    season = serializers.IntegerField()
    state = BoardStateAnswer()
    rows = RankingRowAnswer(many=True)
    hidden = serializers.IntegerField(help_text="People whose money you may not see; they are not in it.")


class NewChampion(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    season = serializers.CharField(allow_blank=True, help_text="As it is called: 2019/20.")
    player = an_id(required=False, allow_null=True, help_text="One of the club's people; or a name.")
    name = serializers.CharField(required=False, allow_blank=True)
    amount = serializers.CharField(required=False, allow_blank=True, help_text="With how much, as you like it written.")


class ChampionAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField(allow_null=True, help_text="None: a board says so; else written by hand.")
    season = serializers.CharField()
    player = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    figure = serializers.CharField()
