"""A whole tournament as one JSON document that another installation takes in (docs/tournament-format.md).

In it is all that a tournament is made of; what is counted from it (places, who met whom) is counted again over there.
Not in it is what would let somebody in or means nothing elsewhere: secrets, tokens of requests, ids, addresses of
accounts. The same tournament gives the same bytes, on every database, apart from the moment at the end of `way`.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Model, Prefetch, QuerySet, prefetch_related_objects

from clubs import queries
from clubs.models import Booking, Player
from clubs.services.text import as_address
from scoring.models import Entry
from scoring.models import Seat as SheetSeat
from scoring.services.taken_along import Told, moment, sheet_data
from tournaments.models import (
    Adjustment,
    Buy,
    Call,
    Confirmation,
    Entrant,
    Payment,
    Payout,
    Person,
    Result,
    Round,
    Seat,
    Table,
    Tournament,
)
from tournaments.services.brought import booked_there, label, noted, prize_booked_there
from tournaments.services.takeout_log import lines_in_file

FORMAT, VERSION = "bummerlbuch_tournament", 1
"""The first key of such a file, and what it says."""
PHONE = "phone-"
"""How a phone is called in it, with a number: by its own mark somebody could pass for it."""

CARD = (
    *("number", "name", "group", "apart", "deck", "woman", "fixed_table", "status", "paid", "since", "gone_after"),
    *("away", "stage_group"),
)
ROUND = ("number", "stage", "seed", "attempt", "by_hand", "notes", "standing", "drawn_from", "minutes")
TABLE = ("number", "scores", "seq", "extra_minutes")
RESULT = ("seq", "how", "rows", "boards", "scores", "reason")
CONFIRMATION = ("of", "position", "agrees", "remark", "passed")
PERSON = ("name", "nickname", "place", "shown")
PAYOUT = ("group", "wins", "place", "cents", "goods", "order")
TOURNAMENT = ("name", "place", "game", "game_name", "house_rules", "plan", "notes", "seed", "seq", "revealed")
"""Columns that stand in the file as they are."""


def as_json(document: Mapping[str, Any]) -> bytes:
    """One way to write it: keys sorted, since databases keep them in orders of their own."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def file_name(tournament: Tournament, ending: str) -> str:
    """preisschnapsen-2026-11-30.json"""
    return f"{as_address(tournament.name, 60) or 'tournament'}-{tournament.day.isoformat()}.{ending}"


def document_of(tournament: Tournament, *, now: datetime) -> dict[str, Any]:
    """Everything of it, as plain JSON. A fixed number of queries, however many rounds, tables and hands there are."""
    told = _Told(tournament)
    cards = [_card(card, told) for card in tournament.entrants.prefetch_related("people").order_by("number")]
    numbers = dict(tournament.entrants.values_list("pk", "number"))
    rounds = _rounds(tournament, numbers, told)
    log = [_line(line, told) for line in lines_in_file(tournament)]
    return {
        FORMAT: VERSION,
        "tournament": _about(tournament, told),
        "people": told.people(),
        "cards": cards,
        "buys": [_buy(one, numbers, told) for one in _rows(Buy.objects.filter(entrant__tournament=tournament))],
        "payments": [_payment(one, numbers, told) for one in _rows(_payments(tournament))],
        "penalties": [_penalty(one, numbers, told) for one in _rows(tournament.adjustments, "cancelled_by")],
        "payouts": _payouts(tournament, numbers, told),
        "rounds": rounds,
        "screens": [{"name": one.name, "shows": one.shows} for one in tournament.screens.order_by("pk")],
        "log": log,
        "way": [*tournament.brought.get("way", []), {"club": tournament.club.name, "at": moment(now)}],
    }


def _rows(rows: Any, *deeds: str) -> list[Any]:
    return list(rows.select_related("by", *deeds).order_by("pk"))


class _Told:
    """How this file tells rows: people and phones by their place in it, accounts by their names."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.who = queries.people_of(tournament.club)
        self.places = dict[int, int]()
        self.phones = dict[str, str]()
        self.by: Mapping[str, Mapping[str, str]] = tournament.brought.get("by", {})
        self.profiles: Mapping[str, Mapping[str, Any]] = tournament.brought.get("profiles", {})
        self.of_sheets = Told(self.person, self.phone, self.deed, self.profile)

    def person(self, player: int | None) -> int | None:
        """Their place in the list of people; whoever is named for the first time comes to its end."""
        return None if player is None else self.places.setdefault(self.who[player].pk, len(self.places))

    def known(self, player: int | None) -> int | None:
        """The same of somebody a line speaks of: nobody comes along only for that."""
        return None if player is None or player not in self.who else self.places.get(self.who[player].pk)

    def phone(self, device: str) -> str:
        return self.phones.setdefault(device, f"{PHONE}{len(self.phones) + 1}") if device else ""

    def deed(self, row: Model, column: str) -> str:
        account = getattr(row, column)
        return str(account) if account is not None else noted(self.by, label(row, column), row) or ""

    def profile(self, row: Model) -> list[Any] | None:
        version = getattr(row, "rule_version", None)
        if version is not None:
            return [version.profile.name, version.number]
        return noted(self.profiles, label(row), row)  # type: ignore[no-any-return]

    def people(self) -> list[dict[str, Any]]:
        return [_person(self.who[pk]) for pk in self.places]


def _person(player: Player) -> dict[str, Any]:
    """Full names, since it is the organiser's own list; what they want shown comes along and counts there too."""
    return {**{name: getattr(player, name) for name in PERSON}, "erased": player.erased_at is not None}


def _about(tournament: Tournament, told: _Told) -> dict[str, Any]:
    return {
        **{name: getattr(tournament, name) for name in TOURNAMENT},
        "day": tournament.day.isoformat(),
        "profile": told.profile(tournament),
        "started_at": moment(tournament.started_at),
        "ended_at": moment(tournament.ended_at),
        "created_at": moment(tournament.created_at),
        "created_by": told.deed(tournament, "created_by"),
    }


# --- cards and money -------------------------------------------------------------------------------------------------


def _card(card: Entrant, told: _Told) -> dict[str, Any]:
    people: Iterable[Person] = card.people.all()
    return {
        **{name: getattr(card, name) for name in CARD},
        "arrived_at": moment(card.arrived_at),
        "added_at": moment(card.added_at),
        "people": [
            {
                "person": told.person(one.player_id),
                "position": one.position,
                "since": one.since,
                "until": one.until,
            }
            for one in people
        ],
    }


def _buy(buy: Buy, numbers: Mapping[int, int], told: _Told) -> dict[str, Any]:
    return {
        "card": numbers[buy.entrant_id],
        "after_round": buy.after_round,
        "lives": buy.lives,
        "cents": buy.cents,
        "pool_cents": buy.pool_cents,
        "at": moment(buy.at),
        "by": told.deed(buy, "by"),
        "cancelled_at": moment(buy.cancelled_at),
    }


def _payments(tournament: Tournament) -> QuerySet[Payment]:
    return Payment.objects.filter(tournament=tournament).select_related("booking__reversed_by")


def _stands(booking: Booking | None) -> bool:
    """Whether the till has it: reversed there, it has not."""
    return booking is not None and not hasattr(booking, "reversed_by")


def _payment(payment: Payment, numbers: Mapping[int, int], told: _Told) -> dict[str, Any]:
    return {
        "card": numbers[payment.entrant_id],
        "kind": str(payment.kind),
        "cents": payment.cents,
        "at": moment(payment.at),
        "by": told.deed(payment, "by"),
        "booked": _stands(payment.booking) or booked_there(told.tournament, payment),
    }


def _penalty(one: Adjustment, numbers: Mapping[int, int], told: _Told) -> dict[str, Any]:
    return {
        "card": numbers[one.entrant_id],
        "unit": one.unit,
        "amount": one.amount,
        "round": one.round,
        "reason": one.reason,
        "at": moment(one.at),
        "by": told.deed(one, "by"),
        "cancelled_at": moment(one.cancelled_at),
        "cancelled_by": told.deed(one, "cancelled_by"),
    }


def _payouts(tournament: Tournament, numbers: Mapping[int, int], told: _Told) -> list[dict[str, Any]]:
    rows: Iterable[Payout] = tournament.payouts.select_related("handed_by", "booking__reversed_by").order_by("order")
    return [
        {
            **{name: getattr(one, name) for name in PAYOUT},
            "card": None if one.entrant_id is None else numbers[one.entrant_id],
            "handed_at": moment(one.handed_at),
            "handed_by": told.deed(one, "handed_by"),
            "booked": _stands(one.booking) or prize_booked_there(tournament, one),
        }
        for one in rows
    ]


# --- rounds and tables -----------------------------------------------------------------------------------------------


def _rounds(tournament: Tournament, numbers: Mapping[int, int], told: _Told) -> list[dict[str, Any]]:
    rounds = list(tournament.rounds.select_related("drawn_by", "published_by").order_by("number"))
    seats: Iterable[tuple[int, int | None, int]] = (
        Seat.objects.filter(round__in=rounds)
        .order_by("position", "pk")
        .values_list("round_id", "table_id", "entrant_id")
    )
    at_tables, resting = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for round_, table, card in seats:
        (resting[round_] if table is None else at_tables[table]).append(numbers[card])
    tables = defaultdict[int, list[Table]](list)
    for one in _tables(rounds):
        tables[one.round_id].append(one)
    return [
        {
            **{name: getattr(one, name) for name in ROUND},
            "drawn_at": moment(one.drawn_at),
            "drawn_by": told.deed(one, "drawn_by"),
            "published_at": moment(one.published_at),
            "published_by": told.deed(one, "published_by"),
            "clock_at": moment(one.clock_at),
            "byes": sorted(resting[one.pk]),
            "tables": [_table(table, at_tables[table.pk], told) for table in tables[one.pk]],
        }
        for one in rounds
    ]


def _tables(rounds: Iterable[Round]) -> Iterable[Table]:
    """With all that was handed in, said and written there."""
    rows = Table.objects.filter(round__in=list(rounds)).select_related("sheet__rule_version__profile")
    tables = list(
        rows.defer("sheet__state", "sheet__totals")
        .order_by("number")
        .prefetch_related(
            Prefetch("results", Result.objects.select_related("by").order_by("seq")),
            Prefetch("confirmations", Confirmation.objects.select_related("by").order_by("pk")),
            Prefetch("calls", Call.objects.select_related("answered_by").order_by("pk")),
        )
    )
    # Not as a prefetch of the tables: SQLite cannot be asked for more than a thousand sheets in this way.
    prefetch_related_objects(
        [table.sheet for table in tables if table.sheet is not None],
        Prefetch("seats", SheetSeat.objects.order_by("position")),
        Prefetch("entries", Entry.objects.select_related("by").order_by("seq")),
        "signed",
    )
    return tables


def _table(table: Table, seats: list[int], told: _Told) -> dict[str, Any]:
    return {
        **{name: getattr(table, name) for name in TABLE},
        "seen_at": moment(table.seen_at),
        "seats": seats,
        "results": [
            {
                **{name: getattr(one, name) for name in RESULT},
                "by": told.deed(one, "by"),
                "phone": told.phone(one.device),
                "at": moment(one.at),
            }
            for one in table.results.all()
        ],
        "confirmations": [
            {
                **{name: getattr(one, name) for name in CONFIRMATION},
                "by": told.deed(one, "by"),
                "phone": told.phone(one.device),
                "at": moment(one.at),
            }
            for one in table.confirmations.all()
        ],
        "calls": [
            {
                "at": moment(one.at),
                "phone": told.phone(one.device),
                "answered_at": moment(one.answered_at),
                "answered_by": told.deed(one, "answered_by"),
            }
            for one in table.calls.all()
        ],
        "sheet": None if table.sheet is None else sheet_data(table.sheet, told.of_sheets),
    }


# --- the log ---------------------------------------------------------------------------------------------------------


def _line(line: dict[str, Any], told: _Told) -> dict[str, Any]:
    at = line["at"]
    person = told.known(line["player"])
    said = {name: line[name] for name in ("by", "what", "before", "after")}
    return {**said, "at": moment(at) if isinstance(at, datetime) else at, "person": person}
