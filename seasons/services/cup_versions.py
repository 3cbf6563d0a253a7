"""Changing a cup's rules: from which day on, and what becomes of the places, before anything is saved."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from django.db import transaction

from clubs.models import User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from seasons.formats.cup import Line, Version
from seasons.formats.cup_rules import Rules, write
from seasons.models import Cup, CupRules
from seasons.services.cup_facts import Facts, by_other_rules, facts_of, newest_rules
from seasons.services.cups import moved, rules_from, told_of, turn

MOST_VERSIONS = 200


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody whose line of the board would be another."""

    person: int
    before: Line | None
    after: Line | None


def change_rules(
    cup: Cup,
    *,
    by: User | None,
    now: datetime,
    rules: Rules | Mapping[str, Any],
    from_day: date | None,
    seen: int | None = None,
) -> CupRules:
    """The next version: what it says of events holds from this day on, the rest for the whole season at once.

    The same rules from the same day again are the version there is. Refused: what is no rule or does not fit together,
    a day outside of the cup, another kind of money than before. Raises `CupMoved`.
    """
    found, problems = rules_from(rules)
    with transaction.atomic():
        there = cup.versions.order_by("number").last()
        assert there is not None
        if not problems and there.rules == write(found) and from_day in (None, there.from_day):
            return there
        cup = turn(cup, seen=seen)
        newest = newest_rules(cup)
        problems += _problems(cup, newest, found, from_day)
        if problems or from_day is None:
            raise Refused(*problems)
        number = there.number + 1
        version = CupRules.objects.create(cup=cup, number=number, from_day=from_day, rules=write(found), by=by, at=now)
        moved(cup, now=now)
        about = {"cup": cup.name, "from_day": from_day.isoformat()}
        log_change(
            cup.club,
            "cup_rules_changed",
            by=by,
            before={"cup": "", "from_day": "", **told_of(newest)},
            after={**about, **told_of(found)},
        )
    return version


def preview(cup: Cup, rules: Rules | Mapping[str, Any], from_day: date | None) -> list[Move]:
    """Whose place or total would be another, in the order in which they would stand; nothing is written.

    Refused as `change_rules`.
    """
    found, problems = rules_from(rules)
    now = facts_of(cup)
    problems += _problems(cup, now.rules, found, from_day)
    if problems or from_day is None:
        raise Refused(*problems)
    then = by_other_rules(now, [*now.versions, Version(from_day.isoformat(), found)])
    return moves(now, then)


def moves(now: Facts, then: Facts) -> list[Move]:
    before = {one.person: one for one in now.table.lines}
    after = {one.person: one for one in then.table.lines}
    everybody = [*after, *(person for person in before if person not in after)]
    return [
        Move(person, before.get(person), after.get(person))
        for person in everybody
        if _shown(before.get(person)) != _shown(after.get(person))
    ]


def _shown(line: Line | None) -> tuple[int | None, bool, Fraction] | None:
    return None if line is None else (line.place, line.shared, line.total)


def _problems(cup: Cup, newest: Rules, found: Rules, from_day: date | None) -> list[Problem]:
    problems = []
    if from_day is None or not cup.first_day <= from_day <= cup.last_day:
        figures: dict[str, Any] = {
            "first": cup.first_day.strftime("%d.%m.%Y"),
            "last": cup.last_day.strftime("%d.%m.%Y"),
        }
        problems.append(Problem("cup_from_day_odd", "from_day", figures))
    if newest.money != found.money:
        problems.append(Problem("cup_money_mixed", "unit"))
    if cup.versions.count() >= MOST_VERSIONS:
        problems.append(Problem("cup_too_many_versions"))
    return problems
