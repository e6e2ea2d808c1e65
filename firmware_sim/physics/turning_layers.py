"""The layers of a cube that motors turn at once: what they do to it, and where they collide.

How far a layer may be while a neighbour ends its turn is the cube's own, a table of corner cutting
as rig files have it; what goes beyond it is an accident. Only this is modelled: no wear, and no
piece that comes out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from robot.rigs.motors import CuttingTable
from solver.core.geometry import FACES, OPPOSITE
from solver.core.turn import Turn
from solver.cube import Cube

_QUARTER = 90.0
# Steps and moments are whole ones: layers are where they should be but for so many degrees.
TOLERANCE = 1.0


@dataclass(frozen=True, slots=True)
class CutCorner:
    """An accident: two layers, and how far each has turned from its last detent, in degrees."""

    faces: tuple[str, str]
    degrees: tuple[float, float]

    def __str__(self) -> str:
        (one, other), (far, near) = self.faces, self.degrees
        return f"the layers of {one} ({far:.0f}°) and {other} ({near:.0f}°) collide"


class TurningLayers:
    """A cube whose six layers follow motors, and the accidents so far."""

    def __init__(self, cube: Cube, cutting: CuttingTable | None) -> None:
        """Begin with all layers at detents; `cutting` is what the cube allows, None for nothing."""
        self.cube = cube
        self._cutting = cutting or CuttingTable()
        # The last detent of each layer, and how far it has turned from it.
        self._detents = dict.fromkeys(FACES, 0.0)
        self._ways = dict.fromkeys(FACES, 0.0)
        self._reported: set[tuple[str, str]] = set()
        self.accidents: list[CutCorner] = []

    def follow(self, angles: Mapping[str, float]) -> None:
        """Bring the layers to these angles, a little further than before each time."""
        for face, angle in angles.items():
            way = angle - self._detents[face]
            while abs(way) >= _QUARTER - 1e-6:
                sign = 1 if way > 0 else -1
                self.cube = self.cube.apply((Turn(face, sign % 4),))
                self._detents[face] += sign * _QUARTER
                way -= sign * _QUARTER
            self._ways[face] = way
        self._look_for_accidents()

    def _look_for_accidents(self) -> None:
        turning = [face for face, way in self._ways.items() if abs(way) > TOLERANCE]
        self._reported &= {(one, other) for one in turning for other in turning}
        for number, one in enumerate(turning):
            for other in turning[number + 1 :]:
                pair = one, other
                if OPPOSITE[one] == other or pair in self._reported or self._passes(one, other):
                    continue
                self._reported.add(pair)
                self.accidents.append(CutCorner(pair, (self._ways[one], self._ways[other])))

    def _passes(self, one: str, other: str) -> bool:
        """Return whether one of two layers ends its turn, and the other may be where it is."""
        ways = self._ways[one], self._ways[other]
        rows = self._cutting.rows((ways[0] > 0) == (ways[1] > 0))
        far, near = map(abs, ways)
        return any(
            _QUARTER - ending <= left + TOLERANCE and beginning <= into + TOLERANCE
            for ending, beginning in ((far, near), (near, far))
            for left, into in rows
        )
