"""Exceptions of the application, each with its exit status.

ApplicationError
├── InputError           something the user gave cannot be used
├── UncertainError       the cube could not be read with certainty
├── InterruptedScanError the user stopped a scan, which can be continued
├── NothingFoundError    a search had no result
├── SimulatorStartError  the simulator did not start
├── StoppedRunError      a run stopped before its end and can be resumed
│   ├── SafeStopError        the robot stopped and holds the cube
│   └── InterruptedRunError  the user stopped the run
├── WorkerProcessError   a worker process died
├── HistoryError         the history of runs cannot be read or written
├── ClusterError         the cluster cannot be reached, or its connection was lost
├── UnprovenError        the user stopped a proof; the message has the best solution so far
└── UnsolvedError        an engine returned turns that do not solve the cube
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from files.errors import Error
from robot.errors import RobotError
from rokumen import exit_status
from vision.errors import VisionError

if TYPE_CHECKING:
    from rokumen.jobs.result import Result


class ApplicationError(Error):
    """Base class of this package's errors."""

    exit_status = exit_status.FAILURE


class InputError(ApplicationError, ValueError):
    """Invalid input of the user."""

    exit_status = exit_status.USAGE


class UncertainError(ApplicationError, VisionError):
    """A cube that could not be read with certainty."""

    exit_status = exit_status.UNCERTAIN


class NothingFoundError(ApplicationError):
    """A search without a result."""


class SimulatorStartError(ApplicationError):
    """A simulator that did not start."""


class StoppedRunError(ApplicationError, RobotError):
    """A run that stopped before its end and can be resumed; the message is the reason.

    `advice`: what to do at the robot before resuming; `journal`: the file to resume from;
    `result`: what was done before, None if nothing.
    """

    def __init__(
        self, reason: str, advice: str, journal: Path, result: Result | None = None
    ) -> None:
        super().__init__(reason)
        self.advice = advice
        self.journal = journal
        self.result = result


class SafeStopError(StoppedRunError):
    """A run in which the robot stopped safely and holds the cube."""

    exit_status = exit_status.STOPPED_SAFELY


class InterruptedRunError(StoppedRunError):
    """A run that the user stopped; the robot does not move."""

    exit_status = exit_status.INTERRUPTED


class WorkerProcessError(ApplicationError):
    """A worker process that died while solving."""


class HistoryError(ApplicationError):
    """A history of runs that cannot be read or written."""


class ClusterError(ApplicationError):
    """A cluster that cannot be reached, was lost, or cannot do the work."""


class UnprovenError(ApplicationError):
    """A proof that the user stopped.

    The message has the best solution so far; shorter ones may exist.
    """

    exit_status = exit_status.INTERRUPTED


class InterruptedScanError(ApplicationError):
    """A scan that the user stopped; it can be continued."""

    exit_status = exit_status.INTERRUPTED


class UnsolvedError(ApplicationError):
    """Turns of an engine that do not solve the cube."""
