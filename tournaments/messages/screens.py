"""The screens of the hall and reading out the places, in words."""

from django.utils.functional import Promise

PROBLEMS: dict[str, str | Promise] = {}
CHANGES: dict[str, str | Promise] = {}
FIELDS: dict[str, str | Promise] = {}
