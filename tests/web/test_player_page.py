"""A player's page: what somebody's closed sheets add up to, and who may see which of it."""

from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Player
from clubs.models.club import Role
from scoring.models import PersonTally
from scoring.services.check import differing_tallies
from tests.club import House, a_house, logged_in
from tests.services.season import DAYS, a_season, a_sheet_of
from tests.services.table import won_leg
from tests.web.page import get, texts

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    house = a_house()
    a_season(house)
    return house


def path(house: House, role: str = Role.OWNER, rest: str = "") -> str:
    return house.path(f"people/{house.players[role].pk}/{rest}")


def test_it_says_who_it_is_and_what_was_played(house: House) -> None:
    Player.objects.filter(pk=house.players[Role.OWNER].pk).update(nickname="Höß-Anni", place="Linz")
    page = get(house.phone(Role.MEMBER), path(house))
    assert texts(page, "h1") == ["Anna Höß"]
    assert [word in page.content.decode() for word in ("Mitglied", "„Höß-Anni“", "Linz")] == [True] * 3
    context = page.context
    assert (context["evenings"], context["all"].sheets, context["all"].hands) == (2, 3, 8)
    assert (context["all"].bummerl_given, context["all"].bummerl_taken) == (4, 2)
    assert [(row["name"], row["figures"].won, row["figures"].lost) for row in context["rows"]] == [
        ("Bauernschnapsen", 3, 1),
        ("Kratzen", 1, 0),
    ]
    assert (context["all"].schneider_given, context["all"].schneider_taken) == (1, 1)


def test_contracts_are_bars_with_figures_beside_them(house: House) -> None:
    (part,) = get(house.phone(), path(house)).context["contracts"][:1]
    assert part["game"] == "Bauernschnapsen"
    bars = [(row["name"], row["bar"].made, row["bar"].failed) for row in part["rows"]]
    assert bars[0] == ("Kontra\u00adbauern\u00adschnapser", 3, 0)
    assert sum(made + failed for _name, made, failed in bars) == 5


def test_with_and_against_whom(house: House) -> None:
    context = get(house.phone(), path(house)).context
    others = {row["name"]: row["pair"] for row in context["others"]}
    assert (others["Dora Lang"].won, others["Dora Lang"].lost) == (3, 1)
    assert (others["Bert Maier"].beat, others["Bert Maier"].beaten) == (3, 1)
    assert context["best"] is None  # four legs say nothing yet
    a_sheet_of(house, DAYS[1], won_leg(0))
    context = get(house.phone(), path(house)).context
    assert (context["best"]["name"], context["worst"]) == ("Dora Lang", None)


def test_a_year_is_chosen_by_a_plain_link(house: House) -> None:
    page = get(house.phone(), path(house) + "?year=2025")
    assert [row["name"] for row in page.context["rows"]] == ["Kratzen"]
    assert page.context["evenings"] == 1
    assert [one["name"] for one in page.context["years"]] == ["alle", "2025", "2024"]
    assert get(house.phone(), path(house) + "?year=abcd").context["year"] is None


@pytest.mark.parametrize(
    ("role", "seen"), [(Role.OWNER, True), (Role.TREASURER, True), (Role.DIRECTOR, True), (Role.MEMBER, False)]
)
def test_the_run_of_money_is_for_oneself_and_the_treasurer(house: House, role: str, seen: bool) -> None:
    """Bert, the director, looks at his own page here."""
    page = get(house.phone(role), path(house, Role.DIRECTOR))
    assert ("Verlauf" in " ".join(texts(page, "h2")), page.context["sees_money"]) == (seen, seen)


def test_who_shows_the_run_of_money_shows_it_to_members(house: House) -> None:
    Player.objects.filter(pk=house.players[Role.DIRECTOR].pk).update(money_shown=True)
    page = get(house.phone(Role.MEMBER), path(house, Role.DIRECTOR))
    assert page.context["money_total"] == page.context["money_rows"][-1]["total"]
    assert [row["when"] for row in page.context["money_rows"]] == ["7.5.24", "4.3.25"]


def test_a_merged_id_leads_to_the_real_person_who_has_both_histories(house: House) -> None:
    owner, egon = house.players[Role.OWNER], house.players[Role.SCORER]
    before = PersonTally.objects.count()
    Player.objects.filter(pk=egon.pk).update(merged_into=owner)
    answer = house.phone().get(path(house, Role.SCORER))
    assert (answer.status_code, answer.headers["Location"]) == (302, path(house))
    assert get(house.phone(), path(house)).context["all"].sheets == 6
    assert (PersonTally.objects.count(), list(differing_tallies())) == (before, [])


def test_an_erased_person_has_a_page_that_says_nothing(house: House) -> None:
    Player.objects.filter(pk=house.players[Role.DIRECTOR].pk).update(name="Jemand", erased_at=timezone.now())
    page = get(house.phone(), path(house, Role.DIRECTOR))
    assert texts(page, "h1") == ["Jemand"]
    assert "facts" not in page.content.decode()


def test_who_may_change_people_finds_the_way_there(house: House) -> None:
    edit = path(house, rest="edit/")
    assert (edit in get(house.phone(Role.DIRECTOR), path(house)).content.decode()) is True
    assert (edit in get(house.phone(Role.MEMBER), path(house)).content.decode()) is False


def test_the_sheets_come_a_page_at_a_time_latest_first(house: House) -> None:
    page = get(house.phone(), path(house, rest="sheets/"))
    assert [row["game_name"] for row in page.context["rows"]] == ["Kratzen", "Bauernschnapsen", "Bauernschnapsen"]
    for number in range(20):
        a_sheet_of(house, DAYS[1], *[won_leg(0)] * (number % 2))
    page = get(house.phone(), path(house, rest="sheets/?page=2"))
    assert (len(page.context["rows"]), page.context["page"].paginator.num_pages) == (3, 2)


def test_strangers_find_nothing_and_nobody_is_asked_to_log_in(house: House) -> None:
    assert house.stranger is not None
    for rest in ("", "sheets/"):
        assert logged_in(house.stranger).get(path(house, rest=rest)).status_code == 404
    other = a_house("krone")
    assert other.phone().get(other.path(f"people/{house.players[Role.OWNER].pk}/")).status_code == 404


def test_somebody_who_never_played_has_a_page_too(house: House) -> None:
    new = Player.objects.create(club=house.club, name="Gustl Neu", guest=True)
    page = get(house.phone(), house.path(f"people/{new.pk}/"))
    assert ("Gast" in page.content.decode(), page.context["rows"]) == (True, [])


@pytest.mark.parametrize("rest", ["", "sheets/"])
def test_more_sheets_cost_no_more_queries(house: House, rest: str, django_assert_num_queries: Any) -> None:
    phone = house.phone()
    with django_assert_num_queries(9 if not rest else 6):
        get(phone, path(house, rest=rest))
    for _sheet in range(3):
        a_sheet_of(house, DAYS[0], won_leg(1))
    with django_assert_num_queries(9 if not rest else 6):
        get(phone, path(house, rest=rest))
