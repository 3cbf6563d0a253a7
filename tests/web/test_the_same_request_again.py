"""An answer that was lost: the phone sends the same request once more, and gets what it would have got at first."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Membership
from clubs.models.club import Role
from clubs.models.till import Kind
from clubs.services import by_hand, share_out, till
from clubs.services.core import Refused
from scoring.games.sheet import GAMES
from scoring.games.sheet import Refused as RecordRefused
from scoring.models import Sheet
from scoring.services.sheets import begin_sheet
from seasons.services import leagues, next_season, teams
from seasons.services.reports import Writer, enter, say
from tests.club import House
from tests.league import a_league, first_fixture, told
from tests.services.table import new_token, rows
from tests.tournament import a_round, a_tournament
from tests.web.page import form, get, phone
from tournaments.services import calls, penalties, setup, table_sheets
from tournaments.services.strips import strip_of_sheet

pytestmark = pytest.mark.django_db

Fields = dict[str, Any]

CAST = ["Anna", "Bert", "Cilli", "Dora", "Emil"]
SITS_OUT: Fields = {"sit_out": "dealer"}

# Players, house rules, what is tapped hand by hand (each changes who is on, or what is played next), and how the last
# one is put right.
EVENINGS: dict[str, tuple[int, Fields, list[Fields], Fields]] = {
    "bauernschnapsen": (
        4,
        {},
        [{"pick": "normal-0", "grade": "1"}, {"pick": "bettler", "declarer": "2", "made": "1"}],
        {"made": "0"},
    ),
    "talonschnapsen": (
        3,
        {},
        [{"pick": "normal-made", "grade": "1"}, {"pick": "normal-lost", "grade": "2"}],
        {"grade": "3"},
    ),
    "schnapsen": (
        2,
        {},
        [{"pick": "0", "value": "2"}, {"pick": "1", "end": "claim", "opp_tricks": "0"}],
        {"opp_tricks": "2", "value": "2"},
    ),
    "bauerntarock": (
        5,
        SITS_OUT,
        [{"declarer": "1", "points": "75"}, {"redeal": "1"}, {"declarer": "0", "opp_points": "70"}],
        {"points": "60"},
    ),
    "kratzen": (
        4,
        {},
        [
            {"tricks-0": "2", "tricks-1": "1", "tricks-2": "1"},
            {"striker": "1", "tricks-1": "2", "tricks-2": "1", "tricks-3": "1"},
            {"cuts": "sow", "tricks-0": "4"},
            {"thrown_in": "1"},
            {"striker": "2", "tricks-2": "2", "tricks-3": "2"},
        ],
        {"tricks-2": "3", "tricks-3": "1"},
    ),
    "blattla": (
        5,
        SITS_OUT,
        [
            {"passed": "1"},
            {"pick": "solo-herz", "declarer": "2", "points": "75"},
        ],
        {"points": "50"},
    ),
}


def laid(game: str) -> Sheet:
    players, rules, _hands, _right = EVENINGS[game]
    return begin_sheet(
        game=game, players=CAST[:players], house_rules=rules, first_dealer=0, token=new_token("sheet")
    )  # fmt: skip


def sent_twice(sheet: Sheet, page: str, ending: str, tapped: Fields, *, live: bool = False) -> list[tuple[int, str]]:
    """Status and target of both answers; `live`: as sheet.js sends a hand again that it had kept."""
    one = form(get(phone(), f"/sheet/{sheet.write_secret}/{page}"), ending)
    fields = one.filled(**tapped) if not live else one.filled(**tapped, fresh=None)
    pen = phone(HX_Request="true") if live else phone()
    answers = [pen.post(one.action, fields) for _time in range(2)]
    return [(answer.status_code, answer.headers.get("Location", "")) for answer in answers]


def test_every_game_has_its_evening() -> None:
    assert set(EVENINGS) == set(GAMES)


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize("game", EVENINGS)
def test_a_hand_sent_twice_is_one_line_and_gets_the_same_answer(game: str, live: bool) -> None:
    sheet = laid(game)
    answer = (200, "") if live else (302, f"/sheet/{sheet.write_secret}/")
    for number, tapped in enumerate(EVENINGS[game][2], start=1):
        assert sent_twice(sheet, "", "/hand/", tapped, live=live) == [answer, answer]
        assert rows(sheet) == [(seq, "hand") for seq in range(1, number + 1)]


@pytest.mark.parametrize("game", EVENINGS)
def test_a_correction_sent_twice_is_one_line_and_gets_the_same_answer(game: str) -> None:
    sheet, (_players, _rules, hands, right) = laid(game), EVENINGS[game]
    for tapped in hands:
        sent_twice(sheet, "", "/hand/", tapped)
    sheet_page, last = f"/sheet/{sheet.write_secret}/", len(hands)
    assert sent_twice(sheet, f"line/{last}/", "/replace/", right) == [(302, sheet_page)] * 2
    assert rows(sheet)[last:] == [(last + 1, "replace")]


# --- a token that is none --------------------------------------------------------------------------------------------

UNASKABLE = "\x00"
"""PostgreSQL cannot be asked for it."""


def test_nothing_is_looked_for_by_a_token_that_is_none(house: House) -> None:
    """Every use case of the desk and the till that looks whether a token was here before says that it is none."""
    club, player = house.club, house.players[Role.MEMBER]
    tournament = a_tournament(club, "Anna", "Bert", day=timezone.localdate(), ended_at=timezone.now())
    table = a_round(a_tournament(club, "Cilli", "Dora"), (1, 2)).tables.get()
    day, fine = till.today(club), till.Line(Kind.FINE, 50, player)
    till.book(club, by=None, token=new_token("till"), day=day, lines=[fine, till.Line(Kind.INCOME, 100, note="Spende")])
    about = setup.About("Preisschnapsen", timezone.localdate())
    one: Any = {"by": None, "token": UNASKABLE}
    tried: list[Callable[[], object]] = [
        lambda: calls.call(table, token=UNASKABLE),
        lambda: penalties.adjust(tournament, number=1, unit="legs", amount=-1, reason="spät", **one),
        lambda: setup.create(club, about=about, **one),
        lambda: setup.copy_of(tournament, name="Wieder", day=timezone.localdate(), **one),
        lambda: till.book(club, day=day, lines=[fine], **one),
        lambda: by_hand.settle_up(club, player=player, seen=-50, **one),
        lambda: by_hand.count_cash(club, expected=100, counted=100, **one),
        lambda: share_out.share_out(club, day=day, cents=1, weights=[(player, 1)], **one),
    ]
    assert_refused(tried)
    assert [strip_of_sheet(sheet__write_secret=UNASKABLE), strip_of_sheet(sheet__watch_secret=UNASKABLE)] == [None] * 2


def test_nor_in_a_league(house: House) -> None:
    league = a_league(house)
    division = league.divisions.select_related("league__club").get()
    match = first_fixture(league)
    about, report, writer = leagues.About("Liga", "2026/27"), told(match, (3, 1), (2, 0)), Writer(side=match.home)
    one: Any = {"by": None, "token": UNASKABLE}
    assert_refused(
        [
            lambda: leagues.create(house.club, about=about, divisions=["A"], **one),
            lambda: leagues.copy_of(league, name="Liga", season="2027/28", **one),
            lambda: teams.add(division, name="Andorf", **one),
            lambda: teams.deduct(match.home, points=1, reason="spät", **one),
            lambda: next_season.begin(league, now=timezone.now(), name="Liga", season="2027/28", sure=True, **one),
            lambda: enter(match, told=report, writer=writer, seen=0, token=UNASKABLE),
            lambda: say(match, writer=writer, of=1, agrees=True, token=UNASKABLE),
        ]
    )


def test_nor_on_a_form(house: House) -> None:
    owner, player = house.phone(), house.players[Role.MEMBER]
    path = house.path("till/book/?what=drinks&who=members")
    typed = form(get(owner, path), "").filled(each="3", person=str(player.pk), token=UNASKABLE)
    assert owner.post(path, typed).status_code == 422
    assert owner.post("/account/tokens/revoke/", {"token": UNASKABLE}).status_code == 302
    table = a_round(a_tournament(house.club, "Cilli", "Dora"), (1, 2)).tables.get()
    with pytest.raises(RecordRefused):
        table_sheets.reopen(table, by=Membership.objects.get(role=Role.OWNER), token=UNASKABLE, reason="falsch")


def assert_refused(tried: Sequence[Callable[[], object]]) -> None:
    """Each says that this is no token, and is asked nothing else about it."""
    refused = []
    for use_case in tried:
        with pytest.raises(Refused) as error:
            use_case()
        refused += [problem.code for problem in error.value.problems if problem.at == "token"]
    assert refused == ["bad_token"] * len(tried)
