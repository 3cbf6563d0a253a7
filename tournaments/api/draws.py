"""The API of draws and rounds: the same use cases as the pages."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.door import envelope
from clubs.api.serializers import RefusedAnswer
from clubs.models import Membership
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from tournaments.api import draw_forms as forms
from tournaments.api.door import tournament_api
from tournaments.formats import core, stages
from tournaments.messages.draws import note_text
from tournaments.models import Round, Tournament
from tournaments.queries import draft_of, published, published_round
from tournaments.services import draws, swaps
from tournaments.services.draw_attempts import next_line
from tournaments.services.draw_inputs import verified
from tournaments.services.draw_rows import mark_of, read_draw, read_draws
from tournaments.services.facts import Facts
from tournaments.services.going_on import going_on
from tournaments.services.kept import facts_of

REFUSED = {422: RefusedAnswer}


@extend_schema(methods=["GET"], responses={200: forms.DrawAnswer}, summary="What is drawn next, and the draft")
@extend_schema(
    methods=["POST"],
    request=forms.NewDraw,
    responses={201: forms.DrawnRound, **REFUSED},
    summary="Draw a round as a draft; the same number again gets the draft that is there",
)
@extend_schema(
    methods=["PUT"],
    request=forms.ByHand,
    responses={200: forms.DrawnRound, **REFUSED},
    summary="Set a whole round by hand as a draft; in the grid of a knock-out a bye is a table with one seat",
)
@extend_schema(methods=["DELETE"], responses={204: None, **REFUSED}, summary="Throw the draft away")
@tournament_api(GET="see", POST="direct", PUT="direct", DELETE="direct")
def draw(request: Request, membership: Membership, tournament: Tournament) -> Response:
    if request.method == "GET":
        return Response(draw_data(membership, tournament))
    if request.method == "POST":
        row = draws.draw(tournament, by=membership.user, **envelope(forms.NewDraw, request))
        return Response(round_data(facts_of(tournament), row), status=201)
    if request.method == "PUT":
        wanted = envelope(forms.ByHand, request)
        row = draws.set_tables(
            tournament,
            by=membership.user,
            number=wanted["number"],
            tables=tables_of(wanted["tables"]),
            byes=wanted.get("byes", ()),
        )
        return Response(round_data(facts_of(tournament), row))
    if draft := draft_of(tournament):
        draws.discard(draft, by=membership.user)
    return Response(status=204)


@extend_schema(
    request=forms.Swap,
    responses={200: forms.SwapAnswer, **REFUSED},
    summary="Two start numbers of the draft change places; says what comes of it",
)
@tournament_api(POST="direct")
def swap(request: Request, membership: Membership, tournament: Tournament) -> Response:
    wanted = envelope(forms.Swap, request)
    both = {"first": wanted["first"], "second": wanted["second"]}
    row = draft_or_refused(tournament)
    found, facts = swaps.consequences(row, **both), facts_of(tournament)
    if not wanted.get("preview"):
        row = swaps.swap(row, by=membership.user, seen=wanted.get("seen"), **both)
    return Response(
        {
            "gained": [note_data(facts, note) for note in found.gained],
            "lost": [note_data(facts, note) for note in found.lost],
            "round": round_data(facts, row),
        }
    )


@extend_schema(
    request=forms.Publish,
    responses={200: forms.DrawnRound, **REFUSED},
    summary="Publish the draft; twice is once",
)
@tournament_api(POST="direct")
def publish(request: Request, membership: Membership, tournament: Tournament) -> Response:
    wanted = envelope(forms.Publish, request)
    row = tournament.rounds.filter(number=wanted["number"]).first()
    if row is None:
        raise Refused(Problem("draw_gone"))
    row = draws.publish(row, by=membership.user, seen=wanted.get("seen"))
    return Response(round_data(facts_of(tournament), row))


@extend_schema(responses={200: forms.DrawnRound(many=True)}, summary="All published rounds")
@tournament_api(GET="see")
def rounds(request: Request, membership: Membership, tournament: Tournament) -> Response:
    rows, facts = list(published(tournament)), facts_of(tournament)
    found = read_draws(rows)
    return Response([round_data(facts, row, found[row.pk]) for row in rows])


@extend_schema(responses={200: forms.DrawnRound}, summary="A published round")
@tournament_api(GET="see")
def one_round(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    return Response(round_data(facts_of(tournament), published_or_404(tournament, number)))


@extend_schema(
    request=None,
    responses={200: forms.DrawnRound, **REFUSED},
    summary="Make a published round a draft again, as long as no table has written anything down",
)
@tournament_api(POST="direct")
def take_back(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    row = draws.take_back(published_or_404(tournament, number), by=membership.user)
    return Response(round_data(facts_of(tournament), row))


@extend_schema(
    responses={200: forms.VerifiedAnswer},
    summary="Draw a published round again: the same seed and the same input give the same draw",
)
@tournament_api(GET="see")
def verify(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    row, facts = published_or_404(tournament, number), facts_of(tournament)
    found = verified(row)
    return Response(
        {
            "seed": row.seed,
            "same": found.same,
            "moved": list(found.moved),
            "drawn": [table_data(facts, one) for one in found.draw.tables] if found.draw else None,
            "byes": list(found.draw.byes) if found.draw else [],
            "drawn_from": row.drawn_from,
        }
    )


# --- what is said ----------------------------------------------------------------------------------------------------


def draw_data(membership: Membership, tournament: Tournament) -> dict[str, Any]:
    facts = facts_of(tournament)
    number = len(facts.rounds) + 1
    draft = draft_of(tournament)
    waiting, cut = draws.waiting(facts, number), going_on(facts)
    return {
        "number": number,
        "stage": draws.next_stage(facts),
        "seed": draft.seed if draft else next_line(tournament, number),
        "open_tables": facts.open_tables,
        "over": stages.is_over(facts.plan, facts.entrants, facts.rounds),
        "there": [one.number for one in draws.in_next_round(facts)],
        "expected": waiting.expected,
        "unpaid": waiting.unpaid if may(membership, "score") else [],
        "pausing": waiting.pausing,
        "going_on": cut
        and {
            "stage": cut.stage,
            "rows": [{"place": one.place, "number": one.number, "why": one.why} for one in cut.rows],
            "out": [{"place": one.place, "number": one.number, "why": one.why} for one in cut.out],
            "by_lot": cut.by_lot,
        },
        "being_drawn": draft is not None,
        "draft": round_data(facts, draft) if draft and may(membership, "direct") else None,
    }


def round_data(facts: Facts, row: Round, drawn: core.Draw | None = None) -> dict[str, Any]:
    drawn = drawn or read_draw(row)
    plain = ("number", "stage", "seed", "attempt", "by_hand", "drawn_at", "published_at")
    return {
        **{name: getattr(row, name) for name in plain},
        "state": "draft" if row.published_at is None else "published",
        "mark": mark_of(drawn),
        "tables": [table_data(facts, one) for one in drawn.tables],
        "byes": drawn.byes,
        "notes": [note_data(facts, note) for note in drawn.notes],
    }


def table_data(facts: Facts, table: core.Table) -> dict[str, Any]:
    names = [facts.name(one) if one in facts.by_number else "" for one in table.seats]
    return {"number": table.number, "seats": table.seats, "names": names}


def note_data(facts: Facts, note: core.Note) -> dict[str, Any]:
    return {"code": note.code, "figures": note.figures, "message": note_text(note, facts.label)}


def tables_of(wanted: list[dict[str, Any]]) -> dict[int, list[int]]:
    """By number; a table without one is the next. Refused where one stands there twice."""
    found, number = dict[int, list[int]](), 0
    for one in wanted:
        number = one.get("number", number + 1)
        if number in found:
            raise Refused(Problem("table_again", "tables", {"table": number}))
        found[number] = one["seats"]
    return found


def published_or_404(tournament: Tournament, number: int) -> Round:
    row = published_round(tournament, number)
    if row is None:
        raise NotFound
    return row


def draft_or_refused(tournament: Tournament) -> Round:
    row = draft_of(tournament)
    if row is None:
        raise Refused(Problem("draw_gone"))
    return row
