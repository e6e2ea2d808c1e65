"""Packed cubes: lossless packing, turns, and one canonical cube of each symmetry class."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papers.shintani.exhaustive import level_kernel
from papers.shintani.exhaustive.breadth_first import levels_from
from papers.shintani.exhaustive.packed_cube import PackedCube, pack, symmetry_tables, unpack
from solver.core.turn import ALL_TURNS
from solver.cube import Cube
from solver.symmetry import SYMMETRIES
from tests.support.strategies import cubes

SOLVED = Cube.solved()
# Symmetric cubes: under all 48 symmetries, 6 (three equal axes), 16, and others.
PATTERNS = {
    "U2 D2 R2 L2 F2 B2": 48,
    "": 48,
    "U": 4,
    "U2": 8,
    "R U F": 1,
}


@given(cubes)
def test_a_packed_cube_is_unpacked_unchanged(cube: Cube) -> None:
    packed = pack(cube)
    assert unpack(packed) == cube
    assert 0 <= packed.corners < 1 << 40
    assert 0 <= packed.edges < 1 << 60


def test_each_piece_in_each_place_has_its_own_number() -> None:
    for count, orientations in ((8, 3), (12, 2)):
        seen = set()
        for cubie, place, turned in product(range(count), range(count), range(orientations)):
            cubies, turns_ = list(range(count)), [0] * count
            other = cubies[place]
            cubies[place], cubies[cubie] = cubie, other
            turns_[place] = turned
            whole = (tuple(cubies), tuple(turns_))
            cube = (
                Cube(*whole, SOLVED.edges, SOLVED.edge_flips)
                if count == 8
                else Cube(SOLVED.corners, SOLVED.corner_twists, *whole)
            )
            assert unpack(pack(cube)) == cube
            seen.add((cube, pack(cube)))
        assert len({cube for cube, _ in seen}) == len({packed for _, packed in seen})


@given(cubes)
def test_turns_of_packed_cubes_agree_with_turns_of_cubes(cube: Cube) -> None:
    around = levels_from(cube)
    around.expand()
    assert around.counts == [1, 18]
    found = [
        unpack(PackedCube(int(around.store.corners[i]), int(around.store.edges[i])))
        for i in range(1, 19)
    ]
    assert found == [cube.turn(turn) for turn in ALL_TURNS]


@given(cubes, st.sampled_from(SYMMETRIES))
def test_a_symmetry_class_has_one_canonical_cube(cube: Cube, side: object) -> None:
    corners, edges, ties = level_kernel.canonical(symmetry_tables(), *pack(cube))
    sides = [symmetry.conjugate(cube) for symmetry in SYMMETRIES]
    assert unpack(PackedCube(corners, edges)) in sides
    assert ties == sides.count(cube)
    for seen in sides[:: len(sides) // 6]:
        assert level_kernel.canonical(symmetry_tables(), *pack(seen)) == (corners, edges, ties)


@pytest.mark.parametrize(("moves", "symmetries"), PATTERNS.items())
def test_a_pattern_has_the_known_number_of_symmetries(moves: str, symmetries: int) -> None:
    cube = SOLVED.apply(moves)
    canonical = level_kernel.canonical(symmetry_tables(), *pack(cube))
    assert canonical[2] == symmetries
    for symmetry in SYMMETRIES:
        assert (
            level_kernel.canonical(symmetry_tables(), *pack(symmetry.conjugate(cube))) == canonical
        )
