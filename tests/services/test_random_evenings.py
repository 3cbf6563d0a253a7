"""Any evening: hands, corrections, swaps, closes and reopenings in any order. What is stored is always what a fresh
fold says, and what the engine makes of the hands that stand, kept here in a plain list.
"""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.games.sheet import Refused, score
from scoring.models import Entry, Sheet
from scoring.services.check import differences
from scoring.services.closing import close_sheet, reopen_sheet
from scoring.services.sheets import record_hand, rename_seats, replace_hand, swap_seats, void_line
from tests.services.table import a_sheet, fresh, names, now

pytestmark = pytest.mark.django_db

seats = st.integers(0, 3)
levels = st.sampled_from([0, 0, 0, 1, 3])
plain_games = st.fixed_dictionaries(
    {"contract": st.just("normal"), "made": st.booleans(), "grade": st.integers(1, 3), "doubling": levels},
    optional={"caller": seats, "decided_by": st.just("points")},
)
# Not every seat may declare each of them: some of these hands are refused, and change nothing.
contracts = st.fixed_dictionaries(
    {
        "contract": st.sampled_from(["bettler", "gang", "bauernschnapser", "kontrabauernschnapser", "herrenschnapser"]),
        "declarer": seats,
        "made": st.booleans(),
        "doubling": levels,
    },
    optional={"caller": seats},
)
hands = plain_games | contracts
lines = st.integers(0, 30)  # which of the lines there are, counted round

steps = st.one_of(
    st.tuples(st.just("hand"), hands),
    st.tuples(st.just("hand"), hands),
    st.tuples(st.just("hand"), hands),
    st.tuples(st.just("void"), lines, st.booleans()),
    st.tuples(st.just("replace"), lines, hands),
    st.tuples(st.just("swap"), seats, seats),
    st.tuples(st.just("rename"), st.permutations(["Anna", "Bert", "Cilli", "Egon"])),
    st.tuples(st.just("close")),
    st.tuples(st.just("reopen")),
)
house_rules = st.fixed_dictionaries(
    {},
    optional={
        "money": st.sampled_from(["off", "zero_sum", "each_pays_each", "pot"]),
        "stake_cents": st.integers(0, 99),
        "target": st.sampled_from([7, 24]),
        "legs_limit": st.sampled_from([0, 1, 2]),
        "bummerl_limit": st.sampled_from([0, 2]),
        "first_dealer_next_game": st.sampled_from(["continue", "shift_first_dealer", "loser_deals"]),
    },
)

Standing = list[tuple[int, dict[str, Any]]]


def nth(standing: Standing, number: int) -> int:
    return standing[number % len(standing)][0] if standing else 1


def do(sheet: Sheet, standing: Standing, step: tuple[Any, ...]) -> Standing:
    """One step through the use cases, and the lines that stand after it."""
    match step:
        case ("hand", hand):
            entry = record_hand(sheet, hand=hand, write=now(sheet))
            return [*standing, (entry.seq, entry.data["hand"])]
        case ("void", number, together):
            line = nth(standing, number)
            entry = void_line(sheet, line=line, together=together, write=now(sheet))
            return [one for one in standing if one[0] not in (line, *entry.data.get("also", ()))]
        case ("replace", number, hand):
            line = nth(standing, number)
            entry = replace_hand(sheet, line=line, hand=hand, write=now(sheet))
            return [(entry.seq, entry.data["hand"]) if one[0] == line else one for one in standing]
        case ("swap", first, second):
            swap_seats(sheet, seats=[first, second], write=now(sheet))
        case ("rename", wanted):
            rename_seats(sheet, names=wanted, write=now(sheet))
        case ("close",):
            close_sheet(sheet, write=now(sheet))
        case ("reopen",):
            reopen_sheet(sheet, write=now(sheet))
    return standing


def engine_says(sheet: Sheet, standing: Standing) -> dict[str, Any]:
    return score(
        {
            "game": sheet.game,
            "house_rules": sheet.house_rules,
            "players": names(sheet),
            "first_dealer": sheet.first_dealer,
            "hands": [hand for _line, hand in standing],
            "closed": True,
        }
    )


def assert_same(sheet: Sheet, standing: Standing) -> None:
    stored = fresh(sheet)
    assert differences(stored) == []
    assert (stored.seq, stored.state, stored.totals, stored.status) == (
        sheet.seq,
        sheet.state,
        sheet.totals,
        sheet.status,
    )
    result, play = engine_says(stored, standing), stored.state["play"]
    assert result["refused"] is None
    told = ("totals", "bummerl", "dealer", "finished", "legs")
    assert {name: result[name] for name in told} == {name: play[name] for name in told}
    assert (result["cents"], result["kitty"]) == (stored.totals.get("cents", [0] * 4), stored.totals["kitty"])
    assert [line["seq"] for line in stored.state["lines"]] == running(standing, result)
    assert stored.state["hands"] == len(standing)


def running(standing: Standing, result: dict[str, Any]) -> list[int]:
    """The lines of the running leg, or of the last one while the next has not begun."""
    ends = [number for number, hand in enumerate(result["hands"]) if hand["leg_over"]]
    before = [end + 1 for end in ends if end + 1 < len(standing)]
    return [line for line, _hand in standing[before[-1] if before else 0 :]]


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(rules=house_rules, evening=st.lists(steps, min_size=1, max_size=14))
def test_what_is_stored_is_always_what_the_engine_makes_of_the_standing_hands(
    rules: dict[str, Any], evening: list[tuple[Any, ...]], db: None
) -> None:
    sheet, standing = a_sheet(**rules), list[tuple[int, dict[str, Any]]]()
    for step in evening:
        try:
            standing = do(sheet, standing, step)
        except Refused:
            assert fresh(sheet).seq == sheet.seq
        assert_same(sheet, standing)
    assert Entry.objects.filter(sheet=sheet).count() == sheet.seq
    assert sum(sheet.totals.get("cents", ())) + sheet.totals["kitty"] == 0
