"""The lines of a cup's board as its page, everybody's page and the print show them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.core.paginator import Page, Paginator
from django.urls import reverse

from seasons.formats.cup_rules import Rules
from seasons.messages import cup_words as words
from seasons.models import Cup, Row
from seasons.services.cup_facts import Held
from seasons.services.cup_names import Names, events_by_key, group_names, players_in
from seasons.services.cups_board import TEAMS, TOWNS, WOMEN
from seasons.services.ranking_lines import Sees, everybody

Cells = list[dict[str, Any]]

ON_A_PAGE = 100


def tables_of(rules: Rules) -> list[str]:
    """The tables there are, the main one first."""
    season = rules.season
    wanted = ((WOMEN, season.women), (TEAMS, season.teams), (TOWNS, season.towns))
    return ["", *(name for name, there in wanted if there)]


def rows_context(
    cup: Cup, rules: Rules, table: str, number: str = "1", *, inside: bool, sees: Sees = everybody
) -> dict[str, Any]:
    """What `seasons/cups/_rows.html` needs; of people the part with this `number`, for a line of each with all events
    is long. Whose results may not be seen is not in it."""
    tables = tables_of(rules)
    table = table if table in tables else ""
    found = cup.board.rows.filter(table=table).order_by("order")
    events, of_groups = events_by_key(cup), table in (TEAMS, TOWNS)
    page: Page[int] | None = None
    if of_groups:
        rows = list(found)
        lines, columns = _groups(cup, rules, rows, events, table, inside=inside, sees=sees), Cells()
        hidden = len(rows) - len(lines)
    else:
        subjects = list(found.values_list("subject", flat=True))
        names = Names(cup, subjects, inside=inside)
        open_to = [pk for pk in subjects if names.seen(pk, sees)]
        page = Paginator(open_to, ON_A_PAGE).get_page(number)
        part = list(page)
        rows = list(found.filter(subject__in=part))
        main = cup.board.rows.filter(table="", subject__in=part) if table == WOMEN else ()
        whole = {row.subject: row for row in main}
        lines, columns = _people(rules, rows, whole, events, names), _columns(rows, whole, events)
        hidden = len(subjects) - len(open_to)
        for one in (*lines, *columns):
            one["address"] = _address(cup, one["key"]) if inside else ""
    return {
        "cup": cup,
        "lines": lines,
        "columns": columns,
        "page": page,
        "pages_query": f"table={table}&",
        "hidden": hidden,
        "moved_out": [words.event_name(one.name, one.day) for one in events.values() if one.outside] if inside else [],
        "table": table,
        "tables": [
            {"key": one, "name": words.TABLES[one], "here": one == table, "address": f"?table={one}" if one else "?"}
            for one in tables
        ],
        "of_groups": of_groups,
        "by_average": rules.season.counts != "sum",
        "money": rules.money,
        "credits": rules.season.absent != "nothing",
    }


def _address(cup: Cup, key: str | int) -> str:
    """Of the page of an event (by its key), or of a person (by id)."""
    return reverse("cup-event" if isinstance(key, str) else "cup-person", args=[cup.club.slug, cup.pk, key])


def _columns(rows: Sequence[Row], whole: Mapping[int, Row], events: Mapping[str, Held]) -> Cells:
    """The events of the stored lines: all of them have the same."""
    if not rows:
        return []
    first = whole.get(rows[0].subject, rows[0])
    return [column(one["event"], events) for one in first.detail.get("events", ())]


def column(key: str, events: Mapping[str, Held]) -> dict[str, Any]:
    held = events.get(key)
    if held is None:  # taken out since: the board is being computed
        return {"key": key, "name": "–", "day": "", "beside": ""}
    day = words.short_day(held.day)
    # An evening is called after its day, which need not stand there twice.
    return {"key": key, "name": words.event_name(held.name, held.day), "day": day, "beside": day if held.name else ""}


# --- people ----------------------------------------------------------------------------------------------------------


def _people(
    rules: Rules, rows: Sequence[Row], whole: Mapping[int, Row], events: Mapping[str, Held], names: Names
) -> list[dict[str, Any]]:
    lines = []
    for row in rows:
        of = whole.get(row.subject, row)
        parts = of.detail.get("events", ())
        lines.append(
            {
                "place": row.place,
                "shared": row.shared,
                "name": names[row.subject],
                "key": row.subject,
                "total": words.total(rules, total_of(row)),
                "counted": sum(one["counted"] and bool(one["cards"]) for one in parts),
                "attended": row.values["attended"],
                "decided": words.decided(row.detail.get("decided_by", ""), row.values, rules),
                "qualified": of.detail.get("qualified", ""),
                "cells": [cell(one, rules) for one in parts],
                "drops": [dropped(one, rules, events) for one in parts if "worse" in one["why"]],
            }
        )
    return lines


def total_of(row: Row) -> Fraction:
    """What somebody has in all, as it was reckoned."""
    return Fraction(row.values["sum"], row.values["by"])


def cell(part: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """One event of one person: what it brings, and whether it counts."""
    if not part["cards"] and not part["counted"] and "worse" not in part["why"]:
        return {"text": "", "kind": "absent"}
    kind = "dropped" if not part["counted"] else "credited" if not part["cards"] else ""
    return {"text": words.number(part["value"], money=rules.money), "kind": kind}


def dropped(part: Mapping[str, Any], rules: Rules, events: Mapping[str, Held]) -> str:
    """For the phone: "6.10.: 640"."""
    of = column(part["event"], events)
    return f"{of['day']}: {words.number(part['value'], money=rules.money)}"


# --- teams and towns -------------------------------------------------------------------------------------------------


def _groups(
    cup: Cup, rules: Rules, rows: Sequence[Row], events: Mapping[str, Held], table: str, *, inside: bool, sees: Sees
) -> list[dict[str, Any]]:
    written = group_names(cup, table)
    names = Names(cup, set[int]().union(*map(players_in, rows)), inside=inside)
    rows = [row for row in rows if names.all_seen(row, sees)]
    of_people = _of_people(cup, rows)
    lines = []
    for row in rows:
        shares = [(one, _brought(one, of_people)) for one in row.detail["shares"]]
        total = sum((figure for one, figure in shares if one["counted"]), Fraction())
        lines.append(
            {
                "place": row.place,
                "shared": row.shared,
                "name": written.get(row.subject, "–"),
                "total": words.total(rules, total),
                "people": row.values["people"],
                "parts": _parts(shares, rules, events, names),
            }
        )
    return lines


def _of_people(cup: Cup, rows: Sequence[Row]) -> dict[int, Fraction]:
    """What everybody has in all, where these groups are made of that: averages of which the group's row has no more
    than two decimals."""
    if all(one["event"] for row in rows for one in row.detail["shares"]):
        return {}
    main = cup.board.rows.filter(table="").order_by().only("subject", "values")
    return {row.subject: total_of(row) for row in main}


def _brought(share: Mapping[str, Any], of_people: Mapping[int, Fraction]) -> Fraction:
    at_event = Fraction(share["hundredths"], 100)  # whole: nothing was rounded
    return at_event if share["event"] else of_people.get(share["player"], at_event)


def _parts(
    shares: Sequence[tuple[Mapping[str, Any], Fraction]], rules: Rules, events: Mapping[str, Held], names: Names
) -> list[dict[str, Any]]:
    """Event by event who brought how much."""
    parts = dict[str, Any]()
    for one, figure in shares:
        of = parts.setdefault(one["event"], {**(column(one["event"], events) if one["event"] else {}), "people": []})
        amount = words.share(rules, figure)
        of["people"].append({"name": names[one["player"]], "amount": amount, "counted": one["counted"]})
    return list(parts.values())
