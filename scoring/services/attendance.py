"""Who was there on an evening: ticked by tap, added quickly, and ticked by sitting down at a table."""

from datetime import datetime

from django.db import transaction

from clubs.models import Attendance, Evening, Player, User
from clubs.queries import ids_of, people_of
from clubs.services.core import Problem, Refused
from clubs.services.evenings import hold_open
from clubs.services.people import add_player
from scoring import messages, queries
from scoring.games.sheet import GAMES


def tick(evening: Evening, *, player: int, there: bool) -> Player:
    """Says that somebody of the club is there, or is not. The same again changes nothing.

    Refused: nobody of this id, a settled evening, and not being there of somebody who sits at a table.
    """
    who = people_of(evening.club)
    person = who.get(player)
    if person is None or person.erased_at is not None:
        raise Refused(Problem("person_unknown", "player"))
    with transaction.atomic():
        hold_open(evening)
        if there:
            Attendance.objects.get_or_create(evening=evening, player=person)
        else:
            _not_there(evening, person, who)
    return person


def _not_there(evening: Evening, person: Player, who: dict[int, Player]) -> None:
    for pk, game in queries.seated_at(evening).items():
        if who[pk] == person:
            figures = {"name": person.name, "game": messages.words(GAMES[game].name)}
            raise Refused(Problem("sits_at_table", "player", figures))
    Attendance.objects.filter(evening=evening, player__in=ids_of(who, person)).delete()


def add_guest(evening: Evening, *, name: str, by: User | None, now: datetime, sure: bool = False) -> Player:
    """Somebody who came along, by name; the club's own people are ticked, whichever way their name is written.

    Refused: what adding anybody refuses, and, unless one is `sure`, a name that is nearly that of somebody known.
    """
    try:
        with transaction.atomic():
            person = add_player(evening.club, by=by, now=now, name=name, guest=True, sure=sure)
            return tick(evening, player=person.pk, there=True)
    except Refused as error:
        taken = [problem for problem in error.problems if problem.code == "name_taken"]
        if len(error.problems) != 1 or not taken:
            raise
    return tick(evening, player=taken[0].figures["candidates"][0], there=True)
