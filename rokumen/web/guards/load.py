"""ASGI middleware that bounds how many requests and WebSockets are served at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

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
