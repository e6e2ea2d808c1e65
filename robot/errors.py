"""Exceptions raised by the robot package.

RobotError
├── FrameError          a line that is not of the wire protocol (malformed or bad CRC)
├── ForbiddenCommandError  a command that the rig's mechanism forbids from this pose
├── RigError            no rig has this name, or it cannot do what is asked
├── TimingProfileError  a rig profile that cannot be read or has an unknown value
├── UnsupportedError    an optional command that this robot does not know
├── PortError           a port that does not exist, cannot be opened, or is another process's
├── DriveError          a robot's electronics refuse a command, or do not answer
├── LinkError           the robot does not reply, or replies what it must not
│   ├── SilentError     no reply in spite of retries (also a TimeoutError)
│   ├── RebootedError   the robot's epoch changed: its pose is unknown
│   └── VersionError    it speaks another version of the protocol
├── MotionError         the robot reports that a command did not end as it should
│   ├── JamError        a turn jammed at an angle
│   ├── SlipError       a gripper lost the cube or closed on nothing
│   ├── ServoOfflineError  a servo does not respond, or reports an error
│   ├── StoppedError    an emergency stop is in force
│   ├── CommandRejectedError  the robot rejected the command (a bug, or a pose that differs)
│   └── RetriesExhaustedError  one command failed on every retry step
└── JournalError        a journal that cannot be read or resumed
"""

from __future__ import annotations

from files.errors import Error, ProfileError
from robot.rules import Rule

ENDLESS_MOTION = "E422"  # a LinkError: the robot reports busy for longer than any motion takes
OTHER_POSE = "E433"  # a MotionError: it ended a motion elsewhere than commanded, and says so
REFUSED_TARGET = "E442"  # a DriveError: it refuses a target, and moves nothing
# A RetriesExhaustedError: too many turns jammed, though each of them succeeded in the end.
TOO_MANY_JAMS = "E438"


class RobotError(Error):
    """The root of this package's errors."""

    code = "E400"


class FrameError(RobotError, ValueError):
    """The line cannot be read as the wire protocol."""

    code = "E401"


class ForbiddenCommandError(RobotError, ValueError):
    """The rig's mechanism forbids this command from this pose, by a rule of the protocol."""

    code = "E402"

    def __init__(self, message: str, rule: Rule = Rule.MECHANISM) -> None:
        super().__init__(message)
        self.rule = rule


class RigError(RobotError, ValueError):
    """No rig has this name, or the rig cannot do what was requested."""

    code = "E403"


class UnsupportedError(RobotError):
    """The robot does not know an optional command: its mechanism or its firmware lacks it."""

    code = "E405"


class TimingProfileError(RobotError, ProfileError, ValueError):
    """A profile of measured durations cannot be read, or has an unknown rig or duration."""

    code = "E404"


class PortError(RobotError, OSError):
    """The port cannot be opened."""

    code = "E410"


class DriveError(RobotError, OSError):
    """A robot's electronics refuse a command, do not answer, or report an error.

    `channel` and `value`: what is refused, None where it is of no single one; `refusal`: by which
    rule, a `robot.drives.segments.Refusal`, "" for another error.
    """

    code = "E440"

    def __init__(
        self,
        message: str,
        channel: int | None = None,
        value: float | None = None,
        *,
        code: str = "",
        refusal: str = "",
    ) -> None:
        super().__init__(message, code=code)
        self.channel = channel
        self.value = value
        self.refusal = refusal


class LinkError(RobotError):
    """The robot does not answer, or its answer violates the protocol."""

    code = "E420"


class SilentError(LinkError, TimeoutError):
    """No reply in spite of retries."""

    code = "E421"


class RebootedError(LinkError):
    """The robot's epoch changed, so that its pose is unknown."""

    code = "E423"


class VersionError(LinkError):
    """The chip at a port speaks another `version` of the protocol."""

    code = "E424"

    def __init__(self, message: str, version: str = "") -> None:
        super().__init__(message)
        self.version = version


class MotionError(RobotError):
    """A command did not end as it should; the actuator `axis` is `at` this angle.

    `at` is in degrees, and None where the robot does not know; `is_seen`: whether a camera says
    so, and not the robot.
    """

    code = "E430"

    def __init__(
        self,
        message: str,
        axis: str = "",
        at: float | None = None,
        *,
        code: str = "",
        is_seen: bool = False,
    ) -> None:
        super().__init__(message, code=code)
        self.axis = axis
        self.at = at
        self.is_seen = is_seen


class JamError(MotionError):
    """A turn jammed at an angle."""

    code = "E431"


class SlipError(MotionError):
    """A gripper lost the cube or closed on nothing."""

    code = "E432"


class ServoOfflineError(MotionError):
    """A servo does not respond."""

    code = "E434"


class StoppedError(MotionError):
    """An emergency stop is in force."""

    code = "E435"


class CommandRejectedError(MotionError):
    """The robot rejected the command."""

    code = "E436"


class RetriesExhaustedError(MotionError):
    """A plan is abandoned: one command failed on every retry step.

    `lacks_torque`: no actuator could turn any layer, so that the cube is too stiff for them.
    """

    code = "E437"

    def __init__(
        self,
        message: str,
        axis: str = "",
        at: float | None = None,
        *,
        lacks_torque: bool = False,
        code: str = "",
    ) -> None:
        super().__init__(message, axis, at, code=code)
        self.lacks_torque = lacks_torque


class JournalError(RobotError, ValueError):
    """The journal cannot be read or resumed."""

    code = "E407"
