"""Motions of a simulated robot over a link: the cube turns, jaws rest, and stops in the middle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from firmware_sim.named_robots import find_robot, register_robot
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.physics.servo_mechanics import ServoMechanics
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from robot.clock import VirtualClock
from robot.errors import CommandRejectedError, StoppedError
from robot.execution.recovery import clear_and_home
from robot.link.session import Link
from robot.rigs.command import (
    CLOSED,
    OPEN,
    Command,
    Grip,
    Home,
    Jog,
    Move,
    Pose,
    Regrip,
)
from robot.rigs.mechanisms.two_gripper import RIG
from robot.rules import Rule
from solver.core.orientation import Orientation
from solver.cube import Cube
from tests.support.cases import for_each
from tests.support.simulated_rig import SimulatedRig

Make = Callable[..., SimulatedRig]
KINDS = pytest.mark.parametrize("kind", ["", "feedback=false"])
TURN = Move((("L", 90),))
# 2.2 degrees tighter than where a person finds that usual jaws meet the cube, in microseconds.
RESTING = 1024


def stop_after(robot: SimulatedRig, seconds: float) -> None:
    """Let a robot stop by itself, as in silence, once its clock has gone on by a time."""
    found = find_robot(robot.url)
    clock, sleep = found.clock, found.clock.sleep
    due = clock.now() + seconds

    def sleep_and_stop(wanted: float) -> None:
        sleep(min(wanted, max(due - clock.now(), 0.0)))
        if clock.now() >= due:
            del vars(clock)["sleep"]
            found.robot.stop("silence")

    vars(clock)["sleep"] = sleep_and_stop


def stopped_in(link: Link, robot: SimulatedRig, command: Command, seconds: float) -> None:
    """Begin a motion that ends by a stop."""
    stop_after(robot, seconds)
    with pytest.raises(StoppedError):
        link.execute(command)


def test_homing_undoes_the_wrist_motions(simulated: Make) -> None:
    robot = simulated("")
    with Link(robot.url) as link:
        link.execute(Home())
        link.execute(Grip((("R", OPEN),)))
        link.execute(TURN)
        assert link.execute(Home()).pose == RIG.home
    assert robot.truth().orientation == Orientation.identity()
    assert robot.accidents() == ()


@KINDS
def test_commands_turn_the_cube_as_the_grippers_do(simulated: Make, kind: str) -> None:
    robot = simulated(kind)
    commands = (
        TURN,  # L
        Grip((("L", OPEN),)),
        Move((("L", 0),)),
        Grip((("L", CLOSED),)),
        Move((("R", -90),)),  # B'
        Grip((("L", OPEN),)),
        Move((("R", 0),)),  # rotates the cube clockwise about B: R is now up
        Grip((("L", CLOSED),)),
        Move((("L", -90),)),  # U, which is now on the left
    )
    with Link(robot.url) as link:
        for command in (Home(), *commands):
            link.execute(command)
        link.clock.sleep(1.0)
    truth = robot.truth()
    assert truth.orientation.face_at("U") == "R"
    assert truth.cube == Cube.solved().apply("L B' U'")
    assert robot.accidents() == ()


@pytest.mark.parametrize("stiffness", [3, 6, 9, 12, 15])
@pytest.mark.parametrize("begin", [90, -90])
def test_a_layer_that_stops_at_0_lets_one_turn_across_whatever_servo_turns_it(
    simulated: Make, stiffness: int, begin: int
) -> None:
    options = f"ideal=false&feedback=false&servos=ds3218&cube=stiff&stiffness={stiffness}"
    robot = simulated(options)
    with Link(robot.url) as link:
        for command in (Home(), Move((("L", begin),)), Move((("L", 0),)), Move((("R", 90),))):
            link.execute(command)
        link.clock.sleep(1.0)
        assert link.pose().angles == (0, 90)
    assert robot.truth().angles[0] == 0
    assert robot.accidents() == ()


@KINDS
def test_a_regrip_ends_with_all_grippers_closed_and_the_cube_turned(
    simulated: Make, kind: str
) -> None:
    robot = simulated(kind)
    with Link(robot.url) as link:
        link.execute(Home())
        link.execute(Move((("R", 90),)))
        arrived = link.execute(Regrip(("R",), (("R", 0), ("L", 90))))
        assert arrived.pose == Pose((90, 0), (CLOSED, CLOSED))
        assert arrived.seconds == pytest.approx(2.25, abs=0.1)
        link.clock.sleep(1.0)
    assert robot.truth().orientation == Orientation.identity().rotated("L", 1)
    assert robot.accidents() == ()


@for_each(
    ("command", "rule"),
    [
        (Regrip(("L", "R"), (("R", 90),)), Rule.ONE_AT_A_TIME),
        (Regrip(("R",), (("L", 90), ("R", 90))), Rule.GRIPPER_COLLISION),
        (Regrip(("R",), (("R", 8),)), Rule.UNKNOWN_ANGLE),
        (Regrip(("U",), (("R", 90),)), Rule.UNKNOWN_ACTUATOR),
        (Grip((("L", OPEN), ("R", OPEN))), Rule.ONE_AT_A_TIME),
    ],
)
def test_what_is_not_safe_is_refused(simulated: Make, command: Command, rule: Rule) -> None:
    robot = simulated("")
    with Link(robot.url) as link:
        link.execute(Home())
        with pytest.raises(CommandRejectedError, match=rule.words):
            link.execute(command)
    assert (robot.truth().angles, robot.truth().openings) == ((0.0, 0.0), (0.0, 0.0))


@KINDS
@pytest.mark.parametrize("after", [0.1, 0.5, 0.8, 1.1, 1.4, 1.7, 2.0])
@pytest.mark.parametrize("targets", [(("R", 0), ("L", 90)), (("R", 0),), (("R", -90),)])
def test_home_after_a_stop_in_the_middle_keeps_hold_of_the_cube(
    simulated: Make, kind: str, after: float, targets: tuple[tuple[str, int], ...]
) -> None:
    robot = simulated(kind)
    with Link(robot.url) as link:
        link.execute(Home())
        link.execute(Move((("R", 90),)))
        link.clock.sleep(1.0)
        before = robot.truth().cube
        stopped_in(link, robot, Regrip(("R",), targets), after)
        assert clear_and_home(link) == RIG.home
        link.clock.sleep(1.0)
    assert robot.accidents() == ()
    assert not robot.truth().dropped
    assert robot.truth().layers == ()
    assert robot.truth().cube in (before, Cube.solved())


def test_a_turn_that_was_stopped_is_taken_back(simulated: Make) -> None:
    robot = simulated("")
    with Link(robot.url) as link:
        link.execute(Home())
        stopped_in(link, robot, TURN, 0.4)
        halted = robot.truth()
        assert halted.angles[0] == pytest.approx(36, abs=3)
        link.clock.sleep(3.0)
        assert robot.truth() == halted
        with pytest.raises(StoppedError, match="CLEAR first"):
            link.execute(Move((("L", 0),)))
        link.clear()
        link.execute(Move((("L", 0),)))
    assert robot.truth().cube.is_solved()
    assert robot.truth().layers == ()


@KINDS
def test_a_jog_takes_its_time(simulated: Make, kind: str) -> None:
    with Link(simulated(kind).url) as link:
        link.enable("axis", "R", 1500)
        began = link.clock.now()
        assert link.jog(Jog("axis", "R", -750)) == 750
        assert link.clock.now() - began == pytest.approx(1.5, abs=0.1)
        assert link.pose().angles == pytest.approx((0.0, -67.5), abs=0.1)
        assert link.pulse("axis", "L") == 0


@KINDS
def test_a_stop_ends_a_jog_where_it_is(simulated: Make, kind: str) -> None:
    robot = simulated(kind)
    with Link(robot.url) as link:
        link.enable("gripper", "L", 1000)
        stop_after(robot, 0.5)
        with pytest.raises(StoppedError):
            link.jog(Jog("gripper", "L", 1000))
        halted = link.pulse("gripper", "L")
        assert halted == pytest.approx(1250, abs=35)
        link.clock.sleep(3.0)
        assert link.pulse("gripper", "L") == halted
        with pytest.raises(StoppedError, match="CLEAR first"):
            link.jog(Jog("gripper", "L", 10))
        link.clear()
        assert link.jog(Jog("gripper", "L", 10)) == halted + 10


@KINDS
def test_enabling_takes_a_second_and_moves_only_a_servo_without_a_pulse(
    simulated: Make, kind: str
) -> None:
    robot = simulated(kind)
    with Link(robot.url) as link:
        began = link.clock.now()
        assert link.enable("axis", "L", 1600) == 1600
        assert link.clock.now() - began == pytest.approx(1.0, abs=0.1)
        assert link.enable("axis", "L", 900) == 1600
        link.clock.sleep(1.0)
        assert robot.truth().angles == pytest.approx((9.0, 0.0))
        with pytest.raises(CommandRejectedError, match=Rule.SERVO_OFF.words):
            link.jog(Jog("axis", "R", 0))


def test_jaws_that_hold_alone_relax_and_never_open(simulated: Make) -> None:
    robot = simulated("feedback=false&jaws=0.05&ideal=false&servos=ds3218&dtr=held")
    with Link(robot.url) as link:
        link.execute(Home())
        link.clock.sleep(3.0)
        link.execute(Grip((("R", OPEN),)))
        link.clock.sleep(3.0)
        assert (link.pulse("gripper", "L"), link.pulse("gripper", "R")) == (RESTING, 2000)
        link.clock.sleep(600)
    assert not robot.truth().dropped
    assert robot.accidents() == ()


@pytest.mark.parametrize("measures", [False, True])
def test_stiff_servos_hold_a_cube_for_ten_minutes_at_rest(
    simulated: Make, *, measures: bool
) -> None:
    robot, clock = simulated(""), VirtualClock()
    servo = replace(HOBBY_SERVO, full_drive_error=3.0)
    start = PhysicalState.at_home(RIG.home, Cube.solved())
    stiff = SimulatedRobot(
        ServoMechanics(RIG, clock, start, servo, USUAL_CONTACT, measures=measures)
    )
    register_robot(robot.url.partition("name=")[2].rstrip("&"), stiff, clock)
    with Link(robot.url) as link:
        link.execute(Home())
        link.clock.sleep(600)
    assert stiff.accidents == ()
