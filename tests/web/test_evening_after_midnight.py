"""A whole night on the pages, over midnight and over the hour that comes twice or not at all."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from clubs.models import Booking, Evening
from scoring.models import DayTally, Entry, Sheet
from tests.club import House
from tests.services.table import won_leg
from tests.web.page import form, get, phone, posted, values

pytestmark = pytest.mark.django_db

NAMES = ["Anna Höß", "Bert Maier", "Dora Lang", "Egon Kern"]
MONEY = {"rule-money": "zero_sum", "stake": "0,50"}

Clock = Callable[[str], None]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Sets the clock of the site, in universal time."""

    def set_to(text: str) -> None:
        moment = datetime.fromisoformat(text).replace(tzinfo=UTC)
        monkeypatch.setattr("django.utils.timezone.now", lambda: moment)

    return set_to


@pytest.mark.parametrize(
    ("day", "next_day", "night"),
    [
        # 24 to 25 October 2026: half past two comes twice in Vienna, at 00:30 and at 01:30 universal time.
        (
            "2026-10-24",
            "2026-10-25",
            ("2026-10-24T20:00", "2026-10-24T22:30", "2026-10-25T00:30", "2026-10-25T01:30", "2026-10-25T02:30"),
        ),
        # 28 to 29 March 2026: two o'clock does not come at all, half past one is followed by half past three.
        (
            "2026-03-28",
            "2026-03-29",
            ("2026-03-28T21:00", "2026-03-28T23:30", "2026-03-29T00:30", "2026-03-29T01:30", "2026-03-29T02:30"),
        ),
    ],
)
def test_a_night_over_the_clock_change_is_one_evening_to_its_last_booking(
    house: House, clock: Clock, day: str, next_day: str, night: tuple[str, ...]
) -> None:
    open_now, page = house.path("evenings/open/"), house.path(f"evenings/{day}/")
    clock(night[0])
    egon = house.phone("scorer")
    assert posted(egon, open_now).url == page
    clock(night[1])  # half past midnight
    assert posted(egon, open_now).url == page
    new = f"{page}new/bauernschnapsen/"
    posted(egon, new, **form(get(egon, new)).filled(player=NAMES, **MONEY))
    sheet = Sheet.objects.get()
    clock(night[2])
    write = {"hand": won_leg(0), "after_seq": 0, "token": "hand-0001"}
    address = f"/api/v1/sheets/{sheet.write_secret}"
    assert phone().post(f"{address}/hands/", write, content_type="application/json").status_code == 200
    clock(night[3])
    assert posted(egon, open_now).url == page
    close = {"after_seq": 1, "token": "close-0001"}
    assert phone().post(f"{address}/close/", close, content_type="application/json").status_code == 200
    get(egon, f"/sheet/{sheet.write_secret}/history/")
    clock(night[4])
    posted(egon, f"{page}settle/", **form(get(egon, f"{page}settle/")).filled(how="till"))
    get(egon, page)
    evening = Evening.objects.get()
    assert evening.day.isoformat() == day
    assert {one.isoformat() for one in Booking.objects.values_list("day", flat=True)} == {day}
    assert {one.isoformat() for one in DayTally.objects.values_list("day", flat=True)} == {day}
    stamps = list(Entry.objects.order_by("seq").values_list("at", flat=True))
    assert stamps == sorted(stamps)
    book = house.path(f"till/book/?what=fine&who=evening-{evening.pk}")
    assert values(get(house.phone("treasurer"), book), "day") == [day]
    clock(f"{next_day}T17:00")
    assert posted(egon, open_now).url == house.path(f"evenings/{next_day}/")
    assert Evening.objects.count() == 2
