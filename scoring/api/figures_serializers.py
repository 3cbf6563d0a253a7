"""What the API of a club's statistics answers."""

from typing import Any

from rest_framework import serializers


class Somebody(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class GameFigures(serializers.Serializer[Any]):
    """Won and lost are legs in games with legs, hands in the others; Bummerl are marks."""

    game = serializers.CharField()
    sheets = serializers.IntegerField()
    hands = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    bummerl_given = serializers.IntegerField()
    bummerl_taken = serializers.IntegerField()
    schneider_given = serializers.IntegerField()
    schneider_taken = serializers.IntegerField()
    retour_given = serializers.IntegerField()
    retour_taken = serializers.IntegerField()
    contracts_made = serializers.IntegerField()
    contracts_lost = serializers.IntegerField()
    cents = serializers.IntegerField(allow_null=True)
    """Null for whoever may not see this person's money."""


class ContractFigures(serializers.Serializer[Any]):
    game = serializers.CharField()
    contract = serializers.CharField()
    made = serializers.IntegerField()
    lost = serializers.IntegerField()


class OtherFigures(serializers.Serializer[Any]):
    """With and against one other, seen from the person: won and lost together, won and lost against."""

    player = Somebody()
    together_won = serializers.IntegerField()
    together_lost = serializers.IntegerField()
    against_won = serializers.IntegerField()
    against_lost = serializers.IntegerField()


class EveningFigures(serializers.Serializer[Any]):
    day = serializers.DateField()
    sheets = serializers.IntegerField()
    hands = serializers.IntegerField()
    legs_won = serializers.IntegerField()
    legs_lost = serializers.IntegerField()
    bummerl_given = serializers.IntegerField()
    bummerl_taken = serializers.IntegerField()
    cents = serializers.IntegerField(allow_null=True)


class PlayerFigures(serializers.Serializer[Any]):
    player = Somebody()
    evenings = serializers.IntegerField()
    years = serializers.ListField(child=serializers.IntegerField())
    games = GameFigures(many=True)
    contracts = ContractFigures(many=True)
    others = OtherFigures(many=True)
    days = EveningFigures(many=True)


class PairFigures(OtherFigures):
    """Two people, seen from `player` against `other`."""

    other = Somebody()


class RecordFigures(serializers.Serializer[Any]):
    """`amount` is a count; cents for `pot`, percent (of `of`) for `contracts`."""

    what = serializers.CharField()
    amount = serializers.IntegerField()
    of = serializers.IntegerField(allow_null=True)
    players = Somebody(many=True)
    day = serializers.DateField(allow_null=True)
