"""A 2x2x2 as a smart cube tells it: the corners of a cube, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from solver.core.facelets import CORNERS
from solver.core.turn import Turn
from solver.cube import Cube

POCKET_LAYERS = 2
# The facelets of corners among the 54 of a 3x3x3, in the same order.
_FACELETS = tuple(sorted(facelet for place in CORNERS for facelet in place))
_A_FACE = POCKET_LAYERS * POCKET_LAYERS


@dataclass(frozen=True, slots=True, repr=False)
class PocketCube(Cube):
    """A state of the 2x2x2: a cube without edges, which count as being at home.

    No middle says where a face belongs: two that are held differently are not equal.
    """

    @classmethod
    def of(cls, cube: Cube) -> Self:
        """Return the 2x2x2 with the corners of a cube."""
        home = Cube.solved()
        return cls(cube.corners, cube.corner_twists, home.edges, home.edge_flips)

    @property
    def facelets(self) -> str:
        """Return the 24 facelets as face letters, U R F D L B, each face row by row."""
        whole = Cube(self.corners, self.corner_twists, self.edges, self.edge_flips).facelets
        return "".join(whole[facelet] for facelet in _FACELETS)

    def turn(self, turn: Turn) -> PocketCube:
        """Return the 2x2x2 after one turn."""
        return PocketCube.of(Cube.turn(self, turn))

    def is_solved(self) -> bool:
        """Return whether every face is of one colour, however it is held."""
        seen = self.facelets
        faces = (seen[at : at + _A_FACE] for at in range(0, len(seen), _A_FACE))
        return all(len(set(face)) == 1 for face in faces)

    def __repr__(self) -> str:
        return f"PocketCube({self.facelets!r})"
