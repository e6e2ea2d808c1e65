"""Robot state (cube orientation and rig pose) and motion plans: timed sequences of commands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from robot.rigs.command import Command, Pose
from robot.rigs.rig import CubeRotation, Rig, Step
from solver.core.orientation import Orientation
from solver.core.turn import Turn


@dataclass(frozen=True, slots=True)
class RobotState:
    """Orientation of the cube, and the rig's pose."""

    orientation: Orientation
    pose: Pose


@dataclass(frozen=True, slots=True)
class TimedCommand:
    """One command of a plan.

    `turns` are the turns of the cube that it makes, all at once; `after` is the robot state at its
    end; `start` and `seconds` count from the start of the plan, at full speed.
    """

    command: Command
    turns: tuple[Turn, ...]
    after: RobotState
    start: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Plan:
    """A timed sequence of commands from one robot state to another."""

    rig: str
    start: RobotState
    commands: tuple[TimedCommand, ...]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Return the turns of the cube in the order in which they are made."""
        return tuple(turn for action in self.commands for turn in action.turns)

    @property
    def seconds(self) -> float:
        """Return the duration of the whole plan in seconds."""
        return self.commands[-1].start + self.commands[-1].seconds if self.commands else 0.0

    @property
    def end(self) -> RobotState:
        """Return the robot state after the plan."""
        return self.commands[-1].after if self.commands else self.start


def home_state(rig: Rig) -> RobotState:
    """Return the state with the cube in the standard orientation and the rig at home."""
    return RobotState(Orientation.identity(), rig.home)


def plan_from_steps(rig: Rig, start: RobotState, steps: Iterable[Step]) -> Plan:
    """Return the plan that executes steps one after the other.

    The steps lead from canonical pose to canonical pose (`Rig.canonical_pose`), beginning at that
    of `start`.
    """
    actions: list[TimedCommand] = []
    holding, clock = start, 0.0
    for canonical_step in steps:
        step = rig.step(holding.pose, rig.from_canonical(holding.pose, canonical_step.command))
        holding, made = apply_step(holding, step)
        actions.append(TimedCommand(step.command, made, holding, clock, step.seconds))
        clock += step.seconds
    return Plan(rig.name, start, tuple(actions))


def apply_step(holding: RobotState, step: Step) -> tuple[RobotState, tuple[Turn, ...]]:
    """Return the orientation of the cube after a step, and the turns that the step makes."""
    orientation, made = holding.orientation, list[Turn]()
    for effect in step.effects:
        if isinstance(effect, CubeRotation):
            orientation = orientation.rotated(effect.position, effect.quarter_turns)
        else:
            made.append(Turn(holding.orientation.face_at(effect.position), effect.quarter_turns))
    return RobotState(orientation, step.after), tuple(made)
