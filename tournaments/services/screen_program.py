"""What a screen shows, in which order and how long: plain data that stands on its row (`Screen.shows`)."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from clubs.services.core import Problem
from clubs.services.text import text_problems, tidy

SHORTEST, LONGEST = 3, 600
"""Seconds."""
LONGEST_MESSAGE = 120
LONGEST_NAME = 40


class What(StrEnum):
    """One thing to show."""

    NAMES = "names"
    """Who sits where, by name."""
    TABLES = "tables"
    """The same by table."""
    CLOCK = "clock"
    MISSING = "missing"
    """Tables that have not handed in."""
    STANDINGS = "standings"
    WOMEN = "women"
    GROUPS = "groups"
    """The tables of a stage in groups; where there is none, of clubs and brigades."""
    PRIZES = "prizes"
    PHONE = "phone"
    """The way to everybody's phone page."""
    RULES = "rules"
    MESSAGE = "message"
    """Of the director, in their words."""
    PLACES = "places"
    """The places as they are read out, and the first ones when they are final."""


USUAL: Mapping[What, int] = {
    What.NAMES: 8,
    What.TABLES: 8,
    What.CLOCK: 15,
    What.MISSING: 10,
    What.STANDINGS: 8,
    What.WOMEN: 8,
    What.GROUPS: 8,
    What.PRIZES: 10,
    What.PHONE: 10,
    What.RULES: 12,
    What.MESSAGE: 15,
    What.PLACES: 15,
}
"""Seconds; of what takes several pages those of each page."""

AT_FIRST = (What.NAMES, What.CLOCK, What.MISSING, What.STANDINGS, What.PHONE, What.PLACES)
"""What a new screen shows: whatever of it there is nothing to say about is passed over."""


class Look(StrEnum):
    AUTO = "auto"
    """As the machine behind it is set."""
    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class Show:
    what: What
    seconds: int
    text: str = ""
    """The words of a message."""


@dataclass(frozen=True, slots=True)
class Program:
    shows: tuple[Show, ...] = ()
    now: Show | None = None
    """Shown instead of all of them, until it is taken back."""
    look: Look = Look.AUTO


def usual(what: What, text: str = "") -> Show:
    return Show(what, USUAL[what], text)


def read_program(data: Any) -> Program:
    """The program of a screen's row. What is none any more, or not yet, is passed over."""
    told = data if isinstance(data, Mapping) else {"shows": data}
    look = str(told.get("look"))
    return Program(
        shows=tuple(_shows(told.get("shows"))),
        now=next(_shows([told.get("now")]), None),
        look=Look(look) if look in {*Look} else Look.AUTO,
    )


def _shows(rows: Any) -> Iterator[Show]:
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, Mapping) and str(row.get("what")) in {*What}:
            what, seconds, text = What(row["what"]), row.get("seconds"), row.get("text", "")
            if type(seconds) is not int or not SHORTEST <= seconds <= LONGEST:
                seconds = USUAL[what]
            yield Show(what, seconds, str(text)[:LONGEST_MESSAGE])


def write_program(program: Program) -> dict[str, Any]:
    """The inverse of `read_program`."""
    return {
        "shows": [show_data(one) for one in program.shows],
        "now": None if program.now is None else show_data(program.now),
        "look": str(program.look),
    }


def show_data(show: Show) -> dict[str, Any]:
    """As it is kept, and as the API tells it."""
    return {"what": str(show.what), "seconds": show.seconds, "text": show.text}


def mark(name: str, program: Program) -> str:
    """Another for every other name or list; what all screens show just now does not change it."""
    told = json.dumps([name, write_program(replace(program, now=None))], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def tidied(shows: Sequence[Show]) -> tuple[Show, ...]:
    """With words as they are kept; only a message has any."""
    return tuple(replace(one, text=tidy(one.text) if one.what == What.MESSAGE else "") for one in shows)


def program_problems(program: Program) -> Iterator[Problem]:
    """What speaks against it: nothing to show, one thing twice, too short or too long, a message without words."""
    if not program.shows:
        yield Problem("screen_shows_nothing", "shows")
    kinds = [one.what for one in program.shows]
    if len({*kinds}) < len(kinds):
        yield Problem("screen_shows_twice", "shows")
    for show in program.shows:
        if not SHORTEST <= show.seconds <= LONGEST:
            yield Problem("screen_seconds", f"seconds-{show.what}", {"least": SHORTEST, "most": LONGEST})
        yield from message_problems(show)


def message_problems(show: Show) -> Iterator[Problem]:
    if show.what == What.MESSAGE and not show.text:
        yield Problem("screen_message_missing", "text")
    elif show.what == What.MESSAGE:
        yield from text_problems("text", show.text, LONGEST_MESSAGE)


def name_problems(name: str) -> list[Problem]:
    return text_problems("name", name, LONGEST_NAME) if name else [Problem("screen_name_missing", "name")]
