"""The end: places are made final and prizes written down, handed out, booked in the till, and all that taken back.

What is written at the end comes to the pot: what nobody won is a line of its own that stays with the club. Only what
was handed out is booked; what nobody fetched stays in the box.
"""

import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from clubs.messages.money import euros
from clubs.models import Booking, User
from clubs.models.till import Kind
from clubs.services import till
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.till import Line
from clubs.services.turns import in_turn
from tournaments.formats import stages
from tournaments.models import Payout, Tournament
from tournaments.queries import draft_of
from tournaments.services import turns
from tournaments.services.agreement import disputed
from tournaments.services.brought import handed_there
from tournaments.services.facts import Facts, facts_of
from tournaments.services.prizes import STAYS, Prize, PrizeList, out_for_good, prize_list

Key = tuple[int | None, str, str, int | None, int, str]
LONGEST_NAME = 60
"""So much of a tournament's name stands in the till."""


def payouts_of(tournament: Tournament) -> QuerySet[Payout]:
    """As they are called."""
    found = Payout.objects.filter(tournament=tournament).select_related("entrant", "handed_by", "booking__reversed_by")
    return found.order_by("order")


def is_booked(payout: Payout) -> bool:
    """Whether its line in the till stands: reversed there, it is not booked any more."""
    return payout.booking is not None and not hasattr(payout.booking, "reversed_by")


def to_book(tournament: Tournament, payout: Payout) -> bool:
    """Whether it was handed out and this club's till has yet to know; what was handed out before the tournament came
    here is another till's."""
    return payout.handed_at is not None and not is_booked(payout) and not handed_there(tournament, payout)


def finish(tournament: Tournament, *, by: User | None, now: datetime, sure: bool = False) -> Tournament:
    """Makes the places final and writes the prizes down. Finished already is fine too.

    Refused: while tables are open (named), while a drawn round is not published, where the prize list cannot be paid.
    Refused unless `sure`: before all rounds are played, while cards owe their fee, where something was handed out
    before that is won no more.
    """
    with transaction.atomic():
        tournament = turns.take(tournament)
        if tournament.ended_at is not None:
            return tournament
        facts = facts_of(tournament)
        found = prize_list(facts)
        before = list(payouts_of(tournament))
        rows = [*_rows(facts, found, before)]
        problems = [*_never(facts, found), *([] if sure else _doubts(facts, found, before, rows))]
        if problems:
            raise Refused(*problems)
        Payout.objects.filter(tournament=tournament).delete()
        Payout.objects.bulk_create(rows)
        Tournament.objects.filter(pk=tournament.pk).update(ended_at=now)
        tournament.ended_at = now
        after = {"tournament": tournament.name, "pot_cents": found.pot.cents, "prizes": _told(rows)}
        log_change(tournament.club, "tournament_finished", by=by, after=after)
    return tournament


def reopen(tournament: Tournament, *, by: User | None, sure: bool = False) -> Tournament:
    """Places are counted on again; what was booked of the prizes is reversed. Open already is fine too.

    Refused unless `sure`: where prizes were handed out or booked. What was handed out is remembered, and counts as
    handed out for whoever wins the same again.
    """
    with transaction.atomic():
        in_turn(tournament.club)
        tournament = turns.take(tournament)
        if tournament.ended_at is None:
            return tournament
        rows = list(payouts_of(tournament))
        handed, booked = [one for one in rows if one.handed_at], [one for one in rows if is_booked(one)]
        if not sure and (problems := [*_reopen_doubts(len(handed), booked)]):
            raise Refused(*problems)
        _reverse(booked, by=by)
        Tournament.objects.filter(pk=tournament.pk).update(ended_at=None)
        tournament.ended_at = None
        before = {"tournament": tournament.name, "prizes": _told(rows), "handed_out": len(handed)}
        before |= {"reversed_cents": sum(one.cents for one in booked)} if booked else {}
        log_change(tournament.club, "tournament_reopened", by=by, before=before)
    return tournament


def hand_out(payout: Payout, *, by: User | None, handed: bool, now: datetime | None = None) -> Payout:
    """Ticks a prize as handed out, or takes the tick back. Ticked already is fine too.

    Refused: before the places are final, and for what stays with the club.
    """
    with transaction.atomic():
        tournament = turns.take(payout.tournament)
        row = Payout.objects.filter(pk=payout.pk).first()
        problems = []
        if tournament.ended_at is None or row is None:
            problems.append(Problem("not_finished"))
        elif row.wins == STAYS:
            problems.append(Problem("stays_with_club"))
        if row is None or problems:
            raise Refused(*problems)
        if (row.handed_at is not None) != handed:
            _tick(tournament, row, by=by, handed=handed, now=now)
    return payouts_of(tournament).get(pk=payout.pk)


def hand_out_early(
    tournament: Tournament,
    *,
    by: User | None,
    number: int,
    wins: str,
    place: int | None,
    handed: bool,
    now: datetime | None = None,
) -> None:
    """Ticks the prize of somebody who is out while others go on playing (Rassach); the end takes the tick over.

    Refused: after the end (tick the prize itself), and what is not certain to be theirs yet.
    """
    with transaction.atomic():
        tournament = turns.take(tournament)
        facts = facts_of(tournament)
        prizes = prize_list(facts).prizes if number in out_for_good(facts) else ()
        mine = [one for one in prizes if (one.number, one.wins, one.place) == (number, wins, place)]
        if tournament.ended_at is not None:
            raise Refused(Problem("finished_meanwhile"))
        if not mine:
            raise Refused(Problem("prize_not_certain", None, {"number": number}))
        before = list(payouts_of(tournament))
        row = _row(facts, mine[0], order=max((one.order for one in before), default=-1) + 1)
        row = next((one for one in before if _key(one) == _key(row)), row)
        if (row.handed_at is not None) != handed:
            _tick(tournament, row, by=by, handed=handed, now=now)


def _tick(tournament: Tournament, row: Payout, *, by: User | None, handed: bool, now: datetime | None) -> None:
    row.handed_at, row.handed_by = (now or timezone.now(), by) if handed else (None, None)
    row.save()
    what = "prize_handed_out" if handed else "prize_taken_back"
    log_change(tournament.club, what, by=by, after={"tournament": tournament.name, "prizes": _told([row])})


def book(tournament: Tournament, *, by: User | None, token: str) -> list[Booking]:
    """Books the money that was handed out and is not booked yet, a line for each prize; what is handed out no more is
    reversed. Gives all that it wrote; nothing to do is fine too. The same request again gets its first answer.

    Refused: before the places are final, and as `clubs.services.till.book`.
    """
    club = tournament.club
    with transaction.atomic():
        in_turn(club)
        tournament = turns.take(tournament)
        rows = [one for one in payouts_of(tournament) if one.cents]
        if known := list(till.booked_by(club, token).order_by("number")):
            ours = {one.booking_id for one in rows}
            if not all(one.pk in ours for one in known):
                raise Refused(Problem("token_used"))
            return known
        if tournament.ended_at is None:
            raise Refused(Problem("not_finished"))
        back = [one for one in rows if is_booked(one) and one.handed_at is None]
        wanted = [one for one in rows if to_book(tournament, one)]
        written = _reverse(back, by=by)
        if wanted:
            lines = [
                Line(Kind.EXPENSE, one.cents, note=note)
                for one, note in zip(wanted, _notes(tournament, wanted), strict=True)
            ]
            booked = till.book(club, by=by, token=token, day=till.today(club), lines=lines)
            for one, booking in zip(wanted, booked, strict=True):
                one.booking = booking
            Payout.objects.bulk_update(wanted, ["booking"])
            written += booked
    return written


# --- what stands in the way ------------------------------------------------------------------------------------------


def _never(facts: Facts, found: PrizeList) -> Iterator[Problem]:
    for round_ in facts.rounds:
        if waiting := round_.open_tables:
            figures = {"round": round_.number, "tables": ", ".join(map(str, waiting)), "count": len(waiting)}
            yield Problem("finish_tables_open", None, figures)
    if not facts.rounds:
        yield Problem("finish_nothing_played")
    if (draft := draft_of(facts.tournament)) is not None:
        yield Problem("finish_draft", None, {"round": draft.number})
    yield from found.problems


def _doubts(facts: Facts, found: PrizeList, before: Sequence[Payout], rows: Sequence[Payout]) -> Iterator[Problem]:
    if facts.rounds and not facts.open_tables and not stages.is_over(facts.plan, facts.entrants, facts.rounds):
        yield Problem("finish_early", "sure", {"round": facts.rounds[-1].number})
    if tables := disputed(facts.tournament):
        said = ", ".join(f"{one.round}/{one.table}" for one in tables)
        yield Problem("finish_disputed", "sure", {"count": len(tables), "tables": said})
    if found.pot.open:
        yield Problem("finish_unpaid", "sure", {"count": found.pot.open})
    if lost := _handed_otherwise(before, rows):
        yield Problem("finish_handed_otherwise", "sure", {"count": len(lost), "prizes": _said(lost)})


def _reopen_doubts(handed: int, booked: Sequence[Payout]) -> Iterator[Problem]:
    if handed:
        yield Problem("reopen_handed", "sure", {"count": handed})
    if booked:
        yield Problem("reopen_booked", "sure", {"amount": euros(sum(one.cents for one in booked))})


def _handed_otherwise(before: Sequence[Payout], rows: Sequence[Payout]) -> list[Payout]:
    """What was handed out before the end was taken back, and is won no more."""
    won = {_key(one) for one in rows}
    return [one for one in before if one.handed_at is not None and _key(one) not in won]


# --- rows ------------------------------------------------------------------------------------------------------------


def moved_on(facts: Facts, found: PrizeList, written: Sequence[Payout]) -> bool:
    """Whether a correction after the end would pay other prizes than those that are written down."""
    return {_key(one) for one in _rows(facts, found, ())} != {_key(one) for one in written}


def handed_before(written: Sequence[Payout]) -> dict[Key, datetime]:
    """When what was handed out, before the end was taken back."""
    return {_key(one): one.handed_at for one in written if one.handed_at is not None}


def key_of(facts: Facts, prize: Prize) -> Key:
    return _key(_row(facts, prize, order=0))


def _key(row: Payout) -> Key:
    """What makes a prize the same one."""
    return row.entrant_id, row.group, row.wins, row.place, row.cents, row.goods


def _rows(facts: Facts, found: PrizeList, before: Sequence[Payout]) -> Iterator[Payout]:
    """The prizes as they will be written, and what stays with the club; they sum to the pot."""
    handed = {_key(one): one for one in before if one.handed_at is not None}
    for order, prize in enumerate(found.prizes):
        row = _row(facts, prize, order)
        if (same := handed.get(_key(row))) is not None:
            row.handed_at, row.handed_by = same.handed_at, same.handed_by
        yield row
    if found.stays:
        yield Payout(tournament=facts.tournament, wins=STAYS, cents=found.stays, order=len(found.prizes))


def _row(facts: Facts, prize: Prize, order: int) -> Payout:
    return Payout(
        tournament=facts.tournament,
        entrant=None if prize.number is None else facts.by_number[prize.number],
        group=prize.group,
        wins=prize.wins,
        place=prize.place,
        cents=prize.cents,
        goods=prize.goods,
        order=order,
    )


def _told(rows: Sequence[Payout]) -> list[dict[str, Any]]:
    """For the log, by start numbers and without names."""
    return [
        {
            "card": row.entrant.number if row.entrant is not None else row.group or row.wins,
            "cents": row.cents,
            "goods": row.goods,
        }
        for row in rows
    ]


def _said(rows: Sequence[Payout]) -> str:
    """For a sentence: "7: € 64,00; 11: Pressack"."""
    told = []
    for row in rows:
        whose = str(row.entrant.number) if row.entrant is not None else row.group
        told.append(f"{whose}: {' + '.join(filter(None, [euros(row.cents) if row.cents else '', row.goods]))}")
    return "; ".join(told)


def _notes(tournament: Tournament, rows: Sequence[Payout]) -> list[str]:
    """What stands in the till, in the club's language; names of people do not."""
    name = tournament.name[:LONGEST_NAME]
    with override(tournament.club.language):
        return [
            _("%(tournament)s: prize, number %(number)s") % {"tournament": name, "number": row.entrant.number}
            if row.entrant is not None
            else _("%(tournament)s: prize, %(group)s") % {"tournament": name, "group": row.group}
            for row in rows
        ]


def _reverse(rows: Sequence[Payout], *, by: User | None) -> list[Booking]:
    if not rows:
        return []
    written = till.reverse_all([one.booking for one in rows if one.booking], by=by, token=secrets.token_urlsafe(16))
    Payout.objects.filter(pk__in=[one.pk for one in rows]).update(booking=None)
    return written
