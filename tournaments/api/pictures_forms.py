"""What the API of a tournament's pictures says."""

from typing import Any

from rest_framework import serializers

from tournaments.formats.records import What
from tournaments.services.pictures import Measure

MEASURE_HELP = (
    "margin: what the winner made more than the other. spread: between the first and the last of the table. sum: what"
    " all made together."
)
FIGURES_HELP = (
    "Of a match what the first and the second made; of a jump the place before and after; of a series its last round."
)
AMOUNT_HELP = "In `unit` where there is one; seconds for `fastest`, places for `jump`, rounds for `lead`."


class CourseOfCard(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Start number.")
    name = serializers.CharField()
    places = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="After each of `rounds`; null: not there yet, or without a place.",
    )


class TableAmount(serializers.Serializer[Any]):
    table = serializers.IntegerField(help_text="Its number.")
    amount = serializers.IntegerField(help_text="In the unit and measure of the round.")


class TablesOfRound(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    measure = serializers.ChoiceField(choices=[str(one) for one in Measure], help_text=MEASURE_HELP)
    unit = serializers.CharField()
    said = serializers.CharField(help_text="The measure in words.")
    tables = TableAmount(many=True)


class PlayedContract(serializers.Serializer[Any]):
    contract = serializers.CharField()
    name = serializers.CharField()
    made = serializers.IntegerField(help_text="How often it came off.")
    failed = serializers.IntegerField(help_text="How often it did not.")


class RecordFeat(serializers.Serializer[Any]):
    numbers = serializers.ListField(child=serializers.IntegerField(), help_text="Start numbers.")
    round = serializers.IntegerField(allow_null=True, help_text="Null: not of one round alone.")
    table = serializers.IntegerField(allow_null=True, help_text="Its number; null: not of one table alone.")
    figures = serializers.ListField(child=serializers.IntegerField(), help_text=FIGURES_HELP)


class TournamentRecord(serializers.Serializer[Any]):
    record = serializers.ChoiceField(choices=[str(one) for one in What])
    unit = serializers.CharField(help_text="Nothing where the amount needs none.")
    amount = serializers.IntegerField(help_text=AMOUNT_HELP)
    said = serializers.CharField(help_text="As a sentence.")
    feats = RecordFeat(many=True, help_text="Whoever shares it.")


class PicturesAnswer(serializers.Serializer[Any]):
    kept_back = serializers.CharField(help_text="Why nothing is told now, in words; nothing where it is.")
    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of those that are over.")
    places = CourseOfCard(many=True, help_text="By start number.")
    tables = TablesOfRound(many=True, help_text="Only rounds whose tables differ.")
    game = serializers.CharField(help_text="That was written hand by hand; nothing where none was.")
    contracts = PlayedContract(many=True, help_text="On closed sheets.")
    records = TournamentRecord(many=True)
