"""`manage.py load_demo`: a small club with two evenings, house rules and a till, to look around in.

Everything is made by the use cases. The club has no account: nobody can log in to it until somebody at this computer
says who owns it (`manage.py own_club`).
"""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

from clubs.models import Club, Evening, Player, RuleVersion, Transfer
from clubs.models.people import Shown
from clubs.models.till import Kind
from clubs.services.evenings import local, open_evening, tick_transfer
from clubs.services.people import add_player, change_player
from clubs.services.till import Line, book
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.evenings import close_evening, settlement_of
from scoring.services.profiles import change_rules, make_profile
from scoring.services.record import Write
from scoring.services.sheets import begin_sheet, record_hand

SLUG = "gasthaus-post"
PEOPLE = (
    ("Anna Höß", Shown.FULL, ""),
    ("Berta Kern", Shown.INITIAL, ""),
    ("Christl Lang", Shown.NICKNAME, "Christl"),
    ("Dora Moser", Shown.HIDDEN, ""),
    ("Egon Pichler", Shown.INITIAL, ""),
    ("Franz Huber", Shown.NICKNAME, "Franzl"),
    ("Gerti Hofer", Shown.FULL, ""),
    ("Hans Huber", Shown.INITIAL, ""),
)
"""With what strangers see of their names: everything there is to choose from."""
NAMES = tuple(name for name, _shown, _nickname in PEOPLE)
DUES = 1200

FRIDAY = [
    {"contract": "bauernschnapser", "declarer": 0, "made": True},
    {"contract": "normal", "made": True, "grade": 1},
    {"contract": "bauernschnapser", "declarer": 2, "made": True},
    {"contract": "kontrabauernschnapser", "declarer": 0, "made": True},
    {"contract": "gang", "declarer": 0, "made": True},
    {"contract": "normal", "made": False, "grade": 2},
    {"contract": "bauernschnapser", "declarer": 2, "made": True},
    {"contract": "herrenschnapser", "declarer": 3, "made": True},
]

RUNNING = [
    {"contract": "normal", "made": True, "grade": 2},
    {"contract": "bettler", "declarer": 1, "doubling": 1, "made": False},
    {"contract": "normal", "made": False, "grade": 1, "decided_by": "last_trick"},
    {"contract": "schnapser", "declarer": 3, "made": True},
    {"contract": "normal", "made": True, "grade": 3, "doubling": 1},
]


KRATZEN: list[dict[str, Any]] = [
    {"tricks": [2, 1, 1, 0]},
    {"contract": "schlagen", "striker": 1, "active": [1, 2, 3], "tricks": [0, 2, 1, 1]},
    {"cuts": ["seven"], "tricks": [1, 2, 0, 1]},
    {"contract": "ordern", "striker": 2, "active": [0, 2], "tricks": [1, 0, 3, 0]},
    {"tricks": [1, 1, 0, 2]},
]

BLATTLA: list[dict[str, Any]] = [
    {"contract": "sauspiel", "declarer": 0, "partner": 2, "suit": "schellen", "points": 75},
    {"contract": "sauspiel", "declarer": 1, "partner": 3, "suit": "gras", "points": 60},
    {"contract": "solo", "declarer": 2, "suit": "herz", "points": 94},
    {"passed": True},
    {"contract": "sauspiel", "declarer": 3, "partner": 0, "suit": "eichel", "points": 30},
    {"contract": "solo_tout", "declarer": 3, "suit": "herz", "made": True},
]


class Command(BaseCommand):
    help = "Loads a small demo club. Does nothing where it is there already."

    @transaction.atomic
    def handle(self, **options: Any) -> None:
        club, created = Club.objects.get_or_create(
            slug=SLUG, defaults={"name": "Stammtisch Gasthaus Post", "public": True}
        )
        if not created:
            return
        now = timezone.now()
        players = [a_person(club, now, *one) for one in PEOPLE]
        first = make_profile(
            club=club, by=None, game="bauernschnapsen", name="Gasthaus Post",
            house_rules={"money": "zero_sum", "stake_cents": 30},
        )  # fmt: skip
        last_week(club, first, now)
        # Since then a Bummerl costs more.
        rules = {**first.house_rules, "stake_cents": 50}
        second = change_rules(first.profile, by=None, house_rules=rules, after=first.number)
        evening = open_evening(club, by=None, now=now)
        played(evening, "kratzen", NAMES[:4], KRATZEN, {"ante": 10})
        played(evening, "bauernschnapsen", NAMES[4:], RUNNING, second.house_rules, second)
        in_the_till(club, players, evening)
        self.stdout.write(f"The demo club is at /club/{SLUG}/. It is yours with: manage.py own_club {SLUG} YOUR@E-MAIL")


def a_person(club: Club, now: datetime, name: str, shown: Shown, nickname: str) -> Player:
    player = add_player(club, by=None, now=now, name=name, nickname=nickname, sure=True)
    return change_player(player, by=None, shown=shown)


def last_week(club: Club, version: RuleVersion, now: datetime) -> None:
    """An evening that is settled: two tables, a guest, and one who has paid already."""
    begun = local(club, now - timedelta(days=7)).replace(hour=19, minute=30, second=0, microsecond=0)
    evening = open_evening(club, by=None, now=begun)
    for sheet in (
        played(evening, "bauernschnapsen", NAMES[:4], FRIDAY, version.house_rules, version),
        played(evening, "blattla", (*NAMES[2:5], "Ilse Wagner"), BLATTLA, {}),
    ):
        # They are written just now, but are to look like a week ago; the check code holds when a sheet was begun.
        sheet.started_at = begun
        sheet.save(update_fields=["started_at"])
        close_sheet(sheet, write=Write(sheet.seq, "demo-close"))
    evening.sheets.update(closed_at=begun + timedelta(hours=3))
    RuleVersion.objects.filter(pk=version.pk).update(made_at=begun)
    seen = settlement_of(evening).seen
    close_evening(evening, by=None, after_seq=evening.seq, seen=seen, through_till=False)
    for transfer in Transfer.objects.filter(evening=evening).order_by("pk")[:1]:
        tick_transfer(transfer, paid=True, by=None)


def in_the_till(club: Club, players: list[Player], evening: Evening) -> None:
    """Dues for everybody, most of which are paid, and what was drunk."""
    lines = [Line(Kind.DUES, DUES, player, "Mitgliedsbeitrag") for player in players]
    lines += [Line(Kind.DEPOSIT, DUES, player) for player in players[:5]]
    lines += [Line(Kind.DRINKS, 390, players[0], "Krügerl"), Line(Kind.DRINKS, 240, players[6], "G'spritzter")]
    book(club, by=None, token=secrets.token_urlsafe(16), day=evening.day, lines=lines, evening=evening)


def played(
    evening: Evening,
    game: str,
    players: tuple[str, ...],
    hands: list[dict[str, Any]],
    house_rules: dict[str, Any],
    version: RuleVersion | None = None,
) -> Sheet:
    """A sheet of the evening on which these hands were recorded."""
    # Whoever knows the token of a new sheet and its table is told its secret: so nobody knows it.
    token = secrets.token_urlsafe(16)
    sheet = begin_sheet(
        game=game, players=players, house_rules=house_rules, evening=evening, rule_version=version, token=token
    )
    for number, hand in enumerate(hands):
        record_hand(sheet, hand=hand, write=Write(number, f"demo-hand-{number}"))
    return sheet
