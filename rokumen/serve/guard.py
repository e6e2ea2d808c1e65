"""Who may use the page: this computer alone, or whoever has the token; and no other page for them.

A page of another site that is open in the same browser can send requests here too. So what changes
something, and every WebSocket, must come from our own page, which the browser says in `Origin`; and
without a token only this computer's own names are answered to, since another site may point a name
of its own at this address.
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
MOST_BODY = 64 * 1024  # bytes of a request
TOO_LARGE = f"this is too large: {MOST_BODY} bytes at most"

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    # Without a referrer to ourselves a browser would not say the origin of a form either.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


class Guard:
    """An ASGI application around another one, which it lets nobody reach who may not."""

    def __init__(self, app: ASGIApp, token: str | None) -> None:
        """Guard `app`; with a token it may be reached from elsewhere."""
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, _bounded(receive), _with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await refusal(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._token is None and urlsplit(f"//{host}").hostname not in LOOPBACK:
            return _words(f"this page is served to this computer only, not as {host!r}", 421)
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and urlsplit(headers.get("origin", "")).netloc != host:
            return _words("this request comes from a page that is not ours", 403)
        if int(headers.get("content-length") or 0) > MOST_BODY:
            return _words(TOO_LARGE, 413)
        return self._check_token(scope, headers)

    def _check_token(self, scope: Scope, headers: Headers) -> Response | None:
        if self._token is None or _same(_cookie(headers), self._token):
            return None
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if not _same(given, self._token):
            return _words(
                "a token is needed: open the address that `rokumen serve` printed, with its "
                "token" + (" (this one is wrong)" if given else ""),
                401,
            )
        if scope["type"] == "websocket":
            return None
        # From now on the cookie says it, and the address can be shown.
        answer = RedirectResponse(scope["path"], 303)
        answer.set_cookie(COOKIE, self._token, httponly=True, samesite="strict")
        return answer


def _cookie(headers: Headers) -> str:
    found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    return found.value if found else ""


def _same(given: str, token: str) -> bool:
    return compare_digest(given.encode(), token.encode())


def _words(text: str, status: int) -> Response:
    return PlainTextResponse(text + "\n", status, HEADERS)


def _bounded(receive: Receive) -> Receive:
    """Read so much of a request's body and no more, whatever length it says it has."""
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        if message["type"] == "http.request":
            taken += len(message.get("body", b""))
            if taken > MOST_BODY:
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
