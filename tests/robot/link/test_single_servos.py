"""One servo over the link is asked, enabled and jogged; the levels of a stop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from threading import Thread

import pytest

import rokumen
from firmware_sim.endpoints import PseudoTerminal
from firmware_sim.line_robot import LineRobot
from firmware_sim.physics.jaws import IDEAL_CONTACT
from firmware_sim.server import SerialServer
from robot.clock import SystemClock, VirtualClock
from robot.errors import CommandRejectedError, LinkError, PortError, UnsupportedError
from robot.link.line_connection import LineConnection
from robot.link.port import SerialPort, open_port
from robot.link.protocol import STATUS, STOP, Message, StopLevel, StopReader, encode
from robot.link.session import Link
from robot.rigs.command import Command, Grip, Home, Jog, Move
from robot.rigs.mechanisms.two_gripper import RIG
from tests.support.simulated_rig import SimulatedLine, SimulatedRig

Make = Callable[[str], SimulatedRig]


def test_a_servo_is_asked_enabled_and_jogged(simulated: Make) -> None:
    with Link(simulated("").url) as link:
        assert link.pulse("axis", "L") == 0
        with pytest.raises(CommandRejectedError, match="the servo gets no pulse; ENABLE it first"):
            link.jog(Jog("axis", "L", 100))
        assert link.enable("axis", "L", 1500) == 1500
        began = link.clock.now()
        assert link.jog(Jog("axis", "L", -900)) == 600
        assert link.clock.now() - began == pytest.approx(1.8, abs=0.1)
        assert link.pulse("axis", "L") == 600
        assert link.pulse("gripper", "L") == 0


def test_a_question_leaves_the_pose_known(simulated: Make) -> None:
    robot = simulated("")
    with Link(robot.url) as link:
        link.execute(Home())
        before = robot.truth()
        assert [link.pulse("gripper", name) for name in "LR"] == [1000, 1000]
        assert robot.truth() == before
        step = next(iter(link.rig.steps(link.rig.home)))
        link.execute(step.command)


@pytest.mark.parametrize("fault", ["drop_cmd@4", "drop_reply@5", "drop_reply@6", "dup_line@4"])
def test_a_bad_line_makes_no_jog_twice(fault: str) -> None:
    url = f"sim://two-gripper?name=jogged&faults={fault}"
    with SimulatedLine(url) as robot, robot.link() as link:
        link.enable("axis", "L", 1500)
        for pulse in (1600, 1700, 1800):
            assert link.jog(Jog("axis", "L", 100)) == pulse


def test_a_robot_without_hobby_servos_is_not_asked() -> None:
    with Link("sim://six-axis") as link, pytest.raises(UnsupportedError, match="cannot jog"):
        link.pulse("axis", "U")


@pytest.fixture
def terminal() -> Iterator[str]:
    """A simulated robot without feedback at a pseudo-terminal."""
    clock, terminal = SystemClock(), PseudoTerminal()
    robot = LineRobot(RIG, clock, jaws=IDEAL_CONTACT)
    with SerialServer(robot, terminal, clock) as server:
        thread = Thread(target=server.serve)
        thread.start()
        yield terminal.address
        server.stop()
        thread.join()


def test_a_jog_during_which_the_port_was_lost_is_not_made_again(terminal: str) -> None:
    opened: list[CutPort] = []

    def open_one(url: str) -> SerialPort:
        opened.append(CutPort(open_port(url)))
        return opened[-1]

    with Link(terminal, opened_by=lambda url: LineConnection(url, open_one)) as link:
        link.enable("axis", "L", 1500)
        opened[0].fails_at = time.monotonic() + 0.1
        with pytest.raises(LinkError, match=r"lost during JOG.*how far .* is unknown"):
            link.jog(Jog("axis", "L", 200))
        assert len(opened) == 2
        # The robot has made the jog alone, and once.
        assert link.pulse("axis", "L") == 1700


class CutPort:
    """A port that is lost at a time."""

    def __init__(self, port: SerialPort) -> None:
        self._port = port
        self.fails_at = float("inf")
        self.timeout = port.timeout

    @property
    def in_waiting(self) -> int:
        self._check()
        return self._port.in_waiting

    def read(self, size: int = 1, /) -> bytes:
        self._check()
        return self._port.read(size)

    def write(self, data: bytes, /) -> int | None:
        self._check()
        return self._port.write(data)

    def close(self) -> None:
        self._port.close()

    def _check(self) -> None:
        if time.monotonic() > self.fails_at:
            raise PortError("the cable was pulled")


PLAIN = "sim://two-gripper?feedback=false&jaws=0.05"


def _session() -> bytes:
    """Return what a host sends in a job, with a long stop in it."""
    commands: list[Command] = [
        Home(),
        Move((("L", 90),)),
        Grip((("R", "open"),)),
        Move((("R", -90), ("L", 0))),
    ]
    lines = [
        encode(Message(number, each.verb, each.fields)) + number % 3 * STATUS
        for number, each in enumerate(commands * 200, start=1)
    ]
    return b"".join([*lines, 20 * STOP, *lines[:50], 3 * STOP, *lines[:5]])


def _bits(data: bytes, pattern: bytes) -> int:
    """Return how many bits of the data have to change to become a pattern."""
    return sum((a ^ b).bit_count() for a, b in zip(data, pattern, strict=True))


@pytest.mark.parametrize("level", [StopLevel.RELAX, StopLevel.OFF])
def test_a_damaged_session_makes_no_higher_level(level: StopLevel) -> None:
    # A level comes of four bytes in a row, so the nearest four say how many bits it takes.
    others = [each for each in StopLevel if each is not level]
    sent = _session() + b"".join(20 * each.raw + b"\n" for each in others)
    windows = {sent[start : start + 4] for start in range(len(sent) - 3)}
    assert min(_bits(window, level.raw) for window in windows) >= 6
    changed = (sum(a != b for a, b in zip(window, level.raw, strict=True)) for window in windows)
    assert min(changed) == 2


def test_random_bytes_make_no_higher_level() -> None:
    reader, random = StopReader(), Random(27)
    found = {reader.feed(byte) for byte in random.randbytes(100_000)}
    assert found == {None, StopLevel.HOLD}


@pytest.mark.parametrize("level", list(StopLevel))
def test_the_robot_says_which_level_is_in_force(level: StopLevel) -> None:
    with Link(PLAIN) as link:
        link.execute(Home())
        assert link.stop_and_wait(level) is level


def test_a_motion_that_ctrl_c_interrupts_has_come_to_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A robot in this process moves only while its host lets time pass."""
    sleep = VirtualClock.sleep

    def interrupted(self: VirtualClock, seconds: float) -> None:
        sleep(self, min(seconds, 0.5))
        monkeypatch.undo()
        raise KeyboardInterrupt

    with Link("sim://two-gripper?ideal=true") as link:
        link.execute(Home())
        link.execute(Grip((("L", "open"),)))
        monkeypatch.setattr(VirtualClock, "sleep", interrupted)
        with pytest.raises(KeyboardInterrupt):
            link.execute(Move((("R", 90),)))
        link.stop_and_wait()
        assert 0 < link.pose().angles[1] < 90
        halted = link.pose()
        link.clock.sleep(1.0)
        assert link.pose() == halted


def test_a_motion_is_stopped_before_the_jaws_relax() -> None:
    with rokumen.connect(PLAIN) as robot:
        robot.home()
        assert robot.pulse("gripper:L") == 1000
        assert robot.stop_and_wait("relax") == "relax"
        robot.wait(1.0)
        # Half of the 49 us (4.4 degrees) from contact to closed is kept: 24.5, rounded up.
        assert robot.pulse("gripper:L") == 1024
    with rokumen.connect(PLAIN) as robot:
        robot.home()
        assert robot.stop_and_wait("off") == "off"
        assert robot.pulse("gripper:L") is None
