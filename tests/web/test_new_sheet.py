"""The start page, a new sheet, and joining a table by its code."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from scoring.games.bauernschnapsen import GAME
from scoring.games.core import write_house_rules
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.guessing import WRONG_CODES, place_for_a_guess
from tests.services.table import CAST, ONE, a_sheet, fresh, names, now, record
from tests.web.page import elements, form, get, links, phone, texts, values

pytestmark = pytest.mark.django_db

NO_NAME = "Ein Name fehlt, ist zu lang oder lässt sich nicht schreiben."
NO_NAME_IN_ENGLISH = "A name is missing, too long or not fit to be written."
STANDARD = write_house_rules(GAME.house_rules())


@pytest.fixture(autouse=True)
def nobody_has_guessed() -> None:
    cache.clear()


def begin(language: str = "de", **chosen: Any) -> Any:
    return phone(language).post("/new/", form(get(phone(), "/new/")).filled(**{"player": CAST, **chosen}))


def begun(**chosen: Any) -> Sheet:
    response = begin(**chosen)
    assert response.status_code == 302, texts(response, ".problem")
    sheet = Sheet.objects.latest("pk")
    assert response.headers["Location"] == f"/sheet/{sheet.write_secret}/"
    return sheet


def refused(language: str = "de", **chosen: Any) -> Any:
    response = begin(language, **chosen)
    assert (response.status_code, Sheet.objects.count()) == (422, 0)
    return response


# --- a new sheet ----------------------------------------------------------------------------------------------------


def test_names_and_one_tap_are_enough() -> None:
    sheet = begun()
    assert (names(sheet), sheet.first_dealer, sheet.house_rules) == (CAST, 3, STANDARD)


def test_the_form_as_it_is_drawn_says_the_standard_rules() -> None:
    fields = form(get(phone(), "/new/")).fields
    assert (fields["first_dealer"], fields["preset"], fields["rules-for"], fields["rule-money"]) == (
        ["3"],
        ["standard"],
        ["standard"],
        ["off"],
    )
    assert fields["rule-contracts"] == STANDARD["contracts"]


def test_a_preset_whose_rules_are_on_the_page_counts_as_ticked() -> None:
    drawn = phone().get("/new/bauernschnapsen/rules/alles/")
    assert drawn.status_code == 200
    ticked = [
        element.attributes["value"]
        for element in elements(drawn, "[rule-contracts]")
        if "checked" in element.attributes or element.attributes.get("type") == "hidden"
    ]
    sheet = begun(preset="alles", rules__for="alles", rule__contracts=ticked)
    assert sheet.house_rules["contracts"] == [contract.key for contract in GAME.contracts]


def test_without_javascript_the_chosen_preset_counts_and_not_the_rules_drawn_for_another() -> None:
    sheet = begun(preset="ohne_bettler")
    assert sheet.house_rules["contracts"] == [key for key in STANDARD["contracts"] if key != "bettler"]
    assert sheet.house_rules == {**STANDARD, "contracts": sheet.house_rules["contracts"]}


def test_money_counts_beside_every_preset() -> None:
    sheet = begun(preset="ohne_bettler", rule__money="each_pays_each", stake="1,50")
    assert (sheet.house_rules["money"], sheet.house_rules["stake_cents"]) == ("each_pays_each", 150)


def test_changed_options_are_frozen_on_the_sheet() -> None:
    sheet = begun(
        rule__target="30",
        rule__display="up",
        rule__max_doubling="1",
        rule__double_show_contracts="True",
        rule__contracts=["normal", "gang"],
        rule__values__gang="10",
    )
    changed = ("target", "display", "max_doubling", "double_show_contracts", "contracts", "values")
    assert {name: sheet.house_rules[name] for name in changed} == {
        "target": 30,
        "display": "up",
        "max_doubling": 1,
        "double_show_contracts": True,
        "contracts": ["normal", "gang"],
        "values": {"gang": 10},
    }


@pytest.mark.parametrize(
    ("typed", "cents"),
    [("0,50", 50), ("0.5", 50), ("0,5", 50), ("1", 100), ("€ 2,00", 200), (" 3,10 ", 310), (",50", 50), ("0", 0)],
)
def test_a_stake_is_read_as_people_write_it(typed: str, cents: int) -> None:
    assert begun(rule__money="zero_sum", stake=typed).house_rules["stake_cents"] == cents


@pytest.mark.parametrize("typed", ["abc", "", "1,234", "-1", "0,5 €x", "1.000,50", "²", "9999999", "1e3"])
def test_a_stake_that_is_none_is_refused_and_stays(typed: str) -> None:
    response = refused(rule__money="zero_sum", stake=typed)
    assert texts(response, ".problem") == ["Bitte einen Einsatz eintragen, zum Beispiel 0,50."]
    assert (values(response, "stake"), values(response, "rule-money")) == ([typed], ["zero_sum"])


def test_without_money_the_stake_does_not_matter() -> None:
    assert begun(rule__money="off", stake="abc").house_rules["stake_cents"] == 0


@pytest.mark.parametrize(
    ("typed", "german", "english"),
    [
        (["Anna", "anna", "Cilli", "Dora"], "Derselbe Name steht zweimal da.", "The same name stands here twice."),
        (
            ["Anna", "", "Cilli", "Dora"],
            "Ein Name fehlt, ist zu lang oder lässt sich nicht schreiben.",
            "A name is missing, too long or not fit to be written.",
        ),
        (
            ["Anna", "B" * 41, "Cilli", "Dora"],
            "Ein Name fehlt, ist zu lang oder lässt sich nicht schreiben.",
            "A name is missing, too long or not fit to be written.",
        ),
        (
            ["Anna", "Bert", "Cilli"],
            "Für dieses Spiel braucht es 4 Leute, nicht 3.",
            "This game needs 4 players, not 3.",
        ),
    ],
)
def test_names_that_cannot_sit_there_are_refused_and_everything_typed_stays(
    typed: list[str], german: str, english: str
) -> None:
    rest = {"first_dealer": "1", "rule__money": "pot", "stake": "0,20", "preset": "alles", "rule__target": "12"}
    response = refused(player=typed, **rest)
    assert texts(response, ".problem") == [german]
    assert values(response, "player")[: len(typed)] == typed
    kept = ("first_dealer", "rule-money", "stake", "preset", "rule-target")
    assert [values(response, name) for name in kept] == [["1"], ["pot"], ["0,20"], ["alles"], ["12"]]
    assert texts(refused("en", player=typed, **rest), ".problem") == [english]


def test_umlauts_and_long_names_are_fine() -> None:
    typed = ["Änne Öhler-Übelhör", "Žofie", "B" * 40, "Dora 🎲"]
    assert names(begun(player=typed)) == typed


@pytest.mark.parametrize("typed", ["4", "x", "-1"])
def test_a_dealer_who_does_not_sit_there_is_refused(typed: str) -> None:
    assert len(texts(refused(first_dealer=typed), ".problem")) == 1


def test_house_rules_that_are_none_are_refused_and_named() -> None:
    response = refused(rule__target="999", rule__display="sideways")
    assert texts(response, ".problem") == [
        "Ziel: eine Zahl von 5 bis 40.",
        "Diese Hausregel geht so nicht: Anschreiben.",
    ]
    assert values(response, "rule-target") == ["999"]


def test_a_double_tap_on_start_is_one_sheet() -> None:
    fields = form(get(phone(), "/new/")).filled(player=CAST)
    answers = {phone().post("/new/", fields).headers["Location"] for _tap in range(3)}
    assert (len(answers), Sheet.objects.count()) == (1, 1)


def test_a_form_that_was_used_begins_no_other_table() -> None:
    fields = form(get(phone(), "/new/")).filled(player=CAST)
    phone().post("/new/", fields)
    response = phone().post("/new/", {**fields, "player": ["Egon", "Franz", "Gerti", "Hans"]})
    assert (response.status_code, Sheet.objects.count()) == (422, 1)
    assert values(response, "player") == ["Egon", "Franz", "Gerti", "Hans"]


def test_the_rules_of_a_preset_can_be_fetched_and_those_of_none_not() -> None:
    for preset in GAME.presets:
        assert phone().get(f"/new/bauernschnapsen/rules/{preset.key}/").status_code == 200
    assert phone().get("/new/bauernschnapsen/rules/watten/").status_code == 404


# --- what the phone remembers ---------------------------------------------------------------------------------------


def test_a_phone_remembers_its_names_and_its_sheets() -> None:
    anna = phone()
    anna.post("/new/", form(get(anna, "/new/")).filled(player=["Änne", "Bert", 'Ci"lli', "Dora"]))
    sheet = Sheet.objects.get()
    assert [element.attributes["value"] for element in elements(get(anna, "/new/"), "option")] == [
        "Änne",
        "Bert",
        'Ci"lli',
        "Dora",
    ]
    assert [link for link in links(get(anna, "/")) if "/sheet/" in link] == [f"/sheet/{sheet.write_secret}/"]
    assert [link for link in links(get(phone(), "/")) if "/sheet/" in link] == []
    close_sheet(sheet, write=now(sheet))
    assert [link for link in links(get(anna, "/")) if "/sheet/" in link] == [f"/sheet/{sheet.write_secret}/result/"]


@pytest.mark.parametrize(
    "cookie", ["", "{", "7", "null", '{"a": 1}', "[1, null, []]", '["\\u0000"]', '["\\ud800"]', "[" * 3000, "é", '"x"']
)
def test_cookies_that_somebody_tampered_with_are_as_good_as_none(cookie: str) -> None:
    strange = phone()
    for name in ("names", "sheets", "phone"):
        strange.cookies[name] = cookie
    sheet = a_sheet()
    for path in ("/", "/new/", f"/sheet/{sheet.write_secret}/"):
        get(strange, path)
    one = form(get(strange, f"/sheet/{sheet.write_secret}/"), "/hand/")
    assert strange.post(one.action, one.filled(pick="normal-0", grade="1")).status_code == 302
    assert strange.post("/new/", form(get(strange, "/new/")).filled(player=CAST)).status_code == 302


@pytest.mark.parametrize("mark", ["\0" * 10, "x" * 33, "with space", "short", "naïve-phone"])
def test_a_phone_that_calls_itself_strange_things_writes_without_a_mark(mark: str) -> None:
    strange, sheet = phone(), a_sheet()
    one = form(get(phone(), f"/sheet/{sheet.write_secret}/"), "/hand/")
    strange.cookies["phone"] = mark
    assert strange.post(one.action, one.filled(pick="normal-0", grade="1")).status_code == 302
    assert sheet.entries.get().device == ""


def test_a_cookie_gives_no_sheet_that_the_phone_does_not_know_the_secret_of() -> None:
    sheet = a_sheet()
    guest = phone()
    guest.cookies["sheets"] = f'["{sheet.watch_secret}", "{sheet.code}", "{sheet.pk}"]'
    assert [link for link in links(get(guest, "/")) if "sheet" in link] == []


# --- joining by the code --------------------------------------------------------------------------------------------


def join(code: str, language: str = "de") -> Any:
    return phone(language).post("/join/", {"code": code})


def joined(code: str) -> str:
    response = join(code)
    assert response.status_code == 302
    return str(response.headers["Location"])


@pytest.mark.parametrize("typed", ["{}", " {} ", "{}\n"])
def test_a_code_leads_to_its_table(typed: str) -> None:
    sheet = a_sheet()
    for code in (sheet.code, sheet.code.lower(), f"{sheet.code[:3]} {sheet.code[3:]}"):
        assert joined(typed.format(code)) == f"/sheet/{sheet.write_secret}/"


def not_found(code: str) -> None:
    response = join(code)
    assert (response.status_code, texts(response, ".problem")) == (422, ["Kein offener Tisch hat diesen Code."])


@pytest.mark.parametrize("code", ["", "ABCDEF", "%", "'; --", "\0", "ÄÖÜẞÄÖ", "x" * 1000, "😀"])
def test_a_wrong_code_leads_nowhere(code: str) -> None:
    a_sheet()
    not_found(code)


def test_what_was_typed_stays_and_the_refusal_speaks_english_too() -> None:
    response = join("wrongx", "en")
    assert (texts(response, ".problem"), values(response, "code")) == (["No open table has this code."], ["WRONGX"])


def test_a_closed_sheet_and_an_old_one_are_not_found_by_their_code() -> None:
    closed, old, young = a_sheet(), a_sheet(), a_sheet()
    close_sheet(closed, write=now(closed))
    hours_ago = {old: 19, young: 17}
    for sheet, hours in hours_ago.items():
        Sheet.objects.filter(pk=sheet.pk).update(started_at=timezone.now() - timedelta(hours=hours))
    not_found(closed.code)
    not_found(old.code)
    assert joined(young.code) == f"/sheet/{young.write_secret}/"


def test_who_guesses_too_often_has_to_wait_also_with_the_right_code() -> None:
    sheet = a_sheet()
    for _guess in range(WRONG_CODES):
        not_found("ABCDEF")
    response = join(sheet.code)
    assert (response.status_code, texts(response, ".problem")) == (
        422,
        ["Zu viele falsche Codes. Bitte eine Viertelstunde warten."],
    )


def test_every_guess_takes_a_place_of_its_own_for_a_quarter_of_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, add = list[int](), cache.add

    def remembered(key: str, value: Any, timeout: int) -> bool:
        kept.append(timeout)
        return add(key, value, timeout)

    monkeypatch.setattr(cache, "add", remembered)
    places = [place_for_a_guess("10.0.0.9") for _guess in range(WRONG_CODES + 1)]
    assert (len(set(places)), places[-1]) == (WRONG_CODES + 1, None)
    assert kept == [15 * 60] * WRONG_CODES


def test_of_two_who_guess_at_the_same_moment_each_takes_another_place(monkeypatch: pytest.MonkeyPatch) -> None:
    first = place_for_a_guess("10.0.0.9")
    # The other process asked before the first had written.
    monkeypatch.setattr(cache, "get_many", lambda keys: {})
    assert place_for_a_guess("10.0.0.9") not in (first, None)


def test_whoever_has_a_network_of_version_6_has_no_more_guesses_than_others() -> None:
    for number in range(WRONG_CODES):
        phone().post("/join/", {"code": "ABCDEF"}, REMOTE_ADDR=f"2001:db8::{number:x}")
    same = phone().post("/join/", {"code": "ABCDEF"}, REMOTE_ADDR="2001:db8::ffff:1")
    other = phone().post("/join/", {"code": "ABCDEF"}, REMOTE_ADDR="2001:db8:0:1::1")
    said = [texts(one, ".problem")[0][:8] for one in (same, other)]
    assert said == ["Zu viele", "Kein off"]


def test_right_codes_are_not_counted() -> None:
    sheet = a_sheet()
    for _phone in range(WRONG_CODES + 2):
        assert joined(sheet.code) == f"/sheet/{sheet.write_secret}/"


def test_the_sheet_that_was_joined_is_the_one_that_goes_on() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    assert texts(get(phone(), joined(sheet.code)), ".figure") == ["Anna und Cilli: 23", "Bert und Dora: 24"]
    assert fresh(sheet).seq == 1


def test_behind_our_own_proxy_every_phone_has_its_own_guesses(settings: Any) -> None:
    settings.HTTPS = True
    sheet = a_sheet()
    for _guess in range(WRONG_CODES):
        phone(X_FORWARDED_FOR="1.2.3.4, 10.0.0.1").post("/join/", {"code": "ABCDEF"})
    # The proxy writes last; what came before it a phone can make up.
    same = phone(X_FORWARDED_FOR="9.9.9.9, 10.0.0.1").post("/join/", {"code": sheet.code})
    other = phone(X_FORWARDED_FOR="10.0.0.2").post("/join/", {"code": sheet.code})
    assert (same.status_code, other.status_code) == (422, 302)


def test_a_refused_house_rule_is_said_beside_it_in_the_open_options() -> None:
    response = refused(**{"rule-target": "99"})
    assert texts(response, ".problem") == ["Ziel: eine Zahl von 5 bis 40."]
    assert [element.attributes.get("open") is not None for element in elements(response, "details.change-rules")] == [
        True
    ]
    assert texts(refused(**{"rule-money": "pot", "stake": "viel"}), ".problem") == [
        "Bitte einen Einsatz eintragen, zum Beispiel 0,50."
    ]


@pytest.mark.parametrize("path", ["/join/", "/new/"])
def test_the_language_can_be_changed_after_a_refusal(path: str) -> None:
    response = phone().post(path, {"code": "ABCDEF", "player": "Anna", "token": "some-token"})
    assert response.status_code == 422
    following = {"next": values(response, "next")[0], "language": "en"}
    assert phone().post("/i18n/setlang/", following, follow=True).status_code == 200
