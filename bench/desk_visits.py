"""`python -m bench.desk_visits <name> <cards> <limit>`: builds large tournaments and visits every page of them.

Ends with 1 where a page or call takes longer than the limit, or a poll that finds nothing new longer than `POLL`
(medians, on PostgreSQL), and where one does not answer.
"""

import logging
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402 - after the set-up
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from bench.pages import filled_in, patterns, phone  # noqa: E402
from bench.tournament import LIVES, a_large_tournament  # noqa: E402
from clubs.models import ApiToken, Club, Membership, Player, User  # noqa: E402
from clubs.models.club import Role  # noqa: E402
from config.memory import settle  # noqa: E402
from tournaments.models import Tournament  # noqa: E402
from tournaments.services import draws, laid_tables, table_codes  # noqa: E402
from tournaments.services.phones import seen  # noqa: E402

ROUNDS = 5
VISITS = 7
POLL = 10
"""Milliseconds that a screen may take which asks whether anything has changed, and nothing has."""
PAPER = 1000
"""Milliseconds that a PDF of the whole hall may take."""
HTMX = {"HX-Request": "true"}


def main(name: str, cards: int, limit: int) -> int:
    logging.disable()  # of every address that takes posts only
    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    club = a_club(cards)
    playing = a_large_tournament(club, rounds=ROUNDS)
    drawn = a_large_tournament(club, "Nach vier Runden", rounds=ROUNDS, handed_in=True)
    lives = a_large_tournament(club, "Preisschnapsen", rounds=ROUNDS, plan=LIVES)
    draws.draw(drawn, by=None, number=ROUNDS + 1)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
    took = time.perf_counter() - began
    print(f"tournament, {name}: {cards:,} cards, {ROUNDS} rounds, three times, built in {took:.0f} s")
    print(f"  at most {limit} ms on PostgreSQL, a poll with nothing new {POLL} ms; the slowest address of each page")
    settle()  # as config.wsgi does
    owner, caller = phone("owner@example.org"), with_token()
    bare, said = visit(owner, "/bare/")
    print(f"  {'the bare page':34} {said}")
    visits = {**slowest(owner, caller, [playing, drawn, lives]), **dict(polls(owner, playing))}
    wrong = 0
    for page, (median, said) in sorted(visits.items(), key=lambda one: -one[1][0]):
        most = POLL if page.endswith(" again") else PAPER if page.startswith("paper-") else limit
        too_slow = name == "PostgreSQL" and median > most
        wrong += too_slow
        print(f"  {page:34} {said}, {median / bare:5.0f} times the bare page{'   TOO SLOW' if too_slow else ''}")
    return wrong


def a_club(cards: int) -> Club:
    """As many people as cards, and an account that owns it."""
    club = Club.objects.create(name="Stammtisch Gasthaus Post", slug="large")
    Player.objects.bulk_create(Player(club=club, name=f"Vorname{n % 40} Nachname{n}", guest=True) for n in range(cards))
    user = User.objects.create_user("owner@example.org", name="Vorname0 Nachname0")
    Membership.objects.create(club=club, user=user, role=Role.OWNER, player=club.players.order_by("pk")[0])
    return club


def with_token() -> Client:
    _row, token = ApiToken.objects.create(User.objects.get(email="owner@example.org"), name="bench")
    return Client(headers={"Authorization": f"Token {token}", "Host": "localhost", "Accept-Encoding": "gzip"})


def visit(client: Client, path: str, **headers: str) -> tuple[float, str]:
    """The median in milliseconds, and how it is printed."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path, headers=headers or None)
    assert answer.status_code in (200, 204, 304), f"{path}: {answer.status_code}"
    count, took = len(queries), list[float]()
    for _visit in range(VISITS):
        began = time.perf_counter()
        client.get(path, headers=headers or None)
        took.append((time.perf_counter() - began) * 1000)
    median = statistics.median(took)
    return (
        median,
        f"{median:7.1f} ms, worst {max(took):7.1f} ms, {count:3} queries, {len(answer.content) // 1024:4} KiB",
    )


def slowest(owner: Client, caller: Client, tournaments: list[Tournament]) -> dict[str, tuple[float, str]]:
    """By name of the address the slowest of the tournaments, where it is a page or a call that answers to GET."""
    found = dict[str, tuple[float, str]]()
    for one in tournaments:
        for name, path in addresses(one):
            client = caller if path.startswith("/api/") else owner
            if client.get(path).status_code == 200:
                found[name] = max(found.get(name, (0.0, "")), visit(client, path))
    code = table_codes.code_of(tournaments[0], 1)
    found["at-table"] = visit(phone_without_account(), f"/table/{code}/")
    found["api-phone-table"] = visit(phone_without_account(), f"/api/v1/tables/{code}/")
    return found


def addresses(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Name and address of every page and call of tournaments that the site's own list has."""
    known: dict[str, Any] = {"slug": tournament.club.slug, "pk": tournament.pk, "number": 1, "table": 1, "act": "pay"}
    known |= {"step": "money", "preset": "three-lives", "ban": 1, "penalty": 1, "prize": 1, "buy": 1, "form": "json"}
    known |= {"what": "seating-by-name", "paper": "table-slips"}
    known |= {"call": 1, "screen": tournament.screens.values_list("pk", flat=True).first() or 1}
    for route, pattern in patterns(get_resolver()):
        if "<slug:slug>/tournaments/" in route:
            yield pattern.name or route, filled_in(route, {name: known[name] for name in pattern.pattern.converters})


def phone_without_account() -> Client:
    return Client(headers={"Host": "localhost", "Accept-Language": "de", "Accept-Encoding": "gzip"})


def polls(owner: Client, tournament: Tournament) -> Iterator[tuple[str, tuple[float, str]]]:
    """The waiting screens, with the mark that they carry."""
    inside = f"/club/large/tournaments/{tournament.pk}"
    etag = owner.get(f"{inside}/standings/").headers["ETag"]
    yield "standings again", visit(owner, f"{inside}/standings/", **{"If-None-Match": etag})
    last = tournament.rounds.order_by("-number")[0]
    yield "tables again", visit(owner, f"{inside}/tables/?seen={laid_tables.seen_of(last)}", **HTMX)
    code = table_codes.code_of(tournament, 1)
    yield "at-table again", visit(phone_without_account(), f"/table/{code}/?seen={seen(tournament, last)}", **HTMX)


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])), 1))
