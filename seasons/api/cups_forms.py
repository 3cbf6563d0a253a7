"""What the API of cups reads and says. Totals are exact: a sum and what it is divided by; `hundredths` are rounded."""

from typing import Any

from rest_framework import serializers

from clubs.api.serializers import ProblemAnswer
from clubs.api.till_forms import ONCE_HELP, an_id
from seasons.api.rankings_forms import SEEN_HELP, BoardStateAnswer
from seasons.services.cup_facts import KINDS
from seasons.services.cup_presets import PRESETS

RULES_HELP = (
    "{events: {gives, unit, places, bonus, floor, several}, season: {best, drops, minimum, absent, credit, counts,"
    " divisor, chain, women, teams, towns, groups, group_best, qualified, first_woman}}; what is left out is as usual."
)
WHY_HELP = (
    "below_zero: raised to 0; worse: dropped; absent, zero, credit: was not there and gets nothing, 0, the credit;"
    " before: that was before the first event attended."
)


class CupFields(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, allow_blank=True)
    first_day = serializers.DateField(required=False)
    last_day = serializers.DateField(required=False)
    every_evening = serializers.BooleanField(required=False, help_text="Every evening of the game counts by itself.")
    public = serializers.BooleanField(required=False, help_text="Everybody who has its address may see it.")
    notes = serializers.CharField(required=False, allow_blank=True)


class NewCup(CupFields):
    token = serializers.CharField(help_text=ONCE_HELP)
    game = serializers.CharField(required=False, allow_blank=True, help_text="Of the evenings; empty: none count.")
    preset = serializers.CharField(required=False, help_text=f"{', '.join(PRESETS)}; `rules` go before it.")
    rules = serializers.JSONField(required=False, help_text=RULES_HELP)


class ChangedCup(CupFields):
    game = serializers.CharField(required=False, help_text="Of the evenings, where none has been said before.")
    seen = serializers.IntegerField(required=False, min_value=0, max_value=2**31, help_text=SEEN_HELP)
    women = serializers.ListField(
        child=an_id(), required=False, help_text="Players in the women's table besides those by their start cards."
    )


class CupAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    game = serializers.CharField()
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    every_evening = serializers.BooleanField()
    public = serializers.BooleanField()
    notes = serializers.CharField()
    women = serializers.ListField(child=serializers.IntegerField())
    secret = serializers.CharField(help_text="Of its address for everybody, where it is public.")
    seq = serializers.IntegerField(help_text="Moves with every change.")
    ended_at = serializers.DateTimeField(allow_null=True)
    rules = serializers.JSONField(help_text=RULES_HELP)
    counted = serializers.ListField(child=serializers.CharField(), help_text="The rules in words.")


class CupConflict(serializers.Serializer[Any]):
    problems = ProblemAnswer(many=True)


class CupPreset(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    rules = serializers.JSONField(help_text=RULES_HELP)
    every_evening = serializers.BooleanField()


class CupEnd(serializers.Serializer[Any]):
    ended = serializers.BooleanField(help_text="False: it goes on.")


# --- rules -----------------------------------------------------------------------------------------------------------


class WantedRules(serializers.Serializer[Any]):
    rules = serializers.JSONField(help_text=RULES_HELP)
    from_day = serializers.DateField(help_text="What is said of single events holds from this day on.")
    seen = serializers.IntegerField(required=False, min_value=0, max_value=2**31, help_text=SEEN_HELP)


class CupVersion(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    from_day = serializers.DateField()
    rules = serializers.JSONField(help_text=RULES_HELP)
    counted = serializers.ListField(child=serializers.CharField(), help_text="The rules in words.")
    at = serializers.DateTimeField()


class CupStanding(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True, help_text="None: outside.")
    shared = serializers.BooleanField()
    sum = serializers.IntegerField()
    by = serializers.IntegerField(help_text="What the sum is divided by.")


class CupMove(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()
    before = CupStanding(allow_null=True)
    after = CupStanding(allow_null=True)


# --- events ----------------------------------------------------------------------------------------------------------


class CupResultTyped(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, allow_blank=True, help_text="A name nobody knows becomes a guest.")
    player = an_id(required=False, allow_null=True)
    points = serializers.IntegerField(min_value=-(2**53), max_value=2**53, help_text="In a cup of money cents.")


class NewCupEvent(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    tournament = an_id(required=False, help_text="A tournament of the club; or:")
    evening = serializers.DateField(required=False, help_text="The day of an evening of the club; or:")
    name = serializers.CharField(required=False, allow_blank=True, help_text="A day typed in, with `day`.")
    day = serializers.DateField(required=False)
    results = CupResultTyped(many=True, required=False)


class CupResults(serializers.Serializer[Any]):
    results = CupResultTyped(many=True)
    seen = serializers.IntegerField(required=False, min_value=0, max_value=2**31, help_text=SEEN_HELP)


class CupEventAnswer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="As in the rows of the board.")
    kind = serializers.CharField(help_text=", ".join(KINDS))
    name = serializers.CharField()
    day = serializers.DateField()
    left_out = serializers.BooleanField()
    outside = serializers.BooleanField(
        help_text="A tournament that was moved out of the cup's days: it does not count, until one of them is moved."
    )


class CupDayResult(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField()
    name = serializers.CharField()
    card = serializers.IntegerField(help_text="Start number, or which result of that person it is.")
    points = serializers.IntegerField()
    value = serializers.IntegerField(help_text="The points, or those for the place.")
    bonus = serializers.IntegerField()
    counts = serializers.BooleanField(help_text="False: another result of that person is better.")


class CupDay(CupEventAnswer):
    results = CupDayResult(many=True, help_text="By place.")


# --- the board -------------------------------------------------------------------------------------------------------


class CupCard(serializers.Serializer[Any]):
    card = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField()
    value = serializers.IntegerField()
    bonus = serializers.IntegerField()
    counts = serializers.BooleanField()


class CupPart(serializers.Serializer[Any]):
    event = serializers.CharField()
    made = serializers.IntegerField(help_text="What the cards that count bring.")
    value = serializers.IntegerField(help_text="What may count for the cup: `made`, or what it was raised to.")
    counted = serializers.BooleanField()
    why = serializers.ListField(child=serializers.CharField(), help_text=WHY_HELP)
    cards = CupCard(many=True, help_text="Empty: was not there.")


class CupShare(serializers.Serializer[Any]):
    event = serializers.CharField(help_text="Empty: in all.")
    player = serializers.IntegerField()
    hundredths = serializers.IntegerField()
    counted = serializers.BooleanField()


class CupRow(serializers.Serializer[Any]):
    place = serializers.IntegerField(allow_null=True, help_text="None: outside.")
    shared = serializers.BooleanField()
    player = serializers.IntegerField(allow_null=True, help_text="None: a team or a town.")
    name = serializers.CharField()
    hundredths = serializers.IntegerField(help_text="The total, rounded half up.")
    values = serializers.DictField(child=serializers.IntegerField(), help_text="sum, by, attended, counted, events …")
    decided_by = serializers.CharField(help_text="What puts it behind the one before, where that is not the total.")
    qualified = serializers.CharField(help_text="place or woman: goes to the final.")
    events = CupPart(many=True, help_text="Every event of the cup; of the main table.")
    shares = CupShare(many=True, help_text="Of a team or a town.")


class CupBoard(serializers.Serializer[Any]):
    state = BoardStateAnswer()
    table = serializers.CharField()
    tables = serializers.ListField(child=serializers.CharField(), help_text="Those there are; empty: the main one.")
    rows = CupRow(many=True, help_text="Of this page.")
    count = serializers.IntegerField(help_text="Rows on all pages.")
    next = serializers.IntegerField(allow_null=True, help_text="The page after this one; None: there is none.")
    hidden = serializers.IntegerField(help_text="People whose money you may not see; they are not in it.")


# --- the final -------------------------------------------------------------------------------------------------------


class CupFinal(serializers.Serializer[Any]):
    tournament = an_id(help_text="Of the club, and not begun.")
    sure = serializers.BooleanField(required=False, help_text="Also those who are banned.")
    seen = serializers.ListField(
        child=an_id(), required=False, help_text="Players who had qualified as you saw it; else 409."
    )


class CupFinalAnswer(serializers.Serializer[Any]):
    numbers = serializers.ListField(child=serializers.IntegerField(), help_text="Start numbers that are announced now.")
    before = serializers.IntegerField(help_text="So many had a card already.")
