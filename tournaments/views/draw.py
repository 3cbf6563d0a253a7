"""The draw: who is here, the seed before anything is drawn, the draft and what it could not keep, swaps, publishing."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib import messages as says
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import messages
from clubs.forms.numbers import plain_number
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from tournaments.formats import core, stages
from tournaments.forms.draws import numbers_typed, read_lines, typed_or
from tournaments.messages.draws import note_text
from tournaments.models import Round, Tournament
from tournaments.queries import draft_of
from tournaments.services import buying, draws, swaps
from tournaments.services.draw_attempts import base_of, next_line, seed_line
from tournaments.services.draw_rows import mark_of, read_draw
from tournaments.services.facts import Facts
from tournaments.services.going_on import going_on
from tournaments.services.kept import facts_of
from tournaments.services.plan_words import stage_beside, stage_title
from tournaments.views.door import tournament_page

FIELDS = ("seed", "first", "second", "tables", "byes")


@tournament_page("see")
@require_safe
def draw_page(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """`first` and `second` are start numbers of the draft that were tapped or typed: what a swap would make of it."""
    return drawing(request, tournament)


@tournament_page("direct")
@require_POST
def draw_now(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    number, again = plain_number(request.POST.get("number", "")), "again" in request.POST
    seed, mark = request.POST.get("seed"), request.POST.get("seen")
    try:
        draws.draw(tournament, by=request.user, number=number, seed=seed, again=again, mark=mark)
    except Refused as error:
        return drawing(request, tournament, problems=error.problems)
    return redirect("draw", request.club.slug, tournament.pk)


@tournament_page("direct")
@require_http_methods(["GET", "POST"])
def by_hand(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """The whole round, one line for each table."""
    if request.method == "GET":
        return by_hand_page(request, tournament)
    try:
        draws.set_tables(
            tournament,
            by=request.user,
            number=plain_number(request.POST.get("number", "")),
            tables=read_lines(request.POST.get("tables", "")),
            byes=numbers_typed(request.POST.get("byes", "")),
            seen=request.POST.get("seen"),
        )
    except Refused as error:
        return by_hand_page(request, tournament, error.problems)
    says.success(request, _("The tables are set. Nobody sees them before they are published."))
    return redirect("draw", request.club.slug, tournament.pk)


@tournament_page("direct")
@require_http_methods(["GET", "POST"])
def swap(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """GET: what it would make of the draft, as a part of the page. POST: swap."""
    draft = draft_of(tournament)
    if draft is None:
        return drawing(request, tournament, problems=[Problem("draw_gone")])
    if request.method == "GET":
        facts = facts_of(tournament)
        return render(request, "tournaments/draw/_swap.html", swap_context(request.GET, draft, facts))
    typed = {name: plain_number(request.POST.get(name, "")) for name in ("first", "second")}
    try:
        swaps.swap(draft, by=request.user, seen=request.POST.get("seen"), **typed)
    except Refused as error:
        return drawing(request, tournament, problems=error.problems)
    says.success(request, _("Swapped: %(first)s and %(second)s.") % typed)
    return redirect("draw", request.club.slug, tournament.pk)


@tournament_page("direct")
@require_POST
def publish(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    row = tournament.rounds.filter(number=plain_number(request.POST.get("number", ""))).first()
    try:
        if row is None:
            raise Refused(Problem("draw_gone"))
        draws.publish(row, by=request.user, seen=request.POST.get("seen"))
    except Refused as error:
        return drawing(request, tournament, problems=error.problems)
    says.success(request, _("Round %(number)s is published.") % {"number": row.number})
    return redirect("round", request.club.slug, tournament.pk, row.number)


@tournament_page("direct")
@require_POST
def discard(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    row = tournament.rounds.filter(number=plain_number(request.POST.get("number", ""))).first()
    try:
        if row is not None:
            draws.discard(row, by=request.user, seen=request.POST.get("seen"))
    except Refused as error:
        return drawing(request, tournament, problems=error.problems)
    says.success(request, _("The draw is thrown away."))
    return redirect("draw", request.club.slug, tournament.pk)


# --- the page --------------------------------------------------------------------------------------------------------


def drawing(request: ClubRequest, tournament: Tournament, *, problems: Sequence[Problem] = ()) -> HttpResponse:
    facts = facts_of(tournament)
    number = len(facts.rounds) + 1
    directs = may(request.membership, "direct")
    draft = draft_of(tournament)
    context: dict[str, Any] = {
        "number": number,
        "directs": directs,
        "being_drawn": draft is not None,
        "published": [one.number for one in facts.rounds],
        "last": facts.rounds[-1].number if facts.rounds else 0,
        "open_tables": facts.open_tables,
        "over": stages.is_over(facts.plan, facts.entrants, facts.rounds),
        "problems": messages.by_field(problems, FIELDS),
    }
    if draft is not None and directs:
        context |= draft_context(request, draft, facts)
    elif not context["open_tables"] and not context["over"]:
        context |= before_context(request, facts, number)
    return render(request, "tournaments/draw/draw.html", context, status=422 if problems else 200)


def before_context(request: ClubRequest, facts: Facts, number: int) -> dict[str, Any]:
    """Before the draw: who is in it, who is missing, whom the desk should look at, the seed."""
    waiting, known = draws.waiting(facts, number), going_on(facts)
    there = draws.in_next_round(facts)
    due = {one.number for one in there}
    seed = request.POST.get("seed", facts.tournament.seed)
    return {
        "stage": stage_beside(facts.plan, draws.next_stage(facts)),
        "there": [facts.label(one.number) for one in there],
        "expected": [facts.label(one) for one in waiting.expected],
        "unpaid": [facts.label(one) for one in waiting.unpaid if one in due and may(request.membership, "score")],
        "alone": [facts.label(one) for one in waiting.alone],
        "may_buy": [seat(facts, one) for one in buying.who_may(facts)],
        "plan": facts.plan,
        "pausing": [facts.label(one) for one in waiting.pausing],
        "going_on": going_on_context(facts, known) if known else None,
        "seed": seed,
        "seed_line": next_line(facts.tournament, number),
    }


def draft_context(request: ClubRequest, draft: Round, facts: Facts) -> dict[str, Any]:
    """The draft: its tables by name, what it does not keep, and a swap that is being looked at."""
    drawn = draws.with_notes(facts, read_draw(draft))
    given = request.POST if request.method == "POST" else request.GET
    noted = {number for note in drawn.notes for number in numbers_of(note)}
    return {
        "draft": draft,
        "stage": stage_beside(facts.plan, draft.stage),
        "mark": mark_of(drawn),
        "notes": [note_text(note, facts.label) for note in drawn.notes],
        "tables": [
            {"number": table.number, "seats": [seat(facts, number, noted) for number in table.seats]}
            for table in drawn.tables
        ],
        "byes": [seat(facts, number, noted) for number in drawn.byes],
        "plan": facts.plan,
        "second_sitting": draws.second_sitting(facts.plan, drawn.tables),
        "seed": base_of(draft) or facts.tournament.seed,
        "again_line": seed_line(base_of(draft) or facts.tournament.seed, draft.number, draft.attempt + 1),
        **swap_context(given, draft, facts, drawn=drawn),
    }


def swap_context(
    given: Mapping[str, str], draft: Round, facts: Facts, *, drawn: core.Draw | None = None
) -> dict[str, Any]:
    """What swapping two start numbers would make of the draft; only one yet: who it is."""
    first, second = (plain_number(given.get(name, "")) for name in ("first", "second"))
    context: dict[str, Any] = {"first": first or "", "second": second or "", "draft": draft}
    if first in facts.by_number and not second:
        context["first_name"] = facts.name(first)
    if not (first and second):
        return context
    drawn = drawn or draws.with_notes(facts, read_draw(draft))
    try:
        found = swaps.consequences_of(facts, drawn, first=first, second=second)
    except Refused as error:
        return context | {"swap_problems": [messages.problem_text(one) for one in error.problems]}
    return context | {
        "mark": mark_of(drawn),
        "moves": [
            {"label": facts.label(number), "from": swaps.table_of(drawn, number), "to": found.where[number]}
            for number in (first, second)
        ],
        "gained": [note_text(note, facts.label) for note in found.gained],
        "lost": [note_text(note, facts.label) for note in found.lost],
    }


def by_hand_page(request: ClubRequest, tournament: Tournament, problems: Sequence[Problem] = ()) -> HttpResponse:
    facts, draft = facts_of(tournament), draft_of(tournament)
    context = {
        "number": len(facts.rounds) + 1,
        "seen": mark_of(read_draw(draft)) if draft else "",
        "stage": stage_beside(facts.plan, draws.next_stage(facts)),
        "typed": typed_or(request.POST, read_draw(draft) if draft else None),
        "there": [seat(facts, one.number) for one in draws.in_next_round(facts)],
        "grid": draws.along_a_grid(facts),
        "problems": messages.by_field(problems, FIELDS),
    }
    status = 422 if problems and request.method == "POST" else 200
    return render(request, "tournaments/draw/by_hand.html", context, status=status)


def going_on_context(facts: Facts, known: Any) -> dict[str, Any]:
    return {
        "title": stage_title(facts.plan, known.stage - 1),
        "rows": [{"place": one.place, "label": facts.label(one.number), "why": one.why} for one in known.rows],
        "out": [{"place": one.place, "label": facts.label(one.number), "why": one.why} for one in known.out],
        "by_lot": [facts.label(number) for number in known.by_lot],
        "take": known.take,
    }


# --- people in words -------------------------------------------------------------------------------------------------


def seat(facts: Facts, number: int, noted: Iterable[int] = ()) -> dict[str, Any]:
    return {"number": number, "name": facts.name(number), "noted": number in noted}


def numbers_of(note: core.Note) -> list[int]:
    found = note.figures.get("numbers", note.figures.get("number"))
    return found if isinstance(found, list) else [found] if isinstance(found, int) else []
