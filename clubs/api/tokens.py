"""Personal tokens at the API's door: when each was last used is noted, and the schema knows how they are sent."""

from typing import Any

from django.utils import timezone
from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from knox.auth import TokenAuthentication

from clubs.models import ApiToken
from clubs.services.accounts import note_use


class PersonalToken(TokenAuthentication):  # type: ignore[misc]  # knox ships no types
    """`Authorization: Token …`, made by a person on the account page."""

    def validate_user(self, auth_token: ApiToken) -> Any:
        answer = super().validate_user(auth_token)
        note_use(auth_token, now=timezone.now())
        return answer


class PersonalTokenScheme(KnoxTokenScheme):  # type: ignore[no-untyped-call]  # drf-spectacular registers it so
    target_class = "clubs.api.tokens.PersonalToken"
    name = "personalToken"
