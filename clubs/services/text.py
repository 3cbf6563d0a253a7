"""Names and other short texts as they are kept."""

import re
import unicodedata

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


def fits_as_name(text: str) -> bool:
    """Whether it is short enough for a person's name and nothing in it is invisible, which could pass for another."""
    return len(text) <= NAME_LENGTH and can_be_seen(text)


def as_address(name: str, length: int) -> str:
    """A name as the end of an address: "Stammtisch Höß" is "stammtisch-hoess"; empty where no letter is left."""
    plain = unicodedata.normalize("NFC", name.casefold())
    plain = "".join(SPELLED_OUT.get(letter, letter) for letter in plain)
    plain = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:length].strip("-")
