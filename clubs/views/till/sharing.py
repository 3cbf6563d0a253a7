"""The share-out: between two days, how much, who counts how many evenings; first to look at, then to book."""

import secrets
from datetime import date
from typing import Any

from django.contrib import messages as says
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubs import messages, queries
from clubs.forms.money import euros_to_cents
from clubs.forms.numbers import day_typed, plain_number
from clubs.forms.till import count_typed
from clubs.messages.money import coins, euros
from clubs.models import Player
from clubs.models.till import Kind
from clubs.names import alphabetical, name_for
from clubs.services import share_out as use_cases
from clubs.services import till
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest, club_page
from clubs.views.till.periods import period

FIELDS = ("cents", "start", "end", "weights", "day", "note")


@club_page("till")
@require_http_methods(["GET", "POST"])
def share_out(request: ClubRequest) -> HttpResponse:
    start, end, problems = period(request, until_today=True)
    if request.method == "GET" or "days" in request.POST:
        return share_page(request, start, end, status=422 if problems else 200, problems=problems)
    post, weights = request.POST, typed_weights(request)
    cents, seen = euros_to_cents(post.get("cents", "")), plain_number(post.get("seen", ""))
    wanted = terms(cents, weights)
    try:
        if "book" in post and post.get("terms") == wanted:
            booked = use_cases.share_out(
                request.club,
                by=request.user,
                token=post.get("token", ""),
                day=till.today(request.club) if "day" not in post else day_typed(post["day"]),
                cents=cents,
                weights=weights,
                seen=seen,
                paid="paid" in post,
                note=post.get("note", ""),
            )
            shared = [one for one in booked if one.kind == Kind.SHARE_OUT]
            figures = {"count": len(shared), "total": euros(sum(one.balance for one in shared))}
            sentence = ngettext(
                "%(total)s shared out to one person.", "%(total)s shared out among %(count)s people.", len(shared)
            )
            says.success(request, sentence % figures)
            return redirect("till", request.club.slug)
        shares = use_cases.preview(request.club, cents=cents, weights=weights)
    except Refused as error:
        return share_page(request, start, end, status=422, problems=[*problems, *error.problems])
    return share_page(request, start, end, problems=problems, shares=shares, wanted=wanted)


def typed_weights(request: ClubRequest) -> list[tuple[Player, int | str]]:
    """Who is ticked, with what stands in the row."""
    who, post = queries.people_of(request.club), request.POST
    ticked = {plain_number(text) for text in post.getlist("person")}
    return [(who[pk], count_typed(post.get(f"weight-{pk}", ""))) for pk in sorted(ticked) if pk in who]


def terms(cents: int | str, weights: list[tuple[Player, int | str]]) -> str:
    """What was looked at, so that nothing else is booked."""
    return f"{cents}: " + " ".join(f"{player.pk}x{weight}" for player, weight in weights)


def share_page(
    request: ClubRequest,
    start: date,
    end: date,
    *,
    status: int = 200,
    problems: list[Problem] | None = None,
    shares: list[use_cases.Share] | None = None,
    wanted: str = "",
) -> HttpResponse:
    club, post, who = request.club, request.POST, queries.people_of(request.club)
    attended = use_cases.evenings_attended(club, who, start, end)
    counting = {player.pk: player for player in queries.people_there(club) if not player.guest or player.pk in attended}
    counting |= {pk: who[pk] for pk in attended if who[pk].erased_at is None}
    posted, ticked = request.method == "POST", set(post.getlist("person"))
    # Other days mean other evenings: what was typed for the old ones no longer counts.
    again = posted and "days" in post
    people = sorted(counting.values(), key=lambda one: (one.guest, alphabetical(one.name)))
    said = messages.by_field(problems or [], (*FIELDS, *(f"weight-{one.pk}" for one in people)))
    rows = [
        {
            "player": one,
            "name": name_for(one, inside=True),
            "weight": post.get(f"weight-{one.pk}", "") if posted and not again else attended.get(one.pk, 0),
            "ticked": str(one.pk) in ticked if posted and not again else not one.guest,
            "problems": said.get(f"weight-{one.pk}", []),
        }
        for one in people
    ]
    proposed, box = use_cases.to_share(club, who), till.cash_in_box(club)
    context: dict[str, Any] = {
        "rows": rows,
        "start": start.isoformat(),
        "end": end.isoformat(),
        "today": till.today(club).isoformat(),
        "box": box,
        "proposed": proposed,
        "owes": box - proposed,
        "cents": post.get("cents", "") if posted else coins(proposed) if proposed else "",
        "note": post.get("note", ""),
        "paid": "paid" in post or not post.get("terms"),
        "shares": [{"name": name_for(one.player, inside=True), "share": one} for one in shares or []],
        "total": sum(one.cents for one in shares or []),
        "evenings": sum(one.weight for one in shares or []),
        "terms": wanted,
        "token": secrets.token_urlsafe(12),
        "problems": said,
    }
    return render(request, "clubs/till/share_out.html", context, status=status)
