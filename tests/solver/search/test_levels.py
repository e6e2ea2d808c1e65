"""Breadth first: the known numbers of cubes, and every cube that there is at a depth."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from solver.cube import Cube
from solver.scramble import random_cube
from solver.search.breadth import levels
from solver.search.found import Effort
from solver.search.levels import Levels, levels_from, levels_from_solved
from solver.search.packing import Packed, unpack
from solver.turn import ALL_TURNS

# https://oeis.org/A080602, and with what looks alike once https://www.cube20.org.
KNOWN = (1, 18, 243, 3_240, 43_239, 574_908, 7_618_438, 100_803_036, 1_332_343_288)
KNOWN_ALIKE = (1, 2, 9, 75, 934, 12_077, 159_131, 2_101_575, 27_762_103)


def grown(around: Levels, depth: int) -> Levels:
    while around.depth < depth:
        around.grow()
    return around


def test_the_counts_are_the_known_ones() -> None:
    around = grown(levels_from_solved(), 7)
    assert tuple(around.states) == KNOWN[:8]
    kept = [end - start for start, end in pairwise(around.starts)]
    assert tuple(kept) == KNOWN_ALIKE[:8]


@pytest.mark.slow
def test_the_counts_are_the_known_ones_to_the_level_where_seed_002_stops() -> None:
    around = grown(levels_from_solved(), 8)
    assert tuple(around.states) == KNOWN
    assert around.width == KNOWN_ALIKE[8]


@pytest.mark.parametrize(("depth", "seed"), [(5, 1), pytest.param(6, 2, marks=pytest.mark.slow)])
def test_the_counts_are_the_same_around_any_cube(depth: int, seed: int) -> None:
    around = grown(levels_from(random_cube(Random(seed))), depth)
    assert tuple(around.states) == KNOWN[: depth + 1]


def test_the_levels_have_every_cube_and_none_else() -> None:
    cube = random_cube(Random(3))
    around = grown(levels_from(cube), 3)
    seen, level = {cube}, {cube}
    for depth in range(1, 4):
        level = {here.turn(turn) for here in level for turn in ALL_TURNS} - seen
        seen |= level
        found = [
            unpack(Packed(int(around.store.corners[i]), int(around.store.edges[i])))
            for i in range(*around.starts[depth : depth + 2])
        ]
        assert len(found) == len(level)
        assert set(found) == level


def test_it_is_told_how_far_it_is() -> None:
    told: list[Effort] = []
    *_, around = levels(5, told.append)
    assert [effort.depth for effort in told] == sorted(effort.depth for effort in told)
    assert told[-1] == around.effort
    assert around.effort.stands_for == sum(KNOWN[:6])
    assert around.effort.made == 18 * sum(KNOWN_ALIKE[:5])


def test_there_is_no_level_below_0() -> None:
    with pytest.raises(ValueError, match="no level -1"):
        next(levels(-1))


def test_a_number_tells_its_level() -> None:
    around = grown(levels_from(Cube.solved()), 2)
    assert [around.level_of(number) for number in (-1, 0, 1, 18, 19, 261)] == [None, 0, 1, 1, 2, 2]
