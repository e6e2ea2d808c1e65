"""A WebSocket that is closed at any moment of an answer leaves no error."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.types import Message

from rokumen.web.app import ServerSettings, create_app
from tests.support.browser import run_in_thread

SCOPE = {
    "type": "websocket",
    "scheme": "ws",
    "headers": [(b"host", b"127.0.0.1:8000"), (b"origin", b"http://127.0.0.1:8000")],
    "query_string": b"",
    "root_path": "",
    "subprotocols": [],
}


@pytest.mark.parametrize("path", ["/api/scan", "/api/colours", "/robot/events"])
@pytest.mark.parametrize("messages", range(4))
def test_a_closed_socket_leaves_no_error(path: str, messages: int) -> None:
    sent: list[Any] = []
    incoming = [{"type": "websocket.connect"}, {"type": "websocket.receive", "text": "{}"}]

    async def receive() -> Message:
        return incoming.pop(0) if incoming else {"type": "websocket.disconnect", "code": 1006}

    async def send(message: Message) -> None:
        if len(sent) == messages:
            raise RuntimeError("Unexpected ASGI message, after sending 'websocket.close'.")
        sent.append(message)

    app = create_app(ServerSettings())
    scope = {**SCOPE, "path": path, "raw_path": path.encode()}

    async def connect() -> None:
        await app(scope, receive, send)

    run_in_thread(connect)
    assert len(sent) <= messages
