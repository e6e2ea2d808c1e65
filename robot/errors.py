"""Exceptions raised by the robot package.

RobotError
├── FrameError          a line that is not of the wire protocol (malformed or bad CRC)
├── ForbiddenCommandError  a command that the rig's mechanism forbids from this pose
├── RigError            no rig has this name, or it cannot do what is asked
├── TimingProfileError  a rig profile that cannot be read or has an unknown value
├── UnsupportedError    an optional command that this robot does not know
├── PortError           a port that does not exist or cannot be opened
│   └── PortBusyError   another process has the port
├── TraceError          a file for a trace of the line that cannot be written
├── LinkError           the robot does not reply, or replies what it must not
│   ├── SilentError     no reply in spite of retries (also a TimeoutError)
│   ├── MotionTimeoutError  the robot reports busy for longer than any motion takes
│   ├── RebootedError   the robot's epoch changed: its pose is unknown
│   └── VersionError    it speaks another version of the protocol
├── MotionError         the robot reports that a command did not end as it should
│   ├── JamError        a turn jammed at an angle
│   ├── SlipError       a gripper lost the cube or closed on nothing
│   ├── ServoOfflineError  a servo does not respond
│   ├── StoppedError    an emergency stop is in force
│   ├── CommandRejectedError  the robot rejected the command (a bug, or a pose that differs)
│   └── RetriesExhaustedError  one command failed on every retry step
│       └── TooManyJamsError  too many turns jammed, though each succeeded in the end
└── JournalError        a journal that cannot be read or resumed
"""

from __future__ import annotations

from files.errors import Error, ProfileError
from robot.rules import Rule


class RobotError(Error):
    """The root of this package's errors."""


class FrameError(RobotError, ValueError):
    """The line cannot be read as the wire protocol."""


class ForbiddenCommandError(RobotError, ValueError):
    """The rig's mechanism forbids this command from this pose, by a rule of the protocol."""

    def __init__(self, message: str, rule: Rule = Rule.MECHANISM) -> None:
        super().__init__(message)
        self.rule = rule


class RigError(RobotError, ValueError):
    """No rig has this name, or the rig cannot do what was requested."""


class UnsupportedError(RobotError):
    """The robot does not know an optional command: its mechanism or its firmware lacks it."""


class TimingProfileError(RobotError, ProfileError, ValueError):
    """A profile of measured durations cannot be read, or has an unknown rig or duration."""


class PortError(RobotError, OSError):
    """The port cannot be opened."""


class PortBusyError(PortError):
    """Another process has the port; the message says which."""


class TraceError(RobotError):
    """The trace of a robot's line cannot be written."""


class LinkError(RobotError):
    """The robot does not answer, or its answer violates the protocol."""


class SilentError(LinkError, TimeoutError):
    """No reply in spite of retries."""


class MotionTimeoutError(LinkError):
    """The robot reports busy for longer than any motion takes."""


class RebootedError(LinkError):
    """The robot's epoch changed, so that its pose is unknown."""


class VersionError(LinkError):
    """The robot speaks another version of the protocol."""


class MotionError(RobotError):
    """A command did not end as it should; the actuator `axis` is `at` this angle.

    `at` is in degrees, and None where the robot does not know.
    """

    def __init__(self, message: str, axis: str = "", at: float | None = None) -> None:
        super().__init__(message)
        self.axis = axis
        self.at = at


class JamError(MotionError):
    """A turn jammed at an angle."""


class SlipError(MotionError):
    """A gripper lost the cube or closed on nothing."""


class PoseError(MotionError):
    """The robot ended a motion elsewhere than commanded, and says so."""


class ServoOfflineError(MotionError):
    """A servo does not respond."""


class StoppedError(MotionError):
    """An emergency stop is in force."""


class CommandRejectedError(MotionError):
    """The robot rejected the command."""


class RetriesExhaustedError(MotionError):
    """A plan is abandoned: one command failed on every retry step."""


class TooManyJamsError(RetriesExhaustedError):
    """Too many turns jammed, though each of them succeeded in the end."""


class JournalError(RobotError, ValueError):
    """The journal cannot be read or resumed."""
