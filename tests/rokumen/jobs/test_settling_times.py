"""Slow servos that lag lose the cube, until their settling times have been learnt."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from calibration.gripper_timings import RigProfile, measure_motions
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from firmware_sim.sim_port import register_robot, unregister_robot
from robot.clock import VirtualClock
from robot.link.session import Link
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import Home
from robot.rigs.durations import NO_SETTLING, SettlingTimes
from robot.rigs.registry import load_rig
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.devices.simulated_camera import InProcessCamera, register
from solver.core.turn import inverse, random_turns
from solver.cube import Cube
from vision.held.placed_views import CameraPlace

RIG = load_rig("two-gripper")
TURNS = random_turns(Random(4), 6)


class LaggingRobot:
    """Two grippers without feedback, in virtual time, that hold a scrambled cube.

    Their servos are so many times as slow as usual ones, which would be `lag` seconds behind.
    """

    def __init__(self, lag: float = 0.0, slowness: float = 1.0, pace: float = 1.0) -> None:
        register()
        clock = VirtualClock()
        start = PhysicalState.at_home(RIG.home, Cube.solved().apply(inverse(TURNS)))
        # It is behind by the error that its speed needs: a share of the error at full drive.
        behind = lag * HOBBY_SERVO.no_load_speed or HOBBY_SERVO.full_drive_error
        servo = replace(
            HOBBY_SERVO,
            no_load_speed=HOBBY_SERVO.no_load_speed / slowness,
            time_constant=HOBBY_SERVO.time_constant * slowness,
            full_drive_error=behind,
        )
        self.robot = SimulatedRobot(
            RIG, clock, start, pace=pace, rng=Random(1), servo=servo, jaws=USUAL_CONTACT
        )
        self.clock = clock

    def __enter__(self) -> LaggingRobot:
        register_robot("lagging", self.robot, self.clock)
        return self

    def __exit__(self, *_: object) -> None:
        unregister_robot("lagging")

    def learn(self) -> RigProfile:
        """Make every motion once before the camera."""
        scanner = CameraScanner([InProcessCamera(URL)], RIG, (CameraPlace("U"),))
        with Link(URL) as link:
            return measure_motions(
                link, RIG, 1, wait_until_still=lambda: scanner.seconds_until_still(link.clock)
            )

    def run(self, settling: SettlingTimes) -> bool:
        """Execute a plan, and return whether it solved the cube without an accident."""
        with Link(URL) as link:
            link.use_settling_times(settling)
            link.execute(Home())
            for each in plan_turns(RIG, TURNS, home_state(RIG)).commands:
                link.execute(each.command)
        self.clock.sleep(1.0)
        self.robot.advance()
        return self.robot.state().is_solved() and not self.robot.accidents


URL = "sim://two-gripper?name=lagging"


@pytest.mark.thorough
@pytest.mark.parametrize(("lag", "slowness"), [(0.05, 3), (0.03, 4)])
def test_learnt_settling_times_keep_the_cube(lag: float, slowness: float) -> None:
    with LaggingRobot(lag, slowness) as robot:
        assert not robot.run(NO_SETTLING)
    with LaggingRobot(lag, slowness) as robot:
        profile = robot.learn()
        assert robot.robot.accidents == ()
    # From the end of the pulses on a wrist needs its lag, and more.
    assert lag * slowness < profile.settling.by_kind["move"] < 0.5 * slowness
    # A turn that takes a second at full speed, and the time to arrive.
    assert profile.durations["turn"] == pytest.approx(
        1 + profile.settling.by_kind["move"], abs=0.01
    )
    with LaggingRobot(lag, slowness) as robot:
        assert robot.run(profile.settling)


@pytest.mark.parametrize("pace", [1.0, 60.0])
def test_servos_keep_up_with_motions_at_every_pace(pace: float) -> None:
    with LaggingRobot(pace=pace) as robot:
        assert robot.run(SettlingTimes({"move": 0.15 / pace, "grip": 0.15 / pace}))
