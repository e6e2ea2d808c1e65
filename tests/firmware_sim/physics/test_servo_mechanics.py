"""Servos with force and the cube that they hold: turns take time, jaws press, relax and drop."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_sim.physics.cube_forces import CUBES, USUAL_CUBE, USUAL_FORCES, Forces
from firmware_sim.physics.jaws import RIGID_NEWTONS_PER_MM, USUAL_CONTACT, USUAL_JAWS, JawContact
from firmware_sim.physics.powered_servos import Supply
from firmware_sim.physics.servo import HOBBY_SERVO, IDEAL_SERVO, ServoModel, usual_servo
from firmware_sim.physics.servo_heat import OVERHEATED
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import DROPPED, PhysicalState
from robot.clock import VirtualClock
from robot.rigs.actuators import Completed, MotionOutcome, Stalled
from robot.rigs.command import Move
from robot.rigs.mechanisms.two_gripper import RIG
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.measured_rig import MeasuredRig

ONE_HOLDS = (1500.0, 1500.0, 1000.0, 2000.0)
BOTH_HOLD = (1500.0, 1500.0, 1000.0, 1000.0)


class Grippers:
    """Two grippers without feedback that hold a solved cube, and the time."""

    def __init__(
        self,
        servo: ServoModel = HOBBY_SERVO,
        jaws: JawContact = USUAL_CONTACT,
        forces: Forces = USUAL_FORCES,
        openings: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        state = replace(PhysicalState.at_home(RIG.home, Cube.solved()), openings=openings)
        self.robot = ServoMechanics(RIG, VirtualClock(), state, servo, jaws, forces=forces)
        self.time = 0.0
        self.robot.follow((None,) * 4, 0.0)

    def follow(self, pulses: tuple[float | None, ...], seconds: float) -> ServoMechanics:
        """Let pulses come, every 20 ms, for these seconds."""
        for _ in range(round(seconds * 50)):
            self.time += 0.02
            self.robot.follow(pulses, self.time)
        return self.robot

    def turn(self, pulse: float) -> ServoMechanics:
        """Turn the left wrist to a pulse within a second, and wait."""
        for tick in range(1, 51):
            self.follow((1500 + (pulse - 1500) * tick / 50, *BOTH_HOLD[1:]), 0.02)
        return self.follow((pulse, *BOTH_HOLD[1:]), 0.5)


def held(contact: float, servo: ServoModel = HOBBY_SERVO, newtons: float = 10.0) -> ServoMechanics:
    """Return two grippers, one of them open, of which the other one alone has held for 600 s."""
    jaws = JawContact(contact, newtons_per_mm=newtons)
    grippers = Grippers(servo, jaws, openings=(0.0, 1.0))
    for second in range(600):
        grippers.robot.follow(ONE_HOLDS, float(second))
    return grippers.robot


def test_a_gripper_that_squeezes_too_hard_burns() -> None:
    assert held(0.035).accidents == ()
    robot = held(0.3)
    overheated, *_ = robot.accidents
    assert overheated.kind == OVERHEATED
    assert "servo L got too hot and burnt out (2.5 A when stalled)" in overheated.description
    assert held(0.3, IDEAL_SERVO).accidents == ()


def test_stiff_servos_need_jaws_that_give_way() -> None:
    """Closed as usual beyond the contact, at a stiffness of 3 degrees."""
    stiff = replace(HOBBY_SERVO, full_drive_error=3.0)
    assert held(0.035, stiff).loads()[2] < 0.35
    # Rigid jaws are what burnt servos when they were closed by 4.5 degrees.
    assert held(0.05, stiff, RIGID_NEWTONS_PER_MM).accidents
    # As soft as servos were simulated before there were figures, rigid jaws are harmless.
    soft = replace(HOBBY_SERVO, full_drive_error=15.0)
    assert held(0.05, soft, RIGID_NEWTONS_PER_MM).accidents == ()


# Closed by 3.15 degrees.
WEAKLY = replace(USUAL_CONTACT, contact_opening=0.035)


def test_limp_jaws_relax_and_do_not_open() -> None:
    grippers = Grippers(jaws=WEAKLY)
    pressed = grippers.follow(BOTH_HOLD, 1.0)
    before = [motor.press for motor in pressed.servos.motors[2:]]
    limp = grippers.follow((None,) * 4, 3.0)
    after = [motor.press for motor in limp.servos.motors[2:]]
    # Friction keeps 5% of 1.2 N m, and a fifth of the load: 2 N at 30 mm.
    assert all(1.5 < press / 0.03 < 2.6 for press in after)
    assert max(after) < min(before) / 2
    assert limp.state().openings == (0, 0)
    assert not limp.state().dropped


@pytest.mark.parametrize(("coefficient", "falls"), [(0.2, True), (0.4, False)])
def test_whether_limp_jaws_drop_a_cube_is_a_matter_of_friction(
    coefficient: float, falls: bool
) -> None:
    cube = replace(USUAL_CUBE, friction_coefficient=coefficient)
    # The wrist is turned, so that nobody's hand is under the cube.
    start = (1900.0, 1500.0, 1000.0, 2000.0)
    grippers = Grippers(jaws=WEAKLY, forces=Forces(cube=cube), openings=(0.0, 1.0))
    assert not grippers.follow(start, 2.0).state().dropped
    limp = grippers.follow((None,) * 4, 3.0)
    assert limp.state().dropped == falls
    assert [each.kind for each in limp.accidents] == [DROPPED] * falls


def test_a_heavy_cube_falls_where_a_usual_one_is_held() -> None:
    for name, falls in (("usual", False), ("heavy", True)):
        cube = replace(CUBES[name], friction_coefficient=0.4)
        grippers = Grippers(jaws=WEAKLY, forces=Forces(cube=cube), openings=(0.0, 1.0))
        grippers.follow((1900.0, 1500.0, 1000.0, 2000.0), 2.0)
        assert grippers.follow((None,) * 4, 3.0).state().dropped == falls


def test_a_usual_cube_is_turned_by_a_usual_servo() -> None:
    robot = Grippers().turn(2500.0)
    assert robot.state().cube == Cube.solved().turn(Turn("L", 1))
    assert robot.state().layers == ()


@pytest.mark.parametrize(
    ("servo", "cube", "least", "most"),
    [("sg90", "usual", 70, 87), ("sg90", "stiff", 0, 0)],
)
def test_a_torque_that_is_not_enough_leaves_the_layer_between_detents(
    servo: str, cube: str, least: float, most: float
) -> None:
    # Jaws that such servos close far enough to hold the cube.
    jaws = replace(USUAL_CONTACT, contact_opening=0.25 if servo == "sg90" else 0.035)
    grippers = Grippers(usual_servo(servo), jaws, Forces(cube=CUBES[cube]))
    robot = grippers.turn(2500.0)
    assert not robot.state().dropped
    assert robot.state().cube.is_solved()
    assert least <= robot.state().angles[0] <= most
    before, drive = robot.heat()[0], robot.loads()[0]
    assert drive > 0.1
    # It pushes on, and gets warmer; one that is stalled takes its whole current.
    assert (drive == 1) == (most == 0)
    assert grippers.follow((2500.0, *BOTH_HOLD[1:]), 10.0).heat()[0] > before


def test_a_first_pulse_is_a_jump_at_full_speed() -> None:
    grippers = Grippers(openings=(1.0, 0.0))
    robot = grippers.follow((1500.0, 1500.0, 1000.0, None), 0.3)
    # 90 degrees in less than 0.3 s, with the whole current at its beginning.
    assert robot.state().openings[0] == 0
    assert robot.lowest_volts() < 4.85


@pytest.mark.parametrize(("together", "resets"), [(4, True), (1, False)])
def test_servos_that_start_together_pull_a_weak_supply_down(together: int, resets: bool) -> None:
    forces = Forces(supply=Supply(5.0, 0.5))
    grippers = Grippers(forces=forces, openings=(1.0, 1.0))
    grippers.robot.follow((None,) * 4, 0.02)
    targets = (2500.0, 500.0, 1000.0, 1000.0)
    pulses = [target if number < together else None for number, target in enumerate(targets)]
    grippers.time = 0.02
    # Below 2.7 V an Uno resets.
    assert (grippers.follow(tuple(pulses), 0.1).lowest_volts() < 2.7) == resets


def turned(servo: ServoModel) -> tuple[MotionOutcome, MeasuredRig]:
    """Return the outcome of a quarter turn, and the robot after it."""
    start = PhysicalState.at_home(RIG.home, Cube.solved())
    robot = MeasuredRig(RIG, start, servo=servo, jaws=USUAL_CONTACT, pulses=USUAL_JAWS)
    return robot.execute(Move((("L", 90),))), robot


def test_a_turn_ends_when_its_servo_has_arrived() -> None:
    outcome, robot = turned(HOBBY_SERVO)
    assert isinstance(outcome, Completed)
    assert 1.0 <= outcome.seconds < 1.1
    assert robot.truth.is_solved() is False
    robot.wait(1.0)
    assert robot.truth.cube == Cube.solved().turn(Turn("L", 1))
    assert robot.truth.layers == ()


def test_a_servo_that_is_slower_than_the_rig_says_does_not_follow() -> None:
    outcome, _ = turned(replace(HOBBY_SERVO, no_load_speed=45.0))
    assert isinstance(outcome, Stalled)
