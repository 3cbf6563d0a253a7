"""Sentences about evenings and adopted sheets."""

from django.utils.functional import Promise

PROBLEMS: dict[str, str | Promise] = {}

CHANGES: dict[str, str | Promise] = {}
