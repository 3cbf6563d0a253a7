"""Taking in a tournament that another installation wrote down: looked at whole, shown, and written in one transaction.

Ids and secrets are new, so the codes that hang on the tables there lead nowhere here. Bookings of a till do not come
along: what was taken and handed out there stays that till's, unless somebody says that the rest is to be booked here.
Sheets that are closed count in the club's statistics, as if they had been closed here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from clubs.models import Club, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.till import TOKEN
from clubs.services.turns import in_turn
from tournaments.models import Tournament
from tournaments.services.bringing_checks import Checked, Counts, check, counts_of
from tournaments.services.bringing_format import read_document, read_file
from tournaments.services.bringing_people import Chosen, Planned, bring_people, plan_people, problems_with
from tournaments.services.bringing_rows import write
from tournaments.services.facts import facts_of
from tournaments.services.prizes import prize_list
from tournaments.services.progress import progress_of
from tournaments.services.standings import standings_of
from tournaments.services.takeout_log import BROUGHT


@dataclass(frozen=True, slots=True)
class Look:
    """What would happen with a file, before anything is written."""

    checked: Checked
    counts: Counts
    people: Sequence[Planned]
    same: Tournament | None
    """One of this club with the same name on the same day: it may be this one."""

    @property
    def about(self) -> Mapping[str, Any]:
        told: Mapping[str, Any] = self.checked.file["tournament"]
        return told

    @property
    def way(self) -> Sequence[Mapping[str, Any]]:
        """The clubs it came through; the last one wrote this file."""
        return self.checked.file["way"]  # type: ignore[no-any-return]


def look_at(club: Club, data: bytes) -> Look:
    """The file, checked completely. Refused with all that is wrong with it."""
    return _look(club, check(read_file(data)))


def look_at_document(club: Club, document: Any) -> Look:
    """The same of JSON that was read already."""
    return _look(club, check(read_document(document)))


def _look(club: Club, checked: Checked) -> Look:
    about = checked.file["tournament"]
    same = Tournament.objects.filter(club=club, name=about["name"], day=about["day"]).first()
    return Look(checked, counts_of(checked), plan_people(club, checked.file), same)


def bring(
    club: Club,
    checked: Checked,
    *,
    by: User | None,
    token: str,
    now: datetime,
    chosen: Chosen | None = None,
    book_here: bool = False,
) -> Tournament:
    """Writes the tournament down for this club. The same request again gets its first answer.

    `chosen` says who somebody is, where it is not as `plan_people` has it. `book_here`: what the other till has not got
    is to be booked here. Refused: somebody who cannot be meant, two who would be one; what cannot be counted here.
    """
    with transaction.atomic():
        in_turn(club)
        if not TOKEN.fullmatch(token):
            raise Refused(Problem("bad_token", "token"))
        if (known := Tournament.objects.filter(club=club, token=token).first()) is not None:
            if not known.brought:
                raise Refused(Problem("token_used"))
            return known
        planned = plan_people(club, checked.file)
        if problems := problems_with(planned, chosen or {}):
            raise Refused(*problems)
        players = bring_people(club, checked.file, planned, chosen or {}, by=by, now=now)
        made = write(club, checked, players, token=token, now=now, book_here=book_here)
        _count(made)
        told = {"tournament": made.name, "day": made.day.isoformat(), "cards": len(checked.file["cards"])}
        log_change(club, BROUGHT, by=by, after={**told, "came_from": _came_from(checked)})
    return made


def _came_from(checked: Checked) -> str:
    way = checked.file["way"]
    return str(way[-1]["club"]) if way else "–"


def _count(made: Tournament) -> None:
    """Counts places and prizes once: a file that fits together and still cannot be counted is not taken in."""
    try:
        facts = facts_of(made)
        standings_of(facts)
        prize_list(facts)
        progress_of(facts, to_hand_out=0)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise Refused(Problem("takeout_not_countable", "file")) from error
