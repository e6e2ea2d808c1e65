"""Exceptions of the application, each with its exit status.

ApplicationError
├── InputError           something the user gave cannot be used
├── HistoryError         the history of runs cannot be read or written
└── InterruptedWorkError the user stopped a scan or a proof; the message says what there is so far

How a run can stop is in rokumen/jobs/result.py.
"""

from __future__ import annotations

from files.errors import Error
from rokumen import exit_status

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
