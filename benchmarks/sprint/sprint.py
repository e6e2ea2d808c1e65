"""`python -m benchmarks sprint`: how long scan, solve and last check take, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

import click

from benchmarks.harness.kept import Kept
from benchmarks.harness.options import CORES, Option, Processes, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.work import Work
from benchmarks.sprint.gripper_jobs import job_rows
from benchmarks.sprint.gripper_plans import plan_rows, time_limit_rows
from benchmarks.sprint.learning import learning_rows
from benchmarks.sprint.motor_line import line_rows
from benchmarks.sprint.motor_plans import motor_rows
from benchmarks.sprint.rows import Part, SprintRow, Trials
from benchmarks.sprint.waits import wait_rows

# Each yields rows of its own; --part names it.
PARTS: Mapping[str, Part] = {
    "jobs": job_rows,
    "plans": plan_rows,
    "learning": learning_rows,
    "time-limit": time_limit_rows,
    "motors": motor_rows,
    "motor-line": line_rows,
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

    jobs: whole jobs of two grippers on pushing servos, by the options that `run` has without any,
    and what their seconds go to;
    plans: the motion plans of random cubes from home, as `run` makes them; time-limit: what their
    search takes of a processor.
    motors: plans of a motor at each face, idea by idea, and published robots; motor-line: turns
    over a bad line, and stops in their midst.
    learning: 20 runs of robots that are slower than their preset, and learn their times.
    waits: how long a robot stands still between two commands while a camera looks on, which stalls
    this sees, and which false ones.

    With --quick there are fewer cubes. The exit status is 1 if a figure is not as wanted.
    """
    trials = Trials(seed, quick, Work(processes, progress, kept))
    for name in parts or PARTS:
        yield from PARTS[name](trials)
