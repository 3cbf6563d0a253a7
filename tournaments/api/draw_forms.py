"""What the API of draws and rounds reads and says."""

from typing import Any

from rest_framework import serializers

MOST = 2**15


def a_number(**more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=MOST, **more)


class NewDraw(serializers.Serializer[Any]):
    number = a_number(help_text="The round one means to draw; one that is drawn already is the answer.")
    seed = serializers.CharField(
        required=False, allow_blank=True, help_text="Default: the tournament's; then /number, drawn again /number/2 …"
    )
    again = serializers.BooleanField(required=False, help_text="Draw it anew; counted.")
    seen = a_number(required=False, help_text="With again: the attempt that was looked at; draws anew only that one.")


class WantedTable(serializers.Serializer[Any]):
    number = a_number(required=False, help_text="Of the table; default: the next.")
    seats = serializers.ListField(
        child=a_number(), min_length=1, max_length=16, help_text="Start numbers in the order of the seats."
    )


class ByHand(serializers.Serializer[Any]):
    number = a_number(help_text="Of the round.")
    tables = WantedTable(many=True, help_text="The whole round.")
    byes = serializers.ListField(
        child=a_number(), required=False, max_length=2000, help_text="Start numbers of who has no opponent."
    )


class Swap(serializers.Serializer[Any]):
    first = a_number(help_text="Start number.")
    second = a_number(help_text="Start number.")
    seen = serializers.CharField(required=False, help_text="The mark of the draft that was looked at.")
    preview = serializers.BooleanField(required=False, help_text="Only say what would change.")


class Publish(serializers.Serializer[Any]):
    number = a_number()
    seen = serializers.CharField(required=False, help_text="The mark of the draft that was looked at.")


class DrawNote(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="met_again, second_bye …")
    figures = serializers.DictField(help_text="numbers: start numbers; table; times …")
    message = serializers.CharField(help_text="In words.")


class DrawnTable(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.IntegerField(), help_text="Start numbers.")
    names = serializers.ListField(child=serializers.CharField(), help_text="Of the cards, in the order of the seats.")


class DrawnRound(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    stage = serializers.IntegerField(help_text="Index of the stage in the plan.")
    state = serializers.ChoiceField(choices=["draft", "published"])
    mark = serializers.CharField(help_text="Tells one set of tables from another.")
    seed = serializers.CharField(help_text="What it was drawn with; empty: set by hand.")
    attempt = serializers.IntegerField(help_text="Counts how often it was drawn.")
    by_hand = serializers.BooleanField(help_text="Set or swapped by hand.")
    tables = DrawnTable(many=True)
    byes = serializers.ListField(child=serializers.IntegerField(), help_text="Start numbers of who has no opponent.")
    notes = DrawNote(many=True, help_text="What could not be kept.")
    drawn_at = serializers.DateTimeField()
    published_at = serializers.DateTimeField(allow_null=True)


class GoerAnswer(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField()
    why = serializers.CharField(help_text="What decided, in words.")


class GoingOnAnswer(serializers.Serializer[Any]):
    stage = serializers.IntegerField(help_text="Index of the stage that begins.")
    rows = GoerAnswer(many=True, help_text="Who goes on, best first.")
    out = GoerAnswer(many=True, help_text="The best of those who do not go on.")
    by_lot = serializers.ListField(child=serializers.IntegerField(), help_text="Equal, parted by the lot.")


class DrawAnswer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Of the next round.")
    stage = serializers.IntegerField(help_text="Index of the stage in the plan.")
    seed = serializers.CharField(help_text="What the next round would be drawn with.")
    open_tables = serializers.ListField(
        child=serializers.IntegerField(), help_text="Of the last round; while there are any, nothing is drawn."
    )
    over = serializers.BooleanField(help_text="Everything is played.")
    there = serializers.ListField(child=serializers.IntegerField(), help_text="Who belongs into the next round.")
    expected = serializers.ListField(child=serializers.IntegerField(), help_text="Announced, not checked in.")
    unpaid = serializers.ListField(child=serializers.IntegerField(), help_text="For the desk only.")
    pausing = serializers.ListField(child=serializers.IntegerField(), help_text="Who lets it pass.")
    going_on = GoingOnAnswer(allow_null=True)
    being_drawn = serializers.BooleanField(help_text="There is a draft.")
    draft = DrawnRound(allow_null=True, help_text="Only for whoever may direct.")


class SwapAnswer(serializers.Serializer[Any]):
    gained = DrawNote(many=True, help_text="What then could not be kept.")
    lost = DrawNote(many=True, help_text="What then is kept again.")
    round = DrawnRound(help_text="Swapped, or with preview as it is now.")


class VerifiedAnswer(serializers.Serializer[Any]):
    seed = serializers.CharField(help_text="What it was drawn with.")
    same = serializers.BooleanField(help_text="The seed gives exactly these tables.")
    moved = serializers.ListField(child=serializers.IntegerField(), help_text="Start numbers moved by hand.")
    drawn = DrawnTable(many=True, allow_null=True, help_text="What the seed gives; null: set by hand.")
    byes = serializers.ListField(child=serializers.IntegerField(), help_text="What the seed gives.")
    drawn_from = serializers.DictField(help_text="Everything it was drawn from.")
