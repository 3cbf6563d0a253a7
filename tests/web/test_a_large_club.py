"""Every page of a club costs the same number of queries, however many people, evenings and sheets there are.

The club is the one of `make bench`, only smaller.
"""

import pytest
from django.db import transaction

from bench.pages import pages_of, phone
from bench.season import a_large_club
from bench.winter import a_winter
from scoring.services.check import differing_sheets, differing_tallies

pytestmark = pytest.mark.django_db

ONLY_POSTS = 405
WHICH = 422
"""Where an address alone does not say what is meant: which two cards to swap."""
BACK = 302
"""What asks before it does something, and leads back where nothing was asked."""
MOST = 40
"""Queries of the dearest page, the session and the membership with them."""


def counted(sheets: int, weeks: int, persons: int) -> dict[str, list[int]]:
    """Queries of every address of every page of a club of this size, which is gone again afterwards."""
    with transaction.atomic():
        club = a_large_club(sheets, weeks=weeks, persons=persons)
        a_winter(club)
        phone("owner@example.org").get(f"/club/{club.slug}/")  # what is asked once in a process
        pages = list(pages_of(club))
        found = {page.name: page.queries for page in pages if page.paths}
        transaction.set_rollback(True)
    assert [page for page in pages if not page.paths and page.status not in (ONLY_POSTS, WHICH, BACK)] == []
    return found


def test_every_page_costs_the_same_number_of_queries_in_a_club_of_any_size() -> None:
    small, large = counted(30, 4, 30), counted(120, 8, 60)
    assert small == large
    assert large.keys() >= {"club", "player", "club-statistics", "evening", "settle-evening", "till", "who-am-i"}
    assert {name: counts for name, counts in large.items() if max(counts) > MOST} == {}


def test_what_the_large_club_is_said_to_add_up_to_is_what_its_sheets_say() -> None:
    a_large_club(30, weeks=4, persons=30)
    assert (list(differing_sheets()), list(differing_tallies())) == ([], [])
