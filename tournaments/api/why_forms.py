"""What the API says of why a card stands where it stands, and of what it still needs."""

from typing import Any

from rest_framework import serializers


class WhyCard(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Start number.")
    name = serializers.CharField(help_text="For whoever asks: outside the club the public one.")


class WhyPlaced(WhyCard):
    place = serializers.IntegerField(allow_null=True)


class WhyRound(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True, help_text="Its number; null: at none.")
    partners = WhyCard(many=True)
    others = WhyCard(many=True, help_text="Who sat there against them.")
    where = serializers.CharField(help_text="Table and opponents, in words.")
    how = serializers.CharField(help_text="played, open, bye, walkover, self_match, struck or missed.")
    counts = serializers.BooleanField(help_text="False: dropped, or of a part that does not count any more.")
    result = serializers.CharField(help_text="As it is written: 15:9, ✓, +27.")
    kind = serializers.CharField(help_text="won, lost, drawn, sum, bye or none.")
    amount = serializers.CharField(help_text="What the round gives in the unit that is added up; may be empty.")
    parts = serializers.CharField(help_text="What that consists of, where it is more than the table wrote.")
    not_counted = serializers.CharField(help_text="Why it does not count, in words.")
    beside = serializers.CharField(help_text="What the card made that it is compared with.")
    beside_counts = serializers.BooleanField()


class WhyPenalty(serializers.Serializer[Any]):
    said = serializers.CharField(help_text="In words.")
    reason = serializers.CharField(help_text="Inside the club only; else empty.")
    where = serializers.CharField(help_text="Where it does not count as it is: in words.")
    alone = serializers.BooleanField(help_text="It counts as it is, not within a round.")


class WhySum(serializers.Serializer[Any]):
    name = serializers.CharField()
    value = serializers.CharField()
    beside = serializers.CharField(help_text="Of the card that it is compared with.")


class WhyInner(serializers.Serializer[Any]):
    criterion = serializers.CharField(
        help_text="Of the chain of the plan; stage and group_place are made by the parts."
    )
    name = serializers.CharField()
    ahead = serializers.CharField(help_text="What the one ahead has of it.")
    behind = serializers.CharField()
    in_words = serializers.BooleanField(help_text="What they have is no figure: how far they came.")
    verdict = serializers.ChoiceField(choices=["decides", "equal", "not_reached"])
    notes = serializers.ListField(child=serializers.CharField(), help_text="What the figures are made of, in words.")


class WhyStep(WhyInner):
    within = WhyInner(many=True, help_text="Of a place in a group: what made it there.")


class WhyCompared(serializers.Serializer[Any]):
    ahead = WhyPlaced()
    behind = WhyPlaced()
    decided_by = serializers.CharField(allow_null=True, help_text="Null: they share the place.")
    shared = serializers.BooleanField()
    said = serializers.CharField(help_text="In one sentence; empty where the place is shared.")
    steps = WhyStep(many=True, help_text="The criteria in the order in which they are compared.")


class NeedsOutcome(serializers.Serializer[Any]):
    result = serializers.CharField(help_text="How the own match ends, in words.")
    said = serializers.CharField(help_text="What comes of it.")


class NeedsTarget(serializers.Serializer[Any]):
    goal = serializers.ChoiceField(choices=["first", "prize", "cut", "present"])
    place = serializers.IntegerField()
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=["sure", "possible", "impossible"])
    said = serializers.ListField(child=serializers.CharField(), help_text="With what it is sure, and possible.")


class NeedsAnswer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    tables = serializers.IntegerField(help_text="Open ones that matter.")
    playing = serializers.BooleanField(help_text="The own table is one of them.")
    said = serializers.ListField(child=serializers.CharField())
    range = serializers.CharField(help_text="The places that are possible, in words.")
    outcomes = NeedsOutcome(many=True)
    targets = NeedsTarget(many=True)
    notes = serializers.ListField(child=serializers.CharField(), help_text="What is not reckoned with.")


class WhyAnswer(WhyCard):
    place = serializers.IntegerField(allow_null=True, help_text="Null: none, or the card takes no part.")
    shared = serializers.BooleanField()
    of = serializers.IntegerField(help_text="How many have a place.")
    said = serializers.ListField(
        child=serializers.CharField(), help_text="The answer in sentences, the main one first."
    )
    rounds = WhyRound(many=True)
    penalties = WhyPenalty(many=True)
    sum = WhySum(allow_null=True)
    lives = serializers.ListField(child=serializers.CharField(), help_text="How lives were lost and bought.")
    compared = WhyCompared(allow_null=True, help_text="With the card `with`, else with the neighbour.")
    ahead = WhyCard(allow_null=True, help_text="The last one with a better place.")
    behind = WhyCard(allow_null=True, help_text="The first one with a worse place.")
    needs = NeedsAnswer(allow_null=True, help_text="Null where no open table can change the place.")
