"""Failures that a command ends with, each with its exit status.

ApplicationError
├── InputError           something the user gave cannot be used
├── UnreadableError      the cube could not be read with certainty
├── InterruptedScanError the person stopped a scan, which can be continued
├── NothingFoundError    nothing was found that was looked for
├── SimulatorStartError  the simulator did not start
├── SafeStopError        the robot holds still and the run can be resumed
├── LostProcessError     a process that was solving has died
├── HistoryError         the history of runs cannot be read or written
├── ClusterError         the cluster is not there, or has gone away
├── InterruptedRunError  the person stopped the run, which can be resumed
└── UnprovenError        the person stopped a proof; the best solution so far is told
"""

from __future__ import annotations

from rokumen import exit_status


class ApplicationError(Exception):
    """The root of this package's errors."""

    exit_status = exit_status.FAILURE


class InputError(ApplicationError, ValueError):
    """Something the user gave cannot be used."""

    exit_status = exit_status.USAGE


class UnreadableError(ApplicationError):
    """The cube could not be read with certainty."""

    exit_status = exit_status.UNCERTAIN


class NothingFoundError(ApplicationError):
    """Nothing was found that was looked for."""


class SimulatorStartError(ApplicationError):
    """The simulator did not start."""


class SafeStopError(ApplicationError):
    """The robot holds still with the cube in its hands, and the run can be resumed."""

    exit_status = exit_status.STOPPED_SAFELY


class InterruptedRunError(ApplicationError):
    """The person stopped the run; the robot holds still, and the run can be resumed."""

    exit_status = exit_status.INTERRUPTED


class LostProcessError(ApplicationError):
    """A process that was solving has died."""


class HistoryError(ApplicationError):
    """The history of runs cannot be read or written."""


class ClusterError(ApplicationError):
    """The cluster is not there, has gone away, or cannot do the work."""


class UnprovenError(ApplicationError):
    """The person stopped a proof; the best solution so far is told, but shorter ones may exist."""

    exit_status = exit_status.INTERRUPTED


class InterruptedScanError(ApplicationError):
    """The person stopped a scan, which can be continued."""

    exit_status = exit_status.INTERRUPTED


class UnsolvedError(ApplicationError):
    """The engine gave turns that do not solve the cube."""
