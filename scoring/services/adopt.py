"""A quick sheet, begun without a club, becomes a sheet of one."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.db import transaction

from clubs.models import Club, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.evenings import open_evening
from clubs.services.text import fits_as_name, tidy
from scoring.games import sheet as engine
from scoring.models import Seat, Sheet
from scoring.services.elsewhere import about_to_open
from scoring.services.seats import people_at, sit_down
from scoring.services.tallies import add_tallies


def adopt_sheet(sheet: Sheet, *, club: Club, by: User | None, now: datetime, day: date, people: Sequence[Any]) -> Sheet:
    """Takes the sheet into the club, into the evening of that day (made where there is none).

    `people` says for every seat which of the club's people sat there, by name; a name nobody knows becomes a guest's.
    What stands on the sheet stays as it was written. Taken twice it is once. Refused, with every problem: a sheet that
    belongs to another club, a settled evening or one still to come, a seat without a proper name, one person on two
    seats.
    """
    names = [tidy(name) if isinstance(name, str) else "" for name in people]
    fresh = Sheet.objects.get(pk=sheet.pk)
    if fresh.club_id == club.pk:
        return fresh
    if fresh.club_id is not None:
        raise Refused(Problem("adopted_elsewhere"))
    seats = list(fresh.seats.all())
    if len(names) != len(seats) or not all(name and fits_as_name(name) for name in names):
        raise Refused(Problem("seats_missing", "people"))
    try:
        with transaction.atomic():
            return _adopt(fresh, seats, names, club, by, now, day)
    except engine.Refused as error:
        places = {"players": "people"}
        said = [Problem(one.code, places.get(one.at or ""), one.figures) for one in error.problems]
        raise Refused(*said) from error


def _adopt(
    sheet: Sheet, seats: list[Seat], names: list[str], club: Club, by: User | None, now: datetime, day: date
) -> Sheet:
    players = people_at(club, names)
    evening = open_evening(club, by=by, now=now, day=day)
    sit_down(evening, players)
    if not Sheet.objects.filter(pk=sheet.pk, club=None).update(club=club, evening=evening):
        # Somebody else was quicker: with this club, then it is done, or with another one.
        sheet.refresh_from_db()
        if sheet.club_id != club.pk:
            raise Refused(Problem("adopted_elsewhere"))
        return sheet
    for seat, player in zip(seats, players, strict=True):
        seat.player = player
    Seat.objects.bulk_update(seats, ["player"])
    sheet.refresh_from_db()
    if not sheet.is_open:
        add_tallies(sheet)
        about_to_open(sheet)
    log_change(club, "sheet_adopted", by=by, after={"game": sheet.game, "code": sheet.code, "day": day.isoformat()})
    return sheet
