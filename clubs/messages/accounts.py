"""Sentences about one's own account."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROBLEMS: dict[str, str | Promise] = {
    "no_own_name": _("A name is missing."),
    "own_name_too_long": _("The name has more than 40 characters."),
    "no_email": _("An e-mail address is missing."),
    "no_such_email": _("This is no e-mail address."),
    "email_taken": _("Another account has this e-mail address."),
    "too_many_tokens": _("You have %(most)s tokens. Revoke one of them first."),
    "token_exists": _("You have a token of this name. Revoke it first, or choose another name."),
    "only_owner": _(
        "You are the only owner of: %(clubs)s. Make somebody else an owner there first (Club, Members and roles)."
    ),
    "not_confirmed": _("Type your e-mail address, so that nobody deletes the account by mistake."),
}
