"""`python -m config.serve` that cannot start says why in one sentence."""

import os
import socket
import subprocess
import sys
import threading
import time

import pytest

from config.serve import say_when_served


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


def test_the_address_is_told_as_soon_as_somebody_answers_there(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
        telling = threading.Thread(target=say_when_served, args=("0.0.0.0", port, "Come in.", threading.Event()))
        telling.start()
        time.sleep(0.4)
        assert capsys.readouterr().out == ""
        door.listen()
        telling.join(timeout=20)
    assert capsys.readouterr().out == "Come in.\n"


def test_nothing_is_told_by_a_site_that_stops_before_anybody_answers(capsys: pytest.CaptureFixture[str]) -> None:
    stopping = threading.Event()
    stopping.set()
    say_when_served("127.0.0.1", 9, "Come in.", stopping)
    assert capsys.readouterr().out == ""
