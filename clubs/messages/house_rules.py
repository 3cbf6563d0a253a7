"""Sentences about house-rule profiles."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROBLEMS: dict[str, str | Promise] = {
    "unknown_game": _("Nobody here knows this game."),
    "bad_house_rule": "%(said)s",
    "rules_name_missing": _("What are these house rules called? “Gasthaus Post”, for example."),
    "rules_name_long": _("This name is too long: %(most)d letters at most."),
    "rules_name_unfit": _("There is an invisible character in it. Please type the name again."),
    "rules_name_taken": _("House rules of this name exist for this game already."),
    "rules_name_archived": _("House rules of this name are archived. Bring them back, or take another name."),
    "rules_archived": _("These house rules are archived. Bring them back first."),
    "rules_unchanged": _("Nothing would change: that is how these house rules are now."),
}

CHANGES: dict[str, str | Promise] = {
    "rules_made": _("House rules made"),
    "rules_changed": _("House rules changed"),
    "rules_renamed": _("House rules renamed"),
    "rules_archived": _("House rules archived"),
    "rules_brought_back": _("House rules brought back"),
}
