"""What the director reads aloud in the hall: the draw, the time that is left, who is missing, the break, the prizes.

It is heard by everybody who is there, so it names cards as inside the club: start number and full name.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils.formats import date_format, time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.messages.money import euros
from scoring.messages import together
from tournaments.formats import core
from tournaments.formats.plan import Record
from tournaments.models import Round
from tournaments.queries import published_round
from tournaments.services import finishing
from tournaments.services.clock import clock_of, minutes_of
from tournaments.services.facts import Facts
from tournaments.services.prize_rows import prize_rows
from tournaments.services.prizes import prize_list
from tournaments.services.progress import Step, progress_of

MOST_READ = 40
"""Tables that anybody listens to; more are read only where somebody asks for it."""
MINUTE = timedelta(minutes=1)


class Moment(StrEnum):
    """What can be said, in the order of a round."""

    DRAW = "draw"
    TIME = "time"
    MISSING = "missing"
    BREAK = "break"
    PRIZES = "prizes"


@dataclass(frozen=True, slots=True)
class Announcement:
    moment: Moment
    said: tuple[str, ...]
    """Sentences, each on its own."""
    lines: tuple[str, ...] = ()
    """A list that is read after the first of them: tables, prizes."""
    too_long: bool = False
    """Whether the list was left out because nobody would listen to it."""

    @property
    def text(self) -> str:
        """All of it, to be copied."""
        return "\n".join((*self.said[:1], *self.lines, *self.said[1:]))


def fitting(facts: Facts, now: datetime) -> Moment:
    """What is to be said at this moment."""
    step = progress_of(facts).step
    if step in (Step.FINISH, Step.PRIZES, Step.DONE):
        return Moment.PRIZES
    if step != Step.TABLES:
        return Moment.BREAK
    clock = clock_of(last_round(facts))
    ends = clock and clock.ends_at
    missing = facts.open_tables
    if missing and 2 * len(missing) < len(facts.rounds[-1].tables):
        return Moment.MISSING
    return Moment.TIME if ends and ends - now < 15 * MINUTE else Moment.DRAW


def last_round(facts: Facts) -> Round:
    """The row of the round being played; one query."""
    found = published_round(facts.tournament, facts.rounds[-1].number)
    assert found is not None  # the facts have read it
    found.tournament = facts.tournament
    return found


def announcement(
    facts: Facts, moment: Moment, now: datetime, *, pause: int = 0, whole: bool = False
) -> Announcement | None:
    """The words for a moment; `pause` are minutes of a break, `whole` reads every table. None: nothing to say of it.

    The draw, the time and the missing tables are those of the round being played.
    """
    if moment == Moment.BREAK:
        return _break(facts, now, pause)
    if moment == Moment.PRIZES:
        return _prizes(facts) if facts.rounds else None
    if not facts.rounds or facts.tournament.ended_at is not None:
        return None
    if moment == Moment.DRAW:
        return _draw(facts, last_round(facts), whole=whole)
    if moment == Moment.TIME:
        return _time(facts, last_round(facts), now)
    return _missing(facts)


# --- the draw --------------------------------------------------------------------------------------------------------


def _draw(facts: Facts, row: Round, *, whole: bool) -> Announcement:
    drawn = facts.rounds[-1]
    tables = [one for one in drawn.tables if len(one.seats) > 1]
    long = len(tables) > MOST_READ and not whole
    lines = () if long else tuple(_table_line(facts, drawn, one) for one in tables)
    said = [_("Round %(round)s is drawn.") % {"round": drawn.number}]
    if long:
        said.append(_("Who sits where hangs on the wall."))
    if drawn.resting:
        names = together([facts.label(number, drawn.number) for number in drawn.resting])
        said.append(ngettext("%(names)s has a bye.", "%(names)s have a bye.", len(drawn.resting)) % {"names": names})
    said += [_begins(row), _to_write(facts)]
    return Announcement(Moment.DRAW, tuple(filter(None, said)), lines, long)


def _table_line(facts: Facts, drawn: core.Round, table: core.Table) -> str:
    labels = [facts.label(number, drawn.number) for number in table.seats]
    names = _("%(one)s against %(other)s") % {"one": labels[0], "other": labels[1]} if len(labels) == 2 else ""
    return _("Table %(number)s: %(names)s") % {"number": table.number, "names": names or together(labels)}


def _begins(row: Round) -> str:
    clock, minutes = clock_of(row), minutes_of(row)
    if clock is not None and clock.ends_at is not None:
        times = {"start": _hour(clock.started_at), "end": _hour(clock.ends_at)}
        return _("The round began at %(start)s and is played until %(end)s.") % times
    if minutes:
        return _("Please begin at the signal. You play for %(minutes)s minutes.") % {"minutes": minutes}
    return "" if clock is not None else _("Please begin at the signal.")


def _to_write(facts: Facts) -> str:
    return {
        Record.RESULT: _("Write the result on the slip and hand it in when you have finished."),
        Record.HANDS: _("Write down every hand on a phone: the code is on the table."),
        Record.EITHER: _("Write every hand on a phone (the code is on the table), or hand in the result on the slip."),
    }[facts.plan.desk.record]


# --- while it is played ----------------------------------------------------------------------------------------------


def _time(facts: Facts, row: Round, now: datetime) -> Announcement | None:
    """How long it still is, and who has more; None where no clock runs towards an end."""
    clock = clock_of(row)
    if clock is None or clock.ends_at is None:
        return None
    left = -(-(clock.ends_at - now) // MINUTE)
    if left > 0:
        text = ngettext(
            "%(minutes)s minute left in round %(round)s.", "%(minutes)s minutes left in round %(round)s.", left
        )
        said = [text % {"minutes": left, "round": row.number}, _("It ends at %(end)s.") % {"end": _hour(clock.ends_at)}]
    else:
        said = [_("The time of round %(round)s is over. Please finish and hand in.") % {"round": row.number}]
    for table in row.tables.filter(extra_minutes__gt=0, number__in=facts.open_tables).order_by("number"):
        figures = {"table": table.number, "minutes": table.extra_minutes}
        said.append(_("Table %(table)s has %(minutes)s minutes more.") % figures)
    return Announcement(Moment.TIME, tuple(said))


def _missing(facts: Facts) -> Announcement:
    number, missing = facts.rounds[-1].number, facts.open_tables
    if not missing:
        return Announcement(
            Moment.MISSING, (_("All tables of round %(round)s are in. Thank you!") % {"round": number},)
        )
    text = ngettext(
        "Of round %(round)s table %(tables)s is still missing.",
        "Of round %(round)s tables %(tables)s are still missing.",
        len(missing),
    )
    first = text % {"round": number, "tables": together(list(map(str, missing)))}
    return Announcement(Moment.MISSING, (first, _("Please hand in your result as soon as you have finished.")))


def _break(facts: Facts, now: datetime, pause: int) -> Announcement:
    said = []
    if facts.rounds and not facts.open_tables:
        said.append(_("Round %(round)s is over.") % {"round": facts.rounds[-1].number})
    elif not facts.rounds and facts.plan.desk.start:
        said.append(_("We begin at %(time)s.") % {"time": facts.plan.desk.start})
    if pause:
        figures = {"minutes": pause, "time": _hour(now + pause * MINUTE)}
        said.append(_("There is a break of %(minutes)s minutes. We go on at %(time)s.") % figures)
    else:
        said.append(_("There is a short break. Please stay in the hall: the next draw follows."))
    return Announcement(Moment.BREAK, tuple(said))


# --- the prizes ------------------------------------------------------------------------------------------------------


def _prizes(facts: Facts) -> Announcement | None:
    """As they are called, from behind; before the places are final, as they would be now. None without prizes."""
    found = prize_list(facts)
    rows = prize_rows(facts, found, list(finishing.payouts_of(facts.tournament)))
    if not rows:
        return None
    lines = []
    for row in rows:
        who = row["name"] if row["number"] is None else facts.label(row["number"])
        what = [euros(row["cents"])] if row["cents"] else []
        what += [row["goods"]] if row["goods"] else []
        lines.append(f"{row['what']}: {who} – {' + '.join(what)}" if what else f"{row['what']}: {who}")
    first = _("We come to the prizes of “%(name)s”, %(day)s.") % {
        "name": facts.tournament.name,
        "day": date_format(facts.tournament.day, "j. F Y"),
    }
    return Announcement(Moment.PRIZES, (first, _("Congratulations to all, and come home safely!")), tuple(lines))


def _hour(moment: datetime) -> str:
    return time_format(localtime(moment), "H:i")
