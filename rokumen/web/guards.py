"""ASGI middleware: who has access (expected hosts, origin check, token, body limit, security
headers), how much is served at once, and WebSockets that were closed meanwhile.

Pages of other sites in the same browser can send requests here too (CSRF). Requests that change
state, and WebSockets, are therefore accepted only with the `Origin` of our own page. Another site
may let its own name resolve to this address (DNS rebinding): only expected names are accepted, and
addresses in digits if there is a token.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from html import escape
from http import HTTPStatus
from ipaddress import ip_address

from anyio import fail_after, sleep
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from rokumen.web.tokens import (
    HEADERS,
    HOST,
    address_has_token,
    brings_token,
    headers_of_page,
    to_address_without_token,
    tries_token,
)

_log = logging.getLogger(__name__)

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
WRONG_TOKEN_SECONDS = 1.0  # until a wrong token is answered
MAX_DELAYED = 32  # wrong tokens whose answer is delayed at once; others are answered without delay
MAX_BODY_BYTES = 64 * 1024  # bytes of a request
BODY_SECONDS = 10.0  # for the whole body of a request to arrive
TOO_LARGE = "the request is too large: {} bytes at most"
# A request that is refused has no further one by its connection.
NOT_KEPT = {"Connection": "close"}
TOO_SLOW = "the body of the request did not arrive in time"

# The schemes of the pages that may use a connection of this scheme.
_PAGE_SCHEMES = {"ws": "http", "wss": "https"}

# A page without files, since none is served to whoever has no access.
_REFUSAL_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>rokumen: no access</title>
<link rel="icon" href="data:,">
<body style="max-width: 34em; margin: 15vh auto; padding: 0 24px; font: 1.25rem/1.5 sans-serif">
<h1>rokumen</h1>
<p>{words}.</p>
{entry}
</html>
"""
_TOKEN_ENTRY = """<form>
<p><label>Or type the token: what stands behind <b>token=</b> in that address.<br>
<input name="token" autocomplete="off" autocapitalize="none" spellcheck="false" required
 style="font: inherit; width: 100%; box-sizing: border-box; padding: 8px; margin: 8px 0"></label>
<p><button style="font: inherit; padding: 8px 24px">Open</button>
</form>"""

MAX_REQUESTS = 64
MAX_SOCKETS = 32
_TRY_AGAIN_LATER = 1013  # close code (RFC 6455, registered with IANA)


class AccessGuard:
    """ASGI middleware that rejects requests without access."""

    def __init__(
        self,
        app: ASGIApp,
        token: str | None,
        names: Collection[str] = frozenset(),
        stop_port: int | None = None,
        larger: Mapping[str, int] | None = None,
    ) -> None:
        """Guard `app`; without a token whoever reaches it on this computer has access.

        `names` are the server's own names, in lower case, by which they may address it; `stop_port`
        is that of STOP's own entrance, if there is one; `larger` has the paths whose bodies may
        have more than MAX_BODY_BYTES, and how many.
        """
        self._app = app
        self._token = token
        self._names = frozenset(names)
        self._stop_port = stop_port
        self._larger = larger or {}
        self._wrong_tokens = 0
        self._delayed = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, or reject it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._rejection(scope)
        if refusal is not None and refusal.status_code == HTTPStatus.UNAUTHORIZED:
            await self._delay_wrong_token(scope)
        if refusal is None:
            most = self._most_bytes(scope)
            guarded = _bounded(receive, most) if scope["type"] == "http" else receive
            await self._app(
                scope, guarded, _with_headers(headers_of_page(scope, self._stop_port), send)
            )
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await refusal(scope, receive, send)

    async def _delay_wrong_token(self, scope: Scope) -> None:
        """Log a wrong token, and wait before it is answered; none at all is no guess."""
        if not tries_token(scope):
            return
        self._wrong_tokens += 1
        # The 1st, 2nd, 4th, 8th ...: a guesser does not fill the log.
        if self._wrong_tokens.bit_count() == 1:
            address = (scope.get("client") or ("an unknown address",))[0]
            _log.warning("wrong token from %s; %d so far", address, self._wrong_tokens)
        if self._delayed < MAX_DELAYED:
            self._delayed += 1
            try:
                await sleep(WRONG_TOKEN_SECONDS)
            finally:
                self._delayed -= 1

    def _rejection(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_expected(host):
            return _refusal(
                headers,
                f"access denied: this server is not {host[:300]!r}; open the address that "
                "`rokumen serve` printed, or start it with --host and this name",
                421,
            )
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        page = f"{_PAGE_SCHEMES.get(scope['scheme'], scope['scheme'])}://{host}"
        if changes and headers.get("origin", "").lower() != page.lower():
            return _text_response("request rejected: it comes from another site", 403)
        if "content-length" in headers and "transfer-encoding" in headers:
            # A proxy before this server may read the other one, and see another request's begin.
            return _text_response("a request has a Content-Length or a Transfer-Encoding", 400)
        length = headers.get("content-length", "0")
        if not re.fullmatch("[0-9]{1,18}", length):
            return _text_response(f"{length[:40]!r} is not the length of a body", 400)
        most = self._most_bytes(scope)
        if int(length) > most:
            return _text_response(TOO_LARGE.format(most), 413)
        return self._check_token(scope)

    def _most_bytes(self, scope: Scope) -> int:
        return self._larger.get(scope["path"], MAX_BODY_BYTES)

    def _is_expected(self, host: str) -> bool:
        found = HOST.fullmatch(host)
        if found is None:
            return False
        name = (found[1] or found[2]).lower().removesuffix(".")
        is_own = name in LOOPBACK or name in self._names
        return is_own or (self._token is not None and _is_address(name))

    def _check_token(self, scope: Scope) -> Response | None:
        token = self._token
        if token is None or brings_token(scope, token):
            return None
        if not address_has_token(scope, token):
            return _refusal(
                Headers(scope=scope),
                "access denied: open the address that `rokumen serve` printed, with its token"
                + (" (this token is wrong)" if tries_token(scope) else ""),
                401,
            )
        return None if scope["type"] == "websocket" else to_address_without_token(scope, token)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def with_code(words: str) -> str:
    """Return words as HTML, in which what stands between backticks is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(words))


def _refusal(headers: Headers, text: str, status: int) -> Response:
    """Return why a request is refused: to whoever opens a page, as a page that can be read."""
    if "text/html" not in headers.get("accept", ""):
        return _text_response(text, status)
    entry = _TOKEN_ENTRY if status == HTTPStatus.UNAUTHORIZED else ""
    page = _REFUSAL_PAGE.format(words=with_code(text[0].upper() + text[1:]), entry=entry)
    return HTMLResponse(page, status, HEADERS | NOT_KEPT)


def _text_response(text: str, status: int) -> Response:
    return PlainTextResponse(text + "\n", status, HEADERS | NOT_KEPT)


def _bounded(receive: Receive, most: int) -> Receive:
    """Return `receive` for `most` bytes within BODY_SECONDS, whatever the declared length."""
    taken = 0
    is_complete = False
    deadline = time.monotonic() + BODY_SECONDS

    async def bounded() -> Message:
        nonlocal taken, is_complete
        if is_complete:
            return await receive()  # waits for the browser to leave
        try:
            with fail_after(max(deadline - time.monotonic(), 0)):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, TOO_SLOW, NOT_KEPT) from None
        taken += len(message.get("body", b""))
        if taken > most:
            raise HTTPException(413, TOO_LARGE.format(most), NOT_KEPT)
        is_complete = not message.get("more_body", False)
        return message

    return bounded


def _with_headers(headers: Mapping[str, str], send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            added = [(k.lower().encode(), v.encode()) for k, v in headers.items()]
            message["headers"] = [*message.get("headers", []), *added]
        await send(message)

    return sending


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
            refusal = PlainTextResponse(busy, 503, {"Retry-After": "1", **NOT_KEPT})
            await refusal(scope, receive, send)
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
