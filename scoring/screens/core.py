"""What a game's screen is made of: how its hands are tapped in, and how they read afterwards.

A `Screen` is to the pages what `Game` is to the record: a record of functions, one for every game. Nothing is judged
here; that is the engine's work, so that page and API refuse the same things in the same words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from scoring import messages
from scoring.forms import number
from scoring.games.card_points import PACK_POINTS
from scoring.games.core import Game, Posting

Posted = Mapping[str, str]
"""A form as it was posted, every field a text. Lists are fields of their own: `tricks-0`, `tricks-1` …"""

Hand = Mapping[str, Any]
Row = Mapping[str, Any]
"""One line of the record: `hand`, `points` per side, `totals`, `dealer` and what else the game reports of it."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """The table that a hand belongs to: `play` is the game's state before it (or after the last)."""

    game: Game
    rules: Any
    names: Sequence[str]
    play: Any

    @property
    def seats(self) -> list[tuple[str, str]]:
        """Every seat as a form knows it, with the name on it."""
        return [(str(seat), name) for seat, name in enumerate(self.names)]

    @property
    def sides(self) -> list[str]:
        return messages.sides_in_words(self.game, self.names)


def titles_of(game: Game) -> dict[str, str]:
    """Every field of a hand -> how a form asks for it."""
    return {field.name: messages.words(field.title) for field in game.fields}


def points_of(posted: Posted) -> int | str | None:
    """The card points of the declarer's side: `points`, or what `opp_points` leaves of the pack.

    Both figures where they contradict each other, for the engine to refuse.
    """
    own, others = number(posted.get("points")), number(posted.get("opp_points"))
    from_others = PACK_POINTS - others if isinstance(others, int) else others
    if own is None or own == from_others:
        return from_others
    return own if from_others is None else f"{own} : {others}"


@dataclass(frozen=True, slots=True)
class Short:
    """A hand in the few words that fit on the slip; `made` is None where nothing was won or lost."""

    text: str
    who: str = ""
    factor: str = ""
    made: bool | None = None


def always(table: AtTable) -> bool:
    return True


def never(table: AtTable) -> bool:
    return False


def _points(amount: int, table: AtTable) -> str:
    return str(amount)


def _nothing(table: AtTable) -> str:
    return ""


def _no_facts(table: AtTable) -> list[tuple[str, str]]:
    return []


def in_words(posting: Posting, table: AtTable) -> str:
    return messages.points_text(posting.amount)


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """How one game is entered and read. Sentences are in the language that is active."""

    hand_of: Callable[[Posted, AtTable], dict[str, Any]]
    """What a phone posted -> the hand as `Game.read` takes it. A value that is no number is passed on as it is."""
    chosen_of: Callable[[Hand, AtTable], dict[str, str]]
    """A recorded hand -> the form's fields, to put it right."""
    form: Callable[[AtTable, Mapping[str, str], Hand | None], dict[str, Any]]
    """(table, what is chosen, the hand that is put right) -> what `scoring/entry/<game>.html` needs. `preview` in it
    goes to the phone as JSON, for `static/games/<game>.js`."""
    fields: tuple[str, ...]
    """The fields of a hand beside which the form says what is wrong; all else is said above the form."""
    result: tuple[str, ...]
    """The fields of a hand that make it the same hand: as long as they stay, a correction keeps what the form hides."""
    turn: Callable[[AtTable, Hand | None], list[tuple[str, str]]]
    """Who does what now: pairs of a name and a verb."""
    sentence: Callable[[Row, AtTable], str]
    """One hand and its result as one sentence, with the rule's name."""
    reported: Callable[[Hand, AtTable], str]
    """A hand without its result: what it was said to be, for lines that no longer count."""
    short: Callable[[Row, AtTable], Short]
    why: Mapping[str, Any]
    """Posting code -> the rule in a few words."""
    contract_name: Callable[[str, AtTable], str]
    scripts: tuple[str, ...]
    """In `static/games/`, loaded in this order after `shared.js`; the last one is the game's own."""
    form_changes: Callable[[AtTable], bool] = always
    """Whether the form of the next hand is another one (a new deal, a new dealer), so that it is sent along; at the
    table as it is after the hand."""
    facts: Callable[[AtTable], list[tuple[str, str]]] = _no_facts
    """What everybody at the table wants to see big: pairs of a label and a figure (the pot, the deals left)."""
    facts_at_end: Callable[[AtTable], list[tuple[str, str]]] | None = None
    """The same where the table stops instead of playing on, if that differs (no antes are paid any more)."""
    undecided: Callable[[AtTable], str] = _nothing
    """What is still to be played before the table should stop, as a sentence; empty where nothing is."""
    figure: Callable[[int, AtTable], str] = _points
    """A running total as it is written."""
    amount: Callable[[Posting, AtTable], str] = in_words
    """A posting of points, for "Why?"."""
    in_money: bool = False
    """Whether the points are cents."""
    money_rules: tuple[str, ...] = ()
    """House rules that stand in the section "Money" of a new sheet."""


FAMILY_WHY = {
    "losers_33": gettext_lazy("66 claimed, the losers have 33 card points or more"),
    "losers_32": gettext_lazy("66 claimed, the losers have a trick, but 32 card points or fewer"),
    "losers_trickless": gettext_lazy("66 claimed, the losers have no trick"),
    "doubled": gettext_lazy("doubled: what the doubling adds"),
    "last_trick": gettext_lazy("last trick"),
    "false_claim": gettext_lazy("wrongly claimed 66"),
    "false_claim_two_or_three": gettext_lazy("wrongly claimed 66: 2, or 3 without a trick (house rules)"),
    "false_claim_mirror": gettext_lazy("wrongly claimed 66: what the claimant would have won (house rules)"),
    "halved": gettext_lazy("halved (house rules)"),
    "made": gettext_lazy("contract made: its whole value for the declarer's side"),
    "failed": gettext_lazy("contract lost: its whole value for the other side"),
    "bummerl": gettext_lazy("the other side reached the target"),
    "schneider": gettext_lazy("Schneider: lost without a single point"),
    "retourschneider": gettext_lazy("Retourschneider: led by one point to nil and lost"),
    "stake": gettext_lazy("stake for the Bummerl"),
}
