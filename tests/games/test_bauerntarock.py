"""The laws of Bauerntarock, on random legal evenings: what a hand counts, the end of the sheet, the fold."""

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring.games.bauerntarock import GAME
from scoring.games.core import read_house_rules, write_house_rules
from scoring.games.sheet import play_hand, read_table, score
from tests.games.bauerntarock_evenings import (
    evenings,
    hands,
    house_rules,
    last_deal,
    one_more_than_play,
    outcomes,
    points_of,
    standing_after,
    to_the_end,
)
from tests.games.evenings import through_json

Document = dict[str, Any]
WHY = {
    *["card_points", "gmotschd", "sumpern", "doubled", "redeal"],
    *["spatz_lost", "spatz_lost_last", "spatz_won_last"],
    *["spatz_def_lost", "spatz_def_lost_last", "spatz_def_won_last"],
}


def written(document: Document) -> list[Document]:
    """The hands as they are kept, with who sat out written into them."""
    table = read_table(document)
    state, kept = table.start(), []
    for data in table.hands:
        played = play_hand(GAME, table.rules, state, data)
        kept.append(GAME.write(played.hand))
        state = played.outcome.state
    return kept


def played(document: Document) -> list[Document]:
    """The hands that were played, redeals left out."""
    return [hand for hand in document["hands"] if not hand.get("redeal")]


def standing(result: Document) -> Document:
    """What a result says of the hands that stand."""
    return {key: result[key] for key in ("hands", "totals", "dealer", "finished", "deals_left")}


# --- what the rules say, written down once more ----------------------------------------------------------------------


@given(evenings())
def test_every_hand_counts_what_the_rules_say_for_the_declarer_only(document: Document) -> None:
    result, people = score(document), len(document["players"])
    assert result["refused"] is None
    expected = [points_of(hand, people, document["house_rules"]) for hand in document["hands"]]
    assert [line["points"] for line in result["hands"]] == expected


@given(evenings())
def test_totals_are_sums(document: Document) -> None:
    result, people = score(document), len(document["players"])
    expected = standing_after(document["hands"], people, document["house_rules"])
    assert [line["totals"] for line in result["hands"]] == expected
    assert result["totals"] == (expected[-1] if expected else [0] * people)


@given(evenings())
def test_every_change_is_explained_reason_by_reason(document: Document) -> None:
    people = len(document["players"])
    for hand, outcome in zip(document["hands"], outcomes(document), strict=True):
        moved = [0] * people
        for posting in outcome.postings:
            moved[posting.side] += posting.amount
        reasons = [posting.why for posting in outcome.postings]
        assert moved == points_of(hand, people, document["house_rules"])
        assert {posting.unit for posting in outcome.postings} == {"points"}
        assert len(set(reasons)) == len(reasons) > 0
        assert set(reasons) <= WHY


@given(evenings())
def test_the_deal_passes_on_after_every_deal_that_was_played(document: Document) -> None:
    result, people = score(document), len(document["players"])
    dealer, expected = document["first_dealer"], []
    for hand in document["hands"]:
        dealer = hand.get("sits_out", dealer)
        expected.append(dealer)
        dealer = dealer if hand.get("redeal") else (dealer + 1) % people
    assert [line["dealer"] for line in result["hands"]] == expected
    assert result["dealer"] == dealer


# --- the end ---------------------------------------------------------------------------------------------------------


@given(to_the_end)
def test_the_sheet_ends_when_the_rules_say_so(document: Document) -> None:
    result, deals, people = score(document), played(document), len(document["players"])
    reached, end = last_deal(deals, people, document["house_rules"])
    assert result["finished"] == (end is not None)
    if end is not None:
        assert (len(deals), result["deals_left"]) == (end, 0)
    elif reached is None:
        assert result["deals_left"] is None
    else:
        assert result["deals_left"] == people - len(deals) % people


@given(to_the_end)
def test_the_deals_left_count_down_to_the_end(document: Document) -> None:
    table = read_table(document)
    people = len(document["players"])
    before = None
    for hand, outcome in zip(document["hands"], outcomes(document), strict=True):
        left = GAME.report(outcome.state, table.rules)["deals_left"]
        if before is not None and hand.get("redeal"):
            assert left == before
        elif before is not None:
            tie_is_played_on = before == 1 and left == people
            assert left == before - 1 or tie_is_played_on
        assert outcome.state.finished == (left == 0)
        before = left


@given(
    evenings(
        house_rules(
            threshold=st.integers(50, 100),
            max_doubling=st.integers(2, 3),
            sit_out=st.just("nobody"),
            finish=st.just("complete_round"),
        ),
        most=20,
    )
)
def test_everybody_has_dealt_equally_often_at_the_end(document: Document) -> None:
    result = score(document)
    dealt = Counter(
        line["dealer"] for line, hand in zip(result["hands"], document["hands"], strict=True) if not hand.get("redeal")
    )
    if result["finished"]:
        assert sorted(dealt) == list(range(len(document["players"])))
        assert len(set(dealt.values())) == 1


@given(to_the_end, st.data())
def test_nothing_is_accepted_after_the_end(document: Document, data: st.DataObject) -> None:
    result, people = score(document), len(document["players"])
    further = data.draw(st.just({"redeal": True}) | hands(document["house_rules"], people, result["dealer"]))
    after = score({**document, "hands": [*document["hands"], further]})
    if result["finished"]:
        assert [problem.code for problem in after["refused"]["problems"]] == ["sheet_finished"]
        assert standing(after) == standing(result)
    else:
        assert after["refused"] is None


# --- the fold --------------------------------------------------------------------------------------------------------


@given(evenings())
def test_a_state_survives_json_and_stays_small(document: Document) -> None:
    for outcome in outcomes(document):
        state = outcome.state
        assert GAME.load(through_json(GAME.dump(state))) == state
        assert set(GAME.dump(state)) == {"dealer", "deals", "totals", "reached", "finished", "dealer_sits_out"}
        assert state.seats == len(state.totals) == len(document["players"])


@given(evenings())
def test_folding_twice_gives_the_same(document: Document) -> None:
    before = through_json(document)
    assert score(document) == score(through_json(document))
    assert document == before


@given(evenings())
def test_a_hand_survives_being_written_and_read(document: Document) -> None:
    for data in document["hands"]:
        hand = GAME.read(data)
        assert GAME.read(through_json(GAME.write(hand))) == hand


@given(house_rules())
def test_house_rules_survive_being_written_and_read(given_rules: Document) -> None:
    rules = read_house_rules(GAME, given_rules)
    assert read_house_rules(GAME, through_json(write_house_rules(rules))) == rules


@given(evenings())
def test_the_last_hand_struck_out_was_never_played(document: Document) -> None:
    kept = document["hands"][:-1]
    assert score({**document, "hands": kept})["hands"] == score(document)["hands"][: len(kept)]


@given(evenings(), st.data())
def test_a_hand_left_out_moves_nobody_else_from_their_seat(document: Document, data: st.DataObject) -> None:
    kept = written(document) or [{"redeal": True}]
    gone = data.draw(st.integers(0, len(kept) - 1))
    kept = [*kept[:gone], *kept[gone + 1 :]]
    people = len(document["players"])
    result = score({**document, "hands": kept})
    assert result["refused"] is None or result["finished"]
    expected = [points_of(hand, people, document["house_rules"]) for hand in kept]
    assert [line["points"] for line in result["hands"]] == expected[: len(result["hands"])]


@given(evenings())
def test_writing_down_who_sits_out_changes_nothing(document: Document) -> None:
    kept = written(document)
    sits_out = document["house_rules"].get("sit_out") == "dealer"
    assert all(("sits_out" in hand) == sits_out for hand in kept)
    assert score({**document, "hands": kept}) == score(document)


@given(one_more_than_play, st.data())
def test_striking_out_a_hand_leaves_it_to_the_others_who_dealt_them(document: Document, data: st.DataObject) -> None:
    kept = written(document)
    struck = data.draw(st.integers(0, len(kept) - 1))
    before, after = (score({**document, "hands": hands}) for hands in (kept, kept[:struck] + kept[struck + 1 :]))
    dealers = [line["dealer"] for line in before["hands"]]
    assert dealers == [hand["sits_out"] for hand in kept]
    assert [line["dealer"] for line in after["hands"]] == dealers[:struck] + dealers[struck + 1 :]
    if struck + 1 < len(kept):
        assert after["dealer"] == before["dealer"]


@given(evenings(), st.data())
def test_a_refused_hand_changes_nothing(document: Document, data: st.DataObject) -> None:
    until = data.draw(st.integers(0, len(document["hands"])))
    before = document["hands"][:until]
    spoiler = data.draw(
        st.sampled_from(
            [
                {"declarer": 0, "bid": "sumpern", "points": 1},
                {"redeal": True, "declarer": 1},
                {"declarer": 9, "bid": "sumpern", "points": 70},
                {"declarer": 0, "bid": "sumpern"},
                None,
                {},
            ]
        )
    )
    result = score({**document, "hands": [*before, spoiler, *document["hands"][until:]]})
    assert result["refused"]["hand"] == until + 1
    assert standing(result) == standing(score({**document, "hands": before}))
