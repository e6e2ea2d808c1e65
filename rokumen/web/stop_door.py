"""STOP's own entrance: a port that a process of its own serves, and the thread that it tells.

Whatever fills the connections of the pages, or keeps their event loop busy, does not delay a press
here. A page knows a secret path, which is the whole of the access. The process accepts, encrypts
and refuses (`stop_worker`); here a press is one byte, for which the stops are sent.
"""

from __future__ import annotations

import json
import logging
import secrets
import socket
import sys
import time
from base64 import b64encode
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Event, Lock, Thread

from rokumen.web.arrivals import BACKLOG
from rokumen.web.certificate import Certificate

_log = logging.getLogger(__name__)

WORKER = "rokumen.web.stop_worker"
_RESTART_SECONDS = 1.0  # at least between two starts of the process
_END_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class StopEntrance:
    """Where STOP is pressed: a socket that listens, and the secret path; by TLS if `secured`."""

    listener: socket.socket
    secured: Certificate | None = None
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
    """The process and the threads that serve a StopEntrance, within a `with` block."""

    def __init__(self, entrance: StopEntrance, stops: Sequence[Stoppable]) -> None:
        """Prepare to do all of `stops` at each press."""
        self._entrance = entrance
        self._stops = stops
        self._ends, self._is_sent, self._lock = Event(), Event(), Lock()
        self._process: Popen[str] | None = None
        self._presses: socket.socket | None = None
        self._thread = Thread(target=self._run, name="stop-door", daemon=True)

    def __enter__(self) -> StopDoor:
        # From here on presses are queued until the process accepts them.
        self._entrance.listener.listen(BACKLOG)
        self._thread.start()
        Thread(target=self._act, name="stop", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._ends.set()
            if self._presses is not None:
                with suppress(OSError):
                    self._presses.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._is_sent.set()

    def _run(self) -> None:
        """Keep a process running, and send the stops of each press that it tells of."""
        while not self._ends.is_set():
            began = time.monotonic()
            try:
                self._serve()
            except OSError:
                if not self._ends.is_set():
                    _log.exception("the process of STOP's own port")
            if not self._ends.wait(max(0.0, began + _RESTART_SECONDS - time.monotonic())):
                _log.warning("the process of STOP's own port has ended: another one is started")

    def _serve(self) -> None:
        """Start a process, and serve it until either ends. Raises OSError."""
        presses, far = socket.socketpair()
        with presses:
            with far, self._lock:
                if self._ends.is_set():
                    return
                self._process, self._presses = self._started(far), presses
            try:
                while presses.recv(1):
                    for stop in self._stops:
                        _try(stop.send)
                    presses.send(b"\0")
                    self._is_sent.set()
            finally:
                with self._lock:
                    self._presses = None
                presses.close()
                _end(self._process)

    def _started(self, far: socket.socket) -> Popen[str]:
        """Return a new process with the port and an end of a pair. Raises OSError.

        It is told the secrets by a pipe; its session is its own, since a terminal's Ctrl-C is meant
        for the server.
        """
        at = self._entrance
        sockets = (at.listener, far)
        descriptors = [] if sys.platform == "win32" else [each.fileno() for each in sockets]
        process = Popen(
            [sys.executable, "-m", WORKER],
            stdin=PIPE,
            text=True,
            pass_fds=descriptors,
            start_new_session=True,
        )
        if sys.platform == "win32":
            handed = [b64encode(each.share(process.pid)).decode() for each in sockets]
        else:
            handed = descriptors
        secured = at.secured
        told = {
            "sockets": handed,
            "line": f"POST {at.path} HTTP/1.1\r\n",
            "certificate": None if secured is None else [secured.key, secured.certificate],
        }
        assert process.stdin is not None
        try:
            with process.stdin as pipe:
                pipe.write(f"{json.dumps(told)}\n")
        except OSError:
            _end(process)
            raise
        return process

    def _act(self) -> None:
        """Do what is to be done after stops were sent, which may wait for other threads."""
        while True:
            self._is_sent.wait()
            self._is_sent.clear()
            if self._ends.is_set():
                return
            for stop in self._stops:
                _try(stop.act)


def _try(act: Callable[[], None]) -> None:
    try:
        act()
    except Exception:
        # A robot that fails keeps no other from its stop.
        _log.exception("STOP's own entrance")


def _end(process: Popen[str]) -> None:
    """Wait for a process whose end of the pair is closed."""
    try:
        process.wait(_END_SECONDS)
    except TimeoutExpired:
        process.kill()
        process.wait()
