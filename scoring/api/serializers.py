"""The envelopes of the API. What is inside (hands, house rules, players) is judged by the engine alone."""

from typing import Any

from rest_framework import serializers

from scoring.models import Entry

HAND_HELP = "One hand; its fields are those of the game, see /api/v1/games/."


class SheetDocument(serializers.Serializer[Any]):
    """A table as one document: stateless scoring and the beginning of a sheet take it."""

    game = serializers.CharField()
    house_rules = serializers.DictField(required=False, help_text="Only what departs from the game's defaults.")
    players = serializers.ListField(child=serializers.CharField(), help_text="Names in seat order, clockwise.")
    first_dealer = serializers.IntegerField(required=False, help_text="Seat that deals first; default: the last.")
    hands = serializers.ListField(child=serializers.DictField(), required=False, help_text="Oldest first.")
    closed = serializers.BooleanField(required=False)


class NewSheet(serializers.Serializer[Any]):
    game = serializers.CharField()
    players = serializers.ListField(child=serializers.JSONField())
    house_rules = serializers.JSONField(required=False)
    first_dealer = serializers.JSONField(required=False)
    token = serializers.CharField(help_text="Made by the caller; the same token again gets the same sheet.")


class Envelope(serializers.Serializer[Any]):
    """What every write carries."""

    after_seq = serializers.IntegerField(min_value=0, help_text="The last entry that was seen.")
    token = serializers.CharField(
        help_text="Made for this request (8 to 64 letters, digits, - or _); sent again it gets the first answer."
    )
    device = serializers.CharField(required=False, default="", max_length=32, allow_blank=True)


class HandEnvelope(Envelope):
    hand = serializers.JSONField(help_text=HAND_HELP)


class VoidEnvelope(Envelope):
    line = serializers.IntegerField(help_text="The entry of the hand to strike out.")
    together = serializers.BooleanField(
        required=False, default=False, help_text="Strike out later hands that can no longer stand as well."
    )


class RestoreEnvelope(Envelope):
    line = serializers.IntegerField(help_text="The entry of the hand that was struck out.")


class ReplaceEnvelope(HandEnvelope):
    line = serializers.IntegerField(help_text="The entry of the hand to put right.")
    together = serializers.BooleanField(
        required=False, default=False, help_text="Strike out later hands that can no longer stand."
    )


class SeatsEnvelope(Envelope):
    players = serializers.ListField(child=serializers.CharField(), source="names", help_text="Names in seat order.")


class HandOnly(serializers.Serializer[Any]):
    hand = serializers.JSONField(help_text=HAND_HELP)


class EntryAnswer(serializers.ModelSerializer[Entry]):
    class Meta:
        model = Entry
        fields = ("seq", "kind", "data", "at", "device")


class SheetAnswer(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    status = serializers.CharField()
    code = serializers.CharField(required=False, help_text="Of the table; only for whoever may write.")
    write_secret = serializers.CharField(required=False, help_text="Only for whoever may write.")
    watch_secret = serializers.CharField()
    document = serializers.DictField(help_text="The sheet as one document, standing hands only.")
    result = serializers.DictField(help_text="What the engine makes of it.")
    entries = EntryAnswer(many=True)


class WrittenAnswer(serializers.Serializer[Any]):
    entry = EntryAnswer()
    seq = serializers.IntegerField()
    status = serializers.CharField()
    totals = serializers.ListField(child=serializers.IntegerField())
    bummerl = serializers.ListField(child=serializers.IntegerField())
    dealer = serializers.IntegerField()
    finished = serializers.BooleanField()
    deals_left = serializers.IntegerField(required=False, allow_null=True, help_text="Bauerntarock.")
    next_deal = serializers.CharField(required=False, help_text="Kratzen.")
    pot = serializers.IntegerField(required=False, help_text="Kratzen, in cents.")
    tied = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="Talonschnapsen: who plays the decider."
    )


class ConflictAnswer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="conflict")
    written = EntryAnswer(many=True, help_text="What was written since after_seq.")
    sheet = SheetAnswer()
