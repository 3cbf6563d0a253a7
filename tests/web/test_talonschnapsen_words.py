"""Every hand of Talonschnapsen has its words, and its form says it again; garbage is read without a mishap."""

from typing import Any

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.credits import CREDITS, Credit
from scoring.games.sheet import play_hand, read_table
from scoring.games.talonschnapsen import GAME
from scoring.screens import contracts
from scoring.screens.core import AtTable
from scoring.screens.talonschnapsen import SCREEN
from scoring.views.board import why
from tests.games.talonschnapsen_evenings import CAST, TIE, evenings, house_rules

Fields = dict[str, Any]

SAID: list[tuple[Fields, str, str]] = [
    ({"contract": "normal", "made": True, "grade": 2}, "Plain game by Anna, made: 2 for Anna", "Plain game 2 Anna"),
    (
        {"contract": "normal", "made": False, "grade": 1, "doubling": 1, "decided_by": "caller_short"},
        "Plain game by Anna, doubled, lost: 2 each for Bert and Cilli (the caller was short of 66)",
        "Plain game 1 Anna ×2",
    ),
    (
        {"contract": "normal", "made": True, "grade": 2, "decided_by": "false_claim"},
        "Plain game by Anna, made: 2 for Anna (wrongly claimed 66)",
        "Plain game 2 Anna",
    ),
    ({"contract": "gang", "declarer": 1, "made": True}, "Gang (slam) by Bert, made: 9 for Bert", "Gang (slam) Bert"),
    (
        {"contract": "kontraschnapser", "declarer": 2, "doubling": 2, "made": False},
        "Counter Schnapser by Cilli, redoubled, lost: 48 each for Anna and Bert",
        "Counter Schnapser Cilli ×4",
    ),
]


def lines(document: Fields) -> list[tuple[Fields, Any, AtTable]]:
    """Every hand of a document: its line, what it did, and the table it was played at."""
    table = read_table(document)
    state, done = table.start(), []
    for data in table.hands:
        at, played = AtTable(GAME, table.rules, CAST, state), play_hand(GAME, table.rules, state, data)
        done.append(({"hand": GAME.write(played.hand), **played.line}, played.outcome, at))
        state = played.outcome.state
    return done


def told(*hands: Fields, **rules: Any) -> tuple[Fields, Any, AtTable]:
    return lines({"game": "talonschnapsen", "players": CAST, "first_dealer": 2, "house_rules": rules, "hands": hands})[
        -1
    ]


@pytest.mark.parametrize(("hand", "sentence", "short"), SAID)
def test_a_hand_in_words(hand: Fields, sentence: str, short: str) -> None:
    row, _outcome, table = told(hand)
    with override("en"):
        said = SCREEN.short(row, table)
        words = " ".join(part for part in (said.text, said.who, said.factor) if part).replace("\u00ad", "")
        assert (SCREEN.sentence(row, table), words, said.made) == (sentence, short, hand["made"])
        assert CREDITS[table.game.key](row, table.rules) == [
            Credit(hand.get("declarer", 0), hand["contract"], hand["made"])
        ]


def test_a_failed_contract_says_why_each_of_the_others_gets_it() -> None:
    _row, outcome, table = told({"contract": "bettler", "declarer": 0, "made": False, "doubling": 1})
    with override("en"):
        assert why(outcome, table) == [
            "Bert: 4 points – contract lost: its full value for each of the other two",
            "Bert: 4 points – doubled: what the doubling adds",
            "Cilli: 4 points – contract lost: its full value for each of the other two",
            "Cilli: 4 points – doubled: what the doubling adds",
        ]


def test_a_decider_in_words() -> None:
    row, outcome, table = told(*TIE, {"decider": [2, 1], "decider_loser": 1}, tie_rule="decider")
    with override("en"):
        assert SCREEN.sentence(row, table) == SCREEN.reported(row["hand"], table)
        assert SCREEN.sentence(row, table) == "Decider between Bert and Cilli: lost by Bert"
        assert why(outcome, table) == ["Bert: 1 Bummerl mark – lost the decider"]
        assert (CREDITS[table.game.key](row, table.rules), SCREEN.short(row, table).made) == ([], False)


@settings(max_examples=150)
@given(evenings(house_rules()) | evenings(house_rules(tie_rule=st.just("decider"), bummerl_rule=st.just("lowest"))))
def test_no_hand_lacks_its_words_and_every_form_says_its_hand_again(document: Fields) -> None:
    for row, outcome, table in lines({**document, "house_rules": without_limits(document["house_rules"])}):
        hand = row["hand"]
        for language in ("en", "de"):
            with override(language):
                assert SCREEN.sentence(row, table)
                assert SCREEN.reported(hand, table)
                assert SCREEN.short(row, table).text
                counted = [one for one in outcome.postings if one.unit in ("points", "bummerl", "cents")]
                assert len(why(outcome, table)) == len(counted)
        chosen = SCREEN.chosen_of(hand, table)
        drawn = SCREEN.form(table, chosen, hand)
        posted = {"rotation": drawn["caller_seat"], "decider": drawn.get("decider"), **chosen}
        again = SCREEN.hand_of({name: value for name, value in posted.items() if value is not None}, table)
        assert {"doubling": 0, **again} == {"doubling": 0, **in_the_form(hand)}


def without_limits(rules: Fields) -> Fields:
    return {**rules, "legs_limit": 0, "bummerl_limit": 0}


def in_the_form(hand: Fields) -> Fields:
    """What the form asks of a hand; the declarer of a plain game is its caller."""
    plain = hand.get("contract") == "normal"
    return {name: value for name, value in hand.items() if name in SCREEN.fields and not (plain and name == "declarer")}


GARBAGE = st.dictionaries(
    st.sampled_from(["pick", "rotation", "decider", "decider_loser", *contracts.FIELDS]),
    st.sampled_from(
        ["", "0", "1", "-1", "9999999999999", "x", "²", "normal-", "normal-made", "normal-3", "gang", "1 x"]
    )
    | st.text(max_size=5),
)


@settings(max_examples=100)
@given(GARBAGE)
@pytest.mark.parametrize("hands", [[], TIE])
def test_garbage_is_read_without_a_mishap(hands: list[Fields], posted: dict[str, str]) -> None:
    document = {"game": "talonschnapsen", "players": CAST, "house_rules": {"tie_rule": "decider"}, "hands": hands}
    table = read_table(document)
    state = table.start()
    for hand in hands:
        state = play_hand(GAME, table.rules, state, hand).outcome.state
    at = AtTable(GAME, table.rules, CAST, state)
    assert isinstance(SCREEN.hand_of(posted, at), dict)
    assert SCREEN.form(at, posted, None)
