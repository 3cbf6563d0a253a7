"""Lists of hundreds of cards or tables: a row that says the same as before is not written again."""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MOST_KEPT = 8192
"""Rows that a process keeps."""

USED = ("club", "tournament", "plan", "may")
"""What the templates of rows use besides their row; these are the same for all rows of a page."""

_written = dict[tuple[Any, ...], SafeString]()


@register.simple_tag(takes_context=True)
def row_once(context: dict[str, Any], path: str, name: str, row: Any) -> SafeString:
    """The template of a row, which calls it `name`. A row is plain data, or says by its `mark` all that it shows."""
    club, tournament, plan = context["club"], context["tournament"], context.get("plan")
    may = context["may"]["score"]
    mark = row.mark if hasattr(row, "mark") else repr(row)
    key = (path, get_language(), club.slug, tournament.pk, tournament.secret, plan and plan.fee.cents, may, mark)
    if key not in _written:
        if len(_written) >= MOST_KEPT:
            _written.clear()
        used = {one: context.get(one) for one in USED}
        _written[key] = render_to_string(path, {**used, name: row})
    return _written[key]
