"""Reading out the places, from the last one to the winner: what is read is shown, on screens, phones and every public
page, and nothing else is.

`Tournament.revealed` is how many lines of the standings were read (`services.shown`). Each step names the line it goes
on from, and where it goes to: tapped twice, or by two people at once, it is done once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import transaction

from clubs.models import User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from tournaments.formats import stages
from tournaments.formats.plan import Public
from tournaments.models import Tournament
from tournaments.services import finishing, turns
from tournaments.services.facts import Facts, facts_of
from tournaments.services.prize_rows import prize_rows
from tournaments.services.prizes import prize_list
from tournaments.services.screen_program import What, usual
from tournaments.services.screens import put_on, screens_of, shown_now
from tournaments.services.shown import lines_shown
from tournaments.services.standings import Row, standings_of

ALL_READ = 32_767
"""More lines than there can be: everything was read out, and stays public, also before the places are final."""


class ReadingMoved(Exception):
    """Nothing was written: somebody else has read on, or back, meanwhile."""


@dataclass(frozen=True)
class Reading:
    """How far it is. Lines without a place (who never came, who was disqualified) are never called."""

    facts: Facts

    @property
    def on(self) -> bool:
        """Whether somebody is reading."""
        return self.facts.tournament.revealed not in (None, ALL_READ)

    @property
    def seen(self) -> int:
        """So many lines were read; 0 where nobody reads."""
        revealed = self.facts.tournament.revealed
        return 0 if revealed is None else min(revealed, len(self.rows))

    @cached_property
    def rows(self) -> Sequence[Row]:
        return standings_of(self.facts).rows

    @property
    def first(self) -> int:
        """How many lines are passed over at the beginning."""
        return sum(row.place is None for row in self.rows)

    @property
    def read(self) -> Sequence[Row]:
        """Those that were read, the last one read first."""
        shown = lines_shown(self.facts.tournament, self.rows) if self.seen else ()
        return [row for row in shown if row.place is not None]

    @property
    def coming(self) -> Sequence[Row]:
        """Those that are still to be read, the next one first."""
        return [row for row in self.rows[: len(self.rows) - self.seen][::-1] if row.place is not None]

    @property
    def over(self) -> bool:
        """Whether every place was read."""
        return self.seen >= len(self.rows)

    @cached_property
    def prize_rows(self) -> Sequence[dict[str, Any]]:
        """As they are called; names in them are those inside the club."""
        facts = self.facts
        return prize_rows(facts, prize_list(facts), list(finishing.payouts_of(facts.tournament)))

    @cached_property
    def prizes(self) -> dict[int, list[dict[str, Any]]]:
        """Start number -> what it gets."""
        found = dict[int, list[dict[str, Any]]]()
        for row in self.prize_rows:
            if row["number"] is not None:
                found.setdefault(row["number"], []).append(row)
        return found

    def before_place(self, place: int) -> int:
        """So many lines are read before this place is the next one."""
        return sum(row.place is None or row.place > place for row in self.rows)

    @cached_property
    def first_prize(self) -> int | None:
        """The worst place that wins something; None: nothing is won by place."""
        places = [row.place for row in self.rows if row.place is not None and self.prizes.get(row.number)]
        return max(places, default=None)


def start(tournament: Tournament, *, by: User | None, sure: bool = False) -> Tournament:
    """Nothing of how it stands is public any more but what is read from now on; all screens show the reading.

    Begun already is fine too. Refused: where nothing was played. Refused unless `sure`: while rounds are to come or
    tables are open.
    """
    with transaction.atomic():
        tournament = turns.take(tournament)
        reading = Reading(facts_of(tournament))
        if reading.on:
            return tournament
        if problems := _against(reading.facts, sure=sure):
            raise Refused(*problems)
        _write(tournament, reading.first)
        if screens_of(tournament).exists():
            put_on(tournament, usual(What.PLACES), by=by)
        log_change(tournament.club, "reading_begun", by=by, after={"tournament": tournament.name})
    return tournament


def step(tournament: Tournament, *, to: int, seen: int) -> Tournament:
    """Reads on, or back, so that so many lines are read; `seen` is how many were when that was decided.

    So it is already: fine, that is the second tap. Refused: where nobody reads, and where there are no such lines.
    Raises `ReadingMoved` where it is neither as it was seen nor as it is wanted.
    """
    with transaction.atomic():
        tournament = turns.take(tournament)
        reading = Reading(facts_of(tournament))
        if not reading.on:
            raise Refused(Problem("reading_not_on"))
        if to == reading.seen:
            return tournament
        if seen != reading.seen:
            raise ReadingMoved
        if not reading.first <= to <= len(reading.rows):
            raise Refused(Problem("reading_no_line"))
        _write(tournament, to)
    return tournament


def finish(tournament: Tournament, *, by: User | None, sure: bool = False) -> Tournament:
    """Everything is public, and screens go back to their lists. Finished already is fine too.

    A reading that was begun before all was played ends with what is public otherwise. Refused unless `sure`: before
    the winner was read.
    """
    with transaction.atomic():
        tournament = turns.take(tournament)
        reading = Reading(facts_of(tournament))
        if not reading.on:
            return tournament
        if reading.coming and not sure:
            raise Refused(Problem("reading_goes_on", "sure", {"count": len(reading.coming)}))
        _write(tournament, _afterwards(reading.facts))
        now = shown_now(list(screens_of(tournament)))
        if now is not None and now.what == What.PLACES:
            put_on(tournament, None, by=by)
        log_change(tournament.club, "reading_ended", by=by, after={"tournament": tournament.name})
    return tournament


def is_over(facts: Facts) -> bool:
    """Whether all that there is to play was played."""
    if not facts.rounds or facts.open_tables:
        return False
    return facts.tournament.ended_at is not None or stages.is_over(facts.plan, facts.entrants, facts.rounds)


def _afterwards(facts: Facts) -> int | None:
    public_anyway = facts.tournament.ended_at is not None or facts.plan.hall.public == Public.ALL
    return None if public_anyway or not is_over(facts) else ALL_READ


def _against(facts: Facts, *, sure: bool) -> list[Problem]:
    if not facts.rounds:
        return [Problem("reading_nothing_played")]
    if sure or is_over(facts):
        return []
    if waiting := facts.open_tables:
        figures = {"round": facts.rounds[-1].number, "tables": ", ".join(map(str, waiting)), "count": len(waiting)}
        return [Problem("reading_tables_open", "sure", figures)]
    return [Problem("reading_early", "sure", {"round": facts.rounds[-1].number})]


def _write(tournament: Tournament, revealed: int | None) -> None:
    tournament.revealed = revealed
    Tournament.objects.filter(pk=tournament.pk).update(revealed=revealed)
