"""A pre-sale list: what would happen, row by row, and then the same, once."""

from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Player
from clubs.models.club import Role
from clubs.services import till
from clubs.services.core import Refused
from clubs.services.spreadsheets import xlsx_file
from tests.club import House
from tests.services.test_tournament_cards import codes, enter
from tests.tournament import a_round, a_tournament
from tournaments.models import Entrant, Payment
from tournaments.models.entrants import Status
from tournaments.services import bans, cash
from tournaments.services.cards_import import CardRow, bring_in, plan_cards, read_cards

pytestmark = pytest.mark.django_db

LIST = """Kartenvorverkauf;;;;
Nr.;Vorname;Nachname;Ort;Verein;Bezahlt;Anmerkung
7;Resi;Brandner;Stainz;ÖKB;ja;
;Sepp;Dorn;;;;kommt später
9;Anna;Höß;;;frei;
"""
PLAN: dict[str, Any] = {"fee": {"cents": 1500, "pool": 1500}}


def brought(tournament: Any, rows: Any, **more: Any) -> list[Entrant]:
    return bring_in(tournament, rows, **{"by": None, "token": "list", "now": timezone.now(), **more})


def test_the_columns_are_found_in_any_order_and_a_title_above_them_does_not_matter() -> None:
    assert read_cards(LIST.encode("cp1252")) == [
        CardRow(3, ("Resi Brandner",), "Stainz", "7", "ÖKB", "ja"),
        CardRow(4, ("Sepp Dorn",)),
        CardRow(5, ("Anna Höß",), "", "9", "", "frei"),
    ]


def test_pairs_and_teams_have_more_names_in_a_row_and_excel_is_read_too() -> None:
    rows = [["Spieler 1", "Spieler 2", "Spieler 3", "Start-Nr."], ["Auer", "Berger", "Dorn", "4"]]
    assert read_cards(xlsx_file(("Liste", 20, rows))) == [CardRow(2, ("Auer", "Berger", "Dorn"), "", "4")]


def test_a_file_without_names_is_refused() -> None:
    assert codes(read_cards, b"1;2\n3;4\n") == [("import_no_names", "file")]


def test_the_list_is_announced_once_and_what_was_paid_is_cash(house: House) -> None:
    tournament = a_tournament(house.club, plan=PLAN, cards=0)
    enter(tournament, "Auer")
    rows = read_cards(LIST.encode())
    assert [one.what for one in plan_cards(tournament, rows)] == ["new", "new", "known"]
    made = brought(tournament, rows)
    assert [(card.number, card.status, card.paid) for card in made] == [
        (2, Status.EXPECTED, "open"),
        (7, Status.EXPECTED, "paid"),
        (9, Status.EXPECTED, "free"),
    ]
    assert brought(tournament, rows) == made
    assert (cash.cash_of(tournament).takings, Payment.objects.count()) == (1500, 1)
    assert Player.objects.get(name="Resi Brandner").place == "Stainz"
    assert made[1].group == "ÖKB"


def test_what_cannot_be_is_named_row_by_row(house: House) -> None:
    tournament = a_tournament(house.club, "Auer", plan={"most": 4})
    day = till.today(house.club)
    bans.ban(house.club, by=None, player=house.players[Role.MEMBER].pk, reason="Streit", until=None, today=day)
    rows = [
        CardRow(2, ("Auer",)),
        CardRow(3, ("Franz Huber",)),
        CardRow(4, ("Berger",), number="1"),
        CardRow(5, ("Dorn",), number="x"),
        CardRow(6, ("Eder",), number="8"),
        CardRow(7, ("Fink",), number="8"),
        CardRow(8, ("eder",)),
        CardRow(9, ("Gruber", "Huber")),
        CardRow(10, ("Kern",)),
        CardRow(11, ("Lang",)),
        CardRow(12, ("Moser",)),
    ]
    planned = plan_cards(tournament, rows)
    assert [[problem.code for problem in one.problems] for one in planned] == [
        ["has_a_card"],
        ["banned"],
        ["number_taken"],
        ["import_number_odd"],
        [],
        ["import_number_twice"],
        ["import_twice"],
        ["too_many_on_card"],
        [],
        [],
        ["import_too_many"],
    ]
    made = brought(tournament, rows, without={10})
    assert [(card.number, card.people.get().player.name) for card in made] == [(2, "Lang"), (8, "Eder")]


def test_who_is_nearly_called_so_is_asked_about_and_new_by_default(house: House) -> None:
    tournament = a_tournament(house.club, cards=0)
    rows = [CardRow(1, ("Anna Hös",)), CardRow(2, ("Bert Mayer",))]
    assert [(one.what, one.alike[0][1].name) for one in plan_cards(tournament, rows)] == [
        ("maybe", "Anna Höß"),
        ("maybe", "Bert Maier"),
    ]
    made = brought(tournament, rows, same={1})
    assert [card.people.get().player.name for card in made] == ["Anna Höß", "Bert Mayer"]


def test_several_cards_under_one_new_name_are_one_guest(house: House) -> None:
    tournament = a_tournament(house.club, cards=0, plan={"max_cards": 4})
    brought(tournament, [CardRow(row, ("Gottfried Neu",)) for row in range(1, 6)])
    assert (Entrant.objects.count(), Player.objects.filter(name="Gottfried Neu").count()) == (4, 1)


def test_nothing_is_brought_in_once_the_first_round_is_out(house: House) -> None:
    tournament = a_tournament(house.club, cards=2)
    a_round(tournament, (1, 2))
    assert codes(brought, tournament, [CardRow(1, ("Auer",))]) == [("round_runs", None)]


def test_the_queries_do_not_grow_with_the_list(house: House, django_assert_max_num_queries: Any) -> None:
    tournament = a_tournament(house.club, cards=0)
    with django_assert_max_num_queries(6):
        plan_cards(tournament, [CardRow(row, (f"Spieler {row}",)) for row in range(1, 60)])
    with pytest.raises(Refused):
        plan_cards(tournament, [CardRow(row, ("x",)) for row in range(3000)])
