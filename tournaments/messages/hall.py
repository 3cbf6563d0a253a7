"""What everybody's phone says: where a card sits, how it stands, what its rounds were; for page and API alike."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.formats.plan import MATCHES, Public
from tournaments.messages import standings as words
from tournaments.messages.criteria import criterion_name, unit_name
from tournaments.messages.prize_words import what_for
from tournaments.models import Payout
from tournaments.services.hall import Hall, OneCard, Sitting, Where, is_nobody
from tournaments.services.plan_words import stage_beside
from tournaments.services.standings import Row


def round_line(hall: Hall) -> str:
    """How far it is, without a word of how it stands."""
    played = hall.played
    if hall.over:
        return _("The tournament is over.")
    if played is None:
        return _("Not drawn yet.")
    stage = stage_beside(hall.facts.plan, played.stage)
    said = _("Round %(number)s") % {"number": played.number}
    return f"{said} · {stage}" if stage else said


def kept_back(hall: Hall) -> str:
    """Why nothing is said of how it stands; nothing where it is said, or nothing was played."""
    tournament, setting = hall.facts.tournament, hall.facts.plan.hall
    if tournament.revealed is not None and not hall.all_read:
        return _("The places are being read out, from the last one to the first.")
    if hall.public is not None or hall.played is None:
        return ""
    if setting.public == Public.ONCE and hall.played.number <= setting.public_round:
        figures = {"round": setting.public_round}
        return _("How it stands is shown once, after round %(round)d, and at the end.") % figures
    return _("How it stands is shown only at the end.")


def state(hall: Hall) -> str:
    """Of the standings that are shown: "After round 3". How many tables are missing is told elsewhere: with every one
    of them it would be another sentence on every phone."""
    if hall.public is None:
        return ""
    facts = hall.public.facts
    if facts.open_tables and not hall.over:
        return _("While round %(round)s is being played") % {"round": facts.rounds[-1].number}
    return words.state(facts)


def label(name: str, number: int) -> str:
    """Who wants no name said is found by the start number."""
    return _("No. %(number)s") % {"number": number} if is_nobody(name) else name


# --- one card --------------------------------------------------------------------------------------------------------


def card_data(hall: Hall, card: OneCard) -> dict[str, Any]:
    """All that may be said of a card, in words where there are words."""
    row = card.row if hall.begun else None
    return {
        "number": card.number,
        "name": hall.name(card.number),
        "where": str(card.where),
        "said": said(hall, card),
        "round": hall.played.number if hall.played is not None else None,
        "now": sitting_data(hall, card.now) if card.now is not None else None,
        "place": row.place if row is not None else None,
        "shared": row.shared if row is not None else False,
        "of": hall.placed,
        "state": state(hall) if row is not None else "",
        "decided": decided(hall, row),
        "figures": figures(hall, row),
        "lives": card.row.lives if card.row is not None and card.row.place is not None else None,
        "adjustments": adjustments(hall, row),
        "rounds": [sitting_data(hall, one) for one in card.sittings],
        "prizes": [prize_data(one) for one in card.prizes],
    }


def said(hall: Hall, card: OneCard) -> str:
    """Where the card is, as a sentence; nothing at a table."""
    return SAID[card.where](hall, card)


def _in_round(sentence: str, hall: Hall) -> str:
    return sentence % {"round": hall.played.number if hall.played is not None else 0}


def _out(hall: Hall, card: OneCard) -> str:
    out = words.out_in(card.row) if card.row is not None else ""
    return f"{out[:1].upper()}{out[1:]}." if out else _("Out of it.")


def _left(hall: Hall, card: OneCard) -> str:
    after = hall.facts.by_number[card.number].gone_after
    if not after:
        return _("Takes no part any more.")
    return _("Left after round %(round)s. What was played counts.") % {"round": after}


SAID: Mapping[Where, Callable[[Hall, OneCard], str]] = {
    Where.TABLE: lambda hall, card: "",
    Where.BYE: lambda hall, card: _in_round(_("Bye: you rest in round %(round)s."), hall),
    Where.NOT_DRAWN: lambda hall, card: _("Not drawn yet. This page shows your table as soon as it is."),
    Where.AWAY: lambda hall, card: _in_round(_("You let round %(round)s pass."), hall),
    Where.OUT: _out,
    Where.ELSEWHERE: lambda hall, card: _in_round(_("You have no table in round %(round)s."), hall),
    Where.OVER: lambda hall, card: _("The tournament is over."),
    Where.EXPECTED: lambda hall, card: _("Announced. Please go to the check-in."),
    Where.GIVEN_UP: lambda hall, card: _("This start number was given up."),
    Where.LEFT: _left,
    Where.DISQUALIFIED: lambda hall, card: _("Disqualified.") if hall.public is not None else _left(hall, card),
    Where.NO_SHOW: lambda hall, card: _("Did not come. If you are here, please go to the desk."),
}


def sitting_data(hall: Hall, one: Sitting) -> dict[str, Any]:
    """One round of a card; what was made only where that is public."""
    stage = hall.facts.plan.stages[one.stage]
    made = None if one.made is None else words.cell(stage, one.made)
    if one.table is None:
        made = {"text": _("bye"), "kind": "bye", "dropped": False}
    return {
        "round": one.round,
        "table": one.table,
        "seat": one.seat,
        "partners": people(hall, one.partners, one.round),
        "opponents": people(hall, one.opponents, one.round),
        "match": stage.kind in MATCHES,
        "open": one.open,
        "made": made["text"] if made else "",
        "kind": made["kind"] if made else "none",
        "dropped": bool(made and made["dropped"]),
    }


def people(hall: Hall, numbers: Sequence[int], in_round: int | None = None) -> list[dict[str, Any]]:
    return [{"number": number, "name": hall.name(number, in_round)} for number in numbers]


def decided(hall: Hall, row: Row | None) -> str:
    """What puts it behind the line before; nothing while that one is still to be read out."""
    if row is None or row.place is None or hall.public is None:
        return ""
    before = hall.ahead.get(row.number)
    if before is not None and before.number not in hall.shown:
        return ""
    return words.decided(hall.public.facts, row, before)


def figures(hall: Hall, row: Row | None) -> list[dict[str, str]]:
    """The figures of its line, each with what it is called."""
    if row is None or hall.public is None:
        return []
    plan, values = hall.public.facts.plan, row.standing.values
    return [
        {"name": criterion_name(one), "value": words.value(plan, one, values[one])}
        for one in words.shown_criteria(plan)
        if one in values
    ]


def adjustments(hall: Hall, row: Row | None) -> list[str]:
    """ "−10 Points (round 2)": what somebody typed as the reason stays inside."""
    if row is None or hall.public is None:
        return []
    reached, told = len(hall.public.facts.rounds), []
    for one in row.adjustments:
        amount = f"{words.figure(one.amount, signed=True)} {unit_name(one.unit)}"
        if one.round is None:
            told.append(amount)
        elif one.round <= reached:
            told.append(_("%(amount)s (round %(round)s)") % {"amount": amount, "round": one.round})
    return told


def prize_data(one: Payout) -> dict[str, Any]:
    return {"what": what_for(one.wins, one.place), "cents": one.cents, "goods": one.goods}


# --- everybody -------------------------------------------------------------------------------------------------------


def lines(hall: Hall) -> list[dict[str, Any]]:
    """The standings as far as they are public, best first."""
    if hall.public is None or not hall.begun:
        return []
    plan = hall.public.facts.plan
    criteria = words.shown_criteria(plan)[:1]
    return [
        {
            "place": row.place,
            "number": row.number,
            "name": hall.name(row.number),
            "total": words.value(plan, criteria[0], row.standing.values[criteria[0]])
            if criteria and criteria[0] in row.standing.values
            else "",
            "lives": None if row.place is None else row.lives,
            "decided": decided(hall, row) if is_tie_break(hall, row) else "",
        }
        for row in hall.lines
    ]


def total_name(hall: Hall) -> str:
    """What the first figure of the standings is called."""
    return next(iter(map(criterion_name, words.shown_criteria(hall.facts.plan))), "")


def is_tie_break(hall: Hall, row: Row) -> bool:
    """Whether more than the result itself put it there."""
    chain = hall.facts.plan.ranking.chain
    return row.standing.decided_by not in (None, chain[0] if chain else None) or row.shared or row.lives == 0


def won(hall: Hall) -> list[dict[str, Any]]:
    """The prizes that may be shown, with who won them, the best first."""
    return [
        {
            **prize_data(one),
            "number": one.entrant.number if one.entrant is not None else None,
            "name": hall.name(one.entrant.number) if one.entrant is not None else one.group,
        }
        for one in reversed(hall.won())
    ]


def by_name(hall: Hall) -> list[dict[str, Any]]:
    """Everybody of the round with their table, as in a telephone book; who is not named stands last, by number."""
    at = {number: table for number, (table, _place) in hall.seats[-1].items()} if hall.seats else {}
    playing = {*at, *(hall.played.byes if hall.played is not None else ())}
    named = [(name, number) for name, number in hall.listed if number in playing]
    unnamed = sorted(playing - {number for _name, number in named})
    return [
        {
            "name": name,
            "number": number,
            "table": at[number].number if number in at and len(at[number].seats) > 1 else None,
        }
        for name, number in [*named, *((label(hall.name(number), number), number) for number in unnamed)]
    ]


def by_table(hall: Hall) -> list[dict[str, Any]]:
    played = hall.played
    if played is None:
        return []
    return [
        {"number": table.number, "open": table.open, "seats": people(hall, table.seats, played.number)}
        for table in played.tables
        if len(table.seats) > 1
    ]


def byes(hall: Hall) -> list[dict[str, Any]]:
    return people(hall, hall.played.resting, hall.played.number) if hall.played is not None else []
