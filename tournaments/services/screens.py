"""The screens of the hall: the list of them, what each shows, and what all of them show just now.

An address is a secret of its own, though all that it opens is public; it is short, because somebody may have to type it
with the remote control of a television.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import QuerySet

from clubs.models import User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import tidy
from clubs.services.till import TOKEN
from tournaments.models import Screen, Tournament
from tournaments.services import turns
from tournaments.services.screen_program import (
    AT_FIRST,
    Look,
    Program,
    Show,
    What,
    mark,
    message_problems,
    name_problems,
    program_problems,
    read_program,
    tidied,
    usual,
    write_program,
)
from tournaments.services.table_codes import LETTERS

MOST_SCREENS = 20
SECRET_LENGTH = 10
"""50 bits: nobody guesses it, and whoever does sees what hangs on the wall."""


class ScreenMoved(Exception):
    """Nothing was written: somebody else has changed this screen meanwhile."""


def screens_of(tournament: Tournament) -> QuerySet[Screen]:
    return Screen.objects.filter(tournament=tournament).order_by("pk")


def mark_of(screen: Screen) -> str:
    """What a form says that it was filled in from (`seen`)."""
    return mark(screen.name, read_program(screen.shows))


# --- the list of screens ---------------------------------------------------------------------------------------------


def add(tournament: Tournament, *, by: User | None, token: str, name: str) -> Screen:
    """One screen more, with what a hall usually wants to see; what all show just now it shows too.

    The same request again (`token`) gets its first answer. Refused: no or too long a name, too many of them.
    """
    with transaction.atomic():
        tournament, name = turns.take(tournament), tidy(name)
        rows = list(screens_of(tournament))
        if known := next((one for one in rows if one.token == token), None):
            return known
        problems = name_problems(name)
        if not TOKEN.fullmatch(token):
            problems.append(Problem("bad_token", "token"))
        if len(rows) >= MOST_SCREENS:
            problems.append(Problem("too_many_screens", None, {"most": MOST_SCREENS}))
        if problems:
            raise Refused(*problems)
        now = read_program(rows[0].shows).now if rows else None
        program = Program(tuple(map(usual, AT_FIRST)), now)
        screen = Screen.objects.create(
            tournament=tournament, name=name, secret=_secret(), shows=write_program(program), token=token
        )
        _log(screen, "screen_added", by=by, after=_told(screen))
    return screen


def change(screen: Screen, *, by: User | None, name: str, look: Look, shows: Sequence[Show], seen: str) -> Screen:
    """Its name, its colours and its list; what all screens show just now stays.

    Refused: no or too long a name, an empty list, one thing twice, seconds that are none, a message without words.
    Raises `ScreenMoved` where it is another (`mark_of`) than the one that was looked at; the same again is once.
    """
    with transaction.atomic():
        fresh = _taken(screen)
        name, before = tidy(name), read_program(fresh.shows)
        program = replace(before, shows=tidied(shows), look=look)
        if mark(name, program) == mark_of(fresh):
            return fresh
        if mark_of(fresh) != seen:
            raise ScreenMoved
        if problems := [*name_problems(name), *program_problems(program)]:
            raise Refused(*problems)
        was = _told(fresh)
        fresh.name, fresh.shows = name, write_program(program)
        fresh.save(update_fields=["name", "shows"])
        # Which one it is stands there also where its name stayed.
        was = {what: said for what, said in was.items() if (what, said) != ("screen", fresh.name)}
        _log(fresh, "screen_changed", by=by, before=was, after=_told(fresh))
    return fresh


def remove(screen: Screen, *, by: User | None) -> None:
    """Its address is nothing any more. Gone already is fine too."""
    with transaction.atomic():
        turns.take(screen.tournament)
        if Screen.objects.filter(pk=screen.pk).delete()[0]:
            _log(screen, "screen_deleted", by=by, before=_told(screen))


def show_now(tournament: Tournament, *, by: User | None, what: What | None, text: str = "") -> None:
    """Shows one thing on all screens; None: back to their lists. What is shown already is fine too.

    Refused: a message without words or with too many, and where there is no screen.
    """
    with transaction.atomic():
        tournament = turns.take(tournament)
        # Only a message has words of its own.
        put_on(tournament, None if what is None else usual(what, tidy(text) if what == What.MESSAGE else ""), by=by)


def put_on(tournament: Tournament, show: Show | None, *, by: User | None) -> None:
    """The same for whoever holds the tournament's row already. Refused as `show_now`."""
    rows = list(screens_of(tournament))
    problems = [*message_problems(show)] if show is not None else []
    if show is not None and not rows:
        problems.append(Problem("no_screens"))
    if problems:
        raise Refused(*problems)
    moved = []
    for screen in rows:
        program = read_program(screen.shows)
        if program.now != show:
            screen.shows = write_program(replace(program, now=show))
            moved.append(screen)
    if moved:
        Screen.objects.bulk_update(moved, ["shows"])
        after = {"shows_now": str(show.what), "message": show.text} if show is not None else {}
        what = "screens_now" if show is not None else "screens_back"
        log_change(tournament.club, what, by=by, after={"tournament": tournament.name, **after})


def shown_now(rows: Sequence[Screen]) -> Show | None:
    """What all of these screens show just now, instead of their lists."""
    return read_program(rows[0].shows).now if rows else None


# --- one screen, as it hangs there -----------------------------------------------------------------------------------


def screen_of(secret: str) -> Screen | None:
    """The screen of an address, with its tournament and its club."""
    return Screen.objects.select_related("tournament__club").filter(secret=secret).first()


def _secret() -> str:
    return "".join(secrets.choice(LETTERS) for _letter in range(SECRET_LENGTH))


def _taken(screen: Screen) -> Screen:
    """The screen as it is now, its tournament held. Refused where it is gone."""
    tournament = turns.take(screen.tournament)
    fresh = Screen.objects.filter(pk=screen.pk).first()
    if fresh is None:
        raise Refused(Problem("screen_gone"))
    fresh.tournament = tournament
    return fresh


def _told(screen: Screen) -> dict[str, object]:
    """For the log."""
    program = read_program(screen.shows)
    message = next((one.text for one in program.shows if one.what == What.MESSAGE), "")
    return {
        "screen": screen.name,
        "shows": [str(one.what) for one in program.shows],
        "seconds": ", ".join(str(one.seconds) for one in program.shows),
        "message": message,
        "look": str(program.look),
    }


def _log(
    screen: Screen,
    what: str,
    *,
    by: User | None,
    before: dict[str, object] | None = None,
    after: dict[str, object] | None = None,
) -> None:
    about = {"tournament": screen.tournament.name}
    log_change(screen.tournament.club, what, by=by, before=before, after=about | (after or {}))
