"""What the API of the room, its clock and calls reads and says."""

from typing import Any

from rest_framework import serializers

from clubs.api.till_forms import ONCE_HELP
from tournaments.messages.room import HINTS
from tournaments.services.announcements import Moment
from tournaments.services.clock import MOST_MINUTES
from tournaments.services.room import QUIET, Mark, Status

MINUTES_HELP = f"0 to {MOST_MINUTES}; 0: no end, the clock counts up."
STATUS_HELP = (
    "open: nothing is in and no hand is written; asked: in, and somebody has not agreed yet; alone: a bye. Marks:"
    f" quiet: writes hand by hand and no sign for {QUIET} minutes; late: over its time; unsigned; called; hinted."
)
CLOCK_SEEN = "`seen` of the clock as it was looked at; else 409."


class ClockAnswer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    started_at = serializers.DateTimeField(allow_null=True, help_text="Null: nobody has given the signal.")
    minutes = serializers.IntegerField(help_text=MINUTES_HELP)
    ends_at = serializers.DateTimeField(allow_null=True, help_text="Null: not started, or no end.")
    seen = serializers.CharField(help_text="To be sent back with a change.")


class ClockStart(serializers.Serializer[Any]):
    seen = serializers.CharField(help_text=CLOCK_SEEN + " Started since is the answer, started once.")
    minutes = serializers.IntegerField(required=False, help_text=MINUTES_HELP + " Default: as they are.")


class ClockMinutes(serializers.Serializer[Any]):
    seen = serializers.CharField(help_text=CLOCK_SEEN)
    minutes = serializers.IntegerField(help_text=MINUTES_HELP + " In all, not on top: said twice it is once.")


class ExtraTime(serializers.Serializer[Any]):
    seen = serializers.IntegerField(help_text="The extra minutes as they were looked at; else 409.")
    minutes = serializers.IntegerField(help_text="Extra minutes in all: said twice it is once.")


class ExtraAnswer(serializers.Serializer[Any]):
    table = serializers.IntegerField(help_text="Its number.")
    extra_minutes = serializers.IntegerField(help_text="In all, beyond the clock of the round.")
    ends_at = serializers.DateTimeField(allow_null=True)


class CallNow(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP + " A call that is open is the answer too.")
    device = serializers.CharField(default="", allow_blank=True, max_length=32, help_text="Tells phones apart.")
    round = serializers.IntegerField(help_text="The round that the phone speaks of; while another is played it is 422.")


class CallAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    at = serializers.DateTimeField(help_text="When somebody called.")
    answered_at = serializers.DateTimeField(allow_null=True, help_text="Null: still waiting.")


class StripAnswer(serializers.Serializer[Any]):
    table = serializers.IntegerField(help_text="Its number.")
    round = serializers.IntegerField()
    started_at = serializers.DateTimeField(allow_null=True, help_text="Of the clock; null: not running.")
    ends_at = serializers.DateTimeField(allow_null=True, help_text="With the table's extra time; null: no end.")
    may_call = serializers.BooleanField(help_text="Whether the director can be called from here now.")
    call = CallAnswer(allow_null=True, help_text="The last one of this table.")


class HintAnswer(serializers.Serializer[Any]):
    code = serializers.ChoiceField(choices=sorted(HINTS))
    text = serializers.CharField(help_text="A sentence. What looks unusual need not be wrong.")


class RoomTable(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    cards = serializers.ListField(
        child=serializers.IntegerField(), help_text="Start numbers in the order of the seats."
    )
    status = serializers.ChoiceField(choices=[str(one) for one in Status], help_text=STATUS_HELP)
    marks = serializers.ListField(
        child=serializers.ChoiceField(choices=[str(one) for one in Mark]), help_text="Any number of them."
    )
    hands = serializers.IntegerField(help_text="Written on its sheet so far.")
    ends_at = serializers.DateTimeField(allow_null=True, help_text="With its extra time; null: no end.")
    extra_minutes = serializers.IntegerField(help_text="In all, beyond the clock of the round.")
    seen_at = serializers.DateTimeField(allow_null=True, help_text="Last sign of a phone at the table; null: none.")
    call = CallAnswer(allow_null=True, help_text="An open call for the director.")
    unsigned = serializers.IntegerField(help_text="Hands that wait for a director's signature.")
    hints = HintAnswer(many=True, help_text="For whoever may hand in results; empty for others.")


class RoomAnswer(serializers.Serializer[Any]):
    clock = ClockAnswer()
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Tables by status and by mark.")
    tables = RoomTable(many=True, help_text="By number.")
    seen = serializers.CharField(help_text="Sent back as `?seen=`: 204 where nothing has changed.")


class AnnouncementAnswer(serializers.Serializer[Any]):
    moment = serializers.ChoiceField(choices=[str(one) for one in Moment])
    text = serializers.CharField(help_text="To be read aloud, a line for each sentence. Empty: nothing to say of it.")
