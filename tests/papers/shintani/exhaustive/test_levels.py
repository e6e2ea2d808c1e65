"""Breadth-first search: the known numbers of cubes, and all cubes of a depth."""

from __future__ import annotations

from itertools import pairwise

import pytest

from papers.shintani.exhaustive.breadth_first import (
    BfsLevels,
    expand_levels,
    levels_from,
    levels_from_solved,
)
from papers.shintani.exhaustive.packed_cube import PackedCube, unpack
from papers.shintani.exhaustive.result import SearchStats
from solver.core.turn import ALL_TURNS
from solver.cube import Cube

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
