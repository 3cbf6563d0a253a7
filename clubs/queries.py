"""What pages read of clubs."""

from django.db.models import QuerySet

from clubs.models import Club


def public_clubs() -> QuerySet[Club]:
    """Clubs that want to be seen by everybody."""
    return Club.objects.filter(public=True).order_by("name")
