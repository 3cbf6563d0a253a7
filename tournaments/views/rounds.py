"""A published round: who sits where, by table and by name, and that the seed really gives this draw."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import messages
from clubs.names import by_last_name
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from tournaments.formats import core
from tournaments.messages.draws import note_text
from tournaments.models import Entrant, Round, Tournament
from tournaments.queries import published_round
from tournaments.services import draws
from tournaments.services.draw_attempts import base_of
from tournaments.services.draw_inputs import verified
from tournaments.services.draw_rows import read_draw
from tournaments.services.facts import Facts
from tournaments.services.kept import facts_of
from tournaments.services.plan_words import stage_beside
from tournaments.views.door import tournament_page


@tournament_page("see")
@require_safe
def round_page(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    """`?by=name` is the list to look oneself up in, `?verify` draws the round again."""
    return shown(request, tournament, round_or_404(tournament, number))


@tournament_page("direct")
@require_POST
def take_back(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    row = round_or_404(tournament, number)
    try:
        draws.take_back(row, by=request.user)
    except Refused as error:
        return shown(request, tournament, row, problems=error.problems)
    says.success(request, _("Round %(number)s is a draft again.") % {"number": number})
    return redirect("draw", request.club.slug, tournament.pk)


def round_or_404(tournament: Tournament, number: int) -> Round:
    row = published_round(tournament, number)
    if row is None:
        raise Http404
    return row


def shown(
    request: ClubRequest, tournament: Tournament, row: Round, *, problems: tuple[Problem, ...] = ()
) -> HttpResponse:
    facts = facts_of(tournament)
    played = facts.rounds[row.number - 1]
    by_name = request.GET.get("by") == "name"
    name, label = partial(facts.name, in_round=row.number), partial(facts.label, in_round=row.number)
    context: dict[str, Any] = {
        "round": row,
        "rounds": [one.number for one in facts.rounds],
        "stage": stage_beside(facts.plan, row.stage),
        "notes": [note_text(core.Note(one["code"], one["figures"]), label) for one in row.notes],
        "other_seed": bool(row.seed) and base_of(row) != tournament.seed,
        "by_name": by_name,
        "plan": facts.plan,
        "second_sitting": draws.second_sitting(facts.plan, played.tables),
        "tables": [] if by_name else [table_row(table, name) for table in played.tables],
        "byes": [{"number": one, "name": name(one)} for one in played.byes],
        "people": list(by_people(played, facts)) if by_name else [],
        "open": len(played.open_tables),
        "problems": messages.by_field(problems, ()),
        "may_take_back": may(request.membership, "direct")
        and row.number == len(facts.rounds)
        and tournament.ended_at is None
        and all(table.scores is None for table in played.tables),
    }
    if "verify" in request.GET:
        context |= verified_context(row, label)
    return render(request, "tournaments/draw/round.html", context, status=422 if problems else 200)


def table_row(table: core.Table, name: Callable[[int], str]) -> dict[str, Any]:
    return {
        "number": table.number,
        "open": table.open,
        "seats": [{"number": number, "name": name(number)} for number in table.seats],
    }


def by_people(played: core.Round, facts: Facts) -> Iterator[dict[str, Any]]:
    """Everybody with the number of their table, as in a telephone book; a team or pair of its own name also by it."""
    where = {number: table.number for table in played.tables for number in table.seats}
    found: list[dict[str, Any]] = [
        {"name": name, "number": number, "table": where.get(number, 0)}
        for number in (*where, *played.byes)
        for name in listed(facts, facts.by_number[number], played.number)
    ]
    yield from sorted(found, key=lambda one: (by_last_name(one["name"]), one["number"]))


def listed(facts: Facts, card: Entrant, number: int) -> list[str]:
    """What somebody looks for in the list of a round: every person, and a name the card has of its own."""
    return [*(one.name for one in facts.people(card, number)), *([card.name] if card.name else [])]


def verified_context(row: Round, label: Callable[[int], str]) -> dict[str, Any]:
    """The draw made again: whether it is this one, and who was moved by hand."""
    found, now = verified(row), read_draw(row)
    where = {number: table.number for table in now.tables for number in table.seats}
    drawn = {number: table.number for table in found.draw.tables for number in table.seats} if found.draw else {}
    return {
        "verified": found,
        "moved": [
            {"label": label(number), "from": drawn.get(number, 0), "to": where.get(number, 0)} for number in found.moved
        ],
    }
