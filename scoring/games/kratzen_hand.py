"""The hand of Kratzen as the table reports it: what was cut, who played, how many tricks each of them took.

Deal type and dealer are never reported, they follow from the hands before. The *striker* (Schläger) is in a Muss and in
a Siebener-Muss the final dealer, else whoever's contract stands; *active* are the striker and all who go along.
Source: the scoring rules, sections B3, B5 and B8.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games.core import (
    Choice,
    Field,
    Form,
    Malformed,
    Problem,
    Text,
    is_integer,
    is_text,
    is_yes_or_no,
    list_of,
    read_fields,
)
from scoring.games.kratzen_options import HouseRules
from scoring.games.kratzen_pot import MOVES, NORMAL, SEVEN_MUSS, State, opening

TRICKS = 4
LARGEST_POT = 10**15
"""In cents. A pot without limit can grow sevenfold with every deal; no screen and no database holds more than this."""
MOST_CUTS = 100
"""Every cut is kept and told with its hand; a deck is cut a few times, not a hundred."""
UNREADABLE = ("",)
"""The cuts of a hand whose cuts could not be read, so that what does not depend on them is checked all the same."""


@dataclass(frozen=True, slots=True)
class Contract:
    key: str
    name: Text
    won_if: Text


CONTRACTS = (
    Contract(
        "schlagen",
        Text("Schlagen", "Strike"),
        Text("Der Trumpf bleibt; zwei Stiche", "the trump stays; two tricks"),
    ),
    Contract(
        "ordern",
        Text("Ordern", "Order"),
        Text(
            "Aufdecken, bis eine andere Farbe kommt, die ist Trumpf; zwei Stiche",
            "cards are turned until another suit comes, which is trump; two tricks",
        ),
    ),
    # the German name is lost in the sources; the base article's "to the next page" is most likely this
    Contract(
        "turn",
        Text("Aufs nächste Blatt", "Turn a card"),
        Text(
            "Nur die oberste Karte wird aufgedeckt, ihre Farbe ist Trumpf; der Geber schlägt, zwei Stiche",
            "only the top card is turned, its suit is trump; the dealer strikes, two tricks",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Hand:
    """One deal as the table reports it. `thrown_in` and `trump_seven` are None only where they could not be read."""

    cuts: tuple[str, ...] = ()
    trump_seven: bool | None = False
    thrown_in: bool | None = False
    contract: str | None = None
    striker: int | None = None
    active: tuple[int, ...] | None = None
    tricks: tuple[int, ...] | None = None

    @property
    def alone(self) -> bool:
        """Everybody else dropped out: nothing is played."""
        return self.striker is not None and self.active is not None and {*self.active} <= {self.striker}


FIELDS = (
    Field(
        "cuts",
        "choices",
        Text("Was wurde abgehoben, der Reihe nach?", "What was cut, in order?"),
        (
            Choice("seven", Text("Siebener: Hupf zurück", "Seven: the deal hops back")),
            Choice("sow", Text("Sau: einen weiter", "Sau: one to the left")),
            Choice("two_sows", Text("zwei Säue: Sprung", "two Säue: jump")),
            Choice("sow_seven", Text("Sau und Siebener: zwei zahlen", "Sau and Seven: two pay")),
            Choice("weli", Text("Weli: alle zahlen", "Weli: everybody pays")),
        ),
    ),
    Field("trump_seven", "yes", Text("Ist ein Siebener Trumpf?", "Did a Seven fix the trump?")),
    Field("thrown_in", "yes", Text("Haben alle weiter gesagt?", "Did everybody say Weiter?")),
    Field(
        "contract",
        "choice",
        Text("Ansage", "Contract"),
        tuple(Choice(contract.key, contract.name) for contract in CONTRACTS),
    ),
    Field("striker", "seat", Text("Wer ist der Schläger?", "Who is the striker?")),
    Field("active", "seats", Text("Wer spielt mit?", "Who goes along?")),
    Field("tricks", "numbers", Text("Stiche", "Tricks"), numbers=range(TRICKS + 1)),
)


# --- reading -------------------------------------------------------------------------------------------------------


_FORMS: dict[str, Form] = {
    "cuts": list_of(is_text, MOST_CUTS),
    "trump_seven": is_yes_or_no,
    "thrown_in": is_yes_or_no,
    "contract": is_text,
    "striker": is_integer,
    "active": list_of(is_integer),
    "tricks": list_of(is_integer),
}

_INSTEAD: dict[str, Any] = {"cuts": UNREADABLE, "trump_seven": None, "thrown_in": None, "tricks": ()}
"""What stands for a field that was given but could not be read."""


def read(data: Mapping[str, Any]) -> Hand:
    values, problems = read_fields(data, _FORMS)
    values |= {name: value for name, value in _INSTEAD.items() if name not in values and data.get(name) is not None}
    hand = Hand(**values)
    if problems:
        raise Malformed(problems, hand)
    return hand


# --- checking ------------------------------------------------------------------------------------------------------


def deal_of(hand: Hand, state: State) -> str:
    """MUSS, NORMAL or SEVEN_MUSS: a Seven as trump turns a normal deal into a Siebener-Muss."""
    return SEVEN_MUSS if state.next_deal == NORMAL and hand.trump_seven else state.next_deal


def check(hand: Hand, state: State, rules: HouseRules) -> tuple[Problem, ...]:
    seats = range(state.seats)
    problems = []
    dealer = None
    if all(cut in MOVES for cut in hand.cuts):
        opened = opening(state, hand.cuts, rules)
        dealer = opened.dealer
        if opened.pot > LARGEST_POT:
            problems.append(Problem("pot_too_large"))
    else:
        problems.append(Problem("unknown_cut", "cuts"))
    if hand.striker is not None and hand.striker not in seats:
        problems.append(Problem("bad_seat", "striker"))
    if any(seat not in seats for seat in hand.active or ()):
        problems.append(Problem("bad_seat", "active"))
    if hand.active is not None and len({*hand.active}) < len(hand.active):
        problems.append(Problem("active_set", "active"))
    if hand.thrown_in:
        problems += _thrown_in_problems(hand, state)
    elif hand.thrown_in is None or (hand.trump_seven is None and state.next_deal == NORMAL):
        problems += _tricks_problems(hand.tricks, state.seats) if hand.tricks else []
    elif deal_of(hand, state) == NORMAL:
        problems += _normal_problems(hand, state.seats)
    else:
        problems += _muss_problems(hand, dealer, state.seats)
    return tuple(problems)


def _thrown_in_problems(hand: Hand, state: State) -> list[Problem]:
    problems = []
    if deal_of(hand, state) != NORMAL:
        problems.append(Problem("thrown_in_in_muss", "thrown_in"))
    if any(given is not None for given in (hand.contract, hand.striker, hand.active, hand.tricks)):
        problems.append(Problem("thrown_in_with_result", "thrown_in"))
    return problems


def _muss_problems(hand: Hand, dealer: int | None, seats: int) -> list[Problem]:
    """Of a Muss or a Siebener-Muss; `dealer` is the final one, None where the cuts do not tell."""
    problems = _tricks_problems(hand.tricks, seats)
    if hand.contract is not None:
        problems.append(Problem("contract_in_muss", "contract"))
    if hand.striker in range(seats) and dealer not in (None, hand.striker):
        problems.append(Problem("muss_striker_is_dealer", "striker"))
    if hand.active is not None and not {*range(seats)} <= {*hand.active}:
        problems.append(Problem("muss_all_must_play", "active"))
    return problems


def _normal_problems(hand: Hand, seats: int) -> list[Problem]:
    problems = []
    if hand.contract is None:
        problems.append(Problem("contract_missing", "contract"))
    elif all(contract.key != hand.contract for contract in CONTRACTS):
        problems.append(Problem("unknown_contract", "contract"))
    if hand.striker is None:
        problems.append(Problem("contract_missing", "striker"))
    if hand.active is None:
        problems.append(Problem("active_set", "active"))
    elif hand.striker in range(seats) and hand.striker not in hand.active:
        problems.append(Problem("striker_dropped", "striker"))
    if hand.alone:
        return problems + ([Problem("alone_with_tricks", "tricks")] if hand.tricks is not None else [])
    problems += _tricks_problems(hand.tricks, seats)
    if hand.active is not None and hand.tricks is not None:
        # a striker left out of `active` has been told so already
        players = {*hand.active, hand.striker}
        takers = [seat for seat, tricks in enumerate(hand.tricks[:seats]) if tricks > 0]
        problems += [Problem("trick_by_dropout", "tricks", {"seat": seat}) for seat in takers if seat not in players]
    return problems


def _tricks_problems(tricks: tuple[int, ...] | None, seats: int) -> list[Problem]:
    possible = [number in range(TRICKS + 1) for number in tricks or ()]
    problems = []
    if len(possible) != seats or not all(possible):
        problems.append(Problem("bad_tricks", "tricks"))
    if tricks and all(possible) and sum(tricks) != TRICKS:
        problems.append(Problem("tricks_do_not_add_up", "tricks", {"tricks": sum(tricks)}))
    return problems
