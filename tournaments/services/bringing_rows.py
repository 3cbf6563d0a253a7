"""A tournament's file written down as rows of this club: new ids, new secrets, everything else as it was.

For the transaction of `bringing.bring`, which has the club's turn. Rows are written in bulk: as many statements for a
hall of 250 tables as for one of three, but for the rows that fit into one.
"""

import secrets
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Model

from clubs.models import Club
from scoring.services import brought_in
from scoring.services.taken_along import moment
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
    Screen,
    Seat,
    Table,
    Tournament,
)
from tournaments.services.bringing_checks import Checked
from tournaments.services.brought import key_of, label
from tournaments.services.screens import SECRET_LENGTH
from tournaments.services.table_codes import LETTERS
from tournaments.services.table_sheets import OF_A_TABLE
from tournaments.services.takeout import CARD, CONFIRMATION, PAYOUT, RESULT, ROUND, TABLE, TOURNAMENT

Row = Mapping[str, Any]
AT_ONCE = 1000
"""So many rows go into one statement."""


def _token(*parts: object) -> str:
    """Of rows that no request of here has made."""
    return "-".join(map(str, ("brought", *parts)))


def _as_said(row: Row, columns: Iterable[str]) -> dict[str, Any]:
    return {name: row[name] for name in columns}


@dataclass(slots=True)
class Writing:
    """What is known while the rows are written: ids by what the file calls them, and what has no row here."""

    checked: Checked
    players: Mapping[int, int]
    """Place in the file's list of people -> id."""
    tournament: Tournament
    cards: dict[int, Entrant] = field(default_factory=dict)
    by: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    profiles: dict[str, dict[str, Any]] = field(default_factory=lambda: defaultdict(dict))

    def did(self, row: Model, **names: str) -> None:
        """Keeps which accounts did it there."""
        for column, name in names.items():
            if name:
                self.by[label(row, column)][str(row.pk)] = name


def write(
    club: Club,
    checked: Checked,
    players: Mapping[int, int],
    *,
    token: str,
    now: datetime,
    book_here: bool,
) -> Tournament:
    """The tournament with all its rows. What was taken and handed out there is another till's, unless `book_here`: then
    only what is in no till yet is left to be booked here."""
    tournament = _tournament(club, checked.file["tournament"], token)
    writing = Writing(checked, players, tournament)
    _cards(writing)
    payments, payouts = _money(writing)
    _rounds(writing)
    _screens(writing)
    tournament.brought = {
        "way": [{**one, "at": moment(one["at"])} for one in checked.file["way"]],
        "at": moment(now),
        "by": {where: dict(names) for where, names in writing.by.items()},
        "profiles": {where: dict(said) for where, said in writing.profiles.items()},
        "log": [_line(line, players) for line in checked.file["log"]],
        "payments": _of_there([(str(row.pk), said["booked"]) for row, said in payments], book_here=book_here),
        "handed": _of_there(
            [(key_of(row), said["booked"]) for row, said in payouts if row.handed_at], book_here=book_here
        ),
    }
    tournament.save(update_fields=["brought"])
    return tournament


def _of_there(rows: Iterable[tuple[str, bool]], *, book_here: bool) -> dict[str, bool]:
    """What is another till's -> whether that one has it."""
    return {key: booked for key, booked in rows if booked or not book_here}


def _line(line: Row, players: Mapping[int, int]) -> dict[str, Any]:
    said = _as_said(line, ("by", "what", "before", "after"))
    person = line["person"]
    return {**said, "at": moment(line["at"]), "player": None if person is None else players[person]}


def _tournament(club: Club, said: Row, token: str) -> Tournament:
    return Tournament.objects.create(
        club=club,
        **_as_said(said, TOURNAMENT),
        **_as_said(said, ("day", "started_at", "ended_at", "created_at")),
        secret=secrets.token_urlsafe(12),
        token=token,
        brought={},
    )


# --- cards and money -------------------------------------------------------------------------------------------------


def _cards(writing: Writing) -> None:
    file, tournament = writing.checked.file, writing.tournament
    about = file["tournament"]
    writing.did(tournament, created_by=about["created_by"])
    if about["profile"] is not None:
        writing.profiles[label(tournament)][str(tournament.pk)] = about["profile"]
    cards = Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            **_as_said(one, CARD),
            **_as_said(one, ("arrived_at", "added_at")),
            token=_token(one["number"]),
        )
        for one in file["cards"]
    )
    writing.cards = {card.number: card for card in cards}
    Person.objects.bulk_create(
        Person(
            entrant=card,
            player_id=writing.players[one["person"]],
            **_as_said(one, ("position", "since", "until")),
        )
        for card, said in zip(cards, file["cards"], strict=True)
        for one in said["people"]
    )


def _money(writing: Writing) -> tuple[Sequence[tuple[Payment, Row]], Sequence[tuple[Payout, Row]]]:
    """Payments and prizes with what the file says of them."""
    file, tournament, cards = writing.checked.file, writing.tournament, writing.cards
    buys = Buy.objects.bulk_create(
        Buy(
            entrant=cards[one["card"]],
            **_as_said(one, ("after_round", "lives", "cents", "pool_cents", "at", "cancelled_at")),
            token=_token(index),
        )
        for index, one in enumerate(file["buys"])
    )
    payments = Payment.objects.bulk_create(
        Payment(tournament=tournament, entrant=cards[one["card"]], **_as_said(one, ("kind", "cents", "at")))
        for one in file["payments"]
    )
    penalties = Adjustment.objects.bulk_create(
        Adjustment(
            tournament=tournament,
            entrant=cards[one["card"]],
            **_as_said(one, ("unit", "amount", "round", "reason", "at", "cancelled_at")),
            token=_token(index),
        )
        for index, one in enumerate(file["penalties"])
    )
    payouts = Payout.objects.bulk_create(
        Payout(
            tournament=tournament,
            entrant=None if one["card"] is None else cards[one["card"]],
            **_as_said(one, (*PAYOUT, "handed_at")),
        )
        for one in file["payouts"]
    )
    for rows, part, columns in (
        (buys, "buys", ("by",)),
        (payments, "payments", ("by",)),
        (penalties, "penalties", ("by", "cancelled_by")),
        (payouts, "payouts", ("handed_by",)),
    ):
        for row, said in zip(rows, file[part], strict=True):
            writing.did(row, **_as_said(said, columns))
    return [*zip(payments, file["payments"], strict=True)], [*zip(payouts, file["payouts"], strict=True)]


# --- rounds and tables -----------------------------------------------------------------------------------------------


def _rounds(writing: Writing) -> None:
    said = writing.checked.file["rounds"]
    rounds = Round.objects.bulk_create(
        Round(
            tournament=writing.tournament,
            **_as_said(one, ROUND),
            **_as_said(one, ("drawn_at", "published_at", "clock_at")),
        )
        for one in said
    )
    for row, one in zip(rounds, said, strict=True):
        writing.did(row, **_as_said(one, ("drawn_by", "published_by")))
    sheets = writing.checked.sheets
    brought_in.keep(writing.tournament.club, [*sheets.values()], players=writing.players, token=OF_A_TABLE)
    for travelled in sheets.values():
        _sheet_notes(writing, travelled)
    at = [(row, table) for row, one in zip(rounds, said, strict=True) for table in one["tables"]]
    tables = Table.objects.bulk_create(
        [
            Table(
                round=row,
                sheet=sheets[row.number, one["number"]].sheet if one["sheet"] is not None else None,
                seen_at=one["seen_at"],
                **_as_said(one, TABLE),
            )
            for row, one in at
        ],
        batch_size=AT_ONCE,
    )
    Seat.objects.bulk_create(_seats(writing, rounds, said, tables), batch_size=AT_ONCE)
    _handed_in(writing, [(table, one) for table, (_row, one) in zip(tables, at, strict=True)])


def _sheet_notes(writing: Writing, travelled: brought_in.Travelled) -> None:
    for entry in travelled.entries:
        if entry.seq in travelled.by:
            writing.did(entry, by=travelled.by[entry.seq])
    if travelled.profile is not None:
        writing.profiles[label(travelled.sheet)][str(travelled.sheet.pk)] = travelled.profile


def _seats(writing: Writing, rounds: Sequence[Round], said: Sequence[Row], tables: Sequence[Table]) -> Iterator[Seat]:
    at = iter(tables)
    for row, one in zip(rounds, said, strict=True):
        for number in one["byes"]:
            yield Seat(round=row, entrant=writing.cards[number])
        for said_table in one["tables"]:
            table = next(at)
            for position, number in enumerate(said_table["seats"]):
                yield Seat(round=row, table=table, position=position, entrant=writing.cards[number])


def _handed_in(writing: Writing, tables: Sequence[tuple[Table, Row]]) -> None:
    """All that was handed in, confirmed and called for at the tables."""
    results, confirmations, calls = list[Model](), list[Model](), list[Model]()
    for table, said in tables:
        results += [
            Result(table=table, **_as_said(one, RESULT), at=one["at"], device=one["phone"], token=_token(one["seq"]))
            for one in said["results"]
        ]
        confirmations += [
            Confirmation(
                table=table, **_as_said(one, CONFIRMATION), at=one["at"], device=one["phone"], token=_token(index)
            )
            for index, one in enumerate(said["confirmations"])
        ]
        calls += [
            Call(table=table, **_as_said(one, ("at", "answered_at")), device=one["phone"], token=_token(index))
            for index, one in enumerate(said["calls"])
        ]
    for rows, part, column in (
        (results, "results", "by"),
        (confirmations, "confirmations", "by"),
        (calls, "calls", "answered_by"),
    ):
        if rows:
            type(rows[0])._default_manager.bulk_create(rows, batch_size=AT_ONCE)
        for row, one in zip(rows, (one for _table, said in tables for one in said[part]), strict=True):
            writing.did(row, **{column: one[column]})


def _screens(writing: Writing) -> None:
    Screen.objects.bulk_create(
        Screen(
            tournament=writing.tournament,
            name=one["name"],
            shows=one["shows"],
            secret="".join(secrets.choice(LETTERS) for _letter in range(SECRET_LENGTH)),
            token=_token(index),
        )
        for index, one in enumerate(writing.checked.file["screens"])
    )
