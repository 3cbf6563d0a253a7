"""The API of tables and their results: the same use cases as the pages."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import messages
from clubs.api.door import envelope
from clubs.api.serializers import RefusedAnswer
from clubs.forms.numbers import plain_number
from clubs.models import Membership
from clubs.permissions import may
from scoring.api import answers as record_answers
from scoring.games.sheet import Refused as RecordRefused
from scoring.models import Sheet
from scoring.services import check_code
from scoring.services.record import Conflict
from tournaments.api import results_forms as forms
from tournaments.api.door import tournament_api
from tournaments.models import Tournament
from tournaments.queries import published_round
from tournaments.services import confirming, laid_tables, results, table_sheets
from tournaments.services.agreement import Agreement, states_of
from tournaments.services.handing_in import WITHOUT_LIST, only_directors_correct, without_list
from tournaments.services.laid_tables import Laid
from tournaments.services.results import Moved, of_this_table
from tournaments.services.table_codes import code_of, numbers_wanted

REFUSED = {422: RefusedAnswer}


@extend_schema(
    operation_id="v1_clubs_tournaments_tables_list",
    responses={200: forms.TableAnswer(many=True)},
    summary="All tables of a published round: who sits there and what is in",
)
@tournament_api(GET="see")
def tables(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    round_ = published_round(tournament, number)
    if round_ is None:
        raise NotFound
    found = laid_tables.tables_of(round_)
    agreed = states_of(found)
    return Response([table_data(one, membership, agreed[one.table.pk]) for one in found])


@extend_schema(responses={200: forms.TableAnswer}, summary="One table with all that was handed in")
@tournament_api(GET="see")
def table(request: Request, membership: Membership, tournament: Tournament, number: int, table: int) -> Response:
    return Response(table_data(laid_or_404(tournament, number, table), membership))


@extend_schema(
    request=forms.NewResult,
    responses={200: forms.TableAnswer, 409: forms.MovedAnswer, **REFUSED},
    summary="Hand in what a table made, or correct it; sent again it counts once",
)
@tournament_api(POST="score")
def result(request: Request, membership: Membership, tournament: Tournament, number: int, table: int) -> Response:
    wanted, laid = envelope(forms.NewResult, request), laid_or_404(tournament, number, table)
    try:
        with only_directors_correct(wanted["reason"], director=may(membership, "direct")):
            _handed_in(laid, membership, wanted)
    except Moved:
        data = table_data(laid_or_404(tournament, number, table), membership)
        return Response({"code": "moved", "table": data}, status=409)
    return Response(table_data(laid_or_404(tournament, number, table), membership))


def _handed_in(laid: Laid, membership: Membership, wanted: dict[str, Any]) -> None:
    said: dict[str, Any] = {"by": membership.user, **{name: wanted[name] for name in ("seen", "token", "reason")}}
    if wanted["how"] in WITHOUT_LIST:
        without_list(laid.table, wanted["how"], wanted.get("number"), **said)
    else:
        rest: dict[str, Any] = {name: wanted.get(name) for name in ("rows", "boards", "device", "cards")}
        results.hand_in(laid.table, **rest, **said)


@extend_schema(
    request=None,
    responses={200: forms.TableAnswer, **REFUSED},
    summary="The sheet of a table, hand by hand; begun where there is none",
)
@tournament_api(POST="score")
def sheet(request: Request, membership: Membership, tournament: Tournament, number: int, table: int) -> Response:
    table_sheets.open_sheet(laid_or_404(tournament, number, table).table)
    return Response(table_data(laid_or_404(tournament, number, table), membership))


@extend_schema(
    request=forms.ReasonOnly,
    responses={200: forms.TableAnswer, **REFUSED},
    summary="Open the closed sheet of a table again; until it is closed the table is open",
)
@tournament_api(POST="direct")
def reopen(request: Request, membership: Membership, tournament: Tournament, number: int, table: int) -> Response:
    wanted, laid = envelope(forms.ReasonOnly, request), laid_or_404(tournament, number, table)
    return _on_the_sheet(lambda: table_sheets.reopen(laid.table, by=membership, **wanted), laid, membership)


@extend_schema(
    request=forms.HandCorrection,
    responses={200: forms.TableAnswer, **REFUSED},
    summary="Put a hand of a closed sheet right, of any round; standings change at once, published draws do not",
)
@tournament_api(POST="direct")
def corrections(request: Request, membership: Membership, tournament: Tournament, number: int, table: int) -> Response:
    wanted, laid = envelope(forms.HandCorrection, request), laid_or_404(tournament, number, table)
    return _on_the_sheet(lambda: table_sheets.correct_hand(laid.table, by=membership, **wanted), laid, membership)


@extend_schema(
    request=forms.SigningTable,
    responses={200: forms.TableAnswer, 409: forms.MovedAnswer, **REFUSED},
    summary="A director signs a hand of the sheet, or what was typed; signed twice is signed once",
)
@tournament_api(POST="direct")
def sign(request: Request, membership: Membership, tournament: Tournament, number: int, table: int) -> Response:
    wanted, laid = envelope(forms.SigningTable, request), laid_or_404(tournament, number, table)
    return _directed(lambda: confirming.sign(laid.table, by=membership, **wanted), laid, membership)


@extend_schema(
    request=forms.Deciding,
    responses={200: forms.TableAnswer, 409: forms.MovedAnswer, **REFUSED},
    summary="A director ends a dispute with a word; the result stays as it is",
)
@tournament_api(POST="direct")
def settle(request: Request, membership: Membership, tournament: Tournament, number: int, table: int) -> Response:
    wanted, laid = envelope(forms.Deciding, request), laid_or_404(tournament, number, table)
    return _directed(lambda: confirming.settle(laid.table, by=membership, **wanted), laid, membership)


def _directed(work: Callable[[], None], laid: Laid, membership: Membership) -> Response:
    moved = False
    try:
        work()
    except Moved:
        moved = True
    round_ = laid.table.round
    data = table_data(laid_or_404(round_.tournament, round_.number, laid.table.number), membership)
    return Response({"code": "moved", "table": data}, status=409) if moved else Response(data)


def _on_the_sheet(work: Callable[[], Sheet], laid: Laid, membership: Membership) -> Response:
    """The record refuses in its own words."""
    try:
        work()
    except RecordRefused as error:
        return record_answers.refusal(error, laid.table.sheet)
    except Conflict as error:
        return record_answers.conflict(error)
    round_ = laid.table.round
    return Response(table_data(laid_or_404(round_.tournament, round_.number, laid.table.number), membership))


@extend_schema(
    parameters=[OpenApiParameter("from", int, required=False), OpenApiParameter("to", int, required=False)],
    responses={200: forms.CodeAnswer(many=True)},
    summary="The addresses on the tables, for phones without an account; by default for as many as are needed",
)
@tournament_api(GET="score")
def codes(request: Request, membership: Membership, tournament: Tournament) -> Response:
    asked = [plain_number(request.query_params.get(name, "")) for name in ("from", "to")]
    numbers = numbers_wanted(tournament, *asked)
    paths = {one: reverse("at-table", args=[code_of(tournament, one)]) for one in numbers}
    outside = settings.PUBLIC_URL or request.build_absolute_uri("/").rstrip("/")
    return Response([{"number": one, "address": outside + path} for one, path in paths.items()])


# --- what is said ----------------------------------------------------------------------------------------------------


def laid_or_404(tournament: Tournament, number: int, table: int) -> Laid:
    found = laid_tables.laid_table(tournament, number, table)
    if found is None:
        raise NotFound
    return found


def table_data(laid: Laid, membership: Membership, agreement: Agreement | None = None) -> dict[str, Any]:
    """`agreement`: that of the table, where it is known already."""
    scores = laid.made.scores
    return {
        "round": laid.table.round.number,
        "number": laid.table.number,
        "state": str(laid.state),
        "seen": laid.table.seq,
        "best_of": laid.legs or laid.stage.counting.best_of,
        "seats": [
            {
                "number": seat.number,
                "name": seat.name,
                "players": [one.pk for one in seat.players],
                "scores": None if scores is None else dict(scores[seat.position]),
            }
            for seat in laid.seats
        ],
        "handed_in": [
            {
                **{name: getattr(one, name) for name in ("seq", "rows", "boards", "scores", "reason", "device", "at")},
                "how": str(one.how),
                "by": str(one.by) if one.by else "",
            }
            for one in laid.results
        ],
        "sheet": sheet_data(laid, membership),
        "agreement": agreement_data(laid, states_of([laid])[laid.table.pk] if agreement is None else agreement),
    }


def agreement_data(laid: Laid, found: Agreement) -> dict[str, Any]:
    numbers = {seat.position: seat.number for seat in laid.seats}
    return {
        "state": str(found.state),
        "of": found.of,
        "said": [
            {"number": numbers[at], "agrees": one.agrees, "passed": one.passed, "remark": one.remark}
            for at, one in found.voices.items()
        ],
        "settled": found.settled,
        "unsigned": [
            {"word": one.word, "line": one.line, "number": numbers.get(-1 if one.position is None else one.position)}
            for one in found.unsigned
        ],
    }


def sheet_data(laid: Laid, membership: Membership) -> dict[str, Any] | None:
    found = laid.table.sheet
    if found is None:
        return None
    secrets = {"write_secret": found.write_secret, "code": found.code} if may(membership, "score") else {}
    return {
        "status": found.status,
        "seq": found.seq,
        "hands": found.state["hands"],
        "watch_secret": found.watch_secret,
        **secrets,
        "check_code": check_code.code_of(found),
        "scores": None if laid.made.of_sheet is None else [dict(one) for one in laid.made.of_sheet],
        "problems": messages.problem_data(map(of_this_table, laid.made.problems)),
    }
