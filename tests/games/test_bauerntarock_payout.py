"""Who pays whom at the end of a Bauerntarock, under every tie rule."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring.games.bauerntarock_options import HouseRules
from scoring.games.bauerntarock_payout import payout
from scoring.games.sheet import score
from tests.games.bauerntarock_evenings import evenings, to_the_end

totals_with_ties = st.lists(st.integers(-3, 3) | st.sampled_from([100, -15]), min_size=3, max_size=5)
extras = st.integers(0, 25)
tie_winner = st.sampled_from(["split", "each", "play_on"])
tie_last = st.sampled_from(["each", "split", "none"])


@given(totals_with_ties, extras, tie_winner, tie_last)
def test_payouts_sum_to_zero_under_every_tie_rule(totals: list[int], extra: int, winner: str, last: str) -> None:
    paid = payout(totals, HouseRules(last_place_extra=extra, tie_winner=winner, tie_last=last))
    assert sum(paid) == 0
    if len(set(totals)) == 1:
        assert paid == [0] * len(totals)
    else:
        assert all((points > 0) == (total == max(totals)) for points, total in zip(paid, totals, strict=True))


@given(totals_with_ties.filter(lambda totals: len(set(totals)) > 1), extras, tie_winner, tie_last)
def test_the_losers_pay_the_difference_and_the_last_pay_more(
    totals: list[int], extra: int, winner: str, last: str
) -> None:
    paid = payout(totals, HouseRules(last_place_extra=extra, tie_winner=winner, tie_last=last))
    winners, lasts = totals.count(max(totals)), totals.count(min(totals))
    times = winners if winner == "each" else 1
    more = [-points // times - (max(totals) - total) for points, total in zip(paid, totals, strict=True)]
    losers = [(one, total) for one, total in zip(more, totals, strict=True) if total < max(totals)]
    assert [one for one, total in losers if total > min(totals)] == [0] * (len(totals) - winners - lasts)
    of_the_last = [one for one, total in losers if total == min(totals)]
    if lasts == 1 or last == "each":
        assert of_the_last == [extra] * lasts
    elif last == "none":
        assert of_the_last == [0] * lasts
    else:
        assert sum(of_the_last) == extra
        assert of_the_last == sorted(of_the_last, reverse=True)
        assert of_the_last[0] - of_the_last[-1] <= 1


@given(totals_with_ties.filter(lambda totals: len(set(totals)) > 1), extras, tie_winner, tie_last)
def test_joint_winners_receive_alike_the_first_perhaps_one_more(
    totals: list[int], extra: int, winner: str, last: str
) -> None:
    paid = payout(totals, HouseRules(last_place_extra=extra, tie_winner=winner, tie_last=last))
    received = [points for points, total in zip(paid, totals, strict=True) if total == max(totals)]
    assert received == sorted(received, reverse=True)
    assert received[0] - received[-1] <= (0 if winner == "each" else 1)


@given(evenings())
def test_every_cent_goes_to_somebody_at_the_table(document: dict[str, Any]) -> None:
    result = score({**document, "closed": True})
    value = document["house_rules"].get("point_value", 1)
    assert (sum(result["cents"]), result["kitty"]) == (0, 0)
    assert all(cents % value == 0 for cents in result["cents"])


@given(to_the_end)
def test_there_is_money_only_when_the_sheet_is_finished_or_closed(document: dict[str, Any]) -> None:
    result = score(document)
    assert (result["cents"] is not None) == (result["finished"] or document["closed"])
