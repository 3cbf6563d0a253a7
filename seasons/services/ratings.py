"""Ratings of a club: switched on for a game, changed, switched off again.

A rating is no more than what is rated; all its figures follow from closed sheets. So switching it off loses nothing: as
soon as it is on again, they are there again.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from secrets import token_urlsafe
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet

from clubs.models import Club, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.turns import in_turn
from scoring.games.sheet import GAMES
from seasons.models import Board, Rating, Region
from seasons.services import boards

USUAL = 20
MOST_GAMES = 500


@dataclass(frozen=True, slots=True)
class About:
    """From how many games on somebody has a place, and whether everybody may see it."""

    provisional: int = USUAL
    public: bool = False


class RatingMoved(Exception):
    """Somebody else has changed it meanwhile; nothing was changed."""

    def __init__(self, now: Rating) -> None:
        self.now = now
        super().__init__(f"rating {now.pk} was changed")


def ratings_of(club: Club) -> QuerySet[Rating]:
    """All that people of this club are in: its own ones, and those of its regions."""
    mine = Q(club=club, region=None) | Q(region__members__club=club)
    return Rating.objects.select_related("club", "region").filter(mine).distinct().order_by("region", "pk")


def may_manage(club: Club, rating: Rating) -> bool:
    """A region's ratings are kept by the club that made it."""
    return rating.club_id == club.pk


def switch_on(
    club: Club, *, by: User | None, game: str, about: About, now: datetime, region: Region | None = None
) -> Rating:
    """Rates a game from its first sheet on, in this club or in a region that it has made; on already is fine too.

    Refused: no such game, a number that cannot be, a region of another club.
    """
    problems = problems_of(about)
    if game not in GAMES:
        problems.append(Problem("no_such_game_to_rate", "game"))
    if region is not None and region.club_id != club.pk:
        problems.append(Problem("region_elsewhere", "region"))
    if problems:
        raise Refused(*problems)
    with transaction.atomic():
        in_turn(club)
        if region is not None and not Region.objects.filter(pk=region.pk).exists():
            raise Refused(Problem("region_gone"))
        more = {**asdict(about), "secret": token_urlsafe(16), "created_at": now, "created_by": by}
        rating, new = Rating.objects.get_or_create(club=club, region=region, game=game, defaults=more)
        if new:
            log_change(club, "rating_on", by=by, after=_told(rating, about))
            board = Board.objects.create(club=club, rating=rating)
            boards.want([board.pk], now=now)
    return rating


def change(rating: Rating, *, by: User | None, about: About, seen: int | None, now: datetime) -> Rating:
    """`seen` is the `seq` that was looked at; None: whatever it was. Refused as in `switch_on`.

    Raises `RatingMoved` where somebody was quicker.
    """
    if problems := problems_of(about):
        raise Refused(*problems)
    with transaction.atomic():
        held = _held(rating, seen)
        before = said_of(held)
        if before == about:
            return held
        held.provisional, held.public = about.provisional, about.public
        held.seq += 1
        held.save(update_fields=["provisional", "public", "seq"])
        log_change(held.club, "rating_changed", by=by, before=_told(held, before), after=_told(held, about))
        if about.provisional != before.provisional:
            boards.want(Board.objects.filter(rating=held).values_list("pk", flat=True), now=now)
    return held


def switch_off(rating: Rating, *, by: User | None) -> None:
    """It goes with all its figures, which can be reckoned again at any time; twice is once."""
    with transaction.atomic():
        in_turn(rating.club)
        held = Rating.objects.select_related("region").filter(pk=rating.pk).first()
        if held is not None:
            log_change(rating.club, "rating_off", by=by, before=_told(held, said_of(held)))
            boards.stop(Board.objects.filter(rating=held))
            held.delete()


def new_secret(rating: Rating, *, by: User | None, seen: int | None) -> Rating:
    """Another address for everybody: who has the one before sees nothing any more. A double tap is once, by `seen`."""
    with transaction.atomic():
        held = _held(rating, seen)
        Rating.objects.filter(pk=held.pk).update(secret=token_urlsafe(16), seq=F("seq") + 1)
        log_change(held.club, "rating_address_changed", by=by, after=_named(held))
    return Rating.objects.select_related("club", "region").get(pk=held.pk)


def problems_of(about: About) -> list[Problem]:
    if type(about.provisional) is int and 1 <= about.provisional <= MOST_GAMES:
        return []
    return [Problem("provisional_not_possible", "provisional", {"most": MOST_GAMES})]


def said_of(rating: Rating) -> About:
    return About(rating.provisional, rating.public)


def board_of(rating: Rating) -> Board:
    return Board.objects.select_related("club", "rating__club", "rating__region").get(rating=rating)


def _held(rating: Rating, seen: int | None) -> Rating:
    """The rating as it is now, nobody else at it until the transaction is over."""
    in_turn(rating.club)
    held = Rating.objects.select_related("club", "region").filter(pk=rating.pk).first()
    if held is None:
        raise Refused(Problem("rating_gone"))
    if seen is not None and held.seq != seen:
        raise RatingMoved(held)
    return held


def _named(rating: Rating) -> dict[str, Any]:
    return {"game": rating.game, **({"region": rating.region.name} if rating.region else {})}


def _told(rating: Rating, about: About) -> Mapping[str, Any]:
    """For the log. Which one it is stands there also where it stayed, as nobody would know otherwise."""
    return {**_named(rating), "rating_provisional": about.provisional, "rating_public": about.public}
