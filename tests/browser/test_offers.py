"""The form offers what may be declared and nothing else, and says beforehand what the record says afterwards."""

import json
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from scoring.games.family_contracts import CONTRACTS
from scoring.models import Sheet
from tests.browser.conftest import OpenPhone
from tests.browser.table import CAST, Hand, fill_special, hands_on, laid_down, last_said, link

pytestmark = pytest.mark.browser

SPECIAL = [contract for contract in CONTRACTS if contract.goal != "normal"]
EVERYTHING = {"contracts": [contract.key for contract in CONTRACTS], "target": 40}
LEVELS = range(4)

# Chooses every combination in the page, as taps would, and reads the sentence below the form.
EVERY_PREVIEW = """() => {
  const form = document.querySelector("#entry");
  const choose = (name, value) => {
    const one = form.querySelector(`[name="${name}"][value="${value}"]`);
    if (!one || one.closest("[hidden]")) return false;
    one.checked = true;
    one.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  };
  const found = [];
  for (const pick of [...form.querySelectorAll(".contracts input")].map((one) => one.value))
    for (const level of ["0", "1", "2", "3"])
      for (const made of ["1", "0"]) {
        choose("doubling", "0");
        choose("pick", pick);
        if (!choose("doubling", level) && level !== "0") continue;
        const who = [...form.querySelectorAll('[name="declarer"]')].find((one) => !one.closest("[hidden]")).value;
        choose("declarer", who);
        if (!choose("made", made)) continue;
        found.push([pick, Number(who), Number(level), made === "1", form.querySelector(".preview").textContent]);
      }
  return found;
}"""


@pytest.fixture
def sheet(live_server: Any) -> Sheet:
    return laid_down(rules=EVERYTHING)


@pytest.fixture
def page(live_server: Any, sheet: Sheet, open_phone: OpenPhone) -> Page:
    return open_phone(f"{live_server.url}/sheet/{sheet.write_secret}/")


def offered(page: Page, name: str) -> list[str]:
    return page.locator(f'#entry label:visible:has([name="{name}"])').all_inner_texts()


def chosen(page: Page, name: str) -> list[str]:
    return page.locator(f'#entry label:visible:has([name="{name}"]:checked)').all_inner_texts()


def doubling(page: Page) -> Any:
    return page.locator("#entry .doubling")


def test_every_preview_is_the_sentence_that_the_record_would_say(page: Page, sheet: Sheet) -> None:
    client = Client(headers={"accept-language": "de"})
    previews = page.evaluate(EVERY_PREVIEW)
    shows = [contract for contract in SPECIAL if contract.goal == "show"]
    assert len(previews) == (len(SPECIAL) - len(shows)) * len(LEVELS) * 2 + len(shows)
    differing = []
    for contract, declarer, level, made, sentence in previews:
        hand = {"contract": contract, "declarer": declarer, "doubling": level, "made": made}
        answer = client.post(
            f"/api/v1/sheets/{sheet.write_secret}/preview/", json.dumps({"hand": hand}), content_type="application/json"
        )
        if answer.json().get("sentence") != sentence:
            differing.append((hand, sentence, answer.json()))
    assert differing == []


def test_what_was_announced_before_saving_is_what_stands_on_the_slip(page: Page, sheet: Sheet) -> None:
    for number, contract in enumerate(SPECIAL):
        hand = Hand(page).choose("pick", contract.key)
        declarer = CAST.index(offered(page, "declarer")[0])
        level = number % len(LEVELS) if contract.goal != "show" else 0
        hand = fill_special(page, contract.key, declarer, made=number % 2 == 0 or contract.goal == "show", level=level)
        announced = page.locator(".preview").inner_text()
        assert announced.startswith(f"{contract.name.de} von {CAST[declarer]}")
        hand.tap(".send.special")
        expect(page.locator("#announce")).to_have_text(announced)
        assert last_said(page) == announced
        if page.locator(".moment").is_visible():
            link(page, "Nächstes Bummerl").tap()
            expect(page.locator("#entry")).to_be_visible()
    assert hands_on(sheet) == len(SPECIAL) >= 12


def test_only_who_may_declare_the_contract_is_offered(page: Page) -> None:
    hand = Hand(page).choose("pick", "kontraschnapser")
    assert offered(page, "declarer") == ["Bert", "Dora"]
    hand.choose("pick", "bettler")
    assert offered(page, "declarer") == list(CAST)
    hand.choose("pick", "bauernschnapser")
    assert offered(page, "declarer") == ["Anna", "Cilli"]
    assert chosen(page, "declarer") == []


def test_where_only_one_may_declare_he_is_chosen_already(page: Page) -> None:
    hand = Hand(page).choose("pick", "schnapser")
    assert offered(page, "declarer") == chosen(page, "declarer") == ["Anna"]
    hand.choose("pick", "freundschaftsschnapser")
    assert offered(page, "declarer") == chosen(page, "declarer") == ["Cilli"]
    hand.choose("pick", "gang")
    assert chosen(page, "declarer") == []


def test_who_calls_changes_who_may_declare(page: Page) -> None:
    hand = Hand(page).choose("pick", "schnapser")
    page.locator("details.turn summary").tap()
    hand.choose("caller", 1)
    assert offered(page, "declarer") == chosen(page, "declarer") == ["Bert"]
    hand.choose("pick", "kontrabauernschnapser")
    assert offered(page, "declarer") == ["Anna", "Cilli"]


def test_a_hand_that_is_laid_down_cannot_be_lost_or_doubled(page: Page) -> None:
    hand = Hand(page).choose("pick", "herrenschnapser")
    assert offered(page, "made") == chosen(page, "made") == ["gewonnen"]
    expect(doubling(page)).to_be_hidden()
    hand.choose("pick", "gang")
    assert offered(page, "made") == ["gewonnen", "verloren"]
    assert chosen(page, "made") == []
    expect(doubling(page)).to_be_visible()


def test_a_doubling_does_not_survive_in_secret(page: Page) -> None:
    hand = Hand(page).choose("pick", "gang").choose("doubling", 2).choose("pick", "herrenschnapser")
    assert page.locator(".preview").inner_text() == "Herrenschnapser von Anna, gewonnen: 24 für Anna und Cilli"
    hand.tap(".send.special")
    expect(page.locator("#announce")).to_have_text("Herrenschnapser von Anna, gewonnen: 24 für Anna und Cilli")


@pytest.mark.parametrize(
    ("rules", "visible"),
    [
        ({"doubling_scope": "normal_only"}, {"normal-0": True, "gang": False, "kontraschnapser": False}),
        ({"doubling_scope": "all_but_kontra"}, {"normal-0": True, "gang": True, "kontraschnapser": False}),
        ({"max_doubling": 0}, {"normal-0": False, "gang": False, "kontraschnapser": False}),
        ({"double_show_contracts": True}, {"normal-0": True, "herrenschnapser": True}),
    ],
    ids=lambda value: "-".join(map(str, value.values())) if isinstance(value, dict) else value,
)
def test_doubling_is_offered_where_the_house_rules_allow_it(
    live_server: Any, open_phone: OpenPhone, rules: dict[str, Any], visible: dict[str, bool]
) -> None:
    page = open_phone(f"{live_server.url}/sheet/{laid_down(rules=rules).write_secret}/")
    for pick, expected in visible.items():
        Hand(page).choose("pick", pick)
        assert (pick, doubling(page).is_visible()) == (pick, expected)


def test_the_buttons_of_a_plain_game_show_what_it_counts(page: Page) -> None:
    hand = Hand(page).choose("pick", "normal-1")
    assert page.locator(".grades b").all_inner_texts() == ["1", "2", "3"]
    hand.choose("doubling", 2)
    assert page.locator(".grades b").all_inner_texts() == ["4", "8", "12"]
    hand.tap('[name="grade"][value="3"]')
    expect(page.locator("#announce")).to_have_text("Normales Spiel, zruckgspritzt: 12 für Bert und Dora")
