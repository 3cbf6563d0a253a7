"""Which evening is on, who is there, and what belongs to it: after midnight and at the clock change too."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from clubs.models import Attendance, Change, Club, Evening, Player
from clubs.models.people import Shown
from clubs.services.core import Refused
from clubs.services.evenings import day_of, evening_now, open_evening
from scoring.games import sheet as engine
from scoring.models import PersonTally, Sheet
from scoring.services.adopt import adopt_sheet
from scoring.services.attendance import add_guest, tick
from scoring.services.closing import close_sheet
from scoring.services.sheets import begin_sheet, rename_seats
from tests.club import House, a_house
from tests.services.evening import TUESDAY, a_leg, a_table, an_evening, fresh_evening, play, settle
from tests.services.table import CAST, at_once, differing, fresh, new_token, now, record, won_leg

pytestmark = pytest.mark.django_db
VIENNA = ZoneInfo("Europe/Vienna")


def clock(text: str, zone: str = "Europe/Vienna", fold: int = 0) -> datetime:
    """The moment when the clock on a wall there shows this."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)


def codes(work: Any) -> list[str]:
    try:
        work()
    except (Refused, engine.Refused) as error:
        return [problem.code for problem in error.problems]
    return []


def there(evening: Evening) -> list[str]:
    return sorted(evening.attendances.values_list("player__name", flat=True))


# --- which day it is -----------------------------------------------------------------------------------------------


def test_today_is_one_evening_however_often_it_is_opened(house: House) -> None:
    opened = [open_evening(house.club, by=house.users["scorer"], now=TUESDAY) for _tap in range(2)]
    assert (opened[0], opened[0].day, opened[0].opened_by) == (opened[1], date(2026, 3, 3), house.users["scorer"])
    assert [one.after for one in Change.objects.filter(what="evening_opened")] == [{"day": "2026-03-03"}]


@pytest.mark.django_db(transaction=True)
def test_two_phones_at_once_open_one_evening() -> None:
    club = a_house().club
    answers = at_once(4, lambda _phone: open_evening(club, by=None, now=TUESDAY))
    assert [type(answer) for answer in answers] == [Evening] * 4, answers
    assert Evening.objects.count() == Change.objects.filter(what="evening_opened").count() == 1


@pytest.mark.parametrize(
    ("at", "day"),
    [
        ("2026-03-03T23:59", date(2026, 3, 3)),
        ("2026-03-04T00:00", date(2026, 3, 3)),
        ("2026-03-04T05:59", date(2026, 3, 3)),
        ("2026-03-04T06:00", date(2026, 3, 4)),
        ("2026-03-04T20:00", date(2026, 3, 4)),
    ],
)
def test_after_midnight_today_is_still_the_evening_that_is_open(house: House, at: str, day: date) -> None:
    an_evening(house.club)
    assert open_evening(house.club, by=None, now=clock(at)).day == day


def test_after_midnight_today_is_a_new_day_where_last_night_is_settled_or_was_never_opened(house: House) -> None:
    late = clock("2026-03-04T01:00")
    assert evening_now(house.club, late) is None
    settle(an_evening(house.club))
    assert evening_now(house.club, late) is None
    assert open_evening(house.club, by=None, now=late).day == date(2026, 3, 4)


def test_an_evening_that_was_left_open_for_days_is_not_today(house: House) -> None:
    an_evening(house.club, clock("2026-03-02T05:00"))
    assert evening_now(house.club, clock("2026-03-03T00:30")) is None


def test_both_evenings_open_after_midnight_last_night_goes_on(house: House) -> None:
    last = an_evening(house.club)
    open_evening(house.club, by=None, now=clock("2026-03-04T00:10"), day=date(2026, 3, 4))
    assert evening_now(house.club, clock("2026-03-04T00:20")) == last


@pytest.mark.parametrize(
    ("opened", "later", "day"),
    [
        # 29 March 2026: two o'clock does not exist. 25 October 2026: half past two comes twice.
        ("2026-03-28T19:30", "2026-03-29T01:59", date(2026, 3, 28)),
        ("2026-03-28T19:30", "2026-03-29T03:00", date(2026, 3, 28)),
        ("2026-03-28T19:30", "2026-03-29T05:59", date(2026, 3, 28)),
        ("2026-03-28T19:30", "2026-03-29T06:00", date(2026, 3, 29)),
        ("2026-03-29T19:30", "2026-03-30T00:30", date(2026, 3, 29)),
        ("2026-10-24T19:30", "2026-10-25T02:30", date(2026, 10, 24)),
        ("2026-10-24T19:30", "2026-10-25T05:59", date(2026, 10, 24)),
        ("2026-10-24T19:30", "2026-10-25T06:00", date(2026, 10, 25)),
        ("2026-10-25T19:30", "2026-10-26T00:30", date(2026, 10, 25)),
    ],
)
def test_the_night_of_the_clock_change_belongs_to_the_evening_before(
    house: House, opened: str, later: str, day: date
) -> None:
    evening = an_evening(house.club, clock(opened))
    assert evening.day == date.fromisoformat(opened[:10])
    assert open_evening(house.club, by=None, now=clock(later)).day == day
    assert open_evening(house.club, by=None, now=clock(later, fold=1)).day == day


def test_eighteen_hours_are_hours_that_have_passed_and_not_what_the_clock_says(house: House) -> None:
    # In the night of October the clock shows 17 hours less one second when 18 have passed.
    an_evening(house.club, clock("2026-10-24T12:30"))
    assert evening_now(house.club, clock("2026-10-25T05:29")) is not None
    assert evening_now(house.club, clock("2026-10-25T05:30")) is None
    an_evening(house.club, clock("2026-03-28T11:30"))
    assert evening_now(house.club, clock("2026-03-29T05:45")) is not None


def test_a_day_is_the_clubs_day_wherever_the_server_stands() -> None:
    house = a_house("chicago", time_zone="America/Chicago")
    moment = datetime(2026, 3, 4, 2, 0, tzinfo=UTC)
    assert an_evening(house.club, moment).day == date(2026, 3, 3)
    assert an_evening(a_house("wien").club, moment).day == date(2026, 3, 4)
    assert evening_now(house.club, clock("2026-03-04T00:30", "America/Chicago")) is not None
    assert evening_now(house.club, clock("2026-03-04T06:30", "America/Chicago")) is None


def test_a_past_day_can_be_written_up_and_a_day_ahead_cannot(house: House) -> None:
    for _tap in range(2):
        old = open_evening(house.club, by=None, now=TUESDAY, day=date(2025, 12, 30))
    assert (old.day, Evening.objects.count()) == (date(2025, 12, 30), 1)
    assert codes(lambda: open_evening(house.club, by=None, now=TUESDAY, day=date(2026, 3, 4))) == ["evening_ahead"]
    assert codes(lambda: open_evening(house.club, by=None, now=TUESDAY, day=date(202, 3, 4))) == ["evening_long_ago"]
    # Half an hour to midnight in Vienna: in Auckland that day has begun.
    auckland = a_house("auckland", time_zone="Pacific/Auckland").club
    assert open_evening(auckland, by=None, now=TUESDAY, day=date(2026, 3, 4)).day == date(2026, 3, 4)


def test_a_settled_evening_of_today_is_found_and_stays_settled(house: House) -> None:
    settle(an_evening(house.club))
    again = an_evening(house.club, TUESDAY + timedelta(hours=1))
    assert (again.is_open, Evening.objects.count()) == (False, 1)


def test_a_late_sheet_belongs_to_the_evening_it_began_in(house: House) -> None:
    evening = an_evening(house.club)
    late = open_evening(house.club, by=None, now=clock("2026-03-04T02:15"))
    sheet = a_leg(late, "AB", "CD", 1)
    Sheet.objects.filter(pk=sheet.pk).update(closed_at=clock("2026-03-04T07:00"))
    assert (fresh(sheet).evening, late) == (evening, evening)


# --- who is there --------------------------------------------------------------------------------------------------


def test_a_tick_is_a_tick_however_often(house: House) -> None:
    evening, anna = an_evening(house.club), house.players["owner"]
    for wanted in (True, True, False, False, True):
        tick(evening, player=anna.pk, there=wanted)
        assert there(evening) == (["Anna Höß"] if wanted else [])


def test_who_was_merged_is_ticked_as_the_real_person(house: House) -> None:
    evening, anna = an_evening(house.club), house.players["owner"]
    other = Player.objects.create(club=house.club, name="Annerl")
    Attendance.objects.create(evening=evening, player=other)
    Player.objects.filter(pk=other.pk).update(merged_into=anna)
    tick(evening, player=other.pk, there=False)
    assert there(evening) == []
    tick(evening, player=other.pk, there=True)
    assert there(evening) == ["Anna Höß"]


def test_who_sits_at_a_table_was_there(house: House) -> None:
    evening = an_evening(house.club)
    a_table(evening, ["Anna Höß", "Bert Maier", "Gustl", "Dora Lang"])
    assert there(evening) == ["Anna Höß", "Bert Maier", "Dora Lang", "Gustl"]
    assert codes(lambda: tick(evening, player=house.players["owner"].pk, there=False)) == ["sits_at_table"]
    assert there(evening) == ["Anna Höß", "Bert Maier", "Dora Lang", "Gustl"]


def test_nobody_of_another_club_is_ticked_and_nobody_in_a_settled_evening(house: House) -> None:
    evening, stranger = an_evening(house.club), a_house("linde").players["owner"]
    assert codes(lambda: tick(evening, player=stranger.pk, there=True)) == ["person_unknown"]
    settle(evening)
    assert codes(lambda: tick(evening, player=house.players["owner"].pk, there=True)) == ["evening_closed"]


def test_a_guest_is_added_by_name_and_whoever_is_known_is_ticked(house: House) -> None:
    evening = an_evening(house.club)
    guest = add_guest(evening, name="  Gustl   Gast ", by=None, now=TUESDAY)
    assert (guest.name, guest.guest) == ("Gustl Gast", True)
    assert add_guest(evening, name="Gustl Gast", by=None, now=TUESDAY) == guest
    assert add_guest(evening, name="Höss Anna", by=None, now=TUESDAY) == house.players["owner"]
    assert there(evening) == ["Anna Höß", "Gustl Gast"]
    assert codes(lambda: add_guest(evening, name="  ", by=None, now=TUESDAY)) == ["person_name_missing"]
    assert codes(lambda: add_guest(evening, name="Berd Maier", by=None, now=TUESDAY)) == ["maybe_the_same"]
    assert add_guest(evening, name="Berd Maier", by=None, now=TUESDAY, sure=True).guest
    assert there(evening) == ["Anna Höß", "Berd Maier", "Gustl Gast"]


# --- sheets of an evening ------------------------------------------------------------------------------------------


def test_a_sheet_in_an_evening_knows_its_club_its_evening_and_its_people(house: House) -> None:
    evening = an_evening(house.club)
    sheet = a_table(evening, ["Höß Anna", "bert maier", "Gustl", "Dora Lang"])
    assert (sheet.club, sheet.evening) == (house.club, evening)
    seated = [(seat.name, seat.player.name if seat.player else None) for seat in sheet.seats.all()]
    assert seated == [
        ("Höß Anna", "Anna Höß"),
        ("bert maier", "Bert Maier"),
        ("Gustl", "Gustl"),
        ("Dora Lang", "Dora Lang"),
    ]


def test_the_same_tap_begins_one_sheet_also_after_the_evening_was_settled(house: House) -> None:
    evening, token = an_evening(house.club), new_token()
    first = begin_sheet(game="bauernschnapsen", players=CAST, evening=evening, token=token)
    play(first)
    settle(evening)
    again = begin_sheet(game="bauernschnapsen", players=CAST, evening=fresh_evening(evening), token=token)
    assert (again, Sheet.objects.count()) == (first, 1)


@pytest.mark.parametrize("names", [["Anna Höß", "Höss Anna", "Cilli", "Dora"], ["Annerl", "Anna Höß", "Cilli", "Dora"]])
def test_one_person_sits_on_one_chair_under_whichever_names(house: House, names: list[str]) -> None:
    Player.objects.create(club=house.club, name="Annerl", merged_into=house.players["owner"])
    evening = an_evening(house.club)
    with pytest.raises(engine.Refused) as error:
        a_table(evening, names)
    assert [(one.code, one.at, one.figures) for one in error.value.problems] == [
        ("same_person_twice", "players", {"names": f"{names[0]}, {names[1]}"})
    ]
    assert (Sheet.objects.count(), there(evening), Player.objects.filter(name="Cilli").count()) == (0, [], 0)


def test_renaming_a_seat_links_the_person_as_sitting_down_does(house: House) -> None:
    evening = an_evening(house.club)
    sheet = a_table(evening, CAST)
    rename_seats(sheet, names=["Höß Anna", "Bert", "Cilli", "Gustl"], write=now(sheet))
    seated = list(sheet.seats.order_by("position").values_list("name", "player__name", "player__guest"))
    assert seated == [
        ("Höß Anna", "Anna Höß", False),
        ("Bert", "Bert", True),
        ("Cilli", "Cilli", True),
        ("Gustl", "Gustl", True),
    ]
    assert {"Anna Höß", "Gustl"} <= set(there(evening))
    wanted = ["Höß Anna", "Anna Hoess", "Cilli", "Gustl"]
    assert codes(lambda: rename_seats(fresh(sheet), names=wanted, write=now(fresh(sheet)))) == ["same_person_twice"]
    assert [seat.name for seat in sheet.seats.order_by("position")] == ["Höß Anna", "Bert", "Cilli", "Gustl"]
    assert differing() == []


@pytest.mark.django_db(transaction=True)
def test_many_tables_begin_at_once_with_the_same_new_guest() -> None:
    evening = an_evening(a_house().club)
    tables = at_once(4, lambda table: a_table(evening, ["Gustl", *(f"Gast {table}{seat}" for seat in "abc")]))
    assert [type(table) for table in tables] == [Sheet] * 4, tables
    assert Player.objects.filter(name="Gustl").count() == 1
    assert there(evening).count("Gustl") == 1


# --- adopting ------------------------------------------------------------------------------------------------------


def adopted(sheet: Sheet, club: Club, **more: Any) -> Sheet:
    wanted = {"day": date(2026, 3, 3), "people": CAST, "by": None, "now": TUESDAY, **more}
    return adopt_sheet(sheet, club=club, **wanted)


def a_quick_sheet(*, close: bool = True) -> Sheet:
    sheet = begin_sheet(game="bauernschnapsen", players=CAST, token=new_token())
    record(sheet, won_leg(0))
    if close:
        close_sheet(sheet, write=now(sheet))
    return sheet


def test_a_quick_sheet_is_taken_into_the_club_once_with_its_people_and_tallies(house: House) -> None:
    sheet = a_quick_sheet()
    people = ["Anna Höß", "Bert Maier", "Cilli", "Lang Dora"]
    for _tap in range(2):
        taken = adopted(sheet, house.club, people=people, by=house.users["director"])
    evening = Evening.objects.get()
    assert (taken.club, taken.evening, evening.day) == (house.club, evening, date(2026, 3, 3))
    seats = list(sheet.seats.order_by("position").values_list("name", "player__name"))
    assert seats == [("Anna", "Anna Höß"), ("Bert", "Bert Maier"), ("Cilli", "Cilli"), ("Dora", "Dora Lang")]
    assert there(evening) == ["Anna Höß", "Bert Maier", "Cilli", "Dora Lang"]
    sums = PersonTally.objects.filter(club=house.club, player=house.players["owner"])
    assert [one.won for one in sums] == [1]
    written = Change.objects.get(what="sheet_adopted")
    assert (written.by, written.after["day"]) == (house.users["director"], "2026-03-03")
    assert differing() == []


def test_an_open_quick_sheet_goes_on_in_the_club(house: House) -> None:
    sheet = adopted(a_quick_sheet(close=False), house.club)
    record(sheet, won_leg(1))
    close_sheet(sheet, write=now(sheet))
    assert PersonTally.objects.filter(club=house.club, player__name="Anna").values_list("won", "lost").get() == (1, 1)
    assert differing() == []


def test_what_cannot_be_adopted_stays_as_it_was(house: House) -> None:
    sheet = a_quick_sheet()
    assert codes(lambda: adopted(sheet, house.club, people=CAST[:3])) == ["seats_missing"]
    assert codes(lambda: adopted(sheet, house.club, people=[*CAST[:3], " "])) == ["seats_missing"]
    assert codes(lambda: adopted(sheet, house.club, people=["Anna Höß", "Höß Anna", "Cilli", "Dora"])) == [
        "same_person_twice"
    ]
    assert codes(lambda: adopted(sheet, house.club, day=date(2026, 3, 4))) == ["evening_ahead"]
    settle(an_evening(house.club))
    assert codes(lambda: adopted(sheet, house.club)) == ["evening_closed"]
    adopted(sheet, a_house("linde").club)
    assert codes(lambda: adopted(sheet, house.club)) == ["adopted_elsewhere"]
    assert (Sheet.objects.filter(club=house.club).count(), Player.objects.filter(club=house.club).count()) == (0, 5)


def test_a_sheet_from_after_midnight_is_proposed_for_last_night(house: House) -> None:
    late = clock("2026-03-04T01:30")
    assert day_of(house.club, late) == date(2026, 3, 4)
    an_evening(house.club)
    assert day_of(house.club, late) == date(2026, 3, 3)
    assert day_of(house.club, clock("2026-03-04T09:30")) == date(2026, 3, 4)


def test_a_hidden_person_sits_down_like_everybody(house: House) -> None:
    Player.objects.filter(pk=house.players["owner"].pk).update(shown=Shown.HIDDEN)
    sheet = a_table(an_evening(house.club), ["Anna Höß", "Bert Maier", "Cilli", "Dora Lang"])
    assert sheet.state["names"][0] == "Anna Höß"
