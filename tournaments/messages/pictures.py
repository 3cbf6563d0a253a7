"""Pictures of a tournament in words: what a bar stands for, and its records as sentences."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.messages import together
from tournaments.formats.plan import Plan
from tournaments.formats.records import Feat, Record, What
from tournaments.messages.criteria import unit_name
from tournaments.messages.hall import label
from tournaments.messages.standings import figure, goes_both_ways
from tournaments.services.facts import Facts
from tournaments.services.hall import is_nobody
from tournaments.services.hall_names import outside
from tournaments.services.pictures import Measure, OfRound

Who = Callable[[int, int | None], str]
"""(start number, round) -> who that is or was then."""


def who_inside(facts: Facts) -> Who:
    return lambda number, in_round: f"{number}\u00a0{facts.name(number, in_round)}"


def who_outside(facts: Facts) -> Who:
    """Whoever wants no name said is the start number alone."""
    name = outside(facts)

    def who(number: int, in_round: int | None) -> str:
        said = name(number, in_round)
        return label(said, number) if is_nobody(said) else f"{number}\u00a0{said}"

    return who


TITLES: dict[str, str | Promise] = {
    What.BEST_ROUND: gettext_lazy("Highest round"),
    What.SERIES: gettext_lazy("Longest series of wins"),
    What.TABLE_WINS: gettext_lazy("Most tables won"),
    What.CLOSEST: gettext_lazy("Closest match"),
    What.CLEAREST: gettext_lazy("Clearest win"),
    What.SPREAD: gettext_lazy("Widest gap at one table"),
    What.FASTEST: gettext_lazy("Fastest table"),
    What.JUMP: gettext_lazy("Biggest jump in one round"),
    What.LEAD: gettext_lazy("Longest in the lead"),
}
OF_EVENTS: dict[str, str | Promise] = {
    "soli": gettext_lazy("Most Soli won"),
    "touts": gettext_lazy("Most Touts"),
    "schneider": gettext_lazy("Most Schneider"),
    "retour": gettext_lazy("Most Retourschneider"),
    "bummerl": gettext_lazy("Most Bummerl"),
}
MEASURES: dict[str, str | Promise] = {
    Measure.MARGIN: gettext_lazy("What the winner of each table made more than the other"),
    Measure.SPREAD: gettext_lazy("What lay between the first and the last of each table"),
    Measure.SUM: gettext_lazy("What all of each table made together"),
}


def measured(one: OfRound) -> str:
    """ "What the winner of each table made more than the other (Points)" """
    return f"{MEASURES[one.measure]} ({unit_name(one.unit)})"


# --- records ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """What it is, how much, and everybody who did it, where."""

    title: str
    amount: str
    who: Sequence[str]

    @property
    def sentence(self) -> str:
        figures = {"title": self.title, "amount": self.amount, "who": "; ".join(self.who)}
        return _("%(title)s: %(amount)s, %(who)s.") % figures


def told(plan: Plan, one: Record, who: Who) -> Told:
    return Told(title(plan, one), amount(plan, one), [FEATS.get(one.what, cards)(feat, who) for feat in one.feats])


def title(plan: Plan, one: Record) -> str:
    if one.what == What.EVENTS:
        return str(OF_EVENTS.get(one.unit) or _("Most: %(event)s") % {"event": unit_name(one.unit)})
    said = str(TITLES[one.what])
    several = len({stage.counting.unit for stage in plan.stages}) > 1
    return f"{said} ({unit_name(one.unit)})" if one.what == What.BEST_ROUND and several else said


def amount(plan: Plan, one: Record) -> str:
    count = {"count": one.amount}
    if one.what == What.BEST_ROUND:
        return figure(one.amount, signed=any(goes_both_ways(stage) for stage in plan.stages))
    if one.what == What.SERIES:
        return ngettext("%(count)d in a row", "%(count)d in a row", one.amount) % count
    if one.what in (What.CLOSEST, What.CLEAREST):
        return _("by %(count)d") % count if one.amount else _("level")
    if one.what == What.FASTEST:
        return _("%(count)d min") % {"count": one.amount // 60}
    if one.what == What.JUMP:
        return ngettext("%(count)d place", "%(count)d places", one.amount) % count
    if one.what == What.LEAD:
        return ngettext("after %(count)d round", "after %(count)d rounds", one.amount) % count
    return figure(one.amount)


def cards(feat: Feat, who: Who) -> str:
    """ "12 Anna Huber (round 2, table 3)" """
    names = together([who(number, feat.round) for number in feat.numbers])
    if feat.round is None:
        return names
    return _("%(who)s (round %(round)s, table %(table)s)") % {"who": names, "round": feat.round, "table": feat.table}


def match(feat: Feat, who: Who) -> str:
    """ "15:14, 12 Anna Huber against 7 Bert Maier (round 2, table 3)" """
    one, other = (who(number, feat.round) for number in feat.numbers)
    figures = {"score": ":".join(map(str, feat.figures)), "one": one, "other": other}
    where = {"round": feat.round, "table": feat.table}
    return _("%(score)s, %(one)s against %(other)s (round %(round)s, table %(table)s)") % {**figures, **where}


def series(feat: Feat, who: Who) -> str:
    (number,), (last,) = feat.numbers, feat.figures
    return _("%(who)s (up to round %(round)s)") % {"who": who(number, last), "round": last}


def jump(feat: Feat, who: Who) -> str:
    (number,), (before, after) = feat.numbers, feat.figures
    figures = {"who": who(number, feat.round), "before": before, "after": after, "round": feat.round}
    return _("%(who)s, from place %(before)s to place %(after)s in round %(round)s") % figures


FEATS: dict[str, Callable[[Feat, Who], str]] = {
    What.CLOSEST: match,
    What.CLEAREST: match,
    What.SERIES: series,
    What.JUMP: jump,
}


# --- the course ------------------------------------------------------------------------------------------------------


def course_told(leaders: Sequence[tuple[int | None, str]], rounds: Sequence[int]) -> str:
    """What somebody hears who does not see the picture: how it ended."""
    figures: dict[str, Any] = {
        "first": rounds[0],
        "last": rounds[-1],
        "leaders": ", ".join(f"{place}. {name}" for place, name in leaders),
    }
    return _("From round %(first)s to round %(last)s. In the end: %(leaders)s.") % figures
