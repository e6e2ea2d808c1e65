"""Motions on a Maestro: overlapping ones, servos that lag, and layers turned too far and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware_sim.boards.maestro import SimulatedMaestro
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO, IDEAL_SERVO, ServoModel
from robot.drives.maestro_protocol import UNITS_PER_MICROSECOND
from robot.planning.motion_plan import Plan
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import CLOSED, Grip, Home, Move, Pose, Regrip
from robot.rigs.registry import load_rig
from robot.rigs.rig import with_overlap
from robot.servos.pulse_memory import PulseMemory
from robot.servos.servo_settings import ServoSettingsError, read_settings
from solver.core.turn import inverse, parse_turns, random_turns
from solver.cube import Cube
from tests.support.cubotino_program import program_seconds
from tests.support.documents import ROOT, fenced
from tests.support.emulated_maestro import EmulatedRig
from tests.support.maestro_example import EXAMPLE

OVERLAPPING = with_overlap(load_rig("two-gripper"))
BEFORE = Pose((0, 90), (CLOSED, CLOSED))
REGRIP = Regrip(("R",), (("L", 90), ("R", 0)))
PARTS = OVERLAPPING.parts(BEFORE, REGRIP)


@pytest.fixture
def emulated(tmp_path: Path) -> EmulatedRig:
    """Return a robot at home, after the right wrist has turned by 90 degrees."""
    robot = EmulatedRig(tmp_path, memory=PulseMemory())
    home(robot)
    robot.execute(Move((("R", 90),)))
    return robot


def home(robot: EmulatedRig) -> None:
    for command in OVERLAPPING.homing_commands(robot.servos.read().pose):
        assert not isinstance(command, Home)
        robot.execute(command)


def test_a_regrip_takes_the_time_of_the_rig_and_touches_nothing(emulated: EmulatedRig) -> None:
    assert "overlap" in emulated.servos.can
    ends = max(part.start + part.seconds for part in PARTS)
    assert emulated.execute(REGRIP) == pytest.approx(ends, abs=0.1)
    assert emulated.servos.read().pose == Pose((90, 0), (CLOSED, CLOSED))
    assert emulated.robot.accidents == ()
    # The whole cube was turned by the left wrist: its faces lie elsewhere now, still solved.
    assert emulated.robot.state().orientation.face_at("U") != "U"


def test_wrists_turn_while_the_jaws_are_still_on_their_way(emulated: EmulatedRig) -> None:
    emulated.servos.start(REGRIP)
    emulated.run(PARTS[1].start + 0.3)
    state = emulated.robot.state()
    assert 0 < state.angles[0] < 90
    assert 0 < state.openings[1] < 1


@pytest.mark.parametrize("after", [0.4, 0.9, 1.4, 1.9])
def test_after_a_stop_homing_opens_the_jaws_first(emulated: EmulatedRig, after: float) -> None:
    emulated.servos.start(REGRIP)
    emulated.run(after)
    emulated.servos.halt()
    emulated.wait(0.5)
    assert 0 < emulated.robot.state().openings[1] < 1
    home(emulated)
    assert emulated.servos.read().pose == OVERLAPPING.home
    assert emulated.robot.accidents == ()


def test_jaws_that_let_go_are_enabled_open_after_a_power_failure(tmp_path: Path) -> None:
    memory = PulseMemory()
    robot = EmulatedRig(tmp_path, memory=memory)
    home(robot)
    robot.execute(Move((("R", 90),)))
    robot.servos.start(REGRIP)
    robot.run(0.9)
    pulses = {channel: units / UNITS_PER_MICROSECOND for channel, units in kept(memory).items()}
    # The wrists half-way, the left jaws closed, the right ones open: the left ones hold the cube.
    assert [pulses[channel] for channel in range(4)] == [2000, 2000, 1000, 2000]


def kept(memory: PulseMemory) -> dict[int, int]:
    return {channel: memory.get(channel) for channel in range(4)}


def test_a_rig_whose_jaws_do_not_draw_back_announces_it_too(tmp_path: Path) -> None:
    text = EXAMPLE.replace('"two-gripper"', '"two-gripper-plain"')
    assert text != EXAMPLE
    assert "overlap" in EmulatedRig(tmp_path, text).servos.can


TWO_GRIPPER = load_rig("two-gripper")
# It stays behind its pulses by about 0.04 s of its way, as soft a servo as there is.
LAG = replace(HOBBY_SERVO, full_drive_error=15.0, play=0.0)


def run_plan(folder: Path, pace: float, settle: float, servo: ServoModel) -> EmulatedRig:
    """Execute a plan of ten turns on an emulated Maestro."""
    settings = EXAMPLE.replace("pace = 1.0", f"pace = {pace}")
    settings = settings.replace("settle = 0.0", f"settle = {settle}")
    rig = EmulatedRig(
        folder,
        settings,
        servo=servo,
        jaws=USUAL_CONTACT,
        cube=Cube.solved().apply(inverse(TEN_TURNS)),
    )
    for gripper in ("L", "R"):
        rig.execute(Grip(((gripper, "closed"),)))
    for action in plan_turns(TWO_GRIPPER, TEN_TURNS, home_state(TWO_GRIPPER)).commands:
        assert isinstance(action.command, Move | Grip)
        rig.execute(action.command)
    rig.wait(1.0)
    return rig


TEN_TURNS = random_turns(Random(4), 10)


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
    with pytest.raises(ServoSettingsError, match=r"455\.556 µs at -94°.*limits = \[400, 2600\]"):
        read_settings(path)


class HisRobot(SimulatedMaestro):
    """The simulated robot with servos that turn as those of CUBOTino's author do."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        follow = self._mechanics.follow

        def follow_his(
            pulses: Sequence[float | None],
            now: float,
            moving: Mapping[int, float | None] | None = None,
        ) -> None:
            base, cover = pulses
            follow(
                [
                    None if base is None else 1500 + (base - 1480) * 1000 / 991,
                    None if cover is None else 1000 + (1400 - cover),
                ],
                now,
                moving,
            )

        self._mechanics.follow = follow_his  # type: ignore[method-assign]


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
