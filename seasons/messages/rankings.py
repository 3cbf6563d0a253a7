"""Sentences about rankings: why one cannot be, what is counted, and figures as they are shown."""

from collections.abc import Mapping

from django.utils.dates import MONTHS
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from clubs.messages import money
from scoring.games.sheet import GAMES
from scoring.messages import words
from seasons.formats.table import divisor, rounded
from seasons.models import Ranking
from seasons.services.rankings import About
from tournaments.messages import standings

Unit, Measure = Ranking.Unit, Ranking.Measure

PROBLEMS: dict[str, str | Promise] = {
    "ranking_name_missing": gettext_lazy("The ranking needs a name."),
    "unit_not_in_game": gettext_lazy("This is not counted in this game."),
    "minimum_not_possible": gettext_lazy("A whole number from 0 to %(most)s."),
    "money_is_not_public": gettext_lazy("Who has won how much money stays in the club."),
    "too_many_rankings": gettext_lazy("A club has at most %(most)s rankings."),
    "ranking_gone": gettext_lazy("Somebody has deleted this ranking meanwhile."),
    "ranking_moved": gettext_lazy("Somebody else has changed this ranking meanwhile. Look at it again."),
    "champion_season_missing": gettext_lazy("Which season?"),
    "champion_name_missing": gettext_lazy("Who was it?"),
    "too_many_champions": gettext_lazy("A champions' list has at most %(most)s entries by hand."),
}

CHANGES: dict[str, str | Promise] = {
    "ranking_made": gettext_lazy("Ranking made"),
    "ranking_changed": gettext_lazy("Ranking changed"),
    "ranking_deleted": gettext_lazy("Ranking deleted"),
    "ranking_address_changed": gettext_lazy("New public address of a ranking"),
    "champion_added": gettext_lazy("Champion written into the list"),
    "champion_removed": gettext_lazy("Champion taken off the list"),
}

FIELDS: dict[str, str | Promise] = {
    "ranking": gettext_lazy("Ranking"),
    "ranking_unit": gettext_lazy("What is counted"),
    "ranking_measure": gettext_lazy("How it is counted"),
    "ranking_minimum": gettext_lazy("Evenings needed"),
    "ranking_span": gettext_lazy("Over which time"),
    "ranking_first_month": gettext_lazy("First month of the season"),
    "ranking_evenings_only": gettext_lazy("Evenings only"),
    "ranking_public": gettext_lazy("For everybody to see"),
    "season": gettext_lazy("Season"),
}

UNITS: dict[str, str | Promise] = {
    Unit.POINTS.value: gettext_lazy("Points"),
    Unit.BUMMERL.value: gettext_lazy("Bummerl balance"),
    Unit.WON.value: pgettext_lazy("in a ranking", "Won"),
    Unit.CENTS.value: gettext_lazy("Money"),
}

MEASURES: dict[str, str | Promise] = {
    Measure.SUM.value: gettext_lazy("all together"),
    Measure.PER_HAND.value: gettext_lazy("per hand"),
    Measure.PER_EVENING.value: gettext_lazy("per evening"),
}

SPANS: dict[str, str | Promise] = {
    Ranking.Span.YEAR.value: gettext_lazy("every season anew"),
    Ranking.Span.ALL.value: gettext_lazy("all time"),
}

CHOICES: dict[str, dict[str, str | Promise]] = {
    "ranking_unit": UNITS,
    "ranking_measure": MEASURES,
    "ranking_span": SPANS,
}

PRESETS: dict[str, tuple[str | Promise, str | Promise]] = {
    "bummerl": (
        gettext_lazy("Bummerl balance of the season"),
        gettext_lazy("Bummerl given less Bummerl taken, every year anew."),
    ),
    "legs": (
        gettext_lazy("Most won in a year"),
        gettext_lazy("Who has won most, whoever comes often is ahead."),
    ),
    "points": (gettext_lazy("Most points in a year"), gettext_lazy("All points of a year together.")),
    "average": (
        gettext_lazy("Best average of the season"),
        gettext_lazy("Points per evening, for whoever came six times or more."),
    ),
    "per_hand": (
        gettext_lazy("Points per hand"),
        gettext_lazy("Whoever comes late or goes early loses nothing; from three evenings on."),
    ),
    "money": (gettext_lazy("Money of the season"), gettext_lazy("Won less lost. Only members see it.")),
    "ever": (gettext_lazy("The everlasting ranking"), gettext_lazy("Everything since the first sheet in this book.")),
}
"""What a suggestion is called, and what it is."""


def game_name(game: str) -> str:
    return words(GAMES[game].name) if game in GAMES else game


def unit_name(unit: str, game: str) -> str:
    """What is counted: in games with legs they are won, in the others hands are."""
    if unit != Unit.WON:
        return str(UNITS[unit])
    return _("Legs won") if game in GAMES and GAMES[game].in_legs else _("Hands won")


def column(about: About) -> str:
    """What stands above the figures."""
    name = unit_name(about.unit, about.game)
    return name if about.measure == Measure.SUM else f"{name} {MEASURES[about.measure]}"


def counted(about: About) -> str:
    """In one sentence what is counted."""
    what, game = unit_name(about.unit, about.game), game_name(about.game)
    if about.unit == Unit.BUMMERL:
        what = _("Bummerl given less Bummerl taken")
    elif about.unit == Unit.CENTS:
        what = _("Money won less money lost")
    told = [f"{what} · {game}" if about.measure == Measure.SUM else f"{what} {MEASURES[about.measure]} · {game}"]
    if about.span == Ranking.Span.ALL:
        told.append(_("since the first sheet"))
    elif about.first_month != 1:
        told.append(_("season from %(month)s on") % {"month": MONTHS[about.first_month]})
    told.append(_("without tournaments") if about.evenings_only else _("tournaments too"))
    if about.minimum > 1:
        told.append(minimum(about.minimum))
    return ", ".join(told) + "."


def minimum(evenings: int) -> str:
    """From how many evenings on somebody is in it; nothing where everybody is."""
    if evenings < 2:
        return ""
    return ngettext("from %(count)s evening on", "from %(count)s evenings on", evenings) % {"count": evenings}


def figure(about: About, values: Mapping[str, int]) -> str:
    """What somebody has come to, as it is shown; nothing where there is nothing to share it among."""
    by = divisor(about.measure, hands=values["hands"], evenings=values["evenings"])
    if not by:
        return "–"
    amount = values["amount"]
    if about.unit == Unit.CENTS:
        return money.balance(rounded(amount, by, parts=1))
    both_ways = about.unit == Unit.BUMMERL
    if about.measure == Measure.SUM:
        return standings.figure(amount, signed=both_ways)
    return (money.balance if both_ways else money.coins)(rounded(amount, by))
