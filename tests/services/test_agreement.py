"""The sides of a sheet say whether it is right, a director signs, and the check code says whether it still is."""

import copy
from typing import Any

import pytest
from django.test import Client

from clubs.models import Membership
from clubs.models.club import Role
from scoring.games.check_code import check_code
from scoring.games.sheet import Refused
from scoring.models import Entry, Sheet
from scoring.services import agreement
from scoring.services import check_code as codes
from scoring.services.agreement import State, ask_sides, confirm, settle, spoken_of
from scoring.services.closing import close_sheet, reopen_sheet
from scoring.services.erase import erase_person
from scoring.services.record import Conflict, Write
from scoring.services.sheets import (
    begin_sheet,
    record_hand,
    rename_seats,
    replace_hand,
    restore_line,
    swap_seats,
    void_line,
)
from tests.club import House
from tests.services.table import CAST, ONE, TWO, a_sheet, at_once, fresh, new_token, now, plain, record, rows, special

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clean_record")]

A, B = "phone-of-a", "phone-of-b"


@pytest.fixture
def sheet() -> Sheet:
    made = begin_sheet(game="bauernschnapsen", players=CAST, token=new_token("sheet"), confirms=True)
    record(made, ONE, TWO)
    return made


def say(sheet: Sheet, side: int, phone: str, *, no: str = "", passed: bool = False, by: Any = None) -> Entry:
    write = Write(sheet.seq, new_token("say"), phone, by)
    return confirm(sheet, side=side, agrees=not no, remark=no, passed=passed, write=write)


def state(sheet: Sheet) -> str:
    return str(spoken_of(fresh(sheet)).agreement.state)


def refused(sheet: Sheet, *args: Any, **more: Any) -> list[str]:
    with pytest.raises(Refused) as error:
        say(sheet, *args, **more)
    return [one.code for one in error.value.problems]


# --- states ----------------------------------------------------------------------------------------------------------


def test_it_is_agreed_when_every_side_has_said_yes_and_disputed_when_one_says_no(sheet: Sheet) -> None:
    assert state(sheet) == "open"
    say(sheet, 0, A)
    assert state(sheet) == "open"
    say(sheet, 1, B, no=" Der  Gang war verloren ")
    assert (state(sheet), sheet.entries.latest("seq").data) == (
        "disputed",
        {"side": 1, "agrees": False, "remark": "Der Gang war verloren", "passed": False},
    )
    say(sheet, 1, B)  # the latest word counts
    assert state(sheet) == "agreed"


def test_whatever_changes_the_record_leaves_nobodys_word_standing(sheet: Sheet) -> None:
    changes: list[Any] = [
        lambda: record(sheet, ONE),
        lambda: void_line(sheet, line=1, write=now(sheet)),
        lambda: restore_line(sheet, line=1, write=now(sheet)),
        lambda: replace_hand(sheet, line=2, hand=ONE, write=now(sheet)),
        lambda: swap_seats(sheet, seats=[0, 1], write=now(sheet)),
        lambda: rename_seats(sheet, names=["Ana", "Bert", "Cilli", "Dora"], write=now(sheet)),
    ]
    for change in changes:
        say(sheet, 0, A)
        say(sheet, 1, B)
        assert state(sheet) == "agreed"
        change()
        assert state(sheet) == "open"
    say(sheet, 0, A)
    say(sheet, 1, B, no="falsch")
    close_sheet(sheet, write=now(sheet))
    assert state(sheet) == "disputed"  # a close changes nothing of what was played
    reopen_sheet(sheet, write=now(sheet))
    assert state(sheet) == "open"
    say(sheet, 0, A)
    close_sheet(sheet, write=now(sheet))
    say(sheet, 1, B)
    assert (state(sheet), sheet.status) == ("agreed", "closed")


def test_nobody_is_asked_where_it_is_off_or_nothing_was_played() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    assert (state(sheet), refused(sheet, 0, A)) == ("off", ["not_asked"])
    ask_sides(sheet, on=True)
    assert (state(sheet), refused(sheet, 2, A, no="x" * 121)) == ("open", ["no_such_side", "text_too_long"])
    empty = begin_sheet(game="bauernschnapsen", players=CAST, token=new_token("sheet"), confirms=True)
    assert (state(empty), refused(empty, 0, A)) == ("off", ["nothing_to_confirm"])


def test_a_no_needs_a_few_words(sheet: Sheet) -> None:
    with pytest.raises(Refused) as error:
        confirm(sheet, side=0, agrees=False, remark="  ", write=now(sheet))
    assert [(one.code, one.at) for one in error.value.problems] == [("remark_missing", "remark")]


# --- one person cannot be both sides -----------------------------------------------------------------------------


def test_a_phone_speaks_for_one_side_and_for_another_only_handed_over(sheet: Sheet) -> None:
    say(sheet, 0, A)
    assert refused(sheet, 1, A) == ["pass_the_phone"]
    say(sheet, 1, A, passed=True)
    say(sheet, 0, A, no="doch nicht")
    assert refused(sheet, 1, A) == ["pass_the_phone"]
    assert [entry.data["passed"] for entry in spoken_of(fresh(sheet)).agreement.spoken] == [False, True, False]


def test_a_phone_that_says_nothing_of_itself_is_one_phone(sheet: Sheet) -> None:
    say(sheet, 0, "")
    assert refused(sheet, 1, "") == ["pass_the_phone"]


def test_an_account_never_speaks_for_two_sides_also_on_two_phones(sheet: Sheet, house: House) -> None:
    anna, bert = house.users[Role.OWNER], house.users[Role.DIRECTOR]
    say(sheet, 0, A, by=anna)
    assert refused(sheet, 1, B, passed=True, by=anna) == ["one_account_two_sides"]
    say(sheet, 1, B, by=bert)
    assert state(sheet) == "agreed"


def test_a_no_is_not_taken_back_on_the_phone_of_the_others(sheet: Sheet) -> None:
    say(sheet, 0, A, no="falsch")
    assert refused(sheet, 0, B) == ["no_on_another_phone"]
    say(sheet, 0, B, no="auch falsch", passed=True)
    say(sheet, 0, B, no="auch falsch")
    assert refused(sheet, 0, B) == ["no_on_another_phone"]
    say(sheet, 0, A)
    assert state(sheet) == "open"


# --- who was first ---------------------------------------------------------------------------------------------------


def test_said_twice_it_is_said_once_and_a_stale_phone_is_told(sheet: Sheet) -> None:
    write = Write(sheet.seq, new_token("say"), A)
    first = confirm(sheet, side=0, agrees=True, write=write)
    assert confirm(fresh(sheet), side=0, agrees=True, write=write).pk == first.pk
    with pytest.raises(Conflict):
        confirm(fresh(sheet), side=1, agrees=True, write=write)
    record(sheet, ONE)
    with pytest.raises(Conflict):
        confirm(fresh(sheet), side=0, agrees=True, write=Write(first.seq, new_token("say"), A))
    assert rows(sheet) == [(1, "hand"), (2, "hand"), (3, "confirm"), (4, "hand")]


def test_a_word_makes_nobodys_hand_or_close_or_word_stale(sheet: Sheet) -> None:
    """The other phones have not seen it yet, and it changes nothing of what they saw."""
    seen, other = sheet.seq, fresh(sheet)
    say(sheet, 0, A)
    confirm(other, side=1, agrees=True, write=Write(seen, new_token("say"), B))
    hand = record_hand(fresh(sheet), hand=ONE, write=Write(seen, new_token("hand")))
    seen = hand.seq
    say(fresh(sheet), 0, A)
    close_sheet(fresh(sheet), write=Write(seen, new_token("close")))
    assert rows(sheet)[2:] == [(3, "confirm"), (4, "confirm"), (5, "hand"), (6, "confirm"), (7, "close")]
    assert (fresh(sheet).state["hands"], fresh(sheet).state["lines"][-1]["number"]) == (3, 3)


@pytest.mark.django_db(transaction=True)
def test_both_sides_at_the_same_moment_are_both_heard() -> None:
    sheet = begin_sheet(game="bauernschnapsen", players=CAST, token=new_token("sheet"), confirms=True)
    record(sheet, ONE)

    def work(side: int) -> Any:
        return confirm(fresh(sheet), side=side, agrees=True, write=Write(1, f"token-of-{side}", f"phone-{side}"))

    assert [entry.data["side"] for entry in at_once(2, work)] == [0, 1]
    assert state(sheet) == "agreed"


# --- a director ------------------------------------------------------------------------------------------------------


@pytest.fixture
def club_sheet(house: House) -> Sheet:
    return begin_sheet(
        game="bauernschnapsen",
        players=["Anna Höß", "Bert Maier", "Egon Kern", "Franz Huber"],
        club=house.club,
        token=new_token("sheet"),
        confirms=True,
        approves=["gang", "bettler"],
    )


def director(house: House) -> Membership:
    return Membership.objects.select_related("user").get(club=house.club, user=house.users[Role.DIRECTOR])


def waiting(sheet: Sheet) -> list[tuple[int, str, int | None]]:
    return [(one.line, one.contract, one.seat) for one in spoken_of(fresh(sheet)).unsigned]


def sign(sheet: Sheet, line: int, by: Membership) -> Entry:
    return agreement.approve_hand(sheet, line=line, write=Write(sheet.seq, new_token("sign"), by=by.user), by=by)


def test_named_hands_wait_for_a_signature_and_a_hand_put_right_waits_again(club_sheet: Sheet, house: House) -> None:
    record(club_sheet, ONE, special(0, "gang"), special(1, "bettler"))
    assert waiting(club_sheet) == [(2, "gang", 0), (3, "bettler", 1)]
    first = sign(club_sheet, 2, director(house))
    assert (first.by, waiting(club_sheet)) == (house.users[Role.DIRECTOR], [(3, "bettler", 1)])
    assert sign(club_sheet, 2, director(house)).pk == first.pk  # signed twice is signed once
    void_line(club_sheet, line=3, write=now(club_sheet))
    assert waiting(club_sheet) == []
    replace_hand(club_sheet, line=2, hand=special(0, "gang", made=False), write=now(club_sheet))
    assert waiting(club_sheet) == [(club_sheet.seq, "gang", 0)]
    close_sheet(club_sheet, write=now(club_sheet))
    sign(club_sheet, club_sheet.seq - 1, director(house))
    assert (waiting(club_sheet), fresh(club_sheet).status) == ([], "closed")


def test_only_what_is_to_be_signed_is_signed_and_only_by_this_club(
    club_sheet: Sheet, house: House, sheet: Sheet
) -> None:
    record(club_sheet, ONE)
    for line, where, code in ((1, club_sheet, "nothing_to_sign"), (1, sheet, "not_yours")):
        with pytest.raises(Refused) as error:
            sign(where, line, director(house))
        assert [one.code for one in error.value.problems] == [code]


def test_a_director_ends_a_dispute_with_a_word_and_a_new_no_opens_it_again(club_sheet: Sheet, house: House) -> None:
    by = director(house)
    record(club_sheet, ONE)

    def decide(note: str) -> None:
        settle(club_sheet, note=note, write=Write(club_sheet.seq, new_token("note"), by=by.user), by=by)

    with pytest.raises(Refused) as error:
        decide(" ")
    assert [one.code for one in error.value.problems] == ["decision_missing", "nothing_disputed"]
    say(club_sheet, 0, A, no="falsch")
    decide("Stiche nachgezählt")
    found = spoken_of(fresh(club_sheet)).agreement
    assert (found.state, found.settled) == (State.OFF, "Stiche nachgezählt")
    for secret, word in ((club_sheet.write_secret, "Stiche nachgezählt"), (club_sheet.watch_secret, "")):
        told = Client().get(f"/api/v1/sheets/{secret}/").json()["agreement"]
        assert (told["state"], told["settled"]) == ("off", word)
    say(club_sheet, 1, B, no="trotzdem falsch")
    assert state(club_sheet) == "disputed"
    assert Client().get(f"/api/v1/sheets/{club_sheet.watch_secret}/").json()["agreement"]["state"] == "disputed"
    say(club_sheet, 1, B)
    record(club_sheet, ONE)
    assert state(club_sheet) == "open"


# --- the rest of the record does not notice --------------------------------------------------------------------------


def test_folds_numbers_and_what_strangers_read_are_as_without_it(club_sheet: Sheet, house: House) -> None:
    bare = begin_sheet(game="bauernschnapsen", players=CAST, token=new_token("sheet"))
    record(bare, ONE, special(0, "gang"), TWO)
    record(club_sheet, ONE)
    say(club_sheet, 0, A, no="Der Huber zählt falsch")
    record(club_sheet, special(0, "gang"))
    sign(club_sheet, club_sheet.seq, director(house))
    record(club_sheet, TWO)
    told = fresh(club_sheet)
    without_seqs = [{**line, "seq": 0} for line in told.state["lines"]]
    assert without_seqs == [{**line, "seq": 0} for line in fresh(bare).state["lines"]]
    assert (told.state["hands"], told.totals) == (3, fresh(bare).totals)
    say(club_sheet, 0, A, no="Der Huber zählt falsch")
    for secret, remark in ((told.write_secret, "Der Huber zählt falsch"), (told.watch_secret, "")):
        answer = Client().get(f"/api/v1/sheets/{secret}/").json()
        assert len(answer["document"]["hands"]) == len(answer["result"]["hands"]) == 3
        assert answer["agreement"]["state"] == "disputed"
        assert [one["remark"] for one in answer["agreement"]["said"]] == [remark]
        assert [one["data"].get("remark", "") for one in answer["entries"] if one["kind"] == "confirm"] == [remark] * 2
        assert Client().get(f"/sheet/{secret}/history/").status_code == 200


def test_erasing_somebody_takes_their_name_out_of_remarks_and_leaves_the_check_code(
    club_sheet: Sheet, house: House
) -> None:
    record(club_sheet, ONE)
    rename_seats(club_sheet, names=["Bert Maier", "Franz Huber", "Egon Kern", "Anna Höß"], write=now(club_sheet))
    say(club_sheet, 0, A, no="Franz Huber hat falsch gezählt, der Huber!")
    close_sheet(club_sheet, write=now(club_sheet))
    code = club_sheet.check_code
    old = Entry.objects.get(sheet=club_sheet, kind="seats")  # as an older version has written it
    Entry.objects.filter(pk=old.pk).update(data={key: old.data[key] for key in ("names", "before")})
    franz = house.players[Role.MEMBER]
    erase_person(house.club, franz, by=None, confirmation="Franz Huber")
    stored = str([(one.data, one.asked) for one in club_sheet.entries.all()])
    assert [word for word in ("Franz", "Huber") if word in stored] == []
    found = codes.find(code)
    assert found is not None
    assert (found.answer, found.sheet.pk) == (codes.Answer.SIGNED, club_sheet.pk)


# --- check codes -----------------------------------------------------------------------------------------------------


def test_a_close_signs_with_a_code_that_the_export_two_phones_and_the_page_agree_on(sheet: Sheet) -> None:
    void_line(sheet, line=1, write=now(sheet))
    say(sheet, 0, A)
    close_sheet(sheet, write=now(sheet))
    answers = [Client().get(f"/api/v1/sheets/{one}/").json() for one in (sheet.write_secret, sheet.watch_secret)]
    for told in answers:
        document = told["document"]
        head = {key: document[key] for key in ("game", "house_rules", "first_dealer")}
        head |= {"seats": len(document["players"]), "begun": told["begun"]}
        entries = [(one["seq"], one["kind"], one["data"]) for one in told["entries"]]
        assert check_code(head, entries) == told["check_code"] == fresh(sheet).check_code
    assert codes.find(sheet.check_code.replace("-", "").lower()).answer == "signed"  # type: ignore[union-attr]


def test_opened_again_there_is_no_code_and_the_old_one_says_that_the_record_has_changed(sheet: Sheet) -> None:
    close_sheet(sheet, write=now(sheet))
    first = sheet.check_code
    reopen_sheet(sheet, write=now(sheet))
    assert (fresh(sheet).check_code, codes.code_of(sheet)) == ("", "")
    replace_hand(sheet, line=2, hand=ONE, write=now(sheet))
    close_sheet(sheet, write=now(sheet))
    assert sheet.check_code != first
    assert [found and str(found.answer) for found in map(codes.find, (first, sheet.check_code, "0000-0000"))] == [
        "changed",
        "signed",
        None,
    ]


def test_a_record_that_somebody_tampered_with_is_found(sheet: Sheet) -> None:
    close_sheet(sheet, write=now(sheet))
    entry = sheet.entries.get(seq=2)
    kept = copy.deepcopy(entry.data)
    Entry.objects.filter(pk=entry.pk).update(data={"hand": {**kept["hand"], "grade": 3}})
    assert codes.find(sheet.check_code).answer == "changed"  # type: ignore[union-attr]
    Entry.objects.filter(pk=entry.pk).update(data=kept)


def test_a_sheet_that_was_closed_before_there_were_codes_has_one_when_somebody_asks(sheet: Sheet) -> None:
    close_sheet(sheet, write=now(sheet))
    code = sheet.check_code
    Sheet.objects.filter(pk=sheet.pk).update(check_code="")
    assert codes.code_of(fresh(sheet)) == code == fresh(sheet).check_code


def test_two_tables_that_played_the_very_same_hands_have_different_codes() -> None:
    sheets = [a_sheet() for _table in range(2)]
    for one in sheets:
        record(one, plain(0), plain(1))
        close_sheet(one, write=now(one))
    assert sheets[0].check_code != sheets[1].check_code
