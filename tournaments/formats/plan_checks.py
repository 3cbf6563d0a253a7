"""What of a plan does not fit together: every problem at once, with the path of its field."""

import re
from collections.abc import Iterator

from tournaments.formats.core import Problem
from tournaments.formats.course import ELIMINATION
from tournaments.formats.plan import Card, Kind, Plan, Stage
from tournaments.formats.prizes import check_prizes
from tournaments.formats.ranking import CRITERIA, unknown

CLOCK = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d")
NEED_ROUNDS = frozenset({Kind.DRAWN, Kind.SCORE, Kind.SWISS})
TABLES_OF_SEVERAL = frozenset({Kind.DRAWN, Kind.SCORE})


def check_plan(plan: Plan) -> tuple[Problem, ...]:
    """Nothing: it can be played. Numbers out of range are none of this, `read_plan` refuses them."""
    return (
        *_cards(plan),
        *_stages(plan),
        *_ranking(plan),
        *_money(plan),
        *check_prizes(plan.prizes),
        *([] if not plan.desk.start or CLOCK.fullmatch(plan.desk.start) else [Problem("bad_time", "desk.start")]),
    )


def _cards(plan: Plan) -> Iterator[Problem]:
    least, most = {Card.SINGLE: (1, 1), Card.PAIR: (2, 2), Card.TEAM: (2, 32)}[plan.card]
    if not least <= plan.people <= most:
        yield Problem("people_of_card", "people", {"is": plan.people, "from": least, "to": most})


def _stages(plan: Plan) -> Iterator[Problem]:
    if not plan.stages:
        yield Problem("no_stage", "stages")
    for index, stage in enumerate(plan.stages):
        at = f"stages.{index}"
        yield from _after(plan, index, at) if index else _first(stage, at)
        yield from _rounds(plan, stage, at)
        yield from _counting(plan, stage, f"{at}.counting")
        yield from _tables(plan, stage, at) if stage.kind in TABLES_OF_SEVERAL else _matches(plan, stage, at)


def _first(stage: Stage, at: str) -> Iterator[Problem]:
    if stage.take:
        yield Problem("nobody_before", f"{at}.take")
    if stage.carry:
        yield Problem("nobody_before", f"{at}.carry")


def _after(plan: Plan, index: int, at: str) -> Iterator[Problem]:
    stage, before = plan.stages[index], plan.stages[index - 1]
    if before.kind in ELIMINATION and not before.rounds:
        yield Problem("one_left", f"{at}.kind", {"stage": index})
    if before.kind is Kind.GROUPS and not stage.take:
        yield Problem("take_missing", f"{at}.take")
    on = stage.take * (before.groups if before.kind is Kind.GROUPS else 1)
    if on == 1 or (stage.take and stage.kind is Kind.GROUPS and on < 2 * stage.groups):
        yield Problem("too_few_go_on", f"{at}.take", {"on": on, "needed": max(2, 2 * stage.groups)})
    if stage.carry and stage.counting.unit != before.counting.unit:
        yield Problem("carry_other_unit", f"{at}.carry", {"unit": stage.counting.unit, "before": before.counting.unit})


def _rounds(plan: Plan, stage: Stage, at: str) -> Iterator[Problem]:
    if stage.kind in NEED_ROUNDS and not stage.rounds:
        yield Problem("rounds_missing", f"{at}.rounds")
    if stage.kind is Kind.GROUPS and not stage.groups:
        yield Problem("groups_missing", f"{at}.groups")
    if stage.kind is Kind.SLIDING and plan.most and stage is plan.stages[0] and stage.rounds > (plan.most + 1) // 2:
        figures = {"rounds": stage.rounds, "most": plan.most, "tables": (plan.most + 1) // 2}
        yield Problem("more_rounds_than_tables", f"{at}.rounds", {**figures})


def _counting(plan: Plan, stage: Stage, at: str) -> Iterator[Problem]:
    counting = stage.counting
    lowest, highest = counting.lowest, counting.highest
    if lowest is not None and highest is not None and lowest >= highest:
        yield Problem("lowest_above_highest", f"{at}.lowest", {"lowest": lowest, "highest": highest})
    if counting.winner_makes is not None and highest is not None and counting.winner_makes > highest:
        figures = {"winner_makes": counting.winner_makes, "highest": highest}
        yield Problem("winner_above_highest", f"{at}.winner_makes", {**figures})
    if len(set(counting.events)) < len(counting.events):
        yield Problem("event_twice", f"{at}.events")
    if len(counting.event_points) > len(counting.events):
        figures = {"points": len(counting.event_points), "events": len(counting.events)}
        yield Problem("points_without_event", f"{at}.event_points", {**figures})
    if counting.boards > 1 and plan.card is not Card.TEAM:
        yield Problem("boards_need_team", f"{at}.boards")
    if counting.board_unit not in ("won", counting.unit):
        yield Problem("unknown_board_unit", f"{at}.board_unit", {"choices": f"won, {counting.unit}"})


def _matches(plan: Plan, stage: Stage, at: str) -> Iterator[Problem]:
    """Whoever loses is out: so somebody has to lose. An even number of legs may end level."""
    counting = stage.counting
    if stage.kind in ELIMINATION and counting.draws:
        yield Problem("draws_not_possible", f"{at}.counting.draws")
    if counting.best_of % 2 == 0 and not counting.draws:
        yield Problem("even_legs", f"{at}.counting.best_of", {"legs": counting.best_of})
    if stage.final_best_of and stage.final_best_of % 2 == 0:
        yield Problem("even_legs", f"{at}.final_best_of", {"legs": stage.final_best_of})
    if stage.kind is Kind.SLIDING and plan.card is Card.SINGLE:
        yield Problem("sliding_needs_pairs", f"{at}.kind")
    if stage.partners:
        yield Problem("partners_need_tables", f"{at}.partners")


def _tables(plan: Plan, stage: Stage, at: str) -> Iterator[Problem]:
    if not stage.sizes or len(set(stage.sizes)) < len(stage.sizes):
        yield Problem("bad_sizes", f"{at}.sizes")
    if stage.partners and (stage.sizes != (4,) or plan.card is not Card.SINGLE):
        yield Problem("partners_need_four", f"{at}.partners")
    if stage.counting.draws:
        yield Problem("only_in_matches", f"{at}.counting.draws")
    for name in ("win_bonus", "shutout_bonus", "winner_makes"):
        if getattr(stage.counting, name):
            yield Problem("only_in_matches", f"{at}.counting.{name}")


def _ranking(plan: Plan) -> Iterator[Problem]:
    chain = plan.ranking.chain
    if not chain:
        yield Problem("missing", "ranking.chain")
    strange = set(unknown(plan))
    if all(stage.kind in ELIMINATION for stage in plan.stages):
        strange -= {*CRITERIA}  # that "points" are nothing here does no harm: how far somebody came decides
    for index, criterion in enumerate(chain):
        if criterion in strange:
            yield Problem("unknown_criterion", f"ranking.chain.{index}", {"criterion": criterion})
        if criterion in chain[:index]:
            yield Problem("criterion_twice", f"ranking.chain.{index}", {"criterion": criterion})
    if "lot" in chain[:-1] and chain[(behind := chain.index("lot") + 1)] != "survived":
        yield Problem("behind_the_lot", f"ranking.chain.{behind}", {"criterion": chain[behind]})
    rounds = [stage.rounds for stage in plan.stages if stage.kind not in ELIMINATION]
    if plan.ranking.drop and (not rounds or (all(rounds) and plan.ranking.drop >= sum(rounds))):
        yield Problem("nothing_left_to_count", "ranking.drop", {"drop": plan.ranking.drop, "rounds": sum(rounds)})


def _money(plan: Plan) -> Iterator[Problem]:
    fee, buying = plan.fee, plan.buying
    if (parts := fee.pool + fee.club + fee.food) != fee.cents:
        yield Problem("fee_parts", "fee", {"sum": parts, "should": fee.cents})
    if buying.pool_cents > buying.cents:
        yield Problem("pool_above_price", "buying.pool_cents", {"pool": buying.pool_cents, "price": buying.cents})
    if buying.allowed and not any(stage.kind is Kind.LIVES for stage in plan.stages):
        yield Problem("buying_needs_lives", "buying.allowed")
