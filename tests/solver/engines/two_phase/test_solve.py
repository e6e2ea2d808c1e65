"""The two-phase engine: valid and short solutions, and the shortest for cubes nearly solved."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver.core.errors import MethodError, NoSolutionError, SolveError
from solver.core.turn import ALL_TURNS, Turn, htm, parse_turns, qtm, random_turns
from solver.cube import Cube
from solver.engines.registry import multi_solution_engine
from solver.engines.two_phase.phase_one import advance
from solver.engines.two_phase.search import two_phase_search, warm_up
from solver.search.metric import metric
from solver.search.solution_pool import PROVEN_LENGTH, Limits
from tests.support.strategies import cubes
from tests.support.variants import thorough_but


def solves(cube: Cube, moves: tuple[Turn, ...]) -> bool:
    return cube.apply(moves).is_solved()


@given(cubes)
@settings(max_examples=30, deadline=None)
def test_every_cube_is_solved_in_few_turns(cube: Cube) -> None:
    solution = solver.solve(cube, "two-phase")
    assert solves(cube, solution.turns)
    assert solution.method == "two-phase"
    assert solution.htm <= 21


def test_a_solved_cube_needs_no_turns() -> None:
    for name in ("htm", "qtm", "axial"):
        assert two_phase_search(Cube.solved(), name=name) == ((),)


def shells(depth: int) -> list[set[Cube]]:
    """Return the cubes that need 0, 1, .. `depth` turns, by breadth-first search."""
    found = [{Cube.solved()}]
    for _ in range(depth):
        known = found[-1] | (found[-2] if len(found) > 1 else set())
        found.append({c.turn(t) for c in found[-1] for t in ALL_TURNS} - known)
    return found


@pytest.fixture(scope="module")
def near() -> list[set[Cube]]:
    return shells(3)


def test_cubes_up_to_three_turns_away_get_shortest_solutions(
    near: list[set[Cube]],
) -> None:
    picked = [*near[:3], set(list(near[3])[:300])]
    for length, shell in enumerate(picked):
        for cube in shell:
            ((moves),) = two_phase_search(cube, Limits(0))
            assert htm(moves) == length
            assert solves(cube, moves)


@given(st.integers(0, 10**9), st.integers(4, 7))
@settings(max_examples=15, deadline=None)
def test_up_to_seven_turns_no_solution_is_shorter(
    near: list[set[Cube]], seed: int, length: int
) -> None:
    cube = Cube.solved().apply(random_turns(Random(seed), length))
    ((moves),) = two_phase_search(cube, Limits(0))
    assert solves(cube, moves)
    assert htm(moves) <= length
    # A cube up to six turns away is found from both sides after three.
    reached = {cube}
    for steps in range(4):
        for rest in range(4):
            if steps + rest < htm(moves):
                assert near[rest].isdisjoint(reached)
        reached = {c.turn(t) for c in reached for t in ALL_TURNS} if steps < 3 else set()


@given(cubes, st.sampled_from(["htm", "qtm", "axial"]))
@settings(max_examples=15, deadline=None)
def test_every_metric_is_solved_and_counted(cube: Cube, name: str) -> None:
    ((moves),) = two_phase_search(cube, Limits(0.05), name)
    assert solves(cube, moves)
    cost = metric(name).cost_of(moves)
    if name == "htm":
        assert cost == htm(moves)
    if name == "qtm":
        assert cost == qtm(moves)
        assert cost <= 42
    if name == "axial":
        assert cost <= htm(moves)
        assert cost <= 19


@pytest.mark.parametrize("name", thorough_but(["htm"], ["htm", "qtm", "axial"]))
def test_a_cube_of_half_turns_is_solved_quickly(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such cubes are at phase 1's goal along all axes, so phase 1 prunes nothing."""
    rng = Random(8)
    halves = [turn for turn in ALL_TURNS if turn.quarter_turns == 2]
    rounds = 0

    def counted(*arguments: Any) -> object:
        nonlocal rounds
        rounds += 1
        return advance(*arguments)

    warm_up(name)
    monkeypatch.setattr("solver.engines.two_phase.search.advance", counted)
    for _ in range(5):
        rounds = 0
        cube = Cube.solved().apply(rng.choice(halves) for _ in range(40))
        ((moves),) = two_phase_search(cube, Limits(0), name)
        assert solves(cube, moves)
        # A round takes about half a millisecond.
        assert rounds < 300


def test_turns_of_opposite_faces_are_one_axial_move() -> None:
    axial = metric("axial")
    for text, cost in (("U D'", 1), ("D U", 1), ("U R D", 3), ("R2 L F B U", 3), ("", 0)):
        assert axial.cost_of(parse_turns(text)) == cost


@pytest.mark.thorough
def test_the_axial_search_needs_fewer_moves_than_the_shortest_turns() -> None:
    cubes = [Cube.random(seed) for seed in range(20)]
    axial = metric("axial")
    by_turns = [axial.cost_of(two_phase_search(cube, Limits(0.05))[0]) for cube in cubes]
    by_moves = [axial.cost_of(two_phase_search(cube, Limits(0.05), "axial")[0]) for cube in cubes]
    assert sum(by_moves) < sum(by_turns)


def test_the_search_in_quarter_turns_needs_fewer_of_them() -> None:
    cubes = [Cube.random(seed) for seed in range(10)]
    by_turns = [qtm(two_phase_search(cube, Limits(0.05))[0]) for cube in cubes]
    by_quarters = [qtm(two_phase_search(cube, Limits(0.1), "qtm")[0]) for cube in cubes]
    assert all((one - other) % 2 == 0 for one, other in zip(by_turns, by_quarters, strict=True))
    assert sum(by_quarters) < sum(by_turns) - 10


@pytest.mark.parametrize("name", ["qtm", "axial"])
def test_a_few_moves_of_any_metric_are_undone_with_no_more(name: str) -> None:
    chosen, rng = metric(name), Random(4)
    for count in range(PROVEN_LENGTH[name] + 1):
        for _ in range(8):
            moves: list[Turn] = []
            while True:
                move = rng.choice(chosen.moves)
                if chosen.cost_of([*moves, *move]) > count:
                    break
                moves += move
            ((found),) = two_phase_search(Cube.solved().apply(moves), Limits(0), name)
            assert solves(Cube.solved().apply(moves), found)
            assert chosen.cost_of(found) <= count


def test_expensive_turns_are_avoided() -> None:
    expensive = {turn: 3.0 for turn in ALL_TURNS if turn.face == "F"}
    for seed in range(5):
        cube = Cube.random(seed)
        ((plain),) = two_phase_search(cube, Limits(0.05))
        ((careful),) = two_phase_search(cube, Limits(0.5), weights=expensive)
        assert solves(cube, careful)
        weighted = metric("htm", expensive)
        assert weighted.cost_of(careful) <= weighted.cost_of(plain)
        assert sum(turn.face == "F" for turn in careful) <= 2


def test_several_solutions_differ_and_the_best_comes_first() -> None:
    cube = Cube.random(3)
    found = two_phase_search(cube, Limits(0.2, count=10))
    assert len(found) == 10
    assert len(set(found)) == 10
    assert all(solves(cube, moves) for moves in found)
    lengths = [htm(moves) for moves in found]
    assert lengths == sorted(lengths)


def test_the_engine_is_found_by_name() -> None:
    cube = Cube.random(3)
    solution = solver.solve(cube, "two-phase", time_limit=0.05, metric="axial", threads=2)
    assert solves(cube, solution.turns)
    assert metric("axial").cost_of(solution.turns) <= 19
    several = multi_solution_engine("two-phase", 3, time_limit=0.2)(cube)
    assert len({each.turns for each in several}) == 3
    assert all(each.cube == cube and solves(cube, each.turns) for each in several)
    with pytest.raises(MethodError, match="'effort'"):
        solver.solve(cube, "two-phase", effort=1)
    with pytest.raises(MethodError, match="'optimal' gives one"):
        multi_solution_engine("optimal", 2)


def test_a_target_length_ends_the_search() -> None:
    cube = Cube.random(4)
    ((moves),) = two_phase_search(cube, Limits(max_length=21))
    assert htm(moves) <= 21
    with pytest.raises(NoSolutionError, match="at most 5 "):
        two_phase_search(cube, Limits(0.05, max_length=5))


@pytest.mark.thorough
def test_more_time_never_gives_more_turns() -> None:
    for seed in range(5):
        cube = Cube.random(seed)
        lengths = [htm(two_phase_search(cube, Limits(limit))[0]) for limit in (0, 0.05, 0.4)]
        assert lengths == sorted(lengths, reverse=True)


def test_several_threads_find_the_same_as_one() -> None:
    for seed in range(3):
        cube = Cube.random(seed)
        ((moves),) = two_phase_search(cube, Limits(0.2, threads=2))
        assert solves(cube, moves)
        assert htm(moves) <= 20


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"time_limit": -1}, "-1"),
        ({"time_limit": float("nan")}, "nan"),
        ({"max_length": -2}, "-2"),
        ({"count": 0}, "0 solutions"),
        ({"threads": 0}, "0 threads"),
    ],
)
def test_errors_quote_bad_limits(wrong: dict[str, float], message: str) -> None:
    with pytest.raises(SolveError, match=message):
        Limits(**wrong)  # type: ignore[arg-type]


def test_errors_quote_bad_metrics() -> None:
    with pytest.raises(MethodError, match="'stm'"):
        metric("stm")
    for weight in (0, -1, float("nan"), 1e9):
        with pytest.raises(MethodError, match="the weight of U"):
            metric("htm", {Turn("U", 1): weight})
