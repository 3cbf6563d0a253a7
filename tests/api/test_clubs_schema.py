"""The description of the clubs' API: every call is in it, and nothing that it allows makes the server fall over."""

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from django.db import connection
from django.test import Client
from django.urls import get_resolver
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.management.permission_table import patterns
from clubs.models import Membership
from clubs.models.club import Role
from tests.club import House

pytestmark = pytest.mark.django_db

SCHEMA = SchemaGenerator().get_schema(request=None, public=True)
OPERATIONS = sorted(
    (method, path)
    for path, methods in SCHEMA["paths"].items()
    if path.startswith("/api/v1/clubs/")
    for method in methods
)


@pytest.fixture(scope="module")
def described() -> Any:
    return schemathesis.openapi.from_dict(SCHEMA)


@pytest.fixture
def asked_by_owner(house: House) -> Client:
    return Client(headers={"Authorization": f"Token {house.token()}"})


def test_every_call_is_described_with_a_summary_and_its_answers() -> None:
    addresses = {re.sub(r"<\w+:\w+>", "{}", route) for route, _pattern in patterns(get_resolver())}
    addresses = {one for one in addresses if one.startswith("/api/v1/clubs/")}
    assert {re.sub(r"{\w+}", "{}", path) for _method, path in OPERATIONS} == addresses
    for method, path in OPERATIONS:
        told = SCHEMA["paths"][path][method]
        assert told.get("summary"), (method, path)
        answers = [code for code in told["responses"] if code.startswith("2")]
        assert answers, (method, path)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
@settings(
    max_examples=5 if connection.vendor == "sqlite" else 2,  # that the database takes what is asked of it
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(data=st.data())
def test_nothing_that_the_schema_allows_is_a_server_error(
    method: str, path: str, data: st.DataObject, described: Any, asked_by_owner: Client, house: House
) -> None:
    case = data.draw(described[path][method].as_strategy())
    if "slug" in case.path_parameters:
        case.path_parameters["slug"] = house.club.slug
    query = "&".join(f"{quote(str(key))}={quote(str(value))}" for key, value in (case.query or {}).items())
    body = "" if case.body.__class__.__name__ == "NotSet" else json.dumps(case.body)
    address = f"{quote(case.formatted_path, safe='/%')}?{query}"
    answer = asked_by_owner.generic(method, address, body, content_type="application/json")
    assert answer.status_code in (200, 201, 202, 204, 400, 404, 405, 406, 409, 415, 422), answer.content
    assert Membership.objects.filter(club=house.club, role=Role.OWNER).exists()
