"""Evenings of Schnapsen for two: hands dealt and played card by card, so that their figures are true, and house rules.

What a hand counts is written down here once more, from the rules, not from the engine.
"""

import random
from typing import Any

from hypothesis import strategies as st

from scoring.games.core import Outcome
from scoring.games.schnapsen import GAME
from scoring.games.sheet import play_hand, read_table, score

CAST = ["Anna", "Bert"]
PACK = [(suit, rank) for suit in range(4) for rank in (2, 3, 4, 10, 11)]
KING, OVER = 4, 3
TRUMPS = 0

OPEN_END = {"legs_limit": st.just(0), "bummerl_limit": st.just(0)}
OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "display": st.sampled_from(["up", "down"]),
    "target": st.integers(5, 40),
    "false_claim": st.sampled_from(["two", "two_or_three", "mirror"]),
    "closing_count": st.sampled_from(["at_claim", "at_close"]),
    "closed_other_claims": st.sampled_from(["closer_trickless", "claimant_trickless_at_close"]),
    "schneider_marks": st.sampled_from([1, 2]),
    "retour_marks": st.sampled_from([1, 2, 4]),
    "retour_condition": st.just("exact_lead"),
    "first_dealer_next_game": st.sampled_from(["continue", "shift_first_dealer", "loser_deals"]),
    "marks_on": st.sampled_from(["loser", "winner"]),
    "legs_limit": st.integers(0, 3),
    "bummerl_limit": st.integers(0, 6),
    "money": st.sampled_from(["off", "zero_sum", "each_pays_each", "pot"]),
    "stake_cents": st.integers(0, 1001),
}


def house_rules(**fixed: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=OPTIONS | fixed)


class Deal:
    """Twenty cards played to an end. Who takes a trick is drawn: no figure on a sheet depends on that."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        cards = self.chance.sample(PACK, len(PACK))
        self.hands = [cards[:5], cards[5:10]]
        self.talon = cards[10:]
        self.cards, self.tricks, self.marriages = [0, 0], [0, 0], [0, 0]
        self.leader = self.chance.randrange(2)
        self.favourite = self.chance.choice([0, 1, None])
        self.closed_by: int | None = None
        self.at_close: tuple[list[int], list[int]] | None = None
        self.end, self.by = self.play()

    def points(self) -> list[int]:
        """Card points with marriages, which need a trick."""
        return [self.cards[seat] + self.marriages[seat] * (self.tricks[seat] > 0) for seat in (0, 1)]

    def play(self) -> tuple[str, int]:
        while self.hands[0]:
            # the fifth trick uses the talon up; before it somebody may close
            if self.talon and self.closed_by is None and self.chance.random() < 0.15:
                self.closed_by, self.at_close = self.leader, (self.points(), list(self.tricks))
            self.announce()
            has_66 = self.points()[self.leader] >= 66
            if self.chance.random() < (0.8 if has_66 else 0.05):
                return ("claim" if has_66 else "false_claim"), self.leader
            self.trick()
        if self.closed_by is not None:
            return "closed_out", 1 - self.closed_by
        return ("claim" if self.points()[self.leader] >= 66 else "last_trick"), self.leader

    def announce(self) -> None:
        hand = self.hands[self.leader]
        for suit in range(4):
            if {(suit, KING), (suit, OVER)} <= set(hand) and self.chance.random() < 0.7:
                self.marriages[self.leader] += 40 if suit == TRUMPS else 20
                hand.remove((suit, KING))
                hand.insert(0, (suit, KING))  # to be led
                return
        self.chance.shuffle(hand)

    def trick(self) -> None:
        led, other = self.hands[self.leader].pop(0), self.hands[1 - self.leader].pop(0)
        taker = self.chance.randrange(2)
        if self.favourite is not None and self.chance.random() < 0.7:
            taker = self.favourite
        self.cards[taker] += led[1] + other[1]
        self.tricks[taker] += 1
        self.leader = taker
        if self.talon and self.closed_by is None:
            self.hands[taker].append(self.talon.pop())
            self.hands[1 - taker].append(self.talon.pop())

    def told(self) -> dict[str, Any]:
        """All that can be said of it, in the words of the sheet format."""
        by, other, points = self.by, 1 - self.by, self.points()
        winner = other if self.end == "false_claim" else by
        hand = {
            "end": self.end,
            "by": by,
            "winner": winner,
            "opp_points": points[other],
            "opp_tricks": self.tricks[other],
            "opp_marriages": self.marriages[other] if self.tricks[other] else 0,
            "winner_points": points[winner],
        }
        if self.closed_by is not None:
            assert self.at_close is not None
            points_then, tricks_then = self.at_close
            hand |= {
                "closed_by": self.closed_by,
                "noncloser_tricks_at_close": tricks_then[1 - self.closed_by],
                "opp_points_at_close": points_then[other],
                "opp_tricks_at_close": tricks_then[other],
            }
            if self.end != "closed_out":
                hand["claimant_tricks_at_close"] = tricks_then[by]
        return hand


def value(told: dict[str, Any], rules: dict[str, Any]) -> int:
    """What a hand of which everything is told counts by the rules."""
    if told["end"] == "last_trick":
        return 1
    if told["end"] == "closed_out":
        return 3 if told["noncloser_tricks_at_close"] == 0 else 2
    closer = told.get("closed_by")
    by_closer = closer == told["by"]
    points, tricks = told["opp_points"], told["opp_tricks"]
    if by_closer and rules.get("closing_count") == "at_close":
        points, tricks = told["opp_points_at_close"], told["opp_tricks_at_close"]
    counted = 3 if tricks == 0 else 2 if points <= 32 else 1
    if told["end"] == "false_claim":
        match rules.get("false_claim", "two"):
            case "two":
                return 2
            case "two_or_three":
                return max(2, counted)
    if closer is None or by_closer:
        return counted
    pagat = rules.get("closed_other_claims") == "claimant_trickless_at_close"
    return 3 if told["claimant_tricks_at_close" if pagat else "opp_tricks"] == 0 else 2


deals = st.integers(0, 10**9).map(lambda seed: Deal(seed).told())


def kept(told: dict[str, Any]) -> set[str]:
    """What cannot be left out without telling another story."""
    return {"end", "by"} | ({"closed_by"} if told["end"] != "closed_out" else set())


@st.composite
def partly(draw: st.DrawFn, told: dict[str, Any]) -> dict[str, Any]:
    """The hand with some of its figures left out."""
    optional = sorted(set(told) - kept(told))
    silent = draw(st.sets(st.sampled_from(optional)))
    return {name: figure for name, figure in told.items() if name not in silent}


@st.composite
def hands(draw: st.DrawFn, rules: dict[str, Any]) -> dict[str, Any]:
    """One hand that can stand under these house rules, long or short, its value always told."""
    told = draw(deals)
    points = value(told, rules)
    if draw(st.booleans()):
        return {"winner": told["winner"], "value": points}
    return {**draw(partly(told)), "value": points}


@st.composite
def evenings(draw: st.DrawFn, rules: st.SearchStrategy[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The document of a table. With limits among the house rules it may play on after its last leg."""
    chosen = draw(house_rules(**OPEN_END) if rules is None else rules)
    return {
        "game": "schnapsen",
        "house_rules": chosen,
        "players": CAST,
        "first_dealer": draw(st.integers(0, 1)),
        "hands": draw(st.lists(hands(chosen), max_size=15)),
        "closed": draw(st.booleans()),
    }


# --- asking the engine ---------------------------------------------------------------------------------------------


def sheet(*hands_: Any, **house_rules_: Any) -> dict[str, Any]:
    return {"game": "schnapsen", "players": CAST, "house_rules": house_rules_, "hands": list(hands_)}


def outcomes(document: dict[str, Any]) -> list[Outcome]:
    """What every hand did, played one after the other."""
    table = read_table(document)
    state, done = table.start(), []
    for data in table.hands:
        outcome = play_hand(GAME, table.rules, state, data).outcome
        done.append(outcome)
        state = outcome.state
    return done


def problems_of(document: dict[str, Any]) -> list[tuple[str, str | None]]:
    refused = score(document)["refused"]
    return sorted((problem.code, problem.at) for problem in refused["problems"]) if refused else []
