"""What a program must not do, whatever it is given: the failures of one attack."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NoReturn

from rokumen import exit_status
from rokumen.benchmarks.siege.isolation import MAX_BYTES, Ended

STATUSES = frozenset(
    {
        exit_status.DONE,
        exit_status.FAILURE,
        exit_status.USAGE,
        exit_status.UNCERTAIN,
        exit_status.IMPOSSIBLE_CUBE,
        exit_status.STOPPED_SAFELY,
        exit_status.INTERRUPTED,
    }
)

TRACEBACK, HANG, MEMORY, STATUS, JSON = (
    "traceback",
    "hang",
    "over 1 GB",
    "wrong exit status",
    "not strict JSON",
)
FAILURES = (TRACEBACK, HANG, MEMORY, STATUS, JSON)


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack: its family and number, what was done, and which of FAILURES followed.

    `seconds` is how long it took, `peak_bytes` the memory, `detail` the end of what was printed.
    """

    family: str
    number: int
    description: str
    failures: tuple[str, ...]
    seconds: float
    peak_bytes: int
    detail: str = ""


def judge(family: str, number: int, description: str, ended: Ended, *, as_json: bool) -> Attack:
    """Return an attack with the failures that can be seen in how a command ended."""
    failures = []
    if b"Traceback (most recent call last)" in ended.err or b"Fatal Python error" in ended.err:
        failures.append(TRACEBACK)
    if ended.status is None:
        failures.append(HANG)
    elif ended.status not in STATUSES:
        failures.append(STATUS)
    if ended.peak_bytes > MAX_BYTES:
        failures.append(MEMORY)
    if as_json and not is_strict_json_lines(ended.out):
        failures.append(JSON)
    printed = ended.err[-3000:].decode(errors="replace")
    detail = f"{printed}\nexit status {ended.status}" if failures else ""
    return Attack(
        family, number, description, tuple(failures), ended.seconds, ended.peak_bytes, detail
    )


def is_strict_json_lines(data: bytes) -> bool:
    """Return whether every line is JSON as RFC 8259 has it: UTF-8, finite numbers, whole text."""
    try:
        for line in data.decode("utf-8").splitlines():
            value = json.loads(line, parse_constant=_reject)
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        return False
    return True


def _reject(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
