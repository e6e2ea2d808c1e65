"""How a browser shows the token of the server, and is let in: in the address, then in a cookie."""

from __future__ import annotations

import re
from collections.abc import Iterator
from secrets import compare_digest
from urllib.parse import parse_qs, parse_qsl, quote, unquote, urlencode

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import Scope

# The port follows: browsers keep the cookies of all ports of a computer together, and two servers
# on one computer have different tokens.
COOKIE = "rokumen_token_"
# By https: a browser takes a cookie of such a name only from this very server, by https.
SECURE_COOKIE = f"__Host-{COOKIE}"
_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; media-src blob:; connect-src {connect}; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": _SECURITY_POLICY.format(connect="'self'"),
    # Without a referrer to our own pages a browser omits the origin of a form too.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
# HOST or HOST:PORT, as RFC 9110 section 7.2 writes them.
HOST = re.compile(r"(?:\[([0-9a-fA-F:.]{2,45})\]|([A-Za-z0-9._-]{1,255}))(?::([0-9]{1,5}))?")
# How a program that is no browser gives the token (RFC 6750).
_BEARER = re.compile(r"Bearer +(\S+)", re.IGNORECASE)


def headers_of_page(scope: Scope, stop_port: int | None) -> dict[str, str]:
    """Return HEADERS for an answer whose scripts may press STOP at a port of its own, if any."""
    host = HOST.fullmatch(Headers(scope=scope).get("host", ""))
    if stop_port is None or host is None:
        return HEADERS
    # A policy cannot name an address of IPv6.
    name = host[2] or "*"
    connect = f"'self' {'https' if _is_secure(scope) else 'http'}://{name}:{stop_port}"
    return HEADERS | {"Content-Security-Policy": _SECURITY_POLICY.format(connect=connect)}


def tries_token(scope: Scope) -> bool:
    """Return whether a request has any token at all."""
    return any((_in_address(scope), _bearer(scope), *_cookies(scope)))


def brings_token(scope: Scope, token: str) -> bool:
    """Return whether a request has the right token beside its address."""
    return any(_match(each, token) for each in (_bearer(scope), *_cookies(scope)))


def address_has_token(scope: Scope, token: str) -> bool:
    """Return whether the address of a request has the right token."""
    return _match(_in_address(scope), token)


def to_address_without_token(scope: Scope, token: str) -> Response:
    """Return the answer that sets the cookie, which now grants access, and leads to the page."""
    # A path that begins with // would be the address of another server.
    path = "/" + scope["path"].lstrip("/\\")
    answer = RedirectResponse(path + _query_without_token(scope), 303, HEADERS)
    answer.set_cookie(
        _cookie_name(scope),
        quote(token, safe=""),
        httponly=True,
        samesite="strict",
        secure=_is_secure(scope),
    )
    return answer


def _is_secure(scope: Scope) -> bool:
    return scope["scheme"] in ("https", "wss")


def _cookie_name(scope: Scope) -> str:
    host = HOST.fullmatch(Headers(scope=scope).get("host", ""))
    port = (host and host[3]) or ("443" if _is_secure(scope) else "80")
    return f"{SECURE_COOKIE if _is_secure(scope) else COOKIE}{port}"


def _in_address(scope: Scope) -> str:
    """Return the token in the address of a request, "" for none."""
    return parse_qs(_query(scope)).get("token", [""])[0]


def _query_without_token(scope: Scope) -> str:
    """Return what an address says beside the token, from its question mark on, "" for nothing."""
    kept = [(name, value) for name, value in parse_qsl(_query(scope), True) if name != "token"]
    return f"?{urlencode(kept)}" if kept else ""


def _query(scope: Scope) -> str:
    query: bytes = scope["query_string"]
    return query.decode("latin-1")


def _bearer(scope: Scope) -> str:
    """Return the token in the header Authorization, "" for none."""
    found = _BEARER.fullmatch(Headers(scope=scope).get("authorization", ""))
    return found[1] if found else ""


def _cookies(scope: Scope) -> Iterator[str]:
    """Yield the values of our cookie, read as browsers send them (RFC 6265, section 5.4)."""
    headers, ours = Headers(scope=scope), _cookie_name(scope)
    for line in headers.getlist("cookie"):
        for pair in line.split(";"):
            name, _, value = pair.partition("=")
            if name.strip() == ours:
                yield unquote(value.strip())


def _match(given: str, token: str) -> bool:
    return compare_digest(given.encode(), token.encode())
