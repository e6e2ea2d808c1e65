"""A CUBOTino on a Maestro: its base turns layers too far and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_sim.boards.maestro_wire import BoardSettings
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import Grip, Move
from robot.rigs.registry import load_rig
from solver.core.turn import inverse, parse_turns
from solver.cube import Cube
from tests.support.emulated_maestro import EmulatedRig

RIG = load_rig("cubotino")
TURNS = parse_turns("R U2 F' D")
SETTINGS = """
rig = "cubotino"

[axes.base]
channel = 0
pulses = { -90 = 500, 0 = 1500, 90 = 2500 }

[grippers.cover]
channel = 1
pulses = { closed = 1000, open = 1330, low = 1500, up = 1900 }
"""
# The base has to go beyond 90 degrees.
WIDE = BoardSettings(min_pulse=350, max_pulse=2650)


def test_a_plan_leaves_no_layer_behind(tmp_path: Path) -> None:
    cube = Cube.solved().apply(inverse(TURNS))
    maestro = EmulatedRig(tmp_path, SETTINGS, WIDE, cube=cube)
    maestro.execute(Grip((("cover", "closed"),)))
    plan = plan_turns(RIG, TURNS, home_state(RIG))
    pose, seconds, furthest = plan.start.pose, 0.0, 0.0
    for action in plan.commands:
        for motion in RIG.servo_travel.motions(pose, (action.command,)):
            assert isinstance(motion, Move | Grip)
            seconds += maestro.execute(motion)
            furthest = max(furthest, abs(maestro.robot.state().angles[0]))
        pose = action.after.pose
        assert maestro.servos.read().pose == pose
    assert maestro.robot.accidents == ()
    assert maestro.robot.state().is_solved()
    assert furthest == pytest.approx(101, abs=0.1)
    # A motion ends one pulse after its ramp.
    assert plan.seconds <= seconds < plan.seconds + 0.1 * len(plan.commands)
