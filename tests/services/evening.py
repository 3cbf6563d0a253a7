"""An evening of a club, as tests play it: sheets that are begun, played and closed in a few words."""

from datetime import UTC, datetime
from typing import Any

from clubs.models import Club, Evening
from clubs.queries import evening_on
from clubs.services.evenings import open_evening
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.evenings import close_evening, settlement_of
from scoring.services.sheets import begin_sheet, record_hand
from tests.services.table import new_token, now, plain, won_leg

TUESDAY = datetime(2026, 3, 3, 19, 0, tzinfo=UTC)
"""Eight in the evening in Vienna, in winter time."""

LEGS = {
    1: [plain(1), won_leg(0)],
    2: [won_leg(0)],
    4: [*[plain(1, 3)] * 7, plain(1, 2), won_leg(0)],
}
"""How a leg is won by the first pair, by the marks it costs: simple, Schneider, Retourschneider (23 : 0 and lost)."""

# (winners, losers, marks) of scenario S6: six legs of Bauernschnapsen, with other pairs every time.
STAMMTISCH = [
    ("AB", "CD", 1),
    ("AC", "BE", 2),
    ("DE", "AB", 1),
    ("BC", "DA", 4),
    ("CE", "AD", 1),
    ("AE", "BC", 2),
]
PEOPLE = {"A": "Anna", "B": "Bernd", "C": "Christl", "D": "Dieter", "E": "Eva"}


def an_evening(club: Club, when: datetime = TUESDAY) -> Evening:
    return open_evening(club, by=None, now=when)


def fresh_evening(evening: Evening) -> Evening:
    found = evening_on(evening.club, evening.day)
    assert found is not None
    return found


def a_table(evening: Evening, names: list[str], **more: Any) -> Sheet:
    return begin_sheet(game="bauernschnapsen", players=names, evening=evening, token=new_token("sheet"), **more)


def play(sheet: Sheet, *hands: dict[str, Any], close: bool = True) -> Sheet:
    for hand in hands:
        record_hand(sheet, hand=hand, write=now(sheet))
    if close:
        close_sheet(sheet, write=now(sheet))
    return sheet


def a_leg(evening: Evening, winners: str, losers: str, marks: int, money: str = "zero_sum") -> Sheet:
    """One leg on a sheet of its own, fifty cents a mark."""
    names = [PEOPLE[who] for pair in zip(winners, losers, strict=True) for who in pair]
    rules = {"money": money, "stake_cents": 0 if money == "off" else 50}
    return play(a_table(evening, names, house_rules=rules), *LEGS[marks])


def the_stammtisch(evening: Evening, money: str = "zero_sum") -> list[Sheet]:
    return [a_leg(evening, *leg, money=money) for leg in STAMMTISCH]


def settle(evening: Evening, *, through_till: bool = False) -> Evening:
    """Closes the evening as somebody who has seen everything."""
    seen = settlement_of(evening).seen
    return close_evening(evening, by=None, after_seq=evening.seq, seen=seen, through_till=through_till)
