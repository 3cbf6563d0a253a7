"""The table of single players beside that of the teams (Pyhra): what everybody made at their boards.

At board 1 play the first of both teams' people, at board 2 the second and so on; where there are more boards than
people, the first one again. Who was there is who played the card in that round: a substitute begins with nothing here,
the team keeps what was made.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from clubs.models import Player
from tournaments.formats.core import Impossible, Round, Scores
from tournaments.formats.knockout import is_final
from tournaments.formats.plan import Card, Plan
from tournaments.formats.ranking import rank, unplaced
from tournaments.formats.results import board_scores
from tournaments.models import Entrant, Result, Tournament
from tournaments.services.facts import Facts

Who = tuple[int, int]
"""Start number of the team, id of the person."""


@dataclass(frozen=True, slots=True)
class Individual:
    """One line: what somebody made for one team."""

    place: int
    shared: bool
    player: Player
    card: Entrant
    boards: int
    """How many they played."""
    won: int
    made: int
    """In what the boards write: Bummerl, points."""
    conceded: int


def has_individuals(plan: Plan) -> bool:
    return plan.card is Card.TEAM and any(stage.counting.boards > 1 for stage in plan.stages)


def chain_of(plan: Plan) -> tuple[str, ...]:
    """What makes their order: what decides between the teams, then the difference."""
    counting = next(one.counting for one in plan.stages if one.counting.boards > 1)
    return ("won", "difference") if counting.board_unit == "won" else ("made", "difference")


def individuals_of(facts: Facts) -> tuple[Individual, ...]:
    """The best first, equals share a place; nothing where no teams play at boards. One query more than the facts."""
    if not has_individuals(facts.plan):
        return ()
    sums = defaultdict[Who, Counter[str]](Counter)
    for who, scores in _at_boards(facts):
        sums[who].update({name: scores.get(name, 0) for name in ("won", "made", "conceded")})
        sums[who]["played"] += 1
    outside = unplaced(facts.entrants)
    order = [who for who in sorted(sums) if who[0] not in outside]

    def values(criterion: str, numbers: Sequence[int]) -> Mapping[int, int]:
        mine = {number: sums[order[number]] for number in numbers}
        if criterion == "difference":
            return {number: one["made"] - one["conceded"] for number, one in mine.items()}
        return {number: one[criterion] for number, one in mine.items()}

    found = []
    for one in rank(range(len(order)), chain_of(facts.plan), values):
        number, person = order[one.number]
        total = sums[number, person]
        found.append(
            Individual(
                place=one.place or 0,
                shared=one.shared,
                player=facts.who[person],
                card=facts.by_number[number],
                boards=total["played"],
                won=total["won"],
                made=total["made"],
                conceded=total["conceded"],
            )
        )
    return tuple(found)


def _at_boards(facts: Facts) -> Iterator[tuple[Who, Scores]]:
    """Everybody's scores at every board that was played and counts."""
    counted = _boards_of(facts.tournament)
    for round_ in facts.rounds:
        stage = facts.plan.stages[round_.stage]
        for table in round_.tables:
            boards = counted.get((round_.number, table.number), ())
            if table.scores is None or not boards:
                continue
            teams = [[one.pk for one in facts.people(facts.by_number[number], round_.number)] for number in table.seats]
            try:
                played = board_scores(stage, boards, best_of=_legs(facts, round_, table.number))
            except Impossible:  # the plan says otherwise by now; what was handed in counts for the teams as it was
                continue
            for index, board in enumerate(played):
                for number, people, scores in zip(table.seats, teams, board, strict=False):
                    if people:
                        yield (number, people[index % len(people)]), scores


def _legs(facts: Facts, round_: Round, table: int) -> int | None:
    """Those of a final that is longer than the matches before."""
    stage, of_stage = facts.plan.stages[round_.stage], [one for one in facts.rounds if one.stage == round_.stage]
    longer = bool(stage.final_best_of) and is_final(stage, of_stage, of_stage.index(round_), table)
    return stage.final_best_of if longer else None


def _boards_of(tournament: Tournament) -> dict[tuple[int, int], list[list[int]]]:
    """Round and table -> the boards of what counts there: the newest that was handed in, first of two entries apart."""
    rows = Result.objects.filter(table__round__tournament=tournament).exclude(how=Result.How.FIRST)
    told = rows.order_by("table", "seq").values_list("table__round__number", "table__number", "boards")
    return {(round_, table): boards for round_, table, boards in told}
