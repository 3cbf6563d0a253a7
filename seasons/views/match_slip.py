"""A match as pages show it: what was reported, and the form for a report; for a team's phone and for the secretary."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from clubs import messages
from clubs.models import Player
from clubs.services.core import Problem
from seasons.formats.match_report import SIDES, read_seated
from seasons.forms.match_report import field_names
from seasons.messages import reports as words
from seasons.models import Report, Team, Word
from seasons.services.league_facts import LeagueFacts
from seasons.services.line_ups import Choice, LineUps, day_of, last_time, line_ups
from seasons.services.matches import Shown, boards_of
from seasons.services.sides import team_at

Names = Mapping[int, str]


def match_context(shown: Shown, who: Mapping[int, Player], names: Names) -> dict[str, Any]:
    """One match: who, when, what was reported of it, by whom, and what was said against it."""
    fixture, agreement = shown.fixture, shown.agreement
    return {
        "shown": shown,
        "fixture": fixture,
        "venue": fixture.venue or fixture.home.venue,
        "state": str(agreement.state),
        "state_text": words.STATES[agreement.state],
        "told": report_context(shown.report, shown, who, names) if shown.report is not None else None,
        "word": word_context(agreement.word, shown) if agreement.word is not None else None,
    }


def report_context(report: Report, shown: Shown, who: Mapping[int, Player], names: Names) -> dict[str, Any]:
    """One report in words."""
    teams = {one.pk: one for one in (shown.fixture.home, shown.fixture.away)}
    return {
        "report": report,
        "by_team": teams.get(report.side_id or 0),
        "boards": boards_of(report, who, names),
        "pairs": shown.rules.a_side > 1,
        "how": words.HOW[report.how],
        "winner": teams.get(report.winner_id or 0),
        "said": words.result_said(shown.rules, shown.fixture, report),
    }


def word_context(word: Word, shown: Shown) -> dict[str, Any]:
    teams = {one.pk: one for one in (shown.fixture.home, shown.fixture.away)}
    return {"word": word, "team": teams[word.side_id]}


def form_context(
    facts: LeagueFacts,
    shown: Shown,
    who: Mapping[int, Player],
    names: Names,
    *,
    posted: Mapping[str, str] | None = None,
    problems: Sequence[Problem] = (),
    like: Report | None = None,
) -> dict[str, Any]:
    """The form: as it was `posted`, `like` a report that is to be put right, or with the line-ups of the last time."""
    fixture, rules = shown.fixture, shown.rules
    day = day_of(fixture, shown.agreement.since)
    lists = line_ups(fixture, rules, who, day=day)
    # Who may sit depends on the day only once somebody has left.
    left = any(one.left_on for team in (fixture.home_id, fixture.away_id) for one in facts.members.get(team, ()))
    said = messages.by_field(problems, field_names(rules))
    values, filled_in = values_of(like, who), False
    if posted is not None:
        values = {name: posted[name] for name in posted}
    elif not values:
        values = seats_of(last_time(facts, fixture, lists, who))
        filled_in = bool(values)
    labels = {**{one.pk: one.name for one in lists.people}, **names}
    return {
        "boards": [
            {"number": number, "sides": [_side(shown, side, number, lists, labels, values, said) for side in SIDES]}
            for number in range(1, rules.boards + 1)
        ],
        "lists": [
            {"team": team_at(fixture, side), "problems": said.get(side), "none": not lists.choices[side]}
            for side in SIDES
        ],
        "day_taken": day if left and fixture.day is None else None,
        "filled_in": filled_in,
        "seen": shown.agreement.seen,
        "token": secrets.token_urlsafe(12),
        "remark": values.get("remark", ""),
        "how": values.get("how", ""),
        "winner": values.get("winner"),
        "problems": said,
        "count_by_boards": rules.by == "boards" and rules.boards > 1,
        "legs": rules.counts == "legs",
    }


def values_of(report: Report | None, who: Mapping[int, Player]) -> dict[str, str]:
    """A report as its form would send it, with people as they are today; what is remarked is said anew."""
    boards = read_seated(report.boards) or () if report is not None else ()
    values = seats_of({side: [[who[pk].pk for pk in one.people(side)] for one in boards] for side in SIDES})
    for number, one in enumerate(boards, 1):
        values |= {f"{side}-{number}-made": str(one.made(side) or 0) for side in SIDES}
    return values


def seats_of(people: Mapping[str, Sequence[Sequence[int]]]) -> dict[str, str]:
    """Fields of the seats; `people`: by side, who sits at each board."""
    return {
        f"{side}-{number}-{seat}": str(pk)
        for side, boards in people.items()
        for number, one in enumerate(boards, 1)
        for seat, pk in enumerate(one, 1)
    }


def _side(
    shown: Shown,
    side: str,
    number: int,
    lists: LineUps,
    labels: Names,
    values: Mapping[str, str],
    said: Mapping[str, list[str]],
) -> dict[str, Any]:
    """One side of a board: its seats with who may sit there, and what it made."""
    seats = [f"{side}-{number}-{seat}" for seat in range(1, shown.rules.a_side + 1)]
    made = f"{side}-{number}-made"
    return {
        "side": side,
        "team": team_at(shown.fixture, side),
        "seats": [
            {"name": name, "problems": said.get(name), **_options(lists.choices[side], labels, values.get(name, ""))}
            for name in seats
        ],
        "made": {"name": made, "value": values.get(made, ""), "problems": said.get(made)},
    }


def _options(choices: Sequence[Choice], labels: Names, chosen: str) -> dict[str, list[dict[str, Any]]]:
    options = [
        {
            "value": one.player.pk,
            "label": labels[one.player.pk],
            "chosen": chosen == str(one.player.pk),
            "used_up": one.used_up,
            "stand_in": one.stand_in,
        }
        for one in choices
    ]
    return {
        "own": [one for one in options if not one["stand_in"]],
        "stand_ins": [one for one in options if one["stand_in"]],
    }


def winners(shown: Shown) -> list[Team]:
    """Who may have won without play."""
    return [shown.fixture.home, shown.fixture.away]
