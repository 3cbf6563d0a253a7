"""What Celery runs for tournaments. Everything is derived from rows: any of these may be lost, or run twice."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from clubs.services.beats import beat
from tournaments.services import mails
from tournaments.services.public_until import move_marks


@shared_task(name="tournaments.tasks.expire_public_names")
def expire_public_names() -> int:
    """Every hour, as every club has its own midnight: what strangers have seen of a tournament whose names are no
    longer told is out of date from now on; of how many."""
    moved = move_marks(timezone.now())
    beat("expire_public_names", moved=moved)
    return moved


@shared_task(name=mails.TASK)
def send_mails() -> int:
    """Every half minute, and as soon as a round is published: e-mails that are due; how many went out."""
    sent = mails.send_due(now=timezone.now())
    beat("send_mails", at_most_every=timedelta(minutes=1), sent=sent)
    return sent
