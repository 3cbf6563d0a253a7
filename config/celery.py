"""Celery, in one of two modes, chosen by REDIS_URL alone (settings: CELERY_... in config/settings.py).

* broker mode (REDIS_URL set): `celery --app config worker` and `celery --app config beat`, as many as wanted.
* embedded mode (no REDIS_URL): `python -m config.serve` starts one worker (config/embedded_worker.py).

What is due is always written in the database; a queue may forget everything and nothing is lost.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_process_init

from config.memory import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("bummerlbuch")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def settled(**_sent: Any) -> None:
    """Of a pool every process; of one that has none (`solo`, as the embedded worker) the worker itself."""
    settle()
