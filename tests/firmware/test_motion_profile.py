"""Motions of the compiled firmware: their course is that of Python, and they go by distance.

Motions of the C firmware that overlap: what it announces, their pulses, stops and restarts.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from robot.link.protocol import STATUS, STOP, LineSplitter, Message, decode, encode
from robot.rigs.command import Pose, Regrip
from robot.rigs.motion_profile import MotionProfile
from robot.rigs.registry import load_rig
from robot.rigs.rig import with_overlap
from robot.rigs.servo_constants import NAMES, rig_constants
from tests.support.benchmarks import STORE_PASSES, NativeFirmware

# The longest way of a servo, in microseconds.
LONGEST_WAY = 2200
# The channels of the servos.
WRIST, LEFT_JAWS = 0, 2


@pytest.mark.parametrize(
    ("duration", "acceleration"),
    [(1000, 100), (410, 90), (730, 90), (20, 100), (21, 100), (101, 50), (4000, 400), (9999, 1)],
)
def test_the_course_is_that_of_python_at_every_millisecond(
    native: NativeFirmware, duration: int, acceleration: int
) -> None:
    profile, last = MotionProfile(duration, acceleration), 0.0
    for elapsed in range(duration + 2):
        part = native.profile_part(elapsed, duration, acceleration)
        assert abs(part - profile.part(elapsed)) * LONGEST_WAY < 0.2
        assert part >= last
        last = part
    assert last == 1


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 999_900), st.integers(1, 100_000), st.floats(0, 1))
def test_slow_motions_have_the_same_course(
    native: NativeFirmware, duration: int, acceleration: int, share: float
) -> None:
    elapsed = round(share * duration)
    part = native.profile_part(elapsed, duration, acceleration)
    expected = MotionProfile(duration, acceleration).part(elapsed)
    assert abs(part - expected) * LONGEST_WAY < 0.5


class Board:
    """The board's firmware, with its constants set and homed."""

    def __init__(self, native: NativeFirmware, **constants: int) -> None:
        self._native = native
        self._seq = 0
        self.send("HELLO", ("proto", "1"))
        for name, value in constants.items():
            self.send("CONSTANT", ("n", str(NAMES.index(name))), ("value", str(value)))
        self.send("STORE")
        for _ in range(STORE_PASSES):
            self._native.advance(1)
        self.finish("HOME")

    def send(self, verb: str, *fields: tuple[str, str]) -> list[Message]:
        self._seq += 1
        self._native.receive(encode(Message(self._seq, verb, fields)))
        self._native.advance(1)
        return self.replies()

    def replies(self) -> list[Message]:
        lines = map(decode, LineSplitter().feed(self._native.read_output()))
        return [line for line in lines if isinstance(line, Message) and line.seq == self._seq]

    def pulses(self, channel: int, verb: str, *fields: tuple[str, str]) -> Iterator[int]:
        """Yield a servo's pulse at each millisecond of a motion."""
        self.took = 0.0
        replies = self.send(verb, *fields)
        while True:
            yield self._native.pulse(channel)
            for each in replies:
                assert each.verb != "err", each
                if each.verb == "done":
                    self.took = float(each.get("took"))
                    return
            self._native.receive(STATUS)
            self._native.advance(1)
            replies = self.replies()

    def finish(self, verb: str, *fields: tuple[str, str]) -> float:
        """Return how long a motion takes, in seconds."""
        for _ in self.pulses(WRIST, verb, *fields):
            pass
        return self.took


def test_pulses_are_those_of_python_to_a_microsecond(native: NativeFirmware) -> None:
    board = Board(native)
    profile = MotionProfile(1000, 100)
    turn = list(board.pulses(WRIST, "MOVE", ("L", "+90")))
    # The first pulse is that of a millisecond after the beginning.
    expected = [1500 + 1000 * profile.part(each) for each in range(1, len(turn) + 1)]
    assert max(abs(a - b) for a, b in zip(turn, expected, strict=True)) <= 1
    assert turn[-1] == 2500
    opening = list(board.pulses(LEFT_JAWS, "GRIP", ("L", "open")))
    assert opening[0] == 1000
    assert opening[-1] == 2000
    assert opening == sorted(opening)
    # It begins slowly: at constant speed it would be at 1033.
    assert opening[40] < 1010


def test_a_half_turn_has_a_duration_of_its_own(native: NativeFirmware) -> None:
    board = Board(native, turn_ms=410, half_turn_ms=730, empty_turn_ms=350, empty_half_turn_ms=620)
    assert board.finish("MOVE", ("L", "-90")) == pytest.approx(0.41)
    assert board.finish("MOVE", ("L", "+90")) == pytest.approx(0.73)
    board.finish("MOVE", ("L", "+0"))
    board.finish("GRIP", ("L", "open"))
    assert board.finish("MOVE", ("L", "-90")) == pytest.approx(0.35)
    assert board.finish("MOVE", ("L", "+90")) == pytest.approx(0.62)


def test_a_half_turn_takes_as_long_as_a_quarter_from_the_factory(native: NativeFirmware) -> None:
    board = Board(native)
    assert board.finish("MOVE", ("L", "-90")) == 1.0
    assert board.finish("MOVE", ("L", "+90")) == 1.0


def test_a_wrist_between_detents_goes_by_its_distance(native: NativeFirmware) -> None:
    board = Board(native, first_home_percent=100)
    board.finish("LOAD")
    board.finish("JOG", ("axis", "L"), ("by", "100"))
    # 9 degrees: the acceleration time, and a tenth of what is left of a quarter turn; then the
    # grippers close, a second each.
    assert board.finish("HOME") == pytest.approx(0.1 + 0.9 / 10 + 2, abs=0.002)


@pytest.mark.parametrize(
    ("name", "value"), [("half_turn_ms", 5), ("empty_turn_ms", 19), ("acceleration_ms", 0)]
)
def test_constants_that_no_servo_can_follow_are_refused(
    native: NativeFirmware, name: str, value: int
) -> None:
    board = Board(native)
    board.send("OFF")
    board.send("CONSTANT", ("n", str(NAMES.index(name))), ("value", str(value)))
    (reply,) = board.send("STORE")
    assert (reply.get("code"), reply.get("n")) == ("ARGUMENT", str(NAMES.index(name)))


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
