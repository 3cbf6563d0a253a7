"""The picture that somebody hands in for one print: PNG, JPEG or SVG, known by how it begins and not by its name.

It is kept nowhere. What it is drawn by has a bound of time and memory (`printing.apart`); here is looked at what can
be seen at once, so that a picture that is no use is refused in a sentence.
"""

import re
import struct
from base64 import b64encode
from collections.abc import Iterator

from clubs.services.core import Problem, Refused

MOST_BYTES = 2_000_000
PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
MOST_PIXELS = {"png": 4_000_000, "jpeg": 24_000_000}
"""A JPEG goes into the paper as it is, a PNG is unpacked and packed again, which takes a second for two million."""
SVG = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--(?:(?!-->).){0,2000}+-->\s*)*<svg[\s>]", re.DOTALL
)
"""No document type in front: what it may define (entities) is nothing a picture needs. A comment ends at its first end,
so that there is one way only to read any number of them."""
FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""Markers of a JPEG that say how large it is."""


def as_svg(picture: bytes) -> bytes:
    """The picture as SVG, which is text and so can be handed on without a file. Pixels are wrapped in one.

    Refused: nothing, another kind of file, too many bytes or pixels.
    """
    if not picture:
        raise Refused(Problem("picture_missing", "picture"))
    if len(picture) > MOST_BYTES:
        raise Refused(Problem("picture_too_big", "picture"))
    if SVG.match(picture):
        return picture
    size, kind = size_of(picture), "png" if picture.startswith(PNG) else "jpeg"
    if size is None:
        raise Refused(Problem("picture_unknown", "picture"))
    width, height = size
    if not 0 < width * height <= MOST_PIXELS[kind]:
        raise Refused(Problem("picture_too_large", "picture"))
    link = f"data:image/{kind};base64,{b64encode(picture).decode()}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<image width="{width}" height="{height}" href="{link}"/></svg>'
    ).encode()


def size_of(picture: bytes) -> tuple[int, int] | None:
    """Width and height in pixels; None for what is neither PNG nor JPEG."""
    if picture.startswith(PNG) and picture[12:16] == b"IHDR" and len(picture) >= 24:
        width, height = struct.unpack(">II", picture[16:24])
        return width, height
    if picture.startswith(JPEG):
        return next(_frames(picture), None)
    return None


def _frames(picture: bytes) -> Iterator[tuple[int, int]]:
    """The sizes that the markers of a JPEG tell."""
    at = 2
    while at + 9 < len(picture) and picture[at] == 0xFF:
        marker, length = picture[at + 1], int.from_bytes(picture[at + 2 : at + 4])
        if marker in FRAMES:
            height, width = struct.unpack(">HH", picture[at + 5 : at + 9])
            yield width, height
        at += 2 + max(length, 2)
