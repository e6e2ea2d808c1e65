"""The LBL engine: each stage reaches its goal, and the last one solves the cube."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.errors import MethodError
from solver.core.facelets import CORNER_NAMES, EDGE_NAMES, FACELET_BY_NAME
from solver.core.geometry import FACES, OPPOSITE
from solver.core.orientation import ORIENTATIONS
from solver.core.turn import ALL_TURNS, Turn, cancel_turns, parse_turns
from solver.cube import Cube
from solver.encodings import bytes_of, stickers_of
from solver.engines.case_tables import load_cases
from solver.engines.lbl.engine import steps
from solver.engines.lbl.explanations import Reason
from solver.engines.lbl.first_two_layers import MAX_LENGTH, distances
from solver.engines.lbl.viewpoints import viewpoint
from solver.engines.lbl.without_search import cross_steps
from solver.engines.options import DEFAULT_EFFORT
from solver.engines.registry import solve
from solver.solution import Stage, merge_across_stages
from tests.support.cases import for_each
from tests.support.cube_pieces import CROSS, is_home, solved_slots
from tests.support.strategies import cubes, sequences

efforts = st.integers(1, 12)
# The paper solves the last layer in two looks.
settings = st.tuples(efforts, st.booleans()) | st.just((0, False))


@given(cubes, settings)
def test_it_solves_every_cube(cube: Cube, setting: tuple[int, bool]) -> None:
    effort, one_look = setting
    solution = solve(cube, effort=effort, one_look=one_look)
    assert solution.method == "lbl"
    assert cube.apply(solution.turns).is_solved()


@pytest.mark.parametrize("effort", [0, 1, DEFAULT_EFFORT])
@given(cube=cubes)
def test_the_stages_are_those_of_the_method(cube: Cube, effort: int) -> None:
    names = [stage.name for stage in solve(cube, effort=effort).stages]
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
def test_each_step_reaches_its_goal_and_keeps_earlier_ones(
    cube: Cube, effort: int, one_look: bool
) -> None:
    found = steps(cube, effort=effort, one_look=one_look)
    below = found[0].stage.split()[1]
    done = [edge for edge in EDGE_NAMES if below in edge]
    for step in found:
        assert step.hold.bottom_face == below
        cube = cube.apply(step.moves)
        if step.stage.startswith("F2L"):
            slot = {*step.stage.split()[2]}
            done += [edge for edge in EDGE_NAMES if {*edge} == slot]
            done += [corner for corner in CORNER_NAMES if {*corner} == slot | {below}]
        assert is_home(cube, *done)
        if step.stage.startswith("OLL"):
            top = OPPOSITE[below]
            facelets = cube.facelets
            assert facelets[9 * FACES.index(top) :][:9] == top * 9
    assert len(done) == 12
    assert cube.is_solved()


@given(cubes)
def test_the_papers_steps_solve_one_piece_after_another(cube: Cube) -> None:
    found = steps(cube, effort=0)
    cross = [step for step in found if step.stage == "Cross: D"]
    pairs = found[len(cross) : len(cross) + 8]
    # Right relative to each other: the bottom may still have to be turned at the end.
    last = [turn for step in cross[4:] for turn in step.moves]
    for number, step in enumerate(cross[:4], start=1):
        cube = cube.apply(step.moves)
        assert [is_home(cube.apply(last), edge) for edge in CROSS].count(True) >= number
    assert sorted(step.hold.front_face for step in cross[:4]) == sorted("FRBL")
    assert len(last) <= 1
    cube = cube.apply(last)
    filled: set[str] = set()
    for corner, pair in zip(pairs[::2], pairs[1::2], strict=True):
        assert corner.stage == pair.stage
        assert len(corner.algorithm) <= 3
        cube = cube.apply(corner.moves).apply(pair.moves)
        filled.add(pair.stage.split()[2])
        assert is_home(cube, *CROSS)
        assert solved_slots(cube) >= filled
    assert len(filled) == 4
    for step in found[-2:]:
        cube = cube.apply(step.moves)
    assert cube.is_solved()


@given(cubes)
def test_each_step_of_the_paper_has_a_reason(cube: Cube) -> None:
    found = steps(cube, effort=0)
    assert all(len(step.reason.as_seen) > 10 for step in found)
    notes = "; then ".join(step.note for step in found)
    assert "; then ".join(stage.note for stage in solve(cube, effort=0).stages) == notes


def test_the_papers_cross_needs_few_turns() -> None:
    rng = Random(7)
    lengths = [
        sum(len(step.algorithm) for step in cross_steps(bytes_of(stickers_of(Cube.random(rng)))))
        for _ in range(300)
    ]
    assert fmean(lengths) < 7
    assert max(lengths) <= 12


@given(cubes)
def test_each_step_has_a_reason(cube: Cube) -> None:
    for step, stage in zip(steps(cube), solve(cube).stages, strict=True):
        assert stage.note == step.note
        assert len(step.reason.as_seen) > 10


def turned(name: str) -> str:
    """Return the facelet clockwise beside one of the same piece."""
    return name[1:] + name[0]


@given(cubes)
def test_notes_name_the_places_on_a_cube_that_is_never_rotated(cube: Cube) -> None:
    """So that nobody turns a whole cube between moves that are meant for the centres at rest."""
    for step in steps(cube):
        assert "below" not in step.note
        assert "in front" not in step.note
        for home, place in re.findall(r"(?:corner|edge) of (\w+)(?: is)? at (\w+)", step.note):
            for _ in home:
                assert cube.facelets[FACELET_BY_NAME[place]] == home[0]
                home, place = turned(home), turned(place)
        cube = cube.apply(step.moves)


def test_a_note_and_a_reason_are_the_same_seen_from_two_sides() -> None:
    reason = Reason("the edge of {} is at {}", ("FR", "UB"))
    hold = next(
        seen
        for seen in map(viewpoint, ORIENTATIONS)
        if (seen.bottom_face, seen.front_face) == ("L", "D")
    )
    assert reason.as_seen == "the edge of FR is at UB"
    assert reason.on_cube(hold) == "the edge of DB is at RU"


@pytest.mark.parametrize("effort", [0, DEFAULT_EFFORT])
def test_a_solved_cube_needs_no_turns(effort: int) -> None:
    solution = solve(Cube.solved(), effort=effort)
    assert solution.turns == ()
    assert len(solution.stages) == 7


@for_each("turn", ALL_TURNS)
def test_a_single_turn_is_undone_by_one(turn: Turn) -> None:
    cube = Cube.solved().apply([turn])
    assert solve(cube).turns == (turn.inverse(),)


@pytest.mark.parametrize("turn", ["U", "D2"])
def test_a_single_turn_of_top_or_bottom_is_undone_by_one_in_the_papers_method(turn: str) -> None:
    cube = Cube.solved().apply(turn)
    assert solve(cube, effort=0).turns == (Turn.parse(turn).inverse(),)


def mean_length(effort: int, one_look: bool) -> float:
    rng = Random(14_2)
    solutions = [solve(Cube.random(rng), effort=effort, one_look=one_look) for _ in range(100)]
    assert all(solution.cube.apply(solution.turns).is_solved() for solution in solutions)
    return fmean(solution.htm for solution in solutions)


def test_the_mean_lengths_are_within_their_limits() -> None:
    least, default = mean_length(1, one_look=False), mean_length(DEFAULT_EFFORT, one_look=False)
    assert default < 33
    assert default < least < 41
    # The paper measures 74 and aims at 60.
    assert least < mean_length(0, one_look=False) < 55
    assert mean_length(DEFAULT_EFFORT, one_look=True) < 40


def test_an_error_quotes_a_negative_effort() -> None:
    with pytest.raises(ValueError, match="-3"):
        solve(Cube.solved(), effort=-3)


def test_the_paper_has_no_one_look() -> None:
    with pytest.raises(MethodError, match=r"effort 0 .* two looks"):
        solve(Cube.solved(), effort=0, one_look=True)


def test_an_error_quotes_an_unknown_option_of_a_method() -> None:
    assert solve(Cube.solved(), "lbl", effort=1).turns == ()
    with pytest.raises(MethodError, match="'luck'"):
        solve(Cube.solved(), "lbl", luck=1)


@given(st.lists(sequences, max_size=5))
def test_merged_stages_have_no_turns_left_to_cancel(parts: list[tuple[Turn, ...]]) -> None:
    stages = [Stage(str(i), part) for i, part in enumerate(parts)]
    merged = merge_across_stages(stages)
    moves = [turn for stage in merged for turn in stage.turns]
    assert [stage.name for stage in merged] == [stage.name for stage in stages]
    assert tuple(moves) == cancel_turns(moves)
    assert all(one.face != other.face for one, other in pairwise(moves))
    before = Cube.solved().apply(turn for stage in stages for turn in stage.turns)
    assert Cube.solved().apply(moves) == before


def test_a_turn_that_is_merged_belongs_to_the_earlier_stage() -> None:
    merged = merge_across_stages(
        [
            Stage("first", parse_turns("R U D")),
            Stage("second", parse_turns("U F")),
            Stage("third", parse_turns("F' D2")),
        ]
    )
    assert merged == (
        Stage("first", parse_turns("R U2 D'")), Stage("second", ()), Stage("third", ()),
    )  # fmt: skip


def test_it_starts_without_heavy_libraries() -> None:
    code = "import sys; from solver import Cube, solve; solve(Cube.solved())"
    check = "; print({'numpy', 'numba'} & set(sys.modules))"
    shown = subprocess.run(
        [sys.executable, "-c", code + check], capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "set()"


DOC = (Path(__file__).parents[4] / "docs" / "lbl.md").read_text(encoding="utf-8")
SCRAMBLE = re.findall(r'\$ rokumen solve "(.*)"', DOC)[0]
CUBE = Cube.solved().apply(SCRAMBLE)


def test_the_example_is_explained_step_by_step() -> None:
    rows = re.findall(r"^\| (.+) \| ([URFDLB]) \| `(.+)` \| `(.+)` \|$", DOC, re.MULTILINE)
    assert rows == [
        (step.stage, step.hold.front_face, step.case, " ".join(map(str, step.algorithm)))
        for step in steps(CUBE)
        if step.algorithm
    ]


def test_the_examples_of_cases_are_in_the_tables() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .* \| `(.+)` \|$", DOC, re.MULTILINE)
    assert {table for table, _ in rows} == {
        "cross_edges", "corner", "pair_cases", "pair", "oll", "oll_choice", "pll", "one_look",
    }  # fmt: skip
    for table, case in rows:
        assert case in load_cases(table)


def test_the_documented_maximum_lengths_are_right() -> None:
    for step, table, behind in (
        ("F2L, effort 0: corner", "corner", ""),
        ("F2L, effort 0: pair", "pair_cases", ""),
        ("F2L: pair", "pair", ""),
        ("OLL", "oll", ""),
        ("Last layer", "one_look", " and a turn of the top"),
    ):
        longest = max(len(case.algorithm) for case in load_cases(table).values())
        assert f"| {step} | {len(load_cases(table))} | {longest}{behind} |" in DOC
    edges = load_cases("cross_edges").values()
    longest = max(len(case.algorithm) for case in edges)
    assert f"| Cross, effort 0: an edge | {len(edges)} (the paper: 43) | {longest} |" in DOC
    known = [turns for turns in distances() if turns <= MAX_LENGTH]
    assert f"| Cross | {len(known)} | {max(known)} |" in DOC


def test_the_documented_number_of_cases_at_effort_0_is_right() -> None:
    tables = ("cross_edges", "corner", "pair_cases", "oll", "pll")
    assert f"{sum(len(load_cases(table)) for table in tables)} cases in all" in DOC


def test_the_documented_number_of_combined_one_look_cases_is_right() -> None:
    long = [case for case in load_cases("one_look").values() if len(case.algorithm) > 14]
    assert f"{len(long)} of the 3 916 cases" in DOC
