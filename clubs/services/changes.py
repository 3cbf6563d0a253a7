"""The log of changes: every change of role, rule, person, setting and booking."""

from collections.abc import Mapping
from typing import Any

from clubs.models import Change, Club, Player, User


def log_change(
    club: Club,
    what: str,
    *,
    by: User | None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    player: Player | None = None,
) -> Change | None:
    """Writes one line, inside the transaction of the change itself; of equal fields only the different ones.

    Returns None, and writes nothing, where `before` and `after` are the same.
    """
    old, new = dict(before or {}), dict(after or {})
    if before is not None and after is not None:
        same = {name for name in old if name in new and old[name] == new[name]}
        old, new = ({name: value for name, value in one.items() if name not in same} for one in (old, new))
        if not old and not new:
            return None
    return Change.objects.create(
        club=club, what=what, by=by, by_name=acting_name(by), before=old, after=new, player=player
    )


def acting_name(by: User | None) -> str:
    """What the log calls the account that did something; nothing where none was needed."""
    return str(by) if by else ""
