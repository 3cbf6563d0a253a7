"""The hall in its main states: a room full of tables, what hangs on the wall, everybody's phone, papers and files."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone
from playwright.sync_api import Page

from clubs.models.club import Role
from scoring.services.closing import close_sheet, reopen_sheet
from scoring.services.record import Write
from tests.browser.club_gallery import NOBODY, both, refused, unfolded
from tests.browser.tournament_gallery import (
    DIRECTOR,
    MEMBER,
    OF_FIRE_BRIGADE,
    Look,
    a_race,
    a_race_that_is_over,
    in_bulk,
    names,
    of_preset,
)
from tests.club import House
from tests.services.table import now, plain, record, special, won_leg
from tests.tournament import a_result, a_round, new_token
from tests.tournament_evenings import three_lives, two_times_32
from tournaments.formats.plan import read_plan, write_plan
from tournaments.models import Round, Screen, Table, Tournament
from tournaments.services import calls, confirming, reading_out, screens, table_sheets, takeout
from tournaments.services.screen_program import Look as Colours
from tournaments.services.screen_program import What, usual
from tournaments.services.table_codes import code_of, hall_code

HUNDREDS = 500
CONFIRMS = {"hall": {"confirm": True, "approve": ["gang"]}}
DEVICE = "phone-of-the-other-side"
LONG_REMARK = "Wir hatten den Gang angesagt, und das zweite Bummerl war unseres, nicht eures"


def hall_of(tournament: Tournament, **hall: Any) -> Tournament:
    plan = write_plan(read_plan({**tournament.plan, "hall": hall}))
    Tournament.objects.filter(pk=tournament.pk).update(plan=plan)
    tournament.plan = plan
    return tournament


# --- the room --------------------------------------------------------------------------------------------------------


def a_room(house: House) -> Tournament:
    """Twelve tables, the clock runs out: one calls, one is disputed, one waits for a signature, one has longer, one
    writes too quickly, some wait for agreement, some are finished."""
    people = names(50)
    pairs = [f"{one} / {other}" for one, other in zip(people[:25], people[25:], strict=True)]
    room = of_preset(house, "sliding-pairs", *pairs, plan=CONFIRMS, name=OF_FIRE_BRIGADE)
    drawn = a_round(room, *((number, number + 1) for number in range(1, 25, 2)), byes=(25,))
    begun = timezone.now() - timedelta(minutes=36)
    Round.objects.filter(pk=drawn.pk).update(clock_at=begun)
    tables = {one.number: one for one in Table.objects.filter(round=drawn).select_related("round__tournament__club")}
    calls.call(tables[1], token=new_token("call-token"), device=DEVICE)
    for number in (2, 3, 4, 5, 6):
        a_result(tables[number], {"points": 24}, {"points": 3 * number})
    said(tables[2], {0: "", 1: LONG_REMARK})
    said(tables[4], {0: "", 1: ""})
    for number, contract in ((7, "gang"), (8, "bettler")):
        record(table_sheets.open_sheet(tables[number]), special(0, contract), special(1, "schnapser"))
    quick = table_sheets.open_sheet(tables[9])
    record(quick, *[special(1, "bettler"), special(0, "bettler"), special(1, "gang"), plain(0, 1)])
    closed = table_sheets.open_sheet(tables[10])
    record(closed, won_leg(0))
    close_sheet(closed, write=now(closed))
    Table.objects.filter(pk=tables[11].pk).update(extra_minutes=10)
    return room


def said(table: Table, words: Mapping[int, str]) -> None:
    """Position -> its remark; without one it agrees. Each on a phone of its own."""
    for position, remark in words.items():
        confirming.confirm(
            table, position=position, agrees=not remark, remark=remark, of=f"r{table.seq}",
            token=new_token("said-token"), device=f"{DEVICE}-{position}",
        )  # fmt: skip


def a_crowd(house: House) -> Tournament:
    """500 cards at 250 tables, the clock has run out; a third of the tables are in."""
    crowd = of_preset(house, "three-lives", name="Großes Preisschnapsen")
    in_bulk(crowd, names(HUNDREDS))
    drawn = a_round(crowd)
    Round.objects.filter(pk=drawn.pk).update(clock_at=timezone.now() - timedelta(minutes=23))
    cards = list(crowd.entrants.order_by("number"))
    rows = Table.objects.bulk_create(Table(round=drawn, number=number) for number in range(1, HUNDREDS // 2 + 1))
    seat = drawn.seats.model
    seat.objects.bulk_create(
        seat(round=drawn, table=rows[index // 2], position=index % 2, entrant=card) for index, card in enumerate(cards)
    )
    Table.objects.filter(round=drawn, number__lte=84).update(scores=[{"won": 1}, {"won": 0}], seq=1)
    return crowd


# --- how it stands, and the end --------------------------------------------------------------------------------------


def kept_back(house: House) -> Tournament:
    """A race in its second round of which nothing is said before the end."""
    return hall_of(two_times_32(house.club, rounds=1), public="end")


def read_out(house: House) -> Tournament:
    """Two places of sixteen were read."""
    race = hall_of(two_times_32(house.club, round_to=100), public="end")
    screens.add(race, by=None, token=new_token("screen-token"), name="Beamer im Saal")
    reading_out.start(race, by=None)
    reading_out.step(race, to=2, seen=0)
    return race


def codes(house: House) -> dict[str, str]:
    """Check codes: of a sheet as it was signed, and of one that was changed since."""
    found = {}
    for name in ("good", "changed"):
        match = of_preset(house, "sliding-pairs", "Anna Auer / Bert Berger", "Cilli Czak / Dora Dorn")
        sheet = table_sheets.open_sheet(a_round(match, (1, 2)).tables.get())
        record(sheet, special(1, "gang"), won_leg(0))
        close_sheet(sheet, write=now(sheet))
        found[name] = sheet.check_code
    member = house.club.memberships.get(role=Role.DIRECTOR)
    reopen_sheet(sheet, write=Write(sheet.seq, new_token("opened-token"), by=member.user), by=member)
    return found


def a_screen(tournament: Tournament, *shows: What) -> Screen:
    """As it hangs in the hall; what there is nothing to say about is passed over."""
    row = screens.add(tournament, by=None, token=new_token("screen-token"), name="Leinwand")
    wanted = [usual(one, "Pause bis 20:15, die Würstel sind fertig") for one in shows or What]
    seen = screens.mark_of(row)
    return screens.change(row, by=None, name=row.name, look=Colours.AUTO, shows=wanted, seen=seen)


def everything(house: House) -> dict[str, object]:
    """What stands in the paths below."""
    made = {
        "crowd": a_crowd(house), "planned": of_preset(house, "three-lives", name=OF_FIRE_BRIGADE),
        "room": a_room(house), "race": a_race(house, draft=False), "kept": kept_back(house), "read": read_out(house),
        "over": a_race_that_is_over(house), "lives": three_lives(house.club, rounds=7),
    }  # fmt: skip
    paths: dict[str, object] = {name: house.path(f"tournaments/{tournament.pk}") for name, tournament in made.items()}
    paths |= {f"{name}_hall": f"/hall/{hall_code(tournament)}" for name, tournament in made.items()}
    paths |= {f"table_{number}": f"/table/{code_of(made['room'], number)}/" for number in range(1, 13)}
    screen_of = {f"{name}_screen": a_screen(made[name]) for name in ("room", "race", "over")}
    screen_of["crowd_screen"] = a_screen(made["crowd"], What.NAMES, What.TABLES, What.MISSING, What.STANDINGS)
    screen_of["read_screen"] = Screen.objects.get(tournament=made["read"])
    paths |= {name: f"/screen/{row.secret}/" for name, row in screen_of.items()}
    written = made["room"].rounds.get().tables.exclude(sheet=None).order_by("number")
    sheets = {f"sheet_{one.number}": f"/sheet/{one.sheet.write_secret}/" for one in written if one.sheet}
    return {"club": house.path()[:-1], "screen": screen_of["room_screen"].pk, **paths, **sheets, **codes(house)}


# --- the pages -------------------------------------------------------------------------------------------------------


def opened(number: int) -> Any:
    """A table beside the room."""

    def do(page: Page) -> None:
        page.locator(f"#hall a[data-table='{number}']").first.tap()
        page.locator(f"#room-table[data-table='{number}']").wait_for()

    return do


def not_right(page: Page) -> None:
    page.locator("[name=agrees][value='0']").tap()
    page.locator(".problem").wait_for()


def brought(tournament: Tournament) -> Any:
    """The file of a tournament, looked at before anything is written."""

    def do(page: Page) -> None:
        data = takeout.as_json(takeout.document_of(tournament, now=timezone.now()))
        page.locator("[name=file]").set_input_files({"name": "t.json", "mimeType": "application/json", "buffer": data})
        page.get_by_role("button", name="Anschauen").tap()
        page.locator("#known, #new, #maybe").first.wait_for()

    return do


def broken(page: Page) -> None:
    data = json.dumps({"bummerlbuch_tournament": 99}).encode()
    page.locator("[name=file]").set_input_files({"name": "t.json", "mimeType": "application/json", "buffer": data})
    page.get_by_role("button", name="Anschauen").tap()
    page.locator(".problem").first.wait_for()


ROOM: Mapping[str, Look] = {
    "room": (DIRECTOR, "{room}/room/", None),
    "room-panel": (DIRECTOR, "{room}/room/", opened(2)),
    "room-only": (MEMBER, "{room}/room/?only=disputed", None),
    "room-250": (DIRECTOR, "{crowd}/room/", None),
    "room-none": (DIRECTOR, "{planned}/room/", None),
    "room-422": (DIRECTOR, "{race}/room/", refused("Uhr starten", minutes="viel")),
    "room-table": (DIRECTOR, "{room}/room/11/", refused("Setzen", minutes="viel")),
    "announce": (DIRECTOR, "{room}/announce/", None),
    "screens": (DIRECTOR, "{room}/screens/", unfolded),
    "screens-422": (DIRECTOR, "{read}/screens/", refused("Zeigen", text="")),
    "screen-change": (DIRECTOR, "{room}/screens/{screen}/", both(unfolded, refused("Speichern", name=""))),
    "reading": (DIRECTOR, "{read}/reading-out/", None),
    "reading-refused": (DIRECTOR, "{race}/reading-out/", refused("Beginnen")),
    "tables": (DIRECTOR, "{room}/tables/", None),
    "table-disputed": (DIRECTOR, "{room}/rounds/1/tables/2/", unfolded),
    "course": (DIRECTOR, "{planned}/setup/course/", unfolded),
}
PHONE: Mapping[str, Look] = {
    "hall": (NOBODY, "{room_hall}/", unfolded),
    "hall-tables": (NOBODY, "{room_hall}/?view=tables", None),
    "hall-found": (NOBODY, "{room_hall}/?q=Donau", None),
    "hall-422": (NOBODY, "{room_hall}/?number=999", None),
    "hall-number": (NOBODY, "{room_hall}/1/", unfolded),
    "hall-in": (NOBODY, "{crowd_hall}/7/", None),
    "hall-out": (NOBODY, "{lives_hall}/3/", None),
    "hall-bye": (NOBODY, "{room_hall}/25/", None),
    "hall-before": (NOBODY, "{planned_hall}/", None),
    "hall-kept": (NOBODY, "{kept_hall}/?view=standings", None),
    "hall-kept-number": (NOBODY, "{kept_hall}/3/", None),
    "hall-standings": (NOBODY, "{race_hall}/?view=standings", None),
    "hall-read": (NOBODY, "{read_hall}/?view=standings", None),
    "hall-over": (NOBODY, "{over_hall}/1/", None),
    "hall-prizes": (NOBODY, "{over_hall}/?view=prizes", None),
    "hall-rules": (NOBODY, "{room_hall}/rules/", None),
    "hall-pictures": (NOBODY, "{over_hall}/pictures/", unfolded),
    "why": (NOBODY, "{over_hall}/7/why/", None),
    "why-kept": (NOBODY, "{kept_hall}/3/why/", None),
    "why-needs": (MEMBER, "{race}/standings/7/", None),
    "at-table-call": (NOBODY, "{table_1}", None),
    "at-table-open": (NOBODY, "{table_3}", None),
    "at-table-disputed": (NOBODY, "{table_2}", None),
    "at-table-agreed": (NOBODY, "{table_4}", None),
    "at-table-closed": (NOBODY, "{table_10}", None),
    "pass": (NOBODY, "{table_3}confirm/?position=1&pass=1", None),
    "not-right-422": (NOBODY, "{table_3}confirm/?position=1&against=1", not_right),
    "sheet-to-sign": (NOBODY, "{sheet_7}", None),
    "sheet-agree": (NOBODY, "{sheet_8}agree/", None),
}
FILES: Mapping[str, Look] = {
    "paper": (DIRECTOR, "{over}/paper/", unfolded),
    "paper-not-yet": (DIRECTOR, "{planned}/paper/seating-by-name.pdf", None),
    "take-along": (DIRECTOR, "{over}/take-along/", None),
    "bring-422": (DIRECTOR, "{club}/tournaments/bring/", broken),
    "pictures": (MEMBER, "{over}/pictures/", unfolded),
    "pictures-none": (MEMBER, "{planned}/pictures/", None),
    "check": (NOBODY, "/check/", None),
    "check-good": (NOBODY, "/check/?code={good}", None),
    "check-changed": (NOBODY, "/check/?code={changed}", None),
    "check-422": (NOBODY, "/check/?code=AAAA-AAAA", None),
}
SCREENS = ("room_screen", "crowd_screen", "race_screen", "read_screen", "over_screen")


def bring_in(words: Mapping[str, object]) -> Look:
    """The preview of a file from another installation, with people whom the club knows."""
    pk = int(str(words["over"]).rpartition("/")[2])
    return DIRECTOR, "{club}/tournaments/bring/", brought(Tournament.objects.get(pk=pk))
