"""Why a card stands where it stands and what it still needs: inside the club, and for everybody's phone."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition, require_safe

from clubs.views.door import ClubRequest, HtmxRequest, in_club
from tournaments.forms.why import with_whom
from tournaments.messages.hall import kept_back
from tournaments.messages.why import why_data
from tournaments.models import Tournament
from tournaments.services.hall import hall_of_now
from tournaments.services.kept import now
from tournaments.services.marks import mark_of
from tournaments.services.table_codes import hall_marked
from tournaments.services.why import Asked, inside, needs_public, outside
from tournaments.views.door import tournament_page
from tournaments.views.hall import page_context
from tournaments.views.hall_parts import now_or_404


def etag(request: ClubRequest, tournament: Tournament, number: int) -> str:
    parts = (mark_of(tournament), get_language(), request.membership.role, number, with_whom(request) or "")
    return f'"why-{"-".join(map(str, parts))}"'


@tournament_page("see")
@require_safe
@condition(etag_func=etag)
def page(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    """`with` is the start number that it is compared with; else its neighbour."""
    found = now(tournament)
    try:
        asked = inside(found, number, with_whom(request))
    except KeyError as error:
        raise Http404 from error
    link = reverse("standings", args=[tournament.club.slug, tournament.pk])
    return render(request, "tournaments/why/page.html", context_of(request, asked, f"{link}%s/"))


def hall_etag(request: HttpRequest, code: str, number: int) -> str | None:
    found = hall_marked(code)
    language = get_language(), request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return None if found is None else f'"why-{found[1].mark}-{"-".join(language)}-{number}-{with_whom(request) or ""}"'


@never_cache
@require_safe
@condition(etag_func=hall_etag)
def hall(request: HtmxRequest, code: str, number: int) -> HttpResponse:
    """The same for everybody, as far as it is public."""
    found = now_or_404(code)
    with in_club(request, found.tournament.club):
        try:
            asked = outside(found, number, with_whom(request))
        except KeyError as error:
            raise Http404 from error
        one = hall_of_now(found)
        context = {**page_context(request, found, code), "number": number, "name": one.name(number)}
        if asked is None:
            context["kept_back"] = kept_back(one)
        else:
            context |= context_of(request, asked, f"{reverse('hall', args=[code])}%s/why/")
            context["needs_kept"] = not needs_public(found.facts)
        return render(request, "tournaments/why/hall.html", context)


def context_of(request: HttpRequest, asked: Asked, link: str) -> dict[str, Any]:
    """`link` leads to the page of a start number."""
    told, wanted, own = why_data(asked), with_whom(request), link % asked.number
    neighbours = [
        {**one, "side": side, "address": f"{own}?with={one['number']}", "here": one["number"] == asked.other}
        for side in ("ahead", "behind")
        if (one := told[side]) is not None
    ]
    others = {one["number"] for one in neighbours}
    return {
        "why": told,
        "own": own,
        "neighbours": neighbours,
        "typed": wanted if wanted is not None and wanted not in others else "",
        "not_found": wanted is not None and asked.other != wanted,
        "other_page": link % asked.other if asked.other is not None else "",
    }
