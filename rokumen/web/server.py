"""uvicorn with time-outs for slow connections and a bound on how many wait; https on request.

Connections whose request has not arrived are closed, the oldest first, when there are too many of
them, unless they can be read: whoever opens hundreds delays nobody else.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
import threading
from asyncio import TimerHandle
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from rokumen.web import arrivals
from rokumen.web.arrivals import Arrivals
from rokumen.web.certificate import Certificate

_HANG_UP = getattr(signal, "SIGHUP", None)  # not on Windows
# Windows' own event loop watches operations, not sockets: there uvicorn accepts the connections.
_CAN_WATCH_SOCKETS = sys.platform != "win32"

IDLE_SECONDS = 5  # that a connection is kept for the next request
SHUTDOWN_SECONDS = 3  # for requests in progress to end
MAX_HEADER_BYTES = 16 * 1024
MAX_MESSAGE_BYTES = 1024 * 1024  # bytes of a WebSocket message


def make_server(app: ASGIApp, secured: Certificate | None = None) -> uvicorn.Server:
    """Return the server of `app`, by https with a certificate; `run` takes its sockets."""
    configuration = uvicorn.Config(
        app,
        log_level="warning",
        http=_protocol_class(),
        h11_max_incomplete_event_size=MAX_HEADER_BYTES,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        backlog=arrivals.BACKLOG,
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE_BYTES,
        # Large messages are JPEG, which deflate cannot compress.
        ws_per_message_deflate=False,
        ssl_context_factory=None if secured is None else lambda *_: secured.context(),
    )
    logging.getLogger("uvicorn.error").addFilter(_without_browsers_faults)
    return PageServer(configuration)


class PageServer(uvicorn.Server):
    """A server that bounds what arrives, and that SIGHUP ends as Ctrl-C and SIGTERM do."""

    _arrivals: tuple[Arrivals, ...] = ()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve the connections of these sockets."""
        if sockets is None or not _CAN_WATCH_SOCKETS:
            await super().startup(sockets)
            return
        await super().startup([])
        self._arrivals = tuple(
            Arrivals(each, self._new_connection, self.config.ssl) for each in sockets
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no further connection, and end those that are served."""
        for each in self._arrivals:
            each.close()
        await super().shutdown(sockets)

    def _new_connection(self) -> asyncio.Protocol:
        """Return what serves the next connection, as uvicorn makes it."""
        made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
            _loop=asyncio.get_running_loop(),
        )
        return made

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
        if len(self.waiting) > arrivals.MAX_WAITING:
            oldest = next((each for each in self.waiting if not each._can_be_read), None)
            if oldest is not None:
                oldest._abort()

    @property
    def _can_be_read(self) -> bool:
        return arrivals.can_be_read(self.transport.get_extra_info("socket"))

    def _end_waiting(self) -> None:
        self.waiting.pop(self, None)
        self._cancel_timer()

    def _set_timer(self) -> None:
        self._cancel_timer()
        self._timer = self.loop.call_later(arrivals.REQUEST_SECONDS, self._abort)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _abort(self) -> None:
        self._end_waiting()
        self.transport.abort()
