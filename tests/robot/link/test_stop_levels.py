"""Levels of a stop on the host: what is asked, what the robot says, and what noise cannot make."""

from __future__ import annotations

from random import Random

import pytest

import rokumen
from firmware_sim.sim_port import Serial
from robot.link.protocol import STATUS, STOP, Message, StopLevel, StopReader, encode
from robot.link.session import Link
from robot.rigs.command import Command, Grip, Home, Move

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
    asked = iter(range(100))
    write = Serial.write

    def interrupted(self: Serial, data: bytes) -> int:
        if data == STATUS and next(asked) == 0:
            raise KeyboardInterrupt
        return write(self, data)

    with Link("sim://two-gripper?ideal=true") as link:
        link.execute(Home())
        link.execute(Grip((("L", "open"),)))
        monkeypatch.setattr(Serial, "write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            link.execute(Move((("R", 90),)))
        # By the time that the robot has answered a hundred times, this would be another error.
        link.stop_and_wait()
        assert 0 < link.pose().angles[1] < 90
        assert next(asked) < 10


def test_a_motion_is_stopped_before_the_jaws_relax() -> None:
    with rokumen.connect(PLAIN) as robot:
        robot.home()
        assert robot.pulse("gripper:L") == 1000
        assert robot.stop_and_wait("relax") == "relax"
        robot.wait(0.5)
        # Half of the 49 us (4.4 degrees) from contact to closed is kept: 24.5, rounded up.
        assert robot.pulse("gripper:L") == 1024
    with rokumen.connect(PLAIN) as robot:
        robot.home()
        assert robot.stop_and_wait("off") == "off"
        assert robot.pulse("gripper:L") is None
