"""The laws of Schnapsen for two, on hands that were really dealt and played."""

import json
import re
from dataclasses import fields
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.games.core import KITTY, Example, read_house_rules, write_house_rules
from scoring.games.schnapsen import GAME, why
from scoring.games.schnapsen_hand import Hand
from scoring.games.sheet import score
from tests.games.schnapsen_evenings import (
    OPEN_END,
    OPTIONS,
    deals,
    evenings,
    hands,
    house_rules,
    outcomes,
    partly,
    problems_of,
    sheet,
    value,
)

Document = dict[str, Any]
with_limits = evenings(house_rules())

POSTED = {
    "written_down",
    "opponent_33",
    "opponent_under_33",
    "opponent_trickless",
    "against_closer",
    "against_closer_trickless",
    "closed_out",
    "closed_out_trickless",
    "false_claim",
    "last_trick",
}


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


# --- what the rules say, written down once more ----------------------------------------------------------------------


@given(deals, house_rules(**OPEN_END))
def test_a_hand_that_was_played_stands_and_counts_what_the_rules_say(told: Document, rules: Document) -> None:
    result = score(sheet(told, **rules))
    points = [0, 0]
    points[told["winner"]] = value(told, rules)
    assert (result["refused"], result["hands"][0]["points"]) == (None, points)


@given(deals.flatmap(lambda told: st.tuples(st.just(told), partly(told))), house_rules(**OPEN_END))
def test_whoever_tells_less_gets_the_same_or_is_asked(both: tuple[Document, Document], rules: Document) -> None:
    told, some = both
    result = score(sheet(some, **rules))
    if result["refused"] is None:
        assert result["hands"][0]["points"][told["winner"]] == value(told, rules)
    else:
        assert problems_of(sheet(some, **rules)) == [("bad_value", "value")]


@given(deals, house_rules(**OPEN_END), st.integers(-1, 5))
def test_a_value_beside_the_end_must_be_the_right_one(told: Document, rules: Document, claimed: int) -> None:
    codes = [code for code, _ in problems_of(sheet({**told, "value": claimed}, **rules))]
    impossible = claimed not in (1, 2, 3) or (told["end"], claimed) == ("closed_out", 1)
    right = claimed == value(told, rules)
    assert codes == ([] if right else ["bad_grade"] if impossible else ["grade_mismatch"])


@given(deals, house_rules(**OPEN_END))
def test_the_short_form_does_what_the_long_form_does(told: Document, rules: Document) -> None:
    short = {"winner": told["winner"], "value": value(told, rules)}
    assert score(sheet(short, **rules)) == score(sheet(told, **rules))


@given(evenings())
def test_a_hand_counts_one_two_or_three_for_one_side(document: Document) -> None:
    for hand, line in zip(document["hands"], score(document)["hands"], strict=True):
        assert sorted(line["points"]) == [0, hand["value"]]
        assert hand["value"] in ((1,) if hand.get("end") == "last_trick" else (1, 2, 3))


@given(deals, house_rules(**OPEN_END))
def test_a_closed_hand_that_nobody_claimed_is_never_the_closers(told: Document, rules: Document) -> None:
    assume(told["end"] == "closed_out")
    assert score(sheet(told, **rules))["hands"][0]["points"][told["closed_by"]] == 0
    crossed = {**told, "by": told["closed_by"]}
    assert "wrong_winner" in [code for code, _ in problems_of(sheet(crossed, **rules))]


@given(evenings())
def test_running_totals_and_legs_follow_the_points(document: Document) -> None:
    result, rules = score(document), document["house_rules"]
    target, totals, led = rules.get("target", 7), [0, 0], [False, False]
    legs: list[Document] = []
    for line in result["hands"]:
        totals = [have + more for have, more in zip(totals, line["points"], strict=True)]
        over = max(totals) >= target
        assert (line["totals"], line["leg_over"]) == (totals, over)
        up = [min(target, total) for total in totals]
        assert line["shown"] == (up if rules.get("display") == "up" else [target - figure for figure in up])
        led = [led[side] or (totals[side], totals[1 - side]) == (target - 1, 0) for side in (0, 1)]
        if over:
            loser = 0 if totals[1] >= target else 1
            kind, marks = "bummerl", 1
            if totals[loser] == 0:
                kind, marks = "schneider", rules.get("schneider_marks", 2)
            elif led[loser]:
                kind, marks = "retourschneider", rules.get("retour_marks", 4)
            charged = [marks, 0] if loser == 0 else [0, marks]
            legs.append({"winners": [1 - loser], "kind": kind, "bummerl": charged, "totals": totals})
            totals, led = [0, 0], [False, False]
    assert result["legs"] == legs
    assert result["bummerl"] == [sum(leg["bummerl"][side] for leg in legs) for side in (0, 1)]


@given(evenings())
def test_the_players_deal_in_turn(document: Document) -> None:
    result, rules = score(document), document["house_rules"]
    dealer = first = document["first_dealer"]
    for line in result["hands"]:
        assert line["dealer"] == dealer
        dealer = 1 - dealer
        if line["leg_over"]:
            loser = 1 - line["points"].index(max(line["points"]))
            turns = {"shift_first_dealer": 1 - first, "loser_deals": loser}
            dealer = first = turns.get(rules.get("first_dealer_next_game", "continue"), dealer)
    assert result["dealer"] == dealer


@given(evenings())
def test_every_hand_says_why(document: Document) -> None:
    for outcome, hand in zip(outcomes(document), document["hands"], strict=True):
        points = [posting for posting in outcome.postings if posting.unit == "points"]
        (posting,) = points
        assert posting.amount == hand["value"]
        assert posting.why.startswith(why(GAME.read(hand), hand["value"]))
        assert posting.why.removesuffix("_mirror").removesuffix("_two_or_three") in POSTED


# --- money -----------------------------------------------------------------------------------------------------------


@given(evenings())
def test_money_follows_the_marks_and_every_cent_goes_somewhere(document: Document) -> None:
    rules, done = document["house_rules"], outcomes(document)
    result = score({**document, "closed": True})
    stake, mode = rules.get("stake_cents", 0), rules.get("money", "off")
    lost, won = result["bummerl"], result["bummerl"][::-1]
    pays, gets = {"off": (0, 0), "zero_sum": (1, 1), "each_pays_each": (1, 1), "pot": (1, 0)}[mode]
    assert result["cents"] == [(gets * won[seat] - pays * lost[seat]) * stake for seat in (0, 1)]
    postings = [posting for outcome in done for posting in outcome.postings if posting.unit == "cents"]
    assert sum(posting.amount for posting in postings) == 0 == sum(result["cents"]) + result["kitty"]
    assert result["cents"] == [sum(p.amount for p in postings if p.side == seat) for seat in (0, 1)]
    assert result["kitty"] == sum(p.amount for p in postings if p.side == KITTY)


# --- the fold --------------------------------------------------------------------------------------------------------


@given(with_limits)
def test_folding_twice_gives_the_same(document: Document) -> None:
    assert score(document) == score(through_json(document))


@given(evenings())
def test_states_and_hands_survive_json(document: Document) -> None:
    for outcome, data in zip(outcomes(document), document["hands"], strict=True):
        assert GAME.load(through_json(GAME.dump(outcome.state))) == outcome.state
        hand = GAME.read(data)
        assert GAME.read(through_json(GAME.write(hand))) == hand


@given(house_rules())
def test_house_rules_survive_being_written_and_read(given_rules: Document) -> None:
    rules = read_house_rules(GAME, given_rules)
    assert read_house_rules(GAME, through_json(write_house_rules(rules))) == rules


@given(with_limits, st.data())
def test_the_last_hand_struck_out_was_never_played(document: Document, data: st.DataObject) -> None:
    until = data.draw(st.integers(0, len(document["hands"])))
    result = score({**document, "hands": document["hands"][:until]})
    assert result["hands"] == score(document)["hands"][:until]


@given(evenings(), st.data())
def test_a_hand_struck_out_moves_no_points(document: Document, data: st.DataObject) -> None:
    hands_ = document["hands"] or [data.draw(hands(document["house_rules"]))]
    gone = data.draw(st.integers(0, len(hands_) - 1))
    points = [line["points"] for line in score({**document, "hands": hands_})["hands"]]
    result = score({**document, "hands": [*hands_[:gone], *hands_[gone + 1 :]]})
    assert result["refused"] is None
    assert [line["points"] for line in result["hands"]] == [*points[:gone], *points[gone + 1 :]]


@given(evenings(), st.data())
def test_a_refused_hand_changes_nothing(document: Document, data: st.DataObject) -> None:
    until = data.draw(st.integers(0, len(document["hands"])))
    before, after = document["hands"][:until], document["hands"][until:]
    spoilers = [None, {}, {"winner": 0, "value": 4}, {"end": "claim", "by": 0}, {"end": "last_trick", "by": 2}]
    result = score({**document, "hands": [*before, data.draw(st.sampled_from(spoilers)), *after]})
    expected = score({**document, "hands": before, "closed": False})
    assert result["refused"]["hand"] == until + 1
    assert {**result, "refused": None} == expected


@given(with_limits)
def test_no_hand_follows_a_finished_sheet(document: Document) -> None:
    result, rules = score(document), document["house_rules"]
    legs, limit = len(result["legs"]), rules.get("bummerl_limit", 0)
    enough = (0 < rules.get("legs_limit", 0) <= legs) or (0 < limit <= max(result["bummerl"]))
    assert result["finished"] == enough
    if result["refused"] is not None:
        codes = [problem.code for problem in result["refused"]["problems"]]
        assert (result["finished"], codes) == (True, ["sheet_finished"])


# --- help ------------------------------------------------------------------------------------------------------------


@given(house_rules(**OPEN_END))
def test_an_example_counts_what_its_title_says_or_is_left_out(rules: Document) -> None:
    told = 0
    for example in GAME.examples(2):
        result = score(sheet(*example.hands, **rules))
        if result["refused"] is None:
            told += 1
            counts = str(max(result["hands"][-1]["points"]))
            assert [re.findall(pattern, title) for pattern, title in titles(example)] == [[counts], [counts]]
    assert told == 9  # all but the three of other house rules


def titles(example: Example) -> list[tuple[str, str]]:
    return [(r"\b([123]) Punkte?\b", example.title.de), (r"\b([123]) points?\b", example.title.en)]


def test_every_option_every_field_and_every_preset_is_described() -> None:
    assert {option.name for option in GAME.options} == set(OPTIONS) == set(write_house_rules(GAME.house_rules()))
    assert {field.name for field in GAME.fields} == {one.name for one in fields(Hand)}
    for preset in GAME.presets:
        read_house_rules(GAME, preset.house_rules)
    assert (GAME.presets[0].key, dict(GAME.presets[0].house_rules)) == ("standard", {})
