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
from solver.search.seed_002 import MEMORY, SECONDS, SEQUENCE, STATES

_PAPERS = shintani.print_turns(SEQUENCE)
# What is measured: a name, and what `rokumen search` is asked.
SEARCHES = (
    ("its 8 turns, from both ends", (_PAPERS,)),
    ("depth first", (_PAPERS, "--way", "depth")),
    ("with a table of 2^20 cubes", (_PAPERS, "--way", "depth", "--remember", str(1 << 20))),
    ("breadth first", (_PAPERS, "--way", "breadth")),
)
COUNTED = (6, 7, 8)
_FIRST = "the first time, compiling"

Progress = Callable[[str], None]


class Row(NamedTuple):
    """One search: cubes gone through, turned and kept, its seconds, the command's, and its memory.

    `memory` is in megabytes, None where the system does not say.
    """

    name: str
    cubes: int
    made: int
    kept: int
    seconds: float
    command_seconds: float
    memory: float | None


def run(progress: Progress = lambda name: None) -> Iterator[Row]:
    """Measure one search after another; `progress` is called with the name of what begins.

    Raises ApplicationError where a command fails.
    """
    with tempfile.TemporaryDirectory() as empty:
        progress(_FIRST)
        yield _measured(_FIRST, (_PAPERS,), {**os.environ, "NUMBA_CACHE_DIR": empty})
        counts = (
            (f"all cubes to {depth} turns", ("--counts", "--depth", str(depth)))
            for depth in COUNTED
        )
        for name, arguments in (*SEARCHES, *counts):
            progress(name)
            # Compiled here what is not yet; then what is measured is what it takes every day.
            yield _measured(name, arguments, os.environ)


def _measured(name: str, arguments: Sequence[str], environment: Mapping[str, str]) -> Row:
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "rokumen", "search", *arguments, "--json"],
        env=dict(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    command_seconds = time.perf_counter() - began
    if done.returncode != 0:
        raise ApplicationError(f"rokumen search failed: {done.stderr.strip()}")
    told = json.loads(done.stdout)
    return Row(
        name,
        told["cubes"],
        told["made"],
        told["kept"],
        told["seconds"],
        command_seconds,
        told["peak_megabytes"],
    )


def table(rows: Sequence[Row]) -> Table:
    """Lay the searches out, with how many times the seed's cubes a second they go through."""
    shown = Table(
        "", "cubes gone through", "turned", "kept", "seconds", "command", "MB", "cubes/s", "ratio"
    )
    for column in shown.columns[1:]:
        column.justify = "right"
    papers = STATES / SECONDS
    shown.add_row(
        f"seed 002: {_PAPERS}, breadth first",
        f"{STATES:,}",
        f"{STATES:,}",
        f"{STATES:,}",
        f"{SECONDS:,}",
        "",
        MEMORY,
        f"{papers:,.0f}",
        "1",
    )
    shown.add_section()
    for row in rows:
        rate = row.cubes / row.seconds
        shown.add_row(
            row.name,
            f"{row.cubes:,}",
            f"{row.made:,}",
            f"{row.kept:,}",
            f"{row.seconds:.3f}",
            f"{row.command_seconds:.2f}",
            "" if row.memory is None else f"{row.memory:,.0f}",
            f"{rate:,.0f}",
            f"{rate / papers:,.1f}",
        )
    shown.caption = (
        "ratio: cubes gone through in a second, beside the seed's. seconds: the search and loading "
        "what was compiled; command: all of it, from the shell"
    )
    return shown
