"""What hangs in the hall: one screen's own page, for a machine without an account, and the part of it that it fetches.

It asks every few seconds and is told 204 while nothing has changed; that is one query.
"""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.views.address import address, qr
from clubs.views.door import HtmxRequest, in_club
from tournaments.services import screens
from tournaments.services.marks import marked_on
from tournaments.services.screen_shows import on_screen
from tournaments.services.table_codes import hall_code


@never_cache
@require_safe
def screen(request: HtmxRequest, secret: str) -> HttpResponse:
    # Before anything else is read: what comes in meanwhile is then seen at the next look.
    marked = marked_on(secret)
    if marked is not None and request.htmx and request.GET.get("seen") == marked.mark:
        return HttpResponse(status=204)
    found = screens.screen_of(secret)
    if marked is None or found is None:
        raise Http404
    tournament, now = found.tournament, timezone.now()
    with in_club(request, tournament.club):
        shown = on_screen(found, now=now)
        link = address(request, "hall", hall_code(tournament))
        context = {
            **shown,
            "screen": found,
            "tournament": tournament,
            "zone": tournament.club.time_zone,
            "seen": marked.mark,
            "now": now,
            "phone": {"address": link, "said": link.partition("://")[2].rstrip("/"), "qr": qr(link)},
        }
        template = "tournaments/screens/_screen.html" if request.htmx else "tournaments/screens/screen.html"
        return render(request, template, context)
