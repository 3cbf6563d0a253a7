"""The first page of a club, and taking a quick sheet into it."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Change, Evening, Player
from clubs.models.people import Shown
from scoring.services.closing import close_sheet
from scoring.services.sheets import begin_sheet
from tests.club import House, a_house, logged_in
from tests.services.evening import a_leg, a_table, an_evening, play, settle
from tests.services.table import CAST, fresh, new_token, now, record, won_leg
from tests.web.page import get, links, phone, read, texts, values

pytestmark = pytest.mark.django_db

NAMES = ["Anna Höß", "Bert Maier", "Cilli Gast", "Dora Lang"]
DAY = "evenings/2026-03-03/"


@pytest.fixture
def house() -> House:
    return a_house()


@pytest.fixture
def evening(house: House) -> Evening:
    return an_evening(house.club)


def form_count(response: Any, ending: str) -> int:
    return len([one for one in read(response).forms if one.action.endswith(ending)])


def posted(client: Client, path: str, status: int = 302, **fields: Any) -> Any:
    response = client.post(path, fields)
    assert response.status_code == status, (path, response.status_code)
    return response


def led_to(client: Client, path: str) -> str:
    response: Any = client.get(path)
    return str(response.url)


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
