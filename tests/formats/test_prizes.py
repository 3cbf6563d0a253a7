"""Who gets what of the pot, to the cent."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats import schafkopfrennen as s3
from tournaments.formats.core import Impossible
from tournaments.formats.plan import Buying, Fee, Plan, Prize, Prizes, Rest, Wins
from tournaments.formats.prizes import Payout, Placed, check_prizes, deal, payouts, pot, prize_list
from tournaments.formats.ranking import lot_of, standings


def ladder(*shares: int, **more: object) -> Prizes:
    """Shares in percent for the places from the first on."""
    prizes = tuple(Prize(place=place, share=share * 100) for place, share in enumerate(shares, start=1))
    return Prizes(prizes=prizes, **more)  # type: ignore[arg-type]


def fixed(*euros: int, **more: object) -> Prizes:
    prizes = tuple(Prize(place=place, cents=euro * 100) for place, euro in enumerate(euros, start=1))
    return Prizes(prizes=prizes, **more)  # type: ignore[arg-type]


def placed(*places: int | None) -> list[Placed]:
    """Cards 1, 2, 3 … at these places, each of another person."""
    return [Placed(number, place, (100 + number,)) for number, place in enumerate(places, start=1)]


def cents(made: Sequence[Payout]) -> dict[int | str, int]:
    sums = Counter[int | str]()
    for one in made:
        sums[one.group if one.number is None else one.number] += one.cents
    return dict(sums)


def goods(made: Sequence[Payout]) -> dict[int | str, str]:
    return {one.group if one.number is None else one.number: one.goods for one in made if one.goods}


def refusals(prizes: Prizes, pot_cents: int | None) -> list[tuple[str, dict[str, object]]]:
    return [(one.code, dict(one.figures)) for one in check_prizes(prizes, pot_cents)]


# S3 and other published lists


def _s3(prizes: Prizes) -> tuple[Payout, ...]:
    made = standings(s3.PLAN, s3.ENTRANTS, s3.ROUNDS, (), "lot")
    return payouts(prizes, pot(s3.PLAN, 16), [Placed(one.number, one.place, (one.number,)) for one in made])


def test_the_evening_of_schafkopf_pays_160_euros_and_a_pressack() -> None:
    made = _s3(s3.PLAN.prizes)
    assert cents(made) == {1: 6400, 2: 4000, 5: 2400, 8: 1920, 7: 1280, 11: 0}
    assert made[-1] == Payout(11, Wins.LAST_BUT_ONE, 15, 0, "Pressack", 0)


def test_the_evening_of_schafkopf_in_whole_euros() -> None:
    made = _s3(replace(s3.PLAN.prizes, round_to=100))
    assert cents(made) == {1: 6400, 2: 4000, 5: 2400, 8: 1900, 7: 1300, 11: 0}


def test_three_percent_of_300_euros_go_to_the_jackpots() -> None:
    """Skat-Online: 300 euros, 3 % kept, the rest as 21.5/18.5/15/11.5/10/9/6.5/5."""
    shares = (2150, 1850, 1500, 1150, 1000, 900, 650, 500)
    prizes = tuple(Prize(place=place, share=share) for place, share in enumerate(shares, start=1))
    expected = {1: 6450, 2: 5550, 3: 4500, 4: 3450, 5: 3000, 6: 2700, 7: 1950, 8: 1500}
    for round_to in (1, 50):
        made = payouts(Prizes(prizes=prizes, rest=Rest.CLUB, round_to=round_to), 30_000, placed(*range(1, 31)))
        assert cents(made) == expected
        assert sum(expected.values()) == 29_100
    winner = payouts(Prizes(prizes=prizes, rest=Rest.WINNER), 30_000, placed(*range(1, 31)))
    assert cents(winner) == {**expected, 1: 7350}
    assert refusals(Prizes(prizes=prizes), 30_000) == [("not_100", {"sum": 9700, "missing": 300})]


def test_the_pot_is_what_the_fees_give_to_it_and_what_was_added() -> None:
    plan = Plan(
        fee=Fee(cents=1500, pool=1000, club=200, food=300),
        buying=Buying(allowed=True, cents=500, pool_cents=400),
        prizes=Prizes(added_cents=5000),
    )
    assert pot(plan, 10) == 15_000
    assert pot(plan, 10, bought=3) == 16_200


# what is refused


def test_percentages_that_make_80_are_refused_with_what_is_missing() -> None:
    """Wiener Zeitung 2017: four numbers for five places."""
    for pot_cents in (None, 0, 16_000):
        assert refusals(ladder(30, 25, 15, 10), pot_cents) == [("not_100", {"sum": 8000, "missing": 2000})]
    assert refusals(ladder(30, 25, 20, 15, 10), 16_000) == []
    assert refusals(ladder(30, 25, 15, 10, rest=Rest.CLUB), 16_000) == []
    with pytest.raises(Impossible):
        payouts(ladder(30, 25, 15, 10), 16_000, placed(1, 2, 3, 4))


def test_more_than_everything_is_refused_wherever_the_rest_goes() -> None:
    for rest in Rest:
        assert refusals(ladder(60, 41, rest=rest), None) == [("over_100", {"sum": 10_100, "over": 100})]
        assert refusals(fixed(60, 41, rest=rest), 10_000) == [("more_than_pot", {"pot": 10_000, "over": 100})]


def test_fixed_prizes_make_the_pot_or_the_rest_has_a_home() -> None:
    assert refusals(fixed(50, 30), None) == []
    assert refusals(fixed(50, 30), 8000) == []
    assert refusals(fixed(50, 30), 10_000) == [("rest_without_home", {"pot": 10_000, "cents": 2000})]
    assert cents(payouts(fixed(50, 30, rest=Rest.CLUB), 10_000, placed(1, 2))) == {1: 5000, 2: 3000}
    assert cents(payouts(fixed(50, 30, rest=Rest.WINNER), 10_000, placed(1, 2))) == {1: 7000, 2: 3000}


def test_a_prize_of_nothing_is_named() -> None:
    assert [(one.code, one.at) for one in check_prizes(Prizes((Prize(cents=1), Prize(place=2, goods=" "))), 1)] == [
        ("empty_prize", "prizes.prizes.1")
    ]


# shares and fixed amounts beside each other


def test_shares_are_of_the_pot_and_the_fixed_amount_comes_out_of_the_rest() -> None:
    woman = Prize(Wins.BEST_WOMAN, cents=1000)
    prizes = Prizes((*ladder(50, 30).prizes, woman), rest=Rest.CLUB)
    assert prize_list(prizes, 10_000) == (5000, 3000, 1000)
    assert refusals(replace(prizes, rest=Rest.REFUSE), 10_000) == [("not_100", {"sum": 8000, "missing": 2000})]
    assert refusals(replace(prizes, rest=Rest.REFUSE), 5000) == []  # 80 % and 10 of 50 euros are everything
    assert refusals(prizes, 4000) == [("more_than_pot", {"pot": 4000, "over": 200})]


def test_shares_that_make_100_are_of_what_fixed_amounts_leave() -> None:
    prizes = Prizes((Prize(Wins.LAST, cents=1000), *ladder(50, 30, 20).prizes))
    assert prize_list(prizes, 16_000) == (1000, 7500, 4500, 3000)
    assert refusals(prizes, 999) == [("more_than_pot", {"pot": 999, "over": 1})]


# equals


def test_one_euro_among_three() -> None:
    made = payouts(ladder(100), 100, placed(1, 1, 1), lot="x")
    assert sorted(cents(made).values()) == [33, 33, 34]
    lucky = max(made, key=lambda one: one.cents).number
    assert lucky == min((1, 2, 3), key=lambda number: lot_of("x", number))
    assert {one.shared_with for one in made} == {2}


def test_three_on_the_first_place_share_what_places_one_to_three_get() -> None:
    made = payouts(ladder(50, 30, 20), 10_000, placed(1, 1, 1, 4, 5, 6, 7))
    assert sorted(cents(made).values()) == [3333, 3333, 3334]
    whole = payouts(ladder(50, 30, 20, round_to=100), 10_000, placed(1, 1, 1, 4))
    assert sorted(cents(whole).values()) == [3300, 3300, 3400]


def test_seven_equals_share_what_there_is_for_three() -> None:
    made = payouts(ladder(50, 30, 20), 10_000, placed(*[1] * 7))
    assert sorted(cents(made).values()) == [1428] * 3 + [1429] * 4


def test_who_is_tied_at_the_last_paid_place_shares_it() -> None:
    made = payouts(ladder(50, 30, 20), 10_000, placed(1, 2, 3, 3, 3))
    assert [(one.place, one.shared_with) for one in made] == [(1, 0), (2, 0), (3, 2), (3, 2), (3, 2)]
    assert sorted(cents(made).values()) == [666, 667, 667, 3000, 5000]


def test_equals_whose_prizes_are_no_whole_euros_share_in_cents() -> None:
    made = payouts(Prizes((Prize(cents=1250), Prize(place=2, cents=1000)), round_to=100), 2250, placed(1, 1))
    assert cents(made) == {1: 1125, 2: 1125}


def test_goods_are_handed_to_equals_in_the_order_of_the_lot() -> None:
    prizes = Prizes((Prize(goods="Ham"), Prize(place=2, goods="Sausage"), Prize(place=2, goods="Bread")))
    first, second = sorted((1, 2), key=lambda number: lot_of("x", number))
    assert goods(payouts(prizes, 0, placed(1, 1), lot="x")) == {first: "Ham", second: "Sausage, Bread"}
    assert goods(payouts(prizes, 0, placed(1, 2), lot="x")) == {1: "Ham", 2: "Sausage, Bread"}


# other prizes


def test_the_last_but_one_the_last_and_the_middle() -> None:
    prizes = Prizes(
        (Prize(Wins.LAST, goods="L"), Prize(Wins.LAST_BUT_ONE, goods="B"), Prize(Wins.MIDDLE, goods="M")),
    )
    assert goods(payouts(prizes, 0, placed(1, 2, 3, 4, 5, None))) == {5: "L", 4: "B", 3: "M"}
    assert goods(payouts(prizes, 0, placed(1, 2, 3, 4, 5, 6))) == {6: "L", 5: "B", 3: "M"}
    assert [(one.number, one.goods) for one in payouts(prizes, 0, placed(1))] == [(1, "L"), (1, "M")]


def test_equals_that_fill_the_last_two_positions_share_both_prizes() -> None:
    prizes = Prizes((Prize(Wins.LAST, cents=400), Prize(Wins.LAST_BUT_ONE, cents=200)))
    assert cents(payouts(prizes, 600, placed(1, 2, 3, 3))) == {3: 300, 4: 300}
    ham = Prizes((Prize(Wins.LAST, goods="Ham"), Prize(Wins.LAST_BUT_ONE, goods="Pressack")))
    assert sorted(goods(payouts(ham, 0, placed(1, 2, 3, 3))).values()) == ["Ham", "Pressack"]


def test_the_pressack_of_equals_on_the_place_before_the_last_goes_to_one_of_them() -> None:
    made = payouts(Prizes((Prize(Wins.LAST_BUT_ONE, cents=300, goods="Pressack"),)), 300, placed(1, 2, 2, 4))
    assert cents(made) == {2: 150, 3: 150}
    assert [one.goods for one in made if one.goods] == ["Pressack"]


def test_the_best_woman_has_her_prize_beside_that_of_her_place() -> None:
    prizes = Prizes((*ladder(100).prizes, Prize(Wins.BEST_WOMAN, goods="Roses"), Prize(Wins.BEST_WOMAN, 2, goods="2")))
    line = [Placed(number, number, (number,), woman=number in (1, 3)) for number in (1, 2, 3)]
    assert goods(payouts(prizes, 100, line)) == {1: "Roses", 3: "2"}
    assert [(one.number, one.wins) for one in payouts(prizes, 100, line[:1])] == [
        (1, Wins.PLACE),
        (1, Wins.BEST_WOMAN),
    ]


def test_the_group_with_most_cards_wins_and_equal_ones_share() -> None:
    prizes = Prizes((Prize(Wins.LARGEST_GROUP, cents=1000),))
    line = [Placed(n, n, (n,), group=group) for n, group in enumerate(["FF Au", "FF Au", "FF Ried", "", "", ""], 1)]
    made = payouts(prizes, 1000, line)
    assert made == (Payout(None, Wins.LARGEST_GROUP, 1, 1000, "", 0, "FF Au"),)
    assert cents(payouts(prizes, 1000, [*line, Placed(7, 7, (7,), group="FF Ried")])) == {"FF Au": 500, "FF Ried": 500}


def test_the_second_card_of_a_person_wins_nothing_and_the_next_moves_up() -> None:
    """Bluzabande: the same person on places 2, 3 and 4."""
    line = [Placed(1, 1, (1,)), Placed(2, 2, (2,)), Placed(3, 3, (2,)), Placed(4, 4, (2,)), Placed(5, 5, (5,))]
    prizes = ladder(50, 30, 20)
    assert cents(payouts(replace(prizes, one_per_person=True), 10_000, line)) == {1: 5000, 2: 3000, 5: 2000}
    assert cents(payouts(prizes, 10_000, line)) == {1: 5000, 2: 3000, 3: 2000}
    made = payouts(replace(prizes, one_per_person=True), 10_000, line)
    assert [(one.number, one.place) for one in made] == [(1, 1), (2, 2), (5, 3)]


def test_two_cards_of_one_person_on_a_shared_place_count_once() -> None:
    line = [Placed(1, 1, (1,)), Placed(2, 1, (1,)), Placed(3, 1, (3,)), Placed(4, 4, (4,))]
    made = cents(payouts(ladder(50, 30, 20, one_per_person=True), 10_000, line))
    assert (made[3], made[4]) == (4000, 2000)
    assert made.get(1, 0) + made.get(2, 0) == 4000


# what nobody wins


def test_the_prizes_of_places_nobody_fills_are_dealt_among_the_others_or_are_rest() -> None:
    prizes = ladder(40, 25, 15, 12, 8)
    few = placed(1, 2, 3, None)
    assert cents(payouts(prizes, 16_000, few)) == {1: 8000, 2: 5000, 3: 3000}
    assert cents(payouts(replace(prizes, rest=Rest.CLUB), 16_000, few)) == {1: 6400, 2: 4000, 3: 2400}
    assert cents(payouts(replace(prizes, rest=Rest.WINNER), 16_000, few)) == {1: 9600, 2: 4000, 3: 2400}


def test_the_amount_for_a_woman_goes_to_the_others_where_there_is_none() -> None:
    prizes = Prizes((Prize(cents=600), Prize(place=2, cents=300), Prize(Wins.BEST_WOMAN, cents=100)))
    assert cents(payouts(prizes, 1000, placed(1, 2))) == {1: 667, 2: 333}
    with pytest.raises(Impossible) as caught:
        payouts(Prizes((Prize(Wins.BEST_WOMAN, cents=100),)), 100, placed(1, 2))
    assert [(one.code, one.figures) for one in caught.value.problems] == [("unclaimed", {"cents": 100})]


def test_without_anybody_placed_nothing_is_paid() -> None:
    assert payouts(ladder(100), 1000, placed(None)) == ()
    assert payouts(ladder(100), 0, placed(1)) == ()


def test_odd_cents_go_with_the_first_prize_or_to_the_rest() -> None:
    prizes = ladder(60, 40, round_to=100)
    assert cents(payouts(prizes, 10_050, placed(1, 2))) == {1: 6050, 2: 4000}
    assert cents(payouts(replace(prizes, rest=Rest.CLUB), 10_050, placed(1, 2))) == {1: 6000, 2: 4000}


def test_the_order_in_the_list_does_not_decide_who_gets_the_odd_euro() -> None:
    prizes = ladder(50, 50, round_to=100)
    turned = replace(prizes, prizes=prizes.prizes[::-1])
    assert cents(payouts(prizes, 500, placed(1, 2))) == cents(payouts(turned, 500, placed(1, 2))) == {1: 300, 2: 200}


# any list, any ties


@st.composite
def lists(draw: st.DrawFn) -> Prizes:
    """Prizes whose shares make 100 %, perhaps beside fixed amounts and goods."""
    cuts = sorted(draw(st.lists(st.integers(0, 10_000), max_size=6)))
    shares = sorted((right - left for left, right in zip([0, *cuts], [*cuts, 10_000], strict=True)), reverse=True)
    made = [Prize(place=place, share=share) for place, share in enumerate(shares, start=1) if share]
    others = draw(st.lists(st.sampled_from([one for one in Wins if one is not Wins.PLACE]), unique=True))
    made += [Prize(wins, cents=draw(st.integers(0, 500)), goods="G") for wins in others]
    return Prizes(
        prizes=tuple(made),
        rest=draw(st.sampled_from(Rest)),
        round_to=draw(st.sampled_from([1, 10, 50, 100])),
        one_per_person=draw(st.booleans()),
    )


@st.composite
def lines(draw: st.DrawFn) -> list[Placed]:
    levels = draw(st.lists(st.integers(1, 4), min_size=1, max_size=6))
    line: list[Placed] = []
    for size in levels:
        place = len(line) + 1
        line += [
            Placed(
                place + index,
                place,
                (draw(st.integers(1, 12)),),
                woman=draw(st.booleans()),
                group=draw(st.sampled_from(["", "Au", "Ried"])),
            )
            for index in range(size)
        ]
    return line


@settings(max_examples=150)
@given(lists(), lines(), st.integers(2500, 60_000))
def test_payouts_sum_to_the_pot_and_nobody_ahead_gets_less(prizes: Prizes, line: list[Placed], total: int) -> None:
    made = payouts(prizes, total, line)
    paid = sum(one.cents for one in made)
    listed = sum(prize_list(prizes, total))
    assert paid <= listed if prizes.rest is Rest.CLUB else paid == total
    assert all(type(one.cents) is int and one.cents >= 0 for one in made)
    for one in made:
        equal = [other.cents for other in made if (other.wins, other.place) == (one.wins, one.place)]
        assert (max(equal) - min(equal) <= prizes.round_to, one.shared_with >= len(equal) - 1) == (True, True)
    ladder_ = sorted((one.place, one.cents) for one in made if one.wins is Wins.PLACE)
    for place, amount in ladder_:
        assert all(amount >= other for behind, other in ladder_ if behind > place)


@settings(max_examples=60)
@given(lists(), lines())
def test_everything_in_kind_is_handed_out_once(prizes: Prizes, line: list[Placed]) -> None:
    made = payouts(prizes, 60_000, line)
    there = {Wins.LAST: True, Wins.MIDDLE: True, Wins.LAST_BUT_ONE: len(line) > 1}
    there[Wins.LARGEST_GROUP] = any(one.group for one in line)
    for prize in prizes.prizes:
        handed = [one.goods for one in made if one.wins is prize.wins and one.goods]
        if prize.wins in there:
            assert handed == ["G"] * there[prize.wins]


@settings(max_examples=80)
@given(lists(), lines(), st.integers(2500, 60_000), st.randoms(use_true_random=False))
def test_the_order_of_the_standings_and_other_numbers_change_nothing_but_the_lot(
    prizes: Prizes, line: list[Placed], total: int, chance: object
) -> None:
    try:
        made = payouts(prizes, total, line, lot="x")
    except Impossible as impossible:
        with pytest.raises(Impossible, match=str(impossible)):
            payouts(prizes, total, line[::-1], lot="x")
        return
    turned = list(line)
    chance.shuffle(turned)  # type: ignore[attr-defined]  # a random.Random
    assert payouts(prizes, total, turned, lot="x") == made
    if not prizes.one_per_person:  # else the lot decides which of a person's equal cards it is
        renumbered = payouts(prizes, total, [replace(one, number=1000 - one.number) for one in line], lot="x")
        assert sorted((one.wins, one.place, one.cents, one.shared_with) for one in renumbered) == sorted(
            (one.wins, one.place, one.cents, one.shared_with) for one in made
        )


@settings(max_examples=100)
@given(st.lists(st.integers(0, 1000), min_size=1, max_size=12), st.integers(0, 100_000), st.sampled_from([1, 50, 100]))
def test_dealt_parts_are_off_by_less_than_one_unit(weights: list[int], total: int, unit: int) -> None:
    weights = [*weights, 1]
    parts = deal(total, weights, unit, odd=len(weights) - 1)
    assert sum(parts) == total
    whole = total // unit
    for index, (part, weight) in enumerate(zip(parts, weights, strict=True)):
        part -= total % unit if index == len(weights) - 1 else 0
        assert part % unit == 0
        assert abs(part // unit * sum(weights) - whole * weight) < sum(weights)
