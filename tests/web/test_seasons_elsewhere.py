"""What belongs to another club is not found at one's own address, whatever one may do in one's own club."""

import json
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from clubs.management.permission_table import Address
from clubs.models.club import Role
from tests.club import a_house
from tests.web.test_permissions import INSIDE, METHODS, arguments

pytestmark = pytest.mark.django_db

PARTS = ("/rankings/", "/cups/", "/leagues/", "/ratings/", "/regions/")
OF_SEASONS = [one for one in INSIDE if one.arguments and any(part in one.route for part in PARTS)]


def test_there_are_such_addresses() -> None:
    assert len(OF_SEASONS) > 80


@pytest.mark.parametrize("api", [False, True])
def test_nothing_of_another_club_is_found_at_the_address_of_ones_own(api: bool) -> None:
    house, other = a_house(), a_house("wirt", name="Stammtisch Wirt")
    owner = Client(headers={"Authorization": f"Token {other.token(Role.OWNER)}"}) if api else other.phone(Role.OWNER)
    found = []
    for address in (one for one in OF_SEASONS if one.is_api == api):
        with transaction.atomic():
            made = {**arguments(address, house, Role.OWNER), "slug": other.club.slug}
            found += [(address.name, *answer) for answer in asked(owner, address, made) if answer[1] not in (404, 405)]
            transaction.set_rollback(True)
    assert found == []


def asked(client: Client, address: Address, made: dict[str, Any]) -> list[tuple[str, int]]:
    path, answers = reverse(address.name, kwargs=made), list[tuple[str, int]]()
    for method in METHODS if address.is_api else ("GET", "POST"):
        with transaction.atomic():
            body = json.dumps({}) if address.is_api else ""
            kind = "application/json" if address.is_api else "application/x-www-form-urlencoded"
            answers.append((method, client.generic(method, path, body, content_type=kind).status_code))
            transaction.set_rollback(True)
    return answers


@pytest.mark.parametrize("api", [False, True])
def test_numbers_longer_than_any_are_not_found_either(api: bool) -> None:
    house = a_house()
    owner = Client(headers={"Authorization": f"Token {house.token(Role.OWNER)}"}) if api else house.phone(Role.OWNER)
    found = []
    for address in (one for one in OF_SEASONS if one.is_api == api):
        for name in address.arguments:
            if f"<int:{name}>" not in address.route or name == "number":  # of a round: nothing to be found
                continue
            with transaction.atomic():
                made = arguments(address, house, Role.OWNER)
                for far in (2**31, 2**63, 10**30):
                    for method, status in asked(owner, address, {**made, name: far}):
                        if status not in (404, 405):
                            found.append((address.name, name, far, method, status))
                transaction.set_rollback(True)
    assert found == []
