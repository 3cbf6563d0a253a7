"""Everything that is stored about a person, as one JSON document: what whoever asks for it gets."""

from collections.abc import Collection
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q

from clubs import queries
from clubs.models import (
    ApiToken,
    Attendance,
    Booking,
    Change,
    Claim,
    Club,
    Evening,
    Invitation,
    Membership,
    Player,
    Transfer,
    User,
)
from scoring.models import ContractTally, DayTally, Entry, Feat, PairTally, PersonTally, Seat, Total
from scoring.services.elsewhere import KEEPERS


def stored_about(club: Club, player: Player | None, membership: Membership | None = None) -> dict[str, Any]:
    """What the club stores about a person, under all names they ever had here, and about the account in it.

    Other people are not in it, but for those at the same table, who were there. Money is in cents.
    """
    who = queries.people_of(club)
    ids = queries.ids_of(who, who[player.pk]) if player else set[int]()
    return {
        "club": {"name": club.name, "address": club.slug, "time_zone": club.time_zone},
        "account": _account(membership) if membership else None,
        "people": [_player(one) for one in Player.objects.filter(pk__in=ids).order_by("pk")],
        "sheets": _sheets(ids),
        "attendance": list(
            Attendance.objects.filter(player__in=ids).order_by("evening__day").values("evening__day", "at")
        ),
        "bookings": _bookings(ids),
        "transfers": _transfers(ids),
        "statistics": _tallies(ids),
        **{keeper.name: keeper.stored(ids) for keeper in KEEPERS},
        "claims": _claims(ids, membership),
        "invitations": list(
            Invitation.objects.filter(player__in=ids)
            .order_by("pk")
            .values("role", "made_at", "expires_at", "revoked_at")
        ),
        "changes": _changes(club, ids, membership),
    }


def _account(membership: Membership) -> dict[str, Any]:
    user: User = membership.user
    return {
        "email": user.email,
        "name": user.name,
        "created_at": user.date_joined,
        "last_login": user.last_login,
        "role": membership.role,
        "joined_at": membership.joined_at,
        "lines_written": Entry.objects.filter(by=user, sheet__club=membership.club).count(),
        "evenings_opened": Evening.objects.filter(opened_by=user, club=membership.club).count(),
        "email_addresses": list(EmailAddress.objects.filter(user=user).values_list("email", flat=True)),
        "passkeys": [str(one) for one in Authenticator.objects.filter(user=user)],
        "api_tokens": [
            {"name": one.name, "made_at": one.created, "last_used_at": one.last_used_at}
            for one in ApiToken.objects.filter(user=user)
        ],
        "logged_in": [
            {"from": one.ip, "with": one.user_agent, "since": one.created_at, "last_seen": one.last_seen_at}
            for one in UserSession.objects.filter(user=user)
        ],
    }


def _player(player: Player) -> dict[str, Any]:
    fields = (
        "name",
        "nickname",
        "place",
        "shown",
        "money_shown",
        "guest",
        "iban",
        "created_at",
        "left_at",
        "erased_at",
    )
    return {"id": player.pk, **{name: getattr(player, name) for name in fields}, "merged_into": player.merged_into_id}


def _sheets(ids: Collection[int]) -> list[dict[str, Any]]:
    signed: dict[int, dict[str, int]] = {}
    for seat, unit, amount in Total.objects.filter(seat__player__in=ids).values_list("seat", "unit", "amount"):
        signed.setdefault(seat, {})[unit] = amount
    seats = Seat.objects.filter(player__in=ids).select_related("sheet__evening").order_by("sheet__started_at", "pk")
    return [
        {
            "sheet": seat.sheet_id,  # not its code: while it is played on, that is a key for writing
            "game": seat.sheet.game,
            "name": seat.name,
            "seat": seat.position + 1,
            "evening": seat.sheet.evening.day if seat.sheet.evening else None,
            "started_at": seat.sheet.started_at,
            "closed_at": seat.sheet.closed_at,
            "totals": signed.get(seat.pk, {}),
        }
        for seat in seats
    ]


def _bookings(ids: Collection[int]) -> list[dict[str, Any]]:
    found = Booking.objects.filter(player__in=ids).order_by("pk")
    names = ("id", "day", "kind", "cash", "balance", "count", "note", "at", "reverses")
    return [dict(zip(names, row, strict=True)) for row in found.values_list(*names)]


def _transfers(ids: Collection[int]) -> list[dict[str, Any]]:
    found = Transfer.objects.filter(Q(payer__in=ids) | Q(receiver__in=ids)).select_related("evening").order_by("pk")
    return [
        {
            "evening": one.evening.day,
            "pays": one.payer_id in ids,
            "cents": one.cents,
            "paid_at": one.paid_at,
        }
        for one in found
    ]


def _tallies(ids: Collection[int]) -> dict[str, list[dict[str, Any]]]:
    """What the club's statistics say of the person; of people at the same table only that they were there."""
    hidden = {"id", "club_id", "player_id", "sheet_id"}
    told = {
        "years": PersonTally.objects.filter(player__in=ids).order_by("year", "game"),
        "contracts": ContractTally.objects.filter(player__in=ids).order_by("year", "game", "contract"),
        "evenings": DayTally.objects.filter(player__in=ids).order_by("day", "game"),
        "records": Feat.objects.filter(player__in=ids).order_by("day", "game"),
    }
    return {
        name: [{field: value for field, value in row.items() if field not in hidden} for row in rows.values()]
        for name, rows in told.items()
    } | {"with_and_against": _pairs(ids)}


def _pairs(ids: Collection[int]) -> list[dict[str, Any]]:
    """With and against each of the others, as the person fared; not who they are."""
    found = PairTally.objects.filter(Q(player__in=ids) | Q(other__in=ids)).order_by("year", "game", "pk")
    return [
        {
            "year": one.year,
            "game": one.game,
            "won": one.won,
            "lost": one.lost,
            "beat": one.beat if one.player_id in ids else one.beaten,
            "beaten": one.beaten if one.player_id in ids else one.beat,
        }
        for one in found
    ]


def _claims(ids: Collection[int], membership: Membership | None) -> list[dict[str, Any]]:
    found = (
        Claim.objects.filter(Q(player__in=ids) | Q(membership=membership or 0)).select_related("player").order_by("pk")
    )
    return [
        {
            "person": one.player.name,
            "asked_by_club": one.by_club,
            "asked_at": one.asked_at,
            "answered_at": one.answered_at,
            "agreed": one.agreed,
        }
        for one in found
    ]


def _changes(club: Club, ids: Collection[int], membership: Membership | None) -> list[dict[str, Any]]:
    """The log of changes as far as it is about the person, and what the account itself has changed."""
    about = Change.objects.filter(club=club, player__in=ids).order_by("pk")
    told = [
        {"at": one.at, "what": one.what, "before": one.before, "after": one.after, "about_me": True} for one in about
    ]
    if membership:
        mine = Change.objects.filter(club=club, by=membership.user).exclude(player__in=ids).order_by("pk")
        told += [{"at": one.at, "what": one.what, "about_me": False} for one in mine]
    return sorted(told, key=lambda one: one["at"])
