"""Cutting a text into moves, for notations that are nothing but a row of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from solver.errors import NotationError


def tokens(text: str, pattern: re.Pattern[str], advice: str) -> Iterator[re.Match[str]]:
    """Give the matches of `pattern` that make up `text`, one after the other.

    Raises NotationError, which quotes what is none and ends with `advice`.
    """
    at, end = 0, len(text.rstrip())
    while at < end:
        match = pattern.match(text, at)
        if match is None:
            raise NotationError(f"{text!r}: {text[at : at + 10].strip()!r} is no move; {advice}")
        yield match
        at = match.end()
