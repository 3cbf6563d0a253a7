"""Erasing a person: the name is gone from everywhere, and every game, total and cent is still there."""

import json
from datetime import date
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core import serializers
from django.db import models, transaction
from django.utils import timezone

from clubs import queries
from clubs.apps import ClubsConfig
from clubs.models import (
    Attendance,
    Booking,
    Change,
    Claim,
    Evening,
    Invitation,
    Membership,
    Player,
    RuleProfile,
    RuleVersion,
    Tariff,
    Transfer,
)
from clubs.models.till import Kind
from clubs.names import public_name
from clubs.services.changes import log_change
from clubs.services.claims import ask_claim
from clubs.services.core import Refused
from clubs.services.people import change_player
from clubs.services.till import Line, balances, book
from scoring.models import Entry, Seat, Sheet, Total
from scoring.services.closing import close_sheet
from scoring.services.erase import erase_person
from scoring.services.my_data import stored_about
from scoring.services.sheets import begin_sheet, rename_seats, swap_seats
from tests.club import House, a_house
from tests.services.table import ONE, a_sheet, differing, fresh, names, new_token, now, record, won_leg
from tests.services.test_claims import newcomer
from tests.services.test_merge import a_guest, codes, merged

pytestmark = pytest.mark.django_db

TABLE = ["Franz Huber", "Anna Höß", "Bert Maier", "Dora Lang"]


def a_played_sheet(house: House, players: list[str] = TABLE, *, closed: bool = True) -> Sheet:
    sheet = begin_sheet(game="bauernschnapsen", players=players, club=house.club, token=new_token("sheet"))
    record(sheet, ONE, won_leg(0))
    if closed:
        close_sheet(sheet, write=now(sheet))
    return fresh(sheet)


def erased(house: House, player: Player, confirmation: str = "") -> Player:
    return erase_person(house.club, player, by=house.users["owner"], confirmation=confirmation or player.name)


def everything_of(*kinds: type[models.Model]) -> str:
    """Every row of the club's tables, as text."""
    return "".join(
        json.dumps(json.loads(serializers.serialize("json", kind._base_manager.all())), ensure_ascii=False)
        for kind in kinds
    )


STORED = (
    *(Attendance, Booking, Change, Claim, Evening, Invitation, Membership, Player, RuleProfile, Tariff),
    *(Entry, Seat, Sheet, Total, LogEntry),
)


def test_every_table_of_clubs_that_could_hold_a_name_is_looked_at() -> None:
    texts = (models.CharField, models.TextField, models.JSONField)
    kinds = [
        *Player._meta.apps.get_app_config(ClubsConfig.name).get_models(),
        *Sheet._meta.apps.get_app_config("scoring").get_models(),
    ]
    with_texts = {kind.__name__ for kind in kinds if any(isinstance(one, texts) for one in kind._meta.concrete_fields)}
    # What is not in STORED has codes and addresses only, or belongs to the account or to the club.
    elsewhere = {"User", "ApiToken", "Counted", "Club", "FormerAddress", "RuleVersion", "Feat", "Score", "Course"}
    elsewhere |= {"Beat"}
    assert {name for name in with_texts if "Tally" not in name and name not in elsewhere} <= {
        one.__name__ for one in STORED
    }


def test_the_name_is_nowhere_any_more_and_the_record_is_whole() -> None:
    house = a_house()
    franz, club, director = house.players["member"], house.club, house.users["director"]
    change_player(franz, by=director, nickname="Franzl", place="Haid", iban="AT611904300234573201")
    nanni = a_guest(house, "Hubert Unbekannt")
    sheets = [a_played_sheet(house), a_played_sheet(house, ["Hubert Unbekannt", *TABLE[1:]])]
    swapped = begin_sheet(game="bauernschnapsen", players=TABLE, club=club, token=new_token("sheet"))
    swap_seats(swapped, seats=[0, 1], write=now(swapped))
    rename_seats(swapped, names=["Anna Höß", "Franz Huber", "Dora Lang", "Egon Kern"], write=now(swapped))
    close_sheet(swapped, write=now(swapped))
    merged(house, nanni, franz)
    evening = Evening.objects.create(club=club, day=date(2026, 11, 3))
    Attendance.objects.create(evening=evening, player=nanni)
    notes = ["Bier für franz", "Huber Franz zahlt", "der Franzl", "Langer Abend"]
    lines = [Line(kind=Kind.FINE, cents=100, player=franz, note=note) for note in notes]
    lines.append(Line(kind=Kind.FINE, cents=50, player=house.players["owner"], note="mit Franz Huber gewettet"))
    book(club, by=director, token="token-notes", day=evening.day, lines=lines)
    Tariff.objects.create(club=club, kind="fine", name="Tarif Franz Huber", cents=1, further_cents=1)
    RuleProfile.objects.create(club=club, game="schnapsen", name="Regeln von Huber, Franz")
    Invitation.objects.create(club=club, player=franz, secret="x" * 32, expires_at=evening.opened_at)
    ask_claim(newcomer(house), a_guest(house, "Ohne"), by=director)
    log_change(
        club, "club_changed", by=director, before={"note": ["Franz Huber"]}, after={"note": {"x": "franz huber!"}}
    )
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.create(
        user=director, content_type=kind, object_id=str(franz.pk), object_repr="Franz Huber", action_flag=CHANGE
    )
    sums, totals = balances(club), list(Total.objects.values_list("unit", "amount").order_by("pk"))

    gone = erased(house, franz, "huber franz")

    stored = everything_of(*STORED).casefold()
    assert [word for word in ("franz", "huber", "unbekannt", "haid", "at6119") if word in stored] == []
    assert (gone.name, public_name(gone), gone.iban, gone.place) == (f"N. N. {franz.pk}", "N. N.", "", "")
    assert [names(sheet)[0] for sheet in sheets] == [gone.name, gone.name]
    assert fresh(swapped).state["names"] == names(swapped) == ["Anna Höß", gone.name, "Dora Lang", "Egon Kern"]
    assert swapped.entries.filter(kind="seats").first().data == {  # type: ignore[union-attr]  # there are two
        "names": ["Anna Höß", gone.name, "Bert Maier", "Dora Lang"],
        "before": [gone.name, "Anna Höß", "Bert Maier", "Dora Lang"],
        "moved": [1, 0, 2, 3],
    }
    assert differing() == []
    assert (balances(club), list(Total.objects.values_list("unit", "amount").order_by("pk"))) == (sums, totals)
    assert queries.people_of(club)[nanni.pk] == gone
    assert Membership.objects.get(user=house.users["member"]).player is None
    assert Claim.objects.count() == 1
    assert Booking.objects.filter(note="Langer Abend").exists()


def test_the_log_says_that_and_by_whom_somebody_was_erased_and_no_more() -> None:
    house = a_house()
    change_player(house.players["member"], by=None, place="Haid")
    erased(house, house.players["member"])
    lines = list(Change.objects.order_by("pk").values_list("what", "by", "before", "after"))
    assert lines == [("player_changed", None, {}, {}), ("person_erased", house.users["owner"].pk, {}, {})]


def test_names_that_were_written_before_a_change_of_name_go_too() -> None:
    house = a_house()
    sheet = a_played_sheet(house)
    player = change_player(house.players["member"], by=None, name="Franz Hofer")
    assert names(sheet)[0] == "Franz Huber"
    erased(house, player)
    assert names(sheet)[0] == f"N. N. {player.pk}"
    assert differing() == []


def test_somebody_else_who_has_the_old_name_by_now_keeps_it() -> None:
    house = a_house()
    old = a_played_sheet(house)
    player = change_player(house.players["member"], by=None, name="Franz Hofer")
    other = Player.objects.create(club=house.club, name="Franz Huber")
    theirs = a_played_sheet(house)
    assert Seat.objects.get(sheet=theirs, position=0).player == other
    log_change(house.club, "player_added", by=None, player=other, after={"name": "Franz Huber"})
    erased(house, player)
    assert (names(old)[0], names(theirs)[0]) == (f"N. N. {player.pk}", "Franz Huber")
    assert Change.objects.get(player=other).after == {"name": "Franz Huber"}
    assert differing() == []


def test_at_a_table_that_is_still_playing_nobody_is_erased() -> None:
    house = a_house()
    sheet = a_played_sheet(house, closed=False)
    with pytest.raises(Refused) as error:
        erased(house, house.players["member"])
    assert [(one.code, one.figures) for one in error.value.problems] == [
        ("erase_at_table", {"who": ", ".join(names(sheet))})
    ]
    assert names(sheet)[0] == "Franz Huber"
    close_sheet(sheet, write=now(sheet))
    erased(house, house.players["member"])
    assert differing() == []


def test_a_sheet_opened_and_written_on_meanwhile_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    house = a_house()
    sheet = a_played_sheet(house)
    stale = [fresh(sheet)]
    Sheet.objects.filter(pk=sheet.pk).update(seq=sheet.seq + 1)
    monkeypatch.setattr("scoring.services.erase._sheets_of", lambda club, gone: stale)
    with pytest.raises(Refused) as error, transaction.atomic():
        erased(house, house.players["member"])
    assert (codes(error), names(sheet)[0]) == (["erase_moved_on"], "Franz Huber")
    assert Player.objects.get(pk=house.players["member"].pk).name == "Franz Huber"


def test_another_name_does_not_confirm_it_and_twice_is_once() -> None:
    house = a_house()
    with pytest.raises(Refused) as error:
        erased(house, house.players["member"], "Franz")
    assert [(one.code, one.at) for one in error.value.problems] == [("erase_not_confirmed", "confirmation")]
    for _tap in range(2):
        erased(house, house.players["member"], "Franz Huber")
    assert Change.objects.filter(what="person_erased").count() == 1


def test_a_quick_sheet_of_somebody_elsewhere_and_another_club_stay() -> None:
    house, other = a_house(), a_house("linde")
    quick, theirs = a_sheet(), a_played_sheet(other)
    erased(house, house.players["member"])
    assert (names(quick)[0], names(theirs)[0]) == ("Anna", "Franz Huber")
    assert Player.objects.filter(club=other.club, name="Franz Huber").exists()


def test_the_clubs_account_of_somebody_who_is_erased_is_no_longer_the_clubs() -> None:
    house = a_house(iban="AT611904300234573201", account_holder="Franz Huber")
    erased(house, house.players["member"])
    house.club.refresh_from_db()
    assert (house.club.iban, house.club.account_holder) == ("", "")


# --- what is stored ------------------------------------------------------------------------------------------------


def test_whoever_asks_gets_everything_that_is_stored_of_them_and_of_nobody_else() -> None:
    house = a_house()
    franz, membership = house.players["member"], Membership.objects.get(user=house.users["member"])
    nanni = a_guest(house)
    sheet = a_played_sheet(house, ["Nanni", *TABLE[1:]])
    merged(house, nanni, franz)
    evening = Evening.objects.create(club=house.club, day=date(2026, 11, 3))
    Attendance.objects.create(evening=evening, player=nanni)
    change_player(franz, by=house.users["member"], iban="AT611904300234573201")
    book(house.club, by=None, token="token-one", day=evening.day, lines=[Line(kind=Kind.FINE, cents=100, player=franz)])
    house.token("member")
    data: dict[str, Any] = stored_about(house.club, franz, membership)
    assert [one["name"] for one in data["people"]] == ["Franz Huber", "Nanni"]
    assert data["people"][0]["iban"] == "AT611904300234573201"
    assert [(one["sheet"], one["name"]) for one in data["sheets"]] == [(sheet.pk, "Nanni")]
    assert not any(key in json.dumps(data, default=str) for key in (sheet.code, sheet.write_secret))
    assert data["sheets"][0]["totals"]["legs"] == 1
    told = {name: sum(row.get("won", 0) for row in rows) for name, rows in data["statistics"].items()}
    # One leg with one and against two; a day has a row of each game and one of all.
    assert (told["years"], told["evenings"]) == (1, 2)
    assert {bool(data["statistics"][name]) for name in ("contracts", "with_and_against")} == {True}
    pairs = [one for one in data["statistics"]["with_and_against"] if (one["year"], one["game"]) == (0, "")]
    assert [sum(one[name] for one in pairs) for name in ("won", "lost", "beat", "beaten")] == [1, 0, 2, 0]
    assert [one["evening__day"] for one in data["attendance"]] == [evening.day]
    assert [(one["kind"], one["balance"]) for one in data["bookings"]] == [("fine", -100)]
    assert data["account"]["email"] == house.users["member"].email
    assert [one["name"] for one in data["account"]["api_tokens"]] == [""]
    assert {one["what"] for one in data["changes"]} >= {"player_changed", "players_merged"}
    assert not any(name in json.dumps(data, default=str, ensure_ascii=False) for name in TABLE[1:])


def test_of_somebody_without_an_account_there_is_no_account() -> None:
    house = a_house()
    data = stored_about(house.club, a_guest(house))
    assert (data["account"], [one["name"] for one in data["people"]], data["sheets"]) == (None, ["Nanni"], [])


def test_notes_to_the_person_keep_no_earlier_nickname_and_no_earlier_name() -> None:
    house = a_house()
    franz, director = house.players["member"], house.users["director"]
    for wanted in ({"nickname": "Zwirbel"}, {"nickname": "F"}, {"name": "Franz Gruber"}):
        change_player(franz, by=director, **wanted)
    line = Line(kind=Kind.FINE, cents=100, player=franz, note="der Zwirbel vom Huber-Hof, F.")
    book(house.club, by=director, token="token-notes", day=date(2026, 11, 3), lines=[line])
    franz.refresh_from_db()
    erased(house, franz)
    assert Booking.objects.get().note == "der N. N. vom N. N.-Hof, N. N.."


def test_what_the_account_did_on_pages_of_the_club_is_no_longer_said_by_its_name() -> None:
    house = a_house()
    franz, user, director = house.players["member"], house.users["member"], house.users["director"]
    day = date(2026, 11, 3)
    evening = Evening.objects.create(club=house.club, day=day, opened_by=user, closed_by=user, closed_at=timezone.now())
    payer = house.players["owner"]
    Transfer.objects.create(
        evening=evening, payer=payer, receiver=franz, cents=50, paid_at=timezone.now(), paid_by=user
    )
    profile = RuleProfile.objects.create(club=house.club, game="schnapsen", name="Post")
    RuleVersion.objects.create(profile=profile, number=1, made_by=user)
    membership = Membership.objects.get(club=house.club, user=user)
    kind = ContentType.objects.get_for_model(Membership)
    LogEntry.objects.create(
        user=director, content_type=kind, object_id=str(membership.pk), object_repr="Franz Huber", action_flag=CHANGE
    )
    erased(house, franz)
    pages = [house.phone("scorer").get(house.path(f"evenings/{day}/"))]
    pages.append(house.phone("scorer").get(house.path(f"house-rules/{profile.pk}/")))
    assert [(page.status_code, "Huber" in page.content.decode()) for page in pages] == [(200, False)] * 2
    assert "Huber" not in everything_of(LogEntry)
