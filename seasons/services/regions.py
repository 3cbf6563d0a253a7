"""Regions: clubs that are rated together. One makes it, others join with its secret address and leave when they like.

In a region everybody from another club is shown by the name that they have chosen for outside.
"""

from datetime import datetime
from secrets import token_urlsafe

from django.db import transaction
from django.db.models import QuerySet

from clubs.models import Club, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import text_problems, tidy
from clubs.services.till import TOKEN
from clubs.services.turns import in_turn
from seasons.models import Board, Region, RegionClub
from seasons.services import boards

LONGEST_NAME = 60
MOST_REGIONS = 20
MOST_CLUBS = 200


def regions_of(club: Club) -> QuerySet[Region]:
    """Those that the club is in."""
    return Region.objects.select_related("club").filter(members__club=club).order_by("name", "pk")


def by_secret(secret: str) -> Region | None:
    return Region.objects.select_related("club").filter(secret=secret).first() if TOKEN.fullmatch(secret) else None


def create(club: Club, *, by: User | None, token: str, name: str, now: datetime) -> Region:
    """A new region with this club in it. The same request again (`token`) gets its first answer.

    Refused: no name or too long a one, too many regions.
    """
    if known := Region.objects.filter(club=club, token=token).first() if TOKEN.fullmatch(token) else None:
        return known
    name = tidy(name)
    problems = text_problems("name", name, LONGEST_NAME)
    if not name:
        problems.append(Problem("region_name_missing", "name"))
    if not TOKEN.fullmatch(token):
        problems.append(Problem("bad_token", "token"))
    with transaction.atomic():
        in_turn(club)
        if Region.objects.filter(club=club).count() >= MOST_REGIONS:
            problems.append(Problem("too_many_regions", None, {"most": MOST_REGIONS}))
        if problems:
            raise Refused(*problems)
        more = {"name": name, "secret": token_urlsafe(16), "created_at": now}
        region, new = Region.objects.get_or_create(club=club, token=token, defaults=more)
        if new:
            RegionClub.objects.create(region=region, club=club, joined_at=now, by=by)
            log_change(club, "region_made", by=by, after={"region": name})
    return region


def join(club: Club, *, by: User | None, secret: str, now: datetime) -> Region:
    """The club is rated together with those of the region from now on, all its sheets. In it already is fine too.

    Refused: no region has this address (any more), too many clubs.
    """
    with transaction.atomic():
        in_turn(club)
        region = by_secret(secret)
        # The region's row is held until the end, so that it is not dissolved meanwhile.
        if region is None or not Region.objects.filter(pk=region.pk, secret=secret).update(secret=secret):
            raise Refused(Problem("region_unknown", "secret"))
        if RegionClub.objects.filter(region=region).count() >= MOST_CLUBS:
            raise Refused(Problem("region_full", None, {"most": MOST_CLUBS}))
        _member, new = RegionClub.objects.get_or_create(region=region, club=club, defaults={"joined_at": now, "by": by})
        if new:
            log_change(club, "region_joined", by=by, after={"region": region.name})
            _want(region, now)
    return region


def leave(club: Club, *, by: User | None, region: Region, now: datetime) -> None:
    """Its sheets count there no more; gone already is fine too. Refused: who made it can only dissolve it."""
    if region.club_id == club.pk:
        raise Refused(Problem("region_is_yours"))
    with transaction.atomic():
        in_turn(club)
        if RegionClub.objects.filter(region=region, club=club).delete()[0]:
            log_change(club, "region_left", by=by, before={"region": region.name})
            _want(region, now)


def put_out(region: Region, *, by: User | None, club: Club, now: datetime) -> None:
    """Who made the region puts a club out of it; the address becomes another, so that it cannot come back by itself."""
    if region.club_id == club.pk:
        raise Refused(Problem("region_is_yours"))
    with transaction.atomic():
        in_turn(region.club)
        if RegionClub.objects.filter(region=region, club=club).delete()[0]:
            Region.objects.filter(pk=region.pk).update(secret=token_urlsafe(16))
            told = {"region": region.name, "region_club": club.name}
            log_change(region.club, "region_club_put_out", by=by, before=told)
            _want(region, now)


def dissolve(region: Region, *, by: User | None) -> None:
    """It goes with its ratings; every club keeps its own. Twice is once."""
    with transaction.atomic():
        in_turn(region.club)
        held = Region.objects.filter(pk=region.pk).first()
        if held is not None:
            log_change(region.club, "region_dissolved", by=by, before={"region": held.name})
            boards.stop(Board.objects.filter(rating__region=held))
            held.delete()


def _want(region: Region, now: datetime) -> None:
    boards.want(Board.objects.filter(rating__region=region).values_list("pk", flat=True), now=now)
