"""Who gives whom how much: the fewest payments."""

from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.core import KITTY
from scoring.games.settle import transfers

ANNA, BERT, CILLI, DORA = range(4)


def balances(least: int, most: int, amounts: st.SearchStrategy[int]) -> st.SearchStrategy[dict[int, int]]:
    """Balances in cents that add up to zero, the last one closing the sum."""
    return st.lists(amounts, min_size=least - 1, max_size=most - 1).map(
        lambda cents: dict(enumerate([*cents, -sum(cents)]))
    )


# small amounts, so that many groups add up to zero
small = st.integers(-4, 4)


def most_groups(cents: list[int]) -> int:
    """The most groups that each add up to zero, by trying every way to put the people into groups."""
    best = 0

    def place(index: int, groups: list[int]) -> None:
        nonlocal best
        if index == len(cents):
            best = max(best, len(groups) if not any(groups) else 0)
            return
        for number in range(len(groups)):
            place(index + 1, [total + cents[index] * (i == number) for i, total in enumerate(groups)])
        place(index + 1, [*groups, cents[index]])

    place(0, [])
    return best


def moved(payments: list[tuple[int, int, int]]) -> dict[int, int]:
    sums: dict[int, int] = defaultdict(int)
    for payer, receiver, cents in payments:
        sums[payer] -= cents
        sums[receiver] += cents
    return sums


@given(balances(1, 7, small))
def test_nobody_finds_fewer_payments_by_trying_everything(open_: dict[int, int]) -> None:
    cents = [amount for amount in open_.values() if amount]
    assert len(transfers(open_)) == len(cents) - most_groups(cents)


@settings(max_examples=60)
@given(balances(1, 40, st.integers(-10_000, 10_000)) | balances(1, 12, small) | balances(13, 30, small))
def test_payments_settle_everybody_and_are_at_most_one_less_than_people(open_: dict[int, int]) -> None:
    payments = transfers(open_)
    assert {person: moved(payments)[person] for person in open_} == open_
    assert len(payments) <= max(0, sum(1 for cents in open_.values() if cents) - 1)
    for payer, receiver, cents in payments:
        assert (type(cents), cents > 0, open_[payer] < 0, open_[receiver] > 0) == (int, True, True, True)


@given(balances(1, 9, small), st.randoms(use_true_random=False))
def test_the_order_of_the_people_does_not_matter(open_: dict[int, int], chance: object) -> None:
    people = list(open_)
    chance.shuffle(people)  # type: ignore[attr-defined]  # a random.Random
    assert transfers({person: open_[person] for person in people}) == transfers(open_)


def test_twelve_people_and_the_kitty_are_still_exact() -> None:
    # eleven owe different amounts, one has most of it coming, and one debt is exactly what the kitty gets
    debts = {seat: -(2**seat) for seat in range(11)}
    assert len(transfers({**debts, 11: 2**11 - 1 - 512, KITTY: 512})) == 11


def test_six_pairs_among_twelve_people_need_six_payments() -> None:
    pairs = {seat: 3**seat for seat in range(6)} | {seat + 6: -(3**seat) for seat in range(6)}
    assert transfers(pairs) == [(seat + 6, seat, 3**seat) for seat in range(6)]


def test_the_kitty_receives_like_a_person() -> None:
    assert transfers({KITTY: 100, ANNA: 0, BERT: -50, CILLI: 0, DORA: -50}) == [(BERT, KITTY, 50), (DORA, KITTY, 50)]


def test_a_pair_that_settles_by_itself_is_kept_apart() -> None:
    assert transfers({ANNA: 30, BERT: -20, CILLI: 20, DORA: -30}) == [(BERT, CILLI, 20), (DORA, ANNA, 30)]


@pytest.mark.parametrize("open_", [{}, {ANNA: 0}, {ANNA: 0, BERT: 0}])
def test_nobody_owes_nobody_pays(open_: dict[int, int]) -> None:
    assert transfers(open_) == []


def test_balances_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="add up"):
        transfers({ANNA: 1, BERT: -2})
