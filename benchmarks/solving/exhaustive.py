"""Time and memory of the exhaustive searches, compared with Shintani (2018)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column
from rokumen.errors import ApplicationError
from solver.engines.exhaustive.result import SECONDS, SEQUENCE, STATES
from solver.notation import shintani

_SEQUENCE = shintani.print_turns(SEQUENCE)
_RATE = STATES / SECONDS
# How Shintani's 8 turns are looked for: a name, and what `rokumen search` is asked.
WAYS = (
    ("from both ends", ()),
    ("depth first", ("--way", "depth")),
    ("depth first, 2^20 stored", ("--way", "depth", "--remember", str(1 << 20))),
    ("breadth first", ("--way", "breadth")),
)
DEPTHS = (6, 7, 8)
_FIRST = "first time, with compiling"

Figures = TypeVar("Figures", bound="SearchFigures")


@dataclass(frozen=True, slots=True)
class SearchFigures(Record):
    """One search: seconds of the search, of the command and of its processors, and what it saw.

    `cpu_seconds` is 0 on Windows, which does not report it; `megabytes` is None where the system
    does not report it; `ratio` is how many times as fast as Shintani's search it is.
    """

    published_by = "Shintani (2018)"

    name: str = column("")
    seconds: float = column("seconds", ",.3f", published=f"{SECONDS:,}")
    command_seconds: float = column("command", ".2f")
    cpu_seconds: float = column("CPU", ".2f")
    megabytes: float | None = column("MB", ",.0f", published="> 60,000")
    kept: int = column("cubes kept", ",", published=STATES)
    cubes: int = column("cubes", ",", published=STATES)
    cubes_a_second: float = column("cubes/s", ",.0f", published=_RATE)
    ratio: float = column("times as fast", ",.1f", published="1")


@dataclass(frozen=True, slots=True)
class FoundSequences(SearchFigures):
    """A search for Shintani's 8 turns; the ratio is that of the seconds."""

    key = "found"
    title = f"{_SEQUENCE}: all shortest equivalent sequences"
    caption = (
        "seconds: the search with loading of compiled code; command: the whole command; CPU: its "
        "processor time"
    )


@dataclass(frozen=True, slots=True)
class CountedCubes(SearchFigures):
    """A count of all cubes to a depth; the ratio is that of the cubes a second."""

    key = "counted"
    title = "All cubes, by depth"
    caption = "kept: one cube of each symmetry class"


def search(progress: Progress) -> Iterator[FoundSequences | CountedCubes]:
    """Find the 8 turns of Shintani (2018) in every way, and count all cubes to 6, 7 and 8 turns.

    Each command runs in a separate process; its time and memory are printed. The last needs one
    gigabyte.
    """
    with tempfile.TemporaryDirectory() as empty:
        progress.begin(_FIRST)
        without_compiled = {**os.environ, "NUMBA_CACHE_DIR": empty}
        yield measured(FoundSequences, _FIRST, (_SEQUENCE,), without_compiled)
    for name, arguments in WAYS:
        progress.begin(name)
        yield measured(FoundSequences, name, (_SEQUENCE, *arguments), os.environ)
    for depth in DEPTHS:
        name = f"to {depth} turns"
        progress.begin(name)
        yield measured(CountedCubes, name, ("--counts", "--depth", str(depth)), os.environ)


def measured(
    kind: type[Figures], name: str, arguments: Sequence[str], environment: Mapping[str, str]
) -> Figures:
    """Return the record of one `rokumen search`. Raises ApplicationError if the command fails."""
    began, cpu_began = time.perf_counter(), _processor_time()
    done = subprocess.run(
        [sys.executable, "-m", "rokumen", "search", *arguments, "--json"],
        env=dict(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    seconds, cpu_seconds = time.perf_counter() - began, _processor_time() - cpu_began
    if done.returncode != 0:
        raise ApplicationError(f"rokumen search failed: {done.stderr.strip()}")
    return figures(kind, name, seconds, cpu_seconds, json.loads(done.stdout))


def figures(
    kind: type[Figures],
    name: str,
    command_seconds: float,
    cpu_seconds: float,
    said: Mapping[str, Any],
) -> Figures:
    """Return the record of a search, of which `rokumen search --json` has said this."""
    seconds, rate = said["seconds"], said["cubes"] / said["seconds"]
    return kind(
        name,
        seconds,
        command_seconds,
        cpu_seconds,
        said["peak_megabytes"],
        said["kept"],
        said["cubes"],
        rate,
        SECONDS / seconds if kind is FoundSequences else rate / _RATE,
    )


def _processor_time() -> float:
    """Return the processor time (seconds) of all child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system
