"""Erasing, merging and downloading reach what tournaments keep of a person."""

import json
from typing import Any

import pytest

from clubs.models import Club, Player
from clubs.models.club import Role
from clubs.services.clubs import delete_club
from clubs.services.core import Refused
from clubs.services.merging import merge
from scoring.services.erase import erase_person
from scoring.services.merge import sat_together
from scoring.services.my_data import stored_about
from tests.club import House, a_house
from tests.tournament import a_result, a_round, a_tournament
from tournaments.models import Adjustment, Ban, Buy, Entrant, Payment, Payout, Person
from tournaments.services import draws
from tournaments.services.draw_inputs import verified

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
    (judged,) = card["penalties"]
    assert (judged["unit"], judged["amount"], judged["reason"]) == ("points", -2, "zu spät")
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


def test_of_a_card_that_several_played_everybody_gets_the_tables_they_sat_at(house: House) -> None:
    tournament = a_tournament(house.club, "Josef Auer", "Maria Berger")
    for number in (1, 2):
        a_result(a_round(tournament, (1, 2)).tables.get(), {"points": number}, {"points": 0})
    a_round(tournament, (1, 2), published=False)
    Person.objects.filter(player__name="Josef Auer").update(until=1)
    stands_in = Player.objects.create(club=house.club, name="Franz Dorn", guest=True)
    Person.objects.create(entrant=tournament.entrants.get(number=1), player=stands_in, since=2)
    told = {
        name: [(one["round"], one["points"]) for one in stored_about(house.club, player)["tournaments"][0]["tables"]]
        for name, player in (("Auer", Player.objects.get(name="Josef Auer")), ("Dorn", stands_in))
    }
    assert told == {"Auer": [(1, 1)], "Dorn": [(2, 2)]}
    last = stored_about(house.club, Player.objects.get(name="Maria Berger"))["tournaments"][0]["tables"]
    assert [one["round"] for one in last] == [1, 2]  # a draft is nobody's to read


def test_all_that_was_written_down_of_a_card_is_in_the_download(house: House) -> None:
    tournament = a_tournament(house.club, "Josef Auer", "Maria Berger")
    card = tournament.entrants.get(number=1)
    Entrant.objects.filter(pk=card.pk).update(name="Die Buam", apart="Auer", deck="doppeldeutsch", fixed_table=4)
    row = draws.publish(draws.draw(tournament, by=None, number=1), by=None)
    table = a_result(row.tables.get(), {"points": 1}, {"points": 0})
    table.results.update(reason="falsch zusammengezählt")
    Payment.objects.create(tournament=tournament, entrant=card, kind="fee", cents=1500)
    terms = {"after_round": 1, "lives": 1, "cents": 500, "pool_cents": 500, "token": "buy"}
    Buy.objects.create(entrant=card, **terms)
    Payout.objects.create(tournament=tournament, entrant=card, wins="place", place=1, cents=700, goods="Pressack")
    (mine,) = stored_about(house.club, Player.objects.get(name="Josef Auer"))["tournaments"]
    assert [mine[name] for name in ("name", "apart", "deck", "fixed_table")] == ["Die Buam", "Auer", "doppeldeutsch", 4]
    assert [one["what"] for one in mine["money"]] == ["fee", "bought_in", "prize"]
    assert mine["money"][2]["goods"] == "Pressack"
    (seat,) = mine["tables"]
    assert seat["drawn_as"] == {"number": 1, "apart": [0], "table": 4}
    assert [(one["reason"], one["made"]["points"]) for one in seat["handed_in"]] == [
        ("falsch zusammengezählt", seat["points"])
    ]


def test_erasing_reaches_plans_prizes_reasons_and_who_did_it(house: House) -> None:
    name = "Egon Kern"
    plan: dict[str, Any] = {"stages": [{"kind": "lives", "name": name}], "prizes": {"prizes": [{"goods": name}]}}
    tournament = a_tournament(house.club, name, "Maria Berger", plan=plan, game_name=name)
    scorer, card = house.users[Role.SCORER], tournament.entrants.get(number=1)
    Entrant.objects.filter(pk=card.pk).update(woman=True, deck=name, group="FF Wald")
    row = draws.publish(draws.draw(tournament, by=scorer, number=1), by=scorer)
    table = a_result(row.tables.get(), {"points": 1}, {"points": 0})
    table.results.update(reason="Kern hat sich verschrieben", by=scorer)
    Payout.objects.create(tournament=tournament, entrant=card, wins="place", goods=f"Wanderpokal {name}")
    erase_person(house.club, house.players[Role.SCORER], by=house.users[Role.OWNER], confirmation=name)
    tournament.refresh_from_db()
    row.refresh_from_db()
    result, card = table.results.get(), tournament.entrants.get(number=1)
    kept = [tournament.plan, tournament.game_name, row.drawn_from, card.deck, result.reason, Payout.objects.get().goods]
    told = json.dumps(kept, ensure_ascii=False)
    assert "Kern" not in told
    assert "Egon" not in told
    assert (result.by, row.drawn_by, row.published_by) == (None, None, None)
    assert (card.woman, card.group, verified(row).same) == (True, "FF Wald", True)


def test_a_club_whose_tournament_took_money_stays(house: House) -> None:
    tournament = a_tournament(house.club, "Josef Auer")
    Payment.objects.create(tournament=tournament, entrant=tournament.entrants.get(), kind="fee", cents=1500)
    with pytest.raises(Refused) as refused:
        delete_club(house.club, by=house.users[Role.OWNER], name=house.club.name)
    assert [one.code for one in refused.value.problems] == ["club_has_history"]
    Payment.objects.all().delete()
    delete_club(house.club, by=house.users[Role.OWNER], name=house.club.name)
    assert not Club.objects.exists()


def test_two_who_met_at_a_table_are_not_one_person() -> None:
    house = a_house()
    tournament = a_tournament(house.club, "Josef Auer", "Sepp Auer", "Maria Berger")
    a_round(tournament, [1, 2], byes=[3])
    one, other, third = (Player.objects.get(name=name) for name in ("Josef Auer", "Sepp Auer", "Maria Berger"))
    with pytest.raises(Refused):
        merge(house.club, gone=one, into=other, by=None, sat_together=sat_together)
    merge(house.club, gone=one, into=third, by=None, sat_together=sat_together)
