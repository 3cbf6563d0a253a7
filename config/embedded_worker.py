"""`python -m config.embedded_worker`: Celery worker and clock in one process, for a laptop without Redis.

A `memory://` broker lives inside one process. The clock (beat) therefore has to be a thread of the worker:
Celery's own `worker --beat` starts it as a process, whose messages would never arrive here.
"""

import threading
import warnings
from typing import cast

from celery.beat import EmbeddedService

from config.celery import app
from config.clock import Clock
from config.lifeline import end_with_parent


def main() -> None:
    end_with_parent()
    # Celery warns anyone who runs it as root; here it has no door to the outside at all.
    warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")
    clock = cast(threading.Thread, EmbeddedService(app, thread=True, scheduler_cls=Clock))
    clock.daemon = True
    app.send_task("seasons.tasks.begin_empty")  # before anything that the clock sends
    clock.start()
    options = ["--pool=solo", "--without-gossip", "--without-mingle", "--without-heartbeat"]
    app.worker_main(["--quiet", "worker", "--loglevel=WARNING", *options])


if __name__ == "__main__":
    main()
