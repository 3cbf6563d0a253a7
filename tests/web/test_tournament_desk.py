"""The desk's own page, the rule sheet, the list, and deleting."""

from typing import Any

import pytest
from django.utils import timezone

from tests.club import House, a_house
from tests.services.test_tournament_results import SCHAFKOPF
from tests.tournament import a_card, a_result, a_round, a_tournament, new_token
from tests.web.page import elements, get, links, texts
from tests.web.setting_up import of_preset
from tournaments.models import Tournament
from tournaments.models.entrants import Status
from tournaments.services import calls, results
from tournaments.services.facts import facts_of
from tournaments.services.progress import progress_of

pytestmark = pytest.mark.django_db


def next_page(house: House, tournament: Tournament, role: str = "director") -> str:
    (button,) = elements(get(house.phone(role), house.path(f"tournaments/{tournament.pk}/")), "a.big")
    return button.attributes["href"].removeprefix(house.path(f"tournaments/{tournament.pk}/"))


def test_the_big_button_leads_through_the_evening() -> None:
    house = a_house()
    tournament = of_preset(house, "three-lives")
    assert next_page(house, tournament) == "check-in/"
    for name in ("Auer", "Berger"):
        a_card(tournament, name)
    late = a_card(tournament, "Moser", status=Status.EXPECTED)
    assert next_page(house, tournament) == "check-in/"
    late.status = Status.NO_SHOW
    late.save()
    assert next_page(house, tournament) == "draw/"
    assert next_page(house, tournament, "scorer") == "standings/"
    first = a_round(tournament, (1, 2), published=False)
    assert next_page(house, tournament) == "draw/"
    first.published_at = timezone.now()
    first.save()
    assert next_page(house, tournament) == "tables/"
    for _ in range(3):
        table = tournament.rounds.last().tables.get()  # type: ignore[union-attr]
        a_result(table, {"legs": 1}, {"legs": 0})
        if _ < 2:
            assert next_page(house, tournament) == "draw/"
            a_round(tournament, (1, 2))
    assert next_page(house, tournament) == "standings/"
    Tournament.objects.filter(pk=tournament.pk).update(ended_at=timezone.now())
    tournament.payouts.create(entrant=tournament.entrants.first(), wins="place", place=1, cents=1000)
    assert next_page(house, tournament) == "prizes/"
    tournament.payouts.update(handed_at=timezone.now())
    assert next_page(house, tournament) == "standings/"


def test_a_card_that_was_given_up_counts_nowhere_at_the_desk(house: House) -> None:
    tournament = of_preset(house, "three-lives")
    for name, status in (("Auer", Status.HERE), ("Berger", Status.HERE), ("Moser", Status.CANCELLED)):
        a_card(tournament, name, status=status)
    found = progress_of(facts_of(tournament))
    assert (found.cards, found.here, found.gone, found.unpaid) == (2, 2, 0, 2)


def test_the_desk_names_the_open_tables_and_what_to_mind() -> None:
    house = a_house()
    tournament = of_preset(house, "tarock")
    for number in range(8):
        a_card(tournament, f"Spieler {number}")
    drawn = a_round(tournament, (1, 2, 3, 4), (5, 6, 7, 8))
    a_result(drawn.tables.get(number=1), *[{"points": points} for points in (10, 5, -7, -8)])
    page = get(house.phone("director"), house.path(f"tournaments/{tournament.pk}/"))
    assert texts(page, ".chip") == ["2"]
    assert len(texts(page, ".notice")) == 2  # eight fees are open, and eight cards do not cover 280 euros


def test_the_desk_names_a_table_of_which_two_entries_differ_until_one_counts(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan={**SCHAFKOPF, "desk": {"twice": True}})
    table, path = a_round(tournament, (1, 2, 3, 4)).tables.get(), house.path(f"tournaments/{tournament.pk}/")
    said = []
    for seen, (one, other) in enumerate(((1, -1), (2, -2), (2, -2))):
        rows = [{"points": points} for points in (one, other, 0, 0)]
        results.hand_in(table, by=None, rows=rows, seen=seen, token=new_token(), device=f"phone-{seen}")
        said.append([one for one in texts(get(house.phone("member"), path), "p.notice") if "Tisch" in one])
    assert said == [[], ["Strittig: Runde 1, Tisch 1"], []]


def test_before_it_begins_the_desk_says_what_the_hall_needs_and_then_who_calls() -> None:
    house = a_house()
    tournament = of_preset(house, "schafkopf")
    for number in range(8):
        a_card(tournament, f"Spieler {number}")
    path, phone = house.path(f"tournaments/{tournament.pk}/"), house.phone("director")
    hints = [f"{path}{page}/" for page in ("screens", "table-codes", "paper")]
    assert [one for one in links(get(phone, path)) if one in hints][:3] == hints
    drawn = a_round(tournament, (1, 2, 3, 4), (5, 6, 7, 8))
    calls.call(drawn.tables.get(number=2), token="token-of-a-call")
    page = get(phone, path)
    assert f"{path}room/2/" in links(page)
    assert texts(get(house.phone("member"), path), "[role=alert]") == []


def test_the_desk_costs_the_same_for_five_and_for_fifty_cards(django_assert_max_num_queries: Any) -> None:
    house = a_house()
    path = {}
    for size in (4, 40):
        tournament = of_preset(house, "schafkopf")
        for number in range(size):
            a_card(tournament, f"{size} Spieler {number}")
        tables = [tuple(range(first, first + 4)) for first in range(1, size, 4)]
        a_round(tournament, *tables)
        path[size] = house.path(f"tournaments/{tournament.pk}/")
    phone = house.phone("director")
    get(phone, path[4])
    with django_assert_max_num_queries(26) as few:
        get(phone, path[4])
    with django_assert_max_num_queries(len(few.captured_queries)):
        get(phone, path[40])


def test_the_rule_sheet_is_a_draft_until_the_first_round() -> None:
    house = a_house()
    tournament = of_preset(house, "sliding-pairs", notes="Hunde draußen.")
    phone, path = house.phone("member"), house.path(f"tournaments/{tournament.pk}/rules/")
    page = get(phone, path)
    assert len(texts(page, ".notice")) == 1
    assert "Hunde draußen." in texts(page, "li")
    Tournament.objects.filter(pk=tournament.pk).update(started_at=timezone.now())
    assert texts(get(phone, path), ".notice") == []


def test_the_list_parts_what_runs_what_comes_and_what_was() -> None:
    house = a_house()
    for name, fields in {
        "Kommt": {},
        "Läuft": {"started_at": timezone.now()},
        "War": {"started_at": timezone.now(), "ended_at": timezone.now()},
    }.items():
        of_preset(house, "three-lives", name=name, **fields)
    page = get(house.phone("member"), house.path("tournaments/"))
    assert texts(page, "b") == ["Läuft", "Kommt", "War"]
    assert house.path("tournaments/new/") not in links(page)


def test_deleting_asks_first_and_is_refused_once_a_round_is_drawn() -> None:
    house = a_house()
    tournament = a_tournament(house.club, cards=2)
    phone, path = house.phone("director"), house.path(f"tournaments/{tournament.pk}/delete/")
    assert path in links(get(phone, house.path(f"tournaments/{tournament.pk}/")))
    a_round(tournament, (1, 2))
    assert len(texts(get(phone, path), ".problem")) == 1
    assert phone.post(path).status_code == 422
    tournament.rounds.all().delete()
    assert phone.post(path).headers["Location"] == house.path("tournaments/")
    assert Tournament.objects.count() == 0
