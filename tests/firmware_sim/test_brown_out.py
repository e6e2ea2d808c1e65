"""A board that shares the supply of its servos resets where they take too many of its volts."""

from __future__ import annotations

from random import Random

import pytest

from firmware_sim.physics.cube_forces import Forces
from firmware_sim.physics.jaws import USUAL_CONTACT
from firmware_sim.physics.powered_servos import Supply
from firmware_sim.physics.servo import HOBBY_SERVO
from firmware_sim.robot import SimulatedRobot
from robot.clock import VirtualClock
from robot.link.protocol import Message, encode
from robot.rigs.registry import load_rig


def said_by_a_jump(supply: Supply) -> bytes:
    """Return what a robot says while a wrist jumps from its middle to its end."""
    clock = VirtualClock()
    robot = SimulatedRobot(
        load_rig("two-gripper"),
        clock,
        rng=Random(0),
        servo=HOBBY_SERVO,
        jaws=USUAL_CONTACT,
        forces=Forces(supply),
    )
    lines = (("HELLO", (("proto", "1"),)), ("ENABLE", (("axis", "L"), ("us", "2400"))))
    for number, (verb, fields) in enumerate(lines, 1):
        robot.receive(encode(Message(number, verb, fields)))
    robot.read_output()
    for _ in range(60):
        clock.sleep(0.02)
        robot.advance()
    assert robot.state().cube.is_solved()
    return robot.read_output()


@pytest.mark.parametrize(
    ("supply", "resets"),
    [
        (Supply(5.0, 0.1), False),
        # One stalled servo: 5 V x 2 ohm / (2 + 1.0) = 3.3 V, which only makes it weaker.
        (Supply(5.0, 1.0), False),
        # 2.5 V.
        (Supply(5.0, 2.0), True),
    ],
)
def test_a_jump_resets_the_board_below_2_7_volts(supply: Supply, resets: bool) -> None:
    said = said_by_a_jump(supply)
    assert (b"BOOT" in said) == resets
    assert (b"done us=2400" in said) != resets
