"""The envelopes of the API of evenings."""

from typing import Any

from rest_framework import serializers

from clubs.api.serializers import ProblemAnswer


class OpenEvening(serializers.Serializer[Any]):
    day = serializers.DateField(required=False, help_text="A past day; left out it is the evening that is on.")


class EveningRow(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="By which the till names it.")
    day = serializers.DateField(help_text="The day it began on, in the club's own time.")
    open = serializers.BooleanField()
    seq = serializers.IntegerField(help_text="How often it was closed or opened again.")
    through_till = serializers.BooleanField(help_text="Whether its settlement went through the till.")
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    sheets = serializers.IntegerField(help_text="How many.")
    people = serializers.IntegerField(help_text="How many were there.")


class There(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()
    seated = serializers.BooleanField(help_text="Sits at a table and so was there.")


class NewGuest(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True, max_length=200)
    sure = serializers.BooleanField(required=False, default=False, help_text="Although somebody has nearly that name.")


class EveningTable(serializers.Serializer[Any]):
    game = serializers.CharField()
    status = serializers.CharField()
    seq = serializers.IntegerField()
    players = serializers.ListField(child=serializers.CharField(), help_text="Names in seat order.")
    hands = serializers.IntegerField()
    started_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    watch_secret = serializers.CharField()
    write_secret = serializers.CharField(required=False, help_text="Only for whoever may write.")
    code = serializers.CharField(required=False, help_text="Only for whoever may write.")


class TableToBegin(serializers.Serializer[Any]):
    game = serializers.CharField()
    players = serializers.ListField(child=serializers.JSONField(), help_text="Names; one nobody knows is a guest's.")
    house_rules = serializers.JSONField(required=False, help_text="In place of those of a profile.")
    profile = serializers.IntegerField(required=False, help_text="House rules of the club, by their id.")
    first_dealer = serializers.JSONField(required=False)
    token = serializers.CharField(help_text="Made by the caller; the same token again gets the same sheet.")
    confirms = serializers.BooleanField(default=False, help_text="Every side is asked whether the result is right.")


class SettlementShare(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()
    sheets = serializers.IntegerField()
    legs = serializers.IntegerField(help_text="Won.")
    bummerl = serializers.IntegerField(help_text="Taken.")
    cents = serializers.IntegerField(help_text="Positive: to get.")
    kitty_cents = serializers.IntegerField(help_text="Of those, what was lost to the kitty alone.")


class PaymentAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField(required=False, help_text="Only of a settled evening.")
    payer = serializers.IntegerField(allow_null=True, help_text="Nobody is the kitty.")
    receiver = serializers.IntegerField(allow_null=True, help_text="Nobody is the kitty.")
    cents = serializers.IntegerField()
    paid_at = serializers.DateTimeField(required=False, allow_null=True)


class SettlementAnswer(serializers.Serializer[Any]):
    seen = serializers.CharField(help_text="To be sent back when it is confirmed.")
    shares = SettlementShare(many=True)
    kitty_cents = serializers.IntegerField()
    for_money = serializers.BooleanField()
    payments = PaymentAnswer(many=True)
    problems = ProblemAnswer(many=True, help_text="Why the evening cannot be closed yet.")


class EveningAnswer(EveningRow):
    attendance = There(many=True)
    tables = EveningTable(many=True)
    settlement = SettlementAnswer(allow_null=True, help_text="Of a closed evening.")


class CloseEvening(serializers.Serializer[Any]):
    after_seq = serializers.IntegerField(min_value=0, help_text="The evening's seq as it was seen.")
    seen = serializers.CharField(help_text="Of the settlement that is confirmed.")
    through_till = serializers.BooleanField(required=False, default=False)


class ReopenEvening(serializers.Serializer[Any]):
    after_seq = serializers.IntegerField(min_value=0, help_text="The evening's seq as it was seen.")


class EveningConflict(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="conflict")
    evening = EveningAnswer()
    settlement = SettlementAnswer(help_text="As it is now.")


class AdoptSheet(serializers.Serializer[Any]):
    write_secret = serializers.CharField()
    day = serializers.DateField(help_text="Of the evening it began on.")
    people = serializers.ListField(child=serializers.CharField(allow_blank=True), help_text="Names in seat order.")
