"""States of the robot, what cameras see of the cube in them, and the commands between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from robot.rigs.command import Command, Home, Move, Pose, Regrip
from robot.rigs.rig import CubeRotation, Rig, Sight, Step
from solver.core.geometry import FRAMES, OPPOSITE, face_towards
from solver.core.orientation import Orientation
from solver.core.turn import Turn


@dataclass(frozen=True, slots=True)
class RobotState:
    """Orientation of the cube, and the rig's pose."""

    orientation: Orientation
    pose: Pose


@dataclass(frozen=True, slots=True)
class PlannedCommand:
    """One command of a plan.

    `turns` are the turns of the cube that it makes, all at once; `after` is the robot state at its
    end; `start` and `seconds` count from the start of the plan, at full speed.
    """

    command: Command
    turns: tuple[Turn, ...]
    after: RobotState
    start: float
    seconds: float

    @property
    def verb(self) -> str:
        """Return the verb of the command on the robot's line: MOVE, GRIP, REGRIP or HOME."""
        return self.command.verb

    @property
    def targets(self) -> Mapping[str, int | str]:
        """Return where each actuator goes: an axis to degrees, a gripper to a named position.

        Of a regrip these are the axes alone.
        """
        return {} if isinstance(self.command, Home) else dict(self.command.targets)

    @property
    def speed(self) -> int:
        """Return the percentage of the full speed."""
        return self.command.speed if isinstance(self.command, Move | Regrip) else 100

    @property
    def torque(self) -> int:
        """Return the percentage of the full torque."""
        return self.command.torque if isinstance(self.command, Move | Regrip) else 100


def home_state(rig: Rig) -> RobotState:
    """Return the state with the cube in the standard orientation and the rig at home."""
    return RobotState(Orientation.identity(), rig.home)


def apply_step(holding: RobotState, step: Step) -> tuple[RobotState, tuple[Turn, ...]]:
    """Return the orientation of the cube after a step, and the turns that the step makes."""
    orientation, made = holding.orientation, list[Turn]()
    for effect in step.effects:
        if isinstance(effect, CubeRotation):
            orientation = orientation.rotated(effect.position, effect.quarter_turns)
        else:
            made.append(Turn(holding.orientation.face_at(effect.position), effect.quarter_turns))
    return RobotState(orientation, step.after), tuple(made)


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
    return _views(rig.sights(state.pose), state)


def partial_views_from(rig: Rig, state: RobotState) -> tuple[ScanView, ...]:
    """Return the same, and faces hidden in part which are seen whole in other poses."""
    return _views(rig.partial_sights(state.pose), state)


def _views(sights: Sequence[Sight], state: RobotState) -> tuple[ScanView, ...]:
    orientation = state.orientation
    return tuple(
        ScanView(
            orientation.face_at(sight.position),
            sight.position,
            face_rotation(orientation, sight.position),
            state,
            sight.hidden,
        )
        for sight in sights
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
