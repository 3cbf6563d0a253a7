"""Some time after something is over nobody outside reads any more who took part, if the club wants it so.

The addresses are asked of the resolver, so that one that forgets it fails here on the day it is written.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import product
from re import split
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from clubs.models import Beat, Change, Club, Player
from clubs.models.club import Role
from clubs.names import names_over, told_since
from scoring.models import DayTally, Sheet
from scoring.services.closing import close_sheet
from seasons.models import Board, Cup, Fixture, League, Ranking, Rating, Row, Team
from seasons.services import boards, rating_lines
from seasons.services.cup_names import Names
from seasons.services.public_until import end_of_league, is_over
from seasons.services.ranking_lines import lines_of
from seasons.services.rated_people import who_is_who
from seasons.services.team_names import nameless_teams
from tests.club import House, a_house, logged_in
from tests.league import a_league, first_fixture, reported
from tests.pdf import text_of
from tests.services.table import now, record, won_leg
from tests.services.test_tournament_sheets import EITHER
from tests.tournament import a_result, a_round, a_tournament
from tests.web.page import get, phone, posted, texts
from tests.web.test_public_names import bytes_of, routes, seated
from tournaments.models import Entrant, Screen, Tournament
from tournaments.services import kept, table_sheets
from tournaments.services.marks import mark_of
from tournaments.services.screen_program import Program, Show, What, write_program
from tournaments.services.table_codes import code_of, hall_code
from tournaments.tasks import expire_public_names

pytestmark = pytest.mark.django_db

SURNAMES = ("Oberndorfer", "Maierhofer", "Langstoegger", "Kernbichler")
NAMES = [f"Xaver {name}" for name in SURNAMES]
TOLD = [*(name.casefold() for name in SURNAMES), "xaver", "zwirbel", "unschlagbar"]
"""What is said outside until then: full names, a nickname, the name of a team."""
MATCH: dict[str, Any] = {"stages": [{"kind": "lives", "counting": {"unit": "legs"}}], "desk": EITHER}
LATER = timedelta(days=100)


@dataclass(slots=True)
class Over:
    house: House
    tournament: Tournament
    sheets: list[Sheet]
    screen: Screen

    def years_ago(self) -> None:
        """All of it was over long ago."""
        Tournament.objects.update(ended_at=timezone.now() - LATER)
        Sheet.objects.update(closed_at=timezone.now() - LATER)


@pytest.fixture
def over() -> Over:
    house = a_house(public=True, names_until=3)
    for name in NAMES:
        Player.objects.create(club=house.club, name=name, shown="full")
    Player.objects.filter(name=NAMES[1]).update(shown="nickname", nickname="Zwirbel")
    tournament = a_tournament(house.club, *NAMES, plan=MATCH)
    Entrant.objects.filter(number=3).update(name="Die Unschlagbaren")
    Player.objects.filter(name=NAMES[2]).update(shown="initial")
    one, two = a_round(tournament, (1, 2), (3, 4)).tables.order_by("number")
    sheet = table_sheets.open_sheet(one)
    record(sheet, *[{"winner": 0, "value": 3}] * 3)
    close_sheet(sheet, write=now(sheet))
    a_result(two, {"legs": 1}, {"legs": 0})
    evening = seated(house, players=NAMES)
    record(evening, won_leg(0), won_leg(1))
    close_sheet(evening, write=now(evening))
    shows = write_program(Program(shows=tuple(Show(what, 10) for what in What if what != What.MESSAGE)))
    screen = Screen.objects.create(tournament=tournament, name="Beamer", secret="beamer-1234", shows=shows, token="s-1")
    Tournament.objects.update(ended_at=timezone.now())
    tournament.refresh_from_db()
    return Over(house, tournament, [sheet, evening], screen)


# --- the day ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("months", "today", "since"),
    [
        (0, "2026-11-30", None),
        (1, "2026-03-31", "2026-03-01"),
        (1, "2026-03-28", "2026-03-01"),
        (1, "2026-03-27", "2026-02-28"),
        (3, "2026-01-15", "2025-10-16"),
        (12, "2025-02-28", "2024-02-29"),
        (12, "2026-12-31", "2026-01-01"),
    ],
)
def test_names_are_told_since(months: int, today: str, since: str | None) -> None:
    club, noon = Club(names_until=months), datetime.fromisoformat(f"{today}T11:00:00+00:00")
    assert told_since(club, noon) == (date.fromisoformat(since) if since else None)


def test_the_day_is_the_clubs_own() -> None:
    ended = datetime(2026, 3, 10, 22, 30, tzinfo=UTC)  # in Vienna the same day still, in Tokyo the next one
    at = datetime(2026, 4, 10, 15, 0, tzinfo=UTC)
    assert [names_over(Club(names_until=1, time_zone=zone), ended, at) for zone in ("Europe/Vienna", "Asia/Tokyo")] == [
        True,
        True,
    ]
    before = at - timedelta(hours=1)
    assert names_over(Club(names_until=1, time_zone="Asia/Tokyo"), ended, before) is False


# --- every address there is ------------------------------------------------------------------------------------------


def addresses(over: Over) -> Iterator[str]:
    """Every address for which nobody needs an account."""
    for route in routes():
        parts = split(r"<([^>]+)>", route)
        if route.startswith(("/admin/", "/static/", "/api/schema/", "/api/docs/")):
            continue
        if not any(part.endswith((":code", ":secret")) for part in parts[1::2]) and not route.startswith("/club/"):
            continue
        chosen = [meant(part, route, over) if place % 2 else [part] for place, part in enumerate(parts)]
        yield from map("".join, product(*chosen))


def meant(parameter: str, route: str, over: Over) -> list[str]:
    kind, _, name = parameter.rpartition(":")
    if name == "code":
        hall = "/hall" in route
        return [hall_code(over.tournament)] if hall else [code_of(over.tournament, table) for table in (1, 2)]
    if name == "secret":
        return [over.screen.secret] if "screen" in route else [sheet.watch_secret for sheet in over.sheets]
    if kind == "int":
        return ["1", "3"] if name == "number" else ["1"]
    return [over.house.club.slug] if name == "slug" else ["1"]


def told(client: Client, address: str) -> set[str]:
    answer = bytes_of(client.get(address))
    return {part for part in TOLD if part in answer}


def test_no_address_names_anybody_any_more(over: Over) -> None:
    stranger = over.house.stranger
    assert stranger is not None
    found = sorted(addresses(over))
    telling = {address for address in found if told(phone(), address)}
    code, watch = hall_code(over.tournament), over.sheets[0].watch_secret
    for address in (
        *(f"/hall/{code}/", f"/hall/{code}/1/", f"/hall/{code}/1/why/", f"/api/v1/halls/{code}/pictures/"),
        *(f"/api/v1/halls/{code}/", f"/api/v1/halls/{code}/cards/1/", f"/api/v1/halls/{code}/cards/3/why/"),
        *(f"/screen/{over.screen.secret}/", f"/watch/{watch}/", f"/sheet/{watch}/history/", f"/api/v1/sheets/{watch}/"),
        *(f"/table/{code_of(over.tournament, 2)}/", f"/api/v1/tables/{code_of(over.tournament, 2)}/"),
        f"/club/{over.house.club.slug}/",
    ):
        assert address in telling, address
    over.years_ago()
    played_long_ago(over.house.club)
    for client, looked_at in ((phone(), found), (logged_in(stranger), telling)):
        assert {address: said for address in looked_at if (said := told(client, address))} == {}


def played_long_ago(club: Club) -> None:
    DayTally.objects.filter(club=club).update(day=timezone.localdate() - LATER)


def test_the_check_code_of_a_slip_names_nobody_either(over: Over) -> None:
    over.sheets[1].refresh_from_db()
    asked = f"/check/?code={over.sheets[1].check_code}"
    assert told(phone(), asked) > set()
    over.years_ago()
    assert told(phone(), asked) == set()
    assert told(over.house.phone(Role.MEMBER), asked) > set()


def test_public_papers_have_start_numbers_then_and_full_names_are_for_the_desk(over: Over) -> None:
    client, paper = over.house.phone(Role.DIRECTOR), over.house.path(f"tournaments/{over.tournament.pk}/paper/")
    over.years_ago()
    public, desk = (text_of(client.get(f"{paper}standings.pdf{names}").content) for names in ("", "?names=full"))
    assert ("Oberndorfer" in public, "Unschlagbar" in public, "N. N." in public) == (False, False, True)
    assert "Oberndorfer" in desk


def test_inside_the_club_nothing_changes(over: Over) -> None:
    over.years_ago()
    member = over.house.phone(Role.MEMBER)
    standings = over.house.path(f"tournaments/{over.tournament.pk}/standings/")
    for address in (standings, f"/watch/{over.sheets[1].watch_secret}/"):
        assert "oberndorfer" in told(member, address), address


def test_what_is_not_over_keeps_its_names(over: Over) -> None:
    """Also a tournament that nobody has ended, as long as it is played; the last round says when that was."""
    Tournament.objects.update(ended_at=None, day=timezone.localdate() - LATER)
    address = f"/hall/{hall_code(over.tournament)}/1/"
    assert "oberndorfer" in told(phone(), address)
    over.tournament.rounds.update(published_at=timezone.now() - LATER)
    assert told(phone(), address) == set()


def test_whoever_played_since_is_named_in_the_clubs_list(over: Over) -> None:
    over.years_ago()
    played_long_ago(over.house.club)
    sheet = seated(over.house, players=[*NAMES[:1], "Anna Höß", "Bert Maier", "Dora Lang"])
    record(sheet, won_leg(0))
    close_sheet(sheet, write=now(sheet))
    page = get(phone(), f"/club/{over.house.club.slug}/")
    assert sorted(row["name"] for row in page.context["tally"]) == [
        *("Anna H.", "Bert M.", "Dora L.", "N. N.", "N. N.", "N. N.", "Xaver Oberndorfer")
    ]


# --- marks and settings ----------------------------------------------------------------------------------------------


def test_kept_pages_change_when_the_day_has_come_and_only_then(over: Over) -> None:
    def seq() -> int:
        return Tournament.objects.get().seq

    before, mark = seq(), mark_of(over.tournament)
    assert (expire_public_names(), seq()) == (0, before)
    over.years_ago()
    assert [expire_public_names() for _time in range(2)] == [1, 0]
    assert seq() == before + 1
    assert mark_of(over.tournament) != mark
    assert Beat.objects.get(name="expire_public_names").told == {"moved": 0}
    Club.objects.update(names_until=0)
    assert [expire_public_names() for _time in range(2)] == [1, 0]
    assert "oberndorfer" in told(phone(), f"/hall/{hall_code(over.tournament)}/")


@pytest.mark.django_db(transaction=True)
def test_a_process_that_keeps_a_tournament_shows_it_anew(over: Over) -> None:
    address = f"/hall/{hall_code(over.tournament)}/"
    over.years_ago()
    Club.objects.update(names_until=0)
    kept._kept.clear()
    seen = phone().get(address)
    assert "oberndorfer" in bytes_of(seen)
    Club.objects.update(names_until=3)
    expire_public_names()
    again = phone().get(address, headers={"If-None-Match": seen.headers.get("ETag", "")})
    assert (again.status_code, "oberndorfer" in bytes_of(again)) == (200, False)


def test_an_owner_chooses_on_the_settings_page_and_the_log_says_so(over: Over) -> None:
    page = over.house.path("settings/")
    owner = over.house.phone()
    chosen = get(owner, page)
    assert "Drei Monate" in " ".join(texts(chosen, "label")) or "Three months" in " ".join(texts(chosen, "label"))
    fields = {"name": "Stammtisch Post", "slug": "post", "language": "de", "time_zone": "Europe/Vienna", "public": "1"}
    posted(owner, page, 302, **fields, names_until="12")
    over.house.club.refresh_from_db()
    assert over.house.club.names_until == 12
    change = Change.objects.latest("pk")
    assert (change.before, change.after) == ({"names_until": 3}, {"names_until": 12})
    for wrong in ("2", "x", "-1", "9" * 40):
        posted(owner, page, 422, **fields, names_until=wrong)
    posted(owner, page, 302, **fields)  # a form of before this setting
    over.house.club.refresh_from_db()
    assert over.house.club.names_until == 12


def test_the_api_says_and_changes_it(over: Over) -> None:
    client = phone(Authorization=f"Token {over.house.token()}")
    address = f"/api/v1/clubs/{over.house.club.slug}/"
    assert client.get(address).json()["names_until"] == 3
    answer = client.patch(address, {"names_until": 1}, content_type="application/json")
    assert (answer.status_code, answer.json()["names_until"]) == (200, 1)
    wrong = client.patch(address, {"names_until": 7}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["problems"][0]["code"]) == (422, "no_such_time")


# --- public boards ---------------------------------------------------------------------------------------------------


def named(over: Over, ranking: Ranking, season: int) -> set[str]:
    """Who stands in the public table of this season."""
    board, new = Board.objects.get_or_create(club=over.house.club, ranking=ranking, season=season)
    for place, player in enumerate(Player.objects.filter(name__in=NAMES) if new else (), start=1):
        Row.objects.create(board=board, subject=player.pk, place=place, order=place)
    board = Board.objects.select_related("club").get(pk=board.pk)
    return {line.name for line in lines_of(board, inside=False).shown}


def test_a_season_that_is_over_names_nobody_and_all_time_whoever_played_since(over: Over) -> None:
    about = {"club": over.house.club, "game": "bauernschnapsen", "unit": "bummerl", "public": True}
    yearly = Ranking.objects.create(name="Jahr", secret="yearly-1", token="y", span="year", **about)
    always = Ranking.objects.create(name="Ewig", secret="always-1", token="a", span="all", **about)
    this = timezone.localdate().year
    assert named(over, yearly, this - 2) == {"N. N."}
    assert "Xaver Oberndorfer" in named(over, yearly, this) & named(over, always, 0)
    played_long_ago(over.house.club)
    assert named(over, always, 0) == {"N. N."}
    Club.objects.update(names_until=0)
    assert "Xaver Oberndorfer" in named(over, yearly, this - 2) & named(over, always, 0)


@pytest.mark.parametrize("ago", [30, 100])
def test_a_cup_names_its_people_until_its_time_is_over(over: Over, ago: int) -> None:
    today = timezone.localdate()
    days = {"first_day": today - timedelta(days=ago + 90), "last_day": today - timedelta(days=ago)}
    cup = Cup.objects.create(club=over.house.club, name="Cup", public=True, secret="cup-1", token="c", **days)
    names = Names(cup, Player.objects.filter(name__in=NAMES).values_list("pk", flat=True), inside=False)
    assert ("Xaver Oberndorfer" in names.names.values()) == (ago == 30)
    assert (set(names.names.values()) == {"N. N."}) == (ago == 100)


@pytest.mark.parametrize("ago", [30, 100])
def test_a_league_too(over: Over, ago: int) -> None:
    league = League(club=over.house.club, ended_at=timezone.now() - timedelta(days=ago))
    assert is_over(league.club, end_of_league(league)) == (ago == 100)
    league.save()
    league.ended_at = None
    assert not is_over(league.club, end_of_league(league))


@pytest.mark.parametrize("ago", [30, 100])
def test_pairs_of_a_league_are_numbers_then_and_villages_keep_their_names(over: Over, ago: int) -> None:
    pairs = a_league(over.house, people=2, stand_ins=0, boards=1)
    villages, of_villages = a_league(over.house), ("natternbach", "beim wirt")
    Team.objects.filter(division__league=pairs, number=1).update(name="Höllriegl/Zauner", venue="Beim Zauner")
    Fixture.objects.filter(division__league=pairs, round=2).update(venue="Höllriegls Keller")
    Fixture.objects.filter(division__league=villages).update(venue="Beim Wirt")
    League.objects.update(notes="Meldungen an Zauner")
    matches = [first_fixture(league) for league in (pairs, villages)]
    for match in matches:
        reported(match, *[(3, 1), (2, 0)][: match.division.league.rules["boards"]])
    for board in Board.objects.exclude(division=None):
        boards.rebuild(board.pk, now=timezone.now())
    League.objects.update(ended_at=timezone.now() - timedelta(days=ago))
    for match, words in zip(matches, (("höllriegl", "zauner"), of_villages), strict=True):
        public, team = f"/board/{match.division.league.secret}/", match.home.secret
        calendar, own, api = f"{public}calendar.ics", f"/team/{team}/", f"/api/v1/teams/{team}/"
        matches_own = (f"{own}{match.pk}/", f"{api}fixtures/{match.pk}/")
        for address in (public, calendar, f"{calendar}?team=1", own, api, *matches_own):
            told = {word for word in words if word in bytes_of(phone().get(address))}
            assert bool(told) == (ago == 30 or words == of_villages), address
    page = bytes_of(phone().get(f"/board/{villages.secret}/"))
    assert ("meldungen an zauner" in page) == (ago == 30)
    assert (
        "Höllriegl/Zauner" in get(over.house.phone(), over.house.path(f"seasons/leagues/{pairs.pk}/")).content.decode()
    )


def test_who_is_a_pair(over: Over) -> None:
    """At one board: no more people than seats, or the name of one of them."""
    league = a_league(over.house, boards=1, people=4)
    League.objects.update(ended_at=timezone.now() - LATER)
    league.refresh_from_db()
    one, other = Team.objects.filter(division__league=league)

    def nameless() -> dict[int, str]:
        with override("en"):
            return {pk: team.name for pk, team in nameless_teams(league, [one, other]).items()}

    assert nameless() == {}
    one.name = "Die Natter Buam"
    assert nameless() == {one.pk: "Pair 1"}
    other.members.filter(player__name__endswith="3").update(stand_in=True)
    other.members.filter(player__name__endswith="4").update(left_on=timezone.localdate())
    assert nameless() == {one.pk: "Pair 1", other.pk: "Pair 2"}
    assert one.name == "Die Natter Buam"


def test_a_rating_names_whoever_played_since(over: Over) -> None:
    rating = Rating.objects.create(club=over.house.club, game="bauernschnapsen", public=True, secret="rating-1")
    people = [*Player.objects.filter(name__in=NAMES)]

    def said() -> set[str]:
        names = rating_lines.Names(rating, who_is_who(rating), [one.pk for one in people], None)
        return {named.name for named in names.named.values()}

    assert "Xaver Oberndorfer" in said()
    played_long_ago(over.house.club)
    assert said() == {"N. N."}
