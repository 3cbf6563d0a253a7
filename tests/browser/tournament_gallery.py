"""Every page of tournaments in its main states: nothing yet, a full house, a draft, refused, at the table, over."""

import itertools
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone
from playwright.sync_api import Page

from clubs.models import Player
from clubs.models.club import Role
from clubs.services.till import today
from tests.browser.club_gallery import LONG, NOBODY, WIDE, both, refused, unfolded
from tests.club import House
from tests.tournament import a_card, a_result, a_round, a_tournament, new_token
from tests.tournament_evenings import two_times_32
from tournaments.formats.plan import read_plan, write_plan
from tournaments.models import Entrant, Payment, Person, Round, Seat, Table, Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.services import bans, finishing, penalties, results
from tournaments.services.presets import PRESETS
from tournaments.services.table_codes import code_of

FULL_HOUSE = 113
NOT_PAID = (5, 7, 60)
OF_FIRE_BRIGADE = "Osterschinkenschnapsen der Freiwilligen Feuerwehr Obermoos"
FIRST, LAST = ("Anna", "Bernd", "Christl", "Dieter", "Eva", "Franz", "Gerlinde", "Hias"), (
    "Aigner", "Brandstätter", "Czak", "Dorninger", "Eggerstorfer", "Fuchs", "Gruber", "Hinterholzer-Obermüllner",
)  # fmt: skip


def names(how_many: int) -> list[str]:
    """Different names, two of them longer than fits anywhere."""
    plain = (f"{first} {last}" for last, first in itertools.product(LAST, FIRST))
    more = (f"{first} {last} {number}" for number in range(2, 9) for last, first in itertools.product(LAST, FIRST))
    return [LONG, WIDE, *itertools.islice(itertools.chain(plain, more), how_many - 2)]


def of_preset(house: House, key: str, *people: str, cards: int = 0, **fields: Any) -> Tournament:
    preset = PRESETS[key]
    plan = {**write_plan(preset.plan), **fields.pop("plan", {})}
    given = {"plan": write_plan(read_plan(plan)), "game": preset.game, "game_name": preset.game_name, **fields}
    tournament = a_tournament(house.club, plan=given.pop("plan"), **given)
    for person in people:
        a_card(tournament, person, paid=Paid.PAID)
    if cards:
        in_bulk(tournament, names(cards))
    return tournament


def in_bulk(tournament: Tournament, people: list[str]) -> None:
    players = Player.objects.bulk_create(Player(club=tournament.club, name=name, guest=True) for name in people)
    cards = Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament, number=number, token=new_token("card"), status=Status.HERE, paid=Paid.PAID,
            woman=number % 3 == 0, group="FF Obermoos bei Kaltenbrunn" if number % 5 == 0 else "",
        )
        for number in range(1, len(people) + 1)
    )  # fmt: skip
    Person.objects.bulk_create(Person(entrant=card, player=player) for card, player in zip(cards, players, strict=True))
    fee = tournament.plan["fee"]["cents"]
    Payment.objects.bulk_create(
        Payment(tournament=tournament, entrant=card, kind=Payment.Kind.FEE, cents=fee)
        for card in cards
        if card.number not in NOT_PAID
    )


def with_long_names(tournament: Tournament) -> None:
    for card, name in zip(tournament.entrants.order_by("number"), names(tournament.entrants.count()), strict=True):
        player, _made = Player.objects.get_or_create(club=tournament.club, name=name, defaults={"guest": True})
        Person.objects.filter(entrant=card).update(player=player)


def a_full_house(house: House) -> Tournament:
    """The first round of 113: half of the tables are in, some have not paid, one went, one was late."""
    tournament = of_preset(
        house, "three-lives", cards=FULL_HOUSE, name=OF_FIRE_BRIGADE, place="Gasthaus Post, Obermoos"
    )
    drawn = a_round(tournament)
    tables = Table.objects.bulk_create(Table(round=drawn, number=number) for number in range(1, 57))
    cards = list(tournament.entrants.order_by("number"))
    Seat.objects.bulk_create(
        Seat(round=drawn, table=tables[index // 2] if index < 112 else None, position=index % 2, entrant=card)
        for index, card in enumerate(cards)
    )
    for table in Table.objects.filter(round=drawn, number__lt=12).order_by("number"):
        a_result(table, {"won": 1}, {"won": 0})
    tournament.entrants.filter(number__in=NOT_PAID).update(paid=Paid.OPEN)
    tournament.entrants.filter(number=40).update(status=Status.WITHDRAWN, gone_after=1)
    tournament.entrants.filter(number=41).update(status=Status.EXPECTED)
    return tournament


def a_race(house: House, *, draft: bool) -> Tournament:
    """A Schafkopfrennen in its second round: a draft that keeps nobody apart, or played, with everything that goes
    wrong at the desk."""
    race = two_times_32(house.club, rounds=1)
    with_long_names(race)
    drawn = a_round(race, [1, 2, 9, 13], [5, 6, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16], published=not draft)
    Round.objects.filter(pk=drawn.pk).update(seed="kirtag/2", by_hand=False)
    if not draft:
        first = a_result(drawn.tables.get(number=1), *({"points": made, "soli": 0} for made in (40, 12, -22, -30)))
        director = house.users[Role.DIRECTOR]
        rows = [{"points": made, "soli": 1} for made in (40, 12, -23, -29)]
        results.hand_in(first, by=director, rows=rows, seen=1, token=new_token("right"), reason="Zettel nachgezählt")
        for number, unit, amount in ((3, "points", -2), (5, "soli", 1)):
            penalties.adjust(
                race, by=director, token=new_token("penalty"), number=number, unit=unit, amount=amount,
                reason="Stich nicht umgedreht und zu früh in die Karten des Partners geschaut",
            )  # fmt: skip
    return race


def a_race_that_is_over(house: House) -> Tournament:
    race = two_times_32(house.club, round_to=100)
    with_long_names(race)
    finishing.finish(race, by=None, now=timezone.now())
    finishing.hand_out(finishing.payouts_of(race)[0], by=None, handed=True)
    return race


def pairs_that_slid(house: House) -> Tournament:
    """Ten pairs after four sliding rounds: the best eight go on, by lot."""
    people = names(20)
    pairs = [f"{one} / {other}" for one, other in zip(people[::2], people[1::2], strict=True)]
    tournament = of_preset(house, "sliding-pairs", *pairs)
    for number in range(4):
        odd, even = [1, 3, 5, 7, 9], [2, 4, 6, 8, 10]
        drawn = a_round(tournament, *zip(odd, even[number:] + even[:number], strict=True))
        for table in Table.objects.filter(round=drawn).order_by("number"):
            a_result(table, {"points": 24}, {"points": table.number % 2 * 10})
    return tournament


def pairs_at_the_door(house: House) -> Tournament:
    """Pairs at check-in: two who are alone, one expected."""
    people = names(8)
    tournament = of_preset(house, "sliding-pairs", f"{people[0]} / {people[1]}", people[2], people[3])
    a_card(tournament, f"{people[4]} / {people[5]}", status=Status.EXPECTED)
    return tournament


def a_match(house: House) -> Tournament:
    """Tables that write hand by hand or hand in."""
    tournament = of_preset(house, "three-lives", LONG, WIDE, "Anna Aigner", "Eva Fuchs", name="Preisschnapsen")
    a_round(tournament, [1, 2], [3, 4])
    return tournament


def teams(house: House) -> Tournament:
    tournament = of_preset(house, "teams")
    for name in ("FF Obermoos bei Kaltenbrunn", "Stammtisch Post"):
        card = a_card(tournament, " / ".join(f"{name[:8]} {number}" for number in range(8)))
        Entrant.objects.filter(pk=card.pk).update(name=name)
    a_round(tournament, [1, 2])
    return tournament


def everything(house: House) -> dict[str, object]:
    """What stands in the paths below."""
    club = house.club
    made = {
        "planned": of_preset(house, "three-lives", name=OF_FIRE_BRIGADE, day=today(club) + timedelta(9)),
        "full": a_full_house(house), "draft": a_race(house, draft=True), "race": a_race(house, draft=False),
        "over": a_race_that_is_over(house), "slid": pairs_that_slid(house), "door": pairs_at_the_door(house),
        "match": a_match(house), "teams": teams(house),
    }  # fmt: skip
    banned = Player.objects.get(club=club, name="Gerlinde Gruber")
    bans.ban(club, by=None, player=banned.pk, reason="Im Vorjahr nicht erschienen", until=None, today=today(club))
    paths = {name: house.path(f"tournaments/{tournament.pk}") for name, tournament in made.items()}
    codes = {f"{name}_code": f"/table/{code_of(made[name], 1)}/" for name in ("match", "race", "draft")}
    return {"club": house.path()[:-1], **paths, **codes}


# --- the pages -----------------------------------------------------------------------------------------------------

Do = Callable[[Page], None]
Look = tuple[str, str, Do | None]
"""Whose phone, the path, and what is tapped there."""


def swapped(page: Page) -> None:
    for number in (1, 5):
        page.locator(f".seat[data-number='{number}']").click()
        page.locator(f"#first[value='{number}'], #second[value='{number}']").wait_for()
    page.locator(".consequences").wait_for()


def slip_refused(page: Page) -> None:
    for position, made in enumerate((25, 20, -32, -14)):
        page.locator(f"#entry [name=amount-{position}]").fill(str(made))
    page.locator("#entry .send").click()
    page.locator("#slip-problems").wait_for()


def asks_if_sure(page: Page) -> None:
    unfolded(page)
    page.locator("[name='prizes.round_to']").select_option("100")
    page.get_by_role("button", name="Speichern").last.click()
    page.locator(".differences").wait_for()


TO_DESK = "Speichern und zur Turnierleitung"
OWNER, DIRECTOR, MEMBER = Role.OWNER, Role.DIRECTOR, Role.MEMBER

EMPTY: Mapping[str, Look] = {
    "list": (OWNER, "{club}/tournaments/", None),
    "new": (OWNER, "{club}/tournaments/new/", None),
    "new-of-422": (OWNER, "{club}/tournaments/new/schafkopf/", refused("Weiter: Ablauf", name="")),
    "bans": (OWNER, "{club}/tournaments/bans/", None),
}
SETUP: Mapping[str, Look] = {
    "list": (OWNER, "{club}/tournaments/", None),
    "desk": (DIRECTOR, "{planned}/", None),
    "what": (DIRECTOR, "{planned}/setup/what/", unfolded),
    "course": (DIRECTOR, "{slid}/setup/course/", unfolded),
    "course-422": (DIRECTOR, "{planned}/setup/course/", both(unfolded, refused(TO_DESK, **{"ranking.drop": "x"}))),
    "money": (DIRECTOR, "{planned}/setup/money/", unfolded),
    "money-422": (DIRECTOR, "{planned}/setup/money/", both(unfolded, refused(TO_DESK, **{"fee.pool": "99"}))),
    "sure": (DIRECTOR, "{race}/setup/money/", asks_if_sure),
    "rules": (MEMBER, "{slid}/rules/", None),
    "check-in": (DIRECTOR, "{planned}/check-in/", None),
    "draw": (DIRECTOR, "{planned}/draw/", None),
    "tables": (DIRECTOR, "{planned}/tables/", None),
    "standings": (MEMBER, "{planned}/standings/", None),
    "prizes": (DIRECTOR, "{planned}/prizes/", None),
    "delete": (DIRECTOR, "{planned}/delete/", None),
}
DESK: Mapping[str, Look] = {
    "desk": (OWNER, "{full}/", None),
    "check-in": (OWNER, "{full}/check-in/", unfolded),
    "check-in-pairs": (OWNER, "{door}/check-in/", unfolded),
    "check-in-422": (OWNER, "{door}/check-in/", refused("Speichern", name="Gerlinde Gruber", number="2")),
    "card": (OWNER, "{full}/cards/1/", unfolded),
    "cash": (OWNER, "{full}/cash/", unfolded),
    "import": (OWNER, "{door}/cards/import/", None),
    "bans": (OWNER, "{club}/tournaments/bans/", None),
    "draw-open": (DIRECTOR, "{full}/draw/", None),
    "draw-going-on": (DIRECTOR, "{slid}/draw/", unfolded),
    "draft": (DIRECTOR, "{draft}/draw/", swapped),
    "by-hand-422": (DIRECTOR, "{draft}/draw/by-hand/", refused("Diese Tische setzen", tables="1: 1 2 3 4\n2: 5 5 x")),
    "round": (MEMBER, "{race}/rounds/2/", None),
    "round-by-name": (MEMBER, "{full}/rounds/1/?by=name", None),
}
PLAY: Mapping[str, Look] = {
    "tables-113": (OWNER, "{full}/tables/?table=20", None),
    "tables-422": (OWNER, "{race}/tables/?round=2&table=2", slip_refused),
    "table": (OWNER, "{race}/rounds/2/tables/1/", unfolded),
    "table-boards": (OWNER, "{teams}/rounds/1/tables/1/", None),
    "codes": (OWNER, "{match}/table-codes/?to=4", None),
    "at-table": (NOBODY, "{match_code}", None),
    "at-table-in": (NOBODY, "{race_code}", None),
    "standings": (MEMBER, "{race}/standings/", None),
    "standings-113": (MEMBER, "{full}/standings/", None),
    "penalties": (DIRECTOR, "{race}/penalties/", None),
    "penalties-422": (DIRECTOR, "{race}/penalties/", refused("Eintragen", number="99", amount="x")),
    "prizes": (DIRECTOR, "{race}/prizes/", None),
    "over-desk": (OWNER, "{over}/", None),
    "over-standings": (MEMBER, "{over}/standings/", None),
    "over-prizes": (OWNER, "{over}/prizes/", unfolded),
}
