"""Servos that lag behind their pulses, and the settling time that waits for them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO, IDEAL_SERVO, ServoModel
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import Grip, Move
from robot.rigs.registry import load_rig
from solver.core.turn import inverse, random_turns
from solver.cube import Cube
from tests.support.emulated_maestro import EmulatedRig
from tests.support.maestro_example import EXAMPLE

RIG = load_rig("two-gripper")
# It stays behind its pulses by about 0.04 s of its way, as soft a servo as there is.
LAG = replace(HOBBY_SERVO, full_drive_error=15.0, play=0.0)


def run_plan(folder: Path, pace: float, settle: float, servo: ServoModel) -> EmulatedRig:
    """Execute a plan of ten turns on an emulated Maestro."""
    settings = EXAMPLE.replace("pace = 1.0", f"pace = {pace}")
    settings = settings.replace("settle = 0.0", f"settle = {settle}")
    rig = EmulatedRig(
        folder, settings, servo=servo, jaws=USUAL_CONTACT, cube=Cube.solved().apply(inverse(TURNS))
    )
    for gripper in ("L", "R"):
        rig.execute(Grip(((gripper, "closed"),)))
    for action in plan_turns(RIG, TURNS, home_state(RIG)).commands:
        assert isinstance(action.command, Move | Grip)
        rig.execute(action.command)
    rig.wait(1.0)
    return rig


TURNS = random_turns(Random(4), 10)


def test_servos_without_lag_need_no_settling_time(tmp_path: Path) -> None:
    rig = run_plan(tmp_path, pace=3, settle=0, servo=IDEAL_SERVO)
    assert rig.robot.accidents == ()
    assert rig.robot.state().is_solved()


@pytest.mark.thorough
def test_motions_that_end_before_the_servos_arrive_lose_the_cube(tmp_path: Path) -> None:
    rig = run_plan(tmp_path, pace=3, settle=0, servo=LAG)
    assert rig.robot.accidents or not rig.robot.state().is_solved()


def test_with_a_settling_time_the_cube_is_solved(tmp_path: Path) -> None:
    rig = run_plan(tmp_path, pace=3, settle=0.15, servo=LAG)
    assert rig.robot.accidents == ()
    assert rig.robot.state().is_solved()


def test_the_settling_time_counts_as_part_of_the_motion(tmp_path: Path) -> None:
    rig = EmulatedRig(tmp_path, EXAMPLE.replace("settle = 0.0", "settle = 0.2"))
    rig.execute(Grip((("L", "closed"),)))
    assert rig.execute(Move((("L", 90),))) == pytest.approx(1.2, abs=0.06)
    # Nothing moves, so that nothing settles.
    assert rig.execute(Move((("L", 90),))) < 0.1
