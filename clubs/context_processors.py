"""What every page inside a club needs: the club, what its reader may do, and the tabs."""

from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from clubs.permissions import ABILITIES, may

TABS = (
    ("club", "see", _("Overview")),
    ("evenings", "see", _("Evenings")),
    ("people", "see", _("People")),
    ("club-statistics", "see", _("Statistics")),
    ("house-rules", "see", _("House rules")),
    ("till", "see_till", _("Till")),
    ("myself", "be_oneself", _("Me")),
    ("club-settings", "own", _("Club")),
)
"""Name of the page, the ability it needs, and the word on the tab."""


def club(request: HttpRequest) -> dict[str, Any]:
    membership = getattr(request, "membership", None)
    if membership is None:
        return {}
    tabs = []
    for name, ability, word in TABS:
        try:
            address = reverse(name, args=[membership.club.slug])
        except NoReverseMatch:
            continue
        if may(membership, ability):
            inside = request.path == address or (name != "club" and request.path.startswith(address))
            tabs.append({"address": address, "name": word, "here": inside})
    return {
        "club": membership.club,
        "membership": membership,
        "may": {ability: may(membership, ability) for ability in ABILITIES},
        "tabs": tabs,
    }
