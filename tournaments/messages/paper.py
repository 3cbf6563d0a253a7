"""What cannot be printed, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROBLEMS: dict[str, str | Promise] = {
    "no_such_size": _("Paper is A4 or A5."),
    "not_to_print": _("%(paper)s: %(reason)s"),
    "no_sheet_to_print": _("No sheet was begun at this table."),
    "places_not_final": _("The places are not final yet."),
    "paper_too_long": _("That is more than fits on one stack of paper. Print fewer tables at once."),
    "picture_missing": _("The file is empty."),
    "picture_too_big": _("A picture may have 2 MB at most."),
    "picture_too_large": _("The picture has too many pixels. Make it smaller: 2000 × 2000 are enough."),
    "picture_unknown": _("A picture is a PNG, a JPEG or an SVG file."),
    "picture_not_drawn": _("This picture cannot be drawn. Try another one, or the same as a PNG."),
}
CHANGES: dict[str, str | Promise] = {}
FIELDS: dict[str, str | Promise] = {}
