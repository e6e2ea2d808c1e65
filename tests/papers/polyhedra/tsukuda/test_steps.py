"""The Tsukuda method as published: figures of the polyhedra paper, section 14.1."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np
import pytest

from papers.polyhedra.tsukuda import corners, edges, middle_wings, quarter_turns
from papers.polyhedra.tsukuda.inner_pieces import three_cycle
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns, write_paper
from solver.puzzles.nxn.orbits import SIZE, corner_orbit, edge_orbit
from solver.puzzles.nxn.position import is_solved
from solver.puzzles.tsukuda.recipes import WING_MODEL
from solver.puzzles.tsukuda.working_cube import WorkingCube
from tests.support.cases import for_each

U, D = 0, 3


def quarters(numbers: Iterable[int]) -> int:
    """Count a half turn, whose number is 1 modulo 3, as two."""
    return sum(2 if number % 3 == 1 else 1 for number in numbers)


def test_a_corner_of_the_bottom_has_24_cases_of_at_most_8_turns() -> None:
    found = quarter_turns.bottom_cases("bottom-corners", 3, (2, 0, 2))
    assert len(found) == SIZE
    assert max(map(quarters, found.values())) == 8
    # Number 23 of figure 14.1: at the upper left front, its lower side in front.
    place = quarter_turns.place_at(corner_orbit(3), 3, (0, 2, 2), 2)
    written = " ".join(write_paper(geometry(3).turn_at(number), 3) for number in found[place])
    assert written == "ynd zn yn' zn'"


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


@for_each(("arrangement", "names"), middle_wings.PAIRINGS.items())
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


@for_each("first", list(product(range(4), (1, 2))))
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
