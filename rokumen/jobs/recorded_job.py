"""Runs a job and records its outcome in the history."""

from __future__ import annotations

from collections.abc import Callable

from robot.errors import StoppedError
from robot.execution.events import RunEvent
from robot.execution.journal import Journal
from robot.link.session import Link
from rokumen.errors import HistoryError, InterruptedRunError, SafeStopError
from rokumen.jobs.cube_job import Job
from rokumen.jobs.operator_advice import operator_advice
from rokumen.run_result import Result
from rokumen.storage.history import RunOutcome, RunStart, history_file, record_outcome, record_start
from rokumen.storage.kept_runs import drop_old_runs


def run_and_record(
    job: Job,
    link: Link,
    journal: Journal,
    on_event: Callable[[RunEvent], None],
    warn: Callable[[str], None],
) -> Result:
    """Do a job as `Job.run` does; its row is in the history however it ends, and old runs go then.

    Raises SafeStopError, and InterruptedRunError at Ctrl-C, each with the result so far. If the
    history cannot be written, `warn` is called and the job continues.
    """
    path = history_file()
    row: int | None = None
    start = RunStart.now(journal.path, link.rig.name, link.url)
    try:
        row = record_start(path, start)
    except HistoryError as error:
        warn(str(error))
    journal.write_last("robot", history=row, rig=start.rig, port=start.port, began=start.began)
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
            "interrupted by the user", advice, journal.path, job.result(outcome)
        ) from error
    except BaseException as error:
        why = type(error).__name__
        raise
    else:
        return result
    finally:
        if row is not None:
            try:
                record_outcome(path, row, job.ending or RunOutcome(outcome, why))
            except HistoryError as error:
                warn(str(error))
        drop_old_runs()
