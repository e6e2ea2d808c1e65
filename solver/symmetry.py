"""The 48 symmetries of the cube, and conjugation of cubes and turns."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product

from solver.core.facelets import CORNER_NAMES, EDGE_NAMES
from solver.core.geometry import FACES, OPPOSITE
from solver.core.turn import Turn
from solver.cube import Cube


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A turn of space, or a mirror image, that takes face `FACES[i]` to `faces[i]`.

    A place goes to `corners[place]` or `edges[place]`, its first facelet to that place's facelet
    `corner_shifts[place]` or `edge_shifts[place]`.
    """

    faces: str
    corners: tuple[int, ...]
    corner_shifts: tuple[int, ...]
    edges: tuple[int, ...]
    edge_shifts: tuple[int, ...]
    is_mirror: bool

    @property
    def preserves_ud_axis(self) -> bool:
        """Return whether U and D stay where they are, or change places."""
        return self.faces[0] in "UD"

    def map_turn(self, turn: Turn) -> Turn:
        """Return what a turn looks like after the symmetry."""
        quarters = 4 - turn.quarter_turns if self.is_mirror else turn.quarter_turns
        return Turn(self.faces[FACES.index(turn.face)], quarters)

    def conjugate(self, cube: Cube) -> Cube:
        """Return what a cube looks like after the symmetry: the conjugate, solved if it is."""
        sign = -1 if self.is_mirror else 1
        corners, twists, edges, flips = [0] * 8, [0] * 8, [0] * 12, [0] * 12
        for place, (cubie, twist) in enumerate(zip(cube.corners, cube.corner_twists, strict=True)):
            shift = self.corner_shifts[place] - self.corner_shifts[cubie]
            corners[self.corners[place]] = self.corners[cubie]
            twists[self.corners[place]] = (shift + sign * twist) % 3
        for place, (cubie, flip) in enumerate(zip(cube.edges, cube.edge_flips, strict=True)):
            edges[self.edges[place]] = self.edges[cubie]
            flips[self.edges[place]] = flip ^ self.edge_shifts[place] ^ self.edge_shifts[cubie]
        return Cube(tuple(corners), tuple(twists), tuple(edges), tuple(flips))


def _symmetry(faces: str) -> Symmetry:
    def image(name: str) -> str:
        return "".join(faces[FACES.index(face)] for face in name)

    def places(names: tuple[str, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        sets = [frozenset(name) for name in names]
        targets = tuple(sets.index(frozenset(image(name))) for name in names)
        shifts = tuple(
            names[target].index(image(name)[0]) for name, target in zip(names, targets, strict=True)
        )
        return targets, shifts

    corners, corner_shifts = places(CORNER_NAMES)
    second = CORNER_NAMES[corners[0]].index(image(CORNER_NAMES[0])[1])
    is_mirror = second != (corner_shifts[0] + 1) % 3
    return Symmetry(faces, corners, corner_shifts, *places(EDGE_NAMES), is_mirror)


def _face_images() -> list[str]:
    """List the images of U R F D L B under the 48 symmetries, the identity first."""
    found = []
    for axes in permutations("URF"):
        for far in product((False, True), repeat=3):
            near = [OPPOSITE[face] if f else face for face, f in zip(axes, far, strict=True)]
            found.append("".join(near) + "".join(OPPOSITE[face] for face in near))
    return found


SYMMETRIES: tuple[Symmetry, ...] = tuple(_symmetry(faces) for faces in _face_images())
# The sixteen that phase 1 and phase 2 cannot tell apart, the identity first.
UD_SYMMETRIES: tuple[Symmetry, ...] = tuple(s for s in SYMMETRIES if s.preserves_ud_axis)
# Three rotations of a cube, each with another pair of faces as U and D.
AXIS_ROTATIONS: tuple[Symmetry, ...] = tuple(
    s for s in SYMMETRIES if s.faces in ("URFDLB", "RFULBD", "FURBDL")
)
