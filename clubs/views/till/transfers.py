"""One payment of an evening as a code that banking apps read."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs import queries
from clubs.models import Club, Transfer
from clubs.names import name_for
from clubs.permissions import ABILITIES, may_see_iban
from clubs.services.iban import payment_qr, plain_text, spaced
from clubs.views.door import ClubRequest, club_page


@club_page("be_oneself")
@require_safe
def transfer_qr(request: ClubRequest, pk: int) -> HttpResponse:
    """For who pays, who gets it, treasurer and owner; nobody else sees anybody's account."""
    found = Transfer.objects.select_related("evening", "payer__merged_into", "receiver__merged_into")
    transfer = found.filter(evening__club=request.club, withdrawn_at=None, pk=pk).first()
    if transfer is None:
        raise Http404
    if not may_see_iban(request.membership, transfer):
        return render(request, "clubs/not_allowed.html", {"ability": ABILITIES["see_till"]}, status=403)
    return render(request, "clubs/till/transfer.html", transfer_context(request.club, transfer))


def transfer_context(club: Club, transfer: Transfer) -> dict[str, object]:
    """What the partial `clubs/till/_transfer_qr.html` shows."""
    who = queries.people_of(club)
    payer, receiver = (who[pk] if pk is not None else None for pk in (transfer.payer_id, transfer.receiver_id))
    iban = receiver.iban if receiver else club.iban
    to = receiver.name if receiver else club.account_holder or club.name
    day = transfer.evening.day
    text = _("Evening %(day)s %(club)s") % {"day": f"{day.day}.{day.month}.{day.year}", "club": club.name}
    return {
        "transfer": transfer,
        "payer": name_for(payer, inside=True) if payer else _("Kitty"),
        "receiver": to,
        "iban": spaced(iban) if iban else "",
        "purpose": plain_text(text, 140),
        "qr": payment_qr(name=to, iban=iban, cents=transfer.cents, text=text),
    }
