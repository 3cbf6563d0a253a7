"""What tournaments keep of people, for whoever erases, merges or asks for it (`scoring.services.elsewhere`)."""

from collections.abc import Collection
from typing import Any

from clubs.models import Club
from scoring.services.elsewhere import Gone, Keeper
from tournaments.models import Adjustment, Ban, Entrant, Payment, Payout, Person, Result, Seat, Tournament

FREE_TEXTS = (
    (Tournament, "club", "name", 80),
    (Tournament, "club", "place", 80),
    (Tournament, "club", "notes", 2000),
    (Entrant, "tournament__club", "name", 40),
    (Entrant, "tournament__club", "group", 40),
    (Entrant, "tournament__club", "apart", 40),
    (Result, "table__round__tournament__club", "reason", 120),
    (Adjustment, "tournament__club", "reason", 120),
    (Payout, "tournament__club", "group", 40),
)
"""Where somebody may have typed a name: table, the way to its club, column, its length."""


def stored(ids: Collection[int]) -> list[dict[str, Any]]:
    """Every card they ever held, with its tables, fees, penalties and prizes, and every ban. Cents."""
    people = Person.objects.filter(player__in=ids).select_related("entrant__tournament").order_by("pk")
    cards = [one.entrant_id for one in people]
    played: dict[int, list[dict[str, int]]] = {}
    for seat in Seat.objects.filter(entrant__in=cards, table__isnull=False).select_related("round", "table"):
        scores = (seat.table.scores if seat.table else None) or []
        made = scores[seat.position] if seat.position < len(scores) else {}
        row = {"round": seat.round.number, "table": seat.table.number if seat.table else 0, **made}
        played.setdefault(seat.entrant_id, []).append(row)
    money: dict[int, list[dict[str, Any]]] = {}
    for card, kind, cents, at in Payment.objects.filter(entrant__in=cards).values_list(
        "entrant", "kind", "cents", "at"
    ):
        money.setdefault(card, []).append({"what": kind, "cents": cents, "at": at})
    for card, cents, goods in Payout.objects.filter(entrant__in=cards).values_list("entrant", "cents", "goods"):
        money.setdefault(card, []).append({"what": "prize", "cents": cents, "goods": goods})
    judged: dict[int, list[dict[str, Any]]] = {}
    for card, unit, amount, reason in Adjustment.objects.filter(entrant__in=cards).values_list(
        "entrant", "unit", "amount", "reason"
    ):
        judged.setdefault(card, []).append({"unit": unit, "amount": amount, "reason": reason})
    bans = Ban.objects.filter(player__in=ids).order_by("pk").values("reason", "until", "at", "lifted_at")
    return [
        {
            "tournament": one.entrant.tournament.name,
            "day": one.entrant.tournament.day,
            "number": one.entrant.number,
            "group": one.entrant.group,
            "woman": one.entrant.woman,
            "status": one.entrant.status,
            "tables": played.get(one.entrant_id, []),
            "money": money.get(one.entrant_id, []),
            "penalties": judged.get(one.entrant_id, []),
        }
        for one in people
    ] + [{"ban": ban} for ban in bans]


def erase(club: Club, gone: Gone) -> None:
    """Places, sums and cents stay; what was typed about the person does not."""
    for model, way, column, most in FREE_TEXTS:
        rows = model._default_manager.filter(**{way: club}).exclude(**{column: ""})
        for pk, text in rows.values_list("pk", column):
            if (told := gone.in_text(text)) != text:
                model._default_manager.filter(pk=pk).update(**{column: told[:most]})
    mine = Entrant.objects.filter(people__player__in=gone.ids)
    mine.update(apart="", woman=False)
    for one in Adjustment.objects.filter(entrant__in=mine):
        Adjustment.objects.filter(pk=one.pk).update(reason=gone.in_own_text(one.reason)[:120])
    for ban in Ban.objects.filter(player__in=gone.ids):
        Ban.objects.filter(pk=ban.pk).update(reason=gone.in_own_text(ban.reason)[:120])


def sat_together(some: Collection[int], others: Collection[int]) -> bool:
    """Whether a card of one and a card of the other were drawn to one table, or they played one card together."""
    mine = Person.objects.filter(player__in=some)
    if mine.filter(entrant__people__player__in=others).exists():
        return True
    return Seat.objects.filter(
        entrant__in=mine.values("entrant"), table__seats__entrant__people__player__in=others
    ).exists()


KEEPER = Keeper("tournaments", stored, erase, sat_together)
