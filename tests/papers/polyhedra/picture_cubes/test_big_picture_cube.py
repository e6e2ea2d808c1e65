"""Cubes of size 4 and more with pictures: every sticker ends in its place and upright."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papers.polyhedra.picture_cubes.big_picture_cube import BigPictureCube
from papers.polyhedra.picture_cubes.inner_pieces import are_pictures_solved
from papers.polyhedra.picture_cubes.three_cycles import cycle_table
from solver.core.errors import CubeError
from solver.puzzles.big_cube import BigCube
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.registry import load_puzzle
from tests.support.numbered_stickers import is_in_order, solved_stickers, turned_stickers
from tests.support.variants import thorough_but

SEEDS = st.integers(0, 10**6)


@cache
def solved_by(n: int, seed: int, method: str) -> tuple[str, int]:
    """Return a scramble and its solution as one text, and the turns that were counted."""
    cube = BigPictureCube(n)
    scramble = cube.scramble(seed)
    solution = cube.solve(scramble, method)
    return f"{scramble} {solution.moves}", solution.length


def test_the_independent_cube_sees_places_and_directions() -> None:
    assert is_in_order("R 2U' 3F2 x y2 3F2 2U R'", 5) is False
    assert is_in_order("R 2U' 3F2 3F2 2U R' x y'", 5)
    # Rotations can be written as turns of all layers.
    assert is_in_order("R 2R 3R 2L' L' x'", 5)
    # Solved by colours: a 5x5x5 with the block of U turned by a half.
    assert not is_in_order("U R L U2 R' L' U R L U2 R' L'", 5)
    # An even cube has no middles, but its inner pieces are moved.
    assert not is_in_order("U R L U2 R' L' U R L U2 R' L'", 4)


@pytest.mark.parametrize("n", thorough_but([5], [4, 5]))
@pytest.mark.parametrize("method", ["during", "after", "paper"])
def test_every_sticker_ends_in_its_place_and_upright(n: int, method: str) -> None:
    moves, turns = solved_by(n, 1, method)
    assert is_in_order(moves, n)
    solution = moves.split()[100:]
    assert turns == sum(move[0] not in "xyz" for move in solution)


@pytest.mark.slow
@settings(max_examples=5)
@given(SEEDS, st.sampled_from(["during", "after", "paper"]))
@pytest.mark.parametrize("n", [4, 5])
def test_any_scramble_ends_in_order(n: int, seed: int, method: str) -> None:
    assert is_in_order(solved_by(n, seed, method)[0], n)


@pytest.mark.slow
@pytest.mark.parametrize("n", [6, 7, 9, 12])
@pytest.mark.parametrize("method", ["during", "after", "paper"])
def test_larger_cubes_end_in_order(n: int, method: str) -> None:
    assert is_in_order(solved_by(n, n, method)[0], n)


@pytest.mark.parametrize("n", thorough_but([6], [5, 6, 7]))
def test_the_papers_steps_look_at_the_numbers_of_inner_pieces(n: int) -> None:
    """14.3.5: after step 2 those of Y- are at home, after step 6 those of Y+ too."""
    cube = BigPictureCube(n)
    scramble = cube.scramble(n)
    stages = cube.solve(scramble, "paper").stages
    names = [stage.name.split()[0] for stage in stages]
    central = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", *map(str, range(11, 17))]
    assert names == [name for name in central if n % 2 or name not in ("1", "5", "10", "14", "15")]
    home, _ = solved_stickers(n)
    y = home[:, 1]
    inner = (abs(home) < n - 2).sum(axis=1) == 2
    done = scramble
    for name, stage in zip(names, stages, strict=True):
        done = f"{done} {stage.moves}"
        places, _ = turned_stickers(done, n)
        if n % 2 == 0 and name in ("2", "6"):
            for face in (-n, n) if name == "6" else (-n,):
                assert (places[inner & (y == face)] == home[inner & (y == face)]).all()
    assert is_in_order(done, n)


def test_the_papers_cycles_have_ten_turns() -> None:
    for kind in ("diagonal", "line", "other"):
        table = cycle_table(kind, published=True)
        lengths = Counter(map(len, table.sequences.values()))
        # Every cycle of three of 24 places, from each of the three: 24 x 23 x 22.
        assert lengths.total() == 12_144
        # As seen from 24 sides, at four cells, to and fro; the others have turns before and after.
        assert lengths[10] == 3 * 24 * 4 * 2
        assert set(lengths) <= {10, 12, 14, 16}


def test_fewer_turns_during_than_after() -> None:
    during, after = (solved_by(4, 1, method)[1] for method in ("during", "after"))
    assert during < after


def test_a_position_that_is_solved_but_for_its_pictures() -> None:
    # A commutator of eight turns: three inner pieces of a 4x4x4 change places.
    word = "2R U 2L' U' 2R' U 2L U'"
    assert not is_in_order(word, 4)
    solution = BigPictureCube(4).solve(word, "after")
    assert is_in_order(f"{word} {solution.moves}", 4)
    assert BigPictureCube(4).solve("", "during").length == 0


def test_an_inner_piece_in_its_place_is_upright() -> None:
    # So places are enough, but for the middles of the faces of odd cubes.
    for n in (5, 6):
        home, up = solved_stickers(n)
        inner = (abs(home) < n - 1).sum(axis=1) == 2
        inner &= (home != 0).sum(axis=1) > 1
        seen = 0
        for seed in range(40):
            moves = " ".join(BigCube(n).scramble(seed).split()[:30])
            places, directions = turned_stickers(moves, n)
            at_home = inner & (places == home).all(axis=1)
            assert (directions[at_home] == up[at_home]).all()
            seen += int(at_home.sum())
        assert seen > 30


def test_once_the_colours_are_solved_every_orbit_is_even() -> None:
    n = 5
    home, _ = solved_stickers(n)
    for seed in range(4):
        scramble = BigCube(n).scramble(seed)
        solution = BigCube(n).solve(scramble, "tsukuda")
        places, _ = turned_stickers(f"{scramble} {solution.moves}", n)
        numbers = {tuple(place): number for number, place in enumerate(home.tolist())}
        targets = np.array([numbers[tuple(place)] for place in places.tolist()])
        kinds = np.sort(abs(home), axis=1)
        assert (targets != np.arange(len(targets))).any()
        # The pieces beside the middles, and those on the diagonals.
        for kind in ((0, 2, 5), (2, 2, 5)):
            orbit = np.flatnonzero((kinds == kind).all(axis=1))
            assert len(orbit) == 24
            assert is_even_permutation(np.searchsorted(orbit, targets[orbit]).tolist())


def is_even_permutation(targets: list[int]) -> bool:
    inversions = sum(a > b for i, a in enumerate(targets) for b in targets[i + 1 :])
    return inversions % 2 == 0


@pytest.mark.parametrize(
    ("name", "position", "quoted"),
    [
        ("picture-2x2x2", "", "picture-2x2x2"),
        ("picture-21x21x21", "", "picture-21x21x21"),
        ("picture-4x4x5", "", "picture-4x4x5"),
        ("picture-4x4x4", "5R", "5R"),
        ("picture-4x4x4", "R Q", "Q"),
        ("picture-4x4x4", "URFDLB" * 16, "which inner piece"),
        ("picture-4x4x4", "WRGYOB" * 16, "which inner piece"),
    ],
)
def test_an_error_quotes_bad_input(name: str, position: str, quoted: str) -> None:
    with pytest.raises(CubeError, match=quoted):
        load_puzzle(name).parse(position)


@pytest.mark.parametrize(
    ("n", "moves"),
    [
        (4, "R x' 2R 2L' L'"),
        (4, "R"),
        (5, "R 2R 3R 2L' L' x'"),
        # Solved by colours; then three inner pieces in each other's places.
        (5, "U R L U2 R' L' U R L U2 R' L'"),
        (5, "2R U 2L' U' 2R' U 2L U'"),
    ],
)
def test_solved_pictures_are_known(n: int, moves: str) -> None:
    assert are_pictures_solved(parse_layer_turns(moves, n), n) == is_in_order(moves, n)
