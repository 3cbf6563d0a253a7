"""What the API of tables reads and says; rows are judged by the use cases."""

from typing import Any

from rest_framework import serializers

from clubs.api.till_forms import ONCE_HELP
from tournaments.models import Result
from tournaments.services.laid_tables import State

HOW = ("typed", "walkover", "strike", "survivor", "sheet")
ROWS_HELP = (
    "One mapping for every seat in order: the unit of the stage and events; where it is enough, only `won` (1 or 0)."
)


class NewResult(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    seen = serializers.IntegerField(min_value=0, help_text="`seen` of the table as it was looked at; else 409.")
    how = serializers.ChoiceField(choices=HOW, default="typed")
    rows = serializers.ListField(child=serializers.DictField(), default=list, help_text=ROWS_HELP)
    boards = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), max_length=2),
        default=list,
        help_text="Teams: for every board what the two made, [] where it was not played.",
    )
    number = serializers.IntegerField(
        required=False, allow_null=True, help_text="walkover: the start number that was there (null: nobody); survivor."
    )
    reason = serializers.CharField(
        default="", allow_blank=True, help_text="To change what counts, and to strike a table; directors only."
    )
    device = serializers.CharField(default="", allow_blank=True, max_length=32)


class ReasonOnly(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    reason = serializers.CharField(allow_blank=True)


class HandCorrection(ReasonOnly):
    line = serializers.IntegerField(help_text="The entry of the hand on the sheet (`seq`).")
    hand = serializers.JSONField(help_text="As it was, see /api/v1/games/.")


class SeatAnswer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField())
    scores = serializers.DictField(allow_null=True, help_text="What counts; null: nothing is in.")


class HandedIn(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    how = serializers.ChoiceField(choices=Result.How.values)
    rows = serializers.ListField(child=serializers.DictField())
    boards = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    scores = serializers.ListField(child=serializers.DictField(), allow_null=True)
    reason = serializers.CharField()
    by = serializers.CharField(help_text="Nobody: a phone at the table.")
    device = serializers.CharField()
    at = serializers.DateTimeField()


class SheetOfTable(serializers.Serializer[Any]):
    status = serializers.CharField()
    seq = serializers.IntegerField()
    hands = serializers.IntegerField()
    watch_secret = serializers.CharField()
    write_secret = serializers.CharField(required=False, help_text="For whoever may hand in results.")
    code = serializers.CharField(required=False)
    scores = serializers.ListField(child=serializers.DictField(), allow_null=True, help_text="What a closed one makes.")
    problems = serializers.ListField(child=serializers.DictField(), help_text="Why a closed one makes no result.")


class TableAnswer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[str(state) for state in State])
    seen = serializers.IntegerField()
    best_of = serializers.IntegerField(help_text="Legs of its match.")
    seats = SeatAnswer(many=True)
    handed_in = HandedIn(many=True)
    sheet = SheetOfTable(allow_null=True)


class MovedAnswer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="moved")
    table = TableAnswer(help_text="As it is now.")


class CodeAnswer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    address = serializers.CharField()
