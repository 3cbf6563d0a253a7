"""The laws of a game, on random legal evenings and on garbage."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.bauernschnapsen import GAME
from scoring.games.core import KITTY, Malformed, Outcome, Problem, read_house_rules, write_house_rules
from scoring.games.sheet import Refused, play_hand, read_table, score
from scoring.messages import problem_text, scored
from tests.games.evenings import (
    CAST,
    OPEN_END,
    evenings,
    garbage,
    hand_like,
    hands,
    house_rules,
    sheet_like,
    spoilt,
    through_json,
    value,
)

Document = dict[str, Any]
with_limits = evenings(house_rules())
HUGE = 10**5000
"""More digits than Python writes out."""


def outcomes(document: Document) -> list[Outcome]:
    """What every hand did, played one after the other."""
    table = read_table(document)
    state, done = table.start(), []
    for data in table.hands:
        outcome = play_hand(GAME, table.rules, state, data).outcome
        done.append(outcome)
        state = outcome.state
    return done


def standing(result: Document) -> Document:
    """What a result says of the hands that stand."""
    return {key: result[key] for key in ("hands", "totals", "legs", "bummerl", "dealer", "finished")}


def split_into_legs(document: Document, result: Document) -> list[list[list[int]]]:
    """The points of every hand, leg by leg, cut where one side has reached the target."""
    target = document["house_rules"].get("target", 24)
    legs: list[list[list[int]]] = [[]]
    for line in result["hands"]:
        legs[-1].append(line["points"])
        if max(map(sum, zip(*legs[-1], strict=True))) >= target:
            legs.append([])
    return legs


# --- what the rules say, written down once more ----------------------------------------------------------------------


@given(evenings())
def test_every_hand_counts_what_the_rules_say_for_one_side_only(document: Document) -> None:
    result = score(document)
    assert result["refused"] is None
    expected = []
    for hand in document["hands"]:
        side = hand["declarer"] % 2 if hand["made"] else 1 - hand["declarer"] % 2
        points = [0, 0]
        points[side] = value(hand, document["house_rules"])
        expected.append(points)
    assert [line["points"] for line in result["hands"]] == expected


@given(evenings())
def test_running_totals_are_the_sums_of_their_leg(document: Document) -> None:
    result = score(document)
    expected: list[list[int]] = []
    for leg in split_into_legs(document, result):
        expected += [[sum(side) for side in zip(*leg[: number + 1], strict=True)] for number in range(len(leg))]
    assert [line["totals"] for line in result["hands"]] == expected
    assert result["totals"] == (expected[-1] if expected else [0, 0])


@given(evenings())
def test_every_lost_leg_costs_the_marks_of_its_kind(document: Document) -> None:
    result, rules = score(document), document["house_rules"]
    target = rules.get("target", 24)
    expected = []
    for leg in split_into_legs(document, result)[:-1]:
        running = [[sum(side) for side in zip(*leg[: number + 1], strict=True)] for number in range(len(leg))]
        totals = running[-1]
        loser = 0 if totals[1] >= target else 1
        led = [target - 1, 0] if loser == 0 else [0, target - 1]
        kind, marks = "bummerl", 1
        if totals[loser] == 0:
            kind, marks = "schneider", rules.get("schneider_marks", 2)
        elif led in running:
            kind, marks = "retourschneider", rules.get("retour_marks", 4)
        bummerl = [0, 0]
        bummerl[loser] = marks
        expected.append({"winners": [1 - loser], "kind": kind, "bummerl": bummerl, "totals": totals})
    assert result["legs"] == expected
    assert result["bummerl"] == [sum(leg["bummerl"][side] for leg in expected) for side in (0, 1)]


@given(evenings())
def test_the_paper_shows_figures_between_nil_and_the_target(document: Document) -> None:
    rules = document["house_rules"]
    target = rules.get("target", 24)
    for line in score(document)["hands"]:
        up = [min(target, total) for total in line["totals"]]
        assert line["shown"] == (up if rules.get("display") == "up" else [target - figure for figure in up])


@given(evenings())
def test_who_called_deals_next_within_a_leg(document: Document) -> None:
    result = score(document)
    assert [line["dealer"] for line in result["hands"]] == [(hand["caller"] - 1) % 4 for hand in document["hands"]]
    if result["hands"] and not result["hands"][-1]["leg_over"]:
        assert result["dealer"] == document["hands"][-1]["caller"]


# --- money -----------------------------------------------------------------------------------------------------------


@given(evenings())
def test_every_cent_goes_somewhere(document: Document) -> None:
    for outcome in outcomes(document):
        assert sum(posting.amount for posting in outcome.postings if posting.unit == "cents") == 0
    result = score({**document, "closed": True})
    assert sum(result["cents"]) + result["kitty"] == 0


@given(evenings())
def test_money_follows_the_marks(document: Document) -> None:
    rules = document["house_rules"]
    result = score({**document, "closed": True})
    stake, mode = rules.get("stake_cents", 0), rules.get("money", "off")
    lost, won = result["bummerl"], result["bummerl"][::-1]
    pays, gets = {"off": (0, 0), "zero_sum": (1, 1), "each_pays_each": (2, 2), "pot": (1, 0)}[mode]
    assert result["cents"] == [(gets * won[seat % 2] - pays * lost[seat % 2]) * stake for seat in range(4)]


@given(evenings())
def test_the_postings_of_cents_add_up_to_the_settlement(document: Document) -> None:
    result = score({**document, "closed": True})
    postings = [posting for outcome in outcomes(document) for posting in outcome.postings if posting.unit == "cents"]
    assert result["cents"] == [sum(p.amount for p in postings if p.side == seat) for seat in range(4)]
    assert result["kitty"] == sum(p.amount for p in postings if p.side == KITTY)


@given(evenings())
def test_transfers_settle_every_balance_exactly(document: Document) -> None:
    result = score({**document, "closed": True})
    open_ = dict(enumerate(result["cents"])) | {None: result["kitty"]}
    for payment in result["transfers"]:
        assert payment["cents"] > 0
        open_[payment["from"]] += payment["cents"]
        open_[payment["to"]] -= payment["cents"]
    assert set(open_.values()) == {0}


@given(with_limits)
def test_there_is_money_only_when_the_sheet_is_finished_or_closed(document: Document) -> None:
    result = score(document)
    settled = result["finished"] or (document["closed"] and result["refused"] is None)
    assert (result["cents"] is not None, result["transfers"] is not None) == (settled, settled)


# --- the fold --------------------------------------------------------------------------------------------------------


@given(with_limits)
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
    written = through_json(write_house_rules(rules))
    assert read_house_rules(GAME, written) == rules


@given(with_limits, st.data())
def test_a_part_of_the_evening_scores_like_the_evening_up_to_there(document: Document, data: st.DataObject) -> None:
    hands_ = document["hands"]
    until = data.draw(st.integers(0, len(hands_)))
    result = score({**document, "hands": hands_[:until]})
    assert result["hands"] == score(document)["hands"][:until]


@given(evenings(), st.data())
def test_a_refused_hand_changes_nothing(document: Document, data: st.DataObject) -> None:
    until = data.draw(st.integers(0, len(document["hands"])))
    before = document["hands"][:until]
    spoilers = [{"made": True, "grade": 4}, {"contract": "gang"}, None, {"made": True, "x": 1}]
    spoiler = data.draw(st.sampled_from(spoilers))
    result = score({**document, "hands": [*before, spoiler, *document["hands"][until:]]})
    assert result["refused"]["hand"] == until + 1
    assert standing(result) == standing(score({**document, "hands": before}))


@given(evenings(), st.data())
def test_a_hand_left_out_is_as_if_it_had_never_been_played(document: Document, data: st.DataObject) -> None:
    hands_ = document["hands"] or [data.draw(hands(document["house_rules"]))]
    gone = data.draw(st.integers(0, len(hands_) - 1))
    kept = [*hands_[:gone], *hands_[gone + 1 :]]
    lines = score({**document, "hands": hands_})["hands"]
    result = score({**document, "hands": kept})
    assert result["refused"] is None
    facts = [(line["dealer"], line["points"]) for line in lines]
    assert [(line["dealer"], line["points"]) for line in result["hands"]] == [*facts[:gone], *facts[gone + 1 :]]


@given(evenings(house_rules(**OPEN_END).map(lambda rules: {**rules, "contracts": ["normal"]})))
def test_writing_down_what_the_rotation_tells_changes_nothing(document: Document) -> None:
    told = {"contract", "made", "grade", "doubling", "decided_by"}
    short = [{key: hand[key] for key in hand if key in told} for hand in document["hands"]]
    table = read_table({**document, "hands": short})
    state, written = table.start(), []
    for data in table.hands:
        played = play_hand(GAME, table.rules, state, data)
        written.append(GAME.write(played.hand))
        state = played.outcome.state
    assert all({"caller", "declarer"} <= set(hand) for hand in written)
    assert score({**document, "hands": written}) == score({**document, "hands": short})


@given(with_limits)
def test_no_hand_follows_a_finished_sheet(document: Document) -> None:
    result, rules = score(document), document["house_rules"]
    legs, limit = len(result["legs"]), rules.get("bummerl_limit", 0)
    enough = (0 < rules.get("legs_limit", 0) <= legs) or (0 < limit <= max(result["bummerl"]))
    assert result["finished"] == enough
    if result["refused"] is not None:
        codes = [problem.code for problem in result["refused"]["problems"]]
        assert (result["finished"], codes) == (True, ["sheet_finished"])


# --- garbage ---------------------------------------------------------------------------------------------------------


def problems_in(call: Callable[[], object]) -> tuple[Problem, ...]:
    """The problems that something anybody may send runs into; any other exception than `Malformed` breaks the test."""
    try:
        call()
    except (Malformed, Refused) as error:
        return error.problems
    return ()


def in_words(document: object) -> None:
    """Scores anything at all: what is refused must be plain JSON with a sentence in both languages."""
    for language in ("de", "en"):
        with translation.override(language):
            for problem in problems_in(lambda: json.dumps(scored(document))):
                assert problem_text(problem) != ""


@settings(max_examples=200)
@given(hand_like)
def test_any_hand_is_read_or_malformed(data: Any) -> None:
    assert all(isinstance(one, Problem) for one in problems_in(lambda: GAME.write(GAME.read(data))))


@settings(max_examples=200)
@given(sheet_like)
def test_any_sheet_is_scored_or_no_sheet(document: Any) -> None:
    problems_in(lambda: read_table(document))
    in_words(document)


@settings(max_examples=200)
@given(with_limits.flatmap(spoilt))
def test_a_spoilt_sheet_is_scored_or_no_sheet(document: Any) -> None:
    in_words(document)


@given(evenings(), hand_like)
def test_a_hand_of_garbage_is_refused_or_stands(document: Document, hand: Any) -> None:
    result = scored({**document, "hands": [hand]})
    assert (result["refused"] is None) == (len(result["hands"]) == 1)


@settings(max_examples=200)
@given(garbage)
def test_any_house_rules_are_read_or_malformed(data: Any) -> None:
    problems = problems_in(lambda: read_house_rules(GAME, data))
    assert {problem.code for problem in problems} <= {"bad_house_rule", "bad_value"}


@pytest.mark.parametrize("field", ["doubling", "grade", "declarer", "loser_points", "loser_marriages", "loser_tricks"])
def test_a_number_too_long_to_be_written_is_refused_in_words(field: str) -> None:
    hand = {"contract": "normal", "made": True, "grade": 1, field: HUGE}
    in_words({"game": GAME.key, "players": CAST, "hands": [hand]})
    assert score({"game": GAME.key, "players": CAST, "hands": [hand]})["refused"]["hand"] == 1


@pytest.mark.parametrize(
    "document",
    [
        {"game": HUGE},
        {"game": GAME.key, "players": CAST, HUGE: HUGE},
        {"game": GAME.key, "players": CAST, "hands": [{HUGE: HUGE}]},
        {"game": GAME.key, "players": CAST, "house_rules": {HUGE: HUGE, "target": HUGE}},
        {"game": GAME.key, "players": CAST, "first_dealer": HUGE},
    ],
)
def test_a_number_too_long_to_be_written_hurts_nowhere(document: Any) -> None:
    in_words(document)
