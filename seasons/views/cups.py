"""A cup: its board for the club and for everybody, and of one person why they stand where they stand."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs import queries
from clubs.models import Player
from clubs.permissions import may, may_see_money
from clubs.views.door import ClubRequest, HtmxRequest, club_page
from seasons.formats.cup_rules import Rules
from seasons.messages import cup_words as words
from seasons.models import Cup, Row
from seasons.services import cup_final
from seasons.services.cup_facts import newest_rules
from seasons.services.cup_names import Names, events_by_key
from seasons.services.ranking_lines import Sees, everybody
from seasons.services.ranking_lines import course_of as steps_of
from seasons.views.board_page import answer, handed_out
from seasons.views.cup_rows import cell, column, rows_context, total_of

ROWS = "seasons/cups/_rows.html"


def cup_or_404(request: ClubRequest, pk: int) -> Cup:
    cup = Cup.objects.select_related("club", "board").filter(club=request.club, pk=pk).first()
    if cup is None:
        raise Http404
    return cup


def sees_of(request: ClubRequest, rules: Rules) -> Sees:
    """In a cup of money one sees what one may see of everybody's money."""
    return (lambda player: may_see_money(request.membership, player)) if rules.money else everybody


@club_page("see")
@require_safe
def cup(request: ClubRequest, pk: int) -> HttpResponse:
    """The board, live; `table` is which of its tables."""
    found = cup_or_404(request, pk)
    rules = newest_rules(found)
    return answer(
        request,
        found.board,
        "seasons/cups/cup.html",
        rows=ROWS,
        of_rows=lambda: rows_context(found, rules, *asked(request), inside=True, sees=sees_of(request, rules)),
        of_page=lambda: {
            "rules": words.rules_lines(rules),
            **handed_out(request, found),
            **final_context(request, found, rules),
        },
    )


def asked(request: HttpRequest) -> tuple[str, str]:
    """Which of the tables, and which part of it."""
    return request.GET.get("table", ""), request.GET.get("page", "1")


def final_context(request: ClubRequest, cup: Cup, rules: Rules) -> dict[str, Any]:
    """Who would go to the final, as far as this member may see it, and to which."""
    if not rules.season.qualified:
        return {}
    rows = cup.board.rows.filter(table="", detail__has_key="qualified").order_by("order")
    found = list(rows.values_list("subject", "detail__qualified"))
    names, sees = Names(cup, [subject for subject, _why in found], inside=True), sees_of(request, rules)
    seen = [(names[subject], why) for subject, why in found if names.seen(subject, sees)]
    return {
        "qualified": [{"name": name, "woman": why == "woman"} for name, why in seen],
        "qualified_count": len(found),
        "qualified_seen": ",".join(str(subject) for subject, _why in found),
        "finals": cup_final.finals(cup) if may(request.membership, "direct") else [],
    }


def public(request: HtmxRequest, cup: Cup) -> HttpResponse:
    """The board for everybody: public names only."""
    cup = Cup.objects.select_related("club", "board").get(pk=cup.pk)
    rules = newest_rules(cup)
    return answer(
        request,
        cup.board,
        "seasons/cups/public.html",
        rows=ROWS,
        of_rows=lambda: {
            "owner": cup,
            **rows_context(cup, rules, *asked(request), inside=False),
        },
        of_page=lambda: {"rules": words.rules_lines(rules)},
    )


# --- why -------------------------------------------------------------------------------------------------------------


@club_page("see")
@require_safe
def person(request: ClubRequest, pk: int, player: int) -> HttpResponse:
    """Event by event: what was made, what it brings, whether it counts; and how that adds up to the total."""
    found = cup_or_404(request, pk)
    real, rules = queries.person_of(request.club, player), newest_rules(found)
    if real is None or not sees_of(request, rules)(real):
        raise Http404

    def of_rows() -> dict[str, Any]:
        row = found.board.rows.filter(table="", subject=real.pk).first()
        return {"why": None if row is None else why_context(found, row, rules), "name": real.name}

    return answer(
        request,
        found.board,
        "seasons/cups/person.html",
        rows="seasons/cups/_why.html",
        of_rows=of_rows,
        of_page=lambda: {"cup": found, "rules": words.rules_lines(rules), "course": course_of(found, real)},
    )


def why_context(cup: Cup, row: Row, rules: Rules) -> dict[str, Any]:
    events, values = events_by_key(cup), row.values
    parts = [part_context(cup, one, events, rules) for one in row.detail["events"]]
    counted = [one["value"] for one in row.detail["events"] if one["counted"]]
    return {
        "place": row.place,
        "shared": row.shared,
        "total": words.total(rules, total_of(row)),
        "values": values,
        "decided": words.decided(row.detail.get("decided_by", ""), values, rules),
        "qualified": row.detail.get("qualified", ""),
        "missing": max(0, rules.season.minimum - values["attended"]),
        "minimum": rules.season.minimum,
        "parts": parts,
        "sum": words.number(values["sum"], money=rules.money),
        "terms": " + ".join(
            f"({words.number(one, money=rules.money)})" if one < 0 else words.number(one, money=rules.money)
            for one in counted
        ),
        "divided": values["by"] if rules.season.counts != "sum" else 0,
        "best_result": words.number(values["best_result"], money=rules.money),
    }


def part_context(cup: Cup, part: dict[str, Any], events: Any, rules: Rules) -> dict[str, Any]:
    cards, several = part["cards"], len(part["cards"]) > 1
    raised = part["value"] != part["made"] and cards
    return {
        **column(part["event"], events),
        "address": reverse("cup-event", args=[cup.club.slug, cup.pk, part["event"]]),
        "cards": [words.card(one, money=rules.money, several=several) for one in cards],
        "made": words.number(part["made"], money=rules.money) if raised or several else "",
        "value": cell(part, rules)["text"],
        "counted": part["counted"],
        "dropped": "worse" in part["why"],
        "why": words.why(part["why"]) or (_("counts") if part["counted"] else ""),
    }


def course_of(cup: Cup, player: Player) -> list[dict[str, Any]]:
    """The places on the way here, oldest first."""
    return [{"day": day, "place": place} for day, place in steps_of(cup.board, player)]
