"""The figures of the documents, measured by our own methods: a function for each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import fmean, pstdev

import numpy as np

from benchmarks.puzzles import picture_cubes, tsukuda
from papers.packing import SETS, Box, pack
from papers.permutations.algebra import evaluate
from papers.permutations.sticker_names import STICKERS
from papers.polyhedra.lbl.engine import CASE_TABLES, cross_cases, quarter_turns
from papers.shintani.exhaustive import bidirectional
from papers.shintani.exhaustive.result import SEQUENCE, SearchResult
from rokumen.errors import UnsolvedError
from solver.core.turn import inverse, layer_quarters, random_turns
from solver.cube import Cube
from solver.engines.case_tables import load_cases
from solver.engines.registry import solve
from solver.puzzles.families import POLYHEDRA
from solver.puzzles.picture_cubes.centres import HALF, QUARTERS
from solver.puzzles.pocket_state import metric
from solver.puzzles.pyraminx import solve_as_published
from solver.puzzles.pyraminx_state import SOLVED_STATE, TURNS

SEED = 0
SCRAMBLE_LENGTH = 100  # random turns before each cube of the paper's experiments


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, or a mean with its standard deviation."""

    value: float
    sigma: float | None = None

    def __str__(self) -> str:
        if self.sigma is None:
            return f"{self.value:,.0f}"
        return f"{self.value:,.1f} ± {self.sigma:.1f}"


def _mean(lengths: list[int] | tuple[int, ...]) -> Figure:
    return Figure(fmean(lengths), pstdev(lengths))


def solids_and_axes() -> Figure:
    """Return how many pairs of a solid and one kind of axes the families of polyhedra have."""
    return Figure(len({(each.solid, each.kinds) for each in POLYHEDRA if len(each.kinds) == 1}))


def tsukuda_turns(n: int, cubes: int) -> Figure:
    """Return the quarter turns of the paper's procedure for size n. Raises UnsolvedError."""
    return _mean(tsukuda.measure_published(n, cubes, SEED))


def cross_sequences() -> Figure:
    """Return how many sequences or rotations of the cube the cross of `lbl-paper` has."""
    different = {case for cases in cross_cases() for case in cases.values()}
    return Figure(sum(case.rotation > 0 or bool(case.algorithm) for case in different))


def lbl_cases(table: str, cubes: int) -> Figure:
    """Return how many cases a table of the LBL method has; it does not depend on `cubes`."""
    return Figure(len(load_cases(table, CASE_TABLES)))


def longest_lbl_case(table: str, cubes: int) -> Figure:
    """Return the quarter turns of the longest first algorithm of a table of the LBL method."""
    return Figure(
        max(layer_quarters(case.algorithm) for case in load_cases(table, CASE_TABLES).values())
    )


def lbl_turns(cubes: int) -> Figure:
    """Return the quarter turns of the paper's LBL method. Raises UnsolvedError."""
    rng, lengths = Random(SEED), []
    for _ in range(cubes):
        cube = Cube.solved().apply(random_turns(rng, SCRAMBLE_LENGTH))
        if not cube.apply(solve(cube, "lbl-paper").turns).is_solved():
            raise UnsolvedError(f"lbl-paper does not solve {cube.facelets}")
        lengths.append(quarter_turns(cube))
    return _mean(lengths)


def quarter_sequence() -> Figure:
    """Return the quarter turns of the sequence for two centres."""
    return Figure(_quarter_turns(QUARTERS))


def half_sequence() -> Figure:
    """Return the quarter turns of the sequence for one centre."""
    return Figure(_quarter_turns(HALF))


def _quarter_turns(moves: str) -> int:
    return sum(2 if move.endswith("2") else 1 for move in moves.split())


def picture_centres(cubes: int) -> Figure:
    """Return the extra quarter turns by the paper's sequences. Raises UnsolvedError."""
    return _mean(picture_cubes.measure_published(cubes, SEED))


def pyraminx_turns(cubes: int) -> Figure:
    """Return the turns of the paper's method for the Pyraminx. Raises UnsolvedError."""
    rng, turns, lengths = Random(SEED), sorted(TURNS), []
    for _ in range(cubes):
        state = SOLVED_STATE.apply(rng.choices(turns, k=SCRAMBLE_LENGTH))
        solution = [turn for _, stage in solve_as_published(state) for turn in stage]
        if state.apply(solution) != SOLVED_STATE:
            raise UnsolvedError(f"the paper's method does not solve {state}")
        lengths.append(len(solution))
    return _mean(lengths)


def pocket_cube() -> Figure:
    """Return the most quarter turns that a position of the 2x2x2 needs."""
    return Figure(int(np.max(metric("qtm").distances)))


# mmays (2014): the numbers of the cube whose right face is turned.
_NUMBERS_AFTER_R = (
    *(1, 2, 19, 4, 21, 6, 7, 24, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 43, 20, 45, 22, 23, 48),
    *(30, 28, 25, 31, 26, 32, 29, 27, 8, 34, 35, 5, 37, 3, 39, 40, 41, 42, 38, 44, 36, 46, 47, 33),
)


def numbers_after_r() -> Figure:
    """Return how many of the 48 numbers of the example are found from the colours."""
    turned = Cube.solved().apply("R")
    numbers = Cube.from_facelets(turned.facelets).numbers
    return Figure(sum(a == b for a, b in zip(numbers, _NUMBERS_AFTER_R, strict=True)))


def corner_cycle() -> Figure:
    """Return the fewest turns that solve the state of Shintani's figures 9 to 11."""
    return Figure(len(_search_corner_cycle().solutions[0]))


def corner_cycle_states() -> Figure:
    """Return how many cubes the search for it looks at."""
    return Figure(_search_corner_cycle().effort.covered)


@cache
def _search_corner_cycle() -> SearchResult:
    cube = Cube.solved().apply(inverse(SEQUENCE))
    return bidirectional.search(cube, len(SEQUENCE))


def packed_pieces() -> Figure:
    """Return how many of Avendia19's pieces the first packing holds; 0 if there is none."""
    found = pack(Box(3, 3, 3), SETS["six"])
    return Figure(len(SETS["six"]) if found.distinct else 0)


def pieces_moved(name: str, cubes: int) -> Figure:
    """Return how many pieces one of Wada's sequences moves; it does not depend on `cubes`."""
    permutation = evaluate(name, STICKERS)
    moved = {frozenset(STICKERS.points[i]) for cycle in permutation.cycles() for i in cycle}
    return Figure(len(moved))
