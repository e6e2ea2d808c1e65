"""Motions of the compiled firmware: their course is that of Python, and they go by distance."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from robot.link.protocol import STATUS, LineSplitter, Message, decode, encode
from robot.rigs.motion_profile import MotionProfile
from robot.rigs.servo_constants import NAMES
from tests.support.benchmarks import STORE_PASSES, NativeFirmware

# The longest way of a servo, in microseconds.
LONGEST_WAY = 2200
# The channels of the servos.
LEFT_WRIST, LEFT_JAWS = 0, 2


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
        for _ in self.pulses(LEFT_WRIST, verb, *fields):
            pass
        return self.took


def test_pulses_are_those_of_python_to_a_microsecond(native: NativeFirmware) -> None:
    board = Board(native)
    profile = MotionProfile(1000, 100)
    turn = list(board.pulses(LEFT_WRIST, "MOVE", ("L", "+90")))
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
