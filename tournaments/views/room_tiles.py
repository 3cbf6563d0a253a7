"""The tables of the room as its page draws them: a tile each, what it says, and how much time there is."""

from collections.abc import Sequence
from typing import Any

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.models import Sheet
from scoring.screens import table_of
from scoring.services.fold import game_of
from scoring.views.board import figures
from tournaments.messages.room import hint_text
from tournaments.messages.times import left_context
from tournaments.services.room import Mark, Room, Status, Tile

MANY = 24
CROWD = 80
"""So many tables are drawn smaller: without names, then in the smallest tiles."""

STATUSES = {
    Status.OPEN: gettext_lazy("open"),
    Status.PLAYING: gettext_lazy("playing"),
    Status.TYPED_ONCE: gettext_lazy("typed once"),
    Status.DISPUTED: gettext_lazy("disputed"),
    Status.ASKED: gettext_lazy("waiting for agreement"),
    Status.FINISHED: gettext_lazy("finished"),
    Status.ALONE: gettext_lazy("bye"),
}
MARKS = {
    Mark.CALLED: gettext_lazy("called you"),
    Mark.UNSIGNED: gettext_lazy("to be signed"),
    Mark.QUIET: gettext_lazy("not in touch"),
    Mark.HINTED: gettext_lazy("with hints"),
    Mark.LATE: gettext_lazy("over time"),
}
FILTERS: Sequence[tuple[str, Any]] = (
    *((str(one), MARKS[one]) for one in (Mark.CALLED,)),
    (str(Status.DISPUTED), STATUSES[Status.DISPUTED]),
    *((str(one), MARKS[one]) for one in (Mark.UNSIGNED, Mark.HINTED, Mark.QUIET)),
    *((str(one), STATUSES[one]) for one in (Status.OPEN, Status.PLAYING, Status.TYPED_ONCE, Status.ASKED)),
    (str(Mark.LATE), MARKS[Mark.LATE]),
    (str(Status.FINISHED), STATUSES[Status.FINISHED]),
)
"""The counters above the tiles, in this order."""
ALWAYS = (Status.OPEN, Status.PLAYING, Status.FINISHED)
"""Counted also where there are none, so that the row does not change all the time."""

GROUPS = (
    gettext_lazy("Please look"),
    gettext_lazy("Being played"),
    gettext_lazy("Handed in"),
    gettext_lazy("Without an opponent"),
)


def hall_context(room: Room, only: str) -> dict[str, Any]:
    """Counters and tiles; `only` is the counter that was tapped, if it is one."""
    counts, known = room.counts, {key for key, _word in FILTERS}
    only = only if only in known else ""
    crowd = len(room.tiles)
    groups: list[dict[str, Any]] = [
        {
            "title": title,
            "large": not index,
            "done": index > 1,
            "tiles": [tile_context(one, large=not index, crowd=crowd) for one in tiles],
        }
        for index, (title, tiles) in enumerate(zip(GROUPS, room.groups(), strict=True))
    ]
    for group in groups:
        for one in group["tiles"]:
            one["hidden"] = bool(only) and only not in one["is"].split()
        group["shown"] = not all(one["hidden"] for one in group["tiles"])
    return {
        "counters": [
            {"key": key, "word": word, "count": counts.get(key, 0), "on": key == only}
            for key, word in FILTERS
            if counts.get(key) or key in ALWAYS or key == only
        ],
        "only": only,
        "groups": [one for one in groups if one["tiles"]],
        "size": "few" if crowd <= MANY else "many" if crowd <= CROWD else "crowd",
        "calls": counts.get(Mark.CALLED, 0),
        "all_in": all(one.status in (Status.FINISHED, Status.ASKED, Status.ALONE) for one in room.tiles),
    }


def tile_context(tile: Tile, *, large: bool, crowd: int) -> dict[str, Any]:
    """What stands on one tile; names only where there is room for them."""
    named, what = large or crowd <= CROWD, [str(tile.status), *map(str, tile.marks)]
    return {
        "number": tile.number,
        "is": " ".join(what),
        "css": " ".join(f"is-{one}" for one in what),
        "called": large and tile.call is not None,
        "cards": (" · " if named else " ").join(str(seat.number) for seat in tile.laid.seats),
        "seats": [{"number": seat.number, "name": seat.name} for seat in tile.laid.seats] if named else [],
        "how": how_far(tile, short=not named) or STATUSES[tile.status],
        "said": [*said_of(tile), *said_against(tile)] if large else [],
        "time": time_context(tile) if tile.laid.table.extra_minutes or Mark.LATE in tile.marks else None,
    }


def how_far(tile: Tile, *, short: bool = False) -> str:
    """What its sheet has so far: "1 : 0 · 7 hands", `short` only the score; nothing where no hand is written."""
    sheet = tile.laid.table.sheet
    if sheet is None or not tile.hands or not tile.cards:
        return ""
    hands = ngettext("%(hands)d hand", "%(hands)d hands", tile.hands) % {"hands": tile.hands}
    score = score_so_far(tile, sheet)
    return score if score and short else f"{score} · {hands}" if score else hands


def score_so_far(tile: Tile, sheet: Sheet) -> str:
    """Won legs (or the figures of the running one, where one leg is all) in the order of the cards at the table."""
    game = game_of(sheet)
    sides = game.sides(len(sheet.state["names"]))
    if game.in_legs and (tile.laid.legs or tile.laid.stage.counting.best_of) > 1:
        won = [sum(side in leg["winners"] for leg in sheet.state["play"]["legs"]) for side in range(len(sides))]
        return " : ".join(map(str, tile.by_card(won, sides)))
    table = table_of(sheet)
    written = figures(table, table.play.totals)
    order = tile.by_card(range(len(sides)), sides)
    return " : ".join(written[side] for side in order)


def said_of(tile: Tile) -> list[str]:
    """Why a table stands in front, a sentence for each reason."""
    said = []
    if tile.call is not None:
        said.append(_("Called at %(time)s") % {"time": time_format(localtime(tile.call.at), "H:i")})
    if tile.status == Status.DISPUTED:
        said.append(_("Please look: what was said of it does not agree."))
    if unsigned := len(tile.agreement.unsigned):
        text = ngettext(
            "%(count)d hand waits for your signature.", "%(count)d hands wait for your signature.", unsigned
        )
        said.append(text % {"count": unsigned})
    if Mark.QUIET in tile.marks:
        said.append(_("Not in touch for %(minutes)d minutes.") % {"minutes": tile.quiet_for})
    return said + [hint_text(one.code, one.figures, tile.laid.table.sheet) for one in tile.hints]


def said_against(tile: Tile) -> list[str]:
    """What the table itself says is wrong."""
    return [_("Remark: “%(one)s”") % {"one": one} for one in tile.agreement.remarks]


def time_context(tile: Tile) -> dict[str, Any] | None:
    """How long a table may still play."""
    return None if tile.ends_at is None else left_context(tile.ends_at, tile.now)
