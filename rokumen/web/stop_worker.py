"""Serves STOP's own port in a process of its own, whatever the server computes meanwhile.

`python -m rokumen.web.stop_worker` reads one line of JSON from standard input: two sockets (the
port's, and one end of a pair), the first line of a press, and the certificate of https. For presses
it sends a byte to the server by the pair, and answers the browsers when one comes back. It ends
when the server does. A request for anything else is refused by its first line, and its connection
closed, so that strangers cannot take up the place.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import ssl
import sys
import time
from base64 import b64decode
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from hmac import compare_digest
from selectors import EVENT_READ, DefaultSelector, SelectorKey

from rokumen.web.arrivals import EXHAUSTED, REQUEST_SECONDS
from rokumen.web.certificate import Certificate

# Connections whose request has not arrived: so many that in a flood a press, of which the request
# comes a moment after its connection, is not the oldest.
MAX_WAITING = 400
# Between two looks at the connections of which something has come.
_MAX_ACCEPTED = 32
_MAX_HANDSHAKES = 8
_MAX_LINE_BYTES = 4096
_RETRY_SECONDS = 0.01
_LINGER_SECONDS = 1.0
_NICENESS = -5  # where the system allows it: this process has little to do, and at once
_PRESSED = b"\0"
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


class _Stage(IntEnum):
    """How far a connection is; the later the less remains to be done, and the sooner it is."""

    ANSWERED = 0
    OPEN = 1
    IN_HANDSHAKE = 2
    NEW = 3


@dataclass(eq=False, slots=True)
class _Connection:
    """A connection, and what has come of its first line; it is closed if nothing more comes."""

    socket: socket.socket
    stage: _Stage
    until: float = field(default_factory=lambda: time.monotonic() + REQUEST_SECONDS)
    line: bytes = b""
    descriptor: int = field(init=False)

    def __post_init__(self) -> None:
        self.descriptor = self.socket.fileno()

    def peeked(self) -> bytes | None:
        """Return the first byte that is unread, None if nothing has come, b"" if nothing will."""
        try:
            # Of the connection below TLS, which looks at nothing without reading it.
            return socket.socket.recv(self.socket, 1, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            return None
        except OSError:
            return b""


class StopPort:
    """STOP's own port, of which `server` is told each press, and says when the stop is sent."""

    def __init__(
        self,
        listener: socket.socket,
        server: socket.socket,
        line: bytes,
        secured: ssl.SSLContext | None,
    ) -> None:
        """Prepare to serve a listener; `line` is the first one of a press."""
        self._listener = listener
        self._server = server
        self._line = line
        self._secured = secured
        self._selector = DefaultSelector()
        # Ordered sets, the oldest first: of those whose request, or whose end, has not come.
        # Who has said nothing of a handshake takes no place from who has.
        self._silent: dict[_Connection, None] = {}
        self._waiting: dict[_Connection, None] = {}
        self._leaving: dict[_Connection, None] = {}
        # Presses of which the server was told, and those that came after that.
        self._told: list[_Connection] = []
        self._untold: list[_Connection] = []

    def serve(self) -> None:
        """Serve until the server ends."""
        for each in (self._listener, self._server):
            each.setblocking(False)
            self._selector.register(each, EVENT_READ)
        while True:
            ready = {key.fileobj: key for key, _ in self._selector.select(1.0)}
            if ready.pop(self._server, None) is not None and not self._answer_presses():
                return
            is_asked = ready.pop(self._listener, None) is not None
            self._read_all([*ready.values()])
            if is_asked:
                self._accept()
            self._close_late()

    def _answer_presses(self) -> bool:
        """Answer the presses whose stop is sent; return whether the server is still there."""
        try:
            if not self._server.recv(1):
                return False
        except (BlockingIOError, InterruptedError):
            return True
        except OSError:
            return False
        for each in self._told:
            # Closed with something unread, a connection would be reset, and the answer lost.
            each.stage, each.until = _Stage.ANSWERED, time.monotonic() + _LINGER_SECONDS
            self._leaving[each] = None
            with suppress(OSError):
                each.socket.send(_SENT)
                each.socket.shutdown(socket.SHUT_WR)
            self._watch(each)
        self._told = []
        self._tell()
        return True

    def _tell(self) -> None:
        """Tell the server of presses, unless it has not yet sent the stop of earlier ones."""
        if self._untold and not self._told:
            self._told, self._untold = self._untold, []
            with suppress(OSError):  # it has ended, which is seen next
                self._server.send(_PRESSED)

    def _read_all(self, keys: list[SelectorKey]) -> None:
        """Read what has come: first where least is to be done, and few new handshakes at once."""
        found: list[_Connection] = sorted((key.data for key in keys), key=lambda each: each.stage)
        handshakes = 0
        for each in found:
            if each.stage is _Stage.NEW:
                if each.peeked() == b"":
                    self._close(each)
                    continue
                handshakes += 1
                if handshakes > _MAX_HANDSHAKES:
                    continue
            self._read(each)

    def _accept(self) -> None:
        for _ in range(_MAX_ACCEPTED):
            try:
                accepted, _ = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in EXHAUSTED:
                    raise
                if not self._close_oldest({**self._silent, **self._waiting}):
                    time.sleep(_RETRY_SECONDS)
                    return
                continue
            accepted.setblocking(False)
            if self._secured is None:
                self._read(_Connection(accepted, _Stage.OPEN))
            else:
                self._wait(_Connection(accepted, _Stage.NEW))
            for those in (self._silent, self._waiting):
                if len(those) > MAX_WAITING and not self._close_oldest(those):
                    return  # those that wait are read first

    def _read(self, connection: _Connection) -> None:
        """Take what has come of a first line, and serve or refuse the request once it is whole."""
        try:
            data = self._data(connection)
        except (BlockingIOError, InterruptedError, ssl.SSLWantReadError):
            self._wait(connection)
            return
        except (OSError, ValueError):  # ValueError: it was reset before its handshake
            data = b""
        if connection.stage is _Stage.ANSWERED:
            if not data:
                self._close(connection)
            return
        connection.line += data
        line = connection.line
        if data and b"\n" not in line and len(line) < len(self._line):
            self._wait(connection)
            return
        if compare_digest(line[: len(self._line)], self._line):
            self._leave(connection)
            self._untold.append(connection)
            self._tell()
            return
        with suppress(OSError):
            connection.socket.send(_REFUSED)
        self._close(connection)

    def _data(self, connection: _Connection) -> bytes:
        """Return what has come, after the handshake. Raises OSError, SSLWantReadError."""
        if connection.stage is _Stage.NEW:
            assert self._secured is not None
            # Its descriptor, which is watched, stays the same.
            connection.socket = self._secured.wrap_socket(
                connection.socket, server_side=True, do_handshake_on_connect=False
            )
            connection.stage = _Stage.IN_HANDSHAKE
            del self._silent[connection]
            self._waiting[connection] = None
        if connection.stage is _Stage.IN_HANDSHAKE:
            assert isinstance(connection.socket, ssl.SSLSocket)
            connection.socket.do_handshake()
            connection.stage = _Stage.OPEN
        return connection.socket.recv(_MAX_LINE_BYTES)

    def _wait(self, connection: _Connection) -> None:
        those = self._silent if connection.stage is _Stage.NEW else self._waiting
        if connection not in those and connection.stage is not _Stage.ANSWERED:
            those[connection] = None
            self._watch(connection)

    def _watch(self, connection: _Connection) -> None:
        self._selector.register(connection.descriptor, EVENT_READ, connection)

    def _close_late(self) -> None:
        now = time.monotonic()
        for those in (self._silent, self._waiting, self._leaving):
            while those and (oldest := next(iter(those))).until < now:
                self._close(oldest)

    def _close_oldest(self, those: dict[_Connection, None]) -> bool:
        """Close the oldest connection with nothing to read; return whether there was one."""
        oldest = next((each for each in those if not each.peeked()), None)
        if oldest is not None:
            self._close(oldest)
        return oldest is not None

    def _leave(self, connection: _Connection) -> None:
        for those in (self._silent, self._waiting, self._leaving):
            if connection in those:
                del those[connection]
                self._selector.unregister(connection.descriptor)

    def _close(self, connection: _Connection) -> None:
        self._leave(connection)
        connection.socket.close()


def _handed(number: int | str) -> socket.socket:
    """Return a socket of the server: inherited, or, on Windows, shared."""
    if sys.platform == "win32":
        return socket.fromshare(b64decode(number))
    return socket.socket(fileno=int(number))


def main() -> None:
    """Serve the port that standard input describes."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # They end the server, and this process with it.
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(_NICENESS)
    line = sys.stdin.readline()
    if not line:  # the server has ended meanwhile
        return
    told = json.loads(line)
    secured = Certificate(*told["certificate"]).context() if told["certificate"] else None
    if secured is not None:
        secured.num_tickets = 0  # nobody comes twice
    listener, server = map(_handed, told["sockets"])
    StopPort(listener, server, told["line"].encode(), secured).serve()


if __name__ == "__main__":
    main()
