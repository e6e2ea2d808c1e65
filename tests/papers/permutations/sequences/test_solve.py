"""The sequences engine solves every cube by pure sequences, one in each stage."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings

from papers.permutations.algebra import evaluate
from papers.permutations.sequences.beam_search import beam_search, default_table
from papers.permutations.sequences.engine import format_with_setup
from papers.permutations.sequences.pure_sequences import SequenceKind, kind_of, table
from papers.permutations.sticker_names import STICKERS, WCA_STICKERS, permutation_of
from solver.core.errors import MethodError
from solver.core.permutation import Permutation
from solver.core.turn import cancel_turns, parse_turns
from solver.cube import Cube
from solver.encodings import effect_on_bytes
from solver.engines.registry import engine, solve
from solver.engines.solution import Solution
from tests.support.cases import for_each
from tests.support.strategies import cubes


@given(cubes)
@settings(max_examples=40)
def test_every_cube_is_solved(cube: Cube) -> None:
    solution = solve(cube, "sequences", effort=1)
    assert cube.apply(solution.turns).is_solved()
    assert solution.method == "sequences"


@given(cubes)
@settings(max_examples=40)
def test_only_pure_sequences_are_used_and_one_turn_for_parity(cube: Cube) -> None:
    words = beam_search(cube, 1, default_table())
    is_even = Permutation(cube.corners).is_even
    if not is_even:
        (turn,) = words[0]
        assert turn.quarter_turns != 2
    pure = words if is_even else words[1:]
    assert all(kind_of(effect_on_bytes(word)) in SequenceKind for word in pure)
    assert cube.apply(chain.from_iterable(words)).is_solved()


@given(cubes)
@settings(max_examples=20)
def test_stages_are_named_by_their_cycles(cube: Cube) -> None:
    """Each stage's note is its full sequence, with exactly the cycles of its name."""
    product = Permutation.identity(48)
    for stage in solve(cube, "sequences", effort=1).stages:
        done = evaluate(stage.note, WCA_STICKERS)
        kind, _, cycles = stage.name.partition(": ")
        if cycles:
            assert kind in {kind.value for kind in SequenceKind}
            assert evaluate(cycles, STICKERS) == done
        product = product * done
    merged = permutation_of(solve(cube, "sequences", effort=1).turns)
    assert product == merged


def test_a_solved_cube_needs_no_turns() -> None:
    assert solve(Cube.solved(), "sequences").stages == ()


@for_each("number", range(0, 2890, 50))
def test_the_effect_of_one_sequence_is_undone_by_one(number: int) -> None:
    words = list(table().values())[number]
    (stage,) = solve(Cube.solved().apply(words[0]), "sequences").stages
    assert len(stage.turns) == len(words[0])


def test_a_quarter_turn_is_undone_by_one() -> None:
    (stage,) = solve(Cube.solved().apply("R"), "sequences").stages
    assert stage.turns == parse_turns("R'")


def test_the_hardest_orientations() -> None:
    """All edges flipped, all corners twisted, and no permutation to combine them with."""
    cube = Cube(tuple(range(8)), (1, 2) * 4, tuple(range(12)), (1,) * 12)
    solution = solve(cube, "sequences", effort=1)
    assert cube.apply(solution.turns).is_solved()
    three = Cube(tuple(range(8)), (1, 1, 1, 0, 0, 0, 0, 0), tuple(range(12)), (0,) * 12)
    assert three.apply(solve(three, "sequences", effort=1).turns).is_solved()


def lengths(effort: int) -> list[int]:
    rng = Random(1)
    solve_it = engine("sequences", effort=effort)
    return [solve_it(Cube.random(rng)).htm for _ in range(10)]


def test_more_effort_is_shorter() -> None:
    least, usual = lengths(1), lengths(10)
    assert sum(usual) < sum(least)
    assert sum(least) / len(least) < 75
    assert sum(usual) / len(usual) < 65


def test_an_effort_of_zero_is_rejected() -> None:
    with pytest.raises(MethodError, match="effort = 0"):
        solve(Cube.solved(), "sequences", effort=0)


def test_setup_moves_are_written_before_a_colon() -> None:
    assert format_with_setup(parse_turns("D R U R' L U R' U' L' D'")) == "[D: R U R' L U R' U' L']"
    assert format_with_setup(parse_turns("R U R'")) == "[R: U]"
    assert format_with_setup(parse_turns("R U2 D'")) == "R U2 D'"
    assert format_with_setup(parse_turns("R")) == "R"


def test_merging_leaves_no_turns_that_cancel() -> None:
    solution: Solution = solve(Cube.random(3), "sequences", effort=1)
    assert cancel_turns(solution.turns) == solution.turns
