"""STOP's own entrance: a port and a thread that serve nothing else.

Whatever fills the connections of the pages, or keeps their event loop busy, does not delay a press
here. A page knows a secret path, which is the whole of the access: a request for anything else is
refused by its first line, and its connection closed, so that strangers cannot take up the place.
"""

from __future__ import annotations

import logging
import secrets
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hmac import compare_digest
from selectors import EVENT_READ, DefaultSelector
from threading import Thread

from rokumen.web.arrivals import BACKLOG, EXHAUSTED, REQUEST_SECONDS, can_be_read

_log = logging.getLogger(__name__)

# Connections whose request has not arrived: so many that in a flood a press, of which the request
# comes a moment after its connection, is not the oldest.
MAX_WAITING = 400
_MAX_ACCEPTED = 64
_MAX_LINE_BYTES = 4096
_RETRY_SECONDS = 0.01
_LINGER_SECONDS = 1.0
# Any page may read the answer: whoever knows the path has access.
_HEAD = b"HTTP/1.1 %b\r\nContent-Type: %b\r\nContent-Length: %d\r\nConnection: close\r\n"
_ALLOWED = b"Access-Control-Allow-Origin: *\r\nCache-Control: no-store\r\n\r\n"


def _answer(status: bytes, kind: bytes, body: bytes) -> bytes:
    return _HEAD % (status, kind, len(body)) + _ALLOWED + body


_SENT = _answer(b"200 OK", b"application/json", b'{"stopped": true}')
_REFUSED = _answer(
    b"404 Not Found",
    b"text/plain",
    b"access denied: this port takes the button STOP only; open the address that `rokumen serve` "
    b"printed\n",
)


@dataclass(frozen=True, slots=True)
class StopEntrance:
    """Where STOP is pressed: a socket that listens, and the secret path; by TLS if `secured`."""

    listener: socket.socket
    secured: ssl.SSLContext | None = None
    path: str = field(default_factory=lambda: f"/stop/{secrets.token_urlsafe(16)}", repr=False)

    @property
    def port(self) -> int:
        """Return the number of its port."""
        return int(self.listener.getsockname()[1])


@dataclass(frozen=True, slots=True)
class Stoppable:
    """How a robot is stopped: `send` sends the stop and waits for nobody, `act` does all of it."""

    send: Callable[[], None]
    act: Callable[[], None]


class StopDoor:
    """The thread that serves a StopEntrance, within a `with` block."""

    def __init__(self, entrance: StopEntrance, stops: Sequence[Stoppable]) -> None:
        """Prepare to do all of `stops` at each press."""
        self._listener = entrance.listener
        self._secured = entrance.secured
        self._line = f"POST {entrance.path} HTTP/1.1\r\n".encode()
        self._stops = stops
        self._selector = DefaultSelector()
        # Those whose request has not arrived, the oldest first, with its bytes and its time.
        self._waiting: dict[socket.socket, tuple[bytes, float]] = {}
        self._thread = Thread(target=self._run, name="stop-door", daemon=True)
        self._woken, self._wake = socket.socketpair()

    def __enter__(self) -> StopDoor:
        self._listener.setblocking(False)
        self._listener.listen(BACKLOG)
        self._selector.register(self._listener, EVENT_READ, lambda _: self._accept())
        self._selector.register(self._woken, EVENT_READ)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._wake.close()
        self._thread.join()
        for each in [*self._waiting]:
            self._close(each)
        self._selector.close()
        self._woken.close()

    def _run(self) -> None:
        while True:
            for key, _ in self._selector.select(REQUEST_SECONDS):
                if key.fileobj is self._woken:
                    return
                self._try(partial(key.data, key.fileobj))
            self._close_late()

    def _accept(self) -> None:
        for _ in range(_MAX_ACCEPTED):
            try:
                connection, _ = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in EXHAUSTED:
                    raise
                if not self._close_oldest():
                    _log.warning("no descriptor is left for a press of STOP")
                    time.sleep(_RETRY_SECONDS)
                    return
                continue
            connection.setblocking(False)
            self._read(connection, b"", time.monotonic() + REQUEST_SECONDS)
            if len(self._waiting) > MAX_WAITING:
                self._close_oldest()

    def _read_on(self, connection: socket.socket) -> None:
        if connection in self._waiting:  # not closed since it was found to be readable
            line, until = self._waiting[connection]
            self._leave(connection)
            self._read(connection, line, until)

    def _read(self, connection: socket.socket, line: bytes, until: float) -> None:
        """Take what has come of a first line; wait for more, or serve or refuse the request."""
        try:
            if self._secured is not None and not isinstance(connection, ssl.SSLSocket):
                connection.recv(1, socket.MSG_PEEK)
                # The handshake is made as the request is read.
                connection = self._secured.wrap_socket(
                    connection, server_side=True, do_handshake_on_connect=False
                )
            data = connection.recv(_MAX_LINE_BYTES)
        except (BlockingIOError, InterruptedError, ssl.SSLWantReadError):
            self._wait(connection, line, until)
            return
        except OSError:
            data = b""
        line += data
        if data and b"\n" not in line and len(line) < len(self._line):
            self._wait(connection, line, until)
        else:
            self._serve_or_refuse(connection, line)

    def _wait(self, connection: socket.socket, line: bytes, until: float) -> None:
        self._waiting[connection] = (line, until)
        self._selector.register(connection, EVENT_READ, self._read_on)

    def _serve_or_refuse(self, connection: socket.socket, line: bytes) -> None:
        if compare_digest(line[: len(self._line)], self._line):
            try:
                Thread(target=self._press, args=(connection,), name="stop", daemon=True).start()
            except RuntimeError:  # the system has no further thread
                self._press(connection)
            return
        with suppress(OSError):
            connection.send(_REFUSED)
        connection.close()

    def _press(self, connection: socket.socket) -> None:
        """Send the stops, answer, and then do what is to be done after them."""
        for stop in self._stops:
            self._try(stop.send)
        with connection:
            connection.settimeout(_LINGER_SECONDS)
            with suppress(OSError):
                connection.sendall(_SENT)
                connection.shutdown(socket.SHUT_WR)
            for stop in self._stops:
                self._try(stop.act)
            # Closed with something unread, the connection would be reset, and the answer lost.
            with suppress(OSError):
                while connection.recv(_MAX_LINE_BYTES):
                    pass

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception:
            # Neither a connection nor a robot that fails keeps another from its stop.
            _log.exception("STOP's own entrance")

    def _close_late(self) -> None:
        now = time.monotonic()
        for late in [each for each, (_, until) in self._waiting.items() if until < now]:
            self._close(late)

    def _close_oldest(self) -> bool:
        """Close the oldest connection that has said nothing more; return whether there was one."""
        oldest = next((each for each in self._waiting if not can_be_read(each)), None)
        if oldest is not None:
            self._close(oldest)
        return oldest is not None

    def _leave(self, connection: socket.socket) -> None:
        del self._waiting[connection]
        self._selector.unregister(connection)

    def _close(self, connection: socket.socket) -> None:
        self._leave(connection)
        connection.close()
