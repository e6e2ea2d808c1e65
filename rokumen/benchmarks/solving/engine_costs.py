"""Table size, start-up time and throughput of the engines."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.table import Table

from files import table_cache
from rokumen.benchmarks.solving.lbl import Setting, random_cubes
from rokumen.errors import ApplicationError
from solver.search.phase_tables import build

_SCRAMBLE = "R U2 F' L D2 B R' U F2 D' L2 B'"
_LATER = 3
_MEGA = 1_000_000

Cost = tuple[str, str]
Progress = Callable[[str], None]


def costs(cubes: int, progress: Progress = lambda name: None) -> Iterator[Cost]:
    """Yield the name and the text of each cost, as it is measured.

    `progress` is called with the name of each measurement. Raises ApplicationError if a command
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
    """Yield the cubes per second of LBL at effort 1, by number of processes."""
    cores = os.cpu_count() or 1
    for processes in dict.fromkeys((1, cores)):
        began = time.perf_counter()
        result = random_cubes(cubes, processes=processes, setting=Setting(1))
        rate = cubes / (time.perf_counter() - began)
        name = f"lbl at effort 1, {processes} process{'es' * (processes > 1)}"
        yield name, f"{rate:.0f} cubes/s, mean {result.mean:.1f}"


def start_up() -> Iterator[Cost]:
    """Yield the time of `rokumen solve` in a new process: without and with compiled code."""
    with tempfile.TemporaryDirectory() as fresh:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": fresh, "NUMBA_CACHE_DIR": fresh}
        yield "first rokumen solve", f"{_solve_seconds(environment):.2f} s"
        later = min(_solve_seconds(environment) for _ in range(_LATER))
        yield "later rokumen solve", f"{later:.2f} s"


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
    """Yield the size and time of a metric's tables, built in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / kind
        began = time.perf_counter()
        table_cache.save(path, build(kind)._asdict())
        built = time.perf_counter() - began
        began = time.perf_counter()
        loaded = table_cache.load(path)
        seconds = time.perf_counter() - began
        memory = sum(array.nbytes for array in loaded.values())
        yield (
            f"two-phase tables, {kind}",
            f"{path.stat().st_size / _MEGA:.1f} MB on disk, {memory / _MEGA:.1f} MB in memory, "
            f"built in {built:.1f} s, loaded in {seconds:.2f} s",
        )


def table(measured: list[Cost]) -> Table:
    """Return a table of the costs, one a line."""
    shown = Table("", "measured")
    for name, cost in measured:
        shown.add_row(name, cost)
    return shown
