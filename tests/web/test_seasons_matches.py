"""A team's own page without an account, the secretary's page of a match, what everybody sees, and what is printed."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Player
from clubs.models.club import Role
from clubs.models.people import Shown
from seasons.models import Board, Division, Fixture, League, Member, Report, Team, Word
from seasons.services import boards
from seasons.services.match_agreement import State, agreement_of
from seasons.services.reports import Writer, say
from tests.club import House
from tests.league import a_league, a_team, first_fixture, ids, reported
from tests.web.page import Form, elements, form, form_count, get, links, phone, read, texts, values

pytestmark = pytest.mark.django_db

HOME_WON = ((3, 1), (2, 0))
PUBLIC_QUERIES = 19


@pytest.fixture
def league(house: House) -> League:
    return a_league(house, teams=4)


@pytest.fixture
def match(league: League) -> Fixture:
    return first_fixture(league)


def team_path(team: Team, rest: str = "") -> str:
    return f"/team/{team.secret}/{rest}"


def match_path(team: Team, match: Fixture, rest: str = "") -> str:
    return team_path(team, f"{match.pk}/{rest}")


def club_path(house: House, match: Fixture, rest: str = "") -> str:
    return house.path(f"seasons/leagues/{match.division.league_id}/fixtures/{match.pk}/{rest}")


def filled(page: Any, match: Fixture, *made: tuple[int, int], **more: Any) -> dict[str, Any]:
    """The form of a report as a captain fills it in."""
    chosen = dict[str, Any]()
    for side, team in (("home", match.home), ("away", match.away)):
        people = iter(ids(team))
        for number, amounts in enumerate(made, 1):
            chosen |= {f"{side}__{number}__{seat}": next(people) for seat in (1, 2)}
            chosen[f"{side}__{number}__made"] = amounts[side == "away"]
    return report_form(page).filled(**{**chosen, **more})


def report_form(page: Any) -> Form:
    """The report itself stands before the other ways that lead to the same address."""
    return next(one for one in read(page).forms if one.action.endswith("/report/"))


# --- a team's phone --------------------------------------------------------------------------------------------------


def test_a_team_sees_its_matches_and_where_it_stands(match: Fixture) -> None:
    page = get(phone(), team_path(match.home))
    assert texts(page, "h1") == [match.home.name]
    assert len([one for one in links(page) if one.startswith(team_path(match.home)) and one[-2].isdigit()]) >= 6
    assert "no-store" in page["Cache-Control"] or "no-cache" in page["Cache-Control"]
    assert phone().get("/team/nobody-knows-this/").status_code == 404


def test_a_report_is_entered_and_confirmed_on_two_phones(match: Fixture) -> None:
    home, away = phone(), phone()
    page = get(home, match_path(match.home, match))
    assert values(page, "seen")[0] == "0"
    sent = filled(page, match, *HOME_WON, remark="Um neun aus")
    answer = home.post(match_path(match.home, match, "report/"), sent)
    assert (answer.status_code, answer.headers["Location"]) == (302, match_path(match.home, match))
    report = Report.objects.get()
    assert (report.side, report.remark, report.device) == (match.home, "Um neun aus", home.cookies["phone"].value)
    # A double tap on the same form
    assert home.post(match_path(match.home, match, "report/"), sent).status_code == 302
    assert Report.objects.count() == 1

    asked = get(away, team_path(match.away))
    assert form_count(asked, "/word/") == 1
    word = form(asked, "/word/").filled(agrees="1")
    assert away.post(match_path(match.away, match, "word/"), word).status_code == 302
    assert agreement_of(match).state == State.AGREED
    assert form_count(get(away, match_path(match.away, match)), "/report/") == 0
    assert form_count(get(home, match_path(match.home, match)), "/word/") == 0


def test_not_right_takes_a_word_and_both_see_it(match: Fixture) -> None:
    reported(match, *HOME_WON)
    away, path = phone(), match_path(match.away, match)
    answer = away.post(f"{path}word/", {"of": "1", "agrees": "0", "remark": "", "token": "w1"})
    assert (answer.status_code, len(texts(answer, ".problem"))) == (422, 1)
    assert (
        away.post(f"{path}word/", {"of": "1", "agrees": "0", "remark": "2:1 war es", "token": "w2"}).status_code == 302
    )
    assert "2:1 war es" in " ".join(texts(get(phone(), match_path(match.home, match)), ".notice"))
    assert Word.objects.get().side == match.away


def test_a_second_phone_is_shown_both_reports(match: Fixture) -> None:
    """409: what stands there now, and in the form what was typed; sent again it is written."""
    away, path = phone(), match_path(match.away, match)
    page = get(away, path)
    reported(match, *HOME_WON)
    answer = away.post(f"{path}report/", filled(page, match, (1, 3), (0, 2)))
    assert (answer.status_code, Report.objects.count()) == (409, 1)
    assert "3 : 1" in " ".join(texts(answer, "td.made")).replace("\xa0", " ")
    again = report_form(answer).fields
    assert (again["home-1-made"], again["away-1-made"], again["seen"]) == (["1"], ["3"], ["1"])
    assert away.post(f"{path}report/", again).status_code == 302
    assert agreement_of(match).state == State.DISPUTED


def test_what_is_refused_stands_next_to_its_field_and_nothing_typed_is_lost(match: Fixture) -> None:
    one, path = phone(), match_path(match.home, match)
    sent = filled(get(one, path), match, (3, 1), (2, 0), home__2__1=ids(match.home)[0], home__2__made="x")
    answer = one.post(f"{path}report/", sent)
    assert (answer.status_code, Report.objects.count()) == (422, 0)
    invalid = [element.attributes["name"] for element in elements(answer, "select")
               if element.attributes.get("aria-invalid")]  # fmt: skip
    assert invalid == ["home-1-1", "home-2-1"]
    (made,) = [one for one in elements(answer, "[home-2-made]") if one.tag == "input"]
    assert (made.attributes["value"], made.attributes["aria-invalid"]) == ("x", "true")
    assert report_form(answer).fields["home-1-2"] == [str(ids(match.home)[1])]


def test_the_line_up_of_the_last_time_is_filled_in_as_far_as_people_may_sit(league: League, match: Fixture) -> None:
    team = match.home
    assert {values(get(phone(), match_path(team, match)), f"home-{board}-1")[0] for board in (1, 2)} == {""}
    reported(match, *HOME_WON)
    first, second, third, fourth = ids(team)
    Member.objects.filter(team=team, player=second).update(left_on=date(2026, 9, 1))
    other = Player.objects.create(club=league.club, name="Wieder Da")
    Member.objects.create(team=team, player=other)
    Player.objects.filter(pk=third).update(merged_into=other)
    following = Fixture.objects.filter(home=team).exclude(pk=match.pk).select_related("away")[0]
    page = get(phone(), match_path(team, following))
    sent = report_form(page).fields
    assert [sent[f"home-{board}-{seat}"] for board in (1, 2) for seat in (1, 2)] == [
        [str(first)], [""], [str(other.pk)], [str(fourth)],
    ]  # fmt: skip
    assert (sent["away-1-1"], sent["home-1-made"]) == ([""], [""])
    assert any("Filled in" in one or "ausgefüllt" in one.lower() for one in texts(page, ".hint"))
    again = report_form(get(phone(), match_path(team, match))).fields
    assert (again["home-2-1"], again["home-2-made"]) == ([str(other.pk)], ["2"])


def test_without_a_day_the_form_says_whose_lists_count_once_somebody_has_left(match: Fixture) -> None:
    def said() -> list[str]:
        return [one for one in texts(get(phone(), match_path(match.home, match)), ".hint") if "November 2026" in one]

    today = date(2026, 11, 3)
    reported(match, *HOME_WON)
    Report.objects.update(at=f"{today}T20:00:00+00:00")
    Member.objects.filter(player=ids(match.home)[0]).update(left_on=today)
    assert said() == []
    Fixture.objects.update(day=None)
    assert len(said()) == 1
    Member.objects.update(left_on=None)
    assert said() == []


def test_once_the_league_is_over_a_team_is_asked_for_nothing(league: League, match: Fixture) -> None:
    reported(match, *HOME_WON)
    assert len(list(elements(get(phone(), team_path(match.away)), ".match-ask"))) == 1
    League.objects.filter(pk=league.pk).update(ended_at=timezone.now())
    page = get(phone(), team_path(match.away))
    assert not [one for css in (".match-ask", ".match-late", ".match-next") for one in elements(page, css)]
    assert len(texts(page, ".notice")) == 1


def test_a_teams_address_leads_to_no_other_match(league: League, match: Fixture) -> None:
    stranger = Team.objects.exclude(pk__in=[match.home_id, match.away_id])[0]
    one = phone()
    for path in (match_path(stranger, match), team_path(stranger, f"{2**70}/")):
        assert one.get(path).status_code == 404
        assert one.post(f"{path}report/", {"seen": "0", "token": "t"}).status_code == 404
        assert one.post(f"{path}word/", {"of": "0", "token": "t"}).status_code == 404


def test_without_play_one_says_who_has_won(match: Fixture) -> None:
    one, path = phone(), match_path(match.home, match, "report/")
    base = {"seen": "0", "how": "walkover", "token": "w"}
    assert one.post(path, base).status_code == 422  # nobody was chosen
    assert one.post(path, {**base, "how": "struck"}).status_code == 422
    assert one.post(path, {**base, "winner": match.home_id}).status_code == 302
    assert (Report.objects.get().how, Report.objects.get().winner) == ("walkover", match.home)


def test_a_walk_over_is_won_and_not_drawn(house: House) -> None:
    league = a_league(house, boards=1, minimum=1)
    match = first_fixture(league)
    said = {"seen": "0", "how": "walkover", "token": "w", "winner": match.home_id}
    assert phone().post(match_path(match.home, match, "report/"), said).status_code == 302
    pages = [get(phone(), match_path(match.away, match)), get(house.phone(), club_path(house, match))]
    assert [texts(page, ".match-figures")[0][-5:] for page in pages] == ["1 : 0"] * 2
    both = [get(phone(), team_path(team)) for team in (match.home, match.away)]
    assert [len(list(elements(page, f"li.is-{how}"))) for page, how in zip(both, ("won", "lost"), strict=True)] == [
        1,
        1,
    ]
    again = {**said, "seen": "1", "winner": "nobody", "token": "n"}
    assert phone().post(match_path(match.home, match, "report/"), again).status_code == 302
    assert [len(list(elements(get(phone(), team_path(team)), "li.is-lost"))) for team in (match.home, match.away)] == [
        1,
        1,
    ]


def test_people_are_called_as_outside_the_club(house: House, match: Fixture) -> None:
    first, second, third = ids(match.home)[:3]
    Player.objects.filter(pk=first).update(name="Anna Huber")
    Player.objects.filter(pk=second).update(name="Anna Hofer")
    Player.objects.filter(pk=third).update(name="Bert Geheim", shown=Shown.HIDDEN)
    reported(match, *HOME_WON)
    for path in (
        match_path(match.home, match),
        match_path(match.away, match),
        f"/board/{match.division.league.secret}/",
    ):
        page = get(phone(), path).content.decode()
        assert "Anna H." in page or path.startswith("/board/")
        assert not [name for name in ("Huber", "Hofer", "Bert", "Geheim") if name in page], path
    assert "Anna H. 2" in get(phone(), match_path(match.home, match)).content.decode()
    assert "Anna Huber" in get(house.phone(), club_path(house, match)).content.decode()


def test_a_team_page_asks_the_database_as_often_with_many_matches(house: House, django_assert_num_queries: Any) -> None:
    for teams in (2, 8):
        league = a_league(house, teams=teams)
        team = Team.objects.filter(division__league=league)[0]
        match = Fixture.objects.filter(home=team).select_related("home", "away", "division__league__club")[0]
        reported(match, *HOME_WON)
        one = phone()
        with django_assert_num_queries(9):
            get(one, team_path(team))


def test_what_everybody_sees_takes_as_many_questions_with_many_teams(
    house: House, django_assert_num_queries: Any
) -> None:
    for teams in (2, 8):
        league = a_league(house, teams=teams)
        reported(first_fixture(league), *HOME_WON)
        boards.rebuild(Board.objects.latest("pk").pk, now=timezone.now())
        one = phone()
        with django_assert_num_queries(PUBLIC_QUERIES):
            get(one, f"/board/{league.secret}/")


# --- the secretary ---------------------------------------------------------------------------------------------------


def test_a_scorer_enters_and_only_a_director_corrects(house: House, match: Fixture) -> None:
    scorer, director, path = house.phone(Role.SCORER), house.phone(Role.DIRECTOR), club_path(house, match)
    page = get(scorer, path)
    assert scorer.post(f"{path}report/", filled(page, match, *HOME_WON)).status_code == 302
    assert agreement_of(match).state == State.SETTLED
    assert form_count(get(scorer, path), "/report/") == 0
    page = get(director, path)
    sent = report_form(page).filled(home__1__made="1", away__1__made="3")
    assert director.post(f"{path}report/", sent).status_code == 422
    assert director.post(f"{path}report/", {**sent, "remark": "verdreht"}).status_code == 302
    assert [one.boards[0]["home_made"] for one in Report.objects.all()] == [3, 1]
    assert "verdreht" in " ".join(texts(get(house.phone(Role.MEMBER), path), "small"))


def test_a_dispute_is_settled_with_the_history_before_ones_eyes(house: House, match: Fixture) -> None:
    reported(match, *HOME_WON)
    say(match, writer=Writer(side=match.away), of=1, agrees=False, remark="2:1 war es", token="no")
    scorer, path = house.phone(Role.SCORER), club_path(house, match)
    page = get(scorer, path)
    assert "2:1 war es" in " ".join(texts(page, ".match-word"))
    assert [one.attributes["value"] for one in elements(page, "li") if "value" in one.attributes] == ["1"]
    sent = report_form(page).filled(home__2__made="2", away__2__made="1", remark="Zettel liegt vor")
    assert scorer.post(f"{path}report/", sent).status_code == 302
    assert agreement_of(match).state == State.SETTLED


def test_a_stale_form_of_the_secretary_is_a_409(house: House, match: Fixture) -> None:
    director, path = house.phone(Role.DIRECTOR), club_path(house, match)
    page = get(director, path)
    reported(match, *HOME_WON)
    answer = director.post(f"{path}report/", filled(page, match, (0, 1), (0, 1)))
    assert (answer.status_code, Report.objects.count()) == (409, 1)


def test_a_match_is_struck_by_a_director_with_a_reason(house: House, match: Fixture) -> None:
    path = club_path(house, match, "report/")
    struck = {"seen": "0", "how": "struck", "token": "s", "remark": "Falsche Karten"}
    assert house.phone(Role.SCORER).post(path, struck).status_code == 422
    refused = house.phone(Role.DIRECTOR).post(path, {**struck, "remark": ""})
    assert (refused.status_code, len(texts(refused, ".problem"))) == (422, 1)
    assert "Why does" in texts(refused, ".problem")[0] or "Warum zählt" in texts(refused, ".problem")[0]
    assert house.phone(Role.DIRECTOR).post(path, struck).status_code == 302


def test_a_report_is_taken_back_by_a_director_with_a_reason(house: House, match: Fixture) -> None:
    path, director = club_path(house, match), house.phone(Role.DIRECTOR)
    assert form_count(get(director, path), "/report/") == 3
    reported(match, *HOME_WON)
    assert form_count(get(director, path), "/report/") == 4
    assert form_count(get(house.phone(Role.SCORER), path), "/report/") == 2
    sent = {"seen": "1", "how": "open", "token": "back", "remark": ""}
    refused = director.post(f"{path}report/", sent)
    assert (refused.status_code, len(texts(refused, ".problem"))) == (422, 1)
    assert director.post(f"{path}report/", {**sent, "remark": "Falsche Begegnung"}).status_code == 302
    assert agreement_of(match).state == State.OPEN
    assert "Falsche Begegnung" in " ".join(texts(get(director, path), "small"))
    page = get(Client(), f"/team/{match.home.secret}/{match.pk}/")
    assert "Falsche Begegnung" in " ".join(texts(page, "p"))
    assert form_count(page, "/report/") == 2


def test_the_empty_report_and_the_codes_are_there_to_print(house: House, match: Fixture) -> None:
    page = get(house.phone(Role.MEMBER), club_path(house, match, "paper/"))
    assert len(list(elements(page, "td.who"))) == 4
    codes = house.path(f"seasons/leagues/{match.division.league_id}/codes/")
    page = get(house.phone(Role.SCORER), codes)
    assert len(texts(page, "p.code-address")) == 4
    one_only = get(house.phone(Role.SCORER), f"{codes}?team={match.home.number}&division=1")
    assert [match.home.secret in one for one in texts(one_only, "p.code-address")] == [True]
    assert house.phone(Role.MEMBER).get(codes).status_code == 403
    picture = house.path(f"seasons/leagues/{match.division.league_id}/teams/{match.home_id}/code.svg")
    assert get(house.phone(Role.SCORER), picture)["Content-Type"] == "image/svg+xml"
    team_in_club = get(house.phone(), house.path(f"seasons/leagues/{match.division.league_id}/teams/{match.home_id}/"))
    assert picture in [one.attributes["src"] for one in elements(team_in_club, "img")]


# --- everybody -------------------------------------------------------------------------------------------------------


def test_everybody_sees_tables_matches_and_people_of_a_public_league(league: League, match: Fixture) -> None:
    reported(match, *HOME_WON)
    for board in Board.objects.all():
        boards.rebuild(board.pk, now=timezone.now())
    page = get(phone(), f"/board/{league.secret}/")
    assert texts(page, "h1") == ["Bezirksliga 2026/27"]
    assert match.home.name in texts(page, "th")[6:][0]
    assert "2 : 0" in texts(page, "span.figures")
    assert not [one for one in links(page) if "/club/" in one or "/team/" in one]
    assert "sessionid" not in page.cookies
    League.objects.update(public=False)
    assert phone().get(f"/board/{league.secret}/").status_code == 404


def test_the_name_of_a_pair_is_broken_after_its_stroke_and_nowhere_else(match: Fixture) -> None:
    Team.objects.filter(pk=match.home_id).update(name="Gruber/<Wimmer")
    told = "Gruber/<wbr>&lt;Wimmer"
    for address in (f"/board/{match.division.league.secret}/", f"/team/{match.away.secret}/{match.pk}/"):
        assert told in get(Client(), address).content.decode(), address


def test_each_division_has_its_own_table(league: League) -> None:
    alone = texts(get(Client(), f"/board/{league.secret}/"), ".league-said dt")
    assert not {"Aufstieg und Abstieg", "Promotion and relegation"} & {*alone}, "with one division nobody goes up"
    second = Division.objects.create(league=league, level=2, name="2. Klasse")
    Board.objects.create(club=league.club, division=second)
    team = a_team(second, 7)
    page = get(phone(), f"/board/{league.secret}/?division=2")
    assert f"/board/{league.secret}/calendar.ics?team=7&division=2" in links(page)
    assert "?division=1" in links(page)
    assert team.name in page.content.decode()


def test_the_secret_of_a_team_is_nowhere_but_with_whoever_may_give_it_away(house: House, match: Fixture) -> None:
    league = match.division.league
    for path in (club_path(house, match), house.path(f"seasons/leagues/{league.pk}/"), f"/board/{league.secret}/"):
        page = get(house.phone(Role.MEMBER), path)
        assert match.home.secret not in page.content.decode()


def test_a_client_without_a_token_of_the_form_is_turned_away(match: Fixture) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(match_path(match.home, match, "report/"), {}).status_code == 403
