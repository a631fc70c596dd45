"""A bounded HTTP load on loopback: fixed connections, prebuilt request bytes, every response read whole.

One thread over `selectors`, so that the client costs far less than the server it measures.
"""

from __future__ import annotations

import selectors
import socket
import statistics
import time
from dataclasses import dataclass, field

HOST = "127.0.0.1"


@dataclass(slots=True)
class Connection:
    sock: socket.socket
    request: bytes
    buffer: bytearray = field(default_factory=bytearray)
    need: int = -1  # bytes of the whole response, -1 while its head is incomplete
    sent_at: float = 0.0

    def send(self) -> None:
        self.buffer.clear()
        self.need = -1
        self.sent_at = time.perf_counter()
        self.sock.sendall(self.request)

    def receive(self) -> bool:
        """Read what is there; True when the response is complete."""
        data = self.sock.recv(262_144)
        if not data:
            raise ConnectionError("the server closed the connection")
        self.buffer += data
        if self.need < 0:
            head = self.buffer.find(b"\r\n\r\n")
            if head < 0:
                return False
            self.need = head + 4 + _content_length(bytes(self.buffer[:head]))
        return len(self.buffer) >= self.need


@dataclass(frozen=True, slots=True)
class Load:
    """What a run measured: requests a second, and latencies in milliseconds."""

    rate: float
    p50: float
    p99: float
    statuses: tuple[int, ...]


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept: text/html\r\n\r\n".encode()


def post(path: str, body: bytes, content_type: str = "text/plain; charset=utf-8") -> bytes:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def run(port: int, request: bytes, *, connections: int = 16, seconds: float = 3.0, limit: int = 200_000) -> Load:
    """Send `request` over and over on each connection until the time or the count is up."""
    selector = selectors.DefaultSelector()
    opened = [Connection(socket.create_connection((HOST, port), timeout=10), request) for _ in range(connections)]
    for connection in opened:
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        selector.register(connection.sock, selectors.EVENT_READ, connection)
        connection.send()
    latencies: list[float] = []
    statuses: set[int] = set()
    start = time.perf_counter()
    deadline = start + seconds
    while len(latencies) < limit and time.perf_counter() < deadline:
        for key, _ in selector.select(timeout=1):
            connection = key.data
            if connection.receive():
                latencies.append(time.perf_counter() - connection.sent_at)
                statuses.add(int(connection.buffer[9:12]))
                connection.send()
    elapsed = time.perf_counter() - start
    for connection in opened:
        connection.sock.close()
    if len(latencies) < 2:
        raise TimeoutError(f"fewer than two responses in {seconds} s")
    cuts = statistics.quantiles(latencies, n=100)
    return Load(len(latencies) / elapsed, cuts[49] * 1000, cuts[98] * 1000, tuple(sorted(statuses)))


def _content_length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    raise ValueError("the response names no Content-Length")
