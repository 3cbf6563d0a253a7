"""Who may do what, read from the ability table and from the addresses themselves: docs/permissions.md and its test."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import translation

from clubs.models.club import Role
from clubs.permissions import ABILITIES

OPEN_TO_MORE = {"club": "see"}
"""Pages of a club that look after their door themselves: the page of a public club is everybody's."""

HEAD = """# Who may do what

Written by `manage.py permissions` from `clubs/permissions.py` and the addresses; a test compares. Nobody needs an
account to play: who holds the secret address of a sheet may use that sheet. Inside a club:

* who is not logged in is asked to log in (API: 401), whether there is such a club or not
* an account that is not in the club finds nothing (404), except the page of a public club
* a role without the ability is told so (403)
"""


@dataclass(frozen=True, slots=True)
class Address:
    """One address inside a club and the abilities its methods need; none for a view that nobody guards."""

    name: str
    route: str
    arguments: tuple[str, ...]
    ability: str | None = None
    abilities: dict[str, str] = field(default_factory=dict)

    @property
    def is_api(self) -> bool:
        return self.route.startswith("/api/")


def patterns(resolver: URLResolver, before: str = "/") -> Iterator[tuple[str, URLPattern]]:
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one, route)
        else:
            yield route, one


def door_of(view: Callable[..., Any], what: str) -> Any:
    """What the door of a view asks for; a class-based or csrf-exempt wrapper keeps it on what it wraps."""
    inner: Any = view
    while inner is not None and not hasattr(inner, what):
        inner = getattr(inner, "__wrapped__", None)
    return getattr(inner, what, None)


def addresses() -> list[Address]:
    """Every page and API call inside a club, in the order of their addresses."""
    found = []
    for route, pattern in patterns(get_resolver()):
        if "slug" not in pattern.pattern.converters or not route.startswith(("/club/", "/api/v1/clubs/")):
            continue
        name = str(pattern.name)
        ability = door_of(pattern.callback, "ability") or OPEN_TO_MORE.get(name)
        abilities = door_of(pattern.callback, "abilities") or {}
        arguments = tuple(one for one in pattern.pattern.converters if one != "slug")
        found.append(Address(name, route, arguments, ability, abilities))
    return sorted(found, key=lambda one: (one.route, one.name))


def table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, ["---"] * len(head), *rows]) + "\n"


def document() -> str:
    """The text of docs/permissions.md."""
    with translation.override("en"):
        roles = [str(role.label) for role in Role]
        abilities = [
            [f"`{one.key}`", str(one.title), *("yes" if role in one.roles else "–" for role in Role)]
            for one in ABILITIES.values()
        ]
    inside = addresses()
    pages = [[f"`{one.route}`", one.name, f"`{one.ability}`"] for one in inside if not one.is_api]
    calls = [
        [method, f"`{one.route}`", f"`{ability}`"]
        for one in inside
        if one.is_api
        for method, ability in one.abilities.items()
    ]
    return "\n".join(
        [
            HEAD,
            table(["ability", "what", *roles], abilities),
            "## Pages\n",
            table(["address", "name", "ability"], pages),
            "The page `club` is also everybody's where the club is public.\n",
            "## API\n",
            "With a personal token (`Authorization: Token …`, made on the account page) of somebody in the club.\n",
            table(["method", "address", "ability"], calls),
        ]
    )
