"""How a match report stands: whether both sides have said yes to it.

The side that entered it has agreed by that, the other says so with a `Word`. Nothing waits for it: the newest report
counts at once. What the secretary enters is settled and asks nobody. Where both sides have reported different things,
and the one that reported first has not said yes to the other's since, that is a dispute as if it had said no.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from seasons.formats.match_report import read_seated, same_boards
from seasons.models import Fixture, Report, Team, Word
from seasons.services.sides import other_of


class State(StrEnum):
    OPEN = "open"
    """Nothing was reported yet, or it was taken back."""
    REPORTED = "reported"
    """By one side; the other has not said anything."""
    AGREED = "agreed"
    DISPUTED = "disputed"
    SETTLED = "settled"
    """By the secretary."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of one fixture."""

    state: State = State.OPEN
    reports: Sequence[Report] = ()
    """All of them, oldest first."""
    words: Sequence[Word] = ()
    """What was said of the newest, oldest first."""
    earlier: Sequence[Word] = field(default=())
    """What was said of those before."""
    waits_for: Team | None = None
    """Who has not said yet."""

    @property
    def report(self) -> Report | None:
        """The one that counts; None also where the newest was taken back."""
        return None if self.state is State.OPEN else self.reports[-1]

    @property
    def since(self) -> Sequence[Report]:
        """The reports since the match was last open, oldest first."""
        return since_open(self.reports)

    @property
    def seen(self) -> int:
        """What a form that shows this carries."""
        return len(self.reports)

    @property
    def word(self) -> Word | None:
        """The newest of the side that was asked."""
        return self.words[-1] if self.words else None


def agreement_of(fixture: Fixture) -> Agreement:
    return agreements([fixture])[fixture.pk]


def agreements(fixtures: Iterable[Fixture]) -> dict[int, Agreement]:
    """Id of a fixture -> how its report stands. Two queries, however many they are."""
    by_id = {one.pk: one for one in fixtures}
    reports, words = defaultdict[int, list[Report]](list), defaultdict[int, list[Word]](list)
    for report in Report.objects.filter(fixture__in=by_id).select_related("by").order_by("number"):
        reports[report.fixture_id].append(report)
    for word in Word.objects.filter(report__fixture__in=by_id).select_related("by", "report").order_by("pk"):
        words[word.report.fixture_id].append(word)
    return {pk: _of(one, reports[pk], words[pk]) for pk, one in by_id.items()}


def _of(fixture: Fixture, reports: list[Report], words: list[Word]) -> Agreement:
    if not reports or reports[-1].how == Report.How.OPEN:
        return Agreement(reports=reports, earlier=words)
    last = reports[-1]
    earlier = [word for word in words if word.report_id != last.pk]
    if last.side_id is None:
        return Agreement(State.SETTLED, reports, (), earlier)
    asked = other_of(fixture, last.side_id)
    said = [word for word in words if word.report_id == last.pk and word.side_id == asked.pk]
    if said:
        return Agreement(State.AGREED if said[-1].agrees else State.DISPUTED, reports, said, earlier)
    theirs = [one for one in since_open(reports) if one.side_id == asked.pk]
    differs = bool(theirs) and not same_result(theirs[-1], last)
    return Agreement(State.DISPUTED if differs else State.REPORTED, reports, (), earlier, asked)


def since_open(reports: Sequence[Report]) -> Sequence[Report]:
    taken_back = [index for index, one in enumerate(reports, 1) if one.how == Report.How.OPEN]
    return reports[taken_back[-1] :] if taken_back else reports


def same_result(one: Report, other: Report) -> bool:
    """Whether two reports of a match say the same, whatever was remarked."""
    if (one.how, one.winner_id) != (other.how, other.winner_id):
        return False
    return same_boards(read_seated(one.boards) or (), read_seated(other.boards) or ())
