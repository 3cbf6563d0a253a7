"""Sentences about people, claims and imports."""

from django.utils.functional import Promise

PROBLEMS: dict[str, str | Promise] = {}

CHANGES: dict[str, str | Promise] = {}
