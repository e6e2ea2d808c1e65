"""Jaws of the simulated robot relax at rest, by their pulses or by their load."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.servo import HOBBY_SERVO, IDEAL_SERVO, ServoModel
from firmware_sim.robot import SimulatedRobot
from robot.clock import VirtualClock
from robot.link.protocol import Message, encode
from robot.rigs.registry import load_rig

CLOSED, OPEN = 1000, 2000
# 2.2 degrees tighter than where a person finds that usual jaws meet the cube, in microseconds.
RESTING = 1024


class Host:
    """A host that says nothing between its commands, and its robot without feedback."""

    def __init__(self, *, servo: ServoModel = IDEAL_SERVO, measures: bool = False) -> None:
        self.clock = VirtualClock()
        self.robot = SimulatedRobot(
            load_rig("two-gripper"),
            self.clock,
            rng=Random(0),
            servo=servo,
            jaws=None if measures else USUAL_CONTACT,
        )
        self._sequence = 0
        self.send("HELLO", ("proto", "1"))

    def send(self, verb: str, *fields: tuple[str, str], seconds: float = 0.0) -> bytes:
        """Return what the robot says to a command within a time."""
        self._sequence += 1
        self.robot.receive(encode(Message(self._sequence, verb, fields)))
        self.wait(seconds)
        return self.robot.read_output()

    def wait(self, seconds: float) -> None:
        end = self.clock.now() + seconds
        while self.clock.now() < end:
            wake = self.robot.next_wakeup()
            until = end if wake is None else min(max(wake, self.clock.now() + 0.001), end)
            self.clock.sleep(until - self.clock.now())
            self.robot.advance()

    def pulse(self, gripper: str = "L") -> int:
        said = self.send("JOG", ("gripper", gripper))
        return int(said.split(b"us=")[1].split(b" ")[0])


def test_jaws_relax_without_a_host_and_the_pose_stays_closed() -> None:
    host = Host()
    host.send("HOME", seconds=1.4)
    assert host.pulse() == CLOSED
    host.wait(0.5)
    assert host.pulse() == host.pulse("R") == RESTING
    assert b"L:closed,R:closed" in host.send("POSE")
    assert b"state=idle" in host.send("POSE") + _status(host)
    host.wait(600)
    assert host.robot.accidents == ()


def test_jaws_press_again_before_a_motion_begins() -> None:
    host = Host()
    host.send("HOME", seconds=4)
    host.send("MOVE", ("L", "+90"), seconds=0.06)
    assert host.robot.state().angles == (0, 0)
    assert b"took=1.0" in host.send("POSE", seconds=1.5)
    assert host.robot.state().angles == (90, 0)


def test_jaws_that_hold_alone_relax_and_never_open() -> None:
    host = Host(servo=HOBBY_SERVO)
    host.send("HOME", seconds=4)
    host.send("GRIP", ("R", "open"), seconds=3)
    assert (host.pulse("L"), host.pulse("R")) == (RESTING, OPEN)
    assert not host.robot.state().dropped
    host.wait(600)
    assert not host.robot.state().dropped
    assert host.robot.accidents == ()


def test_a_motion_cut_off_by_silence_is_followed_by_rest() -> None:
    host = Host()
    host.send("HOME", seconds=4)
    host.send("MOVE", ("L", "+90"), ("v", "10"), seconds=2.2)
    assert host.pulse("R") == CLOSED
    host.wait(0.6)
    assert host.pulse("R") == RESTING
    assert b"state=stopped" in _status(host)


@pytest.mark.parametrize("measures", [False, True])
def test_stiff_servos_hold_a_cube_for_ten_minutes_at_rest(measures: bool) -> None:
    stiff = replace(HOBBY_SERVO, full_drive_error=3.0)
    host = Host(servo=stiff, measures=measures)
    host.send("HOME", seconds=1)
    host.send("MOVE", ("L", "+0"), seconds=600)
    assert host.robot.accidents == ()


def _status(host: Host) -> bytes:
    host.robot.receive(b"?")
    return host.robot.read_output()
