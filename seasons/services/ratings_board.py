"""How the board of a rating is computed: day by day from the courses of its sheets, and from the first day on that is
another than when it was reckoned.

A day that has been reckoned says so (`RatingDay`), with a mark of all that it followed from: who is who, and how many
sheets there were on this day and all before, and which was the newest. So the first day whose mark is no longer right
is where to go on: today after a new sheet, that of October after a correction there, the very first after two people
were merged. A long computation goes on part by part, each whole days in one transaction; a worker that dies has lost
one part.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Count, F, Max, Min, OuterRef, Q, QuerySet, Subquery, Window

from clubs.models import Player
from scoring.models import Course
from seasons.formats import rating_days
from seasons.formats.rating_courses import Course as SeatedCourse
from seasons.formats.rating_days import Point, Strength
from seasons.models import Board, Rating, RatingDay, RatingPoint
from seasons.services import sources
from seasons.services.boards import HEAVY, QUICK, Computed, Lease, Line
from seasons.services.laying import lay_new
from seasons.services.rated_people import Who, who_is_who

PART = 4_000
"""So many sheets are reckoned in one go; whole days, so a day with more is one part."""
MANY = 1_000
"""More sheets than these are heavy work."""
AT_ONCE = 1_000

SCALE = 40
"""A strength is shown forty times as large, a stranger's as 1000: nobody wants to be 23.4."""
RESTS_AFTER = timedelta(days=365)
"""Whoever has not played for so long has no place until they come back."""
BACK = timedelta(days=30)
"""What has moved since then is shown."""
DAY = timedelta(days=1)


def rating_of(board: Board) -> Rating:
    assert board.rating is not None
    return board.rating


def courses_of(rating: Rating, clubs: Sequence[int]) -> QuerySet[Course]:
    return Course.objects.filter(club__in=clubs, game=rating.game).order_by()


def basis(board: Board) -> dict[str, Any]:
    rating = rating_of(board)
    who = who_is_who(rating)
    return {
        "courses": sources.rows(courses_of(rating, who.clubs)),
        "who": who.mark,
        "provisional": rating.provisional,
    }


def queue(board: Board) -> str:
    """Behind the others, where there is much to do."""
    if board.part or board.computed_at is None:
        return HEAVY
    rating = rating_of(board)
    who = who_is_who(rating)
    since = untouched_until(board, rating, who)
    return HEAVY if sum(one.sheets for one in plan(rating, who, since).ahead) > MANY else QUICK


# --- what is to be done ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Day:
    day: date
    sheets: int
    mark: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The days of which the points are right, and those that are to be reckoned."""

    behind: Sequence[Day]
    ahead: Sequence[Day]


def plan(rating: Rating, who: Who, since: date | None = None) -> Plan:
    """Two queries. `since`: all days before it were found right a moment ago, and are not looked at again."""
    courses, known = courses_of(rating, who.clubs), RatingDay.objects.filter(rating=rating)
    mark = who.mark
    if since is not None:
        last = known.filter(day__lt=since).order_by("-day").first()
        courses, known, mark = courses.filter(day__gte=since), known.filter(day__gte=since), last.mark if last else mark
    marks, found = dict(known.values_list("day", "mark")), list[Day]()
    grouped = courses.values_list("day").annotate(sheets=Count("pk"), newest=Max("pk")).order_by("day")
    for day, sheets, newest in grouped:
        mark = hashlib.sha256(f"{mark} {day} {sheets} {newest}".encode()).hexdigest()[:32]
        found.append(Day(day, sheets, mark))
    right = next((number for number, one in enumerate(found) if marks.get(one.day) != one.mark), len(found))
    return Plan(found[:right], found[right:])


def untouched_until(board: Board, rating: Rating, who: Who) -> date | None:
    """Where since the last computation sheets have only come in, the day of the first of them; None where nobody can
    say so without looking at all days."""
    if board.basis.get("who") != who.mark or not (had := board.basis.get("courses")):
        return None
    courses = courses_of(rating, who.clubs)
    came = courses.filter(pk__gt=had[1]).aggregate(count=Count("pk"), first=Min("day"))
    return came["first"] if courses.count() - had[0] == came["count"] else None


def compute(board: Board, lease: Lease) -> Computed:
    """Goes on at `Board.part`, else where the points begin to be wrong."""
    rating = rating_of(board)
    who = who_is_who(rating)
    # Somebody may have opted out since the last part, and may be back before the next: then all of it begins anew.
    going_on = board.part if board.part.get("who") == who.mark else {}
    if board.part and not going_on:
        board.began_with["who"] = who.mark  # what it will have followed from
    since = date.fromisoformat(going_on["after"]) + DAY if going_on else untouched_until(board, rating, who)
    planned = plan(rating, who, since)
    done = going_on.get("done", 0) + sum(one.sheets for one in planned.behind)
    part = first_part(planned.ahead)
    last = planned.behind[-1].day if planned.behind else since - DAY if since else None
    reckon(rating, who, part, after=last, to_the_end=len(part) == len(planned.ahead), lease=lease)
    board.basis = {}  # as in the database
    if len(part) < len(planned.ahead):
        done_now = done + sum(one.sheets for one in part)
        goes_on = {"after": part[-1].day.isoformat(), "who": who.mark, "done": done_now}
        total = done + sum(one.sheets for one in planned.ahead)
        return Computed(part=goes_on, done=goes_on["done"], total=total)
    found = planned.ahead or planned.behind  # the newest day is among those that were looked at, if there are any
    newest = found[-1].day if found else courses_of(rating, who.clubs).aggregate(day=Max("day"))["day"]
    return Computed(lines_of(rating, newest) if newest else (), newest)


def first_part(days: Sequence[Day]) -> Sequence[Day]:
    """Whole days, as many as come to `PART` sheets."""
    sheets = 0
    for number, one in enumerate(days):
        sheets += one.sheets
        if sheets >= PART:
            return days[: number + 1]
    return days


# --- points ----------------------------------------------------------------------------------------------------------


def reckon(
    rating: Rating, who: Who, days: Sequence[Day], *, after: date | None, to_the_end: bool, lease: Lease
) -> None:
    """Writes the points of these days; nothing stays of days in between on which nobody plays any more.

    `after`: the last day whose points are right; none: the first one is yet to come.
    """
    points = [row for found in reckoned(rating, who, days, after) for row in found] if days else []
    with transaction.atomic():
        lease.hold()
        # Until the lines are written, nobody can say by the board's basis which days were looked at last.
        Board.objects.filter(pk=lease.board).update(basis={})
        for model in (RatingPoint, RatingDay):
            old = model._default_manager.filter(rating=rating)
            if after is not None:
                old = old.filter(day__gt=after)
            if not to_the_end:
                old = old.filter(day__lte=days[-1].day)
            old.delete()
        names = ("rating", "player", "day", "mu", "sigma", "games", "meetings")
        lay_new(RatingPoint, names, [written(rating, one) for one in points])
        marks = [(rating.pk, one.day.isoformat(), one.mark) for one in days]
        lay_new(RatingDay, ("rating", "day", "mark"), marks)
    if after is None and len(points) >= AT_ONCE:
        counted_anew()


def counted_anew() -> None:
    """PostgreSQL plans by what it has counted last: of a rating that is new it believes that there is next to nothing,
    and reads all of its points for each person once."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {RatingPoint._meta.db_table} (rating_id, player_id, day)")


def written(rating: Rating, point: Point) -> tuple[Any, ...]:
    told = ",".join(f'"{other}":{had}' for other, had in sorted(point.meetings.items()))
    day, told = point.day.isoformat(), f"{{{told}}}"
    return rating.pk, point.person, day, point.mu, point.sigma, point.games, told


def reckoned(rating: Rating, who: Who, days: Sequence[Day], after: date | None) -> Iterable[list[Point]]:
    found = courses_of(rating, who.clubs).filter(day__gte=days[0].day, day__lte=days[-1].day)
    rows = found.order_by("day", "sheet").values_list("day", "people", "games").iterator(AT_ONCE)
    seated = [(day, SeatedCourse([who.person(one) for one in people], games)) for day, people, games in rows]
    people = {one for _day, course in seated for one in course.people if one is not None}
    return rating_days.days(strengths(rating, people, after) if after else {}, seated)


def strengths(rating: Rating, people: Iterable[int], after: date) -> dict[int, Strength]:
    """Of those of them who have played until the end of this day, where they stood then. What is written of later days
    does not count: nobody may have played on them any more."""
    everybody, found = sorted(people), dict[int, Strength]()
    for first in range(0, len(everybody), AT_ONCE):
        some = Player.objects.filter(pk__in=everybody[first : first + AT_ONCE])
        last = some.annotate(point=last_point(rating, after)).values_list("point", flat=True)
        points = RatingPoint.objects.filter(pk__in=[pk for pk in last if pk is not None])
        for point in points.values_list("player", "mu", "sigma", "games"):
            found[point[0]] = Strength(*point[1:])
    return found


def last_point(rating: Rating, until: date) -> Subquery:
    """Of a player, the newest point, that of this day at the latest."""
    points = RatingPoint.objects.filter(rating=rating, player=OuterRef("pk"), day__lte=until)
    return Subquery(points.order_by("-day").values("pk")[:1])


# --- lines -----------------------------------------------------------------------------------------------------------


def figure(mu: float) -> int:
    """A strength, as it is shown."""
    return round(SCALE * mu)


def margin(sigma: float) -> int:
    """How uncertain it is, as it is shown: in nineteen of twenty cases it is not farther off."""
    return round(2 * SCALE * sigma)


Stored = tuple[int, date, float, float, int]
"""Of a point: whose, of which day, mu, sigma, games."""


def lines_of(rating: Rating, newest: date) -> list[Line]:
    """In order of what is certain: the figure less its margin. Who has played too little, or long ago, has no place."""
    told = now_and_then(rating, newest - BACK + DAY)
    order = sorted((outside(rating, now, newest), -certain(now), now[0], now, then) for now, then in told)
    first, equal = dict[int, int](), Counter(amount for why, amount, *_rest in order if not why)
    for number, (why, amount, *_rest) in enumerate(order, start=1):
        if not why:
            first.setdefault(amount, number)
    return [
        Line(person, None, values=values_of(now, then), detail={"outside": why})
        if why
        else Line(person, first[amount], equal[amount] > 1, values_of(now, then))
        for why, amount, person, now, then in order
    ]


def certain(point: Stored) -> int:
    _person, _day, mu, sigma, _games = point
    return figure(mu) - margin(sigma)


def outside(rating: Rating, point: Stored, newest: date) -> str:
    """Why somebody has no place; nothing where they have one."""
    _person, day, _mu, _sigma, games = point
    if games < rating.provisional:
        return "provisional"
    return "rests" if newest - day > RESTS_AFTER else ""


def values_of(now: Stored, then: Stored | None) -> dict[str, Any]:
    _person, day, mu, sigma, games = now
    return {
        "mu": mu,
        "sigma": sigma,
        "figure": figure(mu),
        "margin": margin(sigma),
        "games": games,
        "moved": None if then is None else figure(mu) - figure(then[2]),
        "last": day.isoformat(),
    }


def now_and_then(rating: Rating, since: date) -> list[tuple[Stored, Stored | None]]:
    """Of everybody the newest point, and the newest from before that day. All points are read through once: looking up
    two for each person takes three times as long."""
    last = Window(Max("day"), partition_by="player")
    before = Window(Max("day", filter=Q(day__lt=since)), partition_by="player")
    points = RatingPoint.objects.filter(rating=rating).annotate(last=last, before=before)
    wanted = points.filter(Q(day=F("last")) | Q(day=F("before"))).order_by("player", "-day")
    found = dict[int, list[Stored]]()
    for point in wanted.values_list("player", "day", "mu", "sigma", "games"):
        found.setdefault(point[0], []).append(point)
    return [(mine[0], mine[-1] if mine[-1][1] < since else None) for mine in found.values()]
