"""Phones that write as fast as they are answered, over plain sockets so that the client costs little."""

import secrets
import socket
import threading
import time
from dataclasses import dataclass, field
from urllib.parse import urlencode

CSRF = "b" * 32


@dataclass
class Phone:
    """One phone on one sheet; `seconds` holds how long every answer took."""

    port: int
    path: str
    fields: dict[str, str]
    after_seq: int = 0
    seconds: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.connection = socket.create_connection(("127.0.0.1", self.port))
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def write(self) -> None:
        """Sends one hand and waits for the whole answer; anything but 200 is a mistake of the benchmark."""
        body = urlencode(
            {
                **self.fields,
                "after_seq": self.after_seq,
                "token": secrets.token_urlsafe(12),
                "csrfmiddlewaretoken": CSRF,
            }
        )
        head = (
            f"POST {self.path} HTTP/1.1\r\nHost: localhost\r\nHX-Request: true\r\nAccept-Encoding: gzip\r\n"
            f"Cookie: csrftoken={CSRF}; phone=benchbench\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        began = time.perf_counter()
        self.connection.sendall((head + body).encode())
        status = self._answer()
        self.seconds.append(time.perf_counter() - began)
        if status != 200:
            raise RuntimeError(f"{self.path} answered {status}")
        self.after_seq += 1

    def _answer(self) -> int:
        data = b""
        while b"\r\n\r\n" not in data:
            data += self.connection.recv(65536)
        head, _, body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").lower().split("\r\n")
        length = next(int(line.split(":")[1]) for line in lines if line.startswith("content-length:"))
        received = len(body)
        while received < length:
            received += len(self.connection.recv(65536))
        return int(lines[0].split()[1])


def rate(phones: list[Phone], seconds: float) -> float:
    """Answers per second of all phones together."""
    end = time.perf_counter() + seconds
    before = sum(len(phone.seconds) for phone in phones)

    def play(phone: Phone) -> None:
        while time.perf_counter() < end:
            phone.write()

    threads = [threading.Thread(target=play, args=(phone,)) for phone in phones]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return (sum(len(phone.seconds) for phone in phones) - before) / (time.perf_counter() - began)
