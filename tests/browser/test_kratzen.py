"""Kratzen tapped at 360 px: a whole evening, taps counted; and the phone's own counting against the engine's."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from playwright.sync_api import Page, expect

from clubs.messages.money import balance, coins
from scoring.games.kratzen import GAME
from scoring.games.sheet import play_hand, read_table
from scoring.screens.core import AtTable
from scoring.screens.kratzen import SCREEN, preview
from tests.browser.conftest import OpenPhone
from tests.browser.table import Hand, hands_on, laid_down
from tests.browser.test_looks import NASTY, STICKS_OUT, THUMB, TOO_LOW, TOO_PALE, violations
from tests.games.kratzen_evenings import evenings

pytestmark = pytest.mark.browser

CASES = Path(__file__).resolve().parent.parent / "games" / "cases" / "kratzen.json"
EVENING: dict[str, Any] = next(case for case in json.loads(CASES.read_text()) if case["id"] == "KR-S1")
NAMES = EVENING["sheet"]["players"]
BY_ITSELF = 8000

TAPS: dict[str, int] = {"muss": 5, "normal": 6, "alone": 2, "thrown_in": 1}
"""For every hand as it mostly comes; each cut, and each player who went along and took no trick, is one more."""


def german(cents: int) -> str:
    with translation.override("de"):
        return coins(cents)


def in_balance(cents: int) -> str:
    with translation.override("de"):
        return balance(cents)


def fill(page: Page, hand: dict[str, Any]) -> Hand:
    """A hand of the case file tapped in, but not saved."""
    tapped = Hand(page)
    for cut in hand.get("cuts", ()):
        tapped.tap(f'[data-cut="{cut}"]')
    if "striker" in hand:
        tapped.choose("striker", hand["striker"])
    if hand.get("contract", "schlagen") != "schlagen":
        tapped.choose("contract", hand["contract"])
    for seat, count in enumerate(hand.get("tricks", ())):
        for _trick in range(count):
            tapped.tap(f'[data-trick="{seat}"]')
    for seat in hand.get("active", ()) if "tricks" in hand else ():
        if seat != hand["striker"] and not hand["tricks"][seat]:
            tapped.choose(f"active-{seat}", 1)
    return tapped


def save(tapped: Hand, hand: dict[str, Any]) -> int:
    once = next((name for name in ("thrown_in", "alone") if hand.get(name)), "")
    alone = "active" in hand and len(hand["active"]) == 1
    tapped.tap(f'[name="{"alone" if alone else once}"]' if alone or once else ".send.special")
    return tapped.taps


def expected_taps(hand: dict[str, Any]) -> int:
    more: int = len(hand.get("cuts", ())) + (hand.get("contract", "schlagen") != "schlagen")
    if hand.get("thrown_in"):
        return TAPS["thrown_in"] + more
    if "striker" not in hand:
        return TAPS["muss"] + more
    if len(hand["active"]) == 1:
        return TAPS["alone"] + more
    return TAPS["normal"] + more + sum(not hand["tricks"][seat] for seat in hand["active"] if seat != hand["striker"])


def said_before(page: Page) -> list[str]:
    """What the panel says that everybody pays or gets."""
    return page.locator(".preview.complete > :nth-child(3n)").all_inner_texts()


def expect_totals(page: Page, totals: list[int], timeout: float = 5000) -> None:
    for side, total in enumerate(totals):
        expect(page.locator(f"#figure-{side}")).to_have_text(in_balance(total), timeout=timeout)


def facts(page: Page) -> list[str]:
    return page.locator(".facts dd").all_inner_texts()


def test_an_evening_is_tapped_and_settled(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = laid_down(game="kratzen", players=NAMES, first_dealer=0)
    page = open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/")
    totals = [0] * len(NAMES)
    for hand, result in zip(EVENING["sheet"]["hands"], EVENING["expect"]["hands"], strict=True):
        tapped = fill(page, hand)
        assert facts(page) == ["Muss" if result["deal"] == "muss" else "normal", german(result["pot_played"]),
                               NAMES[result["dealer"]]]  # fmt: skip
        if "tricks" in hand:
            assert said_before(page) == [german(change) for change in result["points"]]
        assert save(tapped, hand) == expected_taps(hand)
        totals = [total + change for total, change in zip(totals, result["points"], strict=True)]
        expect_totals(page, totals)
    assert totals == EVENING["expect"]["totals"]
    page.locator(".tools .end").tap()
    expect(page.locator(".facts dd")).to_have_text(german(result["pot"]))
    page.locator("main .button.big").tap()
    expect(page.locator(".settlement td.number")).to_have_text(
        [re.compile(f"{re.escape(german(abs(cents)))}$") for cents in EVENING["expect"]["cents"]]
    )
    expect(page.locator(".payments li")).to_have_count(3)


def test_taps_are_taken_back_and_only_what_can_be_is_offered(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = laid_down(EVENING["sheet"]["hands"][0], game="kratzen", players=NAMES, first_dealer=0)
    page = open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/")
    hand = Hand(page).tap('[data-cut="weli"]').tap('[data-cut="sow"]')
    assert facts(page) == ["normal", "0,16", "Nandl"]
    expect(page.locator("#turn")).to_have_text(re.compile("^Mitzi"))
    hand.tap('[data-undo="cut"]')
    assert facts(page) == ["normal", "0,15", "Mitzi"]
    hand.tap('[data-undo="cut"]')
    assert (facts(page), page.locator(".chain").is_visible()) == (["normal", "0,11", "Mitzi"], False)
    expect(page.locator('[name="alone"]')).to_be_hidden()
    hand.choose("striker", 2)
    expect(page.locator('[name="alone"]')).to_be_visible()
    expect(page.locator('[name="thrown_in"]')).to_be_hidden()
    for seat in (2, 0, 2, 2):
        hand.tap(f'[data-trick="{seat}"]')
    expect(page.locator('[name="alone"]')).to_be_hidden()
    assert page.locator("[data-trick] b").all_inner_texts() == ["1", "0", "3", "0"]
    page.locator('[data-trick="1"]').tap(force=True)  # there are four tricks only
    assert page.locator("[data-trick] b").all_inner_texts() == ["1", "0", "3", "0"]
    assert page.locator(".along label:visible").all_inner_texts() == ["Mitzi", "Otto"]
    for taken in (["1", "0", "2", "0"], ["1", "0", "1", "0"], ["0", "0", "1", "0"]):
        hand.tap('[data-undo="trick"]')
        assert page.locator("[data-trick] b").all_inner_texts() == taken
    hand.choose("trump_seven", 1)
    assert facts(page)[0] == "Siebener-Muss"
    expect(page.locator(".striking")).to_be_hidden()
    for seat in (1, 3, 0):
        hand.tap(f'[data-trick="{seat}"]')
    assert said_before(page) == ["0,00", "−0,01", "0,00", "0,00"]
    page.locator("[type=reset]").tap()
    expect(page.locator(".facts dd")).to_have_text(["normal", "0,11", "Mitzi"])
    expect(page.locator(".panel")).to_be_hidden()


def test_two_hands_without_signal_stand_in_pencil_and_arrive(live_server: Any, open_phone: OpenPhone) -> None:
    sheet = laid_down(game="kratzen", players=NAMES, first_dealer=0)
    page = open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/")
    page.context.set_offline(True)
    first, second = EVENING["sheet"]["hands"][:2]
    save(fill(page, first), first)
    expect(page.locator("#unsent")).to_have_text("1")
    expect_totals(page, [-2, -1, -1, -6])
    assert facts(page) == ["normal", "0,11", "Mitzi"]
    save(fill(page, second), second)
    expect(page.locator("#unsent")).to_have_text("2")
    expect_totals(page, [-2, 2, 1, -4])
    assert facts(page) == ["Muss", "0,08", "Nandl"]
    rows = [" ".join(row.split()) for row in page.locator("#lines .pencil").all_inner_texts()]
    assert rows == ["Muss Lois ✓", "−0,02 −0,01 −0,01 −0,06", "Schlagen Mitzi ✓", "−0,02 +0,02 +0,01 −0,04"]
    assert hands_on(sheet) == 0
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=BY_ITSELF)
    expect_totals(page, [-2, 2, 1, -4], timeout=BY_ITSELF)
    sheet.refresh_from_db()
    assert [line["hand"] for line in sheet.state["lines"]] == [first, second]


# --- the phone's counting --------------------------------------------------------------------------------------------

COUNT = """(hands) => hands.map(([fields, data]) => game.pencil(new URLSearchParams(fields), data))"""


@pytest.fixture
def page(live_server: Any, open_phone: OpenPhone) -> Page:
    sheet = laid_down(game="kratzen", players=NAMES, first_dealer=0)
    return open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/")


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(document=evenings())
def test_the_phone_counts_as_the_engine_does(page: Page, document: dict[str, Any]) -> None:
    table = read_table(document)
    state = table.start()
    asked, expected = [], []
    with translation.override("de"):
        for data in table.hands:
            before = AtTable(GAME, table.rules, table.players, state)
            played = play_hand(GAME, table.rules, state, data)
            state = played.outcome.state
            after = AtTable(GAME, table.rules, table.players, state)
            posted = SCREEN.chosen_of(GAME.write(played.hand), before)
            asked.append([urlencode(posted), preview(before)])
            expected.append(
                {
                    "data": preview(after),
                    "figures": [balance(total) for total in state.totals],
                    "scored": [change != 0 for change in played.line["points"]],
                    "turn": [name for name, _does in SCREEN.turn(after, None)],
                    "facts": [figure for _label, figure in SCREEN.facts(after)],
                    "stuck": False,
                }
            )
    counted = page.evaluate(COUNT, asked)
    assert [{name: one[name] for name in wanted} for one, wanted in zip(counted, expected, strict=True)] == expected


def test_what_is_not_complete_is_not_counted(page: Page) -> None:
    start = GAME.start(GAME.house_rules(), len(NAMES), 0)
    muss = AtTable(GAME, GAME.house_rules(), NAMES, start)
    normal = AtTable(
        GAME, GAME.house_rules(), NAMES, play_hand(GAME, muss.rules, start, {"tricks": [4, 0, 0, 0]}).outcome.state
    )
    hands: list[tuple[AtTable, dict[str, Any]]] = [
        (muss, {}),
        (muss, {"tricks-0": 3}),
        (muss, {"thrown_in": 1}),
        (normal, {"tricks-0": 4}),
        (normal, {"striker": 0}),
        (normal, {"striker": 0, "tricks-0": 4}),
        (normal, {"striker": 0, "alone": 1, "tricks-0": 4}),
        (normal, {"alone": 1}),
        (normal, {"thrown_in": 1, "trump_seven": 1}),
    ]  # fmt: skip
    assert page.evaluate(COUNT, [[urlencode(fields), preview(at)] for at, fields in hands]) == [None] * len(hands)
    rich = {**preview(normal), "totals": [9_007_199_254_740_990, 0, 0, 0]}
    [stuck] = page.evaluate(COUNT, [[urlencode({"striker": 0, "alone": 1}), rich]])
    assert (stuck["stuck"], stuck["data"]) == (True, rich)
    huge = {**preview(normal), "pot": rich["largestPot"]}
    assert page.evaluate(COUNT, [[urlencode({"thrown_in": 1}), huge]]) == [None]


# --- how it looks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 6])
def test_it_fits_a_small_phone_with_the_longest_names(live_server: Any, open_phone: OpenPhone, seats: int) -> None:
    players = [name[:40] for name in (*NASTY, "Resi", "Sepp")][:seats]
    sheet = laid_down(
        {"tricks": [4] + [0] * (seats - 1)}, game="kratzen", players=players, first_dealer=0, rules={"ante": 100}
    )  # fmt: skip
    page = open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/")
    hand = Hand(page).tap('[data-cut="weli"]').choose("striker", 1)
    for seat in (0, 1, 2, 2):
        hand.tap(f'[data-trick="{seat}"]')
    found = {"sideways": page.evaluate(STICKS_OUT), "thumb": page.evaluate(TOO_LOW, THUMB), "axe": violations(page)}
    page.emulate_media(color_scheme="dark")
    found["dark"] = page.evaluate(TOO_PALE)
    assert {look: problems for look, problems in found.items() if problems} == {}
