"""States of the robot, and the planned commands that lead from one to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from robot.rigs.command import Command, Home, Move, Pose, Regrip
from robot.rigs.rig import CubeRotation, Rig, Step
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
