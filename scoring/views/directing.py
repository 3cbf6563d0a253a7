"""What a sheet is to somebody of its club: what a director may do with it, and the evening it leads back to."""

from django.http import HttpRequest

from clubs import queries as club_queries
from clubs.models import Club, Evening, Membership
from clubs.permissions import may
from scoring.models import Sheet


def director_of(request: HttpRequest, sheet: Sheet) -> Membership | None:
    """The membership of this reader in the sheet's club, if its role may direct there."""
    if sheet.club_id is None or not request.user.is_authenticated:
        return None
    memberships = club_queries.memberships_of(request.user).select_related("user")
    return next((one for one in memberships if one.club_id == sheet.club_id and may(one, "direct")), None)


def evening_back(request: HttpRequest, sheet: Sheet) -> Evening | None:
    """The evening this table belongs to, for whoever is in its club; no query for somebody without an account."""
    if sheet.evening_id is None or not request.user.is_authenticated:
        return None
    of_mine = Evening.objects.select_related("club").filter(club__memberships__user_id=request.user.pk)
    return of_mine.filter(pk=sheet.evening_id).first()


def clubs_to_adopt(request: HttpRequest, sheet: Sheet) -> list[Club]:
    """The clubs that this reader may take the sheet into; none, and no query, for somebody without an account."""
    if sheet.club_id is not None or not request.user.is_authenticated:
        return []
    memberships = club_queries.memberships_of(request.user)
    return [one.club for one in memberships if may(one, "direct")]
