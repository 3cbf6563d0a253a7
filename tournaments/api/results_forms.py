"""What the API of tables reads and says; rows are judged by the use cases."""

from typing import Any

from rest_framework import serializers

from clubs.api.till_forms import ONCE_HELP
from scoring.api.serializers import AGREEMENT_STATES
from tournaments.models import Result
from tournaments.services.handing_in import WITHOUT_LIST
from tournaments.services.laid_tables import State

ROWS_HELP = (
    "One mapping for every seat in order: the unit of the stage and events; where it is enough, only `won` (1 or 0)."
)
BOARDS_HELP = "Teams: for every board what the two made, [] where it was not played."
SCORES_HELP = (
    "What counts: the unit, won/lost/drawn, made and conceded in matches, table_rank at tables, events;"
    " 1 for walkover, struck, self_match. Null: nothing is in."
)
AGREED_HELP = (
    "off: nobody is asked, or nothing is in; open: not everybody has said yes; agreed; disputed: somebody says no."
)
TABLE_STATES = [str(state) for state in State]
STATE_HELP = (
    "writing: its sheet is open; typed_once: waits for the second entry; disputed: two that differ; alone: a bye."
)


class NewResult(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    seen = serializers.IntegerField(min_value=0, help_text="`seen` of the table as it was looked at; else 409.")
    how = serializers.ChoiceField(choices=("typed", *WITHOUT_LIST), default="typed")
    rows = serializers.ListField(child=serializers.DictField(), default=list, help_text=ROWS_HELP)
    boards = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), max_length=2),
        default=list,
        help_text=BOARDS_HELP,
    )
    number = serializers.IntegerField(
        required=False, allow_null=True, help_text="walkover: the start number that was there (null: nobody); survivor."
    )
    reason = serializers.CharField(
        default="", allow_blank=True, help_text="To change what counts, and to strike a table; directors only."
    )
    cards = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="With rows or boards: the start numbers of the slip; refused where others sit there by now.",
    )
    device = serializers.CharField(default="", allow_blank=True, max_length=32, help_text="Tells phones apart.")


class ReasonOnly(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    reason = serializers.CharField(allow_blank=True)


class HandCorrection(ReasonOnly):
    line = serializers.IntegerField(help_text="The entry of the hand on the sheet (`seq`).")
    hand = serializers.JSONField(help_text="As it was, see /api/v1/games/.")


class SeatAnswer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Start number.")
    name = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField(), help_text="Ids of the people.")
    scores = serializers.DictField(child=serializers.IntegerField(), allow_null=True, help_text=SCORES_HELP)


class HandedIn(serializers.Serializer[Any]):
    seq = serializers.IntegerField(help_text="From 1; the last one counts.")
    how = serializers.ChoiceField(choices=Result.How.values, help_text="first: of two entries that are compared.")
    rows = serializers.ListField(child=serializers.DictField(), help_text="As it was sent.")
    boards = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), help_text="As it was sent."
    )
    scores = serializers.ListField(child=serializers.DictField(), allow_null=True, help_text=SCORES_HELP)
    reason = serializers.CharField(help_text="Why it was corrected.")
    by = serializers.CharField(help_text="Empty: a phone at the table.")
    device = serializers.CharField(help_text="Which phone.")
    at = serializers.DateTimeField()


class SheetOfTable(serializers.Serializer[Any]):
    status = serializers.CharField(help_text="open or closed.")
    seq = serializers.IntegerField(help_text="Its last entry.")
    hands = serializers.IntegerField(help_text="How many are written.")
    watch_secret = serializers.CharField(help_text="Opens /api/v1/sheets/ to look.")
    write_secret = serializers.CharField(required=False, help_text="For whoever may hand in results.")
    code = serializers.CharField(required=False, help_text="Opens the sheet on other phones.")
    check_code = serializers.CharField(help_text="Of a closed one; see /api/v1/check/.")
    scores = serializers.ListField(child=serializers.DictField(), allow_null=True, help_text="What a closed one makes.")
    problems = serializers.ListField(child=serializers.DictField(), help_text="Why a closed one makes no result.")


class VoiceAnswer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Start number of the card that says so.")
    agrees = serializers.BooleanField()
    passed = serializers.BooleanField(help_text="Said on the phone of another card, handed over.")
    remark = serializers.CharField(required=False, help_text="What is not right; only inside the club.")


class UnsignedAnswer(serializers.Serializer[Any]):
    word = serializers.CharField(help_text="The contract, or the event of a typed result.")
    line = serializers.IntegerField(allow_null=True, help_text="The entry on the sheet; null: of a typed result.")
    number = serializers.IntegerField(allow_null=True, help_text="Start number whose it was.")


class AgreementOfTable(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=AGREEMENT_STATES, help_text=AGREED_HELP)
    of = serializers.CharField(help_text="What is confirmed: to be sent back with it; else 409.")
    said = VoiceAnswer(many=True)


class AgreementAtDesk(AgreementOfTable):
    settled = serializers.CharField(help_text="How a director has decided a dispute.")
    unsigned = UnsignedAnswer(many=True, help_text="What a director still has to sign.")


class SigningTable(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    line = serializers.IntegerField(required=False, allow_null=True, help_text="The entry of a hand on the sheet.")
    of = serializers.CharField(default="", allow_blank=True, help_text="Of a typed result: `agreement.of`; else 409.")


class Deciding(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    note = serializers.CharField(allow_blank=True, help_text="How it was decided, at most 120 letters.")
    of = serializers.CharField(help_text="`agreement.of` as it was looked at; else 409.")


class TableAnswer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Of the table.")
    state = serializers.ChoiceField(choices=TABLE_STATES, help_text=STATE_HELP)
    seen = serializers.IntegerField(help_text="To be sent back with a result.")
    best_of = serializers.IntegerField(help_text="Legs of its match.")
    seats = SeatAnswer(many=True)
    handed_in = HandedIn(many=True, help_text="All of it, oldest first.")
    sheet = SheetOfTable(allow_null=True)
    agreement = AgreementAtDesk()


class MovedAnswer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="moved")
    table = TableAnswer(help_text="As it is now.")


class CodeAnswer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    address = serializers.CharField(help_text="Its last part is the code, for /api/v1/tables/.")
