"""The screens of the hall and reading out the places, in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES: dict[str, str | Promise] = {
    "names": _("Who sits where, by name"),
    "tables": _("Who sits where, by table"),
    "clock": _("Clock of the round"),
    "missing": _("Tables that are still missing"),
    "standings": _("Standings"),
    "women": _("Standings of the women"),
    "groups": _("Standings of the groups"),
    "prizes": _("Prizes"),
    "phone": _("QR code for everybody’s phone"),
    "rules": _("Rules in short"),
    "message": _("Message"),
    "places": _("Reading out the places"),
}
"""What a screen can show (`services.screen_program.What`)."""

LOOKS: dict[str, str | Promise] = {
    "auto": _("as the device is set"),
    "dark": _("dark"),
    "light": _("light"),
}

PROBLEMS: dict[str, str | Promise] = {
    "screen_name_missing": _("What is it called? For example: projector in the hall."),
    "too_many_screens": _("%(most)s screens at most."),
    "screen_gone": _("This screen has been deleted meanwhile."),
    "screen_shows_nothing": _("Tick at least one thing that it shows."),
    "screen_shows_twice": _("Each thing once only."),
    "screen_seconds": _("%(least)s to %(most)s seconds."),
    "screen_message_missing": _("What is the message?"),
    "screen_shows_unknown": _("No screen can show that."),
    "no_screens": _("There is no screen yet. Add one first."),
    "reading_nothing_played": _("No round has been played yet."),
    "reading_tables_open": _("Round %(round)s is not over. Open tables: %(tables)s. Read out all the same?"),
    "reading_early": _("Not all rounds are played: round %(round)s was the last one so far. Read out all the same?"),
    "reading_not_on": _("Nobody is reading out the places. Begin first."),
    "reading_no_line": _("There is no such place to go on from."),
    "reading_goes_on": _("Places that were not read yet: %(count)s. End all the same? Then everything is public."),
}

CHANGES: dict[str, str | Promise] = {
    "screen_added": _("Screen added"),
    "screen_changed": _("Screen changed"),
    "screen_deleted": _("Screen deleted"),
    "screens_now": _("Shown on all screens"),
    "screens_back": _("Screens back to their lists"),
    "reading_begun": _("Reading out of the places begun"),
    "reading_ended": _("Reading out of the places ended"),
}

FIELDS: dict[str, str | Promise] = {
    "screen": _("Screen"),
    "shows": _("Shows"),
    "shows_now": _("Shown now"),
    "seconds": _("Seconds"),
    "message": _("Message"),
    "look": _("Colours"),
}

CHOICES: dict[str, Mapping[str, str | Promise]] = {"shows": TITLES, "shows_now": TITLES, "look": LOOKS}
