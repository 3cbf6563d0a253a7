"""Whoever has asked for it is told their table by e-mail when a round is drawn: once, and only while it holds."""

import smtplib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from celery import current_app
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone
from kombu.exceptions import OperationalError

from clubs.models import Beat, Membership, Player
from clubs.models.club import Role
from tests.club import House
from tests.tournament import a_tournament
from tests.web.page import phone, posted
from tournaments.models import Mail, Round, Tournament
from tournaments.services import draws, mails
from tournaments.services.draws import publish, take_back
from tournaments.services.table_codes import hall_code
from tournaments.tasks import send_mails

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_server")]

NOW = timezone.now()
LIVES: dict[str, Any] = {"stages": [{"kind": "lives", "counting": {"unit": "legs"}}]}


class Server(EmailBackend):
    """Takes mails like Django's own for tests; before each one it does what `answers` says first."""

    answers: list[Exception | None] = []
    opened: list[Exception | None] = []

    def open(self) -> bool:
        if Server.opened and (error := Server.opened.pop(0)) is not None:
            raise error
        return True

    def send_messages(self, messages: Any) -> int:
        if Server.answers and (error := Server.answers.pop(0)) is not None:
            raise error
        return super().send_messages(messages)


@pytest.fixture
def mail_server(settings: Any) -> None:
    settings.SENDS_MAIL, settings.PUBLIC_URL = True, "https://karten.example"
    settings.EMAIL_BACKEND = f"{__name__}.Server"
    Server.answers, Server.opened = [], []


def wants(house: House, *roles: str) -> None:
    """These say so, and their addresses are known to be theirs."""
    for role in roles:
        Membership.objects.filter(user=house.users[role]).update(mails=True)
        user = house.users[role]
        EmailAddress.objects.get_or_create(user=user, email=user.email, defaults={"verified": True, "primary": True})


def drawn(house: House, *more: str, **fields: Any) -> Round:
    names = [house.players[role].name for role in (Role.OWNER, Role.DIRECTOR, Role.TREASURER)]
    tournament = a_tournament(house.club, *names, *(more or ["Xaver Zoder"]), plan=LIVES, **fields)
    return draws.draw(tournament, by=None, number=1)


def sent_to() -> list[str]:
    return [message.to[0] for message in outbox.outbox]


def states() -> list[tuple[str, int]]:
    return list(Mail.objects.order_by("pk").values_list("state", "attempts"))


# --- who is told what ------------------------------------------------------------------------------------------------


def test_whoever_asked_for_it_is_told_table_seat_opponent_and_page(house: House) -> None:
    wants(house, Role.OWNER, Role.MEMBER)  # the member plays no card
    row = publish(drawn(house, name="Osterpreis"), by=None)
    assert (send_mails(), send_mails()) == (1, 0)
    (message,) = outbox.outbox
    seat = row.seats.get(entrant__number=1)
    other = row.seats.exclude(entrant__number=1).get(table=seat.table)
    name = {2: "Bert M.", 3: "Dora L.", 4: "Xaver Z."}[other.entrant.number]
    assert message.to == [house.users[Role.OWNER].email]
    assert seat.table is not None
    assert message.subject.endswith(f"{seat.table.number}: Osterpreis")
    for part in (
        f"{name} ({other.entrant.number})",
        f"https://karten.example/hall/{hall_code(row.tournament)}/1/",
        "https://karten.example/club/post/me/",
    ):
        assert part in message.body
    assert "Maier" not in f"{message.body}{message.subject}"
    assert states() == [("sent", 0)]
    assert Beat.objects.get(name="send_mails").told == {"sent": 1}


def test_a_bye_is_told_too_and_two_cards_of_one_person_in_one_mail(house: House) -> None:
    wants(house, *Role.values[:3])
    player = house.players[Role.OWNER]
    row = drawn(house, "Anna Höß jun.", "Xaver Zoder")
    Player.objects.filter(name="Anna Höß jun.").update(merged_into=player)
    publish(row, by=None)
    assert send_mails() == 3
    bodies = {message.to[0]: message.body for message in outbox.outbox}
    assert bodies[house.users[Role.OWNER].email].count("https://karten.example/hall/") == 2
    assert sum(len(body.splitlines()) for body in bodies.values()) > 0


def test_nobody_is_told_who_has_not_asked_or_whose_address_is_not_proven(house: House) -> None:
    wants(house, Role.OWNER, Role.DIRECTOR, Role.TREASURER)
    EmailAddress.objects.filter(user=house.users[Role.OWNER]).update(verified=False)
    publish(drawn(house), by=None)
    Membership.objects.filter(user=house.users[Role.DIRECTOR]).update(mails=False)  # changed their mind meanwhile
    assert send_mails() == 1
    assert sent_to() == [house.users[Role.TREASURER].email]
    assert sorted(states()) == [("left", 0), ("left", 0), ("sent", 0)]


def test_without_a_mail_server_there_is_nothing_to_send(
    house: House, settings: Any, django_assert_max_num_queries: Any
) -> None:
    wants(house, Role.OWNER)
    settings.SENDS_MAIL = False
    publish(drawn(house), by=None)
    assert not Mail.objects.exists()
    with django_assert_max_num_queries(2):
        assert mails.send_due(now=NOW) == 0


def test_without_a_known_address_of_the_site_there_is_no_link(house: House, settings: Any) -> None:
    settings.PUBLIC_URL = ""
    wants(house, Role.OWNER)
    publish(drawn(house), by=None)
    send_mails()
    assert "http" not in outbox.outbox[0].body


# --- once ------------------------------------------------------------------------------------------------------------


def test_published_twice_is_told_once(house: House) -> None:
    wants(house, Role.OWNER)
    row = drawn(house)
    for _tap in range(2):
        publish(row, by=None)
        send_mails()
    assert sent_to() == [house.users[Role.OWNER].email]


def test_a_round_taken_back_is_not_told_any_more(house: House) -> None:
    wants(house, Role.OWNER)
    row = publish(drawn(house), by=None)
    take_back(row, by=None)
    assert (send_mails(), Mail.objects.count()) == (0, 0)


def test_who_was_told_is_told_again_only_if_it_is_drawn_anew(house: House) -> None:
    wants(house, Role.OWNER)
    row = publish(drawn(house), by=None)
    send_mails()
    publish(take_back(row, by=None), by=None)  # the very same draw
    assert send_mails() == 0
    take_back(row, by=None)
    publish(draws.set_tables(row.tournament, by=None, number=1, tables=other_tables(row)), by=None)
    assert send_mails() == 1
    bodies = [message.body for message in outbox.outbox]
    assert len(bodies) == 2
    assert len(bodies[1].splitlines()) > len(bodies[0].splitlines())
    assert Mail.objects.get().again


def other_tables(row: Round) -> list[list[int]]:
    """The same cards, each table with the other's second card."""
    one, two = ([seat.entrant.number for seat in table.seats.all()] for table in row.tables.all())
    return [[one[0], two[1]], [two[0], one[1]]]


# --- when the mail server does not do as it should -------------------------------------------------------------------

Answer = Callable[[], Exception]


def test_a_server_that_does_not_answer_is_asked_again_after_growing_waits(house: House) -> None:
    wants(house, Role.OWNER, Role.DIRECTOR)
    row = publish(drawn(house), by=None, now=NOW)
    Server.opened = [ConnectionRefusedError() for _time in range(4)]
    at, waits = NOW, []
    while not outbox.outbox:
        mails.send_due(now=at)
        due = Mail.objects.order_by("due_at").filter(state="due").first()
        if due is not None:
            waits.append(int((due.due_at - at).total_seconds()))
            assert mails.send_due(now=due.due_at - timedelta(seconds=1)) == 0
            at = due.due_at
    assert waits == [30, 60, 120, 240]
    assert states() == [("sent", 4), ("sent", 4)]
    assert row.mails.count() == 2


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (smtplib.SMTPDataError(451, b"later"), "due"),
        (smtplib.SMTPSenderRefused(421, b"busy", "x@example.org"), "due"),
        (smtplib.SMTPRecipientsRefused({"a@example.org": (450, b"greylisted")}), "due"),
        (smtplib.SMTPRecipientsRefused({"a@example.org": (550, b"nobody")}), "left"),
        (smtplib.SMTPServerDisconnected("gone"), "sending"),
        (TimeoutError(), "sending"),
    ],
)
def test_a_no_is_tried_again_and_what_may_have_arrived_is_not(house: House, error: Exception, state: str) -> None:
    wants(house, Role.OWNER)
    publish(drawn(house), by=None, now=NOW)
    Server.answers = [error]
    assert (mails.send_due(now=NOW), Mail.objects.get().state) == (0, state)
    later = NOW + timedelta(minutes=2)
    assert mails.send_due(now=later) == (state == "due")
    assert len(outbox.outbox) == (state == "due")


def test_the_others_are_told_when_one_address_is_refused(house: House) -> None:
    wants(house, Role.OWNER, Role.DIRECTOR)
    publish(drawn(house), by=None, now=NOW)
    Server.answers = [smtplib.SMTPRecipientsRefused({"a@example.org": (550, b"nobody")})]
    assert mails.send_due(now=NOW) == 1
    assert sorted(state for state, _attempts in states()) == ["left", "sent"]


def test_a_server_that_has_hung_up_is_handed_no_further_mail(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    wants(house, Role.OWNER, Role.DIRECTOR)
    publish(drawn(house), by=None, now=NOW)
    monkeypatch.setattr(Server, "connection", smtplib.SMTP(), raising=False)
    Server.answers = [smtplib.SMTPSenderRefused(421, b"busy", "x@example.org")]
    assert mails.send_due(now=NOW) == 0
    assert sorted(states()) == [("due", 0), ("due", 1)]


def test_a_mail_that_cannot_be_written_does_not_keep_the_others_waiting(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    wants(house, Role.OWNER, Role.DIRECTOR)
    publish(drawn(house), by=None, now=NOW)
    odd, real = Mail.objects.earliest("pk"), mails.message_for
    monkeypatch.setattr(mails, "message_for", lambda mail, email: 1 // 0 if mail == odd else real(mail, email))
    assert mails.send_due(now=NOW) == 1
    assert states() == [("due", 1), ("sent", 0)]


def test_a_mail_that_another_worker_has_taken_is_let_alone(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    wants(house, Role.OWNER)
    publish(drawn(house), by=None, now=NOW)
    real = mails.message_for

    def meanwhile(mail: Mail, email: str) -> Any:
        Mail.objects.filter(pk=mail.pk).update(state="sending")
        return real(mail, email)

    monkeypatch.setattr(mails, "message_for", meanwhile)
    assert (mails.send_due(now=NOW), outbox.outbox) == (0, [])


def test_what_is_late_or_of_a_tournament_that_is_over_is_left(house: House) -> None:
    wants(house, Role.OWNER)
    publish(drawn(house), by=None, now=NOW - timedelta(minutes=61))
    assert (mails.send_due(now=NOW), states()) == (0, [("left", 0)])
    Mail.objects.update(state="due")
    Round.objects.update(published_at=NOW)
    Tournament.objects.update(ended_at=NOW)
    assert (mails.send_due(now=NOW), states()) == (0, [("left", 0)])


# --- asked for -------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_with_a_broker_the_task_is_put_into_the_queue_at_once(
    house: House, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    settings.REDIS_URL = "redis://nowhere"
    monkeypatch.setattr(current_app, "send_task", lambda name, **_more: asked.append(name))
    publish(drawn(house), by=None)
    assert asked == []  # nobody wants a mail
    wants(house, Role.OWNER)
    publish(drawn(house, name="Zweites"), by=None)
    assert asked == [mails.TASK]

    def gone(_name: str, **_more: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(current_app, "send_task", gone)
    assert publish(drawn(house, name="Drittes"), by=None).published_at is not None


def test_everybody_says_so_on_their_own_page_and_only_where_mails_are_sent(house: House, settings: Any) -> None:
    member, address = house.phone(Role.MEMBER), house.path("me/")
    mine = Membership.objects.filter(user=house.users[Role.MEMBER])
    assert not mine.get().mails
    assert 'name="mails"' in member.get(address).content.decode()
    posted(member, f"{address}mails/", 302, mails="1")
    assert (mine.get().mails, Membership.objects.filter(mails=True).count()) == (True, 1)
    posted(member, f"{address}mails/", 302)
    assert not mine.get().mails
    settings.SENDS_MAIL = False
    assert 'name="mails"' not in member.get(address).content.decode()


def test_the_api_says_and_changes_it(house: House) -> None:
    client = phone(Authorization=f"Token {house.token(Role.MEMBER)}")
    address = f"/api/v1/clubs/{house.club.slug}/me/"
    assert client.get(address).json()["mails"] is False
    for wanted in (True, False):
        answer = client.patch(address, {"mails": wanted}, content_type="application/json")
        assert (answer.status_code, answer.json()["mails"]) == (200, wanted)
