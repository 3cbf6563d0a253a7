"""Whoever runs a tournament is never left without the next step, and is told in time what cannot be made up for."""

import re

import pytest
from django.utils import timezone

from tests.club import House
from tests.services.test_tournament_cards import PAIRS, enter
from tests.services.test_tournament_cash import LIVES, play, s1
from tests.tournament import a_card, a_result, a_round, a_tournament
from tests.web.page import elements, get, links, phone, texts
from tests.web.setting_up import of_preset, save
from tournaments.formats import planning
from tournaments.formats.plan import read_plan
from tournaments.models import Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.services.facts import facts_of
from tournaments.services.progress import progress_of
from tournaments.services.table_codes import code_of

pytestmark = pytest.mark.django_db


def path(tournament: Tournament, rest: str = "") -> str:
    return f"/club/{tournament.club.slug}/tournaments/{tournament.pk}/{rest}"


def one_life(house: House, cards: int = 4) -> Tournament:
    return a_tournament(house.club, plan=LIVES | {"stages": [{"kind": "lives", "lives": 1}]}, cards=cards)


def won(tournament: Tournament, *tables: tuple[int, int]) -> None:
    """The next round with these tables; the first of each has won."""
    for table in a_round(tournament, *tables).tables.all():
        a_result(table, {"points": 7}, {"points": 3})


def test_the_last_table_and_the_last_round_say_what_comes_next(house: House) -> None:
    tournament, desk = one_life(house), house.phone("director")
    drawn = a_round(tournament, (1, 2), (3, 4))
    tables = list(drawn.tables.order_by("number"))
    assert path(tournament, "tables/") + "?round=1" in links(get(desk, path(tournament, "rounds/1/")))
    a_result(tables[0], {"points": 7}, {"points": 3})
    assert not list(elements(get(desk, path(tournament, "tables/")), "a.big"))
    a_result(tables[1], {"points": 7}, {"points": 3})
    for role, leads in (("director", "draw/"), ("scorer", "standings/")):
        (button,) = elements(get(house.phone(role), path(tournament, "tables/")), "a.big")
        assert button.attributes["href"] == path(tournament, leads)
    assert path(tournament, "tables/") + "?round=1" not in links(get(desk, path(tournament, "rounds/1/")))
    won(tournament, (1, 3))
    assert not list(elements(get(desk, path(tournament, "tables/") + "?round=1"), "a.big"))
    (button,) = elements(get(desk, path(tournament, "standings/")), "a.big")
    assert button.attributes["href"] == path(tournament, "prizes/")
    assert not list(elements(get(house.phone("scorer"), path(tournament, "standings/")), "a.big"))
    tournament.ended_at = timezone.now()
    tournament.save()
    assert not list(elements(get(desk, path(tournament, "standings/")), "a.big"))


def test_before_the_draw_one_sees_who_may_buy_in_again(house: House) -> None:
    tournament, desk = s1(house), house.phone("scorer")
    play(tournament, 2)
    assert "nachkaufen" not in get(desk, path(tournament, "draw/")).content.decode()
    play(tournament, 1)
    page = get(desk, path(tournament, "draw/"))
    assert path(tournament, "cards/3/") in links(page)
    assert [one for one in links(page) if "/cards/" in one] == [path(tournament, "cards/3/")]
    # Somebody who is not out is told nothing about buying in; somebody who is out, why not.
    for number, said in ((6, 0), (3, 0)):
        assert len(texts(get(desk, path(tournament, f"cards/{number}/")), "p.notice")) == said
    play(tournament, 1)
    assert not [one for one in links(get(desk, path(tournament, "draw/"))) if "/cards/" in one]
    assert len(texts(get(desk, path(tournament, "cards/3/")), "p.notice")) == 1


def test_before_the_draw_one_sees_who_has_no_partner(house: House) -> None:
    tournament = a_tournament(house.club, plan=PAIRS, cards=0)
    for people in (("Auer", "Berger"), ("Dorn", "Eder"), ("Fink",)):
        enter(tournament, *people, paid=Paid.PAID)
    (notice,) = texts(get(house.phone("director"), path(tournament, "draw/")), "p.notice")
    assert "3 Fink" in notice
    assert "Auer" not in notice


def test_with_too_few_tables_the_draw_says_who_plays_later(house: House) -> None:
    tournament = a_tournament(house.club, plan=LIVES | {"desk": {"tables": 2}}, cards=7)
    a_round(tournament, (1, 2), (3, 4), (5, 6), byes=(7,))
    for rest in ("rounds/1/", "rounds/1/?by=name"):
        (notice,) = texts(get(house.phone("member"), path(tournament, rest)), "p.notice")
        assert "3" in notice
    other = a_tournament(house.club, plan=LIVES | {"desk": {"tables": 3}}, cards=6)
    a_round(other, (1, 2), (3, 4), (5, 6))
    assert not texts(get(house.phone("member"), path(other, "rounds/1/")), "p.notice")


def test_whoever_never_came_or_went_away_is_not_in_the_game(house: House) -> None:
    tournament = one_life(house, cards=0)
    for status in (Status.HERE,) * 4 + (Status.NO_SHOW, Status.EXPECTED, Status.CANCELLED):
        a_card(tournament, f"Spieler {tournament.entrants.count()}", status=status)
    won(tournament, (1, 2), (3, 4))
    assert progress_of(facts_of(tournament)).playing == 2
    tournament.entrants.filter(number=3).update(status=Status.WITHDRAWN, gone_after=1)
    assert progress_of(facts_of(tournament)).playing == 1


def test_the_end_counts_the_waves_and_is_not_foretold_when_it_is_over(house: House) -> None:
    plan = LIVES | {"stages": [{"kind": "lives", "lives": 1}], "desk": {"tables": 2, "minutes": 20}}
    assert planning.minutes_needed(read_plan(plan), 8) == 80
    assert planning.minutes_needed(read_plan(plan), 8, 1) == 40
    tournament = a_tournament(house.club, plan=plan, cards=8)
    assert progress_of(facts_of(tournament)).minutes_left == 80
    drawn = a_round(tournament, (1, 2), (3, 4), (5, 6), (7, 8))
    assert progress_of(facts_of(tournament)).minutes_left == 80
    for table in drawn.tables.all():
        a_result(table, {"points": 7}, {"points": 3})
    assert progress_of(facts_of(tournament)).minutes_left == 40
    won(tournament, (1, 3), (5, 7))
    won(tournament, (1, 5))
    found = progress_of(facts_of(tournament))
    assert (found.step, found.minutes_left, found.rounds_left) == ("finish", 0, 0)


def test_lives_that_last_longer_than_most_often_still_have_a_round_to_come(house: House) -> None:
    tournament = a_tournament(house.club, plan={"stages": [{"kind": "lives", "lives": 2}]}, cards=2)
    for winner, loser in ((1, 2), (2, 1)):
        won(tournament, (winner, loser))
    assert progress_of(facts_of(tournament)).rounds_left == 1


def test_the_desk_says_what_the_till_has_not_got_yet(house: House) -> None:
    tournament = s1(house)
    tournament.ended_at = timezone.now()
    tournament.save()
    (notice,) = texts(get(house.phone("scorer"), path(tournament)), "p.notice")
    assert "150,00" in notice
    assert not texts(get(house.phone("member"), path(tournament)), "p.notice")


def test_typing_is_explained_as_it_is_for_this_tournament(house: House) -> None:
    said = []
    for preset, tables in (("three-lives", [(1, 2), (3, 4)]), ("schafkopf", [(1, 2, 3, 4)])):
        tournament = of_preset(house, preset, cards=4)
        a_round(tournament, *tables)
        said += texts(get(house.phone("scorer"), path(tournament, "tables/")), "p.low")
    assert len(set(said)) == 2


def test_a_wrong_amount_is_called_one(house: House) -> None:
    tournament = of_preset(house, "three-lives")
    page = save(house, tournament, "money", 422, **{"fee.cents": "zehn", "prize.0.cents": "viel"})
    assert [one for one in texts(page, ".problem") if "2,50" in one]


@pytest.mark.parametrize("ended", [False, True])
def test_the_clubs_front_page_leads_to_the_tournament_of_today(house: House, ended: bool) -> None:
    tournament = a_tournament(house.club, cards=0, ended_at=timezone.now() if ended else None)
    assert (path(tournament) in links(get(house.phone("member"), house.path()))) != ended


def test_a_phone_finds_its_next_table_by_the_start_number(house: House) -> None:
    tournament = a_tournament(house.club, "Josef Auer", "Maria Berger", "Toni Dorn", plan=LIVES)
    a_round(tournament, (1, 2), byes=(3,))
    page = get(phone(), f"/table/{code_of(tournament, 1)}/")
    assert re.findall(r"<li><b class=.start-number.>(\d+)</b> → (?:<b>)?(\w+)", page.content.decode()) == [
        *(("1", "1"), ("2", "1"), ("3", "Freilos"))
    ]
    assert "Dorn" not in page.content.decode()
