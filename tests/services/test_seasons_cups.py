"""Cups over rows: evenings, tournaments and typed days counted together, rules by version, and the final."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Change, Evening, Membership, Player
from clubs.models.club import Role
from clubs.services.core import Refused
from clubs.services.merging import merge
from scoring.models import Sheet
from scoring.services.closing import close_sheet, reopen_sheet
from scoring.services.erase import erase_person
from scoring.services.merge import sat_together
from scoring.services.sheets import void_line
from seasons.models import Board, Cup, CupEvent, CupResult, Row
from seasons.services import boards, cup_events, cup_versions, cups
from seasons.services.cup_events import Typed
from seasons.services.cup_facts import facts_of, listed
from seasons.services.cups_board import lines_of, number_of
from tests.club import House
from tests.seasons_cups import DAYS, FIRST, LAST, S6_AVERAGE, S6_BEST_7, a_cup, a_day, computed, new_token, the_season
from tests.services.season import FOUR, a_sheet_of
from tests.services.table import now as write_now
from tests.services.table import plain, won_leg
from tests.tournament import a_card, a_tournament
from tests.tournament_evenings import three_lives, two_times_32
from tournaments.models import Tournament
from tournaments.services import setup

pytestmark = pytest.mark.django_db

BEST_7 = {"season": {"best": 7, "minimum": 6}}
EVENING = DAYS[0]


def now() -> Any:
    return timezone.now()


def named(rows: list[Row]) -> list[tuple[str, int | None, int]]:
    names = dict(Player.objects.values_list("pk", "name"))
    return [(names[row.subject], row.place, row.values["hundredths"]) for row in rows]


def stored(cup: Cup) -> list[Any]:
    columns = ("table", "subject", "place", "shared", "order", "values", "detail")
    return list(Row.objects.filter(board=cup.board).order_by("table", "order").values_list(*columns))


def fresh(cup: Cup) -> list[Any]:
    """What a board that never was before would have."""
    orders: dict[str, int] = {}
    lines = []
    for order, one in enumerate(lines_of(facts_of(cup))):
        orders[one.table] = order
        lines.append((one.table, one.subject, one.place, one.shared, order, dict(one.values), dict(one.detail)))
    return sorted(lines, key=lambda one: (one[0], one[4]))


def codes(error: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str | None]]:
    return [(one.code, one.at) for one in error.value.problems]


# --- S6 --------------------------------------------------------------------------------------------------------------


def test_the_season_of_s6_by_all_three_rules(house: House) -> None:
    cup = a_cup(house.club, BEST_7)
    the_season(cup)
    rows = named(computed(cup))
    assert rows[:5] == [(name, place, total * 100) for place, (name, total) in enumerate(S6_BEST_7, 1)]
    assert rows[5] == ("Christl", None, 436000)
    by_average = {"season": {"counts": "average", "minimum": 6}}
    cup_versions.change_rules(cup, by=None, now=now(), rules=by_average, from_day=FIRST)
    rows = named(computed(cup))
    assert rows[:5] == [(name, place, total) for place, (name, total) in enumerate(S6_AVERAGE, 1)]
    by_divisor = {"season": {"counts": "divisor", "divisor": 8}}
    cup_versions.change_rules(cup, by=None, now=now(), rules=by_divisor, from_day=FIRST)
    assert {name: total for name, _place, total in named(computed(cup))}["Eva"] == 76000


def test_every_line_says_what_counted_and_what_was_dropped(house: House) -> None:
    cup = a_cup(house.club, BEST_7)
    the_season(cup)
    bernd = computed(cup)[0]
    parts = bernd.detail["events"]
    assert sum(one["value"] for one in parts if one["counted"]) == bernd.values["sum"] == 6360
    assert [one["value"] for one in parts if one["why"] == ["worse"]] == [640, 590]
    assert [one["event"] for one in parts if one["why"] == ["absent"]] == [f"day-{cup.events.all()[4].pk}"]
    assert (bernd.values["attended"], bernd.values["counted"], bernd.values["events"]) == (9, 7, 10)


# --- evenings --------------------------------------------------------------------------------------------------------


def test_every_evening_of_the_game_counts_and_other_games_do_not(house: House) -> None:
    cup = a_cup(house.club, {"events": {"unit": "bummerl"}}, game="bauernschnapsen", every_evening=True)
    a_sheet_of(house, EVENING, won_leg(0), won_leg(0))
    a_sheet_of(house, EVENING, won_leg(1))
    a_sheet_of(house, EVENING, {"tricks": [2, 2, 0, 0]}, {"contract": "schlagen", "striker": 0,
               "active": [0, 1, 2, 3], "tricks": [2, 1, 1, 0]}, game="kratzen")  # fmt: skip
    a_sheet_of(house, LAST + timedelta(days=1), won_leg(0))
    rows = computed(cup)
    figures = {name: total for name, _place, total in named(rows)}
    winners, losers = FOUR[::2], FOUR[1::2]
    assert {figures[name] for name in winners} == {-figures[name] for name in losers}
    assert [row.values["events"] for row in rows] == [1, 1, 1, 1]
    evening = Evening.objects.get(day=EVENING)
    cup_events.leave_out(cup, by=None, now=now(), evening=evening.pk)
    cup_events.leave_out(cup, by=None, now=now(), evening=evening.pk)
    assert computed(cup) == []
    cup_events.add_evening(cup, by=None, now=now(), token=new_token(), evening=evening.pk)
    assert (len(computed(cup)), CupEvent.objects.count()) == (4, 0)


def test_of_several_sheets_of_an_evening_only_the_best_counts_where_the_cup_says_so(house: House) -> None:
    cup = a_cup(house.club, {"events": {"unit": "bummerl"}}, game="bauernschnapsen", every_evening=True)
    a_sheet_of(house, EVENING, won_leg(0), won_leg(0))
    a_sheet_of(house, EVENING, won_leg(1))
    one_evening = {name: total for name, _place, total in named(computed(cup))}
    best = {"events": {"unit": "bummerl", "several": "best"}}
    shown = {one.person: one.after and one.after.sum for one in cup_versions.preview(cup, best, FIRST)}
    cup_versions.change_rules(cup, by=None, now=now(), rules=best, from_day=FIRST)
    rows = computed(cup)
    assert shown == {row.subject: row.values["sum"] for row in rows}
    made = {name: total // 100 for name, _place, total in named(rows)}
    cards = {row.subject: sorted(card["points"] for card in row.detail["events"][0]["cards"]) for row in rows}
    sheets = {(-2, 4), (2, -4)}
    assert {tuple(one) for one in cards.values()} == {tuple(sorted(one)) for one in sheets}
    assert sorted(made.values()) == [2, 2, 4, 4]
    assert sorted(one_evening.values()) == [-200, -200, 200, 200]


def test_a_corrected_sheet_of_an_october_evening_changes_the_board_to_exactly_a_fresh_one(
    house: House, django_capture_on_commit_callbacks: Any
) -> None:
    cup = a_cup(house.club, {"events": {"unit": "won"}}, game="bauernschnapsen", every_evening=True)
    sheets = [a_sheet_of(house, day, won_leg(0), plain(1), won_leg(0)) for day in DAYS[:3]]
    before = named(computed(cup))
    Board.objects.update(due_at=None)
    with django_capture_on_commit_callbacks(execute=True):
        correct(sheets[0], house)
    board = Board.objects.get(cup=cup)
    assert board.due_at is not None
    assert boards.is_stale(board)
    assert named(computed(cup)) != before
    assert stored(cup) == fresh(cup)


def correct(sheet: Sheet, house: House) -> None:
    """The last leg was nobody's."""
    director = Membership.objects.get(club=house.club, user=house.users[Role.DIRECTOR])
    reopen_sheet(sheet, write=write_now(sheet), by=director)
    last = sheet.entries.filter(kind="hand").latest("seq")
    void_line(sheet, line=last.seq, write=write_now(sheet))
    close_sheet(sheet, write=write_now(sheet))


# --- tournaments -----------------------------------------------------------------------------------------------------


def finished(tournament: Tournament, day: date = EVENING) -> Tournament:
    Tournament.objects.filter(pk=tournament.pk).update(ended_at=now(), day=day, seq=100)
    tournament.refresh_from_db()
    return tournament


def test_a_tournament_counts_once_it_is_finished(house: House) -> None:
    rules = {"events": {"floor": True, "bonus": [10, 5]}, "season": {"women": True, "qualified": 3}}
    cup, tournament = a_cup(house.club, rules), two_times_32(house.club)
    Tournament.objects.filter(pk=tournament.pk).update(day=EVENING)
    first = cup_events.add_tournament(cup, by=None, now=now(), token=new_token(), tournament=tournament.pk)
    again = cup_events.add_tournament(cup, by=None, now=now(), token=new_token(), tournament=tournament.pk)
    assert (first.pk, computed(cup)) == (again.pk, [])
    tournament.entrants.filter(number__in=[5, 6]).update(woman=True)
    finished(tournament)
    assert boards.is_stale(Board.objects.get(cup=cup))
    rows = computed(cup)
    assert named(rows)[:3] == [("P1", 1, 7700), ("P2", 2, 7100), ("P5", 3, 6000)]
    assert [row.detail.get("qualified", "") for row in rows][:4] == ["place", "place", "place", ""]
    last = rows[-1].detail["events"][0]
    assert (last["value"], last["why"], last["made"] < 0) == (0, ["below_zero"], True)
    assert named(computed(cup, "women")) == [("P5", 1, 6000), ("P6", 2, 0)]


def test_of_lives_the_places_count_and_who_never_came_is_not_in_it(house: House) -> None:
    cup = a_cup(house.club, {"events": {"gives": "places", "places": [25, 18, 15]}})
    tournament = finished(three_lives(house.club))
    cup_events.add_tournament(cup, by=None, now=now(), token=new_token(), tournament=tournament.pk)
    rows = named(computed(cup))
    assert rows[:3] == [("Gruber", 1, 2500), ("Eder", 2, 1800), ("Kern", 3, 1500)]
    assert "Moser" not in [name for name, _place, _total in rows]


def test_both_of_a_pair_get_what_their_card_made_and_only_the_best_card_counts(house: House) -> None:
    plan = {"card": "pair", "max_cards": 2, "stages": [{"kind": "lives", "lives": 1, "counting": {"unit": "legs"}}]}
    tournament = a_tournament(house.club, "Auer / Berger", "Dorn / Eder", plan=plan)
    a_card(tournament, "Auer / Eder", group="FF Au")
    cup = a_cup(house.club, {"events": {"gives": "places", "places": [9, 5, 1], "several": "best"}})
    cup_events.add_tournament(cup, by=None, now=now(), token=new_token(), tournament=finished(tournament).pk)
    rows = computed(cup)
    assert len(rows) == 4
    auer = next(row for row in rows if Player.objects.get(pk=row.subject).name == "Auer")
    assert [one["counts"] for one in auer.detail["events"][0]["cards"]] == [True, False]


def test_teams_and_towns_have_tables_of_their_own_and_rows_hold_no_names(house: House) -> None:
    cup = a_cup(house.club, {"season": {"teams": True, "towns": True, "group_best": 1}})
    tournament = two_times_32(house.club)
    tournament.entrants.filter(number__in=[1, 2]).update(group="FF Ettendorf")
    Player.objects.filter(name__in=["P1", "P5"]).update(place="Linz")
    cup_events.add_tournament(cup, by=None, now=now(), token=new_token(), tournament=finished(tournament).pk)
    (team,), (town,) = computed(cup, "teams"), computed(cup, "towns")
    assert (team.subject, team.values) == (number_of("ff ettendorf"), {"hundredths": 6700, "people": 2})
    assert (town.subject, [one["counted"] for one in town.detail["shares"]]) == (number_of("linz"), [True, False])
    assert not any(name in repr(stored(cup)) for name in ("Ettendorf", "Linz", "P1'"))
    Player.objects.filter(name="P1").update(place="Graz")
    assert boards.is_stale(Board.objects.get(cup=cup))


def test_a_tournament_that_is_moved_out_of_the_cups_days_counts_again_once_it_lies_inside(house: House) -> None:
    cup, tournament, after = a_cup(house.club), two_times_32(house.club), LAST + timedelta(days=1)
    Tournament.objects.filter(pk=tournament.pk).update(day=EVENING)
    event = cup_events.add_tournament(cup, by=None, now=now(), token=new_token(), tournament=tournament.pk)
    computed(cup)
    tournament.refresh_from_db()
    setup.change(tournament, by=None, about=replace(setup.said_of(tournament), day=after))
    assert boards.is_stale(Board.objects.get(cup=cup))
    finished(tournament, after)
    assert (computed(cup), [one.outside for one in listed(cup)]) == ([], [True])
    # What lies outside already does not keep the cup from being changed.
    cup = cups.change(cup, by=None, now=now(), name="Anders")
    cup = cups.change(cup, by=None, now=now(), last_day=after)
    assert (len(computed(cup)) > 0, [one.outside for one in listed(cup)]) == (True, [False])
    with pytest.raises(Refused) as error:
        cups.change(cup, by=None, now=now(), last_day=LAST)
    assert codes(error) == [("cup_events_outside", "last_day")]
    cup_events.remove(cup, by=None, now=now(), event=event.pk)
    assert Change.objects.get(what="cup_event_removed").after["day"] == str(after)


# --- people ----------------------------------------------------------------------------------------------------------


def test_whoever_turns_out_to_be_somebody_else_has_one_line(house: House) -> None:
    cup = a_cup(house.club)
    a_day(cup, DAYS[0], Anna=5, Bernd=3)
    a_day(cup, DAYS[1], Anni=7)
    assert len(computed(cup)) == 3
    anna, anni = (Player.objects.get(name=name) for name in ("Anna", "Anni"))
    merge(house.club, gone=anni, into=anna, by=None, sat_together=sat_together)
    assert boards.is_stale(Board.objects.get(cup=cup))
    assert named(computed(cup)) == [("Anna", 1, 1200), ("Bernd", 2, 300)]
    assert stored(cup) == fresh(cup)


def test_women_may_be_named_where_no_start_card_says_so(house: House) -> None:
    cup = a_cup(house.club, {"season": {"women": True}})
    a_day(cup, DAYS[0], Anna=5, Bernd=3)
    anna = Player.objects.get(name="Anna")
    cup = cups.change(cup, by=None, now=now(), women=[anna.pk, 10**9])
    assert (cup.women, named(computed(cup, "women"))) == ([anna.pk], [("Anna", 1, 500)])


# --- typed days ------------------------------------------------------------------------------------------------------


def test_results_are_typed_by_names_and_put_right(house: House) -> None:
    cup = a_cup(house.club, {"events": {"several": "best"}})
    event = a_day(cup, DAYS[0], Anna=5)
    before = Player.objects.count()
    typed = [Typed("Höß, Anna", 8), Typed("Anna Höß", 9), Typed("Neu Fritz", 1), Typed("", None)]
    cup_events.type_results(event, by=None, now=now(), results=typed)
    seq = Cup.objects.get(pk=cup.pk).seq
    cup_events.type_results(event, by=None, now=now(), results=typed)
    assert (Cup.objects.get(pk=cup.pk).seq, Player.objects.count()) == (seq, before + 1)
    assert list(event.results.order_by("pk").values_list("player__name", "number", "points")) == [
        ("Anna Höß", 1, 8),
        ("Anna Höß", 2, 9),
        ("Neu Fritz", 1, 1),
    ]
    assert named(computed(cup)) == [("Anna Höß", 1, 900), ("Neu Fritz", 2, 100)]
    with pytest.raises(Refused) as error:
        cup_events.type_results(event, by=None, now=now(), results=[Typed("", 3), Typed("Anna", None)])
    assert codes(error) == [("person_name_missing", "results.0.name"), ("cup_points_odd", "results.1.points")]
    cup_events.type_results(event, by=None, now=now(), results=typed, seen=0)
    with pytest.raises(cups.CupMoved):
        cup_events.type_results(event, by=None, now=now(), results=typed[1:], seen=0)
    cup_events.remove(cup, by=None, now=now(), event=event.pk)
    cup_events.remove(cup, by=None, now=now(), event=event.pk)
    assert (CupResult.objects.count(), computed(cup)) == (0, [])


def test_a_day_is_put_right_after_somebody_of_it_was_erased(house: House) -> None:
    cup = a_cup(house.club)
    event = a_day(cup, DAYS[0], Anna=5, Bernd=3)
    erased = erase_person(house.club, Player.objects.get(name="Anna"), by=None, confirmation="Anna")
    wanted = [Typed(erased.name, 5), Typed("Bernd", 4)]
    cup_events.type_results(event, by=None, now=now(), results=wanted)
    made = event.results.order_by("-points").values_list("player__name", "points")
    assert [*made] == [(erased.name, 5), ("Bernd", 4)]
    with pytest.raises(Refused):
        a_day(cup, DAYS[1], **{erased.name: 5})
