"""Sentences about the club itself, roles and invitations."""

from django.utils.functional import Promise

PROBLEMS: dict[str, str | Promise] = {}

CHANGES: dict[str, str | Promise] = {}
