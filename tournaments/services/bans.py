"""Who may not enter the tournaments of a club for a while."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime

from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format

from clubs import queries
from clubs.models import Club, Player, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import tidy
from clubs.services.turns import in_turn
from tournaments.models import Ban, Entrant
from tournaments.services.refusals import reason_problems


def in_force(club: Club, day: date) -> list[Ban]:
    """The bans that hold on this day, latest first."""
    lasting = Ban.objects.filter(club=club, lifted_at=None).filter(Q(until=None) | Q(until__gte=day))
    return list(lasting.select_related("by"))


def banned(club: Club, day: date, who: Mapping[int, Player]) -> dict[int, Ban]:
    """Id of a person (as they are now) -> the ban that holds on this day. One query."""
    return {who[ban.player_id].pk: ban for ban in in_force(club, day)}


def problem(one: Ban, who: str, at: str | None = None) -> Problem:
    """The refusal, by name and with the reason."""
    figures = {"who": who, "reason": one.reason, "until": date_format(one.until) if one.until else ""}
    return Problem("banned_until" if one.until else "banned", at, figures)


def since_entered(card: Entrant) -> Iterator[Problem]:
    """Who was banned after the card was entered: whoever entered it before could not know. One query where nobody is
    banned, else three."""
    club = card.tournament.club
    newer = [one for one in in_force(club, card.tournament.day) if one.at > card.added_at]
    if not newer:
        return
    who = queries.people_of(club)
    held = {who[one.player_id].pk: one for one in newer}
    for row in card.people.filter(until=None):
        if (mine := held.get(who[row.player_id].pk)) is not None:
            yield problem(mine, who[row.player_id].name)


def ban(club: Club, *, by: User | None, player: int | None, reason: str, until: date | None, today: date) -> Ban:
    """Somebody may not enter from now on, up to and with the day `until` (None: until it is lifted).

    Refused: nobody of the club, no reason, a day that is over. Whoever is banned in the same words already, is banned
    once.
    """
    reason, problems = tidy(reason), list[Problem]()
    with transaction.atomic():
        in_turn(club)
        who = queries.people_of(club)
        person = who.get(player) if player is not None else None
        if person is None or person.erased_at is not None:
            problems.append(Problem("ban_of_nobody", "player"))
        problems += reason_problems(reason, missing="reason_missing")
        if until is not None and until < today:
            problems.append(Problem("ban_is_over", "until"))
        if problems or person is None:
            raise Refused(*problems)
        same = Ban.objects.filter(player__in=queries.ids_of(who, person), reason=reason, until=until, lifted_at=None)
        if known := same.first():
            return known
        made = Ban.objects.create(club=club, player=person, reason=reason, until=until, by=by)
        log_change(club, "banned", by=by, player=person, after=_told(made))
    return made


def lift(one: Ban, *, by: User | None, now: datetime) -> Ban:
    """They may enter again. Lifted twice is lifted once."""
    with transaction.atomic():
        in_turn(one.club)
        if Ban.objects.filter(pk=one.pk, lifted_at=None).update(lifted_at=now, lifted_by=by):
            log_change(one.club, "ban_lifted", by=by, player=one.player, before=_told(one))
    one.refresh_from_db()
    return one


def _told(one: Ban) -> dict[str, str]:
    return {"reason": one.reason, "until": one.until.isoformat() if one.until else "–"}
