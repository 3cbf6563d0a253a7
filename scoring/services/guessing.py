"""How often somebody may guess a code: that of a table, or a check code."""

import ipaddress

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

WRONG_CODES = 30
WRONG_CODES_FORGOTTEN = 15 * 60
"""So many wrong codes an address may send in so many seconds, whichever web process it comes to."""


def place_for_a_guess(address: str) -> str | None:
    """Takes one of the places that wrong codes of this address have, None where all are taken.

    Each is a key of its own, since two processes may add one to a number at the same moment and count it once.
    """
    places = [f"wrong-code-{address}-{number}" for number in range(WRONG_CODES)]
    taken = cache.get_many(places)
    return next((one for one in places if one not in taken and cache.add(one, True, WRONG_CODES_FORGOTTEN)), None)


def sender(request: HttpRequest) -> str:
    """Whose wrong codes are counted together: the address, as our own proxy saw it where there is one.

    Of an address of version 6 the network: whoever has one has all of its addresses.
    """
    said = str(request.META.get("REMOTE_ADDR", ""))
    if settings.HTTPS and (forwarded := request.headers.get("X-Forwarded-For")):
        said = forwarded.rpartition(",")[2].strip()
    try:
        address = ipaddress.ip_address(said)
    except ValueError:
        return said[:40]
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else said
