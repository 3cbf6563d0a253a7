"""`python -m config.serve` that cannot start says why in one sentence."""

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ({"DATA_DIR": "/proc/nowhere"}, "Bummerlbuch cannot start: [Errno 2] No such file or directory"),
        ({"WEB_WORKERS": "x"}, "Bummerlbuch cannot start: WEB_WORKERS has to be a whole number, not 'x'."),
        ({"DATABASE_URL": "mysql://x"}, "Bummerlbuch cannot start: DATABASE_URL has to be"),
        ({"PORT": "x"}, "PORT has to be a number from 1 to 65535, not 'x'."),
    ],
)
def test_a_setting_that_cannot_be_is_named_in_one_sentence(setting: dict[str, str], sentence: str) -> None:
    environment = {**os.environ, "HOST": "127.0.0.1", "PORT": "18765", **setting}
    done = subprocess.run(
        [sys.executable, "-m", "config.serve"], env=environment, capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, done.stdout[: len(sentence)]) == (1, sentence)
    assert "Traceback" not in done.stdout + done.stderr
