"""The solids of which the grippers of each rig are made, where their motors stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from robot.rigs.camera_geometry import ConvexSolid, box, rotation
from robot.rigs.mechanisms.flipper import Flipper
from robot.rigs.mechanisms.four_gripper import FourGripper
from robot.rigs.mechanisms.jaws import Jaws
from robot.rigs.mechanisms.two_gripper import TwoGripper
from robot.rigs.rig import Rig
from solver.core.geometry import FACES, FRAMES, OPPOSITE

Array = npt.NDArray[np.float64]
Colour = tuple[int, int, int]  # blue, green, red

_ALUMINIUM: Colour = (176, 172, 166)
_STEEL: Colour = (128, 124, 118)
_PRINTED: Colour = (84, 74, 66)
_RUBBER: Colour = (46, 44, 42)


@dataclass(frozen=True)
class GripperPart:
    """A solid of one colour outside the cube's face with the normal `outward`."""

    solid: ConvexSolid
    colour: Colour
    outward: Array

    def is_in_front_of_cube(self, camera_position: Array) -> bool:
        """Return True if the part is between the cube and a camera, so that it is drawn last."""
        return bool(self.outward @ camera_position > 1.5)


# A gripper at the cube's left, its jaws above and below: x runs towards the cube.
_PALM = box((-2.5, -2.05, -0.62), (-2.1, 2.05, 0.62))
_PLATE = box((-2.1, -1.0, -0.5), (-1.98, 1.0, 0.5))
_WRIST = box((-9.0, -0.5, -0.5), (-2.5, 0.5, 0.5))
_COLLAR = box((-3.1, -0.72, -0.72), (-2.5, 0.72, 0.72))
_ARM_SIDE = 0.1  # by so much an arm is narrower and shorter than its pad


# A flipper's cradle below the cube, and its cover in place above it.
_CRADLE = box((-1.75, -1.95, -1.75), (1.75, -1.55, 1.75))
_AXLE = box((-0.5, -3.0, -0.5), (0.5, -1.95, 0.5))
_COVER = box((-1.6, 1.53, -1.6), (1.6, 1.75, 1.6))
_COVER_ARM = box((-0.4, 1.75, -2.6), (0.4, 2.0, 0.4))
_COVER_BACK = 3.6  # how far the cover is retracted when open
_COVER_LIFT = 0.5


def _grippers(
    positions: Sequence[str], jaws: Jaws, angles: Sequence[float], openings: Sequence[float]
) -> list[GripperPart]:
    parts: list[GripperPart] = []
    for position, angle, opening in zip(positions, angles, openings, strict=True):
        parts += _gripper(position, _over_at_0(position, positions), jaws, angle, opening)
    return parts


def _over_at_0(position: str, positions: Sequence[str]) -> str:
    """Return the face of the cube over which the jaws of a gripper at `position` lie at angle 0.

    It is one to whose side no gripper stands, of those at `positions`, and across from none.
    """
    held = {*positions, *(OPPOSITE[each] for each in positions)}
    return next(each for each in FACES if each not in held)


def _flipper(angle: float, opening: float) -> list[GripperPart]:
    above, front = (np.array(FRAMES[position].normal, float) for position in "UF")
    turn = rotation(-above, angle)
    back = opening * (_COVER_LIFT * above - _COVER_BACK * front)
    return [
        GripperPart(_AXLE.transformed(turn), _STEEL, -above),
        GripperPart(_CRADLE.transformed(turn), _PRINTED, -above),
        GripperPart(_COVER.transformed(np.eye(3), back), _ALUMINIUM, above),
        GripperPart(_COVER_ARM.transformed(np.eye(3), back), _PRINTED, above),
    ]


# Grippers are drawn again and again where they were: most stand still while one moves.
@lru_cache(maxsize=512)
def _gripper(
    position: str, over: str, jaws: Jaws, angle: float, opening: float
) -> tuple[GripperPart, ...]:
    """Return the parts of a gripper at `position`, whose jaws lie over `over` at 0."""
    outward, above = (np.array(FRAMES[each].normal, float) for each in (position, over))
    turn = rotation(outward, angle) @ np.stack([-outward, above, np.cross(-outward, above)], 1)
    back = opening * jaws.draw_back * outward
    parts = [
        GripperPart(solid.transformed(turn, back), colour, outward)
        for solid, colour in (
            (_WRIST, _STEEL),
            (_COLLAR, _PRINTED),
            (_PALM, _ALUMINIUM),
            (_PLATE, _RUBBER),
        )
    ]
    pad, arm = _finger(jaws)
    for side in (np.eye(3), rotation(np.array([1.0, 0.0, 0.0]), 180.0)):
        jaw = turn @ side
        upwards = jaw @ np.array([0.0, 1.0, 0.0])
        apart = back + opening * jaws.opening * upwards
        parts += [
            GripperPart(solid.transformed(jaw, apart), colour, upwards)
            for solid, colour in ((pad, _RUBBER), (arm, _PRINTED))
        ]
    return tuple(parts)


@cache
def _finger(jaws: Jaws) -> tuple[ConvexSolid, ConvexSolid]:
    """Return the pad and the arm of the upper finger of a gripper at the cube's left."""
    half, end = jaws.width / 2, jaws.reach - 1.5
    narrow = max(half - _ARM_SIDE, _ARM_SIDE)
    return (
        box((-1.62, 1.51, -half), (end, 1.74, half)),
        box((-2.5, 1.72, -narrow), (end - _ARM_SIDE, 2.0, narrow)),
    )


def gripper_parts(
    rig: Rig, angles: Sequence[float], openings: Sequence[float]
) -> list[GripperPart]:
    """Return the parts of a rig's grippers, those farther from the camera first.

    `angles` of its axes, in degrees; `openings` of its grippers, 0 closed and 1 open. A mechanism
    that is described in Python elsewhere has no parts.
    """
    match rig:
        case TwoGripper():
            return _grippers(rig.positions, rig.jaws, angles, openings)
        case FourGripper():
            return _grippers(rig.axes, rig.jaws, angles, openings)
        case Flipper():
            return _flipper(*angles, *openings)
    return []
