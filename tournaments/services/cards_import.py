"""Start cards out of somebody's list (pre-sale): first what would happen, row by row, then, once confirmed, the same.

Whose name stands in which column `clubs.services.columns` knows; here are the columns that only a tournament has.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from clubs.models import Player, User
from clubs.services.changes import log_change
from clubs.services.columns import people_in
from clubs.services.core import Problem, Refused
from clubs.services.importing import BAD, KNOWN, MAYBE, NEW
from clubs.services.likeness import Register
from clubs.services.spreadsheets import unguarded
from clubs.services.tables import MOST_ROWS, read_table
from clubs.services.text import tidy
from clubs.services.till import TOKEN
from clubs.services.turns import in_turn
from tournaments.formats.plan import Plan, read_plan
from tournaments.models import Entrant, Payment, Person, Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.services import bans
from tournaments.services.card_people import Found, Wanted, found_people, with_place
from tournaments.services.cards import HIGHEST_NUMBER, next_number, problems_with
from tournaments.services.joining import may_come_in
from tournaments.services.payments import fee_of
from tournaments.services.turns import take

HEADERS = {
    "number": "nr nummer startnummer startnr start karte kartennr kartennummer no number startnumber card",
    "paid": "bezahlt bez paid zahlung status nenngeld gezahlt",
    "group": "gruppe verein club group ortsgruppe brigade mannschaft team teamname",
    "partner": "partner partnerin mitspieler mitspielerin spieler2 name2 player2 spielerin2",
}
"""What stands above a column, in small letters without blanks and signs -> what is in it."""

MEANINGS = {word: meaning for meaning, words in HEADERS.items() for word in words.split()}
FURTHER = ("spieler", "name", "player")
"""With a number from 3 behind: the others of a team."""

YES = frozenset(["ja", "j", "yes", "y", "x", "1", "true", "wahr", "✓", "bezahlt", "paid", "bez", "ok"])
FREE = frozenset(["frei", "gratis", "free", "0"])


@dataclass(frozen=True, slots=True)
class CardRow:
    """One card as a list names it."""

    row: int
    names: tuple[str, ...]
    place: str = ""
    number: str = ""
    group: str = ""
    paid: str = ""


@dataclass(frozen=True, slots=True)
class Planned:
    """What a row would do, in the words of `clubs.services.importing`: NEW or KNOWN people get a card, MAYBE asks
    whether somebody is meant, BAD cannot be."""

    row: CardRow
    what: str
    found: tuple[Found, ...] = ()
    alike: tuple[tuple[int, Player], ...] = ()
    """Position on the card and who may be meant."""
    problems: tuple[Problem, ...] = ()

    @property
    def number(self) -> int | None:
        return int(self.row.number) if self.row.number else None

    @property
    def paid(self) -> Paid:
        said = self.row.paid.casefold().strip()
        return Paid.PAID if said in YES else Paid.FREE if said in FREE else Paid.OPEN


def read_cards(data: bytes) -> list[CardRow]:
    """The cards in a file. Refused where it cannot be read, or no column holds names."""
    table = read_table(data)
    listed = people_in(table)
    if listed is None:
        raise Refused(Problem("import_no_names", "file"))
    if not listed.rows:
        return []
    head = next((row for row in table[: listed.rows[0].number - 1][::-1] if any(cell.strip() for cell in row)), [])
    columns = _columns(head)

    def said(number: int, meaning: str) -> str:
        cells = [unguarded(tidy(table[number - 1][column])) for column in columns.get(meaning, [])]
        return next((cell for cell in cells if cell), "")

    rows = []
    for person in listed.rows:
        others = [unguarded(tidy(table[person.number - 1][column])) for column in columns.get("partner", [])]
        names = tuple(name for name in (person.name, *others) if name)
        if names:
            number = said(person.number, "number").removesuffix(".0")
            group, paid = said(person.number, "group"), said(person.number, "paid")
            rows.append(CardRow(person.number, names, person.place, number, group, paid))
    return rows


def _columns(head: Sequence[str]) -> dict[str, list[int]]:
    found = defaultdict[str, list[int]](list)
    for column, cell in enumerate(head):
        word = "".join(letter for letter in cell.casefold() if letter.isalnum())
        letters, digits = word.rstrip("0123456789"), word[len(word.rstrip("0123456789")) :]
        if word in MEANINGS:
            found[MEANINGS[word]].append(column)
        elif letters in FURTHER and digits.isdigit() and int(digits) > 2:
            found["partner"].append(column)
    return found


def plan_cards(tournament: Tournament, rows: Sequence[CardRow], same: Collection[int] = ()) -> list[Planned]:
    """What would happen with each row; nothing is written. The number of queries does not depend on the rows.

    In the rows of `same` who is nearly called so is meant, and is judged like whoever was named outright.
    """
    if len(rows) > MOST_ROWS:
        raise Refused(Problem("file_too_long", "file", {"most": MOST_ROWS}))
    checked = _Checked(tournament, same)
    return [checked.planned(row) for row in rows]


class _Checked:
    """The rows of a list, one after the other, against what there is and against each other."""

    def __init__(self, tournament: Tournament, same: Collection[int]) -> None:
        self.same = same
        self.plan: Plan = read_plan(tournament.plan)
        self.register = Register(tournament.club)
        self.banned = bans.banned(tournament.club, tournament.day, self.register.who)
        cards = Entrant.objects.filter(tournament=tournament)
        self.taken = dict.fromkeys(cards.values_list("number", flat=True), 0)
        self.held = defaultdict[str, list[str]](list)
        people = Person.objects.filter(entrant__tournament=tournament, until=None).select_related("entrant")
        for person in people.exclude(entrant__status=Status.CANCELLED):
            key = Found(None, self.register.who[person.player_id].name).key
            self.held[key].append(str(person.entrant.number))
        self.seen = dict[tuple[str, ...], int]()
        self.room = self.plan.most - len(self.taken) if self.plan.most else None

    def planned(self, row: CardRow) -> Planned:
        wanted = [Wanted(name, row.place if not position else "") for position, name in enumerate(row.names)]
        found, problems = found_people(self.register, wanted)
        if row.row in self.same:
            found = [self._meant(one) for one in found]
        problems += problems_with({"group": row.group})
        problems += [*self._about_people(row, found), *self._about_number(row)]
        if not problems and self.room is not None:
            problems += [Problem("import_too_many", None, {"left": 0})] if self.room < 1 else []
            self.room -= 1
        if problems:
            return Planned(row, BAD, tuple(found), problems=tuple(problems))
        if row.number:
            self.taken[int(row.number)] = row.row
        for one in found:
            self.held[one.key].append(row.number or f"({row.row})")
        alike = tuple(
            (position, likely[0])
            for position, one in enumerate(found)
            if one.player is None and (likely := self.register.like(one.name))
        )
        known = all(one.player is not None for one in found)
        return Planned(row, MAYBE if alike else KNOWN if known else NEW, tuple(found), alike)

    def _meant(self, one: Found) -> Found:
        likely = self.register.like(one.name) if one.player is None else []
        return Found(likely[0], likely[0].name, likely[0].place) if likely else one

    def _about_people(self, row: CardRow, found: Sequence[Found]) -> list[Problem]:
        problems = [] if found else [Problem("person_name_missing")]
        if len(found) > self.plan.people:
            problems.append(Problem("too_many_on_card", None, {"most": self.plan.people}))
        key = tuple(sorted(one.key for one in found))
        problems += [Problem("twice_on_card", None, {"who": one}) for one in _meant_twice(found)]
        if self.plan.max_cards == 1 and key in self.seen:
            problems.append(Problem("import_twice", None, {"row": self.seen[key]}))
        elif found:
            self.seen.setdefault(key, row.row)
            for one in found:
                if len(held := self.held[one.key]) >= self.plan.max_cards:
                    figures = {"who": one.name, "cards": ", ".join(held), "most": self.plan.max_cards}
                    code = "has_a_card" if self.plan.max_cards == 1 else "has_all_cards"
                    problems.append(Problem(code, None, figures | {"proposal": with_place(one.name, "…")}))
        for one in found:
            if one.player is not None and (ban := self.banned.get(one.player.pk)) is not None:
                problems.append(bans.problem(ban, one.name))
        return problems

    def _about_number(self, row: CardRow) -> list[Problem]:
        if not row.number:
            return []
        if not (row.number.isascii() and row.number.isdigit() and 1 <= int(row.number[:9]) <= HIGHEST_NUMBER):
            return [Problem("import_number_odd", None, {"text": row.number})]
        if (other := self.taken.get(int(row.number))) is None:
            return []
        if other:
            return [Problem("import_number_twice", None, {"number": row.number, "row": other})]
        return [Problem("number_taken", None, {"number": row.number, "next": max(self.taken) + 1})]


def _meant_twice(found: Sequence[Found]) -> set[str]:
    """Two ways to write one person."""
    known = [one for one in found if one.player is not None]
    return {one.name for one in known if sum(one.player == other.player for other in known) > 1}


def bring_in(
    tournament: Tournament,
    rows: Sequence[CardRow],
    *,
    by: User | None,
    token: str,
    now: datetime,
    same: Collection[int] = (),
    without: Collection[int] = (),
) -> list[Entrant]:
    """Announced cards for the rows that can be, but none for those in `without` (numbers of rows); in the rows of
    `same` the people meant are the ones the club knows. It is planned afresh; the same request again brings nothing.

    Refused: a row of `same` that cannot be (who is meant is banned, or has a card), with all that speaks against it.
    Rows with a start number keep it, the others get the next free ones in the order of the list. Refused once the
    first round is published.
    """
    with transaction.atomic():
        in_turn(tournament.club)
        tournament = take(tournament)
        if not TOKEN.fullmatch(f"{token}.{MOST_ROWS}"):
            raise Refused(Problem("bad_token", "token"))
        known = list(tournament.entrants.filter(token__startswith=f"{token}.").order_by("number"))
        if known:
            return known
        if (closed := may_come_in(tournament)) is not None:
            raise Refused(closed)
        wanted = [one for one in plan_cards(tournament, rows, same) if one.row.row not in without]
        if said := [problem for one in wanted if one.row.row in same for problem in one.problems]:
            raise Refused(*said)
        planned = [one for one in wanted if one.what != BAD]
        cards = _numbered(tournament, planned, token=token, now=now)
        Entrant.objects.bulk_create(cards)
        _seat_people(tournament, cards, planned, by=by, now=now)
        _write_payments(tournament, cards, planned, by=by, now=now)
        if cards:
            told = {"tournament": tournament.name, "cards": ", ".join(str(card.number) for card in cards)}
            log_change(tournament.club, "cards_imported", by=by, after=told)
    return sorted(cards, key=lambda card: card.number)


def _numbered(tournament: Tournament, planned: Sequence[Planned], *, token: str, now: datetime) -> list[Entrant]:
    given = {one.number for one in planned if one.number is not None}
    free = iter(number for number in range(next_number(tournament), HIGHEST_NUMBER + 1) if number not in given)
    return [
        Entrant(
            tournament=tournament,
            number=one.number or next(free),
            group=one.row.group,
            paid=one.paid,
            status=Status.EXPECTED,
            added_at=now,
            token=f"{token}.{one.row.row}",
        )
        for one in planned
    ]


def _seat_people(
    tournament: Tournament,
    cards: Sequence[Entrant],
    planned: Sequence[Planned],
    *,
    by: User | None,
    now: datetime,
) -> None:
    """One guest for each new name, however many cards stand under it."""
    new = dict[str, Player]()
    seats = list[tuple[Entrant, int, Player | str]]()
    for card, one in zip(cards, planned, strict=True):
        for position, found in enumerate(one.found):
            if found.player is None:
                fields = {"name": found.name, "place": found.place, "guest": True, "created_at": now}
                new.setdefault(found.key, Player(club=tournament.club, **fields))
            seats.append((card, position, found.player or found.key))
    made = Player.objects.bulk_create(new.values())
    for player in made:
        told = {"name": player.name, "place": player.place, "guest": True}
        log_change(tournament.club, "player_added", by=by, player=player, after=told)
    Person.objects.bulk_create(
        Person(entrant=card, position=position, player=new[who] if isinstance(who, str) else who)
        for card, position, who in seats
    )


def _write_payments(
    tournament: Tournament, cards: Sequence[Entrant], planned: Sequence[Planned], *, by: User | None, now: datetime
) -> None:
    plan = read_plan(tournament.plan)
    fees = [(card, fee_of(plan, len(one.found))) for card, one in zip(cards, planned, strict=True)]
    Payment.objects.bulk_create(
        Payment(tournament=tournament, entrant=card, kind=Payment.Kind.FEE, cents=fee, by=by, at=now)
        for card, fee in fees
        if card.paid == Paid.PAID and fee
    )
