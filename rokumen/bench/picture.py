"""How many turns more a cube with pictures needs, beside seed 000's 14.3.4.

The same cubes are solved by the layer method as if they had no pictures, with their centres put
upright afterwards, and with the centres in view. A turn of a middle layer is one turn, as the paper
counts.
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
from solver.lbl import solve
from solver.nxn.layers import LayerTurn, turn_all
from solver.nxn.notation import parse
from solver.picture import PictureCube, PicturePuzzle, afterwards, during
from solver.picture.centres import beside_centres, marked_cube
from solver.puzzle import PuzzleSolution

PAPER_MEAN, PAPER_SIGMA = 42.0, 15.6
MOST_DURING = 15.0


@dataclass(frozen=True, slots=True)
class Sample:
    """One cube: turns without its centres, with them afterwards and during; seconds of the last."""

    plain: int
    afterwards: int
    during: int
    seconds: float


def measure(
    cubes: int, seed: int = 0, progress: Callable[[int], None] = lambda done: None
) -> list[Sample]:
    """Solve cubes after 100 random turns and turn every solution out. Raises UnsolvedError."""
    rng = Random(seed)
    samples = []
    during(PictureCube.read(""))
    for done in range(1, cubes + 1):
        scramble = PicturePuzzle().scramble(rng)
        picture = PictureCube.read(" ".join(scramble))
        began = time.process_time()
        best = during(picture)
        seconds = time.process_time() - began
        late = afterwards(picture)
        for solution in (best, late):
            _check(scramble, solution)
        samples.append(Sample(solve(picture.cube).htm, late.turns, best.turns, seconds))
        progress(done)
    return samples


def _check(scramble: tuple[str, ...], solution: PuzzleSolution) -> None:
    """Turn a solution out on a cube that shows how each centre is turned."""
    cube = marked_cube()
    stickers = np.arange(6 * cube.n**2)
    turns = parse(" ".join((*scramble, *solution.moves)), 3)
    numbers = [
        cube.number(LayerTurn(turn.axis, 2 * turn.layer, turn.quarters))
        for turn in turns
        if turn.layer is not None
    ]
    turn_all(stickers, np.array(numbers, dtype=np.int64), cube.n, cube.cycles, cube.offsets)
    outer = ((cube.places == 0) | (cube.places == cube.n - 1)).sum(axis=1) >= 2
    outer[beside_centres().own] = True
    if (stickers != np.arange(len(stickers)))[outer].any():
        raise UnsolvedError(f"the turns found for {' '.join(scramble)} do not solve it")


def table(samples: list[Sample]) -> Table:
    """Lay out how many turns more the centres are, beside the paper's."""
    shown = Table("the centres", "turns", "turns more", "sigma", "s")
    for column in shown.columns[1:]:
        column.justify = "right"
    plain = [sample.plain for sample in samples]
    shown.add_row("not looked at (LBL)", f"{fmean(plain):.1f}", "", f"{pstdev(plain):.1f}")
    shown.add_row("afterwards, the paper", "", f"{PAPER_MEAN:g}", f"{PAPER_SIGMA:g}")
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
