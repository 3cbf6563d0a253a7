"""What pages and the API read."""

import re
from datetime import datetime, timedelta

from django.db.models import Q, Sum
from django.db.models.functions import Coalesce

from clubs.models import Club, Player
from scoring.models import Entry, Sheet

CODE_LIVES = timedelta(hours=18)
"""So long after its beginning an open sheet is found by its table code."""


SECRET = re.compile(r"[A-Za-z0-9_-]+")
"""What a secret or a code looks like. Nothing else is asked for: PostgreSQL cannot even be asked for some texts."""


def sheet_to_write(secret: str) -> Sheet | None:
    """The sheet, read before every hand: as plain SQL, since building the query costs twice what it costs to run."""
    if not SECRET.fullmatch(secret):
        return None
    return next(iter(Sheet.objects.raw("SELECT * FROM scoring_sheet WHERE write_secret = %s", [secret])), None)


def sheet_to_watch(secret: str) -> Sheet | None:
    return Sheet.objects.filter(watch_secret=secret).first() if SECRET.fullmatch(secret) else None


def sheet_by_secret(secret: str) -> Sheet | None:
    """Whichever of its two secrets it is."""
    either = Q(write_secret=secret) | Q(watch_secret=secret)
    return Sheet.objects.filter(either).first() if SECRET.fullmatch(secret) else None


def seq_of(**secret: str) -> int | None:
    """How far the sheet is; all that a waiting phone asks for."""
    if not all(map(SECRET.fullmatch, secret.values())):
        return None
    return Sheet.objects.filter(**secret).values_list("seq", flat=True).first()


def open_sheet_by_code(code: str, now: datetime) -> Sheet | None:
    if not SECRET.fullmatch(code):
        return None
    return Sheet.objects.filter(code=code, status=Sheet.Status.OPEN, started_at__gt=now - CODE_LIVES).first()


def sheets_of_phone(secrets: list[str]) -> list[Sheet]:
    """The sheets this phone has written on, latest first."""
    known = [secret for secret in secrets if SECRET.fullmatch(secret)]
    return list(Sheet.objects.filter(write_secret__in=known).order_by("-started_at"))


def entries_of(sheet: Sheet) -> list[Entry]:
    """The entries that made the sheet what it is here; one that was written since would not fit to it."""
    return list(sheet.entries.filter(seq__lte=sheet.seq).order_by("seq"))


def sheets_of_club(club: Club, most: int) -> list[Sheet]:
    return list(Sheet.objects.filter(club=club).order_by("-started_at")[:most])


def tally_of_club(club: Club) -> list[Player]:
    """The club's people with what they signed: legs won and Bummerl taken, fewest Bummerl first.

    Who has not finished a leg yet comes last.
    """
    won = Coalesce(Sum("seats__totals__amount", filter=Q(seats__totals__unit="legs")), 0)
    taken = Coalesce(Sum("seats__totals__amount", filter=Q(seats__totals__unit="bummerl")), 0)
    players = club.players.annotate(legs=won, bummerl=taken).order_by("bummerl", "-legs", "name")
    return sorted(players, key=lambda player: not (player.legs or player.bummerl))  # type: ignore[attr-defined]  # annotated
