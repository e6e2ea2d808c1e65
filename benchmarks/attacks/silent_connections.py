"""Connections that say nothing, to a server by http and by https, while STOP is pressed."""

from __future__ import annotations

import http.client
import resource
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.attacks.malformed_requests import MAX_STOP_SECONDS, Server, serving
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column

_PRESSES = 20
_SPARE_DESCRIPTORS = 200


@dataclass(frozen=True, slots=True)
class SilentConnections(Record):
    """How soon STOP acted among connections that say nothing, before a TLS handshake or a request.

    `milliseconds` is the longest answer, infinite where there was none; `alone` is that before the
    first connection: what the machine takes by itself, beside whatever else runs on it.
    """

    key = "silent_connections"
    title = "STOP among silent connections"

    scheme: str = column("by")
    connections: int = column("connections")
    presses: int = column("presses")
    milliseconds: float = column("answered after, at most", "{milliseconds:.0f} ms")
    alone: float = column("without connections", "{alone:.0f} ms")

    @property
    def is_good(self) -> bool:
        """Return whether STOP was answered in time."""
        return self.milliseconds <= 1000 * MAX_STOP_SECONDS


def press_stop_among(count: int, progress: Progress) -> Iterator[SilentConnections]:
    """Open `count` connections by each scheme, and press STOP among them."""
    _allow_descriptors(count)
    for scheme, options in (("http", ()), ("https", ("--phone",))):
        with (
            TemporaryDirectory(prefix="rokumen-attack-") as folder,
            serving(Path(folder), *options) as server,
            ExitStack() as stack,
        ):
            alone = [_press_stop(server, scheme) for _ in range(_PRESSES)]
            waits = []
            for number in progress.each(f"silent connections by {scheme}", range(_PRESSES)):
                for _ in range(count // _PRESSES + (number < count % _PRESSES)):
                    _open_silent(server.port, stack)
                waits.append(_press_stop(server, scheme))
            yield SilentConnections(scheme, count, _PRESSES, 1000 * max(waits), 1000 * max(alone))


def _allow_descriptors(count: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(count + _SPARE_DESCRIPTORS, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def _open_silent(port: int, stack: ExitStack) -> None:
    # The server may close the oldest, or the system queue no more.
    with suppress(OSError):
        stack.enter_context(socket.create_connection(("127.0.0.1", port), MAX_STOP_SECONDS))


def _press_stop(server: Server, scheme: str) -> float:
    """Return the seconds until STOP is answered, infinite where it is not."""
    connection = _connection(server.port, scheme)
    began = time.monotonic()
    try:
        connection.request("POST", "/robot/stop", headers=server.headers(scheme))
        answer = connection.getresponse()
        answer.read()
        connection.close()
    except OSError:
        return float("inf")
    return time.monotonic() - began if answer.status == 200 else float("inf")


def _connection(port: int, scheme: str) -> http.client.HTTPConnection:
    if scheme == "http":
        return http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    # Its certificate was made just now, and nobody has signed it.
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    return http.client.HTTPSConnection("127.0.0.1", port, timeout=10, context=trusting)
