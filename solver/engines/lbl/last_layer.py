"""Interface of the last-layer methods: their steps and length for each of 62 208 states.

A state is the slice TOP of a whole one; there are 62 208.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from solver.byte_cube import IDENTITY
from solver.core.turn import Turn
from solver.engines.case_tables import Algorithm
from solver.engines.lbl.holding import SLOT_VIEWPOINTS

# The relabelling of each side, as an effect on the bytes of a state.
VIEWPOINT_EFFECTS = tuple(bytes(side.to_view) + IDENTITY[54:] for side in SLOT_VIEWPOINTS)


@dataclass(frozen=True, slots=True)
class LastLayerStep:
    """A step of the last layer: its stage, the case, the side it is seen from, the algorithm."""

    stage: str
    case: str
    side: int
    algorithm: Algorithm

    @property
    def moves(self) -> tuple[Turn, ...]:
        """Return the turns in the view in which the cross is below."""
        return SLOT_VIEWPOINTS[self.side].to_cube_turns(self.algorithm)


@dataclass(frozen=True, slots=True)
class LastLayerMethod:
    """A method for the last layer: `parts` returns the steps; it is called once for each state.

    `parts` raises KeyError where the first two layers are not solved.
    """

    parts: Callable[[bytes], tuple[LastLayerStep, ...]]
    _lengths: dict[bytes, int] = field(default_factory=dict, repr=False)

    def length(self, top: bytes) -> int:
        """Return the number of turns, without what cancels where parts meet."""
        known = self._lengths.get(top)
        if known is None:
            known = sum([len(part.algorithm) for part in self.parts(top)])
            self._lengths[top] = known
        return known


def relabel_by_auf(top: bytes, n: int) -> bytes:
    """Return the last-layer state relabelled as if U were turned by `n` quarters (AUF)."""
    corners, edges = top[:4], top[4:]
    return corners[n:] + corners[:n] + edges[n:] + edges[:n]


def seen_from(side: int, top: bytes) -> bytes:
    """Return the state as it is seen when a side is in front."""
    return relabel_by_auf(top.translate(VIEWPOINT_EFFECTS[side]), -side % 4)
