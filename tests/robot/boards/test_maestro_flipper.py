"""A CUBOTino on a Maestro: its base turns layers too far and back, at each place by as much."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware_sim.boards.maestro import SimulatedMaestro
from robot.boards.maestro_settings import MaestroSettingsError, read_settings
from robot.planning.motion_plan import Plan
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import Grip, Move
from robot.rigs.registry import load_rig
from solver.core.turn import inverse, parse_turns, random_turns
from solver.cube import Cube
from tests.support.cubotino_program import program_seconds
from tests.support.documents import ROOT, fenced
from tests.support.emulated_maestro import EmulatedRig

TURNS = parse_turns("R U2 F' D")
SETTINGS = """
rig = "cubotino"
limits = [400, 2600]

[axes.base]
channel = 0
pulses = { -90 = 500, 0 = 1500, 90 = 2500 }

[grippers.cover]
channel = 1
pulses = { closed = 1000, open = 1330, low = 1500, up = 1900 }
"""
# The author's own robot.
(TUNED,) = fenced(ROOT / "docs" / "cubotino.md", "toml")


def make(plan: Plan, maestro: EmulatedRig) -> tuple[float, float, float]:
    """Make a plan from home; return its seconds, and the furthest pulses of the base."""
    rig = load_rig(plan.rig)
    maestro.execute(Grip((("cover", "closed"),)))
    pose, seconds, base = plan.start.pose, 0.0, [0.0]
    for action in plan.commands:
        for motion in rig.servo_travel.motions(pose, (action.command,)):
            assert isinstance(motion, Move | Grip)
            seconds += maestro.execute(motion)
            base.append(maestro.servos.pulse("axis", "base"))
        pose = action.after.pose
        assert maestro.servos.read().pose == pose
    assert maestro.robot.accidents == ()
    return seconds, min(base[1:]), max(base[1:])


def test_a_plan_leaves_no_layer_behind(tmp_path: Path) -> None:
    rig = load_rig("cubotino")
    maestro = EmulatedRig(tmp_path, SETTINGS, cube=Cube.solved().apply(inverse(TURNS)))
    plan = plan_turns(rig, TURNS, home_state(rig))
    seconds, lowest, highest = make(plan, maestro)
    assert maestro.robot.state().is_solved()
    # 4 degrees beyond the sides.
    assert (lowest, highest) == (500 - 44, 2500 + 44)
    # A motion ends one pulse after its ramp.
    assert plan.seconds <= seconds < plan.seconds + 0.1 * len(plan.commands)


def test_an_overshoot_beyond_the_limits_is_quoted(tmp_path: Path) -> None:
    path = tmp_path / "maestro.toml"
    path.write_text(SETTINGS.replace("limits = [400, 2600]", ""))
    with pytest.raises(MaestroSettingsError, match=r"455\.556 µs at -94°.*limits = \[400, 2600\]"):
        read_settings(path)


class HisRobot(SimulatedMaestro):
    """The simulated robot with servos that turn as those of CUBOTino's author do."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        follow = self._servos.follow

        def follow_his(pulses: Sequence[float | None], now: float) -> None:
            base, cover = pulses
            follow(
                [
                    None if base is None else 1500 + (base - 1480) * 1000 / 991,
                    None if cover is None else 1000 + (1400 - cover),
                ],
                now,
            )

        self._servos.follow = follow_his  # type: ignore[method-assign]


def test_the_settings_of_its_author_take_as_long_as_his_program(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.support.emulated_maestro.SimulatedMaestro", HisRobot)
        maestro = EmulatedRig(tmp_path, TUNED, cube=Cube.solved().apply(inverse(TURNS)))
    rig = load_rig("cubotino-tuned")
    plan = plan_turns(rig, TURNS, home_state(rig))
    seconds, lowest, highest = make(plan, maestro)
    assert maestro.robot.state().is_solved()
    # The ends of his base's servo.
    assert lowest == pytest.approx(400, abs=2)
    assert highest == pytest.approx(2560, abs=2)
    his = program_seconds(plan)
    assert plan.seconds == pytest.approx(his, rel=0.1)
    assert seconds == pytest.approx(his, rel=0.1)


def test_other_plans_take_within_a_tenth_of_what_his_program_waits() -> None:
    rig = load_rig("cubotino-tuned")
    for number in range(20):
        plan = plan_turns(rig, random_turns(Random(number), 21), home_state(rig))
        assert plan.seconds == pytest.approx(program_seconds(plan), rel=0.1)
