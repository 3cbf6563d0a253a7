"""The API of standings, penalties, prizes and the end: the same use cases as the pages."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import condition
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import messages
from clubs.api.door import envelope
from clubs.api.serializers import RefusedAnswer
from clubs.api.till_forms import Once
from clubs.models import Membership
from clubs.permissions import may
from tournaments.api import standings_forms as forms
from tournaments.api.door import tournament_api
from tournaments.messages import standings as words
from tournaments.models import Adjustment, Payout, Tournament
from tournaments.services import finishing, penalties
from tournaments.services.facts import Facts
from tournaments.services.individuals import Individual, individuals_of
from tournaments.services.kept import facts_of, now
from tournaments.services.marks import mark_of
from tournaments.services.prize_rows import prize_rows, stays_of
from tournaments.services.prizes import calling_order, prize_list
from tournaments.services.standings import Row, Standings, ahead_of

REFUSED = {422: RefusedAnswer}


# --- standings -------------------------------------------------------------------------------------------------------


def etag(request: HttpRequest, membership: Membership, tournament: Tournament) -> str:
    return f'"{mark_of(tournament)}-{get_language()}"'


@extend_schema(
    operation_id="v1_clubs_tournaments_standings",
    responses={200: forms.StandingsAnswer, 304: None},
    summary="The standings with what decided every place; 304 where nothing has changed (If-None-Match)",
)
@tournament_api(GET="see")
@condition(etag_func=etag)
def standings(request: Request, membership: Membership, tournament: Tournament) -> HttpResponse:
    found = now(tournament)
    written = found.once(("api", get_language()), lambda: JSONRenderer().render(standings_data(found.standings)))
    return HttpResponse(written, content_type="application/json")


def standings_data(found: Standings) -> dict[str, Any]:
    facts, before = found.facts, ahead_of(found.rows)
    return {
        "state": words.state(facts),
        "final": facts.tournament.ended_at is not None,
        "rounds": len(facts.rounds),
        "open_tables": facts.open_tables,
        "ranking": list(facts.plan.ranking.chain),
        "rules": words.rules(facts.plan),
        "units": penalties.units_of(facts.plan),
        "standings": [standing_data(facts, row, before.get(row.number)) for row in found.rows],
        "women": [place_data(row) for row in found.women],
        "groups": [{"group": name, "cards": [place_data(row) for row in rows]} for name, rows in found.groups.items()],
        "pools": [{"group": name, "cards": [pool_data(row) for row in rows]} for name, rows in found.pools.items()],
        "individuals": [individual_data(facts, one) for one in individuals_of(facts)],
        "hand_out_order": list(calling_order(facts)),
    }


def pool_data(row: Row) -> dict[str, Any]:
    standing = row.standing
    return {**place_data(row), "shared": row.shared, "decided_by": standing.decided_by, "values": standing.values}


def individual_data(facts: Facts, one: Individual) -> dict[str, Any]:
    plain = ("place", "shared", "boards", "won", "made", "conceded")
    return {
        **{name: getattr(one, name) for name in plain},
        "number": one.card.number,
        "team": facts.name(one.card.number),
        "player": one.player.pk,
        "name": one.player.name,
    }


def place_data(row: Row) -> dict[str, Any]:
    return {"place": row.place, "number": row.number}


def standing_data(facts: Facts, row: Row, before: Row | None) -> dict[str, Any]:
    return {
        **place_data(row),
        "name": row.name,
        "players": [one.pk for one in facts.people(row.card)],
        "group": row.card.group,
        "woman": row.card.woman,
        "status": row.card.status,
        "shared": row.shared,
        "decided_by": row.standing.decided_by,
        "decided": words.decided(facts, row, before),
        "values": row.standing.values,
        "totals": row.totals,
        "lives": row.lives,
        "rounds": [
            {name: getattr(one, name) for name in ("round", "amount", "scores", "played", "dropped")}
            for one in row.rounds.values()
        ],
        "penalties": [penalty_data(one) for one in row.adjustments],
    }


# --- penalties -------------------------------------------------------------------------------------------------------


def penalty_data(one: Adjustment) -> dict[str, Any]:
    plain = ("unit", "amount", "round", "reason", "at", "cancelled_at")
    return {"id": one.pk, "number": one.entrant.number, **{name: getattr(one, name) for name in plain}}


@extend_schema(
    methods=["GET"],
    operation_id="v1_clubs_tournaments_penalties_list",
    responses={200: forms.PenaltyAnswer(many=True)},
    summary="Penalties and bonuses, latest first; for whoever may direct cancelled ones too",
)
@extend_schema(
    methods=["POST"],
    request=forms.NewPenalty,
    responses={201: forms.PenaltyAnswer, **REFUSED},
    summary="Take away or give; sent again it gets the first answer",
)
@tournament_api(GET="see", POST="direct")
def penalty_list(request: Request, membership: Membership, tournament: Tournament) -> Response:
    if request.method == "GET":
        rows = Adjustment.objects.filter(tournament=tournament).select_related("entrant").order_by("-pk")
        if not may(membership, "direct"):
            # What was taken back is nobody else's business any more, as on the page.
            rows = rows.filter(cancelled_at=None)
        return Response([penalty_data(one) for one in rows])
    wanted = envelope(forms.NewPenalty, request)
    return Response(penalty_data(penalties.adjust(tournament, by=membership.user, **wanted)), status=201)


@extend_schema(
    request=None, responses={200: forms.PenaltyAnswer}, summary="Cancel a penalty or bonus; it stays to be seen"
)
@tournament_api(POST="direct")
def cancel(request: Request, membership: Membership, tournament: Tournament, penalty: int) -> Response:
    found = Adjustment.objects.filter(tournament=tournament, pk=penalty)
    adjustment = found.select_related("tournament__club", "entrant").first()
    if adjustment is None:
        raise NotFound
    return Response(penalty_data(penalties.cancel(adjustment, by=membership.user)))


# --- prizes ----------------------------------------------------------------------------------------------------------


@extend_schema(
    operation_id="v1_clubs_tournaments_prizes",
    responses={200: forms.PrizesAnswer},
    summary="The prize list: as it would be now, or as it was written at the end",
)
@tournament_api(GET="see")
def prizes(request: Request, membership: Membership, tournament: Tournament) -> Response:
    return Response(prizes_data(tournament))


@extend_schema(
    request=forms.Sure,
    responses={200: forms.PrizesAnswer, **REFUSED},
    summary="Make the places final and write the prizes down; finished already is fine too",
)
@tournament_api(POST="direct")
def finish(request: Request, membership: Membership, tournament: Tournament) -> Response:
    sure = envelope(forms.Sure, request)["sure"]
    return Response(prizes_data(finishing.finish(tournament, by=membership.user, now=timezone.now(), sure=sure)))


@extend_schema(
    request=forms.Sure,
    responses={200: forms.PrizesAnswer, **REFUSED},
    summary="Open the places again; what was booked of the prizes is reversed",
)
@tournament_api(POST="direct")
def reopen(request: Request, membership: Membership, tournament: Tournament) -> Response:
    sure = envelope(forms.Sure, request)["sure"]
    return Response(prizes_data(finishing.reopen(tournament, by=membership.user, sure=sure)))


@extend_schema(
    request=forms.Handed,
    responses={200: forms.PrizesAnswer, **REFUSED},
    summary="Tick a prize as handed out, or take the tick back",
)
@tournament_api(POST="score")
def handed(request: Request, membership: Membership, tournament: Tournament, prize: int) -> Response:
    payout = Payout.objects.filter(tournament=tournament, pk=prize).select_related("tournament__club").first()
    if payout is None:
        raise NotFound
    finishing.hand_out(payout, by=membership.user, handed=envelope(forms.Handed, request)["handed"])
    return Response(prizes_data(tournament))


@extend_schema(
    operation_id="v1_clubs_tournaments_prizes_handed_early",
    request=forms.HandedEarly,
    responses={200: forms.PrizesAnswer, **REFUSED},
    summary="The same for somebody who is out while others go on playing",
)
@tournament_api(POST="score")
def handed_early(request: Request, membership: Membership, tournament: Tournament) -> Response:
    finishing.hand_out_early(tournament, by=membership.user, **envelope(forms.HandedEarly, request))
    return Response(prizes_data(tournament))


@extend_schema(
    request=Once,
    responses={200: forms.PrizesAnswer, **REFUSED},
    summary="Book in the till what was handed out and is not booked yet; sent again it books nothing more",
)
@tournament_api(POST="till")
def book(request: Request, membership: Membership, tournament: Tournament) -> Response:
    finishing.book(tournament, by=membership.user, token=envelope(Once, request)["token"])
    return Response(prizes_data(tournament))


def prizes_data(tournament: Tournament) -> dict[str, Any]:
    facts = facts_of(tournament)
    found, written = prize_list(facts), list(finishing.payouts_of(tournament))
    final = tournament.ended_at is not None
    rows = prize_rows(facts, found, written)
    return {
        "final": final,
        "moved": final and finishing.moved_on(facts, found, written),
        "pot": {**{name: getattr(found.pot, name) for name in found.pot.__slots__}, "cents": found.pot.cents},
        "prizes": [{"id": row.pop("pk"), **row} for row in rows],
        "won": sum(row["cents"] for row in rows),
        "stays": stays_of(facts, found, written),
        "hand_out_order": list(found.calling),
        "problems": messages.problem_data(found.problems),
    }
