"""What a table does with a phone: hands by real taps, counted; and sheets laid down ready for a test."""

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from scoring.models import Entry, Sheet
from scoring.services.record import Write
from scoring.services.sheets import begin_sheet, record_hand

CAST = ("Anna", "Bert", "Cilli", "Dora")
SIDE_A, SIDE_B = "Anna und Cilli", "Bert und Dora"

MOST_TAPS_NORMAL = 2
DOUBLE_TAP = 900
"""Milliseconds after which the same button, tapped again, is meant."""
MOST_TAPS_SPECIAL = 5


def laid_down(
    *hands: Mapping[str, Any],
    players: Sequence[str] = CAST,
    rules: Mapping[str, Any] | None = None,
    game: str = "bauernschnapsen",
    first_dealer: int = 3,
    **more: Any,
) -> Sheet:
    """A sheet on which these hands stand already; seat 4 dealt first, so that seat 1 calls."""
    sheet = begin_sheet(
        game=game,
        players=players,
        first_dealer=first_dealer,
        house_rules=rules or {},
        token=secrets.token_urlsafe(12),
        **more,
    )
    for hand in hands:
        written_elsewhere(sheet, hand)
    return sheet


def written_elsewhere(sheet: Sheet, hand: Mapping[str, Any]) -> None:
    """A hand that comes from another phone."""
    sheet.refresh_from_db()
    record_hand(sheet, hand=hand, write=Write(sheet.seq, secrets.token_urlsafe(12), "another-phone"))


def plain_game(*, won: bool = True, grade: int = 2) -> dict[str, Any]:
    return {"contract": "normal", "made": won, "grade": grade}


def hands_on(sheet: Sheet) -> int:
    return Entry.objects.filter(sheet=sheet, kind=Entry.Kind.HAND).count()


def expect_figures(page: Page, left: int | str, right: int | str, timeout: float = 5000) -> None:
    for side, figure in enumerate((left, right)):
        expect(page.locator(f".side-{side} .figure")).to_have_text(re.compile(rf": {figure}$"), timeout=timeout)


class Hand:
    """One hand tapped into the form of a page; counts the taps it needed."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, what: str) -> "Hand":
        self.page.locator(f"#entry {what}").tap()
        self.taps += 1
        return self

    def choose(self, name: str, value: object) -> "Hand":
        return self.tap(f'label:has([name="{name}"][value="{value}"])')

    def is_chosen(self, name: str, value: object) -> bool:
        return self.page.locator(f'#entry [name="{name}"][value="{value}"]').is_checked()


def record_normal(page: Page, winner: int, grade: int, *, level: int = 0) -> int:
    """A plain game by tapping: who won, then 1, 2 or 3. Answers with the taps."""
    hand = Hand(page).choose("pick", f"normal-{winner}")
    if level:
        hand.choose("doubling", level)
    hand.tap(f'[name="grade"][value="{grade}"]')
    assert hand.taps <= MOST_TAPS_NORMAL + (level > 0)
    return hand.taps


def fill_special(page: Page, contract: str, declarer: int, *, made: bool = True, level: int = 0) -> Hand:
    """A contract tapped in, but not saved. What is chosen already needs no tap."""
    hand = Hand(page).choose("pick", contract)
    for name, value in (("declarer", declarer), ("doubling", level), ("made", int(made))):
        if not hand.is_chosen(name, value):
            hand.choose(name, value)
    return hand


def record_special(page: Page, contract: str, declarer: int, *, made: bool = True, level: int = 0) -> int:
    """A contract by tapping: which, whose, doubled?, made?, save. Answers with the taps."""
    hand = fill_special(page, contract, declarer, made=made, level=level).tap(".send.special")
    assert hand.taps <= MOST_TAPS_SPECIAL
    return hand.taps


def label(page: Page, words: str) -> Locator:
    return page.locator("label", has_text=words)


def last_said(page: Page) -> str:
    """The sentence of the last line on the slip, with plain spaces as `to_have_text` compares them."""
    return " ".join((page.locator("#seen").get_attribute("data-said") or "").split())


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def link(page: Page, name: str) -> Locator:
    return page.get_by_role("link", name=name, exact=True)
