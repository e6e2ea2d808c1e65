"""One attack: malformed input in a process of its own, with limits, and which failures followed."""

from __future__ import annotations

import faulthandler
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from multiprocessing.pool import Pool
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Any, NoReturn

import cv2

from benchmarks.support.own_folders import own_folders
from rokumen import exit_status
from rokumen.cli.main import run

MAX_SECONDS = 10.0
MAX_BYTES = 1 << 30
# A command that may search for long is interrupted after so long, as a user would.
INTERRUPT_SECONDS = 7.0

_POLL_SECONDS = 0.004
# A process that hangs is asked to print where, on its standard error, before it is killed.
_TELL_WHERE = signal.SIGUSR1
_TELLING_SECONDS = 0.2


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

TRACEBACK, HANG, MEMORY, STATUS, JSON, HARM = (
    "traceback",
    "hang",
    "over 1 GB",
    "wrong exit status",
    "not strict JSON",
    "harm",
)
FAILURES = (TRACEBACK, HANG, MEMORY, STATUS, JSON, HARM)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended: `status` is None where it had to be killed, -N after signal N.

    `peak_bytes` is the most memory that it had at once; `out` and `err` are what it printed.
    """

    status: int | None
    seconds: float
    peak_bytes: int
    out: bytes
    err: bytes


def run_isolated(
    work: Callable[[], int],
    environment: Mapping[str, str],
    folder: Path,
    interrupt_after: float = float("inf"),
    max_seconds: float = MAX_SECONDS,
) -> Ended:
    """Run `work`, whose result is the exit status, in a forked process and return how it ended.

    It gets Ctrl-C after `interrupt_after` seconds, and is killed after `max_seconds`. What it
    started is killed with it.
    """
    with TemporaryFile() as out, TemporaryFile() as err:
        began = time.monotonic()
        child = os.fork()
        if not child:
            _become(work, environment, folder, out, err)
        status, usage = _wait(child, began, interrupt_after, max_seconds)
        seconds = time.monotonic() - began
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        out.seek(0)
        err.seek(0)
        return Ended(status, seconds, usage.ru_maxrss * 1024, out.read(), err.read())


def _become(
    work: Callable[[], int],
    environment: Mapping[str, str],
    folder: Path,
    out: IO[bytes],
    err: IO[bytes],
) -> None:
    """Do the work in this process and end it."""
    status = 70
    try:
        os.setsid()
        os.chdir(folder)
        os.environ.update(environment)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        # Whatever this process had put in their place.
        sys.stdin, sys.stdout, sys.stderr = (
            os.fdopen(0, closefd=False),
            os.fdopen(1, "w", closefd=False),
            os.fdopen(2, "w", closefd=False),
        )
        signal.signal(signal.SIGINT, signal.default_int_handler)
        limit = _address_space() + MAX_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        faulthandler.register(_TELL_WHERE, file=2)
        status = work()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        with suppress(OSError, ValueError):
            sys.stderr.flush()
        os._exit(status & 0xFF)


def _address_space() -> int:
    """Return the bytes of address space that this process has already."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def _wait(
    child: int, began: float, interrupt_after: float, max_seconds: float
) -> tuple[int | None, resource.struct_rusage]:
    """Return the status and the resources that a child used; interrupt it, then kill it."""
    interrupted = False
    while True:
        pid, status, usage = os.wait4(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status), usage
        passed = time.monotonic() - began
        if passed > max_seconds:
            os.kill(child, _TELL_WHERE)
            time.sleep(_TELLING_SECONDS)
            os.kill(child, signal.SIGKILL)
            _, _, usage = os.wait4(child, 0)
            return None, usage
        if passed > interrupt_after and not interrupted:
            interrupted = True
            os.kill(child, signal.SIGINT)
        time.sleep(_POLL_SECONDS)


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


@dataclass(frozen=True, slots=True)
class Malformed:
    """What the program is given: `work` does it, and returns the exit status.

    `description` says what is wrong with it; `as_json`: the answer must be JSON; `environment` is
    added to the folders that each attack has of its own; `is_harmed`: something was overwritten.
    """

    description: str
    work: Callable[[], int]
    as_json: bool
    environment: Mapping[str, str] = field(default_factory=dict)
    interrupt_after: float = float("inf")
    max_seconds: float = MAX_SECONDS
    is_harmed: Callable[[], bool] = lambda: False


def command(description: str, arguments: list[str], **how: Any) -> Malformed:
    """Return a command line of `rokumen`; `how`: more fields of `Malformed`."""
    # Help is text, whatever else is asked for.
    as_json = "--json" in arguments and "--help" not in arguments
    return Malformed(description, partial(run, arguments), as_json, **how)


# Returns what the program is given by an attack of a number, in a folder of its own.
Prepare = Callable[[Path, int, Random], Malformed]


def attack(family: str, prepare: Prepare, seed: int, number: int) -> Attack:
    """Give the program what a seed and a number make malformed, and return what followed."""
    chance = Random(f"{seed} {family} {number}")
    with TemporaryDirectory(prefix="rokumen-attack-") as name:
        folder = Path(name)
        given = prepare(folder, number, chance)
        ended = run_isolated(
            given.work,
            {**own_folders(folder), **given.environment},
            folder,
            given.interrupt_after,
            given.max_seconds,
        )
        is_harmed = given.is_harmed()
    made = judge(family, number, given.description, ended, as_json=given.as_json)
    return replace(made, failures=(*made.failures, HARM)) if is_harmed else made


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


@contextmanager
def new_processes(count: int, environment: Mapping[str, str]) -> Iterator[Pool]:
    """Yield some new processes: one that is forked beside threads may wait for a lock for ever.

    `environment` is added to that of this process.
    """
    with get_context("spawn").Pool(count, _begin, (dict(environment),)) as pool:
        yield pool


def _begin(environment: dict[str, str]) -> None:
    os.environ.update(environment)
    # What is forked from here has none of OpenCV's threads, and would wait for them.
    cv2.setNumThreads(1)
