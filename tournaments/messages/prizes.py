"""Standings, penalties and prizes, in words."""

from django.utils.functional import Promise

PROBLEMS: dict[str, str | Promise] = {}
