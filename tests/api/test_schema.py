"""The description of the API: complete, without warnings, and nothing that it allows makes the server fall over."""

import json
from io import StringIO
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from django.core.management import call_command
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.models import Sheet
from tests.club import House
from tests.league import a_league, first_fixture
from tests.services.table import ONE, TWO, a_sheet, differing, record
from tests.tournament import a_round, a_tournament
from tournaments.services.table_codes import code_of, hall_code

pytestmark = pytest.mark.django_db

OPERATIONS = {
    ("get", "/api/v1/games/"),
    ("get", "/api/v1/games/{key}/"),
    ("post", "/api/v1/score/"),
    ("post", "/api/v1/sheets/"),
    ("get", "/api/v1/sheets/{secret}/"),
    *(
        ("post", f"/api/v1/sheets/{{secret}}/{what}/")
        for what in ("preview", "hands", "voids", "restorations", "replacements")
    ),
    *(("post", f"/api/v1/sheets/{{secret}}/{what}/") for what in ("seats", "close", "reopen")),
    *(("post", f"/api/v1/sheets/{{secret}}/{what}/") for what in ("confirmations", "asking")),
    ("get", "/api/v1/check/{code}/"),
    ("get", "/api/v1/halls/{code}/"),
    ("get", "/api/v1/halls/{code}/cards/{number}/"),
    ("get", "/api/v1/halls/{code}/cards/{number}/why/"),
    ("get", "/api/v1/halls/{code}/pictures/"),
    ("get", "/api/v1/tables/{code}/"),
    *(("post", f"/api/v1/tables/{{code}}/{what}/") for what in ("result", "sheet", "confirm")),
    *((method, "/api/v1/tables/{code}/call/") for method in ("get", "post")),
    ("get", "/api/v1/sheets/{secret}/table/"),
    ("post", "/api/v1/sheets/{secret}/call/"),
    ("get", "/api/v1/teams/{secret}/"),
    ("get", "/api/v1/teams/{secret}/fixtures/{fixture}/"),
    *(("post", f"/api/v1/teams/{{secret}}/fixtures/{{fixture}}/{what}/") for what in ("report", "word")),
}


@pytest.fixture(scope="module")
def described() -> Any:
    return schemathesis.openapi.from_dict(SchemaGenerator().get_schema(request=None, public=True))


def test_the_schema_is_valid_and_generated_without_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("spectacular", "--fail-on-warn", "--validate", stdout=StringIO())
    assert capsys.readouterr().err == ""


def test_every_address_of_the_api_is_described() -> None:
    paths = Client().get("/api/schema/?format=json").json()["paths"]
    found = {(method, path) for path, methods in paths.items() for method in methods}
    # Those of clubs are in test_clubs_schema.py.
    assert {(method, path) for method, path in found if not path.startswith("/api/v1/clubs/")} == OPERATIONS


def test_the_documentation_page_is_there() -> None:
    answer = Client().get("/api/docs/")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")


@pytest.mark.parametrize(("method", "path"), sorted(OPERATIONS))
@settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(data=st.data())
def test_nothing_that_the_schema_allows_is_a_server_error(
    method: str, path: str, data: st.DataObject, described: Any, house: House
) -> None:
    sheet = a_sheet()
    record(sheet, ONE, TWO)
    case = data.draw(described[path][method].as_strategy())
    if path.startswith("/api/v1/sheets/{secret}/"):
        case.path_parameters["secret"] = sheet.write_secret
    if path.startswith("/api/v1/tables/{code}/"):
        tournament = a_tournament(house.club, cards=2)
        a_round(tournament, (1, 2))
        case.path_parameters["code"] = code_of(tournament, 1)
    if path.startswith("/api/v1/halls/{code}/"):
        tournament = a_tournament(house.club, cards=2)
        a_round(tournament, (1, 2))
        case.path_parameters["code"] = hall_code(tournament)
    if path.startswith("/api/v1/teams/{secret}/"):
        match = first_fixture(a_league(house))
        case.path_parameters["secret"] = match.home.secret
        case.path_parameters["fixture"] = match.pk
    body = "" if method == "get" else json.dumps(case.body)
    answer = Client().generic(method, quote(case.formatted_path, safe="/%"), body, content_type="application/json")
    assert answer.status_code in (200, 201, 400, 404, 409, 422)
    assert Sheet.objects.filter(pk=sheet.pk).count() == 1
    assert differing() == []
