"""The pages of a league: made, filled, drawn, looked at, changed in words, carried into the next season."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.models.club import Role
from clubs.services import till
from seasons.models import Board, Deduction, Fixture, League, Member, Team
from seasons.services import boards, fixtures, teams
from seasons.services.league_waiting import waiting
from seasons.services.reports import Writer, say
from tests.club import House, a_house
from tests.league import a_league, first_fixture, reported
from tests.web.page import Form, form, form_count, get, links, posted, read, texts, values

pytestmark = pytest.mark.django_db

WON = ((3, 1), (2, 0))
SAID = ("disputed", "no report yet", "no new day yet")
"""Why matches wait, in this order."""


@pytest.fixture
def house() -> House:
    return a_house(language="en")


def path(house: House, league: League, rest: str = "") -> str:
    return house.path(f"seasons/leagues/{league.pk}/{rest}")


def computed(league: League) -> None:
    for board in Board.objects.filter(division__league=league):
        boards.rebuild(board.pk, now=timezone.now())


def own_form(response: Any) -> Form:
    """The form of the page that goes to the page itself, of those there are."""
    return next(one for one in read(response).forms if one.action == "")


def send(house: House, where: str, ending: str = "", status: int = 302, **typed: Any) -> Any:
    """Opens the page as the owner, fills in its form and sends it to where it goes."""
    phone = house.phone(Role.OWNER)
    page = get(phone, where)
    found = form(page, ending) if ending else own_form(page)
    return posted(phone, found.action or where, status, **found.filled(**typed))


# --- from nothing to fixtures ----------------------------------------------------------------------------------------


def test_from_a_few_questions_to_drawn_fixtures(house: House) -> None:
    new = house.path("seasons/leagues/new/")
    refused = send(house, new, status=422, name="", divisions="1. Klasse")
    assert texts(refused, ".problem") == ["The league needs a name."]
    answer = send(house, new, name="Bezirksliga", boards="4", divisions="1. Klasse\n2. Klasse")
    league = League.objects.get()
    assert answer.url == path(house, league, "teams/")
    # Bauernschnapsen is played by pairs, so half of the people at four boards are four.
    assert [league.rules[name] for name in ("a_side", "walkover_boards", "minimum")] == [2, 4, 4]
    for name in ("Kopfing", "Haibach"):
        send(house, f"{path(house, league)}teams/", "/add/", name=name)
    team = Team.objects.get(name="Kopfing")
    where = path(house, league, f"teams/{team.pk}/")
    send(house, where, "/people/", member="Anna Höß")
    assert Member.objects.get().player == house.players[Role.OWNER]
    again = send(
        house, path(house, league, f"teams/{Team.objects.get(name='Haibach').pk}/"), "/people/", 422, member="Anna Höß"
    )
    assert texts(again, ".problem") == ["Anna Höß is on the list of Kopfing. Helping out is possible as a stand-in."]
    assert values(again, "member") == ["Anna Höß"]
    send(house, path(house, league, "fixtures/"), "/draw/1/", seed="sauwald", first="2026-10-02", weeks="2")
    shown = get(house.phone(Role.MEMBER), path(house, league, "fixtures/"))
    assert [one.split(" ", 2)[:2] for one in texts(shown, "h2")] == [["Round", "1"], ["Round", "2"]]
    assert "sauwald" in texts(shown, "p.hint")[0]


def test_a_like_league_has_its_answers(house: House) -> None:
    league = a_league(house)
    page = get(house.phone(Role.OWNER), house.path(f"seasons/leagues/new/?like={league.pk}"))
    assert values(page, "boards") == ["2"]
    assert values(page, "name") == ["Bezirksliga"]


# --- the table -------------------------------------------------------------------------------------------------------


def test_the_table_comes_when_it_is_computed_and_a_page_that_looks_again_gets_it(house: House) -> None:
    league = a_league(house, teams=3)
    match = first_fixture(league)
    reported(match, *WON)
    phone, where = house.phone(Role.MEMBER), path(house, league)
    before = get(phone, where)
    assert "The table comes in a moment." in texts(before, "p")
    computed(league)
    again = phone.get(where, {"seen": "0-1-0"}, headers={"HX-Request": "true"})
    assert texts(again, "td.result")[:3] == ["2", "0", "0"]
    assert texts(again, ".who")[0] == match.home.name
    assert "<html" not in again.content.decode()
    board = Board.objects.get(division__league=league)
    mark = f"{board.seq}-0-0"
    assert phone.get(where, {"seen": mark}, headers={"HX-Request": "true"}).status_code == 204


def test_zones_are_a_word_and_a_line(house: House) -> None:
    league = a_league(house, teams=4)
    league.divisions.create(level=2, name="2. Klasse")
    reported(first_fixture(league), *WON)
    computed(league)
    page = get(house.phone(Role.MEMBER), path(house, league))
    assert texts(page, ".zone")[-1:] == ["▼ Relegation"]
    assert len(texts(page, "tr.cut")) == 1


def test_what_was_taken_away_and_who_withdrew_is_said(house: House) -> None:
    league = a_league(house, teams=3)
    match = first_fixture(league)
    reported(match, *WON)
    teams.deduct(match.home, by=None, token="p", points=1, reason="Zu spät")
    teams.withdraw(match.away, by=None, day=date(2026, 12, 1))
    computed(league)
    page = get(house.phone(Role.MEMBER), path(house, league))
    assert texts(page, "small.penalty") == ["1 penalty point"]
    assert "Withdrawn" in texts(page, ".zone")
    assert f"{match.home.name}: −1, Zu spät" in texts(page, "li")


def test_the_number_of_queries_does_not_grow(house: House, django_assert_max_num_queries: Any) -> None:
    league = a_league(house, teams=8)
    for match in Fixture.objects.select_related("home", "away", "division__league__club").filter(round=1):
        reported(match, *WON)
    computed(league)
    phone = house.phone(Role.MEMBER)
    for rest, most in (("", 25), ("fixtures/", 20), ("teams/", 18)):
        with django_assert_max_num_queries(most):
            get(phone, path(house, league, rest))


# --- what waits ------------------------------------------------------------------------------------------------------


def waits(house: House, league: League, role: Role = Role.SCORER) -> list[str]:
    return texts(get(house.phone(role), path(house, league)), ".waits")


def test_what_is_disputed_late_or_without_a_day_waits_for_scorers(house: House, django_assert_num_queries: Any) -> None:
    league = a_league(house, teams=4)
    today = till.today(house.club)
    Fixture.objects.update(day=today)
    there = Fixture.objects.select_related("home", "away", "division__league__club")
    disputed, late, no_day, played, agreed = there[:5]
    assert waits(house, league) == []
    Fixture.objects.filter(pk__in=[one.pk for one in (disputed, late, played)]).update(day=today - timedelta(1))
    Fixture.objects.filter(pk=no_day.pk).update(day=None, postponed_from=today)
    reported(played, *WON)
    for match, agrees in ((disputed, False), (agreed, False), (agreed, True)):
        reported(match, *WON)
        say(match, writer=Writer(side=match.away), of=1, agrees=agrees, remark="Nein", token=f"{match.pk}{agrees}")
    found = waits(house, league)
    assert [one.removesuffix(said) != one for one, said in zip(found, SAID, strict=True)] == [True] * 3
    assert found[1].startswith(f"{late.home.name} – {late.away.name}")
    assert waits(house, league, Role.MEMBER) == []
    with django_assert_num_queries(3):
        waiting(league, today)
    teams.withdraw(late.home, by=None, day=today)
    assert not [one for one in waits(house, league) if one.startswith(late.home.name) and "no report" in one]
    League.objects.filter(pk=league.pk).update(ended_at=timezone.now())
    assert waits(house, league) == []


def test_the_table_leads_to_matches_and_to_what_everybody_may_see(house: House) -> None:
    league = a_league(house)
    page = get(house.phone(Role.MEMBER), path(house, league))
    assert path(house, league, f"fixtures/{first_fixture(league).pk}/") in links(page)
    assert [one for one in links(page) if one.endswith(f"/board/{league.secret}/")]
    League.objects.update(public=False)
    page = get(house.phone(Role.MEMBER), path(house, league))
    assert [one for one in links(page) if league.secret in one] == [f"/board/{league.secret}/calendar.ics"]


# --- rules -----------------------------------------------------------------------------------------------------------


def test_rules_are_asked_about_once_results_are_in(house: House) -> None:
    league = a_league(house)
    where = path(house, league, "setup/")
    send(house, where, scale="3/1/0", divisions="1. Klasse", decider__4="boards")
    league.refresh_from_db()
    assert league.rules["scale"] == "3/1/0"
    reported(first_fixture(league), *WON)
    asked = send(house, where, status=200, scale="2/1/0", divisions="1. Klasse")
    assert "2 for a win, 1 for a draw" in texts(asked, "dd")
    phone = house.phone(Role.OWNER)
    found = own_form(asked)
    assert posted(phone, where, 200, **{**found.filled(), "go": "back"}).status_code == 200
    answer = phone.post(where, {**found.filled(), "divisions": "1. Klasse", "sure": "1"})
    league.refresh_from_db()
    assert (answer.status_code, league.rules["scale"]) == (302, "2/1/0")


def test_an_old_form_of_the_rules_is_409_and_changes_nothing(house: House) -> None:
    league = a_league(house)
    where = path(house, league, "setup/")
    phone = house.phone(Role.OWNER)
    old = own_form(get(phone, where)).filled(name="Alt", divisions="1. Klasse")
    send(house, where, name="Neu", divisions="1. Klasse")
    assert posted(phone, where, 409, **old)
    league.refresh_from_db()
    assert league.name == "Neu"


def test_every_refusal_stands_beside_its_field(house: House) -> None:
    league = a_league(house)
    answer = send(house, path(house, league, "setup/"), status=422, boards="x", promoted="99", name="")
    assert len(texts(answer, ".problem")) >= 2
    assert values(answer, "boards") == ["x"]


# --- a team ----------------------------------------------------------------------------------------------------------


def test_a_team_withdraws_after_it_was_said_what_that_does(house: House) -> None:
    league = a_league(house, teams=3)
    match = first_fixture(league)
    reported(match, *WON)
    where = path(house, league, f"teams/{match.away_id}/")
    page = get(house.phone(Role.OWNER), where)
    assert any("Of 4 matches 1 is played." in one for one in texts(page, "p"))
    send(house, where, "/withdraw/")
    assert Team.objects.get(pk=match.away_id).struck
    send(house, where, "/withdraw/")
    house.phone(Role.OWNER).post(f"{where}withdraw/", {"back": "1"})
    assert Team.objects.get(pk=match.away_id).withdrawn_on is None


def test_penalty_points_are_entered_and_cancelled(house: House) -> None:
    league = a_league(house)
    team = Team.objects.filter(division__league=league)[0]
    where, phone = path(house, league, f"teams/{team.pk}/"), house.phone(Role.OWNER)
    refused = posted(phone, f"{where}penalty/", 422, token="p", points="", reason="")
    assert texts(refused, ".problem") == ["From 1 to 100 points.", "Why? A few words will do."]
    posted(phone, f"{where}penalty/", token="p", points="2", reason="Zu spät")
    posted(phone, f"{where}penalty/", token="p", points="2", reason="Zu spät")
    posted(phone, f"{where}penalty/", cancel=Deduction.objects.get().pk)
    assert Deduction.objects.get().cancelled_at is not None


def test_members_see_the_list_and_no_address_of_the_team(house: House) -> None:
    league = a_league(house)
    team = Team.objects.filter(division__league=league)[0]
    page = get(house.phone(Role.MEMBER), path(house, league, f"teams/{team.pk}/"))
    assert form_count(page, "/people/") == 0
    assert not [one for one in links(page) if team.secret in one]
    assert team.secret not in page.content.decode()


# --- days ------------------------------------------------------------------------------------------------------------


def test_a_match_played_ahead_or_put_off_is_not_the_last_or_the_next_round(house: House) -> None:
    league = a_league(house, teams=4)
    matches = Fixture.objects.filter(division__league=league).select_related("home", "away", "division__league__club")
    for one in matches:
        day = till.today(house.club) + timedelta(weeks=one.round - 2)
        fixtures.set_date(one, by=None, when=fixtures.When(day), now=timezone.now())
    late, *there = matches.filter(round__in=(1, 2))
    fixtures.set_date(late, by=None, when=fixtures.When(None), now=timezone.now(), postponed=True)
    for one in (*there, matches.filter(round=6)[0]):
        reported(one, *WON)
    for where in (path(house, league), f"/board/{league.secret}/"):
        found = get(house.phone(), where).context["rounds"]
        assert [(one["title"], one["number"]) for one in found] == [("Last round", 2), ("Next round", 3)]


def test_a_match_is_put_off_and_a_round_gets_another_day(house: House) -> None:
    league = a_league(house, teams=4)
    one = first_fixture(league)
    where = path(house, league, f"fixtures/{one.pk}/day/")
    phone = house.phone(Role.OWNER)
    old = own_form(get(phone, where)).filled()
    send(house, where, day="", postponed="1")
    one.refresh_from_db()
    assert (one.day, one.postponed_from) == (None, date(2026, 10, 2))
    posted(phone, where, 409, **{**old, "day": "2026-12-24"})
    round_ = path(house, league, "fixtures/round/1/1/")
    assert texts(send(house, round_, status=422, day="morgen"), ".problem") == ["This is no day."]
    get(phone, path(house, league, "fixtures/round/1/99/"), 404)
    send(house, round_, day="2026-11-11", time="20:00")
    assert Fixture.objects.filter(round=1, day=date(2026, 11, 11)).count() == 1


def test_the_page_of_a_day_shows_matches_as_they_count(house: House) -> None:
    league = a_league(house, teams=4, withdrawn="keep")
    match = first_fixture(league)
    teams.withdraw(match.away, by=None, day=date(2026, 10, 1))
    for rest in (f"fixtures/{match.pk}/day/", "fixtures/round/1/1/"):
        page = get(house.phone(Role.OWNER), path(house, league, rest))
        assert "1 : 0 without play" in texts(page, ".came"), rest


def test_home_and_away_are_swapped_until_something_is_reported(house: House) -> None:
    league = a_league(house)
    match = first_fixture(league)
    home, away = match.home, match.away
    where = path(house, league, f"fixtures/{match.pk}/day/")
    phone = house.phone(Role.OWNER)
    page = get(phone, where)
    old, action = form(page, "/home/").filled(), form(page, "/home/").action
    answers = [posted(phone, action, **old) for _tap in range(2)]
    match.refresh_from_db()
    assert (match.home, match.away, [one.url for one in answers]) == (
        away,
        home,
        [path(house, league, "fixtures/")] * 2,
    )
    assert texts(get(phone, where), "h1") == [f"{away.name} – {home.name}"]
    posted(phone, action, 409, **{**old, "home": str(home.pk)})
    assert get(phone, action, 302).url == where
    stale = form(get(phone, where), "/home/").filled()
    reported(match, *WON)
    assert form_count(get(phone, where), "/home/") == 0
    refused = posted(phone, action, 422, **stale)
    assert texts(refused, ".problem") == ["This match has a result already."]
    assert values(refused, "day") == ["2026-10-02"]
    get(house.phone(Role.SCORER), action, 403)


# --- the next season -------------------------------------------------------------------------------------------------


def test_the_next_season_is_made_when_one_is_sure(house: House) -> None:
    league = a_league(house)
    where = path(house, league, "next/")
    asked = send(house, where, status=200)
    assert own_form(asked).fields["season"] == ["2027/28"]
    phone = house.phone(Role.OWNER)
    answer = posted(phone, where, **own_form(asked).filled(), sure="1")
    following = League.objects.latest("pk")
    assert (following.previous, answer.url) == (league, path(house, following, "teams/"))
    assert any(str(following.pk) in one for one in links(get(phone, path(house, league))))
    late = posted(phone, where, 422, **{**own_form(asked).filled(), "token": "another", "sure": "1"})
    assert texts(late, ".problem") == ["The next season is made already."]
    assert get(phone, where, 302).url == path(house, following)
    posted(phone, path(house, following, "delete/"))
    league.refresh_from_db()
    assert league.ended_at is None


def test_looking_again_after_a_draw_that_came_too_late_shows_the_fixtures(house: House) -> None:
    league = a_league(house)
    phone = house.phone(Role.OWNER)
    where = path(house, league, "fixtures/draw/1/")
    late = posted(phone, where, 409, seed="sauwald", first="2026-10-02", seen="99")
    assert where in links(late)
    assert get(phone, where, 302).url == path(house, league, "fixtures/")


# --- what stands first, and what does not ----------------------------------------------------------------------------


def test_before_the_draw_the_table_leads_to_it_and_to_no_next_season(house: House) -> None:
    league = a_league(house)
    drawn = get(house.phone(), path(house, league))
    assert path(house, league, "next/") in links(drawn)
    assert texts(drawn, ".notice") == []
    Fixture.objects.all().delete()
    page = get(house.phone(), path(house, league))
    assert texts(page, ".notice") == ["The fixtures are not drawn yet. Draw the fixtures"]
    assert path(house, league, "next/") not in links(page)
    assert texts(get(house.phone(Role.MEMBER), path(house, league)), ".notice") == []
    Team.objects.all().delete()
    page = get(house.phone(), path(house, league))
    assert texts(page, ".notice") == ["It takes two teams at least. To the teams"]
    assert texts(get(house.phone(), path(house, league, "next/")), "li.none") == ["There are no teams yet."]


def test_of_many_people_ten_stand_in_the_table_and_the_others_are_folded(house: House) -> None:
    league = a_league(house, teams=4)
    for fixture in Fixture.objects.filter(division__league=league, round=1).select_related("home", "away"):
        reported(fixture, *WON)
    computed(league)
    for page in (get(house.phone(), path(house, league)), get(house.phone(), f"/board/{league.secret}/")):
        assert len(page.context["people"]) == 16
        assert "6 more" in texts(page, "summary")


def test_stand_ins_of_a_team_are_counted_in_words(house: House) -> None:
    page = get(house.phone(), path(house, a_league(house), "teams/"))
    assert texts(page, ".state") == ["4 people and 1 stand-in"] * 2


def test_a_public_league_is_handed_out_with_a_code_like_every_other_board(house: House) -> None:
    league = a_league(house)
    assert len(texts(get(house.phone(Role.MEMBER), path(house, league)), ".hand-out")) == 1
    League.objects.update(public=False)
    assert texts(get(house.phone(Role.MEMBER), path(house, league)), ".hand-out") == []
