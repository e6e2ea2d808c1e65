"""The faces of a cube that cameras see in a state of the robot, and how they are rotated there."""

from __future__ import annotations

from dataclasses import dataclass

from robot.planning.robot_state import RobotState
from robot.rigs.rig import Rig
from solver.core.geometry import FRAMES, OPPOSITE, face_towards
from solver.core.orientation import Orientation


@dataclass(frozen=True, slots=True)
class ScanView:
    """A moment at which a camera sees `face`, at `position`.

    `quarter_turns` is the clockwise rotation of the face in the picture, relative to the order in
    which its facelets are numbered. `hidden` are the stickers, row by row in the picture (0 to 8),
    that a gripper hides.
    """

    face: str
    position: str
    quarter_turns: int
    holding: RobotState
    hidden: frozenset[int] = frozenset()

    @property
    def hidden_facelets(self) -> frozenset[int]:
        """Return the hidden stickers in the order in which the face's facelets are numbered."""
        return frozenset(_before_turning(each, self.quarter_turns) for each in self.hidden)


def views_from(rig: Rig, state: RobotState) -> tuple[ScanView, ...]:
    """Return the faces that the cameras see in a state, whole or in part."""
    orientation = state.orientation
    return tuple(
        ScanView(
            orientation.face_at(sight.position),
            sight.position,
            face_rotation(orientation, sight.position),
            state,
            sight.hidden,
        )
        for sight in rig.sights(state.pose)
    )


def face_rotation(orientation: Orientation, position: str) -> int:
    """Return how far the face at `position` is turned clockwise, seen from outside.

    The picture's top is the side on which the facelets of `position` have their first row.
    """
    sides = _clockwise_sides(position)
    return sides.index(orientation.position_of(_clockwise_sides(orientation.face_at(position))[0]))


def _clockwise_sides(face: str) -> tuple[str, str, str, str]:
    """Return the neighbours of a face, clockwise from the one above its first row."""
    below, right = (face_towards(vector) for vector in (FRAMES[face].down, FRAMES[face].right))
    return OPPOSITE[below], right, below, OPPOSITE[right]


def _before_turning(cell: int, quarter_turns: int) -> int:
    """Return the cell of a face (0 to 8) that clockwise quarter turns bring to `cell`."""
    for _ in range(quarter_turns):
        row, column = divmod(cell, 3)
        cell = 3 * (2 - column) + row
    return cell
