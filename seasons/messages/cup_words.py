"""A cup in words: its rules, figures, and of every event what counted, what was dropped and why."""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from clubs.messages.money import coins
from seasons.formats.cup import hundredths, rounded
from seasons.formats.cup_rules import Absent, Counts, Gives, Groups, OfEvents, OfSeason, Rules, Several
from tournaments.messages.standings import figure

GIVES: Mapping[str, str | Promise] = {
    "points": gettext_lazy("the points made there"),
    "places": gettext_lazy("points for the place"),
}
UNITS: Mapping[str, str | Promise] = {
    "points": gettext_lazy("the points"),
    "bummerl": pgettext_lazy("of an evening", "Bummerl given less Bummerl taken"),
    "won": gettext_lazy("legs won (hands, in games without legs)"),
    "cents": gettext_lazy("the money"),
}
SEVERAL: Mapping[str, str | Promise] = {
    "sum": gettext_lazy("all of them count"),
    "best": gettext_lazy("only the best counts"),
}
ABSENT: Mapping[str, str | Promise] = {
    "nothing": gettext_lazy("gets nothing"),
    "zero": gettext_lazy("has a result of 0, which counts"),
    "credit": gettext_lazy("gets a fixed credit"),
}
COUNTS: Mapping[str, str | Promise] = {
    "sum": gettext_lazy("the sum"),
    "average": gettext_lazy("the average of the results that count"),
    "divisor": gettext_lazy("the sum, divided by a fixed number at least"),
}
CHAIN: Mapping[str, str | Promise] = {
    "best_result": gettext_lazy("the best single result"),
    "first_places": gettext_lazy("the number of first places"),
    "attended": gettext_lazy("the number of events attended"),
}
GROUPS: Mapping[str, str | Promise] = {
    "events": gettext_lazy("at every event their best results"),
    "people": gettext_lazy("at the end their best people"),
}
TABLES: Mapping[str, str | Promise] = {
    "": gettext_lazy("All"),
    "women": gettext_lazy("Women"),
    "teams": gettext_lazy("Teams"),
    "towns": gettext_lazy("Towns"),
}
WHY: Mapping[str, str | Promise] = {
    "below_zero": gettext_lazy("below zero: counts 0"),
    "worse": pgettext_lazy("a result", "dropped: the others are better"),
    "absent": gettext_lazy("was not there"),
    "zero": gettext_lazy("was not there: 0"),
    "credit": gettext_lazy("was not there: credit"),
    "before": gettext_lazy("that was before the first event attended"),
}


# --- figures ---------------------------------------------------------------------------------------------------------


def number(amount: int, *, money: bool) -> str:
    """A result: points with a real minus, or euros."""
    return coins(amount) if money else figure(amount)


def total(rules: Rules, figure: Fraction) -> str:
    """What somebody has in all, rounded here and nowhere before; averages with two decimals."""
    if rules.money:
        return coins(rounded(figure))
    if rules.season.counts == Counts.SUM:
        return number(rounded(figure), money=False)
    return coins(hundredths(figure))


def share(rules: Rules, figure: Fraction) -> str:
    """What one person brings to a team: a whole result, or an average."""
    return number(figure.numerator, money=rules.money) if figure.denominator == 1 else total(rules, figure)


def decided(code: str, values: Mapping[str, Any], rules: Rules) -> str:
    """What puts somebody behind the one before, who has the same total."""
    if code not in CHAIN:
        return ""
    amount = number(values[code], money=rules.money and code == "best_result")
    return _("behind by %(what)s (%(amount)s)") % {"what": CHAIN[code], "amount": amount}


# --- events ----------------------------------------------------------------------------------------------------------


def event_name(name: str, day: date) -> str:
    return name or _("Evening of %(day)s") % {"day": short_day(day)}


def short_day(day: date) -> str:
    return date_format(day, "j.n.")


def why(codes: Sequence[str]) -> str:
    return ", ".join(str(WHY[code]) for code in codes if code in WHY)


def card(one: Mapping[str, Any], *, money: bool, several: bool) -> str:
    """One result of an event: "No. 3: 812 points, place 2, bonus 5"."""
    made = number(one["points"], money=money)
    said = [made if money else ngettext("%(made)s point", "%(made)s points", abs(one["points"])) % {"made": made}]
    if one["place"]:
        said.append(_("place %(place)s") % {"place": one["place"]})
    if one["value"] != one["points"]:
        said.append(_("for the place %(value)s") % {"value": one["value"]})
    if one["bonus"]:
        said.append(_("bonus %(bonus)s") % {"bonus": one["bonus"]})
    if several and not one["counts"]:
        said.append(_("not the best, does not count"))
    text = ", ".join(said)
    return _("No. %(number)s: %(text)s") % {"number": one["card"], "text": text} if several else text


# --- rules -----------------------------------------------------------------------------------------------------------


def rules_lines(rules: Rules) -> list[str]:
    """The rules as sentences, for the cup's page."""
    return [*of_events(rules.events, rules.money), *of_season(rules.season), *further(rules.season)]


def of_events(events: OfEvents, money: bool) -> list[str]:
    lines = []
    if events.gives == Gives.PLACES:
        lines.append(_("A place gives points: %(places)s; beyond it none.") % {"places": listed(events.places)})
    elif money:
        lines.append(_("What one has won or lost in money counts."))
    elif events.unit == "points":
        lines.append(_("The points of every event count."))
    if events.unit not in ("points", "cents"):
        lines.append(_("Of an evening counts: %(unit)s.") % {"unit": UNITS[events.unit]})
    if events.bonus:
        lines.append(_("Bonus for places: %(bonus)s.") % {"bonus": listed(events.bonus)})
    if events.floor:
        lines.append(_("Nobody goes below zero: a negative day counts 0."))
    if events.several == Several.BEST:
        lines.append(_("Of several cards of a person only the best of a day counts."))
    return lines


def of_season(season: OfSeason) -> list[str]:
    lines = []
    if season.best:
        best = ngettext("The best result counts.", "The best %(count)s results count.", season.best)
        lines.append(best % {"count": season.best})
    elif season.drops:
        drops = ngettext(
            "The worst result is dropped; a missed event is one.",
            "The worst %(count)s results are dropped; missed events are among them.",
            season.drops,
        )
        lines.append(drops % {"count": season.drops})
    if season.counts == Counts.AVERAGE:
        lines.append(_("Ranked by the average of the results that count."))
    elif season.counts == Counts.DIVISOR:
        lines.append(_("The sum is divided by %(divisor)s, or by the results where there are more.")
                     % {"divisor": season.divisor})  # fmt: skip
    if season.minimum > 1:
        lines.append(_("Who was at fewer than %(minimum)s events stands outside.") % {"minimum": season.minimum})
    if season.absent == Absent.ZERO:
        lines.append(_("Who is missing has a result of 0."))
    elif season.absent == Absent.CREDIT:
        lines.append(_("Who is missing gets %(credit)s points.") % {"credit": season.credit})
    if season.chain:
        chain = _(", then ").join(str(CHAIN[one]) for one in season.chain)
        lines.append(_("A tie is broken by %(chain)s; else the place is shared.") % {"chain": chain})
    else:
        lines.append(_("Who has the same shares the place."))
    return lines


def further(season: OfSeason) -> list[str]:
    lines = []
    if season.teams or season.towns:
        lines.append(_groups(season))
    if season.qualified:
        places = ngettext("The first goes to the final.", "The first %(count)s go to the final.", season.qualified)
        lines.append(places % {"count": season.qualified})
    if season.qualified and season.first_woman:
        lines.append(_("The first of the women goes too."))
    return lines


def _groups(season: OfSeason) -> str:
    which = _("Teams and towns") if season.teams and season.towns else TABLES["teams" if season.teams else "towns"]
    at_the_end = season.groups == Groups.PEOPLE
    if season.group_best:
        text = _("%(which)s: at every event the best %(count)s.")
        text = _("%(which)s: the best %(count)s people at the end.") if at_the_end else text
    else:
        text = _("%(which)s: everybody counts at every event.")
        text = _("%(which)s: everybody counts at the end.") if at_the_end else text
    return text % {"which": which, "count": season.group_best}


def listed(figures: Sequence[int]) -> str:
    return ", ".join(map(str, figures))
