"""uvicorn with time-outs for slow connections and a bound on how many wait; https on request.

Connections whose request has not arrived are closed, the oldest first, when there are too many of
them: whoever opens hundreds delays nobody else, and a press of STOP least of all. The certificate
for https is made on the spot by openssl for this computer's address.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import re
import signal
import socket
import ssl
import subprocess
import threading
from asyncio import TimerHandle
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from rokumen.errors import InputError

# Browsers refuse certificates that are valid for longer than a year or so.
VALID_DAYS = 30
SECONDS_TO_MAKE = 60
_PEM_KINDS = ("PRIVATE KEY", "CERTIFICATE")
_PEM = re.compile(rf"(-----BEGIN ({'|'.join(_PEM_KINDS)})-----\n[^-]+-----END \2-----\n)")
_OPEN_FILES = "/dev/fd"
_STANDARD_OUTPUT = "/dev/stdout" if os.path.isdir(_OPEN_FILES) else "-"
# An address for documentation (RFC 5737), to which nothing is sent.
_ELSEWHERE = ("192.0.2.1", 9)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A key and its certificate, in PEM. The key is in no file that has a name."""

    key: str = field(repr=False)
    certificate: str

    @property
    def fingerprint(self) -> str:
        """Return the SHA-256 of the certificate as browsers show it: pairs of digits."""
        encoded = ssl.PEM_cert_to_DER_cert(self.certificate)
        digits = hashlib.sha256(encoded).hexdigest().upper()
        return ":".join(digits[place : place + 2] for place in range(0, len(digits), 2))

    def context(self) -> ssl.SSLContext:
        """Return what encrypts the connections of a server with this certificate."""
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        with _file_of(self.certificate) as certificate, _file_of(self.key) as key:
            made.load_cert_chain(certificate, key)
        return made


@contextmanager
def _file_of(text: str) -> Iterator[str]:
    """Yield the path of a file that has no name, and lasts as long as it is open.

    Where the system has no paths of open files (Windows), it has a name meanwhile.
    """
    if os.path.isdir(_OPEN_FILES):
        with TemporaryFile("w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            file.seek(0)
            yield f"{_OPEN_FILES}/{file.fileno()}"
    else:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "file.pem"
            path.write_text(text, encoding="ascii")
            yield str(path)


def make_certificate(address: str, names: Collection[str]) -> Certificate:
    """Make a key and a certificate for an address and for names.

    Raises InputError where openssl is missing or fails.
    """
    owners = ",".join([f"IP:{address}", *(f"DNS:{name}" for name in sorted(names))])
    command = [
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
        *("-nodes", "-days", str(VALID_DAYS), "-subj", "/CN=rokumen"),
        *("-addext", f"subjectAltName={owners}"),
        # Both go through a pipe: the key never lies in a folder.
        *("-keyout", _STANDARD_OUTPUT),
    ]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=SECONDS_TO_MAKE
        )
    except OSError as error:
        raise InputError(
            f"--phone makes a certificate with openssl, which does not run: {error.strerror}; "
            "install it (Debian and Ubuntu: sudo apt install openssl)"
        ) from error
    made = {kind: text for text, kind in _PEM.findall(done.stdout)}
    if done.returncode or len(made) != len(_PEM_KINDS):
        last = done.stderr.strip().splitlines()[-1:] or ["it says nothing"]
        raise InputError(f"openssl made no certificate for {owners}: {last[0]}")
    return Certificate(*(made[kind] for kind in _PEM_KINDS))


def own_address() -> str:
    """Return this computer's IPv4 address in its network; that of itself alone without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


_HANG_UP = getattr(signal, "SIGHUP", None)  # not on Windows

MAX_WAITING = 100  # connections whose request has not arrived
REQUEST_SECONDS = 15.0  # for a whole request to arrive, and an unread answer to be read
IDLE_SECONDS = 5  # that a connection is kept for the next request
SHUTDOWN_SECONDS = 3  # for requests in progress to end
MAX_HEADER_BYTES = 16 * 1024
MAX_MESSAGE_BYTES = 1024 * 1024  # bytes of a WebSocket message
# Connections that the system queues, and that are accepted at once. With twice as many all files
# stay below number 1024, above which select() cannot wait for a robot's port.
MAX_BACKLOG = 256


def make_server(app: ASGIApp, secured: Certificate | None = None) -> uvicorn.Server:
    """Return the server of `app`, by https with a certificate; `run` takes its sockets."""
    configuration = uvicorn.Config(
        app,
        log_level="warning",
        http=_protocol_class(),
        h11_max_incomplete_event_size=MAX_HEADER_BYTES,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        backlog=MAX_BACKLOG,
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE_BYTES,
        # Large messages are JPEG, which deflate cannot compress.
        ws_per_message_deflate=False,
        ssl_context_factory=None if secured is None else lambda *_: secured.context(),
    )
    logging.getLogger("uvicorn.error").addFilter(_without_browsers_faults)
    return PageServer(configuration)


class PageServer(uvicorn.Server):
    """A server that SIGHUP ends as Ctrl-C and SIGTERM do: a run in progress is stopped first."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle the signals that end the server, within the block."""
        with super().capture_signals():
            before = None if _HANG_UP is None else signal.getsignal(_HANG_UP)
            # One that is ignored, as under nohup, stays so.
            if (
                _HANG_UP is None
                or before == signal.SIG_IGN
                or threading.current_thread() is not threading.main_thread()
            ):
                yield
                return
            signal.signal(_HANG_UP, self.handle_exit)
            try:
                yield
            finally:
                signal.signal(_HANG_UP, before)


def _without_browsers_faults(record: logging.LogRecord) -> bool:
    """Take the traceback from a message whose cause is what a browser sent; keep the message."""
    if record.exc_info is not None and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
    return True


def _protocol_class() -> type[asyncio.Protocol]:
    """Return the protocol of one server's connections, which share the list of those waiting."""
    waiting: dict[Connection, None] = {}

    class ServedConnection(Connection):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.waiting = waiting

    return ServedConnection


class Connection(H11Protocol):
    """A connection that is closed if a request, or the reading of an answer, takes too long."""

    waiting: dict[Connection, None]  # an ordered set, the oldest first
    _timer: TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for a request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Stop waiting if a request is complete."""
        super().data_received(data)
        is_websocket = self.transport.get_protocol() is not self
        if is_websocket or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._end_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the rest of this one."""
        super().on_response_complete()
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and self not in self.waiting:
            self._wait()

    def pause_writing(self) -> None:
        """Wait for the browser to read."""
        super().pause_writing()
        self._set_timer()

    def resume_writing(self) -> None:
        """Stop waiting for the browser to read."""
        super().resume_writing()
        if self not in self.waiting:
            self._cancel_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._end_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self.waiting[self] = None
        self._set_timer()
        if len(self.waiting) > MAX_WAITING:
            next(iter(self.waiting))._abort()

    def _end_waiting(self) -> None:
        self.waiting.pop(self, None)
        self._cancel_timer()

    def _set_timer(self) -> None:
        self._cancel_timer()
        self._timer = self.loop.call_later(REQUEST_SECONDS, self._abort)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _abort(self) -> None:
        self._end_waiting()
        self.transport.abort()
