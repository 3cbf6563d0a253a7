"""The final of a cup: whoever has qualified is announced at a tournament of the club."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from clubs.models import User
from clubs.queries import people_of
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from seasons.models import Cup
from seasons.services.cup_facts import facts_of, tournaments_in
from seasons.services.cups import CupMoved, turn
from tournaments.models import Entrant, Person, Tournament
from tournaments.services.card_people import Wanted
from tournaments.services.cards import enter
from tournaments.services.joining import may_come_in


@dataclass(frozen=True, slots=True)
class TakenOver:
    """New cards, and how many were there already."""

    cards: tuple[Entrant, ...]
    before: int


def finals(cup: Cup) -> list[Tournament]:
    """Tournaments of the club that may be the final: not begun yet, and not before the cup."""
    found = Tournament.objects.filter(club=cup.club, started_at=None, ended_at=None, day__gte=cup.first_day)
    return list(found.exclude(pk__in=tournaments_in(cup)).order_by("day", "pk"))


def take_over(
    cup: Cup, *, by: User | None, now: datetime, tournament: int, seen: list[int] | None = None, sure: bool = False
) -> TakenOver:
    """Announces whoever has qualified, in the order of their places; who has a card there keeps it. Twice is once.

    `seen` are the ids of those who had qualified when somebody looked; raises `CupMoved` where others have by now.
    Refused: no such tournament, nobody has qualified, a tournament that has begun; and what entering refuses (a ban
    unless one is `sure`, no room).
    """
    with transaction.atomic():
        cup = turn(cup, over=True)
        found = Tournament.objects.filter(club=cup.club, pk=tournament).select_related("club").first()
        if found is None:
            raise Refused(Problem("cup_no_such_tournament", "tournament"))
        if (closed := may_come_in(found)) is not None:
            raise Refused(Problem(closed.code, "tournament", closed.figures))
        qualified = [*facts_of(cup).table.qualified]
        if not qualified:
            raise Refused(Problem("cup_nobody_qualified"))
        if seen is not None and seen != qualified:
            raise CupMoved
        there = _there(found)
        cards = [
            enter(
                found,
                by=by,
                token=f"cup-{cup.pk}-{person}",
                people=[Wanted(player=person)],
                now=now,
                here=False,
                sure=sure,
            )
            for person in qualified
            if person not in there
        ]
        if cards:
            told = {"cup": cup.name, "tournament": found.name, "cards": ", ".join(str(one.number) for one in cards)}
            log_change(cup.club, "cup_qualified", by=by, after=told)
    return TakenOver(tuple(cards), len(qualified) - len(cards))


def _there(tournament: Tournament) -> set[int]:
    """Who has a card there, or had one that was given up: that was somebody's decision."""
    who = people_of(tournament.club)
    people = Person.objects.filter(entrant__tournament=tournament, until=None)
    return {who[pk].pk for pk in people.values_list("player", flat=True)}
