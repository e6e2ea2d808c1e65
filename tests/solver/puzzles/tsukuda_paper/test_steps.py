"""The Tsukuda method as published: figures of the polyhedra paper, section 14.1."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby, pairwise, product
from random import Random

import numpy as np
import pytest

from solver.puzzles.big_cube import random_turns
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns, write_paper
from solver.puzzles.nxn.orbits import SIZE, Orbit, corner_orbit, edge_orbit
from solver.puzzles.nxn.position import is_solved
from solver.puzzles.tsukuda.recipes import WING_MODEL
from solver.puzzles.tsukuda.working_cube import WorkingCube
from solver.puzzles.tsukuda_paper import corners, edges, middle_wings, quarter_turns
from solver.puzzles.tsukuda_paper.inner_pieces import three_cycle
from solver.puzzles.tsukuda_paper.steps import solve_as_published

U, D = 0, 3
BOTH_KINDS = [str(step) for step in range(1, 17)]


def quarters(numbers: Iterable[int]) -> int:
    """Count a half turn, whose number is 1 modulo 3, as two."""
    return sum(2 if number % 3 == 1 else 1 for number in numbers)


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


def test_a_corner_of_the_bottom_has_24_cases_of_at_most_8_turns() -> None:
    found = quarter_turns.bottom_cases("bottom-corners", 3, (2, 0, 2))
    assert len(found) == SIZE
    assert max(map(quarters, found.values())) == 8
    # Number 23 of figure 14.1: at the upper left front, its lower side in front.
    place = quarter_turns.place_at(corner_orbit(3), 3, (0, 2, 2), 2)
    written = " ".join(write_paper(geometry(3).turn_at(number), 3) for number in found[place])
    assert written == "ynd zn yn' zn'"


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


def test_edges_have_as_many_cases_as_in_the_paper() -> None:
    orbit = edge_orbit(6, 1)
    for height, face, make, first, second, most in (
        (0, D, quarter_turns.bottom_cases, 24, 23, 13),
        (5, U, quarter_turns.top_cases, 16, 15, 15),
    ):
        name = "bottom-wings-1" if face == D else "top-wings-1"
        left = make(name, 6, (1, height, 5))
        right = make(
            name, 6, (4, height, 5), quarter_turns.place_at(orbit, 6, (1, height, 5), face)
        )
        assert (len(left), len(right)) == (first, second)
        assert max(map(quarters, [*left.values(), *right.values()])) <= most
    central = quarter_turns.bottom_cases("bottom-edges", 5, (2, 0, 4))
    assert len(central) == SIZE
    assert max(map(quarters, central.values())) <= 8


def test_sequences_have_the_lengths_of_the_paper() -> None:
    assert [quarters(middle_wings.cycle_sequence(name)) for name in ("A", "A'")] == [6, 6]
    assert [quarters(middle_wings.cycle_sequence(name)) for name in ("B", "B'")] == [9, 9]
    assert quarters(middle_wings.exchange_sequence((2,))) == 21
    assert quarters(middle_wings.exchange_sequence((1, 2))) <= 20
    assert quarters(edges.flip_sequence(3)) == 14
    assert [quarters(corners.twist_sequence(3, twist)) for twist in (1, 2)] == [8, 8]


@pytest.mark.parametrize(("arrangement", "names"), middle_wings.PAIRINGS.items())
def test_table_14_4_makes_four_pairs(arrangement: str, names: tuple[str, ...]) -> None:
    upper, lower = arrangement.split("/")
    at = {place: upper[place] for place in (1, 2, 3)} | {
        place: lower[place - 3] for place in (4, 5, 6)
    }
    for name in names:
        cycle = middle_wings.CYCLES[name]
        at |= {to: at[place] for to, place in zip(cycle, cycle[1:] + cycle[:1], strict=True)}
    assert all(at[place] == at[place + 3] for place in (1, 2, 3))


def test_a_cycle_of_the_middle_edges_moves_its_pieces_and_keeps_top_and_bottom() -> None:
    cube = geometry(6)
    orbit = edge_orbit(6, 1)
    places = middle_wings.wing_places()
    for name, cycle in middle_wings.CYCLES.items():
        turns = [cube.turn_at(number) for number in middle_wings.cycle_sequence(name)]
        after = cube.apply(np.arange(6 * 36), turns)
        sticker = {k: int(orbit.stickers[places[k if k < 4 else k + 1]]) for k in range(1, 7)}
        for to, place in zip(cycle, cycle[1:] + cycle[:1], strict=True):
            assert after[sticker[to]] == sticker[place]
        outer = np.isin(cube.places[:, 1], (0, 5))
        assert (cube.apply(cube.solved, turns) == cube.solved)[outer].all()


@pytest.mark.parametrize("n", [4, 5])
def test_ten_turns_move_three_inner_pieces_and_nothing_else(n: int) -> None:
    cube = geometry(n)
    last = n - 1
    stickers = np.arange(6 * n * n)
    for j in range(1, last):
        for k in range(1, last):
            if 2 * j == 2 * k == last:
                continue
            row, column, face = (
                LayerTurn(2, last - j, 1),
                LayerTurn(1, k, 1),
                LayerTurn(0, last, 3),
            )
            turns = three_cycle(row, column, face)
            assert len(turns) == 10
            moved = np.flatnonzero(cube.apply(stickers, turns) != stickers)
            # The three places of section 14.1.6.
            at = {tuple(place) for place in cube.places[moved].tolist()}
            assert at == {(last, j, k), (last - k, last, last - j), (last, k, last - j)}
            assert len(moved) == 3


@pytest.mark.parametrize("first", list(product(range(4), (1, 2))))
def test_corners_of_table_14_2_are_right_after_two_twists(first: tuple[int, int]) -> None:
    """B and C after one, D to H after two of eight turns; then Y+ is turned home."""
    for second in product(range(4), (0, 1, 2)):
        made = WorkingCube(geometry(2).solved.copy(), 2, 0)
        for spin, twist in (first, second):
            if twist:
                view = made.spins()[spin]
                made.turn_as_model(corners.twist_sequence(3, twist), 3, 0, view)
        most = 8 if second[1] == 0 else 16
        assert quarters(corners.twist_top_corners(made)) <= most + 2
        assert is_solved(made.colours, 2)


def test_the_flip_of_two_middle_edges_changes_only_them() -> None:
    cube = geometry(3)
    turns = [cube.turn_at(number) for number in edges.flip_sequence(3)]
    moved = np.flatnonzero(cube.apply(cube.solved, turns) != cube.solved)
    assert {tuple(place) for place in cube.places[moved].tolist()} == {(0, 1, 2), (2, 1, 2)}
    assert cube.apply(cube.solved, parse_layer_turns("xn xn'", 3)).tolist() == cube.solved.tolist()


@pytest.mark.parametrize(
    ("neighbours", "sequences"), [((), 0), ((0,), 1), ((3,), 1), ((0, 1), 2), ((0, 2), 2)]
)
def test_step_15_flips_neighbours_at_once_and_others_in_two(
    neighbours: tuple[int, ...], sequences: int
) -> None:
    """Table 14.6. Neighbours are flipped on these sides: two, or opposite ones, or all four."""
    n = 3
    made = WorkingCube(geometry(n).solved.copy(), n, 0)
    for side in neighbours:
        made.turn_as_model(edges.flip_sequence(n), n, 1, made.spins()[side])
    assert quarters(edges.flip_edges(made)) == 14 * sequences
    assert is_solved(made.colours, n)


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


@pytest.mark.parametrize(
    ("upside_down", "turns"),
    [
        ((), 0),
        ((0,), 21),
        ((0, 1), 18),
        # Column 4: a side is turned by a half, so that they are neighbours, and back: 20 fewer
        # than 21 twice.
        ((0, 2), 2 + 18 + 2),
        ((0, 1, 2), 18 + 21),
        ((0, 1, 2, 3), 18 + 18),
    ],
)
def test_each_column_of_table_14_5_is_solved_as_published(
    upside_down: tuple[int, ...], turns: int
) -> None:
    n = 4
    made = WorkingCube(geometry(n).solved.copy(), n, 0)
    for spin in upside_down:
        view = made.spins()[spin]
        made.turn_as_model(middle_wings.exchange_sequence((2,)), WING_MODEL, 1, view)
    assert quarters(middle_wings.turn_pairs(made, 1)) == turns
