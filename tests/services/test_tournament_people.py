"""Erasing, merging and downloading reach what tournaments keep of a person."""

import pytest

from clubs.models import Player
from clubs.models.club import Role
from clubs.services.core import Refused
from clubs.services.merging import merge
from scoring.services.erase import erase_person
from scoring.services.merge import sat_together
from scoring.services.my_data import stored_about
from tests.club import a_house
from tests.tournament import a_result, a_round, a_tournament
from tournaments.models import Adjustment, Ban

pytestmark = pytest.mark.django_db


def test_what_a_tournament_keeps_of_somebody_is_in_their_own_data() -> None:
    house = a_house()
    tournament = a_tournament(house.club, "Josef Auer", "Maria Berger")
    a_result(a_round(tournament, [1, 2]).tables.get(), {"points": 1}, {"points": 0})
    auer = Player.objects.get(name="Josef Auer")
    Adjustment.objects.create(
        tournament=tournament,
        entrant=tournament.entrants.get(number=1),
        unit="points",
        amount=-2,
        reason="zu spät",
        token="a",
    )
    Ban.objects.create(club=house.club, player=auer, reason="davongelaufen")
    card, ban = stored_about(house.club, auer)["tournaments"]
    assert (card["tournament"], card["number"], card["tables"][0]["round"]) == ("Preisschnapsen", 1, 1)
    assert card["tables"][0]["won"] == 1
    assert card["penalties"] == [{"unit": "points", "amount": -2, "reason": "zu spät"}]
    assert ban["ban"]["reason"] == "davongelaufen"


def test_an_erased_person_is_in_no_text_of_a_tournament() -> None:
    house = a_house()
    tournament = a_tournament(house.club, "Josef Auer", "Maria Berger", notes="Jury: Josef Auer")
    card = tournament.entrants.get(number=1)
    card.name, card.group = "Team Josef Auer", "FF Wald"
    card.save()
    Adjustment.objects.create(
        tournament=tournament, entrant=card, unit="points", amount=-2, reason="Auer kam zu spät", token="a"
    )
    auer = Player.objects.get(name="Josef Auer")
    Ban.objects.create(club=house.club, player=auer, reason="Josef lief davon")
    erase_person(house.club, auer, by=house.users[Role.OWNER], confirmation="Josef Auer")
    tournament.refresh_from_db()
    card.refresh_from_db()
    told = [tournament.notes, card.name, Adjustment.objects.get().reason, Ban.objects.get().reason]
    assert not [text for text in told if "Josef" in text or "Auer" in text], told
    assert card.group == "FF Wald"


def test_two_who_met_at_a_table_are_not_one_person() -> None:
    house = a_house()
    tournament = a_tournament(house.club, "Josef Auer", "Sepp Auer", "Maria Berger")
    a_round(tournament, [1, 2], byes=[3])
    one, other, third = (Player.objects.get(name=name) for name in ("Josef Auer", "Sepp Auer", "Maria Berger"))
    with pytest.raises(Refused):
        merge(house.club, gone=one, into=other, by=None, sat_together=sat_together)
    merge(house.club, gone=one, into=third, by=None, sat_together=sat_together)
