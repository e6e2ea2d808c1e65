"""The interface of a rig description: poses, mechanical rules, durations, visible faces.

Planner, scan, executor and simulator all use such a description; none of them depends on a rig's
name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from robot.errors import RigError
from robot.rigs.command import CLOSED, OPEN, Command, Pose
from solver.core.orientation import Orientation
from solver.core.turn import Turn

# A servo of jaws turns so far from closed to open, in degrees.
JAW_DEGREES = 90.0
# More canonical poses than any mechanism of a few axes has.
MAX_POSES = 5_000


@dataclass(frozen=True, slots=True)
class FaceTurn:
    """A clockwise turn of the face at `position` by `axis`; the rest of the cube is held."""

    axis: str
    position: str
    degrees: float

    @property
    def quarter_turns(self) -> int:
        """Count the clockwise quarter turns, 0 to 3."""
        return round(self.degrees / 90) % 4


@dataclass(frozen=True, slots=True)
class CubeRotation:
    """A rotation of the whole cube, clockwise as seen when looking at `position`."""

    position: str
    degrees: float

    @property
    def quarter_turns(self) -> int:
        """Count the clockwise quarter turns, 0 to 3."""
        return round(self.degrees / 90) % 4


Effect = FaceTurn | CubeRotation


@dataclass(frozen=True, slots=True)
class Step:
    """A command that the rig allows from some pose, and its result.

    `seconds` is the time at full speed; `effects` are the simultaneous changes of the cube: turns
    of opposite faces, a rotation of the whole cube, or none.
    """

    command: Command
    after: Pose
    seconds: float
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Sight:
    """A face that a camera sees at `position`, and which of its facelets (0 to 8) are hidden.

    The facelets are numbered row by row as seen from outside, as those of the face of that name.
    """

    position: str
    hidden: frozenset[int] = frozenset()


class Rig(ABC):
    """A mechanism that holds and turns a cube. It is hashable, so that plans can be cached by rig.

    A subclass is a frozen data class. The methods implemented here suit most mechanisms.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def name(self) -> str:
        """Return the name of the rig, as on the command line and on the wire."""

    @property
    def mechanism(self) -> str:
        """Return the kind of mechanism, by which a robot may name itself on the wire too."""
        return self.name

    @property
    @abstractmethod
    def axes(self) -> tuple[str, ...]:
        """Return the axes whose angles a pose lists."""

    @property
    @abstractmethod
    def grippers(self) -> tuple[str, ...]:
        """Return the grippers whose positions a pose lists."""

    @property
    @abstractmethod
    def durations(self) -> Any:
        """Return the durations of its motions: a data class of seconds."""

    @property
    @abstractmethod
    def cameras(self) -> tuple[str, ...]:
        """Return the positions that each camera sees: one, two at an edge or three at a corner.

        Such as ("U",) or ("URF", "DLB"); "" for a camera whose place is not known.
        """

    @property
    def camera_rolls(self) -> tuple[float, ...]:
        """Return how far the cube is turned counter-clockwise in each camera's picture, in degrees.

        At 0 the top of the picture is the side on which the facelets have their first row.
        """
        return (0.0,) * len(self.cameras)

    @property
    @abstractmethod
    def home(self) -> Pose:
        """Return the pose that a job starts from."""

    @abstractmethod
    def step(self, pose: Pose, command: Command) -> Step:
        """Return what `command` does from `pose`; an axis off a detent may only return to one.

        Raises ForbiddenCommandError where the mechanism forbids it.
        """

    @abstractmethod
    def steps(self, pose: Pose) -> tuple[Step, ...]:
        """List every useful command that is allowed from a pose with all axes on detents."""

    @property
    def poses(self) -> tuple[Pose, ...]:
        """Return every canonical pose that the rig reaches from home, home first.

        Raises RigError for more than MAX_POSES, when the steps probably never end.
        """
        found = {self.canonical_pose(self.home): None}
        waiting = deque(found)
        while waiting:
            for step in self.steps(waiting.popleft()):
                pose = self.canonical_pose(step.after)
                if pose not in found:
                    found[pose] = None
                    waiting.append(pose)
            if len(found) > MAX_POSES:
                raise RigError(f"the {self.name} rig has more than {MAX_POSES} poses")
        return tuple(found)

    def canonical_pose(self, pose: Pose) -> Pose:
        """Return the representative of all poses with the same commands and durations.

        It is the pose itself, unless a rig says otherwise.
        """
        return pose

    def from_canonical(self, pose: Pose, command: Command) -> Command:
        """Return the command that does from `pose` what `command` does from "
        "`canonical_pose(pose)`."""
        return command

    @abstractmethod
    def may_end(self, pose: Pose) -> bool:
        """Return True if a job may end in this pose."""

    @abstractmethod
    def homing_commands(self, pose: Pose) -> tuple[Command, ...]:
        """Return the commands that lead from any pose to home without releasing the cube."""

    def loading_commands(self, pose: Pose) -> tuple[Command, ...]:
        """Return the commands that lead from any pose to one in which a cube can be put in.

        They bring grippers to LOADING, which `step` allows only for them: nothing holds the cube
        then. Homing closes the grippers on it. Returns () for a mechanism that cannot do this.
        """
        return ()

    def servo_angles(self, gripper: str) -> Mapping[str, float]:
        """Return the angles (degrees from closed) of a gripper's servo at its positions.

        A board that has measured its pulses has others; these fill in what it does not know.
        """
        return {CLOSED: 0.0, OPEN: JAW_DEGREES}

    def servo_motions(self, pose: Pose, commands: tuple[Command, ...]) -> tuple[Command, ...]:
        """Return the motions of the servos by which firmware makes commands from a pose.

        They are the commands themselves, unless a mechanism has to move further and back.
        """
        return commands

    @property
    def overshoot(self) -> int:
        """Return by how many degrees an axis turns a layer too far before it returns."""
        return 0

    @property
    def play(self) -> int:
        """Return by how many degrees a layer stays behind the axis that turns it."""
        return 0

    def regrip_commands(self, pose: Pose, axis: str) -> tuple[Command, ...]:
        """Return the commands that open and close the gripper of `axis`.

        Returns () if the cube would fall or the gripper holds nothing.
        """
        return ()

    @abstractmethod
    def visible_faces(self, pose: Pose) -> tuple[str, ...]:
        """Return the face positions that a camera sees without a gripper over them."""

    def sights(self, pose: Pose) -> tuple[Sight, ...]:
        """Return the faces that a camera sees, also those that a gripper hides in part."""
        return tuple(Sight(position) for position in self.visible_faces(pose))

    def rewrite_turns(self, turns: tuple[Turn, ...], orientation: Orientation) -> tuple[Turn, ...]:
        """Return turns that the rig can make, with the effect of `turns` in this orientation."""
        return turns
