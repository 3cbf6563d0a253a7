"""The API of start cards: the same use cases as check-in and the page of a card."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import messages, queries
from clubs.api.door import envelope
from clubs.api.serializers import RefusedAnswer
from clubs.models import Membership
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from tournaments.api import card_forms as forms
from tournaments.api.door import tournament_api
from tournaments.formats.plan import read_plan
from tournaments.models import Buy, Entrant, Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.services import buying, card_list, cards, cards_import, pairing, spelling
from tournaments.services.card_people import Wanted

REFUSED = {422: RefusedAnswer}
CHANGED = {200: forms.CardAnswer, **REFUSED}
PLAIN = ("number", "group", "deck", "woman", "fixed_table", "status", "since", "gone_after", "away")


def cards_data(membership: Membership, tournament: Tournament, some: Iterable[Entrant]) -> list[dict[str, Any]]:
    """Cards with their people fetched; what they paid and whose family they are is for the desk."""
    plan, who = read_plan(tournament.plan), queries.people_of(membership.club)
    found = []
    for card in some:
        line = card_list.line_of(card, plan, who)
        data = {name: getattr(card, name) for name in PLAIN} | {"name": line.name}
        data["people"] = [
            {
                "player": who[one.player_id].pk,
                "name": who[one.player_id].name,
                "place": who[one.player_id].place,
                "position": one.position,
                "since": one.since,
                "until": one.until,
            }
            for one in card.people.all()
        ]
        if may(membership, "score"):
            data |= {"paid": card.paid, "fee": line.fee, "apart": card.apart}
        found.append(data)
    return found


def card_data(membership: Membership, tournament: Tournament, card: Entrant) -> Response:
    """The card as it is now."""
    fresh = Entrant.objects.prefetch_related("people").get(pk=card.pk)
    return Response(cards_data(membership, tournament, [fresh])[0])


def card_or_404(tournament: Tournament, number: int) -> Entrant:
    card = cards.card_of(tournament, number)
    if card is None:
        raise NotFound
    return card


def wanted_of(person: Mapping[str, Any]) -> Wanted:
    return Wanted(person.get("name", ""), person.get("place", ""), person.get("player"))


def director_only(membership: Membership, wanted: Mapping[str, Any]) -> None:
    """Overriding a ban, letting somebody in late and disqualifying are the director's."""
    for name in ("sure", "late"):
        if wanted.get(name) and not may(membership, "direct"):
            raise Refused(Problem("not_allowed", name))


@extend_schema(methods=["GET"], responses={200: forms.CardAnswer(many=True)}, summary="Start cards by number")
@extend_schema(
    methods=["POST"],
    request=forms.NewCard,
    responses={201: forms.CardAnswer, **REFUSED},
    summary="Enter a card; who was announced comes in with it. Sent again it gets the first answer",
)
@tournament_api(GET="see", POST="score")
def all_cards(request: Request, membership: Membership, tournament: Tournament) -> Response:
    if request.method == "GET":
        found = tournament.entrants.prefetch_related("people").order_by("number")
        return Response(cards_data(membership, tournament, found))
    wanted = envelope(forms.NewCard, request)
    director_only(membership, wanted)
    people = [wanted_of(one) for one in wanted.pop("people")]
    card = cards.enter(tournament, by=membership.user, people=people, now=timezone.now(), **wanted)
    answer = card_data(membership, tournament, card)
    answer.status_code = 201
    return answer


@extend_schema(methods=["GET"], responses={200: forms.CardAnswer}, summary="One card")
@extend_schema(
    methods=["PATCH"], request=forms.CardFields, responses=CHANGED, summary="Put right what is written of it"
)
@extend_schema(methods=["DELETE"], responses={204: None, **REFUSED}, summary="Give the number up; it stays a gap")
@tournament_api(GET="see", PATCH="score", DELETE="score")
def one_card(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    card = card_or_404(tournament, number)
    if request.method == "PATCH":
        wanted = envelope(forms.CardFields, request)
        if wanted.get("number", 0) is None:
            wanted.pop("number")
        card = cards.change(card, by=membership.user, **wanted)
    elif request.method == "DELETE":
        cards.give_up_number(card, by=membership.user)
        return Response(status=204)
    return card_data(membership, tournament, card)


@extend_schema(request=forms.CardPay, responses=CHANGED, summary="Paid, open or free; cash is written down once")
@tournament_api(POST="score")
def pay(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    wanted = envelope(forms.CardPay, request)
    card = cards.pay(card_or_404(tournament, number), by=membership.user, now=timezone.now(), **wanted)
    return card_data(membership, tournament, card)


@extend_schema(request=forms.CardArrive, responses=CHANGED, summary="Who was announced is here")
@tournament_api(POST="score")
def arrive(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    wanted = envelope(forms.CardArrive, request)
    director_only(membership, wanted)
    card = cards.arrive(card_or_404(tournament, number), by=membership.user, now=timezone.now(), **wanted)
    return card_data(membership, tournament, card)


@extend_schema(request=forms.CardLeave, responses=CHANGED, summary="They play no more; the fee stays paid")
@tournament_api(POST="score")
def leave(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    wanted = envelope(forms.CardLeave, request)
    card = card_or_404(tournament, number)
    if Status.DISQUALIFIED in (wanted["how"], card.status) and not may(membership, "direct"):
        raise Refused(Problem("not_allowed", "how"))
    card = cards.leave(card, by=membership.user, **wanted)
    return card_data(membership, tournament, card)


@extend_schema(request=None, responses=CHANGED, summary="Who left is there again, from the next round on")
@tournament_api(POST="score")
def come_back(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    card = card_or_404(tournament, number)
    if card.status == Status.DISQUALIFIED and not may(membership, "direct"):
        raise Refused(Problem("not_allowed"))
    return card_data(membership, tournament, cards.come_back(card, by=membership.user))


@extend_schema(request=forms.CardSubstitute, responses=CHANGED, summary="Somebody plays on and inherits what was made")
@tournament_api(POST="score")
def substitute(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    wanted = envelope(forms.CardSubstitute, request)
    director_only(membership, wanted)
    card = cards.substitute(
        card_or_404(tournament, number),
        by=membership.user,
        wanted=wanted_of(wanted),
        position=wanted.get("position", 0),
        sure=wanted.get("sure", False),
        now=timezone.now(),
    )
    return card_data(membership, tournament, card)


@extend_schema(request=forms.CardPass, responses=CHANGED, summary="They let a round pass that is not published yet")
@tournament_api(POST="score")
def let_pass(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    wanted = envelope(forms.CardPass, request)
    passes = wanted.get("passes", True)
    card = cards.let_pass(card_or_404(tournament, number), by=membership.user, number=wanted["round"], passes=passes)
    return card_data(membership, tournament, card)


@extend_schema(request=forms.CardReally, responses=CHANGED, summary="The new name was another way to write a known one")
@tournament_api(POST="score")
def really(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    wanted = envelope(forms.CardReally, request)
    position = wanted.get("position", 0)
    card = card_or_404(tournament, number)
    card = cards.is_really(card, by=membership.user, position=position, player=wanted["player"])
    return card_data(membership, tournament, card)


@extend_schema(request=forms.CardSpell, responses=CHANGED, summary="A guest's name or place was typed wrong")
@tournament_api(POST="score")
def spell(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    wanted = envelope(forms.CardSpell, request)
    position, place = wanted.get("position", 0), wanted.get("place", "")
    card = card_or_404(tournament, number)
    card = spelling.spell(card, by=membership.user, position=position, name=wanted["name"], place=place)
    return card_data(membership, tournament, card)


# --- buying in again -----------------------------------------------------------------------------------------------


def buy_data(bought: Buy) -> dict[str, Any]:
    plain = {name: getattr(bought, name) for name in ("id", "after_round", "lives", "cents")}
    return plain | {"number": bought.entrant.number, "cancelled": bought.cancelled_at is not None}


@extend_schema(responses={200: forms.BuyAnswer(many=True)}, summary="Who bought in again, the latest first")
@tournament_api(GET="score")
def all_buys(request: Request, membership: Membership, tournament: Tournament) -> Response:
    bought = Buy.objects.filter(entrant__tournament=tournament).select_related("entrant").order_by("-pk")
    return Response([buy_data(one) for one in bought])


@extend_schema(
    request=forms.CardBuy,
    responses={201: forms.BuyAnswer, **REFUSED},
    summary="Buy in again; sent again it gets the first answer",
)
@tournament_api(POST="score")
def buy(request: Request, membership: Membership, tournament: Tournament, number: int) -> Response:
    token = envelope(forms.CardBuy, request)["token"]
    bought = buying.buy(card_or_404(tournament, number), by=membership.user, token=token, now=timezone.now())
    return Response(buy_data(bought), status=201)


@extend_schema(
    request=None,
    responses={200: forms.BuyAnswer, **REFUSED},
    summary="Take a buying in back; the price goes back too",
)
@tournament_api(POST="score")
def buy_back(request: Request, membership: Membership, tournament: Tournament, buy: int) -> Response:
    found = Buy.objects.filter(entrant__tournament=tournament, pk=buy).select_related("entrant__tournament").first()
    if found is None:
        raise NotFound
    return Response(buy_data(buying.take_back(found, by=membership.user, now=timezone.now())))


# --- many at once --------------------------------------------------------------------------------------------------


@extend_schema(
    request=None, responses={200: forms.MissingAnswer, **REFUSED}, summary="Whoever is only announced did not come"
)
@tournament_api(POST="score")
def no_shows(request: Request, membership: Membership, tournament: Tournament) -> Response:
    return Response({"numbers": cards.no_shows(tournament, by=membership.user)})


@extend_schema(
    request=None, responses={200: forms.PartnersAnswer, **REFUSED}, summary="Partners by lot for those who came alone"
)
@tournament_api(POST="score")
def partners(request: Request, membership: Membership, tournament: Tournament) -> Response:
    return Response({"pairs": pairing.draw_partners(tournament, by=membership.user, now=timezone.now())})


@extend_schema(
    request=forms.CardList,
    responses={200: forms.CardListAnswer, **REFUSED},
    summary="Announce the cards of a list, or say what would happen; sent again it brings nothing twice",
)
@tournament_api(POST="score")
def bring(request: Request, membership: Membership, tournament: Tournament) -> Response:
    wanted = envelope(forms.CardList, request)
    rows = [
        cards_import.CardRow(
            row,
            tuple(one["names"]),
            one.get("place", ""),
            "" if one.get("number") is None else str(one["number"]),
            one.get("group", ""),
            one.get("paid", Paid.OPEN),
        )
        for row, one in enumerate(wanted["cards"], start=1)
    ]
    planned = cards_import.plan_cards(tournament, rows, wanted.get("same", ()))
    made = list[Entrant]()
    if not wanted.get("preview"):
        same, without = wanted.get("same", ()), wanted.get("without", ())
        token, now = wanted["token"], timezone.now()
        made = cards_import.bring_in(
            tournament, rows, by=membership.user, token=token, now=now, same=same, without=without
        )
    fresh = Entrant.objects.filter(pk__in=[card.pk for card in made]).prefetch_related("people").order_by("number")
    return Response(
        {"planned": [planned_data(one) for one in planned], "cards": cards_data(membership, tournament, fresh)}
    )


def planned_data(one: cards_import.Planned) -> dict[str, Any]:
    return {
        "row": one.row.row,
        "what": one.what,
        "names": [found.name for found in one.found] or list(one.row.names),
        "alike": [player.name for _position, player in one.alike],
        "problems": messages.problem_data(one.problems),
    }
