"""Extra turns for the centres of a supercube, compared with the polyhedra paper, section 14.3.4.

The same cubes are solved by LBL without regard to the centres, with the centres rotated afterwards,
and with the centres included in the search. A turn of a middle layer counts as one turn, as in the
paper.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import fmean, median, pstdev

import numpy as np
from rich.table import Table

from rokumen.errors import UnsolvedError
from solver.engines.registry import solve
from solver.puzzles.nxn.layers import LayerTurn, turn_all
from solver.puzzles.nxn.notation import parse
from solver.puzzles.picture import (
    PictureCube,
    PicturePuzzle,
    solve_then_centres,
    solve_with_centres,
)
from solver.puzzles.picture_centres import centre_marker_orbit, supercube_model
from solver.puzzles.registry import PuzzleSolution

PUBLISHED_MEAN, PUBLISHED_SIGMA = 42.0, 15.6


@dataclass(frozen=True, slots=True)
class PictureSample:
    """One cube: turns without centres, with centres last, with centres in the search; seconds."""

    plain: int
    afterwards: int
    during: int
    seconds: float


def measure(
    cubes: int, seed: int = 0, progress: Callable[[int], None] = lambda done: None
) -> list[PictureSample]:
    """Solve cubes after 100 random turns and verify every solution. Raises UnsolvedError."""
    rng = Random(seed)
    samples = []
    solve_with_centres(PictureCube.read(""))
    for done in range(1, cubes + 1):
        scramble = PicturePuzzle().scramble(rng)
        picture = PictureCube.read(" ".join(scramble))
        began = time.process_time()
        best = solve_with_centres(picture)
        seconds = time.process_time() - began
        late = solve_then_centres(picture)
        for solution in (best, late):
            _check(scramble, solution)
        samples.append(PictureSample(solve(picture.cube).htm, late.turns, best.turns, seconds))
        progress(done)
    return samples


def _check(scramble: tuple[str, ...], solution: PuzzleSolution) -> None:
    """Raise UnsolvedError if a solution does not solve the cube with its centres' rotations."""
    cube = supercube_model()
    stickers = np.arange(6 * cube.n**2)
    turns = parse(" ".join((*scramble, *solution.moves)), 3)
    numbers = [
        cube.turn_index(LayerTurn(turn.axis, 2 * turn.layer, turn.quarters))
        for turn in turns
        if turn.layer is not None
    ]
    turn_all(stickers, np.array(numbers, dtype=np.int64), cube.n, cube.cycles, cube.offsets)
    outer = ((cube.places == 0) | (cube.places == cube.n - 1)).sum(axis=1) >= 2
    outer[centre_marker_orbit().stickers] = True
    if (stickers != np.arange(len(stickers)))[outer].any():
        raise UnsolvedError(f"the turns found for {' '.join(scramble)} do not solve it")


def table(samples: list[PictureSample]) -> Table:
    """Return a table of the extra turns for the centres, and the paper's."""
    shown = Table("the centres", "turns", "extra turns", "sigma", "s")
    for column in shown.columns[1:]:
        column.justify = "right"
    plain = [sample.plain for sample in samples]
    shown.add_row("ignored (LBL)", f"{fmean(plain):.1f}", "", f"{pstdev(plain):.1f}")
    shown.add_row("afterwards, paper", "", f"{PUBLISHED_MEAN:g}", f"{PUBLISHED_SIGMA:g}")
    for name, turns, seconds in (
        ("afterwards", [sample.afterwards for sample in samples], ""),
        (
            "during",
            [sample.during for sample in samples],
            f"{median(sample.seconds for sample in samples):.3f}",
        ),
    ):
        more = [turn - one for turn, one in zip(turns, plain, strict=True)]
        shown.add_row(
            name, f"{fmean(turns):.1f}", f"{fmean(more):.1f}", f"{pstdev(more):.1f}", seconds
        )
    return shown
