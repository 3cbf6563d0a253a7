"""A club's first page: the overview for its members, what everybody may see for everybody else."""

import zoneinfo
from typing import Any, cast

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs import queries as club_queries
from clubs.messages import money
from clubs.models import Club, Membership, Player, User
from clubs.names import NOBODY, public_names, told_since
from clubs.permissions import may
from clubs.services.evenings import evening_now
from clubs.views.door import ClubRequest, in_club
from scoring import queries
from scoring.services.seen import from_outside
from scoring.views.board import row_context
from scoring.views.evening import table_row
from scoring.views.evenings import evening_rows
from scoring.views.settled import payment_row

LATEST = 50
LAST_EVENINGS = 5


@never_cache
@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Members get the overview. Others get the page of a public club; of any other, they may log in or find nothing."""
    known = request.user.is_authenticated
    membership = club_queries.membership_of(cast(User, request.user), slug) if known else None
    found = membership.club if membership else club_queries.public_clubs().filter(slug=slug).first()
    if found is None:
        moved = club_queries.moved_club(slug)
        if moved and moved.public:
            return redirect("club", moved.slug)
        if known:
            raise Http404
        return redirect_to_login(request.get_full_path())
    if found.slug != slug:
        return redirect("club", found.slug)
    if membership is None:
        # In the club's time, and in the language that the reader asks for.
        with timezone.override(zoneinfo.ZoneInfo(found.time_zone)):
            return render(request, "scoring/club.html", public_context(found))
    with in_club(request, found):
        inside = cast(ClubRequest, request)
        inside.club, inside.membership = found, membership
        return render(request, "scoring/overview.html", overview_context(inside))


def public_context(found: Club) -> dict[str, Any]:
    """Its sheets and what everybody has taken so far, under the names that everybody may read."""
    sheets = from_outside(found, queries.sheets_of_club(found, LATEST))
    return {"club": found, "rows": [row_context(sheet) for sheet in sheets], "tally": tally_rows(found)}


def tally_rows(found: Club) -> list[dict[str, Any]]:
    """Legs won and Bummerl taken by person, the fewest Bummerl first."""
    who, sums, since = club_queries.people_of(found), dict[Player, list[int]](), told_since(found)
    for pk, legs, bummerl in queries.bummerl_of_club(found):
        row = sums.setdefault(who[pk], [0, 0])
        row[0] += legs
        row[1] += bummerl
    told = sums if since is None else {who[pk] for pk in queries.played_since(found, since)}
    names = public_names(told)
    rows = [
        {"name": names.get(player.pk, NOBODY), "legs": legs, "bummerl": bummerl}
        for player, (legs, bummerl) in sums.items()
        if legs or bummerl
    ]
    return sorted(rows, key=lambda row: (row["bummerl"], -cast(int, row["legs"]), row["name"]))


# --- for members ---------------------------------------------------------------------------------------------------


def overview_context(request: ClubRequest) -> dict[str, Any]:
    tonight = evening_now(request.club, timezone.now())
    scores = may(request.membership, "score")
    sheets = queries.sheets_of_evening(tonight) if tonight else []
    last = club_queries.last_evenings(request.club, LAST_EVENINGS + 1)
    return {
        "tonight": tonight,
        "tables": [table_row(sheet, writing=scores) for sheet in sheets],
        "rows": evening_rows([one for one in last if one != tonight][:LAST_EVENINGS]),
        **questions_context(request, request.membership),
        **own_context(request, request.membership),
    }


def questions_context(request: ClubRequest, membership: Membership) -> dict[str, Any]:
    """Who was who: how many questions wait for this reader's answer as somebody who looks after people; whether the
    club asks the account itself, or the account waits for the club."""
    found = list(club_queries.open_claims(request.club))
    mine = [claim for claim in found if claim.membership_id == membership.pk]
    return {
        "questions": sum(not claim.by_club for claim in found) if may(membership, "people") else 0,
        "asked_me": any(claim.by_club for claim in mine),
        "i_asked": any(not claim.by_club for claim in mine),
    }


def own_context(request: ClubRequest, membership: Membership) -> dict[str, Any]:
    """What whoever looks owes and is owed; nothing for an account that is none of the people."""
    if membership.player is None:
        return {"person": None}
    who = club_queries.people_of(membership.club)
    person = who[membership.player.pk]
    mine = club_queries.ids_of(who, person)
    cents = club_queries.balance_of(mine)
    return {
        "person": person,
        "balance": money.balance(cents),
        "sign": (cents > 0) - (cents < 0),
        "payments": [payment_row(request, one, who) for one in club_queries.open_payments_of(mine)],
    }
