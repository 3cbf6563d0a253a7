"""`manage.py check_sheets` says nothing of a sound record, and names what somebody has tampered with."""

from collections.abc import Callable

import pytest
from django.core.management import call_command

from scoring.models import Entry, Sheet, Total
from scoring.services.check import differences
from scoring.services.closing import close_sheet
from scoring.services.sheets import begin_sheet, rename_seats, void_line
from tests.services.table import CAST, ONE, TWO, a_sheet, differing, fresh, new_token, now, plain, record, won_leg

pytestmark = pytest.mark.django_db

Tamper = Callable[[Sheet], object]


def an_evening() -> Sheet:
    """Everything that can be on a sheet, closed."""
    sheet = a_sheet(money="pot", stake_cents=50)
    record(sheet, plain(1), won_leg(0), ONE, TWO)
    void_line(sheet, line=3, write=now(sheet))
    rename_seats(sheet, names=["Bert", "Anna", "Cilli", "Dora"], write=now(sheet))
    close_sheet(sheet, write=now(sheet))
    return sheet


def rewrite(sheet: Sheet, **columns: object) -> None:
    Sheet.objects.filter(pk=sheet.pk).update(**columns)


def rewrite_entry(sheet: Sheet, at: int, **columns: object) -> None:
    Entry.objects.filter(sheet=sheet, seq=at).update(**columns)


TAMPERINGS: list[tuple[Tamper, list[str]]] = [
    (lambda sheet: rewrite(sheet, state={**sheet.state, "hands": 99}), ["state"]),
    (lambda sheet: rewrite(sheet, state={}), ["state"]),
    (lambda sheet: rewrite(sheet, seq=sheet.seq + 1), ["seq"]),
    (lambda sheet: rewrite(sheet, status="open"), ["status", "signed totals", "check code"]),
    (lambda sheet: rewrite(sheet, house_rules={"target": "x"}), ["hands"]),
    (lambda sheet: rewrite(sheet, house_rules={"target": 99}), ["hands"]),
    (lambda sheet: sheet.seats.filter(position=0).update(name="Egon"), ["state", "names"]),
    (lambda sheet: Total.objects.filter(sheet=sheet, seat=None).update(amount=1), ["signed totals"]),
    (lambda sheet: Total.objects.filter(sheet=sheet, unit="legs").delete(), ["signed totals"]),
    (lambda sheet: rewrite_entry(sheet, 1, data={}), ["hands"]),
    (lambda sheet: rewrite_entry(sheet, 1, data={"hand": {"contract": "watten"}}), ["hands"]),
    (
        lambda sheet: rewrite_entry(sheet, 1, data={"hand": plain(1, 2)}),
        ["state", "totals", "signed totals", "check code"],
    ),
    (lambda sheet: rewrite_entry(sheet, 4, seq=99), ["seq", "state", "check code"]),
    (lambda sheet: rewrite(sheet, check_code="0000-0000"), ["check code"]),
]


def test_of_a_sound_record_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    an_evening(), a_sheet()
    call_command("check_sheets")
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("tamper", "differs"), TAMPERINGS)
def test_what_was_tampered_with_is_named(tamper: Tamper, differs: list[str]) -> None:
    sheet = an_evening()
    tamper(fresh(sheet))
    assert differing() == [(sheet.pk, differs)]


def test_a_sheet_from_before_the_decider_is_sound() -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    before = {**sheet.state, "play": {key: value for key, value in sheet.state["play"].items() if key != "tied"}}
    rewrite(sheet, state=before)
    assert differing() == []


def test_a_name_that_was_never_changed_on_the_sheet_is_compared_too() -> None:
    sheet = a_sheet()
    sheet.seats.filter(position=0).update(name="Egon")
    assert differing() == [(sheet.pk, ["state"])]


def test_the_command_lists_every_sheet_that_differs_and_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    first, sound, last = an_evening(), an_evening(), an_evening()
    rewrite(first, totals={"kitty": 1})
    rewrite(last, seq=3)
    with pytest.raises(SystemExit) as ended:
        call_command("check_sheets")
    assert ended.value.code == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"sheet {first.pk} ({first.code}): totals",
        f"sheet {last.pk} ({last.code}): seq",
    ]
    assert sound.pk not in [first.pk, last.pk]


def test_a_sheet_that_cannot_be_folded_at_all_does_not_hide_the_next_one() -> None:
    first, last = an_evening(), an_evening()
    rewrite_entry(first, 1, data={})
    rewrite(last, totals={})
    assert [pk for pk, _differs in differing()] == [first.pk, last.pk]


def test_a_sheet_at_which_nobody_sits_does_not_hide_the_next_one() -> None:
    first, last = begin_sheet(game="kratzen", players=CAST, token=new_token("sheet")), an_evening()
    first.seats.all().delete()
    rewrite(last, totals={})
    assert [pk for pk, _differs in differing()] == [first.pk, last.pk]


def test_a_hand_that_is_written_while_the_check_reads_is_no_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = a_sheet()
    record(sheet, ONE)
    looks: list[list[str]] = []

    def look(read: Sheet) -> list[str]:
        if not looks:
            record(fresh(sheet), TWO)
            read = Sheet.objects.prefetch_related("entries").get(pk=read.pk)
            read.seq, read.state, read.totals = sheet.seq, sheet.state, sheet.totals
        looks.append(differences(read))
        return looks[-1]

    monkeypatch.setattr("scoring.services.check.differences", look)
    assert (differing(), looks) == ([], [["seq", "state", "totals"], []])
