"""Motions of the C firmware that overlap: what it announces, their pulses, stops and restarts."""

from __future__ import annotations

import pytest

from robot.link.protocol import STATUS, STOP, LineSplitter, Message, decode, encode
from robot.rigs.command import Pose, Regrip
from robot.rigs.registry import load_rig
from robot.rigs.rig import with_overlap
from robot.rigs.servo_constants import rig_constants
from tests.support.benchmarks import NativeFirmware

RIG = with_overlap(load_rig("two-gripper"))
REGRIP = (("grippers", "R"), ("L", "+90"), ("R", "+0"))
# The servos by their numbers: wrists, then jaws.
LEFT_WRIST, RIGHT_WRIST, _, RIGHT_JAWS = range(4)
CLOSED_US, OPEN_US = 1000, 2000


@pytest.fixture
def overlapping(native: NativeFirmware) -> NativeFirmware:
    """Return the firmware told that jaws draw back, at home, after MOVE R=+90."""
    native.store(rig_constants(RIG))
    native.boot()
    _send(native, 1, "HELLO", ("proto", "1"))
    _send(native, 2, "HOME")
    _pass(native, 8000)
    _send(native, 3, "MOVE", ("R", "+90"))
    _pass(native, 1500)
    return native


def _send(native: NativeFirmware, seq: int, verb: str, *fields: tuple[str, str]) -> Message:
    """Return the last reply to a command after a millisecond."""
    native.read_output()
    native.receive(encode(Message(seq, verb, fields)))
    native.advance(1)
    lines = [decode(raw) for raw in LineSplitter().feed(native.read_output())]
    return [line for line in lines if isinstance(line, Message) and line.seq == seq][-1]


def _pass(native: NativeFirmware, milliseconds: int) -> None:
    for _ in range(milliseconds // 10):
        native.receive(STATUS)
        native.advance(10)


def _state(native: NativeFirmware) -> str:
    native.read_output()
    native.receive(STATUS)
    lines = [decode(raw) for raw in LineSplitter().feed(native.read_output())]
    return lines[-1].get("pose")


def test_only_a_robot_whose_jaws_draw_back_announces_and_knows_it(native: NativeFirmware) -> None:
    plain = _send(native, 1, "HELLO", ("proto", "1"))
    assert "overlap" not in plain.get("can")
    assert _send(native, 2, "REGRIP", *REGRIP).get("code") == "UNKNOWN"
    native.store(rig_constants(load_rig("two-gripper-plain")))
    assert "overlap" not in _send(native, 1, "HELLO", ("proto", "1")).get("can")
    native.store(rig_constants(RIG))
    assert "overlap" in _send(native, 1, "HELLO", ("proto", "1")).get("can").split(",")


def test_its_longest_greeting_fits_into_a_line(native: NativeFirmware) -> None:
    native.store({**rig_constants(RIG), "silence_ms": 9999})
    native.read_output()
    native.receive(encode(Message(65535, "HELLO", (("proto", "1"),))))
    (line,) = [raw for raw in LineSplitter().feed(native.read_output()) if b"overlap" in raw]
    assert len(line) < 160
    assert isinstance(decode(line), Message)


def test_the_pulses_of_a_regrip_begin_and_end_when_the_rig_says(
    overlapping: NativeFirmware,
) -> None:
    command = Regrip(("R",), (("L", 90), ("R", 0)))
    parts = RIG.parts(Pose((0, 90), RIG.home.grips), command)
    assert _send(overlapping, 4, "REGRIP", *REGRIP).verb == "ack"
    pulses = []
    ends = max(part.start + part.seconds for part in parts)
    for _ in range(round(1000 * ends) + 5):
        pulses.append([overlapping.pulse(servo) for servo in range(4)])
        overlapping.advance(1)
        overlapping.receive(STATUS)
    opened = [n for n, each in enumerate(pulses) if each[RIGHT_JAWS] == OPEN_US]
    turned = [n for n, each in enumerate(pulses) if each[RIGHT_WRIST] not in (1500, 2500)]
    opening, turning, closing = parts
    # Pulses leave and reach their ends a little later and earlier than motions begin and end.
    assert opened[0] == pytest.approx(1000 * (opening.start + opening.seconds), abs=30)
    assert opened[-1] == pytest.approx(1000 * closing.start, abs=30)
    assert turned[0] == pytest.approx(1000 * turning.start, abs=30)
    assert turned[-1] == pytest.approx(1000 * (turning.start + turning.seconds), abs=30)
    assert pulses[-1] == [2500, 1500, CLOSED_US, CLOSED_US]
    way = [each[RIGHT_JAWS] for each in pulses]
    peak = opened[0]
    assert way[:peak] == sorted(way[:peak])
    assert way[peak:] == sorted(way[peak:], reverse=True)


@pytest.mark.parametrize("after", [200, 800, 1200, 1800])
def test_after_a_stop_homing_opens_the_gripper_before_wrists_turn(
    overlapping: NativeFirmware, after: int
) -> None:
    _send(overlapping, 4, "REGRIP", *REGRIP)
    _pass(overlapping, after)
    overlapping.receive(STOP)
    _pass(overlapping, 50)
    _send(overlapping, 5, "CLEAR")
    before = [overlapping.pulse(servo) for servo in (LEFT_WRIST, RIGHT_WRIST)]
    assert CLOSED_US < overlapping.pulse(RIGHT_JAWS) < OPEN_US
    _send(overlapping, 6, "HOME")
    for _ in range(800):
        overlapping.receive(STATUS)
        overlapping.advance(10)
        if [overlapping.pulse(servo) for servo in (LEFT_WRIST, RIGHT_WRIST)] != before:
            break
    assert overlapping.pulse(RIGHT_JAWS) == OPEN_US
    _pass(overlapping, 4000)
    assert _state(overlapping) == "L:+0,R:+0;L:closed,R:closed"


def test_after_a_power_failure_in_a_regrip_its_jaws_count_as_half_open(
    overlapping: NativeFirmware,
) -> None:
    _send(overlapping, 4, "REGRIP", *REGRIP)
    _pass(overlapping, 1000)
    overlapping.boot()
    assert _state(overlapping) == "L:+45,R:+45;L:closed,R:open"


def test_both_wrists_turn_at_once_while_a_gripper_is_open(overlapping: NativeFirmware) -> None:
    both = (("L", "+90"), ("R", "+0"))
    assert _send(overlapping, 4, "MOVE", *both).get("why") == "one-at-a-time"
    _send(overlapping, 5, "GRIP", ("R", "open"))
    _pass(overlapping, 1500)
    assert _send(overlapping, 6, "MOVE", *both).verb == "ack"
    _pass(overlapping, 500)
    half_way = [overlapping.pulse(servo) for servo in (LEFT_WRIST, RIGHT_WRIST)]
    assert half_way == pytest.approx([2000, 2000], abs=2)
    _pass(overlapping, 600)
    assert _state(overlapping) == "L:+90,R:+0;L:closed,R:open"
