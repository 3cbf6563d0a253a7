"""What waits for whoever looks after a league, of all its divisions."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import Exists, OuterRef, Q

from seasons.models import Fixture, League, Report, Word
from seasons.services.league_facts import is_in
from seasons.services.match_agreement import State, agreements


class Why(StrEnum):
    """Why a match waits, the most urgent first."""

    DISPUTED = "disputed"
    LATE = "late"
    """Its day is past, and nobody has reported anything."""
    NO_DAY = "no_day"
    """It was put off, and there is no new day."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """One match, with its division and its teams."""

    fixture: Fixture
    why: Why


def waiting(league: League, today: date) -> list[Waiting]:
    """The most urgent first, and of these the oldest. Three queries at most, however many matches there are.

    Nothing once the league is over: then nobody can enter anything any more.
    """
    if league.ended_at is not None:
        return []
    found = _candidates(league, today)
    stand = agreements([one for one in found if one.is_in])  # type: ignore[attr-defined]  # annotated
    told = [Waiting(one, why) for one in found if (why := _why(one, stand[one.pk].state if one.pk in stand else None))]
    order = [*Why]
    return sorted(told, key=lambda one: (order.index(one.why), one.fixture.day or date.max, one.fixture.pk))


def _candidates(league: League, today: date) -> list[Fixture]:
    """Everything that waits, and what was disputed once. Of teams that withdrew only what still counts."""
    reported = Report.objects.filter(fixture=OuterRef("pk"))
    by_both = Exists(reported.filter(side=OuterRef("home"))) & Exists(reported.filter(side=OuterRef("away")))
    denied = Exists(Word.objects.filter(report__fixture=OuterRef("pk"), agrees=False))
    still = Q(is_in=False, home__withdrawn_on=None, away__withdrawn_on=None)
    due = Q(day__lt=today) | Q(day=None, postponed_from__isnull=False)
    there = Fixture.objects.filter(division__league=league, home__struck=False, away__struck=False)
    wanted = there.annotate(is_in=is_in()).filter((still & due) | Q(denied, is_in=True) | Q(by_both, is_in=True))
    return list(wanted.select_related("division", "home", "away"))


def _why(fixture: Fixture, state: State | None) -> Why | None:
    """`state`: how its report stands; None: there is none."""
    if state is None:
        return Why.NO_DAY if fixture.day is None else Why.LATE
    return Why.DISPUTED if state == State.DISPUTED else None
