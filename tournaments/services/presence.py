"""Who is there: cards that come in, leave, come back, let a round pass, and people who stand in for others.

A draw that is published is never touched by it; the next one is made from who is there then.
"""

from datetime import datetime

from django.db import transaction

from clubs.models import Player, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.likeness import Register
from clubs.services.text import tidy
from clubs.services.turns import in_turn
from tournaments.formats.plan import read_plan
from tournaments.models import Entrant, Person, Tournament
from tournaments.models.entrants import Status
from tournaments.services import bans
from tournaments.services.card_people import Wanted, first_of, found_people, players_of, problems_entering
from tournaments.services.facts import GONE, facts_of
from tournaments.services.joining import last_round, may_come_in, not_over
from tournaments.services.payments import reopen_if_short
from tournaments.services.refusals import reason_problems
from tournaments.services.turns import take, take_card


def arrive(entrant: Entrant, *, by: User | None, now: datetime, late: bool = False, sure: bool = False) -> Entrant:
    """Who was announced (or missed already) is there. Said twice it is once.

    Refused once the first round is published, as entering is; `late` lets them in from the next round on. Refused for
    whoever was banned since they were announced, unless one is `sure`.
    """
    with transaction.atomic():
        card = take_card(entrant)
        tournament = card.tournament
        if card.status == Status.HERE:
            return card
        if card.status not in (Status.EXPECTED, Status.NO_SHOW):
            raise Refused(Problem("card_is_gone", None, {"number": card.number}))
        closed = may_come_in(tournament, late=late or _was_drawn(card))
        if closed is not None:
            raise Refused(closed)
        if not sure and (said := list(bans.since_entered(card))):
            raise Refused(*said)
        come_in(card, by=by, now=now)
    return card


def come_in(card: Entrant, *, by: User | None, now: datetime) -> None:
    """`arrive`, inside a transaction that has the tournament's turn and may let them in."""
    last, before = last_round(card.tournament), card.status
    if _was_drawn(card):
        card.away = sorted({*card.away, *range(card.gone_after + 1, last + 1)})
    else:
        card.since = last + 1
    card.status, card.arrived_at, card.gone_after = Status.HERE, now, 0
    card.save(update_fields=["status", "arrived_at", "gone_after", "since", "away"])
    _log(card, "card_arrived", {"status": before}, {"status": str(card.status), "since": card.since}, by=by)


def no_shows(tournament: Tournament, *, by: User | None) -> list[int]:
    """Whoever is still only announced did not come; gives their numbers. What they paid stays paid."""
    with transaction.atomic():
        tournament = take(tournament)
        not_over(tournament)
        missing = tournament.entrants.filter(status=Status.EXPECTED).order_by("number")
        numbers = list(missing.values_list("number", flat=True))
        if numbers:
            missing.update(status=Status.NO_SHOW, gone_after=0)
            told = {"tournament": tournament.name, "cards": ", ".join(map(str, numbers))}
            log_change(tournament.club, "cards_missing", by=by, after=told)
    return numbers


def leave(entrant: Entrant, *, by: User | None, how: str, after_round: int | None = None, reason: str = "") -> Entrant:
    """They play no more: withdrawn, disqualified or never there; what they paid stays paid. Said twice it is once.

    `after_round` is the last round they are drawn for; without it the last that is published. Refused: another way
    than these three, a round that is not published yet, a disqualification without a reason, and that somebody who has
    played never came.
    """
    reason, problems = tidy(reason), list[Problem]()
    with transaction.atomic():
        card = take_card(entrant)
        tournament = card.tournament
        not_over(tournament)
        last = last_round(tournament)
        after = 0 if how == Status.NO_SHOW else last if after_round is None else after_round
        if how not in GONE:
            problems.append(Problem("leave_how", "how", {"choices": ", ".join(GONE)}))
        if not 0 <= after <= last:
            problems.append(Problem("leave_after", "after_round", {"last": last}))
        if how == Status.NO_SHOW and _has_played(card):
            problems.append(Problem("card_has_played", "how", {"number": card.number}))
        problems += reason_problems(reason, missing="reason_missing" if how == Status.DISQUALIFIED else "")
        if problems:
            raise Refused(*problems)
        before = {"status": card.status, "after_round": card.gone_after}
        card.status, card.gone_after = Status(how), after
        card.save(update_fields=["status", "gone_after"])
        now = {"status": str(card.status), "after_round": after}
        if before != now:
            _log(card, "card_left", before, now | ({"reason": reason} if reason else {}), by=by)
    return card


def _has_played(card: Entrant) -> bool:
    """Whether a table of theirs has handed in; being awaited there in vain is not playing."""
    tables = [table for one in facts_of(card.tournament).rounds for table in one.tables]
    made = [
        table.scores[table.seats.index(card.number)] for table in tables if table.scores and card.number in table.seats
    ]
    return any(not scores.get("walkover") for scores in made)


def come_back(entrant: Entrant, *, by: User | None) -> Entrant:
    """Who left is there again, from the next round on; the rounds between are missed. Said twice it is once."""
    with transaction.atomic():
        card = take_card(entrant)
        tournament = card.tournament
        not_over(tournament)
        last = last_round(tournament)
        if card.status == Status.HERE:
            return card
        if card.status not in (Status.WITHDRAWN, Status.DISQUALIFIED):
            raise Refused(Problem("card_never_left", None, {"number": card.number}))
        before = {"status": card.status, "after_round": card.gone_after}
        card.away = sorted({*card.away, *range(card.gone_after + 1, last + 1)})
        card.status, card.gone_after = Status.HERE, 0
        card.save(update_fields=["status", "gone_after", "away"])
        _log(card, "card_came_back", before, {"status": str(card.status), "missed": card.away}, by=by)
    return card


def let_pass(entrant: Entrant, *, by: User | None, number: int, passes: bool = True) -> Entrant:
    """They are not drawn for the round of this number and come back from it, or are drawn after all.

    Said twice it is once. Refused: a round that is published already.
    """
    with transaction.atomic():
        card = take_card(entrant)
        tournament = card.tournament
        not_over(tournament)
        last = last_round(tournament)
        if not last < number <= last + 100:
            raise Refused(Problem("round_is_drawn", "round", {"round": number, "next": last + 1}))
        before = list(card.away)
        card.away = sorted({*before, number} if passes else {*before} - {number})
        card.save(update_fields=["away"])
        if before != card.away:
            _log(card, "card_away", {"away": before}, {"away": card.away}, by=by)
    return card


def substitute(
    entrant: Entrant, *, by: User | None, wanted: Wanted, now: datetime, position: int = 0, sure: bool = False
) -> Entrant:
    """Somebody takes over a place on the card and inherits what was made: from the table they sit at if it has not
    handed in yet, else from the next round on; before the first round it is a plain exchange.

    The very person twice is once. Refused as entering refuses a person (`sure`: in spite of a ban).
    """
    with transaction.atomic():
        in_turn(entrant.tournament.club)
        card = take_card(entrant)
        tournament = card.tournament
        not_over(tournament)
        register = Register(tournament.club)
        plan = read_plan(tournament.plan)
        found, problems = found_people(register, [wanted])
        row = card.people.filter(position=position, until=None).first()
        if not found and not problems:
            problems = [Problem("person_name_missing", "people.0.name")]
        if row is None and position >= plan.people:
            problems.append(Problem("too_many_on_card", "position", {"most": plan.people}))
        if found and row and found[0].player and found[0].player.pk == register.who[row.player_id].pk:
            return card
        problems += problems_entering(tournament, plan, register, found, sure=sure)
        if problems:
            raise Refused(*problems)
        (player,) = players_of(tournament, found, by=by, now=now)
        since = _takes_over_in(card)
        if row is None:
            Person.objects.create(entrant=card, position=position, player=player, since=since)
            reopen_if_short(card, plan)
        else:
            _take_over(row, player, since)
        told = {"tournament": tournament.name, "card": card.number, "position": position + 1, "since": since}
        log_change(tournament.club, "card_substitute", by=by, player=player, after=told)
    return card


def _take_over(row: Person, player: Player, since: int) -> None:
    if since <= row.since:
        row.player = player
        row.save(update_fields=["player"])
        return
    row.until = since - 1
    row.save(update_fields=["until"])
    Person.objects.create(entrant=row.entrant, position=row.position, player=player, since=since)


def _takes_over_in(card: Entrant) -> int:
    """The round they sit in now, if their table has not handed in, else the next."""
    facts = facts_of(card.tournament)
    if not facts.rounds:
        return 1
    running = facts.rounds[-1]
    at_table = any(card.number in table.seats and table.scores is None for table in running.tables)
    return running.number if at_table else running.number + 1


def _was_drawn(card: Entrant) -> bool:
    return card.seats.exclude(round__published_at=None).exists()


def _log(card: Entrant, what: str, before: dict[str, object], after: dict[str, object], *, by: User | None) -> None:
    told = {"tournament": card.tournament.name, "card": card.number}
    log_change(card.tournament.club, what, by=by, before=before, after=told | after, player=first_of(card))
