"""All that the firmware can know of the mechanism: what goes over the servos' own wires."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from robot.command import Grip, Move, Pose


@dataclass(frozen=True, slots=True)
class Sensed:
    """Where the servos say that they stand, and how far (0 to 1) the motion has come."""

    pose: Pose
    progress: float


@dataclass(frozen=True, slots=True)
class Arrived:
    """The motion ended as told, after `seconds` of the mechanism's own time."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Stalled:
    """A servo stopped under load: at an angle in degrees, `load` as a fraction of the most."""

    axis: str
    at: float
    load: float


@dataclass(frozen=True, slots=True)
class Slipped:
    """A hand closed on nothing."""

    gripper: str


@dataclass(frozen=True, slots=True)
class Offline:
    """A servo does not answer."""

    axis: str


@dataclass(frozen=True, slots=True)
class Starved:
    """The supply fell below what the servos need, to so many volts."""

    axis: str
    volts: float


Outcome = Arrived | Stalled | Slipped | Offline | Starved


class Servos(Protocol):
    """The motors of a robot as its firmware sees them."""

    def drive(self, command: Move | Grip) -> None:
        """Set motors going towards targets."""
        ...

    def find_home(self) -> Stalled | None:
        """Look for the marks that homing starts from; says which axis does not find its own."""
        ...

    def halt(self) -> None:
        """Stop all motors; what is closed stays closed. `stands_still` tells when they stand."""
        ...

    def stands_still(self) -> bool:
        """Tell whether no motor moves any more."""
        ...

    def sense(self) -> Sensed:
        """Read the motors."""
        ...

    def poll(self) -> Outcome | None:
        """Say, once, how the last motion ended; None before that."""
        ...

    def next_wake(self) -> float | None:
        """Say when, by the clock, `poll` will have something to say."""
        ...
