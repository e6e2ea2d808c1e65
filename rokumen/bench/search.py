"""What the searches take, each a command in a process of its own, beside what seed 002 reports."""

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
from solver.notation import shintani
from solver.search.seed_002 import SECONDS, SEQUENCE, STATES

_PAPERS = shintani.print_turns(SEQUENCE)
_MEMORY = "> 60,000"
# How the seed's 8 turns are looked for: a name, and what `rokumen search` is asked.
WAYS = (
    ("from both ends", ()),
    ("depth first", ("--way", "depth")),
    ("and 2^20 remembered", ("--way", "depth", "--remember", str(1 << 20))),
    ("breadth first", ("--way", "breadth")),
)
DEPTHS = (6, 7, 8)
_FIRST = "the first time, compiling"

Progress = Callable[[str], None]


class Row(NamedTuple):
    """One search: cubes gone through and kept, its seconds, the command's, and its memory.

    `cpu_seconds` is the processor time of the whole command (0 on Windows, which does not say);
    `memory` is in megabytes, None where the system does not say.
    """

    name: str
    cubes: int
    kept: int
    seconds: float
    command_seconds: float
    cpu_seconds: float
    memory: float | None


def find(progress: Progress = lambda name: None) -> Iterator[Row]:
    """Find the seed's 8 turns in one way after another, the first of them with nothing compiled.

    `progress` is called with the name of what begins. Raises ApplicationError where a command
    fails.
    """
    with tempfile.TemporaryDirectory() as empty:
        progress(_FIRST)
        yield _measured(_FIRST, (_PAPERS,), {**os.environ, "NUMBA_CACHE_DIR": empty})
    for name, arguments in WAYS:
        progress(name)
        yield _measured(name, (_PAPERS, *arguments), os.environ)


def count(progress: Progress = lambda name: None) -> Iterator[Row]:
    """Count all cubes to one depth after another; else as `find`."""
    for depth in DEPTHS:
        name = f"to {depth} turns"
        progress(name)
        yield _measured(name, ("--counts", "--depth", str(depth)), os.environ)


def _measured(name: str, arguments: Sequence[str], environment: Mapping[str, str]) -> Row:
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
    told = json.loads(done.stdout)
    return Row(
        name,
        told["cubes"],
        told["kept"],
        told["seconds"],
        command_seconds,
        cpu_seconds,
        told["peak_megabytes"],
    )


def _processor_time() -> float:
    """Give the processor time of all processes that were started and have ended."""
    times = os.times()
    return times.children_user + times.children_system


def find_table(rows: Sequence[Row]) -> Table:
    """Lay out how the seed's 8 turns were found, with how many times as long the seed took."""
    shown = Table("", "seconds", "command", "CPU", "MB", "cubes kept", "cubes", "times as fast")
    shown.title = f"{_PAPERS}: all shortest ways to do the same"
    _right(shown)
    shown.add_row("seed 002", f"{SECONDS:,}", "", "", _MEMORY, f"{STATES:,}", f"{STATES:,}", "1")
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
        "seconds: the search and loading what was compiled; command: all of it, from the shell, "
        "and CPU its processor time"
    )
    return shown


def count_table(rows: Sequence[Row]) -> Table:
    """Lay the counts out, with how many times the seed's cubes a second they go through."""
    shown = Table("", "seconds", "CPU", "MB", "cubes kept", "cubes", "cubes/s", "ratio")
    shown.title = "All cubes, by depth"
    _right(shown)
    papers = STATES / SECONDS
    seed = ("seed 002", f"{SECONDS:,}", "", _MEMORY, f"{STATES:,}", f"{STATES:,}")
    shown.add_row(*seed, f"{papers:,.0f}", "1")
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
    shown.caption = "one of all cubes that look alike is kept, and stands for all"
    return shown


def _right(shown: Table) -> None:
    for column in shown.columns[1:]:
        column.justify = "right"


def _megabytes(row: Row) -> str:
    return "" if row.memory is None else f"{row.memory:,.0f}"
