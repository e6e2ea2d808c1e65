"""How soon STOP is answered by a server that is flooded, by http and by https."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.attacks.floods import FLOODS, Flooded, flood, opened
from benchmarks.attacks.malformed_requests import MAX_STOP_SECONDS, Server, serving
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column
from rokumen.web.certificate import Certificate, make_certificate

_SCHEMES: Mapping[str, Sequence[str]] = {"http": (), "https": ("--phone", "--host=127.0.0.1")}
_PATIENCE = 10.0
_BETWEEN_SECONDS = 0.01
# At the pages' port an answer may take all of the patience.
_PAGES_PRESSES = 3
_BARE_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


@dataclass(frozen=True, slots=True)
class FloodedStops(Record):
    """How soon presses of STOP were answered in one flood.

    `answered` counts the answers within 100 ms above `bare`, the longest answer of a bare program
    on this computer, asked beside each press, by TLS too: what the machine takes by itself.
    `milliseconds` is the longest answer to a press, infinite where there was none. `is_own`: STOP
    was pressed at its own entrance, and else at the port of the pages, of which nothing is
    promised.
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


@dataclass(frozen=True, slots=True)
class Door:
    """Where a request is sent: to a port, by http or https, with headers."""

    port: int
    path: str
    scheme: str
    headers: Mapping[str, str]


def press_stop_in_floods(count: int, progress: Progress) -> Iterator[FloodedStops]:
    """Press STOP in each flood: `count` times at its own port, and a few times at the pages'."""
    for scheme, options in _SCHEMES.items():
        with (
            TemporaryDirectory(prefix="rokumen-attack-") as folder,
            serving(Path(folder), *options) as server,
            bare_program(scheme) as bare_port,
            get_context("spawn").Pool(1) as measuring,
        ):
            headers = server.headers(scheme)
            own = _own_entrance(server, scheme)
            doors = {True: own, False: Door(server.port, "/robot/stop", scheme, headers)}
            flooded = Flooded(scheme, (server.port, own.port), headers)
            for name in progress.each(f"floods, by {scheme}", list(FLOODS)):
                with flood(FLOODS[name], flooded):
                    bare, seconds = measuring.apply(
                        _press, (count, Door(bare_port, "/", scheme, {}), doors)
                    )
                for is_own, taken in seconds.items():
                    yield FloodedStops.of(name, scheme, is_own, taken, bare)


def _press(
    count: int, bare_door: Door, doors: Mapping[bool, Door]
) -> tuple[list[float], dict[bool, list[float]]]:
    """Return the seconds of each bare answer, and of each press, in a process that only asks."""
    bare: list[float] = []
    seconds: dict[bool, list[float]] = {is_own: [] for is_own in doors}
    for number in range(count):
        bare.append(_seconds(bare_door))
        for is_own, door in doors.items():
            if is_own or number < _PAGES_PRESSES:
                seconds[is_own].append(_seconds(door))
        time.sleep(_BETWEEN_SECONDS)
    return bare, seconds


@contextmanager
def bare_program(scheme: str) -> Iterator[int]:
    """Yield the port of a program that answers each connection at once, and does nothing else."""
    secured = make_certificate("127.0.0.1", ()) if scheme == "https" else None
    with socket.create_server(("127.0.0.1", 0)) as listener:
        process = get_context("spawn").Process(
            target=_answer_bare, args=(listener, secured), daemon=True
        )
        process.start()
        try:
            yield listener.getsockname()[1]
        finally:
            process.kill()
            process.join()


def _answer_bare(listener: socket.socket, secured: Certificate | None) -> None:
    context = None if secured is None else secured.context()
    while True:
        accepted, _ = listener.accept()
        with suppress(OSError), context.wrap_socket(accepted, True) if context else accepted as one:
            one.recv(4096)
            one.sendall(_BARE_ANSWER)


def _own_entrance(server: Server, scheme: str) -> Door:
    """Return STOP's own entrance, as a page is told it."""
    headers = server.headers(scheme)
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.sock = opened(server.port, scheme)
    connection.request("GET", "/api/settings", headers=headers)
    told = json.loads(connection.getresponse().read())["stop"]
    connection.close()
    return Door(told["port"], told["path"], scheme, headers)


def _seconds(door: Door) -> float:
    """Return the seconds until the answer, infinite where there is none, or another status."""
    began = time.monotonic()
    try:
        status = _ask(door)
    except (OSError, http.client.HTTPException):
        return float("inf")
    return time.monotonic() - began if status == HTTPStatus.OK else float("inf")


def _ask(door: Door) -> int:
    """Press STOP by a new connection, and return the status of the answer. Raises OSError."""
    connection = http.client.HTTPConnection("127.0.0.1", door.port)
    connection.sock = opened(door.port, door.scheme, _PATIENCE)
    with connection.sock:
        headers = {**door.headers, "Connection": "close"}
        connection.request("POST", door.path, headers=headers)
        return connection.getresponse().status
