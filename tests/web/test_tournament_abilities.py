"""What each role may do at the desk besides opening a page: by no other way more than its ability says."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Booking, Player, RuleProfile, RuleVersion
from clubs.models.club import Role
from clubs.services.core import Refused
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.erase import erase_person
from tests.club import House, a_house
from tests.services.table import now
from tests.tournament import a_card, a_result, a_round, a_tournament, new_token
from tests.web.page import texts
from tournaments.models import Adjustment, Ban, Buy, Entrant, Payment, Payout, Tournament
from tournaments.models.entrants import Status
from tournaments.services import bans, cards, cards_import, table_sheets
from tournaments.services.card_people import Wanted
from tournaments.services.cards_import import CardRow
from tournaments.services.facts import facts_of

pytestmark = pytest.mark.django_db

LIVES: dict[str, Any] = {
    "stages": [{"kind": "lives", "counting": {"unit": "legs"}}],
    "desk": {"record": "either"},
    "fee": {"cents": 1500, "pool": 1500},
}


def path(tournament: Tournament, rest: str = "") -> str:
    return f"/club/{tournament.club.slug}/tournaments/{tournament.pk}/{rest}"


def api(house: House, role: str) -> Client:
    return Client(headers={"Authorization": f"Token {house.token(role)}"})


def call(client: Client, tournament: Tournament, rest: str, **body: Any) -> Any:
    where = f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.pk}/{rest}"
    return client.post(where, body, content_type="application/json")


def codes(answer: Any) -> list[str]:
    return [one["code"] for one in answer.json()["problems"]]


# --- a result that counts --------------------------------------------------------------------------------------------


def test_a_scorer_changes_a_counted_result_by_no_way_at_all(house: House) -> None:
    tournament = a_tournament(house.club, "Josef Auer", "Maria Berger", plan=LIVES)
    table = a_result(a_round(tournament, (1, 2)).tables.get(), {"legs": 1}, {"legs": 0})
    page, program = house.phone(Role.SCORER), api(house, Role.SCORER)
    other: dict[str, Any] = {"rows": [{"legs": 0}, {"legs": 1}]}
    ways: dict[str, dict[str, Any]] = {"typed": other, "walkover": {"number": 2}, "survivor": {"number": 2}}
    for number, (how, more) in enumerate([*ways.items(), ("strike", {}), ("sheet", {})]):
        said: dict[str, Any] = {"token": f"try-{number}", "seen": table.seq, "how": how, **more}
        assert call(program, tournament, "rounds/1/tables/1/result/", **said).status_code == 422, how
        typed = {**said, "won": "1", "number": "2", "seen": str(table.seq), "reason": "weil"}
        assert page.post(path(tournament, "rounds/1/tables/1/enter/"), typed).status_code == 422, how
    said = {"token": "try-again", "seen": table.seq, "reason": "weil", **other}
    assert codes(call(program, tournament, "rounds/1/tables/1/result/", **said)) == ["only_directors_correct"]
    (played,) = facts_of(tournament).rounds
    assert [dict(one)["legs"] for one in played.tables[0].scores or ()] == [1, 0]
    assert table.results.count() == 1


def test_a_scorer_does_not_open_the_signed_sheet_of_a_table_again(house: House) -> None:
    tournament = a_tournament(house.club, "Josef Auer", "Maria Berger", plan=LIVES)
    sheet = table_sheets.open_sheet(a_round(tournament, (1, 2)).tables.get())
    close_sheet(sheet, write=now(sheet))
    page, program = house.phone(Role.SCORER), api(house, Role.SCORER)
    said = {"after_seq": str(sheet.seq), "token": "open-again", "reason": "weil"}
    assert page.post(path(tournament, "rounds/1/tables/1/reopen/"), said).status_code == 403
    for client in (page, Client()):
        client.post(f"/sheet/{sheet.write_secret}/reopen/", said)
    assert call(program, tournament, "rounds/1/tables/1/sheet/reopen/", token="open-too", reason="x").status_code == 403
    assert Client().post(
        f"/api/v1/sheets/{sheet.write_secret}/reopen/", said, content_type="application/json"
    ).status_code in (403, 404, 422)
    assert not Sheet.objects.get(pk=sheet.pk).is_open


def test_a_disqualification_is_taken_back_by_directors_only(house: House) -> None:
    tournament = a_tournament(house.club, "Josef Auer", "Maria Berger", plan=LIVES)
    a_round(tournament, (1, 2))
    card = tournament.entrants.get(number=1)
    cards.leave(card, by=house.users[Role.DIRECTOR], how=Status.DISQUALIFIED, reason="Karten im Ärmel")
    page, program = house.phone(Role.SCORER), api(house, Role.SCORER)
    for how in (Status.WITHDRAWN, Status.NO_SHOW):
        assert page.post(path(tournament, "cards/1/leave/"), {"how": how}).status_code == 422
        assert codes(call(program, tournament, "cards/1/leave/", how=how)) == ["not_allowed"]
    assert page.post(path(tournament, "cards/1/back/")).status_code == 422
    assert codes(call(program, tournament, "cards/1/come-back/")) == ["not_allowed"]
    assert Entrant.objects.get(pk=card.pk).status == Status.DISQUALIFIED
    assert call(api(house, Role.DIRECTOR), tournament, "cards/1/leave/", how=Status.WITHDRAWN).status_code == 200


# --- bans ------------------------------------------------------------------------------------------------------------


def a_ban(house: House, name: str, **fields: Any) -> Ban:
    return Ban.objects.create(club=house.club, player=Player.objects.get(name=name), reason="davongelaufen", **fields)


def announced(house: House) -> Tournament:
    """Josef Auer was announced and banned since."""
    tournament = a_tournament(house.club, "Maria Berger", plan=LIVES)
    a_card(tournament, "Josef Auer", status=Status.EXPECTED)
    a_ban(house, "Josef Auer")
    return tournament


def test_who_was_banned_since_being_announced_is_let_in_by_directors_only(house: House) -> None:
    tournament, card = announced(house), Entrant.objects.get(number=2)
    for role in (Role.SCORER, Role.DIRECTOR):
        page, program = house.phone(role), api(house, role)
        assert page.post(path(tournament, "check-in/mark/"), {"arrive": "2"}).status_code == 422
        assert page.post(path(tournament, "cards/2/arrive/")).status_code == 422
        typed = {"name": "Josef Auer", "token": new_token("check-in"), "number": "", "proposed": ""}
        assert page.post(path(tournament, "check-in/"), typed).status_code == 422
        assert codes(call(program, tournament, "cards/2/arrive/")) == ["banned"]
    assert house.phone(Role.SCORER).post(path(tournament, "cards/2/arrive/"), {"sure": "1"}).status_code == 422
    assert codes(call(api(house, Role.SCORER), tournament, "cards/2/arrive/", sure=True)) == ["not_allowed"]
    assert Entrant.objects.get(pk=card.pk).status == Status.EXPECTED
    refused = house.phone(Role.DIRECTOR).post(path(tournament, "cards/2/arrive/"))
    assert "Josef Auer ist gesperrt: davongelaufen" in texts(refused, ".problem")
    assert house.phone(Role.DIRECTOR).post(path(tournament, "cards/2/arrive/"), {"sure": "1"}).status_code == 302
    assert Entrant.objects.get(pk=card.pk).status == Status.HERE


def test_who_was_entered_in_spite_of_a_ban_comes_in_without_asking_again(house: House) -> None:
    Player.objects.create(club=house.club, name="Josef Auer")
    a_ban(house, "Josef Auer", at=timezone.now() - timedelta(days=1))
    tournament = a_tournament(house.club, plan=LIVES)
    card = cards.enter(
        tournament,
        by=None,
        token="in-spite",
        people=[Wanted("Josef Auer")],
        now=timezone.now(),
        here=False,
        sure=True,
    )
    assert cards.arrive(card, by=None, now=timezone.now()).status == Status.HERE


def test_a_list_brings_nobody_in_who_is_banned_or_twice_under_another_spelling(house: House) -> None:
    Player.objects.create(club=house.club, name="Josef Oberhuber")
    tournament = a_tournament(house.club, plan=LIVES)
    rows = [CardRow(2, ("Josef Oberhubr",)), CardRow(3, ("Josf Oberhuber",))]
    said: dict[str, Any] = {"by": None, "token": "list-of-cards", "now": timezone.now()}
    with pytest.raises(Refused) as refused:
        cards_import.bring_in(tournament, rows, same=(2, 3), **said)
    assert [one.code for one in refused.value.problems] == ["import_twice"]
    a_ban(house, "Josef Oberhuber")
    with pytest.raises(Refused) as refused:
        cards_import.bring_in(tournament, rows[:1], same=(2,), **said)
    assert [one.code for one in refused.value.problems] == ["banned"]
    assert not tournament.entrants.exists()


def test_why_somebody_was_banned_once_is_for_directors(house: House) -> None:
    Player.objects.create(club=house.club, name="Josef Auer")
    ban = a_ban(house, "Josef Auer")
    where = f"/club/{house.club.slug}/tournaments/bans/"
    assert "davongelaufen" in house.phone(Role.SCORER).get(where).content.decode()
    bans.lift(ban, by=None, now=timezone.now())
    assert "davongelaufen" not in house.phone(Role.SCORER).get(where).content.decode()
    assert "davongelaufen" in house.phone(Role.DIRECTOR).get(where).content.decode()


# --- what is the desk's only -----------------------------------------------------------------------------------------


def test_who_has_not_paid_and_whose_family_it_is_is_for_the_desk(house: House) -> None:
    tournament = a_tournament(house.club, "Josef Auer", "Maria Berger", plan=LIVES)
    Entrant.objects.filter(number=1).update(apart="Familie Wieser")
    told = {}
    for role in (Role.MEMBER, Role.SCORER):
        program, where = api(house, role), f"/api/v1/clubs/{house.club.slug}/tournaments/{tournament.pk}"
        listed = program.get(f"{where}/cards/").json()[0]
        page = house.phone(role).get(path(tournament, "draw/")).content.decode()
        told[role] = (
            "paid" in listed,
            "apart" in listed,
            program.get(f"{where}/draw/").json()["unpaid"],
            "Nenngeld" in page,
        )
    assert told == {Role.MEMBER: (False, False, [], False), Role.SCORER: (True, True, [1, 2], True)}


def test_a_penalty_that_was_taken_back_is_for_directors(house: House) -> None:
    tournament = a_tournament(house.club, "Josef Auer", plan=LIVES)
    said = {"tournament": tournament, "entrant": tournament.entrants.get(), "unit": "legs", "amount": -1}
    Adjustment.objects.create(reason="zu spät", token="one", **said)
    Adjustment.objects.create(reason="betrunken", token="two", cancelled_at=timezone.now(), **said)
    where = f"/api/v1/clubs/{house.club.slug}/tournaments/{tournament.pk}/penalties/"
    told = {
        role: [one["reason"] for one in api(house, role).get(where).json()] for role in (Role.MEMBER, Role.DIRECTOR)
    }
    assert told == {Role.MEMBER: ["zu spät"], Role.DIRECTOR: ["betrunken", "zu spät"]}
    assert "betrunken" not in house.phone(Role.MEMBER).get(path(tournament, "standings/")).content.decode()


# --- what is somebody else's -----------------------------------------------------------------------------------------


def test_nothing_of_another_tournament_is_reached_through_ones_own(house: House) -> None:
    mine, other = (a_tournament(house.club, *names, plan=LIVES) for names in (["Anna", "Bert"], ["Cilli", "Dora"]))
    card = other.entrants.get(number=1)
    booking = Booking.objects.create(club=house.club, kind="income", cash=1500, day=timezone.localdate(), token="b")
    Payment.objects.create(tournament=other, entrant=card, kind="fee", cents=1500, booking=booking)
    penalty = Adjustment.objects.create(tournament=other, entrant=card, unit="legs", amount=-1, reason="x", token="p")
    terms = {"after_round": 1, "lives": 1, "cents": 500, "pool_cents": 500, "token": "buy"}
    buy = Buy.objects.create(entrant=card, **terms)
    Tournament.objects.update(ended_at=timezone.now())
    prize = Payout.objects.create(tournament=other, entrant=card, wins="place", place=1, cents=500)
    owner, program = house.phone(), api(house, Role.OWNER)
    for page, rest in (
        (f"penalties/{penalty.pk}/cancel/", f"penalties/{penalty.pk}/cancel/"),
        (f"prizes/{prize.pk}/handed/", f"prizes/{prize.pk}/handed/"),
    ):
        assert owner.post(path(mine, page), {"on": "1"}).status_code == 404
        assert call(program, mine, rest, handed=True).status_code == 404
    assert call(program, mine, f"buys/{buy.pk}/take-back/").status_code == 404
    assert owner.post(path(mine, "cards/1/unbuy/"), {"buy": str(buy.pk)}).status_code == 422
    back = {"booking": booking.pk, "token": "take-back"}
    assert owner.post(path(mine, "cash/take-back/"), back).status_code == 422
    assert codes(call(program, mine, "cash/take-back/", **back)) == ["booking_not_of_desk"]


def test_nothing_of_another_club_is_reached_by_its_id(house: House) -> None:
    other = a_house("linde")
    stranger = Player.objects.create(club=other.club, name="Xaveria Fremd")
    theirs = a_tournament(other.club, "Cilli", plan=LIVES)
    version = RuleVersion.objects.create(
        profile=RuleProfile.objects.create(club=other.club, game="schnapsen", name="Linde"), number=1
    )
    ban = Ban.objects.create(club=other.club, player=stranger, reason="x")
    mine, program, owner = a_tournament(house.club, "Anna", plan=LIVES), api(house, Role.OWNER), house.phone()
    entered = call(program, mine, "cards/", token="a-card-1", people=[{"player": stranger.pk}])
    assert codes(entered) == ["no_such_person"]
    assert codes(call(program, mine, "cards/1/substitute/", player=stranger.pk)) == ["no_such_person"]
    assert codes(call(program, mine, "cards/1/really/", player=stranger.pk)) == ["no_such_person"]
    where = f"/api/v1/clubs/{house.club.slug}/tournaments/"
    json: dict[str, Any] = {"content_type": "application/json"}
    assert codes(program.post(f"{where}bans/", {"player": stranger.pk, "reason": "x"}, **json)) == ["ban_of_nobody"]
    assert program.post(f"{where}bans/{ban.pk}/lift/", **json).status_code == 404
    assert owner.post(f"/club/{house.club.slug}/tournaments/bans/{ban.pk}/lift/").status_code == 404
    copied = program.post(where, {"token": "a-copy-1", "copy_of": theirs.pk, "day": "2026-12-01"}, **json)
    assert codes(copied) == ["no_such_tournament"]
    changed = program.patch(f"{where}{mine.pk}/", {"rule_version": version.pk}, **json)
    assert changed.status_code == 422
    assert Tournament.objects.get(pk=mine.pk).rule_version is None
    assert program.get(f"{where}{theirs.pk}/").status_code == 404


def test_somebody_erased_gets_no_card(house: House) -> None:
    gone = Player.objects.create(club=house.club, name="Josef Auer")
    gone = erase_person(house.club, gone, by=None, confirmation="Josef Auer")
    tournament = a_tournament(house.club, plan=LIVES)
    for wanted in (Wanted(player=gone.pk), Wanted(gone.name)):
        with pytest.raises(Refused) as refused:
            cards.enter(tournament, by=None, token=new_token("enter"), people=[wanted], now=timezone.now())
        assert "no_such_person" in [one.code for one in refused.value.problems]
