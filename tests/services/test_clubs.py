"""Founding a club, its settings, its addresses, and its end."""

from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError

from clubs import queries
from clubs.models import Booking, Change, Club, FormerAddress, Membership, Player
from clubs.models.club import Role
from clubs.services.clubs import change_club, delete_club, found_club, propose_slug
from clubs.services.core import Refused
from clubs.services.text import as_address
from scoring.models import Sheet
from scoring.services.sheets import begin_sheet
from tests.club import a_house, an_account
from tests.services.table import CAST, at_once, new_token
from tests.web.page import phone

pytestmark = pytest.mark.django_db

IBAN = "AT61 1904 3002 3457 3201"


def refused(work: Any, **given: Any) -> list[tuple[str, str | None]]:
    with pytest.raises(Refused) as caught:
        work(**given)
    return [(problem.code, problem.at) for problem in caught.value.problems]


def figures(work: Any, **given: Any) -> dict[str, Any]:
    with pytest.raises(Refused) as caught:
        work(**given)
    return dict(caught.value.problems[0].figures)


# --- founding -------------------------------------------------------------------------------------------------------


def test_a_name_is_enough_to_found_a_club() -> None:
    anna = an_account("Anna Höß")
    club = found_club(by=anna, name="  Stammtisch   Höß ")
    assert (club.name, club.slug, club.language, club.time_zone, club.public) == (
        "Stammtisch Höß",
        "stammtisch-hoess",
        "de",
        "Europe/Vienna",
        False,
    )
    membership = Membership.objects.get(club=club)
    assert (membership.user, membership.role, str(membership.player)) == (anna, Role.OWNER, "Anna Höß")
    assert list(Change.objects.filter(club=club).values_list("what", "by", "player")) == [
        ("club_founded", anna.pk, membership.player_id)
    ]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Stammtisch Höß", "stammtisch-hoess"),
        ("Größl & Söhne, Wien 16.", "groessl-soehne-wien-16"),
        ("Café Ångström", "cafe-angstroem"),
        ("A\u0308rger", "aerger"),  # written with a combining mark
        ("---", ""),
        ("Команда", ""),
        ("x" * 60, "x" * 40),
        ("a" * 39 + " b", "a" * 39),
    ],
)
def test_german_letters_are_spelled_out_in_an_address(name: str, slug: str) -> None:
    assert as_address(name, 40) == slug


def test_the_same_founding_twice_is_one_club() -> None:
    anna = an_account("Anna Höß")
    first = found_club(by=anna, name="Gasthaus Post")
    assert found_club(by=anna, name="Gasthaus Post") == first
    assert (Club.objects.count(), Player.objects.count(), Change.objects.count()) == (1, 1, 1)


@pytest.mark.django_db(transaction=True)
def test_a_double_tap_at_the_same_moment_is_one_club() -> None:
    anna = an_account("Anna Höß")
    answers = at_once(8, lambda _number: found_club(by=anna, name="Gasthaus Post", slug="post"))
    assert {getattr(one, "pk", one) for one in answers} == {Club.objects.get().pk}
    assert (Membership.objects.count(), Player.objects.count()) == (1, 1)


def test_an_address_that_is_taken_is_refused_with_a_free_one() -> None:
    a_house("post")
    cilli = an_account("Cilli")
    assert refused(found_club, by=cilli, name="Post") == [("slug_taken", "slug")]
    assert figures(found_club, by=cilli, name="Post") == {"free": "post-2"}
    assert found_club(by=cilli, name="Post", slug="post-2").slug == "post-2"
    assert propose_slug("Post") == "post-3"
    assert (Club.objects.count(), Player.objects.filter(name="Cilli").count()) == (2, 1)


@pytest.mark.parametrize("slug", ["new", "api", "admin", "accept"])
def test_words_of_the_site_itself_are_no_address(slug: str) -> None:
    cilli = an_account("Cilli")
    assert refused(found_club, by=cilli, name="Post", slug=slug) == [("slug_reserved", "slug")]
    free = figures(found_club, by=cilli, name="Post", slug=slug)["free"]
    assert found_club(by=cilli, name="Post", slug=free).slug == f"{slug}-post"


def test_everything_that_is_wrong_is_named_at_once() -> None:
    given = {"name": " ", "slug": "Ä!", "language": "xx", "time_zone": "Europe/Graz", "player": "x" * 41}
    assert refused(found_club, by=an_account("Anna"), **given) == [
        ("name_missing", "name"),
        ("slug_bad", "slug"),
        ("no_such_language", "language"),
        ("no_such_time_zone", "time_zone"),
        ("text_too_long", "player"),
    ]
    assert refused(found_club, by=an_account("Anna"), name="Po\u202est") == [("text_not_readable", "name")]
    assert refused(found_club, by=an_account("Anna"), name="!!!") == [("slug_missing", "slug")]
    assert Club.objects.count() == 0


def test_who_has_no_name_has_to_say_one() -> None:
    nobody = an_account("Anna")
    nobody.name = ""
    assert refused(found_club, by=nobody, name="Post") == [("player_missing", "player")]
    assert found_club(by=nobody, name="Post", player="Anna").players.get().name == "Anna"


@pytest.mark.parametrize("zone", ["Europe/Vienna", "Pacific/Auckland", "America/Argentina/Buenos_Aires"])
def test_every_time_zone_there_is_can_be_chosen(zone: str) -> None:
    assert found_club(by=an_account("Anna"), name="Post", time_zone=zone).time_zone == zone


# --- settings -------------------------------------------------------------------------------------------------------


def test_settings_are_changed_together_and_written_down_with_what_they_were() -> None:
    house = a_house()
    owner = house.users[Role.OWNER]
    change_club(house.club, by=owner, name="Gasthaus Post", public=True)
    house.club.refresh_from_db()
    assert (house.club.name, house.club.public, house.club.slug) == ("Gasthaus Post", True, "post")
    change = Change.objects.get()
    assert (change.what, change.by, change.before, change.after) == (
        "club_changed",
        owner,
        {"name": "Stammtisch Post", "public": False},
        {"name": "Gasthaus Post", "public": True},
    )
    change_club(house.club, by=owner, name="Gasthaus Post")
    assert Change.objects.count() == 1


def test_an_old_address_keeps_leading_to_the_club_and_nobody_else_gets_it() -> None:
    house = a_house()
    owner = house.users[Role.OWNER]
    change_club(house.club, by=owner, slug="gasthaus-post")
    for slug in ("post", "gasthaus-post"):
        found = queries.membership_of(owner, slug)
        assert found is not None
        assert found.club == house.club
    assert house.stranger is not None
    assert queries.membership_of(house.stranger, "post") is None
    assert refused(found_club, by=house.stranger, name="Post") == [("slug_taken", "slug")]
    assert FormerAddress.objects.count() == 1


def test_a_club_may_have_its_old_address_back() -> None:
    house = a_house()
    owner = house.users[Role.OWNER]
    change_club(house.club, by=owner, slug="gasthaus-post")
    change_club(house.club, by=owner, slug="post")
    assert (house.club.slug, list(FormerAddress.objects.values_list("slug", flat=True))) == ("post", ["gasthaus-post"])


def test_an_iban_is_kept_without_spaces_and_one_that_is_none_is_refused() -> None:
    house = a_house()
    owner = house.users[Role.OWNER]
    change_club(house.club, by=owner, iban=IBAN.lower(), account_holder="Stammtisch Post")
    assert (house.club.iban, house.club.account_holder) == ("AT611904300234573201", "Stammtisch Post")
    assert refused(change_club, club=house.club, by=owner, iban="AT61 1904 3002 3457 3202") == [("iban_bad", "iban")]
    assert refused(change_club, club=house.club, by=owner, account_holder="") == [
        ("account_holder_missing", "account_holder")
    ]
    change_club(house.club, by=owner, iban="", account_holder="")
    assert (house.club.iban, house.club.account_holder) == ("", "")


def test_a_person_who_holds_the_account_is_named_in_the_log_only_as_this_person() -> None:
    house = a_house()
    owner = house.users[Role.OWNER]
    change_club(house.club, by=owner, iban=IBAN, account_holder="Dora Lang")
    change_club(house.club, by=owner, account_holder="Höß Anna")
    told = list(Change.objects.order_by("pk").values_list("what", "player__name"))
    assert told == [
        ("club_account_changed", "Dora Lang"),
        ("club_account_changed", "Dora Lang"),
        ("club_account_changed", "Anna Höß"),
    ]


@pytest.mark.django_db(transaction=True)
def test_the_same_change_of_address_twice_at_once_is_one() -> None:
    house = a_house()
    clubs = [Club.objects.get(pk=house.club.pk) for _ in range(6)]
    answers = at_once(6, lambda number: change_club(clubs[number], by=house.users[Role.OWNER], slug="neue-post"))
    assert [getattr(one, "slug", one) for one in answers] == ["neue-post"] * 6
    assert list(FormerAddress.objects.values_list("slug", flat=True)) == ["post"]


# --- the end --------------------------------------------------------------------------------------------------------


def test_a_club_without_history_is_deleted_and_its_sheets_stay() -> None:
    house = a_house()
    sheet = begin_sheet(game="bauernschnapsen", players=CAST, club=house.club, token=new_token("sheet"))
    owner = house.users[Role.OWNER]
    assert refused(delete_club, club=house.club, by=owner, name="Stammtisch") == [("not_the_clubs_name", "name")]
    delete_club(house.club, by=owner, name="stammtisch post ")
    assert (Club.objects.count(), Membership.objects.count(), Player.objects.count()) == (0, 0, 0)
    assert Sheet.objects.get(pk=sheet.pk).club is None
    # Names that somebody hid are not shown to those who had a link to watch.
    assert phone().get(f"/watch/{sheet.watch_secret}/").status_code == 404
    assert phone().get(f"/sheet/{sheet.write_secret}/").status_code == 200


def test_a_club_whose_till_has_bookings_stays() -> None:
    house = a_house()
    Booking.objects.create(club=house.club, kind="income", cash=100, day=date(2026, 3, 3), token="token-01")
    given = {"club": house.club, "by": house.users[Role.OWNER], "name": "Stammtisch Post"}
    assert refused(delete_club, **given) == [("club_has_bookings", None)]
    assert Club.objects.count() == 1


def test_a_club_with_settled_evenings_stays() -> None:
    house = a_house()
    evening = house.club.evenings.create(day=date(2026, 3, 3))
    evening.transfers.create(payer=house.players[Role.OWNER], receiver=house.players[Role.MEMBER], cents=50)
    given = {"club": house.club, "by": house.users[Role.OWNER], "name": "Stammtisch Post"}
    assert refused(delete_club, **given) == [("club_has_history", None)]
    assert Player.objects.count() == 5


def test_no_two_clubs_share_an_address_whatever_the_code_does() -> None:
    a_house("post")
    with pytest.raises(IntegrityError):
        Club.objects.create(name="Post", slug="post")
