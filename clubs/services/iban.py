"""Bank accounts in Europe, and the code of a payment that Austrian and German banking apps read.

The code is the EPC's (EPC069-12, version 002): lines BCD, 002, character set, SCT, BIC, name, IBAN, EUR amount,
purpose, reference, text. Version 002 needs no BIC inside the European Economic Area; outside of it there is no code.
"""

import re
import unicodedata
from decimal import Decimal

from django.utils.safestring import SafeString, mark_safe
from segno.helpers import make_epc_qr
from stdnum import iban as numbers

from clubs.services.core import Problem

WITH_CODE = frozenset(
    re.findall("..", "ATBEBGCYCZDEDKEEESFIFRGRHRHUIEISITLILTLULVMTNLNOPLPTROSESISK"),
)
"""The European Economic Area: an IBAN alone says where the money goes."""

SEPA = WITH_CODE | frozenset(re.findall("..", "ADALCHGBGIMCMDMEMKRSSMVA"))
"""Where a SEPA transfer can go to."""

LONGEST_NAME = 70
LONGEST_TEXT = 140
ALLOWED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 /-?:().,'+")
"""What every bank in SEPA takes in names and texts."""

SPELLED = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "ß": "ss",
        "–": "-",
        "—": "-",
        "’": "'",
        "&": "+",
    }
)


def compact(typed: str) -> str:
    """An IBAN as it is kept: without spaces, in capitals. What is none comes back as it is, to be refused."""
    return numbers.compact(typed)


def spaced(iban: str) -> str:
    """An IBAN in groups of four, to be read."""
    return numbers.format(iban)


def iban_problem(typed: str, at: str = "iban") -> Problem | None:
    """Why this is no IBAN money can go to; None for a good one, and for an empty field.

    Refused: a wrong check digit, length or form of the country's accounts, and countries outside of SEPA.
    """
    iban = compact(typed)
    if not iban:
        return None
    if not numbers.is_valid(iban):
        return Problem("iban_bad", at)
    return None if iban[:2] in SEPA else Problem("iban_not_sepa", at, {"country": iban[:2]})


def plain_text(text: str, longest: int) -> str:
    """A name or text in the letters every bank takes: umlauts spelled out, accents and the rest left out."""
    spelled = unicodedata.normalize("NFD", unicodedata.normalize("NFC", text).translate(SPELLED))
    kept = "".join(letter if letter in ALLOWED else " " for letter in spelled if not unicodedata.combining(letter))
    return " ".join(kept.split())[:longest].rstrip()


def payment_qr(*, name: str, iban: str, cents: int, text: str) -> SafeString | None:
    """The code as inline SVG; None where there is none: no IBAN, one that needs a BIC too, no amount or no name."""
    to, why = plain_text(name, LONGEST_NAME), plain_text(text, LONGEST_TEXT)
    if not iban or iban[:2] not in WITH_CODE or cents <= 0 or not to or not why:
        return None
    code = make_epc_qr(name=to, iban=iban, amount=Decimal(cents).scaleb(-2), text=why, encoding="utf-8")
    svg = code.svg_inline(border=4, omitsize=True, svgclass="qr", lineclass="ink")
    return mark_safe(svg)  # noqa: S308  # segno draws squares; the text is not in the picture
