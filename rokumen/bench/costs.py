"""What the engines cost beside the search: tables, starting up, and how many cores are worth."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.table import Table

from rokumen.bench.lbl import Setting, random_cubes
from rokumen.errors import ApplicationError
from solver import store
from solver.two_phase.tables import build

_SCRAMBLE = "R U2 F' L D2 B R' U F2 D' L2 B'"
_LATER = 3
_MEGA = 1_000_000

Cost = tuple[str, str]
Progress = Callable[[str], None]


def costs(cubes: int, progress: Progress = lambda name: None) -> Iterator[Cost]:
    """Measure one cost after another: its name and what it is, in words.

    `progress` is called with the name of what begins. Raises ApplicationError where a command
    fails.
    """
    progress("throughput")
    yield from throughput(cubes)
    progress("rokumen solve")
    yield from start_up()
    for kind in ("htm", "axial"):
        progress(f"tables, {kind}")
        yield from tables(kind)


def throughput(cubes: int) -> Iterator[Cost]:
    """Say how many cubes a second LBL solves at its lowest effort that searches, by processes."""
    cores = os.cpu_count() or 1
    for processes in dict.fromkeys((1, cores)):
        began = time.perf_counter()
        result = random_cubes(cubes, processes=processes, setting=Setting(1))
        rate = cubes / (time.perf_counter() - began)
        name = f"lbl at effort 1, {processes} process{'es' * (processes > 1)}"
        yield name, f"{rate:.0f} cubes/s, mean {result.mean:.1f}"


def start_up() -> Iterator[Cost]:
    """Time `rokumen solve` in a process of its own: with nothing compiled yet, and later."""
    with tempfile.TemporaryDirectory() as fresh:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": fresh, "NUMBA_CACHE_DIR": fresh}
        yield "the first rokumen solve", f"{_solve_seconds(environment):.2f} s"
        later = min(_solve_seconds(environment) for _ in range(_LATER))
        yield "a later one", f"{later:.2f} s"


def _solve_seconds(environment: dict[str, str]) -> float:
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "rokumen", "solve", _SCRAMBLE],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ApplicationError(f"rokumen solve failed: {done.stderr.strip()}")
    return time.perf_counter() - began


def tables(kind: str) -> Iterator[Cost]:
    """Build the tables of a metric in a folder of their own, and load them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / kind
        began = time.perf_counter()
        store.save(path, build(kind)._asdict())
        built = time.perf_counter() - began
        began = time.perf_counter()
        loaded = store.load(path)
        seconds = time.perf_counter() - began
        memory = sum(array.nbytes for array in loaded.values())
        yield (
            f"two-phase tables, {kind}",
            f"{path.stat().st_size / _MEGA:.1f} MB on disk, {memory / _MEGA:.1f} MB in memory, "
            f"built in {built:.1f} s, loaded in {seconds:.2f} s",
        )


def table(measured: list[Cost]) -> Table:
    """Lay the costs out, one a line."""
    shown = Table("", "measured")
    for name, cost in measured:
        shown.add_row(name, cost)
    return shown
