"""When each command of a run began and ended, by its journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from robot.execution.journal import Record


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
                found.append(_sent(record))
                sent_at = _number(record, "monotonic")
            case "failed" if found:
                found[-1] = replace(found[-1], failures=found[-1].failures + 1)
            case "done" if found:
                # Both clocks are of one process: another one begins with "resumed".
                found[-1] = replace(
                    found[-1],
                    ended=_text(record, "at"),
                    took=_between(sent_at, _number(record, "monotonic")),
                    motion_seconds=_number(record, "seconds"),
                )
    return tuple(found)


def _sent(record: Record) -> TimedCommand:
    fields = record.get("fields")
    words = (
        [f"{key}={value}" for key, value in fields.items()] if isinstance(fields, Mapping) else []
    )
    line = " ".join((_text(record, "verb"), *words))
    return TimedCommand(line, _text(record, "turn"), _text(record, "at"))


def _between(start: float | None, end: float | None) -> float | None:
    return None if start is None or end is None else round(end - start, 6)


def _text(record: Record, key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""


def _number(record: Record, key: str) -> float | None:
    value = record.get(key)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
