"""`python -m bench.hall_phones <name> <database url> <phones>`: the real server, and so many phones that watch a hall.

Every phone has opened its page once and then asks every 5 to 6 seconds, as `static/hall-phone.js` does: most for a
card, some for the standings or the draw. Meanwhile a table hands in every two seconds, and halfway the clock of the
round is started, which all of them see. What counts is the CPU time of the server's processes, as the kernel tells it;
that of the database's is told beside it. Ends with 1 where it is a core or more.
"""

import asyncio
import gzip
import os
import random
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import django

django.setup()

from django.db import connection  # noqa: E402 - after the set-up

from bench.http import site  # noqa: E402
from tournaments.models import Table, Tournament  # noqa: E402
from tournaments.services import clock, results  # noqa: E402
from tournaments.services.table_codes import hall_code  # noqa: E402

EVERY, JITTER = 5.0, 1.0
OPENING, SECONDS = 10, 24
"""So long they open their pages at least, and so long is measured once all have one."""
RESULT_EVERY = 2.0
TICK = os.sysconf("SC_CLK_TCK")
SEEN = re.compile(rb'data-seen="([^"]+)"')
OTHERS = ("?view=standings", "?view=draw")
"""What every tenth phone looks at, in turn, instead of a card."""


@dataclass(slots=True)
class Watched:
    """What came back in the time that is measured."""

    opened: int = 0
    """Phones that have their page."""
    begins: float = float("inf")
    ends: float = float("inf")
    answers: Counter[int] = field(default_factory=Counter)
    sent: int = 0
    seconds: list[float] = field(default_factory=list)


@dataclass(slots=True)
class Phone:
    """One phone with its own connection."""

    port: int
    path: str
    seen: str = ""

    async def watch(self, watched: Watched) -> None:
        await asyncio.sleep(random.uniform(0, OPENING))
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        while time.monotonic() < watched.ends:
            began = time.monotonic()
            status, head, body = await self._ask(reader, writer)
            watched.opened += not self.seen
            if began >= watched.begins:
                watched.answers[status] += 1
                watched.sent += len(body)
                watched.seconds.append(time.monotonic() - began)
            self._look(status, head, body)
            await asyncio.sleep(EVERY + random.uniform(0, JITTER))
        writer.close()

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> tuple[int, bytes, bytes]:
        waiting = "HX-Request: true\r\n" if self.seen else ""
        seen = f"{'&' if '?' in self.path else '?'}seen={self.seen}" if self.seen else ""
        accepts = "Host: localhost\r\nAccept-Language: de\r\nAccept-Encoding: gzip\r\n"
        writer.write(f"GET {self.path}{seen} HTTP/1.1\r\n{accepts}{waiting}\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").lower().split("\r\n")
        length = next((int(line[15:]) for line in lines if line.startswith("content-length:")), 0)
        return int(lines[0].split()[1]), head, await reader.readexactly(length) if length else b""

    def _look(self, status: int, head: bytes, body: bytes) -> None:
        if status == 200:
            found = SEEN.search(gzip.decompress(body) if b"encoding: gzip" in head.lower() else body)
            assert found is not None, self.path
            self.seen = found[1].decode()
        elif status == 204:
            told = re.search(rb"(?i)x-seen: ([^\r]+)", head)
            self.seen = told[1].decode() if told else self.seen
        else:
            raise RuntimeError(f"{self.path} answered {status}")


# --- what happens meanwhile ------------------------------------------------------------------------------------------


def play_on(tournament: Tournament, until: float, halfway: float) -> None:
    """Tables hand in one after the other; the clock is started once."""
    row, started = tournament.rounds.order_by("-number")[0], False
    tables = iter(list(row.tables.filter(sheet__status="open").order_by("number")))
    while time.monotonic() < until:
        time.sleep(RESULT_EVERY)
        if time.monotonic() > halfway and not started:
            clock.start(row, by=None, seen=clock.mark_of(row))
            started = True
        if (table := next(tables, None)) is not None:
            hand_in(table)
    connection.close()


def hand_in(table: Table) -> None:
    results.hand_in(table, by=None, rows=[{"legs": 1}, {"legs": 0}], boards=(), seen=table.seq, token="b" * 16)


# --- what it costs ---------------------------------------------------------------------------------------------------


def processes() -> Iterator[tuple[int, int, str, float]]:
    """Id, id of the parent, command and CPU seconds so far of every process."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                stat = (folder / "stat").read_text().rpartition(")")[2].split()
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue  # it has ended
            yield int(folder.name), int(stat[1]), command, (int(stat[11]) + int(stat[12])) / TICK


def spent(database: str) -> tuple[float, float]:
    """CPU seconds so far of the web server that this process has started, and of the database's processes."""
    every = list(processes())
    mine = {os.getpid()}
    while more := {pid for pid, parent, _command, _cpu in every if parent in mine} - mine:
        mine |= more
    web = sum(cpu for pid, _parent, _command, cpu in every if pid in mine and pid != os.getpid())
    of_database = sum(
        cpu for _pid, _parent, command, cpu in every if command.startswith("postgres: ") and database in command
    )
    return web, of_database


def paths_of(tournament: Tournament, phones: int) -> list[str]:
    """What each of the phones looks at."""
    hall, cards = f"/hall/{hall_code(tournament)}/", tournament.entrants.count()
    return [hall + (OTHERS[one // 10 % 2] if one % 10 == 0 else f"{one % cards + 1}/") for one in range(phones)]


async def evening(port: int, tournament: Tournament, paths: Sequence[str]) -> tuple[Watched, float, float]:
    """What came back, and what a second of it cost of web server and database."""
    watched = Watched()
    tasks = [asyncio.create_task(Phone(port, path).watch(watched)) for path in paths]
    while watched.opened < len(paths):
        await asyncio.sleep(0.2)
        for fallen in (task for task in tasks if task.done()):
            fallen.result()  # raises what stopped that phone
    watched.begins = time.monotonic()
    watched.ends = watched.begins + SECONDS
    desk = threading.Thread(target=play_on, args=(tournament, watched.ends, watched.begins + SECONDS / 2))
    desk.start()
    name = str(connection.settings_dict["NAME"])
    before = spent(name)
    await asyncio.sleep(SECONDS)
    after, took = spent(name), time.monotonic() - watched.begins
    await asyncio.gather(*tasks)
    desk.join()
    return watched, (after[0] - before[0]) / took, (after[1] - before[1]) / took


def main(name: str, url: str, phones: int) -> int:
    tournament = Tournament.objects.order_by("-pk")[0]
    paths = paths_of(tournament, phones)
    connection.close()
    with site(url) as port:
        watched, web, database = asyncio.run(evening(port, tournament, paths))
    times = sorted(watched.seconds)
    half, most = (f"{times[len(times) * part // 100] * 1000:.0f} ms" for part in (50, 95))
    told = ", ".join(f"{count:,} × {status}" for status, count in sorted(watched.answers.items()))
    print(f"hall, {name}: {phones:,} phones for {SECONDS} s: {told}, {watched.sent // 1024:,} KiB sent")
    print(f"  answered within {half}, 95 of 100 within {most}")
    print(f"  {web:.2f} cores of the web server (wanted less than 1.00), {database:.2f} of the database")
    return int(web >= 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
