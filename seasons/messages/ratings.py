"""Sentences about ratings and regions: why one cannot be, what is logged, and figures as they are shown."""

from datetime import date

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from clubs.messages.money import comma
from scoring.games.sheet import GAMES
from seasons.messages.rankings import game_name
from seasons.models import Rating

PROBLEMS: dict[str, str | Promise] = {
    "no_such_game_to_rate": gettext_lazy("There is no such game."),
    "provisional_not_possible": gettext_lazy("A whole number of games, from 1 to %(most)s."),
    "rating_gone": gettext_lazy("Somebody has switched this rating off meanwhile."),
    "rating_moved": gettext_lazy("Somebody else has changed this rating meanwhile. Look at it again."),
    "region_name_missing": gettext_lazy("The region needs a name."),
    "too_many_regions": gettext_lazy("A club can make %(most)s regions at most."),
    "region_gone": gettext_lazy("Somebody has dissolved this region meanwhile."),
    "region_elsewhere": gettext_lazy("The region was made by another club."),
    "region_unknown": gettext_lazy("No region has this address. Perhaps it was changed; ask the club that made it."),
    "region_full": gettext_lazy("There are %(most)s clubs in this region already."),
    "region_is_yours": gettext_lazy("Your club made this region. It cannot leave, only dissolve it."),
    "region_club_unknown": gettext_lazy("This club is not in the region."),
}

CHANGES: dict[str, str | Promise] = {
    "rating_on": gettext_lazy("Rating switched on"),
    "rating_changed": gettext_lazy("Rating changed"),
    "rating_off": gettext_lazy("Rating switched off"),
    "rating_address_changed": gettext_lazy("New public address of a rating"),
    "region_made": gettext_lazy("Region made"),
    "region_joined": gettext_lazy("Joined a region"),
    "region_left": gettext_lazy("Left a region"),
    "region_club_put_out": gettext_lazy("Club put out of a region"),
    "region_dissolved": gettext_lazy("Region dissolved"),
}

FIELDS: dict[str, str | Promise] = {
    "region": gettext_lazy("Region"),
    "region_club": gettext_lazy("Club"),
    "rating_provisional": gettext_lazy("Games until somebody has a place"),
    "rating_public": gettext_lazy("For everybody to see"),
}
CHOICES: dict[str, dict[str, str | Promise]] = {}


def title(rating: Rating) -> str:
    return game_name(rating.game)


def where(rating: Rating) -> str:
    return rating.region.name if rating.region else rating.club.name


def games(count: int, game: str) -> str:
    """So many games: legs where a leg is what is rated."""
    if GAMES[game].in_legs:
        return ngettext("%(count)d leg", "%(count)d legs", count) % {"count": count}
    return ngettext("%(count)d hand", "%(count)d hands", count) % {"count": count}


def counted(game: str) -> dict[str, str]:
    """What is counted in this game, over a column, what its difference to what was expected is called, and what is
    asked in the settings."""
    if GAMES[game].in_legs:
        return {
            "played": pgettext("played", "Legs"),
            "more": _("Legs won more or fewer than expected"),
            "from": _("From how many legs on has somebody a place?"),
        }
    return {
        "played": _("Hands"),
        "more": _("Hands won more or fewer than expected"),
        "from": _("From how many hands on has somebody a place?"),
    }


HOW: tuple[str | Promise, ...] = (
    gettext_lazy(
        "Everybody begins with 1000. A team is as strong as its members together. Before each game it is clear how "
        "likely either side is to win: who wins against the odds gains much, who wins as expected a little, and "
        "losing is the same the other way round. Whose strength is hardly known yet moves faster; so somebody whom "
        "everybody knows gains or loses little by a newcomer beside them."
    ),
    gettext_lazy(
        "The figure behind ± says how well a strength is known: in nineteen of twenty cases it is not farther off. "
        "It gets smaller the more somebody plays, and never quite nought, because people change."
    ),
    gettext_lazy(
        "The order goes by what is certain: the strength less its ±. So a few lucky evenings lead nobody to the "
        "top, and whoever plays more rises simply because more is known."
    ),
    gettext_lazy(
        "Who has played fewer than %(games)s has no place yet, nor has who has not played for a year. "
        "Whoever does not want to be rated says so under “Me”; at the table they count as somebody nobody knows."
    ),
    gettext_lazy("The method is that of Weng and Lin (2011), Bradley-Terry with full pairing; anybody can check it."),
)


def how(rating: Rating) -> list[str]:
    """How it is computed, in plain words: one paragraph each."""
    if GAMES[rating.game].in_legs:
        counts = _(
            "Every leg on a closed sheet counts by itself, in its order: who won it, and against whom. How many "
            "Bummerl it cost, and how much money, does not matter."
        )
    else:
        counts = _(
            "Every hand on a closed sheet counts by itself, in its order: who won it, and against whom. How high it "
            "was won, and for how much money, does not matter."
        )
    return [counts, *(str(one) % {"games": games(rating.provisional, rating.game)} for one in HOW)]


def tenths(parts: int, *, of: int) -> str:
    """An amount of `of`ths with one place after the comma: 9,4."""
    rounded = (abs(parts) * 20 + of) // (2 * of)
    sign = "−" if parts < 0 and rounded else ""
    return f"{sign}{rounded // 10}{comma()}{rounded % 10}"


def signed_tenths(parts: int, *, of: int) -> str:
    told = tenths(parts, of=of)
    return f"+{told}" if parts > 0 and told.strip("0,.") else told


def percent(part: int, whole: int) -> int:
    return (200 * part + whole) // (2 * whole) if whole else 0


def since(day: date) -> str:
    return _("since %(day)s") % {"day": date_format(day, "j.n.")}
