"""What every page inside a club needs: the club, what its reader may do, and the tabs."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.permissions import ABILITIES, may
from clubs.services.accounts import passkey_host

TABS = (
    ("club", "see", _("Overview")),
    ("evenings", "see", _("Evenings")),
    ("tournaments", "see", _("Tournaments")),
    ("seasons", "see", _("Rankings")),
    ("people", "see", _("People")),
    ("club-statistics", "see", _("Statistics")),
    ("house-rules", "see", _("House rules")),
    ("till", "see_till", _("Till")),
    ("myself", "be_oneself", _("Me")),
    ("club-settings", "own", _("Club")),
)
"""Name of the page, the ability it needs, and the word on the tab."""


NO_ACCOUNT_LINK = ("/sheet/", "/watch/", "/hall/", "/board/")
"""Pages of a table, of everybody in a hall, and public boards: whoever is logged in is not asked for there, and nothing
distracts from the cards."""


def site(request: HttpRequest) -> dict[str, Any]:
    """What pages need to know about this installation; asks neither the session nor the database."""
    login = reverse("account_login")
    # Whoever logs in from a page comes back to it.
    worth_it = request.method == "GET" and request.path != "/" and not request.path.startswith("/account/")
    host = passkey_host(request.get_host(), secure=request.is_secure(), public_url=settings.PUBLIC_URL)
    return {
        "sends_mail": settings.SENDS_MAIL,
        "passkeys_work": host is not None,
        "account_link": not request.path.startswith(NO_ACCOUNT_LINK),
        "login_link": f"{login}?{urlencode({'next': request.get_full_path()})}" if worth_it else login,
        "perhaps_logged_in": settings.SESSION_COOKIE_NAME in request.COOKIES,
    }


def club(request: HttpRequest) -> dict[str, Any]:
    membership = getattr(request, "membership", None)
    if membership is None:
        return {}
    tabs = []
    for name, ability, word in TABS:
        if may(membership, ability):
            address = reverse(name, args=[membership.club.slug])
            inside = request.path == address or (name != "club" and request.path.startswith(address))
            tabs.append({"address": address, "name": word, "here": inside})
    return {
        "club": membership.club,
        "membership": membership,
        "may": {ability: may(membership, ability) for ability in ABILITIES},
        "tabs": tabs,
    }
