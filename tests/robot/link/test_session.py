"""A session with a robot: motions, refusals, stops, and robots that are lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from robot.errors import (
    CommandRejectedError,
    JamError,
    PortError,
    RebootedError,
    RigError,
    StoppedError,
)
from robot.link.handshake import probe_port
from robot.link.session import Link
from robot.rigs.command import CLOSED, OPEN, Grip, Home, Move, Pose
from robot.rigs.durations import with_durations
from robot.rigs.mechanisms.two_gripper import RIG
from robot.rigs.registry import load_rig
from robot.rules import Rule
from tests.support.simulated_rig import SimulatedRig

Make = Callable[[str], SimulatedRig]


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
        assert link.statistics.motion_seconds == pytest.approx(2.25, abs=0.1)


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


def test_an_error_quotes_a_missing_port() -> None:
    with pytest.raises(PortError, match="there is no such port; check the cable"):
        probe_port("/dev/no-such-robot")


def test_an_error_quotes_an_unknown_kind_of_port() -> None:
    with pytest.raises(PortError, match=r"cannot open port 'warp://9'.*names no electronics"):
        Link("warp://9")


def test_a_link_accepts_only_a_description_of_its_own_rig(simulated: Make) -> None:
    with Link(simulated("").url) as link:
        faster = with_durations(link.rig, {"turn": 0.25})
        link.use_rig(faster)
        assert link.rig == faster
        with pytest.raises(RigError, match="is a two-gripper rig, not flipper"):
            link.use_rig(load_rig("flipper"))
