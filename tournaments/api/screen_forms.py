"""What the API of the screens and of reading out the places reads and says."""

from typing import Any

from rest_framework import serializers

from clubs.api.till_forms import ONCE_HELP
from tournaments.services.screen_program import LONGEST, SHORTEST, Look, What

WHAT_HELP = f"One of {', '.join(What)}."


class ShowLine(serializers.Serializer[Any]):
    what = serializers.CharField(help_text=WHAT_HELP)
    seconds = serializers.IntegerField(
        required=False,
        min_value=-(2**31),
        max_value=2**31 - 1,
        help_text=f"{SHORTEST} to {LONGEST}, of several pages each; default: what is usual for it.",
    )
    text = serializers.CharField(required=False, allow_blank=True, help_text="The words of a message.")


class NewScreen(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    name = serializers.CharField(allow_blank=True)


class ChangedScreen(serializers.Serializer[Any]):
    """What is not mentioned stays."""

    seen = serializers.CharField(help_text="The mark one started from; another one now is a 409.")
    name = serializers.CharField(required=False, allow_blank=True)
    look = serializers.ChoiceField(choices=[str(look) for look in Look], required=False)
    shows = ShowLine(many=True, required=False, help_text="All of it, in its order.")


class ShownAnswer(serializers.Serializer[Any]):
    what = serializers.CharField(help_text=WHAT_HELP)
    seconds = serializers.IntegerField(help_text="So long each of its pages is shown.")
    text = serializers.CharField()


class ScreenAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    secret = serializers.CharField(
        help_text="Its page is /screen/<secret>/: public, to be opened on the machine behind it."
    )
    look = serializers.ChoiceField(choices=[str(look) for look in Look])
    shows = ShownAnswer(many=True)
    now = ShownAnswer(allow_null=True, help_text="Shown instead of all of them just now.")
    mark = serializers.CharField(help_text="For `seen` of a change.")


class ShowNow(serializers.Serializer[Any]):
    what = serializers.CharField(allow_null=True, help_text=f"{WHAT_HELP} Null: back to their lists.")
    text = serializers.CharField(required=False, allow_blank=True, help_text="The words of a message.")


class ReadingStep(serializers.Serializer[Any]):
    act = serializers.ChoiceField(choices=["start", "step", "finish"])
    to = serializers.IntegerField(
        required=False, min_value=0, max_value=2**15, help_text="step: so many lines are read then; one more is next."
    )
    seen = serializers.IntegerField(
        required=False, min_value=0, max_value=2**15, help_text="step: how many were read; another number now is a 409."
    )
    sure = serializers.BooleanField(required=False, default=False, help_text="Confirmed what was asked.")


class ReadingLine(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()


class ReadingAnswer(serializers.Serializer[Any]):
    on = serializers.BooleanField(help_text="Somebody is reading.")
    over = serializers.BooleanField(help_text="Every place was read.")
    seen = serializers.IntegerField(help_text="So many lines were read, those without a place among them.")
    lines = serializers.IntegerField(help_text="So many there are in all.")
    read = ReadingLine(many=True, help_text="The one read last first.")
    coming = ReadingLine(many=True, help_text="The next one first.")
