"""What every game is made of.

A *hand* is what the table reports of one deal; a *state* is the running record before or after it; a *posting* is one
amount moved, in one unit, to one side (or seat), for one reason. A `Game` is a record of functions over these, not a
class to inherit from.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

KITTY = -1
"""The seat number of the common till in postings of cents."""


Form = Callable[[Any], bool]
"""Whether a value of plain JSON looks like what a field of a hand takes."""


@dataclass(frozen=True, slots=True)
class Text:
    """The same words in the two languages of the screens."""

    de: str
    en: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something cannot stand: a code that keeps its meaning, its field, and figures for the sentence."""

    code: str
    at: str | None = None
    figures: Mapping[str, int | str] = field(default_factory=dict)


class Malformed(ValueError):
    """What was reported is not a hand, house rules or a sheet at all; carries every problem found.

    `partial` is what could still be read (the fields in question left out), so that the rules can be checked too and
    the table hears of everything at once; None where too little is left to check.
    """

    def __init__(self, problems: Iterable[Problem], partial: Any = None) -> None:
        self.problems = tuple(problems)
        self.partial = partial
        super().__init__(", ".join(f"{p.code} at {p.at}" for p in self.problems))


@dataclass(frozen=True, slots=True)
class Posting:
    """One amount, in one unit, to one side for one reason.

    `points` and `bummerl` go to sides, `cents` to seats (negative: pays) or to the `KITTY`.
    """

    unit: str
    side: int
    amount: int
    why: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a hand did: its postings, the state after it, and what is unusual but allowed (`notes`)."""

    postings: tuple[Posting, ...]
    state: Any
    notes: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    value: str | int | bool
    text: Text


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule as data that can be listed: forms, the API's description and the rule sheet come from it.

    `kind`: `choice` takes one of `choices`, `number` one of `numbers`, `some` a list of the choices' values,
    `values` a mapping from the choices' values to one of `numbers`.
    """

    name: str
    kind: Literal["choice", "number", "some", "values"]
    title: Text
    help: Text
    source: str
    choices: tuple[Choice, ...] = ()
    numbers: range = range(0)
    zero: Text | None = None
    """What 0, or nothing at all, means where that is no number ("ohne Ende")."""
    in_cents: bool = False


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of house rules: what departs from the defaults."""

    key: str
    name: Text
    house_rules: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a reported hand as data that can be listed, for the API's description and for sentences.

    `kind`: `choice` is one of `choices`, `choices` a list of them, `number` one of `numbers`, `numbers` a list with
    one for every seat, `seat` and `seats` are seat numbers, `yes` is true or false.
    """

    name: str
    kind: Literal["choice", "choices", "number", "numbers", "seat", "seats", "yes"]
    title: Text
    choices: tuple[Choice, ...] = ()
    numbers: range = range(0)


@dataclass(frozen=True, slots=True)
class Example:
    """Hands that show one rule at work: the last is the one to look at, those before lead up to it.

    They are played by the engine under the rules at hand, so a help page made from them cannot contradict it. Where a
    house rule refuses one of the hands, the example is left out.
    """

    title: Text
    hands: tuple[Mapping[str, Any], ...]


def nothing_wrong(*_anything: object) -> tuple[Problem, ...]:
    return ()


def every_seat_for_itself(seats: int) -> tuple[tuple[int, ...], ...]:
    return tuple((seat,) for seat in range(seats))


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A card game as a record of functions; `rules` is an instance of `house_rules` throughout."""

    key: str
    name: Text
    seats: range
    """How many can play a hand. With the house rule `sit_out: dealer` one person more sits at the table."""
    house_rules: type
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    contracts: tuple[Any, ...]
    """What can be declared or bid; each has at least `key`, `name` and `won_if`."""
    fields: tuple[Field, ...] = ()
    """What a reported hand can say."""
    how: Callable[[Any], tuple[Text, ...]]
    """(rules) -> how it is scored under them, in a few sentences."""
    examples: Callable[[int], tuple[Example, ...]]
    """How many play -> hands that each show one rule at work."""
    in_legs: bool = False
    """Whether a sheet is a run of legs, so that its states know `leg_over` and `legs`."""
    check_rules: Callable[[Mapping[str, Any]], tuple[Problem, ...]] = nothing_wrong
    """(house rules as given) -> what does not fit together among them."""
    check_close: Callable[[Any, Any], tuple[Problem, ...]] = nothing_wrong
    """(state, rules) -> every reason why the table may not stop here."""
    sides: Callable[[int], tuple[tuple[int, ...], ...]]
    """How many sit -> the seats of each side."""
    start: Callable[[Any, int, int], Any]
    """(rules, seats, first dealer) -> the state before the first hand."""
    read: Callable[[Mapping[str, Any]], Any]
    """What was reported -> the hand; raises `Malformed` with every problem of form."""
    complete: Callable[[Any, Any], Any]
    """(hand, state) -> the hand with what the rotation tells (the caller) written into it, so that it keeps its
    meaning when an earlier hand is struck out."""
    check: Callable[[Any, Any, Any], tuple[Problem, ...]]
    """(hand, state, rules) -> every reason why the hand cannot stand; empty where it can."""
    play: Callable[[Any, Any, Any], Outcome]
    """(hand, state, rules) -> what it did. Only for hands that `check` lets stand."""
    settle: Callable[[Any, Any], tuple[int, ...]]
    """(state, rules) -> cents per seat; what is missing to zero is in the kitty."""
    write: Callable[[Any], dict[str, Any]]
    """The hand as plain JSON, which `read` reads back."""
    dump: Callable[[Any], dict[str, Any]]
    """The state as plain JSON."""
    load: Callable[[Mapping[str, Any]], Any]
    """Plain JSON -> the state. Every state knows `dealer`, `finished`, `seats` and `totals` (per side)."""
    report: Callable[[Any, Any], dict[str, Any]]
    """(state, rules) -> the game's part of the result document (totals, legs, dealer, finished ...)."""
    report_hand: Callable[[Any, Any, Outcome, Any], dict[str, Any]]
    """(hand, state before, outcome, rules) -> the game's part of one line of the result document."""


# --- reporting -----------------------------------------------------------------------------------------------------


def points_moved(postings: Iterable[Posting], sides: int) -> list[int]:
    """Points per side that the postings move."""
    moved = [0] * sides
    for posting in postings:
        if posting.unit == "points":
            moved[posting.side] += posting.amount
    return moved


def report_without_legs(state: Any) -> dict[str, Any]:
    """What the result document says of a game without legs in which everybody plays for himself."""
    return {
        "sides": [list(side) for side in every_seat_for_itself(state.seats)],
        "totals": list(state.totals),
        "legs": [],
        "bummerl": [0] * state.seats,
        "dealer": state.dealer,
        "finished": state.finished,
    }


def line_without_legs(dealer: int, outcome: Outcome) -> dict[str, Any]:
    """One line of the result document of such a game."""
    totals = list(outcome.state.totals)
    return {
        "dealer": dealer,
        "points": points_moved(outcome.postings, len(totals)),
        "totals": totals,
        "leg_over": False,
    }


# --- reading plain JSON --------------------------------------------------------------------------------------------


def is_integer(value: object) -> bool:
    """True for whole numbers only; JSON's true and false are not numbers here."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_text(value: object) -> bool:
    return isinstance(value, str)


def is_yes_or_no(value: object) -> bool:
    return isinstance(value, bool)


def is_count(value: object) -> bool:
    return is_integer(value) and value >= 0  # type: ignore[operator]  # is_integer says so


def count_up_to(most: int) -> Form:
    """The form of a whole number from 0 to `most`."""
    return lambda value: is_count(value) and value <= most


def list_of(fits: Form, most: int | None = None) -> Form:
    """The form of a list, of at most so many, each of which `fits`."""
    return lambda value: (
        isinstance(value, list | tuple) and (most is None or len(value) <= most) and all(map(fits, value))
    )


def read_fields(data: object, forms: Mapping[str, Form]) -> tuple[dict[str, Any], list[Problem]]:
    """What was told of a hand, with tuples for lists, and one problem for every field that is unknown or does not fit.

    `forms` says what each field looks like; null is the same as leaving it out. Raises `Malformed` for what has no
    fields at all.
    """
    if not isinstance(data, Mapping):
        raise Malformed([Problem("bad_value", "hand")])
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, value in data.items():
        if name not in forms:
            problems.append(Problem("unknown_field", shown_name(name)))
        elif value is None:
            continue
        elif not forms[name](value):
            problems.append(Problem("bad_value", name))
        else:
            values[name] = tuple(value) if isinstance(value, list) else value
    return values, problems


def told(hand: Any) -> dict[str, Any]:
    """What was told of a hand, as plain JSON; a field at its default is the same as one that was left out."""
    given = {one.name: getattr(hand, one.name) for one in fields(hand) if getattr(hand, one.name) != one.default}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}


def same_kind(value: object, allowed: Iterable[object]) -> bool:
    """Whether `value` is one of `allowed`, keeping 1 and true apart and standing up to lists and objects."""
    return any(type(value) is type(one) and value == one for one in allowed)


def shown_name(name: object) -> str:
    """A key as it can be shown in a sentence; in JSON it is always a text."""
    return name if isinstance(name, str) else type(name).__name__


def people(game: Game, rules: Any) -> range:
    """How many can sit at a table of these rules: one more than play where the dealer sits out."""
    extra = getattr(rules, "sit_out", "nobody") == "dealer"
    return range(game.seats.start + extra, game.seats.stop + extra)


def read_house_rules(game: Game, given: object) -> Any:
    """The rules instance with `given` laid over the defaults; null is the same as leaving it out.

    Raises `Malformed` with one `bad_house_rule` for every unknown name and every value that is not allowed, and with
    what does not fit together.
    """
    if not isinstance(given, Mapping):
        raise Malformed([Problem("bad_value", "house_rules")])
    by_name = {option.name: option for option in game.options}
    problems: list[Problem] = list(game.check_rules(given))
    values: dict[str, Any] = {}
    for name, value in given.items():
        option = by_name.get(name) if isinstance(name, str) else None
        if option is not None and value is None:
            continue
        if option is None or not _allows(option, value):
            problems.append(Problem("bad_house_rule", shown_name(name)))
        else:
            values[option.name] = tuple(value) if option.kind == "some" else value
    if problems:
        raise Malformed(problems)
    return game.house_rules(**values)


def _allows(option: Option, value: object) -> bool:
    names = [choice.value for choice in option.choices]
    match option.kind:
        case "choice":
            return same_kind(value, names)
        case "number":
            return is_integer(value) and value in option.numbers
        case "some":
            return (
                isinstance(value, list | tuple)
                and all(same_kind(one, names) for one in value)
                and len(set(value)) == len(value)
            )
        case "values":
            return isinstance(value, Mapping) and all(
                same_kind(one, names) and is_integer(worth) and worth in option.numbers for one, worth in value.items()
            )


def write_house_rules(rules: Any) -> dict[str, Any]:
    """All the rules as plain JSON."""
    values = {one.name: getattr(rules, one.name) for one in fields(rules)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
