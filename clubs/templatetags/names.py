"""Names in templates, where there is little room for them."""

from django.template import Library
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

register = Library()


@register.filter
def breakable(name: str) -> SafeString:
    """A pair's name (Gruber/Wimmer) is broken after its stroke, not somewhere in a word."""
    return format_html_join(mark_safe("/<wbr>"), "{}", ((part,) for part in name.split("/")))
