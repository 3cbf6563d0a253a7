"""What a tournament brought along from another installation and has no row here (`Tournament.brought`).

`way`: the clubs it came through, oldest first, each with the moment its file was written. `at`: when it came here.
`by`: column -> id of a row -> the account that did it there, by its name. `profiles`: row -> id -> the house rules it
was begun with. `log`: the lines that spoke of it there; `player` is whom they are about, an id of here. `payments`: id
-> whether it was booked in a till there; all of these are another till's. `handed`: the same of prizes that were handed
out there, by what makes them the same ones (`key_of`).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Model

from scoring.services.elsewhere import Gone
from scoring.services.taken_along import moment
from tournaments.models import Payment, Payout, Tournament

Rows = Mapping[str, Mapping[str, Any]]


def label(model: type[Model] | Model, column: str = "") -> str:
    """What a column (or a row) is called in `by` and `profiles`: "result.by"."""
    name = str(model._meta.model_name)
    if model._meta.app_label == "scoring":
        name = f"sheet {name}"
    return f"{name}.{column}" if column else name


def noted(rows: Rows, where: str, row: Model) -> Any:
    """What came along about this row, or None."""
    return rows.get(where, {}).get(str(row.pk))


def log_of(tournament: Tournament) -> list[dict[str, Any]]:
    """The lines of the log that came along, oldest first."""
    lines: list[dict[str, Any]] = tournament.brought.get("log", [])
    return lines


def begun_here(tournament: Tournament) -> datetime:
    """From when on this club's own log may speak of it."""
    came = tournament.brought.get("at")
    return datetime.fromisoformat(came) if came else tournament.created_at


# --- money that is another till's ------------------------------------------------------------------------------------


def elsewhere(tournament: Tournament) -> list[int]:
    """Ids of the payments that this club's till never gets: they were taken before the tournament came here."""
    return [*map(int, tournament.brought.get("payments", {}))]


def booked_there(tournament: Tournament, payment: Payment) -> bool:
    """Whether it stood in a till when the file was written."""
    return bool(tournament.brought.get("payments", {}).get(str(payment.pk)))


def key_of(payout: Payout) -> str:
    """What stays a prize's own when places are opened and made final again: when it was handed out, and for what."""
    return f"{moment(payout.handed_at)} {payout.wins} {payout.place} {payout.cents}"


def handed_there(tournament: Tournament, payout: Payout) -> bool:
    """Whether this prize was handed out for another till, before the tournament came here."""
    return payout.handed_at is not None and key_of(payout) in tournament.brought.get("handed", {})


def prize_booked_there(tournament: Tournament, payout: Payout) -> bool:
    return payout.handed_at is not None and bool(tournament.brought.get("handed", {}).get(key_of(payout)))


# --- erasing ---------------------------------------------------------------------------------------------------------


def without(brought: Mapping[str, Any], gone: Gone) -> dict[str, Any]:
    """The same without somebody who is erased: texts, who did what, and all that a line about them said."""
    told = {name: gone.in_json(one) for name, one in brought.items() if name not in ("log", "by")}
    if "by" in brought:
        told["by"] = {
            where: {pk: name for pk, name in names.items() if not gone.is_name(name)}
            for where, names in brought["by"].items()
        }
    if "log" in brought:
        told["log"] = [_line_without(line, gone) for line in brought["log"]]
    return told


def _line_without(line: Mapping[str, Any], gone: Gone) -> dict[str, Any]:
    told = {**line, "by": "" if gone.is_name(line["by"]) else gone.in_text(line["by"])}
    for side in ("before", "after"):
        told[side] = {} if line["player"] in gone.ids else gone.in_json(line[side])
    return told
