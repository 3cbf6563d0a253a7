"""What the director reads aloud, in big print and to be copied."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from clubs.forms.numbers import plain_number
from clubs.views.door import ClubRequest
from tournaments.models import Tournament
from tournaments.services.announcements import Moment, announcement, fitting
from tournaments.services.kept import facts_of
from tournaments.views.door import tournament_page

MOMENTS = {
    Moment.DRAW: gettext_lazy("The draw"),
    Moment.TIME: gettext_lazy("Time left"),
    Moment.MISSING: gettext_lazy("Missing tables"),
    Moment.BREAK: gettext_lazy("Break"),
    Moment.PRIZES: gettext_lazy("Prizes"),
}
MOST_PAUSE = 240
NOTHING = {
    Moment.DRAW: gettext_lazy("No round is being played."),
    Moment.TIME: gettext_lazy("No clock runs towards an end. It is started in the room."),
    Moment.MISSING: gettext_lazy("No round is being played."),
    Moment.PRIZES: gettext_lazy("There are no prizes to be called yet."),
}


@tournament_page("see")
@require_safe
def page(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """What fits this moment, or what was asked for (`what`, `pause` in minutes, `whole`)."""
    facts, now = facts_of(tournament), timezone.now()
    asked = request.GET.get("what", "")
    moment = Moment(asked) if asked in set(Moment) else fitting(facts, now)
    pause = min(MOST_PAUSE, max(0, plain_number(request.GET.get("pause", ""))))
    told = announcement(facts, moment, now, pause=pause, whole="whole" in request.GET)
    context: dict[str, Any] = {
        "moment": str(moment),
        "told": told,
        "first": told.said[0] if told else "",
        "rest": told.said[1:] if told else (),
        "nothing": NOTHING.get(moment, ""),
        "moments": [{"key": str(one), "word": word, "here": one == moment} for one, word in MOMENTS.items()],
        "pause": pause or "",
        "most_pause": MOST_PAUSE,
    }
    return render(request, "tournaments/room/announce.html", context)
