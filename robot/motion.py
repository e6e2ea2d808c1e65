"""What passes from the planner to the executor: how a cube is held, and timetables of commands."""

from __future__ import annotations

from dataclasses import dataclass

from robot.command import Command, Pose
from robot.rig import Rig
from solver.orientation import Orientation
from solver.turn import Turn


@dataclass(frozen=True, slots=True)
class Holding:
    """How the cube is held, and the rig's pose."""

    orientation: Orientation
    pose: Pose


@dataclass(frozen=True, slots=True)
class Action:
    """One command of a plan.

    `turn` is the turn of the cube that it makes, if any; `after` what is held when it has ended;
    `start` and `seconds` are by the plan's own clock, at full speed.
    """

    command: Command
    turn: Turn | None
    after: Holding
    start: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Plan:
    """A timetable of commands from one way of holding the cube to another."""

    rig: str
    start: Holding
    actions: tuple[Action, ...]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Give the turns of the cube in the order in which they are made."""
        return tuple(action.turn for action in self.actions if action.turn is not None)

    @property
    def seconds(self) -> float:
        """Give the time of the whole."""
        return self.actions[-1].start + self.actions[-1].seconds if self.actions else 0.0

    @property
    def end(self) -> Holding:
        """Say how the cube is held after the plan."""
        return self.actions[-1].after if self.actions else self.start


def holding_at_home(rig: Rig) -> Holding:
    """Give the cube held with each face at the position of its name, and the rig at home."""
    return Holding(Orientation.identity(), rig.home)
