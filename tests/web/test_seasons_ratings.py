"""Pages of ratings and regions: what the table says, one person's course, settings, and what strangers see."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Membership, Player
from clubs.models.club import Role
from config.logs import without_secrets
from seasons.models import Board, Rating, RatingPoint, Region, RegionClub
from seasons.services import boards, ratings
from tests.club import House, a_house
from tests.seasons_ratings import a_rating, a_region, a_season, compute, lay
from tests.web.page import get, texts

pytestmark = pytest.mark.django_db


def path(house: House, rating: Rating, rest: str = "") -> str:
    return house.path(f"seasons/ratings/{rating.pk}/{rest}")


def test_a_game_is_switched_on_with_one_tap_and_its_table_follows(house: House) -> None:
    phone = house.phone(Role.DIRECTOR)
    page = get(phone, house.path("seasons/ratings/new/"))
    assert "Bauernschnapsen" in page.content.decode()
    answer = phone.post(house.path("seasons/ratings/new/"), {"game": "bauernschnapsen"})
    rating = Rating.objects.get()
    assert answer.headers["Location"] == path(house, rating)
    again = phone.post(house.path("seasons/ratings/new/"), {"game": "bauernschnapsen"})
    assert again.headers["Location"] == path(house, rating)
    assert phone.post(house.path("seasons/ratings/new/"), {"game": "tarock"}).status_code == 422
    assert Board.objects.get().due_at is not None


def test_the_table_says_how_strong_and_how_certain_and_who_stands_outside(house: House) -> None:
    rating, who = a_season(house)
    Rating.objects.update(provisional=10)
    lay(house.club, 4, [who[0], who[1]], "0>1")
    compute(rating)
    Membership.objects.filter(role=Role.MEMBER).update(player=who[0])
    page = get(house.phone(Role.MEMBER), path(house, rating))
    rows, outside = page.context["rows"], page.context["outside"]
    assert [row["place"] for row in rows] == list(range(1, len(rows) + 1))
    line = rows[0]["line"]
    assert line.certain == line.figure - line.margin
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode()))
    assert f"{line.figure} ± {line.margin}" in text
    assert [row["mine"] for row in (*rows, *outside)].count(True) == 1
    assert all(row["missing"] > 0 for row in outside)


def test_a_page_that_looks_again_gets_nothing_new_or_the_board(house: House) -> None:
    rating, who = a_season(house)
    phone = house.phone()
    mark = get(phone, path(house, rating)).context["board_state"].mark
    same = phone.get(path(house, rating), {"seen": mark}, headers={"HX-Request": "true"})
    assert same.status_code == 204
    lay(house.club, 4, [who[0], who[1]], "0>1")
    other = phone.get(path(house, rating), {"seen": mark}, headers={"HX-Request": "true"})
    assert b"data-waits" in other.content
    assert b"<html" not in other.content


def test_one_person_day_by_day_and_with_whom_they_win(house: House) -> None:
    rating, who = a_season(house)
    page = get(house.phone(Role.MEMBER), path(house, rating, f"people/{who[0].pk}/"))
    context = page.context
    assert texts(page, "h1")[0].startswith("Spieler 0")
    assert [one.day for one in context["steps"]] == sorted((one.day for one in context["steps"]), reverse=True)
    assert "<polygon" in page.content.decode()
    for part in (context["partners"], context["opponents"]):
        assert part["games"] == sum(row["games"] for row in part["rows"])
        assert all(0 <= row["won"] <= row["games"] for row in part["rows"])
    # Whom one beats has lost against one: over all people it cancels out.
    everybody = [get(house.phone(), path(house, rating, f"people/{one.pk}/")).context["opponents"] for one in who]
    assert sum(part["more"] for part in everybody) == 0
    assert sum(part["won"] for part in everybody) * 2 == sum(part["games"] for part in everybody)


def test_nobody_has_a_page_who_was_never_rated_or_does_not_want_to_be(house: House) -> None:
    rating, who = a_season(house)
    phone = house.phone()
    assert phone.get(path(house, rating, f"people/{house.players['owner'].pk}/")).status_code == 404
    Player.objects.filter(pk=who[1].pk).update(rated=False)
    assert phone.get(path(house, rating, f"people/{who[1].pk}/")).status_code == 404
    assert who[1].name not in phone.get(path(house, rating, f"people/{who[0].pk}/")).content.decode()
    assert who[1].name not in phone.get(path(house, rating)).content.decode()


def test_one_says_oneself_that_one_is_not_rated(house: House) -> None:
    rating, _who = a_season(house)
    phone = house.phone(Role.MEMBER)
    assert 'name="rated" value="yes" checked' in phone.get(house.path("me/")).content.decode()
    phone.post(house.path("me/"), {"nickname": "", "shown": "initial", "rated": "no"})
    assert not Player.objects.get(pk=house.players["member"].pk).rated
    assert boards.is_stale(Board.objects.get(rating=rating))
    other = house.phone(Role.DIRECTOR)
    person = reverse("person", args=[house.club.slug, house.players["member"].pk])
    other.post(person, {"name": "Franz Huber", "rated": "yes"})
    assert Player.objects.get(pk=house.players["member"].pk).rated


def test_settings_that_were_changed_meanwhile_are_shown_before_they_are_lost(house: House) -> None:
    rating = a_rating(house.club)
    phone, address = house.phone(), path(house, rating, "settings/")
    assert phone.post(address, {"provisional": "0", "seen": "0"}).status_code == 422
    assert phone.post(address, {"provisional": "30", "public": "1", "seen": "0"}).status_code == 302
    late = phone.post(address, {"provisional": "40", "seen": "0"})
    assert late.status_code == 409
    assert 'value="40"' in late.content.decode()
    secret = Rating.objects.get().secret
    phone.post(path(house, rating, "address/"), {"seen": "1"})
    assert Rating.objects.get().secret != secret
    assert phone.get(path(house, rating, "off/")).status_code == 200
    phone.post(path(house, rating, "off/"))
    assert not Rating.objects.exists()


def test_everybody_sees_public_names_and_no_ids(house: House) -> None:
    rating, who = a_season(house)
    Player.objects.filter(pk=who[0].pk).update(shown="hidden")
    Player.objects.filter(pk=who[1].pk).update(shown="nickname", nickname="Ass")
    address = f"/board/{rating.secret}/"
    assert Client().get(address).status_code == 404
    Rating.objects.update(public=True)
    answer = Client().get(address)
    text = answer.content.decode()
    assert ("N. N." in text, "Ass" in text, "Spieler 0" in text, "Spieler 1" in text) == (True, True, False, False)
    assert f"/people/{who[1].pk}/" not in text
    assert "sessionid" not in answer.cookies


# --- regions ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def other() -> House:
    return a_house("wirt", name="Stammtisch Wirt")


def test_a_region_is_made_joined_by_its_link_and_left(house: House, other: House) -> None:
    phone = house.phone(Role.DIRECTOR)
    answer = phone.post(house.path("seasons/regions/new/"), {"name": "Innviertel", "token": "region-12"})
    region = Region.objects.get()
    assert answer.headers["Location"] == house.path(f"seasons/regions/{region.pk}/")
    link = f"/region/{region.secret}/"
    assert link in get(phone, house.path(f"seasons/regions/{region.pk}/")).content.decode()
    assert link not in get(house.phone(Role.MEMBER), house.path(f"seasons/regions/{region.pk}/")).content.decode()
    assert without_secrets(link) == "/region/.../"
    assert Client().get(link).status_code == 302
    theirs = other.phone(Role.DIRECTOR)
    assert "Stammtisch Wirt" in get(theirs, link).content.decode()
    said = get(other.phone(Role.DIRECTOR, "en"), link).content.decode()
    assert "everybody who has the link" in said  # whoever joins is told before who will see their people
    assert "Stammtisch Wirt" not in get(other.phone(Role.MEMBER), link).content.decode()
    for _tap in range(2):
        theirs.post(other.path("seasons/regions/join/"), {"secret": region.secret})
    assert RegionClub.objects.filter(region=region).count() == 2
    assert theirs.post(other.path("seasons/regions/join/"), {"secret": "x" * 20}).status_code == 422
    assert theirs.get(other.path(f"seasons/regions/{region.pk}/leave/")).status_code == 200
    theirs.post(other.path(f"seasons/regions/{region.pk}/leave/"))
    assert RegionClub.objects.get().club == house.club
    phone.post(house.path(f"seasons/regions/{region.pk}/leave/"))
    assert not Region.objects.exists()


def test_a_club_is_put_out_by_who_made_the_region_only(house: House, other: House) -> None:
    region = a_region(house, other)
    address = f"seasons/regions/{region.pk}/put-out/"
    assert other.phone().post(other.path(address), {"club": house.club.pk}).status_code == 404
    assert house.phone().post(house.path(address), {"club": 0}).status_code == 422
    asks = house.path(f"{address}?club={other.club.pk}")
    assert asks in get(house.phone(), house.path(f"seasons/regions/{region.pk}/")).content.decode()
    assert other.club.name in texts(get(house.phone(), asks), "h1")[0]
    assert house.phone().get(house.path(address)).status_code == 302
    assert RegionClub.objects.filter(region=region).count() == 2
    assert house.phone().post(house.path(address), {"club": other.club.pk}).status_code == 302
    assert RegionClub.objects.get().club == house.club


def test_in_a_region_others_are_seen_by_public_names_and_who_is_hidden_has_no_page(house: House, other: House) -> None:
    lay(house.club, 0, [house.players["owner"], house.players["member"]], "0>1")
    lay(other.club, 0, [other.players["owner"], other.players["member"]], "0>1 0>1")
    rating = a_rating(house.club, region=a_region(house, other))
    compute(rating)
    hidden = other.players["member"]
    Player.objects.filter(pk=hidden.pk).update(shown="hidden")
    phone = house.phone(Role.MEMBER)
    text = get(phone, path(house, rating)).content.decode()
    assert [name in text for name in ("Anna Höß", "Anna H.", "N. N.", "Franz Huber")] == [True] * 4
    assert f"people/{hidden.pk}/" not in text
    assert phone.get(path(house, rating, f"people/{hidden.pk}/")).status_code == 404
    theirs = get(phone, path(house, rating, f"people/{other.players['owner'].pk}/")).content.decode()
    assert "Anna H." in theirs
    assert "Anna Höß" not in theirs
    assert get(other.phone(), path(other, rating)).status_code == 200
    assert other.phone().get(path(other, rating, "settings/")).status_code == 404
    third = a_house("dritte", name="Dritte")
    assert third.phone().get(path(third, rating)).status_code == 404


def test_two_who_are_called_alike_have_the_same_number_on_every_page(house: House, other: House) -> None:
    second, friend = Player.objects.create(club=other.club, name="Anna Huber"), other.players["member"]
    lay(other.club, 0, [other.players["owner"], friend], "0>1")
    lay(other.club, 0, [second, friend], "0>1")
    rating = a_rating(house.club, region=a_region(house, other))
    compute(rating)
    phone, token = house.phone(Role.MEMBER), {"Authorization": f"Token {house.token(Role.MEMBER)}"}
    assert "Anna H. 2" in texts(get(phone, path(house, rating)), "a.who")
    page = get(phone, path(house, rating, f"people/{second.pk}/"))
    assert texts(page, "h1")[0].startswith("Anna H. 2")
    told = Client(headers=token).get(f"/api/v1/clubs/{house.club.slug}/ratings/{rating.pk}/people/{second.pk}/").json()
    assert told["name"] == "Anna H. 2"
    opponents = get(phone, path(house, rating, f"people/{friend.pk}/")).context["opponents"]["rows"]
    assert {row["name"] for row in opponents} == {"Anna H.", "Anna H. 2"}


def test_who_is_not_named_in_another_club_any_more_has_no_page_there(house: House, other: House) -> None:
    lay(other.club, 0, [other.players["owner"], other.players["member"]], "0>1")
    rating = a_rating(house.club, region=a_region(house, other))
    compute(rating)
    theirs, phone = path(house, rating, f"people/{other.players['owner'].pk}/"), house.phone(Role.MEMBER)
    assert "Anna H." in get(phone, theirs).content.decode()
    Club.objects.filter(pk=other.club.pk).update(names_until=3)  # since when nobody has played there
    table = get(phone, path(house, rating)).content.decode()
    assert ("N. N." in table, "Stammtisch Wirt" in table, theirs in table) == (True, False, False)
    assert phone.get(theirs).status_code == 404
    assert other.phone().get(path(other, rating, f"people/{other.players['owner'].pk}/")).status_code == 200


def test_the_same_account_is_led_to_one_page(house: House, other: House) -> None:
    Membership.objects.filter(club=other.club, role="member").update(user=house.users["member"])
    lay(other.club, 0, [other.players["member"], other.players["owner"]], "0>1")
    rating = a_rating(house.club, region=a_region(house, other))
    compute(rating)
    answer = other.phone().get(path(other, rating, f"people/{other.players['member'].pk}/"))
    assert answer.headers["Location"] == path(other, rating, f"people/{house.players['member'].pk}/")
    assert RatingPoint.objects.filter(player=house.players["member"]).exists()


def test_the_table_asks_little_of_the_database(house: House, django_assert_max_num_queries: object) -> None:
    rating, _who = a_season(house)
    phone = house.phone()
    phone.get(path(house, rating))
    with django_assert_max_num_queries(16):  # type: ignore[operator]
        phone.get(path(house, rating))


@pytest.mark.parametrize(
    ("game", "word", "more"),
    [
        ("bauernschnapsen", "Legs", "Legs won more or fewer than expected"),
        ("kratzen", "Hands", "Hands won more or fewer than expected"),
    ],
)
def test_what_was_counted_is_called_what_it_is_in_that_game(house: House, game: str, word: str, more: str) -> None:
    Club.objects.update(language="en")
    anna, bert = house.players[Role.OWNER], house.players[Role.DIRECTOR]
    lay(house.club, 0, [anna, bert], "0>1 0>1", game)
    rating = ratings.switch_on(house.club, by=None, game=game, about=ratings.About(5), now=timezone.now())
    compute(rating)
    page = get(house.phone(), path(house, rating, f"people/{anna.pk}/"))
    assert texts(page, "th.number")[0] == word
    assert f"2 {word.lower()}" in " ".join(texts(page, ".hint"))
    assert f"fewer than 5 {word.lower()} has no place" in " ".join(page.context["how"])
    assert f'title="{more}"' in page.content.decode()
    settings = path(house, rating, "settings/")
    assert f"From how many {word.lower()} on" in get(house.phone(), settings).content.decode()
    assert f"5 {word.lower()}, open" in house.phone().post(settings, {"provisional": "9", "seen": "9"}).content.decode()
    lay(house.club, 60, [house.players[Role.SCORER], house.players[Role.MEMBER]], "0>1 0>1 0>1 0>1 0>1", game)
    lay(house.club, 1, [anna, bert], "0>1 0>1 0>1", game)
    compute(rating)
    assert "has not played for a year" in get(house.phone(), path(house, rating, f"people/{anna.pk}/")).content.decode()
