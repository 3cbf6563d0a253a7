"""What is posted about people."""

from typing import Any

from django.core import signing
from django.http import QueryDict

from clubs.forms.numbers import plain_number
from clubs.models import Club
from clubs.services.columns import Row

PREVIEW_LIVES = 24 * 3600
"""So many seconds a preview of an import may lie on a phone before it is confirmed."""

Posted = QueryDict


def person_of(posted: Posted, *names: str) -> dict[str, Any]:
    """The fields of a person that were posted, of these names; what was not posted stays as it is."""
    found: dict[str, Any] = {name: posted.get(name, "") for name in names if name in posted}
    if "guest" in found:
        found["guest"] = found["guest"] == "guest"
    for name in ("money_shown", "rated"):
        if name in found:
            found[name] = found[name] == "yes"
    return found


def packed(club: Club, rows: list[Row]) -> str:
    """Rows of a preview as a hidden field: the phone keeps them, and cannot write others for them."""
    plain = [[row.number, row.name, row.turned, row.nickname, row.place, row.guest] for row in rows]
    return signing.dumps(plain, salt=_salt(club), compress=True)


def unpacked(club: Club, text: str) -> list[Row] | None:
    """The rows of a preview; None where it is too old, or was made elsewhere."""
    try:
        plain = signing.loads(text, salt=_salt(club), max_age=PREVIEW_LIVES)
    except signing.BadSignature:
        return None
    return [Row(*row) for row in plain]


def _salt(club: Club) -> str:
    return f"clubs.import.{club.pk}"


def left_out(posted: Posted) -> set[int]:
    """The rows that are nobody to be added: a sum at the end, say."""
    return {plain_number(value) for value in posted.getlist("leave")}


def chosen_rows(posted: Posted) -> set[int]:
    """The doubtful rows that are somebody else after all."""
    return {
        plain_number(name.removeprefix("row-"))
        for name, value in posted.items()
        if name.startswith("row-") and value == "new"
    }
