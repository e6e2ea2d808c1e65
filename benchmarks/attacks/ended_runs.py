"""Runs that end where nobody wants it: a signal at any record of the journal, or a full disk."""

from __future__ import annotations

import json
import os
import resource
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.attacks.isolation import (
    LOST,
    Attack,
    Ended,
    judge,
    run_isolated,
)
from benchmarks.support.own_folders import own_folders
from robot.execution.journal import Journal
from rokumen import exit_status
from rokumen.cli.main import run
from solver.engines.two_phase.search import warm_up

ENDS, DISKS = "ends", "failing disks"

MAX_SECONDS = 60.0
# A demo with a method of many turns writes some 300 records, of 40 KB.
_MAX_RECORDS = 260
_MAX_FILE_BYTES = 60_000
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
_SHORT = "two-phase"


def attack_by_signal(number: int, seed: int) -> Attack:
    """End a run by a signal at a record, set the clock, and resume it."""
    chance = Random(f"{seed} {ENDS} {number}")
    sent, at = chance.choice(_SIGNALS), chance.randrange(_MAX_RECORDS)
    # The clock may be set while nobody runs.
    shift = chance.choice((0.0, 0.0, -1e9, 3e8))

    def work() -> int:
        _call_at_record(at, lambda: os.kill(os.getpid(), sent))
        return run(_demo(chance))

    shown = f"{sent.name} at record {at}, the clock set by {shift:g} s"
    return _ended_and_resumed(ENDS, number, shown, work, shift)


def attack_by_full_disk(number: int, seed: int) -> Attack:
    """Let no file grow beyond some bytes during a run, and resume it without this limit."""
    chance = Random(f"{seed} {DISKS} {number}")
    most = chance.randrange(_MAX_FILE_BYTES)

    def work() -> int:
        _call_at_record(chance.randrange(20), lambda: _limit_files(most))
        return run(_demo(chance))

    return _ended_and_resumed(DISKS, number, f"no file beyond {most} bytes", work, 0.0)


def _demo(chance: Random) -> list[str]:
    seed = f"--seed={chance.randrange(10**6)}"
    return ["demo", "--json", "--ideal", f"--method={_SHORT}", seed]


def _limit_files(most: int) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def _call_at_record(number: int, action: Callable[[], object]) -> None:
    """Have something done when the journal's record of this number has been written."""
    write, left = Journal.write, iter(range(number))

    def writing(self: Journal, record: str, **values: Any) -> None:
        write(self, record, **values)
        if next(left, None) is None:
            action()

    Journal.write = writing  # type: ignore[method-assign]


def _ended_and_resumed(
    family: str, number: int, shown: str, work: Callable[[], int], shift: float
) -> Attack:
    """Run and resume; a run that began and cannot be resumed and solved is lost."""
    # Once here, and not in each process that is forked.
    warm_up()
    with TemporaryDirectory(prefix="rokumen-attack-") as name:
        folder = Path(name)
        own = own_folders(folder)
        first = run_isolated(work, own, folder, max_seconds=MAX_SECONDS)
        attack = judge(family, number, shown, _unless_killed(first), as_json=True)
        if first.status == exit_status.DONE or not list(
            (folder / "state" / "runs").glob("*.jsonl")
        ):
            return attack
        second = run_isolated(lambda: _resume(shift), own, folder, max_seconds=MAX_SECONDS)
    again = judge(family, number, shown, second, as_json=True)
    lost = () if _is_solved(second) else (LOST,)
    return replace(
        attack,
        failures=(*attack.failures, *again.failures, *lost),
        seconds=attack.seconds + again.seconds,
        peak_bytes=max(attack.peak_bytes, again.peak_bytes),
        detail="\n".join((attack.detail, again.detail, _words(first), _words(second))),
    )


def _resume(shift: float) -> int:
    now = time.time
    time.time = lambda: now() + shift
    return run(["resume", "--json"])


def _unless_killed(ended: Ended) -> Ended:
    """Return how a process ended, a kill that was meant as the interruption that it is."""
    if ended.status == -signal.SIGKILL:
        return replace(ended, status=exit_status.INTERRUPTED, out=b"")
    return ended


def _is_solved(ended: Ended) -> bool:
    lines = ended.out.decode(errors="replace").splitlines()
    try:
        return ended.status == exit_status.DONE and bool(json.loads(lines[-1]).get("solved"))
    except (ValueError, IndexError, AttributeError):
        return False


def _words(ended: Ended) -> str:
    return f"exit status {ended.status}: {ended.err[-600:].decode(errors='replace')}"
