"""A large club, laid into the database in bulk: people, evenings, sheets with their hands, attendance, bookings.

Sheets are copies of a few that the engine has played, so that hands need not be played a million times; what they add
up to is laid on their people as by a close, and a sample of them is played again.
"""

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from django.db import connection
from django.db.models import Model

from bench.engine import evenings
from bench.tournament import a_large_tournament
from clubs.models import (
    Attendance,
    Booking,
    Change,
    Claim,
    Club,
    Evening,
    Invitation,
    Membership,
    Player,
    RuleProfile,
    RuleVersion,
    Tariff,
    Transfer,
    User,
)
from clubs.models.till import Kind
from scoring.games.core import write_house_rules
from scoring.games.sheet import GAMES, Refused
from scoring.models import Entry, Seat, Sheet, Total
from scoring.services.by_seat import BySeat, by_seat
from scoring.services.closing import signed
from scoring.services.fold import Folded, empty, step
from scoring.services.sheets import begin_sheet
from scoring.services.tallies import Sums, day_of, lay_on, write_all
from tournaments.services import screens

PEOPLE, HANDS, WEEKS, THERE = 60, 44, 520, 24
HANDS_OF_A_SHEET = 40
"""On average: a sheet of Bauerntarock is over long before it has `HANDS`."""
SAMPLE = 200
"""So many sheets are played again, to see that the tallies are what a rebuild would find."""
IBAN = "AT611904300234573201"
FIRST = date(2016, 1, 5)
VIENNA = ZoneInfo("Europe/Vienna")
KINDS = 8
"""So many different sheets of every game are played; all others are copies of them."""
OFTEN = {"bauernschnapsen": 10, "kratzen": 3, "blattla": 3, "schnapsen": 2, "talonschnapsen": 2, "bauerntarock": 2}
FIRST_NAMES = ("Anna", "Bert", "Cilli", "Dora", "Egon", "Franz", "Gerti", "Hans", "Ida", "Josef")
LAST_NAMES = ("Höß", "Maier", "Lang", "Kern", "Huber", "Gruber")
ENTRY = ("sheet_id", "seq", "kind", "data", "token", "asked", "device", "at")


@dataclass(frozen=True, slots=True)
class Pattern:
    """One played sheet to copy: columns, the data of its entries as text, what it signed (seat, unit, amount), and what
    it adds up to."""

    game: str
    seats: int
    columns: dict[str, Any]
    entries: tuple[str, ...]
    signed: tuple[tuple[int | None, str, int], ...]
    sums: BySeat


def a_large_club(sheets: int, *, weeks: int = WEEKS, persons: int = PEOPLE) -> Club:
    """The club with its owner's membership first; 25,000 sheets take a minute or two.

    The last evening is still open, with one table that plays on, and the one before was settled from hand to hand.
    """
    chance = random.Random(7)
    club = Club.objects.create(name="Stammtisch Gasthaus Post", slug="large", public=True, iban=IBAN)
    people = the_people(club, persons)
    days = [FIRST + timedelta(weeks=week) for week in range(weeks)]
    Evening.objects.bulk_create(
        Evening(club=club, day=day, closed_at=at(day, 23), opened_at=at(day, 18), through_till=True)
        for day in days[:-2]
    )
    Evening.objects.create(club=club, day=days[-2], closed_at=at(days[-2], 23), opened_at=at(days[-2], 18))
    Evening.objects.create(club=club, day=days[-1], opened_at=at(days[-1], 18))
    tuesdays = list(Evening.objects.filter(club=club).order_by("day"))
    visited = (people[0], people[1], people[-1])  # whose pages are visited, so that there is something on them
    come = max(THERE, persons // 25)
    there = {evening.pk: [*visited, *chance.sample(people[2:-1], come - 3)] for evening in tuesdays}
    Attendance.objects.bulk_create(
        (Attendance(evening=evening, player=player) for evening in tuesdays for player in there[evening.pk]),
        batch_size=1000,
    )
    lay_sheets(club, sheets, tuesdays, there, chance)
    lay_bookings(club, tuesdays[:-2], there, chance)
    still_open(club, tuesdays[-1], there[tuesdays[-1].pk])
    unpaid(tuesdays[-2], there[tuesdays[-2].pk])
    screens.add(a_large_tournament(club), by=None, token="bench-screen", name="Bühne")
    a_large_tournament(club, "Preisschnapsen", rounds=0)
    return club


def at(day: date, hour: int) -> datetime:
    return datetime(day.year, day.month, day.day, hour, tzinfo=VIENNA)


def the_people(club: Club, count: int) -> list[Player]:
    """The first five have accounts, one of each role, and one account is nobody of them yet. Every sixth is a guest."""
    names = [f"{first} {last}" for last in LAST_NAMES for first in FIRST_NAMES]
    names = (names + [f"{names[number % len(names)]} {number}" for number in range(len(names), count)])[:count]
    Player.objects.bulk_create(Player(club=club, name=name, guest=number % 6 == 5) for number, name in enumerate(names))
    people = list(club.players.order_by("pk"))
    for role, player in zip(("owner", "director", "treasurer", "scorer", "member"), people, strict=False):
        user = User.objects.create_user(f"{role}@example.org", name=player.name)
        Membership.objects.create(club=club, user=user, role=role, player=player)
    new = Membership.objects.create(club=club, user=User.objects.create_user("new@example.org", name="Neu"))
    Claim.objects.create(club=club, player=people[-1], membership=new, by_club=False)
    club.players.update(iban=IBAN)
    owner = User.objects.get(email="owner@example.org")
    Change.objects.bulk_create(
        Change(club=club, by=owner, what="person_changed", player=chance_of(people, number), after={"place": "Linz"})
        for number in range(50 * min(count, PEOPLE))
    )
    until = datetime.now(tz=VIENNA) + timedelta(days=7)
    Invitation.objects.create(club=club, secret="i" * 32, made_by=owner, expires_at=until)
    for kind, name in ((Kind.DRINKS, "Bier"), (Kind.FINE, "Renonce"), (Kind.DUES, "Beitrag")):
        Tariff.objects.create(club=club, kind=kind, name=name, cents=300, further_cents=300)
    for game in GAMES:
        profile = RuleProfile.objects.create(club=club, game=game, name="Gasthaus Post")
        rules = write_house_rules(GAMES[game].house_rules())
        RuleVersion.objects.bulk_create(RuleVersion(profile=profile, number=n, house_rules=rules) for n in (1, 2, 3))
    return people


def chance_of(people: Sequence[Player], number: int) -> Player:
    return people[number % len(people)]


# --- sheets ----------------------------------------------------------------------------------------------------------


@cache
def patterns(game: str) -> list[Pattern]:
    """Sheets of this game, played by the engine from the hands of the worked sheets; always the same."""
    documents, chance = evenings(game), random.Random(game)
    players = max((document["players"] for document in documents), key=len)
    usual = next(document for document in documents if document["players"] == players)
    rules_given = usual.get("house_rules") or {}
    rules = GAMES[game].house_rules(**{k: tuple(v) if isinstance(v, list) else v for k, v in rules_given.items()})
    pool = [hand for document in documents if document["players"] == players for hand in document["hands"]]
    return [pattern(game, rules, len(players), pool, chance) for _kind in range(KINDS)]


def pattern(game: str, rules: Any, seats: int, pool: list[dict[str, Any]], chance: random.Random) -> Pattern:
    names = [f"{number}" for number in range(seats)]
    folded, data = empty(GAMES[game], rules, names, 0), list[str]()
    for _try in range(HANDS * 30):
        if len(data) == HANDS:
            break
        hand = {key: value for key, value in chance.choice(pool).items() if key != "caller"}
        try:
            folded, line = step(GAMES[game], rules, folded, hand, len(data) + 1)
        except Refused:
            continue
        data.append(json.dumps({"hand": GAMES[game].write(line.played.hand)}))
    sheet = a_copy(game, rules, folded)
    sheet.save()
    Seat.objects.bulk_create(Seat(sheet=sheet, position=seat, name=name) for seat, name in enumerate(names))
    totals = tuple((one.seat.position if one.seat else None, one.unit, one.amount) for one in signed(sheet))
    sheet.delete()
    columns = {"house_rules": sheet.house_rules, "state": sheet.state, "totals": sheet.totals}
    entries = [Entry(seq=seq, kind=Entry.Kind.HAND, data=json.loads(one)) for seq, one in enumerate(data, start=1)]
    return Pattern(game, seats, columns, tuple(data), totals, by_seat(sheet, entries, seats))


def a_copy(game: str, rules: Any, folded: Folded) -> Sheet:
    return Sheet(
        game=game,
        house_rules=write_house_rules(rules),
        first_dealer=0,
        state=folded.state,
        totals=folded.totals,
        token=f"pattern-{game}",
        write_secret=f"w-{game}",
        watch_secret=f"r-{game}",
        code="PATTRN",
    )


def lay_sheets(
    club: Club, count: int, tuesdays: list[Evening], there: dict[int, list[Player]], chance: random.Random
) -> None:
    kinds = {game: patterns(game) for game in OFTEN}
    games = [game for game, often in OFTEN.items() for _time in range(often)]
    versions = {one.profile.game: one for one in RuleVersion.objects.select_related("profile").order_by("number")}
    laid, sums, played_again = list[tuple[Sheet, Pattern, list[Player]]](), Sums(), max(count // SAMPLE, 1)
    for number in range(count):
        evening = tuesdays[number * len(tuesdays) // count]
        one = chance.choice(kinds[chance.choice(games)])
        at_table = chance.sample(there[evening.pk], one.seats)
        state = {**one.columns["state"], "names": [player.name for player in at_table]}
        sheet = Sheet(
            club=club, evening=evening, rule_version=versions[one.game], game=one.game, first_dealer=0,
            **{**one.columns, "state": state}, seq=len(one.entries) + 1, status=Sheet.Status.CLOSED,
            token=f"bench-{number:06}", write_secret=f"write-{number:06}", watch_secret=f"watch-{number:06}",
            code=code_of(number), started_at=at(evening.day, 19), closed_at=at(evening.day, 22),
        )  # fmt: skip
        laid.append((sheet, one, at_table))
        if len(laid) == 1000 or number == count - 1:
            lay(laid)
            for sheet, one, at_table in laid:
                lay_on(sums, one.sums, sheet=sheet, players=[player.pk for player in at_table], day=day_of(sheet))
                if sheet.pk % played_again == 0:
                    assert by_seat(sheet, sheet.entries.order_by("seq"), one.seats) == one.sums
            laid = []
    write_all(sums)


def code_of(number: int) -> str:
    letters = ""
    for _place in range(6):
        number, letter = divmod(number, 24)
        letters += "ABCDEFGHJKLMNPQRSTUVWXYZ"[letter]
    return letters


def lay(laid: list[tuple[Sheet, Pattern, list[Player]]]) -> None:
    """A thousand sheets with seats, entries and what they signed."""
    Sheet.objects.bulk_create(sheet for sheet, _one, _people in laid)
    seats = [
        Seat(sheet=sheet, position=position, player=player, name=player.name)
        for sheet, _one, people in laid
        for position, player in enumerate(people)
    ]
    Seat.objects.bulk_create(seats)
    by_place = {(seat.sheet_id, seat.position): seat.pk for seat in seats}
    insert(Entry, ENTRY, rows_of(laid))
    insert(
        Total,
        ("sheet_id", "seat_id", "unit", "amount"),
        (
            (sheet.pk, None if position is None else by_place[sheet.pk, position], unit, amount)
            for sheet, one, _people in laid
            for position, unit, amount in one.signed
        ),
    )


def rows_of(laid: list[tuple[Sheet, Pattern, list[Player]]]) -> Iterable[tuple[Any, ...]]:
    for sheet, one, _people in laid:
        when = str(sheet.started_at.astimezone(ZoneInfo("UTC")).replace(tzinfo=None))
        when += "+00" if connection.vendor == "postgresql" else ""
        for seq, data in enumerate(one.entries, start=1):
            yield sheet.pk, seq, "hand", data, f"hand-{seq:06}", "", "", when
        yield sheet.pk, sheet.seq, "close", "{}", f"close-{sheet.pk}", "", "", when


def insert(model: type[Model], columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """By COPY on PostgreSQL, many at a time elsewhere."""
    table, names = model._meta.db_table, ", ".join(columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", list(rows))


def still_open(club: Club, evening: Evening, there: list[Player]) -> None:
    """A table that plays on."""
    begin_sheet(
        game="bauernschnapsen",
        players=[player.name for player in there[:4]],
        token="bench-still-open",
        club=club,
        evening=evening,
        rule_version=RuleVersion.objects.filter(profile__club=club, profile__game="bauernschnapsen").first(),
    )


# --- the till --------------------------------------------------------------------------------------------------------


def lay_bookings(club: Club, tuesdays: list[Evening], there: dict[int, list[Player]], chance: random.Random) -> None:
    """Of every evening a settlement that adds up to nil, drinks, and what is paid for them."""
    bookings = []
    for evening in tuesdays:
        people = there[evening.pk][:THERE]
        cents = [chance.randrange(-500, 501) for _player in people[1:]]
        for player, amount in zip(people, [-sum(cents), *cents], strict=True):
            lines = ((Kind.SETTLEMENT, 0, amount), (Kind.DRINKS, 0, -350), (Kind.DEPOSIT, 350, 350))
            bookings += [
                Booking(
                    club=club, kind=kind, player=player, cash=cash, balance=balance, day=evening.day, evening=evening,
                    token=f"bench-{evening.pk}-{player.pk}", number=number,
                )
                for number, (kind, cash, balance) in enumerate(lines)
            ]  # fmt: skip
    Booking.objects.bulk_create(bookings, batch_size=1000)


def unpaid(evening: Evening, there: list[Player]) -> None:
    """Payments from hand to hand, none of them ticked off."""
    Transfer.objects.bulk_create(
        Transfer(evening=evening, payer=payer, receiver=receiver, cents=250)
        for payer, receiver in zip(there[1::2], there[::2], strict=False)
    )
