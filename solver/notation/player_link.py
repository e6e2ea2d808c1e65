"""Links to a page (alpha.twizzle.net) that plays turns in 3D, written and read back.

The addresses of our own pages are read, too, where they have a cube.
"""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode, urlsplit

from solver.core.errors import NotationError

# What stands before a link where it is printed, and may stand there where it is read.
LABEL = "Play it:"
_HOST = "alpha.twizzle.net"
_PLAYER = f"https://{_HOST}/edit/"


def player_link(turns: str, setup: str) -> str:
    """Return a link that plays `turns` on the cube to which the turns `setup` lead."""
    return f"{_PLAYER}?{urlencode({'alg': turns, 'setup-alg': setup})}"


def is_link(text: str) -> bool:
    """Return True if a text is the address of a page, and no turns."""
    return _address(text).lower().startswith(("http://", "https://"))


def cube_in_link(text: str) -> str:
    """Return the cube, as text, on which a link begins: the turns that set it up.

    Without a set-up they are those that it plays. Of a page that `rokumen serve` shows it is the
    list of facelets. Raises NotationError for another page, or a link without turns.
    """
    address = _address(text)
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise NotationError(f"{address[:200]!r} is no address: {error}") from error
    query = parse_qs(parts.query)
    if parts.hostname != _HOST and "cube" in query:
        return query["cube"][0]
    if parts.hostname != _HOST:
        raise NotationError(
            f"{address[:200]!r} is the address of another page than {_HOST}; write the turns"
        )
    if query.get("setup-anchor") == ["end"]:
        raise NotationError(
            f"{address[:200]!r} sets up the end of its turns, not the cube; write the turns"
        )
    turns = (query.get("setup-alg") or query.get("alg") or [""])[0]
    if not turns.strip():
        raise NotationError(f"{address[:200]!r} has no turns (setup-alg=)")
    return turns


def _address(text: str) -> str:
    return text.strip().removeprefix(LABEL).strip()
