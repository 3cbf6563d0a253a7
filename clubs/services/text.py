"""Names and other short texts as they are kept."""

import re
import unicodedata

from clubs.services.core import Problem

NAME_LENGTH = 40
"""Letters of a person's name at the most."""

SPELLED_OUT = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "đ": "d", "ł": "l"}


def tidy(text: str) -> str:
    """Single spaces, and one way to write an é, so that the same name is the same text."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def can_be_seen(text: str) -> bool:
    """Whether it is made of letters that can be stored and seen: nothing that turns the text around it.

    Emoji need their joiner.
    """
    return not any(unicodedata.category(letter) in ("Cc", "Cs", "Cf") and letter != "\u200d" for letter in text)


def text_problems(at: str, text: str, most: int) -> list[Problem]:
    """What speaks against keeping this text in the field `at`: it is too long, or something in it cannot be seen."""
    if len(text) > most:
        return [Problem("text_too_long", at, {"most": most})]
    return [] if can_be_seen(text) else [Problem("text_not_readable", at)]


def fits_as_name(text: str) -> bool:
    """Whether it is short enough for a person's name and nothing in it is invisible, which could pass for another."""
    return len(text) <= NAME_LENGTH and can_be_seen(text)


def as_address(name: str, length: int) -> str:
    """A name as the end of an address: "Stammtisch Höß" is "stammtisch-hoess"; empty where no letter is left."""
    plain = unicodedata.normalize("NFC", name.casefold())
    plain = "".join(SPELLED_OUT.get(letter, letter) for letter in plain)
    plain = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:length].strip("-")
