"""Who comes to a sheet by which of its two addresses, and what names they find there."""

from django.http import Http404, HttpRequest

from scoring import queries
from scoring.models import Sheet
from scoring.services.seen import as_seen


def sheet_to_read(request: HttpRequest, secret: str) -> tuple[Sheet, bool]:
    """The sheet as this reader may see it, by either secret, and whether the secret writes."""
    sheet = queries.sheet_by_secret(secret)
    if sheet is None:
        raise Http404
    writing = sheet.write_secret == secret
    return as_seen(sheet, request.user, writing=writing), writing
