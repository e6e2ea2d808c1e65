"""The steps of solves whose steps are known: those of our own methods, and made ones."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.orientation import ORIENTATIONS, Orientation
from solver.core.turn import ALL_TURNS, Turn, inverse, parse_turns, random_turns
from solver.cube import Cube
from solver.engines import beginner
from solver.engines.lbl import engine as lbl
from solver.notation.move import as_moves, resolve
from solver.solve_steps import SolveStep, solve_steps


def one_by_one(turns: tuple[Turn, ...]) -> list[tuple[Turn, ...]]:
    return [(turn,) for turn in turns]


@pytest.mark.parametrize("seed", range(20))
def test_the_steps_of_a_solve_layer_by_layer_end_where_it_ends_them(seed: int) -> None:
    cube = Cube.random(seed)
    made = lbl.steps(cube, effort=0)
    cross = [step for step in made if step.stage.startswith("Cross")]
    pairs = [step for step in made if step.stage.startswith("F2L")]
    last = [step for step in made if step.stage[:3] in ("OLL", "PLL")]
    assert len(cross) + len(pairs) + len(last) == len(made)
    turns = tuple(turn for step in made for turn in step.moves)
    found = {step.name: step for step in solve_steps(cube, one_by_one(turns))}
    assert found["Cross"].begin == 0
    # A pair may come about beside a cross, or another pair.
    assert found["Cross"].end <= sum(len(step.moves) for step in cross)
    ends = [sum(len(step.moves) for step in made[: len(made) - left]) for left in (2, 1, 0)]
    two_layers, oriented, solved = ends
    assert max(step.end for step in found.values() if "F2L 4" in step.name) == two_layers
    if last[0].moves and last[1].moves:
        assert found["OLL"] == SolveStep("OLL", two_layers, oriented, len(last[0].moves))
        assert found["PLL"] == SolveStep("PLL", oriented, solved, len(last[1].moves))


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.lists(st.sampled_from(ALL_TURNS), max_size=12))
def test_steps_follow_one_another_and_need_no_more_turns_than_the_shortest(
    seed: int, turns: list[Turn]
) -> None:
    cube = Cube.random(seed)
    made = tuple(turn for step in lbl.steps(cube, effort=0) for turn in step.moves)
    # Turns before that are taken back: a longer cross.
    made = (*turns, *inverse(turns), *made)
    found = solve_steps(cube, one_by_one(made))
    assert [step.begin for step in found] == [0, *(step.end for step in found[:-1])]
    assert found[-1].end == len(made)
    for step in found:
        assert step.begin < step.end
        assert step.shortest is None or step.shortest <= step.end - step.begin


def test_a_beginner_is_told_from_one_who_pairs() -> None:
    cube = Cube.random(3)
    turns = tuple(turn for action in beginner.actions(cube) for turn in action.turns)
    assert [step.name for step in solve_steps(cube, one_by_one(turns))] == [
        "Cross",
        "First layer",
        "Middle layer",
        "Top cross",
        "Top edges in place",
        "Top corners in place",
        "Turn the corners",
    ]


def test_a_pair_that_comes_with_the_cross_is_one_step_with_it() -> None:
    turns = parse_turns("F2 U R U' R' R U R' U R U2 R'")
    (first, *_) = solve_steps(Cube.solved().apply(inverse(turns)), one_by_one(turns))
    assert (first.name, first.begin, first.end) == ("Cross, F2L 1, F2L 2 and F2L 3", 0, 1)


@pytest.mark.parametrize("held", ORIENTATIONS[1::5])
def test_the_cross_may_be_of_any_colour(held: Orientation) -> None:
    cube = Cube.random(4)
    turns = tuple(turn for step in lbl.steps(cube, effort=0) for turn in step.moves)
    elsewhere = resolve(as_moves(turns), held).turns
    other = Cube.solved().apply(inverse(elsewhere))
    assert solve_steps(other, one_by_one(elsewhere)) == solve_steps(cube, one_by_one(turns))


def test_another_method_has_one_step() -> None:
    turns = random_turns(Random(5), 20)
    cube = Cube.solved().apply(inverse(turns))
    assert solve_steps(cube, one_by_one(turns)) == (SolveStep("Solve", 0, len(turns)),)


def test_of_an_unfinished_solve_the_steps_that_were_done_are_told() -> None:
    cube = Cube.random(5)
    made = lbl.steps(cube, effort=0)
    cross = tuple(turn for step in made if step.stage.startswith("Cross") for turn in step.moves)
    assert solve_steps(cube, one_by_one(cross[:-1])) == ()
    (step,) = solve_steps(cube, one_by_one((*cross, *parse_turns("U U' U"))))
    assert (step.name, step.begin, step.end) == ("Cross", 0, len(cross))


def test_steps_that_were_done_before_are_left_out() -> None:
    turns = parse_turns("F R U R' U' F'")
    (step,) = solve_steps(Cube.solved().apply(inverse(turns)), one_by_one(turns))
    assert step == SolveStep("OLL and PLL", 0, 6)
