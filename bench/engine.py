"""How many hands a second the rules engine reads, checks and plays, by game; and what scoring many sheets costs."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from scoring.games.sheet import GAMES, play_hand, read_table

ROOT = Path(__file__).resolve().parents[1]
CASES = ROOT / "tests/games/cases"
FEW, MANY = 1_000, 10_000


def reference(seconds: float) -> float:
    """Dictionaries built and read per second: what plain Python does on this machine."""
    done, began = 0, time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        for _ in range(1000):
            done += {"contract": "normal", "made": True, "grade": 1}["grade"] is not None
    return done / passed


def evenings(game: str) -> list[dict[str, Any]]:
    """The long worked sheets of a game."""
    cases = json.loads((CASES / f"{game}.json").read_text(encoding="utf-8"))
    long = [
        case["sheet"] for case in cases if len(case["sheet"]["hands"]) >= 5 and case["expect"].get("refused") is None
    ]
    return sorted(long, key=lambda sheet: -len(sheet["hands"]))[:3]


def rate(game: str, seconds: float) -> float:
    """Hands a second over the long worked sheets, each begun again when it is over."""
    tables = [read_table(sheet) for sheet in evenings(game)]
    done, began = 0, time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        for table in tables:
            state = table.start()
            for hand in table.hands:
                state = play_hand(table.game, table.rules, state, hand).outcome.state
            done += len(table.hands)
    return done / passed


def score_command(sheets: int) -> tuple[float, int, int]:
    """Seconds, peak memory in KiB and hands of `manage.py score` on so many sheets of all games."""
    kinds = [sheet for game in GAMES for sheet in evenings(game)]
    with tempfile.TemporaryDirectory() as folder:
        file, hands = Path(folder) / "many.json", 0
        with file.open("w", encoding="utf-8") as out:
            for number in range(sheets):
                sheet = kinds[number % len(kinds)]
                hands += len(sheet["hands"])
                out.write(("[" if not number else ",") + json.dumps(sheet))
            out.write("]")
        began = time.perf_counter()
        command = [sys.executable, "manage.py", "score", str(file)]
        results = Path(folder) / "results.json"
        with results.open("w") as out:
            child = subprocess.Popen(command, cwd=ROOT, stdout=out)
            _pid, status, usage = os.wait4(child.pid, 0)
        passed = time.perf_counter() - began
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode or len(json.loads(results.read_text())) != sheets:
            raise RuntimeError(f"manage.py score ended with {child.returncode}")
        return passed, usage.ru_maxrss, hands


def run() -> None:
    bare = reference(1)
    for game in GAMES:
        hands = rate(game, 1.5)
        print(f"engine, {game}: {hands:,.0f} hands/s, one for every {bare / hands:,.0f} dictionaries of plain Python")
    (_few, small, _), (seconds, large, hands) = score_command(FEW), score_command(MANY)
    print(
        f"manage.py score: {MANY:,} sheets with {hands:,} hands in {seconds:.1f} s;"
        f" peak memory {large / small:.2f} of that of {FEW:,} sheets ({large / 1024:.0f} MiB)"
    )
