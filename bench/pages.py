"""Every page of a club that answers to GET, as the site's own list of addresses says."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver

from bench import winter
from clubs.models import Club, Evening, RuleVersion, Transfer, User
from clubs.models.club import Role
from tournaments.models import Screen

MORE = {
    "changes": ["?page=40", "?kind=people&person=2"],
    "club-statistics": ["?pairs=with", "?game=kratzen", "?year=2020"],
    "evenings": ["?year=2020"],
    "house-rule-profile": ["?page=99"],
    "people": ["?q=an"],
    "player": ["?game=kratzen", "?year=2020"],
    "player-sheets": ["?page=20"],
    "till-bookings": ["?before=500"],
    "till-report": ["?start=2016-01-01&end=2026-12-31"],
    "till-report-file": ["?start=2016-01-01&end=2026-12-31"],
}
"""What a page is asked for besides: its filters and its later pages."""


@dataclass(slots=True)
class Page:
    """One address by the name it has in the site's list, with how much of its answers."""

    name: str
    paths: list[str] = field(default_factory=list)
    """All that are pages: of the open and of the settled evening, of a person and of themselves, filtered or not."""
    download: bool = False
    status: int = 0
    """What it answered with instead, where it has no page."""
    email: str = "owner@example.org"
    """Whose page it is."""
    queries: list[int] = field(default_factory=list)
    """How many each of the paths asked when it was tried out."""


def phone(email: str) -> Client:
    """Asks as a browser does; without what a test's set-up would add to every template."""
    client = Client(headers={"Accept-Language": "de", "Accept-Encoding": "gzip", "Host": "localhost"})
    client.force_login(User.objects.get(email=email), "django.contrib.auth.backends.ModelBackend")
    return client


def pages_of(club: Club) -> Iterator[Page]:
    """Every page of the club, tried out; those that only take posts have no paths."""
    owner, new = phone("owner@example.org"), phone("new@example.org")
    known = values_of(club)
    for route, pattern in patterns(get_resolver()):
        if "club/<slug:slug>/" not in route or route.startswith("api/"):
            continue
        page, names = Page(pattern.name or route), list(pattern.pattern.converters)
        tried = addresses(route, names, known)
        for path in tried:
            try_out(page, path, owner)
        if not page.paths and page.status != 405:
            page.email = "new@example.org"
            for path in tried:
                try_out(page, path, new)
        for path in [path + more for more in MORE.get(page.name, []) for path in page.paths[-1:]]:
            try_out(page, path, owner)
        yield page


def try_out(page: Page, path: str, client: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path)
    if answer.status_code == 200:
        page.paths.append(path)
        page.queries.append(len(queries))
        page.download = "attachment" in answer.headers.get("Content-Disposition", "")
    elif page.status in (0, 404):
        page.status = answer.status_code


def values_of(club: Club) -> dict[str, list[Any]]:
    """What may stand in an address: by the name of its part, or where it is an id by what comes before it."""
    people = list(club.players.order_by("pk"))
    latest = RuleVersion.objects.filter(profile__club=club, profile__game="bauernschnapsen").order_by("-number")[0]
    transfers = Transfer.objects.filter(evening__club=club)
    rows: dict[str, Any] = {
        "bookings": club.bookings,
        "claims": club.claims,
        "house-rules": club.rule_profiles,
        "invitations": club.invitations,
        "payments": transfers,
        "roles": club.memberships.exclude(role=Role.OWNER),
        "tariffs": club.tariffs,
        "transfers": transfers,
    }
    tournaments = list(club.tournaments.order_by("pk"))
    return {
        **{f"{part}/<int:pk>": [some.order_by("pk")[0].pk] for part, some in rows.items()},
        "people/<int:pk>": [people[1].pk, people[-1].pk],
        "tournaments/<int:pk>": [one.pk for one in tournaments],
        "number": [1, 3],
        "table": [1],
        "step": ["what", "course", "money"],
        "preset": ["three-lives"],
        "ban": [1],
        "penalty": [1],
        "prize": [1],
        "act": ["pay"],
        "screen": list(Screen.objects.filter(tournament__club=club).values_list("pk", flat=True)),
        "call": [1],
        "paper": ["prizes"],
        "slug": [club.slug],
        "day": list(Evening.objects.filter(club=club).order_by("-day").values_list("day", flat=True)[:2]),
        "game": ["bauernschnapsen"],
        "key": ["bauernschnapsen", f"profile-{latest.pk}", "standard"],
        "form": ["csv", "xlsx", "json"],
        "what": ["bookings.csv", "report.xlsx", "seating-by-name"],
        **winter.values_of(club),
    }


def addresses(route: str, names: list[str], known: dict[str, list[Any]]) -> list[str]:
    """The route with all that may stand in it."""
    before = route.partition("/<int:pk>")[0].rpartition("/")[2]
    some = [known.get(f"{before}/<int:pk>" if name == "pk" else name, []) for name in names]
    if "/events/" in route:
        some = [known["event"] if name == "key" else values for name, values in zip(names, some, strict=True)]
    return [filled_in(route, dict(zip(names, values, strict=True))) for values in product(*some)]


def patterns(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one, route)
        else:
            yield route, one


def filled_in(route: str, values: dict[str, Any]) -> str:
    for name, value in values.items():
        before, _open, rest = route.partition("<")
        kind, _close, after = rest.partition(">")
        assert kind.endswith(name)
        route = f"{before}{value}{after}"
    return "/" + route
