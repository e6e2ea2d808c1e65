"""Solution lengths of the beginner's course, of layers-1978 and of pure sequences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from benchmarks.harness.options import Cubes, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import column
from benchmarks.solving.lengths import Lengths, Solved, StageLengths, solve_verified
from benchmarks.solving.other_solvers import PEERS
from solver.cube import Cube
from solver.engines.beginner_course import load_course
from solver.engines.options import DEFAULT_EFFORT
from solver.engines.registry import SolveFunction, engine
from solver.engines.sequences.beam_search import default_table, four_sequences_table
from solver.engines.sequences.engine import solve_with

# CubeUnstuck, "Beginner stats": 10,000 random scrambles, in quarter turns.
CUBE_UNSTUCK = Lengths(
    "CubeUnstuck, 10,000 cubes, published", qtm_mean=210, qtm_fewest=80, qtm_most=321
)
# Packages with a beginner's method; their figures count a half turn as one.
_BEGINNERS_PACKAGES = ("magiccube", "rubik-cube")

# Methods and efforts, beside layers-1978 those of LBL; the ratios are to the last but one.
LAYERS = (("layers-1978", 1), ("layers-1978", 5), ("layers-1978", 20), ("lbl", 0), ("lbl", 20))
_COMPARED_WITH = ("lbl", 0)

# Beam widths of the shortest pure sequences.
EFFORTS = (1, DEFAULT_EFFORT, 100)


@dataclass(frozen=True, slots=True)
class LayersLengths(Lengths):
    """Solution lengths, and their mean as a multiple of that of `lbl --effort 0`."""

    ratio: float | None = column("times lbl 0", ".2f", default=None)


def beginner(
    progress: Progress, seed: Seed = 0, cubes: Cubes = 1000
) -> Iterator[Lengths | StageLengths]:
    """Solve random cubes by exactly what the beginner's course teaches.

    Every solution is verified; the exit status is 1 if one fails.
    """
    name = f"beginner, {len(load_course().sequences)} sequences"
    solved = _solve_random(name, engine("beginner"), cubes, seed, progress)
    yield Lengths.of(name, solved)
    yield CUBE_UNSTUCK
    for peer in PEERS:
        if peer.package in _BEGINNERS_PACKAGES:
            yield Lengths(f"{peer.package}, published", peer.published_mean)
    yield StageLengths.of(name, solved)


def layers(
    progress: Progress, seed: Seed = 0, cubes: Cubes = 500
) -> Iterator[LayersLengths | StageLengths]:
    """Solve the same random cubes by layers-1978 and by LBL, each at several efforts.

    Every solution is verified; the exit status is 1 if one fails.
    """
    solved = {}
    for method, effort in LAYERS:
        solve = engine(method, effort=effort)
        # One solution first, so that loading the tables is not measured.
        solve_verified(Cube.random(Random(f"another {seed}")), solve)
        name = f"{method} --effort {effort}"
        solved[method, effort] = _solve_random(name, solve, cubes, seed, progress)
    compared_with = sum(each.htm for each in solved[_COMPARED_WITH])
    for (method, effort), found in solved.items():
        lengths = LayersLengths.of(f"{method} --effort {effort}", found)
        yield replace(lengths, ratio=sum(each.htm for each in found) / compared_with)
    for (method, effort), found in solved.items():
        if method == "layers-1978":
            yield StageLengths.of(f"effort {effort}", found)


def sequences(progress: Progress, seed: Seed = 0, cubes: Cubes = 200) -> Iterator[Lengths]:
    """Solve random cubes by pure sequences: Wada's four alone, then the shortest there are.

    Every solution is verified; the exit status is 1 if one fails.
    """
    progress.begin("loading")
    choices = [("Wada's four with setup moves", four_sequences_table(), DEFAULT_EFFORT)]
    choices += [("the shortest", default_table(), effort) for effort in EFFORTS]
    for name, choice, effort in choices:
        title, solve = f"{name}, effort {effort}", partial(solve_with, choice, effort=effort)
        # One solution first, so that loading the table is not measured.
        solve(Cube.random(seed))
        yield Lengths.of(title, _solve_random(title, solve, cubes, seed, progress))


def _solve_random(
    name: str, solve: SolveFunction, cubes: int, seed: int, progress: Progress
) -> list[Solved]:
    """Solve random cubes, the same for every method. Raises UnsolvedError."""
    rng = Random(seed)
    return [solve_verified(Cube.random(rng), solve) for _ in progress.each(name, range(cubes))]
