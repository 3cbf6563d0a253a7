"""What somebody else has given up, deleted or drawn again a moment ago: refused with a sentence, never written to."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from clubs.services.core import Refused
from tests.club import House
from tests.services.test_tournament_results import table_at
from tests.tournament import a_round, a_tournament, new_token
from tournaments import queries
from tournaments.models import Entrant, Payment, Tournament
from tournaments.services import buying, cards, draws, results, setup
from tournaments.services.card_people import Wanted

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
