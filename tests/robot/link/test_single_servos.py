"""One servo over the link is asked, enabled and jogged; the levels of a stop."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import rokumen
from robot.clock import VirtualClock
from robot.errors import CommandRejectedError, UnsupportedError
from robot.link.protocol import STATUS, STOP, Message, StopLevel, StopReader, encode
from robot.link.session import Link
from robot.rigs.command import Grip, Home, Jog, Load, Move
from tests.support.simulated_rig import SimulatedRig

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


def off(link: Link) -> object:
    return link.off()


def load(link: Link) -> object:
    return link.execute(Load())


def jog(link: Link) -> object:
    return link.jog(Jog("axis", "U", 10))


@pytest.mark.parametrize("act", [load, off, jog])
def test_a_robot_that_announces_no_optional_command_is_not_asked(
    act: Callable[[Link], object],
) -> None:
    with (
        Link("sim://six-axis") as link,
        pytest.raises(UnsupportedError, match=r"cannot (load|off|jog).*does not announce it"),
    ):
        act(link)


PLAIN = "sim://two-gripper?feedback=false&jaws=0.05"


def _session() -> bytes:
    """Return what a host sends to a chip in a job, with a long stop in it."""
    commands = [
        ("START", (("n", "17"), ("t", "81240"), ("s", "0,0,1600,250000;1,5000,900,80000"))),
        ("ENABLE", (("channel", "3"), ("target", "1500"))),
        ("RELAX", (("s", "0,1030;1,1010"), ("time", "500000"))),
        ("BEAT", ()),
    ]
    lines = [
        encode(Message(number, verb, fields)) + number % 3 * STATUS
        for number, (verb, fields) in enumerate(commands * 200, start=1)
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
