"""The figures of the polyhedra paper that are measured: means of solved cubes, and a few more."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import numpy as np

from papers.figure import Figure
from papers.polyhedra.lbl.engine import CASE_TABLES, cross_cases, quarter_turns
from papers.polyhedra.picture_cubes.centres import (
    HALF,
    QUARTERS,
    centre_marker_orbit,
    supercube_model,
)
from papers.polyhedra.picture_cubes.picture_cube import (
    PictureCube,
    PicturePuzzle,
    solve_centres_as_published,
)
from papers.polyhedra.tsukuda import steps
from papers.polyhedra.tsukuda.quarter_turns import count_quarters
from rokumen.extend.commands import UnsolvedError
from solver.core.turn import layer_quarters, random_turns
from solver.cube import Cube
from solver.engines.case_tables import load_cases
from solver.engines.registry import solve
from solver.puzzles.families import POLYHEDRA
from solver.puzzles.nxn.layers import LayerTurn, geometry, turn_all
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.position import is_solved, write
from solver.puzzles.pocket_state import metric
from solver.puzzles.pyraminx import solve_as_published
from solver.puzzles.pyraminx_state import SOLVED_STATE, TURNS
from solver.puzzles.tsukuda import tables

SEED = 0
SCRAMBLE_LENGTH = 100  # random turns before each cube of the paper's experiments


def solids_and_axes(families: int | None = None) -> Figure:
    """Return how many pairs of a solid and one kind of axes the families of polyhedra have.

    `families`: of the first so many alone, of which the paper's sections 3 to 12 have ten.
    """
    kinds = {(each.solid, each.kinds) for each in POLYHEDRA[:families] if len(each.kinds) == 1}
    return Figure(len(kinds))


def tsukuda_turns(n: int, cubes: int) -> Figure:
    """Return the quarter turns of the paper's procedure for size n. Raises UnsolvedError."""
    return Figure.mean(tsukuda_lengths(n, cubes))


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
    return Figure.mean(lengths)


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
    return Figure.mean(picture_lengths(cubes))


def pyraminx_turns(cubes: int) -> Figure:
    """Return the turns of the paper's method for the Pyraminx. Raises UnsolvedError."""
    rng, turns, lengths = Random(SEED), sorted(TURNS), []
    for _ in range(cubes):
        state = SOLVED_STATE.apply(rng.choices(turns, k=SCRAMBLE_LENGTH))
        solution = [turn for stage in solve_as_published(state) for turn in stage.turns]
        if state.apply(solution) != SOLVED_STATE:
            raise UnsolvedError(f"the paper's method does not solve {state}")
        lengths.append(len(solution))
    return Figure.mean(lengths)


def pocket_cube() -> Figure:
    """Return the most quarter turns that a position of the 2x2x2 needs."""
    return Figure(int(np.max(metric("qtm").distances)))


def tsukuda_lengths(n: int, cubes: int, seed: int = SEED) -> list[int]:
    """Solve cubes of one size by the paper's procedure and verify every solution.

    The cubes are made by 100 turns of the paper: an axis, a layer and a direction. Return the
    turns, half turns as two. Raises UnsolvedError if a solution fails.
    """
    tables.prepare(n)
    rng = Random(f"{seed} {n}")
    cube = geometry(n)
    counts = []
    for _ in range(cubes):
        turns = [
            LayerTurn(rng.randrange(3), rng.randrange(n), rng.choice((1, 3)))
            for _ in range(SCRAMBLE_LENGTH)
        ]
        colours = cube.apply(cube.solved, turns)
        stages = steps.solve_as_published(colours, n)
        end = cube.apply(colours, (turn for stage in stages for turn in stage.turns))
        if not is_solved(end, n):
            raise UnsolvedError(f"the turns found for {write(colours)} do not solve it")
        counts.append(count_quarters(turn for stage in stages for turn in stage.turns))
    return counts


def picture_lengths(cubes: int, seed: int = SEED) -> list[int]:
    """Return the additional quarter turns of the paper's method for cubes after 100 random turns.

    Raises UnsolvedError.
    """
    rng = Random(seed)
    additional = []
    for _ in range(cubes):
        scramble = PicturePuzzle().scramble(rng)
        cube = PictureCube.read(scramble)
        turns = [turn for stage in solve_centres_as_published(cube) for turn in stage.turns]
        _check(scramble, turns)
        quarters = len(turns) + sum(turn.endswith("2") for turn in turns)
        additional.append(quarters - solve(cube.cube, "lbl-paper").qtm)
    return additional


def _check(scramble: str, turns: Iterable[str]) -> None:
    """Raise UnsolvedError if turns do not solve the cube with its centres' rotations."""
    cube = supercube_model()
    stickers = np.arange(6 * cube.n**2)
    made = parse_layer_turns(" ".join((scramble, *turns)), 3)
    numbers = [
        cube.turn_index(LayerTurn(turn.axis, 2 * turn.layer, turn.quarters))
        for turn in made
        if turn.layer is not None
    ]
    turn_all(stickers, np.array(numbers, dtype=np.int64), cube.n, cube.cycles, cube.offsets)
    outer = ((cube.places == 0) | (cube.places == cube.n - 1)).sum(axis=1) >= 2
    outer[centre_marker_orbit().stickers] = True
    if (stickers != np.arange(len(stickers)))[outer].any():
        raise UnsolvedError(f"the turns found for {' '.join(scramble)} do not solve it")
