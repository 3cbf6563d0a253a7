"""The laws of Kratzen, on random legal evenings."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.core import Outcome, read_house_rules, write_house_rules
from scoring.games.kratzen import GAME
from scoring.games.kratzen_pot import State, opening
from scoring.games.sheet import play_hand, read_table, score
from tests.games.kratzen_evenings import (
    CUTS,
    evenings,
    purse_of,
    through_json,
)

Document = dict[str, Any]
IN = {"ante", "dealer_ante", *(f"cut_{cut}" for cut in CUTS)}
OUT = {"trick_share", "remainder", "pot_taken"}
PENALTIES = {"penalty_defender", "penalty_striker", "penalty_striker_single"}


def outcomes(document: Document) -> list[Outcome]:
    table = read_table(document)
    state, done = table.start(), []
    for data in table.hands:
        outcome = play_hand(GAME, table.rules, state, data).outcome
        done.append(outcome)
        state = outcome.state
    return done


def replayed(document: Document) -> tuple[Any, list[dict[str, Any]]]:
    """What the rules say, from `Purse`: the purse after the evening, and its lines."""
    purse = purse_of(document)
    return purse, [purse.play(hand) for hand in document["hands"]]


def standing(result: Document) -> Document:
    return {key: result[key] for key in ("hands", "totals", "dealer", "next_deal", "pot", "finished")}


# --- what the rules say ----------------------------------------------------------------------------------------------


@settings(max_examples=150)
@given(evenings())
def test_every_deal_moves_what_the_rules_say(document: Document) -> None:
    purse, lines = replayed(document)
    result = score(document)
    assert result["refused"] is None
    assert result["hands"] == [
        {**line, "number": number, "leg_over": False} for number, line in enumerate(lines, start=1)
    ]
    assert result["totals"] == purse.money
    assert (result["dealer"], result["pot"], result["finished"]) == (purse.dealer, purse.pot, False)
    assert result["next_deal"] == ("muss" if purse.muss else "normal")


@given(evenings())
def test_balances_and_pot_are_nil_together_and_the_pot_is_never_negative(document: Document) -> None:
    running, result = [0] * len(document["players"]), score(document)
    assert (result["cents"], result["transfers"], result["legs"]) == (None, None, [])
    for line in result["hands"]:
        running = [have + more for have, more in zip(running, line["points"], strict=True)]
        assert line["totals"] == running
        assert sum(running) + line["pot"] == 0
        assert line["pot"] >= 0


@given(evenings())
def test_a_postings_reason_says_which_way_the_money_goes(document: Document) -> None:
    lines = score(document)["hands"]
    for line, outcome in zip(lines, outcomes(document), strict=True):
        postings = outcome.postings
        assert {posting.unit for posting in postings} == {"points"}
        assert len({(posting.side, posting.why) for posting in postings}) == len(postings)
        assert all(posting.amount > 0 for posting in postings if posting.why in OUT)
        assert all(posting.amount < 0 for posting in postings if posting.why not in OUT)
        assert {posting.why for posting in postings} <= IN | OUT | PENALTIES
        for seat, change in enumerate(line["points"]):
            assert sum(posting.amount for posting in postings if posting.side == seat) == change
        assert sum(posting.amount for posting in postings if posting.why in OUT) <= line["pot_played"]
        payers = [posting.why for posting in postings]
        everybody = len(document["players"]) if line["deal"] == "muss" else 0
        assert (payers.count("ante"), payers.count("dealer_ante")) == (everybody, 1)
        entry = -sum(posting.amount for posting in postings if posting.why in IN)
        assert entry == line["pot_played"] - (line["pot"] + sum(line["points"]))


@given(evenings())
def test_in_a_muss_of_four_or_more_somebody_always_fails(document: Document) -> None:
    hands = document["hands"]
    easy = document["house_rules"].get("seven_target_in_muss", False)
    for hand, line, outcome in zip(hands, score(document)["hands"], outcomes(document), strict=True):
        failed = [posting for posting in outcome.postings if posting.why in PENALTIES]
        if line["deal"] == "muss" and len(document["players"]) >= 4 and not (easy and hand.get("trump_seven")):
            assert failed
        if not failed and line["deal"] == "normal" and hand.get("tricks"):
            assert len(hand["active"]) <= 3
        if line["deal"] != "normal" and not document["house_rules"].get("muss_payout"):
            assert all(posting.why not in OUT for posting in outcome.postings)


@given(evenings())
def test_a_muss_comes_first_and_after_a_normal_deal_without_penalty_only(document: Document) -> None:
    deals = [line["deal"] for line in score(document)["hands"]]
    assert deals[:1] in ([], ["muss"])
    for hand, outcome, deal, after in zip(document["hands"], outcomes(document), deals, deals[1:], strict=False):
        reasons = {posting.why for posting in outcome.postings}
        settled = bool(hand.get("tricks")) or "pot_taken" in reasons
        assert (after == "muss") == (deal == "normal" and settled and not reasons & PENALTIES)


# --- before a card is played -----------------------------------------------------------------------------------------


@given(evenings(), st.lists(st.sampled_from(CUTS), max_size=300))
def test_a_chain_of_cuts_can_be_as_long_as_it_likes(document: Document, cuts: list[str]) -> None:
    table = read_table(document)
    state = ([table.start()] + [outcome.state for outcome in outcomes(document)])[-1]
    purse, _ = replayed(document)
    opened = opening(state, cuts, table.rules)
    everybody = list(range(purse.seats))
    hand: dict[str, Any] = {"cuts": cuts, "thrown_in": True}
    if purse.muss:
        hand = {"cuts": cuts, "tricks": [4] + [0] * (purse.seats - 1), "active": everybody, "striker": opened.dealer}
    line = purse.play(hand)
    assert (opened.dealer, opened.pot, opened.deal) == (line["dealer"], line["pot_played"], line["deal"])
    assert min(opened.paid) >= 0
    assert opened.pot == state.pot + sum(opened.paid)
    assert [-sum(p.amount for p in opened.postings if p.side == seat) for seat in everybody] == list(opened.paid)
    assert len(opened.postings) <= 7 * purse.seats
    assert play_hand(GAME, table.rules, state, hand).line == {**line, "leg_over": False}


# --- the end ---------------------------------------------------------------------------------------------------------


@given(evenings())
def test_at_the_close_every_cent_of_the_pot_goes_to_somebody(document: Document) -> None:
    purse, _ = replayed(document)
    result = score({**document, "closed": True})
    if purse.pot and document["house_rules"].get("end_pot") == "require_empty":
        assert [problem.code for problem in result["refused"]["problems"]] == ["pot_not_empty"]
        assert (result["refused"]["hand"], result["cents"]) == (None, None)
        return
    assert result["refused"] is None
    assert (sum(result["cents"]), result["kitty"]) == (0, 0)
    shares = [cents - balance for cents, balance in zip(result["cents"], purse.money, strict=True)]
    in_line = [shares[(purse.dealt + step) % purse.seats] for step in range(1, purse.seats + 1)]
    each, crumbs = purse.pot // (purse.seats * purse.coin) * purse.coin, purse.pot % purse.coin
    odd = (purse.pot - purse.seats * each) // purse.coin
    assert in_line == [each + purse.coin * (n < odd) + crumbs * (n == odd) for n in range(purse.seats)]


# --- the fold --------------------------------------------------------------------------------------------------------


@given(evenings())
def test_folding_twice_gives_the_same_and_leaves_the_document_alone(document: Document) -> None:
    before = through_json(document)
    assert score(document) == score(through_json(document))
    assert document == before


@given(evenings())
def test_states_hands_and_house_rules_survive_json(document: Document) -> None:
    table = read_table(document)
    assert read_house_rules(GAME, through_json(write_house_rules(table.rules))) == table.rules
    states = [table.start(), *(outcome.state for outcome in outcomes(document))]
    for state in states:
        assert GAME.load(through_json(GAME.dump(state))) == state
        assert {*GAME.dump(state)} == {one.name for one in fields(State)}
        assert len(state.totals) == state.seats == len(document["players"])
    for data, state in zip(document["hands"], states, strict=False):
        hand = GAME.read(data)
        assert GAME.read(through_json(GAME.write(hand))) == hand
        kept = GAME.complete(hand, state)
        assert GAME.complete(kept, state) == kept
        assert GAME.play(kept, state, table.rules) == GAME.play(hand, state, table.rules)


@given(evenings(), st.data())
def test_without_its_last_hands_an_evening_is_as_it_was_before_them(document: Document, data: st.DataObject) -> None:
    until = data.draw(st.integers(0, len(document["hands"])))
    result = score({**document, "hands": document["hands"][:until]})
    assert result["hands"] == score(document)["hands"][:until]


@given(evenings(), st.data())
def test_a_refused_hand_changes_nothing(document: Document, data: st.DataObject) -> None:
    until = data.draw(st.integers(0, len(document["hands"])))
    before = document["hands"][:until]
    spoiler = data.draw(st.sampled_from([{"cuts": ["ten"]}, {}, None, {"tricks": [4, 1, 0]}, {"thrown_in": 1}]))
    result = score({**document, "hands": [*before, spoiler, *document["hands"][until:]]})
    assert result["refused"]["hand"] == until + 1
    assert standing(result) == standing(score({**document, "hands": before}))


@given(evenings(), st.data())
def test_one_fault_in_a_hand_is_named_and_nothing_else(document: Document, data: st.DataObject) -> None:
    lines = score(document)["hands"]
    played = [number for number, hand in enumerate(document["hands"]) if "tricks" in hand]
    if not played:
        return
    number = data.draw(st.sampled_from(played))
    hand, seats = document["hands"][number], len(document["players"])
    faults: dict[tuple[str, str], Mapping[str, Any]] = {
        ("unknown_cut", "cuts"): {"cuts": ["ten"]},
        ("bad_tricks", "tricks"): {"tricks": [*hand["tricks"], 0]},
        ("tricks_do_not_add_up", "tricks"): {"tricks": [0] * seats},
        ("bad_seat", "active"): {"active": [*hand.get("active", range(seats)), seats]},
        ("active_set", "active"): {"active": [*hand.get("active", range(seats)), *hand.get("active", [0])]},
        ("unknown_field", "dealer"): {"dealer": 0},
    }
    if lines[number]["deal"] == "normal":
        faults |= {
            ("contract_missing", "contract"): {"contract": None},
            ("unknown_contract", "contract"): {"contract": "wenz"},
            ("striker_dropped", "striker"): {"active": [seat for seat in hand["active"] if seat != hand["striker"]]},
            ("thrown_in_with_result", "thrown_in"): {"thrown_in": True},
        }
    else:
        faults |= {
            ("contract_in_muss", "contract"): {"contract": "ordern"},
            ("muss_all_must_play", "active"): {"active": list(range(seats - 1))},
            ("muss_striker_is_dealer", "striker"): {"striker": (lines[number]["dealer"] + 1) % seats},
        }
    fault = data.draw(st.sampled_from(sorted(faults)))
    spoilt = {**hand, **faults[fault]}
    refused = score({**document, "hands": [*document["hands"][:number], spoilt]})["refused"]
    assert refused["hand"] == number + 1
    assert [(problem.code, problem.at) for problem in refused["problems"]] == [fault]
