"""How hobby servos follow their pulses, and how they get hot."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.faults import FaultSchedule
from firmware_sim.physics.jaws import JawContact
from firmware_sim.physics.mechanism import Mechanics
from firmware_sim.physics.servo import HOBBY_SERVO, IDEAL_SERVO, FollowingServos, ServoModel, Shaft
from firmware_sim.physics.servo_heat import OVERHEATED, ServoHeat
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.rigs.actuators import Completed
from robot.rigs.command import Move
from robot.rigs.mechanisms.two_gripper import RIG
from solver.core.turn import Turn
from solver.cube import Cube


def test_a_servo_covers_its_way_as_a_first_order_lag() -> None:
    servos = FollowingServos(ServoModel(lag=0.04))
    servos.follow([1000.0], 0.0)
    # 1 - 1/e of the way after one time constant, 1 - 1/e^2 after two.
    assert servos.follow([2000.0], 0.04)[0] == pytest.approx(1632.12, abs=0.01)
    assert servos.follow([2000.0], 0.08)[0] == pytest.approx(1864.66, abs=0.01)
    assert not servos.have_arrived
    assert servos.follow([2000.0], 2.0)[0] == pytest.approx(2000, abs=0.1)
    assert servos.have_arrived


def test_a_servo_is_not_faster_than_its_top_speed() -> None:
    # 450 degrees a second are 5000 microseconds.
    servos = FollowingServos(ServoModel(lag=0.001, top_speed=450))
    servos.follow([1000.0], 0.0)
    assert servos.follow([2000.0], 0.1)[0] == pytest.approx(1500)


def test_a_servo_takes_its_time_to_be_fast() -> None:
    shaft = Shaft.at(0.0)
    shaft.follow(ServoModel(acceleration=1000), 90.0, 0.1)
    # a t^2 / 2
    assert shaft.place == pytest.approx(5.0, abs=0.2)


def test_a_servo_does_not_correct_what_is_within_its_dead_band() -> None:
    servo = ServoModel(lag=0.04, dead_band=0.5)
    shaft = Shaft.at(0.0)
    shaft.follow(servo, 0.4, 1.0)
    assert shaft.place == 0
    shaft.follow(servo, 10.0, 1.0)
    assert 9.5 <= shaft.place < 10
    assert shaft.has_arrived(servo, 10.0)


def test_a_horn_has_play_when_its_motor_turns_back() -> None:
    shaft = Shaft.at(0.0)
    servo = ServoModel(backlash=2.0)
    shaft.follow(servo, 20.0, 0.1)
    assert shaft.horn == pytest.approx(19)
    shaft.follow(servo, 18.5, 0.1)
    assert shaft.horn == pytest.approx(19)
    shaft.follow(servo, 10.0, 0.1)
    assert shaft.horn == pytest.approx(11)


def test_a_servo_stops_at_its_end_stop() -> None:
    shaft = Shaft.at(0.0)
    shaft.follow(ServoModel(end_stop=95.0), 120.0, 1.0)
    assert shaft.place == pytest.approx(95)


@given(st.floats(-90, 90), st.floats(-90, 90))
def test_a_usual_servo_arrives_and_hardly_overshoots(start: float, target: float) -> None:
    shaft = Shaft.at(start)
    way = abs(target - start)
    for _ in range(100):
        shaft.follow(HOBBY_SERVO, target, 0.01)
        overshoot = (shaft.place - target) * (1 if target > start else -1)
        assert overshoot <= HOBBY_SERVO.dead_band
        assert abs(shaft.place - start) <= way + HOBBY_SERVO.dead_band
    assert shaft.has_arrived(HOBBY_SERVO, target)


def test_a_servo_without_pulses_stays() -> None:
    servos = FollowingServos(HOBBY_SERVO)
    servos.follow([1000.0, None], 0.0)
    assert servos.follow([None, 1500.0], 0.1) == (None, 1500)


def test_a_stalled_servo_cuts_out_and_works_again_when_it_has_cooled() -> None:
    heat = ServoHeat(ServoModel(stall_seconds=60.0, cooling_seconds=180.0), 2)
    assert heat.add((1.0, 0.5), 59.0) == ()
    assert heat.add((1.0, 0.5), 2.0) == (0,)
    assert heat.is_out(0)
    # Half of the current is a quarter of the heat, which such a servo loses.
    heat.add((1.0, 0.5), 10_000.0)
    assert not heat.is_out(1)
    assert not heat.is_out(0)


def held(contact: float, servo: ServoModel = HOBBY_SERVO) -> ServoMechanics:
    """Return two grippers, one of them open, of which the other one alone holds a cube."""
    state = replace(PhysicalState.at_home(RIG.home, Cube.solved()), openings=(0.0, 1.0))
    robot = ServoMechanics(RIG, VirtualClock(), state, servo, JawContact(contact))
    for second in range(600):
        robot.follow((1500.0, 1500.0, 1000.0, 2000.0), float(second))
    return robot


def test_a_gripper_that_squeezes_too_hard_drops_the_cube_in_the_end() -> None:
    # A squeeze of 0.05 of the travel, 4.5 degrees, is 0.3 of the stall current.
    robot = held(0.05)
    assert robot.accidents == ()
    assert not robot.state().dropped
    robot = held(0.4)
    overheated, *_ = robot.accidents
    assert overheated.kind == OVERHEATED
    # The heat limit is reached after a minute with the whole stall current.
    assert overheated.when == 0.0
    assert "servo L got too hot" in overheated.description
    assert robot.state().openings[0] > 0
    assert held(0.4, IDEAL_SERVO).accidents == ()


def turned(servo: ServoModel, pace: float = 1.0) -> tuple[float, Mechanics]:
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
    seconds, motors = turned(ServoModel(lag=0.05, dead_band=0.5))
    # The pulses slow down before they end, so that it is less behind than at constant speed, when
    # it would need another 0.11 s.
    assert seconds == pytest.approx(1.0 + 0.065, abs=0.02)
    assert motors.state().cube == Cube.solved().turn(Turn("L", 1))
    assert motors.state().layers == ()


def test_a_slow_servo_needs_longer_than_the_rig_says() -> None:
    seconds, _ = turned(ServoModel(top_speed=45.0))
    # The pulses begin slowly too.
    assert seconds == pytest.approx(2.03, abs=0.02)


def test_a_usual_servo_hardly_slows_the_usual_rig_down() -> None:
    assert 1.05 < turned(HOBBY_SERVO)[0] < 1.25
    assert turned(HOBBY_SERVO, pace=60.0)[0] == turned(HOBBY_SERVO)[0]
