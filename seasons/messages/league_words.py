"""The rules of a league in sentences: on its pages, in the question before a change, and in the log."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from seasons.formats.league import NARROW, OPEN, STRUCK, SUM, WALKOVER, Match, Rules, figures_of
from seasons.models import Fixture
from seasons.services.league_waiting import Why

SCALES: Mapping[str, str | Promise] = {
    "2/1/0": gettext_lazy("2 for a win, 1 for a draw"),
    "3/1/0": gettext_lazy("3 for a win, 1 for a draw"),
    "3/2/1/0": gettext_lazy("3 for a clear win, 2 for a narrow one, 1 for a narrow defeat"),
    "bummerl": gettext_lazy("what was made is the points"),
}
CHAIN: Mapping[str, str | Promise] = {
    "points": gettext_lazy("points"),
    "won": gettext_lazy("matches won"),
    "board_difference": gettext_lazy("boards won less boards lost"),
    "difference": gettext_lazy("what was made less what the others made"),
    "head_to_head": gettext_lazy("the matches among the tied"),
    "boards": gettext_lazy("boards won"),
    "made": gettext_lazy("what was made"),
}
"""What decides a place."""
COUNTS: Mapping[str, str | Promise] = {
    "legs": gettext_lazy("legs (Bummerl) won"),
    "points": gettext_lazy("points"),
}
BY: Mapping[str, str | Promise] = {
    "boards": gettext_lazy("more boards"),
    "sum": gettext_lazy("the larger sum of all boards"),
}
WITHDRAWN: Mapping[str, str | Promise] = {
    "keep": gettext_lazy("What it has played counts, the rest is lost without play."),
    "strike": gettext_lazy("None of its matches counts."),
    "half": gettext_lazy("Fewer than half played: none of its matches counts; else the rest is lost without play."),
}


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that the rules say."""

    title: str
    text: str


def sentences(rules: Rules, divisions: int = 2) -> list[Said]:
    """The rules in the order in which somebody asks for them, in the language that is on. Where there is one division,
    nobody goes up or down."""
    said = [
        Said(pgettext("of a league", "Match"), match(rules)),
        Said(_("Everybody meets everybody"), _("at home and away") if rules.twice else _("once")),
        Said(_("The match is won by"), str(BY[rules.by]) if rules.boards > 1 else _("whoever makes more")),
        Said(_("Points"), points(rules)),
        Said(_("Who is level"), chain(rules)),
        Said(_("Without play"), walkover(rules)),
        Said(_("A team that withdraws"), str(WITHDRAWN[rules.withdrawn])),
        Said(_("Promotion and relegation"), moves(rules) if divisions > 1 else ""),
        Said(_("Stand-ins"), stand_ins(rules)),
        Said(_("A side needs at least"), people(rules.minimum)),
    ]
    return [one for one in said if one.text]


def people(count: int) -> str:
    return ngettext("%(count)d person", "%(count)d people", count) % {"count": count}


def match(rules: Rules) -> str:
    boards = ngettext("%(count)d board", "%(count)d boards", rules.boards) % {"count": rules.boards}
    if rules.boards == 1:
        who = _("a pair of each side") if rules.a_side == 2 else _("one of each side")
    else:
        who = _("a pair of each side at each") if rules.a_side == 2 else _("one of each side at each")
    return _("%(boards)s, %(who)s; counted: %(counts)s") % {
        "boards": boards,
        "who": who,
        "counts": COUNTS[rules.counts],
    }


def points(rules: Rules) -> str:
    text = str(SCALES[rules.scale])
    if rules.scale != NARROW:
        return text
    return _("%(scale)s (narrow: by %(most)d at most); 1 for a draw") % {"scale": text, "most": rules.narrow}


def chain(rules: Rules) -> str:
    return _("in this order: %(chain)s; then the place is shared") % {
        "chain": ", ".join(str(CHAIN[one]) for one in rules.chain)
    }


def walkover(rules: Rules) -> str:
    figures = {"boards": rules.walkover_boards, "made": rules.walkover_made}
    if rules.scale == SUM:
        return _("%(made)d : 0 for the side that came, boards %(boards)d : 0") % figures
    return _("won by the side that came: boards %(boards)d : 0, sum %(made)d : 0") % figures


def moves(rules: Rules) -> str:
    if not rules.promoted and not rules.relegated:
        return pgettext("of a league", "none")
    return _("%(up)d up, %(down)d down in every division") % {"up": rules.promoted, "down": rules.relegated}


def stand_ins(rules: Rules) -> str:
    if not rules.stand_ins:
        return pgettext("of a league", "none")
    text = _("%(count)d a match at most") % {"count": rules.stand_ins}
    if rules.stand_in_times:
        text += ", " + ngettext(
            "each in %(count)d match a season", "each in %(count)d matches a season", rules.stand_in_times
        ) % {"count": rules.stand_in_times}
    return text


# --- a table and its matches -----------------------------------------------------------------------------------------

ZONES: Mapping[str, str | Promise] = {
    "up": gettext_lazy("Promotion"),
    "down": gettext_lazy("Relegation"),
    "undecided": gettext_lazy("Level at the line"),
    "out": gettext_lazy("Withdrawn"),
}
"""What a place means."""
DECIDED: Mapping[str, str | Promise] = {
    "won": gettext_lazy("by matches won"),
    "board_difference": gettext_lazy("by boards"),
    "difference": gettext_lazy("by the difference"),
    "head_to_head": gettext_lazy("by the matches among the tied"),
    "boards": gettext_lazy("by boards won"),
    "made": gettext_lazy("by what was made"),
}


WAITS: Mapping[Why, str | Promise] = {
    Why.DISPUTED: gettext_lazy("disputed"),
    Why.LATE: gettext_lazy("no report yet"),
    Why.NO_DAY: gettext_lazy("no new day yet"),
}
"""Why a match waits."""


def decided(by: str | None, among: list[int] | None) -> str:
    """Why it is behind the one before where the points are the same; nothing where it is plain to see."""
    if by is None or by not in DECIDED:
        return ""
    text = str(DECIDED[by])
    if by == "head_to_head" and among is not None:
        text += " " + _("(%(points)d points there)") % {"points": among[0]}
    return text


def signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else "0"


def result(rules: Rules, match: Match) -> str:
    """ "3 : 1", what decides the match; nothing for an open one."""
    figures = figures_of(rules, match)
    return "" if figures is None else f"{figures[0]} : {figures[1]}"


def how(match: Match, fixture: Fixture) -> str:
    """What there is to say of a match beside its result."""
    if match.how == STRUCK:
        return _("does not count")
    if match.how == WALKOVER:
        neither = match.home_boards == match.away_boards == 0
        return _("nobody came") if neither else pgettext("match", "without play")
    if match.how == OPEN and fixture.postponed_from is not None:
        return pgettext("match", "put off") if fixture.day is None else pgettext("match", "moved")
    return ""
