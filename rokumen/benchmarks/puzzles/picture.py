"""Extra turns for the centres of a supercube, compared with the polyhedra paper, section 14.3.4.

The same cubes are solved by LBL without regard to the centres, with the centres rotated afterwards,
and with the centres included in the search. A turn of a middle layer counts as one turn, as in the
paper, which counts quarter turns.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import fmean, median, pstdev
from typing import NamedTuple

import numpy as np
from rich.table import Table

from rokumen.errors import UnsolvedError
from solver.engines.registry import solve
from solver.puzzles.nxn.layers import LayerTurn, turn_all
from solver.puzzles.nxn.notation import parse
from solver.puzzles.picture import (
    PictureCube,
    PicturePuzzle,
    solve_as_published,
    solve_then_centres,
    solve_with_centres,
)
from solver.puzzles.picture_centres import centre_marker_orbit, supercube_model
from solver.puzzles.registry import PuzzleSolution

PUBLISHED_MEAN, PUBLISHED_SIGMA = 42.0, 15.6


class Length(NamedTuple):
    """The turns of a solution, and the same with a half turn as two."""

    turns: int
    quarters: int


@dataclass(frozen=True, slots=True)
class PictureSample:
    """One cube: the length without regard to the centres, by LBL and by the paper's LBL, and with
    the centres afterwards as the paper does, afterwards, and during; the seconds of the last.
    """

    plain: Length
    plain_as_published: Length
    as_published: Length
    afterwards: Length
    during: Length
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
        published, late = solve_as_published(picture), solve_then_centres(picture)
        for solution in (best, published, late):
            _check(scramble, solution)
        plain, plain_as_published = solve(picture.cube), solve(picture.cube, "lbl-paper")
        samples.append(
            PictureSample(
                Length(plain.htm, plain.qtm),
                Length(plain_as_published.htm, plain_as_published.qtm),
                _length(published),
                _length(late),
                _length(best),
                seconds,
            )
        )
        progress(done)
    return samples


def measure_published(cubes: int, seed: int = 0) -> list[int]:
    """Return the additional quarter turns of the paper's method for cubes after 100 random turns.

    Raises UnsolvedError.
    """
    rng = Random(seed)
    additional = []
    for _ in range(cubes):
        scramble = PicturePuzzle().scramble(rng)
        picture = PictureCube.read(" ".join(scramble))
        solution = solve_as_published(picture)
        _check(scramble, solution)
        additional.append(_length(solution).quarters - solve(picture.cube, "lbl-paper").qtm)
    return additional


def _length(solution: PuzzleSolution) -> Length:
    quarters = solution.turns + sum(move.endswith("2") for move in solution.moves)
    return Length(solution.turns, quarters)


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
    shown = Table("the centres", "turns", "extra", "sigma", "extra quarter turns", "sigma", "s")
    for column in shown.columns[1:]:
        column.justify = "right"
    plain = [sample.plain.turns for sample in samples]
    shown.add_row("ignored (LBL)", f"{fmean(plain):.1f}", "", f"{pstdev(plain):.1f}")
    shown.add_row(
        "afterwards, the paper", "", "", "", f"{PUBLISHED_MEAN:g}", f"{PUBLISHED_SIGMA:g}"
    )
    late = [(sample.afterwards, sample.plain) for sample in samples]
    best = [(sample.during, sample.plain) for sample in samples]
    published = [(sample.as_published, sample.plain_as_published) for sample in samples]
    seconds = median(sample.seconds for sample in samples)
    shown.add_row("afterwards, its sequences", *_additional(published))
    shown.add_row("afterwards", *_additional(late))
    shown.add_row("during", *_additional(best), f"{seconds:.3f}")
    return shown


def _additional(lengths: list[tuple[Length, Length]]) -> list[str]:
    """Return the mean turns, and mean and deviation of the extra ones, counted in both ways."""
    extra = [done.turns - plain.turns for done, plain in lengths]
    quarters = [done.quarters - plain.quarters for done, plain in lengths]
    return [
        f"{fmean(done.turns for done, _ in lengths):.1f}",
        *(f"{figure:.1f}" for each in (extra, quarters) for figure in (fmean(each), pstdev(each))),
    ]
