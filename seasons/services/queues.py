"""The queues of the broker, as it knows them itself."""

from typing import Any

from celery import current_app
from django.conf import settings
from django.db.models import Q
from kombu.exceptions import OperationalError

from seasons.models import Board


def lengths() -> dict[str, int]:
    """How many tasks wait in each; those that workers have taken are not among them. Raises OperationalError."""
    # A connection of its own: one that was kept may lead to a Redis that has been started anew since.
    with current_app.connection_for_read() as connection:
        try:
            channel: Any = connection.default_channel  # of kombu's own kind
            return {
                queue.name: int(channel.queue_declare(queue=queue.name).message_count)
                for queue in settings.CELERY_TASK_QUEUES
            }
        except (*connection.connection_errors, *connection.channel_errors) as error:
            raise OperationalError(str(error)) from error


def hold(tasks: int) -> bool:
    """Whether so many can be waiting; if not, some are lost. Raises OperationalError."""
    return tasks == 0 or sum(lengths().values()) >= tasks


def begin_empty() -> None:
    """Inside `make run`, first: what had waited in memory is gone with the process that was there before, and what that
    was at nobody does any more. Nobody has to wait until that is found out."""
    Board.objects.exclude(Q(queued_at=None) & Q(lease="")).update(queued_at=None, lease="", lease_until=None)
