"""The search for the bottom layer, and the invariants of all stages.

The method layers-1978: its stages solve every cube.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, permutations, product
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papers.shintani.layers_1978.bottom_layer import (
    SIDES,
    bottom_layer_solutions,
    solutions_from_corner,
)
from papers.shintani.layers_1978.distances import PLACES, SOLVED, state_of
from papers.shintani.layers_1978.engine import STAGES
from solver.core.errors import MethodError
from solver.core.turn import ALL_TURNS, Turn, cancel_turns
from solver.cube import Cube
from solver.engines.registry import solve
from solver.notation import shintani
from solver.search.distance_table import UNREACHED
from tests.support.cases import for_each
from tests.support.strategies import cubes

MIDDLE, EDGES_FLIPPED, CORNERS_PLACED, EDGES_PLACED, CORNERS_TURNED = STAGES
EDGES_OF = {4: (4, 5), 5: (5, 6), 6: (6, 7), 7: (7, 4)}


def is_corner_home(cube: Cube, place: int) -> bool:
    return (cube.corners[place], cube.corner_twists[place]) == (place, 0)


def is_edge_home(cube: Cube, place: int) -> bool:
    return (cube.edges[place], cube.edge_flips[place]) == (place, 0)


def is_bottom_solved(cube: Cube) -> bool:
    return all(is_corner_home(cube, i) and is_edge_home(cube, i) for i in range(4, 8))


def is_middle_solved(cube: Cube) -> bool:
    return is_bottom_solved(cube) and all(is_edge_home(cube, i) for i in range(8, 12))


GOALS: tuple[Callable[[Cube], bool], ...] = (
    is_middle_solved,
    lambda cube: is_middle_solved(cube) and not any(cube.edge_flips),
    lambda cube: (
        is_middle_solved(cube) and cube.corners == tuple(range(8)) and not any(cube.edge_flips)
    ),
    lambda cube: cube.corners == tuple(range(8)) and all(is_edge_home(cube, i) for i in range(12)),
    lambda cube: cube.is_solved(),
)


def check_bottom(cube: Cube, effort: int) -> None:
    """Apply the steps of the bottom layer and check each, in Shintani's order."""
    for first, second, third in bottom_layer_solutions(cube, effort):
        block = cube.apply(first)
        # EDGES_OF: the bottom edges are DR DF DL DB, the corners DFR DLF DBL DRB.
        assert any(
            is_corner_home(block, corner) and all(is_edge_home(block, edge) for edge in edges)
            for corner, edges in EDGES_OF.items()
        )
        corners = block.apply(second)
        assert all(is_corner_home(corners, i) for i in range(4, 8))
        assert sum(is_edge_home(corners, i) for i in range(4, 8)) >= 2
        assert is_bottom_solved(corners.apply(third))


@pytest.mark.thorough
def test_the_bottom_layer_of_300_random_cubes() -> None:
    rng = Random(8)
    for _ in range(300):
        check_bottom(Cube.random(rng), 1)


@pytest.mark.slow
def test_the_bottom_layer_of_many_more() -> None:
    rng = Random(88)
    for _ in range(20_000):
        check_bottom(Cube.random(rng), 1)
    for _ in range(500):
        check_bottom(Cube.random(rng), 20)


@pytest.mark.thorough
def test_the_best_of_several_bottom_layers_is_no_longer_than_one() -> None:
    rng = Random(5)
    for _ in range(30):
        cube = Cube.random(rng)
        solutions = bottom_layer_solutions(cube, 8)
        lengths = [sum(map(len, solution)) for solution in solutions]
        assert len(set(solutions)) == len(solutions) <= 8
        assert lengths == sorted(lengths)
        assert lengths[0] <= sum(map(len, bottom_layer_solutions(cube, 1)[0]))


def distances_of_a_block() -> dict[tuple[int, int, int], int]:
    """Return the turns to solve DFR, DR and DF from every position, computed from stickers."""

    def moved(turn: Turn) -> dict[int, int]:
        after = state_of(Cube.solved().turn(turn))
        corners = {
            3 * p + t: 3 * (after[p] // 3) + (after[p] + t) % 3 for p in range(8) for t in range(3)
        }
        edges = {24 + 2 * p + f: after[8 + p] ^ f for p in range(12) for f in range(2)}
        return corners | edges

    turned = [moved(turn) for turn in ALL_TURNS]
    start = (SOLVED[4], SOLVED[12], SOLVED[13])
    found, level, depth = {start: 0}, [start], 0
    while level:
        depth += 1
        reached = {
            (to[corner], to[first], to[second]) for corner, first, second in level for to in turned
        }
        level = [place for place in reached if place not in found]
        found |= dict.fromkeys(level, depth)
    return found


def test_the_first_step_takes_the_least_number_of_turns() -> None:
    known = distances_of_a_block()
    assert len(known) == 24 * 24 * 22
    rng = Random(3)
    for _ in range(50):
        cube = Cube.random(rng)
        for side in SIDES:
            state = state_of(side.conjugate(cube))
            ((first, _, _),) = solutions_from_corner(cube, side, 1)
            assert len(first) == known[state[4], state[12], state[13]]


def states_of(stage: int) -> list[bytes]:
    """Return every state of the pieces that a stage solves, with the rest as required."""
    if stage == 0:
        return middle_states()
    if stage in (1, 3):
        return [
            SOLVED[:8]
            + bytes(PLACES + 2 * p + f for p, f in zip(places, flips, strict=True))
            + SOLVED[12:]
            for places in permutations(range(4))
            for flips in product(range(2), repeat=4)
            if sum(flips) % 2 == 0 and (stage == 1 or (not any(flips) and is_even(places)))
        ]
    return [
        bytes(3 * p + t for p, t in zip(places, twists, strict=True)) + SOLVED[4:]
        for places in permutations(range(4))
        for twists in product(range(3), repeat=4)
        if sum(twists) % 3 == 0 and (stage == 2 or places == (0, 1, 2, 3))
    ]


def edges_at(places: Iterable[int], flips: Iterable[int]) -> bytes:
    return bytes(PLACES + 2 * p + f for p, f in zip(places, flips, strict=True))


def is_even(places: tuple[int, ...]) -> bool:
    return sum(a > b for i, a in enumerate(places) for b in places[i + 1 :]) % 2 == 0


def middle_states() -> list[bytes]:
    found: list[bytes] = []
    for places in permutations((0, 1, 2, 3, 8, 9, 10, 11), 4):
        others = [p for p in (0, 1, 2, 3, 8, 9, 10, 11) if p not in places]
        found += [
            SOLVED[:8] + edges_at(others, (0,) * 4) + SOLVED[12:16] + edges_at(places, flips)
            for flips in product(range(2), repeat=4)
        ]
    return found


@pytest.mark.parametrize("stage", range(5))
def test_every_case_of_a_stage_has_a_solution(stage: int) -> None:
    states = states_of(stage)
    assert len(states) == (26_880, 192, 648, 12, 27)[stage]
    assert all(STAGES[stage].distance(state) < UNREACHED for state in states)
    for state in states[:: 1 + len(states) // 1000]:
        turns, after = next(STAGES[stage].shortest(state))
        assert len(turns) == STAGES[stage].distance(state)
        assert STAGES[stage].distance(after) == 0


def test_the_cases_of_the_top_layer_of_shintani() -> None:
    """Section 5.2: two edges are flipped at once, after a cycle if they are not adjacent, etc."""
    flips: dict[int, set[int]] = {}
    for state in states_of(1):
        flipped = sum(place % 2 for place in state[8:12])
        flips.setdefault(flipped, set()).add(EDGES_FLIPPED.distance(state))
    assert flips == {0: {0}, 2: {8, 15}, 4: {23}}
    assert {EDGES_PLACED.distance(state) for state in states_of(3)} == {0, 8, 16}
    assert {CORNERS_TURNED.distance(state) for state in states_of(4)} <= {0, 14, 28, 42}


@for_each("seed", range(40))
def test_every_solution_of_a_stage_reaches_its_goal(seed: int) -> None:
    cube = Cube.random(seed)
    (steps,) = bottom_layer_solutions(cube, 1)
    cube = cube.apply(chain.from_iterable(steps))
    for stage, goal in zip(STAGES, GOALS, strict=True):
        solutions = list(stage.shortest(state_of(cube)))
        assert solutions
        for turns, after in solutions:
            turned = cube.apply(turns)
            assert state_of(turned) == after
            assert goal(turned)
        cube = cube.apply(solutions[seed % len(solutions)][0])
    assert cube.is_solved()


def test_4_of_24_placements_of_the_top_corners_need_two_cycles() -> None:
    """Shintani (2018) states that a top turn and one cycle suffice: true for 20 of 24."""
    distances = [
        CORNERS_PLACED.distance(bytes(3 * place for place in places) + SOLVED[4:])
        for places in permutations(range(4))
    ]
    assert sorted(distances) == [0, 1, 1, 1] + [8] * 8 + [9] * 8 + [16] * 2 + [17] * 2


def test_a_solved_cube_needs_no_turns() -> None:
    assert solve(Cube.solved(), "layers-1978").turns == ()


NAMES = [
    "Bottom 1",
    "Bottom 2",
    "Bottom 3",
    "Middle layer",
    "Top 1",
    "Top 2",
    "Top 3",
    "Top 4",
]


@pytest.mark.thorough
@given(cubes, st.integers(1, 6))
@settings(max_examples=40)
def test_every_cube_is_solved_in_eight_stages(cube: Cube, effort: int) -> None:
    solution = solve(cube, "layers-1978", effort=effort)
    assert cube.apply(solution.turns).is_solved()
    assert [stage.name.split(":")[0] for stage in solution.stages] == NAMES
    assert cancel_turns(solution.turns) == solution.turns
    assert shintani.parse(shintani.print_turns(solution.turns)) == solution.turns


def test_it_is_an_engine() -> None:
    cube = Cube.random(1)
    solution = solve(cube, "layers-1978", effort=2)
    assert solution.method == "layers-1978"


def test_more_effort_finds_fewer_turns() -> None:
    drawn = [Cube.random(seed) for seed in range(20)]
    one, several = (
        fmean(solve(cube, "layers-1978", effort=effort).htm for cube in drawn) for effort in (1, 8)
    )
    assert several < one - 10


def test_an_effort_below_1_is_rejected() -> None:
    with pytest.raises(MethodError, match="effort = 0"):
        solve(Cube.solved(), "layers-1978", effort=0)
