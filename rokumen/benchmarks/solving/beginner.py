"""Solution lengths of the beginner's course, beside published figures of beginners' methods."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import fmean

from rich.table import Table

from rokumen.benchmarks.solving.lbl import LblResult, measure
from rokumen.benchmarks.solving.other_solvers import PEERS
from solver.core.random_cube import random_cube
from solver.engines.beginner.course import load_course
from solver.engines.registry import engine

# CubeUnstuck, "Beginner stats": 10,000 random scrambles, in quarter turns.
PUBLISHED_NAME = "CubeUnstuck, 10,000 cubes, published"
PUBLISHED_MEAN, PUBLISHED_FEWEST, PUBLISHED_MOST = 210, 80, 321
# Packages with a beginner's method; their figures count a half turn as one.
_PACKAGES = ("magiccube", "rubik-cube")

Progress = Callable[[int], None]


def run(count: int, seed: int = 0, progress: Progress = lambda done: None) -> LblResult:
    """Solve random cubes by the course. `progress` gets the number solved. Raises UnsolvedError."""
    solve, rng = engine("beginner"), Random(seed)
    samples = []
    for done in range(count):
        progress(done)
        samples.append(measure(random_cube(rng), solve))
    return LblResult(f"{count} random cubes by the beginner's course", tuple(samples))


def table(result: LblResult) -> Table:
    """Return a table of the lengths beside the published ones."""
    shown = Table("", "mean turns", "fewest, most", "mean quarter turns", "fewest, most")
    shown.title = result.title
    for column in shown.columns[1:]:
        column.justify = "right"
    quarters = result.quarter_turns
    shown.add_row(
        f"beginner, {len(load_course().sequences)} sequences",
        f"{result.mean:.1f}",
        f"{min(result.lengths)}, {max(result.lengths)}",
        f"{fmean(quarters):.1f}",
        f"{min(quarters)}, {max(quarters)}",
    )
    extremes = f"{PUBLISHED_FEWEST}, {PUBLISHED_MOST}"
    shown.add_row(PUBLISHED_NAME, "", "", str(PUBLISHED_MEAN), extremes)
    for peer in PEERS:
        if peer.package in _PACKAGES:
            shown.add_row(f"{peer.package}, published", peer.published[0])
    return shown


def steps_table(result: LblResult) -> Table:
    """Return a table of the mean turns of each step."""
    shown = Table("step", "mean turns")
    shown.columns[1].justify = "right"
    for name, mean in result.stage_means.items():
        shown.add_row(name, f"{mean:.1f}")
    return shown
