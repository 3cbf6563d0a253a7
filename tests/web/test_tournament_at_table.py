"""The page behind a table's code: any phone, no account, public names, the round that is being played."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Player
from clubs.models.club import Role
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from tests.club import House
from tests.services.table import now, won_leg
from tests.services.test_tournament_results import SCHAFKOPF, points, put, table_at
from tests.services.test_tournament_sheets import EITHER, pairs, play
from tests.tournament import a_round, a_tournament
from tests.web.page import elements, get, phone, posted, texts, values
from tournaments.models import Result, Table, Tournament
from tournaments.services.facts import facts_of
from tournaments.services.table_codes import code_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

MATCH: dict[str, Any] = {"stages": [{"kind": "lives", "counting": {"unit": "legs"}}], "desk": EITHER}


@pytest.fixture
def match(house: House) -> Tournament:
    made = a_tournament(house.club, "Josef Auer", "Maria Berger", "Franz Dorn", plan=MATCH, game="schnapsen")
    a_round(made, (1, 2), byes=(3,))
    return made


def counted(table: int = 1) -> list[Any]:
    """What stands for each seat of the table of this number."""
    return Table.objects.get(number=table).scores or []


def here(tournament: Tournament, number: int = 1) -> str:
    return f"/table/{code_of(tournament, number)}/"


def seated(page: Any) -> list[str]:
    return texts(page, "ul.seated")


# --- the code --------------------------------------------------------------------------------------------------------


def test_a_code_leads_to_its_table_and_no_other_text_does(match: Tournament, house: House) -> None:
    guest, code = phone("en"), code_of(match, 1)
    assert seated(get(guest, here(match))) == ["1 Josef A.2 Maria B."]
    other = a_tournament(house.club, cards=2)
    mark = code.rpartition("-")[2]
    for wrong in (
        f"{match.pk}-2-{mark}",
        f"{other.pk}-1-{mark}",
        f"{match.pk}-1-{'a' * 16}",
        f"{match.pk}-1",
        "1",
        f"999999999-1-{mark}",
        f"{match.pk}-1-{mark[:-1]}é",
    ):
        get(guest, f"/table/{wrong}/", 404)
        assert guest.post(f"/table/{wrong}/").status_code == 404


def test_names_are_public_ones_for_strangers_and_whole_ones_for_the_club(match: Tournament, house: House) -> None:
    Player.objects.filter(name="Maria Berger").update(shown="hidden")
    assert seated(get(phone("en"), here(match))) == ["1 Josef A.2 N. N."]
    page = phone("en").get(here(match)).content.decode()
    assert "Berger" not in page
    assert "Auer" not in page
    assert seated(get(house.phone(Role.MEMBER), here(match))) == ["1 Josef Auer2 Maria Berger"]


def test_it_says_what_is_when_nobody_plays_here(house: House, match: Tournament) -> None:
    guest = phone("en")
    assert "In round 1 nobody plays at this table." in texts(get(guest, here(match, 7)), "p")
    early = a_tournament(house.club, cards=4)
    (told,) = texts(get(guest, here(early)), "section.card")
    assert told.startswith("No round is being played yet.")
    grid = a_tournament(house.club, cards=3, plan={"stages": [{"kind": "knockout"}]})
    a_round(grid, (1, 2), (3,))
    assert "No opponent in this round: a bye." in texts(get(guest, here(grid, 2)), "p")


def test_the_page_is_about_the_newest_round(match: Tournament) -> None:
    a_round(match, (3, 2), byes=(1,))
    assert seated(get(phone("en"), here(match))) == ["3 Franz D.2 Maria B."]


# --- handing in ------------------------------------------------------------------------------------------------------


def test_a_phone_hands_in_and_another_one_that_says_the_same_changes_nothing(match: Tournament) -> None:
    first, second = phone("en"), phone("en")
    for one, slip in [(one, get(one, here(match))) for one in (first, second)]:
        posted(one, here(match), 302, **sent(slip, won="1"))
    result = Result.objects.get()
    assert (result.by, bool(result.device)) == (None, True)
    assert [row["won"] for row in counted()] == [0, 1]
    assert "Your result is in." in texts(get(first, here(match)), "p.done")


def sent(page: Any, **more: str) -> dict[str, str]:
    return {**{name: values(page, name)[-1] for name in ("seen", "token", "round")}, **more}


def test_another_phone_with_another_result_sees_what_is_in(match: Tournament) -> None:
    slow = phone("en")
    slip = get(slow, here(match))
    put(table_at(match.rounds.get(), 1), {"won": 1}, {"won": 0}, device="schnell")
    answer = posted(slow, here(match), 409, **sent(slip, won="1"))
    assert texts(answer, ".notice")[0].startswith("Somebody else was quicker")
    assert [row["won"] for row in counted()] == [1, 0]
    fresh = {**sent(slip, won="1"), "seen": "1", "token": "neu"}
    answer = posted(slow, here(match), 422, **fresh)
    assert texts(answer, ".problem") == [
        "The result of this table is in already. If it is wrong, please tell the desk."
    ]


def test_a_form_of_the_round_before_is_not_written_over_the_next_one(match: Tournament) -> None:
    guest = phone("en")
    slip = get(guest, here(match))
    a_round(match, (3, 2), byes=(1,))
    posted(guest, here(match), 409, **sent(slip, won="0"))
    assert Result.objects.count() == 0


def test_a_list_that_does_not_add_up_is_refused_on_the_phone_too(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan=SCHAFKOPF)
    a_round(tournament, (1, 2, 3, 4))
    guest = phone("en")
    slip = get(guest, here(tournament))
    typed = {f"amount-{seat}": one for seat, one in enumerate(("9", "22", "−20", "−21"))}
    answer = posted(guest, here(tournament), 422, **sent(slip, **typed))
    assert texts(answer, ".problem") == ["The sum is −10, but must be 0. Please check the list."]
    assert values(answer, "amount-3") == ["−21"]
    posted(guest, here(tournament), 302, **sent(answer, **{**typed, "amount-3": "-11"}))
    assert Table.objects.get().seq == 1


def test_what_a_phone_hands_in_is_the_first_of_two_entries(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan={**SCHAFKOPF, "desk": {"twice": True}})
    table = table_at(a_round(tournament, (1, 2, 3, 4)), 1)
    guest = phone("en")
    typed = {f"amount-{seat}": one for seat, one in enumerate(("1", "-1", "0", "0"))}
    posted(guest, here(tournament), 302, **sent(get(guest, here(tournament)), **typed))
    assert "Handed in. It counts as soon as the desk has compared it." in texts(get(guest, here(tournament)), "p.done")
    put(table, *points(1, -1, 0, 0), by=house.users[Role.SCORER])
    assert "Your result is in." in texts(get(guest, here(tournament)), "p.done")


# --- hand by hand ----------------------------------------------------------------------------------------------------


def test_several_phones_write_on_one_sheet_and_closing_it_hands_in(house: House) -> None:
    table = pairs(house, unit="legs")
    tournament = table.round.tournament
    leads = [posted(phone("en"), here(tournament), sheet="1", round="1").headers["Location"] for _phone in range(3)]
    sheet = Sheet.objects.get()
    assert set(leads) == {f"/sheet/{sheet.write_secret}/"}
    guest = phone("en")
    assert here(tournament) in guest.get(leads[0]).content.decode()
    play(table, won_leg(0))
    sheet.refresh_from_db()
    close_sheet(sheet, write=now(sheet))
    assert facts_of(tournament).open_tables == ()
    page = get(guest, here(tournament))
    assert "Your result is in." in texts(page, "p.done")
    assert not [*elements(page, "[sheet]")]


@pytest.mark.parametrize(
    ("record", "sheet", "typing"), [("either", True, True), ("hands", True, False), ("result", False, True)]
)
def test_the_plan_says_what_a_table_hands_in(house: House, record: str, sheet: bool, typing: bool) -> None:
    plan = {**MATCH, "desk": {"record": record}}
    tournament = a_tournament(house.club, "Anna", "Bert", plan=plan, game="schnapsen")
    a_round(tournament, (1, 2))
    page = get(phone("en"), here(tournament))
    assert (bool([*elements(page, "[sheet]")]), bool([*elements(page, "[won]")])) == (sheet, typing)
    answer = posted(phone("en"), here(tournament), 302 if typing else 422, round="1", won="0", seen="0", token="t")
    if not typing:
        assert texts(answer, ".problem") == ["In this tournament tables write hand by hand."]
    answer = posted(phone("en"), here(tournament), 302 if sheet and not typing else 422, round="1", sheet="1")


def test_two_cards_of_one_person_are_told_at_the_desk(house: House) -> None:
    tournament = a_tournament(house.club, "Anna", "Anna", plan=MATCH, game="schnapsen")
    a_round(tournament, (1, 2))
    page = get(phone("en"), here(tournament))
    assert [*elements(page, "[sheet]"), *elements(page, "[won]")] == []
    assert [text for text in texts(page, "p.hint") if text.startswith("Both cards are of one person")]


# --- looking again ---------------------------------------------------------------------------------------------------


def test_the_page_looks_again_and_hears_of_results_rounds_and_the_end(match: Tournament) -> None:
    guest = phone("en")

    def look(seen: str) -> Any:
        return guest.get(f"{here(match)}?seen={seen}", headers={"HX-Request": "true"})

    def seen(page: Any) -> str:
        return next(one.attributes["data-seen"] for one in elements(page, "div") if "data-seen" in one.attributes)

    known = seen(get(guest, here(match)))
    assert look(known).status_code == 204
    put(table_at(match.rounds.get(), 1), {"won": 1}, {"won": 0})
    fresh = look(known)
    assert (fresh.status_code, texts(fresh, "h1")) == (200, ["Table 1 · Round 1"])
    a_round(match, (1, 3), byes=(2,))
    assert look(seen(fresh)).status_code == 200
    Tournament.objects.filter(pk=match.pk).update(ended_at=timezone.now())
    page = get(guest, here(match))
    assert "The tournament is over." in texts(page, "p.hint")
    assert not [*elements(page, "button.big")]


@pytest.mark.django_db(transaction=True)
def test_the_page_of_a_table_costs_few_queries_however_large_the_round(
    house: House, django_assert_max_num_queries: Any
) -> None:
    """Whoever comes first after a change also reads what everybody in the hall is called."""
    tournament = a_tournament(house.club, cards=40, plan=SCHAFKOPF)
    a_round(tournament, *[range(first, first + 4) for first in range(1, 41, 4)])
    get(Client(), here(tournament, 1))
    with django_assert_max_num_queries(12):
        get(Client(), here(tournament, 3))
