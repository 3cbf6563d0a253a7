"""A published round: who sits where, by table and by name, and that the seed really gives this draw."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import messages
from clubs.names import alphabetical, name_for
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from tournaments.formats import core
from tournaments.messages.draws import note_text
from tournaments.models import Entrant, Round, Tournament
from tournaments.services import draws
from tournaments.services.draw_inputs import verified
from tournaments.services.draw_rows import read_draw
from tournaments.services.facts import Facts, facts_of
from tournaments.services.plan_words import stage_title
from tournaments.views.door import tournament_page


@tournament_page("see")
@require_safe
def round_page(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    """`?by=name` is the list to look oneself up in, `?verify` draws the round again."""
    return shown(request, tournament, published(tournament, number))


@tournament_page("direct")
@require_POST
def take_back(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    row = published(tournament, number)
    try:
        draws.take_back(row, by=request.user)
    except Refused as error:
        return shown(request, tournament, row, problems=error.problems)
    says.success(request, _("Round %(number)s is a draft again.") % {"number": number})
    return redirect("draw", request.club.slug, tournament.pk)


def published(tournament: Tournament, number: int) -> Round:
    row = tournament.rounds.filter(number=number).exclude(published_at=None).select_related("published_by").first()
    if row is None:
        raise Http404
    return row


def shown(
    request: ClubRequest, tournament: Tournament, row: Round, *, problems: tuple[Problem, ...] = ()
) -> HttpResponse:
    facts = facts_of(tournament)
    played = facts.rounds[row.number - 1]
    by_name = request.GET.get("by") == "name"
    names = Names(facts, row.number)
    context: dict[str, Any] = {
        "round": row,
        "rounds": [one.number for one in facts.rounds],
        "stage": stage_title(facts.plan, row.stage),
        "notes": [note_text(core.Note(one["code"], one["figures"]), names.label) for one in row.notes],
        "by_name": by_name,
        "tables": [] if by_name else [table_row(table, names) for table in played.tables],
        "byes": [{"number": one, "name": names.of(one)} for one in played.byes],
        "people": list(by_people(played, names)) if by_name else [],
        "open": sum(table.scores is None and len(table.seats) > 1 for table in played.tables),
        "problems": messages.by_field(problems, ()),
        "may_take_back": may(request.membership, "direct")
        and row.number == len(facts.rounds)
        and tournament.ended_at is None
        and all(table.scores is None for table in played.tables),
    }
    if "verify" in request.GET:
        context |= verified_context(row, names)
    return render(request, "tournaments/draw/round.html", context, status=422 if problems else 200)


class Names:
    """Who played a card in a round: a substitute only since they are one."""

    def __init__(self, facts: Facts, number: int) -> None:
        self.facts, self.number = facts, number

    def people(self, card: Entrant) -> list[str]:
        then = (
            one
            for one in card.people.all()
            if one.since <= self.number and (one.until is None or self.number <= one.until)
        )
        return [name_for(self.facts.who[one.player_id], inside=True) for one in then]

    def listed(self, card: Entrant) -> list[str]:
        """What somebody looks for: every person, and a name the card has of its own."""
        return [*self.people(card), *([card.name] if card.name else [])]

    def of(self, number: int) -> str:
        card = self.facts.by_number[number]
        return card.name or " / ".join(self.people(card))

    def label(self, number: int) -> str:
        """ "12 Anna Huber" """
        return f"{number}\u00a0{self.of(number)}" if number in self.facts.by_number else str(number)


def table_row(table: core.Table, names: Names) -> dict[str, Any]:
    return {
        "number": table.number,
        "open": table.scores is None and len(table.seats) > 1,
        "seats": [{"number": number, "name": names.of(number)} for number in table.seats],
    }


def by_people(played: core.Round, names: Names) -> Iterator[dict[str, Any]]:
    """Everybody with the number of their table, as in a telephone book; a team or pair of its own name also by it."""
    where = {number: table.number for table in played.tables for number in table.seats}
    found: list[dict[str, Any]] = [
        {"name": name, "number": number, "table": where.get(number, 0)}
        for number in (*where, *played.byes)
        for name in names.listed(names.facts.by_number[number])
    ]
    yield from sorted(found, key=lambda one: (alphabetical(one["name"]), one["number"]))


def verified_context(row: Round, names: Names) -> dict[str, Any]:
    """The draw made again: whether it is this one, and who was moved by hand."""
    found, now = verified(row), read_draw(row)
    where = {number: table.number for table in now.tables for number in table.seats}
    drawn = {number: table.number for table in found.draw.tables for number in table.seats} if found.draw else {}
    return {
        "verified": found,
        "moved": [
            {"label": names.label(number), "from": drawn.get(number, 0), "to": where.get(number, 0)}
            for number in found.moved
        ],
    }
