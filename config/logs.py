"""Logging that gives no sheet, no club and nobody away.

Whoever knows the secret address of a sheet may write on it, and what a database says of a row has people's names in it.
"""

import logging
import re

# /sheet/<secret>/ writes, /watch/<secret>/ watches (scoring/urls.py), /invite/<secret>/ lets into a club; the API says
# sheets. /table/<code>/ lets a phone hand in for a table of a tournament, /hall/<code>/ and /screen/<secret>/ show what
# is public of it, /team/<secret>/ writes a team's match reports, /board/<secret>/ shows a public ranking, cup, league
# or rating, /region/<secret>/ lets a club into a region. As ?next= of another address the slashes may be written %2F.
SECRET = re.compile(
    r"(?P<path>(?:/|%2F)(?:sheets?|watch|invite|table|tables(?=/\d+-\d+-)|halls?|screen|board|region|teams?(?=(?:/|%2F)[\w-]{16}))(?:/|%2F))(?:(?!%2F)[^/\s'\"?&<>])+",
    re.IGNORECASE,
)


def without_secrets(text: str) -> str:
    """`text` with every secret in an address replaced by three dots."""
    return SECRET.sub(r"\g<path>...", text)


# Who looks for somebody among the people writes a name into the address.
SEARCH = re.compile(r"(?P<field>(?:[?&]|%3F|%26)q(?:=|%3D))[^&\s'\"<>]+", re.IGNORECASE)


def without_searches(text: str) -> str:
    """`text` without what somebody looked for."""
    return SEARCH.sub(r"\g<field>...", text)


# PostgreSQL quotes the row: DETAIL:  Key (club_id, name)=(1, Anna Höß) already exists.
ROW = re.compile(r"(?P<word>\b(?:DETAIL|CONTEXT|STATEMENT):\s+)[^\n]*")


def without_rows(text: str) -> str:
    """`text` without what a database says of the row it refused."""
    return ROW.sub(r"\g<word>...", text)


class DiscreetFormatter(logging.Formatter):
    """Formats a whole record, traceback included, and takes secrets, searches and rows out of the finished text."""

    def format(self, record: logging.LogRecord) -> str:
        return without_rows(without_searches(without_secrets(super().format(record))))
