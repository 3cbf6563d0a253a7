"""Tables that are unlike the others of their round."""

from tournaments.formats.hints import Going, behind, far_out, half_in, middle


def in_after(*minutes: int) -> dict[int, Going]:
    return {number: Going(at, None) for number, at in enumerate(minutes, start=1)}


def test_once_half_of_the_tables_are_in_a_table_is_behind_by_the_time_of_the_one_in_the_middle() -> None:
    tables = {**in_after(20, 30, 35), 9: Going(None, None), 10: Going(None, None, extra=5)}
    assert behind(tables, 69) == {}
    assert behind(tables, 70) == {9: 40}
    assert behind(tables, 75) == {9: 45, 10: 40}


def test_before_that_a_table_is_behind_by_its_hands() -> None:
    tables = {number: Going(None, 20) for number in range(1, 5)} | {5: Going(None, 5), 6: Going(None, None)}
    assert behind(tables, 40) == {}
    assert behind(tables, 60) == {5: 45}


def test_a_round_that_has_just_begun_and_a_few_tables_say_nothing() -> None:
    assert behind({1: Going(None, 0), 2: Going(None, 0)}, 300) == {}
    assert behind({1: Going(None, 30), 2: Going(None, 1)}, 300) == {}
    assert behind(in_after(5, 6) | {3: Going(None, None)}, 300) == {}
    assert behind({}, 300) == {}
    assert [half_in(in_after(1, 2).values()), half_in(in_after(1, 2, 3).values())] == [False, True]


def test_an_amount_far_from_all_others_is_told_with_the_next_one() -> None:
    usual = {number: 10 * number for number in range(1, 16)}
    assert far_out(usual) == {}
    assert far_out(usual | {20: 900}) == {20: (900, 150)}
    assert far_out(usual | {20: 900, 21: 890}) == {}  # two of them: it can be made
    assert far_out(usual | {20: -900, 21: 900}) == {20: (-900, 10), 21: (900, 150)}
    assert far_out({1: 0, 2: 0, 3: 900}) == {}
    assert far_out(dict.fromkeys(range(20), 0) | {30: 7}) == {}  # most made the same: nothing to measure by


def test_the_middle_of_two_is_the_lower() -> None:
    assert [middle([3]), middle([4, 1]), middle([9, 1, 5])] == [3, 1, 5]
