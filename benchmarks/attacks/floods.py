"""Floods of a server: each is made by a process of its own until that is ended."""

from __future__ import annotations

import http.client
import multiprocessing
import resource
import socket
import ssl
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import cycle
from threading import Thread

from websockets import Origin, WebSocketException
from websockets.sync.client import connect

# Connections that are held at once, silent or with a request.
HELD = 2000
_STRANGERS = 20  # threads
_COMPRESSED = 60  # requests at once
_SOCKETS = 30
# 1 MiB of as many values as that can hold.
_TEXT = "[" + "[]," * 349_000 + "[]]"
_LARGEST_FILE = "/vendored/three.js"
_SPARE_DESCRIPTORS = 200
_PATIENCE = 60.0
_BEFORE_SECONDS = 2.0  # until a flood is at its height


@dataclass(frozen=True, slots=True)
class Flooded:
    """The server that is flooded: its ports, of the pages and of STOP, and what a page sends it."""

    scheme: str
    ports: tuple[int, ...]
    headers: Mapping[str, str]


@contextmanager
def flood(make: Callable[[Flooded], None], flooded: Flooded) -> Iterator[None]:
    """Flood a server within the block."""
    process = multiprocessing.get_context("spawn").Process(
        target=make, args=(flooded,), daemon=True
    )
    process.start()
    try:
        time.sleep(_BEFORE_SECONDS)
        assert process.is_alive(), "the flood has ended"
        yield
    finally:
        process.kill()
        process.join()


def opened(port: int, scheme: str, patience: float = _PATIENCE) -> socket.socket:
    """Return a connection to this computer. Raises OSError."""
    connection = socket.create_connection(("127.0.0.1", port), patience)
    # As browsers do.
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return _trusting().wrap_socket(connection) if scheme == "https" else connection


def nothing(flooded: Flooded) -> None:
    """Do nothing: what the machine does by itself."""
    _in_threads(1, lambda: time.sleep(_PATIENCE))


def silent_connections(flooded: Flooded) -> None:
    """Open connections that say nothing, and others for those that the server closes."""
    _allow_descriptors()
    ports, held = cycle(flooded.ports), deque[socket.socket](maxlen=HELD)

    def hold() -> None:
        if len(held) == HELD:
            held.popleft().close()
        held.append(opened(next(ports), "http"))

    _in_threads(1, hold)


def strangers(flooded: Flooded) -> None:
    """Send complete requests without a token, by connections that stay open."""
    _allow_descriptors()
    ports, held = cycle(flooded.ports), deque[socket.socket]()

    def hold() -> None:
        if len(held) >= HELD:
            held.popleft().close()
        port = next(ports)
        stranger = opened(port, flooded.scheme)
        held.append(stranger)
        stranger.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())

    _in_threads(_STRANGERS, hold)


def compressed_answers(flooded: Flooded) -> None:
    """Ask, with a token, for a large file in compressed form, many times at once."""
    headers = {**flooded.headers, "Accept-Encoding": "gzip"}

    def ask() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", flooded.ports[0])
        connection.sock = opened(flooded.ports[0], flooded.scheme)
        with connection.sock:
            connection.request("GET", _LARGEST_FILE, headers=headers)
            connection.getresponse().read()

    _in_threads(_COMPRESSED, ask)


def large_messages(flooded: Flooded) -> None:
    """Send, with a token, 1 MiB of JSON at a time by many WebSockets."""
    secured = _trusting() if flooded.scheme == "https" else None
    token = {"Authorization": flooded.headers["Authorization"]}
    scheme = "wss" if secured else "ws"

    def send() -> None:
        with connect(
            f"{scheme}://127.0.0.1:{flooded.ports[0]}/api/scan",
            origin=Origin(flooded.headers["Origin"]),
            additional_headers=token,
            compression=None,
            ssl=secured,
            open_timeout=_PATIENCE,
            ping_interval=None,
        ) as page:
            page.recv()
            while True:
                page.send(_TEXT)
                page.recv()

    _in_threads(_SOCKETS, send)


def _at_stop(make: Callable[[Flooded], None], flooded: Flooded) -> None:
    """Flood STOP's own port alone."""
    make(replace(flooded, ports=flooded.ports[1:]))


FLOODS: Mapping[str, Callable[[Flooded], None]] = {
    "nothing": nothing,
    "silent connections": silent_connections,
    "silent connections to STOP's port": partial(_at_stop, silent_connections),
    "complete requests without a token": strangers,
    "complete requests to STOP's port": partial(_at_stop, strangers),
    "compressed answers": compressed_answers,
    "JSON of 1 MiB": large_messages,
}


def _in_threads(count: int, act: Callable[[], None]) -> None:
    def repeat() -> None:
        while True:
            # The server may refuse, and close what it likes.
            with suppress(OSError, http.client.HTTPException, WebSocketException):
                act()

    threads = [Thread(target=repeat, daemon=True) for _ in range(count)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()


def _allow_descriptors() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(HELD + _SPARE_DESCRIPTORS, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


@cache
def _trusting() -> ssl.SSLContext:
    # The server's certificate was made just now, and nobody has signed it.
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname = False
    made.verify_mode = ssl.CERT_NONE
    return made
