"""A division as a table in words: places with what decided them, people, and the matches around today."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.queries import people_of
from clubs.services.till import today
from seasons.formats.league import Match
from seasons.messages import league_words
from seasons.models import Board, Fixture, Row
from seasons.services.league_facts import LeagueFacts
from seasons.services.leagues_board import PEOPLE

NameOf = Callable[[Player], str]


def division_rows(facts: LeagueFacts, board: Board | None, name_of: NameOf = lambda one: one.name) -> dict[str, Any]:
    """What `seasons/leagues/_division.html` shows; `name_of` says how people are called for its reader."""
    stored = list(board.rows.all()) if board is not None else []
    return {
        "facts": facts,
        "rules_of_it": facts.rules,
        "rows": with_lines([team_row(facts, one) for one in stored if one.table == ""]),
        "people": people_rows(facts, [one for one in stored if one.table == PEOPLE], name_of),
        "penalties": [{"team": facts.by_id[one.team_id], "one": one} for one in facts.deductions],
        "rounds": rounds_around(facts),
    }


def team_row(facts: LeagueFacts, row: Row) -> dict[str, Any]:
    team, values, detail = facts.by_id.get(row.subject), row.values, row.detail
    zone = detail.get("zone") or ""
    return {
        **values,
        "team": team,
        "place": row.place,
        "shared": row.shared,
        "zone": zone,
        "zone_word": league_words.ZONES.get(zone, ""),
        "withdrawn": team is not None and team.withdrawn_on is not None,
        "difference": league_words.signed(values["made"] - values["conceded"]),
        "decided": league_words.decided(detail.get("decided_by"), detail.get("among")),
    }


def with_lines(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Says of each row whether a line is drawn above it: another fate begins there. Teams that went draw none."""
    told, before = list[dict[str, Any]](), None
    for row in rows:
        zone = before if row["zone"] == "out" else row["zone"]
        told.append({**row, "line": before is not None and zone != before})
        before = zone
    return told


def people_rows(facts: LeagueFacts, rows: Sequence[Row], name_of: NameOf) -> list[dict[str, Any]]:
    if not rows:
        return []
    who = people_of(facts.league.club)
    return [
        {
            **row.values,
            "place": row.place,
            "shared": row.shared,
            "name": name_of(who[row.subject]),
            "team": facts.by_id.get(row.detail["team"]),
            "signed": league_words.signed(row.values["difference"]),
        }
        for row in rows
        if row.subject in who
    ]


# --- matches ---------------------------------------------------------------------------------------------------------


def rounds_around(facts: LeagueFacts) -> list[dict[str, Any]]:
    """The last round in which anything was played, and the next after it in which something is open; where there is
    none, the first of those before. A match that is played ahead of its round does not make that the last one."""
    rounds, now = round_rows(facts), today(facts.league.club)
    played = [one for one in rounds if one["played"]]
    begun = [one for one in played if not one["open"] or one["usually"] is None or one["usually"] <= now] or played
    found = [{**begun[-1], "title": _("Last round")}] if begun else []
    last = begun[-1]["number"] if begun else 0
    coming = [one for one in rounds if one["open"] and one["number"] != last]
    if coming:
        after = next((one for one in coming if one["number"] > last), coming[0])
        found.append({**after, "title": _("Next round")})
    return found


def round_rows(facts: LeagueFacts) -> list[dict[str, Any]]:
    """Every round with its matches, in the order in which they are played."""
    counted = dict(zip(facts.fixtures, facts.counted, strict=True))
    by_round = dict[int, list[Fixture]]()
    for fixture in facts.fixtures:
        by_round.setdefault(fixture.round, []).append(fixture)
    return [round_row(facts, number, matches, counted) for number, matches in sorted(by_round.items())]


def round_row(
    facts: LeagueFacts, number: int, fixtures: Sequence[Fixture], counted: Mapping[Fixture, Match]
) -> dict[str, Any]:
    days = {one.day for one in fixtures if one.postponed_from is None}
    known = sorted(day for one in fixtures if (day := one.postponed_from or one.day) is not None)
    there = {pk for one in fixtures for pk in (one.home_id, one.away_id)}
    return {
        "number": number,
        "day": days.pop() if len(days) == 1 else None,
        "usually": known[(len(known) - 1) // 2] if known else None,
        "times": {one.time for one in fixtures},
        "matches": [match_row(facts, one, counted[one]) for one in fixtures],
        "rests": [team for team in facts.teams if team.pk not in there and team.withdrawn_on is None],
        "played": any(one.pk in facts.reports for one in fixtures),
        "open": any(facts.is_open(one) for one in fixtures),
    }


def match_row(facts: LeagueFacts, fixture: Fixture, match: Match) -> dict[str, Any]:
    return {
        "fixture": fixture,
        "open": facts.is_open(fixture),
        "how": match.how,
        "result": league_words.result(facts.rules, match),
        "word": league_words.how(match, fixture),
        "venue": fixture.venue or fixture.home.venue,
    }
