"""What Celery runs for accounts."""

from celery import shared_task
from django.utils import timezone

from clubs.services.accounts import forget_what_is_over


@shared_task(name="clubs.tasks.forget")
def forget() -> None:
    """Nightly: what is over and says who was where (sessions, counters of wrong codes) is deleted."""
    forget_what_is_over(now=timezone.now())
