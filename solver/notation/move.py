"""A written move: a turn of a face, of two layers, of a slice, or of the whole cube.

Moves are resolved into turns of outer faces. A slice is the whole cube turned and the outer layers
turned back, so every sequence is a sequence of outer turns of a cube with fixed centres, followed
by a rotation of the whole cube.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from files.wording import quoted_part
from solver.core.errors import NotationError
from solver.core.geometry import FACES, OPPOSITE
from solver.core.orientation import Orientation
from solver.core.turn import Turn

# The most moves that are read of a 3x3x3, and turns of any other puzzle.
MAX_MOVES = 100_000
MAX_TURNS = 10_000

T = TypeVar("T")

# Family -> the face from whose side the turn is clockwise, and the layers it takes (0 outermost).
FAMILIES: dict[str, tuple[str, frozenset[int]]] = {
    **{face: (face, frozenset({0})) for face in FACES},
    **{f"{face}w": (face, frozenset({0, 1})) for face in FACES},
    "M": ("L", frozenset({1})),
    "E": ("D", frozenset({1})),
    "S": ("F", frozenset({1})),
    "x": ("R", frozenset({0, 1, 2})),
    "y": ("U", frozenset({0, 1, 2})),
    "z": ("F", frozenset({0, 1, 2})),
}

# Face and layers -> the family that turns them, and the quarters of it in a quarter turn of them.
_NAMED: dict[tuple[str, frozenset[int]], tuple[str, int]] = {
    **{
        (OPPOSITE[face], frozenset(2 - layer for layer in layers)): (family, 3)
        for family, (face, layers) in FAMILIES.items()
    },
    **{where: (family, 1) for family, where in FAMILIES.items()},
}


@dataclass(frozen=True, slots=True)
class Move:
    """`family` (R, Rw, M, x ...) turned clockwise by `quarter_turns` (1, 2 or 3)."""

    family: str
    quarter_turns: int

    def __post_init__(self) -> None:
        if self.family not in FAMILIES or self.quarter_turns not in (1, 2, 3):
            raise NotationError(
                f"no move has family {self.family!r} and {self.quarter_turns!r} quarter turns; "
                f"the families are {' '.join(FAMILIES)}"
            )

    @property
    def face(self) -> str:
        """Return the face from whose side the move is clockwise."""
        return FAMILIES[self.family][0]

    @property
    def layers(self) -> frozenset[int]:
        """Return the layers that move, 0 being that face's own and 2 the opposite one."""
        return FAMILIES[self.family][1]

    def inverse(self) -> Move:
        """Return the move that undoes this one."""
        return Move(self.family, 4 - self.quarter_turns)


def move_of_layers(face: str, layers: Iterable[int], quarters: int) -> Move:
    """Return the move that turns neighbouring layers (0 to 2, from `face` on) clockwise."""
    family, each = _NAMED[face, frozenset(layers)]
    return Move(family, each * quarters % 4)


def numbered_layers(match: re.Match[str], letter: str, n: int) -> range:
    """Return the layers of a turn such as R, 2R, 3Rw or 2-4r, counted from 0 at its face.

    `match` has the numbers `first` and `depth` before it. Raises NotationError where a cube of size
    n has no such layers, or where several are not written as wide.
    """
    first, depth, written = match["first"], match["depth"], match[0].strip()
    is_wide = letter.endswith("w") or letter.islower()
    last = int(depth) if depth else (2 if is_wide else 1)
    start = int(first) if first else (1 if is_wide else last)
    if first and not is_wide:
        raise NotationError(f"{written!r}: several layers are written with w, as in 2-3Rw")
    if not 1 <= start <= last <= n:
        raise NotationError(f"{written!r}: a cube of size {n} has layers 1 to {n}")
    return range(start - 1, last)


def limited(moves: Iterable[T], text: str, most: int = MAX_TURNS) -> Iterator[T]:
    """Yield what is written in a text. Raises NotationError where that is more than `most`."""
    for count, move in enumerate(moves, 1):
        if count > most:
            raise NotationError(
                f"{text[:60]!r}... has over {most} moves, which are not read; write fewer"
            )
        yield move


def tokens(text: str, pattern: re.Pattern[str], advice: str) -> Iterator[re.Match[str]]:
    """Return the matches of `pattern` that make up `text`, one after the other.

    Raises NotationError, which quotes the part that does not match and ends with `advice`, and as
    `limited` does for over MAX_MOVES.
    """
    return limited(_tokens(text, pattern, advice), text, MAX_MOVES)


def _tokens(text: str, pattern: re.Pattern[str], advice: str) -> Iterator[re.Match[str]]:
    at, end = 0, len(text.rstrip())
    while at < end:
        match = pattern.match(text, at)
        if match is None:
            rest = text[at : at + 10].strip()
            raise NotationError(f"{quoted_part(rest, text)} is not a move; {advice}")
        yield match
        at = match.end()


@dataclass(frozen=True, slots=True)
class ResolvedMoves:
    """The outer turns of a sequence, and how the cube is held after it."""

    turns: tuple[Turn, ...]
    orientation: Orientation


def resolve(moves: Iterable[Move], start: Orientation | None = None) -> ResolvedMoves:
    """Return the outer turns of moves on a cube in the orientation `start` (default: standard)."""
    held = start or Orientation.identity()
    turns: list[Turn] = []
    for move in moves:
        near, far = move.face, OPPOSITE[move.face]
        quarters = move.quarter_turns
        if 1 not in move.layers:
            turns.append(Turn(held.face_at(near), quarters))
            continue
        # The middle layer carries the centres: rotate the whole cube, then turn the other layers
        # back.
        if 0 not in move.layers:
            turns.append(Turn(held.face_at(near), 4 - quarters))
        if 2 not in move.layers:
            turns.append(Turn(held.face_at(far), quarters))
        held = held.rotated(near, quarters)
    return ResolvedMoves(tuple(turns), held)


def as_moves(turns: Iterable[Turn]) -> tuple[Move, ...]:
    """Return outer turns as written moves."""
    return tuple(Move(turn.face, turn.quarter_turns) for turn in turns)
