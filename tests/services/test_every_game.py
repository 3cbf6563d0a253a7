"""The long worked sheets of every game through the record: what is signed is what the engine alone says."""

from typing import Any

import pytest

from scoring.games.sheet import Refused, score
from scoring.models import Total
from scoring.services.closing import close_sheet, reopen_sheet
from scoring.services.fold import KEPT_LINES
from scoring.services.sheets import replace_hand, restore_line, void_line
from tests.services.table import differing, fresh, now
from tests.services.worked_evenings import Document, evenings, laid_down

pytestmark = pytest.mark.django_db

EVERY_EVENING = pytest.mark.parametrize("document", evenings())


def result(document: Document, **different: Any) -> Document:
    return score({**document, "closed": True, **different})


def signed(sheet: Any, unit: str) -> list[int]:
    rows = Total.objects.filter(sheet=sheet, unit=unit, seat__isnull=False).order_by("seat__position")
    return list(rows.values_list("amount", flat=True))


@EVERY_EVENING
def test_what_is_signed_is_what_the_engine_says(document: Document) -> None:
    sheet, expected = laid_down(document), result(document)
    assert fresh(sheet).state["play"]["totals"] == expected["totals"]
    close_sheet(sheet, write=now(sheet))
    in_points = [sum(line["points"][side] for line in expected["hands"]) for side in range(len(expected["sides"]))]
    by_seat = {seat: in_points[side] for side, seats in enumerate(expected["sides"]) for seat in seats}
    assert signed(sheet, "points") == [by_seat[seat] for seat in sorted(by_seat)]
    assert (signed(sheet, "cents") or [0] * len(by_seat)) == expected["cents"]
    kitty = Total.objects.filter(sheet=sheet, seat=None).values_list("amount", flat=True).first() or 0
    assert sum(expected["cents"]) + kitty == 0
    assert differing() == []
    reopen_sheet(sheet, write=now(sheet))
    assert (Total.objects.count(), differing()) == (0, [])


@EVERY_EVENING
def test_a_hand_that_is_struck_out_was_never_played_and_can_stand_again(document: Document) -> None:
    sheet, hands = laid_down(document), document["hands"]
    whole = fresh(sheet).state["play"]
    for place in (0, len(hands) // 2, len(hands) - 1):
        without = score({**document, "hands": [*hands[:place], *hands[place + 1 :]]})
        try:
            void_line(sheet, line=place + 1, write=now(sheet))
        except Refused:
            # The record names what would fall, and so does the engine where nothing else tells who called.
            assert differing() == []
            continue
        if without["refused"] is None and "caller" not in sheet.state["lines"][-1]["hand"]:
            assert fresh(sheet).state["play"]["totals"] == without["totals"]
        restore_line(sheet, line=place + 1, write=now(sheet))
        assert fresh(sheet).state["play"] == whole
        # The line has a new number now: the next round begins afresh.
        sheet = laid_down(document)
    assert differing() == []


@EVERY_EVENING
def test_the_last_hand_put_right_as_it_was_changes_nothing(document: Document) -> None:
    sheet = laid_down(document)
    with pytest.raises(Refused) as refused:
        replace_hand(sheet, line=sheet.seq, hand=document["hands"][-1], write=now(sheet))
    assert [problem.code for problem in refused.value.problems] == ["nothing_changed"]


def test_a_long_evening_without_legs_keeps_its_state_small() -> None:
    passed = {"game": "blattla", "players": ["Anna", "Bert", "Cilli", "Dora"], "hands": [{"passed": True}] * 60}
    sheet = laid_down(passed)
    assert (len(sheet.state["lines"]), sheet.state["hands"]) == (KEPT_LINES, 60)
    assert [line["number"] for line in sheet.state["lines"]] == list(range(60 - KEPT_LINES + 1, 61))


def test_money_in_the_pot_can_keep_a_table_from_closing() -> None:
    sheet = laid_down(
        {
            "game": "kratzen",
            "players": ["Anna", "Bert", "Cilli"],
            "house_rules": {"end_pot": "require_empty"},
            "hands": [{"tricks": [2, 1, 1]}],
        }
    )
    with pytest.raises(Refused) as refused:
        close_sheet(sheet, write=now(sheet))
    assert [problem.code for problem in refused.value.problems] == ["pot_not_empty"]
    assert (fresh(sheet).is_open, Total.objects.count()) == (True, 0)


@pytest.mark.parametrize("game", ["bauerntarock", "blattla"])
def test_with_five_at_the_table_everybody_has_a_total_and_who_sat_out_is_written_down(game: str) -> None:
    hand: dict[str, Document] = {
        "bauerntarock": {"declarer": 0, "bid": "hineinschauen", "points": 75},
        "blattla": {"contract": "solo", "declarer": 0, "suit": "herz", "points": 75},
    }
    document = {
        "game": game,
        "players": ["Anna", "Bert", "Cilli", "Dora", "Emil"],
        "house_rules": {"sit_out": "dealer"},
        "hands": [hand[game]],
    }
    sheet = laid_down(document)
    assert fresh(sheet).entries.get(seq=1).data["hand"]["sits_out"] == 4
    close_sheet(sheet, write=now(sheet))
    points, cents = signed(sheet, "points"), signed(sheet, "cents")
    assert points == ([15, 0, 0, 0, 0] if game == "bauerntarock" else [150, -50, -50, -50, 0])
    assert (len(cents), sum(cents), differing()) == (5, 0, [])
