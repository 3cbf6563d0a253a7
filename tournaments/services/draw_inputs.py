"""What a round was drawn from, kept with it, so that anybody can draw it again: same seed, same input, same draw.

Results are corrected later and cards leave; the draw was made from what was known then. No names: start numbers, the
ids of people, and labels of who shall not meet as mere numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tournaments.formats import core, stages
from tournaments.formats.plan import Plan, read_plan, write_plan
from tournaments.models import Round
from tournaments.services.draw_rows import read_draw
from tournaments.services.facts import Facts


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything a draw comes from beside its seed."""

    plan: Plan
    entrants: tuple[core.Entrant, ...]
    rounds: tuple[core.Round, ...]
    adjustments: tuple[core.Adjustment, ...]
    lot: str


@dataclass(frozen=True, slots=True)
class Verified:
    """A round drawn again."""

    draw: core.Draw | None
    """What the seed gives; None where the tables were set by hand from the beginning."""
    moved: tuple[int, ...]
    """Start numbers that are published elsewhere than the seed put them: moved by hand."""

    @property
    def same(self) -> bool:
        return self.draw is not None and not self.moved


def inputs_of(facts: Facts) -> Inputs:
    return Inputs(facts.plan, facts.entrants, facts.rounds, facts.adjustments, facts.tournament.seed)


def next_draw(inputs: Inputs, seed: str) -> core.Draw:
    """The draw that this seed makes of them. `Random` of a text is the same on every machine and in every Python."""
    known = (inputs.plan, inputs.entrants, inputs.rounds, inputs.adjustments)
    return stages.next_draw(*known, Random(seed), lot=inputs.lot)  # noqa: S311 - everybody shall be able to repeat it


def remember(row: Round, facts: Facts) -> None:
    row.drawn_from = write_inputs(inputs_of(facts))


def verified(row: Round) -> Verified:
    """Draws a round again from what it was drawn from, and says who was moved since."""
    if not row.seed or not row.drawn_from:
        return Verified(None, ())
    drawn = next_draw(read_inputs(row.drawn_from), row.seed)
    before, after = _places(drawn), _places(read_draw(row))
    return Verified(drawn, tuple(sorted(one for one in {**before, **after} if before.get(one) != after.get(one))))


def _places(draw: core.Draw) -> dict[int, tuple[int, int]]:
    """Start number -> table and seat; table 0: rests."""
    seated = {number: (one.number, seat) for one in draw.tables for seat, number in enumerate(one.seats)}
    return seated | dict.fromkeys(draw.byes, (0, 0))


# --- as JSON ---------------------------------------------------------------------------------------------------------


def write_inputs(inputs: Inputs) -> dict[str, Any]:
    """As plain JSON; `read_inputs` is its inverse."""
    labels = sorted({label for one in inputs.entrants for label in one.apart})
    return {
        "plan": write_plan(inputs.plan),
        "entrants": [_entrant(one, labels) for one in inputs.entrants],
        "rounds": [
            {
                "number": one.number,
                "stage": one.stage,
                "byes": list(one.byes),
                "tables": [
                    [table.number, list(table.seats), table.scores and [dict(scores) for scores in table.scores]]
                    for table in one.tables
                ],
            }
            for one in inputs.rounds
        ],
        "adjustments": [[one.number, one.unit, one.amount, one.round] for one in inputs.adjustments],
        "lot": inputs.lot,
    }


def _entrant(one: core.Entrant, labels: Sequence[str]) -> dict[str, Any]:
    """A card; what is as usual is left out."""
    said = {
        "apart": sorted(labels.index(label) for label in one.apart),
        "deck": one.deck,
        "table": one.table,
        "since": one.since,
        "gone": one.gone and str(one.gone),
        "gone_after": one.gone_after,
        "away": sorted(one.away),
        "bought": list(one.bought),
        "group": one.group,
    }
    usual: dict[str, Any] = {"apart": [], "deck": "", "table": None, "since": 1, "gone": None, "gone_after": 0}
    usual |= {"away": [], "bought": [], "group": ""}
    kept = {name: value for name, value in said.items() if value != usual[name]}
    return {"number": one.number, "people": list(one.people), **kept}


def read_inputs(data: Mapping[str, Any]) -> Inputs:
    return Inputs(
        plan=read_plan(data["plan"]),
        entrants=tuple(_read_entrant(one) for one in data["entrants"]),
        rounds=tuple(
            core.Round(
                number=one["number"],
                stage=one["stage"],
                tables=tuple(
                    core.Table(number, tuple(seats), None if scores is None else tuple(scores))
                    for number, seats, scores in one["tables"]
                ),
                byes=tuple(one["byes"]),
            )
            for one in data["rounds"]
        ),
        adjustments=tuple(core.Adjustment(*one) for one in data["adjustments"]),
        lot=data["lot"],
    )


def _read_entrant(data: Mapping[str, Any]) -> core.Entrant:
    given = {**data, "people": tuple(data["people"]), "apart": frozenset(map(str, data.get("apart", ())))}
    given |= {"away": frozenset(data.get("away", ())), "bought": tuple(data.get("bought", ()))}
    given["gone"] = core.Gone(data["gone"]) if data.get("gone") else None
    return core.Entrant(**given)
