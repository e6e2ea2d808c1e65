"""The method as its users see it: stages that do what they say, and in the end a solved cube."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cube import Cube
from solver.engine import Stage
from solver.engine import solve as solve_by_method
from solver.errors import MethodError
from solver.facelets import CORNER_NAMES, EDGE_NAMES
from solver.geometry import FACES, OPPOSITE
from solver.lbl import DEFAULT_EFFORT, solve, steps
from solver.lbl.joining import join
from solver.scramble import random_cube
from solver.turn import ALL_TURNS, Turn, cancel, turns
from tests.solver.lbl.pieces import is_home
from tests.strategies import cubes, sequences

efforts = st.integers(1, 12)


@given(cubes, efforts, st.booleans())
def test_it_solves_every_cube(cube: Cube, effort: int, one_look: bool) -> None:
    solution = solve(cube, effort=effort, one_look=one_look)
    assert solution.method == "lbl"
    assert cube.apply(solution.moves).is_solved


@given(cubes)
def test_the_stages_are_those_of_the_method(cube: Cube) -> None:
    names = [stage.name for stage in solve(cube).stages]
    assert [name.split(":")[0] for name in names] == [
        "Cross", "F2L 1", "F2L 2", "F2L 3", "F2L 4", "OLL", "PLL",
    ]  # fmt: skip
    below = names[0].split(": ")[1]
    sides = [set(edge) for edge in EDGE_NAMES if not {below, OPPOSITE[below]} & set(edge)]
    slots = [set(name.split()[2]) for name in names[1:5]]
    assert all(slots.count(slot) == 1 for slot in sides)


@given(cubes)
def test_with_one_look_the_last_layer_is_one_stage(cube: Cube) -> None:
    names = [stage.name for stage in solve(cube, effort=2, one_look=True).stages]
    assert [name.split(":")[0] for name in names] == [
        "Cross", "F2L 1", "F2L 2", "F2L 3", "F2L 4", "Last layer",
    ]  # fmt: skip


@given(cubes, efforts, st.booleans())
def test_each_step_does_its_part_and_keeps_what_was_done(
    cube: Cube, effort: int, one_look: bool
) -> None:
    found = steps(cube, effort=effort, one_look=one_look)
    below = found[0].stage.split()[1]
    done = [edge for edge in EDGE_NAMES if below in edge]
    for step in found:
        assert step.hold.below == below
        cube = cube.apply(step.moves)
        if step.stage.startswith("F2L"):
            slot = {*step.stage.split()[2]}
            done += [edge for edge in EDGE_NAMES if {*edge} == slot]
            done += [corner for corner in CORNER_NAMES if {*corner} == slot | {below}]
        assert is_home(cube, *done)
        if step.stage.startswith("OLL"):
            top = OPPOSITE[below]
            facelets = cube.facelets()
            assert facelets[9 * FACES.index(top) :][:9] == top * 9
    assert len(done) == 12
    assert cube.is_solved


@given(cubes)
def test_each_step_says_how_to_hold_the_cube_and_why(cube: Cube) -> None:
    for step, stage in zip(steps(cube), solve(cube).stages, strict=True):
        assert stage.note == step.note
        assert step.note.startswith(f"{step.hold.below} below, {step.hold.front} in front: ")
        assert len(step.reason) > 10


def test_a_solved_cube_needs_nothing() -> None:
    solution = solve(Cube.solved())
    assert solution.moves == ()
    assert len(solution.stages) == 7


@pytest.mark.parametrize("turn", ALL_TURNS, ids=str)
def test_a_single_turn_is_seen(turn: Turn) -> None:
    cube = Cube.solved().apply([turn])
    assert solve(cube).moves == (turn.inverse(),)


def mean_length(effort: int, one_look: bool) -> float:
    rng = Random(14_2)
    solutions = [solve(random_cube(rng), effort=effort, one_look=one_look) for _ in range(300)]
    assert all(solution.cube.apply(solution.moves).is_solved for solution in solutions)
    return fmean(solution.htm for solution in solutions)


def test_the_lengths_are_what_is_promised() -> None:
    least, default = mean_length(1, one_look=False), mean_length(DEFAULT_EFFORT, one_look=False)
    assert default < 45
    assert default < least < 55
    assert mean_length(DEFAULT_EFFORT, one_look=True) < 40


@pytest.mark.parametrize("effort", [0, -3])
def test_an_effort_below_one_is_quoted(effort: int) -> None:
    with pytest.raises(ValueError, match=str(effort)):
        solve(Cube.solved(), effort=effort)


def test_an_option_that_a_method_does_not_have_is_quoted() -> None:
    assert solve_by_method(Cube.solved(), "lbl", effort=1).moves == ()
    with pytest.raises(MethodError, match="'luck'"):
        solve_by_method(Cube.solved(), "lbl", luck=1)


@given(st.lists(sequences, max_size=5))
def test_joined_stages_have_nothing_left_to_cancel(parts: list[tuple[Turn, ...]]) -> None:
    stages = [Stage(str(i), part) for i, part in enumerate(parts)]
    joined = join(stages)
    moves = [turn for stage in joined for turn in stage.moves]
    assert [stage.name for stage in joined] == [stage.name for stage in stages]
    assert tuple(moves) == cancel(moves)
    assert all(one.face != other.face for one, other in pairwise(moves))
    before = Cube.solved().apply(turn for stage in stages for turn in stage.moves)
    assert Cube.solved().apply(moves) == before


def test_a_turn_that_is_merged_belongs_to_the_earlier_stage() -> None:
    joined = join([Stage("first", turns("R U D")), Stage("second", turns("U F")),
                   Stage("third", turns("F' D2"))])  # fmt: skip
    assert joined == (
        Stage("first", turns("R U2 D'")), Stage("second", ()), Stage("third", ()),
    )  # fmt: skip


def test_it_starts_without_heavy_libraries() -> None:
    code = "import sys, solver.lbl as l; from solver import Cube; l.solve(Cube.solved())"
    check = "; print({'numpy', 'numba'} & set(sys.modules))"
    shown = subprocess.run(
        [sys.executable, "-c", code + check], capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "set()"
