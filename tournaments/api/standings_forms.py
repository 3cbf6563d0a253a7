"""What the API of standings, penalties and prizes reads and says. Money is integer cents."""

from typing import Any

from rest_framework import serializers

from clubs.api.till_forms import ONCE_HELP

VALUES_HELP = (
    "Criterion of the ranking -> the figure that was compared, and played: at how many tables. survived and lot are"
    " only for comparing: more is better."
)


class NewPenalty(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    number = serializers.IntegerField(min_value=0, max_value=100_000, help_text="The start number.")
    unit = serializers.CharField(help_text="One of the standings' `units`.")
    amount = serializers.IntegerField(
        min_value=-(2**31), max_value=2**31 - 1, help_text="Negative: a penalty. Positive: a bonus."
    )
    round = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=2**15, help_text="None: the whole tournament."
    )
    reason = serializers.CharField(allow_blank=True, help_text="Needed.")


class PenaltyAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    unit = serializers.CharField(help_text="What is counted.")
    amount = serializers.IntegerField(help_text="Negative: a penalty.")
    round = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    cancelled_at = serializers.DateTimeField(allow_null=True)


class RoundAnswer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    amount = serializers.IntegerField(help_text="In the first unit of the ranking, adjustments of the round included.")
    scores = serializers.DictField(child=serializers.IntegerField(), help_text="All that it made, by unit.")
    played = serializers.BooleanField(help_text="False: credited for a bye or a walkover.")
    dropped = serializers.BooleanField(help_text="Does not count: one of the worst rounds.")


class StandingAnswer(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True, help_text="None: disqualified or never came.")
    number = serializers.IntegerField()
    name = serializers.CharField(help_text="Of the card.")
    players = serializers.ListField(child=serializers.IntegerField())
    group = serializers.CharField(help_text="Club or brigade.")
    woman = serializers.BooleanField()
    status = serializers.CharField(help_text="Of the card.")
    shared = serializers.BooleanField(help_text="Others have the same place.")
    decided_by = serializers.CharField(allow_null=True, help_text="What puts it behind the one before.")
    decided = serializers.CharField(help_text="The same in words.")
    values = serializers.DictField(child=serializers.IntegerField(), help_text=VALUES_HELP)
    totals = serializers.DictField(
        child=serializers.IntegerField(), help_text="By unit, rounds that do not count left out."
    )
    lives = serializers.IntegerField(allow_null=True, help_text="Left; null where nothing is played for lives.")
    rounds = RoundAnswer(many=True)
    penalties = PenaltyAnswer(many=True, help_text="Those that count.")


class PlaceAnswer(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True, help_text="Among these.")
    number = serializers.IntegerField()


class GroupAnswer(serializers.Serializer[Any]):
    group = serializers.CharField()
    cards = PlaceAnswer(many=True)


class PoolPlaceAnswer(PlaceAnswer):
    shared = serializers.BooleanField(help_text="Others have the same place.")
    decided_by = serializers.CharField(allow_null=True, help_text="As in the standings.")
    values = serializers.DictField(child=serializers.IntegerField(), help_text=VALUES_HELP)


class PoolAnswer(serializers.Serializer[Any]):
    group = serializers.CharField(help_text="A, B …, or the name that was given by hand.")
    cards = PoolPlaceAnswer(many=True)


class IndividualAnswer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    number = serializers.IntegerField(help_text="Start number of the team.")
    team = serializers.CharField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    boards = serializers.IntegerField(help_text="How many they played.")
    won = serializers.IntegerField(help_text="Boards.")
    made = serializers.IntegerField(help_text="In the unit of the boards.")
    conceded = serializers.IntegerField(help_text="In the unit of the boards.")


class StandingsAnswer(serializers.Serializer[Any]):
    state = serializers.CharField(help_text="How far it is, in words.")
    final = serializers.BooleanField(help_text="The places are final.")
    rounds = serializers.IntegerField(help_text="How many are published.")
    open_tables = serializers.ListField(child=serializers.IntegerField(), help_text="Of the last round.")
    ranking = serializers.ListField(child=serializers.CharField(), help_text="The chain of the plan.")
    rules = serializers.ListField(child=serializers.CharField(), help_text="The same in sentences.")
    units = serializers.ListField(child=serializers.CharField(), help_text="What penalties and bonuses may be of.")
    standings = StandingAnswer(many=True, help_text="The best first.")
    women = PlaceAnswer(many=True, help_text="Among themselves.")
    groups = GroupAnswer(many=True, help_text="Clubs or brigades, the largest first.")
    pools = PoolAnswer(many=True, help_text="The tables of a stage in groups.")
    individuals = IndividualAnswer(
        many=True, help_text="Of teams at boards: board 1 is played by the first of both, and so on round."
    )
    hand_out_order = serializers.ListField(
        child=serializers.IntegerField(), help_text="Who is called first stands first."
    )


class PotAnswer(serializers.Serializer[Any]):
    paid = serializers.IntegerField(help_text="Cards that have paid.")
    open = serializers.IntegerField(help_text="Cards that still owe their fee.")
    fees = serializers.IntegerField(help_text="Cents of the fees that go to the prizes.")
    buys = serializers.IntegerField(help_text="Cents of buying in again that go there.")
    bought = serializers.IntegerField(help_text="How often somebody bought in again.")
    added = serializers.IntegerField(help_text="Cents from sponsors.")
    cents = serializers.IntegerField(help_text="The whole pot.")


class PrizeAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField(allow_null=True, help_text="None before the places are final.")
    number = serializers.IntegerField(allow_null=True, help_text="None: a group has won, or nobody.")
    name = serializers.CharField(help_text="Of the card or group.")
    wins = serializers.CharField(help_text="place, last_but_one …; stays: with the club.")
    place = serializers.IntegerField(allow_null=True)
    what = serializers.CharField(help_text="What it is for, in words.")
    cents = serializers.IntegerField(help_text="0: goods only.")
    goods = serializers.CharField()
    certain = serializers.BooleanField(help_text="May be handed out: the places are final, or they are out already.")
    handed_at = serializers.DateTimeField(allow_null=True)
    booking = serializers.IntegerField(allow_null=True, help_text="Id of the line in the till.")
    elsewhere = serializers.BooleanField(
        help_text="Handed out before the tournament came here from another installation: never booked here."
    )


class PrizesAnswer(serializers.Serializer[Any]):
    final = serializers.BooleanField(help_text="The places are final.")
    moved = serializers.BooleanField(help_text="Something was corrected since that would pay other prizes.")
    pot = PotAnswer()
    prizes = PrizeAnswer(many=True, help_text="In the order in which they are called.")
    won = serializers.IntegerField(help_text="Money prizes; with what stays it is the pot.")
    stays = serializers.IntegerField(help_text="Stays with the club.")
    hand_out_order = serializers.ListField(
        child=serializers.IntegerField(), help_text="Start numbers; who is called first stands first."
    )
    problems = serializers.ListField(child=serializers.DictField(), help_text="Why the list cannot be paid.")


class Sure(serializers.Serializer[Any]):
    sure = serializers.BooleanField(required=False, default=False, help_text="All the same.")


class Handed(serializers.Serializer[Any]):
    handed = serializers.BooleanField(help_text="False takes the tick back.")


class HandedEarly(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=0, max_value=100_000, help_text="The start number.")
    wins = serializers.CharField(help_text="As in the prize list.")
    place = serializers.IntegerField(allow_null=True, min_value=0, max_value=100_000)
    handed = serializers.BooleanField(help_text="False takes the tick back.")
