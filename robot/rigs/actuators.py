"""Where jaws rest, what servos report, and the outcomes of a motion."""

from __future__ import annotations

import math
from dataclasses import dataclass

from robot.rigs.command import USUAL_PULSE_PER_DEGREE, Pose

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
