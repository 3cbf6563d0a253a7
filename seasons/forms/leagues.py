"""What the pages of leagues post."""

from collections.abc import Mapping
from datetime import date, time
from typing import Any

from clubs.forms.numbers import day_typed, plain_number
from clubs.forms.till import count_typed
from clubs.services.core import Problem, Refused
from seasons.formats.league import ALLOWED, CHAIN, Rules, write_rules
from seasons.services.fixtures import Days, When
from seasons.services.leagues import About

WORDS = ("counts", "scale", "by", "withdrawn")
DECIDERS = range(1, len(CHAIN))
"""The criteria after the points, each in a field of its own."""


def about_of(post: Mapping[str, str]) -> About:
    return About(
        name=post.get("name", ""),
        season=post.get("season", ""),
        game=post.get("game", ""),
        notes=post.get("notes", ""),
        public="public" in post,
    )


def divisions_of(post: Mapping[str, str]) -> list[str]:
    """One name a line."""
    return post.get("divisions", "").splitlines()


def rules_of(post: Mapping[str, str], rules: Rules) -> dict[str, Any]:
    """What was typed, laid over the rules that count; what is no number is handed on to be refused."""
    said = write_rules(rules)
    said |= {name: count_typed(post[name]) for name in ALLOWED if name in post}
    said |= {name: post[name] for name in WORDS if name in post}
    if "twice" in post:
        said["twice"] = post["twice"] == "yes"
    if "decider-1" in post:
        chosen = [post.get(f"decider-{index}", "") for index in DECIDERS]
        said["chain"] = ["points", *(one for one in chosen if one)]
    return said


def days_of(post: Mapping[str, str]) -> Days:
    """Refused with every field that is no day and no time."""
    problems = list[Problem]()
    first, second = _day(post, "first", problems), _day(post, "second_half", problems)
    at = _time(post, "time", problems)
    if problems:
        raise Refused(*problems)
    weekday = post.get("weekday", "")
    weeks = count_typed(post.get("weeks", "1"))
    return Days(first, weeks, plain_number(weekday) if weekday else None, at, second)


def when_of(post: Mapping[str, str]) -> When:
    """Refused with every field that is no day and no time."""
    problems = list[Problem]()
    found = When(_day(post, "day", problems), _time(post, "time", problems), post.get("venue", ""))
    if problems:
        raise Refused(*problems)
    return found


def _day(post: Mapping[str, str], name: str, problems: list[Problem]) -> date | None:
    """What is no day becomes a problem of its field, as with `_time`."""
    text = post.get(name, "").strip()
    found = day_typed(text) if text else None
    if text and found is None:
        problems.append(Problem("match_day_unreadable", name))
    return found


def _time(post: Mapping[str, str], name: str, problems: list[Problem]) -> time | None:
    text = post.get(name, "").strip().replace(".", ":")
    if not text:
        return None
    try:
        return time.fromisoformat(f"{text:0>5}").replace(second=0, microsecond=0, tzinfo=None)
    except ValueError:
        problems.append(Problem("match_time_unreadable", name))
        return None


def levels_of(post: Mapping[str, str]) -> dict[int, int | None]:
    """Id of a team -> the level that was chosen for it; an empty choice is nowhere, "?" is none yet."""
    found = dict[int, int | None]()
    for name, value in post.items():
        team = plain_number(name.removeprefix("level-")) if name.startswith("level-") else 0
        if team and value != "?":
            found[team] = plain_number(value) if value else None
    return found
