"""What a sheet's pages show of agreement and signing: which side said what, which hands wait for a signature."""

import secrets
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from clubs.models import User
from scoring import messages
from scoring.models import Entry, Sheet
from scoring.services.agreement import Agreement, Spoken, State, spoken_of
from scoring.services.fold import game_of, names_of
from scoring.views.phone import device_of

STATES = {
    State.OPEN: gettext_lazy("not confirmed yet"),
    State.AGREED: gettext_lazy("confirmed"),
    State.DISPUTED: gettext_lazy("disputed"),
    State.OFF: gettext_lazy("decided"),
}


def spoken_context(request: HttpRequest, sheet: Sheet, *, writing: bool) -> dict[str, Any]:
    """What pages say of agreement and signing; no query, and nothing, where nobody is asked and nothing is signed."""
    if not (sheet.confirms or sheet.approves):
        return {}
    spoken = spoken_of(sheet)
    return {
        "agreement": agreement_context(request, sheet, spoken.agreement, writing=writing),
        "unsigned": unsigned_rows(sheet, spoken),
        "to_sign": to_sign(sheet),
    }


def agreement_context(
    request: HttpRequest, sheet: Sheet, agreement: Agreement, *, writing: bool
) -> dict[str, Any] | None:
    """Every side with what it said, and what this phone can say for it; None where nobody is asked."""
    if agreement.state == State.OFF and not agreement.settled:
        return None
    device, user = device_of(request), account_of(request)
    rows = []
    for side, name in enumerate(messages.sides_in_words(game_of(sheet), names_of(sheet))):
        entry = agreement.said.get(side)
        mine = entry is not None and bool(device) and entry.device == device
        rows.append({
            "side": side,
            "name": name,
            "said": said_in_words(entry, inside=sheet.outside is None),
            "mine": mine,
            "speak": how_to_speak(agreement, side, device, user) if writing and not agreement.settled else "",
        })  # fmt: skip
    return {
        "state": str(agreement.state),
        "state_text": STATES[agreement.state],
        "sides": rows,
        "settled": agreement.settled if sheet.outside is None else "",
        "token": secrets.token_urlsafe(12),
    }


def said_in_words(entry: Entry | None, *, inside: bool) -> dict[str, Any] | None:
    if entry is None:
        return None
    data = entry.data
    return {
        "agrees": data["agrees"],
        # It may name anybody: only for those who know each other.
        "remark": data.get("remark", "") if inside else "",
        "passed": data["passed"],
        "at": entry.at,
    }


def how_to_speak(agreement: Agreement, side: int, device: str, user: User | None) -> str:
    """`say`: this phone speaks for the side; `pass`: handed over; nothing: only another account or phone can."""
    others = [one for one in agreement.spoken if one.data["side"] != side]
    if user is not None and any(one.by_id == user.pk for one in others):
        return ""
    return "pass" if any(one.device == device and not one.data["passed"] for one in others) else "say"


def unsigned_rows(sheet: Sheet, spoken: Spoken) -> list[dict[str, Any]]:
    """Hands that wait for a signature, in words."""
    game, names = game_of(sheet), names_of(sheet)
    return [
        {
            "line": one.line,
            "contract": messages.contract_name(game, one.contract),
            "who": names[one.seat] if one.seat is not None and one.seat < len(names) else "",
        }
        for one in spoken.unsigned
    ]


def to_sign(sheet: Sheet) -> list[dict[str, str]]:
    """What is shown to the director before it is played."""
    return [{"key": key, "name": messages.contract_name(game_of(sheet), key)} for key in sheet.approves]


def account_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
