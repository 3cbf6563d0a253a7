"""Agreement and signing as the pages of tables show them: for the desk, for phones, and in the list."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy

from scoring.services.agreement import State
from tournaments.services import signing
from tournaments.services.agreement import Agreement, Unsigned
from tournaments.services.laid_tables import Laid

STATES = {
    State.OPEN: gettext_lazy("not confirmed yet"),
    State.AGREED: gettext_lazy("confirmed"),
    State.DISPUTED: gettext_lazy("disputed"),
    State.OFF: gettext_lazy("decided"),
}


def agreement_rows(laid: Laid, found: Agreement, names: Sequence[str]) -> dict[str, Any] | None:
    """Every card with what it said, for the desk; None where nobody is asked and nothing is to be signed."""
    if found.state == State.OFF and not found.settled and not found.unsigned:
        return None
    return {
        "state": str(found.state),
        "state_text": STATES[found.state] if found.state != State.OFF or found.settled else "",
        "settled": found.settled,
        "of": found.of,
        "sides": [
            {"number": seat.number, "name": name, "said": found.voices.get(seat.position)}
            for seat, name in zip(laid.seats, names, strict=True)
        ]
        if found.state != State.OFF or found.settled
        else [],
        "remarks": found.remarks,
        "unsigned": [unsigned_row(laid, one, names) for one in found.unsigned],
        "token": secrets.token_urlsafe(12),
    }


def unsigned_row(laid: Laid, one: Unsigned, names: Sequence[str]) -> dict[str, Any]:
    word = signing.name_of(one.word, laid.table.round.tournament.game, laid.plan)
    who = "" if one.position is None else names[one.position]
    return {"line": one.line, "word": word, "who": who}


# --- for phones without an account -----------------------------------------------------------------------------------


def phone_rows(
    laid: Laid, found: Agreement, names: Sequence[str], *, device: str, inside: bool
) -> dict[str, Any] | None:
    """Every card with what it said and how this phone can speak for it; None where nobody is asked."""
    if found.state == State.OFF and not found.settled:
        return None
    spoken = {position for phone, position in found.own if phone == device}
    rows = []
    for seat, name in zip(laid.seats, names, strict=True):
        voice = found.voices.get(seat.position)
        mine = voice is not None and bool(device) and voice.device == device
        rows.append({
            "position": seat.position,
            "number": seat.number,
            "name": name,
            "said": voice,
            # It may name anybody: for those who belong here, and for the phone that said it.
            "remark": voice.remark if voice is not None and (inside or mine) else "",
            "mine": mine,
            "passes": bool(spoken - {seat.position}),
        })  # fmt: skip
    return {
        "state": str(found.state),
        "state_text": STATES[found.state],
        "settled": bool(found.settled),
        "of": found.of,
        "sides": rows,
        "token": secrets.token_urlsafe(12),
    }


def desk_marks(found: Agreement) -> dict[str, Any]:
    """What a row in the list of tables says of it."""
    return {
        "contested": found.state == State.DISPUTED,
        "confirmed": found.state == State.AGREED,
        "remarks": found.remarks,
        "unsigned": len(found.unsigned),
    }
