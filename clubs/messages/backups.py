"""What stands in the way of a backup or of putting one back. In English only, as everything on the command line."""

from clubs.services.core import Refused

SENTENCES = {
    "not_migrated": "This database is not up to date. Run `manage.py migrate` first.",
    "no_such_file": "There is no file %(file)s.",
    "no_backup": "%(file)s is no backup: %(why)s.",
    "backup_torn": "%(file)s is torn: its end is missing, or something in it has changed. Nothing was restored.",
    "other_format": "This backup has format %(format)s; this version of Bummerlbuch reads format %(known)s.",
    "backup_is_newer": "This backup comes from a newer version of Bummerlbuch: install that version, migrate and try "
    "again. Nothing was restored. Unknown here: %(migrations)s.",
    "backup_is_older": "This backup comes from an older version of Bummerlbuch: install that version, restore there, "
    "and migrate afterwards. Nothing was restored. It had not yet: %(migrations)s.",
    "other_columns": "The table %(table)s has other columns in this backup than here: another version of a library "
    "has made it. Nothing was restored.",
    "other_counts": "This backup does not hold as many rows as it says. Nothing was restored.",
    "database_not_empty": "There is something in this database already (%(tables)s). Nothing was restored. With "
    "--replace all of it is deleted first.",
    "does_not_fit_together": "Rows of this backup do not fit together. Nothing was restored. %(why)s",
    "line_too_long": "A line of this file is longer than the %(most)s bytes that a row can have: it is no backup, or "
    "damaged. Nothing was restored.",
    "row_too_long": "A row of this database is longer than the %(most)s bytes that a backup can be read with again. "
    "Nothing was written.",
    "cannot_be_stored": "This database cannot hold a row of this backup. Nothing was restored. %(why)s",
}
"""Code of a refusal -> sentence, with the figures of the problem in it."""


def sentences(error: Refused) -> str:
    return " ".join(SENTENCES[problem.code] % dict(problem.figures) for problem in error.problems)
