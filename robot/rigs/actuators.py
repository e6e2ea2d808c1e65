"""Interface between firmware and servos, and the outcomes of a motion."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from robot.rigs.command import USUAL_PULSE_PER_DEGREE, Enable, Jog, MotionCommand, Pose

# So long after the last motion, in seconds, closed jaws relax.
REST_SECONDS = 0.3
# At rest jaws keep this part of their squeeze, the way from contact to closed, in percent, and so
# many degrees of it: half of a servo's play, and what friction takes. With 1.1 degrees jaws that
# hold alone drop every second cube, see docs/simulate.md.
KEPT_PERCENT = 50
LEAST_KEPT_DEGREES = 2.2
LEAST_KEPT_MICROSECONDS = math.ceil(LEAST_KEPT_DEGREES * USUAL_PULSE_PER_DEGREE)
# Of jaws whose contact is all that is known.
USUAL_SQUEEZE_DEGREES = LEAST_KEPT_DEGREES * 100 / KEPT_PERCENT


def resting_pulse(closed: float, contact: float) -> float:
    """Return the pulse at which jaws rest, between those of contact and closed, in microseconds.

    Jaws whose squeeze is smaller than what they keep at least stay closed. The rule of jaws.c.
    """
    squeeze = abs(closed - contact)
    kept = max(math.ceil(squeeze * KEPT_PERCENT / 100), LEAST_KEPT_MICROSECONDS)
    return contact + math.copysign(min(kept, squeeze), closed - contact)


@dataclass(frozen=True, slots=True)
class ServoReading:
    """The pose that the servos report, and the completed fraction of the motion (0 to 1)."""

    pose: Pose
    progress: float


@dataclass(frozen=True, slots=True)
class Completed:
    """The motion ended as commanded, after `seconds` of the mechanism's own time."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Stalled:
    """A servo stopped under load, at an angle in degrees; `load` is a fraction of the maximum."""

    axis: str
    at: float
    load: float


@dataclass(frozen=True, slots=True)
class Slipped:
    """A gripper closed on nothing."""

    gripper: str


@dataclass(frozen=True, slots=True)
class Offline:
    """The servo of an actuator of a `kind` does not respond, or reports `why` it will not."""

    axis: str
    why: str = ""
    kind: str = "axis"


@dataclass(frozen=True, slots=True)
class Undervoltage:
    """The supply fell to `volts`, below what the servos need."""

    axis: str
    volts: float


MotionOutcome = Completed | Stalled | Slipped | Offline | Undervoltage


class ServoDriver(Protocol):
    """The motors of a robot as its firmware sees them."""

    @property
    def can(self) -> tuple[str, ...]:
        """Return what of `load`, `off`, `jog`, `enable`, `relax`, `overlap` they can do."""
        ...

    @property
    def has_power(self) -> bool:
        """Return False if a motor has no power, which the next motion gives it."""
        ...

    def unpower(self) -> None:
        """Take the power from all motors, which stand still."""
        ...

    def pulse(self, kind: str, name: str) -> int:
        """Return the pulse that a servo gets now, in microseconds, 0 for none. Moves nothing."""
        ...

    @property
    def pulse_limits(self) -> tuple[int, int]:
        """Return the lowest and the highest pulse of a jog, in microseconds."""
        ...

    def start(self, command: MotionCommand) -> None:
        """Start the motors towards the targets.

        Those without power get it before, one after the other; then relaxed jaws close again. A
        Regrip is started only where the motors can overlap their motions.
        """
        ...

    def relax(self) -> bool:
        """Let closed jaws go slowly to where they rest (`resting_pulse`); the pose stays.

        The motors stand still otherwise. Returns False where no gripper knows another place to rest
        than closed.
        """
        ...

    def jog(self, jog: Jog) -> None:
        """Start to move one servo by a step of its pulse, at JOG_SPEED at most.

        The servo gets a pulse, and the step ends within `pulse_limits`.
        """
        ...

    def enable(self, enable: Enable) -> None:
        """Give a servo that gets no pulse its first one; the motion takes ENABLE_SECONDS."""
        ...

    def find_home(self) -> Stalled | None:
        """Search the reference marks of homing; return the axis that does not find its own."""
        ...

    def halt(self) -> None:
        """Stop all motors; closed grippers stay closed. They stand still when `is_stopped`.

        Those that were to get power get none.
        """
        ...

    def advance(self) -> None:
        """Do what is due by now, at rest too."""
        ...

    def is_stopped(self) -> bool:
        """Return True if no motor moves any more."""
        ...

    def read(self) -> ServoReading:
        """Return what the servos report now."""
        ...

    def outcome(self) -> MotionOutcome | None:
        """Return, once, how the last motion had ended at the last `advance`; None before that."""
        ...

    def next_wakeup(self) -> float | None:
        """Return the time, by the clock, at which `advance` has something to do."""
        ...
