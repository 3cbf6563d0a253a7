"""What the templates of setting up look up: problems by the name of a field, percentages."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.template import Library

from tournaments.services import plan_names

register = Library()


@register.filter
def at(problems: Mapping[str, list[str]], name: str) -> list[str]:
    """The sentences about a field."""
    return problems.get(name, [])


@register.filter
def below(problems: Mapping[str, list[str]], path: str) -> list[str]:
    """The sentences about everything below a path."""
    return [said for name, told in problems.items() if name.startswith(f"{path}.") for said in told]


@register.filter
def any_of(problems: Mapping[str, list[str]], names: str) -> bool:
    """Whether there is anything about one of these fields."""
    return any(name in problems for name in names.split())


@register.filter
def any_in(problems: Mapping[str, list[str]], rows: Iterable[Mapping[str, Any]]) -> bool:
    """Whether there is anything about one of these rows."""
    return any(row["name"] in problems for row in rows)


@register.filter
def percent(share: int) -> str:
    """Hundredths of a percent: 12,5 %"""
    return plan_names.percent(share)
