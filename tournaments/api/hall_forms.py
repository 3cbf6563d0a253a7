"""What the API of a hall says, for everybody without an account."""

from typing import Any

from rest_framework import serializers

from tournaments.services.hall import Where

WHERE_HELP = "In the round that is played or was played last; `out`: for good. A table or a bye stands in `now`."


class HallClock(serializers.Serializer[Any]):
    started_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(allow_null=True, help_text="Null: it counts up.")


class HallCard(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Start number.")
    name = serializers.CharField(help_text="As outside the club.")


class HallTable(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    open = serializers.BooleanField(help_text="It has not handed in.")
    seats = HallCard(many=True)


class HallLine(HallCard):
    place = serializers.IntegerField(allow_null=True)
    total = serializers.CharField(help_text="The first figure of the ranking, as it is written.")
    lives = serializers.IntegerField(allow_null=True)
    decided = serializers.CharField(help_text="What decided, in words, where it was more than the result itself.")


class HallPrize(serializers.Serializer[Any]):
    what = serializers.CharField(help_text="What it is for, in words.")
    cents = serializers.IntegerField(help_text="0: goods only.")
    goods = serializers.CharField()


class HallWinner(HallPrize):
    number = serializers.IntegerField(allow_null=True, help_text="Null: a group has won.")
    name = serializers.CharField()


class HallAnswer(serializers.Serializer[Any]):
    tournament = serializers.CharField()
    club = serializers.CharField()
    day = serializers.DateField()
    place = serializers.CharField()
    round = serializers.IntegerField(allow_null=True, help_text="That is played or was played last; null: none yet.")
    said = serializers.CharField(help_text="How far it is, in words.")
    over = serializers.BooleanField(help_text="The places are final.")
    clock = HallClock(allow_null=True, help_text="Null while nobody has started it, and when all tables are in.")
    tables = HallTable(many=True)
    byes = HallCard(many=True)
    missing = serializers.ListField(child=serializers.IntegerField(), help_text="Tables that have not handed in.")
    kept_back = serializers.CharField(help_text="Why not all of the standings is told, in words.")
    state = serializers.CharField(help_text="Of the standings that are told: after which round.")
    standings = HallLine(many=True, help_text="As far as they are public.")
    prizes = HallWinner(many=True, help_text="Who has won what, as far as it is public; the best first.")
    rules = serializers.ListField(child=serializers.DictField(), help_text="The rule sheet: `title` and `lines`.")


class HallSitting(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True, help_text="Null: a bye.")
    seat = serializers.IntegerField(allow_null=True, help_text="Counted from 1, in the order of the draw.")
    partners = HallCard(many=True)
    opponents = HallCard(many=True)
    match = serializers.BooleanField(help_text="One side against the other, and not everybody for themselves.")
    open = serializers.BooleanField(help_text="The table has not handed in.")
    made = serializers.CharField(help_text="As it is written; nothing where it is not public.")
    kind = serializers.ChoiceField(choices=["won", "lost", "drawn", "sum", "bye", "none"])
    dropped = serializers.BooleanField(help_text="Struck out as one of the worst rounds.")


class HallFigure(serializers.Serializer[Any]):
    name = serializers.CharField()
    value = serializers.CharField()


class HallOwn(HallCard):
    where = serializers.ChoiceField(choices=[str(one) for one in Where], help_text=WHERE_HELP)
    said = serializers.CharField(help_text="The same in words; nothing at a table.")
    round = serializers.IntegerField(allow_null=True)
    now = HallSitting(allow_null=True)
    place = serializers.IntegerField(allow_null=True, help_text="Null: none, or it is not public.")
    shared = serializers.BooleanField()
    of = serializers.IntegerField(help_text="So many have a place; 0: it is not public.")
    state = serializers.CharField(help_text="After which round that is.")
    decided = serializers.CharField(help_text="What put it behind the card before, in words.")
    figures = HallFigure(many=True)
    lives = serializers.IntegerField(allow_null=True)
    adjustments = serializers.ListField(child=serializers.CharField(), help_text="Penalties and bonuses, in words.")
    rounds = HallSitting(many=True, help_text="The last one first.")
    prizes = HallPrize(many=True)
