"""Reading a paper as a person does: the words on its pages, in the order in which they were put there.

Only what typst writes is understood: objects that are not packed together, letters of two bytes, and for each font a
table (ToUnicode) that says what they mean.
"""

import re
import zlib
from collections.abc import Iterator, Mapping

OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
TOKEN = re.compile(rb"\(|<[0-9A-Fa-f]*>|/[^\s()<>\[\]/]+|[A-Za-z*'\"]+|[-+.\d]+|.", re.DOTALL)
ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
UTF16 = b"\xfe\xff"
Font = Mapping[int, str]


def pages_of(paper: bytes) -> int:
    """How many pages it has."""
    found = re.search(rb"/Type/Pages/Count (\d+)", paper)
    assert found, "no PDF"
    return int(found[1])


def text_of(paper: bytes) -> str:
    """All words; what was set as one piece stands together, a space between two pieces."""
    objects = {int(found[1]): found[2] for found in OBJECT.finditer(paper)}
    said = list[str]()
    for one in objects.values():
        if b"/Type/Page/" in one:
            fonts = {
                name: _letters(objects, int(number))
                for name, number in re.findall(rb"(/f\d+) (\d+) 0 R", objects[_ref(one, b"Resources")])
            }
            said += _pieces(_stream(objects[_ref(one, b"Contents")]), fonts)
    return " ".join(" ".join(said).split())


def _ref(one: bytes, name: bytes) -> int:
    found = re.search(rb"/" + name + rb" (\d+) 0 R", one)
    assert found, name
    return int(found[1])


def _stream(one: bytes) -> bytes:
    head, _, rest = one.partition(b"stream\n")
    packed = rest.rpartition(b"\nendstream")[0]
    return zlib.decompress(packed) if b"FlateDecode" in head else packed


def _letters(objects: Mapping[int, bytes], font: int) -> Font:
    """Number of a letter -> what it means."""
    table = _stream(objects[_ref(objects[font], b"ToUnicode")])
    pairs = re.findall(rb"<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]+)>\s*\n", table)
    return {int(code, 16): bytes.fromhex(meaning.decode()).decode("utf-16-be") for code, meaning in pairs}


def _pieces(content: bytes, fonts: Mapping[bytes, Font]) -> Iterator[str]:
    """What stands between two ends of text (ET); where it is said what a sign stands for (ActualText), that."""
    letters: Font = {}
    piece, codes, name, instead = "", b"", b"", False
    for token in _tokens(content):
        if token.startswith(b"("):
            codes += token[1:]
        elif token.startswith(b"<"):
            codes += bytes.fromhex(token[1:-1].decode())
        elif token.startswith(b"/"):
            name = token
        elif token == b"Tf":
            letters = fonts[name]
        elif token in (b"Tj", b"TJ"):
            shown = (letters.get(int.from_bytes(codes[at : at + 2]), "\ufffd") for at in range(0, len(codes), 2))
            piece, codes = piece + ("" if instead else "".join(shown)), b""
        elif token == b"BDC":
            instead = codes.startswith(UTF16)
            piece, codes = piece + (codes[2:].decode("utf-16-be") if instead else ""), b""
        elif token == b"EMC":
            instead = False
        elif token == b"ET":
            yield piece
            piece = ""


def _tokens(content: bytes) -> Iterator[bytes]:
    """Words, figures and names as they stand there; a string as "(" and the bytes it means."""
    at = 0
    while found := TOKEN.match(content, at):
        at = found.end()
        token = found[0]
        if token == b"(":
            meant, at = _string(content, at)
            yield b"(" + meant
        elif not token.isspace():
            yield token


def _string(content: bytes, at: int) -> tuple[bytes, int]:
    """What a string in brackets means, which may hold brackets in pairs, and where it ends."""
    meant, deep = bytearray(), 1
    while True:
        byte = content[at : at + 1]
        at += 1
        if byte == b"\\":
            number = re.match(rb"[0-7]{1,3}", content[at : at + 3])
            byte = content[at : at + 1]
            meant += bytes([int(number[0], 8)]) if number else ESCAPED.get(byte, byte)
            at += len(number[0]) if number else 1
            continue
        deep += (byte == b"(") - (byte == b")")
        if not deep:
            return bytes(meant), at
        meant += byte
