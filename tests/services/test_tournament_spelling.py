"""A name typed wrong at check-in is put right on the card, and nobody else's name is touched by that."""

import pytest
from django.utils import timezone

from clubs import queries
from clubs.models import Player
from tests.club import House
from tests.services.test_tournament_cards import PAIRS, codes, enter, names
from tests.tournament import a_round, a_tournament
from tests.web.page import elements, get, texts
from tournaments.models import Entrant, Tournament
from tournaments.services import cards
from tournaments.services.spelling import spell

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(house: House) -> Tournament:
    return a_tournament(house.club, plan={"max_cards": 2}, cards=0)


def put_right(card: Entrant, name: str, place: str = "", position: int = 0) -> list[str]:
    spelled = spell(card, by=None, position=position, name=name, place=place)
    who = queries.people_of(card.tournament.club)
    return [who[one.player_id].name for one in spelled.people.filter(until=None)]


def test_a_guest_is_called_anew_on_all_their_cards_also_while_it_runs(tournament: Tournament) -> None:
    card, other = enter(tournament, "Sepp Winklr"), enter(tournament, "Sepp Winklr")
    a_round(tournament, (card.number, other.number))
    assert put_right(card, "Winkler, Sepp", "Stainz") == ["Sepp Winkler"] == names(other)
    assert Player.objects.get(name="Sepp Winkler").place == "Stainz"
    assert not Player.objects.filter(name="Sepp Winklr").exists()


def test_a_name_of_somebody_known_makes_the_card_theirs(tournament: Tournament, house: House) -> None:
    known = Player.objects.create(club=house.club, name="Rosa Höß", place="Graz", created_at=timezone.now())
    card = enter(tournament, "Rsoa Hös")
    assert put_right(card, "rosa hoess") == ["Rosa Höß"]
    assert card.people.get().player.merged_into == known
    # Of the same name and from elsewhere is somebody else, as at check-in.
    other = enter(tournament, "Rosi Hös")
    assert put_right(other, "Rosa Höß", "Wien") == ["Rosa Höß (Wien)"]


def test_whoever_is_more_than_a_guest_of_this_tournament_keeps_their_name(tournament: Tournament, house: House) -> None:
    Player.objects.create(club=house.club, name="Karl Auer", created_at=timezone.now())
    member, guest = enter(tournament, "Karl Auer"), enter(tournament, "Resi Brandner")
    assert codes(spell, member, by=None, position=0, name="Karl Bauer", place="") == [("not_only_here", "name")]
    enter(a_tournament(house.club, cards=0), "Resi Brandner")
    assert codes(spell, guest, by=None, position=0, name="Resi Brand", place="") == [("not_only_here", "name")]
    fresh = enter(tournament, "Toni Dorn")
    assert codes(spell, fresh, by=None, position=0, name=" ", place="") == [("person_name_missing", "name")]
    assert codes(spell, fresh, by=None, position=3, name="Toni", place="") == [("no_such_person", "position")]
    cards.give_up_number(fresh, by=None)
    assert codes(spell, fresh, by=None, position=0, name="Toni", place="")[0][0] == "number_given_up"


def test_the_page_of_a_card_offers_it_for_each_of_a_pair(house: House) -> None:
    tournament = a_tournament(house.club, plan=PAIRS, cards=0)
    card = enter(tournament, "Toni Dorn", "Sepp Winklr")
    desk, path = house.phone("scorer"), house.path(f"tournaments/{tournament.pk}/cards/{card.number}/")
    fields = {"position": "1", "spelled": "Sepp Winkler", "spelled_place": "Stainz"}
    assert [one.attributes["value"] for one in elements(get(desk, path), "[spelled]")] == [
        "Toni Dorn",
        "Sepp Winklr",
    ]
    assert desk.post(f"{path}spell/", fields).status_code == 302
    assert names(card) == ["Toni Dorn", "Sepp Winkler"]
    refused = desk.post(f"{path}spell/", fields | {"spelled": "Toni Dorn"})
    assert refused.status_code == 422
    assert len(texts(refused, "p.problem")) >= 1
    # Somebody of the club has a page of their own, which only directors may change.
    Player.objects.update(guest=False)
    assert not list(elements(get(desk, path), "[spelled]"))
    people = house.path("people/")
    led = [one.attributes["href"] for one in elements(get(house.phone("director"), path), "a.tap")]
    assert [one for one in led if one.startswith(people)] == [
        f"{people}{one.player_id}/edit/" for one in card.people.all()
    ]
