"""What somebody else has given up, deleted or drawn again a moment ago: refused with a sentence, never written to."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.services.core import Refused
from tests.club import House
from tests.services.test_tournament_results import table_at
from tests.tournament import a_round, a_tournament, new_token
from tournaments import queries
from tournaments.models import Call, Entrant, Payment, Round, Tournament
from tournaments.services import buying, calls, cards, clock, draws, results, setup, turns
from tournaments.services.card_people import Wanted
from tournaments.services.table_codes import code_of

pytestmark = pytest.mark.django_db

NOW = timezone.now()
FEE = {"fee": {"cents": 1000, "pool": 1000}}


@pytest.mark.parametrize(
    "act",
    [
        lambda card: cards.pay(card, by=None, how="paid", now=NOW),
        lambda card: cards.arrive(card, by=None, now=NOW),
        lambda card: cards.leave(card, by=None, how="withdrawn"),
        lambda card: cards.come_back(card, by=None),
        lambda card: cards.let_pass(card, by=None, number=1),
        lambda card: cards.substitute(card, by=None, wanted=Wanted("Kern Karl"), now=NOW),
        lambda card: cards.change(card, by=None, group="Union"),
        lambda card: buying.buy(card, by=None, token=new_token("buying"), now=NOW),
    ],
)
@pytest.mark.parametrize("had_paid", [True, False])
def test_a_card_that_was_given_up_stays_given_up(
    house: House, act: Callable[[Entrant], object], had_paid: bool
) -> None:
    tournament = a_tournament(house.club, "Auer Hans", "Berger Franz", plan=FEE)
    card = tournament.entrants.get(number=1)
    for how in ("paid", "open") if had_paid else ():
        cards.pay(card, by=None, how=how, now=NOW)  # its row stays, for the history of the cash
    cards.give_up_number(card, by=None)
    with pytest.raises(Refused) as refused:
        act(card)
    assert [one.code for one in refused.value.problems] == ["number_given_up"]
    assert list(tournament.entrants.filter(number=1).values_list("status", flat=True)) == ["cancelled"] * had_paid
    assert sum(Payment.objects.filter(tournament=tournament).values_list("cents", flat=True)) == 0


def test_a_table_that_was_drawn_again_is_not_handed_in(house: House) -> None:
    tournament = a_tournament(house.club, cards=4)
    row = a_round(tournament, (1, 2), (3, 4))
    table = table_at(row, 1)
    draws.take_back(row, by=None)
    draws.draw(tournament, by=None, number=1, again=True)
    with pytest.raises(Refused) as refused:
        results.hand_in(table, by=None, rows=[{"points": 7}, {"points": 0}], seen=0, token=new_token("result"))
    assert [one.code for one in refused.value.problems] == ["round_not_published"]


def taken_back(row: Round) -> None:
    draws.discard(draws.take_back(row, by=None), by=None)


def drawn_again(row: Round) -> None:
    draws.take_back(row, by=None)
    draws.publish(draws.draw(row.tournament, by=None, number=1, again=True), by=None)


@pytest.mark.parametrize(
    ("act", "code"), [(taken_back, "round_not_published"), (drawn_again, "table_drawn_again")], ids=str
)
def test_no_time_is_set_and_nobody_called_at_a_table_that_was_drawn_again(
    house: House, act: Callable[[Round], None], code: str
) -> None:
    tournament = a_tournament(house.club, cards=4)
    row = a_round(tournament, (1, 2), (3, 4))
    table, calling = table_at(row, 1), table_at(row, 2)
    called = calls.call(calling, token=new_token("calling"))
    act(row)
    refusals = []
    for late in (
        lambda: clock.set_extra(table, by=None, minutes=5, seen=0),
        lambda: calls.call(table, token=new_token("calling")),
    ):
        with pytest.raises(Refused) as refused:
            late()
        refusals += [one.code for one in refused.value.problems]
    assert refusals == [code, "table_not_playing" if code == "round_not_published" else code]
    assert calls.answer(called, by=None).answered_at is None  # whoever answers is at the wrong table, not at an error
    assert not Call.objects.exists()


def test_no_clock_is_started_of_a_round_that_was_thrown_away(house: House) -> None:
    row = a_round(a_tournament(house.club, cards=2), (1, 2))
    taken_back(row)
    with pytest.raises(Refused) as refused:
        clock.start(row, by=None, seen=clock.mark_of(row))
    assert [one.code for one in refused.value.problems] == ["round_not_published"]


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/table/{}/", {"points-0": "7", "points-1": "0", "seen": "0"}),
        ("/table/{}/", {"sheet": "1"}),
        ("/table/{}/call/", {}),
        ("/api/v1/tables/{}/result/", {"rows": [{"points": 7}, {"points": 0}], "seen": 0}),
        ("/api/v1/tables/{}/sheet/", {}),
        ("/api/v1/tables/{}/call/", {}),
    ],
)
def test_a_phone_at_a_table_of_a_tournament_that_was_deleted_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch, path: str, told: dict[str, Any]
) -> None:
    tournament = a_tournament(house.club, cards=2)
    row = a_round(tournament, (1, 2))
    take = turns.take

    def deleted_before(one: Tournament) -> Tournament:
        monkeypatch.setattr(turns, "take", take)
        taken_back(row)
        setup.delete(Tournament.objects.get(pk=one.pk), by=None)
        return take(one)

    monkeypatch.setattr(turns, "take", deleted_before)
    about = {"round": 1, "token": new_token("calling"), **told}
    address = path.format(code_of(tournament, 1))
    api = ("application/json",) if address.startswith("/api/") else ()
    assert Client().post(address, about, *api).status_code == 404


@pytest.mark.parametrize("act", ["cards/", "draw/", "setup/what/", "check-in/", "delete/"])
@pytest.mark.parametrize("api", [True, False])
def test_a_tournament_that_was_deleted_while_somebody_pressed(
    house: House, monkeypatch: pytest.MonkeyPatch, act: str, api: bool
) -> None:
    tournament = a_tournament(house.club, cards=2)
    found = queries.tournament_of

    def found_and_deleted(*asked: Any) -> Tournament | None:
        known: Tournament | None = found(*asked)
        setup.delete(tournament, by=None)
        return known

    monkeypatch.setattr(queries, "tournament_of", found_and_deleted)
    if api:
        wanted = {"number": 1, "token": new_token("pressed"), "people": [{"name": "Neu Nora"}]}
        told = {"Authorization": f"Token {house.token()}"}
        path = {"setup/what/": "", "check-in/": "cards/no-shows/", "delete/": "cards/partners/"}.get(act, act)
        address = f"/api/v1/clubs/{house.club.slug}/tournaments/{tournament.pk}/{path}"
        answer = house.phone().post(address, wanted, "application/json", headers=told)
        assert answer.status_code == (405 if path == "" else 404)
        return
    path = {"cards/": "check-in/no-shows/", "draw/": "draw/now/"}.get(act, act)
    typed = {"token": new_token("pressed"), "number": "1", "name-0": "Neu Nora", "name": "X", "day": "2026-01-01"}
    answer = house.phone().post(house.path(f"tournaments/{tournament.pk}/{path}"), typed)
    assert answer.status_code == (302 if act == "delete/" else 404)
