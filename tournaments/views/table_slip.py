"""A table and its slip as pages show them: who sits where, what is asked, what is in; the desk and phones share it."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import Http404
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.messages import problem_text
from clubs.services.core import Problem
from tournaments.formats.core import Scores
from tournaments.forms.draws import numbers_typed, spaced
from tournaments.forms.results import Shape, shape_of
from tournaments.messages.criteria import unit_name
from tournaments.messages.results import with_real_minus, written
from tournaments.messages.standings import figure, goes_both_ways
from tournaments.models import Result, Tournament
from tournaments.services.laid_tables import Laid, State, laid_table

STATES = {
    State.OPEN: gettext_lazy("still open"),
    State.WRITING: gettext_lazy("writing hand by hand"),
    State.TYPED_ONCE: gettext_lazy("typed once"),
    State.DISPUTED: gettext_lazy("please look"),
    State.IN: gettext_lazy("is in"),
    State.ALONE: gettext_lazy("bye"),
}

EVENTS = {"soli": gettext_lazy("Soli"), "retour": gettext_lazy("Retour")}

TYPED = (Result.How.TYPED, Result.How.FIRST)


def laid_or_404(tournament: Tournament, number: int, table: int) -> Laid:
    found = laid_table(tournament, number, table)
    if found is None:
        raise Http404
    return found


Public = Mapping[int, str] | None
"""The public names of the tournament's people, by id (`hall_names`); None for readers inside the club."""


def names_of(laid: Laid, public: Public = None) -> list[str]:
    """What the cards at a table are called."""
    return laid.outside(public) if public is not None else [seat.name for seat in laid.seats]


def players_of(laid: Laid, public: Public = None) -> list[list[str]]:
    """The people of every card at a table in their order."""
    return [[one.name if public is None else public[one.pk] for one in seat.players] for seat in laid.seats]


def table_context(laid: Laid, *, public: Public = None) -> dict[str, Any]:
    """One table in a list: its number, its cards and what is in of it."""
    state, names = laid.state, names_of(laid, public)
    counted = laid.made.scores
    return {
        "number": laid.table.number,
        "round": laid.table.round.number,
        "state": str(state),
        "state_text": STATES[state],
        "is_in": counted is not None,
        "hands": laid.table.sheet.state["hands"] if laid.table.sheet is not None else 0,
        "by_sheet": counted is not None and laid.table.scores is None,
        "cards": [
            {"number": seat.number, "name": name, **(result_of(laid, counted, seat.position) if counted else {})}
            for seat, name in zip(laid.seats, names, strict=True)
        ],
    }


def result_of(laid: Laid, scores: Sequence[Scores], seat: int) -> dict[str, Any]:
    """What one seat made, as it is written: the figure, whether it won, and the events beside it."""
    mine, stage = scores[seat], laid.stage
    amount = mine.get("made", mine.get(stage.counting.unit))
    if stage.counting.unit == "legs" and (laid.legs or stage.counting.best_of) == 1:
        amount = None  # one Bummerl: who has won says it all
    if "boards" in mine:
        amount = mine["boards"] if stage.counting.board_unit == "won" else mine[stage.counting.unit]
    events = [f"{event_name(event)}: {mine[event]}" for event in told_events(laid) if mine.get(event)]
    for mark, word in (("walkover", _("not played")), ("struck", _("struck")), ("self_match", _("one person"))):
        if mark in mine:
            events.append(word)
    return {
        "figure": "" if amount is None else figure(amount, signed=goes_both_ways(stage)),
        "won": bool(mine.get("won")),
        "events": ", ".join(events),
    }


def event_name(code: str) -> str:
    """Short, for the head of a column."""
    return str(EVENTS[code]) if code in EVENTS else unit_name(code)


def told_events(laid: Laid) -> tuple[str, ...]:
    known = laid.stage.counting.events
    return known if "schneider" in known else (*known, "schneider")


# --- the slip to fill in ---------------------------------------------------------------------------------------------


def cards_of(posted: Mapping[str, str]) -> list[int] | None:
    """The start numbers of the slip that was filled in; None where a form does not say."""
    return numbers_typed(posted["cards"]) if "cards" in posted else None


def slip_context(
    laid: Laid,
    *,
    public: Public = None,
    posted: Mapping[str, str] | None = None,
    problems: Sequence[Problem] = (),
) -> dict[str, Any]:
    """The form of a table's result; what was typed stays, and every problem stands at its seat or board."""
    shape, names = shape_of(laid.plan, laid.stage, laid.legs), names_of(laid, public)
    cards = [seat.number for seat in laid.seats]
    if posted is None or cards_of(posted) not in (None, cards):  # what was typed is of others
        posted = as_typed(laid, shape) if public is None else {}
    said = _by_place(with_real_minus(problems))
    rows = [
        {
            "position": seat.position,
            "number": seat.number,
            "name": name,
            "amount": posted.get(f"amount-{seat.position}", ""),
            "won": posted.get("won", "") == str(seat.position),
            "events": _events(shape, posted, seat.position),
            "problems": said.pop(f"rows.{seat.position}", []),
            "problems_id": f"row-{seat.position}-problems",
        }
        for seat, name in zip(laid.seats, names, strict=True)
    ]
    return {
        **table_context(laid, public=public),
        "shape": shape,
        "unit": unit_name(shape.unit),
        "rows": rows,
        "boards": _boards(shape, posted, said, players_of(laid, public)),
        "winner": posted.get("winner", ""),
        "schneider": bool(posted.get("schneider")),
        "reason": posted.get("reason", ""),
        "should": None if shape.sums_to is None else written(shape.sums_to),
        "problems": {"reason": said.pop("reason", []), "winner": said.pop("winner", [])}
        | {"form": [text for texts in said.values() for text in texts]},
        "seen": laid.table.seq,
        "numbers": spaced(cards),
        "token": secrets.token_urlsafe(12),
        "one_person": laid.one_person,
        "waiting": [entry_context(laid, one, names) for one in laid.waiting],
    }


def as_typed(laid: Laid, shape: Shape) -> dict[str, str]:
    """What was typed and counts, as it stood in the form: to correct one figure of it."""
    last = laid.results[-1] if laid.results else None
    if last is None or last.how != Result.How.TYPED or laid.made.scores is None:
        return {}
    stood = dict[str, str]()
    for seat, row in enumerate(last.rows):
        stood[f"amount-{seat}"] = str(row.get(shape.unit, ""))
        stood |= {f"event-{seat}-{event}": str(row[event]) for event in shape.events if event in row}
        if row.get("won"):
            stood["won"] = str(seat)
        if row.get("schneider") and shape.schneider:
            stood["schneider"] = "1"
    for board, pair in enumerate(last.boards):
        stood |= {f"board-{board}-{seat}": str(amount) for seat, amount in enumerate(pair)}
    return stood


def _events(shape: Shape, posted: Mapping[str, str], position: int) -> list[dict[str, str]]:
    return [
        {"key": event, "word": event_name(event), "value": posted.get(f"event-{position}-{event}", "")}
        for event in shape.events
    ]


def _boards(
    shape: Shape, posted: Mapping[str, str], said: dict[str, list[str]], players: Sequence[Sequence[str]]
) -> list[dict[str, Any]]:
    """Who plays at a board is told: the individual table counts by it (`services.individuals`)."""
    return [
        {
            "index": board,
            "number": board + 1,
            "who": " – ".join(names[board % len(names)] for names in players if names),
            "cells": [{"seat": seat, "value": posted.get(f"board-{board}-{seat}", "")} for seat in range(2)],
            "problems": said.pop(f"boards.{board}", []),
        }
        for board in range(shape.boards)
    ]


def _by_place(problems: Iterable[Problem]) -> dict[str, list[str]]:
    """The sentences by the seat or board they are about ("rows.2", "boards.3"), else by their field; each once."""
    said = dict[str, list[str]]()
    for problem in problems:
        parts = (problem.at or "form").split(".")
        place = ".".join(parts[:2]) if len(parts) > 1 else parts[0]
        text = problem_text(problem)
        if text not in said.setdefault(place, []):
            said[place].append(text)
    return said


# --- what was handed in ----------------------------------------------------------------------------------------------


def entry_context(laid: Laid, result: Result, names: Sequence[str]) -> dict[str, Any]:
    """One thing that was handed in, in words: what, who, when and why."""
    scores = result.scores
    cards = []
    for seat, name in zip(laid.seats, names, strict=True):
        told = result_of(laid, scores, seat.position) if scores else {}
        cards.append({"number": seat.number, "name": name, **told})
    return {
        "how": "" if result.how in TYPED else result.get_how_display(),
        "cards": cards if scores else [],
        "boards": result.boards,
        # Without both: the account that typed it is gone.
        "by": str(result.by) if result.by else _("the table’s phone") if result.device else _("the desk"),
        "at": time_format(localtime(result.at), "H:i:s"),
        "reason": result.reason,
        "first": result.how == Result.How.FIRST,
    }
