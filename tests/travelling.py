"""Tournaments in which everything has happened that can happen, to be taken along: rows as the use cases write them."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from clubs.models import Player, RuleProfile, RuleVersion
from clubs.models.club import Role
from clubs.models.people import Shown
from scoring.models import Entry, Sheet
from scoring.services import closing, sheets
from tests.club import House
from tests.services.table import new_token, now, plain, won_leg
from tests.tournament import a_card, a_round, a_tournament
from tests.tournament_evenings import two_times_32
from tournaments.models import Adjustment, Call, Confirmation, Entrant, Payment, Person, Screen, Table, Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.services import (
    buying,
    cash,
    draws,
    finishing,
    payments,
    penalties,
    presence,
    results,
    setup,
    table_sheets,
)
from tournaments.services.card_people import Wanted
from tournaments.services.facts import facts_of

PAIRS: dict[str, Any] = {
    "card": "pair",
    "people": 2,
    "stages": [
        {
            "kind": "lives",
            "lives": 1,
            "counting": {"unit": "legs", "best_of": 3, "events": ["schneider"]},
            "rematches": True,
        }
    ],
    "ranking": {"chain": ["survived"]},
    "buying": {"allowed": True, "cents": 500, "pool_cents": 400, "last_round": 3, "most": 1},
    "fee": {"cents": 2000, "pool": 1600, "club": 400},
    "prizes": {"prizes": [{"place": 1, "share": 10000}, {"place": 2, "goods": "Geselchtes"}]},
    "desk": {"record": "either"},
    "hall": {"confirm": True},
}
TEAMS: dict[str, Any] = {
    "card": "team",
    "people": 3,
    "stages": [{"kind": "round_robin", "counting": {"unit": "legs", "boards": 3}}],
    "ranking": {"chain": ["won", "boards"]},
}


def pairs(house: House) -> Tournament:
    """In its second round: cards in every state, money, corrections, a substitute, sheets open and closed."""
    by, couples = house.users[Role.DIRECTOR], [f"{one} Bauer / {one} Maier" for one in ("Anna", "Bert", "Cilli")]
    version = a_version(house)
    rules = {"house_rules": version.house_rules, "rule_version": version, "created_by": by, "notes": "Küche\nbis elf"}
    tournament = a_tournament(
        house.club, *couples, "Dora Höß / Egon Öl", plan=PAIRS, game="bauernschnapsen", place="Post", **rules
    )
    setup.change(
        tournament, by=by, about=setup.About("Pokal", tournament.day, "Post", "bauernschnapsen", "", version.pk)
    )
    tournament.refresh_from_db()
    cards_of_all_states(tournament)
    for card in tournament.entrants.exclude(status=Status.CANCELLED):
        payments.pay(card, by=by, how=Paid.PAID, now=timezone.now())
    cash.book(tournament, by=by, token=new_token("book"))
    first_round(house, tournament)
    money(house, tournament)
    second_round(house, tournament)
    of_the_hall(tournament)
    return tournament


def a_version(house: House) -> RuleVersion:
    profile = RuleProfile.objects.create(club=house.club, game="bauernschnapsen", name="Wie beim Postwirt")
    return RuleVersion.objects.create(profile=profile, number=3, house_rules={"legs_limit": 3})


def cards_of_all_states(tournament: Tournament) -> None:
    kern = a_card(tournament, "Fini Kern / Franz Kern", group="FF Wald", apart="Kern", woman=True, deck="dd")
    Entrant.objects.filter(pk=kern.pk).update(name="Die Kerne")
    a_card(tournament, "Gerti Lang / Hans Lang", fixed_table=2, away=[3], arrived_at=timezone.now(), stage_group="A")
    for status in (Status.EXPECTED, Status.NO_SHOW, Status.CANCELLED, Status.DISQUALIFIED):
        a_card(tournament, f"Ida {status} / Jo {status}", status=status)
    Player.objects.filter(name="Anna Bauer").update(nickname="Anni", place="Linz", shown=Shown.NICKNAME)
    Player.objects.filter(name="Anna Maier").update(shown=Shown.HIDDEN)


def first_round(house: House, tournament: Tournament) -> None:
    """Drawn three times, one of them thrown away; three tables: a sheet, a corrected list, a walkover."""
    by = house.users[Role.DIRECTOR]
    draws.discard(draws.draw(tournament, by=by, number=1), by=by)
    draws.draw(tournament, by=by, number=1)
    row = draws.publish(draws.draw(tournament, by=by, number=1, again=True, seed="Glocke"), by=by)
    one, two, three = row.tables.order_by("number")
    a_played_sheet(house, one)
    results.hand_in(two, by=by, rows=[{"legs": 2}, {"legs": 0}], seen=0, token=new_token())
    put_right = [{"legs": 1, "schneider": 1}, {"legs": 2}]
    results.hand_in(two, by=by, rows=put_right, seen=1, token=new_token(), reason="Zettel verkehrt herum")
    winner = three.seats.order_by("position").first()
    assert winner is not None
    results.walkover(three, winner.entrant.number, by=by, seen=0, token=new_token())
    Confirmation.objects.create(
        table=two, of=1, position=1, agrees=False, remark="nein, 2:1", device="handy-zwei", token=new_token()
    )
    Confirmation.objects.create(table=two, of=2, position=None, agrees=True, by=by, token=new_token())


def a_played_sheet(house: House, table: Table) -> Sheet:
    """Hands that were struck out, put right and put back, other seats, two closes."""
    sheet = table_sheets.open_sheet(table)
    for device, hand in (("handy-eins", plain(0)), ("handy-zwei", plain(1, 2)), ("handy-eins", plain(0, 3))):
        sheets.record_hand(sheet, hand=hand, write=now(sheet, device=device))
    sheets.void_line(sheet, line=2, write=now(sheet))
    sheets.replace_hand(sheet, line=3, hand=plain(1, 2), write=now(sheet))
    sheets.restore_line(sheet, line=2, write=now(sheet))
    sheets.swap_seats(sheet, seats=[0, 2], write=now(sheet))
    for _leg in range(2):
        sheets.record_hand(sheet, hand=won_leg(1), write=now(sheet, device="handy-eins"))
    closing.close_sheet(sheet, write=now(sheet))
    director = house.club.memberships.get(user=house.users[Role.DIRECTOR])
    table_sheets.reopen(table, by=director, token=new_token(), reason="ein Spiel fehlt")
    sheet.refresh_from_db()
    closing.close_sheet(sheet, write=now(sheet))
    said = {"side": 0, "agrees": False, "remark": "das war anders", "passed": False}
    say(sheet, Entry.Kind.CONFIRM, said)
    say(sheet, Entry.Kind.APPROVE, {"note": "gilt so"})
    return sheet


def say(sheet: Sheet, kind: str, data: dict[str, Any]) -> None:
    sheet.seq += 1
    Entry.objects.create(sheet=sheet, seq=sheet.seq, kind=kind, data=data, token=new_token(), asked="x")
    Sheet.objects.filter(pk=sheet.pk).update(seq=sheet.seq)


def money(house: House, tournament: Tournament) -> None:
    """Bought in again once for good and once taken back, penalties that count and one that does not any more."""
    by, when = house.users[Role.TREASURER], timezone.now()
    loser = next(card for card in tournament.entrants.all() if buying.why_not(fresh_facts(tournament), card) is None)
    buying.take_back(buying.buy(loser, by=by, token=new_token(), now=when), by=by, now=when)
    buying.buy(loser, by=by, token=new_token(), now=when)
    for number, cancelled in ((1, None), (2, when)):
        card = tournament.entrants.get(number=number)
        Adjustment.objects.create(
            tournament=tournament,
            entrant=card,
            unit="legs",
            amount=-number,
            round=number,
            reason="zu spät",
            by=by,
            cancelled_at=cancelled,
            cancelled_by=by if cancelled else None,
            token=new_token(),
        )


def fresh_facts(tournament: Tournament) -> Any:
    return facts_of(Tournament.objects.get(pk=tournament.pk))


def second_round(house: House, tournament: Tournament) -> None:
    """Somebody stands in, the sheet of its first table is open, and a phone calls."""
    by = house.users[Role.SCORER]
    row = draws.publish(draws.draw(tournament, by=by, number=2), by=by)
    table = row.tables.order_by("number")[0]
    card = table.seats.order_by("position")[0].entrant
    presence.substitute(card, by=by, wanted=Wanted("Resi Ersatz"), now=timezone.now())
    sheet = table_sheets.open_sheet(table)
    sheets.record_hand(sheet, hand=plain(0), write=now(sheet, device="handy-drei"))
    Table.objects.filter(pk=table.pk).update(extra_minutes=10, seen_at=timezone.now())
    row.clock_at, row.minutes = timezone.now(), 40
    row.save()
    before = timezone.now() - timedelta(minutes=3)
    Call.objects.create(table=table, at=before, device="handy-drei", answered_at=before, answered_by=by, token="a-call")
    Call.objects.create(table=table, token="another-call")


def of_the_hall(tournament: Tournament) -> None:
    for name in ("Beamer", "Eingang"):
        shows = {"shows": [{"what": "draw_by_name", "seconds": 20, "text": ""}], "now": None, "look": "auto"}
        Screen.objects.create(tournament=tournament, name=name, secret=new_token(name), shows=shows, token=new_token())
    Tournament.objects.filter(pk=tournament.pk).update(revealed=3)


def finished(house: House) -> Tournament:
    """Schafkopfrennen to the end: places final, prizes handed out and some of them booked."""
    by = house.users[Role.TREASURER]
    tournament = two_times_32(house.club)
    paid = [
        Payment(tournament=tournament, entrant=card, kind="fee", cents=1000, by=by) for card in all_cards(tournament)
    ]
    Payment.objects.bulk_create(paid)
    card = tournament.entrants.get(number=3)
    penalties.adjust(
        tournament, by=by, token=new_token(), number=card.number, unit="points", amount=-2, reason="verworfen"
    )
    finishing.finish(tournament, by=by, now=timezone.now())
    first, second, *_rest = finishing.payouts_of(tournament)
    finishing.hand_out(first, by=by, handed=True, now=timezone.now())
    finishing.book(tournament, by=by, token=new_token("prizes"))
    finishing.hand_out(second, by=by, handed=True, now=timezone.now())
    tournament.refresh_from_db()
    return tournament


def all_cards(tournament: Tournament) -> list[Entrant]:
    return list(tournament.entrants.order_by("number"))


def teams(house: House) -> Tournament:
    """Teams at boards, with the next round drawn and not published yet."""
    names = [" / ".join(f"{letter}{board} Team" for board in (1, 2, 3)) for letter in "ABCD"]
    tournament = a_tournament(house.club, *names, plan=TEAMS, name="Mannschaften")
    for card, name in zip(all_cards(tournament), ("Rot", "Blau", "Grün", "Gelb"), strict=True):
        Entrant.objects.filter(pk=card.pk).update(name=name)
    for table in a_round(tournament, (1, 2), (3, 4)).tables.all():
        results.hand_in(table, by=None, rows=[], boards=[[1, 0], [0, 1], [1, 0]], seen=0, token=new_token())
    draws.draw(tournament, by=None, number=2)
    return tournament


def announced(house: House) -> Tournament:
    """Not begun: some are here, some are awaited, one has paid; somebody was merged, somebody is erased."""
    tournament = a_tournament(house.club, "Josef Auer", "Maria Berger", game="", game_name="Watten", name="Ostern")
    a_card(tournament, "Sepp Auer", status=Status.EXPECTED)
    real = Player.objects.create(club=house.club, name="Josef Auer sen.", guest=True)
    Player.objects.filter(name="Sepp Auer").update(merged_into=real)
    when: datetime = timezone.now()
    Player.objects.filter(name="Maria Berger").update(name="N. N. 7", erased_at=when, shown=Shown.HIDDEN)
    payments.pay(tournament.entrants.get(number=1), by=None, how=Paid.FREE, now=when)
    Person.objects.filter(entrant__number=1).update(since=1)
    return tournament
