"""The lines of a club's log that speak of one tournament, as far as they can be told from those of others.

A line says the name of its tournament, and a club may have two of one name: the same again every year. A line is that
one's which ran at the time; where two ran at once, nobody can say, and it is left out.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import Q

from clubs.models import Change
from tournaments.messages import CHANGES
from tournaments.models import Tournament
from tournaments.services.brought import begun_here

NO = "tournament_no"
"""What a line may say besides its name: the id it has here, which means nothing elsewhere."""

BROUGHT = "tournament_brought"
"""The line of coming here is told by the way the file has come."""


def own_lines(tournament: Tournament) -> list[Change]:
    """Oldest first; three queries."""
    since = begun_here(tournament)
    names, described = _names(tournament, since)
    named = Q(after__tournament__in=sorted(names)) | Q(before__tournament__in=sorted(names))
    lines = Change.objects.filter(club=tournament.club_id, what__in=set(CHANGES) - {BROUGHT}, at__gte=since)
    lines = lines.filter(named | Q(**{f"after__{NO}": tournament.pk}) | Q(pk__in=[one.pk for one in described]))
    others = _Namesakes(tournament, names)
    renamed = {one.pk for one in described}
    return [one for one in lines.order_by("pk") if _is_of(one, tournament, others, renamed=one.pk in renamed)]


def _is_of(line: Change, tournament: Tournament, others: "_Namesakes", *, renamed: bool) -> bool:
    number = line.after.get(NO, line.before.get(NO))
    if number is not None:
        return bool(number == tournament.pk)
    name = line.after.get("name") if renamed else line.after.get("tournament", line.before.get("tournament"))
    return others.only_this(str(name), line.at)


def _names(tournament: Tournament, since: datetime) -> tuple[set[str], list[Change]]:
    """Every name it had here, and the lines that say so."""
    names, lines = {tournament.name}, []
    told = Change.objects.filter(club=tournament.club_id, what="tournament_described", at__gte=since)
    for line in told.exclude(after__name=None).order_by("-pk"):
        if line.after.get("name") in names and line.before.get("name"):
            names.add(line.before["name"])
            lines.append(line)
    return names, lines


class _Namesakes:
    """The tournaments of a club that are called alike, with the time in which each ran."""

    def __init__(self, tournament: Tournament, names: set[str]) -> None:
        self.mine = tournament
        others = Tournament.objects.filter(club=tournament.club_id, name__in=names).exclude(pk=tournament.pk)
        self.others = list(others.only("name", "created_at", "ended_at", "brought"))

    def only_this(self, name: str, at: datetime) -> bool:
        """Whether a line of this moment that says this name can only be about the one."""
        called = [one for one in self.others if one.name == name and begun_here(one) <= at]
        running = [one for one in (*called, self.mine) if one.ended_at is None or one.ended_at >= at]
        if running:
            return running == [self.mine]
        return all((one.ended_at or at) < (self.mine.ended_at or at) for one in called)


def line_data(line: Change) -> dict[str, Any]:
    """A line of this club's log as the file tells it; `player` is the id of whom it is about."""
    return {
        "at": line.at,
        "by": line.by_name,
        "what": line.what,
        "player": line.player_id,
        "before": _without_number(line.before),
        "after": _without_number(line.after),
    }


def _without_number(said: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in said.items() if name != NO}


def lines_in_file(tournament: Tournament) -> Iterator[dict[str, Any]]:
    """What came along, then what was written here; `at` is a moment or, of what came along, its text."""
    yield from tournament.brought.get("log", [])
    yield from map(line_data, own_lines(tournament))
