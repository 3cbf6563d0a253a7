"""What a phone remembers of itself, in cookies of its own: which phone it is, the names at its table, its sheets, and
the start cards it follows.

No account and no personal data on the server; whoever clears the cookies starts afresh.
"""

import json
import re
import secrets
from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest, HttpResponse

YEAR = 365 * 24 * 3600
MOST_NAMES = 24
MOST_SHEETS = 12
MOST_CARDS = 12
MOST_BYTES = 2000
"""A browser drops a cookie of more than 4 KB, and quotes and umlauts take more room there than here."""
MARK = re.compile(r"[A-Za-z0-9_-]{8,32}")


def device_of(request: HttpRequest) -> str:
    """This phone's own mark, made up on its first visit."""
    mark = request.COOKIES.get("phone", "")
    return mark if MARK.fullmatch(mark) else ""


def remembered(request: HttpRequest, name: str) -> list[str]:
    """A list that this phone keeps; empty where there is none or somebody has tampered with it."""
    try:
        values = json.loads(request.COOKIES.get(name, "[]"))
    except (ValueError, RecursionError):
        return []
    return [value for value in values if _is_text(value)] if isinstance(values, list) else []


def _is_text(value: object) -> bool:
    """Half a character is none: no page could show it."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def remember_phone(request: HttpRequest, response: HttpResponse) -> None:
    if not device_of(request):
        _set(response, "phone", secrets.token_urlsafe(12))


def remember_sheet(request: HttpRequest, response: HttpResponse, secret: str) -> None:
    """Puts the sheet first on this phone's start page."""
    remember_phone(request, response)
    known = remembered(request, "sheets")
    if known[:1] != [secret]:
        _set(response, "sheets", _first([secret], known, MOST_SHEETS))


def remember_names(request: HttpRequest, response: HttpResponse, names: Sequence[str]) -> None:
    _set(response, "names", _first(names, remembered(request, "names"), MOST_NAMES))


def remember_game(response: HttpResponse, key: str) -> None:
    """The next new sheet of this phone begins with the game that was begun last."""
    _set(response, "game", key)


def remember_cards(response: HttpResponse, cards: Sequence[str]) -> None:
    """The start cards that this phone follows, in all halls, the one that was looked up last first."""
    _set(response, "cards", _first(cards, (), MOST_CARDS))


def _first(new: Sequence[str], known: Sequence[str], most: int) -> str:
    values = [*new, *(value for value in known if value not in new)][:most]
    while len(written := json.dumps(values)) > MOST_BYTES:
        values.pop()
    return written


def _set(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.HTTPS)
