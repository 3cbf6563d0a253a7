"""What tests of the till begin with: bookings of today, a graded fine, an evening with people."""

import datetime
from datetime import date
from typing import Any

from clubs.models import Attendance, Booking, Evening, Player, Tariff
from clubs.models.club import Role
from clubs.models.till import Kind
from clubs.services import till
from clubs.services.till import Line, book
from tests.club import House

ANNA, BERT, DORA, EGON, FRANZ = Role.OWNER, Role.DIRECTOR, Role.TREASURER, Role.SCORER, Role.MEMBER
IBAN = "AT611904300234573201"


def booked(house: House, *lines: Line, token: str = "one-token", day: date | None = None, **more: Any) -> list[Booking]:
    return book(house.club, by=house.users[DORA], token=token, day=day or till.today(house.club), lines=lines, **more)


def a_fine(house: House) -> Tariff:
    return Tariff.objects.create(club=house.club, kind=Kind.FINE, name="Bummerl", first=3, cents=50, further_cents=100)


def an_evening(house: House, *people: Player, days_ago: int = 0) -> Evening:
    day = till.today(house.club) - datetime.timedelta(days=days_ago)
    evening = Evening.objects.create(club=house.club, day=day)
    Attendance.objects.bulk_create(Attendance(evening=evening, player=one) for one in people)
    return evening
