"""Append-only journal of a run (JSON Lines), written before each command is sent.

A journal outlives a crash, a pulled cable and Ctrl-C, so that the run can be resumed from it.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from robot.errors import JournalError
from robot.file_lock import acquire, is_locked
from solver.core.strict_json import strict_json

_log = logging.getLogger(__name__)

Record = Mapping[str, Any]


class Journal:
    """A journal file that is open for appending, by one run at a time."""

    def __init__(self, path: Path) -> None:
        """Open or create it. Raises JournalError if it cannot be written or its run is active."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._terminate_partial_line()
            self._file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise JournalError(
                f"cannot write the journal {str(path)!r}: {error}; without it a run could not be "
                "resumed, so no run was started. Make the folder writable, or set ROKUMEN_STATE to "
                "another one"
            ) from error
        if not acquire(self._file):
            self._file.close()
            raise JournalError(
                f"journal {str(path)!r} belongs to a run that is still active; stop that run first"
            )
        _log.info("the journal is %s", path)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def write(self, record: str, **values: Any) -> None:
        """Append a record; it has been passed to the operating system when this returns."""
        self._file.write(strict_json({"record": record, **values}) + "\n")
        self._file.flush()

    def write_durably(self, record: str, **values: Any) -> None:
        """Append a record and flush it to the disk, so that it survives a loss of power."""
        self.write(record, **values)
        os.fsync(self._file.fileno())

    def _terminate_partial_line(self) -> None:
        """End a line that a crash cut short, so that the next record begins on its own line."""
        if self.path.exists() and (tail := self.path.read_bytes()[-1:]) and tail != b"\n":
            with self.path.open("ab") as file:
                file.write(b"\n")


def read_journal(path: Path) -> tuple[Record, ...]:
    """Read the records of a journal, leaving out a line that a crash cut short.

    Raises JournalError where the file is absent or is no journal.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise JournalError(f"cannot read the journal {str(path)!r}: {error}") from error
    records = tuple(_records(text))
    if not records or records[0].get("record") != "begin":
        raise JournalError(
            f"{str(path)!r} is not a journal of a run: its first record is not 'begin'"
        )
    return records


def is_finished(records: tuple[Record, ...]) -> bool:
    """Return True if the run came to its end, so that there is nothing to resume."""
    return records[-1].get("record") == "finished"


def unfinished_journals(folder: Path) -> Iterator[Path]:
    """Return the journals of interrupted runs, the newest first, without those of active runs."""
    journals = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in journals:
        with suppress(JournalError):
            if not is_finished(read_journal(path)) and not is_locked(path):
                yield path


def newest_unfinished(folder: Path) -> Path:
    """Return the newest journal of an interrupted run that is not active.

    Raises JournalError where there is none.
    """
    for path in unfinished_journals(folder):
        return path
    raise JournalError(
        f"there is nothing to resume: {str(folder)!r} has no journal of an unfinished run"
    )


def _records(text: str) -> Iterator[Record]:
    # str.splitlines() would also split at U+2028 and others, which JSON strings may contain.
    for line in text.split("\n"):
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict):
            yield record
