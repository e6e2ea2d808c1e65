"""Plans in MuJoCo end as in our simulator; skipped where MuJoCo is not installed."""

from __future__ import annotations

import sys

import pytest

from benchmarks.robot.mujoco import Agreement, ComparedPlan, compare
from benchmarks.robot.mujoco_grippers import MujocoGrippers
from robot.rigs.command import Grip, Move
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.command_line import Rokumen

NEEDS_MUJOCO = "MuJoCo is not installed: pip install mujoco"


def test_the_same_plan_ends_in_the_same_state_with_the_same_contacts() -> None:
    pytest.importorskip("mujoco", reason=NEEDS_MUJOCO)
    found = compare(turns=3, seed=7)
    assert found.commands > 10
    assert found.same_state == found.same_contact == found.commands
    assert found.askew_degrees < 3
    assert found.moved_cubies < 0.2


def test_a_layer_turns_only_if_the_other_gripper_holds_the_rest() -> None:
    pytest.importorskip("mujoco", reason=NEEDS_MUJOCO)
    held = MujocoGrippers(Cube.solved())
    assert held.execute(Move((("L", 90),))).cube == Cube.solved().turn(Turn("L", 1))
    alone = MujocoGrippers(Cube.solved())
    assert alone.execute(Grip((("R", "open"),))).touching == {"L"}
    turned = alone.execute(Move((("L", 90),)))
    assert turned.cube.is_solved()
    # Clockwise as seen from the left: what was up is in front.
    assert turned.frame[:, 1].tolist() == [0, 0, 1]


def test_a_cube_that_nobody_holds_falls() -> None:
    pytest.importorskip("mujoco", reason=NEEDS_MUJOCO)
    robot = MujocoGrippers(Cube.solved())
    robot.execute(Grip((("R", "open"),)))
    dropped = robot.execute(Grip((("L", "open"),)))
    assert dropped.touching == frozenset()
    assert dropped.moved_cubies > 10


def test_without_mujoco_an_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, bench: Rokumen
) -> None:
    monkeypatch.setitem(sys.modules, "mujoco", None)
    result = bench("mujoco", "--plans=1")
    assert result.status == 2
    assert "pip install 'rokumen[physics]'" in result.err


def test_a_plan_in_which_one_command_differs_does_not_agree() -> None:
    same, different = ComparedPlan(20, 20, 20, 0.5, 0.01), ComparedPlan(20, 20, 19, 0.4, 0.02)
    both = Agreement.of("two-gripper", [same, different])
    assert (both.plans, both.agreeing_plans, both.commands, both.same_contact) == (2, 1, 40, 39)
    assert (both.askew_degrees, both.moved_cubies) == (0.5, 0.02)
    assert not both.is_good
    assert Agreement.of("two-gripper", [same]).is_good
