"""What a tournament comes to, reckoned once for everybody who looks until something changes.

Each web process keeps it under a mark that moves with everything it is made of (`marks`), and the mark is read with
every request and before anything else: so what is kept is never out of date. Nothing of it is stored.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar, cast

from django.db import connection

from tournaments.models import Tournament
from tournaments.services import facts
from tournaments.services.facts import Facts
from tournaments.services.marks import Marked, mark_of
from tournaments.services.standings import Standings, standings_of
from tournaments.services.table_codes import hall_of

Made = TypeVar("Made")

MOST_KEPT = 8
"""Tournaments that a process keeps: those that were looked at last."""


@dataclass(frozen=True)
class Now:
    """A tournament as it is at one mark. Nobody changes anything of it: others look at the same."""

    mark: str
    facts: Facts
    made: dict[Hashable, Any] = field(default_factory=dict)

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What `make` gives; it depends on nothing but the facts and the key.

        Two who ask at the same moment may both make it: to let one wait would take a lock, and what is made here asks
        for other things that are made once.
        """
        if key not in self.made:
            self.made.setdefault(key, make())
        return cast(Made, self.made[key])

    @property
    def tournament(self) -> Tournament:
        return self.facts.tournament

    @property
    def standings(self) -> Standings:
        return self.once("standings", lambda: standings_of(self.facts))


_kept = OrderedDict[tuple[int, str], Now]()
_turn = Lock()


def now(tournament: Tournament) -> Now:
    """Only whoever is first after a change reads more than the mark. Raises `Tournament.DoesNotExist` for one deleted.

    Inside a transaction nothing is kept: it may be taken back.
    """
    if connection.in_atomic_block:
        return _read(tournament)
    key = (tournament.pk, tournament.secret)
    found = _kept.get(key)
    if found is not None and found.mark == mark_of(tournament):
        return found
    with _turn:  # one reads, and those who came at the same moment wait for it
        found = _kept.get(key)
        if found is None or found.mark != mark_of(tournament):
            found = _kept[key] = _read(tournament)
        _kept.move_to_end(key)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
        return found


def hall_now(code: str) -> Now | None:
    """The tournament whose hall this code stands for; None for any other text, and where it was deleted meanwhile."""
    tournament = hall_of(code)
    try:
        return None if tournament is None else now(tournament)
    except Tournament.DoesNotExist:
        return None


def facts_of(tournament: Tournament) -> Facts:
    """For somebody who looks; whoever changes something reads the facts in their own transaction."""
    return now(tournament).facts


def kept_at(pk: int, marked: Marked) -> Now | None:
    """What this process has kept of a tournament at this mark; asks nobody. None: nothing."""
    found = _kept.get((pk, marked.secret))
    return found if found is not None and found.mark == marked.mark else None


def _read(tournament: Tournament) -> Now:
    """The row too is read after the mark: what somebody else changed since the request began is in it."""
    mark = mark_of(tournament)
    return Now(mark, facts.facts_of(Tournament.objects.select_related("club").get(pk=tournament.pk)))
