"""What Celery runs for accounts, and of the whole."""

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from clubs.services.accounts import forget_what_is_over
from clubs.services.backup import nightly
from clubs.services.beats import beat


@shared_task(name="clubs.tasks.forget")
def forget() -> None:
    """Nightly: what is over and says who was where (sessions, counters of wrong codes) is deleted."""
    forget_what_is_over(now=timezone.now())
    beat("forget")


@shared_task(name="clubs.tasks.backup", soft_time_limit=540, time_limit=570)
def backup() -> None:
    """Nightly: everything into one file. It may take longer than other tasks, but not as long as Redis waits before it
    gives a task to somebody else (ten minutes); what is larger than that is backed up from a cron job."""
    if settings.BACKUP_KEEP:
        path, header = nightly(settings.BACKUP_DIR, keep=settings.BACKUP_KEEP, now=timezone.now())
        beat("backup", rows=header.total, bytes=path.stat().st_size)
