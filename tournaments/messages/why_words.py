"""The pieces that sentences of "why" are made of: what was equal, what decided, how far somebody came."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.fates import Fate, Lost, State
from tournaments.formats.plan import Plan
from tournaments.formats.round_lines import How, Where
from tournaments.formats.why import Compared, Verdict
from tournaments.messages.criteria import FEWER_FIRST, criterion_name
from tournaments.messages.standings import value

Name = Callable[[int], str]

EQUAL: Mapping[str, str | Promise] = {
    "points": gettext_lazy("as many points (%(value)s)"),
    "won": gettext_lazy("as many matches won (%(value)s)"),
    "lost": gettext_lazy("as many matches lost (%(value)s)"),
    "legs": gettext_lazy("as many Bummerl won (%(value)s)"),
    "boards": gettext_lazy("as many boards won (%(value)s)"),
    "soli": gettext_lazy("as many Soli won (%(value)s)"),
    "touts": gettext_lazy("as many Touts (%(value)s)"),
    "conceded": gettext_lazy("as many points conceded (%(value)s)"),
    "difference": gettext_lazy("the same difference (%(value)s)"),
    "best_round": gettext_lazy("the same best round (%(value)s)"),
    "worst_round": gettext_lazy("the same worst round (%(value)s)"),
    "last_round": gettext_lazy("the same last round (%(value)s)"),
    "average": gettext_lazy("the same average (%(value)s)"),
    "buchholz": gettext_lazy("the same Buchholz (%(value)s)"),
    "table_ranks": gettext_lazy("the same sum of ranks (%(value)s)"),
    "table_firsts": gettext_lazy("as many table wins (%(value)s)"),
    "head_to_head": gettext_lazy("an even direct comparison"),
    "survived": gettext_lazy("being in it equally long"),
    "group_place": gettext_lazy("the same place in the group (%(value)s)"),
}
"""Criterion -> what stands behind "with": the figure is that of both."""

DECIDED: Mapping[str, str | Promise] = {
    "points": gettext_lazy("the points decided"),
    "won": gettext_lazy("the matches won decided"),
    "lost": gettext_lazy("the matches lost decided"),
    "legs": gettext_lazy("the Bummerl won decided"),
    "boards": gettext_lazy("the boards won decided"),
    "soli": gettext_lazy("the Soli won decided"),
    "touts": gettext_lazy("the Touts decided"),
    "conceded": gettext_lazy("the points conceded decided"),
    "difference": gettext_lazy("the difference of points decided"),
    "best_round": gettext_lazy("the best round decided"),
    "worst_round": gettext_lazy("the worst round decided"),
    "last_round": gettext_lazy("the last round decided"),
    "average": gettext_lazy("the average decided"),
    "buchholz": gettext_lazy("the Buchholz decided"),
    "table_ranks": gettext_lazy("the sum of the ranks decided"),
    "table_firsts": gettext_lazy("the table wins decided"),
    "head_to_head": gettext_lazy("the direct comparison decided"),
    "group_place": gettext_lazy("the place in the group decided"),
    "lot": gettext_lazy("the lot decided"),
}
"""Criterion -> what stands behind "because"."""

WITHOUT_FIGURES = frozenset({"lot", "head_to_head"})
"""Said in a sentence without what both have."""


def equal(plan: Plan, criterion: str, amount: int | None) -> str:
    figures = {
        "criterion": criterion_name(criterion),
        "value": "–" if amount is None else value(plan, criterion, amount),
    }
    return str(EQUAL.get(criterion, _("a tie in “%(criterion)s” (%(value)s)"))) % figures


def decided(criterion: str) -> str:
    return str(DECIDED.get(criterion) or _("“%(criterion)s” decided") % {"criterion": criterion_name(criterion)})


def joined(parts: Sequence[str]) -> str:
    """ "a, b and c" """
    if len(parts) < 2:
        return "".join(parts)
    return _("%(some)s and %(last)s") % {"some": ", ".join(parts[:-1]), "last": parts[-1]}


# --- lives and knock-out ---------------------------------------------------------------------------------------------


def fate(one: Fate, name: Name) -> str:
    """How far somebody came, to follow a name or a colon: "out in round 7 against 6 Gruber"."""
    if one.state is State.WON:
        return _("the only one left")
    if one.state is State.LEFT:
        return _("went away after round %(round)s") % {"round": one.round} if one.round else _("did not play")
    if one.state is State.IN:
        if one.lives is None:
            return _("still in it")
        sentence = ngettext("still in it with one life", "still in it with %(count)s lives", one.lives)
        return sentence % {"count": one.lives}
    return _out(one, name)


def _out(one: Fate, name: Name) -> str:
    last = one.lost[-1] if one.lost else None
    if one.for_third:
        lost = last is not None and last.round == one.round
        return _("lost the match for third") if lost else _("won the match for third")
    if last is None:
        return _("out in round %(round)s") % {"round": one.round}
    figures = {"round": last.round, "who": name(last.by) if last.by is not None else ""}
    if last.by is None:
        return _("out in round %(round)s, as nobody was there") % figures
    if one.final:
        return _("lost the final against %(who)s") % figures
    return _("out in round %(round)s against %(who)s") % figures


def lost_lives(one: Fate, name: Name) -> list[str]:
    """Each match that cost lives."""
    return [_life(lost, name) for lost in one.lost] + [
        _("bought in again after round %(round)s") % {"round": after} for after in one.bought
    ]


def _life(lost: Lost, name: Name) -> str:
    figures = {"round": lost.round, "count": lost.lives, "who": name(lost.by) if lost.by is not None else "–"}
    sentence = ngettext(
        "round %(round)s: one life to %(who)s", "round %(round)s: %(count)s lives to %(who)s", lost.lives
    )
    return sentence % figures


# --- rounds ----------------------------------------------------------------------------------------------------------

HOW: Mapping[How, str | Promise] = {
    How.OPEN: gettext_lazy("still open"),
    How.BYE: gettext_lazy("bye"),
    How.WALKOVER: gettext_lazy("w.o."),
    How.SELF_MATCH: gettext_lazy("both cards of one person"),
    How.STRUCK: gettext_lazy("struck"),
    How.MISSED: gettext_lazy("not there"),
}

WHERE: Mapping[Where, str | Promise] = {
    Where.DROPPED: gettext_lazy("does not count: one of the worst rounds"),
    Where.EARLIER: gettext_lazy("does not count any more: an earlier part"),
}


def which_way(step: Compared) -> list[str]:
    """Said where it decides, and one would expect it the other way round."""
    return [_("Fewer is better.")] if step.criterion in FEWER_FIRST and step.verdict is Verdict.DECIDES else []
