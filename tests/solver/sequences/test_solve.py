"""The engine solves every cube by stages that each do one pure thing."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings

from solver.algebra import STICKERS, WCA_STICKERS, evaluate
from solver.algebra.stickers import permutation_of
from solver.cube import Cube
from solver.engine import Solution, engine
from solver.errors import MethodError
from solver.lbl.state import effect_of
from solver.permutation import Permutation
from solver.scramble import random_cube
from solver.sequences import bracketed, solve
from solver.sequences.pure import Kind, kind_of, table
from solver.sequences.search import find, usual_choice
from solver.turn import cancel, turns
from tests.strategies import cubes


@given(cubes)
@settings(max_examples=40)
def test_every_cube_is_solved(cube: Cube) -> None:
    solution = solve(cube, effort=1)
    assert cube.apply(solution.moves).is_solved
    assert solution.method == "sequences"


@given(cubes)
@settings(max_examples=40)
def test_only_pure_sequences_are_used_and_one_turn_for_parity(cube: Cube) -> None:
    words = find(cube, 1, usual_choice())
    is_even = Permutation(cube.corners).is_even
    if not is_even:
        (turn,) = words[0]
        assert turn.quarter_turns != 2
    pure = words if is_even else words[1:]
    assert all(kind_of(effect_of(word)) in Kind for word in pure)
    assert cube.apply(chain.from_iterable(words)).is_solved


@given(cubes)
@settings(max_examples=20)
def test_stages_say_what_they_do(cube: Cube) -> None:
    """Each stage's note is its sequence in full, and does the cycles of its name and no more."""
    product = Permutation.identity(48)
    for stage in solve(cube, effort=1).stages:
        done = evaluate(stage.note, WCA_STICKERS)
        kind, _, cycles = stage.name.partition(": ")
        if cycles:
            assert kind in {kind.value for kind in Kind}
            assert evaluate(cycles, STICKERS) == done
        product = product * done
    merged = permutation_of(solve(cube, effort=1).moves)
    assert product == merged


def test_a_solved_cube_needs_nothing() -> None:
    assert solve(Cube.solved()).stages == ()


@pytest.mark.parametrize("number", range(0, 2890, 50))
def test_what_one_sequence_does_one_sequence_undoes(number: int) -> None:
    words = list(table().values())[number]
    (stage,) = solve(Cube.solved().apply(words[0])).stages
    assert len(stage.moves) == len(words[0])


def test_a_quarter_turn_is_undone_by_one() -> None:
    (stage,) = solve(Cube.solved().apply(turns("R"))).stages
    assert stage.moves == turns("R'")


def test_the_hardest_orientations() -> None:
    """All edges flipped, all corners twisted: no permutation to hide it in."""
    cube = Cube(tuple(range(8)), (1, 2) * 4, tuple(range(12)), (1,) * 12)
    solution = solve(cube, effort=1)
    assert cube.apply(solution.moves).is_solved
    three = Cube(tuple(range(8)), (1, 1, 1, 0, 0, 0, 0, 0), tuple(range(12)), (0,) * 12)
    assert three.apply(solve(three, effort=1).moves).is_solved


def lengths(effort: int) -> list[int]:
    rng = Random(1)
    solve_it = engine("sequences", effort=effort)
    return [solve_it(random_cube(rng)).htm for _ in range(10)]


def test_more_effort_is_shorter() -> None:
    least, usual = lengths(1), lengths(10)
    assert sum(usual) < sum(least)
    assert sum(least) / len(least) < 75
    assert sum(usual) / len(usual) < 65


def test_no_effort_at_all_is_refused() -> None:
    with pytest.raises(MethodError, match="effort 0"):
        solve(Cube.solved(), effort=0)


def test_set_up_turns_stand_before_a_colon() -> None:
    assert bracketed(turns("D R U R' L U R' U' L' D'")) == "[D: R U R' L U R' U' L']"
    assert bracketed(turns("R U R'")) == "[R: U]"
    assert bracketed(turns("R U2 D'")) == "R U2 D'"
    assert bracketed(turns("R")) == "R"


def test_merging_leaves_no_turns_that_cancel() -> None:
    solution: Solution = solve(random_cube(Random(3)), effort=1)
    assert cancel(solution.moves) == solution.moves
