"""Saying on a phone whether the result is right, handing the phone over, signing, deciding, checking a code."""

from typing import Any

import pytest
from django.utils import timezone

from clubs.models.club import Role
from clubs.services.core import Refused
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.guessing import WRONG_CODES
from scoring.services.sheets import begin_sheet
from tests.api.asking import codes
from tests.club import House
from tests.services.table import CAST, ONE, a_sheet, fresh, new_token, now, record, won_leg
from tests.services.test_tournament_agreement import PAIRS, closed, director, of, pairs, say
from tests.services.test_tournament_results import put
from tests.tournament import a_result, a_round, a_tournament
from tests.web.page import elements, form, form_count, get, links, phone, texts, values
from tests.web.setting_up import save
from tournaments.models import Confirmation, Table
from tournaments.services import confirming, finishing, table_sheets
from tournaments.services.table_codes import code_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

Client = Any


@pytest.fixture
def sheet() -> Sheet:
    made = begin_sheet(game="bauernschnapsen", players=CAST, token=new_token("sheet"), confirms=True)
    record(made, won_leg(0))
    return made


def agree_forms(page: Any) -> int:
    return form_count(page, "/agree/")


def said(page: Any) -> list[str]:
    return texts(page, ".said-of")


def a_phone(sheet: Sheet) -> Client:
    """With a mark of its own, as every phone has that had the sheet open once."""
    client = phone("en")
    get(client, f"/sheet/{sheet.write_secret}/")
    return client


# --- on the sheet ----------------------------------------------------------------------------------------------------


def test_two_phones_agree_after_a_leg_and_the_result_says_so(sheet: Sheet) -> None:
    here, (anna, bert) = f"/sheet/{sheet.write_secret}/", (a_phone(sheet), a_phone(sheet))
    page = get(anna, here)
    assert (agree_forms(page), said(page)) == (2, [])
    agree = f"{here}agree/"
    for client, side in ((anna, "0"), (bert, "1")):
        one = {"after_seq": "1", "token": new_token("agree"), "side": side, "agrees": "1", "back": "sheet"}
        assert client.post(agree, one).headers["Location"] == here  # the second has not seen the first
    assert said(get(anna, here)) == ["✓ right", "✓ right"]
    close_sheet(fresh(sheet), write=now(fresh(sheet)))
    for secret in (sheet.write_secret, sheet.watch_secret):
        page = get(phone("en"), f"/sheet/{secret}/result/")
        assert (texts(page, ".agree-state"), texts(page, "b.check-code")) == (["confirmed"], [fresh(sheet).check_code])


def test_the_phone_is_handed_over_and_everybody_sees_it(sheet: Sheet) -> None:
    agree, anna = f"/sheet/{sheet.write_secret}/agree/", a_phone(sheet)
    first = {"token": new_token("agree"), "side": "0", "agrees": "1"}
    anna.post(agree, {**first, "after_seq": "1"})
    page = get(anna, f"/sheet/{sheet.write_secret}/")
    assert agree_forms(page) == 0
    handed = [one for one in links(page) if "pass=1" in one]
    assert handed == [f"{agree}?side=1&pass=1&back=sheet"]
    page = get(anna, handed[0])
    assert texts(page, "h1") == ["Hand the phone to Bert and Dora"]
    yes, no = (one for one in _forms(page, agree))
    assert (yes["passed"], no["passed"]) == (["1"], ["1"])
    # Without the step of handing over nothing is written.
    refused = anna.post(agree, {**first, "after_seq": "2", "side": "1", "token": new_token("agree")})
    assert (refused.status_code, fresh(sheet).seq) == (422, 2)
    assert anna.post(agree, {**yes, "agrees": "1"}).status_code == 302
    page = get(phone("en"), f"/watch/{sheet.watch_secret}/")
    assert said(page) == ["✓ right", "✓ right on the phone handed over"]


def _forms(page: Any, action: str) -> list[dict[str, Any]]:
    from tests.web.page import read  # what every form of the page would send

    return [one.fields for one in read(page).forms if one.action == action]


def test_a_no_without_a_word_keeps_the_form_and_a_dispute_shows_its_remark(sheet: Sheet) -> None:
    agree, anna = f"/sheet/{sheet.write_secret}/agree/", a_phone(sheet)
    one = {"after_seq": "1", "token": new_token("agree"), "side": "1", "agrees": "0", "remark": " "}
    page = anna.post(agree, one)
    assert (page.status_code, texts(page, ".problem")) == (422, ["Please say in a few words what is not right."])
    anna.post(agree, {**one, "remark": "Der Gang war <verloren>"})
    page = get(anna, f"/sheet/{sheet.write_secret}/")
    assert (texts(page, ".agree-state"), texts(page, "q")) == (["disputed"], ["Der Gang war <verloren>"])
    late = a_phone(sheet).post(agree, {"after_seq": "0", "token": new_token("agree"), "side": "0", "agrees": "1"})
    assert (late.status_code, texts(late, ".notice")[0][:27]) == (409, "Meanwhile this was written:")


def test_whoever_may_write_says_whether_the_sides_are_asked() -> None:
    sheet, anna = a_sheet(), phone("en")
    record(sheet, ONE)
    agree = f"/sheet/{sheet.write_secret}/agree/"
    page = get(anna, agree)
    assert texts(page, ".agree") == []
    anna.post(form(page, "/ask/").action, {"on": "1"})
    assert (fresh(sheet).confirms, agree_forms(get(anna, agree))) == (True, 2)
    anna.post(form(get(anna, agree), "/ask/").action, {"on": "0"})
    assert fresh(sheet).confirms is False


def test_a_new_sheet_is_begun_with_the_question_by_one_tick() -> None:
    anna = phone("en")
    for ticked in (None, "1"):
        anna.post("/new/", form(get(anna, "/new/")).filled(player=CAST, confirms=ticked))
    assert list(Sheet.objects.order_by("pk").values_list("confirms", flat=True)) == [False, True]


def test_a_hand_within_a_leg_is_written_as_ever_and_one_to_sign_brings_the_whole_sheet(house: House) -> None:
    sheet = table_sheets.open_sheet(pairs(house))
    anna, path = phone("en"), f"/sheet/{sheet.write_secret}/"
    page = get(anna, path)
    assert [one.attributes["data-signs"] for one in elements(page, "p.sign-now")] == ["gang"]
    one = form(page, "/hand/")
    htmx = phone("en", **{"HX-Request": "true"})
    part = htmx.post(one.action, one.filled(pick="normal-0", grade="1"))
    assert texts(part, "main") == []
    one = form(get(anna, path), "/hand/")
    whole = htmx.post(one.action, one.filled(pick="gang", declarer="0", made="1"))
    assert texts(whole, ".unsigned") == ["Waiting for the director’s signature:Gang (slam) (A1) line 2"]


# --- at a table of a tournament --------------------------------------------------------------------------------------


def at(table: Table, rest: str = "") -> str:
    return f"/table/{code_of(table.round.tournament, table.number)}/{rest}"


def test_phones_without_an_account_confirm_a_typed_result(house: House) -> None:
    table = a_result(pairs(house, "Josef Auer / Maria Berger", "Franz Dorn / Karl Egger"), {"legs": 2}, {"legs": 1})
    anna, bert = phone("en"), phone("en")
    page, _other = get(anna, at(table)), get(bert, at(table))
    assert form_count(page, "/confirm/") == 2
    one = _forms(page, at(table, "confirm/"))[0]
    assert anna.post(at(table, "confirm/"), {**one, "agrees": "1"}).headers["Location"] == at(table)
    page = get(anna, at(table))
    (handed,) = [link for link in links(page) if "pass=1" in link]
    assert texts(get(anna, handed), "h1") == ["Hand the phone to Franz D. / Karl E."]
    other = {"round": "1", "of": "r1", "token": new_token("agree"), "position": "1", "agrees": "0"}
    assert bert.post(at(table, "confirm/"), other).status_code == 422
    bert.post(at(table, "confirm/"), {**other, "remark": "Franz Dorn hat 2 gewonnen"})
    assert of(table).state == "disputed"
    # What was remarked may name anybody: the desk reads it, and the phone that said it.
    assert [texts(get(one, at(table)), "q") for one in (anna, bert)] == [[], ["Franz Dorn hat 2 gewonnen"]]
    moved = bert.post(at(table, "confirm/"), {**other, "of": "r0", "agrees": "1", "token": new_token("agree")})
    gone = bert.post(at(table, "confirm/"), {**other, "round": "7", "agrees": "1", "token": new_token("agree")})
    assert (moved.status_code, gone.status_code, Confirmation.objects.count()) == (409, 409, 2)
    assert phone().get("/table/1-1-aaaaaaaaaaaaaaaa/confirm/").status_code == 404


def test_phones_confirm_a_closed_sheet_from_the_table_and_see_its_code(house: House) -> None:
    table = pairs(house)
    sheet = closed(table)
    anna = phone("en")
    page = get(anna, at(table))
    assert texts(page, "b.check-code") == [sheet.check_code]
    anna.post(at(table, "confirm/"), {**_forms(page, at(table, "confirm/"))[1], "agrees": "1"})
    assert (of(table).said, fresh(sheet).status) == ({1: True}, "closed")


def test_the_desk_sees_a_dispute_first_and_nothing_waits_for_it(house: House) -> None:
    table = a_result(pairs(house), {"legs": 2}, {"legs": 1})
    here = house.path(f"tournaments/{table.round.tournament_id}/")
    page = get(house.phone(Role.SCORER, "en"), f"{here}tables/")
    assert texts(page, "h2") == ["Handed in (1)"]
    bert = phone("en")
    get(bert, at(table))
    said = {"round": "1", "of": "r1", "token": new_token("agree"), "position": "1", "agrees": "0", "remark": "Falsch"}
    bert.post(at(table, "confirm/"), said)
    page = get(house.phone(Role.SCORER, "en"), f"{here}tables/")
    assert (texts(page, "h2"), texts(page, ".contested-remark")) == (["Disputed"], ["Falsch"])
    assert texts(page, "p.done") == ["All tables are in."]


def test_the_desk_names_disputed_tables_beside_the_next_draw(house: House) -> None:
    table = a_result(pairs(house), {"legs": 2}, {"legs": 1})
    here, desk = house.path(f"tournaments/{table.round.tournament_id}/"), house.phone(Role.DIRECTOR, "en")
    first = f"{here}rounds/1/tables/1/"
    assert first not in links(get(desk, here))
    say(table, 1, "phone-of-b", no="Falsch")
    page = get(desk, here)
    assert "Disputed: Round 1, table 1" in texts(page, "p.notice")
    leads = links(page)
    assert leads[leads.index(first) + 1] == f"{here}draw/"
    a_round(table.round.tournament, (1, 2))
    assert first in links(get(desk, here)), "over the next draw nobody's word is forgotten"
    last = Table.objects.get(round__number=2)
    a_result(last, {"legs": 2}, {"legs": 1})
    with pytest.raises(Refused) as refused:
        finishing.finish(table.round.tournament, by=None, now=timezone.now())
    (doubt,) = [one for one in refused.value.problems if one.code == "finish_disputed"]
    assert doubt.figures["tables"] == "1/1"
    confirming.settle(table, by=director(house), token=new_token("decide"), note="Gezählt", of=of(table).of)
    assert first not in links(get(desk, here))


def test_a_director_signs_and_decides_on_the_page_of_the_table(house: House) -> None:
    table = pairs(house)
    closed(table)
    here = house.path(f"tournaments/{table.round.tournament_id}/rounds/1/tables/1/")
    assert form_count(get(house.phone(Role.SCORER, "en"), here), "/sign/") == 0
    chief = house.phone(Role.DIRECTOR, "en")
    one = form(get(chief, here), "/sign/")
    assert chief.post(one.action, one.fields).headers["Location"] == here
    assert (of(table).unsigned, form_count(get(chief, here), "/sign/")) == ((), 0)
    bert = phone("en")
    get(bert, at(table))
    said = {"round": "1", "of": of(table).of, "token": new_token("agree"), "position": "1", "agrees": "0"}
    bert.post(at(table, "confirm/"), {**said, "remark": "Falsch"})
    one = form(get(chief, here), "/settle/")
    page = chief.post(one.action, {**one.fields, "note": " "})
    assert (page.status_code, texts(page, ".problem")) == (422, ["Please say in a few words how it was decided."])
    chief.post(one.action, {**one.fields, "note": "Stiche nachgezählt"})
    assert of(table).settled == "Stiche nachgezählt"
    assert texts(get(bert, at(table)), ".agree-state") == ["decided"]


def test_what_is_signed_is_ticked_on_the_course_of_setting_up(house: House) -> None:
    tournament = a_tournament(house.club, game="bauernschnapsen", plan=PAIRS)
    page = save(house, tournament, "course", 302, **{"hall.approve": ["gang", "herrenschnapser"]})
    tournament.refresh_from_db()
    assert tournament.plan["hall"]["approve"] == ["gang", "herrenschnapser"]
    page = save(house, tournament, "course", 422, **{"hall.approve": ["Herrenwenz"]})
    assert len(texts(page, ".problem")) == 1
    assert values(page, "hall.approve") == ["Herrenwenz"]


# --- through the API -------------------------------------------------------------------------------------------------


def test_the_api_confirms_signs_and_decides_as_the_pages_do(house: House) -> None:
    table = pairs(house)
    client = phone("en", Authorization=f"Token {house.token(Role.DIRECTOR)}")
    inside = f"/api/v1/clubs/{house.club.slug}/tournaments/{table.round.tournament_id}/rounds/1/tables/1/"

    def post(path: str, status: int = 200, **sent: Any) -> Any:
        answer = client.post(path, {"token": new_token("api-call"), **sent}, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()

    sheet = closed(table)
    code = f"/api/v1/tables/{code_of(table.round.tournament, 1)}/"
    told = client.get(code).json()["table"]
    assert (told["agreement"]["state"], told["check_code"]) == ("open", sheet.check_code)
    said = {"round": 1, "of": told["agreement"]["of"], "number": 1, "agrees": True, "device": "phone-of-a"}
    assert post(f"{code}confirm/", **said)["table"]["agreement"]["said"] == [
        {"number": 1, "agrees": True, "passed": False}
    ]
    said |= {"number": 2, "agrees": False}
    assert codes(post(f"{code}confirm/", 422, **said)) == [
        ("remark_missing", "remark"),
        ("pass_the_phone", "passed"),
    ]
    post(f"{code}confirm/", **said, remark="Falsch", passed=True)
    post(f"{code}confirm/", 409, **{**said, "round": 2})
    found = client.get(inside).json()["agreement"]
    assert (found["state"], found["unsigned"]) == ("disputed", [{"word": "gang", "line": 2, "number": 2}])
    assert post(f"{inside}sign/", line=2)["agreement"]["unsigned"] == []
    assert post(f"{inside}settle/", 409, note="Gezählt", of="r1")["code"] == "moved"
    assert post(f"{inside}settle/", note="Gezählt", of=found["of"])["agreement"]["settled"] == "Gezählt"


def test_the_api_of_a_sheet_confirms_and_asks_and_checks_a_code() -> None:
    client, sheet = phone("en"), a_sheet()
    record(sheet, ONE)
    here = f"/api/v1/sheets/{sheet.write_secret}/"

    def post(path: str, status: int = 200, **sent: Any) -> Any:
        answer = client.post(f"{here}{path}", sent, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()

    said: Any = {"after_seq": 1, "token": new_token("api-call"), "side": 0, "agrees": True, "device": "phone-of-a"}
    assert codes(post("confirmations/", 422, **said)) == [("not_asked", None)]
    assert post("asking/", confirms=True)["agreement"]["state"] == "open"
    for _again in range(2):
        assert post("confirmations/", **said)["entry"]["data"]["side"] == 0
    close_sheet(fresh(sheet), write=now(fresh(sheet)))
    code = fresh(sheet).check_code
    answer = client.get(f"/api/v1/check/{code.lower()}/").json()
    assert (answer["answer"], answer["code"], answer["players"], answer["hands"]) == ("signed", code, CAST, 1)
    for _guess in range(WRONG_CODES):
        assert client.get("/api/v1/check/AAAA-AAAA/").status_code == 404
    assert client.get(f"/api/v1/check/{code}/").status_code == 429


# --- the check code --------------------------------------------------------------------------------------------------


def test_anybody_checks_a_code_and_reads_public_names_only(house: House) -> None:
    sheet = closed(pairs(house, "Josef Auer / Maria Berger", "Franz Dorn / Karl Egger"))
    page = get(phone("en"), f"/check/?code={sheet.check_code.replace('-', ' ').lower()}")
    assert texts(page, "h2") == ["✓ This record is exactly what the table signed."]
    assert texts(page, "dd")[3:] == [
        "Josef A., Franz D., Maria B., Karl E.",
        "Josef A. and Maria B.: 0 Bummerl marksFranz D. and Karl E.: 3 Bummerl marks",
        "3 hands",
    ]
    inside = get(house.phone(Role.MEMBER, "en"), f"/check/?code={sheet.check_code}")
    assert texts(inside, "dd")[3] == "Josef Auer, Franz Dorn, Maria Berger, Karl Egger"
    put(Table.objects.get(), {"legs": 2}, {"legs": 0}, seen=0, reason="x", by=house.users[Role.DIRECTOR])
    assert texts(get(phone("en"), f"/check/?code={sheet.check_code}"), "h2") == texts(page, "h2")


def test_a_wrong_code_is_none_and_guessing_is_limited() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    close_sheet(sheet, write=now(sheet))
    assert phone("en").get("/check/").status_code == 200
    for text in ("AAAA-AAAA", "Anna", "☃" * 400):
        assert phone("en").get("/check/", {"code": text}).status_code == 422
    for _guess in range(WRONG_CODES - 3):
        phone("en").get("/check/", {"code": "AAAA-AAAA"})
    page = phone("en").get("/check/", {"code": sheet.check_code})
    assert texts(page, ".problem") == ["Too many wrong codes. Please wait a quarter of an hour."]
