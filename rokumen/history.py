"""The history of runs: a row each in an SQLite file beside the journals.

A row is there from the moment that the robot has answered, so that a run which crashes is in the
history too, as one that did not end; what it came to is written when it ends, however it does.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, astuple, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path

from robot.journal_lock import CAN_TELL, is_held
from rokumen.errors import HistoryError
from rokumen.settings import state_folder

VERSION = 1
PATIENCE_SECONDS = 5.0
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
class Beginning:
    """What is known of a run when it begins: `began` as ISO 8601 in UTC, its journal, its robot."""

    began: str
    journal: str
    rig: str
    port: str

    @classmethod
    def now(cls, journal: Path, rig: str, port: str) -> Beginning:
        """Give that of a run which begins now."""
        began = datetime.now(UTC).isoformat(timespec="seconds")
        return cls(began, str(journal.absolute()), rig, port)


@dataclass(frozen=True, slots=True)
class Ending:
    """What a run came to: `outcome` is solved, stopped or interrupted.

    Until it has ended it is unfinished, and where that can be told, running or crashed. Times are
    in seconds: `took_seconds` here, `motion_seconds` by the robot's clock.
    """

    outcome: str = UNFINISHED
    why: str = ""
    took_seconds: float | None = None
    motion_seconds: float | None = None
    turns: int = 0
    jams: int = 0
    slips: int = 0
    retries: int = 0
    replans: int = 0


@dataclass(frozen=True, slots=True)
class PastRun:
    """A row of the history."""

    id: int
    beginning: Beginning
    ending: Ending

    def as_json(self) -> dict[str, object]:
        """Give the row as one flat object."""
        return {"id": self.id, **asdict(self.beginning), **asdict(self.ending)}


_BEGINNING = tuple(field.name for field in fields(Beginning))
_ENDING = tuple(field.name for field in fields(Ending))


def history_file() -> Path:
    """Give the path of the history, in the folder that the journals' folder lies in."""
    return state_folder() / "history.sqlite3"


def begin_run(path: Path, beginning: Beginning) -> int:
    """Write down that a run has begun, and give its row's number. Raises HistoryError."""
    columns = ", ".join(_BEGINNING + _ENDING)
    places = ", ".join("?" * len(_BEGINNING + _ENDING))
    with _opened(path) as database:
        row = database.execute(
            f"INSERT INTO runs ({columns}) VALUES ({places})",
            (*astuple(beginning), *astuple(Ending())),
        ).lastrowid
    assert row is not None
    return row


def end_run(path: Path, row: int, ending: Ending) -> None:
    """Write down what a run has come to. Raises HistoryError."""
    values = ", ".join(f"{name} = ?" for name in _ENDING)
    with _opened(path) as database:
        database.execute(f"UPDATE runs SET {values} WHERE id = ?", (*astuple(ending), row))


def past_runs(path: Path, most: int = -1) -> tuple[PastRun, ...]:
    """Give the newest `most` runs (all: -1), the newest last. Raises HistoryError."""
    if not path.exists():
        return ()
    columns = ", ".join(("id", *_BEGINNING, *_ENDING))
    with _opened(path) as database:
        rows = database.execute(
            f"SELECT {columns} FROM runs ORDER BY id DESC LIMIT ?", (most,)
        ).fetchall()
    split = 1 + len(_BEGINNING)
    runs: list[PastRun] = []
    seen: set[str] = set()
    for row in rows:
        beginning, ending = Beginning(*row[1:split]), Ending(*row[split:])
        # A journal's lock is held by the last run that has taken it up.
        runs.append(PastRun(row[0], beginning, _as_it_is(ending, beginning.journal, seen)))
        seen.add(beginning.journal)
    return tuple(reversed(runs))


def _as_it_is(ending: Ending, journal: str, taken_up_since: set[str]) -> Ending:
    """Tell a run that goes on from one that crashed."""
    if ending.outcome != UNFINISHED or not CAN_TELL:
        return ending
    goes_on = journal not in taken_up_since and is_held(Path(journal))
    return replace(ending, outcome=RUNNING if goes_on else CRASHED)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the history for one transaction, which is made or not made as a whole."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(path, timeout=PATIENCE_SECONDS)
        try:
            with database:
                _check_version(path, database)
                yield database
        finally:
            database.close()
    except (OSError, sqlite3.Error) as error:
        raise HistoryError(
            f"the history of runs in {str(path)!r} cannot be used: {error}. Move this file away, "
            "and a new one is begun"
        ) from error


def _check_version(path: Path, database: sqlite3.Connection) -> None:
    # Two that begin a history at once must not both make its table.
    database.execute("BEGIN IMMEDIATE")
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version == 0:
        database.execute(_SCHEMA)
        database.execute(f"PRAGMA user_version = {VERSION}")
    elif version != VERSION:
        raise HistoryError(
            f"the history of runs in {str(path)!r} has version {version}, and this rokumen knows "
            f"version {VERSION}: use the rokumen that wrote it, or move the file away"
        )
