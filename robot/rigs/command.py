"""Robot commands (move, grip, home) and poses, as plain values."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

OPEN = "open"
CLOSED = "closed"
LOW = "low"
UP = "up"

# How far an axis may go without going on to the next detent.
WIGGLE_DEGREES = 8


@dataclass(frozen=True, slots=True)
class Pose:
    """Where every actuator stands, in the order of the rig's `axes` and `grippers`.

    `angles` are in degrees; `grips` are named positions, such as open and closed.
    """

    angles: tuple[float, ...]
    grips: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A motion that ended as commanded: the pose, and its seconds by the robot's own clock."""

    pose: Pose
    seconds: float


@dataclass(frozen=True, slots=True)
class Move:
    """Bring axes to absolute angles: (axis, degrees), at `speed` and `torque` percent of full."""

    targets: tuple[tuple[str, int], ...]
    speed: int = 100
    torque: int = 100

    def extend_to_detents(self, angles: Mapping[str, float]) -> Move:
        """Return the move on to the next detents, where it only wiggles axes from `angles`."""

        def next_detent(axis: str, degrees: int) -> int:
            travel = degrees - angles[axis]
            if degrees % 90 == 0 or abs(travel) > WIGGLE_DEGREES:
                return degrees
            return 90 * (math.ceil(degrees / 90) if travel > 0 else math.floor(degrees / 90))

        return replace(
            self, targets=tuple((axis, next_detent(axis, to)) for axis, to in self.targets)
        )

    def __str__(self) -> str:
        return " ".join(f"{axis} to {degrees:+d}°" for axis, degrees in self.targets)


@dataclass(frozen=True, slots=True)
class Grip:
    """Bring grippers to named positions: (gripper, open or closed)."""

    targets: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return " ".join(f"{gripper} {position}" for gripper, position in self.targets)


@dataclass(frozen=True, slots=True)
class Home:
    """Go to the home pose from wherever the actuators are, never letting the cube go."""

    def __str__(self) -> str:
        return "home"


Command = Move | Grip | Home
