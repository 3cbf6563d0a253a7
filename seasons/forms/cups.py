"""What the pages of a cup post: what it is called, its rules, and results by name."""

import re
from collections.abc import Sequence
from typing import Any

from django.http import QueryDict

from clubs.forms.numbers import day_typed, plain_number
from clubs.messages.money import coins
from seasons.formats.cup_rules import PARTS, Rules, write
from seasons.messages.cup_words import number
from seasons.services.cup_events import Typed

MOST_TYPED = 60_000
"""Letters of a list of results."""
LONGEST_LINE = 300
"""Of it; a name is shorter, and the patterns below need far longer for more."""

CHOICES = ("gives", "unit", "several", "absent", "counts", "groups")
LISTS = ("places", "bonus")
NUMBERS = ("best", "drops", "minimum", "credit", "divisor", "group_best", "qualified")
TICKS = ("floor", "women", "teams", "towns", "first_woman")
CHAIN = ("chain1", "chain2", "chain3")
ABOUT = ("name", "first_day", "last_day", "game", "notes")
"""Fields of the form that say what a cup is called and when it is."""

RESULT = re.compile(r"^(?P<name>.*?)[\s;:,=]+(?P<points>[-−+]?\d[\d.,]*)\s*(€|P|Pkt\.?|points?|Punkte?)?$")
"""A name and what stands last behind it."""

MISSED = re.compile(r"[^\t;]*?([\s;:,=]+[-−–—]+|\t)\s*")
"""Somebody who was not there, as lists have them: a dash behind the name, or an empty cell of a table."""


def about_typed(post: QueryDict) -> dict[str, Any]:
    return {
        "name": post.get("name", ""),
        "first_day": day_typed(post.get("first_day", "")),
        "last_day": day_typed(post.get("last_day", "")),
        "notes": post.get("notes", ""),
        "every_evening": "every_evening" in post,
        "public": "public" in post,
    }


def rules_typed(post: QueryDict) -> dict[str, dict[str, Any]]:
    """The rules as JSON; what is no number is handed on for the use case to refuse."""
    typed: dict[str, Any] = {name: post[name] for name in CHOICES if name in post}
    typed |= {name: _number(post[name]) for name in NUMBERS if post.get(name, "").strip()}
    typed |= {name: _list(post[name]) for name in LISTS if name in post}
    typed |= {name: name in post for name in TICKS}
    typed["chain"] = [post[name] for name in CHAIN if post.get(name)]
    fields = {part: of.__dataclass_fields__ for part, of in PARTS.items()}
    return {part: {name: typed[name] for name in names if name in typed} for part, names in fields.items()}


def rules_as_typed(rules: Rules) -> dict[str, Any]:
    """The form as it stands in the rules: what `rules_typed` reads."""
    plain = {name: value for part in write(rules).values() for name, value in part.items()}
    chain = [*plain.pop("chain"), "", "", ""]
    plain |= {name: " ".join(map(str, plain[name])) for name in LISTS}
    return plain | dict(zip(CHAIN, chain, strict=False))


def _number(typed: Any) -> int | str:
    text = str(typed)
    digits = text.strip().replace("−", "-")
    return int(digits) if re.fullmatch(r"-?[0-9]{1,9}", digits) else text


def _list(typed: Any) -> list[int | str]:
    return [_number(one) for one in re.split(r"[\s,;/]+", str(typed).strip()) if one]


# --- results ---------------------------------------------------------------------------------------------------------


def results_typed(text: str, *, money: bool) -> list[Typed]:
    """One result a line, as it is typed or pasted out of a table: a name, and behind it how much.

    An empty line, and one of somebody who was not there, is a result without anything, so that the number of a result
    is that of its line. More than two cells are no result: half of a table would become part of a name.
    """
    return [_result(line, money=money) for line in text[:MOST_TYPED].splitlines()]


def _result(line: str, *, money: bool) -> Typed:
    if len(line) > LONGEST_LINE:
        return Typed(line[:LONGEST_LINE].strip(), None)
    found = RESULT.match(line.strip())
    if found is None and MISSED.fullmatch(line):
        return Typed()
    if found is None or len([cell for cell in re.split("[\t;]", line) if cell.strip()]) > 2:
        return Typed(line.strip().strip(";,:\t "), None)
    name = found["name"].strip().strip(";,:")
    return Typed(name, _cents(found["points"]) if money else _points(found["points"]))


def _points(text: str) -> int | None:
    plain = text.replace("−", "-").lstrip("+")
    if re.fullmatch(r"-?[0-9]{1,3}([.][0-9]{3})+", plain):
        plain = plain.replace(".", "")
    return plain_number(plain) if re.fullmatch(r"-?[0-9]{1,10}", plain) else None


def _cents(text: str) -> int | None:
    found = re.fullmatch(r"([-−+]?)([0-9]{1,7})(?:[.,]([0-9]{1,2}))?", text)
    if found is None:
        return None
    amount = int(found[2]) * 100 + int((found[3] or "").ljust(2, "0"))
    return -amount if found[1] in ("-", "−") else amount


def results_as_typed(results: Sequence[tuple[str, int]], *, money: bool) -> str:
    return "\n".join(f"{name} {coins(points) if money else number(points, money=False)}" for name, points in results)


def line_of(at: str | None) -> int | None:
    """Which line of the list a problem is about, counted from 1."""
    found = re.match(r"results\.(\d+)\.", at or "")
    return int(found[1]) + 1 if found else None
