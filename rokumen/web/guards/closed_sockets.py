"""ASGI middleware: a WebSocket that was closed meanwhile ends what serves it, without an error.

The browser can leave, and uvicorn closes the socket of one that breaks the protocol, at any moment
of an answer.
"""

from __future__ import annotations

from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect


class ClosedSocketGuard:
    """ASGI middleware that ends the serving of closed WebSockets."""

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
