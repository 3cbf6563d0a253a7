"""Start cards, cash and bans through the API: the same use cases and the same refusals as the pages."""

from typing import Any

import pytest

from clubs.models.club import Role
from clubs.services.till import cash_in_box
from tests.api import asking
from tests.api.asking import codes
from tests.club import House
from tests.services.test_tournament_cards import DRAWN, PAIRS
from tests.services.test_tournament_cash import DORN, LIVES, play, s1
from tests.tournament import a_round, a_tournament
from tournaments.models import Entrant, Tournament
from tournaments.models.entrants import Status

pytestmark = pytest.mark.django_db


def ask(house: House, address: str, method: str = "get", body: Any = None, role: str = Role.SCORER, **how: Any) -> Any:
    return asking.ask(house, method, address, body, role=role, **how)


def inside(tournament: Tournament, rest: str) -> str:
    return f"{tournament.pk}/{rest}"


def test_a_card_is_entered_once_and_members_see_it_without_what_it_paid(house: House) -> None:
    tournament = a_tournament(house.club, plan=LIVES, cards=0)
    cards = inside(tournament, "cards/")
    body = {"token": "one", "people": [{"name": "Resi Brandner", "place": "Stainz"}], "paid": "paid", "woman": True}
    first = ask(house, cards, "post", body, status=201)
    assert ask(house, cards, "post", body, status=201) == first
    assert (first["number"], first["name"], first["paid"], first["fee"]) == (1, "Resi Brandner", "paid", 1500)
    assert ask(house, cards) == [first]
    (seen,) = ask(house, cards, role=Role.MEMBER)
    assert "paid" not in seen
    refused = ask(house, cards, "post", {"token": "two", "people": [{"player": 2**50}], "number": 1}, status=422)
    assert codes(refused) == [("no_such_person", "people.0"), ("number_taken", "number")]


def test_overriding_is_the_directors(house: House) -> None:
    tournament = a_tournament(house.club, plan=DRAWN, cards=4)
    a_round(tournament, (1, 2, 3, 4))
    body = {"token": "late", "people": [{"name": "Spät"}], "late": True}
    assert codes(ask(house, inside(tournament, "cards/"), "post", body, status=422)) == [("not_allowed", "late")]
    late = ask(house, inside(tournament, "cards/"), "post", body, role=Role.DIRECTOR, status=201)
    assert late["since"] == 2


def test_what_can_happen_to_a_card(house: House) -> None:
    tournament = a_tournament(house.club, "Auer", "Berger", plan=LIVES)

    def act(what: str, body: Any = None, role: str = Role.SCORER, status: int = 200) -> Any:
        return ask(house, inside(tournament, f"cards/1/{what}"), "post", body, role, status=status)

    assert act("pay/", {"how": "paid"})["paid"] == "paid"
    assert ask(house, inside(tournament, "cards/1/"), "patch", {"group": "ÖKB"})["group"] == "ÖKB"
    assert codes(ask(house, inside(tournament, "cards/1/"), "delete", status=422)) == [("card_still_paid", None)]
    a_round(tournament, (1, 2))
    assert act("pass/", {"round": 2})["away"] == [2]
    taken = act("substitute/", {"name": "Dorn"})
    assert [(one["name"], one["until"]) for one in taken["people"]] == [("Dorn", None)]
    assert act("leave/", {"how": "withdrawn"})["status"] == Status.WITHDRAWN
    assert act("come-back/")["status"] == Status.HERE
    assert codes(act("leave/", {"how": "disqualified", "reason": "x"}, status=422)) == [("not_allowed", "how")]
    assert act("leave/", {"how": "disqualified", "reason": "x"}, Role.DIRECTOR)["status"] == Status.DISQUALIFIED
    assert codes(act("arrive/", {}, status=422)) == [("card_is_gone", None)]
    assert codes(act("really/", {"player": 2**50}, status=422)) == [("no_such_person", "player")]
    assert codes(act("buy/", {"token": "b"}, status=422)) == [("card_not_here", None)]


def test_dorn_buys_in_and_the_till_gets_155_euros(house: House) -> None:
    tournament = s1(house)
    play(tournament, 3)
    bought = ask(house, inside(tournament, f"cards/{DORN}/buy/"), "post", {"token": "b"}, status=201)
    assert (bought["after_round"], bought["cents"], bought["cancelled"]) == (3, 500, False)
    found = ask(house, inside(tournament, "cash/"))
    assert (found["takings"], found["to_book"], found["in_box"], found["open"]) == (15500, 15500, 15500, [])
    assert found["parts"] == {"pool": 10400, "club": 3100, "food": 2000, "other": 0}
    body = {"token": "till", "seen": 15500}
    assert ask(house, inside(tournament, "cash/book/"), "post", body, status=403)
    booking = ask(house, inside(tournament, "cash/book/"), "post", body, role=Role.TREASURER)
    assert (booking["cash"], booking["kind"], cash_in_box(house.club)) == (15500, "income", 15500)
    back = {"token": "back", "booking": booking["id"]}
    assert ask(house, inside(tournament, "cash/take-back/"), "post", back, role=Role.TREASURER)["cash"] == -15500
    counted = ask(house, inside(tournament, "cash/count/"), "post", {"change": 0, "counted": 15499, "seen": 15500})
    assert counted == {"expected": 15500, "counted": 15499, "difference": -1}
    back_again = ask(house, inside(tournament, f"buys/{bought['id']}/take-back/"), "post")
    assert (back_again["cancelled"], ask(house, inside(tournament, "cash/"))["takings"]) == (True, 15000)


def test_no_shows_partners_and_a_list(house: House) -> None:
    tournament = a_tournament(house.club, plan=PAIRS, cards=0)
    rows = [{"names": ["Auer"], "number": 7}, {"names": ["Berger"], "paid": "paid"}, {"names": ["", ""]}]
    body = {"token": "list", "cards": rows, "preview": True}
    planned = ask(house, inside(tournament, "cards/import/"), "post", body)
    assert [one["what"] for one in planned["planned"]] == ["new", "new", "refused"]
    assert not Entrant.objects.exists()
    made = ask(house, inside(tournament, "cards/import/"), "post", body | {"preview": False})
    assert [(one["number"], one["status"], one["paid"]) for one in made["cards"]] == [
        (1, "expected", "paid"),
        (7, "expected", "open"),
    ]
    for number in (1, 7):
        ask(house, inside(tournament, f"cards/{number}/arrive/"), "post", {})
    assert ask(house, inside(tournament, "cards/partners/"), "post") == {"pairs": [[1, 7]]}
    ask(
        house,
        inside(tournament, "cards/"),
        "post",
        {"token": "t", "people": [{"name": "X"}], "here": False},
        status=201,
    )
    assert ask(house, inside(tournament, "cards/no-shows/"), "post") == {"numbers": [8]}


def test_bans(house: House) -> None:
    body = {"player": house.players[Role.MEMBER].pk, "reason": "Davongelaufen"}
    assert ask(house, "bans/", "post", body, status=403)
    made = ask(house, "bans/", "post", body, role=Role.DIRECTOR, status=201)
    assert ask(house, "bans/") == [made]
    assert ask(house, f"bans/{made['id']}/lift/", "post", role=Role.DIRECTOR)["lifted"]
    assert ask(house, "bans/") == []
