"""A day in an address: 2026-01-13. Anything else is no page."""

from datetime import date


class DayConverter:
    """`<day:day>` in a path."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date | str) -> str:
        return value if isinstance(value, str) else value.isoformat()
