"""The order of the steps of the Tsukuda method, and of the pieces of each (section 14.1).

The cases of section 14.1: a piece that is where a case says is brought home by its turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby, pairwise
from random import Random

import numpy as np
import pytest

from papers.polyhedra.tsukuda import corners, edges, quarter_turns
from papers.polyhedra.tsukuda.case_lists import StepCase, step_cases
from papers.polyhedra.tsukuda.steps import solve_as_published
from solver.puzzles.big_cube import random_turns
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.orbits import Orbit, corner_orbit, edge_orbit
from solver.puzzles.nxn.position import is_solved
from solver.puzzles.tsukuda.working_cube import WorkingCube

U, D = 0, 3
BOTH_KINDS = [str(step) for step in range(1, 17)]


@pytest.mark.parametrize(
    ("n", "steps"),
    [
        (2, ["3", "7", "8"]),
        (3, ["1", "3", "5", "7", "8", "10", "14", "15"]),
        (4, ["2", "3", "4", "6", "7", "8", "9", "11", "12", "13", "16"]),
        (7, BOTH_KINDS),
    ],
)
def test_the_steps_of_the_paper_solve_a_cube_in_its_order(n: int, steps: list[str]) -> None:
    cube = geometry(n)
    colours = cube.apply(cube.solved, random_turns(Random(n), n, 100))
    stages = solve_as_published(colours, n)
    assert [stage.name.split()[0] for stage in stages] == steps
    assert is_solved(cube.apply(colours, [turn for stage in stages for turn in stage.turns]), n)


@pytest.mark.parametrize("middle", ["", "xm", "xmd", "xm'", "zm", "zm'"])
def test_step_1_brings_the_centre_of_the_bottom_down(middle: str) -> None:
    n = 5
    cube = geometry(n)
    colours = cube.apply(cube.solved, parse_layer_turns(middle, n))
    first = solve_as_published(colours, n)[0]
    assert first.name == "1 Y- centre"
    assert cube.apply(colours, first.turns)[cube.solved == D][n * n // 2] == D


@pytest.mark.parametrize("seed", [0, 1])
def test_step_2_takes_the_inner_pieces_from_z_and_then_from_x(seed: int) -> None:
    """14.1.2: Z+, then what was X+. A column of X+ comes down by a left-handed turn about Z."""
    n = 6
    cube = geometry(n)
    colours = cube.apply(cube.solved, random_turns(Random(seed), n, 100))
    (turns,) = [stage.turns for stage in solve_as_published(colours, n) if stage.name[:2] == "2 "]
    # Columns come in pairs: up with another piece, and down with the one that the row put in.
    down = [turn for turn in turns if turn.axis != 1 and turn.layer not in (0, n - 1)][1::2]
    sides = [(turn.axis, turn.quarters) for turn in down]
    from_z, from_x = (0, 1), (2, 3)
    assert sides[0] == from_z
    assert next(side for side in sides if side != from_z) == from_x


def check_that_pieces_come_home(
    cube: WorkingCube,
    made: list[int],
    pieces: Iterable[tuple[int, Orbit, int, quarter_turns.Cases]],
) -> None:
    """Check that the turns of a step bring pieces home one by one: each as seen in a view, to its
    home in its orbit by the case of the place where it is.
    """
    for view, orbit, home, cases in pieces:
        count = len(cases[int(cube.whereabouts(orbit, view)[home])])
        cube.turn(made[:count])
        del made[:count]
        assert cube.whereabouts(orbit, view)[home] == home
    assert not made


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize(
    ("step", "orbit", "name", "at"),
    [
        (corners.solve_bottom_corners, corner_orbit(3), "bottom-corners", (2, 0, 2)),
        (edges.solve_bottom_edges, edge_orbit(3, 1), "bottom-edges", (1, 0, 2)),
    ],
)
def test_steps_3_and_5_begin_at_z(
    step: Callable[[WorkingCube], list[int]],
    orbit: Orbit,
    name: str,
    at: tuple[int, int, int],
    seed: int,
) -> None:
    n = 3
    cube = geometry(n)
    colours = cube.apply(cube.solved, random_turns(Random(seed), n, 100))
    views = WorkingCube(colours, n, 0).spins()
    assert views[0] == 0
    home = quarter_turns.place_at(orbit, n, at, D)
    cases = quarter_turns.bottom_cases(name, n, at)
    made = step(WorkingCube(colours, n, 0))
    pieces = [(view, orbit, home, cases) for view in views]
    check_that_pieces_come_home(WorkingCube(colours, n, 0), made, pieces)


@pytest.mark.parametrize("seed", [0, 1])
def test_step_4_begins_at_z_with_the_outermost_edges(seed: int) -> None:
    """14.1.4: the left and the right edge at Z+ of each layer, from L = 1 on; then other sides."""
    n, left, right = 6, (1, 0, 5), (4, 0, 5)
    cube = geometry(n)
    colours = cube.apply(cube.solved, random_turns(Random(seed), n, 100))
    first, second = (quarter_turns.place_at(edge_orbit(n, 1), n, at, D) for at in (left, right))
    cases = (
        (first, quarter_turns.bottom_cases("bottom-wings-1", n, left)),
        (second, quarter_turns.bottom_cases("bottom-wings-1", n, right, first)),
    )
    views = WorkingCube(colours, n, 0).spins()
    made = edges.solve_bottom_wings(WorkingCube(colours, n, 0))
    pieces = [
        (view, edge_orbit(n, layer), home, of_home)
        for view in views
        for layer in (1, 2)
        for home, of_home in cases
    ]
    check_that_pieces_come_home(WorkingCube(colours, n, 0), made, pieces)


@pytest.mark.parametrize("seed", [0, 1])
def test_step_6_takes_the_inner_pieces_from_the_sides_in_the_papers_order(seed: int) -> None:
    """14.1.6: X+, then Z+, Z- and X-. Only the cycles of a side turn its outer layer."""
    n = 6
    cube = geometry(n)
    colours = cube.apply(cube.solved, random_turns(Random(seed), n, 100))
    (turns,) = [stage.turns for stage in solve_as_published(colours, n) if stage.name[:2] == "6 "]
    sides = {(0, n - 1): "X+", (2, n - 1): "Z+", (2, 0): "Z-", (0, 0): "X-"}
    turned = [
        sides[turn.axis, turn.layer]
        for turn in turns
        if turn.layer is not None and (turn.axis, turn.layer) in sides
    ]
    assert [side for side, _ in groupby(turned)] == ["X+", "Z+", "Z-", "X-"]


@pytest.mark.parametrize("seed", [0, 1])
def test_step_6_makes_room_by_a_half_turn_only_where_no_quarter_does(seed: int) -> None:
    """A piece is put in by ten turns, before which Y+ may be turned to free its place."""
    n = 6
    cube = geometry(n)
    inner = cube.solved == U
    inner &= ~np.isin(cube.places[:, [0, 2]], (0, n - 1)).any(axis=1)
    colours = cube.apply(cube.solved, random_turns(Random(seed), n, 100))
    half = LayerTurn(1, n - 1, 2)
    for stage in solve_as_published(colours, n):
        for i, turn in enumerate(stage.turns):
            if stage.name[:2] == "6 " and turn == half:
                put_in = stage.turns[i + 1 : i + 11]
                for quarters in (1, 3):
                    after = cube.apply(colours, (LayerTurn(1, n - 1, quarters), *put_in))
                    assert (after[inner] == U).sum() == (colours[inner] == U).sum()
            colours = cube.apply(colours, (turn,))


@pytest.mark.parametrize("seed", [0, 1])
def test_step_16_takes_the_inner_pieces_from_the_sides_in_the_papers_order(seed: int) -> None:
    """14.1.16: from X-, Z- and X+ to Z+, then from X- to Z- and Z- to X+, then from X- to Z-.

    The ten turns that take a piece from a side turn its outer layer right after an inner one; a
    turn of another side that makes room stands before and after the ten.
    """
    n = 6
    cube = geometry(n)
    colours = cube.apply(cube.solved, random_turns(Random(seed), n, 100))
    (turns,) = [stage.turns for stage in solve_as_published(colours, n) if stage.name[:3] == "16 "]
    sides = {(0, n - 1): "X+", (2, n - 1): "Z+", (2, 0): "Z-", (0, 0): "X-"}
    inner = range(1, n - 1)
    taken = [
        sides[turn.axis, turn.layer]
        for before, turn in pairwise(turns)
        if before.layer in inner and turn.layer is not None and turn.layer not in inner
    ]
    assert [side for side, _ in groupby(taken)] == ["X-", "Z-", "X+", "X-", "Z-", "X-"]


def coordinate(letter: str, n: int) -> int:
    """Return the coordinate of a letter of table 14.1, for L = 1."""
    return {"0": 0, "l": 1, "m": (n - 1) // 2, "r": n - 2, "n": n - 1}[letter]


# The direction of each face, in the order U R F D L B.
_DIRECTIONS = ("Y", "X", "Z", "-Y", "-X", "-Z")


def look_up(case: StepCase) -> tuple[tuple[int, ...], str]:
    """Return where the piece of a case is before its turns, and the direction of its vector y."""
    n = case.model
    before = [turn.inverse() for turn in reversed(case.turns)]
    homes = geometry(n).apply(np.arange(6 * n * n), before)
    sides = {home // (n * n): home for home in case.stickers}
    # Its sticker of Y+ (face 0) or Y- (face 3).
    own = sides[0] if 0 in sides else sides[3]
    at = int(np.flatnonzero(homes == own)[0])
    direction = _DIRECTIONS[at // (n * n)]
    if own // (n * n) == 3:
        direction = direction[1:] if direction[0] == "-" else f"-{direction}"
    return tuple(geometry(n).places[at].tolist()), direction


@pytest.mark.parametrize("step", [3, 4, 5, 9, 10])
def test_the_piece_of_a_case_is_where_it_says(step: int) -> None:
    for case in step_cases(step):
        *letters, direction = case.where.split(" ")[-1].split(",")
        where = tuple(coordinate(letter, case.model) for letter in letters)
        assert look_up(case) == (where, direction)
