"""Why somebody stands where they stand, in words: for the pages and the API."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.formats.plan import MATCHES
from tournaments.formats.ranking import Match
from tournaments.formats.round_lines import How, RoundLine, Where
from tournaments.formats.why import Compared, Comparison, Given, Opponent, Verdict, Why
from tournaments.messages import why_words
from tournaments.messages.criteria import criterion_name, unit_name
from tournaments.messages.needs import needs_data
from tournaments.messages.standings import figure, goes_both_ways, value
from tournaments.models.entrants import Status
from tournaments.services.plan_words import stage_beside
from tournaments.services.why import Asked


def why_data(asked: Asked) -> dict[str, Any]:
    """Everything of a page: sentences, the rounds, what they come to, the comparison, what is still needed."""
    why = asked.why
    other = asked.reasons.why(asked.other) if asked.other is not None else None
    return {
        "number": asked.number,
        "name": asked.name(asked.number),
        "place": why.standing.place if why is not None else None,
        "shared": bool(why and why.standing.shared),
        "of": asked.placed,
        "said": sentences(asked),
        "rounds": [round_data(asked, line, _beside(other, line.round)) for line in why.rounds] if why else [],
        "penalties": [given_data(asked, one, at) for at, one in enumerate(why.adjustments)] if why else [],
        "sum": total_data(asked, why, other) if why is not None else None,
        "lives": why_words.lost_lives(why.fate, _name(asked))
        if why and why.fate and why.fate.lives is not None
        else [],
        "compared": compared_data(asked, asked.compared) if asked.compared is not None else None,
        "ahead": _who(asked, why.ahead.ahead if why and why.ahead else None),
        "behind": _who(asked, why.behind.behind if why and why.behind else None),
        "needs": needs_data(asked.needs, asked.facts.plan) if asked.needs is not None else None,
    }


def _beside(other: Why | None, round_: int) -> RoundLine | None:
    return next((line for line in other.rounds if line.round == round_), None) if other is not None else None


def _who(asked: Asked, number: int | None) -> dict[str, Any] | None:
    if number is None or number not in asked.known:
        return None
    return {"number": number, "name": asked.name(number)}


def _called(asked: Asked, number: int) -> str:
    return f"{number}\u00a0{asked.name(number)}" if number in asked.facts.by_number else str(number)


# --- sentences -------------------------------------------------------------------------------------------------------


def sentences(asked: Asked) -> list[str]:
    """The answer first, then what belongs to it."""
    why = asked.why
    if why is None:
        return [_("This start card takes no part (yet).")]
    if why.standing.place is None:
        return [_no_place(asked)]
    played = any(one.values.get("played") for one in asked.reasons.standings)
    if not played and all(one.how is How.OPEN for one in why.rounds):
        return [_("Nothing has been played yet.")]
    said = [_first_sentence(asked, why)]
    if why.sharing:
        others = [_called(asked, one) for one in why.sharing if one in asked.known]
        figures = {"place": why.standing.place, "others": why_words.joined(others[:4])}
        if len(others) > 4:
            said.append(
                _("Rank %(place)s is shared with %(count)s others: equal in everything that counts.")
                % {"place": why.standing.place, "count": len(why.sharing)}
            )
        elif others:
            said.append(_("Rank %(place)s is shared with %(others)s: equal in everything that counts.") % figures)
    if asked.women is not None:
        said.append(_("Among the women: rank %(place)s of %(of)s.") % {"place": asked.women[0], "of": asked.women[1]})
    return said


def _no_place(asked: Asked) -> str:
    if asked.facts.by_number[asked.number].status == Status.DISQUALIFIED:
        return _("No place: disqualified. What was played counts for the opponents.")
    return _("No place: did not come.")


def _first_sentence(asked: Asked, why: Why) -> str:
    place = why.standing.place
    ahead = why.ahead if why.ahead is not None and why.ahead.ahead in asked.known else None
    behind = why.behind if why.behind is not None and why.behind.behind in asked.known else None
    if ahead is not None:
        return _because(asked, ahead, asked.number)
    if why.ahead is not None:
        return _("Rank %(place)s. Who stands ahead has not been read out yet.") % {"place": place}
    return _because(asked, behind, asked.number) if behind is not None else _("Rank %(place)s.") % {"place": place}


def _because(asked: Asked, compared: Comparison, me: int) -> str:
    """What puts this card behind (or, of the first, before) its neighbour."""
    said = _decisive(asked, compared, me)
    return said.removesuffix(".") if said.endswith("..") else said  # a name may end with a full stop of its own


def _decisive(asked: Asked, compared: Comparison, me: int) -> str:
    other = compared.ahead if compared.behind == me else compared.behind
    place = asked.reasons.by_number[me].place
    figures = {"place": place, "who": _called(asked, other)}
    step = next((one for one in compared.steps if one.verdict is Verdict.DECIDES), None)
    if step is None:
        return _("Rank %(place)s.") % figures
    if step.criterion == "stage":
        return _of_stages(asked, step, me, figures, behind=compared.behind == me)
    if step.criterion == "survived":
        fates = {
            number: why_words.fate(one, _name(asked)) for number in (me, other) if (one := asked.reasons.fate(number))
        }
        told = {**figures, "mine": fates.get(me, ""), "theirs": fates.get(other, "")}
        return _("Rank %(place)s: %(mine)s. %(who)s: %(theirs)s.") % told
    if step.within:
        inner = next((one for one in step.within if one.verdict is Verdict.DECIDES), None)
        equal = _equal(asked, step.within)
        step = inner or step
    else:
        equal = _equal(asked, compared.steps)
    return _decided(asked, step, equal, figures, first=compared.ahead == me)


def _name(asked: Asked) -> why_words.Name:
    return lambda number: _called(asked, number)


def _equal(asked: Asked, steps: Sequence[Compared]) -> list[str]:
    """What both had as much of before it was decided."""
    level = [one for one in steps if one.verdict is Verdict.EQUAL and (one.ahead is not None)]
    told = dict.fromkeys(why_words.equal(asked.facts.plan, one.criterion, one.ahead) for one in level)
    return list(told)


def _decided(asked: Asked, step: Compared, equal: Sequence[str], figures: dict[str, Any], *, first: bool) -> str:
    plan, figures = asked.facts.plan, {**figures, "decided": why_words.decided(step.criterion)}
    if equal:
        figures["equal"] = why_words.joined(equal)
    if step.criterion in why_words.WITHOUT_FIGURES or step.ahead is None or step.behind is None:
        if first:
            plain = _("Rank %(place)s, because %(decided)s, against %(who)s.")
            return (
                _("Rank %(place)s, because with %(equal)s %(decided)s, against %(who)s.") if equal else plain
            ) % figures
        plain = _("Rank %(place)s, because %(decided)s, for %(who)s.")
        return (_("Rank %(place)s, because with %(equal)s %(decided)s, for %(who)s.") if equal else plain) % figures
    mine, theirs = (step.ahead, step.behind) if first else (step.behind, step.ahead)
    figures |= {"mine": value(plan, step.criterion, mine), "theirs": value(plan, step.criterion, theirs)}
    plain = _("Rank %(place)s, because %(decided)s: %(mine)s against %(theirs)s of %(who)s.")
    with_equal = _("Rank %(place)s, because with %(equal)s %(decided)s: %(mine)s against %(theirs)s of %(who)s.")
    return (with_equal if equal else plain) % figures


def _of_stages(asked: Asked, step: Compared, me: int, figures: dict[str, Any], *, behind: bool) -> str:
    plan = asked.facts.plan
    further = max(step.ahead or 0, step.behind or 0)
    figures = {**figures, "stage": stage_beside(plan, further) or _("part %(part)s") % {"part": further + 1}}
    if behind:
        return _("Rank %(place)s, because %(who)s went on (%(stage)s) and this card did not.") % figures
    return _("Rank %(place)s, because this card went on (%(stage)s) and %(who)s did not.") % figures


# --- rounds ----------------------------------------------------------------------------------------------------------


def round_data(asked: Asked, line: RoundLine, beside: RoundLine | None) -> dict[str, Any]:
    return {
        "round": line.round,
        "table": line.table,
        "partners": [_known(asked, one) for one in line.partners],
        "others": [_known(asked, one) for one in line.others],
        "where": where(asked, line),
        "how": str(line.how),
        "counts": line.where is Where.COUNTS,
        "result": result(asked, line),
        "kind": kind(line),
        "amount": amount(asked, line),
        "parts": parts(asked, line),
        "not_counted": str(why_words.WHERE.get(line.where, "")),
        "beside": (amount(asked, beside) or result(asked, beside)) if beside is not None else "",
        "beside_counts": beside is None or beside.where is Where.COUNTS,
    }


def _known(asked: Asked, number: int) -> dict[str, Any]:
    return {"number": number, "name": asked.name(number) if number in asked.facts.by_number else ""}


def where(asked: Asked, line: RoundLine) -> str:
    """ "Table 3 · against 5 Bert" """
    if line.table is None:
        return ""
    said = [_("Table %(number)s") % {"number": line.table}]
    if line.partners:
        said.append(_("with %(who)s") % {"who": _named(asked, line.partners)})
    if line.others:
        match = bool(line.partners) or asked.facts.plan.stages[line.stage].kind in MATCHES
        said.append((_("against %(who)s") if match else _("with %(who)s")) % {"who": _named(asked, line.others)})
    return " · ".join(said)


def _named(asked: Asked, numbers: Sequence[int]) -> str:
    return why_words.joined([_called(asked, one) for one in numbers])


def kind(line: RoundLine) -> str:
    if line.how in (How.OPEN, How.MISSED):
        return "none"
    if line.how is How.BYE:
        return "bye"
    scores = line.scores
    return "won" if scores.get("won") else "lost" if scores.get("lost") else "drawn" if "drawn" in scores else "sum"


def result(asked: Asked, line: RoundLine) -> str:
    """ "15:9", "✓", "bye"; at tables of several what was made."""
    stage = asked.facts.plan.stages[line.stage]
    if line.how is not How.PLAYED:
        return str(why_words.HOW[line.how])
    if stage.kind not in MATCHES:
        return figure(line.made, signed=goes_both_ways(stage))
    if line.scores.get("made") or line.scores.get("conceded"):
        return f"{line.scores['made']}:{line.scores['conceded']}"
    return {"won": "✓", "lost": "✗"}.get(kind(line), "=")


def amount(asked: Asked, line: RoundLine) -> str:
    """What the round gives in the unit that is added up; nothing where only who won counts."""
    plan, stage = asked.facts.plan, asked.facts.plan.stages[line.stage]
    if line.how in (How.OPEN, How.MISSED) or line.unit not in plan.ranking.chain:
        return ""
    return figure(line.amount, signed=goes_both_ways(stage))


def parts(asked: Asked, line: RoundLine) -> str:
    """ "15 + 10 for winning − 2 penalty", where it is more than what the table wrote."""
    if line.how in (How.OPEN, How.MISSED) or not (line.bonus or line.events or line.adjusted):
        return ""
    stage = asked.facts.plan.stages[line.stage]
    said = [figure(line.made, signed=goes_both_ways(stage))]
    words = (
        (line.bonus, _("for winning")),
        (line.events, _("for what was counted beside")),
        (line.adjusted, _("penalty") if line.adjusted < 0 else _("bonus")),
    )
    said += [f"{'−' if one < 0 else '+'} {abs(one)} {word}" for one, word in words if one]
    return " ".join(said)


def given_data(asked: Asked, one: Given, at: int) -> dict[str, Any]:
    """A penalty or a bonus; its reason inside the club only."""
    adjustment = one.adjustment
    said = _("%(amount)s %(unit)s") % {
        "amount": figure(adjustment.amount, signed=True),
        "unit": unit_name(adjustment.unit),
    }
    if adjustment.round is not None:
        said = _("%(amount)s in round %(round)s") % {"amount": said, "round": adjustment.round}
    reasons = [
        row.reason
        for row in asked.penalties
        if (row.unit, row.amount, row.round) == (adjustment.unit, adjustment.amount, adjustment.round)
    ]
    same = [each for each in asked.why.adjustments[:at] if each.adjustment == adjustment] if asked.why else []
    where = {
        Where.DROPPED: _("goes with the round that does not count"),
        Where.EARLIER: _("belongs to an earlier part"),
        Where.ELSEWHERE: _("counts in another part"),
    }
    return {
        "said": said,
        "reason": reasons[len(same)] if len(same) < len(reasons) else "",
        "where": where.get(one.where, ""),
        "alone": one.where is Where.ALONE,
    }


def total_data(asked: Asked, why: Why, other: Why | None) -> dict[str, Any] | None:
    """What the rounds add up to, in the unit that is added up first."""
    plan = asked.facts.plan
    unit = next((one for one in why.chain if one in why.totals), None)
    if unit is None:
        return None
    return {
        "name": criterion_name(unit),
        "value": value(plan, unit, why.totals[unit]),
        "beside": value(plan, unit, other.totals[unit]) if other is not None and unit in other.totals else "",
    }


# --- the comparison --------------------------------------------------------------------------------------------------


def compared_data(asked: Asked, compared: Comparison) -> dict[str, Any]:
    return {
        "ahead": {**_known(asked, compared.ahead), "place": asked.reasons.by_number[compared.ahead].place},
        "behind": {**_known(asked, compared.behind), "place": asked.reasons.by_number[compared.behind].place},
        "decided_by": compared.decided_by,
        "shared": compared.decided_by is None,
        "said": _because(asked, compared, compared.behind) if compared.decided_by else "",
        "steps": [step_data(asked, compared, one) for one in _told(compared.steps)],
    }


def _told(steps: Sequence[Compared]) -> list[Compared]:
    """What decided within a group is told there, and not once more as what was not needed."""
    inner = any(one.within for one in steps)
    return [one for one in steps if not (inner and one.verdict is Verdict.NOT_REACHED)]


def step_data(asked: Asked, compared: Comparison, step: Compared) -> dict[str, Any]:
    return {
        "criterion": step.criterion,
        "name": _step_name(step),
        "ahead": _figure(asked, step, compared.ahead, step.ahead),
        "behind": _figure(asked, step, compared.behind, step.behind),
        "in_words": step.criterion in ("survived", "stage") and step.verdict is not Verdict.NOT_REACHED,
        "verdict": str(step.verdict),
        "notes": [*why_words.which_way(step), *_notes(asked, compared, step)],
        "within": [step_data(asked, compared, one) for one in step.within],
    }


def _step_name(step: Compared) -> str:
    name = criterion_name(step.criterion)
    return _("%(criterion)s, among the fewer who are left") % {"criterion": name} if step.again else name


def _figure(asked: Asked, step: Compared, number: int, amount_: int | None) -> str:
    if step.criterion == "stage":
        return stage_beside(asked.facts.plan, amount_ or 0) or _("part %(part)s") % {"part": (amount_ or 0) + 1}
    if step.criterion == "survived":
        fate = asked.reasons.fate(number) if step.verdict is not Verdict.NOT_REACHED else None
        return why_words.fate(fate, _name(asked)) if fate is not None else ""
    if amount_ is None:
        return "–"
    if step.criterion == "lot":
        return f"{amount_:015d}"[:6]
    return value(asked.facts.plan, step.criterion, amount_)


def _notes(asked: Asked, compared: Comparison, step: Compared) -> list[str]:
    """What a figure is made of, where one cannot see it in the rounds."""
    if step.criterion == "head_to_head" and step.verdict is not Verdict.NOT_REACHED:
        return _of_matches(asked, step)
    if step.criterion == "buchholz" and step.verdict is not Verdict.NOT_REACHED:
        return [
            _("%(who)s: %(sum)s") % {"who": _called(asked, number), "sum": _of_opponents(asked, number, opponents)}
            for number, opponents in ((compared.ahead, step.ahead_parts), (compared.behind, step.behind_parts))
        ]
    if step.criterion == "lot" and step.verdict is not Verdict.NOT_REACHED:
        return [_("From the number of the draw; the higher one is ahead.")]
    if step.criterion == "survived" and step.verdict is Verdict.EQUAL:
        return [_("Who is out in the same round shares the place.")]
    if step.criterion == "group_place" and not step.within and step.verdict is Verdict.DECIDES:
        return [_("They are in different groups.")]
    return []


def _of_matches(asked: Asked, step: Compared) -> list[str]:
    among = [_called(asked, one) for one in step.among if one in asked.known]
    said = [_("Among those who are equal: %(who)s.") % {"who": why_words.joined(among)}] if len(among) > 2 else []
    if step.ahead is None:
        return [*said, _("It does not count: they did not all meet equally often.")]
    matches = [_match(asked, one) for one in step.matches if {*one[:2]} <= {*asked.known}]
    return [*said, *matches]


def _match(asked: Asked, match: Match) -> str:
    one, other, its, theirs, round_ = match
    figures = {"round": round_, "one": _called(asked, one), "other": _called(asked, other)}
    if its == theirs:
        return _("Round %(round)s: %(one)s and %(other)s level") % figures
    if its < theirs:
        figures |= {"one": figures["other"], "other": figures["one"]}
    return _("Round %(round)s: %(one)s won against %(other)s") % figures


def _of_opponents(asked: Asked, number: int, opponents: Sequence[Opponent]) -> str:
    """ "3 (5 Bert) + 2 (7 Cilli)"; of whoever is not read out yet only the name."""
    said = []
    for one in opponents:
        if one.number not in asked.known and one.number in asked.reasons.part_of:
            said.append(_("… (%(who)s)") % {"who": _called(asked, one.number)})
        else:
            who = _("bye: the own result") if one.number == number else _called(asked, one.number)
            said.append(f"{figure(one.amount)} ({who})")
    return " + ".join(said) or "0"
