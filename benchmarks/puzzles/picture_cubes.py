"""Extra turns for the centres of picture cubes, compared with the polyhedra paper, section 14.3.

A supercube is solved by LBL without regard to the centres, with the centres rotated afterwards, and
with the centres included in the search (14.3.4). A turn of a middle layer counts as one turn, as in
the paper, which counts quarter turns. Larger cubes are solved without regard to their pictures,
with the inner pieces placed afterwards, and with each inner piece placed at once (14.3.5); there
one layer turned by any angle is one turn, but for the paper's own steps, which are counted in
quarter turns and compared with the same steps by colour.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, median, pstdev
from typing import Annotated, NamedTuple

import numpy as np

from benchmarks.harness.options import Cubes, Option, Seed, SizeList
from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record, column
from solver.core.errors import UnsolvedError
from solver.engines.registry import solve
from solver.puzzles.big_cube import random_turns
from solver.puzzles.families import PICTURE_CUBE_SIZES
from solver.puzzles.nxn.layers import LayerTurn, geometry, turn_all
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.picture_cubes.big_picture_cube import (
    BigPictureCube,
    Stages,
    solve_then_pictures,
    solve_with_pictures,
)
from solver.puzzles.picture_cubes.centres import centre_marker_orbit, supercube_model
from solver.puzzles.picture_cubes.inner_pieces import are_pictures_solved
from solver.puzzles.picture_cubes.picture_cube import (
    PictureCube,
    PicturePuzzle,
    solve_centres_as_published,
    solve_then_centres,
    solve_with_centres,
)
from solver.puzzles.picture_cubes.published_steps import solve_pictures_as_published
from solver.puzzles.registry import PuzzleSolution
from solver.puzzles.tsukuda import steps
from solver.puzzles.tsukuda_paper.quarter_turns import count_quarters
from solver.puzzles.tsukuda_paper.steps import solve_as_published

PUBLISHED_MEAN, PUBLISHED_SIGMA = 42.0, 15.6
_SCRAMBLE_LENGTH = 100
_SIZES = range(3, PICTURE_CUBE_SIZES.stop)


class Length(NamedTuple):
    """The turns of a solution, and the same with a half turn as two."""

    turns: int
    quarters: int


@dataclass(frozen=True, slots=True)
class CentreLengths(Record):
    """Mean turns of a way to solve a 3x3x3, and the extra ones for its centres."""

    key = "centres"

    way: str = column("the centres")
    turns: float | None = column("turns", ".1f")
    turns_sigma: float | None = column("sigma", ".1f", default=None)
    extra: float | None = column("extra", ".1f", default=None)
    extra_sigma: float | None = column("sigma", ".1f", default=None)
    extra_qtm: float | None = column("extra quarter turns", ".1f", default=None)
    extra_qtm_sigma: float | None = column("sigma", ".1f", default=None)
    seconds: float | None = column("s", ".3f", default=None)


@dataclass(frozen=True, slots=True)
class InnerPieceLengths(Record):
    """Mean turns for cubes of one size, their pictures ignored, placed afterwards and at once."""

    key = "inner_pieces"

    n: int = column("n")
    ignored: float = column("ignored", ".1f")
    afterwards: float = column("after", ".1f")
    afterwards_extra: float = column("extra", ".1f")
    afterwards_sigma: float = column("sigma", ".1f")
    afterwards_seconds: float = column("s", ".2f")
    during: float = column("during", ".1f")
    during_extra: float = column("extra", ".1f")
    during_sigma: float = column("sigma", ".1f")
    during_seconds: float = column("s", ".2f")
    published: float = column("paper: quarter turns", ".1f")
    published_extra: float = column("extra", ".1f")
    published_sigma: float = column("sigma", ".1f")


def picture(
    progress: Progress,
    seed: Seed = 0,
    cubes: Cubes = 100,
    sizes: Annotated[
        Sequence[int],
        Option(
            f"The sizes, 3 to {_SIZES[-1]}, separated by commas.",
            SizeList(_SIZES),
        ),
    ] = (3,),
) -> Iterator[CentreLengths | InnerPieceLengths]:
    """Solve picture cubes, with the pictures last and with the pictures in the search.

    Every solution is verified; the exit status is 1 if one fails.
    """
    for n in sizes:
        if n == 3:
            yield from measure_centres(cubes, seed, progress)
        else:
            yield measure_inner_pieces(n, cubes, seed, progress)


def measure_centres(cubes: int, seed: int, progress: Progress = QUIET) -> list[CentreLengths]:
    """Solve 3x3x3 after 100 random turns and verify every solution. Raises UnsolvedError."""
    rng = Random(seed)
    plain: list[Length] = []
    plain_published: list[Length] = []
    published, late, best, seconds = [], [], [], []
    solve_with_centres(PictureCube.read(""))
    for _ in progress.each("3x3x3", range(cubes)):
        scramble = PicturePuzzle().scramble(rng)
        cube = PictureCube.read(scramble)
        began = time.process_time()
        solution = solve_with_centres(cube)
        seconds.append(time.process_time() - began)
        best.append(_checked_length(scramble, solution))
        published.append(_checked_length(scramble, solve_centres_as_published(cube)))
        late.append(_checked_length(scramble, solve_then_centres(cube)))
        for method, lengths in (("lbl", plain), ("lbl-paper", plain_published)):
            without = solve(cube.cube, method)
            lengths.append(Length(without.htm, without.qtm))
    turns = [each.turns for each in plain]
    return [
        CentreLengths("ignored (LBL)", fmean(turns), pstdev(turns)),
        CentreLengths(
            "afterwards, the paper",
            None,
            extra_qtm=PUBLISHED_MEAN,
            extra_qtm_sigma=PUBLISHED_SIGMA,
        ),
        _extra("afterwards, its sequences", published, plain_published),
        _extra("afterwards", late, plain),
        _extra("during", best, plain, median(seconds)),
    ]


def _extra(
    way: str, done: Sequence[Length], plain: Sequence[Length], seconds: float | None = None
) -> CentreLengths:
    extra = [a.turns - b.turns for a, b in zip(done, plain, strict=True)]
    quarters = [a.quarters - b.quarters for a, b in zip(done, plain, strict=True)]
    return CentreLengths(
        way,
        fmean(each.turns for each in done),
        None,
        fmean(extra),
        pstdev(extra),
        fmean(quarters),
        pstdev(quarters),
        seconds,
    )


def measure_published(cubes: int, seed: int = 0) -> list[int]:
    """Return the additional quarter turns of the paper's method for cubes after 100 random turns.

    Raises UnsolvedError.
    """
    rng = Random(seed)
    additional = []
    for _ in range(cubes):
        scramble = PicturePuzzle().scramble(rng)
        cube = PictureCube.read(scramble)
        length = _checked_length(scramble, solve_centres_as_published(cube))
        additional.append(length.quarters - solve(cube.cube, "lbl-paper").qtm)
    return additional


def _checked_length(scramble: str, solution: PuzzleSolution) -> Length:
    _check(scramble, solution)
    quarters = solution.turns + sum(move.endswith("2") for move in solution.moves.split())
    return Length(solution.turns, quarters)


def _check(scramble: str, solution: PuzzleSolution) -> None:
    """Raise UnsolvedError if a solution does not solve the cube with its centres' rotations."""
    cube = supercube_model()
    stickers = np.arange(6 * cube.n**2)
    turns = parse_layer_turns(f"{scramble} {solution.moves}", 3)
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


def measure_inner_pieces(
    n: int, cubes: int, seed: int = 0, progress: Progress = QUIET
) -> InnerPieceLengths:
    """Solve cubes of one size after 100 random turns and verify every solution.

    Seconds are of one processor. Raises UnsolvedError if a solution fails.
    """
    rng = Random(f"{seed} {n}")
    BigPictureCube(n).prepare(lambda share: None)
    # One solution first, so that compiling and loading is not measured.
    solve_with_pictures(random_turns(Random(0), n, _SCRAMBLE_LENGTH), n)
    plain, late, best = [], [], []
    published, published_extra = [], []
    for _ in progress.each(f"{n}x{n}x{n}", range(cubes)):
        scramble = random_turns(rng, n, _SCRAMBLE_LENGTH)
        colours = geometry(n).apply(geometry(n).solved, scramble)
        plain.append(steps.count_turns(steps.solve(colours, n)))
        late.append(_timed(solve_then_pictures, scramble, n))
        best.append(_timed(solve_with_pictures, scramble, n))
        as_published = solve_pictures_as_published(scramble, n)
        _check_pictures(scramble, as_published, n)
        published.append(_count_quarters(as_published))
        by_colour = _count_quarters(solve_as_published(colours, n))
        published_extra.append(published[-1] - by_colour)
    figures: list[float] = []
    for solved in (late, best):
        extra = [turns - without for (turns, _), without in zip(solved, plain, strict=True)]
        turns, seconds = fmean(turns for turns, _ in solved), median(s for _, s in solved)
        figures += [turns, fmean(extra), pstdev(extra), seconds]
    figures += [fmean(published), fmean(published_extra), pstdev(published_extra)]
    return InnerPieceLengths(n, fmean(plain), *figures)


def _count_quarters(stages: Stages) -> int:
    return count_quarters(turn for stage in stages for turn in stage.turns)


def _timed(
    solve: Callable[[tuple[LayerTurn, ...], int], Stages], scramble: tuple[LayerTurn, ...], n: int
) -> tuple[int, float]:
    """Return the turns of a verified solution, and its processor seconds. Raises UnsolvedError."""
    began = time.process_time()
    stages = solve(scramble, n)
    seconds = time.process_time() - began
    _check_pictures(scramble, stages, n)
    return steps.count_turns(stages), seconds


def _check_pictures(scramble: tuple[LayerTurn, ...], stages: Stages, n: int) -> None:
    """Raise UnsolvedError if a solution does not solve the cube with its pictures."""
    if not are_pictures_solved((*scramble, *(turn for each in stages for turn in each.turns)), n):
        raise UnsolvedError(f"the turns found for a {n}x{n}x{n} do not solve its pictures")
