"""The events of a cup: tournaments and evenings of the club, and days whose results are typed in."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction

from clubs.models import Evening, Player, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.likeness import Register
from clubs.services.people import problems_with, spoken
from clubs.services.text import text_problems, tidy
from clubs.services.till import TOKEN
from seasons.models import Cup, CupEvent, CupResult
from seasons.services.cup_facts import newest_rules
from seasons.services.cups import CupMoved, moved, turn
from tournaments.models import Tournament
from tournaments.services.card_people import Found, Wanted, whom

LONGEST_NAME = 80
MOST_RESULTS = 500
MOST_POINTS = 10**9


@dataclass(frozen=True, slots=True)
class Typed:
    """One result as it is typed in: whose (an id, or a name), and how much; None: what was typed is no number."""

    name: str = ""
    points: int | None = None
    player: int | None = None


def add_tournament(cup: Cup, *, by: User | None, now: datetime, token: str, tournament: int) -> CupEvent:
    """A tournament of the club counts; added twice is once.

    Refused: no such tournament, one outside of the cup's days, a cup in which money is counted.
    """
    with transaction.atomic():
        cup = turn(cup)
        there = CupEvent.objects.filter(cup=cup, tournament=tournament).first()
        if there is not None:
            return there
        found = Tournament.objects.filter(club=cup.club, pk=tournament).first()
        if found is None:
            raise Refused(Problem("cup_no_such_tournament", "tournament"))
        problems = [*_outside(cup, found.day, "tournament"), *_token(cup, token)]
        if newest_rules(cup).money:
            problems.append(Problem("cup_money_no_tournament", "tournament"))
        if problems:
            raise Refused(*problems)
        event = CupEvent.objects.create(cup=cup, tournament=found, day=found.day, token=token)
        _said(cup, "cup_event_added", found.day, found.name, by=by, now=now)
    return event


def add_evening(cup: Cup, *, by: User | None, now: datetime, token: str, evening: int) -> CupEvent | None:
    """An evening of the club counts; where every one does, one that was left out counts again (None). Twice is once."""
    with transaction.atomic():
        cup = turn(cup)
        there = CupEvent.objects.filter(cup=cup, evening=evening).first()
        if there is not None and not there.left_out:
            return there
        found = Evening.objects.filter(club=cup.club, pk=evening).first()
        problems = [] if found else [Problem("cup_no_such_evening", "evening")]
        problems += [] if cup.game else [Problem("cup_game_missing", "evening")]
        problems += _outside(cup, found.day, "evening") if found else []
        problems += [] if cup.every_evening else _token(cup, token)
        if problems or found is None:
            raise Refused(*problems)
        event: CupEvent | None = None
        if there is not None:
            there.delete()
        if not cup.every_evening:
            event = CupEvent.objects.create(cup=cup, evening=found, day=found.day, token=token)
        elif there is None:
            return None
        _said(cup, "cup_event_added", found.day, "", by=by, now=now)
    return event


def leave_out(cup: Cup, *, by: User | None, now: datetime, evening: int) -> None:
    """An evening that counts by itself, or was added, does not count. Twice is once."""
    with transaction.atomic():
        cup = turn(cup)
        found = Evening.objects.filter(club=cup.club, pk=evening).first()
        if found is None:
            raise Refused(Problem("cup_no_such_evening", "evening"))
        there = CupEvent.objects.filter(cup=cup, evening=found).first()
        if (there is None and not cup.every_evening) or (there is not None and there.left_out):
            return
        if there is not None:
            there.delete()
        if cup.every_evening:
            token = f"left-out-{found.pk}"
            CupEvent.objects.create(cup=cup, evening=found, day=found.day, left_out=True, token=token)
        _said(cup, "cup_event_left_out", found.day, "", by=by, now=now)


def remove(cup: Cup, *, by: User | None, now: datetime, event: int) -> None:
    """A tournament counts no more; a day that was typed in goes with its results. Twice is once."""
    with transaction.atomic():
        cup = turn(cup)
        there = CupEvent.objects.filter(cup=cup, pk=event, evening=None).select_related("tournament").first()
        if there is None:
            return
        name, day = (there.tournament.name, there.tournament.day) if there.tournament else (there.name, there.day)
        there.delete()
        _said(cup, "cup_event_removed", day, name, by=by, now=now)


def add_day(
    cup: Cup,
    *,
    by: User | None,
    now: datetime,
    token: str,
    name: str,
    day: date | None,
    results: Sequence[Typed] = (),
) -> CupEvent:
    """A day of which only the results are known. The same request again gets its first answer.

    Refused, all at once: no name, a day outside of the cup, and what `type_results` refuses.
    """
    name = tidy(name)
    with transaction.atomic():
        cup = turn(cup)
        if TOKEN.fullmatch(token) and (known := CupEvent.objects.filter(cup=cup, token=token).first()) is not None:
            return known
        problems = [] if name else [Problem("cup_event_name_missing", "name")]
        problems += text_problems("name", name, LONGEST_NAME)
        problems += _outside(cup, day, "day") + _token(cup, token)
        found, odd = _people(cup, results)
        if problems + odd or day is None:
            raise Refused(*problems, *odd)
        event = CupEvent.objects.create(cup=cup, name=name, day=day, token=token)
        _write(event, found, by=by, now=now)
        _said(cup, "cup_day_typed", day, name, by=by, now=now, count=len(found))
    return event


def type_results(
    event: CupEvent, *, by: User | None, now: datetime, results: Sequence[Typed], seen: int | None = None
) -> CupEvent:
    """These are the results of this day; a name twice is two results of that person.

    A name nobody knows becomes a guest of the club. Refused, all at once: a result without a name or a number, a name
    that cannot be one, too many. Raises `CupMoved` where the cup was changed since it was `seen`; the same results
    again, as after a double tap, are none.
    """
    with transaction.atomic():
        cup = turn(event.cup)
        found, problems = _people(cup, results, there={*event.results.values_list("player", flat=True)})
        before = CupResult.objects.filter(event=event).order_by("pk").values_list("player", "points")
        if not problems and [(one.player.pk if one.player else 0, points) for one, points in found] == [*before]:
            return event
        if seen is not None and seen != cup.seq:
            raise CupMoved
        if problems:
            raise Refused(*problems)
        event.results.all().delete()
        _write(event, found, by=by, now=now)
        _said(cup, "cup_results_changed", event.day, event.name, by=by, now=now, count=len(found))
    return event


def _outside(cup: Cup, day: date | None, at: str) -> list[Problem]:
    if day is None:
        return [Problem("cup_day_odd", at)]
    return [] if cup.first_day <= day <= cup.last_day else [Problem("cup_day_outside", at)]


def _token(cup: Cup, token: str) -> list[Problem]:
    if not TOKEN.fullmatch(token):
        return [Problem("bad_token", "token")]
    used = CupEvent.objects.filter(cup=cup, token=token).exists()
    return [Problem("token_used", "token")] if used else []


def _people(
    cup: Cup, results: Sequence[Typed], there: Collection[int] = ()
) -> tuple[list[tuple[Found, int]], list[Problem]]:
    """Whom the names mean, in their order, and what is wrong; lines without name and number are left out.

    `there` are the ids of those who have results of this day: of them whoever was erased by now stays.
    """
    register, found, problems = Register(cup.club), list[tuple[Found, int]](), list[Problem]()
    if len(results) > MOST_RESULTS:
        return [], [Problem("cup_too_many_results", "results", {"most": MOST_RESULTS})]
    for index, one in enumerate(results):
        at = f"results.{index}"
        if one.player is None and not tidy(one.name):
            problems += [Problem("person_name_missing", f"{at}.name")] if one.points is not None else []
            continue
        who = whom(register, Wanted(one.name, player=one.player)) or _erased(register, one, there)
        if who is None:
            problems.append(Problem("no_such_person", f"{at}.name"))
            continue
        if who.player is None:
            problems += [Problem(odd.code, f"{at}.name", odd.figures) for odd in problems_with({"name": who.name})]
        if one.points is None or not -MOST_POINTS <= one.points <= MOST_POINTS:
            problems.append(Problem("cup_points_odd", f"{at}.points", {"who": who.name}))
            continue
        found.append((who, one.points))
    return found, problems


def _erased(register: Register, one: Typed, there: Collection[int]) -> Found | None:
    player = register.same(spoken(one.name)) if one.player is None else register.who.get(one.player)
    return Found(player, player.name) if player is not None and player.pk in there else None


def _write(event: CupEvent, found: Sequence[tuple[Found, int]], *, by: User | None, now: datetime) -> None:
    new, numbers, rows = dict[str, Player](), dict[int, int](), list[CupResult]()
    for one, points in found:
        player = one.player or new.get(one.key)
        if player is None:
            fields = {"name": one.name, "place": one.place, "guest": True}
            player = new[one.key] = Player.objects.create(club=event.cup.club, created_at=now, **fields)
            log_change(event.cup.club, "player_added", by=by, player=player, after=fields)
        numbers[player.pk] = numbers.get(player.pk, 0) + 1
        rows.append(CupResult(event=event, player=player, number=numbers[player.pk], points=points))
    CupResult.objects.bulk_create(rows)


def _said(
    cup: Cup, what: str, day: date, name: str, *, by: User | None, now: datetime, count: int | None = None
) -> None:
    """The cup has moved, and the log says why."""
    moved(cup, now=now)
    told = {"cup": cup.name, "day": day.isoformat(), **({"event": name} if name else {})}
    log_change(cup.club, what, by=by, after=told | ({"results": count} if count is not None else {}))
