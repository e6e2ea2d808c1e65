"""What every search gives, what it tells on its way, and in which order commuting turns are named.

Sequences that differ only in the order of neighbouring turns of opposite faces (U D and D U) do the
same, and are given once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from solver.cube import Cube
from solver.geometry import FACES, OPPOSITE
from solver.turn import Turn, inverse

Turns = tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Effort:
    """How far a search is: it is trying `depth` turns, has turned `made` cubes, and keeps `kept`.

    `stands_for` is how many cubes it has gone through: more than are kept where one stands for all
    that look alike, or where none are kept.
    """

    depth: int
    made: int
    kept: int
    stands_for: int

    def __add__(self, other: Effort) -> Effort:
        """Put the efforts of the two ends of one search together."""
        return Effort(
            self.depth + other.depth,
            self.made + other.made,
            self.kept + other.kept,
            self.stands_for + other.stands_for,
        )


Told = Callable[[Effort], None]


def untold(effort: Effort) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Found:
    """All the shortest `solutions` of a cube; none where it needs more turns than were tried."""

    cube: Cube
    solutions: tuple[Turns, ...]
    effort: Effort

    @property
    def scrambles(self) -> tuple[Turns, ...]:
        """Give the shortest sequences that lead to the cube: its solutions turned round."""
        return tuple(in_order(inverse(solution)) for solution in self.solutions)


def is_in_order(sequence: Sequence[Turn]) -> bool:
    """Tell whether of all orders of its commuting turns this is the one that is given."""
    return all(follows(earlier.face, later.face) for earlier, later in pairwise(sequence))


def follows(earlier: str, later: str) -> bool:
    """Tell whether a turn of `later` after one of `earlier` makes sense and is in order."""
    return later != earlier and (
        later != OPPOSITE[earlier] or FACES.index(earlier) < FACES.index(later)
    )


def in_order(sequence: Sequence[Turn]) -> Turns:
    """Put neighbouring turns of opposite faces into the order in which they are given."""
    ordered: list[Turn] = []
    for turn in sequence:
        at, opposite = len(ordered), OPPOSITE[turn.face]
        while at and ordered[at - 1].face == opposite and not follows(opposite, turn.face):
            at -= 1
        ordered.insert(at, turn)
    return tuple(ordered)
