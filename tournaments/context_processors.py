"""What every page inside a tournament needs: the tournament and its tabs."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.permissions import may

TABS = (
    ("tournament", "see", _("Desk")),
    ("check-in", "score", _("Check-in")),
    ("draw", "see", _("Draw")),
    ("tables", "see", _("Tables")),
    ("room", "see", _("Room")),
    ("standings", "see", _("Standings")),
    ("prizes", "see", _("Prizes")),
    ("tournament-cash", "score", _("Money")),
    ("tournament-rules", "see", _("Rules")),
)
"""Name of the page, the ability it needs, and the word on the tab."""


def tournament(request: HttpRequest) -> dict[str, Any]:
    found = getattr(request, "tournament", None)
    if found is None:
        return {}
    membership = request.membership  # type: ignore[attr-defined]  # the door has set both
    tabs = []
    for name, ability, word in TABS:
        if may(membership, ability):
            address = reverse(name, args=[membership.club.slug, found.pk])
            here = request.path == address or (name != "tournament" and request.path.startswith(address))
            tabs.append({"address": address, "name": word, "here": here})
    return {"tournament": found, "tournament_tabs": tabs}
