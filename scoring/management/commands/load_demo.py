"""`manage.py load_demo`: a small club with a few evenings, to look around in, made by the use cases."""

import secrets
from typing import Any

from django.core.management.base import BaseCommand

from clubs.models import Club, Player
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.record import Write
from scoring.services.sheets import begin_sheet, record_hand

PEOPLE = ("Anna", "Berta", "Christl", "Dora", "Egon", "Franz", "Gerti", "Hans")

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

    def handle(self, **options: Any) -> None:
        club, created = Club.objects.get_or_create(
            slug="gasthaus-post", defaults={"name": "Stammtisch Gasthaus Post", "public": True}
        )
        if not created:
            return
        Player.objects.bulk_create(Player(club=club, name=name) for name in PEOPLE)
        money = {"money": "zero_sum", "stake_cents": 50}
        for evening in (
            played(club, "bauernschnapsen", PEOPLE[:4], FRIDAY, money),
            played(club, "blattla", PEOPLE[2:6], BLATTLA, {}),
        ):
            close_sheet(evening, write=Write(evening.seq, "demo-close"))
        played(club, "kratzen", PEOPLE[:4], KRATZEN, {"ante": 10})
        played(club, "bauernschnapsen", PEOPLE[4:], RUNNING, {})


def played(
    club: Club, game: str, players: tuple[str, ...], hands: list[dict[str, Any]], house_rules: dict[str, Any]
) -> Sheet:
    """A sheet of the club on which these hands were recorded."""
    # Whoever knows the token of a new sheet and its table is told its secret: so nobody knows it.
    token = secrets.token_urlsafe(16)
    sheet = begin_sheet(game=game, players=players, house_rules=house_rules, club=club, token=token)
    for number, hand in enumerate(hands):
        record_hand(sheet, hand=hand, write=Write(number, f"demo-hand-{number}"))
    return sheet
