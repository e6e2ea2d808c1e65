"""Motions of a robot whose servos measure where they stand."""

from __future__ import annotations

import pytest

from firmware_sim.faults.schedule import FaultSchedule
from firmware_sim.physics.mechanism import Mechanics
from firmware_sim.physics.servo import HOBBY_SERVO, Servo
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.rigs.actuators import Completed
from robot.rigs.command import Move
from robot.rigs.two_gripper import RIG
from solver.core.turn import Turn
from solver.cube import Cube


def turned(servo: Servo, pace: float = 1.0) -> tuple[float, Mechanics]:
    """Return how long a quarter turn takes, and the motors after it."""
    clock = VirtualClock()
    start = PhysicalState.at_home(RIG.home, Cube.solved())
    motors = Mechanics(RIG, clock, start, FaultSchedule(), pace, servo=servo)
    motors.start(Move((("L", 90),)))
    clock.sleep((motors.next_wakeup() or 0.0) - clock.now())
    outcome = motors.poll()
    assert isinstance(outcome, Completed)
    assert outcome.seconds == pytest.approx(clock.now() * pace)
    return outcome.seconds, motors


def test_a_turn_ends_when_its_servo_has_arrived() -> None:
    seconds, motors = turned(Servo(lag=0.05, dead_band=0.5))
    # At 90 degrees a second it is 0.05 s x 90 = 4.5 degrees behind when the pulses end, and then
    # 0.5 after 0.05 s x ln 9.
    assert seconds == pytest.approx(1.0 + 0.110, abs=0.02)
    assert motors.state().cube == Cube.solved().turn(Turn("L", 1))
    assert motors.state().layers == ()


def test_a_slow_servo_needs_longer_than_the_rig_says() -> None:
    seconds, _ = turned(Servo(top_speed=45.0))
    assert seconds == pytest.approx(2.0, abs=0.02)


def test_a_usual_servo_hardly_slows_the_usual_rig_down() -> None:
    assert 1.05 < turned(HOBBY_SERVO)[0] < 1.25
    assert turned(HOBBY_SERVO, pace=60.0)[0] == turned(HOBBY_SERVO)[0]
