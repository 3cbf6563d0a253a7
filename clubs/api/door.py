"""The API's door into a club: a personal token, a membership, and the ability that the call needs."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from rest_framework.decorators import api_view, authentication_classes, permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from clubs import messages, queries
from clubs.api.tokens import PersonalToken
from clubs.models import Membership, User
from clubs.permissions import may
from clubs.services.core import Problem, Refused

Rest = ParamSpec("Rest")
Call = Callable[Concatenate[Request, Membership, Rest], HttpResponse]


def club_api(**abilities: str) -> Callable[[Call[Rest]], Callable[..., HttpResponse]]:
    """A call inside the club of the address (`slug`): `@club_api(GET="see", POST="people")`.

    The call gets the membership. Without a token 401, a stranger 404, without the ability 403; what a use case refuses
    is 422 with every problem.
    """

    def with_door(call: Call[Rest]) -> Callable[..., HttpResponse]:
        @never_cache
        @api_view(list(abilities))  # type: ignore[arg-type]  # wraps() keeps the type of the call inside
        @authentication_classes([PersonalToken])
        @permission_classes([IsAuthenticated])
        @wraps(call)
        def guarded(request: Request, slug: str, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
            membership = queries.membership_of(cast(User, request.user), slug)
            if membership is None or not queries.can_be_ids(kwargs):
                raise NotFound
            if not may(membership, abilities["GET" if request.method == "HEAD" else str(request.method)]):
                return refusal(Refused(Problem("not_allowed")), status=403)
            try:
                return call(request, membership, *args, **kwargs)
            except Refused as error:
                return refusal(error)

        guarded.abilities = abilities  # type: ignore[attr-defined]  # docs/permissions.md and its test read it
        return guarded

    return with_door


def account_api(*methods: str) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
    """A call of an account that is in no club in particular: `@account_api("GET", "POST")`.

    Without a token 401; what a use case refuses is 422 with every problem.
    """

    def with_door(call: Callable[..., Response]) -> Callable[..., Response]:
        @never_cache
        @api_view(list(methods))
        @authentication_classes([PersonalToken])
        @permission_classes([IsAuthenticated])
        @wraps(call)
        def guarded(request: Request, *args: Any, **kwargs: Any) -> Response:
            try:
                return call(request, cast(User, request.user), *args, **kwargs)
            except Refused as error:
                return refusal(error)

        return guarded

    return with_door


def envelope(form: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """The filled-in envelope; what is none raises DRF's ValidationError, which becomes a refusal as any other."""
    filled = form(data=request.data)
    filled.is_valid(raise_exception=True)
    return dict(filled.validated_data)


def refusal(error: Refused, status: int = 422) -> Response:
    return Response({"problems": messages.problem_data(error.problems)}, status=status)
