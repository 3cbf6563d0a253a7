"""`python -m bench.hall_visits <name> <cards> <limit>`: halls of three sizes with hands, and every page of them.

The large one is visited as the desk's tournaments are (`bench.desk_visits`), also by those without an account, and
again at the moment after something has changed, when all is reckoned anew. A small one tells whether a page asks more
the more there is. One of 200 tells what its standings cost. Of several visits the quickest counts: what else the
machine does only makes them longer. Ends with 1 where something is too slow, too large, or grows (on PostgreSQL).
"""

import logging
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import django

django.setup()

from django.core.management import call_command  # noqa: E402 - after the set-up
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from bench.desk_visits import HTMX, addresses, phone_without_account, with_token  # noqa: E402
from bench.hall_evening import a_hall  # noqa: E402
from bench.pages import phone  # noqa: E402
from clubs.models import Club, Membership, Player, User  # noqa: E402
from clubs.models.club import Role  # noqa: E402
from config.memory import settle  # noqa: E402
from tournaments.models import Tournament  # noqa: E402
from tournaments.services import screens, turns  # noqa: E402
from tournaments.services.marks import mark_of  # noqa: E402
from tournaments.services.table_codes import code_of, hall_code  # noqa: E402

SMALL, MIDDLE = 24, 200
ROUNDS = 5
VISITS = 7
POLL = 10
STANDINGS = {"standings": 20, "api-standings": 10}
"""Milliseconds of CPU that the standings of 200 may take."""
MOST_BYTES = 40 * 1024
"""That the page of them may send."""


@dataclass(frozen=True, slots=True)
class Visit:
    """The quickest of `VISITS` in milliseconds, queries of the first visit, bytes sent."""

    wall: float
    cpu: float
    queries: int
    sent: int

    def said(self, bare: "Visit") -> str:
        return (
            f"{self.wall:7.1f} ms, CPU {self.cpu:6.1f} ms, {self.cpu / bare.cpu:5.0f} times the bare page,"
            f" {self.queries:3} queries, {self.sent / 1024:6.1f} KiB sent"
        )


def main(name: str, cards: int, limit: int) -> int:
    logging.disable()  # of every address that takes posts only
    call_command("migrate", verbosity=0)
    owner = User.objects.create_user("owner@example.org", name="Vorname0 Nachname0")
    began = time.perf_counter()
    small, middle, large = (hall_of(owner, count) for count in (SMALL, min(MIDDLE, cards), cards))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
    print(f"hall, {name}: {cards:,} cards, {ROUNDS} rounds with hands, built in {time.perf_counter() - began:.0f} s")
    settle()  # as config.wsgi does
    doors = Doors(phone("owner@example.org"), with_token(), phone_without_account())
    bare = visit(doors.owner, "/bare/")
    print(f"  at most {limit} ms on PostgreSQL, a poll with nothing new {POLL} ms")
    print(f"  {'the bare page':34} {bare.said(bare)}")
    few, wrong = {one: found.queries for one, found in visits(doors, small).items()}, 0
    for page, found in sorted(visits(doors, large).items(), key=lambda one: -one[1].wall):
        most = POLL if page.endswith(" again") else limit
        too_slow = found.wall > most and name == "PostgreSQL" and not page.endswith("a file")
        grows = few.get(page, found.queries) != found.queries
        wrong += too_slow + grows
        marks = f"{'   TOO SLOW' if too_slow else ''}{f'   GROWS from {few.get(page)} queries' if grows else ''}"
        print(f"  {page:34} {found.said(bare)}{marks}")
    return wrong + standings_of_200(doors, middle, bare, counts=name == "PostgreSQL")


@dataclass(frozen=True, slots=True)
class Doors:
    owner: Client
    caller: Client
    guest: Client

    def of(self, path: str) -> Client:
        if path.startswith("/api/v1/clubs/"):
            return self.caller
        return self.owner if path.startswith("/club/") else self.guest


def hall_of(owner: User, cards: int) -> Tournament:
    """A club of so many people that plays; of the last round the last tables are still writing."""
    club = Club.objects.create(name=f"Stammtisch {cards}", slug=f"hall-{cards}-{owner.memberships.count()}")
    Player.objects.bulk_create(Player(club=club, name=f"Vorname{n % 40} Nachname{n}", guest=True) for n in range(cards))
    Membership.objects.create(club=club, user=owner, role=Role.OWNER, player=club.players.order_by("pk")[0])
    tournament = a_hall(club, rounds=ROUNDS, still_open=max(2, cards // 8))
    screens.add(tournament, by=None, token="bench-screen", name="Bühne")
    return tournament


def visits(doors: Doors, tournament: Tournament) -> dict[str, Visit]:
    """Every page and call of it, by the name of its address."""
    found = dict[str, Visit]()
    for name, path in [*addresses(tournament), *outside(tournament)]:
        client = doors.of(path)
        answer = client.get(path)
        if answer.status_code == 200:
            kind = answer.headers["Content-Type"].partition(";")[0]
            plain = kind in ("text/html", "application/json") and "Content-Disposition" not in answer.headers
            found[name if plain else f"{name}, a file"] = visit(client, path)
    return found | dict(moments(doors, tournament))


def outside(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """What needs no account: the hall with each of its views, a card, its screen, a table."""
    hall, api = f"/hall/{hall_code(tournament)}/", f"/api/v1/halls/{hall_code(tournament)}/"
    for view in ("draw", "tables", "standings", "prizes"):
        yield f"hall, {view}", f"{hall}?view={view}"
    yield "hall, search", f"{hall}?view=draw&q=vor"
    yield "hall-card", f"{hall}1/"
    for name in ("why", "needs", "pictures", "rules"):
        yield f"hall, {name}", f"{hall}{name}/"
        yield f"hall-card, {name}", f"{hall}1/{name}/"
    yield "api-hall", api
    yield "api-hall-card", f"{api}cards/1/"
    yield "at-table", f"/table/{code_of(tournament, 1)}/"
    for screen in tournament.screens.all():
        yield "screen", f"/screen/{screen.secret}/"


def moments(doors: Doors, tournament: Tournament) -> Iterator[tuple[str, Visit]]:
    """What waits and finds nothing new; and whoever is first after something has changed."""
    hall = f"/hall/{hall_code(tournament)}/"
    seen = {"seen": mark_of(tournament)}
    yield "hall again", visit(doors.guest, f"{hall}?view=draw", seen, headers=HTMX)
    yield "hall-card again", visit(doors.guest, f"{hall}1/", seen, headers=HTMX)
    inside = f"/club/{tournament.club.slug}/tournaments/{tournament.pk}/standings/"
    etag = doors.owner.get(inside).headers["ETag"]
    yield "standings again", visit(doors.owner, inside, headers={"If-None-Match": etag})

    def change() -> None:
        turns.take(tournament)

    firsts = {"standings": inside, "api-standings": f"/api/v1{inside.replace('/club/', '/clubs/')}"}
    firsts |= {"hall": f"{hall}?view=standings", "hall-card": f"{hall}1/"}
    for name, path in firsts.items():
        yield f"{name} after a change", visit(doors.of(path), path, before=change)


def visit(
    client: Client,
    path: str,
    asked: dict[str, str] | None = None,
    before: Callable[[], None] = lambda: None,
    headers: dict[str, str] | None = None,
) -> Visit:
    before()
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path, asked, headers=headers)
    count = len(queries)
    assert answer.status_code in (200, 204, 304), f"{path}: {answer.status_code}"
    walls, cpus = list[float](), list[float]()
    for _visit in range(VISITS):
        before()
        began, cpu = time.perf_counter(), time.process_time()
        client.get(path, asked, headers=headers)
        walls.append((time.perf_counter() - began) * 1000)
        cpus.append((time.process_time() - cpu) * 1000)
    sent = 0 if answer.streaming else len(answer.content)
    return Visit(min(walls), min(cpus), count, sent)


def standings_of_200(doors: Doors, tournament: Tournament, bare: Visit, *, counts: bool) -> int:
    """Compressed, as every browser and program asks for it; what it is unpacked is said too."""
    wrong, inside = 0, f"/club/{tournament.club.slug}/tournaments/{tournament.pk}/standings/"
    for name, most in STANDINGS.items():
        path = inside if name == "standings" else f"/api/v1{inside.replace('/club/', '/clubs/')}"
        found = visit(doors.of(path), path)
        plain = len(doors.of(path).get(path, headers={"Accept-Encoding": "identity"}).content)
        too_much = counts and (found.cpu > most or (name == "standings" and found.sent > MOST_BYTES))
        wrong += too_much
        print(
            f"  {name} of {len(tournament.entrants.all())}, at most {most} ms of CPU: {found.said(bare)},"
            f" {plain / 1024:.0f} KiB unpacked{'   TOO MUCH' if too_much else ''}"
        )
    return wrong


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])), 1))
