"""Breadth-first search of packed cubes: the known numbers, all cubes of a depth, and symmetries."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papers.shintani.exhaustive import level_kernel, shintani_tree
from papers.shintani.exhaustive.breadth_first import (
    BfsLevels,
    expand_levels,
    levels_from,
    levels_from_solved,
)
from papers.shintani.exhaustive.packed_cube import PackedCube, pack, symmetry_tables, unpack
from papers.shintani.exhaustive.result import SEQUENCE, STATES, SearchStats
from papers.shintani.exhaustive.shintani_tree import (
    MAX_DEPTH,
    deleted_until,
    first_returns,
    place_in_level,
    tree_levels,
)
from solver.core.turn import ALL_TURNS
from solver.cube import Cube
from solver.symmetry import SYMMETRIES
from tests.support.strategies import cubes

# https://oeis.org/A080602; up to symmetry: https://www.cube20.org.
KNOWN = (1, 18, 243, 3_240, 43_239, 574_908, 7_618_438, 100_803_036, 1_332_343_288)
KNOWN_UP_TO_SYMMETRY = (1, 2, 9, 75, 934, 12_077, 159_131, 2_101_575, 27_762_103)


def grown(around: BfsLevels, depth: int) -> BfsLevels:
    while around.depth < depth:
        around.expand()
    return around


def test_the_counts_are_the_known_ones() -> None:
    around = grown(levels_from_solved(), 7)
    assert tuple(around.counts) == KNOWN[:8]
    kept = [end - start for start, end in pairwise(around.offsets)]
    assert tuple(kept) == KNOWN_UP_TO_SYMMETRY[:8]


@pytest.mark.slow
def test_the_counts_are_the_known_ones_to_the_last_level_of_shintani() -> None:
    around = grown(levels_from_solved(), 8)
    assert tuple(around.counts) == KNOWN
    assert around.last_level_size == KNOWN_UP_TO_SYMMETRY[8]


@pytest.mark.parametrize(("depth", "seed"), [(5, 1), pytest.param(6, 2, marks=pytest.mark.slow)])
def test_the_counts_are_the_same_around_any_cube(depth: int, seed: int) -> None:
    around = grown(levels_from(Cube.random(seed)), depth)
    assert tuple(around.counts) == KNOWN[: depth + 1]


def test_the_levels_contain_exactly_the_cubes_of_their_depth() -> None:
    cube = Cube.random(3)
    around = grown(levels_from(cube), 3)
    seen, level = {cube}, {cube}
    for depth in range(1, 4):
        level = {here.turn(turn) for here in level for turn in ALL_TURNS} - seen
        seen |= level
        found = [
            unpack(PackedCube(int(around.store.corners[i]), int(around.store.edges[i])))
            for i in range(*around.offsets[depth : depth + 2])
        ]
        assert len(found) == len(level)
        assert set(found) == level


def test_the_progress_is_reported() -> None:
    reports: list[SearchStats] = []
    *_, around = expand_levels(5, reports.append)
    assert [effort.depth for effort in reports] == sorted(effort.depth for effort in reports)
    assert reports[-1] == around.effort
    assert around.effort.covered == sum(KNOWN[:6])
    assert around.effort.generated == 18 * sum(KNOWN_UP_TO_SYMMETRY[:5])


def test_there_is_no_level_below_0() -> None:
    with pytest.raises(ValueError, match="no level -1"):
        next(expand_levels(-1))


def test_the_level_of_a_packed_cube_is_found() -> None:
    around = grown(levels_from(Cube.solved()), 2)
    assert [around.level_of(number) for number in (-1, 0, 1, 18, 19, 261)] == [None, 0, 1, 1, 2, 2]


# Figure 11: "nodes at level", "total" and "deleted".
FIGURE_11 = [
    (1, 1, 0),
    (18, 19, 0),
    (306, 325, 18),
    (5_472, 5_797, 54),
    (98_100, 103_897, 450),
    (1_763_496, 1_867_393, 2_754),
    (31_721_688, 33_589_081, 23_994),
    (570_824_352, 604_413_433, 190_026),
]
# Figure 11: "states are generated and ... deleted", from 8,192 states on, each twice as many.
DELETED = (64, 96, 164, 296, 491, 643, 998, 1706, 3034, 4388, 7071, 12706, 23942, 34068, 52558)


def test_the_levels_are_those_of_figure_11() -> None:
    assert [(each.nodes, each.total, each.deleted) for each in tree_levels(7)] == FIGURE_11


def test_a_tree_that_recognises_its_start_alone_grows_so() -> None:
    nodes = {Cube.solved(): 1}
    for level in tree_levels(4)[1:]:
        grown: dict[Cube, int] = {}
        for cube, count in nodes.items():
            for turn in ALL_TURNS:
                turned = cube.turn(turn)
                if not turned.is_solved():
                    grown[turned] = grown.get(turned, 0) + count
        nodes = grown
        assert sum(nodes.values()) == level.nodes


def test_walks_that_first_return_are_counted() -> None:
    assert first_returns(7) == (0, 0, 18, 36, 396, 2_304, 21_240, 166_032)


def test_the_solution_is_found_after_as_many_states_as_in_figure_11() -> None:
    assert tree_levels(7)[-1].total + place_in_level(SEQUENCE) == STATES


def test_as_many_are_deleted_on_the_way_as_in_figure_11(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [8192 << doublings for doublings in range(17)]
    assert [deleted_until(states) for states in made] == [*DELETED, 91_504, 169_394]
    for level in tree_levels(5)[1:]:
        assert deleted_until(level.total) <= level.deleted
        assert deleted_until(level.total + 1) >= level.deleted
    # As if the tree had eight levels: to count all 15 takes 20 seconds.
    monkeypatch.setattr(shintani_tree, "MAX_DEPTH", 8)
    with pytest.raises(ValueError, match="9 turns"):
        deleted_until(10**18)


def test_a_level_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="15 turns"):
        tree_levels(MAX_DEPTH + 1)


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
