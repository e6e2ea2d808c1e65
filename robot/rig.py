"""What a rig is: a mechanism's poses, rules and durations, and how it shows the cube's faces.

Planner, scan, executor and simulator all work from such a description; none of them knows a rig
by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from robot.command import Command, Pose
from robot.errors import RigError


@dataclass(frozen=True, slots=True)
class Turned:
    """The face at a position of space turned clockwise, the rest of the cube held."""

    position: str
    quarter_turns: int


@dataclass(frozen=True, slots=True)
class Rotated:
    """The whole cube turned clockwise as somebody looking at `position` sees it."""

    position: str
    quarter_turns: int


Effect = Turned | Rotated | None


@dataclass(frozen=True, slots=True)
class Step:
    """A command that the rig allows from some pose, and what comes of it.

    `seconds` is the time at full speed; `effect` what happens to the cube.
    """

    command: Command
    after: Pose
    seconds: float
    effect: Effect


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

    def homing(self, pose: Pose) -> tuple[Command, ...]:
        """Give the commands that bring any pose home without letting the cube go."""
        ...

    def reseat(self, pose: Pose, axis: str) -> tuple[Command, ...]:
        """Give the commands that let go and take hold again with the hand that `axis` turns.

        None where that would let the cube fall, or where that hand holds nothing.
        """
        ...

    def shown(self, pose: Pose) -> str | None:
        """Say which position of space the camera sees unhidden, if any."""
        ...


RIGS: dict[str, str] = {"two-gripper": "robot.rigs.two_gripper"}
DEFAULT_RIG = "two-gripper"


def load_rig(name: str) -> Rig:
    """Load a rig by its name. Raises RigError for a name that is not in RIGS."""
    if name not in RIGS:
        raise RigError(f"no rig is called {name!r}; there is {', '.join(sorted(RIGS))}")
    return cast("Rig", import_module(RIGS[name]).RIG)
