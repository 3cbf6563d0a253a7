"""The API of a cup's board and of its events, with every contribution of every line."""

from collections.abc import Mapping
from typing import Any

from django.core.paginator import Paginator
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import queries
from clubs.api.door import club_api, envelope
from clubs.forms.numbers import plain_number
from clubs.models import Membership
from clubs.services.core import Problem, Refused
from seasons.api import cups_forms as forms
from seasons.api.cups import CONFLICT, REFUSED, conflicts, cup_or_404, sees_of
from seasons.api.rankings import state_data
from seasons.formats.cup import parts_of, placed
from seasons.models import Cup, CupEvent, Row
from seasons.services import cup_events
from seasons.services.boards import state_of
from seasons.services.cup_events import Typed
from seasons.services.cup_facts import Held, facts_of, listed, newest_rules
from seasons.services.cup_names import Names, group_names, players_in
from seasons.services.cups_board import TEAMS, TOWNS, WOMEN
from seasons.services.ranking_lines import Sees

ON_A_PAGE = 50
"""A row has every event of the season: with sixty of them this is half a megabyte."""


@extend_schema(
    parameters=[
        OpenApiParameter("table", str, required=False, description="women, teams, towns; default: the main."),
        OpenApiParameter("page", int, required=False, description=f"{ON_A_PAGE} rows at a time; default: the first."),
    ],
    responses={200: forms.CupBoard},
    summary="A table with what counted, what was dropped and why; asking also sets a computation going where it is due",
)
@club_api(GET="see")
def board(request: Request, membership: Membership, pk: int) -> Response:
    found = cup_or_404(membership, pk)
    rules, table = newest_rules(found), request.query_params.get("table", "")
    season = rules.season
    there = {"": True, WOMEN: season.women, TEAMS: season.teams, TOWNS: season.towns}
    if not there.get(table):
        raise NotFound
    of_table = group_rows if table in (TEAMS, TOWNS) else people_rows
    number = plain_number(request.query_params.get("page", "")) or 1
    rows, pages, hidden = of_table(found, table, sees_of(membership, rules), number)
    return Response(
        {
            "state": state_data(state_of(found.board, now=timezone.now())),
            "table": table,
            "tables": [name for name, wanted in there.items() if wanted],
            "rows": rows,
            "count": pages.count,
            "next": number + 1 if 0 < number < pages.num_pages else None,
            "hidden": hidden,
        }
    )


Part = tuple[list[dict[str, Any]], "Paginator[Any]", int]
"""The rows of one page, what it is a page of, and how many rows are not in it because they may not be seen."""


def people_rows(cup: Cup, table: str, sees: Sees, number: int) -> Part:
    found = cup.board.rows.filter(table=table).order_by("order")
    subjects = list(found.values_list("subject", flat=True))
    names = Names(cup, subjects, inside=True)
    pages = Paginator([pk for pk in subjects if names.seen(pk, sees)], ON_A_PAGE)
    rows = list(found.filter(subject__in=on_page(pages, number)))
    main = cup.board.rows.filter(table="", subject__in=[row.subject for row in rows]) if table == WOMEN else rows
    whole = {row.subject: row.detail for row in main}
    shown = []
    for row in rows:
        detail = whole.get(row.subject, {}) | {"decided_by": row.detail.get("decided_by", "")}
        shown.append(row_data(row, names[row.subject], row.subject, detail))
    return shown, pages, len(subjects) - pages.count


def group_rows(cup: Cup, table: str, sees: Sees, number: int) -> Part:
    rows = list(cup.board.rows.filter(table=table).order_by("order"))
    written, names = group_names(cup, table), Names(cup, set[int]().union(*map(players_in, rows)), inside=True)
    pages = Paginator([row for row in rows if names.all_seen(row, sees)], ON_A_PAGE)
    shown = [row_data(row, written.get(row.subject, "–"), None, row.detail) for row in on_page(pages, number)]
    return shown, pages, len(rows) - pages.count


def on_page(pages: "Paginator[Any]", number: int) -> list[Any]:
    """Nothing where there is no such page: whoever goes on from `next` is not sent round in a circle."""
    return list(pages.page(number)) if 0 < number <= pages.num_pages else []


def row_data(row: Row, name: str, player: int | None, detail: Mapping[str, Any]) -> dict[str, Any]:
    """`detail`: the row's own, and of women also what the main table says of their events."""
    return {
        "place": row.place,
        "shared": row.shared,
        "player": player,
        "name": name,
        "hundredths": row.values["hundredths"],
        "values": row.values,
        "decided_by": detail.get("decided_by", ""),
        "qualified": detail.get("qualified", ""),
        "events": detail.get("events", []),
        "shares": detail.get("shares", []),
    }


# --- events ----------------------------------------------------------------------------------------------------------


def event_data(one: Held) -> dict[str, Any]:
    told = {name: getattr(one, name) for name in ("key", "kind", "name", "day")}
    return {**told, "left_out": one.row is not None and one.row.left_out, "outside": one.outside}


@extend_schema(methods=["GET"], responses={200: forms.CupEventAnswer(many=True)}, summary="The events, oldest first",
               operation_id="v1_clubs_cups_events_list")  # fmt: skip
@extend_schema(
    methods=["POST"],
    request=forms.NewCupEvent,
    responses={201: forms.CupEventAnswer(many=True), **REFUSED},
    summary="A tournament, an evening or a day typed in counts; sent again it counts once. The answer is all events",
)
@club_api(GET="see", POST="direct")
def events(request: Request, membership: Membership, pk: int) -> Response:
    found = cup_or_404(membership, pk)
    if request.method == "GET":
        return Response([event_data(one) for one in listed(found)])
    wanted = envelope(forms.NewCupEvent, request)
    who = dict[str, Any](by=membership.user, now=timezone.now(), token=wanted["token"])
    if "tournament" in wanted:
        cup_events.add_tournament(found, tournament=wanted["tournament"], **who)
    elif "evening" in wanted:
        evening = queries.evening_on(membership.club, wanted["evening"])
        if evening is None:
            raise Refused(Problem("cup_no_such_evening", "evening"))
        cup_events.add_evening(found, evening=evening.pk, **who)
    else:
        results = [Typed(**one) for one in wanted.get("results", [])]
        cup_events.add_day(found, name=wanted.get("name", ""), day=wanted.get("day"), results=results, **who)
    return Response([event_data(one) for one in listed(found)], status=201)


def held_or_404(cup: Cup, key: str) -> Held:
    held = next((one for one in listed(cup) if one.key == key), None)
    if held is None:
        raise NotFound
    return held


@extend_schema(methods=["GET"], responses={200: forms.CupDay}, summary="The ranking of one event",
               operation_id="v1_clubs_cups_event")  # fmt: skip
@extend_schema(
    methods=["PUT"],
    request=forms.CupResults,
    responses={200: forms.CupDay, **CONFLICT, **REFUSED},
    summary="These are the results of a day typed in; a name twice is two results",
)
@extend_schema(methods=["DELETE"], responses={204: None, **REFUSED},
               summary="It counts no more; a day typed in goes with its results")  # fmt: skip
@club_api(GET="see", PUT="direct", DELETE="direct")
@conflicts
def event(request: Request, membership: Membership, pk: int, key: str) -> Response:
    found = cup_or_404(membership, pk)
    held, who = held_or_404(found, key), dict[str, Any](by=membership.user, now=timezone.now())
    if request.method == "DELETE":
        if held.kind == "evening":
            cup_events.leave_out(found, evening=held.number, **who)
        elif held.row is not None:
            cup_events.remove(found, event=held.row.pk, **who)
        return Response(status=204)
    if request.method == "PUT":
        wanted = envelope(forms.CupResults, request)
        cup_events.type_results(
            typed_day(held), results=[Typed(**one) for one in wanted["results"]], seen=wanted.get("seen"), **who
        )
    return Response(day_data(found, held, sees_of(membership, newest_rules(found))))


def typed_day(held: Held) -> CupEvent:
    if held.kind != "day" or held.row is None:
        raise NotFound
    return held.row


def day_data(cup: Cup, held: Held, sees: Sees) -> dict[str, Any]:
    facts = facts_of(cup, only=held.key)
    now = facts.event(held.key) or held
    rules, names = facts.rules_of(now.day), Names(cup, [one.person for one in now.results], inside=True)
    parts = parts_of(now.event, rules.events)
    cards = [
        (one, next(card for card in parts[one.person].cards if card.result.card == one.card))
        for one in placed(now.results)
        if names.seen(one.person, sees)
    ]
    results = [
        {
            "place": one.place,
            "player": one.person,
            "name": names[one.person],
            **{name: getattr(one, name) for name in ("card", "points")},
            **{name: getattr(card, name) for name in ("value", "bonus", "counts")},
        }
        for one, card in cards
    ]
    return {**event_data(now), "results": results}
