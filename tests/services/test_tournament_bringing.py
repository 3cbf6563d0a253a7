"""Who and what comes in with a tournament's file, what becomes of the money, and what is no such file."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from clubs.models import Booking, Change, Club, Player
from clubs.models.club import Role
from clubs.services import till
from clubs.services.core import Refused
from scoring.models import DayTally, Entry
from scoring.services.erase import erase_person
from tests import travelling
from tests.club import House
from tests.services.table import new_token
from tests.services.test_tournament_takeout import brought, elsewhere, taken_along
from tests.tournament import a_tournament
from tournaments.models import Tournament
from tournaments.services import cash, finishing
from tournaments.services.bringing import look_at
from tournaments.services.bringing_format import MOST_BYTES

pytestmark = pytest.mark.django_db


def codes(error: Refused) -> list[tuple[str, str | None]]:
    return [(one.code, one.at) for one in error.problems]


def refused(data: bytes, club: Club) -> list[str]:
    with pytest.raises(Refused) as error:
        look_at(club, data)
    assert not Tournament.objects.filter(club=club).exists()
    return [one.code for one in error.value.problems]


# --- people ----------------------------------------------------------------------------------------------------------


def test_of_the_same_name_is_the_same_and_of_a_similar_one_is_asked_about(house: House) -> None:
    file = taken_along(a_tournament(house.club, "Josef Auer", "Maria Berger", "Franz Dorn"))
    there = elsewhere()
    auer = Player.objects.create(club=there.club, name="Auer Josef", place="Wels", shown="full")
    berger = Player.objects.create(club=there.club, name="Maria Bergr")
    planned = look_at(there.club, file).people
    assert [(one.name, one.what, one.usual, one.cards) for one in planned] == [
        ("Josef Auer", "known", auer.pk, (1,)),
        ("Maria Berger", "maybe", None, (2,)),
        ("Franz Dorn", "new", None, (3,)),
    ]
    made = brought(there, file, chosen={1: berger.pk})
    assert [card.people.get().player.name for card in made.entrants.all()] == [
        "Auer Josef",
        "Maria Bergr",
        "Franz Dorn",
    ]
    auer.refresh_from_db()
    assert (auer.place, auer.shown) == ("Wels", "full")
    again = brought(there, file, token="other-one", chosen={0: None})
    names = [card.people.get().player.name for card in again.entrants.all()]
    assert names == ["Josef Auer (2)", "Maria Berger", "Franz Dorn"]


def test_two_of_a_file_never_become_one_and_nobody_is_whom_nobody_meant(house: House) -> None:
    file = taken_along(a_tournament(house.club, "Josef Auer", "Josef Auen"))
    there = elsewhere()
    known = Player.objects.create(club=there.club, name="Josef Auer")
    with pytest.raises(Refused) as error:
        brought(there, file, chosen={1: known.pk})
    assert codes(error.value) == [("takeout_nobody_meant", "person-1")]
    with pytest.raises(Refused) as error:
        brought(there, file, chosen={0: there.players[Role.OWNER].pk})
    assert codes(error.value) == [("takeout_nobody_meant", "person-0")]
    like = Player.objects.create(club=there.club, name="Josef Aue")
    with pytest.raises(Refused) as error:
        brought(there, file, chosen={0: like.pk, 1: like.pk})
    assert codes(error.value) == [("takeout_two_are_one", "person-1")]
    assert not Tournament.objects.filter(club=there.club).exists()


def test_brought_twice_is_brought_once(house: House) -> None:
    file, there = taken_along(travelling.pairs(house)), elsewhere()
    one, other = (brought(there, file) for _time in range(2))
    assert one == other
    assert Tournament.objects.filter(club=there.club).count() == 1
    line = Change.objects.get(club=there.club, what="tournament_brought")
    assert (line.after["tournament"], line.after["came_from"]) == ("Pokal", "Stammtisch Post")


def test_its_sheets_count_in_the_statistics_there(house: House) -> None:
    there = elsewhere()
    brought(there, taken_along(travelling.pairs(house)))
    assert DayTally.objects.filter(club=there.club, game="", sheets=1).count() == 4


def test_a_dispute_that_was_ended_there_is_none_here_also_for_whoever_watches(house: House) -> None:
    there = elsewhere()
    brought(there, taken_along(travelling.pairs(house)))
    (word,) = Entry.objects.filter(sheet__club=there.club, kind=Entry.Kind.APPROVE)
    for secret, said in ((word.sheet.write_secret, "gilt so"), (word.sheet.watch_secret, "")):
        told = Client().get(f"/api/v1/sheets/{secret}/").json()["agreement"]
        assert (told["state"], told["settled"]) == ("off", said)


def test_erasing_somebody_reaches_what_came_along(house: House) -> None:
    there = elsewhere()
    made = brought(there, taken_along(travelling.pairs(house)))
    made.screens.update(shows=[{"what": "message", "text": "Bert Bauer zur Leitung"}], name="Für Bert Bauer")
    bauer = Player.objects.get(club=there.club, name="Bert Bauer")
    erase_person(there.club, bauer, by=there.users[Role.OWNER], confirmation="Bert Bauer")
    text = taken_along(made).decode()
    assert ("Bert Bauer" in text, "Bert Maier" in text, f"N. N. {bauer.pk}" in text) == (False, True, True)


# --- money -----------------------------------------------------------------------------------------------------------


def test_what_was_taken_and_paid_out_there_is_not_booked_here(house: House) -> None:
    there = elsewhere()
    made = brought(there, taken_along(travelling.finished(house)))
    found = cash.cash_of(made)
    assert (found.takings, found.elsewhere, found.to_book) == (16000, 16000, 0)
    with pytest.raises(Refused) as error:
        cash.book(made, by=None, token=new_token())
    assert codes(error.value) == [("nothing_came_in", None)]
    assert finishing.book(made, by=None, token=new_token()) == []
    finishing.reopen(made, by=None, sure=True)
    finishing.finish(made, by=None, now=made.created_at, sure=True)
    assert finishing.book(made, by=None, token=new_token()) == []
    third = next(one for one in finishing.payouts_of(made) if one.cents and one.handed_at is None)
    finishing.hand_out(third, by=None, handed=True)
    assert [one.cash for one in finishing.book(made, by=None, token=new_token())] == [-third.cents]


def test_the_box_may_come_along_and_then_only_what_no_till_has_is_booked(house: House) -> None:
    here, there = travelling.finished(house), elsewhere()
    there_booked = [one.cents for one in finishing.payouts_of(here) if finishing.is_booked(one)]
    handed = [one.cents for one in finishing.payouts_of(here) if one.cents and one.handed_at]
    assert (there_booked, handed) == ([], [1280])
    made = brought(there, taken_along(here), book_here=True)
    assert cash.book(made, by=None, token=new_token()).cash == 16000
    assert [-one.cash for one in finishing.book(made, by=None, token=new_token())] == handed
    pairs = brought(there, taken_along(travelling.pairs(house)), book_here=True, token="pairs-1")
    found = cash.cash_of(pairs)
    assert (found.takings, found.elsewhere, found.to_book) == (18500, 18000, 500)
    assert till.cash_in_box(there.club) == 16000 - handed[0]
    assert Booking.objects.filter(club=there.club).count() == 2


# --- what is no such file --------------------------------------------------------------------------------------------


Changed = Callable[[dict[str, Any]], None]


def first_sheet(file: dict[str, Any]) -> dict[str, Any]:
    sheet: dict[str, Any] = next(one["sheet"] for one in file["rounds"][0]["tables"] if one["sheet"])
    return sheet


def a_hand_of_another_world(file: dict[str, Any]) -> None:
    first_sheet(file)["entries"][0]["data"]["hand"]["contract"] = "farbensolo"


def a_hand_worth_more(file: dict[str, Any]) -> None:
    first_sheet(file)["entries"][0]["data"]["hand"]["grade"] = 3


def totals_of_ones_own(file: dict[str, Any]) -> None:
    first_sheet(file)["signed"]["seats"]["points"][0] += 1


def a_code_of_ones_own(file: dict[str, Any]) -> None:
    first_sheet(file)["check_code"] = "AAAA-AAAA"


def a_line_that_never_stood(file: dict[str, Any]) -> None:
    entry = next(one for one in first_sheet(file)["entries"] if one["kind"] == "void")
    entry["data"]["line"] = 17


def a_start_number_twice(file: dict[str, Any]) -> None:
    file["cards"].append(file["cards"][0])


def a_plan_that_is_none(file: dict[str, Any]) -> None:
    file["tournament"]["plan"]["stages"][0]["kind"] = "poker"


def a_plan_that_does_not_fit(file: dict[str, Any]) -> None:
    file["tournament"]["plan"]["fee"] = {"cents": 100, "pool": 1}


def somebody_in_two_places(file: dict[str, Any]) -> None:
    file["rounds"][0]["tables"][0]["seats"][0] = file["rounds"][0]["tables"][1]["seats"][0]


def a_result_for_three(file: dict[str, Any]) -> None:
    table = next(one for one in file["rounds"][0]["tables"] if one["results"])
    table["results"][-1]["scores"].append({"legs": 1})


def a_result_that_counts_and_was_never_handed_in(file: dict[str, Any]) -> None:
    table = next(one for one in file["rounds"][0]["tables"] if one["scores"])
    table["scores"][0]["legs"] = 9


def a_payment_of_nobody(file: dict[str, Any]) -> None:
    file["payments"][0]["card"] = 99


def a_person_from_nowhere(file: dict[str, Any]) -> None:
    file["cards"][0]["people"][0]["person"] = 999


def a_column_more(file: dict[str, Any]) -> None:
    file["tournament"]["secret"] = "mine"


def a_name_that_cannot_be_seen(file: dict[str, Any]) -> None:
    file["people"][0]["name"] = "Anna\u202eBauer"


def a_float(file: dict[str, Any]) -> None:
    file["tournament"]["house_rules"]["legs_limit"] = 1.5


def another_version(file: dict[str, Any]) -> None:
    file["bummerlbuch_tournament"] = 2


def nesting(file: dict[str, Any]) -> None:
    deep: list[Any] = []
    for _level in range(40):
        deep = [deep]
    file["screens"][0]["shows"] = deep


CHANGES: list[tuple[Changed, str]] = [
    (a_hand_of_another_world, "takeout_hand"),
    (a_hand_worth_more, "takeout_hand"),
    (totals_of_ones_own, "takeout_sheet"),
    (a_code_of_ones_own, "takeout_sheet"),
    (a_line_that_never_stood, "takeout_hand"),
    (a_start_number_twice, "takeout_number_twice"),
    (a_plan_that_is_none, "takeout_plan"),
    (a_plan_that_does_not_fit, "takeout_plan"),
    (somebody_in_two_places, "takeout_seats"),
    (a_result_for_three, "takeout_results"),
    (a_result_that_counts_and_was_never_handed_in, "takeout_results"),
    (a_payment_of_nobody, "takeout_does_not_fit"),
    (a_person_from_nowhere, "takeout_does_not_fit"),
    (a_column_more, "takeout_not_as_must_be"),
    (a_name_that_cannot_be_seen, "takeout_not_as_must_be"),
    (a_float, "takeout_not_json"),
    (another_version, "takeout_other_version"),
    (nesting, "takeout_not_as_must_be"),
]


def test_a_file_that_somebody_changed_is_refused_and_nothing_is_written(house: House) -> None:
    whole, entries = taken_along(travelling.pairs(elsewhere("woanders"))), Entry.objects.count()
    found = []
    for change, _code in CHANGES:
        file = json.loads(whole)
        change(file)
        found.append((change, *refused(json.dumps(file).encode(), house.club)))
    assert found == CHANGES
    assert Entry.objects.count() == entries
    assert look_at(house.club, whole).counts.hands == 6


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "takeout_not_json"),
        (b"PK\x03\x04 an archive", "takeout_not_json"),
        (b'{"bummerlbuch_tournament": 1, "tourn', "takeout_not_json"),
        (b'{"bummerlbuch_tournament": NaN}', "takeout_not_json"),
        (b'{"bummerlbuch_tournament": %s}' % (b"9" * 5000), "takeout_not_json"),
        (b"[" * 900_000, "takeout_not_json"),
        (b"[" * 10_000_000, "takeout_too_much"),
        (b"[],", "takeout_not_json"),
        (b"{}", "takeout_other_file"),
        (b'{"bummerlbuch_tournament": true}', "takeout_other_version"),
        (b'{"bummerlbuch_tournament": 1}', "takeout_not_as_must_be"),
        (b" " * (MOST_BYTES + 1), "takeout_too_much"),
    ],
    ids=lambda one: str(one)[:20],
)
def test_what_is_no_file_of_a_tournament_is_refused(data: bytes, code: str, house: House) -> None:
    assert refused(data, house.club) == [code]
