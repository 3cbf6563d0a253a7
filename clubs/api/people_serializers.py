"""What the API of people reads and says. What is inside is judged by the use cases alone."""

from typing import Any

from rest_framework import serializers

from clubs.api.serializers import ProblemAnswer
from clubs.models.people import Shown


class PersonAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    nickname = serializers.CharField()
    place = serializers.CharField()
    guest = serializers.BooleanField()
    shown = serializers.ChoiceField(choices=Shown.values, help_text="How the name is shown outside the club.")
    public_name = serializers.CharField(help_text="The name as it is shown outside the club.")
    money_shown = serializers.BooleanField(help_text="Whether other members may see the run of the money.")
    rated = serializers.BooleanField(help_text="Whether they appear in ratings; else they count there as a stranger.")
    left_at = serializers.DateTimeField(allow_null=True)
    also_known_as = serializers.ListField(child=serializers.DictField(), help_text="Merged entries: id and name.")
    iban = serializers.CharField(required=False, help_text="Only for the person, the treasurer and the owner.")


class NewPerson(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True)
    nickname = serializers.CharField(required=False, allow_blank=True)
    place = serializers.CharField(required=False, allow_blank=True)
    guest = serializers.BooleanField(
        required=False, default=True, help_text="Scorers add guests only, whatever stands here."
    )
    sure = serializers.BooleanField(
        required=False, default=False, help_text="Add somebody although others are called nearly the same."
    )


class PersonChange(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, allow_blank=True)
    nickname = serializers.CharField(required=False, allow_blank=True)
    place = serializers.CharField(required=False, allow_blank=True)
    guest = serializers.BooleanField(required=False)
    shown = serializers.CharField(required=False, help_text=", ".join(Shown.values))
    money_shown = serializers.BooleanField(required=False)
    rated = serializers.BooleanField(required=False)
    iban = serializers.CharField(
        required=False, allow_blank=True, help_text="Left as it is where one may not see it either."
    )


class MyChange(serializers.Serializer[Any]):
    nickname = serializers.CharField(required=False, allow_blank=True)
    shown = serializers.CharField(required=False, help_text=", ".join(Shown.values))
    money_shown = serializers.BooleanField(required=False)
    rated = serializers.BooleanField(required=False)
    iban = serializers.CharField(required=False, allow_blank=True)
    mails = serializers.BooleanField(required=False, help_text="Your table by e-mail when a round is drawn.")


class MyAnswer(serializers.Serializer[Any]):
    player = PersonAnswer(allow_null=True, help_text="Which of the club's people you are.")
    balance = serializers.IntegerField(help_text="In the till, in cents; negative: you owe the club.")
    mails = serializers.BooleanField(help_text="Whether you want your table by e-mail when a round is drawn.")


class Candidate(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class MaybeTheSame(serializers.Serializer[Any]):
    problems = ProblemAnswer(many=True)
    candidates = Candidate(many=True, help_text="Who is called the same (name_taken) or nearly (maybe_the_same).")


class Leaving(serializers.Serializer[Any]):
    left = serializers.BooleanField(help_text="false: is back")


class ClaimAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    player = serializers.IntegerField()
    person = serializers.CharField()
    account = serializers.CharField()
    by_club = serializers.BooleanField(help_text="Whether the club asks the account, or the account the club.")
    asked_at = serializers.DateTimeField()
    may_answer = serializers.BooleanField()
    may_withdraw = serializers.BooleanField()


class NewClaim(serializers.Serializer[Any]):
    player = serializers.IntegerField(help_text="Who I was.")


class ClaimOffer(serializers.Serializer[Any]):
    account = serializers.IntegerField(help_text="The id of an account in the club (see roles).")


class ImportRow(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True)
    nickname = serializers.CharField(required=False, allow_blank=True, default="")
    place = serializers.CharField(required=False, allow_blank=True, default="")
    guest = serializers.BooleanField(required=False, default=False)


class Import(serializers.Serializer[Any]):
    rows = ImportRow(many=True)
    confirm = serializers.BooleanField(required=False, default=False, help_text="false: only say what would happen.")
    sure = serializers.ListField(
        child=serializers.IntegerField(), required=False, default=list,
        help_text="Numbers of doubtful rows (the first is 1) that are somebody else after all.",
    )  # fmt: skip


class PlannedRow(serializers.Serializer[Any]):
    row = serializers.IntegerField()
    name = serializers.CharField()
    what = serializers.ChoiceField(choices=["new", "known", "maybe", "refused"])
    alike = serializers.ListField(child=serializers.CharField())
    problems = ProblemAnswer(many=True)


class ImportAnswer(serializers.Serializer[Any]):
    rows = PlannedRow(many=True, help_text="What would happen; empty once it was confirmed.")
    added = PersonAnswer(many=True)
