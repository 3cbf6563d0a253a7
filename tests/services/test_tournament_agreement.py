"""The cards of a table agree to its result, typed or from its sheet; what a director signs and decides."""

from typing import Any

import pytest

from clubs.models import Change, Membership
from clubs.models.club import Role
from clubs.services.core import Refused
from scoring.games.sheet import Refused as RecordRefused
from scoring.models import Sheet
from scoring.services.agreement import ask_sides
from scoring.services.closing import close_sheet
from scoring.services.erase import erase_person
from tests.club import House
from tests.services.table import fresh, now, record, special, won_leg
from tests.services.test_tournament_results import put, table_at
from tests.tournament import a_card, a_result, a_round, a_tournament, new_token
from tournaments.models import Confirmation, Table, Tournament
from tournaments.services import confirming, laid_tables, phones, results, setup, table_sheets
from tournaments.services.agreement import Agreement, Unsigned, states_of
from tournaments.services.confirming import confirm
from tournaments.services.results import Moved

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clean_record")]

A, B = "phone-of-a", "phone-of-b"
HALL = {"confirm": True, "approve": ["Gang", "Schneider"]}
PAIRS = {
    "card": "pair",
    "people": 2,
    "stages": [{"kind": "sliding", "rounds": 2, "counting": {"unit": "legs", "best_of": 3, "events": ["schneider"]}}],
    "desk": {"record": "either"},
    "ranking": {"chain": ["legs"]},
    "hall": HALL,
}


def pairs(house: House, *names: str, **hall: Any) -> Table:
    named = names or ("A1 / A2", "B1 / B2")
    plan = {**PAIRS, "hall": {**HALL, **hall}}
    tournament = a_tournament(house.club, *named, plan=plan, game="bauernschnapsen")
    return table_at(a_round(tournament, range(1, len(named) + 1)), 1)


@pytest.fixture
def typed(house: House) -> Table:
    return a_result(pairs(house), {"legs": 2}, {"legs": 1})


def of(table: Table) -> Agreement:
    round_ = table.round
    laid = laid_tables.laid_table(round_.tournament, round_.number, table.number)
    assert laid is not None
    return states_of([laid])[table.pk]


def say(table: Table, position: int, phone: str, *, no: str = "", of_: str = "", **more: Any) -> None:
    said = {
        "position": position,
        "agrees": not no,
        "remark": no,
        "of": of_ or of(table).of,
        "token": new_token("say-it"),
    }
    confirm(table, **{**said, "device": phone, **more})


def refused(table: Table, *args: Any, **more: Any) -> list[str]:
    with pytest.raises(Refused) as error:
        say(table, *args, **more)
    return [one.code for one in error.value.problems]


def director(house: House) -> Membership:
    return Membership.objects.select_related("user", "club").get(club=house.club, user=house.users[Role.DIRECTOR])


def seen(table: Table) -> str:
    return phones.seen(table.round.tournament, table.round)


# --- typed results ---------------------------------------------------------------------------------------------------


def test_cards_agree_or_dispute_and_a_correction_asks_them_anew(typed: Table, house: House) -> None:
    assert (of(typed).state, of(typed).said) == ("open", {})
    before = seen(typed)
    say(typed, 0, A)
    assert seen(typed) != before
    say(typed, 1, B, no="Es war 2:0")
    assert (of(typed).state, of(typed).said, of(typed).remarks) == ("disputed", {0: True, 1: False}, ("Es war 2:0",))
    say(typed, 1, B)
    assert of(typed).state == "agreed"
    put(typed, {"legs": 2}, {"legs": 0}, seen=1, reason="verhört", by=house.users[Role.DIRECTOR])
    assert (of(typed).state, of(typed).said) == ("open", {})


def test_nobody_is_asked_before_something_is_in_or_where_the_desk_has_decided(house: House) -> None:
    table = pairs(house)
    assert (of(table).state, refused(table, 0, A, of_="r0")) == ("off", ["nothing_to_confirm"])
    results.walkover(table, 1, by=house.users[Role.SCORER], seen=0, token=new_token("walkover"))
    assert (of(table).state, refused(table, 0, A, of_="r1")) == ("off", ["not_asked"])
    plain = a_result(pairs(house, "C1 / C2", "D1 / D2", confirm=False, approve=[]), {"legs": 2}, {"legs": 1})
    assert (of(plain), refused(plain, 0, A, of_="r1")) == (Agreement(), ["not_asked"])


def test_a_phone_speaks_for_one_card_and_an_account_too(typed: Table, house: House) -> None:
    say(typed, 0, A)
    assert refused(typed, 1, A) == ["pass_the_phone"]
    assert refused(typed, 2, B, no=" ") == ["no_such_side", "remark_missing"]
    say(typed, 1, A, passed=True)
    found = of(typed)
    assert (found.state, found.voices[0].passed, found.voices[1].passed) == ("agreed", False, True)
    put(typed, {"legs": 2}, {"legs": 0}, seen=1, reason="verhört", by=house.users[Role.DIRECTOR])
    say(typed, 0, A, by=house.users[Role.OWNER])
    assert refused(typed, 1, B, by=house.users[Role.OWNER], passed=True) == ["one_account_two_sides"]


def test_said_twice_it_is_said_once_and_of_another_result_not_at_all(typed: Table, house: House) -> None:
    token = new_token("say-it")
    for _again in range(2):
        say(typed, 0, A, token=token)
    assert Confirmation.objects.count() == 1
    assert refused(typed, 1, A, token=token) == ["token_used"]
    put(typed, {"legs": 2}, {"legs": 0}, seen=1, reason="verhört", by=house.users[Role.DIRECTOR])
    with pytest.raises(Moved):
        say(typed, 1, B, of_="r1")
    Tournament.objects.update(ended_at=typed.round.published_at)
    assert refused(typed, 0, A) == ["tournament_over"]


def test_whoever_floods_a_table_is_sent_to_the_desk(
    typed: Table, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confirming, "MOST_SAID", 3)
    for _again in range(3):
        say(typed, 0, A, no="falsch")
    assert refused(typed, 0, A) == ["said_too_often"]
    confirming.settle(typed, by=director(house), token=new_token("settle"), note="passt", of="r1")
    assert of(typed).settled == "passt"


def test_a_director_ends_a_dispute_with_a_word_and_it_stands_in_the_log(typed: Table, house: House) -> None:
    by = director(house)

    def decide(note: str, what: str) -> None:
        confirming.settle(typed, by=by, token=new_token("decide"), note=note, of=what)

    with pytest.raises(Refused) as error:
        decide(" ", "r1")
    assert [one.code for one in error.value.problems] == ["decision_missing", "nothing_disputed"]
    say(typed, 1, B, no="Es war 2:0")
    with pytest.raises(Moved):
        decide("Zeugen gefragt", "r2")
    decide("Zeugen gefragt", "r1")
    assert (of(typed).state, of(typed).settled) == ("off", "Zeugen gefragt")
    assert Change.objects.latest("pk").after["reason"] == "Zeugen gefragt"
    say(typed, 0, A, no="Wir auch nicht")
    assert of(typed).state == "disputed"


def test_a_named_event_waits_for_a_signature_unless_a_director_has_typed_it(house: House) -> None:
    table = pairs(house)
    said = ({"legs": 2, "schneider": 1}, {"legs": 0})
    put(table, *said, by=house.users[Role.SCORER])
    assert of(table).unsigned == (Unsigned("schneider", None, 0),)
    token = new_token("sign-it")
    for _again in range(2):
        confirming.sign(table, by=director(house), token=token, of="r1")
    confirming.sign(table, by=director(house), token=new_token("sign-it"), of="r1")
    assert (of(table).unsigned, of(table).state, Confirmation.objects.count()) == ((), "open", 1)
    other = pairs(house, "C1 / C2", "D1 / D2")
    put(other, *said, by=house.users[Role.DIRECTOR])
    assert of(other).unsigned == ()
    with pytest.raises(Refused):
        confirming.sign(other, by=director(house), token=new_token("sign-it"), of="r1")


# --- sheets ----------------------------------------------------------------------------------------------------------


def closed(table: Table) -> Sheet:
    sheet = table_sheets.open_sheet(table)
    record(sheet, won_leg(0), special(1, "gang"), won_leg(0))
    close_sheet(sheet, write=now(sheet))
    return sheet


def test_where_the_sheet_counts_its_entries_are_the_agreement(house: House) -> None:
    table = pairs(house)
    sheet = closed(table)
    assert (sheet.confirms, sheet.approves, of(table).state) == (True, ["gang"], "open")
    assert of(table).unsigned == (Unsigned("gang", 2, 1),)
    say(table, 0, A)
    assert refused(table, 1, A) == ["pass_the_phone"]
    say(table, 1, B, no="Der Gang war verloren")
    found = of(table)
    assert (found.state, found.said, found.remarks) == ("disputed", {0: True, 1: False}, ("Der Gang war verloren",))
    assert Confirmation.objects.count() == 0
    by = director(house)
    confirming.sign(table, by=by, token=new_token("sign-it"), line=2)
    confirming.settle(table, by=by, token=new_token("decide"), note="Gezählt", of=of(table).of)
    assert (of(table).state, of(table).settled, of(table).unsigned) == ("off", "Gezählt", ())
    assert [(one.what, one.after.get("hand")) for one in Change.objects.order_by("-pk")[:2]] == [
        ("table_settled", None),
        ("table_signed", 2),
    ]
    with pytest.raises(Moved):
        say(table, 0, A, of_="r0")


def test_what_is_no_number_of_an_entry_is_not_what_the_table_has(house: House) -> None:
    table = pairs(house)
    closed(table)
    for strange in ("s", "s" + "9" * 5000, "s²", "s-1", "r1"):
        with pytest.raises(Moved):
            say(table, 0, A, of_=strange)


def test_what_a_tournament_has_laid_down_the_table_does_not_switch_off(house: House) -> None:
    sheet = table_sheets.open_sheet(pairs(house))
    with pytest.raises(RecordRefused) as error:
        ask_sides(sheet, on=False)
    assert [one.code for one in error.value.problems] == ["tournament_asks"]


def test_while_a_table_writes_only_a_dispute_is_seen_at_the_desk(house: House) -> None:
    table = pairs(house)
    sheet = table_sheets.open_sheet(table)
    record(sheet, won_leg(0))
    say(table, 0, A)
    assert of(table).state == "off"
    say(table, 1, B, no="falsch")
    assert of(table).state == "disputed"


@pytest.mark.parametrize("count", [1, 3])
def test_so_many_queries_for_one_table_as_for_three(count: int, house: House, django_assert_num_queries: Any) -> None:
    names = [f"{letter}1 / {letter}2" for letter in "ABCDEFGHIJKL"[: 4 * count]]
    tournament = a_tournament(house.club, *names, plan=PAIRS, game="bauernschnapsen")
    round_ = a_round(tournament, *[(2 * i + 1, 2 * i + 2) for i in range(2 * count)])
    for number in range(1, 2 * count + 1):
        table = table_at(round_, number)
        if number % 2:
            closed(table)
        else:
            a_result(table, {"legs": 2, "schneider": 1}, {"legs": 0})
        say(table, 0, A)
    laid = laid_tables.tables_of(round_)
    with django_assert_num_queries(6):
        found = states_of(laid)
    assert [len(one.unsigned) for one in found.values()] == [1] * len(laid)
    with django_assert_num_queries(1):
        laid_tables.seen_of(round_)


# --- the plan --------------------------------------------------------------------------------------------------------


def test_what_can_be_signed_is_read_by_key_or_name_and_anything_else_is_refused(house: House) -> None:
    tournament = a_tournament(house.club, game="bauernschnapsen", plan=PAIRS)
    plan = {
        **tournament.plan,
        "hall": {**tournament.plan["hall"], "approve": ["GANG", "bauernschnapser", "Herrenwenz"]},
    }
    with pytest.raises(Refused) as error:
        setup.change(tournament, by=None, plan=plan)
    (problem,) = error.value.problems
    assert (problem.code, problem.at, problem.figures["word"]) == ("cannot_be_signed", "hall.approve", "Herrenwenz")
    assert str(problem.figures["choices"]).split(", ")[0] == "Bettler"
    neighbour = a_tournament(house.club, game="", game_name="Watten")
    plan = {**neighbour.plan, "hall": {**neighbour.plan["hall"], "approve": ["Tout"]}}
    with pytest.raises(Refused) as error:
        setup.change(neighbour, by=None, plan=plan)
    assert [one.code for one in error.value.problems] == ["nothing_can_be_signed"]


def test_a_plan_that_is_changed_while_tables_play_counts_on_their_sheets(house: House) -> None:
    table = pairs(house, confirm=False, approve=[])
    sheet = table_sheets.open_sheet(table)
    assert (sheet.confirms, sheet.approves) == (False, [])
    tournament = table.round.tournament
    setup.change(tournament, by=None, plan={**tournament.plan, "hall": {**HALL, "approve": ["Bettler"]}}, sure=True)
    assert (fresh(sheet).confirms, fresh(sheet).approves) == (True, ["bettler"])


def test_erasing_somebody_takes_their_name_out_of_what_was_said(typed: Table, house: House) -> None:
    card = a_card(typed.round.tournament, "Franz Huber / Egon Kern")
    say(typed, 1, B, no="Franz Huber hat falsch gezählt", by=house.users[Role.MEMBER])
    erase_person(house.club, card.people.get(position=0).player, by=None, confirmation="Franz Huber")
    one = Confirmation.objects.get()
    assert ("Huber" in one.remark, one.by) == (False, None)
