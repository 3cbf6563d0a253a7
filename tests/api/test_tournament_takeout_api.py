"""Taking a tournament along and bringing it in through the API: one file, the same refusals as the page."""

from typing import Any

import pytest

from clubs.models.club import Role
from tests import travelling
from tests.api.asking import ask, codes
from tests.club import House
from tests.services.test_tournament_takeout import elsewhere, taken_along, without
from tournaments.models import Tournament
from tournaments.services.takeout import as_json

pytestmark = pytest.mark.django_db


def test_what_one_installation_says_the_other_takes_in_once(house: House) -> None:
    here, there = travelling.pairs(house), elsewhere()
    file = ask(house, "get", f"{here.pk}/take-along/")
    body: dict[str, Any] = {"token": "one", "file": file, "preview": True}
    looked = ask(there, "post", "bring/", body)
    assert (looked["came_from"], looked["counts"]["cards"], looked["tournament"]) == ("Stammtisch Post", 9, None)
    assert not Tournament.objects.filter(club=there.club).exists()
    body["preview"] = False
    first = ask(there, "post", "bring/", body, status=201)["tournament"]
    assert ask(there, "post", "bring/", body, status=201)["tournament"] == first
    made = Tournament.objects.get(club=there.club)
    assert (first["id"], first["name"]) == (made.pk, "Pokal")
    assert without(taken_along(made)) == without(as_json(file))


def test_it_refuses_as_the_page_does(house: House) -> None:
    for file, code in ((17, "takeout_other_file"), ({"bummerlbuch_tournament": 9}, "takeout_other_version")):
        refused = ask(house, "post", "bring/", {"token": "t", "file": file}, status=422)
        assert codes(refused) == [(code, "file")]
    whole = ask(house, "get", f"{travelling.announced(house).pk}/take-along/")
    refused = ask(house, "post", "bring/", {"token": "t", "file": whole, "people": {"x": 1}}, status=422)
    assert codes(refused) == [("bad_value", "people.x")]
    ask(house, "post", "bring/", {"token": "t", "file": {}}, role=Role.SCORER, status=403)
    # Millions of small parts take a hundred times their letters in memory: they are counted before they are read.
    refused = ask(house, "post", "bring/", {"token": "t", "file": [[]] * 1_500_001}, status=422)
    assert codes(refused) == [("takeout_too_much", "file")]
