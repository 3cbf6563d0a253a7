"""What tournaments keep of a person, as the person may download it; money is in cents.

A card may have been played by several, one after the other: of its tables everybody gets those they sat at themselves.
A round that is not published yet is told to nobody.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any

from tournaments.models import Adjustment, Ban, Buy, Payment, Payout, Person, Result, Seat, Tournament
from tournaments.services.brought import log_of

CARD = ("number", "name", "group", "apart", "deck", "woman", "fixed_table", "status", "paid", "since", "gone_after")
CARD_TOO = ("away", "stage_group", "added_at", "arrived_at")
Rows = dict[int, list[dict[str, Any]]]


def stored(ids: Collection[int]) -> list[dict[str, Any]]:
    """Every card they ever played, with their tables, what came in and went out for it, penalties, and every ban."""
    people = list(Person.objects.filter(player__in=ids).select_related("entrant__tournament").order_by("pk"))
    cards = {one.entrant_id for one in people}
    seats, money, judged = _seats(cards), _money(cards), _judged(cards)
    bans = Ban.objects.filter(player__in=ids).order_by("pk").values("reason", "until", "at", "lifted_at")
    return [
        {
            "tournament": one.entrant.tournament.name,
            "day": one.entrant.tournament.day,
            **{name: getattr(one.entrant, name) for name in (*CARD, *CARD_TOO)},
            "position": one.position,
            "played": {"since": one.since, "until": one.until},
            "tables": [
                row
                for row in seats.get(one.entrant_id, [])
                if one.since <= row["round"] and (one.until is None or row["round"] <= one.until)
            ],
            "money": money.get(one.entrant_id, []),
            "penalties": judged.get(one.entrant_id, []),
        }
        for one in people
    ] + [*({"ban": ban} for ban in bans), *_told_elsewhere(ids, {one.entrant.tournament_id for one in people})]


def _told_elsewhere(ids: Collection[int], tournaments: Collection[int]) -> Iterator[dict[str, Any]]:
    """Lines about them that came along from another installation."""
    for one in Tournament.objects.filter(pk__in=tournaments).exclude(brought={}).order_by("pk"):
        for line in log_of(one):
            if line["player"] in ids:
                yield {
                    "brought": {
                        "tournament": one.name,
                        **{name: line[name] for name in ("at", "what", "before", "after")},
                    }
                }


def _seats(cards: Collection[int]) -> Rows:
    """Id of a card -> where it was in every published round, what it made there and what was handed in about it."""
    found: Rows = defaultdict(list)
    seats = Seat.objects.filter(entrant__in=cards).exclude(round__published_at=None)
    seats = seats.select_related("round", "table", "entrant").prefetch_related("table__results")
    for seat in seats.order_by("round__number"):
        table = seat.table
        row: dict[str, Any] = {"round": seat.round.number, "table": None, "drawn_as": _drawn_as(seat)}
        if table is not None:
            scores = table.scores or []
            made = scores[seat.position] if seat.position < len(scores) else {}
            handed_in = [_handed_in(one, seat.position) for one in table.results.all()]
            row |= {"table": table.number, "sheet": table.sheet_id, "handed_in": handed_in, **made}
        found[seat.entrant_id].append(row)
    return found


def _handed_in(result: Result, seat: int) -> dict[str, Any]:
    typed, scores = result.rows, result.scores or []
    return {
        "how": result.how,
        "typed": typed[seat] if seat < len(typed) else None,
        "boards": result.boards,
        "made": scores[seat] if seat < len(scores) else None,
        "reason": result.reason,
        "at": result.at,
    }


def _drawn_as(seat: Seat) -> dict[str, Any] | None:
    """What the draw knew of this card, without the others of it."""
    known = seat.round.drawn_from.get("entrants", ())
    mine = next((one for one in known if one["number"] == seat.entrant.number), None)
    return mine and {name: value for name, value in mine.items() if name != "people"}


def _money(cards: Collection[int]) -> Rows:
    found: Rows = defaultdict(list)
    for paid in Payment.objects.filter(entrant__in=cards):
        found[paid.entrant_id].append({"what": paid.kind, "cents": paid.cents, "at": paid.at})
    for buy in Buy.objects.filter(entrant__in=cards):
        bought = {name: getattr(buy, name) for name in ("after_round", "lives", "cents", "at", "cancelled_at")}
        found[buy.entrant_id].append({"what": "bought_in", **bought})
    for won in Payout.objects.filter(entrant__in=cards):
        prize = {name: getattr(won, name) for name in ("wins", "place", "cents", "goods", "handed_at")}
        found[won.entrant_id or 0].append({"what": "prize", **prize})
    return found


def _judged(cards: Collection[int]) -> Rows:
    found: Rows = defaultdict(list)
    for one in Adjustment.objects.filter(entrant__in=cards):
        told = {name: getattr(one, name) for name in ("unit", "amount", "round", "reason", "at", "cancelled_at")}
        found[one.entrant_id].append(told)
    return found
