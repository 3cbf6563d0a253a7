"""A day in an address: 2026-01-13. Anything else is no page."""

import re
from datetime import date


class DayConverter:
    """`<day:day>` in a path."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date | str) -> str:
        return value if isinstance(value, str) else value.isoformat()


def read_day(text: str) -> date | None:
    """A day as a form posts it; None for nothing that is one."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text.strip(), re.ASCII):
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        return None
