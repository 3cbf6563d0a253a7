"""Forms of bringing in a tournament: the file between its preview and the answer, and who somebody is."""

import base64
import binascii
import zlib
from typing import Any

from clubs.forms.numbers import plain_number
from tournaments.services.bringing_format import MOST_BYTES

MOST_PACKED = 2_300_000
"""Letters of a packed file: what a form may send, with all else that is in it. A file of 24 MB has less."""

PERSON = "person-"


def packed(data: bytes) -> str | None:
    """The file as a hidden field: the browser keeps it until somebody says yes. None: it is too big for that."""
    text = base64.urlsafe_b64encode(zlib.compress(data, 9)).decode()
    return text if len(text) <= MOST_PACKED else None


def unpacked(text: str) -> bytes | None:
    """The inverse; None where it is none. It is checked like any other file, so nobody gains by writing another one."""
    try:
        reader = zlib.decompressobj()
        data = reader.decompress(base64.urlsafe_b64decode(text), MOST_BYTES + 1)
    except (ValueError, binascii.Error, zlib.error):
        return None
    return data if reader.eof and len(data) <= MOST_BYTES else None


def chosen_people(posted: Any) -> dict[int, int | None]:
    """Place in the file's list -> id of whom it is; None: somebody new. Only what was said."""
    said = {name.removeprefix(PERSON): value for name, value in posted.items() if name.startswith(PERSON)}
    return {plain_number(at): None if value == "new" else plain_number(value) for at, value in said.items()}
