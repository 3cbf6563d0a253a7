"""The laws of Talonschnapsen, on random legal evenings and on garbage."""

import json
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.core import KITTY, Malformed, Outcome, Problem, read_house_rules, write_house_rules
from scoring.games.sheet import play_hand, read_table, score
from scoring.games.talonschnapsen import GAME
from tests.games.evenings import OPEN_END, garbage, spoilt, through_json
from tests.games.talonschnapsen_evenings import (
    PLAYERS,
    decider_like,
    evenings,
    gains,
    hand_like,
    hands,
    house_rules,
    lost_leg,
    running,
    tied,
)

Document = dict[str, Any]
with_limits = evenings(house_rules())
with_deciders = evenings(
    house_rules(**OPEN_END).map(lambda rules: {**rules, "tie_rule": "decider", "bummerl_rule": "lowest"})
)


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
    return {key: result[key] for key in ("hands", "totals", "legs", "bummerl", "dealer", "finished", "tied")}


def as_told(document: Document) -> tuple[list[list[int]], list[Document], list[bool]]:
    """The running totals, the legs and which hands ended one, by the rules written down once more."""
    rules = document["house_rules"]
    totals: list[list[int]] = []
    legs: list[Document] = []
    ended: list[bool] = []
    leg: list[list[int]] = []
    for hand in document["hands"]:
        loser = hand.get("decider_loser")
        if loser is None:
            leg.append(gains(hand, rules))
        totals.append(running(leg)[-1])
        over = max(totals[-1]) >= rules.get("target", 24) and (loser is not None or not tied(leg, rules))
        ended.append(over)
        if over:
            legs.append(lost_leg(leg, loser, rules))
            leg = []
    return totals, legs, ended


# --- what the rules say, written down once more ----------------------------------------------------------------------


@given(evenings())
def test_the_declarer_alone_gets_the_value_or_each_of_the_others_in_full(document: Document) -> None:
    result = score(document)
    assert result["refused"] is None
    expected = [gains(hand, document["house_rules"]) for hand in document["hands"]]
    assert [line["points"] for line in result["hands"]] == expected


@given(evenings() | with_deciders)
def test_running_totals_are_the_sums_of_their_leg(document: Document) -> None:
    result = score(document)
    totals, _, ended = as_told(document)
    assert [line["totals"] for line in result["hands"]] == totals
    assert [line["leg_over"] for line in result["hands"]] == ended
    assert result["totals"] == (totals[-1] if totals else [0, 0, 0])


@given(evenings() | with_deciders)
def test_exactly_the_marked_players_take_the_marks_of_a_leg(document: Document) -> None:
    result = score(document)
    _, legs, _ = as_told(document)
    assert result["legs"] == legs
    assert result["bummerl"] == [sum(leg["bummerl"][side] for leg in legs) for side in PLAYERS]


@given(evenings())
def test_under_both_rules_the_lowest_is_marked_and_no_winner_ever(document: Document) -> None:
    for leg in score(document)["legs"]:
        marked = [side for side in PLAYERS if leg["bummerl"][side]]
        assert set(marked).isdisjoint(leg["winners"])
        assert min(leg["totals"]) in [leg["totals"][side] for side in marked]
        if document["house_rules"].get("bummerl_rule") == "all_below_target":
            assert sorted([*marked, *leg["winners"]]) == [0, 1, 2]


@given(st.integers(1, 4), evenings())
def test_a_comeback_from_23_23_0_costs_both_others_what_the_house_says(times: int, document: Document) -> None:
    rules = {**document["house_rules"], "target": 24, "halving": "off", "contracts": ["gang", "bauernschnapser"]}
    rules |= {"values": {"gang": 23, "bauernschnapser": 24}, "doubling_scope": "all"}
    # both others get 23 each by one hand that Cilli loses, and Cilli 24 by one that she makes
    lost = {"contract": "gang", "caller": 2, "declarer": 2, "doubling": 0, "made": False}
    back = {"contract": "bauernschnapser", "caller": 2, "declarer": 2, "doubling": 0, "made": True}
    played = [lost, back] * times
    if rules.get("tie_rule") == "decider" and not rules.get("retour3", True):
        return
    legs = score({**document, "house_rules": rules | dict.fromkeys(OPEN_END, 0), "hands": played})["legs"]
    marks = rules.get("retour_marks", 4) if rules.get("retour3", True) else 1
    assert [leg["bummerl"] for leg in legs] == [[marks, marks, 0]] * times


@given(evenings())
def test_the_paper_shows_figures_between_nil_and_the_target(document: Document) -> None:
    rules = document["house_rules"]
    target = rules.get("target", 24)
    for line in score(document)["hands"]:
        up = [min(target, total) for total in line["totals"]]
        assert line["shown"] == (up if rules.get("display") == "up" else [target - figure for figure in up])


@given(evenings() | with_deciders)
def test_who_called_deals_next_until_a_leg_is_over(document: Document) -> None:
    result, rules = score(document), document["house_rules"]
    dealer = leg_dealer = document["first_dealer"]
    legs = iter(result["legs"])
    for hand, line in zip(document["hands"], result["hands"], strict=True):
        assert line["dealer"] == (None if "decider" in hand else (hand["caller"] - 1) % 3)
        dealer = hand.get("caller", dealer)
        if line["leg_over"]:
            marks = next(legs)["bummerl"]
            losers = [seat for seat in (dealer, (dealer + 1) % 3, (dealer + 2) % 3) if marks[seat]]
            mode = rules.get("first_dealer_next_game", "continue")
            dealer = {"continue": dealer, "loser_deals": losers[0], "shift_first_dealer": (leg_dealer + 1) % 3}[mode]
            leg_dealer = dealer
    assert result["dealer"] == dealer


@given(evenings() | with_deciders)
def test_postings_are_what_the_hand_changed(document: Document) -> None:
    for outcome, line in zip(outcomes(document), score(document)["hands"], strict=True):
        told = [posting for posting in outcome.postings if posting.unit == "points"]
        assert [sum(p.amount for p in told if p.side == side) for side in PLAYERS] == line["points"]
        assert all(type(posting.amount) is int for posting in outcome.postings)
        assert {p.why for p in told} <= {
            *("losers_33", "losers_32", "losers_trickless", "last_trick", "false_claim", "caller_short"),
            *("made", "failed_each", "doubled", "halved", "false_claim_mirror", "false_claim_two_or_three"),
        }


# --- the decider -----------------------------------------------------------------------------------------------------


@given(with_deciders, st.data())
def test_while_two_are_tied_nothing_but_their_decider_stands(document: Document, data: st.DataObject) -> None:
    hands_ = document["hands"]
    until = [number for number, hand in enumerate(hands_) if "decider" in hand]
    if not until:
        return
    before = {**document, "hands": hands_[: data.draw(st.sampled_from(until))], "closed": False}
    result = score(before)
    waiting = result["tied"]
    assert len(waiting) == 2
    lost = len([line for line in result["hands"] if line["leg_over"]])
    assert (len(result["legs"]), result["finished"]) == (lost, False)
    other = data.draw(hands(document["house_rules"]))
    (third,) = set(PLAYERS) - set(waiting)
    wrong = [
        (other, "decider_first"),
        ({"decider": waiting, "decider_loser": third}, "not_tied"),
        ({"decider": [waiting[0], third], "decider_loser": third}, "not_tied"),
    ]
    for hand, code in wrong:
        refused = score({**before, "hands": [*before["hands"], hand]})
        assert code in [problem.code for problem in refused["refused"]["problems"]]
        assert standing(refused) == standing(result)


@given(evenings(), st.sampled_from(PLAYERS))
def test_nobody_plays_a_decider_who_is_not_tied(document: Document, loser: int) -> None:
    if score(document)["tied"]:
        return
    decider = {"decider": [loser, (loser + 1) % 3], "decider_loser": loser}
    result = score({**document, "hands": [*document["hands"], decider]})
    assert {problem.code for problem in result["refused"]["problems"]} == {"not_tied"}


# --- money -----------------------------------------------------------------------------------------------------------


@given(evenings() | with_deciders)
def test_money_follows_the_marks(document: Document) -> None:
    rules = document["house_rules"]
    result = score({**document, "closed": True})
    stake, mode = rules.get("stake_cents", 0), rules.get("money", "off")
    cents, kitty = [0, 0, 0], 0
    for leg in result["legs"]:
        for seat, marks in enumerate(leg["bummerl"]):
            cents[seat] -= {"off": 0, "each_pays_each": len(leg["winners"])}.get(mode, 1) * marks * stake
        pool = sum(leg["bummerl"]) * stake
        first, *second = leg["winners"]
        if mode == "pot":
            kitty += pool
        elif mode == "each_pays_each":
            for seat in leg["winners"]:
                cents[seat] += pool
        elif mode == "zero_sum":
            for seat in second:
                cents[seat] += pool // 2
            cents[first] += pool - pool // 2 if second else pool
    assert (result["cents"], result["kitty"]) == (cents, kitty)
    assert sum(cents) + kitty == 0


@given(evenings() | with_deciders)
def test_the_postings_of_cents_add_up_to_the_settlement(document: Document) -> None:
    result = score({**document, "closed": True})
    postings = [posting for outcome in outcomes(document) for posting in outcome.postings if posting.unit == "cents"]
    assert result["cents"] == [sum(p.amount for p in postings if p.side == seat) for seat in PLAYERS]
    assert result["kitty"] == sum(p.amount for p in postings if p.side == KITTY)


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


@given(evenings() | with_deciders)
def test_states_and_hands_survive_json(document: Document) -> None:
    for outcome in outcomes(document):
        assert GAME.load(through_json(GAME.dump(outcome.state))) == outcome.state
    for data in document["hands"]:
        hand = GAME.read(data)
        assert GAME.read(through_json(GAME.write(hand))) == hand


@given(house_rules())
def test_house_rules_survive_being_written_and_read(given_rules: Document) -> None:
    rules = read_house_rules(GAME, given_rules)
    assert read_house_rules(GAME, through_json(write_house_rules(rules))) == rules


@given(with_limits, st.data())
def test_a_part_of_the_evening_scores_like_the_evening_up_to_there(document: Document, data: st.DataObject) -> None:
    until = data.draw(st.integers(0, len(document["hands"])))
    result = score({**document, "hands": document["hands"][:until]})
    assert result["hands"] == score(document)["hands"][:until]


@given(evenings() | with_deciders)
def test_striking_out_the_last_hand_is_as_if_it_had_never_been_played(document: Document) -> None:
    if document["hands"]:
        lines = score(document)["hands"]
        kept = score({**document, "hands": document["hands"][:-1]})
        assert (kept["refused"], kept["hands"]) == (None, lines[:-1])


@given(evenings(house_rules(**OPEN_END, tie_rule=st.just("both"))), st.data())
def test_a_hand_left_out_changes_no_other(document: Document, data: st.DataObject) -> None:
    hands_ = document["hands"] or [data.draw(hands(document["house_rules"]))]
    gone = data.draw(st.integers(0, len(hands_) - 1))
    facts = [(line["dealer"], line["points"]) for line in score({**document, "hands": hands_})["hands"]]
    result = score({**document, "hands": [*hands_[:gone], *hands_[gone + 1 :]]})
    assert result["refused"] is None
    assert [(line["dealer"], line["points"]) for line in result["hands"]] == [*facts[:gone], *facts[gone + 1 :]]


@given(evenings(), st.data())
def test_a_refused_hand_changes_nothing(document: Document, data: st.DataObject) -> None:
    until = data.draw(st.integers(0, len(document["hands"])))
    before = document["hands"][:until]
    spoilers = [{"made": True, "grade": 4}, {"contract": "gang"}, None, {"decider": 1}, {"made": True, "x": 1}]
    spoiler = data.draw(st.sampled_from(spoilers))
    result = score({**document, "hands": [*before, spoiler, *document["hands"][until:]]})
    assert result["refused"]["hand"] == until + 1
    assert standing(result) == standing(score({**document, "hands": before}))


@given(with_limits)
def test_no_hand_follows_a_finished_sheet(document: Document) -> None:
    result, rules = score(document), document["house_rules"]
    legs, limit = len(result["legs"]), rules.get("bummerl_limit", 0)
    enough = (0 < rules.get("legs_limit", 0) <= legs) or (0 < limit <= max(result["bummerl"]))
    assert result["finished"] == enough
    if result["refused"] is not None:
        codes = [problem.code for problem in result["refused"]["problems"]]
        assert (result["finished"], "sheet_finished" in codes) == (True, True)


# --- garbage ---------------------------------------------------------------------------------------------------------


def malformed(call: Callable[[], object]) -> tuple[Problem, ...]:
    """The problems of form that a call runs into; any other exception breaks the test."""
    try:
        call()
    except Malformed as error:
        return error.problems
    return ()


@settings(max_examples=200)
@given(hand_like | decider_like)
def test_any_hand_is_read_or_malformed(data: Any) -> None:
    assert all(isinstance(one, Problem) for one in malformed(lambda: GAME.write(GAME.read(data))))


@settings(max_examples=150)
@given(evenings() | with_deciders, hand_like | decider_like)
def test_a_hand_of_garbage_is_refused_or_stands(document: Document, hand: Any) -> None:
    before = score({**document, "closed": False})
    result = score({**document, "hands": [*document["hands"], hand]})
    assert (result["refused"] is None) == (len(result["hands"]) == len(before["hands"]) + 1)


@settings(max_examples=150)
@given((with_limits | with_deciders).flatmap(spoilt))
def test_a_spoilt_sheet_is_scored_or_no_sheet(document: Any) -> None:
    try:
        result = score(document)
    except Malformed:
        return
    json.dumps({**result, "refused": None})


@given(garbage)
def test_any_house_rules_are_read_or_malformed(data: Any) -> None:
    problems = malformed(lambda: read_house_rules(GAME, data))
    assert {problem.code for problem in problems} <= {"bad_house_rule", "bad_value"}
