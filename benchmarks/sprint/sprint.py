"""`python -m benchmarks sprint`: how long scan, solve and last check take, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

import click

from benchmarks.harness.kept import Kept
from benchmarks.harness.options import CORES, Option, Processes, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.work import Work
from benchmarks.sprint.gripper_plans import plan_rows
from benchmarks.sprint.rows import Part, SprintRow, Trials
from benchmarks.sprint.waits import wait_rows

# Each yields rows of its own; --part names it.
PARTS: Mapping[str, Part] = {
    "plans": plan_rows,
    "waits": wait_rows,
}


def sprint(
    progress: Progress,
    kept: Kept,
    parts: Annotated[
        tuple[str, ...], Option("Only this [all].", click.Choice(tuple(PARTS)), flag="--part")
    ] = (),
    seed: Seed = 0,
    processes: Processes = CORES,
    quick: Annotated[bool, Option("Fewer cubes.")] = False,
) -> Iterator[SprintRow]:
    """Measure how long robots take to scan and to solve a cube, beside what is wanted.

    plans: the motion plans of random cubes from home, as `run` makes them. waits: how long a robot
    stands still between two commands while a camera looks on, which stalls this sees, and which
    false ones.

    With --quick there are fewer cubes. The exit status is 1 if a figure is not as wanted.
    """
    trials = Trials(seed, quick, Work(processes, progress, kept))
    for name in parts or PARTS:
        yield from PARTS[name](trials)
