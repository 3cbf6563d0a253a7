"""Some evenings of the club that tests visit: legs, Kratzen and money, on two days of two years."""

from datetime import date
from typing import Any

from django.utils import timezone

from clubs.models import Attendance, Evening
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.sheets import begin_sheet
from tests.club import NAMES, House
from tests.services.table import new_token, now, plain, record, won_leg

FOUR = list(NAMES.values())[:4]
KRATZEN: list[dict[str, Any]] = [
    {"tricks": [2, 2, 0, 0]},
    {"contract": "schlagen", "striker": 0, "active": [0, 1, 2, 3], "tricks": [2, 1, 1, 0]},
]
FOR_MONEY = {"money": "zero_sum", "stake_cents": 50}
DAYS = (date(2024, 5, 7), date(2025, 3, 4))


def a_sheet_of(house: House, day: date, *hands: dict[str, Any], game: str = "bauernschnapsen", **more: Any) -> Sheet:
    """A closed sheet of an evening on this day, at which everybody on it was."""
    names = more.pop("players", FOUR)
    evening, _new = Evening.objects.get_or_create(club=house.club, day=day)
    evening.closed_at = timezone.now()
    sheet = begin_sheet(game=game, players=names, club=house.club, token=new_token("sheet"), **more)
    Sheet.objects.filter(pk=sheet.pk).update(evening=evening)
    sheet.refresh_from_db()
    for seat in sheet.seats.all():
        Attendance.objects.get_or_create(evening=evening, player=seat.player)
    record(sheet, *hands)
    close_sheet(sheet, write=now(sheet))
    return sheet


def a_season(house: House) -> list[Sheet]:
    """Anna and Dora beat Bert and Egon 3 : 1 in 2024 (one Schneider of theirs); Kratzen in 2025, a hand for Anna."""
    first, second = DAYS
    return [
        a_sheet_of(house, first, plain(1), won_leg(0), won_leg(0), house_rules=FOR_MONEY),
        a_sheet_of(house, first, won_leg(1), plain(1), won_leg(0), house_rules=FOR_MONEY),
        a_sheet_of(house, second, *KRATZEN, game="kratzen"),
    ]
