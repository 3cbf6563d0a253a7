"""The API of league matches: a team by its secret, the secretary with a token; the same use cases as the pages."""

from typing import Any

import pytest
from django.test import Client

from clubs.models import Player
from clubs.models.club import Role
from clubs.models.people import Shown
from seasons.models import Fixture, Report, Word
from tests.club import House
from tests.league import a_league, first_fixture, ids, reported

pytestmark = pytest.mark.django_db

HOME_WON = ((3, 1), (2, 0))


@pytest.fixture
def match(house: House) -> Fixture:
    return first_fixture(a_league(house, teams=4))


def ask(method: str, path: str, body: Any = None, *, status: int = 200, token: str = "") -> Any:
    headers = {"Accept-Language": "en", **({"Authorization": f"Token {token}"} if token else {})}
    data = {} if body is None else {"data": body, "content_type": "application/json"}
    answer = getattr(Client(headers=headers), method)(f"/api/v1/{path}", **data)
    assert answer.status_code == status, (path, answer.status_code, answer.content)
    return answer.json() if answer.content else None


def of_home(match: Fixture, rest: str = "") -> str:
    return f"teams/{match.home.secret}/fixtures/{match.pk}/{rest}"


def of_away(match: Fixture, rest: str = "") -> str:
    return f"teams/{match.away.secret}/fixtures/{match.pk}/{rest}"


def of_club(house: House, match: Fixture, rest: str = "") -> str:
    return f"clubs/{house.club.slug}/leagues/{match.division.league_id}/fixtures/{match.pk}/{rest}"


def a_report(match: Fixture, *made: tuple[int, int], seen: int = 0, token: str = "r1", **more: Any) -> dict[str, Any]:
    home, away = ids(match.home), ids(match.away)
    boards = [
        {"home": home[2 * at : 2 * at + 2], "away": away[2 * at : 2 * at + 2], "home_made": one, "away_made": other}
        for at, (one, other) in enumerate(made)
    ]
    return {"boards": boards, "seen": seen, "token": token, **more}


def test_a_team_reports_and_the_other_says_that_it_is_right(match: Fixture) -> None:
    told = ask("get", f"teams/{match.home.secret}/")
    assert (told["team"]["name"], len(told["matches"]), told["place"]) == (match.home.name, 6, 1)
    before = ask("get", of_home(match))
    assert [len(before["line_up"][side]) for side in ("home", "away")] == [5, 5]
    assert (before["seen"], before["state"], before["how"]) == (0, "open", "open")
    after = ask("post", of_home(match, "report/"), a_report(match, *HOME_WON))
    assert ask("post", of_home(match, "report/"), a_report(match, *HOME_WON)) == after
    assert (after["state"], after["waits_for"], after["points"]) == ("reported", match.away_id, [2, 0])
    assert (after["boards_won"], after["made"]) == ([2, 0], [5, 1])
    word = {"of": after["seen"], "agrees": True, "token": "w1"}
    agreed = ask("post", of_away(match, "word/"), word)
    assert (agreed["state"], agreed["reports"][0]["words"][0]["team"]) == ("agreed", match.away_id)
    assert (Report.objects.count(), Word.objects.count()) == (1, 1)


def test_what_somebody_else_reported_meanwhile_is_a_409_with_it(match: Fixture) -> None:
    reported(match, *HOME_WON)
    moved = ask("post", of_away(match, "report/"), a_report(match, (0, 1), (0, 1)), status=409)
    assert (moved["seen"], moved["made"]) == (1, [5, 1])
    ask("post", of_away(match, "word/"), {"of": 0, "agrees": True, "token": "w"}, status=409)
    again = ask("post", of_away(match, "report/"), a_report(match, (0, 1), (0, 1), seen=1))
    assert (again["state"], len(again["reports"])) == ("disputed", 2)


def test_problems_are_named_at_their_fields(match: Fixture) -> None:
    body = a_report(match, (3, 1), (2, 0))
    body["boards"][1]["home"][0] = body["boards"][0]["home"][0]
    body["boards"][1]["away_made"] = None
    answer = ask("post", of_home(match, "report/"), body, status=422)
    assert [(one["code"], one["at"]) for one in answer["problems"]] == [
        ("report_twice", "home-1-1"),
        ("report_twice", "home-2-1"),
        ("report_made_missing", "away-2-made"),
    ]
    answer = ask("post", of_away(match, "word/"), {"of": 0, "agrees": False, "token": "w"}, status=422)
    assert {one["code"] for one in answer["problems"]} == {"word_nothing", "word_remark_missing"}


def test_a_teams_secret_leads_to_its_own_matches_only(match: Fixture) -> None:
    others = match.division.fixtures.exclude(home=match.home).exclude(away=match.home)[0]
    path = f"teams/{match.home.secret}/fixtures/{others.pk}/"
    ask("get", path, status=404)
    ask("post", f"{path}report/", a_report(match, *HOME_WON), status=404)
    ask("post", f"{path}word/", {"of": 0, "agrees": True, "token": "w"}, status=404)
    ask("get", "teams/nobody/", status=404)


def test_people_have_public_names_for_a_team_and_full_ones_in_the_club(house: House, match: Fixture) -> None:
    first, second = ids(match.home)[:2]
    Player.objects.filter(pk=first).update(name="Anna Huber")
    Player.objects.filter(pk=second).update(name="Bert Geheim", shown=Shown.HIDDEN)
    reported(match, *HOME_WON)
    told = ask("get", of_away(match))
    assert told["reports"][0]["boards"][0]["home_names"] == ["Anna H.", "N. N."]
    inside = ask("get", of_club(house, match), token=house.token(Role.MEMBER))
    assert inside["reports"][0]["boards"][0]["home_names"] == ["Anna Huber", "Bert Geheim"]


def test_the_secretary_enters_corrects_and_strikes(house: House, match: Fixture) -> None:
    scorer, director = house.token(Role.SCORER), house.token(Role.DIRECTOR)
    path = of_club(house, match, "report/")
    assert ask("post", path, a_report(match, *HOME_WON), token=scorer)["state"] == "settled"
    wrong = a_report(match, (1, 3), (0, 2), seen=1, token="r2", remark="verdreht")
    answer = ask("post", path, wrong, token=scorer, status=422)
    assert [one["code"] for one in answer["problems"]] == ["report_only_directors"]
    assert ask("post", path, wrong, token=director)["made"] == [1, 5]
    struck = {"how": "struck", "seen": 2, "token": "r3", "remark": "Falsche Karten"}
    told = ask("post", path, struck, token=director)
    assert (told["how"], told["points"], len(told["reports"])) == ("struck", [0, 0], 3)
    rows = ask("get", f"clubs/{house.club.slug}/leagues/{match.division.league_id}/reports/", token=scorer)
    assert {one["id"]: one["state"] for one in rows}[match.pk] == "settled"
    assert len(rows) == 12
    rows = ask("get", f"clubs/{house.club.slug}/leagues/{match.division.league_id}/reports/?division=2", token=scorer)
    assert rows == []
