"""Runs a job and records its outcome in the history."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from robot.link.session import Link
from rokumen.errors import HistoryError, SafeStopError
from rokumen.jobs.cube_job import Job, JobResult
from rokumen.storage.history import RunOutcome, RunStart, history_file, record_outcome, record_start
from solver.core.turn import htm


def run_and_record(job: Job, link: Link, journal: Path, warn: Callable[[str], None]) -> JobResult:
    """Do a job as `Job.run` does; its row is in the history however it ends.

    A history that cannot be written is warned of; the cube is solved all the same.
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
        result = job.run()
        outcome = "solved"
    except SafeStopError as error:
        outcome, why = "stopped", str(error)
        raise
    except BaseException as error:
        why = type(error).__name__
        raise
    else:
        return result
    finally:
        if row is not None:
            done = job.result(solved=outcome == "solved", outcome=outcome)
            try:
                record_outcome(path, row, outcome_of(done, why, time.monotonic() - began))
            except HistoryError as error:
                warn(str(error))


def outcome_of(result: JobResult, why: str, seconds: float) -> RunOutcome:
    """Return for the history what a job came to, `seconds` after it began."""
    return RunOutcome(
        outcome=result.outcome,
        why=why,
        took_seconds=round(seconds, 3),
        motion_seconds=round(result.motion_seconds, 3),
        turns=htm(result.moves),
        jams=result.jams,
        slips=result.slips,
        retries=result.retries,
        replans=result.replans,
    )
