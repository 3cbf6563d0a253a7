"""What the API of standings, penalties and prizes reads and says. Money is integer cents."""

from typing import Any

from rest_framework import serializers

from clubs.api.till_forms import ONCE_HELP


class NewPenalty(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    number = serializers.IntegerField(min_value=0, max_value=100_000, help_text="The start number.")
    unit = serializers.CharField(help_text="What is counted: points, won, soli …")
    amount = serializers.IntegerField(
        min_value=-(2**31), max_value=2**31 - 1, help_text="Negative: a penalty. Positive: a bonus."
    )
    round = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=2**15, help_text="None: the whole tournament."
    )
    reason = serializers.CharField(allow_blank=True)


class PenaltyAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    unit = serializers.CharField()
    amount = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    cancelled_at = serializers.DateTimeField(allow_null=True)


class RoundAnswer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    amount = serializers.IntegerField(help_text="In the first unit of the ranking, adjustments of the round included.")
    scores = serializers.DictField(child=serializers.IntegerField())
    played = serializers.BooleanField(help_text="False: credited for a bye or a walkover.")
    dropped = serializers.BooleanField(help_text="Does not count: one of the worst rounds.")


class StandingAnswer(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True, help_text="None: disqualified or never came.")
    number = serializers.IntegerField()
    name = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField())
    group = serializers.CharField()
    woman = serializers.BooleanField()
    status = serializers.CharField()
    shared = serializers.BooleanField()
    decided_by = serializers.CharField(allow_null=True, help_text="What puts it behind the one before.")
    decided = serializers.CharField(help_text="The same in words.")
    values = serializers.DictField(child=serializers.IntegerField())
    totals = serializers.DictField(child=serializers.IntegerField())
    lives = serializers.IntegerField(allow_null=True)
    rounds = RoundAnswer(many=True)
    penalties = PenaltyAnswer(many=True)


class PlaceAnswer(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField()


class GroupAnswer(serializers.Serializer[Any]):
    group = serializers.CharField()
    cards = PlaceAnswer(many=True)


class StandingsAnswer(serializers.Serializer[Any]):
    state = serializers.CharField()
    final = serializers.BooleanField()
    rounds = serializers.IntegerField(help_text="How many are published.")
    open_tables = serializers.ListField(child=serializers.IntegerField(), help_text="Of the last round.")
    ranking = serializers.ListField(child=serializers.CharField())
    rules = serializers.ListField(child=serializers.CharField())
    standings = StandingAnswer(many=True)
    women = PlaceAnswer(many=True)
    groups = GroupAnswer(many=True)
    hand_out_order = serializers.ListField(
        child=serializers.IntegerField(), help_text="Who is called first stands first."
    )


class PotAnswer(serializers.Serializer[Any]):
    paid = serializers.IntegerField(help_text="Cards that have paid.")
    open = serializers.IntegerField(help_text="Cards that still owe their fee.")
    fees = serializers.IntegerField()
    buys = serializers.IntegerField()
    bought = serializers.IntegerField()
    added = serializers.IntegerField()
    cents = serializers.IntegerField()


class PrizeAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField(allow_null=True, help_text="None before the places are final.")
    number = serializers.IntegerField(allow_null=True, help_text="None: a group has won, or nobody.")
    name = serializers.CharField()
    wins = serializers.CharField(help_text="place, last_but_one …; stays: with the club.")
    place = serializers.IntegerField(allow_null=True)
    what = serializers.CharField()
    cents = serializers.IntegerField()
    goods = serializers.CharField()
    certain = serializers.BooleanField(help_text="May be handed out: the places are final, or they are out already.")
    handed_at = serializers.DateTimeField(allow_null=True)
    booking = serializers.IntegerField(allow_null=True)


class PrizesAnswer(serializers.Serializer[Any]):
    final = serializers.BooleanField()
    moved = serializers.BooleanField(help_text="Something was corrected since that would pay other prizes.")
    pot = PotAnswer()
    prizes = PrizeAnswer(many=True, help_text="In the order in which they are called.")
    won = serializers.IntegerField(help_text="Money prizes; with what stays it is the pot.")
    stays = serializers.IntegerField(help_text="Stays with the club.")
    hand_out_order = serializers.ListField(child=serializers.IntegerField())
    problems = serializers.ListField(child=serializers.DictField(), help_text="Why the list cannot be paid.")


class Sure(serializers.Serializer[Any]):
    sure = serializers.BooleanField(required=False, default=False, help_text="All the same.")


class Handed(serializers.Serializer[Any]):
    handed = serializers.BooleanField()


class HandedEarly(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=0, max_value=100_000, help_text="The start number.")
    wins = serializers.CharField(help_text="As in the prize list.")
    place = serializers.IntegerField(allow_null=True, min_value=0, max_value=100_000)
    handed = serializers.BooleanField()
