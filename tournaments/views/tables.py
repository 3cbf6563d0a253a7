"""The desk's list of tables, and typing what they bring: the number of a table, Enter, its amounts, Enter."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from clubs import messages
from clubs.forms.numbers import plain_number
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest
from tournaments.formats.plan import read_plan
from tournaments.forms.results import result_typed, shape_of
from tournaments.models import Result, Round, Tournament
from tournaments.queries import published
from tournaments.services import laid_tables, results
from tournaments.services.agreement import states_of
from tournaments.services.handing_in import WITHOUT_LIST, only_directors_correct, without_list
from tournaments.services.kept import facts_of
from tournaments.services.laid_tables import Laid, State
from tournaments.services.progress import progress_of
from tournaments.services.results import Moved
from tournaments.views import table_result
from tournaments.views.door import tournament_page
from tournaments.views.table_agreement import desk_marks
from tournaments.views.table_slip import cards_of, laid_or_404, slip_context, table_context
from tournaments.views.tournaments import next_step


@tournament_page("see")
@require_safe
def tables(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """The whole page; for a script the list (204 where it has `seen` all there is) or the slip of one `table`."""
    rounds = list(published(tournament))
    round_ = round_asked(request.GET.get("round", ""), rounds)
    if round_ is None:
        return render(request, "tournaments/tables/none.html")
    asked, live = request.GET.get("table", "").strip(), request.htmx
    if live and "table" not in request.GET:
        if request.GET.get("seen") == laid_tables.seen_of(round_):
            return HttpResponse(status=204)
        return render(request, "tournaments/tables/_list.html", list_context(request, round_))
    context = desk_context(request, round_, asked)
    if live:
        return render(request, "tournaments/tables/_entry.html", context)
    context |= list_context(request, round_) | {"rounds": rounds}
    return render(request, "tournaments/tables/desk.html", context)


def round_asked(typed: str, rounds: Sequence[Round]) -> Round | None:
    """The round of this number, else the latest; None before the first."""
    wanted = plain_number(typed)
    return next((one for one in rounds if one.number == wanted), rounds[-1] if rounds else None)


def list_context(request: ClubRequest, round_: Round) -> dict[str, Any]:
    """All tables, those to be looked at first."""
    # Before anything else is read: what comes in meanwhile is then seen at the next look.
    seen = laid_tables.seen_of(round_)
    found = laid_tables.tables_of(round_)
    agreed = states_of(found)
    rows = [table_context(one) | desk_marks(agreed[one.table.pk]) for one in found]
    quiet = [row for row in rows if not row["contested"]]
    played = [row for row in rows if row["state"] != State.ALONE]
    all_in = bool(played) and all(row["state"] == State.IN for row in played)
    return {
        "round": round_,
        "next": next_context(request, round_) if all_in else None,
        "seen": seen,
        "contested": [row for row in rows if row["contested"]],
        "unsigned": [row for row in rows if row["unsigned"]],
        "disputed": [row for row in quiet if row["state"] in (State.DISPUTED, State.TYPED_ONCE)],
        "open": [row for row in quiet if row["state"] in (State.OPEN, State.WRITING)],
        "handed_in": [row for row in quiet if row["state"] == State.IN],
        "alone": [row for row in rows if row["state"] == State.ALONE],
        "count_in": sum(row["is_in"] for row in played),
        "count": len(played),
    }


def next_context(request: ClubRequest, round_: Round) -> dict[str, str] | None:
    """What comes after the last table of the last round, as the desk's own page has it; None for an earlier round."""
    facts = facts_of(round_.tournament)
    return next_step(request, progress_of(facts)) if round_.number == len(facts.rounds) else None


def entry_context(request: ClubRequest, round_: Round) -> dict[str, Any]:
    """What the field for a table's number needs."""
    plan = read_plan(round_.tournament.plan)
    return {
        "round": round_,
        "may_correct": may(request.membership, "direct"),
        "by_winner": shape_of(plan, plan.stages[round_.stage]).kind == "winner",
    }


def desk_context(request: ClubRequest, round_: Round, asked: str) -> dict[str, Any]:
    """The field for the table's number, the slip of the table that was asked for, and what was saved last."""
    context = entry_context(request, round_) | {"asked": asked}
    if saved := plain_number(request.GET.get("done", "")):
        context["saved"] = next((table_context(one) for one in laid_tables.tables_of(round_, number=saved)), None)
    if not asked:
        return context
    number = plain_number(asked)
    found = laid_tables.tables_of(round_, number=number) if 0 < number <= laid_tables.MOST_TABLES else []
    if not found or found[0].state == State.ALONE:
        problem = Problem("nobody_to_play" if found else "no_table", "table", {"table": asked[:12]})
        return context | {"find_problems": [messages.problem_text(problem)]}
    return context | {"slip": slip_context(found[0])}


# --- typing ----------------------------------------------------------------------------------------------------------


@tournament_page("score")
@require_POST
def enter(request: ClubRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """What a table handed in, from the desk's page (`desk`) or from that of the table."""
    laid = laid_or_404(tournament, number, table)
    at_desk = "desk" in request.POST
    again = desk_again if at_desk else table_result.again
    try:
        hand_in(request, laid, request.POST)
    except Refused as error:
        return again(request, laid_or_404(tournament, number, table), error.problems, 422)
    except Moved:
        return again(request, laid_or_404(tournament, number, table), (), 409)
    if not at_desk:
        return redirect("table-result", request.club.slug, tournament.pk, number, table)
    if not request.htmx:
        desk = reverse("tables", args=[request.club.slug, tournament.pk])
        return redirect(f"{desk}?round={number}&done={table}")
    saved = table_context(laid_or_404(tournament, number, table))
    context = entry_context(request, laid.table.round) | {"saved": saved}
    return render(request, "tournaments/tables/_entry.html", context)


def hand_in(request: ClubRequest, laid: Laid, posted: Mapping[str, str]) -> Result:
    """The use case that was posted (`how`). Only who may direct gives a reason, and so changes what counts."""
    reason, how = posted.get("reason", "").strip(), posted.get("how", "")
    said: dict[str, Any] = {
        "by": request.user,
        "seen": plain_number(posted.get("seen", "-1")),
        "token": posted.get("token", ""),
        "reason": reason,
    }
    with only_directors_correct(reason, director=may(request.membership, "direct")):
        if how in WITHOUT_LIST:
            return without_list(laid.table, how, plain_number(posted.get("number", "")) or None, **said)
        shape = shape_of(laid.plan, laid.stage, laid.legs)
        typed = result_typed(posted, shape, [seat.number for seat in laid.seats])
        return results.hand_in(laid.table, rows=typed.rows, boards=typed.boards, cards=cards_of(posted), **said)


def desk_again(request: ClubRequest, laid: Laid, problems: Sequence[Problem], status: int) -> HttpResponse:
    """The slip as it was typed, with what speaks against it; 409 also shows what came in meanwhile."""
    round_ = laid.table.round
    context = {
        "round": round_,
        "asked": str(laid.table.number),
        "slip": slip_context(laid, posted=request.POST, problems=problems),
        "moved": status == 409,
        "may_correct": may(request.membership, "direct"),
    }
    if request.htmx:
        return render(request, "tournaments/tables/_entry.html", context, status=status)
    context |= list_context(request, round_) | {"rounds": published(round_.tournament)}
    return render(request, "tournaments/tables/desk.html", context, status=status)
