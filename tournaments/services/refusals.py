"""Refusals that use cases share: what the pure part found, and a reason that is missing or cannot be kept."""

from collections.abc import Callable, Mapping

from clubs.messages.money import euros
from clubs.services.core import Problem, Refused
from clubs.services.text import text_problems
from tournaments.formats import core
from tournaments.services.plan_names import percent

LONGEST_REASON = 120

IN_WORDS: Mapping[str, Callable[[int], str]] = {
    **dict.fromkeys(("over_100", "not_100"), percent),
    **dict.fromkeys(("fee_parts", "pool_above_price", "more_than_pot", "rest_without_home", "unclaimed"), euros),
}
"""Code -> how its figures are said: hundredths of a percent, or cents."""


def said(one: core.Problem) -> Problem:
    """What the pure part found, as a use case says it."""
    figures = _listed(one.figures)
    if (in_words := IN_WORDS.get(one.code)) is not None:
        figures = {name: in_words(figure) for name, figure in figures.items() if isinstance(figure, int)}
    return Problem(one.code, one.at, figures)


def refused(error: core.Impossible) -> Refused:
    return Refused(*map(said, error.problems))


def _listed(figures: Mapping[str, int | str | list[int]]) -> dict[str, int | str]:
    """Lists of numbers as a sentence says them: 3, 7, 12."""
    return {name: ", ".join(map(str, one)) if isinstance(one, list) else one for name, one in figures.items()}


def reason_problems(reason: str, *, missing: str = "") -> list[Problem]:
    """What speaks against a reason, tidied; `missing` is the code where there has to be one."""
    if missing and not reason:
        return [Problem(missing, "reason")]
    return text_problems("reason", reason, LONGEST_REASON)
