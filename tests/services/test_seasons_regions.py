"""Regions: clubs that are rated together, who is whom there, and who may come in."""

import pytest
from django.utils import timezone

from clubs.models import Change, Membership
from clubs.services.core import Refused
from clubs.services.people import change_player
from seasons.models import RatingPoint, Region, RegionClub, Row
from seasons.services import ratings, regions
from seasons.services.rated_people import who_is_who
from seasons.services.rating_lines import lines_of
from seasons.services.ratings import About
from tests.club import House, a_house
from tests.seasons_ratings import a_rating, a_region, board_of, compute, fresh, lay, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def other() -> House:
    return a_house("wirt", name="Stammtisch Wirt")


def test_in_a_region_an_account_is_one_person_and_equal_names_are_not(house: House, other: House) -> None:
    Membership.objects.filter(club=other.club, role="member").update(user=house.users["member"])
    here, there = house.players["member"], other.players["member"]
    lay(house.club, 0, [here, house.players["owner"]], "0>1")
    lay(other.club, 1, [there, other.players["owner"]], "0>1")
    rating = a_rating(house.club, region=a_region(house, other))
    compute(rating)
    games = dict(RatingPoint.objects.order_by("day").values_list("player", "games"))
    assert games == {here.pk: 2, house.players["owner"].pk: 1, other.players["owner"].pk: 1}
    shown = lines_of(rating, board_of(rating), who_is_who(rating), other.club).shown
    assert {(one.named.name, one.named.club) for one in shown} == {
        ("Franz Huber", "Stammtisch Wirt"), ("Anna Höß", "Stammtisch Wirt"), ("Anna H.", "Stammtisch Post"),
    }  # fmt: skip
    assert told(rating) == fresh(rating)
    change_player(here, by=None, rated=False)  # in the one club only
    compute(rating)
    assert dict(RatingPoint.objects.values_list("player", "games"))[there.pk] == 1
    assert not RatingPoint.objects.filter(player=here).exists()
    assert told(rating) == fresh(rating)


def test_who_is_hidden_in_one_club_is_not_known_by_it_in_another(house: House, other: House) -> None:
    Membership.objects.filter(club=other.club, role="member").update(user=house.users["member"])
    here, there = house.players["member"], other.players["member"]
    lay(house.club, 0, [here, house.players["owner"]], "0>1")
    lay(other.club, 1, [there, other.players["owner"]], "0>1")
    rating = a_rating(house.club, region=a_region(house, other))
    for shown, games in (("hidden", {here.pk: 1, there.pk: 1}), ("initial", {here.pk: 2})):
        change_player(here, by=None, shown=shown)
        compute(rating)
        points = RatingPoint.objects.filter(player__in=[here, there]).order_by("day")
        assert dict(points.values_list("player", "games")) == games
        assert told(rating) == fresh(rating)


def test_a_club_that_leaves_takes_its_sheets_along(house: House, other: House) -> None:
    region = a_region(house, other)
    rating = a_rating(house.club, region=region)
    lay(house.club, 0, [house.players["member"], house.players["owner"]], "0>1")
    lay(other.club, 1, [other.players["member"], other.players["owner"]], "0>1")
    compute(rating)
    assert Row.objects.count() == 4
    regions.leave(other.club, by=None, region=region, now=timezone.now())
    assert board_of(rating).due_at is not None
    compute(rating)
    assert Row.objects.count() == 2
    assert told(rating) == fresh(rating)


def test_joining_twice_is_once_and_who_was_put_out_needs_another_link(house: House, other: House) -> None:
    region = a_region(house, other, other)
    assert RegionClub.objects.count() == 2
    regions.put_out(region, by=None, club=other.club, now=timezone.now())
    with pytest.raises(Refused, match="region_unknown"):
        regions.join(other.club, by=None, secret=region.secret, now=timezone.now())
    with pytest.raises(Refused, match="region_is_yours"):
        regions.leave(house.club, by=None, region=region, now=timezone.now())
    regions.dissolve(region, by=None)
    regions.dissolve(region, by=None)
    assert not Region.objects.exists()
    kept = [one.what for one in Change.objects.order_by("pk")]
    assert kept == ["region_made", "region_joined", "region_club_put_out", "region_dissolved"]


def test_a_region_is_refused_with_every_problem(house: House, other: House) -> None:
    with pytest.raises(Refused) as refused:
        regions.create(house.club, by=None, token="?", name=" ", now=timezone.now())
    assert [one.code for one in refused.value.problems] == ["region_name_missing", "bad_token"]
    with pytest.raises(Refused) as refused:
        ratings.switch_on(
            other.club, by=None, game="tarock", about=About(0), now=timezone.now(), region=a_region(house)
        )
    assert [one.code for one in refused.value.problems] == [
        "provisional_not_possible", "no_such_game_to_rate", "region_elsewhere",
    ]  # fmt: skip
