"""Connections until their first request: how many there may be, and for how long.

A connection that says nothing is not handed to the server, nor is one whose TLS handshake does not
end: both wait here, with a bound. The oldest that has said nothing more makes way for a newer one;
one that can be read is never closed for another. A few descriptors are left to the rest of the
program, and to STOP's own entrance, whoever opens thousands of connections.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import selectors
import socket
import ssl
import sys
from asyncio import AbstractEventLoop, Protocol, Task
from asyncio.trsock import TransportSocket
from collections.abc import Callable
from contextlib import suppress

_log = logging.getLogger(__name__)

MAX_WAITING = 100  # connections whose request has not arrived
REQUEST_SECONDS = 15.0  # for a whole request to arrive, and an unread answer to be read
# Connections that the system queues. It closes none of them for want of a descriptor.
BACKLOG = 4096
# Left to the rest of the program: to files, the robot's port, and STOP's own entrance.
SPARE_DESCRIPTORS = 16
# Taken from the queue at once. Where so many have come, those that are accepted get their turn, and
# so do the other threads, of which one is that of STOP: a flood would else keep the interpreter.
_MAX_ACCEPTED = 16
_PAUSE_SECONDS = 0.02
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


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
        listener.setblocking(False)
        listener.listen(BACKLOG)
        self._loop.add_reader(listener, self._accept)

    def close(self) -> None:
        """Accept no further connection, and close those that are not served."""
        self._loop.remove_reader(self._listener)
        for arrival in [*self._silent, *self._opening]:
            arrival.close()

    def _accept(self) -> None:
        for _ in range(_MAX_ACCEPTED):
            if self._is_full and not self._close_oldest():
                return  # all of them can be read, and are first
            try:
                if is_short_of_descriptors() and not self._close_oldest():
                    _log.warning("no descriptor is left for another connection")
                    break
                connection, _ = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno not in EXHAUSTED:
                    raise
                break
            connection.setblocking(False)
            with suppress(OSError):
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._admit(_Arrival(self._loop, connection, self._leave))
        self._loop.remove_reader(self._listener)
        self._loop.call_later(_PAUSE_SECONDS, self._resume)

    def _admit(self, arrival: _Arrival) -> None:
        self._silent[arrival] = None
        if arrival.has_spoken:
            self._open(arrival)
        else:
            arrival.wait(REQUEST_SECONDS, self._open)
        if self._is_full:
            self._close_oldest()

    @property
    def _is_full(self) -> bool:
        return len(self._silent) + len(self._opening) > MAX_WAITING

    def _open(self, arrival: _Arrival) -> None:
        """Hand a connection that has said something to the protocol that serves it."""
        self._silent.pop(arrival)
        self._opening[arrival] = None
        arrival.open(self._protocol, self._secured, REQUEST_SECONDS)

    def _leave(self, arrival: _Arrival) -> None:
        self._silent.pop(arrival, None)
        self._opening.pop(arrival, None)

    def _close_oldest(self) -> bool:
        """Close the oldest that has said nothing more; return whether there was one."""
        waiting = (*self._silent, *self._opening)
        oldest = next((each for each in waiting if not each.has_spoken), None)
        if oldest is not None:
            oldest.close()
        return oldest is not None

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
        return can_be_read(self._connection)

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


def can_be_read(connection: socket.socket | TransportSocket) -> bool:
    """Return whether something has come that was not read, or the other end has closed."""
    kind = getattr(selectors, "PollSelector", selectors.SelectSelector)
    with kind() as selector:
        try:
            selector.register(connection, selectors.EVENT_READ)
        except ValueError:  # it was closed here
            return True
        return bool(selector.select(0))


def is_short_of_descriptors() -> bool:
    """Return whether only SPARE_DESCRIPTORS are left, or the system gives no further one."""
    if sys.platform == "win32":
        return False
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        # The system gives the lowest number that is free.
        lowest = os.open(os.devnull, os.O_RDONLY)
    except OSError:
        return True
    os.close(lowest)
    return 0 <= limit <= lowest + SPARE_DESCRIPTORS
