"""Plans on robots without feedback: fast servos need time to arrive after their pulses."""

from __future__ import annotations

from random import Random

import pytest

from firmware_sim.drives.simulated_drive import PERIOD_SECONDS
from firmware_sim.drives.simulated_servos import SimulatedServos
from firmware_sim.physics.jaws import IDEAL_CONTACT, USUAL_CONTACT, JawContact
from firmware_sim.physics.servo import HOBBY_SERVO, IDEAL_SERVO, ServoModel
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.actuators import Completed
from robot.rigs.command import CLOSED, LOADING, RELEASE, Enable, Grip, Jog, Move, Pose
from robot.rigs.registry import load_rig
from solver.core.turn import inverse, random_turns
from solver.cube import Cube

TURNS = random_turns(Random(4), 6)


class Driven:
    """A robot without feedback, in virtual time."""

    def __init__(
        self,
        rig: str,
        servo: ServoModel,
        jaws: JawContact,
        pace: float = 1.0,
        clock: VirtualClock | None = None,
    ) -> None:
        self.rig = load_rig(rig)
        self.clock = clock or VirtualClock()
        start = PhysicalState.at_home(self.rig.home, Cube.solved().apply(inverse(TURNS)))
        self.mechanics = ServoMechanics(self.rig, self.clock, start, servo, jaws)
        self.servos = SimulatedServos(self.mechanics, pace=pace)

    def execute(self, command: Move | Grip, settle: float = 0.0) -> None:
        self.servos.start(command)
        self.finish()
        self.wait(settle)

    def wait(self, seconds: float) -> None:
        self.clock.sleep(seconds)
        self.servos.advance()

    def finish(self) -> None:
        """Wait for the end of the motion."""
        while self.servos.poll() is None:
            wake = self.servos.next_wakeup()
            assert wake is not None
            self.clock.sleep(wake - self.clock.now())

    def run(self, settle: float) -> bool:
        """Execute a plan, and return whether it solved the cube without an accident."""
        for each in plan_turns(self.rig, TURNS, home_state(self.rig), self.rig.may_end).commands:
            assert isinstance(each.command, Move | Grip)
            self.execute(each.command, settle)
        self.wait(1.0)
        at_rest = self.servos.state_at_rest()
        return at_rest is not None and at_rest.is_solved() and not self.mechanics.accidents


@pytest.mark.parametrize(
    ("rig", "gentle"),
    [
        ("flipper", 0.7),
        pytest.param("two-gripper", 1.0, marks=pytest.mark.thorough),
        pytest.param("four-gripper", 1.0, marks=pytest.mark.thorough),
    ],
)
def test_servos_need_a_settling_time_where_they_are_fast(rig: str, gentle: float) -> None:
    assert Driven(rig, IDEAL_SERVO, IDEAL_CONTACT).run(settle=0)
    # Pulses of constant speed would need it here too.
    assert Driven(rig, HOBBY_SERVO, USUAL_CONTACT, gentle).run(settle=0)
    assert not Driven(rig, HOBBY_SERVO, USUAL_CONTACT, pace=3).run(settle=0)
    assert Driven(rig, HOBBY_SERVO, USUAL_CONTACT, pace=3).run(settle=0.2)


def test_what_it_reads_is_what_it_commands() -> None:
    robot = Driven("two-gripper", HOBBY_SERVO, USUAL_CONTACT)
    robot.execute(Move((("L", 90),)))
    assert robot.servos.read().pose == Pose((90.0, 0.0), ("closed", "closed"))
    # It has slowed down, and is near.
    assert 85 < robot.mechanics.state().angles[0] <= 90


def test_a_stop_ends_the_ramp_where_it_is() -> None:
    robot = Driven("two-gripper", HOBBY_SERVO, USUAL_CONTACT)
    robot.execute(Move((("L", 0),)))
    robot.servos.start(Move((("L", 90),)))
    robot.wait(0.5)
    robot.servos.halt()
    assert robot.servos.is_stopped()
    robot.wait(1.0)
    assert robot.servos.read().pose.angles[0] == pytest.approx(45, abs=1)
    assert robot.mechanics.state().angles[0] == pytest.approx(45, abs=2)
    assert robot.servos.poll() is None


def test_a_servo_gets_no_pulse_before_the_first_motion() -> None:
    robot = Driven("two-gripper", HOBBY_SERVO, IDEAL_CONTACT)
    assert robot.servos.pulse("axis", "R") == 0
    robot.servos.enable(Enable("axis", "R", 1600))
    robot.wait(0.5)
    # It jumps, and the motion goes on until it has surely arrived.
    assert robot.mechanics.state().angles[1] == pytest.approx(9, abs=1)
    assert robot.servos.poll() is None
    robot.finish()
    assert robot.clock.now() == pytest.approx(1.0 + PERIOD_SECONDS)
    pulses = [robot.servos.pulse(kind, name) for kind in ("axis", "gripper") for name in "LR"]
    assert pulses == [0, 1600, 0, 0]


def test_a_jog_moves_one_servo_at_its_speed() -> None:
    robot = Driven("two-gripper", HOBBY_SERVO, IDEAL_CONTACT)
    robot.execute(Move((("R", 0),)))
    robot.servos.jog(Jog("axis", "R", 500))
    robot.wait(0.5)
    assert robot.servos.pulse("axis", "R") == pytest.approx(1750, abs=10)
    robot.finish()
    assert robot.clock.now() >= 1.0
    assert robot.servos.read().pose.angles == (0.0, 45.0)


def test_a_stop_ends_a_jog_where_it_is() -> None:
    robot = Driven("two-gripper", HOBBY_SERVO, IDEAL_CONTACT)
    robot.execute(Move((("R", 0),)))
    robot.servos.jog(Jog("axis", "R", -500))
    robot.wait(0.5)
    robot.servos.halt()
    robot.wait(1.0)
    assert robot.servos.pulse("axis", "R") == pytest.approx(1250, abs=10)


def test_servos_are_enabled_one_after_the_other_closed_grippers_first() -> None:
    robot = Driven("two-gripper", HOBBY_SERVO, IDEAL_CONTACT)
    robot.servos.enable(Enable("gripper", "L", 2000))
    robot.finish()
    began = robot.clock.now()
    robot.servos.start(Move((("L", 0),)))
    servos = [("gripper", "R"), ("axis", "L"), ("axis", "R")]
    for number in range(1, 4):
        assert [bool(robot.servos.pulse(*each)) for each in servos] == [
            at < number for at in range(3)
        ]
        robot.wait(0.3)
    robot.finish()
    assert robot.clock.now() - began == pytest.approx(0.9, abs=0.05)


def test_a_stop_leaves_servos_that_were_to_be_enabled_without_pulses() -> None:
    robot = Driven("two-gripper", HOBBY_SERVO, IDEAL_CONTACT)
    robot.servos.start(Move((("L", 90),)))
    robot.wait(0.1)
    robot.servos.halt()
    robot.wait(5.0)
    assert robot.servos.pulse("gripper", "L") == 1000
    assert robot.servos.pulse("axis", "R") == 0
    assert not robot.servos.has_power


def test_servos_without_power_stay() -> None:
    robot = Driven("two-gripper", HOBBY_SERVO, USUAL_CONTACT)
    robot.servos.unpower()
    assert not robot.servos.has_power
    before = robot.mechanics.state()
    robot.wait(1.0)
    assert robot.servos.state_at_rest() == before


def test_jaws_of_a_rig_with_a_loading_position_open_as_far() -> None:
    robot = Driven("two-gripper-plain", IDEAL_SERVO, IDEAL_CONTACT)
    for command in robot.rig.loading_commands(robot.servos.read().pose):
        assert isinstance(command, Grip)
        robot.execute(command)
    assert robot.servos.read().pose.grips == (LOADING, LOADING)
    at_rest = robot.servos.state_at_rest()
    assert at_rest is not None
    # 1 cubie, where open is 0.7.
    assert at_rest.openings == pytest.approx((10 / 7, 10 / 7))
    for command in robot.rig.homing_commands(robot.servos.read().pose):
        assert isinstance(command, Grip)
        robot.execute(command)
    assert robot.servos.read().pose == robot.rig.home
    assert not robot.mechanics.accidents


class BusyClock(VirtualClock):
    """A clock of a machine so busy that `seconds` pass from one look at it to the next."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    def now(self) -> float:
        self.sleep(self._seconds)
        return super().now()


@pytest.mark.parametrize("seconds", [0.3, 0.4, 0.5, 0.6])
def test_a_motion_ends_at_its_target_on_a_busy_machine(seconds: float) -> None:
    robot = Driven("two-gripper", HOBBY_SERVO, USUAL_CONTACT, clock=BusyClock(seconds))
    for degrees in (90, 0, -90, 0):
        robot.servos.start(Move((("R", degrees),)))
        while robot.servos.poll() is None:
            pass
        assert robot.servos.read().pose.angles[robot.rig.axes.index("R")] == degrees


def test_four_grippers_let_the_cube_be_taken_out() -> None:
    robot = Driven("four-gripper", HOBBY_SERVO, USUAL_CONTACT)
    for command in robot.rig.loading_commands(robot.servos.read().pose):
        assert isinstance(command, Grip)
        robot.execute(command, settle=0.3)
    assert CLOSED not in robot.servos.read().pose.grips
    assert not robot.mechanics.accidents


def test_a_cover_that_goes_back_once_it_has_closed_stays_cool() -> None:
    robot = Driven("cubotino", HOBBY_SERVO, IDEAL_CONTACT)
    open_pose = Pose((0,), ("open",))
    closing = robot.rig.servo_travel.motions(open_pose, (Grip((("cover", CLOSED),)),))
    assert closing[1:] == (Grip((("cover", RELEASE),)),)
    heat = []
    for motions in (closing[:1], closing):
        robot.execute(Grip((("cover", "open"),)))
        for motion in motions:
            assert isinstance(motion, Grip)
            robot.execute(motion)
        assert robot.servos.read().pose.grips == (CLOSED,)
        robot.wait(200)
        robot.servos.advance()
        heat.append(robot.mechanics.heat()[1])
    assert not robot.mechanics.accidents
    assert heat[1] < heat[0] / 2


def test_a_motion_that_is_looked_at_late_took_no_longer() -> None:
    robot = Driven("two-gripper", HOBBY_SERVO, USUAL_CONTACT)
    robot.execute(Move((("L", 0),)))
    robot.servos.start(Move((("L", 90),)))
    robot.wait(5.0)
    ended = robot.servos.poll()
    assert isinstance(ended, Completed)
    assert ended.seconds == pytest.approx(1.0 + PERIOD_SECONDS)
    assert robot.servos.poll() is None
