"""Every page and call of a tournament costs the same number of queries, however many cards and rounds there are.

The tournament is the one of `make bench`, only smaller.
"""

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.desk_visits import HTMX, a_club, addresses, phone_without_account, with_token
from bench.pages import phone
from bench.tournament import LIVES, PLAN, a_large_tournament
from tournaments.formats.core import Round, Table
from tournaments.formats.plan import Plan
from tournaments.models import Tournament
from tournaments.queries import published
from tournaments.services import draws, phones, table_codes
from tournaments.services.laid_tables import seen_of
from tournaments.services.marks import mark_of

pytestmark = pytest.mark.django_db

MOST = 26
"""Queries of the dearest page or call, the session or token and the membership with them."""
MOST_OF_A_POLL = 8


def queries(client: Client, path: str, **headers: str) -> tuple[int, int]:
    """The status, and how many queries it took."""
    with CaptureQueriesContext(connection) as asked:
        status = client.get(path, headers=headers).status_code
    return status, len(asked)


def counted(plan: Plan, cards: int, rounds: int, *, drawn: bool = False) -> dict[str, tuple[int, int]]:
    """By address, of a tournament of this size, which is gone again afterwards."""
    with transaction.atomic():
        tournament = a_large_tournament(a_club(cards), rounds=rounds, plan=plan, handed_in=drawn)
        if drawn:
            draws.draw(tournament, by=None, number=rounds + 1)
        owner, caller = phone("owner@example.org"), with_token()
        found = {
            name: queries(caller if path.startswith("/api/") else owner, path) for name, path in addresses(tournament)
        }
        transaction.set_rollback(True)
    return {name: (status, count) for name, (status, count) in found.items() if status == 200}


@pytest.mark.parametrize(("plan", "drawn"), [(PLAN, True), (LIVES, False)])
def test_every_page_and_call_costs_the_same_number_of_queries(plan: Plan, drawn: bool) -> None:
    small, large = counted(plan, 8, 1, drawn=drawn), counted(plan, 16, 2, drawn=drawn)
    assert small == large
    assert large.keys() >= {
        "standings",
        "tables",
        "check-in",
        "draw",
        "prizes",
        "api-standings",
        "api-draw",
        "api-card",
    }
    assert {name: count for name, (_status, count) in large.items() if count > MOST} == {}


def test_a_screen_that_waits_asks_little_while_nothing_changes() -> None:
    tournament = a_large_tournament(a_club(12), rounds=2)
    owner, last = phone("owner@example.org"), published(tournament).last()
    assert last is not None
    inside = f"/club/large/tournaments/{tournament.pk}"
    etag = owner.get(f"{inside}/standings/").headers["ETag"]
    assert mark_of(Tournament.objects.get(pk=tournament.pk)) in etag
    code = table_codes.code_of(tournament, 1)
    polls = [
        queries(owner, f"{inside}/standings/", **{"If-None-Match": etag}),
        queries(owner, f"{inside}/tables/?seen={seen_of(last)}", **HTMX),
        queries(phone_without_account(), f"/table/{code}/?seen={phones.seen(tournament, last)}", **HTMX),
    ]
    assert [status for status, _count in polls] == [304, 204, 204]
    assert max(count for _status, count in polls) <= MOST_OF_A_POLL


def test_what_every_card_asks_of_a_round_is_reckoned_once() -> None:
    round_ = Round(1, 0, (Table(1, (1, 2)), Table(2, (3,))), byes=(4,))
    assert (round_.resting, round_.open_tables) == ((4, 3), (1,))
    assert round_.resting is round_.resting
    assert round_.open_tables is round_.open_tables
