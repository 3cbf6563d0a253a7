"""Most of the back office is for looking: what a club writes down is changed on its pages, where it is logged."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


def never(self: Any, request: HttpRequest, obj: Any = None) -> bool:
    """Nobody may: stands for has_add_permission, has_change_permission and has_delete_permission."""
    return False


OF_CLUB = ("club", admin.RelatedOnlyFieldListFilter)
"""A filter by club that offers those there is something of."""
