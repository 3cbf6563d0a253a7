"""The one table of who may do what in a club. `docs/permissions.md` is generated from it.

An account without a membership may do nothing and sees nothing but what a public club shows everybody. Who holds the
secret address of a sheet may use that sheet without any account, as ever.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.models import Membership, Player, Transfer
from clubs.models.club import Role

EVERYBODY = frozenset(Role)
SCORERS = frozenset({Role.OWNER, Role.DIRECTOR, Role.TREASURER, Role.SCORER})
DIRECTORS = frozenset({Role.OWNER, Role.DIRECTOR})
TREASURERS = frozenset({Role.OWNER, Role.TREASURER})
OWNERS = frozenset({Role.OWNER})


@dataclass(frozen=True, slots=True)
class Ability:
    """Something one may do, who may, and what it is called."""

    key: str
    roles: frozenset[Role]
    title: str | Promise


ABILITIES = {
    ability.key: ability
    for ability in (
        Ability("see", EVERYBODY, _("See the club: evenings, sheets, people, house rules, statistics")),
        Ability(
            "be_oneself", EVERYBODY, _("Change how one's own name is shown, claim a guest, download one's own data")
        ),
        Ability("score", SCORERS, _("Open and close evenings, tick attendance, begin sheets, add guests")),
        Ability("direct", DIRECTORS, _("Open closed sheets and evenings again, adopt sheets, change house rules")),
        Ability("people", DIRECTORS, _("Change, import, export and merge people, answer claims")),
        Ability("see_till", TREASURERS, _("See the whole till")),
        Ability("till", TREASURERS, _("Book, reverse, count cash, share out")),
        Ability("own", OWNERS, _("Roles, invitations, settings, erasing people, the log of changes")),
    )
}


def may(membership: Membership | None, ability: str) -> bool:
    """Whether this membership allows it; nothing is allowed without one."""
    return membership is not None and membership.role in ABILITIES[ability].roles


def fields_allowed(membership: Membership, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What of these fields of a person this member may say: an IBAN whoever sees the till, a member who changes people.

    Everybody else's newcomers are guests.
    """
    said = {name: value for name, value in wanted.items() if name != "iban" or may(membership, "see_till")}
    return said if may(membership, "people") else {**said, "guest": True}


def may_see_iban(membership: Membership | None, transfer: Transfer) -> bool:
    """Whether the account that this payment goes to may be shown: to who pays, who gets it, treasurer and owner."""
    if membership is None or membership.club_id != transfer.evening.club_id:
        return False
    mine = _really(membership.player)
    sides = [_really(one) for one in (transfer.payer, transfer.receiver) if one is not None]
    return may(membership, "see_till") or (mine is not None and mine in sides)


def may_see_money(membership: Membership, player: Player) -> bool:
    """Whether the run of this person's money is open to this member: one's own, what is shown, all to the treasurer.

    `player` is who they are now (`queries.people_of`).
    """
    return player.money_shown or may(membership, "see_till") or _really(membership.player) == player


def _really(player: Player | None) -> Player | None:
    while player is not None and player.merged_into is not None:
        player = player.merged_into
    return player
