"""Interface between firmware and servos, and the outcomes of a motion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from robot.rigs.command import Grip, Move, Pose


@dataclass(frozen=True, slots=True)
class ServoReading:
    """Where the servos say that they stand, and how far (0 to 1) the motion has come."""

    pose: Pose
    progress: float


@dataclass(frozen=True, slots=True)
class Completed:
    """The motion ended as commanded, after `seconds` of the mechanism's own time."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Stalled:
    """A servo stopped under load: at an angle in degrees, `load` as a fraction of the most."""

    axis: str
    at: float
    load: float


@dataclass(frozen=True, slots=True)
class Slipped:
    """A gripper closed on nothing."""

    gripper: str


@dataclass(frozen=True, slots=True)
class Offline:
    """A servo does not respond."""

    axis: str


@dataclass(frozen=True, slots=True)
class Undervoltage:
    """The supply fell below what the servos need, to so many volts."""

    axis: str
    volts: float


MotionOutcome = Completed | Stalled | Slipped | Offline | Undervoltage


class ServoDriver(Protocol):
    """The motors of a robot as its firmware sees them."""

    def start(self, command: Move | Grip) -> None:
        """Set motors going towards targets."""
        ...

    def find_home(self) -> Stalled | None:
        """Look for the marks that homing starts from; says which axis does not find its own."""
        ...

    def halt(self) -> None:
        """Stop all motors; what is closed stays closed. `is_stopped` tells when they stand."""
        ...

    def is_stopped(self) -> bool:
        """Return True if no motor moves any more."""
        ...

    def read(self) -> ServoReading:
        """Read the motors."""
        ...

    def poll(self) -> MotionOutcome | None:
        """Return, once, how the last motion ended; None before that."""
        ...

    def next_wakeup(self) -> float | None:
        """Return when, by the clock, `poll` will have something to say."""
        ...
