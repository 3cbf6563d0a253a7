"""The pure formats, in words."""

from django.utils.functional import Promise

PROBLEMS: dict[str, str | Promise] = {}
