"""The turns of the Tsukuda method by cube size, beside the polyhedra paper's (table 14.7)."""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import fmean, pstdev

from papers.polyhedra.figures import TSUKUDA_LENGTHS
from papers.polyhedra.tsukuda.quarter_turns import count_quarters
from solver.puzzles.big_cube import random_turns
from solver.puzzles.nxn.layers import geometry
from solver.puzzles.tsukuda import steps, tables

# As in the paper: cubes of each size, and random turns before each.
_CUBES = 100
_TURNS = 100


def draw(path: Path) -> None:
    """Plot means and standard deviations for sizes 2 to 10, which takes some minutes."""
    # Imported here, since matplotlib is optional.
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.add_subplot()
    sizes = list(TSUKUDA_LENGTHS)
    axes.errorbar(
        sizes,
        [mean for mean, _ in TSUKUDA_LENGTHS.values()],
        [sigma for _, sigma in TSUKUDA_LENGTHS.values()],
        fmt="o-",
        color="#b04a3a",
        capsize=3,
        label="paper, mean and standard deviation",
    )
    axes.plot(
        sizes,
        [(0.6 if n >= 4 else 0.4) * mean for n, (mean, _) in TSUKUDA_LENGTHS.items()],
        "--",
        color="#999999",
        label="60% of it (n = 2, 3: 40%)",
    )
    ours = [_quarter_turns(n) for n in sizes]
    axes.errorbar(
        sizes,
        [fmean(lengths) for lengths in ours],
        [pstdev(lengths) for lengths in ours],
        fmt="s-",
        color="#2a6f97",
        capsize=3,
        label="rokumen, mean and standard deviation",
    )
    axes.set_xlabel("pieces along an edge, n")
    axes.set_ylabel("layer turns to solve, half turns as two")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, metadata={"Date": None})


def _quarter_turns(n: int) -> list[int]:
    """Return the turns of solutions of cubes of size n, half turns as two."""
    tables.prepare(n)
    rng, cube = Random(f"0 {n}"), geometry(n)
    found = []
    for _ in range(_CUBES):
        colours = cube.apply(cube.solved, random_turns(rng, n, _TURNS))
        stages = steps.solve(colours, n)
        found.append(count_quarters(turn for stage in stages for turn in stage.turns))
    return found
