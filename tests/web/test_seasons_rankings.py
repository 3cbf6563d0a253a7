"""The pages of rankings: overview, setting up, the table that turns by itself, champions, what everybody sees."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Membership, Player
from clubs.models.club import Role
from clubs.models.people import Shown
from scoring.models import Score
from seasons.models import Board, Champion, Ranking
from seasons.services import boards
from seasons.services import rankings as use_cases
from seasons.services.rankings import About
from seasons.views.place_chart import place_chart
from tests.club import House
from tests.seasons_cups import DAYS, a_cup, a_day
from tests.services.season import a_sheet_of
from tests.services.table import new_token, won_leg

pytestmark = pytest.mark.django_db
THIS_YEAR = date(2026, 1, 6)
OVERVIEW_QUERIES = 13


def a_ranking(house: House, **different: Any) -> Ranking:
    about = {"name": "Bummerl-Bilanz", "game": "bauernschnapsen", "unit": "bummerl", **different}
    return use_cases.create(house.club, by=None, token=new_token("r"), about=About(**about), now=timezone.now())


def rebuilt(ranking: Ranking) -> None:
    for pk in ranking.boards.values_list("pk", flat=True):
        boards.rebuild(pk, now=timezone.now())


def body(phone: Client, path: str, status: int = 200, **more: Any) -> str:
    answer = phone.get(path, **more)
    assert answer.status_code == status, path
    return answer.content.decode()


def live(page: str) -> tuple[str, str]:
    """Where the page asks, and with which mark."""
    found = re.search(r'data-live="([^"]*)" data-seen="([^"]*)"', page)
    assert found
    return found[1], found[2]


def test_a_club_without_any_is_told_what_there_is_and_directors_how_to_begin(house: House) -> None:
    owner, member = (body(house.phone(role), house.path("seasons/")) for role in (Role.OWNER, Role.MEMBER))
    assert house.path("seasons/rankings/new/") in owner
    assert house.path("seasons/rankings/new/") not in member
    first, *parts = re.findall(r"<h[12][^>]*>([^<]*)<", member)
    assert first not in parts


def test_the_overview_names_who_is_first(house: House) -> None:
    a_sheet_of(house, THIS_YEAR, won_leg(0))
    rebuilt(a_ranking(house))
    page = body(house.phone(Role.MEMBER), house.path("seasons/"))
    assert "Anna Höß, Dora Lang" in page
    assert "+2" in page


@pytest.mark.parametrize("count", [1, 3])
def test_the_overview_names_who_leads_a_cup_and_asks_the_database_as_often_for_one_as_for_three(
    house: House, count: int, django_assert_num_queries: Any
) -> None:
    a_sheet_of(house, THIS_YEAR, won_leg(0))
    for number in range(count):
        rebuilt(a_ranking(house))
        cup = a_cup(house.club, {"season": {"counts": "average"}}, name=f"Cup {number}")
        a_day(cup, DAYS[0], Resi=10, Sepp=7)
        a_day(cup, DAYS[1], Resi=5 + number)
        boards.rebuild(cup.board.pk, now=timezone.now())
    phone = house.phone(Role.MEMBER)
    with django_assert_num_queries(OVERVIEW_QUERIES):
        page = body(phone, house.path("seasons/"))
    leads = re.findall(r'<span class="who">Resi</span> <b>([^<]*)</b>', page)
    assert sorted(leads) == [f"{(15 + number) / 2:.2f}".replace(".", ",") for number in range(count)]


def test_who_leads_a_cup_of_money_is_named_to_those_who_may_see_it(house: House) -> None:
    cup = a_cup(house.club, {"events": {"unit": "cents"}}, game="bauernschnapsen")
    a_day(cup, DAYS[0], **{"Anna Höß": 250})
    boards.rebuild(cup.board.pk, now=timezone.now())
    pages = [body(house.phone(role), house.path("seasons/")) for role in (Role.TREASURER, Role.MEMBER)]
    assert ["2,50" in page for page in pages] == [True, False]
    assert ["Anna Höß" in page for page in pages] == [True, False]


def test_one_tap_and_a_name_make_a_ranking(house: House) -> None:
    phone, path = house.phone(), house.path("seasons/rankings/new/")
    assert "?game=schnapsen&amp;preset=bummerl" in body(phone, f"{path}?game=schnapsen")
    form = body(phone, f"{path}?game=schnapsen&preset=bummerl")
    fields = dict(re.findall(r'<input type="hidden" name="(token|game)" value="([^"]*)"', form))
    checked = dict(re.findall(r'<input type="radio" name="(\w+)" value="(\w+)" checked>', form))
    assert (fields["game"], checked) == ("schnapsen", {"unit": "bummerl", "measure": "sum", "span": "year"})
    sent = {**fields, **checked, "name": "Winter", "minimum": "0", "first_month": "1"}
    answers = [phone.post(path, sent) for _again in range(2)]
    ranking = Ranking.objects.get()
    assert [answer.headers["Location"] for answer in answers] == [house.path(f"seasons/rankings/{ranking.pk}/")] * 2
    assert (ranking.name, ranking.unit, ranking.evenings_only) == ("Winter", "bummerl", True)


def test_what_was_typed_stays_where_it_is_refused(house: House) -> None:
    sent = {"game": "schnapsen", "token": "t", "name": "", "unit": "cents", "measure": "sum", "span": "year"}
    sent |= {"minimum": "oft", "first_month": "1", "public": "1"}
    answer = house.phone().post(house.path("seasons/rankings/new/"), sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="oft"' in page
    assert page.count('class="problem"') == 3
    assert '<details class="change-rules in-detail" open>' in page


def test_who_saves_second_sees_it_and_may_save_all_the_same(house: House) -> None:
    ranking, phone = a_ranking(house), house.phone()
    path = house.path(f"seasons/rankings/{ranking.pk}/change/")
    sent = {"unit": "won", "measure": "sum", "span": "year", "minimum": "0", "first_month": "1", "seen": "0"}
    assert phone.post(path, {**sent, "name": "Erste"}).status_code == 302
    answer = phone.post(path, {**sent, "name": "Zweite"})
    assert (answer.status_code, 'name="seen" value="1"' in answer.content.decode()) == (409, True)
    for _twice in range(2):
        assert phone.post(path, {**sent, "name": "Zweite", "seen": "1"}).status_code == 302
    assert Ranking.objects.get().name == "Zweite"


def test_a_board_turns_from_being_computed_to_the_table(house: House) -> None:
    a_sheet_of(house, THIS_YEAR, won_leg(0))
    ranking, phone = a_ranking(house), house.phone(Role.MEMBER, "en")
    page = body(phone, house.path(f"seasons/rankings/{ranking.pk}/"))
    assert "data-waits" in page
    address, seen = live(page)
    htmx = {"HX-Request": "true"}
    assert phone.get(address, {"seen": seen}, headers=htmx).status_code == 204
    rebuilt(ranking)
    fragment = phone.get(address, {"seen": seen}, headers=htmx).content.decode()
    assert "<html" not in fragment
    assert "data-waits" not in fragment
    assert "Anna Höß" in fragment
    again, now_seen = live(fragment)
    assert (again, phone.get(address, {"seen": now_seen}, headers=htmx).status_code) == (address, 204)
    a_sheet_of(house, date(2026, 1, 13), won_leg(1))
    stale = phone.get(address, {"seen": now_seen}, headers=htmx).content.decode()
    assert "data-waits" in stale
    assert Board.objects.exclude(due_at=None).count() == 1


def test_failing_and_far_along_are_said(house: House) -> None:
    ranking = a_ranking(house)
    Board.objects.update(failures=2, done=3, total=8)
    page = body(house.phone(Role.MEMBER, "en"), house.path(f"seasons/rankings/{ranking.pk}/"))
    assert '<progress max="8" value="3"' in page
    assert "cannot" in page


def test_seasons_are_chosen_and_who_came_too_seldom_stands_outside(house: House) -> None:
    a_sheet_of(house, date(2025, 1, 7), won_leg(0))
    for day in (6, 13):
        a_sheet_of(house, date(2026, 1, day), won_leg(0))
    a_sheet_of(house, date(2026, 1, 20), won_leg(0), players=["Rudi Neu", "Bert Maier", "Dora Lang", "Egon Kern"])
    ranking = a_ranking(house, minimum=2)
    rebuilt(ranking)
    path = house.path(f"seasons/rankings/{ranking.pk}/")
    page = body(house.phone(), path)
    inside, _middle, outside = page.partition('class="outside"')
    assert "Rudi Neu" in outside
    assert "Rudi Neu" not in inside
    owner = house.players[Role.OWNER].pk
    assert f'href="{house.path(f"people/{owner}/")}"' in inside
    assert 'href="?season=2025"' in page
    assert "Rudi Neu" not in body(house.phone(), f"{path}?season=2025")
    body(house.phone(), f"{path}?season=1999", 404)
    body(house.phone(), f"{path}?page=99999999999999999999")


def test_a_large_table_is_shown_in_parts_with_a_fixed_number_of_queries(
    house: House, django_assert_max_num_queries: Any
) -> None:
    a_sheet_of(house, THIS_YEAR, won_leg(0))
    sheet = Score.objects.all()[0].sheet
    people = Player.objects.bulk_create([Player(club=house.club, name=f"Spieler {number:03}") for number in range(250)])
    more = {"club": house.club, "game": "bauernschnapsen", "day": THIS_YEAR, "at_evening": True, "hands": 1}
    more |= {"won": 0, "lost": 0, "bummerl_given": 0, "bummerl_taken": 0, "points": 0, "cents": 0}
    Score.objects.bulk_create(
        [Score(sheet=sheet, position=number, player=one, **more) for number, one in enumerate(people, start=10)]
    )
    ranking = a_ranking(house)
    rebuilt(ranking)
    path, phone = house.path(f"seasons/rankings/{ranking.pk}/"), house.phone()
    with django_assert_max_num_queries(15):
        first = body(phone, path)
    second = body(phone, f"{path}?page=2")
    assert [one.count("Spieler ") for one in (first, second)] == [198, 52]


def test_money_is_seen_by_those_to_whom_it_is_open(house: House) -> None:
    a_sheet_of(house, THIS_YEAR, won_leg(0), house_rules={"money": "zero_sum", "stake_cents": 50})
    ranking = a_ranking(house, unit="cents")
    rebuilt(ranking)
    Player.objects.filter(pk=house.players[Role.DIRECTOR].pk).update(money_shown=True)
    path, names = house.path(f"seasons/rankings/{ranking.pk}/"), ["Anna Höß", "Bert Maier", "Dora Lang", "Egon Kern"]

    def seen(role: str) -> list[str]:
        page = body(house.phone(role), path)
        return [name for name in names if name in page]

    assert seen(Role.TREASURER) == names
    assert seen(Role.SCORER) == ["Bert Maier", "Egon Kern"]
    anna = house.players[Role.OWNER].pk
    body(house.phone(Role.SCORER), f"{path}2026/people/{anna}/", 404)


def test_everybody_sees_public_names_and_no_ids_and_only_what_is_public(house: House) -> None:
    a_sheet_of(house, THIS_YEAR, won_leg(0))
    Player.objects.filter(pk=house.players[Role.OWNER].pk).update(shown=Shown.HIDDEN)
    ranking = a_ranking(house, public=True)
    rebuilt(ranking)
    path = f"/board/{ranking.secret}/"
    assert path in body(house.phone(), house.path(f"seasons/rankings/{ranking.pk}/"))
    stranger = Client(headers={"Accept-Language": "de"})
    page = body(stranger, path)
    assert ["N. N." in page, "Dora L." in page, "Anna" in page, "/people/" in page] == [True, True, False, False]
    assert "sessionid" not in stranger.cookies
    address, seen = live(page)
    assert stranger.get(address, {"seen": seen}, headers={"HX-Request": "true"}).status_code == 204
    Ranking.objects.update(public=False)
    body(stranger, path, 404)
    body(stranger, "/board/nothing-like-that/", 404)


def test_another_address_ends_the_one_before(house: House) -> None:
    ranking, phone = a_ranking(house, public=True), house.phone()
    for _twice in range(2):
        phone.post(house.path(f"seasons/rankings/{ranking.pk}/secret/"), {"seen": "0"})
    now = Ranking.objects.get()
    assert now.seq == 1
    body(Client(), f"/board/{ranking.secret}/", 404)
    body(Client(), f"/board/{now.secret}/")


def test_the_course_of_somebodys_places_is_a_line_and_a_table(house: House) -> None:
    ranking = a_ranking(house)
    for day, winner in ((6, 0), (13, 1), (20, 1)):
        a_sheet_of(house, date(2026, 1, day), *[won_leg(winner)] * 2)
        rebuilt(ranking)
    bert, path = house.players[Role.DIRECTOR].pk, house.path(f"seasons/rankings/{ranking.pk}/2026/people/")
    page = body(house.phone(Role.MEMBER), f"{path}{bert}/")
    assert "<polyline" in page
    assert page.count('<td class="number">') == 2
    gone = Player.objects.create(club=house.club, name="Berti", merged_into_id=bert)
    assert house.phone().get(f"{path}{gone.pk}/").headers["Location"] == f"{path}{bert}/"
    body(house.phone(), f"{path}999999/", 404)


def test_champions_are_written_in_and_taken_off_by_directors_only(house: House) -> None:
    ranking = a_ranking(house)
    path = house.path(f"seasons/rankings/{ranking.pk}/champions/")
    sent = {"token": "t", "season": "2019", "name": "Der alte Wirt", "amount": "+41"}
    assert house.phone(Role.SCORER).post(f"{path}add/", sent).status_code == 403
    assert house.phone().post(f"{path}add/", {**sent, "season": ""}).status_code == 422
    for _twice in range(2):
        assert house.phone().post(f"{path}add/", sent).status_code == 302
    page = body(house.phone(Role.MEMBER), path)
    assert "Der alte Wirt" in page
    champion = Champion.objects.get().pk
    assert f"{champion}/remove/" not in page
    house.phone().post(f"{path}{champion}/remove/")
    assert not Champion.objects.exists()


def test_a_member_is_told_that_a_champion_of_money_is_not_named(house: House) -> None:
    a_sheet_of(house, date(2025, 1, 7), won_leg(0), house_rules={"money": "zero_sum", "stake_cents": 50})
    ranking = a_ranking(house, unit="cents")
    rebuilt(ranking)
    path = house.path(f"seasons/rankings/{ranking.pk}/champions/")
    assert "Anna Höß" in body(house.phone(Role.TREASURER), path)
    page = body(house.phone(Role.MEMBER), path)
    assert "Anna Höß" not in page
    assert "keine Saison vorbei" not in page


def test_a_ranking_of_another_club_is_not_found(house: House) -> None:
    ranking = a_ranking(house)
    Membership.objects.filter(user=house.users[Role.OWNER]).delete()
    body(house.phone(), house.path(f"seasons/rankings/{ranking.pk}/"), 404)


def test_deleted_is_gone(house: House) -> None:
    ranking = a_ranking(house)
    path = house.path(f"seasons/rankings/{ranking.pk}/delete/")
    assert "Bummerl-Bilanz" in body(house.phone(), path)
    assert house.phone().post(path).headers["Location"] == house.path("seasons/")
    assert not Ranking.objects.exists()


def test_a_line_of_places_goes_in_steps_and_has_gaps() -> None:
    days = [date(2026, 1, day) for day in (1, 11, 21, 31)]
    drawn = place_chart([(days[0], 1), (days[1], 3), (days[2], None)], days[3])
    assert drawn is not None
    assert drawn.pieces == ("34,14 137,14 137,164 240,164",)
    assert [text for _y, text in drawn.ticks] == ["1", "2", "3"]
    assert place_chart([(days[0], None)], days[3]) is None
    assert place_chart([(days[3], 2)], days[3]) is None
