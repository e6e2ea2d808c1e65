"""Append-only journal of a run (JSON Lines), written before each command is sent.

A journal outlives a crash, a pulled cable and Ctrl-C, so that the run can be resumed from it.
After it the journal tells when each command began and ended.
"""

from __future__ import annotations

import logging
import math
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from files.access import ENCODING, open_to_append, open_to_read, read_bytes, visible
from files.documents import parse_json, strict_json
from files.locks import acquire, is_locked
from files.wording import reason
from robot.errors import JournalError
from robot.execution.chain import last_link, link_of, with_link

_log = logging.getLogger(__name__)

# A run of an hour writes less than a megabyte, some thousand lines.
MAX_JOURNAL_BYTES = 64 * 1024 * 1024
MAX_JOURNAL_LINES = 200_000

# At the end of a journal, of which at least one whole record is read.
_TAIL_BYTES = 64 * 1024

Record = Mapping[str, Any]


class Journal:
    """A journal file that is open for appending, by one run at a time."""

    def __init__(self, path: Path, order: float | None = None, key: bytes = b"") -> None:
        """Open or create it. Raises JournalError if it cannot be written or its run is active.

        `order` is written into each record: of two journals that with the greater one is the newer,
        whatever the clock says. None for that of the clock. `key`: that of the chain of its records
        (robot.execution.chain), none for records without a chain.
        """
        self.path = path
        self._order = {} if order is None else {"order": round(order, 3)}
        self._key, self._link = key, ""
        self._is_cut = False
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._terminate_partial_line()
            self._file = open_to_append(path)
        except OSError as error:
            raise JournalError(
                f"cannot write the journal {str(path)!r}: {reason(error)}; "
                "without it a run could not be "
                "resumed, so no run was started. Make the folder writable, or set ROKUMEN_STATE to "
                "another one"
            ) from error
        if not acquire(self._file):
            self._file.close()
            raise JournalError(
                f"journal {str(path)!r} belongs to a run that is still active; stop that run first"
            )
        self._link = last_link(_tail_of(path)) if key else ""
        _log.info("the journal is %s", path)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            self._file.close()

    def write(self, record: str, **values: Any) -> None:
        """Append a record; it has been passed to the operating system when this returns.

        It says when it was written: `at` by the wall clock (ISO 8601, UTC), and `monotonic`,
        seconds by a clock that is never set, which only records of one process share. Raises
        JournalError where that is not possible, as on a full disk: the robot must not go on then.
        """
        now = datetime.fromtimestamp(time.time(), UTC).isoformat(timespec="milliseconds")
        times = {"at": now, "monotonic": round(time.monotonic(), 6)}
        line = strict_json({"record": record, **values, **times, **self._order}).encode()
        link = link_of(self._key, self._link, line) if self._key else ""
        try:
            self._append((with_link(line, link) if link else line) + b"\n")
        except OSError as error:
            raise self._unwritable(error) from error
        self._link = link

    def write_durably(self, record: str, **values: Any) -> None:
        """Append a record and flush it to the disk, so that it survives a loss of power.

        Raises JournalError.
        """
        self.write(record, **values)
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._unwritable(error) from error

    def write_last(self, record: str, **values: Any) -> None:
        """Append durably how a run ended, or warn in the log that its journal does not say it."""
        try:
            self.write_durably(record, **values)
        except JournalError as error:
            _log.warning("the end of the run, %r, is not in its journal: %s", record, error)

    def _append(self, data: bytes) -> None:
        """Append bytes without a buffer, which at the end would be written once more."""
        data = b"\n" * self._is_cut + data
        self._is_cut = True
        while data:
            data = data[os.write(self._file.fileno(), data) :]
        self._is_cut = False

    def _unwritable(self, error: OSError) -> JournalError:
        return JournalError(
            f"cannot write the journal {str(self.path)!r}: {reason(error)}; without it the robot "
            "does not move. Free some space on this disk"
        )

    def _terminate_partial_line(self) -> None:
        """End a line that a crash cut short, so that the next record begins on its own line."""
        if not self.path.exists():
            return
        with open_to_read(self.path) as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 1))
            tail = file.read(1)
        if tail not in (b"", b"\n"):
            with open_to_append(self.path) as end:
                end.write("\n")


def read_journal(path: Path) -> tuple[Record, ...]:
    """Read the records of a journal, leaving out a line that a crash cut short.

    Raises JournalError where the file is absent or is no journal.
    """
    try:
        data = read_bytes(path, MAX_JOURNAL_BYTES)
    except (OSError, ValueError) as error:
        raise JournalError(f"cannot read the journal {str(path)!r}: {reason(error)}") from error
    return records_of(data, path)


def records_of(data: bytes, path: Path) -> tuple[Record, ...]:
    """Return the records of the content of a journal at `path`, as `read_journal` does."""
    text = data.decode(ENCODING, errors="replace")
    lines = text.count("\n")
    if lines > MAX_JOURNAL_LINES:
        raise JournalError(
            f"{str(path)!r} has {lines} lines, and is no journal of a run: that has "
            f"{MAX_JOURNAL_LINES} at most. Move it out of this folder"
        )
    records = tuple(_records(text.split("\n")))
    if not records or records[0].get("record") != "begin":
        raise JournalError(
            f"{str(path)!r} is not a journal of a run: its first record is not 'begin'"
        )
    return records


def is_finished(records: tuple[Record, ...]) -> bool:
    """Return True if the run came to its end, so that there is nothing to resume."""
    return records[-1].get("record") == "finished"


def unfinished_journals(folder: Path) -> Iterator[Path]:
    """Return the journals of interrupted runs, the newest first, without those of active runs.

    A damaged journal is left out, with a warning in the log that names it.
    """
    for path in sorted(visible(folder.glob("*.jsonl")), key=order_of, reverse=True):
        try:
            records = read_journal(path)
        except JournalError as error:
            _log.warning("left out: %s", error)
            continue
        if not is_finished(records) and not is_locked(path):
            yield path


def order_of(path: Path) -> float:
    """Return a number that is greater for newer journals, by the last record's own word.

    It is that of its run, or where it has none the time of the record (seconds since 1970). The
    date of the file is another one after it was copied or touched; it counts where no record has a
    time. 0 for a file that is not there any more.
    """
    try:
        lines = _tail_of(path).decode(ENCODING, errors="replace").split("\n")
        times = map(_time_of, _records(reversed(lines)))
        last = next((found for found in times if found is not None), None)
        return path.stat().st_mtime if last is None else last
    except OSError:
        return 0.0


def _tail_of(path: Path) -> bytes:
    """Return the last _TAIL_BYTES of a journal. Raises OSError."""
    with open_to_read(path) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _TAIL_BYTES))
        return file.read(_TAIL_BYTES)


def _time_of(record: Record) -> float | None:
    order = record.get("order")
    try:
        if isinstance(order, int | float) and math.isfinite(order):
            return float(order)
        return datetime.fromisoformat(str(record.get("at"))).timestamp()
    except (ValueError, OverflowError):
        return None


def _records(lines: Iterable[str]) -> Iterator[Record]:
    """Yield the records of lines, which end at "\\n" alone: texts in JSON may have U+2028."""
    for line in lines:
        if not line:
            continue
        try:
            record = parse_json(line)
        except ValueError:
            continue
        if isinstance(record, dict):
            yield record


@dataclass(frozen=True, slots=True)
class TimedCommand:
    """A command that was sent: `line` as on the wire, and the `turn` that it makes, "" for none.

    `began`, `ended`: by the computer's wall clock, ISO 8601 in UTC, "" where the journal does not
    say; `took`: seconds from one to the other by its monotonic clock, retries included;
    `motion_seconds`: those of the motion by the robot's own clock; None for a command that did not
    end. `failures`: how often it failed before.
    """

    line: str
    turn: str
    began: str
    ended: str = ""
    took: float | None = None
    motion_seconds: float | None = None
    failures: int = 0


def command_times(records: Sequence[Record]) -> tuple[TimedCommand, ...]:
    """Return the commands of a journal in the order in which they were sent."""
    found: list[TimedCommand] = []
    sent_at: float | None = None
    for record in records:
        match record.get("record"):
            case "command":
                found.append(_command_sent(record))
                sent_at = _number(record, "monotonic")
            case "failed" if found:
                found[-1] = replace(found[-1], failures=found[-1].failures + 1)
            case "done" if found:
                # Both clocks are of one process: another one begins with "resumed".
                found[-1] = replace(
                    found[-1],
                    ended=_text(record, "at"),
                    took=_seconds_between(sent_at, _number(record, "monotonic")),
                    motion_seconds=_number(record, "seconds"),
                )
    return tuple(found)


def _command_sent(record: Record) -> TimedCommand:
    fields = record.get("fields")
    words = (
        [f"{key}={value}" for key, value in fields.items()] if isinstance(fields, Mapping) else []
    )
    line = " ".join((_text(record, "verb"), *words))
    return TimedCommand(line, _text(record, "turn"), _text(record, "at"))


def _seconds_between(start: float | None, end: float | None) -> float | None:
    return None if start is None or end is None else round(end - start, 6)


def _text(record: Record, key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""


def _number(record: Record, key: str) -> float | None:
    value = record.get(key)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
