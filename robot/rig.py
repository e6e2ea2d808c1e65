"""What a rig is: a mechanism's poses, rules and durations, and how it shows the cube's faces.

Planner, scan, executor and simulator all work from such a description; none of them knows a rig
by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Protocol, cast

import robot.rigs
from robot.command import Command, Pose
from robot.errors import RigError
from solver.orientation import Orientation
from solver.turn import Turn


@dataclass(frozen=True, slots=True)
class Turned:
    """The face at a position of space turned clockwise by `axis`, the rest of the cube held."""

    axis: str
    position: str
    degrees: float

    @property
    def quarter_turns(self) -> int:
        """Count the clockwise quarter turns, 0 to 3."""
        return round(self.degrees / 90) % 4


@dataclass(frozen=True, slots=True)
class Rotated:
    """The whole cube turned clockwise as somebody looking at `position` sees it."""

    position: str
    degrees: float

    @property
    def quarter_turns(self) -> int:
        """Count the clockwise quarter turns, 0 to 3."""
        return round(self.degrees / 90) % 4


Effect = Turned | Rotated


@dataclass(frozen=True, slots=True)
class Step:
    """A command that the rig allows from some pose, and what comes of it.

    `seconds` is the time at full speed; `effects` are what happens to the cube, all at once: to
    opposite faces, to the whole cube, or nothing.
    """

    command: Command
    after: Pose
    seconds: float
    effects: tuple[Effect, ...] = ()


class Rig(Protocol):
    """A mechanism that holds and turns a cube; a value, so that plans can be remembered by it."""

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """Name the rig, as on the command line and on the wire."""
        ...

    @property
    def axes(self) -> tuple[str, ...]:
        """Name the axes whose angles a pose lists."""
        ...

    @property
    def grippers(self) -> tuple[str, ...]:
        """Name the grippers whose positions a pose lists."""
        ...

    @property
    def durations(self) -> Any:
        """Give how long its motions take: a data class of seconds."""
        ...

    @property
    def cameras(self) -> tuple[str, ...]:
        """Name the positions that each camera sees: one from above, or three from a corner."""
        ...

    @property
    def home(self) -> Pose:
        """Give the pose that a job starts from."""
        ...

    def step(self, pose: Pose, command: Command) -> Step:
        """Say what `command` does from `pose`; axes may stand off a detent only to return to one.

        Raises RuleError where the mechanism forbids it.
        """
        ...

    def steps(self, pose: Pose) -> tuple[Step, ...]:
        """List every useful command that is allowed from a pose with all axes on detents."""
        ...

    def like(self, pose: Pose) -> Pose:
        """Give the pose that stands for all from which the same can be done in the same time."""
        ...

    def command_from(self, pose: Pose, command: Command) -> Command:
        """Give the command that does from `pose` what `command` does from `like(pose)`."""
        ...

    def rests(self, pose: Pose) -> bool:
        """Tell whether a job may end in this pose."""
        ...

    def homing(self, pose: Pose) -> tuple[Command, ...]:
        """Give the commands that bring any pose home without letting the cube go."""
        ...

    def reseat(self, pose: Pose, axis: str) -> tuple[Command, ...]:
        """Give the commands that let go and take hold again with the hand that `axis` turns.

        None where that would let the cube fall, or where that hand holds nothing.
        """
        ...

    def shown(self, pose: Pose) -> tuple[str, ...]:
        """Name the positions of space that a camera sees unhidden."""
        ...

    def spelled(self, turns: tuple[Turn, ...], held: Orientation) -> tuple[Turn, ...]:
        """Give turns that the rig can make and that do to a cube held like this what `turns` do."""
        ...


# A rig is a file of robot/rigs that describes it as RIG: two_gripper.py is two-gripper.
RIGS: tuple[str, ...] = tuple(
    module.name.replace("_", "-") for module in iter_modules(robot.rigs.__path__)
)
DEFAULT_RIG = "two-gripper"


def load_rig(name: str) -> Rig:
    """Load a rig by its name. Raises RigError for a name that is not in RIGS."""
    if name not in RIGS:
        raise RigError(f"no rig is called {name!r}; there is {', '.join(sorted(RIGS))}")
    return cast("Rig", import_module(f"robot.rigs.{name.replace('-', '_')}").RIG)
