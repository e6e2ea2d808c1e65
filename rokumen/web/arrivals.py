"""Connections until their first request: how many there may be, and for how long.

A connection that says nothing is not handed to the server, nor is one whose TLS handshake does not
end: both wait here, with a bound. The oldest that is silent makes way for a newer one, so that
whoever opens thousands takes no descriptor that a press of STOP needs.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import ssl
from asyncio import AbstractEventLoop, Protocol, Task
from collections.abc import Callable
from contextlib import suppress

_log = logging.getLogger(__name__)

MAX_WAITING = 100  # connections whose request has not arrived
REQUEST_SECONDS = 15.0  # for a whole request to arrive, and an unread answer to be read
# Connections that the system queues. It closes none of them for want of a descriptor.
BACKLOG = 4096
# Taken from the queue at once, fewer than may wait: then whoever has said something gets its turn.
_MAX_ACCEPTED = 64
_RETRY_SECONDS = 0.05
_EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Arrivals:
    """The connections of one listener that have not reached the server's protocol."""

    def __init__(
        self,
        listener: socket.socket,
        protocol: Callable[[], Protocol],
        secured: ssl.SSLContext | None,
    ) -> None:
        """Begin to accept connections; `protocol` serves each, by TLS where it is `secured`."""
        self._loop = asyncio.get_running_loop()
        self._listener = listener
        self._protocol = protocol
        self._secured = secured
        # Ordered sets, the oldest first.
        self._silent: dict[_Arrival, None] = {}
        self._opening: dict[_Arrival, None] = {}
        # Given up where no other descriptor is left, so that the next connection gets one.
        self._reserve: int | None = _null_device()
        listener.setblocking(False)
        listener.listen(BACKLOG)
        self._loop.add_reader(listener, self._accept)

    def close(self) -> None:
        """Accept no further connection, and close those that are not served."""
        self._loop.remove_reader(self._listener)
        for arrival in [*self._silent, *self._opening]:
            arrival.close()
        if self._reserve is not None:
            os.close(self._reserve)
            self._reserve = None

    def _accept(self) -> None:
        for _ in range(_MAX_ACCEPTED):
            try:
                connection, _ = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in _EXHAUSTED:
                    raise
                if not self._free_descriptor():
                    self._retry()
                    return
                continue
            if self._reserve is None:
                self._reserve = _null_device()
            connection.setblocking(False)
            with suppress(OSError):
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._admit(_Arrival(self._loop, connection, self._leave))

    def _admit(self, arrival: _Arrival) -> None:
        self._silent[arrival] = None
        if arrival.has_spoken:
            self._open(arrival)
        else:
            arrival.wait(REQUEST_SECONDS, self._open)
        if len(self._silent) + len(self._opening) > MAX_WAITING:
            self._close_oldest()

    def _open(self, arrival: _Arrival) -> None:
        """Hand a connection that has said something to the protocol that serves it."""
        self._silent.pop(arrival)
        self._opening[arrival] = None
        arrival.open(self._protocol, self._secured, REQUEST_SECONDS)

    def _leave(self, arrival: _Arrival) -> None:
        self._silent.pop(arrival, None)
        self._opening.pop(arrival, None)

    def _close_oldest(self) -> bool:
        oldest = next(iter(self._silent), None) or next(iter(self._opening), None)
        if oldest is not None:
            oldest.close()
        return oldest is not None

    def _free_descriptor(self) -> bool:
        """Free a descriptor for the next connection; return whether there was one."""
        if self._close_oldest():
            return True
        if self._reserve is None:
            return False
        os.close(self._reserve)
        self._reserve = None
        return True

    def _retry(self) -> None:
        """Accept again a moment later: the listener would report at once that it is ready."""
        _log.warning("no descriptor is left for another connection")
        self._loop.remove_reader(self._listener)
        self._loop.call_later(_RETRY_SECONDS, self._resume)

    def _resume(self) -> None:
        if self._listener.fileno() >= 0:
            self._loop.add_reader(self._listener, self._accept)


class _Arrival:
    """One connection before its first request."""

    def __init__(
        self,
        loop: AbstractEventLoop,
        connection: socket.socket,
        leave: Callable[[_Arrival], None],
    ) -> None:
        self._loop = loop
        self._connection = connection
        self._leave = leave
        self._task: Task[object] | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def has_spoken(self) -> bool:
        """Return whether something has come, or the other end has closed."""
        try:
            self._connection.recv(1, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            return False
        except OSError:
            return True
        return True

    def wait(self, seconds: float, then: Callable[[_Arrival], None]) -> None:
        """Call `then` when something has come; close the connection if nothing comes in time."""
        self._timer = self._loop.call_later(seconds, self.close)
        self._loop.add_reader(self._connection, then, self)

    def open(
        self, protocol: Callable[[], Protocol], secured: ssl.SSLContext | None, seconds: float
    ) -> None:
        """Make the TLS handshake within a time, if there is one, and let the protocol serve."""
        self._stop_waiting()
        handshake = {} if secured is None else {"ssl_handshake_timeout": seconds}
        self._task = self._loop.create_task(
            self._loop.connect_accepted_socket(protocol, self._connection, ssl=secured, **handshake)
        )
        self._task.add_done_callback(self._opened)

    def close(self) -> None:
        """Close the connection before it is served."""
        self._stop_waiting()
        self._leave(self)
        if self._task is None:
            self._connection.close()
        else:
            self._task.cancel()

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._loop.remove_reader(self._connection)

    def _opened(self, task: Task[object]) -> None:
        self._leave(self)
        # A handshake that fails is the other end's fault.
        error = None if task.cancelled() else task.exception()
        if task.cancelled() or error is not None:
            _log.debug("a connection was not opened: %r", error)
            # Once its transport, if it has one, no longer watches it.
            self._loop.call_soon(self._connection.close)


def _null_device() -> int | None:
    try:
        return os.open(os.devnull, os.O_RDONLY)
    except OSError:
        return None
