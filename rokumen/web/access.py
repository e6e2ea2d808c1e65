"""ASGI middleware: loopback or token access, origin check, body limit, security headers.

Pages of other sites in the same browser can send requests here too (CSRF). Requests that change
state, and WebSockets, are therefore accepted only with the `Origin` of our own page. Without a
token only the loopback host names are accepted, since another site may let its own name resolve to
this address (DNS rebinding).
"""

from __future__ import annotations

from http.cookies import SimpleCookie
from secrets import compare_digest
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
COOKIE = "rokumen_token"
MAX_BODY_BYTES = 64 * 1024  # bytes of a request
TOO_LARGE = f"the request is too large: {MAX_BODY_BYTES} bytes at most"

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    # Without a referrer to our own pages a browser omits the origin of a form too.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


class AccessGuard:
    """ASGI middleware that rejects requests without access."""

    def __init__(self, app: ASGIApp, token: str | None) -> None:
        """Guard `app`; with a token it is accessible from other computers too."""
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, or reject it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._rejection(scope)
        if refusal is None:
            await self._app(scope, _bounded(receive), _with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await refusal(scope, receive, send)

    def _rejection(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._token is None and urlsplit(f"//{host}").hostname not in LOOPBACK:
            return _text_response(
                f"access denied: this server accepts only local addresses, not {host!r}; "
                "see `rokumen serve --host`",
                421,
            )
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and urlsplit(headers.get("origin", "")).netloc != host:
            return _text_response("request rejected: it comes from another site", 403)
        if int(headers.get("content-length") or 0) > MAX_BODY_BYTES:
            return _text_response(TOO_LARGE, 413)
        return self._check_token(scope, headers)

    def _check_token(self, scope: Scope, headers: Headers) -> Response | None:
        if self._token is None or _tokens_match(_cookie(headers), self._token):
            return None
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if not _tokens_match(given, self._token):
            return _text_response(
                "access denied: open the address that `rokumen serve` printed, with its token"
                + (" (this token is wrong)" if given else ""),
                401,
            )
        if scope["type"] == "websocket":
            return None
        # The cookie now grants access, so the token is removed from the address.
        answer = RedirectResponse(scope["path"], 303)
        answer.set_cookie(COOKIE, self._token, httponly=True, samesite="strict")
        return answer


def _cookie(headers: Headers) -> str:
    found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    return found.value if found else ""


def _tokens_match(given: str, token: str) -> bool:
    return compare_digest(given.encode(), token.encode())


def _text_response(text: str, status: int) -> Response:
    return PlainTextResponse(text + "\n", status, HEADERS)


def _bounded(receive: Receive) -> Receive:
    """Return `receive` limited to MAX_BODY_BYTES, whatever the declared content length."""
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        if message["type"] == "http.request":
            taken += len(message.get("body", b""))
            if taken > MAX_BODY_BYTES:
                raise HTTPException(413, TOO_LARGE)
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            added = [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
            message["headers"] = [*message.get("headers", []), *added]
        await send(message)

    return sending
