"""Geometry of the grippers of each rig, for rendering."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from firmware_sim.camera.solids import Solid, box, rotation
from firmware_sim.physics.state import PhysicalState
from solver.core.geometry import FRAMES

Array = npt.NDArray[np.float64]
Colour = tuple[int, int, int]  # blue, green, red

_ALUMINIUM: Colour = (176, 172, 166)
_STEEL: Colour = (128, 124, 118)
_PRINTED: Colour = (84, 74, 66)
_RUBBER: Colour = (46, 44, 42)


@dataclass(frozen=True)
class Part:
    """A solid of one colour outside the cube's face with the normal `outward`."""

    solid: Solid
    colour: Colour
    outward: Array

    def is_in_front_of_cube(self, camera_position: Array) -> bool:
        """Return True if the part is between the cube and a camera, so that it is drawn last."""
        return bool(self.outward @ camera_position > 1.5)


# A gripper at the cube's left, its jaws above and below: x runs towards the cube.
_REACH = 1.45  # how far an open gripper is retracted
_SPREAD = 0.3  # how far its jaws open
_PALM = box((-2.5, -2.05, -0.62), (-2.1, 2.05, 0.62))
_PLATE = box((-2.1, -1.0, -0.5), (-1.98, 1.0, 0.5))
_WRIST = box((-9.0, -0.5, -0.5), (-2.5, 0.5, 0.5))
_COLLAR = box((-3.1, -0.72, -0.72), (-2.5, 0.72, 0.72))
_ARM = box((-2.5, 1.72, -0.5), (-0.72, 2.0, 0.5))
_PAD = box((-1.62, 1.51, -0.6), (-0.62, 1.74, 0.6))
_TO_POSITION = {"L": 0.0, "B": 90.0, "R": 180.0, "F": 270.0}  # clockwise from above


# A flipper's cradle below the cube, and its cover in place above it.
_CRADLE = box((-1.75, -1.95, -1.75), (1.75, -1.55, 1.75))
_AXLE = box((-0.5, -3.0, -0.5), (0.5, -1.95, 0.5))
_COVER = box((-1.6, 1.53, -1.6), (1.6, 1.75, 1.6))
_COVER_ARM = box((-0.4, 1.75, -2.6), (0.4, 2.0, 0.4))
_COVER_BACK = 3.6  # how far the cover is retracted when open
_COVER_LIFT = 0.5


def _hands_at(positions: str, state: PhysicalState) -> list[Part]:
    parts = []
    for position, angle, opening in zip(positions, state.angles, state.openings, strict=True):
        parts += _hand(position, angle, opening)
    return parts


def _flipper(state: PhysicalState) -> list[Part]:
    above, front = (np.array(FRAMES[position].normal, float) for position in "UF")
    (angle,), (opening,) = state.angles, state.openings
    turn = rotation(-above, angle)
    back = opening * (_COVER_LIFT * above - _COVER_BACK * front)
    return [
        Part(_AXLE.transformed(turn), _STEEL, -above),
        Part(_CRADLE.transformed(turn), _PRINTED, -above),
        Part(_COVER.transformed(np.eye(3), back), _ALUMINIUM, above),
        Part(_COVER_ARM.transformed(np.eye(3), back), _PRINTED, above),
    ]


def _hand(position: str, angle: float, opening: float) -> list[Part]:
    outward = np.array(FRAMES[position].normal, float)
    above = np.array(FRAMES["U"].normal, float)
    turn = rotation(outward, angle) @ rotation(above, _TO_POSITION[position])
    back = opening * _REACH * outward
    parts = [
        Part(solid.transformed(turn, back), colour, -above)
        for solid, colour in (
            (_WRIST, _STEEL),
            (_COLLAR, _PRINTED),
            (_PALM, _ALUMINIUM),
            (_PLATE, _RUBBER),
        )
    ]
    over = rotation(np.array([1.0, 0.0, 0.0]), 180.0)
    for side in (np.eye(3), over):
        jaw = turn @ side
        apart = back + opening * _SPREAD * jaw @ above
        parts += [
            Part(solid.transformed(jaw, apart), colour, jaw @ above)
            for solid, colour in ((_PAD, _RUBBER), (_ARM, _PRINTED))
        ]
    return parts


def _no_parts(state: PhysicalState) -> list[Part]:
    return []


_DRAWINGS: dict[str, Callable[[PhysicalState], list[Part]]] = {
    "two-gripper": partial(_hands_at, "LB"),
    "two-gripper-270": partial(_hands_at, "LB"),
    "four-gripper": partial(_hands_at, "FRBL"),
    "flipper": _flipper,
}


def gripper_parts(rig: str, state: PhysicalState) -> list[Part]:
    """Return the parts of a rig's grippers, those farther from the camera first."""
    return _DRAWINGS.get(rig, _no_parts)(state)
