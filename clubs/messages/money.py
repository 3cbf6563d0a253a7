"""Cents in words."""

from django.utils.translation import get_language


def comma() -> str:
    """What stands between euros and cents."""
    return "." if (get_language() or "").startswith("en") else ","


def euros(cents: int) -> str:
    """Cents as euros, as a card player writes them: € 1,50; a minus is a real one."""
    sign = "−" if cents < 0 else ""
    return f"{sign}€\u00a0{abs(cents) // 100}{comma()}{abs(cents) % 100:02d}"


def balance(cents: int) -> str:
    """What somebody has won or lost so far, in a column: +1,50 or −1,50."""
    return ("+" if cents > 0 else "") + coins(cents)


def coins(cents: int) -> str:
    """Cents as they stand in a column, without the sign of the euro: 1,50; a minus is a real one."""
    return euros(cents).replace("€\u00a0", "")
