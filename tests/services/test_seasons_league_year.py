"""The year of a league: fixtures and their days, the board, and the next season."""

from datetime import date, time, timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Change, Player
from clubs.models.club import NamesUntil
from clubs.services.core import Refused
from seasons.models import Board, Fixture, League, Member, Report, Team
from seasons.services import boards, fixtures, next_season, teams
from seasons.services.fixtures import When
from seasons.services.league_facts import facts_of
from seasons.services.league_turns import Moved
from seasons.services.next_season import Open, Way
from seasons.services.public_until import end_of_league, is_over
from tests.club import House
from tests.league import a_league, first_fixture, ids, reported
from tests.services.league_made import WON, add, codes, division_of, drawn, logged, made, rebuilt

pytestmark = pytest.mark.django_db


# --- fixtures --------------------------------------------------------------------------------------------------------


def test_fixtures_are_drawn_with_their_days(house: House) -> None:
    league = made(house)
    add(league, "A", "B", "C", "D")
    found = drawn(league, first=date(2026, 10, 1), weeks=2, weekday=4, at=time(19, 30), second_half=date(2027, 2, 1))
    days = list(dict.fromkeys((one.round, one.day, one.time) for one in found))
    assert [(round_, day) for round_, day, _time in days] == [
        (1, date(2026, 10, 2)),
        (2, date(2026, 10, 16)),
        (3, date(2026, 10, 30)),
        (4, date(2027, 2, 5)),
        (5, date(2027, 2, 19)),
        (6, date(2027, 3, 5)),
    ]
    assert {one.time for one in found} == {time(19, 30)}
    assert division_of(league).seed == "sauwald"
    again = drawn(league, first=date(2026, 10, 1), weeks=2, weekday=4, at=time(19, 30), second_half=date(2027, 2, 1))
    assert [one.pk for one in again] == [one.pk for one in found]
    assert {one.pk for one in drawn(league, seed="other")}.isdisjoint(one.pk for one in found)


def test_nothing_is_drawn_anew_once_something_is_played(house: House) -> None:
    league = a_league(house)
    reported(Fixture.objects.filter(division__league=league)[0], *WON)
    with pytest.raises(Refused) as error:
        drawn(league, seed="other")
    assert codes(error) == [("league_has_results", None)]


def test_odd_draws_are_refused_with_all_reasons(house: House) -> None:
    league = made(house)
    with pytest.raises(Refused) as error:
        drawn(league, seed="", first=date(1, 1, 1), weeks=0, weekday=9, second_half=date(2026, 1, 1))
    assert codes(error) == [
        ("odd_weeks", "weeks"),
        ("odd_weekday", "weekday"),
        ("match_day_far_away", "first"),
        ("league_seed_missing", "seed"),
        ("too_few_teams", None),
    ]


def test_a_match_is_put_off_without_a_day_and_then_gets_one(house: House) -> None:
    league = a_league(house)
    match = Fixture.objects.select_related("division__league__club").filter(division__league=league)[0]
    own = match.day
    put_off = fixtures.set_date(match, by=None, when=When(None), now=timezone.now(), postponed=True, seen=0)
    assert (put_off.day, put_off.postponed_from, put_off.seq) == (None, own, 1)
    again = fixtures.set_date(match, by=None, when=When(None), now=timezone.now(), postponed=True, seen=0)
    assert again.seq == 1
    with pytest.raises(Moved):
        fixtures.set_date(match, by=None, when=When(date(2026, 12, 1)), now=timezone.now(), postponed=True, seen=0)
    new = When(date(2026, 12, 1), time(18), "Zum Bräu")
    found = fixtures.set_date(match, by=None, when=new, now=timezone.now(), postponed=True, seen=1)
    assert (found.day, found.postponed_from, found.venue, found.seq) == (date(2026, 12, 1), own, "Zum Bräu", 2)
    plain = fixtures.set_date(match, by=None, when=When(own), now=timezone.now())
    assert (plain.day, plain.postponed_from) == (own, None)
    assert logged(house).count("match_moved") == 3


def test_the_other_team_is_at_home_and_twice_is_once(house: House) -> None:
    league = a_league(house)
    match = Fixture.objects.select_related("home", "away", "division__league__club").filter(division__league=league)[0]
    home, away = match.home, match.away
    for _time in range(2):
        turned = fixtures.set_home(match, by=None, home=away.pk, now=timezone.now(), seen=0)
        assert (turned.home, turned.away, turned.day, turned.seq) == (away, home, match.day, 1)
    (change,) = Change.objects.filter(what="match_turned")
    assert (change.before["match"], change.after["match"]) == (f"{home} – {away}", f"{away} – {home}")
    with pytest.raises(Moved):
        fixtures.set_home(match, by=None, home=home.pk, now=timezone.now(), seen=0)
    match.refresh_from_db()
    report = reported(match, *WON)
    assert facts_of(division_of(league)).reports[match.pk] == report
    with pytest.raises(Refused) as error:
        fixtures.set_home(match, by=None, home=2**70, now=timezone.now())
    assert codes(error) == [("not_in_match", "home"), ("played_already", "home")]


def test_a_whole_round_is_moved_but_not_what_is_played_or_put_off(house: House) -> None:
    league = a_league(house, teams=6)
    one, two, three = Fixture.objects.select_related("home", "away", "division__league__club").filter(
        division__league=league, round=1
    )
    reported(one, *WON)
    fixtures.set_date(two, by=None, when=When(None), now=timezone.now(), postponed=True)
    when = When(date(2026, 11, 11), time(20))
    assert fixtures.set_round(division_of(league), by=None, number=1, when=when, now=timezone.now()) == 1
    assert fixtures.set_round(division_of(league), by=None, number=1, when=when, now=timezone.now()) == 0
    three.refresh_from_db()
    assert (three.day, three.time, three.seq) == (date(2026, 11, 11), time(20), 1)


@pytest.mark.parametrize("ago", [30, 100])
def test_a_league_without_a_next_season_is_over_with_its_last_match(house: House, ago: int) -> None:
    """Then nobody outside reads a name any more, where the club says so."""
    league, day = a_league(house), timezone.localdate() - timedelta(days=ago)
    league.club.names_until = NamesUntil.THREE_MONTHS
    matches = Fixture.objects.filter(division__league=league)
    matches.update(day=day - timedelta(days=70))
    last = first_fixture(league)
    matches.filter(pk=last.pk).update(day=None, postponed_from=day)
    assert is_over(league.club, end_of_league(league)) == (ago == 100)
    matches.update(day=None, postponed_from=None)
    reported(last, *WON)
    assert not is_over(league.club, end_of_league(league))
    Report.objects.update(at=timezone.now() - timedelta(days=ago))
    assert is_over(league.club, end_of_league(league)) == (ago == 100)


# --- the board -------------------------------------------------------------------------------------------------------


def test_the_board_has_teams_and_people_and_notices_what_changes(house: House) -> None:
    league = a_league(house, teams=3)
    matches = Fixture.objects.select_related("home", "away", "division__league__club").filter(division__league=league)
    reported(matches[0], *WON)
    board = Board.objects.get(division=division_of(league))
    assert boards.is_stale(board)
    rebuilt(league)
    board.refresh_from_db()
    assert not boards.is_stale(board)
    people = {one.subject: one for one in board.rows.filter(table="people")}
    assert set(people) == {*ids(matches[0].home), *ids(matches[0].away)}
    assert {(one.place, one.shared, one.values["won"], one.values["difference"]) for one in people.values()} == {
        (1, True, 1, 2),
        (5, True, 0, -2),
    }
    first = board.rows.get(table="", order=0)
    assert first.detail["zone"] == "stays"
    assert first.values["boards"] == 2
    Report.objects.create(fixture=matches[0], number=2, token="again", boards=Report.objects.get().boards)
    assert boards.is_stale(board)


def test_lines_do_not_depend_on_when_people_turn_out_to_be_one(house: House) -> None:
    league = a_league(house)
    match = Fixture.objects.select_related("home", "away", "division__league__club").first()
    assert match is not None
    reported(match, *WON)
    rebuilt(league)
    board = Board.objects.get(division=division_of(league))
    player = ids(match.home)[0]
    Player.objects.filter(pk=player).update(merged_into=house.players["member"])
    assert boards.is_stale(board)
    rebuilt(league)
    subjects = set(board.rows.filter(table="people").values_list("subject", flat=True))
    assert player not in subjects
    assert house.players["member"].pk in subjects


@pytest.mark.parametrize("count", [1, 3])
def test_the_facts_of_a_division_are_five_queries(house: House, count: int, django_assert_num_queries: Any) -> None:
    league = a_league(house, teams=2 * count)
    for match in Fixture.objects.select_related("home", "away", "division__league__club").filter(
        division__league=league, round=1
    ):
        reported(match, *WON)
    division = division_of(league)
    with django_assert_num_queries(5):
        facts = facts_of(division)
        assert facts.rows[0].points == 2
        assert [one.home.name for one in facts.fixtures]


# --- the next season -------------------------------------------------------------------------------------------------


def two_divisions(house: House, **rules: Any) -> League:
    """A wins against B wins against C, D against E; all is played once."""
    league = made(house, "1. Klasse", "2. Klasse", boards=1, twice=False, **{"promoted": 1, "relegated": 1, **rules})
    for level, names in ((1, "ABC"), (2, "DE")):
        add(league, *names, level=level)
        for match in drawn(league, level):
            home_first = match.home.name < match.away.name
            player = house.players["owner"].pk
            board = {"home": [player], "away": [], "home_made": 2 * home_first, "away_made": 2 * (not home_first)}
            Report.objects.create(fixture=match, number=1, token="r", boards=[board])
    return league


def where(league: League) -> dict[str, int]:
    return dict(Team.objects.filter(division__league=league).values_list("name", "division__level"))


def begin(league: League, **how: Any) -> League:
    fields = {"token": "next", "name": "Bezirksliga", "season": "2027/28", "now": timezone.now(), "by": None}
    return next_season.begin(league, **{**fields, **how})


def test_the_last_goes_down_and_the_first_goes_up_with_their_people(house: House) -> None:
    league = two_divisions(house)
    captain = teams.add_member(Team.objects.get(name="D"), by=None, name="Anna Höß")
    teams.make_captain(captain, by=None)
    teams.leave(teams.add_member(captain.team, by=None, name="Weg"), by=None, day=date(2027, 1, 1))
    following = begin(league)
    assert begin(league).pk == following.pk
    assert where(following) == {"A": 1, "B": 1, "D": 1, "C": 2, "E": 2}
    found = Team.objects.get(division__league=following, name="D")
    assert found.previous is not None
    assert found.previous.name == "D"
    assert found.secret != found.previous.secret
    assert list(Member.objects.filter(team=found).values_list("player", "captain")) == [(captain.player_id, True)]
    league.refresh_from_db()
    assert (following.previous, league.ended_at is not None, following.rules) == (league, True, league.rules)
    assert not Fixture.objects.filter(division__league=following).exists()


def test_whoever_withdrew_goes_first_and_does_not_come_along(house: House) -> None:
    league = two_divisions(house)
    teams.withdraw(Team.objects.select_related("division__league__club").get(name="A"), by=None, day=date(2027, 1, 1))
    moves = {one.team.name: one.way for one in next_season.ending_of(league).moves}
    assert moves == {"A": Way.OUT, "B": Way.STAYS, "C": Way.STAYS, "D": Way.UP, "E": Way.STAYS}
    assert where(begin(league)) == {"B": 1, "C": 1, "D": 1, "E": 2}


def test_open_matches_are_asked_about(house: House) -> None:
    league = two_divisions(house)
    Report.objects.filter(fixture__division__level=2).delete()
    with pytest.raises(Open) as asked:
        begin(league, levels={Team.objects.get(name=name).pk: 2 for name in "DE"})
    assert asked.value.count == 1
    assert League.objects.count() == 1
    assert where(begin(league, levels={Team.objects.get(name=name).pk: 2 for name in "DE"}, sure=True))["D"] == 2


def test_what_is_refused_anyway_is_said_before_open_matches_are_asked_about(house: House) -> None:
    league = two_divisions(house)
    Report.objects.filter(fixture__division__level=2).delete()
    with pytest.raises(Refused) as error:
        begin(league, levels={Team.objects.get(name=name).pk: 2 for name in "DE"}, season=" ")
    assert codes(error) == [("league_season_missing", "season")]


def test_a_shared_place_across_the_line_has_to_be_decided(house: House) -> None:
    league = two_divisions(house, chain=["points"])
    Report.objects.filter(fixture__division__level=2).update(
        boards=[{"home": [], "away": [], "home_made": 1, "away_made": 1}]
    )
    with pytest.raises(Refused) as error:
        begin(league)
    assert codes(error) == [("places_undecided", "levels")]
    said = {Team.objects.get(name="D").pk: 2, Team.objects.get(name="E").pk: 1, Team.objects.get(name="B").pk: None}
    with pytest.raises(Refused) as error:
        begin(league, levels={**said, 10**9: 1})
    assert codes(error) == [("no_such_level", "levels")]
    assert where(begin(league, levels=said)) == {"A": 1, "E": 1, "C": 2, "D": 2}
