"""Runs a job and records its outcome in the history."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from robot.errors import StoppedError
from robot.execution.events import RunEvent
from robot.link.session import Link
from rokumen.errors import HistoryError, InterruptedRunError, SafeStopError
from rokumen.jobs.cube_job import Job
from rokumen.jobs.operator_advice import operator_advice
from rokumen.run_result import Result
from rokumen.storage.history import RunOutcome, RunStart, history_file, record_outcome, record_start


def run_and_record(
    job: Job,
    link: Link,
    journal: Path,
    on_event: Callable[[RunEvent], None],
    warn: Callable[[str], None],
) -> Result:
    """Do a job as `Job.run` does; its row is in the history however it ends.

    Raises SafeStopError, and InterruptedRunError at Ctrl-C, each with the result so far. If the
    history cannot be written, `warn` is called and the job continues.
    """
    path = history_file()
    row: int | None = None
    try:
        row = record_start(path, RunStart.now(journal, link.rig.name, link.url))
    except HistoryError as error:
        warn(str(error))
    began = time.monotonic()
    outcome, why = "interrupted", ""
    try:
        result = job.run(on_event)
        outcome = "solved"
    except SafeStopError as error:
        outcome, why = "stopped", str(error)
        raise
    except KeyboardInterrupt as error:
        why = type(error).__name__
        advice = operator_advice(StoppedError(""), job.sighting)
        raise InterruptedRunError(
            "interrupted by the user", advice, journal, job.result(outcome)
        ) from error
    except BaseException as error:
        why = type(error).__name__
        raise
    else:
        return result
    finally:
        if row is not None:
            done = outcome_of(job.result(outcome), why, time.monotonic() - began)
            try:
                record_outcome(path, row, done)
            except HistoryError as error:
                warn(str(error))


def outcome_of(result: Result, why: str, seconds: float) -> RunOutcome:
    """Return the outcome of a job for the history, `seconds` after it began."""
    return RunOutcome(
        outcome=result.outcome,
        why=why,
        took_seconds=round(seconds, 3),
        motion_seconds=round(result.motion_seconds, 3),
        turns=result.htm,
        jams=result.jams,
        slips=result.slips,
        retries=result.retries,
        replans=result.replans,
    )
