"""The last layer, whichever way it is done: what to do from each state, and how long it takes.

A state is the slice TOP of a whole one; there are 62 208.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from solver.lbl.holds import SIDES
from solver.lbl.state import NOTHING
from solver.lbl.tables import Algorithm
from solver.turn import Turn

# What is seen from each side, as an effect on the bytes of a state.
SEEN_FROM = tuple(bytes(side.to_seen) + NOTHING[54:] for side in SIDES)


@dataclass(frozen=True, slots=True)
class Part:
    """A step of the last layer: its stage, the case, from which side it is seen, what to do."""

    stage: str
    case: str
    side: int
    algorithm: Algorithm

    @property
    def moves(self) -> tuple[Turn, ...]:
        """Give the turns in the view in which the cross is below."""
        return SIDES[self.side].turns(self.algorithm)


@dataclass(frozen=True, slots=True)
class Ending:
    """A way to do the last layer: `parts` says what to do, and is asked once a state only.

    `parts` raises KeyError where the first two layers are not solved.
    """

    parts: Callable[[bytes], tuple[Part, ...]]
    _lengths: dict[bytes, int] = field(default_factory=dict, repr=False)

    def length(self, top: bytes) -> int:
        """Count the turns, without what cancels where parts meet."""
        known = self._lengths.get(top)
        if known is None:
            known = sum([len(part.algorithm) for part in self.parts(top)])
            self._lengths[top] = known
        return known


def rotated(top: bytes, n: int) -> bytes:
    """Call each piece by the name of the one that belongs `n` quarter turns of U further on."""
    corners, edges = top[:4], top[4:]
    return corners[n:] + corners[:n] + edges[n:] + edges[:n]


def seen_from(side: int, top: bytes) -> bytes:
    """Give the state as it is seen when a side is in front."""
    return rotated(top.translate(SEEN_FROM[side]), -side % 4)
