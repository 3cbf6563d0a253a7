"""Check-in, a card, the cash and bans, as a desk without JavaScript uses them, and what its script asks."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Booking, Player
from clubs.models.club import Role
from clubs.services.till import cash_in_box
from tests.club import House
from tests.services.test_tournament_cards import DRAWN, PAIRS, enter
from tests.services.test_tournament_cash import DORN, LIVES, play, s1
from tests.tournament import a_card, a_round, a_tournament
from tests.web.page import elements, form, get, texts, values
from tournaments.models import Ban, Buy, Entrant, Tournament
from tournaments.models.entrants import Paid, Status

pytestmark = pytest.mark.django_db


def path(tournament: Tournament, rest: str = "check-in/") -> str:
    return f"/club/{tournament.club.slug}/tournaments/{tournament.pk}/{rest}"


def live(client: Client, address: str, **posted: Any) -> Any:
    """As the page's script asks."""
    if posted:
        return client.post(address, posted, headers={"HX-Request": "true"})
    return client.get(address, headers={"HX-Request": "true"})


@pytest.fixture
def desk(house: House) -> Client:
    return house.phone(Role.SCORER)


@pytest.fixture
def tournament(house: House) -> Tournament:
    return a_tournament(house.club, plan=LIVES, cards=0)


# --- the line ------------------------------------------------------------------------------------------------------


def test_one_card_after_the_other_by_name_and_enter(tournament: Tournament, desk: Client) -> None:
    for name, place in (("Auer", "Stainz"), ("Berger", "")):
        line = form(get(desk, path(tournament)), "check-in/")
        sent = line.filled(name=name, place=place)
        assert [desk.post(path(tournament), sent).status_code for _ in range(2)] == [302, 302]
    page = get(desk, path(tournament))
    assert texts(page, "b.card-number") == ["2", "1"]
    assert (values(page, "number"), values(page, "proposed")) == (["3"], ["3"])
    first = next(elements(page, "[name]"))
    assert "autofocus" in first.attributes
    assert [(card.paid, card.status) for card in Entrant.objects.all()] == [(Paid.PAID, Status.HERE)] * 2


def test_what_is_refused_stands_in_the_line_as_it_was_typed(tournament: Tournament, desk: Client) -> None:
    enter(tournament, "Auer")
    sent = form(get(desk, path(tournament)), "check-in/").filled(name="auer", place="Stainz", paid="open", number="1")
    for ask in (desk.post, lambda address, body: live(desk, address, **body)):
        page = ask(path(tournament), sent)
        assert page.status_code == 422
        line = next(one for one in [form(page, "check-in/")])
        assert (line.fields["name"], line.fields["place"], line.fields["number"]) == (["auer"], ["Stainz"], ["1"])
        assert line.fields["paid"] == ["open"]
        assert len(texts(page, "p.problem")) == 2
    assert Entrant.objects.count() == 1


def test_the_script_gets_the_row_the_counts_and_the_next_number(tournament: Tournament, desk: Client) -> None:
    sent = form(get(desk, path(tournament)), "check-in/").filled(name="Anna Hös")
    answer = live(desk, path(tournament), **sent)
    assert (texts(answer, "b.card-number"), texts(answer, "dd")) == (["1"], ["1", "0", "0"])
    assert next(elements(answer, "div")).attributes["data-next"] == "2"
    (alike,) = elements(answer, "[player]")
    assert alike.text == "Anna Höß"
    done = live(desk, alike.attributes["formaction"], player=alike.attributes["value"])
    assert done.status_code == 200
    assert Player.objects.get(name="Anna Hös").merged_into == Player.objects.get(name="Anna Höß")


def test_two_desks_that_see_the_same_number_both_get_on(tournament: Tournament, desk: Client) -> None:
    page = get(desk, path(tournament))
    one, other = (form(page, "check-in/").filled(name=name, token=name) for name in ("Auer", "Berger"))
    assert [live(desk, path(tournament), **sent).status_code for sent in (one, other)] == [200, 200]
    assert list(Entrant.objects.values_list("number", flat=True)) == [1, 2]


def test_the_list_is_asked_for_again_and_says_204_while_nothing_happened(tournament: Tournament, desk: Client) -> None:
    enter(tournament, "Auer")
    tournament.refresh_from_db()
    assert live(desk, path(tournament, f"check-in/?seen={tournament.seq}")).status_code == 204
    fresh = live(desk, path(tournament, "check-in/?seen=0"))
    assert (fresh.status_code, texts(fresh, "b.card-number")) == (200, ["1"])


def test_the_list_can_be_searched_and_sifted(tournament: Tournament, desk: Client) -> None:
    enter(tournament, "Höß Resi", place="Stainz")
    enter(tournament, "Berger", here=False)
    enter(tournament, "Dorn", paid=Paid.FREE)
    found = {
        asked: texts(get(desk, path(tournament, f"check-in/?{asked}")), "b.card-number")
        for asked in ("q=hoess+stai", "q=2", "show=expected", "show=open", "show=gone")
    }
    assert found == {
        "q=hoess+stai": ["1"],
        "q=2": ["2"],
        "show=expected": ["2"],
        "show=open": ["1", "2"],
        "show=gone": [],
    }


def test_a_tap_marks_who_is_here_and_who_has_paid(tournament: Tournament, desk: Client) -> None:
    card = enter(tournament, "Auer", here=False)
    assert desk.post(path(tournament, "check-in/mark/"), {"arrive": "1"}).status_code == 302
    assert live(desk, path(tournament, "check-in/mark/"), paid="1").status_code == 200
    card.refresh_from_db()
    assert (card.status, card.paid) == (Status.HERE, Paid.PAID)
    assert desk.post(path(tournament, "check-in/mark/"), {"paid": "9"}).status_code == 422
    assert live(desk, path(tournament, "check-in/mark/"), arrive="9").status_code == 422


def test_all_who_are_missing_are_marked_in_one_go(tournament: Tournament, desk: Client) -> None:
    enter(tournament, "Auer")
    enter(tournament, "Moser", here=False, paid=Paid.PAID)
    page = get(desk, path(tournament))
    assert "Moser" in " ".join(texts(page, "details.missing"))
    desk.post(path(tournament, "check-in/no-shows/"), form(page, "no-shows/").filled())
    assert Entrant.objects.get(number=2).status == Status.NO_SHOW


def test_the_seventeenth_is_told_that_round_1_is_running(house: House, desk: Client) -> None:
    tournament = a_tournament(house.club, cards=16, plan=DRAWN)
    a_round(tournament, *[range(first, first + 4) for first in (1, 5, 9, 13)])
    sent = form(get(desk, path(tournament)), "check-in/").filled(name="Siebzehnter")
    page = desk.post(path(tournament), sent)
    assert page.status_code == 422
    assert "Siebzehnter" in values(page, "name")
    assert not list(elements(page, "[late]"))
    director = house.phone(Role.DIRECTOR)
    page = director.post(
        path(tournament), form(get(director, path(tournament)), "check-in/").filled(name="Siebzehnter")
    )
    assert [one.attributes["value"] for one in elements(page, "[late]")] == ["1"]
    assert director.post(path(tournament), form(page, "check-in/").filled(late="1")).status_code == 302
    assert Entrant.objects.get(number=17).since == 2


def test_only_the_director_lets_somebody_banned_play(house: House, tournament: Tournament, desk: Client) -> None:
    Ban.objects.create(club=house.club, player=house.players[Role.OWNER], reason="Davongelaufen")
    sent = form(get(desk, path(tournament)), "check-in/").filled(name="Anna Höß", sure="1")
    page = desk.post(path(tournament), sent)
    assert page.status_code == 422
    assert "Davongelaufen" in " ".join(texts(page, "p.problem"))
    assert house.phone(Role.DIRECTOR).post(path(tournament), sent).status_code == 302


def test_pairs_have_two_names_and_lone_players_a_button(house: House, desk: Client) -> None:
    tournament = a_tournament(house.club, plan=PAIRS, cards=0)
    sent = form(get(desk, path(tournament)), "check-in/").filled(name=["Auer", "Berger"], place=["", "Graz"])
    assert desk.post(path(tournament), sent).status_code == 302
    assert Player.objects.get(name="Berger").place == "Graz"
    for name in ("Dorn", "Eder"):
        enter(tournament, name)
    page = get(desk, path(tournament))
    assert desk.post(path(tournament, "check-in/partners/"), form(page, "partners/").filled()).status_code == 302
    assert [card.people.count() for card in Entrant.objects.order_by("number")] == [2, 2, 0]


def test_a_page_of_many_cards_asks_no_more_than_one_of_few(house: House, desk: Client) -> None:
    def asked(cards: int) -> int:
        tournament = a_tournament(house.club, plan=LIVES, cards=cards)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            get(desk, path(tournament))
            get(desk, path(tournament, "cash/"))
        return len(queries)

    asked(1)
    assert asked(5) == asked(60)


# --- one card ------------------------------------------------------------------------------------------------------


def act(client: Client, tournament: Tournament, what: str, number: int = 1, status: int = 302, **posted: Any) -> Any:
    answer = client.post(path(tournament, f"cards/{number}/{what}/"), posted)
    assert answer.status_code == status
    return answer


def test_everything_that_can_happen_to_a_card(house: House, tournament: Tournament, desk: Client) -> None:
    card = enter(tournament, "Auer", paid=Paid.PAID)
    enter(tournament, "Berger")
    act(desk, tournament, "pay", how="free")
    act(desk, tournament, "substitute", person="Dorn", person_place="Wald")
    a_round(tournament, (1, 2))
    act(desk, tournament, "pass", round="2")
    act(desk, tournament, "leave", how="withdrawn", reason="Krank")
    card.refresh_from_db()
    assert (card.paid, card.away, card.status, card.gone_after) == (Paid.FREE, [2], Status.WITHDRAWN, 1)
    assert card.people.get().player.place == "Wald"
    act(desk, tournament, "back")
    act(desk, tournament, "leave", how="disqualified", reason="Falsch", status=422)
    act(house.phone(Role.DIRECTOR), tournament, "leave", how="disqualified", reason="Falsch")
    act(desk, tournament, "back", status=422)
    act(desk, tournament, "give-up", status=422)
    act(desk, tournament, "dance", status=404)
    act(desk, tournament, "pay", number=99, status=404)
    page = get(desk, path(tournament, "cards/1/"))
    assert "Dorn" in " ".join(texts(page, "h1"))


def test_the_card_can_be_put_right_and_a_mistake_given_up(tournament: Tournament, desk: Client) -> None:
    enter(tournament, "Auer")
    details = {"group": "", "apart": "", "deck": "", "fixed_table": ""}
    assert desk.post(path(tournament, "cards/1/"), details | {"number": "9", "group": "ÖKB"}).status_code == 302
    assert Entrant.objects.get().group == "ÖKB"
    assert desk.post(path(tournament, "cards/9/"), details | {"number": "0x", "group": "x" * 60}).status_code == 422
    act(desk, tournament, "give-up", number=9)
    assert not Entrant.objects.exists()


def test_dorn_buys_in_again_on_his_page(house: House, desk: Client) -> None:
    tournament = s1(house)
    play(tournament, 3)
    page = get(desk, path(tournament, f"cards/{DORN}/"))
    sent = form(page, "buy/").filled()
    for _ in range(2):
        assert desk.post(path(tournament, f"cards/{DORN}/buy/"), sent).status_code == 302
    assert Buy.objects.count() == 1
    assert "€ 155,00" in texts(get(desk, path(tournament, "cash/")), "dd")[0]
    page = get(desk, path(tournament, f"cards/{DORN}/"))
    act(desk, tournament, "unbuy", number=DORN, buy=str(Buy.objects.get().pk))
    act(desk, tournament, "unbuy", number=DORN, buy="0", status=422)
    assert texts(get(desk, path(tournament, "cash/")), "dd")[0] == "€ 150,00"


# --- cash, bans, import --------------------------------------------------------------------------------------------


def test_the_treasurer_books_the_takings_and_takes_it_back(house: House) -> None:
    tournament, treasurer = s1(house), house.phone(Role.TREASURER)
    page = get(treasurer, path(tournament, "cash/"))
    assert texts(page, "dd") == ["€ 150,00", "€ 0,00", "€ 0,00"]
    sent = form(page, "cash/book/").filled()
    assert [treasurer.post(path(tournament, "cash/book/"), sent).status_code for _ in range(2)] == [302, 302]
    assert cash_in_box(house.club) == 15000
    page = get(treasurer, path(tournament, "cash/"))
    sent = form(page, "cash/take-back/").filled(booking=str(Booking.objects.get().pk))
    assert treasurer.post(path(tournament, "cash/take-back/"), sent).status_code == 302
    assert cash_in_box(house.club) == 0
    assert treasurer.post(path(tournament, "cash/take-back/"), sent | {"booking": "0"}).status_code == 422
    assert treasurer.post(path(tournament, "cash/book/"), {"seen": "1", "token": "t"}).status_code == 422


def test_the_desk_counts_and_sees_the_difference_before_it_is_on_record(house: House, desk: Client) -> None:
    tournament = s1(house)
    page = desk.post(
        path(tournament, "cash/"), {"change": "50", "pieces-5000": "3", "pieces-2000": "2", "pieces-500": "1"}
    )
    assert page.status_code == 200
    assert "5,00" in texts(page, "td.number")
    sent = {"change": "50,00", "counted": "195,00", "seen": "20000", "record": "1"}
    assert desk.post(path(tournament, "cash/"), sent).status_code == 302
    assert "195,00 (−5,00)" in " ".join(texts(get(desk, path(tournament, "cash/")), "li"))
    assert desk.post(path(tournament, "cash/"), sent | {"seen": "1"}).status_code == 422
    page = desk.post(path(tournament, "cash/"), {"change": "viel", "counted": "", "pieces-500": "x"})
    assert (page.status_code, len(texts(page, "p.problem"))) == (422, 2)


def test_the_director_bans_and_lifts(house: House, desk: Client) -> None:
    address, director = f"/club/{house.club.slug}/tournaments/bans/", house.phone(Role.DIRECTOR)
    wanted = {"person": "huber franz", "reason": "Davongelaufen", "until": ""}
    assert desk.post(address, wanted).status_code == 422
    assert director.post(address, wanted).status_code == 302
    assert director.post(address, wanted | {"person": "Niemand", "until": "bald"}).status_code == 422
    assert "Franz Huber" in " ".join(texts(get(desk, address), "li"))
    ban = Ban.objects.get()
    assert director.post(f"{address}{ban.pk}/lift/").status_code == 302
    assert "Davongelaufen" in " ".join(texts(get(director, address), "details.left"))


def test_a_pre_sale_list_is_looked_at_before_it_is_brought_in(tournament: Tournament, desk: Client) -> None:
    address = path(tournament, "cards/import/")
    get(desk, address)
    assert desk.post(address).status_code == 422
    a_card(tournament, "Auer")
    file = SimpleUploadedFile("liste.csv", b"Name;Nr;Bezahlt\nAuer;5;ja\nBerger;7;ja\nDorn;;\n")
    page = desk.post(address, {"file": file})
    assert re.findall("[0-9]+", texts(page, "ul.counts")[0]) == ["2", "2", "0", "0", "1"]
    sent = form(page, "").filled(leave="4")
    for _ in range(2):
        assert desk.post(address, sent).status_code == 302
    assert list(Entrant.objects.values_list("number", "paid")) == [(1, "open"), (7, "paid")]
    assert desk.post(address, sent | {"rows": "falsch"}).status_code == 422
