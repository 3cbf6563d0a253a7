"""Logging that does not give a sheet away: whoever knows its address may write on it."""

import logging
import re

# /sheet/<secret>/ writes, /watch/<secret>/ watches (scoring/urls.py); the API says sheets.
SECRET = re.compile(r"(?P<path>/(?:sheets?|watch)/)[^/\s'\"?&<>]+")


def without_secrets(text: str) -> str:
    """`text` with every secret in an address replaced by three dots."""
    return SECRET.sub(r"\g<path>...", text)


class DiscreetFormatter(logging.Formatter):
    """Formats a whole record, traceback included, and takes the secrets out of the finished text."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))
