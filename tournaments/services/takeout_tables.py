"""A tournament as tables for Excel and for CSV: cards, tables, standings, hands, penalties, payments, prizes, the log.

They say what the JSON file says, in words and for people; only that file can be brought in again.
"""

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs import messages
from clubs.messages import changes as words_of_changes
from clubs.models import Change
from clubs.services.spreadsheets import Cell, csv_file, guarded, xlsx_file
from clubs.services.text import as_address
from scoring.models import Entry, Sheet
from tournaments.formats.plan import MATCHES, Plan
from tournaments.formats.ranking import AVERAGE_SCALE
from tournaments.messages import standings as words
from tournaments.messages.criteria import criterion_name, unit_name
from tournaments.messages.prize_words import what_for
from tournaments.models import Payment, Result, Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.services.facts import Facts
from tournaments.services.kept import facts_of
from tournaments.services.prizes import STAYS
from tournaments.services.standings import Row, Standings, ahead_of, standings_of
from tournaments.services.takeout import PHONE, document_of

Sentences = Callable[[Sheet, Sequence[Entry]], Sequence[str]]
"""A sheet (names as they are) and all its entries -> what each says, in words."""

Rows = Iterator[Sequence[Cell]]
HOW = frozenset({"walkover", "struck", "self_match"})
"""What scores carry that say how they came about."""
SAME_DAY = (2000, 1, 1, 0, 0, 0)
"""What stands beside a file in the archive: only what is in it shall count."""


@dataclass(frozen=True, slots=True)
class Tables:
    """What the tables are made from."""

    document: Mapping[str, Any]
    facts: Facts
    sentences: Sentences

    @property
    def plan(self) -> Plan:
        return self.facts.plan

    def name(self, number: int | None) -> str:
        return "" if number is None else self.facts.name(number)

    def all(self) -> Iterator[tuple[str, int, Rows]]:
        """Each with its name and the width of its first column."""
        yield _("Start cards"), 14, self.cards()
        yield _("Tables"), 8, self.tables()
        yield _("Standings"), 8, self.standings()
        yield _("Hands"), 8, self.hands()
        yield _("Penalties"), 14, self.penalties()
        yield _("Payments"), 18, self.payments()
        yield _("Prizes"), 26, self.prizes()
        yield _("Log"), 18, self.log()

    def cards(self) -> Rows:
        people: Sequence[Mapping[str, Any]] = self.document["people"]
        most = max([1, *(len(_now(card)) for card in self.document["cards"])])
        persons = [_("Person %(number)s") % {"number": at + 1} for at in range(most)] if most > 1 else [_("Person")]
        yield (
            *(_("Start number"), _("Name"), *persons, _("Place"), _("Club or group"), _("Deck"), _("Woman")),
            *(_("State"), _("Fee"), _("From round"), _("Last round"), _("Here since")),
        )
        for card in self.document["cards"]:
            played = [people[one["person"]] for one in _now(card)]
            yield (
                _number(card["number"]),
                self.name(card["number"]),
                *[*(one["name"] for one in played), *[""] * most][:most],
                ", ".join(dict.fromkeys(one["place"] for one in played if one["place"])),
                card["group"],
                card["deck"],
                _("yes") if card["woman"] else "",
                str(Status(card["status"]).label),
                str(Paid(card["paid"]).label),
                _number(card["since"]),
                _number(card["gone_after"] or None),
                _at(card["arrived_at"]),
            )

    def tables(self) -> Rows:
        """One row for each seat of every table of every published round."""
        units = self._units()
        yield (
            *(_("Round"), _("Table"), _("Seat"), _("Start number"), _("Name")),
            *map(unit_name, units),
            *(_("How"), _("Reason"), _("Handed in")),
        )
        made = {round_.number: {one.number: one for one in round_.tables} for round_ in self.facts.rounds}
        for round_ in self.document["rounds"]:
            if round_["number"] not in made:
                continue
            for table in round_["tables"]:
                yield from self._seats(round_["number"], table, made[round_["number"]][table["number"]].scores, units)
            for number in round_["byes"]:
                named = (_number(number), self.facts.name(number, round_["number"]))
                yield _number(round_["number"]), "", "", *named, *[""] * len(units), _("bye"), "", ""

    def _seats(self, round_: int, table: Mapping[str, Any], scores: Any, units: Sequence[str]) -> Rows:
        last = table["results"][-1] if table["results"] else None
        how = "" if last is None else str(Result.How(last["how"]).label)
        handed = ("", "") if last is None else (last["reason"], _at(last["at"]))
        for seat, number in enumerate(table["seats"]):
            mine = {} if scores is None else scores[seat]
            yield (
                *(_number(round_), _number(table["number"]), _number(seat + 1), _number(number)),
                self.facts.name(number, round_),
                *(_number(mine.get(unit)) for unit in units),
                *(how or (_("the sheet") if scores is not None and table["sheet"] else ""), *handed),
            )

    def _units(self) -> list[str]:
        """All that any table made, the units of the stages first; how it came about has a column of its own."""
        counted = [one.counting.unit for one in self.plan.stages]
        tables = (table for round_ in self.facts.rounds for table in round_.tables)
        found = {unit for table in tables for scores in table.scores or () for unit in scores} - HOW
        return [*dict.fromkeys([*(one for one in counted if one in found), *sorted(found)])]

    def standings(self) -> Rows:
        found = standings_of(self.facts)
        criteria, before = words.shown_criteria(self.plan), ahead_of(found.rows)
        rounds = [_("Round %(number)s") % {"number": one.number} for one in self.facts.rounds]
        lives = [_("Lives")] if found.by_lives else []
        yield (
            *(_("Rank"), _("Start number"), _("Name"), _("Club or group")),
            *(*lives, *map(criterion_name, criteria), *rounds, _("Decided by")),
        )
        for row in found.rows:
            yield (
                *(_number(row.place), _number(row.number), row.name, row.card.group),
                *([_number(row.lives)] if lives else []),
                *(_figure(one, row.standing.values.get(one)) for one in criteria),
                *self._rounds(found, row),
                words.decided(self.facts, row, before.get(row.number)),
            )

    def _rounds(self, found: Standings, row: Row) -> Iterator[Cell]:
        for one in self.facts.rounds:
            stage, made = self.plan.stages[one.stage], row.rounds.get(one.number)
            if made is not None and stage.kind not in MATCHES and not {"walkover", "struck"} & {*made.scores}:
                yield _number(made.amount)
            else:
                yield str((words.cell(stage, made) | words.resting(one.resting, row))["text"])

    def hands(self) -> Rows:
        """Every line of every sheet, also those that were struck out since."""
        yield _("Round"), _("Table"), _("Line"), _("At"), _("What"), _("Struck out"), _("Phone"), _("Account")
        sheets = Sheet.objects.filter(table__round__tournament=self.facts.tournament)
        by_table = {
            (sheet.table.round.number, sheet.table.number): sheet for sheet in sheets.select_related("table__round")
        }
        for round_ in self.document["rounds"]:
            for table in round_["tables"]:
                if table["sheet"] is not None:
                    sheet = by_table[round_["number"], table["number"]]
                    yield from self._lines(round_["number"], table, sheet)

    def _lines(self, round_: int, table: Mapping[str, Any], sheet: Sheet) -> Rows:
        said_there = table["sheet"]["entries"]
        entries = [Entry(seq=one["seq"], kind=one["kind"], data=one["data"]) for one in said_there]
        struck = {gone for one in entries for gone in _gone(one)}
        for entry, sentence in zip(said_there, self.sentences(sheet, entries), strict=True):
            yield (
                *(_number(round_), _number(table["number"]), _number(entry["seq"]), _at(entry["at"]), sentence),
                *(_("yes") if entry["seq"] in struck else "", entry["phone"].removeprefix(PHONE), entry["by"]),
            )

    def penalties(self) -> Rows:
        yield (
            *(_("Start number"), _("Name"), _("Amount"), _("Counts as"), _("Round"), _("Reason")),
            *(_("At"), _("Account"), _("Cancelled")),
        )
        for one in self.document["penalties"]:
            yield (
                *(_number(one["card"]), self.name(one["card"]), _number(one["amount"]), unit_name(one["unit"])),
                *(_number(one["round"]), one["reason"], _at(one["at"]), one["by"], _at(one["cancelled_at"])),
            )

    def payments(self) -> Rows:
        """Cash over the desk, in the order in which it came."""
        yield _("At"), _("Start number"), _("Name"), _("What for"), _("Amount"), _("In the till"), _("Account")
        for one in self.document["payments"]:
            yield (
                *(_at(one["at"]), _number(one["card"]), self.name(one["card"])),
                *(str(Payment.Kind(one["kind"]).label), one["cents"], _("yes") if one["booked"] else "", one["by"]),
            )

    def prizes(self) -> Rows:
        """As they were written down; nothing before the places are final."""
        yield _("What for"), _("Start number"), _("Name"), _("Amount"), _("Goods"), _("Handed out"), _("In the till")
        for one in self.document["payouts"]:
            what = _("Stays with the club") if one["wins"] == STAYS else what_for(one["wins"], one["place"])
            name = one["group"] if one["card"] is None else self.name(one["card"])
            yield (
                *(what, _number(one["card"]), name, one["cents"], one["goods"], _at(one["handed_at"])),
                _("yes") if one["booked"] else "",
            )

    def log(self) -> Rows:
        """Who changed what, as the club's own log says it."""
        yield _("At"), _("Account"), _("What"), _("Whom"), _("Before"), _("After")
        people = self.document["people"]
        for line in self.document["log"]:
            change = Change(what=line["what"], before=line["before"], after=line["after"])
            rows = words_of_changes.rows(change)
            sides = [
                " · ".join(f"{row['field']}: {row[side]}" for row in rows if row[side]) for side in ("before", "after")
            ]
            whom = "" if line["person"] is None else people[line["person"]]["name"]
            yield _at(line["at"]), line["by"], messages.change_text(change), whom, *sides


def _now(card: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Who plays it now, in the order of their boards."""
    return [one for one in card["people"] if one["until"] is None]


def _gone(entry: Entry) -> list[int]:
    if entry.kind not in (Entry.Kind.VOID, Entry.Kind.REPLACE):
        return []
    return [entry.data["line"], *entry.data.get("also", ())]


def _number(number: int | None) -> Cell:
    """A number that is no money; nothing where there is none."""
    return "" if number is None else Decimal(number)


def _figure(criterion: str, amount: int | None) -> Cell:
    if criterion == "average" and amount is not None:
        return Decimal(amount * 100 // AVERAGE_SCALE).scaleb(-2)
    return _number(amount)


def _at(moment: str | None) -> str:
    """A moment of the file, as the clock in the hall said it."""
    return "" if moment is None else f"{timezone.localtime(datetime.fromisoformat(moment)):%Y-%m-%d %H:%M:%S}"


# --- files -----------------------------------------------------------------------------------------------------------


def tables_of(tournament: Tournament, *, now: datetime, sentences: Sentences) -> Tables:
    return Tables(document_of(tournament, now=now), facts_of(tournament), sentences)


def as_xlsx(tables: Tables) -> bytes:
    """Texts guarded too: somebody may save it as a CSV."""
    return xlsx_file(*((name, wide, map(_guarded, rows)) for name, wide, rows in tables.all()))


def _guarded(row: Sequence[Cell]) -> list[Cell]:
    return [guarded(cell) if isinstance(cell, str) else cell for cell in row]


def as_csv(tables: Tables) -> bytes:
    """One archive with a file for each table; the same tournament is the same bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for number, (name, _wide, rows) in enumerate(tables.all(), start=1):
            entry = zipfile.ZipInfo(f"{number}-{as_address(name, 40)}.csv", SAME_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, csv_file(rows))
    return file.getvalue()
