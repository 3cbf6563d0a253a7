"""Addresses for other phones: as they are reached from outside, and as a picture to photograph."""

from functools import lru_cache

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import mark_safe


def address(request: HttpRequest, name: str, secret: str) -> str:
    """A page's address as another phone reaches it."""
    path = reverse(name, args=[secret])
    return settings.PUBLIC_URL + path if settings.PUBLIC_URL else request.build_absolute_uri(path)


@lru_cache(maxsize=1024)
def qr(text: str) -> str:
    """A QR code as inline SVG; its colours come from the style sheet. Kept: those of all tables take a second."""
    code = segno.make(text, error="m").svg_inline(border=2, omitsize=True, svgclass="qr", lineclass="ink")
    return mark_safe(code)  # noqa: S308  # segno draws squares; the text is not in the picture
