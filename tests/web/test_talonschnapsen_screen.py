"""Talonschnapsen on the page: what is tapped becomes a hand, and a tie asks for its decider."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import Entry, Sheet, Total
from scoring.services.sheets import begin_sheet, record_hand, swap_seats
from tests.games.talonschnapsen_evenings import CAST, TIE
from tests.services.table import differing, fresh, new_token, now, record, rows
from tests.web.page import elements, form, get, phone, texts, values

Fields = dict[str, Any]
HTMX = {"HX-Request": "true"}


def a_sheet(*hands: Fields, **rules: Any) -> Sheet:
    sheet = begin_sheet(
        game="talonschnapsen", players=CAST, house_rules=rules, first_dealer=2, token=new_token("sheet")
    )
    record(sheet, *hands)
    return sheet


def tied_sheet(**rules: Any) -> Sheet:
    return a_sheet(*TIE, tie_rule="decider", **rules)


def path_of(sheet: Sheet, page: str = "") -> str:
    return f"/sheet/{sheet.write_secret}/{page}"


def tapped(sheet: Sheet, page: str = "?next=1", ending: str = "/hand/", **chosen: Any) -> Fields:
    return form(get(phone(), path_of(sheet, page)), ending).filled(**chosen)


def tap(sheet: Sheet, page: str = "?next=1", ending: str = "/hand/", language: str = "en", **chosen: Any) -> Any:
    one = form(get(phone(language), path_of(sheet, page)), ending)
    return phone(language).post(one.action, one.filled(**chosen))


def send(sheet: Sheet, path: str, **asked: Any) -> Any:
    seq = fresh(sheet).seq
    body = {"after_seq": seq, "token": f"api-token-{seq}", **asked}
    return Client().post(f"/api/v1/sheets/{sheet.write_secret}/{path}/", body, content_type="application/json")


def last_hand(sheet: Sheet) -> Fields:
    hand: Fields = Entry.objects.filter(sheet=sheet).latest("seq").data["hand"]
    return hand


def moment(page: Any) -> str:
    """What the end of a leg says."""
    (said,) = [one.text for one in elements(page, "h2") if one.attributes.get("id") == "moment"]
    return said


def problem_fields(response: Any) -> list[tuple[str, str]]:
    """Every problem and the group of fields that it stands behind."""
    place, found = "", []
    for element in elements(response, ""):
        if element.tag == "legend":
            place = element.text
        elif "problem" in element.attributes.get("class", "").split():
            found.append((place, element.text))
    return found


# --- what is tapped ------------------------------------------------------------------------------------------------

HANDS: list[tuple[Fields, Fields]] = [
    ({"pick": "normal-made", "grade": "1"}, {"contract": "normal", "made": True, "grade": 1}),
    ({"pick": "normal-lost", "grade": "2"}, {"contract": "normal", "made": False, "grade": 2}),
    (
        {"pick": "normal-lost", "grade": "1", "decided_by": "caller_short", "doubling": "1", "loser_points": "60"},
        {
            "contract": "normal",
            "made": False,
            "grade": 1,
            "decided_by": "caller_short",
            "doubling": 1,
            "loser_points": 60,
        },
    ),
    (
        {"pick": "normal-made", "grade": "2", "decided_by": "false_claim", "caller": "1"},
        {"contract": "normal", "made": True, "grade": 2, "decided_by": "false_claim", "caller": 1},
    ),
    (
        {"pick": "bettler", "declarer": "2", "doubling": "1", "made": "0"},
        {"contract": "bettler", "declarer": 2, "doubling": 1, "made": False},
    ),
    (
        {"pick": "kontraschnapser", "declarer": "0", "made": "1", "caller": "2"},
        {"contract": "kontraschnapser", "declarer": 0, "made": True, "caller": 2},
    ),
    ({"pick": "farbringerl", "declarer": "0", "made": "1"}, {"contract": "farbringerl", "declarer": 0, "made": True}),
]


def record_of(sheet: Sheet) -> Fields:
    stored = fresh(sheet)
    return {
        "entries": list(Entry.objects.filter(sheet=sheet).order_by("seq").values("seq", "kind", "data")),
        "state": stored.state,
        "totals": stored.totals,
        "signed": set(Total.objects.filter(sheet=sheet).values_list("seat__position", "unit", "amount")),
    }


@pytest.mark.django_db
def test_the_same_evening_through_both_doors_is_the_same_record() -> None:
    rules = {"money": "each_pays_each", "stake_cents": 50, "tie_rule": "decider"}
    page, api = a_sheet(**rules), a_sheet(**rules)
    for tapping, sent in HANDS:
        assert tap(page, **tapping).status_code == 302
        assert send(api, "hands", hand=sent).status_code == 200
        assert record_of(page) == record_of(api)
    assert tap(page, "line/4/", "/replace/", pick="gang", declarer="0", made="0", grade=None).status_code == 302
    answer = send(api, "replacements", line=4, hand={"contract": "gang", "declarer": 0, "made": False, "caller": 1})
    assert (answer.status_code, record_of(page) == record_of(api), differing()) == (200, True, [])


@pytest.mark.django_db
def test_a_decider_through_both_doors_is_the_same_record() -> None:
    page, api = tied_sheet(), tied_sheet()
    assert tap(page, decider_loser="2").status_code == 302
    assert send(api, "hands", hand={"decider": [1, 2], "decider_loser": 2}).status_code == 200
    assert record_of(page) == record_of(api)
    assert fresh(page).state["play"]["bummerl"] == [0, 0, 1]


REFUSED: list[tuple[Fields, Fields]] = [
    ({"pick": "normal-made"}, {"contract": "normal", "made": True}),
    ({"pick": "normal-made", "grade": "4"}, {"contract": "normal", "made": True, "grade": 4}),
    (
        {"pick": "normal-made", "grade": "1", "decided_by": "caller_short"},
        {"contract": "normal", "made": True, "grade": 1, "decided_by": "caller_short"},
    ),
    ({"pick": "zehnergang", "declarer": "0", "made": "1"}, {"contract": "zehnergang", "declarer": 0, "made": True}),
    ({"pick": "schnapser", "declarer": "1"}, {"contract": "schnapser", "declarer": 1}),
    ({"pick": "gang", "made": "1", "doubling": "9"}, {"contract": "gang", "made": True, "doubling": 9}),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("tapping", "sent"), REFUSED)
def test_what_one_door_refuses_the_other_refuses_in_the_same_words(tapping: Fields, sent: Fields) -> None:
    sheet = a_sheet()
    page, api = tap(sheet, language="de", **tapping), send(sheet, "hands", hand=sent)
    assert (page.status_code, api.status_code, rows(sheet)) == (422, 422, [])
    shown = [message for messages in page.context["problems"].values() for message in messages]
    assert sorted(shown) == sorted(problem["message"] for problem in api.json()["problems"])
    # And every sentence really stands on the page.
    assert set(texts(page, ".problem")) == set(shown)


@pytest.mark.django_db
def test_every_problem_stands_behind_its_field_and_everything_tapped_is_kept() -> None:
    response = tap(a_sheet(), pick="schnapser", declarer="1", doubling="7", caller="2")
    assert problem_fields(response) == [
        ("Who declared?", "Bert may not declare Schnapser in this hand."),
        ("Doubled?", "That many doublings are not possible here."),
        ("Made or lost?", "Please tap made or lost."),
    ]
    assert {name: values(response, name) for name in ("pick", "declarer", "caller")} == {
        "pick": ["schnapser"],
        "declarer": ["1"],
        "caller": ["2"],
    }
    response = tap(
        a_sheet(), pick="normal-made", grade="1", doubling="2", decided_by="caller_short", loser_points="many"
    )
    assert problem_fields(response) == [
        ("How did it end?", "The result and the winner do not fit together."),
        ("How did it end?", "Card points are a number from 0 to 120."),
    ]
    assert {name: values(response, name) for name in ("doubling", "decided_by", "loser_points")} == {
        "doubling": ["2"],
        "decided_by": ["caller_short"],
        "loser_points": ["many"],
    }


@pytest.mark.django_db
def test_who_wins_a_hand_that_nobody_claimed_is_a_house_rule_and_offered_so() -> None:
    offered = [
        [one.attributes["value"] for one in elements(get(phone(), path_of(sheet)), "[decided_by]")]
        for sheet in (a_sheet(), a_sheet(normal_last_trick="counts"))
    ]
    assert offered == [["", "false_claim", "caller_short"], ["", "last_trick", "false_claim"]]


# --- the decider ---------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_while_two_are_tied_the_form_asks_for_nothing_but_the_decider() -> None:
    sheet = tied_sheet()
    page = get(phone("en"), path_of(sheet))
    assert [(one.attributes["value"], one.text) for one in elements(page, "button.send")] == [
        ("1", "Bert"),
        ("2", "Cilli"),
    ]
    assert texts(page, ".marks") == ["no Bummerl"] * 3
    assert (texts(page, "section.moment"), list(elements(page, "[pick]"))) == ([], [])
    assert values(page, "decider") == ["1 2"]
    assert texts(page, "p.turn") == ["Bert and Cilli play for the Bummerl"]


@pytest.mark.django_db
def test_the_hand_that_leads_to_a_tie_brings_the_whole_sheet_not_a_part() -> None:
    sheet = a_sheet(*TIE[:3], tie_rule="decider")
    fields = tapped(sheet, pick="bauernschnapser", declarer="0", made="1")
    response = phone(**HTMX).post(path_of(sheet, "hand/"), fields)
    assert (response.status_code, len(texts(response, "main")), values(response, "decider")) == (200, 1, ["1 2"])
    # Its answer was lost: the same request is the same hand, though the form is another one by now.
    assert phone(**HTMX).post(path_of(sheet, "hand/"), fields).status_code == 200
    assert len(rows(sheet)) == 4


@pytest.mark.django_db
def test_a_decider_sent_again_after_it_is_over_is_the_same_hand() -> None:
    sheet = tied_sheet()
    fields = {**tapped(sheet), "decider_loser": "1"}
    assert [phone().post(path_of(sheet, "hand/"), fields).status_code for _ in range(2)] == [302, 302]
    page = get(phone("en"), path_of(sheet))
    assert (len(rows(sheet)), moment(page)) == (5, "Bummerl for Bert.")
    assert texts(page, ".marks") == ["no Bummerl", "Bummerl: 1", "no Bummerl"]


@pytest.mark.django_db
def test_a_decider_without_its_loser_or_of_somebody_else_is_refused_beside_the_buttons() -> None:
    sheet = tied_sheet()
    assert problem_fields(tap(sheet)) == [("Decider: who lost?", "Please tap who lost.")]
    response = tap(sheet, decider_loser="0")
    assert problem_fields(response) == [
        ("Decider: who lost?", "Only those who are tied at the bottom play for the mark.")
    ]
    response = tap(sheet, decider=None, pick="normal-made", grade="1")
    assert texts(response, ".problem") == ["Two are tied at the bottom: first they play for the mark."]


@pytest.mark.django_db
@pytest.mark.django_db
def test_after_a_conflict_a_plain_game_is_still_that_of_whoever_called_it() -> None:
    sheet = a_sheet()
    fields = tapped(sheet, pick="normal-made", grade="2")
    record(sheet, {"contract": "normal", "made": True, "grade": 1})
    again = phone("en").post(f"/sheet/{sheet.write_secret}/hand/", fields)
    assert (again.status_code, values(again, "pick"), values(again, "caller")) == (409, ["normal-made"], ["0"])


@pytest.mark.django_db
def test_two_phones_at_a_decider() -> None:
    sheet = tied_sheet()
    fields = {**tapped(sheet), "decider_loser": "1"}
    record_hand(fresh(sheet), hand={"decider": [1, 2], "decider_loser": 2}, write=now(fresh(sheet)))
    response = phone("en").post(path_of(sheet, "hand/"), fields)
    assert (response.status_code, texts(response, "li")[:1]) == (
        409,
        ["Decider between Bert and Cilli: lost by Cilli"],
    )
    # The next leg's form says so above, since nothing is picked in it; there the decider can be dropped.
    assert texts(response, "button.undo") == ["Drop"]
    response = phone("en").post(path_of(sheet, "hand/"), {**fields, "after_seq": "5", "token": new_token()})
    assert (response.status_code, len(rows(sheet))) == (422, 5)
    assert texts(response, ".problem") == ["Only those who are tied at the bottom play for the mark."]


# --- a line --------------------------------------------------------------------------------------------------------

SAYS_MORE = {
    "contract": "normal",
    "caller": 0,
    "made": False,
    "grade": 2,
    "decided_by": "points",
    "claimed_by": 1,
    "winner_tricks": 4,
    "doubling": 1,
}


@pytest.mark.django_db
@pytest.mark.parametrize("number", range(len(HANDS)))
def test_posting_a_line_as_it_stands_changes_nothing(number: int) -> None:
    sheet = a_sheet(HANDS[number][1])
    response = tap(sheet, "line/1/", "/replace/", **as_tapped(sheet, 1))
    assert (response.status_code, texts(response, ".problem")) == (422, ["Nothing would change."])


def as_tapped(sheet: Sheet, seq: int) -> Fields:
    """The button of a grade or of a decider's loser that is pressed again."""
    page = get(phone(), path_of(sheet, f"line/{seq}/"))
    pressed = [one for one in elements(page, "button.send") if "aria-current" in one.attributes]
    return {one.attributes["name"]: one.attributes["value"] for one in pressed}


@pytest.mark.django_db
def test_a_line_that_says_more_than_the_form_keeps_it() -> None:
    sheet = a_sheet(SAYS_MORE)
    assert tap(sheet, "line/1/", "/replace/", **as_tapped(sheet, 1)).status_code == 422
    assert tap(sheet, "line/1/", "/replace/", grade="2", loser_points="30").status_code == 302
    assert last_hand(sheet) == {**SAYS_MORE, "declarer": 0, "loser_points": 30}


@pytest.mark.django_db
@pytest.mark.parametrize("order", [[1, 2], [2, 1]])
def test_a_decider_is_put_right_with_one_tap(order: list[int]) -> None:
    sheet = a_sheet(*TIE, {"decider": order, "decider_loser": 2}, tie_rule="decider")
    assert as_tapped(sheet, 5) == {"decider_loser": "2"}
    assert texts(tap(sheet, "line/5/", "/replace/", decider_loser="2"), ".problem") == ["Nothing would change."]
    assert tap(sheet, "line/5/", "/replace/", decider_loser="1").status_code == 302
    assert (fresh(sheet).state["play"]["bummerl"], differing()) == ([0, 1, 0], [])


@pytest.mark.django_db
def test_a_line_before_the_tie_keeps_its_own_form() -> None:
    sheet = tied_sheet()
    page = get(phone(), path_of(sheet, "line/2/"))
    assert (values(page, "pick"), values(page, "rotation")) == (["normal-made"], ["1"])
    assert tap(sheet, "line/2/", "/replace/", grade="1").status_code == 302
    assert "tied" not in fresh(sheet).state["play"]


@pytest.mark.django_db
def test_who_declared_is_asked_again_after_the_seats_were_swapped() -> None:
    sheet = a_sheet()
    fields = tapped(sheet, pick="bettler", declarer="0", caller="1", made="1")
    swap_seats(fresh(sheet), seats=[0, 1], write=now(sheet))
    response = phone().post(path_of(sheet, "hand/"), fields)
    assert response.status_code == 409
    assert [values(response, name) for name in ("pick", "declarer", "caller")] == [["bettler"], [], []]


# --- the end of a leg ----------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_of_two_losers_each_has_his_own_sentence_and_marks() -> None:
    hands = [
        {"contract": "normal", "made": True, "grade": 1, "caller": 1},
        {"contract": "herrenschnapser", "declarer": 0, "caller": 0, "made": True},
    ]
    sheet = a_sheet(*hands, bummerl_rule="all_below_target", money="zero_sum", stake_cents=50)
    page = get(phone("en"), path_of(sheet))
    assert moment(page) == "Bummerl for Bert. Schneider! 2 Bummerl marks for Cilli."
    assert texts(page, ".marks") == ["no Bummerl", "Bummerl: 1", "Bummerl: 2"]
    assert texts(page, ".cents") == ["€ 1.50", "−€ 0.50", "−€ 1.00"]


@pytest.mark.django_db
def test_two_can_win_a_leg_together() -> None:
    hands = [
        {"contract": "bauernschnapser", "declarer": 0, "made": True},
        {"contract": "bauernschnapser", "declarer": 1, "made": True},
        {"contract": "kontraschnapser", "declarer": 2, "caller": 0, "made": False},
    ]
    page = get(phone("en"), path_of(a_sheet(*hands)))
    assert "Anna and Bert have won this leg, 24 : 24 : 0." in texts(page, "p")
    page = get(phone("en"), path_of(a_sheet(*hands, marks_on="winner")))
    assert moment(page) == "Schneider! 2 Bummerl marks for Cilli."
    assert texts(page, ".marks") == ["Bummerl: 2", "Bummerl: 2", "no Bummerl"]


# --- garbage ---


@pytest.mark.django_db
@pytest.mark.parametrize(
    "posted",
    [
        {},
        {"pick": "normal-3", "grade": "x"},
        {"pick": "normal-made", "rotation": "9", "grade": "²", "loser_points": "-1"},
        {"pick": "gang", "declarer": "99999999999999999999", "doubling": "-4", "made": "2"},
        {"decider": "x y", "decider_loser": "z"},
        {"decider": "1 2 7", "decider_loser": "7"},
    ],
)
@pytest.mark.parametrize("hands", [[], TIE])
def test_garbage_is_refused_and_said_on_the_page(hands: list[Fields], posted: Fields) -> None:
    sheet = a_sheet(*hands, tie_rule="decider")
    seq = fresh(sheet).seq
    response = phone().post(path_of(sheet, "hand/"), {"after_seq": seq, "token": new_token(), **posted})
    assert (response.status_code, fresh(sheet).seq) == (422, seq)
    assert texts(response, ".problem")
