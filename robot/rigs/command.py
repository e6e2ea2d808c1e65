"""Robot commands (move, grip, home) and poses, as plain values, and what a person calls them."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from solver.core.geometry import SIDES

OPEN = "open"
CLOSED = "closed"
LOW = "low"
UP = "up"
# How far a gripper or a cover is open in each of its positions.
GRIP_OPENINGS = {CLOSED: 0.0, OPEN: 1.0, LOW: 1.5, UP: 2.0}
# Where the grippers of a robot go to have a cube put in or taken out: as far as they open.
LOADING = "loading"
# Where a cover goes back to once it has closed, so that it presses no longer; it counts as closed.
RELEASE = "release"
# Where closing jaws meet the cube. From there to closed they count as closed, and in between they
# rest: `robot.rigs.actuators.resting_pulse`.
CONTACT = "contact"

# The pulses between which a servo is kept, in microseconds: those that nearly all hobby servos
# reach, and those to which a person may widen them for a robot whose servos go further.
USUAL_PULSES = (500, 2500)
# How far a pulse changes for a degree of nearly all hobby servos, in microseconds.
USUAL_PULSE_PER_DEGREE = (USUAL_PULSES[1] - USUAL_PULSES[0]) / 180
WIDEST_PULSES = (400, 2600)
# What it is that the person agrees to.
WIDENING_RISK = (
    "Most servos end between 500 and 2500 µs; one that is driven against its end stop stalls, gets "
    "hot and burns"
)
# The largest step of a jog, in microseconds, and its speed, in microseconds of the pulse a second.
MAX_JOG_MICROSECONDS = WIDEST_PULSES[1] - WIDEST_PULSES[0]
JOG_SPEED = 500.0
# A servo that gets its first pulse may jump to it; after so long, in seconds, it has arrived.
ENABLE_SECONDS = 1.0

# Largest move of an axis that does not continue to the next detent, in degrees.
WIGGLE_DEGREES = 8


# How far an axis may be from an angle and still count as being at it, in degrees.
ANGLE_TOLERANCE_DEGREES = 5.0


# The keys and values of a line, in order.
Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Pose:
    """The position of every actuator, in the order of the rig's `axes` and `grippers`.

    `angles` are in degrees; `grips` are named positions, such as open and closed.
    """

    angles: tuple[float, ...]
    grips: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arrival:
    """The end of a motion as commanded: the pose, and the duration by the robot's own clock.

    `unsettled`: the seconds for which its servos settle still.
    """

    pose: Pose
    seconds: float
    unsettled: float = 0.0


@dataclass(frozen=True, slots=True)
class Move:
    """Move axes to absolute angles: (axis, degrees), at `speed` and `torque` percent of full."""

    verb: ClassVar[str] = "MOVE"
    targets: tuple[tuple[str, int], ...]
    speed: int = 100
    torque: int = 100

    @property
    def fields(self) -> Fields:
        """Return its fields on the robot's line, with the sign of each angle."""
        targets = ((axis, f"{degrees:+d}") for axis, degrees in self.targets)
        return (*targets, ("v", str(self.speed)), ("torque", str(self.torque)))

    def extend_to_detents(self, angles: Mapping[str, float]) -> Move:
        """Return the move that continues a mere wiggle from `angles` to the next detents."""

        def next_detent(axis: str, degrees: int) -> int:
            travel = degrees - angles[axis]
            if degrees % 90 == 0 or abs(travel) > WIGGLE_DEGREES:
                return degrees
            return 90 * (math.ceil(degrees / 90) if travel > 0 else math.floor(degrees / 90))

        return replace(
            self, targets=tuple((axis, next_detent(axis, to)) for axis, to in self.targets)
        )

    def without_overshoot(self, overshoot_at: Callable[[float], int]) -> Move:
        """Return the move with each target that is an overshoot of a detent set to this detent.

        `overshoot_at`: by how many degrees an axis turns too far at a detent.
        """

        def nearest(degrees: int) -> int:
            detent = 90 * round(degrees / 90)
            return detent if abs(degrees - detent) <= overshoot_at(detent) else degrees

        return replace(self, targets=tuple((axis, nearest(to)) for axis, to in self.targets))

    def __str__(self) -> str:
        return " ".join(f"{axis} to {degrees:+d}°" for axis, degrees in self.targets)


@dataclass(frozen=True, slots=True)
class Grip:
    """Move grippers to named positions: (gripper, open or closed)."""

    verb: ClassVar[str] = "GRIP"
    targets: tuple[tuple[str, str], ...]

    @property
    def fields(self) -> Fields:
        """Return its fields on the robot's line."""
        return self.targets

    def __str__(self) -> str:
        return " ".join(f"{gripper} {position}" for gripper, position in self.targets)


@dataclass(frozen=True, slots=True)
class Regrip:
    """Let `grippers` go, turn axes to absolute angles meanwhile, and take hold again.

    The three overlap as far as nothing touches (`robot.rigs.rig.Rig.parts`); `speed` and `torque`
    are of the turning, in percent of full.
    """

    verb: ClassVar[str] = "REGRIP"
    grippers: tuple[str, ...]
    targets: tuple[tuple[str, int], ...]
    speed: int = 100
    torque: int = 100

    @property
    def opening(self) -> Grip:
        """Return the motion by which the grippers let go."""
        return Grip(tuple((name, OPEN) for name in self.grippers))

    @property
    def turning(self) -> Move:
        """Return the motion of the axes."""
        return Move(self.targets, self.speed, self.torque)

    @property
    def closing(self) -> Grip:
        """Return the motion by which the grippers take hold again."""
        return Grip(tuple((name, CLOSED) for name in self.grippers))

    @property
    def fields(self) -> Fields:
        """Return its fields on the robot's line."""
        return (("grippers", ",".join(self.grippers)), *self.turning.fields)

    def __str__(self) -> str:
        return f"{' and '.join(self.grippers)} regrip, {self.turning}"


@dataclass(frozen=True, slots=True)
class Home:
    """Move to the home pose from any pose, without releasing the cube."""

    verb: ClassVar[str] = "HOME"
    fields: ClassVar[Fields] = ()

    def __str__(self) -> str:
        return "home"


@dataclass(frozen=True, slots=True)
class Load:
    """Move the axes home and open all grippers, so that a cube can be put in and taken out."""

    verb: ClassVar[str] = "LOAD"
    fields: ClassVar[Fields] = ()

    def __str__(self) -> str:
        return "load"


# What moves some actuators of a rig to targets.
MotionCommand = Move | Grip | Regrip
Command = MotionCommand | Home


def moved_by(command: MotionCommand) -> frozenset[str]:
    """Return the names of the axes and grippers that a command moves."""
    released = command.grippers if isinstance(command, Regrip) else ()
    return frozenset((*released, *(name for name, _ in command.targets)))


@dataclass(frozen=True, slots=True)
class PulseQuestion:
    """Ask for the pulse of one servo, which moves nothing; `kind` is "axis" or "gripper"."""

    verb: ClassVar[str] = "JOG"
    kind: str
    name: str

    @property
    def fields(self) -> Fields:
        """Return its fields on the robot's line."""
        return ((self.kind, self.name),)


@dataclass(frozen=True, slots=True)
class Jog:
    """Move one servo by a step of its pulse in microseconds; `kind` is "axis" or "gripper"."""

    verb: ClassVar[str] = "JOG"
    kind: str
    name: str
    step: int

    @property
    def fields(self) -> Fields:
        """Return its fields on the robot's line."""
        return (self.kind, self.name), ("by", f"{self.step:+d}")

    def __str__(self) -> str:
        return f"{self.kind} {self.name} by {self.step:+d} µs"


@dataclass(frozen=True, slots=True)
class Enable:
    """Give one servo that gets no pulse its first one, in microseconds; it may jump to it."""

    verb: ClassVar[str] = "ENABLE"
    kind: str
    name: str
    pulse: int

    @property
    def fields(self) -> Fields:
        """Return its fields on the robot's line."""
        return (self.kind, self.name), ("us", str(self.pulse))

    def __str__(self) -> str:
        return f"{self.kind} {self.name} from {self.pulse} µs on"


def axis_name(axis: str, grippers: Container[str]) -> str:
    """Return what a person calls an axis: a wrist if it turns one of the `grippers`."""
    if axis in grippers:
        return wrist_name(axis)
    return f"{SIDES[axis]} axis" if axis in SIDES else axis


def wrist_name(wrist: str) -> str:
    """Return what a person calls a wrist, the axis that turns a gripper."""
    return f"{SIDES[wrist]} wrist" if wrist in SIDES else wrist


def gripper_name(gripper: str) -> str:
    """Return what a person calls a gripper."""
    return f"{SIDES[gripper]} gripper" if gripper in SIDES else gripper


def actuator_name(actuator: str, grippers: Container[str]) -> str:
    """Return what a person calls `axis:NAME` or `gripper:NAME`, of a robot with `grippers`."""
    kind, _, name = actuator.partition(":")
    return axis_name(name, grippers) if kind == "axis" else gripper_name(name)


def wrist_words(place: str) -> str:
    """Return what a person calls a place of a wrist: "left wrist +90°" for `L +90`."""
    wrist, degrees = place.split()
    return f"{wrist_name(wrist)} {degrees}°"


def angle(degrees: float) -> str:
    """Return an angle for a person: "+90°", "0°"."""
    return f"{round(degrees):+d}°" if round(degrees) else "0°"


def command_words(command: Command | Load, grippers: Container[str]) -> str:
    """Return a command for a person: "left wrist to +90°", "left gripper open", "home"."""
    match command:
        case Move(targets=turned):
            return ", ".join(f"{axis_name(axis, grippers)} to {angle(to)}" for axis, to in turned)
        case Grip(targets=gripped):
            return ", ".join(f"{gripper_name(name)} {position}" for name, position in gripped)
        case Regrip():
            regripped = " and ".join(gripper_name(name) for name in command.grippers)
            return f"{regripped} again, {command_words(command.turning, grippers)}"
    return str(command)
