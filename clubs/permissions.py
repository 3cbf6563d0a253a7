"""The one table of who may do what in a club. `docs/permissions.md` is generated from it.

An account without a membership may do nothing and sees nothing but what a public club shows everybody. Who holds the
secret address of a sheet may use that sheet without any account, as ever.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.models import Membership
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
