"""The first page of a club, and taking a quick sheet into it."""

from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Change, Evening, Player
from clubs.models.people import Shown
from clubs.services.claims import ask_claim, offer_claim, withdraw_claim
from scoring.services.closing import close_sheet
from scoring.services.sheets import begin_sheet
from tests.club import House, a_house, logged_in
from tests.services.evening import a_leg, a_table, an_evening, play, settle
from tests.services.table import CAST, fresh, new_token, now, record, won_leg
from tests.web.page import form_count, get, led_to, links, phone, posted, texts, values

pytestmark = pytest.mark.django_db

NAMES = ["Anna Höß", "Bert Maier", "Cilli Gast", "Dora Lang"]
DAY = "evenings/2026-03-03/"


# --- adopting ------------------------------------------------------------------------------------------------------


def test_a_director_takes_a_quick_sheet_into_the_club(house: House) -> None:
    sheet = begin_sheet(game="bauernschnapsen", players=["Höß Anna", "Bert", "Cilli", "Dora"], token=new_token())
    record(sheet, won_leg(0))
    close_sheet(sheet, write=now(sheet))
    path = f"/sheet/{sheet.write_secret}/adopt/"
    assert led_to(phone(), path) == f"/account/login/?next={path}"
    assert path not in links(get(phone(), f"/sheet/{sheet.write_secret}/result/"))
    assert path not in links(get(house.phone("scorer"), f"/sheet/{sheet.write_secret}/"))
    assert values(get(house.phone("scorer"), path), "person") == []
    bert = house.phone("director")
    assert path in links(get(bert, f"/sheet/{sheet.write_secret}/result/"))
    assert path in links(get(bert, f"/sheet/{sheet.write_secret}/"))
    page = get(bert, path)
    assert values(page, "person") == ["Anna Höß", "Bert", "Cilli", "Dora"]
    wanted: dict[str, Any] = {"club": "post", "day": sheet.started_at.astimezone().date().isoformat()}
    refused = posted(bert, path, 422, **wanted, person=["Anna Höß", "Anna Höß", "Cilli", "Dora"])
    assert texts(refused, ".problem") == ["Anna Höß, Anna Höß: Das ist ein und dieselbe Person."]
    for _tap in range(2):
        response = posted(bert, path, **wanted, person=["Anna Höß", "Bert Maier", "Cilli", "Dora"])
        assert response.url == house.path(f"evenings/{wanted['day']}/")
    assert Change.objects.filter(what="sheet_adopted").count() == 1
    assert posted(bert, path, person=[]).url == response.url


def test_whoever_directs_two_clubs_chooses_one(house: House) -> None:
    other = a_house("linde")
    other.club.memberships.create(user=house.users["owner"], role="owner")
    sheet = begin_sheet(game="bauernschnapsen", players=CAST, token=new_token())
    anna, path = house.phone(), f"/sheet/{sheet.write_secret}/adopt/"
    assert {"?club=post", "?club=linde"} <= set(links(get(anna, path)))
    page = get(anna, f"{path}?club=linde")
    assert values(page, "club") == ["linde"]
    # Proposed is the one that knows who plays: taken into the wrong club it stays there.
    for house_of_cast in (other, house):
        house_of_cast.club.players.filter(name__in=CAST).delete()
        Player.objects.bulk_create(Player(club=house_of_cast.club, name=name) for name in CAST[:2])
        assert values(get(anna, path), "club") == [house_of_cast.club.slug]
        house_of_cast.club.players.filter(name__in=CAST).delete()
    posted(anna, path, 422, person=CAST, day="2026-03-03")
    posted(anna, path, club="linde", person=CAST, day="2026-03-03")
    assert fresh(sheet).club == other.club


# --- the first page of the club ------------------------------------------------------------------------------------


def test_members_find_tonight_their_money_and_the_last_evenings(house: House) -> None:
    tonight = an_evening(house.club, timezone.now())
    a_table(tonight, NAMES)
    old = an_evening(house.club)
    names = ["Franz Huber", "Bert Maier", "Cilli Gast", "Dora Lang"]
    play(a_table(old, names, house_rules={"money": "zero_sum", "stake_cents": 50}), won_leg(1))
    settle(old)
    page = get(house.phone("member"), house.path())
    assert len(texts(page, "a.table-card")) == 1
    assert texts(page, "b.day") == ["Dienstag, 3. März"]
    assert house.path(DAY) in links(page)
    assert texts(page, "span.state") == ["€ 1,00", "abgerechnet"]
    assert house.players["treasurer"].name not in texts(page, "h2")


def test_the_public_page_says_public_names_only(house: House, evening: Evening) -> None:
    a_leg(evening, "AB", "CD", 1)
    house.club.players.filter(name="Anna").update(name="Anna Höller")
    Player.objects.filter(name="Bernd").update(shown=Shown.HIDDEN)
    assert phone().get(house.path()).status_code == 302
    get(logged_in(house.stranger), house.path(), 404)  # type: ignore[arg-type]  # there is one
    house.club.public = True
    house.club.save()
    for client in (phone(), logged_in(house.stranger)):  # type: ignore[arg-type]  # there is one
        page = get(client, house.path())
        assert texts(page, "tr")[1:] == ["Anna H.10", "N. N.10", "Christl01", "Dieter01"]
        assert "Höller" not in page.content.decode()
        assert "Bernd" not in page.content.decode()
        assert house.path("evenings/") not in links(page)


def test_members_without_a_person_and_roles_that_may_not_open_see_the_overview_too(house: House) -> None:
    house.club.memberships.filter(role="member").update(player=None)
    page = get(house.phone("member"), house.path())
    assert (form_count(page, "/open/"), texts(page, "h1")) == (0, ["Stammtisch Post"])


# --- who is who ----------------------------------------------------------------------------------------------------


def test_questions_about_who_is_who_wait_where_they_are_seen(house: House) -> None:
    guest = Player.objects.create(club=house.club, name="Seppi", guest=True)
    franz = house.club.memberships.get(role="member")
    franz.player = None
    franz.save()
    page = get(house.phone("member"), house.path())
    assert texts(page, ".notice") == [
        "Bis jetzt ist dein Konto an den Tischen dieses Vereins noch niemand. Sagen, wer ich bin"
    ]
    assert house.path("who/") in links(page)
    claim = ask_claim(franz, guest, by=franz.user)
    page = get(house.phone("member"), house.path())
    assert texts(page, ".notice") == ["Der Verein hat noch nicht geantwortet, wer du hier bist. Anschauen"]
    for role, asked in (("owner", True), ("director", True), ("scorer", False), ("member", False)):
        page = get(house.phone(role), house.path())
        assert (house.path("people/claims/") in links(page)) is asked, role
    assert texts(get(house.phone("director"), house.path()), ".notice") == ["Eine Frage ist offen: Wer war wer?"]
    withdraw_claim(claim, by=franz.user)
    offer_claim(franz, guest, by=house.users["owner"])
    page = get(house.phone("member"), house.path())
    assert texts(page, ".notice") == ["Der Verein fragt dich etwas: Welche Spiele sind deine?"]
    assert house.path("people/claims/") not in links(get(house.phone("director"), house.path()))
