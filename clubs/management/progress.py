"""How far something long is, as one line on a terminal that is written over."""

from django.core.management.base import OutputWrapper

WIDTH = 60


class Progress:
    """Says nothing where nobody looks: into a file or a pipe."""

    def __init__(self, out: OutputWrapper, *, wanted: bool) -> None:
        self._out, self._said = out, ""
        self._shows = wanted and out.isatty()

    def __call__(self, table: str, done: int, total: int) -> None:
        text = f"{done * 100 // max(total, 1)} %  {table}"
        if self._shows and text != self._said:
            self._out.write(f"\r{text:<{WIDTH}}", ending="")
            self._out.flush()
            self._said = text

    def end(self) -> None:
        if self._said:
            self._out.write(f"\r{'':<{WIDTH}}\r", ending="")
