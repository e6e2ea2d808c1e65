"""Links to a page (alpha.twizzle.net) that plays turns in 3D, written and read back."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode, urlsplit

from solver.core.errors import NotationError

_HOST = "alpha.twizzle.net"
_PLAYER = f"https://{_HOST}/edit/"


def player_link(turns: str, setup: str) -> str:
    """Return a link that plays `turns` on the cube to which the turns `setup` lead."""
    return f"{_PLAYER}?{urlencode({'alg': turns, 'setup-alg': setup})}"


def is_link(text: str) -> bool:
    """Return True if a text is the address of a page, and no turns."""
    return text.strip().lower().startswith(("http://", "https://"))


def turns_in_link(text: str) -> str:
    """Return the turns, as text, to the cube on which a link begins: its set-up.

    Without a set-up they are those that it plays. Raises NotationError for another page, or a link
    without turns.
    """
    try:
        parts = urlsplit(text.strip())
    except ValueError as error:
        raise NotationError(f"{text.strip()[:200]!r} is no address: {error}") from error
    query = parse_qs(parts.query)
    if parts.hostname != _HOST:
        raise NotationError(
            f"{text.strip()[:200]!r} is the address of another page than {_HOST}; write the turns"
        )
    if query.get("setup-anchor") == ["end"]:
        raise NotationError(
            f"{text.strip()[:200]!r} sets up the end of its turns, not the cube; write the turns"
        )
    turns = (query.get("setup-alg") or query.get("alg") or [""])[0]
    if not turns.strip():
        raise NotationError(f"{text.strip()[:200]!r} has no turns (setup-alg=)")
    return turns
