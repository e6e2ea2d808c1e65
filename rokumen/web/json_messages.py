"""Strict JSON of the pages: requests, answers and WebSocket messages.

What comes in is parsed in a thread, and only as far as it holds no more than the pages send: the
parser holds the interpreter's lock, and with it every other thread, until it has ended.
"""

from __future__ import annotations

import json
from typing import Any

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from files import documents
from files.documents import strict_json

MAX_DEPTH = 16  # of nested lists and objects in a request
MAX_VALUES = 10_000  # and escaped characters, in a request
_SLICE = 64 * 1024  # characters that are counted at once


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
    return await to_thread.run_sync(parse_json, body)


async def read_message(text: str) -> Any:
    """Return the values of a WebSocket's message. Raises ValueError as `parse_json` does."""
    return await to_thread.run_sync(parse_json, text)


def parse_json(text: str | bytes) -> Any:
    """Return the values of a JSON text from a page.

    Raises ValueError as `files.documents.parse_json` does, for lists or objects nested more than
    MAX_DEPTH levels deep, for more than MAX_VALUES values, and for lone surrogates.
    """
    if _has_too_many_values(text.encode() if isinstance(text, str) else text):
        raise ValueError(f"more than {MAX_VALUES} values")
    values = documents.parse_json(text, MAX_DEPTH)
    # Raises UnicodeEncodeError, a ValueError, for a lone surrogate.
    json.dumps(values, ensure_ascii=False).encode()
    return values


def _has_too_many_values(text: bytes) -> bool:
    count = 0
    for start in range(0, len(text), _SLICE):
        part = text[start : start + _SLICE]
        count += sum(map(part.count, (b",", b"[", b"{", b"\\")))
        if count > MAX_VALUES:
            return True
    return False
