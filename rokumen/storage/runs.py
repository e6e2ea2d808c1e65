"""Stores the journals and settings of runs, and finds a run to resume."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from files.access import read_text, replace_text, visible
from files.documents import require
from files.folders import state_folder
from files.lasting_names import lasting_cameras, lasting_port
from files.locks import changing
from files.records import read_record, record_table
from files.wording import reason
from robot.errors import JournalError
from robot.execution.journal import (
    Journal,
    is_finished,
    order_of,
    read_journal,
    unfinished_journals,
)
from robot.rigs.rig import PUBLISHED
from rokumen.errors import InputError
from rokumen.storage.seals import is_sealed, journal_key, seal_of
from rokumen.storage.stored_names import check_stored_camera, check_stored_port
from solver.engines.registry import DEFAULT_METHOD

_log = logging.getLogger(__name__)

_MAX_ORDER_FILE = 100
# No clock says more; a file that does is damaged.
_MAX_ORDER = 10**12
# A number that cannot be kept is above the last one by less than the next that can.
_LEAST_STEP = 0.001


@dataclass(frozen=True, slots=True)
class SolutionPolicy:
    """The rule by which a solution is chosen, as the user has set it.

    `method` is an engine, None for the default. With `fastest` the solution with the shortest
    motion is chosen: among the solutions of `method`, or of all engines if it is None, found within
    `time_limit` seconds (None: the default). `overlap`: whether it is made by motions that overlap;
    None where the robot can. Raises InputError for a time limit without `fastest`.
    """

    method: str | None = None
    fastest: bool = False
    time_limit: float | None = None
    overlap: bool | None = None

    def __post_init__(self) -> None:
        if self.time_limit is not None and not self.fastest:
            raise InputError(f"--time-limit {self.time_limit:g} needs --fastest")

    @property
    def engine(self) -> str:
        """Return the name of the engine that searches for the solutions."""
        return self.method or ("two-phase" if self.fastest else DEFAULT_METHOD)


@dataclass(frozen=True, slots=True)
class SimulatedRobotSettings:
    """Settings of a demo's simulated robot; `state` is the file in which it stores its cube.

    `faults` are as `rokumen simulate --faults` takes them. An `ideal` robot has no imperfect parts.
    """

    rig: str
    seed: int
    jam: float
    pace: float
    state: str
    faults: str = ""
    ideal: bool = False


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Settings of a run. A demo has `simulated`; any other run has a port and a camera.

    `camera_at`: the positions that each camera sees, with commas; "" for those of the rig.
    `durations` is the file of measured durations, or None; `servos` those by which motions take
    their time where it says nothing else, which a demo's robot has; `rig` the name or the file of
    the mechanism's description, None for the one that the robot names; `robot` the name with which
    it is stored, "" for none; `watch`: whether a camera looks after each command of a robot that
    does not measure where it stands.
    """

    choice: SolutionPolicy
    port: str = ""
    camera: str = ""
    simulated: SimulatedRobotSettings | None = None
    durations: str | None = None
    servos: str = PUBLISHED
    rig: str | None = None
    camera_at: str = ""
    robot: str = ""
    watch: bool = True

    def on(
        self, port: str | None = None, camera: str | None = None, camera_at: str | None = None
    ) -> RunSettings:
        """Return the settings with another port or camera, where one is named."""
        return replace(
            self,
            port=port or self.port,
            camera=camera or self.camera,
            camera_at=camera_at or self.camera_at,
        )

    @property
    def lasting(self) -> RunSettings:
        """Return the settings with names of port and camera that are the same after a replug."""
        return self.on(lasting_port(self.port), lasting_cameras(self.camera))


def runs_folder() -> Path:
    """Return the folder of the journals."""
    return state_folder() / "runs"


def new_run_path() -> Path:
    """Return the path of a new journal, named by the time; no run has had it before."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    return runs_folder() / f"{stamp}-{os.getpid()}.jsonl"


def next_order() -> float:
    """Return a number above that of all runs that this user has started or resumed before.

    It is the seconds since 1970, or one more than the last number where the clock was set back.
    Where the last number cannot be kept the journals tell it, with a warning in the log.
    """
    path = state_folder() / "last-run"
    now = time.time()
    try:
        with changing(path):
            order = (
                max(now, _number(read_text(path, _MAX_ORDER_FILE)) + 1) if path.exists() else now
            )
            replace_text(path, f"{order:.3f}\n")
    except (OSError, ValueError) as error:
        _log.warning("the order of the runs is that of their journals: %s", reason(error))
        return max(now, newest_order() + _LEAST_STEP)
    return order


def newest_order() -> float:
    """Return the greatest number that a run's journal has, 0 where there is none."""
    orders = map(order_of, visible(runs_folder().glob("*.jsonl")))
    return max((order for order in orders if order <= _MAX_ORDER), default=0.0)


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        return 0.0
    return number if 0 <= number <= _MAX_ORDER else 0.0


def absolute_name(path: Path | None) -> str | None:
    """Return a file's absolute path, or None."""
    return None if path is None else str(path.absolute())


def open_journal(path: Path, order: float | None = None) -> Journal:
    """Return a journal that is open for appending, its records chained by this computer's key.

    Raises JournalError.
    """
    try:
        key = journal_key()
    except OSError as error:
        _log.warning("%s: `rokumen verify` will not know it: %s", path, reason(error))
        key = b""
    return Journal(path, order, key)


def create_journal(path: Path, settings: RunSettings) -> Journal:
    """Return the new journal of a run, with its settings written.

    Raises JournalError where it cannot be written, or is the journal of another run.
    """
    if path.exists():
        raise JournalError(f"{str(path)!r} is there already; a new run needs a journal of its own")
    journal = open_journal(path, next_order())
    table = record_table(settings.lasting)
    try:
        seal = seal_of(table)
    except OSError as error:
        _log.warning("%s: resuming this run will need --foreign: %s", path, reason(error))
        seal = ""
    try:
        journal.write_durably("begin", run=path.stem, settings=table, seal=seal)
    except JournalError:
        # Of a run that has not begun nothing is left that could be resumed.
        journal.close()
        path.unlink(missing_ok=True)
        raise
    return journal


def reopen_journal(path: Path) -> Journal:
    """Return the journal of a run that is resumed, with that written. Raises JournalError."""
    journal = open_journal(path, next_order())
    try:
        journal.write("resumed")
    except JournalError:
        journal.close()
        raise
    return journal


def is_own(path: Path) -> bool:
    """Return whether this computer has written the settings in a journal. Raises JournalError."""
    begin = read_journal(path)[0]
    return is_sealed(begin.get("settings"), begin.get("seal"))


def find_unfinished_run(
    path: Path | None, port: str | None = None, camera: str | None = None
) -> tuple[Path, RunSettings]:
    """Return journal and settings of the run at `path`, or of the newest unfinished run.

    `port`, `camera`: others than those in the journal, where a person has named them. Raises
    JournalError if there is none, or if it is finished or cannot be read. A damaged journal that
    was not asked for is left out, with a warning in the log.
    """
    if path is not None:
        return path, _unfinished_settings(path, port, camera)
    for newest in _unfinished_runs(port, camera):
        return newest
    raise JournalError(
        f"there is nothing to resume: {str(runs_folder())!r} has no journal of an unfinished run"
    )


def newest_journal() -> Path:
    """Return the journal that was written last, of a run that is finished or not.

    Raises JournalError where there is none.
    """
    paths = sorted(visible(runs_folder().glob("*.jsonl")), key=order_of)
    if not paths:
        raise JournalError(f"{str(runs_folder())!r} has no journal: there was no run yet")
    return paths[-1]


def newest_unfinished_run(fits: Callable[[RunSettings], bool]) -> Path | None:
    """Return the journal of the newest unfinished run of this computer that fits, or None."""
    return next(
        (path for path, settings in _unfinished_runs() if fits(settings) and is_own(path)), None
    )


def _unfinished_runs(
    port: str | None = None, camera: str | None = None
) -> Iterator[tuple[Path, RunSettings]]:
    """Yield the journals and settings of unfinished runs, the newest first."""
    for path in unfinished_journals(runs_folder()):
        try:
            settings = _unfinished_settings(path, port, camera)
        except JournalError as error:
            _log.warning("left out: %s", error)
            continue
        yield path, settings


def _unfinished_settings(path: Path, port: str | None, camera: str | None) -> RunSettings:
    records = read_journal(path)
    if is_finished(records):
        raise JournalError(f"the run in {str(path)!r} is finished; there is nothing to resume")
    try:
        stored = read_record(RunSettings, require(records[0], "settings", dict))
        check_stored_port("" if port else stored.port)
        check_stored_camera("" if camera else stored.camera)
    except ValueError as error:
        raise JournalError(
            f"the journal {str(path)!r} does not contain its run's settings: {error}"
        ) from error
    run = stored.on(port, camera)
    if run.simulated is None:
        return run
    # Whatever a journal says: a file elsewhere would be overwritten.
    return replace(run, simulated=replace(run.simulated, state=state_beside(path)))


def pictures_beside(journal: Path) -> Path:
    """Return the folder of the pictures from which a run was read."""
    return journal.with_suffix(".pictures")


def state_beside(journal: Path) -> str:
    """Return the file in which the simulated robot of a run stores its cube."""
    return str(journal.with_suffix(".robot.json"))
