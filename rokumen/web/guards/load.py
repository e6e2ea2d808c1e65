"""ASGI middleware: bounds on what is served at once, and WebSockets that were closed meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

MAX_REQUESTS = 64
MAX_SOCKETS = 32
_TRY_AGAIN_LATER = 1013  # close code (RFC 6455, registered with IANA)


class LoadGuard:
    """ASGI middleware that rejects what is too much; requests to `always` never are."""

    def __init__(self, app: ASGIApp, always: Collection[str]) -> None:
        """Guard `app`; `always` are the paths of requests that are served under any load."""
        self._app = app
        self._always = frozenset(always)
        self._served = {"http": 0, "websocket": 0}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, or reject it."""
        kind = scope["type"]
        if kind == "lifespan" or scope["path"] in self._always:
            await self._app(scope, receive, send)
        elif kind == "http" and self._served[kind] >= MAX_REQUESTS:
            busy = f"busy: more than {MAX_REQUESTS} requests at once; try again\n"
            await PlainTextResponse(busy, 503, {"Retry-After": "1"})(scope, receive, send)
        elif kind == "websocket" and self._served[kind] >= MAX_SOCKETS:
            await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER})
        else:
            with self._counted(kind):
                await self._app(scope, receive, send)

    @contextmanager
    def _counted(self, kind: str) -> Iterator[None]:
        self._served[kind] += 1
        try:
            yield
        finally:
            self._served[kind] -= 1


class ClosedSocketGuard:
    """ASGI middleware: a WebSocket that was closed meanwhile ends what serves it, without an error.

    The browser can leave, and uvicorn closes the socket of one that breaks the protocol, at any
    moment of an answer.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, whatever its WebSocket's other end does."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            try:
                await send(message)
            except RuntimeError as error:
                # What uvicorn raises for a message after the end; Starlette expects an OSError.
                raise ConnectionAbortedError("the WebSocket has been closed") from error

        with suppress(WebSocketDisconnect, ConnectionAbortedError):
            await self._app(scope, receive, sending)
