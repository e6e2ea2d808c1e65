"""The benchmark `sprint`: rows beside what is wanted, each with its assumptions."""

from __future__ import annotations

import json
import os
from dataclasses import astuple

import pytest

from benchmarks.harness.work import USUAL_WORK
from benchmarks.sprint import sprint
from benchmarks.sprint.gripper_jobs import timed_job
from benchmarks.sprint.gripper_plans import PlannedCube, plan_of, search_time
from benchmarks.sprint.qphase import QphaseRules, qphase_motions
from benchmarks.sprint.rows import SprintRow, Trials
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.registry import load_rig
from robot.rigs.rig import reachable_poses, with_overlap
from robot.rigs.servo_speeds import with_servos
from solver.core.turn import parse_turns
from solver.cube import Cube
from tests.support.command_line import Rokumen


@pytest.fixture
def two_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    def part(trials: Trials) -> tuple[SprintRow, ...]:
        cubes = len(trials.seeds(20, 2))
        return (
            SprintRow.at_most("motion (s)", 19.96, 20, f"{cubes} cubes"),
            SprintRow.at_least("stalls seen", 0.9799, 0.98, f"{cubes} cubes"),
        )

    monkeypatch.setattr(sprint, "PARTS", {"plans": part})


@pytest.mark.usefixtures("two_rows")
def test_each_row_has_what_is_wanted_and_under_which_assumptions(bench: Rokumen) -> None:
    result = bench("sprint", "--quick", "--json")
    rows = json.loads(result.out)["sprint"]
    assert rows[0] == {
        "name": "motion (s)",
        "measured": 19.96,
        "wanted": "at most 20",
        "is_reached": True,
        "assumptions": "2 cubes",
    }
    assert not rows[1]["is_reached"], "0.9799 is not rounded to 0.98"
    assert result.status == 1


def test_a_range_has_two_bounds() -> None:
    inside = SprintRow.within("motion", 0.5, 0.45, 0.6, "NEMA17")
    outside = SprintRow.within("motion", 0.6001, 0.45, 0.6, "NEMA17")
    assert (inside.is_good, outside.is_good) == (True, False)
    assert inside.wanted == "0.45 to 0.6"


def test_trials_are_of_as_many_seeds_as_are_wanted() -> None:
    assert Trials(5, is_quick=False, work=USUAL_WORK).seeds(20, 2) == range(5, 25)
    assert Trials(5, is_quick=True, work=USUAL_WORK).seeds(20, 2) == range(5, 7)


def test_an_unknown_part_is_an_error_that_names_the_others(bench: Rokumen) -> None:
    result = bench("sprint", "--part=walking")
    assert result.status == 2
    assert "plans" in result.err


def test_a_job_by_default_options_does_no_harm() -> None:
    done = timed_job(("two-gripper", 2))
    assert done.is_solved
    assert done.accidents == 0
    # Motions one after the other, of constant durations, take more than twice as long.
    assert done.seconds < 90
    phases = done.phases
    assert sum(astuple(phases)) == pytest.approx(done.seconds)
    assert phases.retries == 0
    assert phases.moving > phases.between > 0
    assert min(phases.homing, phases.first_scan, phases.last_scan, phases.challenge) > 0


def test_plans_that_overlap_are_shorter_than_others() -> None:
    rig = with_servos(load_rig("two-gripper-plain"), "ds3218")
    one_by_one, overlapping = (plan_of(PlannedCube(each, 1)) for each in (rig, with_overlap(rig)))
    assert overlapping.commands < one_by_one.commands
    assert overlapping.seconds < one_by_one.seconds


def test_the_search_for_the_fastest_motion_is_timed_on_one_processor() -> None:
    rig = load_rig("two-gripper")
    processors = os.sched_getaffinity(0)
    assert 0 < search_time(PlannedCube(rig, 1)).seconds < 10
    assert os.sched_getaffinity(0) == processors


def test_a_plan_by_the_rules_of_qphase_is_one_of_its_robot() -> None:
    rig = QphaseRules()
    poses = reachable_poses(rig)
    # As in its tables: wrists beside each other are never across at the same time.
    assert len(poses) == 7
    for pose in poses:
        for step in rig.steps(pose):
            assert step.after in poses
            assert rig.step(pose, step.command) == step
    start = home_state(rig)
    counts = {
        # For U the cube is tilted, by two wrists of which one turns back by itself or beforehand,
        # as R does; after R and L at once one of them turns back by itself.
        moves: len(plan_turns(rig, parse_turns(moves), start).commands)
        for moves in ("U", "R U", "R L'", "R L F", "F2 R B R B")
    }
    assert counts == {"U": 3, "R U": 3, "R L'": 1, "R L F": 3, "F2 R B R B": 5}
    assert 15 <= qphase_motions(Cube.random(1)) <= 22
