"""The till, buying in again, bans, in words."""

from django.utils.functional import Promise

PROBLEMS: dict[str, str | Promise] = {}
