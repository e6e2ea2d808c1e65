"""Time and memory of the exhaustive searches, compared with Shintani (2018)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.table import Table

from rokumen.errors import ApplicationError
from solver.engines.exhaustive.published_figures import SECONDS, SEQUENCE, STATES
from solver.notation import shintani

_SEED_002_TEXT = shintani.print_turns(SEQUENCE)
_MEMORY = "> 60,000"
# How Shintani's 8 turns are looked for: a name, and what `rokumen search` is asked.
WAYS = (
    ("from both ends", ()),
    ("depth first", ("--way", "depth")),
    ("depth first, 2^20 stored", ("--way", "depth", "--remember", str(1 << 20))),
    ("breadth first", ("--way", "breadth")),
)
DEPTHS = (6, 7, 8)
_FIRST = "first time, with compiling"

Progress = Callable[[str], None]


class SearchTiming(NamedTuple):
    """One search: cubes searched and stored, seconds of the search and the command, memory.

    `cpu_seconds` is the processor time of the whole command (0 on Windows, which does not report
    it); `memory` is in megabytes, None where the system does not report it.
    """

    name: str
    cubes: int
    kept: int
    seconds: float
    command_seconds: float
    cpu_seconds: float
    memory: float | None


def find(progress: Progress = lambda name: None) -> Iterator[SearchTiming]:
    """Find Shintani's 8 turns in one way after another, the first of them with nothing compiled.

    `progress` is called with the name of what begins. Raises ApplicationError where a command
    fails.
    """
    with tempfile.TemporaryDirectory() as empty:
        progress(_FIRST)
        yield _measured(_FIRST, (_SEED_002_TEXT,), {**os.environ, "NUMBA_CACHE_DIR": empty})
    for name, arguments in WAYS:
        progress(name)
        yield _measured(name, (_SEED_002_TEXT, *arguments), os.environ)


def count(progress: Progress = lambda name: None) -> Iterator[SearchTiming]:
    """Count all cubes to one depth after another; otherwise as `find`."""
    for depth in DEPTHS:
        name = f"to {depth} turns"
        progress(name)
        yield _measured(name, ("--counts", "--depth", str(depth)), os.environ)


def _measured(name: str, arguments: Sequence[str], environment: Mapping[str, str]) -> SearchTiming:
    began, cpu_began = time.perf_counter(), _processor_time()
    done = subprocess.run(
        [sys.executable, "-m", "rokumen", "search", *arguments, "--json"],
        env=dict(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    command_seconds, cpu_seconds = time.perf_counter() - began, _processor_time() - cpu_began
    if done.returncode != 0:
        raise ApplicationError(f"rokumen search failed: {done.stderr.strip()}")
    on_progress = json.loads(done.stdout)
    return SearchTiming(
        name,
        on_progress["cubes"],
        on_progress["kept"],
        on_progress["seconds"],
        command_seconds,
        cpu_seconds,
        on_progress["peak_megabytes"],
    )


def _processor_time() -> float:
    """Return the processor time (seconds) of all child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def find_table(rows: Sequence[SearchTiming]) -> Table:
    """Return as a table how Shintani's 8 turns were found, and how many times as long Shintani's
    took."""
    shown = Table("", "seconds", "command", "CPU", "MB", "cubes kept", "cubes", "times as fast")
    shown.title = f"{_SEED_002_TEXT}: all shortest equivalent sequences"
    _align_right(shown)
    shown.add_row(
        "Shintani (2018)", f"{SECONDS:,}", "", "", _MEMORY, f"{STATES:,}", f"{STATES:,}", "1"
    )
    shown.add_section()
    for row in rows:
        shown.add_row(
            row.name,
            f"{row.seconds:.3f}",
            f"{row.command_seconds:.2f}",
            f"{row.cpu_seconds:.2f}",
            _megabytes(row),
            f"{row.kept:,}",
            f"{row.cubes:,}",
            f"{SECONDS / row.seconds:,.0f}",
        )
    shown.caption = (
        "seconds: the search with loading of compiled code; command: the whole command; CPU: its "
        "processor time"
    )
    return shown


def count_table(rows: Sequence[SearchTiming]) -> Table:
    """Return a table of the counts, with how many times Shintani's cubes a second they go
    through."""
    shown = Table("", "seconds", "CPU", "MB", "cubes kept", "cubes", "cubes/s", "ratio")
    shown.title = "All cubes, by depth"
    _align_right(shown)
    papers = STATES / SECONDS
    published = ("Shintani (2018)", f"{SECONDS:,}", "", _MEMORY, f"{STATES:,}", f"{STATES:,}")
    shown.add_row(*published, f"{papers:,.0f}", "1")
    shown.add_section()
    for row in rows:
        rate = row.cubes / row.seconds
        shown.add_row(
            row.name,
            f"{row.seconds:.3f}",
            f"{row.cpu_seconds:.2f}",
            _megabytes(row),
            f"{row.kept:,}",
            f"{row.cubes:,}",
            f"{rate:,.0f}",
            f"{rate / papers:,.1f}",
        )
    shown.caption = "stored: one cube of each symmetry class"
    return shown


def _align_right(shown: Table) -> None:
    for column in shown.columns[1:]:
        column.justify = "right"


def _megabytes(row: SearchTiming) -> str:
    return "" if row.memory is None else f"{row.memory:,.0f}"
