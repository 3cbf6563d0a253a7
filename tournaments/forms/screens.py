"""What the pages of the screens post: a name, colours, and the list of contents with their order and seconds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubs.forms.numbers import plain_number
from tournaments.services.screen_program import USUAL, Look, Program, Show, What

MOST_TYPED = 200


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that can be shown, as it stands in the form."""

    what: What
    shown: bool
    seconds: str


@dataclass(frozen=True, slots=True)
class Typed:
    """The form of a screen, to be shown again."""

    name: str
    look: str
    lines: Sequence[Line]
    text: str

    @property
    def shows(self) -> list[Show]:
        """What was ticked; seconds that are no number are left to be refused."""
        return [
            Show(one.what, plain_number(one.seconds), self.text if one.what == What.MESSAGE else "")
            for one in self.lines
            if one.shown
        ]

    @property
    def wanted_look(self) -> Look:
        return Look(self.look) if self.look in {*Look} else Look.AUTO


def typed(posted: Mapping[str, str]) -> Typed:
    """A button `up-clock` or `down-clock` (`go`) has moved that line already."""
    order = [What(one) for one in dict.fromkeys(posted.get("order", "").split(",")) if one in {*What}]
    order += [one for one in What if one not in order]
    return Typed(
        name=posted.get("name", "")[:MOST_TYPED],
        look=posted.get("look", ""),
        lines=[
            Line(one, f"show-{one}" in posted, posted.get(f"seconds-{one}", str(USUAL[one]))[:10])
            for one in moved(order, posted.get("go", ""))
        ],
        text=posted.get("text", "")[:MOST_TYPED],
    )


def moved(order: Sequence[What], go: str) -> list[What]:
    """One line further up or down."""
    way, _dash, which = go.partition("-")
    lines = list(order)
    if which not in {*What} or way not in ("up", "down"):
        return lines
    at = lines.index(What(which))
    to = max(0, at - 1) if way == "up" else at + 1
    lines.insert(to, lines.pop(at))
    return lines


def as_kept(name: str, program: Program) -> Typed:
    """What stands in the form at first: what is shown in its order, then everything else."""
    kept = {one.what: one for one in program.shows}
    lines = [Line(one.what, True, str(one.seconds)) for one in program.shows]
    lines += [Line(one, False, str(USUAL[one])) for one in What if one not in kept]
    text = kept[What.MESSAGE].text if What.MESSAGE in kept else ""
    return Typed(name, str(program.look), lines, text)
