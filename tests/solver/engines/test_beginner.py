"""The beginner's course: every cube is solved by what it teaches, and its setups are right.

The sequences and the example in docs/beginner.md are those of the course.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings

from solver.core.errors import MethodError
from solver.cube import Cube
from solver.engines.beginner import START, actions
from solver.engines.beginner_course import CourseCase, load_course, parse_pattern, seen_facelets
from solver.engines.registry import solve
from solver.notation import parse, resolve
from tests.support.cases import for_each
from tests.support.cube_pieces import is_home, position_of
from tests.support.strategies import cubes

# The pieces with the colour of U, which is white and the first, and those of the middle layer.
CROSS = ("UR", "UF", "UL", "UB")
FIRST_LAYER = (*CROSS, "URF", "UFL", "ULB", "UBR")
TWO_LAYERS = (*FIRST_LAYER, "FR", "FL", "BL", "BR")
YELLOW_EDGES = ("DR", "DF", "DL", "DB")
YELLOW_CORNERS = ("DFR", "DLF", "DBL", "DRB")

DOC = (Path(__file__).parents[3] / "docs" / "beginner.md").read_text(encoding="utf-8")

CASES = [case for step in load_course().steps for case in step.cases]
FIRST_CASES = load_course().steps[0].cases


@given(cubes)
@settings(max_examples=60)
def test_every_cube_is_solved_step_by_step(cube: Cube) -> None:
    stages = solve(cube, "beginner").stages
    assert len(stages) == 7
    reached = []
    for stage in stages:
        cube = cube.apply(stage.turns)
        reached.append(cube)
    assert is_home(reached[0], *CROSS)
    assert is_home(reached[1], *FIRST_LAYER)
    for after in reached[2:6]:
        assert is_home(after, *TWO_LAYERS)
    assert all(position_of(reached[3], edge)[0] == "D" for edge in YELLOW_EDGES)
    assert is_home(reached[4], *YELLOW_EDGES)
    assert is_home(reached[5], *YELLOW_EDGES)
    for corner in YELLOW_CORNERS:
        assert set(position_of(reached[5], corner)) == set(corner)
    assert reached[6].is_solved()


@given(cubes)
@settings(max_examples=30)
def test_only_what_the_course_teaches_is_done(cube: Cube) -> None:
    taught = {case.id: case for case in CASES}
    held = START
    for action in actions(cube):
        assert held == action.held
        # At most one turn of the whole cube and one of the top, then the sequence as it stands.
        assert [move.family for move in (*action.regrip, *action.top)] in (
            [], ["y"], ["U"], ["y", "U"],
        )  # fmt: skip
        case = taught[action.case.id]
        sequence = parse(" ".join([case.moves] * case.times)).moves()
        assert action.written == (*action.regrip, *action.top, *sequence)
        held = action.held_after
        assert held.face_at("U") == "D"


def test_at_most_twelve_sequences_are_learnt() -> None:
    sequences = load_course().sequences
    assert len(sequences) <= 12
    # The single turns of the white cross are counted, too.
    assert {"R", "L'", "F", "F2"} <= set(sequences)


@for_each("case", [case for case in CASES if case.setup])
def test_a_setup_makes_its_case_and_the_course_solves_it(case: CourseCase) -> None:
    cube = Cube.solved().apply(resolve(parse(case.setup).moves(), START).turns)
    seen = seen_facelets(cube.facelets, START)
    assert any(pattern.matches(seen) for pattern in case.sees) or not case.moves
    if case in FIRST_CASES:
        # The white edges may come in any order, and their turns move other pieces.
        return
    met = actions(cube)
    assert met[0].case == case
    assert met[0].regrip == ()
    assert met[0].top == () or not case.moves
    assert len({action.step.name for action in met}) == 1
    assert cube.apply(turn for action in met for turn in action.turns).is_solved()


@for_each("case", FIRST_CASES)
def test_a_setup_of_the_first_step_is_two_turns_at_most(case: CourseCase) -> None:
    made = parse(case.setup).moves()
    assert len(made) <= 2
    assert {move.family for move in made} <= set("RUFLD")


def test_every_case_with_a_sequence_has_a_setup_and_words() -> None:
    for case in CASES:
        assert case.setup or not case.moves, case.id
        assert all((case.name, case.do, case.why)), case.id
    assert len({case.id for case in CASES}) == len(CASES)


def test_a_solved_cube_needs_nothing() -> None:
    assert actions(Cube.solved()) == ()
    assert solve(Cube.solved(), "beginner").turns == ()


# The order in which R U R' U' returns to the start is known to be 6, that of Sune too.
@pytest.mark.parametrize(
    ("name", "order"), [("right trigger", 6), ("left trigger", 6), ("Sune", 6), ("down trigger", 6)]
)
def test_triggers_return_after_six(name: str, order: int) -> None:
    (trigger,) = (each for each in load_course().triggers if each.name == name)
    turns = resolve(parse(trigger.moves).moves()).turns
    after = [Cube.solved().apply(turns * times) for times in range(1, order + 1)]
    assert after[-1].is_solved()
    assert not any(cube.is_solved() for cube in after[:-1])


def test_each_goal_includes_the_one_before() -> None:
    for step, following in pairwise(load_course().steps):
        assert set(step.goal.equal) <= set(following.goal.equal)


@for_each("word", ["F6", "F6=X", "=URX", "!URF", "X1=U", "F0=U", "=", "~U6"])
def test_a_pattern_that_is_none_is_an_error(word: str) -> None:
    with pytest.raises(ValueError, match=f"'{word}' is no pattern"):
        parse_pattern(word)


def test_the_course_has_no_options() -> None:
    with pytest.raises(MethodError, match="'beginner' has no option 'effort'"):
        solve(Cube.solved(), "beginner", effort=1)


def test_the_table_has_the_steps_and_their_sequences() -> None:
    rows = re.findall(r"^\| (\d)\. (.+?) \| .+? \| (.+) \|$", DOC, re.MULTILINE)
    steps = load_course().steps
    assert [(int(number), name) for number, name, _ in rows] == [
        (number, step.name) for number, step in enumerate(steps, start=1)
    ]
    shown = [sequence for *_, cells in rows for sequence in re.findall("`(.+?)`", cells)]
    assert sorted(shown) == sorted(load_course().sequences)
