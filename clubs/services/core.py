"""How a use case refuses: with every problem, as codes; `clubs.messages` has the sentences."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something cannot be: a code, the field it is about, and figures for the sentence."""

    code: str
    at: str | None = None
    figures: Mapping[str, Any] = field(default_factory=dict)


class Refused(Exception):
    """The use case did nothing; `problems` says why, all of it."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__(", ".join(problem.code for problem in problems))
