"""What a change of the plan changes, in words, and what cannot change any more."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubs.services.core import Problem
from tournaments.formats.plan import Plan
from tournaments.models import Tournament
from tournaments.services.plan_words import Section, sections


@dataclass(frozen=True, slots=True)
class Difference:
    """One sentence of the rule sheet that goes or comes; empty: nothing stood or stands there."""

    title: str
    before: str
    after: str


def mark(plan: Mapping[str, Any]) -> str:
    """A short mark of a written plan: the same for the same plan."""
    return hashlib.sha256(json.dumps(plan, sort_keys=True).encode()).hexdigest()[:16]


def differences(old: Plan, new: Plan) -> list[Difference]:
    """What the rule sheet says otherwise, section by section, in the language of whoever looks."""
    was, becomes = _lines(sections(old)), _lines(sections(new))
    found = []
    for title in dict.fromkeys([*was, *becomes]):
        before, after = was.get(title, []), becomes.get(title, [])
        gone = [line for line in before if line not in after]
        come = [line for line in after if line not in before]
        for index in range(max(len(gone), len(come))):
            one, other = (lines[index] if index < len(lines) else "" for lines in (gone, come))
            found.append(Difference(title, one, other))
        if not gone and not come and before != after:
            found.append(Difference(title, " · ".join(before), " · ".join(after)))
    return found


def _lines(said: list[Section]) -> dict[str, list[str]]:
    return {section.title: list(section.lines) for section in said}


def not_any_more(tournament: Tournament, old: Plan, new: Plan) -> list[Problem]:
    """What of the change comes too late: cards are there, stages were drawn."""
    problems = []
    people = (old.card, old.people) != (new.card, new.people)
    if people and tournament.entrants.exists():
        problems.append(Problem("cards_are_there", "card"))
    stages = list(tournament.rounds.values_list("stage", flat=True))
    for index in range(max(stages, default=-1) + 1):
        before = old.stages[index]
        if index >= len(new.stages):
            problems.append(Problem("stage_is_played", "stages", {"stage": index + 1}))
            continue
        after, at = new.stages[index], f"stages.{index}"
        same = {
            f"{at}.kind": (before.kind, after.kind),
            f"{at}.take": (before.take, after.take),
            f"{at}.groups": (before.groups, after.groups),
            f"{at}.counting.unit": (before.counting.unit, after.counting.unit),
            f"{at}.counting.boards": (before.counting.boards, after.counting.boards),
        }
        problems += [
            Problem("stage_is_played", field, {"stage": index + 1})
            for field, (one, other) in same.items()
            if one != other
        ]
    return problems
