"""What is for the desk only: the prizes as they are called, with room for signatures, and the cashier's list."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from clubs.messages.money import coins, euros
from clubs.services.shares import MONEY
from tournaments.formats.plan import read_plan
from tournaments.models import Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.printing.head import titled
from tournaments.services import cash as desk
from tournaments.services.card_list import Line, lines_of
from tournaments.services.facts import Facts
from tournaments.services.finishing import payouts_of
from tournaments.services.prize_rows import prize_rows, stays_of
from tournaments.services.prizes import PrizeList


def prizes(facts: Facts, found: PrizeList) -> dict[str, Any]:
    """In the order of being called: who was out first, the winner last."""
    written = list(payouts_of(facts.tournament))
    rows = prize_rows(facts, found, written)
    final = facts.tournament.ended_at is not None
    return {
        **titled(_("Prizes, in the order they are called"), facts.tournament),
        "state": "" if final else _("As if it ended now"),
        "heads": [_("No."), _("Name"), _("What for"), _("Money"), _("Received")],
        "rows": [
            {
                "number": str(row["number"] or ""),
                "name": row["name"],
                "what": row["what"],
                "goods": row["goods"],
                "money": coins(row["cents"]) if row["cents"] else "–",
                "handed": bool(row["handed_at"]),
            }
            for row in rows
        ],
        "sums": [
            {"name": _("Prizes of money"), "money": coins(sum(row["cents"] for row in rows))},
            {"name": _("Stays with the club"), "money": coins(stays_of(facts, found, written))},
        ],
        "signed": [_("Director"), _("Treasurer")],
    }


def cash(tournament: Tournament) -> dict[str, Any]:
    """Every card by number: what it owes and what came in; below it what must lie in the box, and room to count."""
    plan, found, came_in = read_plan(tournament.plan), desk.cash_of(tournament), desk.paid_by_card(tournament)
    lines = sorted(lines_of(tournament), key=lambda line: line.card.number)
    lines = [line for line in lines if line.card.status != Status.CANCELLED or came_in.get(line.card.pk)]
    open_cents = sum(line.fee - came_in.get(line.card.pk, 0) for line in lines if line.owing)
    with_fee = bool(plan.fee.cents)
    return {
        **titled(_("Cashier’s list"), tournament),
        "heads": [_("No."), _("Name"), _("Paid?"), _("Fee"), _("Came in")],
        "rows": [_card(line, came_in.get(line.card.pk, 0), with_fee=with_fee) for line in lines],
        "counts": _counts(lines) if with_fee else [],
        "sums": _sums(found, open_cents),
        "count-title": _("Counting the box"),
        "count-heads": [_("Note or coin"), _("Pieces"), _("Amount")],
        "pieces": [euros(worth) for worth in MONEY],
        "count-sums": [_("Change put in"), _("Counted"), _("Should be in the box"), _("Difference")],
        "signed": [_("Counted by"), _("Checked by")],
    }


def _card(line: Line, cents: int, *, with_fee: bool) -> dict[str, Any]:
    states = [line.card.get_paid_display()] if with_fee and (line.owing or line.card.paid != Paid.OPEN) else []
    if line.card.status != Status.HERE:
        states.append(line.card.get_status_display())
    return {
        "number": str(line.card.number),
        "name": line.name,
        "place": line.places,
        "state": ", ".join(map(str, states)),
        "owing": with_fee and line.owing,
        "fee": coins(line.fee) if with_fee else "–",
        "came": coins(cents) if cents else "–",
    }


def _counts(lines: Sequence[Line]) -> list[str]:
    said = (
        (_("paid: %(count)s"), sum(line.card.paid == Paid.PAID for line in lines)),
        (_("open: %(count)s"), sum(line.owing for line in lines)),
        (_("free: %(count)s"), sum(line.card.paid == Paid.FREE for line in lines)),
    )
    return [text % {"count": count} for text, count in said]


def _sums(found: desk.Cash, open_cents: int) -> list[dict[str, str]]:
    rows = [(_("Entry fees"), found.fees)]
    if found.buys:
        rows.append((_("Bought in again"), found.buys))
    rows += [(_("Came in"), found.takings), (_("Prize money handed out"), -found.handed_out)]
    rows += [(_("In the box, without the change put in"), found.in_box), (_("Still to collect"), open_cents)]
    return [{"name": name, "money": coins(cents)} for name, cents in rows]
