"""E-mails of a round: whoever has asked for it is told their table as soon as it is drawn.

Who is to be told is a row (`Mail`), written with the publication of the round. A mail goes out at most once: it is
marked before it is handed to the mail server, and only where that server has said no (or was not reached at all) it is
tried again, after growing waits. Where the answer is lost, the mail may have arrived, and a second one could come when
the table is long another; the hall's page and the screens say the same to whoever got none. What is late is left.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from typing import Any

from allauth.account.models import EmailAddress
from celery import current_app
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import F, Q
from kombu.exceptions import OperationalError

from clubs.models import Membership, User
from tournaments.formats import core
from tournaments.messages.mails import written
from tournaments.models import Mail, Round, Tournament
from tournaments.services import kept
from tournaments.services.draw_rows import mark_of
from tournaments.services.facts import Facts
from tournaments.services.hall import Sitting, hall_of_now

logger = logging.getLogger(__name__)

TASK = "tournaments.tasks.send_mails"
AT_ONCE = 100
"""So many go over one connection to the mail server."""
SECONDS = 20
"""So long one task sends; others wait in the same queue."""
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(minutes=10)
LATE = timedelta(hours=1)
"""So long after the draw nobody needs it any more."""


# --- who is to be told -----------------------------------------------------------------------------------------------


def write_rows(row: Round, drawn: core.Draw, facts: Facts) -> int:
    """Says who is to be told of this round, inside the transaction that publishes it; how many. `facts` are those
    before it. Two queries where somebody wants mails, one where nobody does, none without a mail server."""
    if not settings.SENDS_MAIL:
        return 0
    draw, now = mark_of(drawn), row.published_at
    assert now is not None, "only what is published is told"
    wanted = _wanting(facts, drawn)
    before = {one.user_id: one for one in Mail.objects.filter(round=row, user__in=wanted)} if wanted else {}
    new = [Mail(round=row, user_id=user, draw=draw, due_at=now) for user in wanted if user not in before]
    Mail.objects.bulk_create(new)
    # Taken back and drawn anew: whoever was told the draw before is told that it is another.
    told = [one.pk for one in before.values() if one.draw != draw]
    fresh = {"draw": draw, "again": True, "state": Mail.State.DUE, "due_at": now, "attempts": 0, "sent_at": None}
    changed = Mail.objects.filter(pk__in=told).update(**fresh) if told else 0
    if (new or changed) and settings.REDIS_URL:
        # Robust: the round is published by then. Without a broker the clock asks often enough.
        transaction.on_commit(_ask_for_it, robust=True)
    return len(new) + changed


def _wanting(facts: Facts, drawn: core.Draw) -> list[int]:
    """Ids of accounts that want mails and are somebody on a card that is in this draw."""
    numbers = {number for table in drawn.tables for number in table.seats} | set(drawn.byes)
    people = {one.pk for number in numbers for one in facts.people(facts.by_number[number])}
    asked = Membership.objects.filter(club=facts.tournament.club_id, mails=True, user__is_active=True)
    accounts = asked.exclude(player=None).order_by("user_id").values_list("user_id", "player_id")
    return [user for user, player in accounts if player in facts.who and facts.who[player].pk in people]


def _ask_for_it() -> None:
    try:
        current_app.send_task(TASK, retry=False)
    except (OperationalError, OSError) as error:
        logger.warning("mails wait for the clock, the broker does not answer: %s", error)


def drop_rows(row: Round) -> None:
    """The round is taken back: whoever has not been told yet is not told any more."""
    Mail.objects.filter(round=row, state=Mail.State.DUE).delete()


# --- sending ---------------------------------------------------------------------------------------------------------


def send_due(*, now: datetime) -> int:
    """Sends what is due, as far as one task may; how many mails went out."""
    leave_what_is_late(now)
    due = Mail.objects.filter(state=Mail.State.DUE, due_at__lte=now, round__published_at__isnull=False)
    mails = list(due.select_related("round", "user").defer("round__drawn_from", "round__standing")[:AT_ONCE])
    if not mails:
        return 0
    server = get_connection()
    try:
        server.open()
    except (OSError, SMTPException) as error:
        logger.warning("the mail server does not answer: %s", type(error).__name__)
        for mail in mails:
            put_off(mail, now)
        return 0
    try:
        return _send_all(server, mails, now)
    finally:
        try:
            server.close()
        except (OSError, SMTPException):
            logger.info("the mail server has closed the connection by itself")


def leave_what_is_late(now: datetime) -> None:
    """Of a round long published, or of a tournament that is over."""
    late = Q(round__published_at__lt=now - LATE) | Q(round__tournament__ended_at__isnull=False)
    ids = list(Mail.objects.filter(late, state=Mail.State.DUE).values_list("pk", flat=True))
    if ids:
        Mail.objects.filter(pk__in=ids, state=Mail.State.DUE).update(state=Mail.State.LEFT)


def _send_all(server: Any, mails: Sequence[Mail], now: datetime) -> int:
    began, sent = time.monotonic(), 0
    addresses = verified(mail.user_id for mail in mails)
    for mail in mails:
        if time.monotonic() - began > SECONDS:
            break
        try:
            message = message_for(mail, addresses.get(mail.user_id, ""))
        except Exception:
            # One tournament of which nobody can say who sits where must not keep those of all others waiting.
            logger.exception("mail %s could not be written", mail.pk)
            put_off(mail, now)
            continue
        if message is None:
            Mail.objects.filter(pk=mail.pk, state=Mail.State.DUE).update(state=Mail.State.LEFT)
            continue
        if not _claim(mail):
            continue
        outcome = _hand_over(server, message)
        if outcome == Mail.State.SENDING:
            break  # the connection is of no use any more; the others are still due
        if outcome == Mail.State.DUE:
            put_off(mail, now, state=Mail.State.SENDING)
            if _has_hung_up(server):
                break
            continue
        when = now if outcome == Mail.State.SENT else None
        Mail.objects.filter(pk=mail.pk, state=Mail.State.SENDING).update(state=outcome, sent_at=when)
        sent += outcome == Mail.State.SENT
    return sent


def _claim(mail: Mail) -> bool:
    """Marks it before it is sent; False where another worker has it, or the round was taken back a moment ago."""
    still = Mail.objects.filter(pk=mail.pk, state=Mail.State.DUE, draw=mail.draw, round__published_at__isnull=False)
    return bool(Mail.objects.filter(pk__in=still.values("pk"), state=Mail.State.DUE).update(state=Mail.State.SENDING))


def _hand_over(server: Any, message: EmailMessage) -> Mail.State:
    """What has become of it."""
    try:
        server.send_messages([message])
    except SMTPRecipientsRefused as error:
        codes = [code for code, _said in error.recipients.values()]
        logger.warning("a mail was refused: %s", codes)
        return Mail.State.LEFT if codes and min(codes) >= 500 else Mail.State.DUE
    except SMTPResponseException as error:
        logger.warning("the mail server takes no mail now: %s", error.smtp_code)
        return Mail.State.DUE
    except (OSError, SMTPException) as error:
        logger.warning("nobody knows whether a mail has arrived: %s", type(error).__name__)
        return Mail.State.SENDING
    return Mail.State.SENT


def _has_hung_up(server: Any) -> bool:
    """After a 421 smtplib has closed the connection: of what is handed over then nobody would know what became."""
    connection = getattr(server, "connection", None)
    return connection is not None and connection.sock is None


def put_off(mail: Mail, now: datetime, *, state: Mail.State = Mail.State.DUE) -> None:
    """After 30 seconds, one minute, two … ten minutes."""
    wait = min(FIRST_WAIT * 2 ** min(mail.attempts, 10), LONGEST_WAIT)
    Mail.objects.filter(pk=mail.pk, state=state).update(
        state=Mail.State.DUE, due_at=now + wait, attempts=F("attempts") + 1
    )


def verified(users: Iterable[int]) -> dict[int, str]:
    """The addresses of these accounts that were shown to be theirs: nobody else is written to."""
    found = EmailAddress.objects.filter(user__in=set(users), verified=True, primary=True)
    return dict(found.values_list("user_id", "email"))


# --- what it says ----------------------------------------------------------------------------------------------------


def message_for(mail: Mail, email: str) -> EmailMessage | None:
    """What this account is told; None where there is nobody to tell, or nothing."""
    tournament = Tournament.objects.select_related("club").defer("brought").get(pk=mail.round.tournament_id)
    hall = hall_of_now(kept.now(tournament))
    found = [
        (number, sitting)
        for number in _numbers_of(mail.user, hall.facts)
        for sitting in _sittings(hall.card(number), mail.round.number)
    ]
    if not email or not found:
        return None
    subject, body = written(hall, found, again=mail.again)
    return EmailMessage(subject, body, to=[email], headers={"Auto-Submitted": "auto-generated"})


def _numbers_of(user: User, facts: Facts) -> list[int]:
    """The start numbers that this account plays."""
    mine = Membership.objects.filter(club=facts.tournament.club_id, user=user, mails=True).first()
    if mine is None or mine.player_id is None or mine.player_id not in facts.who:
        return []  # left, or does not want it any more
    me = facts.who[mine.player_id].pk
    return [card.number for card in facts.cards if me in {one.pk for one in facts.people(card)}]


def _sittings(card: Any, number: int) -> list[Sitting]:
    return [one for one in card.sittings if one.round == number] if card is not None else []
