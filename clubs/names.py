"""How a name is shown. Page, print, API, export, feed and log all ask here, nobody decides it again."""

import calendar
import re
import unicodedata
from collections.abc import Collection, Container, Iterable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from clubs.models import Club, Player
from clubs.models.people import Shown

NOBODY = "N. N."
"""Stands for a name that is not to be said."""

TITLES = {
    *("dr", "mag", "di", "dipl", "ing", "prof", "univ", "bmst", "msc", "bsc", "ba", "ma", "mba", "phd", "dkfm"),
    *("kommr", "hofrat", "hr", "herr", "fr", "frau", "mr", "mrs", "ms"),
}
AFTER_NAMES = {"jun", "jr", "junior", "sen", "sr", "senior", "ii", "iii", "iv", *TITLES}
"""What tells two people of one name apart; no surname."""


def public_name(player: Player) -> str:
    """The name for everybody outside the club, as this person chose it (or the club for them).

    A nickname that is not there, and a first name with an initial, are the same: less is said, never more.
    """
    if player.erased_at is not None or player.shown == Shown.HIDDEN:
        return NOBODY
    if player.shown == Shown.FULL:
        return player.name
    if player.shown == Shown.NICKNAME and player.nickname:
        return player.nickname
    return _with_initial(player.name)


def _with_initial(name: str) -> str:
    """ "Dr. Anna Maria Höß jun. (Linz)" is "Anna H."; one word alone is a first name and stays."""
    words = _words(name)
    if not words:
        return NOBODY
    first, *others = words
    initial = next((letter for letter in (others[-1] if others else "") if letter.isalpha()), "")
    return f"{first} {initial.upper()[:1]}." if initial else first


def _words(name: str) -> list[str]:
    """A title in front, what stands in brackets, and jun., sen. or a number behind are no names."""
    words = re.sub(r"\([^)]*\)?", " ", name).replace(",", " ").split()
    words = [word for word in words if any(letter.isalpha() for letter in word)]
    while len(words) > 1 and all(part in TITLES for part in re.split(r"[.-]+", words[0].casefold()) if part):
        words.pop(0)
    while len(words) > 1 and words[-1].casefold().strip(".") in AFTER_NAMES:
        words.pop()
    return words


def public_names(players: Iterable[Player]) -> dict[int, str]:
    """Public names of people who stand side by side, by id; of equal ones the later (by id) get a number.

    So that two who are both "Anna H." are two, and no more is said of either.
    """
    names, taken, last = dict[int, str](), set[str](), dict[str, int]()
    for player in sorted(set(players), key=lambda one: one.pk):
        label = public_name(player)
        key = label.casefold()
        # Of hundreds of hidden names, each goes on counting where the last one stopped.
        names[player.pk], last[key] = _apart(label, taken, last.get(key, 1))
        taken.add(names[player.pk].casefold())
    return names


def told_apart(name: str, others: Collection[str]) -> str:
    """The name, with a number where one of the `others` is called so already."""
    return _apart(name, {other.casefold() for other in others}, 1)[0]


def _apart(name: str, taken: Container[str], number: int) -> tuple[str, int]:
    """The name with the lowest number, from this one on, that is not taken; 1 is not written."""
    while (label := name if number == 1 else f"{name} {number}").casefold() in taken:
        number += 1
    return label, number


def name_for(player: Player, *, inside: bool) -> str:
    """The name for a reader who is `inside` the club, or not."""
    return player.name if inside else public_name(player)


def alphabetical(name: str) -> tuple[str, str]:
    """What names are put in order by, as in a telephone book: "Ägidius" stands under A, on every database."""
    letters = unicodedata.normalize("NFD", name.casefold())
    return "".join(one for one in letters if not unicodedata.combining(one)), name


def by_last_name(name: str) -> tuple[str, str, str]:
    """What a list that many look themselves up in is put in order by: the last name, of a pair that of the first."""
    words = _words(name.partition("/")[0])
    return alphabetical(words[-1] if words else name)[0], *alphabetical(name)


# --- for how long ----------------------------------------------------------------------------------------------------


def told_since(club: Club, now: datetime | None = None) -> date | None:
    """The first day of which everybody may still read who took part; None: of every day.

    Of what was over before, nobody outside the club reads a name, whatever people chose for themselves.
    """
    if not club.names_until:
        return None
    today = timezone.localdate(now, ZoneInfo(club.time_zone))
    years, month = divmod(today.year * 12 + today.month - 1 - club.names_until, 12)
    last = calendar.monthrange(years, month + 1)[1]
    return date(years, month + 1, min(today.day, last)) + timedelta(days=1)


def names_over(club: Club, ended: date | datetime, now: datetime | None = None) -> bool:
    """Whether names of something that was over on this day (at this moment) are told outside no more."""
    since = told_since(club, now)
    if since is None:
        return False
    day = timezone.localdate(ended, ZoneInfo(club.time_zone)) if isinstance(ended, datetime) else ended
    return day < since
