"""The rules of docs/architecture.md as functions over source text: each names what breaks it, in sentences.

tests/test_architecture.py applies them to the project, and to snippets that break them.
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60

# An app may import the ones to its right, never back.
APPS = ("seasons", "tournaments", "scoring", "clubs")

# Pure packages may use these besides the standard library.
PURE = {"games": set[str](), "formats": {"rustworkx", "numpy"}}
# The clock, chance and the machine: what a pure package is told in arguments.
NOT_IN_PURE = {
    "time",
    "random",
    "datetime",
    "os",
    "secrets",
    "uuid",
    "pathlib",
    "io",
    "threading",
    "subprocess",
}

# Room of an app -> the rooms it may import (its own is always allowed), for its own app and those to the
# right.
_FACTS = {*PURE, "models"}
_USE_CASES = {*_FACTS, "names", "queries", "messages", "services"}
_DOORS = {*_USE_CASES, "forms", "screens", "printing", "tasks", "permissions"}
ROOMS: dict[str, set[str]] = {
    "games": set(),
    "formats": set(),
    "models": {*PURE},
    "migrations": _FACTS,
    "messages": {*PURE, "models", "services"},
    "permissions": _FACTS,
    "names": _FACTS,
    "queries": {*_FACTS, "names"},
    "services": {*_FACTS, "names", "queries", "messages"},
    "forms": _USE_CASES,
    "screens": {*_USE_CASES, "forms"},
    "tasks": _USE_CASES,
    "printing": _USE_CASES,
    "views": _DOORS,
    "api": _DOORS,
    "admin": _DOORS,
    "management": _DOORS,
    "templatetags": _DOORS,
    "context_processors": _DOORS,
    "urls": {"views", "api"},
    "apps": {"messages", "services"},
}

VAGUE_NAMES = {"common", "utils", "helpers", "mixins", "managers"}


@dataclass(frozen=True, slots=True)
class Source:
    """One file: its path from the project's root, with slashes, and its text."""

    path: str
    text: str

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of the module: scoring/games/core.py -> scoring, games, core."""
        parts = PurePosixPath(self.path).with_suffix("").parts
        return parts[:-1] if parts[-1] == "__init__" else parts

    @property
    def package(self) -> tuple[str, ...]:
        return PurePosixPath(self.path).parts[:-1]

    @property
    def app(self) -> str | None:
        return self.parts[0] if self.parts and self.parts[0] in APPS else None

    @property
    def room(self) -> str | None:
        """The room of an app this file belongs to; None for the app's own __init__ and outside of apps."""
        return self.parts[1] if self.app and len(self.parts) > 1 else None

    @property
    def generated(self) -> bool:
        return "migrations" in self.parts

    def tree(self) -> ast.Module:
        return parsed(self.text)


@cache
def parsed(text: str) -> ast.Module:
    """Every rule reads the same files."""
    return ast.parse(text)


def project_sources(root: Path) -> list[Source]:
    folders = [path for path in root.iterdir() if path.is_dir() and path.name[0] != "." and path.name != "var"]
    files = [*root.glob("*.py"), *(file for folder in folders for file in folder.rglob("*.py"))]
    return [Source(file.relative_to(root).as_posix(), file.read_text(encoding="utf-8")) for file in sorted(files)]


def imports(source: Source) -> Iterator[tuple[int, tuple[str, ...]]]:
    """(line, module in parts) of every import, relative ones resolved; `from a import b` counts as a.b."""
    for node in ast.walk(source.tree()):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, tuple(alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            base = source.package[: len(source.package) - node.level + 1] if node.level else ()
            module = (*base, *(node.module.split(".") if node.module else ()))
            for alias in node.names:
                yield node.lineno, (*module, alias.name)


def import_direction(source: Source) -> Iterator[str]:
    for line, target in imports(source):
        reason = _why_not(source, target)
        if reason:
            yield f"{source.path}:{line}: {'.'.join(target)}: {reason}"


def _why_not(source: Source, target: tuple[str, ...]) -> str | None:
    top = target[0]
    if top == "config" and source.parts[0] not in {"config", "tests", "bench", "manage"}:
        return "config imports everything and is imported by nobody"
    if source.app and top in {"tests", "bench"}:
        return "an app must not need its tests"
    if source.room in PURE:
        return _why_not_pure(source, target, PURE[source.room])
    if not source.app or top not in APPS:
        return None
    if APPS.index(top) < APPS.index(source.app):
        return f"imports go {' -> '.join(APPS)}, never back"
    return _why_not_room(source, target)


def _why_not_room(source: Source, target: tuple[str, ...]) -> str | None:
    room = target[1] if len(target) > 1 else None
    if source.room is None or room is None or room == source.room or source.room not in ROOMS:
        return None  # a file without a room is reported once, by unknown_room
    if room in ROOMS[source.room]:
        return None
    return f"{source.room} may import {', '.join(sorted(ROOMS[source.room])) or 'nothing of an app'}, not {room}"


def _why_not_pure(source: Source, target: tuple[str, ...], libraries: set[str]) -> str | None:
    if target[:2] == source.parts[:2] or target[0] in libraries:
        return None
    if target[0] in NOT_IN_PURE:
        return "a pure package gets time, chance and files as arguments"
    if target[0] in sys.stdlib_module_names:
        return None
    return "a pure package imports the standard library and itself only"


def unknown_room(source: Source) -> Iterator[str]:
    if source.room is not None and source.room not in ROOMS:
        yield f"{source.path}: {source.room} is no room of an app (ROOMS in tests/architecture.py)"


def vague_name(source: Source) -> Iterator[str]:
    for name in source.parts:
        if name in VAGUE_NAMES:
            yield f"{source.path}: {name} says nothing about what is inside"


def late_import(source: Source) -> Iterator[str]:
    """Imports inside a function, unless a comment on that line or the one above says why."""
    lines = source.text.splitlines()
    seen = set[int]()
    for function in functions(source.tree()):
        for node in ast.walk(function):
            if isinstance(node, ast.Import | ast.ImportFrom) and node.lineno not in seen:
                seen.add(node.lineno)
                near = lines[max(node.lineno - 2, 0) : node.lineno]
                if not any(re.search(r"#\s*\w", re.sub(r"#\s*(noqa|type:).*", "", line)) for line in near):
                    yield f"{source.path}:{node.lineno}: an import inside a function, and no comment why"


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def too_long(source: Source) -> Iterator[str]:
    if source.generated:
        return
    count = len(source.text.splitlines())
    if count > MAX_FILE_LINES:
        yield f"{source.path}: {count} lines, split it by noun ({MAX_FILE_LINES} at most)"
    for function in functions(source.tree()):
        length = (function.end_lineno or function.lineno) - function.lineno + 1
        if length > MAX_FUNCTION_LINES:
            yield f"{source.path}:{function.lineno}: {function.name} is {length} lines long"


# A strength is an estimate with a margin of error, reckoned with roots and powers of e: it was never a whole number,
# and nobody is paid by it. What ratings show and put people in order by are whole numbers again.
ESTIMATES = re.compile(r"seasons/(formats|services)/ratings?(_\w+)?\.py")


def inexact_number(source: Source) -> Iterator[str]:
    """Floats and true division in an app: points and cents are integers, a third of a cent is nobody's."""
    if not source.app or source.generated or ESTIMATES.fullmatch(source.path):
        return
    for node in ast.walk(source.tree()):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield f"{source.path}:{node.lineno}: {node.value} is no integer"
        elif isinstance(node, ast.Name) and node.id == "float":
            yield f"{source.path}:{node.lineno}: float"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and not _joins_path(node):
            yield f"{source.path}:{node.lineno}: / makes a float, // and % do not"
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Div):
            yield f"{source.path}:{node.lineno}: /= makes a float, //= does not"


def _joins_path(division: ast.BinOp) -> bool:
    """folder / "name" is a path: one of the two is a text."""
    sides = (division.left, division.right)
    return any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in sides
    )
