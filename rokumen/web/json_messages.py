"""Strict JSON of the pages: requests, answers and WebSocket messages."""

from __future__ import annotations

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from files import documents
from files.strict_json import strict_json

MAX_DEPTH = 16  # of nested lists and objects in a request


class JsonAnswer(Response):
    """An answer in strict JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the encoded content."""
        return strict_json(content).encode()


async def send_message(socket: WebSocket, message: Any) -> None:
    """Send a message of strict JSON."""
    await socket.send_text(strict_json(message))


async def read_json(request: Request) -> Any:
    """Return the values of a request's body. Raises ValueError as `parse_json` does.

    Raises HTTPException for a browser that leaves before the end of the body.
    """
    try:
        body = await request.body()
    except ClientDisconnect as error:
        raise HTTPException(400, "the request ended before its body") from error
    return parse_json(body)


def parse_json(text: str | bytes) -> Any:
    """Return the values of a JSON text from a page.

    Raises ValueError as `files.documents.parse_json` does, for lists or objects nested more than
    MAX_DEPTH levels deep, and for lone surrogates.
    """
    values = documents.parse_json(text, MAX_DEPTH)
    # Raises UnicodeEncodeError, a ValueError, for a lone surrogate.
    json.dumps(values, ensure_ascii=False).encode()
    return values
