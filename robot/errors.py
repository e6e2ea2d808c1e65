"""What can go wrong between the host and the robot's hands.

RobotError
├── FrameError          a line on the wire that is not one of ours (bad form or bad CRC)
├── RuleError           a command that the rig's mechanism forbids from this pose
├── RigError            no rig has this name, or it cannot do what is asked
├── ProfileError        a rig profile that cannot be read or says what no rig has
├── PortError           a port that does not exist, is busy or cannot be opened
├── LinkError           the robot does not answer, or answers what it must not
│   ├── SilentError     nothing came back in spite of retries (also a TimeoutError)
│   ├── EndlessError    a motion that never ends
│   ├── RebootedError   the robot's epoch changed: its pose is unknown
│   └── VersionError    it speaks another version of the protocol
├── MotionError         the robot reports that a command did not end as it should
│   ├── JamError        a turn caught at an angle
│   ├── SlipError       a grip lost its hold
│   ├── OfflineError    a servo does not answer
│   ├── StoppedError    an emergency stop is in force
│   ├── RefusedError    the robot refused the command (a bug, or a pose that differs)
│   └── GaveUpError     one turn failed as often as the recovery ladder allows
│       └── CaughtOftenError  too many turns caught, though each was made in the end
└── JournalError        a journal that cannot be read or resumed
"""

from __future__ import annotations


class RobotError(Exception):
    """The root of this package's errors."""


class FrameError(RobotError, ValueError):
    """The line cannot be read as the wire protocol."""


class RuleError(RobotError, ValueError):
    """The rig's mechanism forbids this command from this pose."""


class RigError(RobotError, ValueError):
    """No rig has this name, or it cannot do what is asked of it."""


class ProfileError(RobotError, ValueError):
    """A profile of measured durations cannot be read, or says what no rig has."""


class PortError(RobotError, OSError):
    """The port cannot be opened."""


class LinkError(RobotError):
    """The robot does not answer, or answers what it must not."""


class SilentError(LinkError, TimeoutError):
    """Nothing came back in spite of retries."""


class EndlessError(LinkError):
    """The robot says for ever that it is busy."""


class RebootedError(LinkError):
    """The robot's epoch changed, so that its pose is unknown."""


class VersionError(LinkError):
    """The robot speaks another version of the protocol."""


class MotionError(RobotError):
    """A command did not end as it should; `axis` and `at` say where it stands.

    `at` is in degrees, and None where the robot does not know.
    """

    def __init__(self, message: str, axis: str = "", at: float | None = None) -> None:
        super().__init__(message)
        self.axis = axis
        self.at = at


class JamError(MotionError):
    """A turn caught at an angle."""


class SlipError(MotionError):
    """A grip lost its hold."""


class OfflineError(MotionError):
    """A servo does not answer."""


class StoppedError(MotionError):
    """An emergency stop is in force."""


class RefusedError(MotionError):
    """The robot refused the command."""


class GaveUpError(MotionError):
    """A plan is not gone on with: one turn failed as often as the recovery ladder allows."""


class CaughtOftenError(GaveUpError):
    """Too many turns caught, though each of them was made in the end."""


class JournalError(RobotError, ValueError):
    """The journal cannot be read or resumed."""
