"""WCA notation of the Pyraminx."""

from __future__ import annotations

import re

from solver.core.errors import NotationError
from solver.puzzles.pyraminx.geometry import VERTICES, PyraminxTurn

_MOVE = re.compile(r"([ULRBulrb])(2?)(['’]?)")


def parse(text: str) -> tuple[PyraminxTurn, ...]:
    """Read turns. Raises NotationError that quotes what is none."""
    turns: list[PyraminxTurn] = []
    at = 0
    packed = text.strip()
    while at < len(packed):
        match = _MOVE.match(packed, at)
        if match is None:
            raise NotationError(
                f"{text!r}: {packed[at:].split()[0]!r} is not a turn of a Pyraminx; "
                "write U L R B, u l r b for the tips, and ' for anticlockwise"
            )
        vertex, twice, back = match.groups()
        # Two thirds one way are one third the other.
        clockwise = bool(twice) == bool(back)
        turns.append(PyraminxTurn(VERTICES.index(vertex.upper()), vertex.islower(), clockwise))
        at = match.end()
        while at < len(packed) and packed[at].isspace():
            at += 1
    return tuple(turns)
