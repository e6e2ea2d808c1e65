"""The runs that are kept on disk: a journal each, and for a demo the simulated robot's state."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from robot.errors import JournalError
from robot.journal import Journal, is_finished, newest_unfinished, read_journal, unfinished
from rokumen.choice import Choice
from rokumen.settings import state_folder


@dataclass(frozen=True, slots=True)
class Simulated:
    """The simulated robot of a demo; `state` is the file in which it keeps its cube.

    `faults` are as `rokumen simulate --faults` takes them.
    """

    rig: str
    seed: int
    jam: float
    pace: float
    state: str
    faults: str = ""


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What a run was started with. A demo has `simulated`; any other run a port and a camera.

    `rig_profile` is the file of measured durations, if one was named.
    """

    choice: Choice
    port: str = ""
    camera: str = ""
    simulated: Simulated | None = None
    rig_profile: str | None = None


def runs_folder() -> Path:
    """Give the folder in which the journals are kept."""
    return state_folder() / "runs"


def new_run_path() -> Path:
    """Give the path of a journal that does not exist yet."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    return runs_folder() / f"{stamp}-{os.getpid()}.jsonl"


def named(path: Path | None) -> str | None:
    """Give a file's name that stays right in another folder."""
    return None if path is None else str(path.absolute())


def begin(path: Path, settings: RunSettings) -> Journal:
    """Start the journal of a run."""
    journal = Journal(path)
    journal.write_durably("begin", settings=asdict(settings))
    return journal


def unfinished_run(path: Path | None) -> tuple[Path, RunSettings]:
    """Find a run to resume: the one at `path`, or the newest that did not finish.

    Raises JournalError where there is none, where it is finished, or where it cannot be read.
    """
    path = path or newest_unfinished(runs_folder())
    records = read_journal(path)
    if is_finished(records):
        raise JournalError(f"the run in {str(path)!r} is finished; there is nothing to resume")
    try:
        settings = dict(records[0]["settings"])
        simulated = settings.pop("simulated")
        run = RunSettings(
            Choice(**settings.pop("choice")),
            **settings,
            simulated=Simulated(**simulated) if simulated else None,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise JournalError(
            f"the journal {str(path)!r} does not say how its run was started: {error!r}"
        ) from error
    return path, run


def earlier_run(fits: Callable[[RunSettings], bool]) -> Path | None:
    """Find the newest run that stands unfinished and whose settings fit; None if there is none."""
    for path in unfinished(runs_folder()):
        with suppress(JournalError):
            if fits(unfinished_run(path)[1]):
                return path
    return None
