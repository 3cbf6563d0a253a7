"""Workers look for garbage less often than Python by itself would."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.tasks.workers import NOT_OURS

WORKER = """
import gc, os, signal, sys
import django
django.setup()
from celery.signals import worker_process_init, worker_ready
from config.celery import app

@worker_process_init.connect(weak=False)
def told(**sent):
    with open(os.path.join(os.environ["DATA_DIR"], "told"), "a") as file:  # what a worker prints, it logs
        file.write(f"{gc.get_threshold()[0]} {gc.get_freeze_count() > 10_000}\\n")

@worker_ready.connect(weak=False)
def enough(**sent):
    os.kill(os.getpid(), signal.SIGTERM)

quiet = ["--loglevel=ERROR", "--without-gossip", "--without-mingle", "--without-heartbeat"]
app.worker_main(["--quiet", "worker", *quiet, *sys.argv[1:]])
"""


@pytest.mark.parametrize(("pool", "processes"), [("solo", 1), ("prefork", 2)])
def test_every_process_of_a_worker_looks_for_garbage_less_often(pool: str, processes: int, tmp_path: Path) -> None:
    """`solo` is the worker inside `make run`. What was loaded by then is not looked through any more at all."""
    kept = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    told = {**kept, "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-c", WORKER, f"--pool={pool}", f"--concurrency={processes}"]
    subprocess.run(command, cwd=settings.BASE_DIR, env=told, capture_output=True, timeout=60, check=True)
    assert (tmp_path / "told").read_text().splitlines() == ["50000 True"] * processes
