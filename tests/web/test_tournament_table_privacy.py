"""What a table's code gives away: it lies on the table all evening, and anybody may have taken a picture of it."""

from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Player
from clubs.models.club import Role
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from tests.club import House
from tests.services.table import now
from tests.services.test_tournament_results import SCHAFKOPF, table_at
from tests.services.test_tournament_sheets import EITHER
from tests.tournament import a_round, a_tournament
from tests.web.page import get, phone, posted, texts, values
from tournaments.models import Entrant, Result, Table, Tournament
from tournaments.services import table_sheets
from tournaments.services.facts import facts_of
from tournaments.services.hall_names import outside
from tournaments.services.table_codes import code_of

pytestmark = pytest.mark.django_db

MATCH: dict[str, Any] = {"stages": [{"kind": "lives", "counting": {"unit": "legs"}}], "desk": EITHER}
PAIRS: dict[str, Any] = {"card": "pair", "people": 2, "stages": [{"kind": "sliding", "rounds": 2}]}


def here(tournament: Tournament, number: int = 1) -> str:
    return f"/table/{code_of(tournament, number)}/"


def to_the_sheet(tournament: Tournament) -> str:
    return str(posted(phone(), here(tournament), 302, sheet="1", round="1").headers["Location"])


def a_match(house: House) -> Table:
    Player.objects.create(club=house.club, name="Josef Auer", shown="hidden")
    tournament = a_tournament(house.club, "Josef Auer", "Maria Berger", plan=MATCH, game="schnapsen")
    return table_at(a_round(tournament, (1, 2)), 1)


def test_the_code_leads_to_a_sheet_to_write_on_only_while_the_table_is_open(house: House) -> None:
    table = a_match(house)
    tournament = table.round.tournament
    sheet = table_sheets.open_sheet(table)
    assert to_the_sheet(tournament) == f"/sheet/{sheet.write_secret}/"
    Tournament.objects.update(ended_at=timezone.now())
    assert to_the_sheet(tournament) == f"/watch/{sheet.watch_secret}/"
    Tournament.objects.update(ended_at=None)
    close_sheet(sheet, write=now(sheet))
    lead = to_the_sheet(tournament)
    assert lead == f"/watch/{sheet.watch_secret}/"
    page = phone().get(lead, follow=True).content.decode()
    assert ("Auer" in page, "Josef" in page, "Maria B." in page) == (False, False, True)


def test_a_table_that_was_typed_at_the_desk_is_no_sheet_to_write_on_any_more(house: House) -> None:
    table = a_match(house)
    sheet = table_sheets.open_sheet(table)
    Table.objects.filter(pk=table.pk).update(scores=[{"legs": 1, "won": 1}, {"legs": 0, "won": 0}], seq=1)
    assert to_the_sheet(table.round.tournament) == f"/watch/{sheet.watch_secret}/"
    assert Sheet.objects.get().is_open


@pytest.mark.parametrize(
    ("name", "shown", "said"),
    [
        ("Die Unschlagbaren", "initial", "Die Unschlagbaren"),
        ("Auer/Berger", "full", "Auer/Berger"),
        ("Auer/Berger", "initial", "Josef A. / Maria B."),
        ("Berger & Auer", "hidden", "N. N. / N. N. 2"),
        ("D’ Auerbuam", "initial", "Josef A. / Maria B."),
        ("Die zwei Josefs, Josef und Maria", "initial", "Die zwei Josefs, Josef und Maria"),
        ("Josef & Co.", "hidden", "N. N. / N. N. 2"),
    ],
)
def test_the_name_of_a_pair_says_no_more_outside_than_its_people_want(
    house: House, name: str, shown: str, said: str
) -> None:
    tournament = a_tournament(house.club, "Josef Auer / Maria Berger", "Franz Dorn / Anna Eder", plan=PAIRS)
    Entrant.objects.filter(number=1).update(name=name)
    Player.objects.filter(name__in=("Josef Auer", "Maria Berger")).update(shown=shown)
    a_round(tournament, (1, 2))
    assert texts(get(phone(), here(tournament)), "ul.seated")[0].startswith(f"1 {said}2 ")
    assert texts(get(house.phone(Role.MEMBER), here(tournament)), "ul.seated")[0].startswith(f"1 {name}2 ")


def test_two_of_one_public_name_are_told_apart_at_their_tables_as_in_the_hall(house: House) -> None:
    tournament = a_tournament(house.club, "Josef Auer", "Maria Berger", "Josef Adler", "Anna Eder", plan=MATCH)
    a_round(tournament, (1, 2), (3, 4))
    seated = [texts(get(phone(), here(tournament, number)), "ul.seated") for number in (1, 2)]
    assert [one.split()[:4] for (one,) in seated] == [["1", "Josef", "A.2", "Maria"], ["3", "Josef", "A.", "24"]]
    name = outside(facts_of(tournament))
    assert [name(number) for number in (1, 3)] == ["Josef A.", "Josef A. 2"]
    answer = phone().get(f"/api/v1/tables/{code_of(tournament, 2)}/").json()
    assert [one["name"] for one in answer["table"]["seats"]] == ["Josef A. 2", "Anna E."]


def test_a_phone_is_not_the_one_its_own_list_is_compared_with(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan={**SCHAFKOPF, "desk": {"twice": True}})
    table = table_at(a_round(tournament, (1, 2, 3, 4)), 1)
    one, other = phone(), phone()

    def sends(guest: Any, *amounts: int) -> None:
        page = get(guest, here(tournament))
        said = {name: values(page, name)[-1] for name in ("seen", "token", "round")}
        posted(guest, here(tournament), 302, **said, **{f"amount-{seat}": str(it) for seat, it in enumerate(amounts)})
        table.refresh_from_db()

    for amounts in ((1, -1, 0, 0), (1, -1, 0, 0), (2, -2, 0, 0), (1, -1, 0, 0)):
        sends(one, *amounts)
        assert table.scores is None
    assert {result.how for result in Result.objects.all()} == {Result.How.FIRST}
    sends(other, 1, -1, 0, 0)
    assert [row["points"] for row in table.scores or ()] == [1, -1, 0, 0]
