"""What the API of ratings and regions reads and says. Strengths are whole numbers, a stranger's is 1000."""

from typing import Any

from rest_framework import serializers

from clubs.api.serializers import ProblemAnswer
from clubs.api.till_forms import ONCE_HELP, an_id
from seasons.api.rankings_forms import SEEN_HELP, BoardStateAnswer

PROVISIONAL_HELP = "From so many games on somebody has a place."


class RatingAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    game = serializers.CharField()
    region = serializers.IntegerField(allow_null=True, help_text="None: of this club alone.")
    provisional = serializers.IntegerField(help_text=PROVISIONAL_HELP)
    public = serializers.BooleanField(help_text="Whether everybody who has the address may see it.")
    secret = serializers.CharField(help_text="Of the address for everybody; empty where it is not public.")
    seq = serializers.IntegerField()
    how = serializers.ListField(child=serializers.CharField(), help_text="How it is computed, in plain words.")


class NewRating(serializers.Serializer[Any]):
    game = serializers.CharField()
    provisional = serializers.IntegerField(required=False, help_text=PROVISIONAL_HELP)
    public = serializers.BooleanField(required=False)
    region = an_id(required=False, allow_null=True, help_text="A region that this club has made.")


class ChangedRating(serializers.Serializer[Any]):
    provisional = serializers.IntegerField(required=False, help_text=PROVISIONAL_HELP)
    public = serializers.BooleanField(required=False)
    seen = serializers.IntegerField(required=False, help_text=SEEN_HELP)


class RatingConflict(serializers.Serializer[Any]):
    problems = ProblemAnswer(many=True)
    now = RatingAnswer(help_text="As it is by now.")


class RatingRowAnswer(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True, help_text="None: provisional, or has not played for a year.")
    shared = serializers.BooleanField(help_text="Others have the same place.")
    outside = serializers.ChoiceField(choices=["", "provisional", "rests"], help_text="Why there is no place.")
    person = serializers.IntegerField(allow_null=True, help_text="None: of another club, and hidden.")
    name = serializers.CharField(help_text="Of another club: the name that they chose for outside.")
    club = serializers.CharField(help_text="In a region, where they are from.")
    figure = serializers.IntegerField(help_text="The strength.")
    margin = serializers.IntegerField(help_text="Give or take so much, in nineteen of twenty cases.")
    certain = serializers.IntegerField(help_text="Strength less margin: what decides the place.")
    games = serializers.IntegerField()
    moved = serializers.IntegerField(allow_null=True, help_text="Since `since`; None: was not there yet.")


class RatingBoardAnswer(serializers.Serializer[Any]):
    state = BoardStateAnswer()
    since = serializers.DateField(allow_null=True, help_text="Thirty days before the newest sheet.")
    rows = RatingRowAnswer(many=True)


class RatingStepAnswer(serializers.Serializer[Any]):
    day = serializers.DateField()
    figure = serializers.IntegerField()
    margin = serializers.IntegerField()
    games = serializers.IntegerField(help_text="On this day.")
    moved = serializers.IntegerField(allow_null=True)


class MeetingAnswer(serializers.Serializer[Any]):
    person = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    expected = serializers.IntegerField(help_text="Games that were to be won, in ten-thousandths.")


class RatingPersonAnswer(serializers.Serializer[Any]):
    person = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    steps = RatingStepAnswer(many=True, help_text="Day by day, the oldest first.")
    partners = MeetingAnswer(many=True)
    opponents = MeetingAnswer(many=True)


class RegionClubAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class RegionAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    made_by = serializers.IntegerField(help_text="The club that made it, and keeps its ratings.")
    clubs = RegionClubAnswer(many=True)
    ratings = serializers.ListField(child=serializers.IntegerField())
    secret = serializers.CharField(help_text="To join with; empty unless you direct the club that made it.")


class NewRegion(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True)
    token = serializers.CharField(help_text=ONCE_HELP)


class JoinRegion(serializers.Serializer[Any]):
    secret = serializers.CharField()


class PutOut(serializers.Serializer[Any]):
    club = an_id()
