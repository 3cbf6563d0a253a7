"""What pages and the API read."""

from datetime import datetime, timedelta

from django.db.models import Prefetch, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from clubs.models import Club, Player
from scoring.models import Entry, Seat, Sheet

CODE_LIVES = timedelta(hours=18)
"""So long after its beginning an open sheet is found by its table code."""


def sheets() -> QuerySet[Sheet]:
    """Sheets with their seats, in two queries."""
    return Sheet.objects.prefetch_related(Prefetch("seats", Seat.objects.order_by("position")))


def sheet_to_write(secret: str) -> Sheet | None:
    return sheets().filter(write_secret=secret).first()


def sheet_to_watch(secret: str) -> Sheet | None:
    return sheets().filter(watch_secret=secret).first()


def sheet_by_secret(secret: str) -> Sheet | None:
    """Whichever of its two secrets it is."""
    return sheets().filter(Q(write_secret=secret) | Q(watch_secret=secret)).first()


def seq_of(**secret: str) -> int | None:
    """How far the sheet is; all that a waiting phone asks for."""
    return Sheet.objects.filter(**secret).values_list("seq", flat=True).first()


def open_sheet_by_code(code: str, now: datetime) -> Sheet | None:
    return Sheet.objects.filter(code=code, status=Sheet.Status.OPEN, started_at__gt=now - CODE_LIVES).first()


def sheets_of_phone(secrets: list[str]) -> list[Sheet]:
    """The sheets this phone has written on, latest first."""
    return list(sheets().filter(write_secret__in=secrets).order_by("-started_at"))


def entries_of(sheet: Sheet) -> list[Entry]:
    return list(sheet.entries.order_by("seq"))


def sheets_of_club(club: Club, most: int) -> list[Sheet]:
    return list(sheets().filter(club=club).order_by("-started_at")[:most])


def tally_of_club(club: Club) -> QuerySet[Player]:
    """The club's people with what they signed: legs won and Bummerl taken, fewest Bummerl per leg won first."""
    amount = Coalesce(Sum("seats__totals__amount", filter=Q(seats__totals__unit="legs")), 0)
    taken = Coalesce(Sum("seats__totals__amount", filter=Q(seats__totals__unit="bummerl")), 0)
    return club.players.annotate(legs=amount, bummerl=taken).order_by("bummerl", "-legs", "name")
