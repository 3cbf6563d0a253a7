"""What lines of the log of changes are called."""

from django.utils.functional import Promise

CHANGES: dict[str, str | Promise] = {}
