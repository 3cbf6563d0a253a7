"""The statistics of a club: table, records, head-to-head, years."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from clubs.models import Attendance, Evening, Player
from clubs.models.club import Role
from tests.club import House, a_house, logged_in
from tests.services.season import DAYS, a_season, a_sheet_of
from tests.services.table import plain, won_leg
from tests.web.page import get, phone, texts

pytestmark = pytest.mark.django_db
QUERIES = 15


@pytest.fixture
def house() -> House:
    house = a_house()
    a_season(house)
    return house


def page_of(house: House, **asked: str) -> Any:
    return get(house.phone(Role.MEMBER), f"{house.path('statistics/')}?{urlencode(asked)}")


def test_the_table_has_everybody_who_played_the_best_first(house: House) -> None:
    rows = page_of(house).context["rows"]
    assert [row["name"] for row in rows][:2] == ["Anna Höß", "Dora Lang"]
    assert {row["name"] for row in rows} == {"Anna Höß", "Bert Maier", "Dora Lang", "Egon Kern"}
    assert [(row["figures"].bummerl_given, row["figures"].bummerl_taken) for row in rows] == [(4, 2)] * 2 + [(2, 4)] * 2


def test_against_and_with_each_other(house: House) -> None:
    against = page_of(house).context["matrix"]
    assert against["names"] == ["Anna Höß", "Bert Maier", "Dora Lang", "Egon Kern"]
    assert [row["name"] for row in against["rows"]] == against["names"]
    first = against["rows"][0]["cells"]
    assert first == (
        '<td class="self">·</td><td class="ahead">3:1</td><td class="none">–</td><td class="ahead">3:1</td>'
    )
    together = page_of(house, pairs="with").context["matrix"]["rows"][1]["cells"]
    assert '<td class="behind">1:3</td>' in together


def test_of_very_many_the_matrix_shows_those_who_met_most_often(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = "Nur die 4, die am öftesten gespielt haben; auf der eigenen Seite hat jeder alle."
    assert sentence not in texts(page_of(house), "p.hint")
    monkeypatch.setattr("scoring.views.club_statistics.MOST_IN_MATRIX", 4)
    a_sheet_of(house, DAYS[0], won_leg(0), players=["Xaver", "Yvonne", "Zita", "Zenz"])
    page = page_of(house)
    assert page.context["matrix"]["names"] == ["Anna Höß", "Bert Maier", "Dora Lang", "Egon Kern"]
    assert sentence in texts(page, "p.hint")


def test_a_game_without_legs_is_compared_by_hands(house: House) -> None:
    page = page_of(house, game="kratzen")
    assert (page.context["matrix_legs"], page.context["in_legs"]) == (False, False)
    assert '<td class="ahead">1:0</td>' in page.context["matrix"]["rows"][0]["cells"]


def test_records_say_who_and_when(house: House) -> None:
    found = {str(one["title"]): one for one in page_of(house).context["records"]}
    taken = found["Die meisten Bummerl an einem Abend kassiert"]
    assert (taken["amount"], taken["who"], taken["day"]) == ("4", "Bert Maier und Egon Kern", DAYS[0])
    series = found["Die meisten gewonnenen Bummerl hintereinander auf einem Zettel"]
    assert (series["amount"], series["who"]) == ("2 hintereinander", "Anna Höß und Dora Lang")
    assert found["Der höchste Topf"]["day"] == DAYS[1]
    often = found["Am öftesten dabei"]
    assert (often["amount"], often["who"]) == ("2", "Anna Höß, Bert Maier, Dora Lang und Egon Kern")
    in_2025 = {str(one["title"]) for one in page_of(house, year="2025").context["records"]}
    assert "Die meisten Bummerl an einem Abend kassiert" not in in_2025


def test_of_many_who_share_a_record_some_are_named(house: House) -> None:
    evenings = list(Evening.objects.filter(club=house.club))
    for name in ("Zita", "Ägid"):
        guest = Player.objects.create(club=house.club, name=name)
        for evening in evenings:
            Attendance.objects.create(evening=evening, player=guest, at=timezone.now())
    found = {str(one["title"]): one for one in page_of(house).context["records"]}
    assert found["Am öftesten dabei"]["who"] == "Ägid, Anna Höß, Bert Maier, Dora Lang und 2 andere"


def test_a_person_under_two_names_has_one_record(house: House) -> None:
    bert, egon = house.players[Role.DIRECTOR], house.players[Role.SCORER]
    Player.objects.filter(pk=egon.pk).update(merged_into=bert)
    found = {str(one["title"]): one for one in page_of(house).context["records"]}
    taken = found["Die meisten Bummerl an einem Abend kassiert"]
    assert (taken["amount"], taken["who"]) == ("8", "Bert Maier")
    assert found["Am öftesten dabei"]["amount"] == "2"


def test_the_most_reliable_declarer_needs_twenty_contracts(house: House) -> None:
    assert not [one for one in page_of(house).context["records"] if "Prozent" in str(one["amount"])]
    a_sheet_of(house, DAYS[1], *[plain(0)] * 20)
    (best,) = [one for one in page_of(house).context["records"] if "Ansagen" in str(one["amount"])]
    assert best["who"] == "Anna Höß"


def test_years_with_their_best_and_a_picture(house: House) -> None:
    page = page_of(house)
    played = page.context["played"]
    assert [(row["year"].year, row["year"].evenings, row["year"].sheets, row["year"].hands) for row in played] == [
        (2025, 1, 1, 2),
        (2024, 1, 2, 6),
    ]
    assert [(row["best"], row["won"]) for row in played] == [("Anna Höß", 1), ("Anna Höß", 3)]
    assert [(bar.name, bar.figure) for bar in page.context["activity"].bars] == [("2024", 2), ("2025", 1)]
    assert 'aria-label="Zettel pro Jahr: 2024 2, 2025 1"' in page.content.decode()


def test_a_club_that_has_not_played_yet_says_so() -> None:
    house = a_house()
    assert "Abgeschlossene" in " ".join(texts(page_of(house), "p")) or page_of(house).context["rows"] == []


def test_only_members_see_it(house: House) -> None:
    assert house.stranger is not None
    assert logged_in(house.stranger).get(house.path("statistics/")).status_code == 404
    assert phone().get(house.path("statistics/")).status_code == 302


def test_more_sheets_and_people_cost_no_more_queries(house: House, django_assert_num_queries: Any) -> None:
    member, path = house.phone(Role.MEMBER), house.path("statistics/")
    with django_assert_num_queries(QUERIES):
        get(member, path)
    for name in ("Gustl", "Hans", "Ida"):
        a_sheet_of(house, DAYS[0], won_leg(1), players=[name, "Bert Maier", "Dora Lang", "Egon Kern"])
    with django_assert_num_queries(QUERIES):
        get(member, path)
