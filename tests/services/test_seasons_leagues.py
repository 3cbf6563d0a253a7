"""Leagues and their teams: made, ruled, described, deleted; lists, withdrawals, penalties; and who is quicker."""

from datetime import date

import pytest
from django.utils import timezone, translation

from clubs.models import Change, Player
from clubs.services.core import Refused
from seasons.models import Board, Deduction, Fixture, League, Report, Team
from seasons.services import fixtures, leagues, teams
from seasons.services.league_facts import facts_of
from seasons.services.league_turns import Moved
from seasons.services.leagues import About, Unsure
from tests.club import House
from tests.league import a_league, reported
from tests.services.league_made import WON, add, codes, division_of, drawn, logged, made, rebuilt

pytestmark = pytest.mark.django_db


# --- making and changing ---------------------------------------------------------------------------------------------


def test_a_league_has_divisions_with_boards_and_the_same_request_is_once(house: House) -> None:
    league = made(house, "1. Klasse", " ", "2. Klasse", token="once", boards=4)
    assert made(house, "anything", token="once").pk == league.pk
    assert list(league.divisions.values_list("level", "name")) == [(1, "1. Klasse"), (2, "2. Klasse")]
    assert Board.objects.filter(division__league=league, due_at__isnull=False).count() == 2
    assert (league.rules["boards"], len(league.secret)) == (4, 32)
    assert logged(house) == ["league_made"]


def test_what_is_missing_is_said_at_once(house: House) -> None:
    with pytest.raises(Refused) as error:
        leagues.create(
            house.club, by=None, token="", about=About(" ", "", "poker"), divisions=["A", "a"], rules={"boards": 0}
        )
    assert codes(error) == [
        ("league_name_missing", "name"),
        ("league_season_missing", "season"),
        ("league_unknown_game", "game"),
        ("division_twice", "divisions"),
        ("league_number", "boards"),
        ("league_walkover_boards", "walkover_boards"),
        ("league_minimum", "minimum"),
        ("bad_token", "token"),
    ]


def test_a_copy_has_the_rules_and_divisions_and_no_teams(house: House) -> None:
    league = made(house, "A", "B", boards=3)
    add(league, "Kopfing")
    copy = leagues.copy_of(league, by=None, token="copy", name="Bezirksliga", season="2027/28")
    assert (copy.rules, copy.divisions.count(), Team.objects.filter(division__league=copy).count()) == (
        league.rules,
        2,
        0,
    )


def test_rules_change_freely_until_a_result_is_in_and_then_only_when_one_is_sure(house: House) -> None:
    league = a_league(house)
    leagues.change(league, by=None, rules={**league.rules, "scale": "3/1/0"})
    league.refresh_from_db()
    reported(Fixture.objects.filter(division__league=league)[0], *WON)
    with pytest.raises(Unsure) as asked, translation.override("en"):
        leagues.change(league, by=None, rules={**league.rules, "scale": "2/1/0"})
    assert [one.text for one in asked.value.after] == ["2 for a win, 1 for a draw"]
    league.refresh_from_db()
    assert league.rules["scale"] == "3/1/0"
    leagues.change(league, by=None, rules={**league.rules, "scale": "2/1/0"}, sure=True)
    change = Change.objects.filter(what="league_rules_changed").latest("pk")
    assert list(change.before) == ["rules"]
    assert change.after["league"] == "Bezirksliga 2026/27"


def test_two_directors_at_the_rules_are_told(house: House) -> None:
    league = made(house)
    seen = league.seq
    leagues.change(league, by=None, about=About("Sauwaldliga", "2026/27"), seen=seen)
    with pytest.raises(Moved):
        leagues.change(league, by=None, about=About("Innliga", "2026/27"), seen=seen)
    league.refresh_from_db()
    assert league.name == "Sauwaldliga"


def test_divisions_are_renamed_come_and_go_while_they_are_empty(house: House) -> None:
    league = made(house, "A", "B")
    add(league, "Kopfing", level=2)
    with pytest.raises(Refused) as error:
        leagues.change(league, by=None, divisions=["A"])
    assert codes(error) == [("division_has_teams", "divisions")]
    leagues.change(league, by=None, divisions=["1. Klasse", "2. Klasse", "3. Klasse"])
    assert [one.name for one in league.divisions.order_by("level")] == ["1. Klasse", "2. Klasse", "3. Klasse"]
    assert Board.objects.filter(division__league=league).count() == 3


def test_only_a_league_without_results_can_be_deleted(house: House) -> None:
    league = a_league(house)
    reported(Fixture.objects.filter(division__league=league)[0], *WON)
    with pytest.raises(Refused) as error:
        leagues.delete(league, by=None)
    assert codes(error) == [("league_has_results", None)]
    Report.objects.all().delete()
    leagues.delete(league, by=None)
    leagues.delete(league, by=None)
    assert not League.objects.exists()


# --- teams -----------------------------------------------------------------------------------------------------------


def test_teams_and_their_people(house: House) -> None:
    league = made(house)
    kopfing, haibach = add(league, "Kopfing", "Haibach")
    anna = teams.add_member(kopfing, by=None, name="Höß, Anna")
    assert anna.player == house.players["owner"]
    assert teams.add_member(kopfing, by=None, name="anna höß").pk == anna.pk
    guest = teams.add_member(kopfing, by=None, name="Resi Neu", stand_in=True)
    assert guest.player.guest
    with pytest.raises(Refused) as error:
        teams.add_member(haibach, by=None, name="Anna Höß")
    assert codes(error) == [("on_another_team", "name")]
    assert teams.add_member(haibach, by=None, name="Anna Höß", stand_in=True).stand_in
    teams.make_captain(anna, by=None)
    teams.make_captain(anna, by=None)
    teams.leave(anna, by=None, day=date(2026, 11, 1))
    anna.refresh_from_db()
    assert (anna.captain, anna.left_on) == (False, date(2026, 11, 1))
    assert teams.add_member(haibach, by=None, name="Anna Höß").stand_in is False
    assert logged(house).count("captain_made") == 1


def test_a_merged_person_is_on_a_list_once(house: House) -> None:
    league = made(house)
    (kopfing,) = add(league, "Kopfing")
    one = teams.add_member(kopfing, by=None, name="Resi Neu").player
    other = Player.objects.create(club=house.club, name="Theresia Neu")
    Player.objects.filter(pk=one.pk).update(merged_into=other)
    teams.add_member(kopfing, by=None, name="Theresia Neu")
    assert kopfing.members.count() == 1


def test_a_name_is_taken_once_and_seen_by_whoever_changes_it(house: House) -> None:
    league = made(house, "A", "B")
    (kopfing,) = add(league, "Kopfing")
    with pytest.raises(Refused) as error:
        add(league, "kopfing", level=2)
    assert codes(error) == [("team_name_taken", "name")]
    teams.change(kopfing, by=None, name="Kopfing I", venue="Wirt", seen=("Kopfing", ""))
    with pytest.raises(Refused) as error:
        teams.change(kopfing, by=None, name="Kopfing II", venue="", seen=("Kopfing", ""))
    assert codes(error) == [("team_changed_meanwhile", "name")]


def test_a_new_address_is_another_and_twice_is_once(house: House) -> None:
    (kopfing,) = add(made(house), "Kopfing")
    before = kopfing.secret
    one = teams.new_secret(kopfing, by=None, token="t").secret
    assert before != one == teams.new_secret(kopfing, by=None, token="t").secret
    assert logged(house).count("team_new_secret") == 1


def test_once_drawn_a_team_can_only_withdraw(house: House) -> None:
    league = made(house)
    kopfing, _haibach = add(league, "Kopfing", "Haibach")
    with pytest.raises(Refused) as error:
        teams.withdraw(kopfing, by=None, day=date(2026, 12, 1))
    assert codes(error) == [("team_has_no_matches", None)]
    drawn(league)
    for attempt in (lambda: teams.remove(kopfing, by=None), lambda: add(league, "Neu")):
        with pytest.raises(Refused) as error:
            attempt()
        assert ("league_fixtures_drawn", None) in codes(error)
    fixtures.throw_away(division_of(league), by=None)
    teams.remove(kopfing, by=None)
    assert [one.name for one in Team.objects.all()] == ["Haibach"]


@pytest.mark.parametrize(("rule", "struck"), [("keep", False), ("strike", True), ("half", True)])
def test_what_withdrawing_does_is_said_and_done_by_the_rule_and_taken_back(
    house: House, rule: str, struck: bool
) -> None:
    league = a_league(house, teams=3, withdrawn=rule, walkover_boards=2, walkover_made=6)
    first = Fixture.objects.select_related("home", "away", "division__league__club").filter(division__league=league)[0]
    reported(first, *WON)
    before = rebuilt(league)
    does = teams.what_withdrawing_does(facts_of(division_of(league)), first.away)
    assert (does.struck, does.played, does.left) == (struck, 1, 3)
    team = Team.objects.select_related("division__league__club").get(pk=first.away_id)
    teams.withdraw(team, by=None, day=date(2026, 12, 1))
    teams.withdraw(team, by=None, day=date(2026, 12, 2))
    places = {name: (place, points) for place, name, points in rebuilt(league)}
    assert places[first.away.name] == ((None, 0) if struck else (3, 0))
    assert places[first.home.name][1] == (0 if struck else 4)
    teams.take_back(team, by=None)
    assert rebuilt(league) == before
    assert logged(house).count("team_withdrawn") == 1


def test_another_rule_for_teams_that_withdraw_counts_for_those_that_have(house: House) -> None:
    league = a_league(house, teams=3, withdrawn="strike")
    match = Fixture.objects.filter(division__league=league).select_related("home", "away", "division__league__club")[0]
    reported(match, *WON)
    teams.withdraw(match.home, by=None, day=date(2026, 10, 9))
    assert facts_of(division_of(league)).rows[-1].struck
    league.refresh_from_db()
    leagues.change(league, by=None, rules={**league.rules, "withdrawn": "keep"}, sure=True)
    rows = {one.team: one for one in facts_of(division_of(league)).rows}
    assert (rows[match.home_id].struck, rows[match.home_id].won, len(rows[match.home_id].walkovers)) == ((), 1, 3)


def test_penalty_points_count_until_they_are_given_back(house: House) -> None:
    league = a_league(house)
    match = Fixture.objects.select_related("home", "away", "division__league__club").first()
    assert match is not None
    reported(match, *WON)
    with pytest.raises(Refused) as error:
        teams.deduct(match.home, by=None, token="x", points=0, reason=" ")
    assert codes(error) == [("deduction_reason_missing", "reason"), ("odd_deduction", "points")]
    for _twice in range(2):
        one = teams.deduct(match.home, by=None, token="pen", points=3, reason="Nicht angetreten")
    assert rebuilt(league)[1] == (2, match.home.name, -1)
    teams.give_back(one, by=None, at=timezone.now())
    assert rebuilt(league)[0] == (1, match.home.name, 2)
    assert Deduction.objects.count() == 1
