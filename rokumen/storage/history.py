"""The history of runs in an SQLite file.

A row is inserted as soon as the robot responds, and completed when the run ends. A run that crashes
therefore stays in the history without an outcome.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path

from files.access import check_regular
from files.documents import without_surrogates
from files.folders import state_folder
from files.locks import LOCKS_SUPPORTED, changing, is_locked
from files.wording import reason
from rokumen.errors import HistoryError
from rokumen.run_result import Result

VERSION = 1
BUSY_TIMEOUT_SECONDS = 5.0
UNFINISHED = "unfinished"
RUNNING = "running"
CRASHED = "crashed"

_SCHEMA = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    began TEXT NOT NULL,
    journal TEXT NOT NULL,
    rig TEXT NOT NULL,
    port TEXT NOT NULL,
    outcome TEXT NOT NULL,
    why TEXT NOT NULL,
    took_seconds REAL,
    motion_seconds REAL,
    turns INTEGER NOT NULL,
    jams INTEGER NOT NULL,
    slips INTEGER NOT NULL,
    retries INTEGER NOT NULL,
    replans INTEGER NOT NULL
)
"""


@dataclass(frozen=True, slots=True)
class RunStart:
    """Start of a run: `began` (ISO 8601, UTC), journal, rig and port."""

    began: str
    journal: str
    rig: str
    port: str

    @classmethod
    def now(cls, journal: Path, rig: str, port: str) -> RunStart:
        """Return the start of a run that begins now."""
        began = datetime.now(UTC).isoformat(timespec="seconds")
        return cls(began, str(journal.absolute()), rig, port)


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """Outcome of a run: `outcome` is solved, stopped or interrupted.

    A run without an end is unfinished; when listed, it is running or crashed. Times are in seconds:
    `took_seconds` by the host's clock, `motion_seconds` by the robot's. A number is None if the
    file has something else in its place.
    """

    outcome: str = UNFINISHED
    why: str = ""
    took_seconds: float | None = None
    motion_seconds: float | None = None
    turns: int | None = 0
    jams: int | None = 0
    slips: int | None = 0
    retries: int | None = 0
    replans: int | None = 0

    @classmethod
    def of(cls, result: Result, why: str, seconds: float) -> RunOutcome:
        """Return the outcome of a job, `seconds` after it began."""
        return cls(
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


@dataclass(frozen=True, slots=True)
class RunRecord:
    """Row of the history."""

    id: int
    beginning: RunStart
    ending: RunOutcome

    def as_json(self) -> dict[str, object]:
        """Return the row as one flat object."""
        values = (self.id, *astuple(self.beginning), *astuple(self.ending))
        return dict(zip(("id", *_BEGINNING, *_ENDING), values, strict=True))


# The columns of the table and keys of the JSON.
_BEGINNING = tuple(each.name for each in fields(RunStart))
_ENDING = tuple(each.name for each in fields(RunOutcome))


def history_file() -> Path:
    """Return the path of the history, in the parent folder of the journals."""
    return state_folder() / "history.sqlite3"


def record_start(path: Path, beginning: RunStart) -> int:
    """Insert a run and return the id of its row. Raises HistoryError."""
    columns = ", ".join(_BEGINNING + _ENDING)
    places = ", ".join("?" * len(_BEGINNING + _ENDING))
    with _opened(path) as database:
        row = database.execute(
            f"INSERT INTO runs ({columns}) VALUES ({places})",
            _storable((*astuple(beginning), *astuple(RunOutcome()))),
        ).lastrowid
    assert row is not None
    return row


def record_outcome(path: Path, row: int, ending: RunOutcome) -> None:
    """Store the outcome of a run. Raises HistoryError."""
    values = ", ".join(f"{name} = ?" for name in _ENDING)
    with _opened(path) as database:
        database.execute(
            f"UPDATE runs SET {values} WHERE id = ?", (*_storable(astuple(ending)), row)
        )


def forget_runs(path: Path, journals: Collection[str]) -> None:
    """Remove the runs whose journals have these names. Raises HistoryError."""
    if not path.exists():
        return
    with _opened(path) as database:
        rows = database.execute("SELECT id, journal FROM runs").fetchall()
        gone = [(row,) for row, journal in rows if Path(_text(journal)).name in journals]
        database.executemany("DELETE FROM runs WHERE id = ?", gone)


def _storable(values: Iterable[object]) -> tuple[object, ...]:
    """Return the values of a row with text that SQLite can store."""
    return tuple(without_surrogates(v) if isinstance(v, str) else v for v in values)


def list_runs(path: Path, most: int = -1) -> tuple[RunRecord, ...]:
    """Return the newest `most` runs (all: -1), the newest last. Raises HistoryError.

    A value of a wrong type hides neither the rest of its row nor the other rows.
    """
    if not path.exists():
        return ()
    columns = ", ".join(("id", *_BEGINNING, *_ENDING))
    with _opened(path) as database:
        rows = database.execute(
            f"SELECT {columns} FROM runs ORDER BY id DESC LIMIT ?", (most,)
        ).fetchall()
    split = 1 + len(_BEGINNING)
    runs: list[RunRecord] = []
    seen: set[str] = set()
    for row in rows:
        beginning, ending = RunStart(*map(_text, row[1:split])), _outcome(*row[split:])
        # A journal's lock is held by the last run that resumed it.
        runs.append(
            RunRecord(row[0], beginning, _with_live_status(ending, beginning.journal, seen))
        )
        seen.add(beginning.journal)
    return tuple(reversed(runs))


def _outcome(
    outcome: object, why: object, took: object, motion: object, *counts: object
) -> RunOutcome:
    return RunOutcome(
        _text(outcome), _text(why), _seconds(took), _seconds(motion), *map(_count, counts)
    )


def _text(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def _seconds(value: object) -> float | None:
    return value if isinstance(value, int | float) and 0 <= value < math.inf else None


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and value >= 0 else None


def _with_live_status(ending: RunOutcome, journal: str, taken_up_since: set[str]) -> RunOutcome:
    """Return the outcome with an unfinished run marked as running or crashed."""
    if ending.outcome != UNFINISHED or not LOCKS_SUPPORTED:
        return ending
    is_running = journal not in taken_up_since and is_locked(Path(journal))
    return replace(ending, outcome=RUNNING if is_running else CRASHED)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the history for one atomic transaction."""
    try:
        check_regular(path)
        # SQLite itself may let one of several processes wait until its time is over.
        with changing(path), closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_SECONDS)) as opened:
            opened.text_factory = lambda text: text.decode(errors="replace")
            with opened:
                _check_version(path, opened)
                yield opened
    # SQLite quotes damaged names in its messages, and these need not be UTF-8.
    except (OSError, UnicodeDecodeError, sqlite3.Error) as error:
        raise HistoryError(
            f"cannot read or write the history {str(path)!r}: {reason(error)}. "
            "Free some space on its "
            "disk. Move this file away to start a new history"
        ) from error


def _check_version(path: Path, database: sqlite3.Connection) -> None:
    # Two processes that create the history at once must not both create the table.
    database.execute("BEGIN IMMEDIATE")
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version == 0:
        database.execute(_SCHEMA)
        database.execute(f"PRAGMA user_version = {VERSION}")
    elif version != VERSION:
        raise HistoryError(
            f"the history {str(path)!r} has version {version}, but this rokumen supports "
            f"version {VERSION}: use the rokumen that wrote it, or move the file away"
        )
