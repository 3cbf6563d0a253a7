"""The lines of the prize list as pages and the API show them: as they were written at the end, before it as if it ended
now (what was handed out before the end was taken back is told)."""

from collections.abc import Sequence
from typing import Any

from tournaments.messages.prize_words import what_for
from tournaments.models import Payout
from tournaments.services import finishing
from tournaments.services.brought import handed_there
from tournaments.services.facts import Facts
from tournaments.services.prizes import STAYS, Prize, PrizeList, out_for_good


def prize_rows(facts: Facts, found: PrizeList, written: Sequence[Payout]) -> list[dict[str, Any]]:
    """As they are called; what stays with the club is none of them."""
    if facts.tournament.ended_at is not None:
        return [_of_payout(facts, one, written) for one in written if one.wins != STAYS]
    handed_out, out = finishing.handed_before(written), out_for_good(facts)
    return [
        {
            **_plain(facts, one, one.number, one.shared_with),
            "pk": None,
            "certain": one.number in out,
            "handed_at": handed_out.get(finishing.key_of(facts, one)),
            "booking": None,
            "elsewhere": False,
        }
        for one in found.prizes
    ]


def stays_of(facts: Facts, found: PrizeList, written: Sequence[Payout]) -> int:
    """Cents that stay with the club."""
    if facts.tournament.ended_at is None:
        return found.stays
    return sum(one.cents for one in written if one.wins == STAYS)


def _of_payout(facts: Facts, payout: Payout, written: Sequence[Payout]) -> dict[str, Any]:
    number = payout.entrant.number if payout.entrant else None
    shared_with = sum((one.wins, one.place) == (payout.wins, payout.place) for one in written) - 1
    return {
        **_plain(facts, payout, number, shared_with),
        "pk": payout.pk,
        "certain": True,
        "handed_at": payout.handed_at,
        "booking": payout.booking_id if finishing.is_booked(payout) else None,
        "elsewhere": handed_there(facts.tournament, payout),
    }


def _plain(facts: Facts, one: Payout | Prize, number: int | None, shared_with: int) -> dict[str, Any]:
    return {
        "number": number,
        "name": one.group if number is None else facts.name(number),
        "what": what_for(one.wins, one.place, shared_with),
        "wins": one.wins,
        "place": one.place,
        "cents": one.cents,
        "goods": one.goods,
    }
