"""How soon STOP is answered by a server that is flooded, by http and by https."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.attacks.floods import FLOODS, Flooded, flood, opened
from benchmarks.attacks.malformed_requests import MAX_STOP_SECONDS, Server, serving
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column

_SCHEMES: Mapping[str, Sequence[str]] = {"http": (), "https": ("--phone", "--host=127.0.0.1")}
_PATIENCE = 10.0
_BETWEEN_SECONDS = 0.01
_PAGES_EVERY = 10
_BARE_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


@dataclass(frozen=True, slots=True)
class FloodedStops(Record):
    """How soon presses of STOP were answered in one flood.

    `answered` counts the answers within 100 ms above `bare`, the longest answer of a bare program
    on this computer, asked beside each press: what the machine takes by itself. `milliseconds` is
    the longest answer to a press, infinite where there was none. `is_own`: STOP was pressed at its
    own entrance, and else at the port of the pages, of which nothing is promised.
    """

    key = "flooded_stops"
    title = "STOP in floods"

    flood: str = column("flood")
    scheme: str = column("by")
    is_own: bool = column("at its own port")
    presses: int = column("presses")
    answered: int = column("answered in time")
    median: float = column("median", "{median:.0f} ms")
    milliseconds: float = column("at most", "{milliseconds:.0f} ms")
    bare: float = column("a bare answer, at most", "{bare:.0f} ms")

    @property
    def is_good(self) -> bool:
        """Return whether each press at STOP's own entrance was answered in time."""
        return not self.is_own or self.answered == self.presses

    @classmethod
    def of(
        cls, flood: str, scheme: str, is_own: bool, presses: Sequence[float], bare: Sequence[float]
    ) -> FloodedStops:
        """Return the record of the seconds of each press, and of each bare answer."""
        in_time = MAX_STOP_SECONDS + max(bare)
        return cls(
            flood,
            scheme,
            is_own,
            len(presses),
            sum(each <= in_time for each in presses),
            1000 * sorted(presses)[len(presses) // 2],
            1000 * max(presses),
            1000 * max(bare),
        )


def press_stop_in_floods(count: int, progress: Progress) -> Iterator[FloodedStops]:
    """Press STOP in each flood: `count` times at its own port, and less often at the pages' one."""
    with bare_program() as bare_port:
        for scheme, options in _SCHEMES.items():
            with (
                TemporaryDirectory(prefix="rokumen-attack-") as folder,
                serving(Path(folder), *options) as server,
            ):
                headers = server.headers(scheme)
                own = _own_entrance(server, scheme)
                doors = {True: own, False: (server.port, "/robot/stop")}
                flooded = Flooded(scheme, (server.port, own[0]), headers)
                for name, make in FLOODS.items():
                    seconds: dict[bool, list[float]] = {True: [], False: []}
                    bare = []
                    with flood(make, flooded):
                        for number in progress.each(f"{name}, by {scheme}", range(count)):
                            bare.append(_seconds(partial(_ask, bare_port, "/", "http", {})))
                            for is_own, (port, path) in doors.items():
                                if is_own or number % _PAGES_EVERY == 0:
                                    press = partial(_ask, port, path, scheme, headers)
                                    seconds[is_own].append(_seconds(press))
                            time.sleep(_BETWEEN_SECONDS)
                    for is_own, taken in seconds.items():
                        yield FloodedStops.of(name, scheme, is_own, taken, bare)


@contextmanager
def bare_program() -> Iterator[int]:
    """Yield the port of a program that answers each connection at once, and does nothing else."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        process = get_context("spawn").Process(target=_answer_bare, args=(listener,), daemon=True)
        process.start()
        try:
            yield listener.getsockname()[1]
        finally:
            process.kill()
            process.join()


def _answer_bare(listener: socket.socket) -> None:
    while True:
        connection, _ = listener.accept()
        with connection, suppress(OSError):
            connection.recv(4096)
            connection.sendall(_BARE_ANSWER)


def _own_entrance(server: Server, scheme: str) -> tuple[int, str]:
    """Return the port and the path of STOP's own entrance, as a page is told them."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.sock = opened(server.port, scheme)
    connection.request("GET", "/api/settings", headers=server.headers(scheme))
    told = json.loads(connection.getresponse().read())["stop"]
    connection.close()
    return told["port"], told["path"]


def _seconds(ask: Callable[[], int]) -> float:
    """Return the seconds until the answer, infinite where there is none, or another status."""
    began = time.monotonic()
    try:
        status = ask()
    except (OSError, http.client.HTTPException):
        return float("inf")
    return time.monotonic() - began if status == HTTPStatus.OK else float("inf")


def _ask(port: int, path: str, scheme: str, headers: Mapping[str, str]) -> int:
    """Press STOP by a new connection, and return the status of the answer. Raises OSError."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.sock = opened(port, scheme, _PATIENCE)
    with connection.sock:
        connection.request("POST", path, headers={**headers, "Connection": "close"})
        return connection.getresponse().status
