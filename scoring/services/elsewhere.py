"""What apps to the left keep of people and sheets: said when they are loaded, asked by whoever erases, merges, tells,
or opens a closed sheet again."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from clubs.models import Club
from clubs.names import NOBODY
from clubs.services.likeness import same_name
from scoring.models import Sheet


@dataclass(frozen=True, slots=True)
class Gone:
    """Who is erased: all ids, every spelling that was written, and what stands there instead."""

    ids: frozenset[int]
    keys: frozenset[str]
    """The names as `same_name` has them."""
    texts: re.Pattern[str]
    """The full names in a text, in either order."""
    words: re.Pattern[str]
    """Any word of the names and nicknames there ever were, for texts that speak of nobody else."""
    neutral: str
    accounts: frozenset[int] = frozenset()
    """Accounts that are this person in the club: what pages say they have done goes too."""

    def is_name(self, text: object) -> bool:
        return isinstance(text, str) and same_name(text) in self.keys

    def in_text(self, text: str) -> str:
        return self.neutral if self.is_name(text) else self.texts.sub(self.neutral, text)

    def in_own_text(self, text: str) -> str:
        return self.words.sub(NOBODY, self.in_text(text))

    def in_json(self, told: Any) -> Any:
        """The same JSON with every text in it looked through."""
        if isinstance(told, str):
            return self.in_text(told)
        if isinstance(told, list):
            return [self.in_json(one) for one in told]
        if isinstance(told, dict):
            return {key: self.in_json(value) for key, value in told.items()}
        return told


@dataclass(frozen=True, slots=True)
class Keeper:
    """One app's answers about players, by the ids of all rows they ever had."""

    name: str
    stored: Callable[[Collection[int]], list[dict[str, Any]]]
    """Everything kept about them."""
    erase: Callable[[Club, Gone], None]
    """Takes them out of every text; inside the transaction that erases."""
    sat_together: Callable[[Collection[int], Collection[int]], bool]
    """Whether one of the first and one of the second were at one table: then they are two people."""
    stays_closed: Callable[[Sheet, bool], str | None]
    """Why a closed sheet must stay closed (the code of a sentence of `clubs.messages`); None: it may be opened again.
    True: inside the transaction that opens it, its club held, so that what is said holds until that is over."""
    asks_the_sides: Callable[[Sheet], bool] = lambda sheet: False
    """Whether it has laid down for this sheet that every side is asked if the result is right."""
    closes: Callable[[Sheet], None] = lambda sheet: None
    """A sheet is about to be closed: inside the transaction that closes it, its club held and the sheet not yet."""
    opens: Callable[[Sheet], None] = lambda sheet: None
    """A closed sheet is about to be opened again, or has come into a club: inside that transaction, its club held."""


KEEPERS: list[Keeper] = []


def stays_closed(sheet: Sheet, *, hold: bool = False) -> str | None:
    """The first reason of any app why this closed sheet must stay closed."""
    return next(filter(None, (keeper.stays_closed(sheet, hold) for keeper in KEEPERS)), None)


def asked_for(sheet: Sheet) -> bool:
    """Whether any app has laid down that every side of this sheet is asked."""
    return any(keeper.asks_the_sides(sheet) for keeper in KEEPERS)


def about_to_open(sheet: Sheet) -> None:
    """Tells every app that what this closed sheet came to is about to go, or to count for another club."""
    for keeper in KEEPERS:
        keeper.opens(sheet)


def about_to_close(sheet: Sheet) -> None:
    """Tells every app that this sheet is about to be closed."""
    for keeper in KEEPERS:
        keeper.closes(sheet)
