"""What stands on a screen: its list made into plain data, from what is public and in the names for outside.

What there is nothing to say about just now is left out (None): no round is being played, nobody reads the places. How
it stands is never left out: where the organiser keeps it for later, that is what is said.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from clubs.messages.money import euros
from clubs.names import by_last_name
from tournaments.formats import prizes
from tournaments.formats.core import Impossible
from tournaments.formats.plan import Kind, Public
from tournaments.messages import standings as words
from tournaments.messages.criteria import criterion_name
from tournaments.messages.prize_words import what_for
from tournaments.models import Screen
from tournaments.services import clock, kept
from tournaments.services.facts import Facts
from tournaments.services.hall import Hall, hall_of_now, is_nobody
from tournaments.services.plan_words import sections
from tournaments.services.prizes import pot_of
from tournaments.services.reading_out import Reading
from tournaments.services.screen_program import Show, What, read_program
from tournaments.services.standings import Row, Standings, ahead_of

Shown = dict[str, Any]

ROUNDS_BESIDE = 5
"""So many of the last rounds stand beside a total."""
COMPACT_FROM = 61
"""From so many lines on only place, name and total, in columns: else a round of it takes minutes."""
MOST_BELOW = 60
"""Lines below the one that was just read."""


@dataclass(frozen=True)
class Scene:
    """What everybody may know, as on their phones, and how far the places are read out."""

    hall: Hall
    now: datetime

    @cached_property
    def reading(self) -> Reading:
        return Reading(self.hall.facts)


def on_screen(screen: Screen, *, now: datetime) -> Shown:
    """All that this screen shows, in its order, and the clock that stands below; a fixed number of queries."""
    program = read_program(screen.shows)
    scene = Scene(hall_of_now(kept.now(screen.tournament)), now)
    wanted = (program.now,) if program.now is not None else program.shows
    made = [(show, MAKERS[show.what](scene, show)) for show in wanted]
    shows = [{"what": str(show.what), "seconds": show.seconds, **shown} for show, shown in made if shown is not None]
    return {"shows": shows or [welcome(scene)], "look": str(program.look), "running": scene.hall.clock}


def welcome(scene: Scene) -> Shown:
    """What stands there while there is nothing else to show."""
    tournament = scene.hall.facts.tournament
    state = words.state(scene.hall.facts) if scene.hall.played is not None else ""
    return {"what": "welcome", "seconds": 15, "tournament": tournament, "state": state}


# --- who sits where --------------------------------------------------------------------------------------------------


def names(scene: Scene, show: Show) -> Shown | None:
    """Everybody with their table, as in a telephone book; who wants no name said is found by the start number alone."""
    played = scene.hall.played
    if played is None or played.over:
        return None
    where = {number: table.number for table in played.tables for number in table.seats}
    found = [
        (name, number) for number in (*where, *played.byes) for name in scene.hall.name.each(number, played.number)
    ]
    rows: list[dict[str, Any]] = [
        {"name": _told(name, number), "number": number, "beside": not is_nobody(name)} for name, number in found
    ]
    rows.sort(key=lambda row: (by_last_name(row["name"]), row["number"]))
    for row in rows:
        row |= {"table": where.get(row["number"]), "letter": by_last_name(row["name"])[0][:1].upper()}
    return {"round": played.number, "rows": rows}


def _told(name: str, number: int) -> str:
    return _("No. %(number)s") % {"number": number} if is_nobody(name) else name


def tables(scene: Scene, show: Show) -> Shown | None:
    played = scene.hall.played
    if played is None or played.over:
        return None
    rows = [{"number": table.number, "seats": [*_seats(scene, table.seats)]} for table in played.tables]
    return {"round": played.number, "rows": rows, "byes": [*_seats(scene, played.byes)]}


def _seats(scene: Scene, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
    in_round = scene.hall.played.number if scene.hall.played is not None else None
    for number in numbers:
        yield {"number": number, "name": scene.hall.name(number, in_round)}


def missing(scene: Scene, show: Show) -> Shown | None:
    """The tables that have not handed in; None before the first round and after the end."""
    played = scene.hall.played
    if played is None or scene.hall.facts.tournament.ended_at is not None:
        return None
    waiting = [one for one in played.tables if one.open]
    rows = [{"number": one.number, "seats": [*_seats(scene, one.seats)]} for one in waiting]
    return {"round": played.number, "rows": rows, "tables": len(played.tables)}


# --- the clock -------------------------------------------------------------------------------------------------------


def round_clock(scene: Scene, show: Show) -> Shown | None:
    """When it ends (or began, where it counts up) and which tables have more; the time of day while none runs."""
    running, played = scene.hall.clock, scene.hall.played
    if scene.hall.facts.tournament.ended_at is not None:
        return None
    if running is None or played is None:
        return {"round": played.number if played is not None and not played.over else None, "running": None}
    return {
        "round": played.number,
        "running": running,
        "rest": clock_rest(running, scene.now),
        "longer": [
            {"number": number, "minutes": extra}
            for number, extra in sorted(scene.hall.extra.items())
            if number in played.open_tables
        ],
    }


def clock_rest(running: clock.Clock, now: datetime) -> str:
    """What is left, "7:05", or what it is over, "+02:10"; counted up where nothing ends it."""
    seconds = int(((running.ends_at or now) - now).total_seconds())
    if running.ends_at is None:
        seconds = int((now - running.started_at).total_seconds())
    minutes, rest = divmod(abs(seconds), 60)
    return f"+{minutes:02d}:{rest:02d}" if seconds < 0 else f"{minutes}:{rest:02d}"


# --- how it stands ---------------------------------------------------------------------------------------------------


def standings(scene: Scene, show: Show) -> Shown | None:
    return _placed(scene, lambda found: [("", [row for row in scene.hall.lines if row.place is not None])])


def women(scene: Scene, show: Show) -> Shown | None:
    if not any(card.woman for card in scene.hall.facts.cards):
        return None
    return _placed(scene, lambda found: [("", _shown(scene, found.women))])


def groups(scene: Scene, show: Show) -> Shown | None:
    """The groups of a stage in groups, else clubs and brigades."""
    pools = any(stage.kind == Kind.GROUPS for stage in scene.hall.facts.plan.stages)
    if not pools and not any(card.group for card in scene.hall.facts.cards):
        return None

    def parts(found: Standings) -> list[tuple[str, Sequence[Row]]]:
        drawn = {words.pool(name): rows for name, rows in found.pools.items()} if pools else {}
        return [(name, _shown(scene, rows)) for name, rows in (drawn or found.groups).items()]

    return _placed(scene, parts)


def _shown(scene: Scene, rows: Sequence[Row]) -> list[Row]:
    shown = {row.number for row in scene.hall.lines}
    return [row for row in rows if row.number in shown and row.place is not None]


def _placed(scene: Scene, parts: Callable[[Standings], list[tuple[str, Sequence[Row]]]]) -> Shown | None:
    if scene.hall.played is None:
        return None
    if scene.hall.public is None:
        return {"kept": _kept(scene.hall.facts)}
    found = scene.hall.public
    before, top = ahead_of(found.rows), scene.hall.lines[0].number if scene.reading.on and scene.hall.lines else None
    made = [
        (name, [_line(scene, found, row, before.get(row.number), top) for row in rows]) for name, rows in parts(found)
    ]
    if not any(rows for _name, rows in made):
        return None
    compact = sum(len(rows) for _name, rows in made) >= COMPACT_FROM
    return {
        "state": words.state(found.facts),
        "parts": [{"name": name, "rows": rows} for name, rows in made if rows],
        "compact": compact,
        "criterion": words.columns(found)["criteria"][:1],
        "lives": found.by_lives,
        "rounds": [] if compact or found.by_lives else [one.number for one in found.facts.rounds][-ROUNDS_BESIDE:],
    }


def _kept(facts: Facts) -> str:
    hall = facts.plan.hall
    if hall.public == Public.ONCE:
        return _("How it stands is shown once, after round %(round)d, and at the end.") % {"round": hall.public_round}
    return _("How it stands is shown only at the end.")


def _line(scene: Scene, found: Standings, row: Row, before: Row | None, top: int | None) -> dict[str, Any]:
    """One line; of the one that was read last is not said what puts it behind somebody who is still to be read."""
    told = words.line(found, row, before)
    return {
        "place": row.place,
        "number": row.number,
        "name": scene.hall.name(row.number),
        "total": told["values"][0] if told["values"] else "",
        "lives": told["lives"],
        "rounds": told["rounds"][-ROUNDS_BESIDE:],
        "why": why(found.facts, row) if told["tie_break"] and row.number != top else "",
    }


def why(facts: Facts, row: Row) -> str:
    """What broke the tie, in few words: "Soli won: 4", "out in round 3"."""
    by, values = row.standing.decided_by, row.standing.values
    said = [words.out_in(row)] if "survived" in values else []
    if by in words.WITHOUT_FIGURES - {"survived"} or (by is not None and by not in values):
        said.append(criterion_name(by))
    elif by is not None and by != "survived":
        said.append(f"{criterion_name(by)}: {words.value(facts.plan, by, values[by])}")
    return ", ".join(filter(None, said))


def places(scene: Scene, show: Show) -> Shown | None:
    """The place that was read last, big, and those before it; when they are final the first ones."""
    reading, final = scene.reading, scene.hall.facts.tournament.ended_at is not None
    if not reading.on and not final:
        return None
    rows = reading.read if reading.on else [row for row in scene.hall.lines if row.place is not None]
    if not reading.on:
        return {"reading": False, "rows": [_called(scene, row) for row in rows[:MOST_BELOW]]} if rows else None
    below = [_called(scene, row) for row in rows[: MOST_BELOW + 1]]
    return {"reading": True, "current": below[0] if below else None, "rows": below[1:], "over": not reading.coming}


def _called(scene: Scene, row: Row) -> dict[str, Any]:
    won = [
        {"what": one["what"] if one["wins"] != "place" else "", "worth": worth(one["cents"], one["goods"])}
        for one in scene.reading.prizes.get(row.number, ())
    ]
    name = scene.hall.name(row.number)
    about = {"place": row.place, "shared": row.shared, "number": row.number, "name": name}
    return {**about, "names": name.split(" / "), "won": won}


# --- everything else -------------------------------------------------------------------------------------------------


def prize_table(scene: Scene, show: Show) -> Shown | None:
    """What can be won; with who won it, once that is public for good."""
    plan, tournament = scene.hall.facts.plan, scene.hall.facts.tournament
    if tournament.ended_at is not None and not scene.reading.on:
        rows = [
            {
                "what": one["what"],
                "name": one["name"] if one["number"] is None else scene.hall.name(one["number"]),
                "worth": worth(one["cents"], one["goods"]),
            }
            for one in reversed(scene.reading.prize_rows)
        ]
        return {"rows": rows} if rows else None
    to_win = plan.prizes.prizes
    try:
        amounts = prizes.prize_list(plan.prizes, pot_of(scene.hall.facts).cents)
    except Impossible:
        amounts = tuple(one.cents for one in to_win)
    rows = [
        {"what": what_for(one.wins, one.place), "name": "", "worth": worth(cents, one.goods)}
        for one, cents in zip(to_win, amounts, strict=True)
    ]
    return {"rows": rows} if rows else None


def worth(cents: int, goods: str) -> str:
    """ "€ 64,00 + Pressack"; whole euros without cents, they are read from far away."""
    money = euros(cents)[: -3 if cents % 100 == 0 else None] if cents else ""
    return " + ".join(filter(None, [money, goods]))


def phone(scene: Scene, show: Show) -> Shown | None:
    """Its address and picture are the page's business: it knows how it is reached."""
    return {}


def rules(scene: Scene, show: Show) -> Shown | None:
    """In short: how the stages go and what makes the places."""
    plan = scene.hall.facts.plan
    return {"parts": [{"title": one.title, "rows": one.lines} for one in sections(plan)[1 : 2 + len(plan.stages)]]}


def message(scene: Scene, show: Show) -> Shown | None:
    return {"text": show.text} if show.text else None


MAKERS: Mapping[What, Callable[[Scene, Show], Shown | None]] = {
    What.NAMES: names,
    What.TABLES: tables,
    What.CLOCK: round_clock,
    What.MISSING: missing,
    What.STANDINGS: standings,
    What.WOMEN: women,
    What.GROUPS: groups,
    What.PRIZES: prize_table,
    What.PHONE: phone,
    What.RULES: rules,
    What.MESSAGE: message,
    What.PLACES: places,
}
