"""The link over an unreliable line: no command is executed twice or skipped."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from threading import Thread

import pytest
import serial
from hypothesis import example, given, settings
from hypothesis import strategies as st

from firmware_sim.options import SimulatorOptions
from firmware_sim.simulator import Simulator
from robot.errors import (
    CommandRejectedError,
    JamError,
    PortError,
    RebootedError,
    RigError,
    SilentError,
    StoppedError,
)
from robot.execution.recovery import clear_and_home, execute_with_retries
from robot.link.line_connection import LineConnection
from robot.link.port import POLL_SECONDS, RobotPort, SerialPort, open_port
from robot.link.session import Link
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import CLOSED, OPEN, Grip, Home, Move, Pose
from robot.rigs.durations import with_durations
from robot.rigs.mechanisms.two_gripper import RIG
from robot.rigs.registry import load_rig
from robot.rules import Rule
from solver.core.turn import random_turns
from solver.cube import Cube
from tests.support.simulated_rig import SimulatedLine, SimulatedRig

Make = Callable[[str], SimulatedRig]


def at_line(options: str) -> SimulatedLine:
    return SimulatedLine(f"sim://two-gripper?name=lined&{options}")


def turn_repeatedly(link: Link) -> None:
    for degrees in (90, 0) * 5:
        link.execute(Move((("L", degrees),)))


def test_a_session(simulated: Make) -> None:
    with Link(simulated("seed=1").url) as link:
        assert link.info.rig == "two-gripper"
        assert link.execute(Home()).pose == RIG.home
        arrival = link.execute(Move((("L", 90),)))
        assert arrival.pose == Pose((90, 0), (CLOSED, CLOSED))
        assert arrival.seconds == pytest.approx(1.0, abs=0.05)
        link.execute(Grip((("R", OPEN),)))
        assert link.pose() == Pose((90, 0), (CLOSED, OPEN))
        assert link.statistics.retransmissions == 0
        assert link.statistics.motion_seconds == pytest.approx(2.25, abs=0.1)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000))
@example(seed=2386)  # bit flips make a stop byte of a command
def test_an_unreliable_line_neither_repeats_nor_skips_a_turn(seed: int) -> None:
    turns = random_turns(Random(seed), 8)
    plan = plan_turns(RIG, turns, home_state(RIG), RIG.may_end)
    with at_line(f"seed={seed}&faults=drop_cmd~0.05,drop_reply~0.05,bit_flip~0.002") as robot:
        with robot.link() as link:
            pose = clear_and_home(link)
            for action in plan.commands:
                # A bit flip can turn an `8` into the stop byte; such a stop is cleared.
                pose = execute_with_retries(link, action.command, pose).pose
                assert pose == action.after.pose
        assert robot.truth().cube == Cube.solved().apply(turns)
        assert robot.accidents() == ()


@pytest.mark.parametrize("fault", ["drop_cmd@3", "drop_reply@4", "bit_flip@5", "bit_flip@6"])
def test_a_lost_line_is_sent_again(fault: str) -> None:
    with at_line(f"faults={fault}") as robot:
        with robot.link() as link:
            link.execute(Home())
            link.execute(Move((("L", 90),)))
            link.execute(Move((("L", 0),)))
            assert link.pose() == RIG.home
        assert robot.truth().cube.is_solved()


def test_a_jam_has_its_axis_and_angle(simulated: Make) -> None:
    with Link(simulated("faults=jam_once@1").url) as link:
        link.execute(Home())
        with pytest.raises(JamError, match=r"the turn jammed \(left wrist at \+\d+") as error:
            link.execute(Move((("L", 90),)))
        assert error.value.axis == "L"
        assert error.value.at is not None
        assert 0 < error.value.at < 90


def test_an_impossible_command_is_rejected(simulated: Make) -> None:
    with Link(simulated("").url) as link:
        with pytest.raises(CommandRejectedError, match=Rule.UNHOMED.words):
            link.execute(Move((("L", 90),)))
        link.execute(Home())
        link.execute(Move((("L", 90),)))
        with pytest.raises(CommandRejectedError, match="a gripper would collide with another one"):
            link.execute(Move((("R", 90),)))


def test_a_stop_lasts_for_the_whole_session(simulated: Make) -> None:
    robot = simulated("")
    with Link(robot.url) as link:
        link.execute(Home())
        link.stop()
        for attempt in (lambda: link.execute(Move((("L", 90),))), link.clear, link.clear):
            with pytest.raises(StoppedError, match="was stopped"):
                attempt()
        assert link.is_intentional_stop
    with Link(robot.url) as link:
        link.clear()
        link.execute(Home())
        assert link.execute(Move((("L", 90),))).pose.angles == (90, 0)


def test_a_silent_robot_is_given_up_in_bounded_time() -> None:
    with at_line("faults=mute@5") as robot:
        with robot.link() as link:
            link.execute(Home())
            with pytest.raises(SilentError, match="no reply to"):
                turn_repeatedly(link)
        assert robot.truth().angles[0] in (0, 90)


def test_a_reboot_during_a_turn_is_detected(simulated: Make) -> None:
    with Link(simulated("faults=reboot_mid_turn@1").url) as link:
        link.execute(Home())
        with pytest.raises(RebootedError, match=r"lost their power.*its pose is unknown"):
            link.execute(Move((("L", 90),)))


def test_an_unplugged_cable_is_reported(simulated: Make) -> None:
    with Link(simulated("faults=unplug@4").url) as link:
        link.execute(Home())
        with pytest.raises(PortError, match="unplugged"):
            turn_repeatedly(link)


def dead_terminal() -> serial.Serial:
    """Return an open pseudo-terminal whose other end has been closed."""
    robots_side, hosts_side = os.openpty()
    port = serial.Serial(os.ttyname(hosts_side), timeout=POLL_SECONDS)
    os.close(hosts_side)
    os.close(robots_side)
    return port


def test_a_port_that_disappears_twice_is_reported() -> None:
    opened: list[str] = []

    def open_one(url: str) -> SerialPort:
        opened.append(url)
        if len(opened) == 1:
            return open_port(url)
        return RobotPort(url, dead_terminal())

    with Simulator(SimulatorOptions(ideal=True, pace=100.0, camera_port=None)) as simulator:
        server = Thread(target=simulator.serve)
        server.start()
        link = Link(
            simulator.announcement.port, opened_by=lambda url: LineConnection(url, open_one)
        )
        link.execute(Home())
        simulator.stop()
        server.join()
    with pytest.raises(PortError, match="disconnected") as error:
        link.pose()
    assert repr(link.url) in str(error.value)
    assert len(opened) == 2
    for release in (link.stop, link.stop_and_wait, link.close):
        release()


def test_an_error_quotes_a_missing_port() -> None:
    with pytest.raises(
        PortError, match="cannot open port '/dev/no-such-robot': there is no such port; check"
    ):
        Link("/dev/no-such-robot")


def test_an_error_quotes_an_unknown_kind_of_port() -> None:
    with pytest.raises(PortError, match="cannot open port 'warp://9'"):
        Link("warp://9")


def test_a_link_accepts_only_a_description_of_its_own_rig(simulated: Make) -> None:
    with Link(simulated("").url) as link:
        faster = with_durations(link.rig, {"turn": 0.25})
        link.use_rig(faster)
        assert link.rig == faster
        with pytest.raises(RigError, match="is a two-gripper rig, not flipper"):
            link.use_rig(load_rig("flipper"))
