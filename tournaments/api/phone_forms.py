"""What the API of a table's code reads and says."""

from typing import Any

from rest_framework import serializers

from clubs.api.till_forms import ONCE_HELP
from tournaments.api.results_forms import (
    BOARDS_HELP,
    ROWS_HELP,
    SCORES_HELP,
    STATE_HELP,
    TABLE_STATES,
    AgreementOfTable,
)

ROUND_HELP = "The round that the phone speaks of; while another one is played it is a 409."


class PhoneRound(serializers.Serializer[Any]):
    round = serializers.IntegerField(help_text=ROUND_HELP)


class PhoneResult(PhoneRound):
    token = serializers.CharField(help_text=ONCE_HELP)
    seen = serializers.IntegerField(min_value=0, help_text="`seen` of the table as it was looked at; else 409.")
    rows = serializers.ListField(child=serializers.DictField(), default=list, help_text=ROWS_HELP)
    boards = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), max_length=2),
        default=list,
        help_text=BOARDS_HELP,
    )
    device = serializers.CharField(default="", allow_blank=True, max_length=32, help_text="Tells phones apart.")


class PhoneConfirmation(PhoneRound):
    token = serializers.CharField(help_text=ONCE_HELP)
    of = serializers.CharField(help_text="`agreement.of` of the table as it was looked at; else 409.")
    number = serializers.IntegerField(help_text="Start number of the card that says so.")
    agrees = serializers.BooleanField()
    remark = serializers.CharField(
        default="",
        allow_blank=True,
        help_text="What is not right; needed where it does not agree, at most 120 letters.",
    )
    passed = serializers.BooleanField(
        default=False, help_text="Said on the phone (`device`) of another card, handed over."
    )
    device = serializers.CharField(default="", allow_blank=True, max_length=32, help_text="Tells phones apart.")


class PhoneSeat(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Start number.")
    name = serializers.CharField(help_text="As outside the club.")
    scores = serializers.DictField(child=serializers.IntegerField(), allow_null=True, help_text=SCORES_HELP)


class LaidTable(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=TABLE_STATES, help_text=STATE_HELP)
    seen = serializers.IntegerField(help_text="To be sent back with a result.")
    best_of = serializers.IntegerField(help_text="Legs of its match.")
    counting = serializers.DictField(help_text="How the result is written down: `stages.counting` of the plan.")
    twice = serializers.BooleanField(help_text="Results are handed in twice and compared.")
    offered = serializers.ListField(
        child=serializers.ChoiceField(choices=["sheet", "result"]), help_text="What the table can still do."
    )
    agreement = AgreementOfTable()
    check_code = serializers.CharField(help_text="Of the closed sheet that counts; see /api/v1/check/.")
    seats = PhoneSeat(many=True)


class PhoneTable(serializers.Serializer[Any]):
    tournament = serializers.CharField()
    number = serializers.IntegerField(help_text="Of the table.")
    round = serializers.IntegerField(allow_null=True, help_text="That is played or was played last; null: none yet.")
    over = serializers.BooleanField(help_text="The places are final.")
    table = LaidTable(allow_null=True, help_text="Null: there is no such table in this round.")


class PhoneSheet(serializers.Serializer[Any]):
    watch_secret = serializers.CharField()
    write_secret = serializers.CharField(required=False, help_text="While the table is open.")
