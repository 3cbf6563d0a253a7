"""The envelopes of the API. What is inside (hands, house rules, players) is judged by the engine alone."""

from typing import Any

from django.utils.crypto import salted_hmac
from rest_framework import serializers

from scoring.models import Entry
from scoring.services.agreement import State
from scoring.services.check_code import Answer

AGREEMENT_STATES = [str(state) for state in State]
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
    confirms = serializers.BooleanField(default=False, help_text="Every side is asked whether the result is right.")


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


class ConfirmEnvelope(Envelope):
    side = serializers.IntegerField(help_text="Who says so: index of `sides` in the result.")
    agrees = serializers.BooleanField()
    remark = serializers.CharField(
        default="", allow_blank=True, help_text="What is not right; needed where nobody agrees, at most 120 letters."
    )
    passed = serializers.BooleanField(
        default=False,
        help_text="Said on the phone (`device`) of another side, handed over. Without it that is refused.",
    )


class Asking(serializers.Serializer[Any]):
    confirms = serializers.BooleanField(help_text="Whether every side is asked if the result is right.")


class HandOnly(serializers.Serializer[Any]):
    hand = serializers.JSONField(help_text=HAND_HELP)


class EntryAnswer(serializers.ModelSerializer[Entry]):
    device = serializers.SerializerMethodField(
        help_text="Tells the phones of this sheet apart; not the mark that was sent, with which one could pass for it."
    )

    class Meta:
        model = Entry
        fields = ("seq", "kind", "data", "at", "device")

    def get_device(self, entry: Entry) -> str:
        return salted_hmac(f"phones of sheet {entry.sheet_id}", entry.device).hexdigest()[:12] if entry.device else ""


class SideAnswer(serializers.Serializer[Any]):
    side = serializers.IntegerField()
    agrees = serializers.BooleanField()
    remark = serializers.CharField(help_text="Not for strangers.")
    passed = serializers.BooleanField(help_text="Said on the phone of another side, handed over.")
    seq = serializers.IntegerField(help_text="Its entry.")


class UnsignedHand(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="The entry of the hand.")
    contract = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True, help_text="Whose it was.")


class AgreementOfSheet(serializers.Serializer[Any]):
    state = serializers.ChoiceField(
        choices=AGREEMENT_STATES,
        help_text="off: nobody is asked, or a director has decided; agreed: every side; disputed: one says no.",
    )
    said = SideAnswer(many=True, help_text="What each side said last of the record as it is.")
    settled = serializers.CharField(help_text="How a director has decided a dispute; not for strangers.")
    unsigned = UnsignedHand(many=True, help_text="Hands that a director still has to sign.")


class SheetAnswer(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    status = serializers.CharField()
    code = serializers.CharField(required=False, help_text="Of the table; only for whoever may write.")
    write_secret = serializers.CharField(required=False, help_text="Only for whoever may write.")
    watch_secret = serializers.CharField()
    begun = serializers.CharField(help_text="When, to the microsecond in UTC, as the check code has it.")
    check_code = serializers.CharField(
        help_text="Of a closed sheet: tells whether its record is the one that the table signed. Empty: it is open."
    )
    agreement = AgreementOfSheet()
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


class CheckAnswer(serializers.Serializer[Any]):
    answer = serializers.ChoiceField(
        choices=[str(one) for one in Answer],
        help_text="signed: the record is exactly what the table signed; changed: it is another one since.",
    )
    code = serializers.CharField(help_text="As it is written: XXXX-XXXX.")
    game = serializers.CharField()
    day = serializers.DateField(help_text="On which it was begun.")
    players = serializers.ListField(child=serializers.CharField(), help_text="As outside the club.")
    status = serializers.CharField(help_text="open or closed.")
    totals = serializers.DictField(required=False, help_text="Per seat, in every unit; only what was signed.")
    hands = serializers.IntegerField(required=False, help_text="How many; only what was signed.")
