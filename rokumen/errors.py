"""All exceptions that are public, and those of the application, each with its exit status.

ApplicationError
├── InputError           something the user gave cannot be used
├── HistoryError         the history of runs cannot be read or written
├── InterruptedWorkError the user stopped a scan or a proof; the message says what there is so far
└── StoppedRunError      a run that can be resumed (a RobotError, too)
    ├── SafeStopError        the robot stopped safely
    └── InterruptedRunError  the user stopped it
"""

from __future__ import annotations

from pathlib import Path

from calibration.errors import CalibrationError, CalibrationFileError, GripperCalibrationError
from drawing.errors import DrawingError
from files.access import FileError
from files.errors import DamagedTableError, Error, ProfileError, TableCacheError
from firmware_sim.errors import OptionError, SimulatorError
from robot.errors import (
    CommandRejectedError,
    DriveError,
    ForbiddenCommandError,
    FrameError,
    JamError,
    JournalError,
    LinkError,
    MotionError,
    PortError,
    RebootedError,
    RetriesExhaustedError,
    RigError,
    RobotError,
    ServoOfflineError,
    SilentError,
    SlipError,
    StoppedError,
    TimingProfileError,
    UnsupportedError,
    VersionError,
)
from rokumen import exit_status
from rokumen.run_result import Result
from solver.core.errors import (
    CubeError,
    FaceletError,
    IllegalCubeError,
    MethodError,
    NoSolutionError,
    NotationError,
    PuzzleError,
    SolveError,
    TimeLimitError,
    UnsolvedError,
)
from vision.errors import (
    CameraError,
    EndOfStreamError,
    ImageSetError,
    MissingFacesError,
    NoFaceError,
    PictureError,
    RepeatedFaceError,
    UncertainError,
    UnreadablePictureError,
    VisionError,
)

# The public names: each is the class of a package, or of the application below.
__all__ = [
    "ApplicationError",
    "CalibrationError",
    "CalibrationFileError",
    "CameraError",
    "CommandRejectedError",
    "CubeError",
    "DamagedTableError",
    "DrawingError",
    "DriveError",
    "EndOfStreamError",
    "Error",
    "FaceletError",
    "FileError",
    "ForbiddenCommandError",
    "FrameError",
    "GripperCalibrationError",
    "HistoryError",
    "IllegalCubeError",
    "ImageSetError",
    "InputError",
    "InterruptedRunError",
    "InterruptedWorkError",
    "JamError",
    "JournalError",
    "LinkError",
    "MethodError",
    "MissingFacesError",
    "MotionError",
    "NoFaceError",
    "NoSolutionError",
    "NotationError",
    "OptionError",
    "PictureError",
    "PortError",
    "ProfileError",
    "PuzzleError",
    "RebootedError",
    "RepeatedFaceError",
    "RetriesExhaustedError",
    "RigError",
    "RobotError",
    "SafeStopError",
    "ServoOfflineError",
    "SilentError",
    "SimulatorError",
    "SlipError",
    "SolveError",
    "StoppedError",
    "StoppedRunError",
    "TableCacheError",
    "TimeLimitError",
    "TimingProfileError",
    "UncertainError",
    "UnreadablePictureError",
    "UnsolvedError",
    "UnsupportedError",
    "VersionError",
    "VisionError",
]

NOTHING_FOUND = "E703"  # an ApplicationError: a search had no result
# An ApplicationError: a process that solves died, or a cluster cannot be reached or do the work.
WORKERS = "E706"


class ApplicationError(Error):
    """Base class of this package's errors."""

    code = "E700"
    exit_status = exit_status.FAILURE


class InputError(ApplicationError, ValueError):
    """Invalid input of the user."""

    code = "E701"
    exit_status = exit_status.USAGE


class HistoryError(ApplicationError):
    """A history of runs that cannot be read or written."""

    code = "E705"


class InterruptedWorkError(ApplicationError):
    """A scan or a proof that the user stopped; the message says what there is so far."""

    code = "E708"
    exit_status = exit_status.INTERRUPTED


class StoppedRunError(ApplicationError, RobotError):
    """A run that stopped before its end and can be resumed; the message is the reason.

    `advice`: what to do at the robot before resuming; `journal`: the file to resume from;
    `result`: what was done before, None if nothing.
    """

    code = "E710"

    def __init__(
        self, reason: str, advice: str, journal: Path, result: Result | None = None
    ) -> None:
        super().__init__(reason)
        self.advice = advice
        self.journal = journal
        self.result = result


class SafeStopError(StoppedRunError):
    """A run in which the robot stopped safely: it stands still."""

    code = "E711"
    exit_status = exit_status.STOPPED_SAFELY


class InterruptedRunError(StoppedRunError):
    """A run that the user stopped; the robot does not move."""

    code = "E712"
    exit_status = exit_status.INTERRUPTED
