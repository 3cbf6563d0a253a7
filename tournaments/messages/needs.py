"""What somebody still needs, in words: for the pages and the API. Everything said here holds in every case."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.needs import Condition, Goal, Needs, Target
from tournaments.formats.plan import Kind, Plan, Stage
from tournaments.formats.spans import Option, Span, together
from tournaments.messages import why_words
from tournaments.messages.criteria import criterion_name, unit_name
from tournaments.messages.standings import figure, goes_both_ways

RESULTS = ("won", "drawn", "lost")


def needs_data(needs: Needs, plan: Plan) -> dict[str, Any]:
    stage = plan.stages[needs.stage]
    return {
        "round": needs.round,
        "tables": needs.tables,
        "playing": needs.playing,
        "said": intro(needs),
        "range": range_said(needs),
        "outcomes": outcomes(needs, stage),
        "targets": [target_data(needs, stage, one) for one in needs.targets],
        "notes": notes(needs, plan),
    }


def intro(needs: Needs) -> list[str]:
    figures = {"round": needs.round, "count": needs.tables}
    if needs.in_group:
        said = ngettext(
            "One table of the group is still open in round %(round)s. It is about the place in the group.",
            "%(count)s tables of the group are still open in round %(round)s. It is about the place in the group.",
            needs.tables,
        )
    else:
        said = ngettext(
            "One table is still open in round %(round)s.",
            "%(count)s tables are still open in round %(round)s.",
            needs.tables,
        )
    told = [said % figures]
    if not needs.playing:
        told.append(_("The own result is in already."))
    if not needs.ending.stage:
        told.append(
            _("This is how it can stand after round %(round)s. It is not the last one: everything stays open.")
            % {"round": needs.round}
        )
    return told


def range_said(needs: Needs) -> str:
    if needs.range is None:
        first = criterion_name(needs.rest[0]) if needs.rest else ""
        return _("“%(criterion)s” decides first here. It depends on what the others make, so nothing is sure yet.") % {
            "criterion": first
        }
    if needs.range.best == needs.range.worst:
        return _("Rank %(place)s is certain, whatever happens at the open tables.") % {"place": needs.range.best}
    return _("Possible: %(places)s.") % {"places": places(needs.range)}


def places(span: Span) -> str:
    """ "rank 3", "rank 3 to 7" """
    if span.best == span.worst:
        return _("rank %(place)s") % {"place": span.best}
    return _("rank %(best)s to %(worst)s") % {"best": span.best, "worst": span.worst}


# --- own outcomes ----------------------------------------------------------------------------------------------------


def outcomes(needs: Needs, stage: Stage) -> list[dict[str, Any]]:
    """For each way that the own match may end what comes of it; nothing where any amount may be made."""
    if not needs.playing or not needs.options:
        return []
    elimination = stage.kind in (Kind.LIVES, Kind.KNOCKOUT)
    made = []
    for result in RESULTS:
        for schneider in (False, True):
            those = [one for one in needs.options if one.result == result and one.schneider == schneider]
            if not those or (schneider and result == "won"):
                continue
            span = together([one.span for one in those])
            said = _elimination(needs, stage, those[0], span) if elimination else places(span)
            made.append({"result": with_result(result, schneider=schneider), "said": said})
    return made


def with_result(result: str, *, schneider: bool = False) -> str:
    if result == "lost" and schneider:
        return _("with a defeat by Schneider")
    return {"won": _("with a win"), "drawn": _("with a draw"), "lost": _("with a defeat")}[result]


def _elimination(needs: Needs, stage: Stage, option: Option, span: Span) -> str:
    if stage.kind is Kind.LIVES:
        return _lives(option, span)
    ending = needs.ending
    if ending.final or ending.for_third:
        return places(span)
    if option.result == "won":
        return _goes_on(ending.stay or 0)
    if ending.loser_plays_on:
        return _("plays for the third place")
    return _("out, %(places)s") % {"places": places(span)}


def _goes_on(stay: int) -> str:
    if stay == 2:
        return _("in the final, so at least second")
    if stay in (3, 4):
        return _("in the semi-final, so at least rank %(stay)s") % {"stay": stay}
    return _("goes on, so at least rank %(stay)s") % {"stay": stay}


def _lives(option: Option, span: Span) -> str:
    if not option.lives:
        return _("out, %(places)s") % {"places": places(span)}
    sentence = ngettext("goes on with one life", "goes on with %(count)s lives", option.lives)
    if option.result == "lost":
        sentence = ngettext("one life is left", "%(count)s lives are left", option.lives)
    return sentence % {"count": option.lives}


# --- targets ---------------------------------------------------------------------------------------------------------


def target_data(needs: Needs, stage: Stage, target: Target) -> dict[str, Any]:
    return {
        "goal": str(target.goal),
        "place": target.place,
        "title": title(needs, target),
        "state": state(target),
        "said": said(needs, stage, target),
    }


def title(needs: Needs, target: Target) -> str:
    figures = {"place": target.place}
    if target.goal is Goal.CUT:
        if needs.in_group:
            return _("Among the first %(place)s of the group, who go on") % figures
        if not needs.ending.stage:
            return _("Among the first %(place)s") % figures
        return _("Among the first %(place)s, who go on") % figures
    if target.place == 1:
        return _("Rank 1")
    if target.goal is Goal.PRIZE:
        return _("Among the first %(place)s, who get a prize") % figures
    return _("Rank %(place)s or better, as now") % figures


def state(target: Target) -> str:
    """sure, possible or impossible."""
    if target.sure.always:
        return "sure"
    return "impossible" if target.if_decided.never else "possible"


def said(needs: Needs, stage: Stage, target: Target) -> list[str]:
    if target.sure.always:
        return [_("sure, whatever happens")]
    if target.if_decided.never:
        return [_("not possible any more") if needs.ending.stage else _("not yet after this round")]
    told = []
    if not needs.playing:
        told.append(_("possible, but it depends on the open tables"))
    elif target.sure == target.possible == target.if_decided:
        return [_("sure %(with)s, else not possible any more") % {"with": when(needs, stage, target.sure)}]
    else:
        told.append(
            _("sure %(with)s") % {"with": when(needs, stage, target.sure)}
            if not target.sure.never
            else _("not sure with any result: it depends on the others too")
        )
        if not target.possible.never:
            told.append(_("possible %(with)s") % {"with": when(needs, stage, target.possible)})
    if target.if_decided != target.possible:
        criteria = why_words.joined([criterion_name(one) for one in needs.rest if one != "lot"][:2])
        figures = {"with": when(needs, stage, target.if_decided), "criteria": criteria}
        if needs.playing:
            told.append(_("possible %(with)s, if then %(criteria)s decides for it") % figures)
        else:
            told.append(_("only if %(criteria)s decides for it") % figures)
    return told


def when(needs: Needs, stage: Stage, condition: Condition) -> str:
    """ "with a win", "with 15:0 to 15:9", "from 34 points on" """
    if condition.always:
        return _("with any result")
    if needs.amounts is not None:
        return joined_by_or([_amounts(needs, stage, *one) for one in condition.amounts])
    told = []
    for result in RESULTS:
        every = [at for at, one in enumerate(needs.options) if one.result == result]
        these = [at for at in every if at in condition.options]
        if not these:
            continue
        if these == every:
            told.append(with_result(result))
        elif any(needs.options[at].schneider for at in every):
            told.append(_("with a defeat without Schneider") if result == "lost" else with_result(result))
        else:
            told += [_("with %(scores)s") % {"scores": _scores(needs, run)} for run in _runs(these)]
    return joined_by_or(told)


def joined_by_or(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return _("%(some)s or %(last)s") % {"some": ", ".join(parts[:-1]), "last": parts[-1]}


def _amounts(needs: Needs, stage: Stage, first: int, last: int) -> str:
    signed = goes_both_ways(stage)
    figures = {
        "first": figure(first, signed=signed),
        "last": figure(last, signed=signed),
        "unit": unit_name(needs.unit),
    }
    assert needs.amounts is not None
    if last == needs.amounts[1]:
        return _("from %(first)s %(unit)s on") % figures
    return _("with %(first)s to %(last)s %(unit)s") % figures


def _runs(indexes: Sequence[int]) -> list[tuple[int, int]]:
    """Neighbouring ones together."""
    found = list[tuple[int, int]]()
    for one in indexes:
        if found and found[-1][1] == one - 1:
            found[-1] = found[-1][0], one
        else:
            found.append((one, one))
    return found


def _scores(needs: Needs, run: tuple[int, int]) -> str:
    first, last = (f"{needs.options[at].mine}:{needs.options[at].theirs}" for at in run)
    return first if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last}


# --- what is not reckoned with ---------------------------------------------------------------------------------------


def notes(needs: Needs, plan: Plan) -> list[str]:
    told = [
        _(
            "Reckoned with every result that the open tables can hand in; not with walkovers, lists that are struck, or"
            " later corrections."
        )
    ]
    if plan.buying.allowed:
        told.append(_("Nobody is reckoned to buy in again."))
    rest = [criterion_name(one) for one in needs.rest if one != "lot"]
    if rest and needs.range is not None:
        told.append(
            _("Between equals %(criteria)s decides then; that depends on other results, so both is reckoned with.")
            % {"criteria": why_words.joined(rest)}
        )
    if needs.reopened:
        rounds = why_words.joined([str(one) for one in needs.reopened])
        told.append(_("Tables of round %(rounds)s are open again; they are not reckoned with.") % {"rounds": rounds})
    return told
