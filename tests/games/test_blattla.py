"""The laws of Blattla, on random legal evenings and on garbage."""

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.blattla import GAME
from scoring.games.blattla_value import worth
from scoring.games.core import Malformed, Outcome, Problem, people, read_house_rules, write_house_rules
from scoring.games.sheet import Refused, play_hand, read_table, score
from tests.games.blattla_evenings import (
    CARD_POINTS,
    FIVE,
    SUITS,
    change,
    evenings,
    hand_like,
    house_rules,
    sheet_like,
    value,
    won_and_schneider,
)
from tests.games.evenings import garbage, spoilt, through_json

Document = dict[str, Any]
of_five = evenings(house_rules().map(lambda rules: {**rules, "sit_out": "dealer"}))


def outcomes(document: Document) -> list[Outcome]:
    """What every hand did, played one after the other."""
    table = read_table(document)
    state, done = table.start(), []
    for data in table.hands:
        done.append(play_hand(GAME, table.rules, state, data).outcome)
        state = done[-1].state
    return done


# --- what the rules say, written down once more ----------------------------------------------------------------------


@given(evenings())
def test_every_hand_counts_what_the_rules_say(document: Document) -> None:
    result = score(document)
    assert result["refused"] is None
    seats = len(document["players"])
    assert [line["points"] for line in result["hands"]] == [
        change(hand, (document["first_dealer"] + number) % seats, document["house_rules"])
        for number, hand in enumerate(document["hands"])
    ]


@given(evenings())
def test_every_hand_sums_to_zero_reason_by_reason(document: Document) -> None:
    for outcome in outcomes(document):
        reasons = {posting.why for posting in outcome.postings if posting.unit == "points"}
        for why in reasons:
            assert sum(posting.amount for posting in outcome.postings if posting.why == why) == 0


@given(evenings())
def test_a_sauspiel_moves_the_same_for_all_four_and_a_solo_three_to_one(document: Document) -> None:
    for hand, line in zip(document["hands"], score(document)["hands"], strict=True):
        amounts = sorted(map(abs, line["points"]))[-4:]
        if hand.get("passed"):
            assert amounts == [0, 0, 0, 0]
        elif hand["contract"] == "sauspiel":
            assert amounts == [amounts[0]] * 4
            assert line["points"][hand["declarer"]] == line["points"][hand["partner"]]
        else:
            assert amounts == [amounts[0]] * 3 + [3 * amounts[0]]
            assert abs(line["points"][hand["declarer"]]) == amounts[-1]


@given(evenings())
def test_totals_and_cents_are_the_sums_of_the_hands(document: Document) -> None:
    result = score({**document, "closed": True})
    running = [0] * len(document["players"])
    for line in result["hands"]:
        running = [have + more for have, more in zip(running, line["points"], strict=True)]
        assert line["totals"] == running
    assert result["totals"] == result["cents"] == running
    assert (sum(result["cents"]), result["kitty"]) == (0, 0)


@given(evenings())
def test_the_postings_are_the_change_and_name_each_reason_once_a_seat(document: Document) -> None:
    for outcome, line in zip(outcomes(document), score(document)["hands"], strict=True):
        moved = [0] * len(line["points"])
        named = set()
        for posting in outcome.postings:
            assert posting.unit in ("points", "soli")
            assert (posting.unit, posting.side, posting.why) not in named
            named.add((posting.unit, posting.side, posting.why))
            moved[posting.side] += posting.amount if posting.unit == "points" else 0
        assert moved == line["points"]


@given(evenings())
def test_a_won_solo_or_tout_is_counted_once_for_the_soloist(document: Document) -> None:
    for hand, outcome in zip(document["hands"], outcomes(document), strict=True):
        soli = [(posting.side, posting.amount) for posting in outcome.postings if posting.unit == "soli"]
        alone = hand.get("contract") in ("solo", "solo_tout")
        won = alone and won_and_schneider(hand, document["house_rules"])[0]
        assert soli == ([(hand["declarer"], 1)] if won else [])


@given(evenings())
def test_a_tout_knows_no_schneider(document: Document) -> None:
    for hand, outcome in zip(document["hands"], outcomes(document), strict=True):
        if hand.get("contract") == "solo_tout":
            assert {posting.why for posting in outcome.postings}.isdisjoint({"schneider", "schwarz"})


@given(evenings())
def test_the_deal_moves_left_after_every_deal(document: Document) -> None:
    result, seats = score(document), len(document["players"])
    dealers = [(document["first_dealer"] + number) % seats for number in range(len(document["hands"]) + 1)]
    assert [line["dealer"] for line in result["hands"]] + [result["dealer"]] == dealers


@given(of_five)
def test_who_sits_out_gets_nothing(document: Document) -> None:
    for line in score(document)["hands"]:
        assert line["points"][line["dealer"]] == 0


@given(house_rules(), st.sampled_from(["sauspiel", "solo"]), st.sampled_from(SUITS), st.sampled_from(CARD_POINTS))
def test_the_preview_gives_what_a_hand_counts(
    given_rules: Document, contract: str, suit: str, card_points: int
) -> None:
    rules = read_house_rules(GAME, given_rules)
    for level in range(5):
        hand = {"contract": contract, "suit": suit, "points": card_points, "doubling": level}
        result = worth(GAME.read(hand), rules)
        assert (result.won, result.value) == (won_and_schneider(hand, given_rules)[0], value(hand, given_rules))


# --- the fold --------------------------------------------------------------------------------------------------------


@given(evenings())
def test_folding_twice_gives_the_same(document: Document) -> None:
    before = through_json(document)
    assert score(document) == score(through_json(document))
    assert document == before


@given(evenings())
def test_a_state_survives_json(document: Document) -> None:
    for outcome in outcomes(document):
        assert GAME.load(through_json(GAME.dump(outcome.state))) == outcome.state


@given(evenings())
def test_a_hand_survives_being_written_and_read(document: Document) -> None:
    for data in document["hands"]:
        hand = GAME.read(data)
        assert GAME.read(through_json(GAME.write(hand))) == hand


@given(house_rules())
def test_house_rules_survive_being_written_and_read(given_rules: Document) -> None:
    rules = read_house_rules(GAME, given_rules)
    assert read_house_rules(GAME, through_json(write_house_rules(rules))) == rules


@given(evenings(), st.data())
def test_a_refused_hand_changes_nothing(document: Document, data: st.DataObject) -> None:
    until = data.draw(st.integers(0, len(document["hands"])))
    before = document["hands"][:until]
    spoilers = [{"contract": "sauspiel"}, {"passed": True, "points": 61}, None, {"x": 1}, []]
    result = score({**document, "hands": [*before, data.draw(st.sampled_from(spoilers)), *document["hands"][until:]]})
    assert result["refused"]["hand"] == until + 1
    standing = score({**document, "hands": before})
    assert all(result[key] == standing[key] for key in ("hands", "totals", "dealer", "finished"))


@given(evenings(), st.data())
def test_a_hand_that_is_struck_out_was_never_played(document: Document, data: st.DataObject) -> None:
    until = data.draw(st.integers(0, len(document["hands"])))
    assert score({**document, "hands": document["hands"][:until]})["hands"] == score(document)["hands"][:until]


@given(of_five.filter(lambda document: document["hands"]), st.data())
def test_who_sat_out_still_did_when_an_earlier_hand_is_struck_out(document: Document, data: st.DataObject) -> None:
    table = read_table(document)
    state, written = table.start(), []
    for one in table.hands:
        played = play_hand(GAME, table.rules, state, one)
        written.append(GAME.write(played.hand))
        state = played.outcome.state
    lines = score({**document, "hands": written})["hands"]
    assert lines == score(document)["hands"]
    gone = data.draw(st.integers(0, len(written) - 1))
    result = score({**document, "hands": written[:gone] + written[gone + 1 :]})
    assert result["refused"] is None
    kept = lines[:gone] + lines[gone + 1 :]
    assert [(line["dealer"], line["points"]) for line in result["hands"]] == [
        (line["dealer"], line["points"]) for line in kept
    ]


# --- garbage ---------------------------------------------------------------------------------------------------------


def problems_in(call: Callable[[], object]) -> tuple[Problem, ...]:
    """The problems that something anybody may send runs into; any other exception than these breaks the test."""
    try:
        call()
    except (Malformed, Refused) as error:
        return error.problems
    return ()


@settings(max_examples=200)
@given(hand_like)
def test_any_hand_is_read_or_malformed(data: Any) -> None:
    assert all(isinstance(one, Problem) for one in problems_in(lambda: GAME.write(GAME.read(data))))


@settings(max_examples=200)
@given(hand_like, house_rules())
def test_a_hand_of_garbage_is_refused_or_stands(hand: Any, given_rules: Document) -> None:
    seats = people(GAME, read_house_rules(GAME, given_rules)).start
    result = score({"game": "blattla", "players": FIVE[:seats], "house_rules": given_rules, "hands": [hand]})
    assert (result["refused"] is None) == (len(result["hands"]) == 1)


@settings(max_examples=200)
@given(sheet_like | evenings().flatmap(spoilt))
def test_any_sheet_is_scored_or_no_sheet(document: Any) -> None:
    problems_in(lambda: score(document))


@given(garbage)
def test_any_house_rules_are_read_or_malformed(data: Any) -> None:
    problems = problems_in(lambda: read_house_rules(GAME, data))
    assert {problem.code for problem in problems} <= {"bad_house_rule", "bad_value"}
