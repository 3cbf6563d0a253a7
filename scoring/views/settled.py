"""What an evening comes to, as its page, the preview and the text to send show it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs import queries as club_queries
from clubs.messages import money
from clubs.models import Evening, Player, Transfer
from clubs.names import alphabetical
from clubs.permissions import may, may_see_iban
from clubs.services.evenings import kitty_or_name
from clubs.views.door import ClubRequest
from scoring.games.core import KITTY
from scoring.models import Sheet
from scoring.services.evenings import Settlement, Share, settlement_of


def settled_context(request: ClubRequest, evening: Evening, sheets: Sequence[Sheet]) -> dict[str, Any]:
    """A closed evening: what everybody has won or lost, and which payments are still open."""
    settlement = settlement_of(evening, sheets)
    who = club_queries.people_of(request.club)
    rows = [payment_row(request, one, who) for one in club_queries.payments_of(evening, who)]
    context = shares_context(settlement) | {
        "payments": rows,
        "unpaid": sum(not row["transfer"].paid_at for row in rows),
        "may_reopen": may(request.membership, "direct"),
    }
    return context | {"message": message_text(evening, context)}


def payment_row(request: ClubRequest, transfer: Transfer, who: Mapping[int, Player]) -> dict[str, Any]:
    """One payment with who pays and who gets it today, whoever they were merged into since."""
    payer, receiver = (who[pk] if pk else None for pk in (transfer.payer_id, transfer.receiver_id))
    transfer.payer, transfer.receiver = payer, receiver
    iban = receiver.iban if receiver else request.club.iban
    return {
        "transfer": transfer,
        "from": kitty_or_name(payer),
        "to": kitty_or_name(receiver),
        "amount": money.euros(transfer.cents),
        "by_bank": bool(iban and payer and not transfer.paid_at) and may_see_iban(request.membership, transfer),
    }


def shares_context(settlement: Settlement) -> dict[str, Any]:
    """What everybody played and how it came out; money only where any table played for it."""
    shares = sorted(
        settlement.shares.values(), key=lambda one: (-one.cents, one.bummerl, alphabetical(one.player.name))
    )
    return {
        "shares": [share_row(one) for one in shares],
        "for_money": settlement.for_money,
        "in_legs": any(one.bummerl or one.legs for one in shares),
        "kitty": money.euros(settlement.kitty) if settlement.kitty else "",
        "moved": any(one.cents for one in shares),
    }


def share_row(share: Share) -> dict[str, Any]:
    return {
        "name": share.player.name,
        "sheets": share.sheets,
        "bummerl": share.bummerl,
        "legs": share.legs,
        "cents": money.balance(share.cents),
        "sign": (share.cents > 0) - (share.cents < 0),
    }


def proposed_payments(settlement: Settlement) -> list[dict[str, str]]:
    """The payments as they would be, before anything is written."""
    people = {KITTY: None, **{pk: share.player for pk, share in settlement.shares.items()}}
    return [
        {
            "from": kitty_or_name(people[payer]),
            "to": kitty_or_name(people[receiver]),
            "amount": money.euros(cents),
        }
        for payer, receiver, cents in settlement.payments()
    ]


def message_text(evening: Evening, context: Mapping[str, Any]) -> str:
    """The evening in a few lines, to send to the others."""
    lines = [f"{evening.club.name}, {date_format(evening.day, 'l')}, {date_format(evening.day, 'DATE_FORMAT')}", ""]
    for row in context["shares"]:
        taken = ngettext("%(count)d Bummerl mark", "%(count)d Bummerl marks", row["bummerl"]) % {
            "count": row["bummerl"]
        }
        parts = [taken] if context["in_legs"] else []
        parts += [row["cents"]] if context["for_money"] else []
        lines.append(f"{row['name']}: {', '.join(parts)}")
    if context["for_money"]:
        lines += ["", *(f"{one['from']} → {one['to']}: {one['amount']}" for one in context["payments"])]
        if evening.through_till:
            lines.append(_("Settled through the till."))
        elif not context["payments"]:
            lines.append(_("Nobody owes anything."))
    return "\n".join(lines)
