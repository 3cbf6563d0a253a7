"""The e-mail that tells somebody their table, in the club's language; names are those for outside."""

import zoneinfo
from collections.abc import Sequence

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournaments.messages.hall import label, sitting_data
from tournaments.services.hall import Hall, Sitting
from tournaments.services.table_codes import hall_code


def written(hall: Hall, found: Sequence[tuple[int, Sitting]], *, again: bool) -> tuple[str, str]:
    """Subject and text, for the cards of one person in one round."""
    tournament = hall.facts.tournament
    club, number = tournament.club, found[0][1].round
    with translation.override(club.language), timezone.override(zoneinfo.ZoneInfo(club.time_zone)):
        tables = [one.table for _card, one in found if one.table is not None]
        cards = [{"number": card, "link": _link(hall, card), **_told(hall, one)} for card, one in found]
        context = {
            "tournament": tournament,
            "club": club,
            "round": number,
            "cards": cards,
            "again": again,
            "me": f"{settings.PUBLIC_URL}{reverse('myself', args=[club.slug])}" if settings.PUBLIC_URL else "",
        }
        where = _("Table %(number)s") % {"number": ", ".join(map(str, tables))} if tables else _("Bye")
        subject = _("Round %(number)s") % {"number": number} + f", {where}: {tournament.name}"
        return " ".join(subject.split()), render_to_string("tournaments/mail/round.txt", context).strip() + "\n"


def _link(hall: Hall, card: int) -> str:
    """Nothing where nobody has said how this site is reached: a mail never has an address from a request."""
    if not settings.PUBLIC_URL:
        return ""
    return f"{settings.PUBLIC_URL}{reverse('hall-card', args=[hall_code(hall.facts.tournament), card])}"


def _told(hall: Hall, one: Sitting) -> dict[str, object]:
    told = sitting_data(hall, one)
    people = {
        name: [f"{label(who['name'], who['number'])} ({who['number']})" for who in told[name]]
        for name in ("partners", "opponents")
    }
    return {"table": one.table, "seat": one.seat, **people}
