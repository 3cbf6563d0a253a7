"""Euros as they are typed."""


def euros_to_cents(text: str) -> int | str:
    """ "0,50", "1" or "1.5" euros as cents; anything else is handed on for the use case to refuse."""
    whole, _, part = text.strip().removeprefix("€").strip().replace(".", ",").partition(",")
    if (whole + part).isascii() and (whole + part).isdigit() and len(whole) < 8 and len(part) < 3:
        return int(whole or 0) * 100 + int(part.ljust(2, "0"))
    return text
