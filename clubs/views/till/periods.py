"""From when until when: as typed, else the club's year so far or as a whole."""

from datetime import date

from clubs.forms.numbers import day_typed
from clubs.services import till
from clubs.services.core import Problem
from clubs.views.door import ClubRequest


def period(request: ClubRequest, *, until_today: bool = False) -> tuple[date, date, list[Problem]]:
    """First and last day; what was typed wrongly is named and the year takes its place."""
    given, now = request.POST if request.method == "POST" else request.GET, till.today(request.club)
    start, end = date(now.year, 1, 1), now if until_today else date(now.year, 12, 31)
    problems = []
    if "start" in given or "end" in given:
        typed = day_typed(given.get("start", "")), day_typed(given.get("end", ""))
        problems = [Problem("no_day", at) for at, day in zip(("start", "end"), typed, strict=True) if day is None]
        start, end = typed[0] or start, typed[1] or end
        if start > end:
            problems.append(Problem("days_crossed", "end"))
    return start, end, problems
