"""What the API of clubs reads and says. What is inside is judged by the use cases alone."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from clubs.models.club import NamesUntil, Role

NAMES_UNTIL = (
    "For so many months after something is over everybody may read who took part "
    f"({', '.join(map(str, NamesUntil.values))}; 0: for good)."
)


class ProblemAnswer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Stays the same in every language.")
    at = serializers.CharField(allow_null=True, help_text="The field, like people.0.name; null: the whole request.")
    message = serializers.CharField(help_text="The sentence to show.")


class RefusedAnswer(serializers.Serializer[Any]):
    problems = ProblemAnswer(many=True)


class NewClub(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True)
    slug = serializers.CharField(
        required=False, allow_blank=True, help_text="Short address; made from the name where it is missing."
    )
    player = serializers.CharField(
        required=False, allow_blank=True, help_text="Your own name as a player; default: your account's."
    )
    language = serializers.CharField(required=False, help_text=" or ".join(dict(settings.LANGUAGES)))
    time_zone = serializers.CharField(required=False, help_text="Like Europe/Vienna.")
    public = serializers.BooleanField(required=False)


class ClubSettings(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, allow_blank=True)
    slug = serializers.CharField(required=False, allow_blank=True)
    language = serializers.CharField(required=False)
    time_zone = serializers.CharField(required=False)
    public = serializers.BooleanField(required=False)
    names_until = serializers.IntegerField(required=False, help_text=NAMES_UNTIL)
    iban = serializers.CharField(required=False, allow_blank=True)
    account_holder = serializers.CharField(required=False, allow_blank=True)


class ClubAnswer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    language = serializers.CharField()
    time_zone = serializers.CharField()
    public = serializers.BooleanField()
    names_until = serializers.IntegerField(help_text=NAMES_UNTIL)
    role = serializers.ChoiceField(choices=Role.values, help_text="Yours.")
    abilities = serializers.ListField(child=serializers.CharField(), help_text="What you may do (docs/permissions.md).")
    player = serializers.IntegerField(allow_null=True, help_text="Which of the club's people you are.")
    iban = serializers.CharField(required=False, help_text="Only for owners.")
    account_holder = serializers.CharField(required=False, help_text="Only for owners.")


class RoleAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    role = serializers.ChoiceField(choices=Role.values)
    email = serializers.CharField()
    name = serializers.CharField(help_text="As the club calls this account.")
    player = serializers.IntegerField(allow_null=True)
    joined_at = serializers.DateTimeField()


class NewRole(serializers.Serializer[Any]):
    role = serializers.CharField()


class NewInvitation(serializers.Serializer[Any]):
    token = serializers.CharField(
        help_text="Made for this request (8 to 64 letters, digits, - or _); sent again it gets the first answer."
    )
    role = serializers.CharField(required=False, help_text="Default: member.")
    uses = serializers.IntegerField(required=False, help_text="For how many accounts; default: 1.")
    days = serializers.IntegerField(required=False, help_text="How long it holds; default: 7.")
    player = serializers.IntegerField(required=False, allow_null=True, help_text="The one person it is meant for.")


class InvitationAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    role = serializers.ChoiceField(choices=Role.values)
    player = serializers.IntegerField(allow_null=True)
    uses_left = serializers.IntegerField()
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)
    useless = serializers.CharField(allow_null=True, help_text="The code why nobody can come in by it any more.")
    secret = serializers.CharField(help_text="Whoever has it can come in, at /invite/<secret>/.")


class Acceptance(serializers.Serializer[Any]):
    secret = serializers.CharField()


class WhoIAm(serializers.Serializer[Any]):
    player = serializers.IntegerField(
        required=False, allow_null=True, help_text="Somebody the club knows: has to agree."
    )
    name = serializers.CharField(required=False, allow_blank=True, help_text="Somebody new.")


class WhoIAmAnswer(serializers.Serializer[Any]):
    player = serializers.IntegerField(allow_null=True, help_text="Who you are; null while the club has not agreed.")


class ChangeAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)
    what = serializers.CharField(help_text="A code.")
    words = serializers.CharField(help_text="The code in words.")
    about = serializers.CharField(allow_null=True, help_text="The person or the account.")
    before = serializers.DictField()
    after = serializers.DictField()
