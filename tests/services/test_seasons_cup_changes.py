"""Cups over rows: made, changed, given other rules; and who goes to the final."""

from datetime import timedelta
from typing import Any

import pytest

from clubs.models import Change, Player
from clubs.services.core import Refused
from seasons.formats.cup import Version
from seasons.formats.cup_rules import read
from seasons.models import Board, Cup
from seasons.services import cup_events, cup_final, cup_versions, cups
from seasons.services.cup_facts import by_other_rules, facts_of
from tests.club import House
from tests.seasons_cups import DAYS, FIRST, LAST, a_cup, a_day, computed, new_token
from tests.services.season import FOUR, a_sheet_of
from tests.services.table import won_leg
from tests.services.test_seasons_cups import EVENING, codes, finished, named, now
from tests.tournament import a_tournament
from tests.tournament_evenings import two_times_32

pytestmark = pytest.mark.django_db


# --- making and changing ---------------------------------------------------------------------------------------------


def test_the_same_request_makes_one_cup_with_its_board(house: House) -> None:
    wanted: Any = {"name": "Cup", "first_day": FIRST, "last_day": LAST, "token": "once", "by": None, "now": now()}
    assert cups.create(house.club, **wanted) == cups.create(house.club, **wanted)
    assert (Cup.objects.count(), Board.objects.count(), Change.objects.filter(what="cup_made").count()) == (1, 1, 1)
    assert Board.objects.get().due_at is not None


def test_a_refusal_names_everything_at_once(house: House) -> None:
    with pytest.raises(Refused) as error:
        cups.create(house.club, by=None, token=" ", now=now(), name=" ", first_day=LAST, last_day=FIRST, game="poker",
                    rules={"events": {"gives": "places"}, "season": {"best": -1}}, every_evening=True)  # fmt: skip
    assert codes(error) == [
        ("cup_number_odd", "best"),
        ("cup_places_missing", "places"),
        ("bad_token", "token"),
        ("cup_name_missing", "name"),
        ("cup_days_turned", "last_day"),
        ("cup_game_unknown", "game"),
    ]


def test_a_cup_is_changed_ended_and_opened_again(house: House) -> None:
    cup = a_cup(house.club)
    a_day(cup, DAYS[0], Anna=5)
    with pytest.raises(Refused) as error:
        cups.change(cup, by=None, now=now(), first_day=DAYS[1])
    assert codes(error) == [("cup_events_outside", "first_day")]
    with pytest.raises(cups.CupMoved):
        cups.change(cup, by=None, now=now(), name="Anders", seen=0)
    cup = cups.change(cup, by=None, now=now(), name="Anders", public=True)
    assert (cup.name, cup.public) == ("Anders", True)
    cups.end(cup, by=None, now=now())
    with pytest.raises(Refused) as error:
        a_day(cup, DAYS[1], Anna=5)
    assert codes(error) == [("cup_over", None)]
    assert cups.end(cup, by=None, now=now(), ended=False).ended_at is None


def test_a_cup_without_a_game_gets_one_later_and_keeps_it(house: House) -> None:
    cup = a_cup(house.club)
    a_sheet_of(house, EVENING, won_leg(0))
    for wanted in ({"every_evening": True}, {"game": "poker"}):
        with pytest.raises(Refused) as error:
            cups.change(cup, by=None, now=now(), **wanted)
        assert [at for _code, at in codes(error)] == ["game"]
    cup = cups.change(cup, by=None, now=now(), game="bauernschnapsen", every_evening=True)
    assert len(computed(cup)) == len(FOUR)
    with pytest.raises(Refused) as error:
        cups.change(cup, by=None, now=now(), game="kratzen")
    assert codes(error) == [("cup_game_stays", "game")]


def test_new_rules_for_events_hold_from_their_day_on_and_the_preview_says_whose_place_moves(house: House) -> None:
    cup = a_cup(house.club)
    a_day(cup, DAYS[0], Anna=10, Bernd=12)
    a_day(cup, DAYS[1], Anna=10, Bernd=7, Eva=1)
    rules = {"events": {"bonus": [5]}}
    moves = cup_versions.preview(cup, rules, DAYS[1])
    names = dict(Player.objects.values_list("pk", "name"))
    told = [(names[one.person], one.before and one.before.sum, one.after and one.after.sum) for one in moves]
    assert (told, cup.versions.count()) == ([("Anna", 20, 25)], 1)
    for _twice in range(2):
        cup_versions.change_rules(cup, by=None, now=now(), rules=rules, from_day=DAYS[1])
    assert [one.number for one in cup.versions.all()] == [1, 2]
    assert named(computed(cup))[0] == ("Anna", 1, 2500)
    line = Change.objects.get(what="cup_rules_changed")
    assert (line.before["cup_bonus"], line.after["cup_bonus"], "cup_best" in line.after) == ([], [5], False)
    with pytest.raises(Refused) as error:
        cup_versions.preview(cup, {"events": {"unit": "cents"}}, LAST + timedelta(days=1))
    assert codes(error) == [("cup_from_day_odd", "from_day"), ("cup_money_mixed", "unit")]


# --- the final -------------------------------------------------------------------------------------------------------


def test_what_is_shown_before_is_what_becomes_of_evenings_tournaments_and_days(house: House) -> None:
    cup = a_cup(house.club, game="bauernschnapsen", every_evening=True)
    a_sheet_of(house, DAYS[0], won_leg(0))
    a_day(cup, DAYS[1], Anna=40)
    tournament = finished(two_times_32(house.club))
    cup_events.add_tournament(cup, by=None, now=now(), token=new_token(), tournament=tournament.pk)
    before = facts_of(cup)
    wanted = {"events": {"unit": "won"}, "season": {"best": 1}}
    then = by_other_rules(before, [*before.versions, Version(FIRST.isoformat(), read(wanted)[0])])
    cup_versions.change_rules(cup, by=None, now=now(), rules=wanted, from_day=FIRST)
    assert facts_of(cup).table == then.table != before.table


def test_whoever_has_qualified_is_announced_at_the_final_once(house: House) -> None:
    cup = a_cup(house.club, {"season": {"qualified": 2, "women": True, "first_woman": True}})
    a_day(cup, DAYS[0], Anna=5, Bernd=9, Dieter=7, Eva=1)
    final = a_tournament(house.club, "Dieter", day=LAST)
    people = {one.name: one.pk for one in Player.objects.all()}
    cups.change(cup, by=None, now=now(), women=[people["Anna"], people["Eva"]])
    assert final in cup_final.finals(cup)
    with pytest.raises(cups.CupMoved):
        cup_final.take_over(cup, by=None, now=now(), tournament=final.pk, seen=[people["Bernd"]])
    seen = [people[name] for name in ("Bernd", "Dieter", "Anna")]
    done = cup_final.take_over(cup, by=None, now=now(), tournament=final.pk, seen=seen)
    assert ([one.people.get().player.name for one in done.cards], done.before) == (["Bernd", "Anna"], 1)
    assert {one.status for one in done.cards} == {"expected"}
    again = cup_final.take_over(cup, by=None, now=now(), tournament=final.pk)
    assert (again.cards, again.before, final.entrants.count()) == ((), 3, 3)
    with pytest.raises(Refused) as error:
        cup_final.take_over(cup, by=None, now=now(), tournament=finished(final).pk)
    assert codes(error) == [("tournament_over", "tournament")]
