"""A line of the standings in words: figures as they are written, what a round was, what decided a place."""

from collections.abc import Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.messages.money import comma
from tournaments.formats.course import ELIMINATION
from tournaments.formats.plan import MATCHES, Plan, Stage
from tournaments.formats.ranking import AVERAGE_SCALE
from tournaments.formats.stage_ranking import ranked_by
from tournaments.formats.totals import RoundSum
from tournaments.messages.criteria import criterion_name, unit_name
from tournaments.models import Adjustment
from tournaments.models.entrants import Status
from tournaments.services.facts import Facts
from tournaments.services.individuals import Individual
from tournaments.services.individuals import chain_of as chain_of_individuals
from tournaments.services.standings import Row, Standings

WITHOUT_FIGURES = frozenset({"lot", "head_to_head", "survived"})
"""Criteria whose figures say nothing to anybody."""

OF_ONE_ROUND = ("best_round", "worst_round", "last_round")
"""Criteria written as the amounts of a table are."""

STATUS: dict[str, str | Promise] = {
    Status.WITHDRAWN: gettext_lazy("left early"),
    Status.DISQUALIFIED: gettext_lazy("disqualified"),
    Status.NO_SHOW: gettext_lazy("did not come"),
}


def figure(amount: int, *, signed: bool = False) -> str:
    """An amount with a real minus, and a plus where amounts go both ways."""
    return f"{'−' if amount < 0 else '+' if signed and amount > 0 else ''}{abs(amount)}"


def goes_both_ways(stage: Stage) -> bool:
    """Whether amounts are written with their sign."""
    return stage.kind not in MATCHES and (stage.counting.sums_to == 0 or (stage.counting.lowest or 0) < 0)


def value(plan: Plan, criterion: str, amount: int) -> str:
    """The figure of a criterion as people write it."""
    if criterion == "average":
        whole, part = divmod(abs(amount), AVERAGE_SCALE)
        return f"{'−' if amount < 0 else ''}{whole}{comma()}{part * 100 // AVERAGE_SCALE:02d}"
    both_ways = criterion in {*OF_ONE_ROUND, *(one.counting.unit for one in plan.stages)} and any(
        goes_both_ways(one) for one in plan.stages
    )
    return figure(amount, signed=both_ways)


# --- the whole page --------------------------------------------------------------------------------------------------


def state(facts: Facts) -> str:
    """How far it is: "After round 2 of 2", "Round 3 is being played"."""
    if not facts.rounds:
        return _("No round has been played yet.")
    last = facts.rounds[-1]
    if facts.tournament.ended_at is not None:
        return _("Final, after round %(round)s") % {"round": last.number}
    if waiting := facts.open_tables:
        figures = {"round": last.number, "count": len(waiting)}
        sentence = ngettext(
            "Round %(round)s is being played, one table is still open",
            "Round %(round)s is being played, %(count)s tables are still open",
            len(waiting),
        )
        return sentence % figures
    return _("After round %(round)s") % {"round": last.number}


def rules(plan: Plan) -> list[str]:
    """How the order is made, sentence by sentence."""
    said = []
    if len(plan.stages) > 1:
        said.append(_("Whoever goes on stands ahead of everybody who does not."))
    if any(stage.kind in ELIMINATION for stage in plan.stages):
        said.append(_("Whoever is out later stands ahead; who is out in the same round shares the place."))
    chains = [*filter(None, dict.fromkeys(ranked_by(plan, stage) for stage in plan.stages))]
    in_order = _("What counts, in this order: %(chain)s.")
    said += [in_order % {"chain": " → ".join(map(criterion_name, chain))} for chain in chains]
    if chains and "lot" not in plan.ranking.chain:
        said.append(_("Whoever is equal in all of this shares the place."))
    if plan.ranking.drop:
        sentence = ngettext(
            "The worst round of everybody does not count (struck out).",
            "The %(count)s worst rounds of everybody do not count (struck out).",
            plan.ranking.drop,
        )
        said.append(sentence % {"count": plan.ranking.drop})
    return said


def columns(found: Standings) -> dict[str, Any]:
    """The heads of the table: the total first, then what breaks ties, then the rounds."""
    plan = found.facts.plan
    return {
        "criteria": [criterion_name(one) for one in shown_criteria(plan)],
        "rounds": [one.number for one in found.facts.rounds],
        "lives": found.by_lives,
    }


def shown_criteria(plan: Plan) -> list[str]:
    every = dict.fromkeys(one for stage in plan.stages for one in ranked_by(plan, stage))
    return [one for one in every if one not in WITHOUT_FIGURES]


def pool(name: str) -> str:
    """A group of a stage in groups: Group A."""
    return _("Group %(name)s") % {"name": name}


def individuals(facts: Facts, found: Sequence[Individual]) -> dict[str, Any]:
    """The single players of teams: the heads of the columns, the rule, and the lines."""
    counting = facts.plan.stages[0].counting
    heads = {"won": unit_name("boards"), "made": unit_name(counting.unit)}
    first, last = chain_of_individuals(facts.plan)
    columns = [first, *(code for code in heads if code != first)]
    if counting.unit == "legs" and counting.best_of == 1:
        columns = [first]  # one Bummerl a board: both say the same
    return {
        "columns": [heads[code] for code in columns],
        "rule": _("What counts, in this order: %(chain)s.")
        % {"chain": " → ".join([heads[first], criterion_name(last)])},
        "rows": [
            {
                "place": one.place,
                "name": one.player.name,
                "team": facts.name(one.card.number),
                "number": one.card.number,
                "figures": [figure(getattr(one, code)) for code in columns],
                "conceded": figure(one.conceded),
                "boards": one.boards,
            }
            for one in found
        ],
    }


# --- one line --------------------------------------------------------------------------------------------------------


def line(found: Standings, row: Row, before: Row | None) -> dict[str, Any]:
    """One row as the page shows it."""
    facts = found.facts
    values = row.standing.values
    return {
        "place": row.place,
        "shared": row.shared,
        "number": row.number,
        "label": _("No. %(number)s") % {"number": row.number},
        "name": row.name,
        "group": row.card.group,
        "status": str(STATUS.get(row.card.status, "")),
        "lives": None if row.place is None else row.lives,
        "values": [value(facts.plan, one, values[one]) if one in values else "" for one in shown_criteria(facts.plan)],
        "rounds": [
            cell(facts.plan.stages[one.stage], row.rounds.get(one.number)) | resting(one.resting, row)
            for one in facts.rounds
        ],
        "decided": decided(facts, row, before),
        "tie_break": row.standing.decided_by not in (None, facts.plan.ranking.chain[0]) or row.shared or row.lives == 0,
        "penalties": [adjustment(one) for one in row.adjustments],
    }


def resting(numbers: Sequence[int], row: Row) -> dict[str, Any]:
    return {"text": _("bye"), "kind": "bye"} if row.number in numbers else {}


def cell(stage: Stage, made: RoundSum | None) -> dict[str, Any]:
    """One round of one card: what was made, or how it came that nothing was."""
    if made is None:
        return {"text": "", "kind": "none", "dropped": False}
    scores = made.scores
    if "walkover" in scores:
        text, kind = (_("w.o."), "won" if scores.get("won") else "lost")
    elif "struck" in scores:
        text, kind = _("struck"), "none"
    elif stage.kind in MATCHES:
        kind = "won" if scores.get("won") else "lost" if scores.get("lost") else "drawn"
        told = "made" in scores and (scores["made"] or scores.get("conceded"))
        text = f"{scores['made']}:{scores.get('conceded', 0)}" if told else {"won": "✓", "lost": "✗"}.get(kind, "=")
    else:
        text, kind = figure(made.amount, signed=goes_both_ways(stage)), "sum"
    return {"text": text, "kind": kind, "dropped": made.dropped}


def decided(facts: Facts, row: Row, before: Row | None) -> str:
    """What puts this card behind the one before: "Soli won: 4 against 5"; who shares the place is told so."""
    if row.standing.place is None:
        return ""
    by, said = row.standing.decided_by, []
    if "survived" in row.standing.values:
        said.append(out_in(row))
    if by is not None and by != "survived":
        said.append(against(facts, by, row, before))
    if row.standing.shared:
        said.append(_("shared place"))
    return ", ".join(filter(None, said))


def against(facts: Facts, by: str, row: Row, before: Row | None) -> str:
    """ "Soli won: 4 against 5" """
    mine, theirs = row.standing.values.get(by), before.standing.values.get(by) if before else None
    if by in WITHOUT_FIGURES or mine is None or theirs is None:
        return criterion_name(by)
    figures = {"mine": value(facts.plan, by, mine), "theirs": value(facts.plan, by, theirs)}
    return _("%(criterion)s: %(mine)s against %(theirs)s") % {"criterion": criterion_name(by), **figures}


def out_in(row: Row) -> str:
    """When somebody was out: the last thing they did was to lose, and no life is left."""
    last = max(row.rounds.values(), key=lambda one: one.round, default=None)
    if last is None or not last.scores.get("lost") or (row.lives is not None and row.lives > 0):
        return ""
    return _("out in round %(round)s") % {"round": last.round}


def adjustment(one: Adjustment) -> str:
    """ "−10 points: late (round 2)" """
    figures = {"amount": figure(one.amount, signed=True), "unit": unit_name(one.unit), "reason": one.reason}
    if one.round is None:
        return _("%(amount)s %(unit)s: %(reason)s") % figures
    return _("%(amount)s %(unit)s in round %(round)s: %(reason)s") % {**figures, "round": one.round}
