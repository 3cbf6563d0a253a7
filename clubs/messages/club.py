"""Sentences about the club itself, roles and invitations."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROBLEMS: dict[str, str | Promise] = {
    "name_missing": _("What is the club called?"),
    "player_missing": _("What are you called in this club? Write the name as it is said at the table."),
    "account_holder_missing": _("Whose account is it? Banking apps want the holder's name too."),
    "text_too_long": _("That is too long: %(most)d letters at most."),
    "text_not_readable": _("There is an invisible character in it. Please type it again."),
    "slug_missing": _("The name has no letter for an address. Please write a short address yourself."),
    "slug_bad": _("Only small letters, digits and single hyphens, two to %(most)d of them, like “stammtisch-post”."),
    "slug_reserved": _("This address is used by Bummerlbuch itself. Still free: %(free)s"),
    "slug_taken": _("Another club has this address. Still free: %(free)s"),
    "no_such_language": _("There is no such language here."),
    "no_such_time_zone": _("There is no time zone of this name. They are written like “Europe/Vienna”."),
    "no_such_time": _("Please choose one of these times."),
    "iban_bad": _("This IBAN cannot be right: a digit is wrong, missing or too many."),
    "not_the_clubs_name": _("Write the name of the club exactly, so that nothing is deleted by mistake."),
    "club_has_bookings": _("The till has bookings. A club whose money was written down is not deleted."),
    "club_has_history": _("This club has settled evenings or merged people. Its history is not deleted."),
    "no_such_role": _("There is no such role."),
    "last_owner": _("The club needs an owner. Make somebody else an owner first."),
    "bad_uses": _("One to %(most)d people can come in by one link."),
    "bad_days": _("A link holds for one to %(most)d days."),
    "no_such_person": _("Nobody of this name is in the club any more."),
    "person_has_account": _("Somebody has already come in as this person."),
    "no_such_invitation": _("There is no such invitation."),
    "invitation_revoked": _("This invitation was withdrawn."),
    "invitation_used_up": _("This invitation has been used already."),
    "invitation_expired": _("This invitation is too old."),
    "already_somebody": _("You have already said who you are in this club."),
    "nobody_chosen": _("Tap your name, or that you are new here."),
    "name_is_known": _(
        "The club knows somebody of this name. If it is you, choose the name from the list; else write something that "
        "tells you apart, like “%(proposal)s”."
    ),
}

CHANGES: dict[str, str | Promise] = {
    "club_founded": _("Club founded"),
    "club_changed": _("Settings changed"),
    "club_account_changed": _("Bank account of the club changed"),
    "role_changed": _("Role changed"),
    "member_joined": _("Came in by an invitation"),
    "member_left": _("Left the club"),
    "member_removed": _("Removed from the club"),
    "member_is_person": _("Account belongs to a person"),
    "invitation_made": _("Invitation made"),
    "invitation_revoked": _("Invitation withdrawn"),
}
