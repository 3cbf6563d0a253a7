"""Numbers, years and days as a form or an address brings them."""

import re
from datetime import date


def plain_number(text: str) -> int:
    """A whole number that a page has drawn itself (an id, cents, perhaps negative); 0 for anything else."""
    digits = text.strip().removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 16 else 0


def year_typed(text: str) -> int | None:
    """A year in four digits; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) == 4 else None


def day_typed(text: str) -> date | None:
    """A day as a date field sends it (2026-12-31) or as it is written (31.12.2026); None for anything else."""
    parts = text.strip().split(".")
    if len(parts) == 3:
        text = f"{parts[2]:0>4}-{parts[1]:0>2}-{parts[0]:0>2}"
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text.strip()):
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        return None
