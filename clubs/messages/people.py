"""Sentences about people, claims and imports."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROBLEMS: dict[str, str | Promise] = {
    "person_name_missing": _("What is this person called?"),
    "name_taken": _(
        "The club knows this name already: %(who)s. Somebody else of this name needs something that "
        "tells them apart, like “%(proposal)s”."
    ),
    "maybe_the_same": _("Is this %(who)s? The names are very much alike."),
    "shown_unknown": _("Choose how the name is shown."),
    "nickname_missing": _("There is no nickname to show yet."),
    "nobody_tapped": _("Tap somebody first."),
    "merge_itself": _("That is the same person already."),
    "merge_two_accounts": _("Both have an account, so they are two people. One of the accounts has to leave first."),
    "merge_sat_together": _("%(one)s and %(other)s sat at one table, so they are two people."),
    "no_such_account": _("There is no such account in the club."),
    "nobody_yet": _("Say first which of the club's people you are."),
    "claim_oneself": _("That is you already."),
    "claim_gone": _("This was taken back in the meantime."),
    "claim_answered": _("This was answered in the meantime."),
    "file_missing": _("Choose a file first."),
    "file_too_big": _("The file is too big: %(most)s at most. A list of names is much smaller; is it the right file?"),
    "file_empty": _("The file is empty."),
    "file_no_table": _(
        "This is no table. It can be a file of Excel or LibreOffice (.xlsx, .xls, .ods) or a text with "
        "separators (.csv)."
    ),
    "file_locked": _("The file is protected by a password. Save it without one and choose it again."),
    "file_too_long": _("That are more than %(most)d rows. Please bring them in pieces."),
    "file_no_names": _("No column with names was found. Write “Vorname” and “Nachname”, or “Name”, above the columns."),
    "file_many_doubts": _("More than %(most)d rows may be somebody the club knows. Please bring them in pieces."),
    "preview_stale": _("This preview is too old. Please choose the file again."),
    "twice_in_file": _("The same name stands in row %(row)d already."),
    "erase_not_confirmed": _("Write the name exactly, so that nobody is erased by mistake."),
    "erase_at_table": _("This person sits at a table that is still playing (%(who)s). Close that sheet first."),
    "erase_moved_on": _("Somebody was writing on a sheet at this very moment. Please try again."),
}

CHANGES: dict[str, str | Promise] = {
    "player_added": _("Person added"),
    "player_changed": _("Person changed"),
    "player_left": _("Left the round"),
    "player_returned": _("Came back to the round"),
    "players_merged": _("Two people merged into one"),
    "players_parted": _("Merged people parted again"),
    "claim_asked": _("An account asked to be somebody"),
    "claim_offered": _("An account was asked to be somebody"),
    "claim_agreed": _("The claim was agreed to"),
    "claim_refused": _("The claim was refused"),
    "claim_withdrawn": _("The claim was taken back"),
    "account_cut": _("An account is no longer this person"),
    "person_erased": _("Person erased"),
}
