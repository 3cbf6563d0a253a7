"""Confirming results, signing hands, check codes, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.messages import AGREEMENT

PROBLEMS: dict[str, str | Promise] = {
    **AGREEMENT,
    "cannot_be_signed": _("“%(word)s” is nothing that can be signed here. These can: %(choices)s."),
    "nothing_can_be_signed": _("“%(word)s” cannot be signed: the tables of this tournament write down no such thing."),
    "said_too_often": _("This table has said yes and no very often. Please go to the desk."),
}
CHANGES: dict[str, str | Promise] = {
    "table_signed": _("Signed at a table"),
    "table_settled": _("Dispute at a table decided"),
}
FIELDS: dict[str, str | Promise] = {}
