"""The C firmware compared with the reference in Python: equal commands, equal replies."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_sim.faults.schedule import FaultSchedule
from firmware_sim.firmware.firmware import Firmware
from firmware_sim.firmware.native import NativeFirmware
from firmware_sim.physics.mechanism import Mechanics
from firmware_sim.physics.state import PhysicalState
from robot.clock import VirtualClock
from robot.errors import FrameError
from robot.link.protocol import (
    STATUS,
    STOP,
    Event,
    Line,
    LineSplitter,
    Message,
    crc,
    decode,
    encode,
    text_to_pose,
)
from robot.rigs.registry import load_rig
from solver.core.cube import Cube
from tests.support.benchmarks import BoardReader, fuzz

TICK_MS = 20
GRIPPERS = ("L", "R")


class Reference:
    """The simulator's firmware without a cube, with the interface of the compiled one."""

    def __init__(self) -> None:
        self._clock = VirtualClock()
        rig = load_rig("two-gripper")
        truth = replace(PhysicalState.at_home(rig.home, Cube.solved()), dropped=True)
        # The Uno sets pulses, which stop at once.
        motors = Mechanics(rig, self._clock, truth, FaultSchedule(), braking_seconds=0.0)
        self._firmware = Firmware(rig, motors, self._clock, Random(0))

    def receive(self, data: bytes) -> None:
        self._firmware.receive(data)

    def advance(self, milliseconds: int) -> None:
        self._clock.sleep(milliseconds / 1000)
        self._firmware.advance()

    def read_output(self) -> bytes:
        return b"".join(self._firmware.read_output())


class Comparison:
    """A host that sends the same to both and compares their replies."""

    def __init__(self, native: NativeFirmware) -> None:
        native.erase_eeprom()
        native.boot()
        self._both = (native, Reference())
        self.seq = 0
        self.send("HELLO", ("proto", "1"))
        self.pass_time(100)
        self.compare()

    def send(self, verb: str, *fields: tuple[str, str]) -> bytes:
        self.seq += 1
        line = encode(Message(self.seq, verb, fields))
        self.send_raw(line)
        return line

    def send_raw(self, data: bytes) -> None:
        for firmware in self._both:
            firmware.receive(data)

    def pass_time(self, milliseconds: int, *, silent: bool = False) -> None:
        for passed in range(TICK_MS, milliseconds + 1, TICK_MS):
            for firmware in self._both:
                firmware.advance(TICK_MS)
            if passed % 500 == 0 and not silent:
                self.send_raw(STATUS)

    def compare(self) -> None:
        self.send_raw(STATUS)
        native, reference = (comparable_lines(firmware.read_output()) for firmware in self._both)
        assert native == reference


def comparable_lines(data: bytes) -> list[tuple[object, ...]]:
    """Return a firmware's lines without what may differ: wording, milliseconds, tenths."""
    lines = [decode(raw) for raw in LineSplitter().feed(data)]
    transient = ("busy", "ack")
    statuses = [line for line in lines if isinstance(line, Message) and line.verb == "status"]
    settled = [line for line in lines if line not in statuses[:-1] and line.verb not in transient]
    return sorted(map(comparable, set(settled)))


def comparable(line: Line) -> tuple[object, ...]:
    number = -line.number if isinstance(line, Event) else line.seq
    values = [line.get(key) for key in ("code", "expected", "state", "last", "proto", "axis")]
    why = line.get("why") if line.verb == "ESTOP" else ""
    pose: tuple[object, ...] = ()
    if text := line.get("pose"):
        parsed = text_to_pose(text, GRIPPERS, GRIPPERS)
        pose = (*(round(angle / 3) for angle in parsed.angles), *parsed.grips)
    return (number, line.verb, *values, why, *map(str, pose))


names = st.sampled_from(["L", "R"])
angles = st.sampled_from(["-90", "+0", "+90", "90", "0"])
invalid_angles = st.sampled_from(
    ["+180", "45", "far", "", "+", "12345", "9999", "-9999", "1.5", "+-9"]
)
percents = st.sampled_from(["20", "50", "100", "0", "101", "-5", "x"])
moves = st.builds(lambda name, angle: ("MOVE", (name, angle)), names, angles)
grips = st.builds(
    lambda name, grip: ("GRIP", (name, grip)), names, st.sampled_from(["open", "closed"])
)
invalid = st.one_of(
    st.builds(lambda name, angle: ("MOVE", (name, angle)), names, invalid_angles),
    st.builds(lambda v, t: ("MOVE", ("L", "+90"), ("v", v), ("torque", t)), percents, percents),
    st.sampled_from(
        [
            ("MOVE",),
            ("MOVE", ("v", "10")),
            ("MOVE", ("L", "+0"), ("R", "+0")),
            ("MOVE", ("L", "+90"), ("L", "+0")),
            ("MOVE", ("l", "+90")),
            ("MOVE", ("Q", "+90"), ("L", "+0")),
            ("GRIP",),
            ("GRIP", ("L", "half")),
            ("GRIP", ("L", "")),
            ("GRIP", ("X", "open")),
            ("GRIP", ("L", "closed"), ("R", "closed")),
            ("GRIP", ("L", "open"), ("L", "open")),
            ("HOME", ("L", "0")),
            ("CLEAR", ("a", "b")),
            ("POSE", ("a", "b")),
            ("HELLO",),
            ("HELLO", ("proto", "2")),
            ("HELLO", ("proto", "01")),
            ("HELLO", ("proto", "1"), ("proto", "1")),
            ("JUMP",),
            ("LOAD", ("L", "open")),
            ("OFF", ("L", "open")),
            ("JOG",),
            ("JOG", ("by", "10")),
            ("JOG", ("axis", "L")),
            ("JOG", ("wrist", "L"), ("by", "10")),
            ("JOG", ("axis", "X"), ("by", "10")),
            ("JOG", ("axis", "L"), ("by", "101")),
            ("JOG", ("axis", "L"), ("by", "ten")),
            ("JOG", ("axis", "L"), ("gripper", "L")),
            ("JOG", ("axis", "L"), ("by", "1"), ("by", "1")),
            ("move", ("L", "+90")),
            ("POSE",),
        ]
    ),
)
jogs = st.builds(
    lambda kind, name, by, order: ("JOG", *((kind, name), ("by", by))[::order]),
    st.sampled_from(["axis", "gripper"]),
    names,
    st.sampled_from(["0", "+100", "-100", "+37", "-5"]),
    st.sampled_from([1, -1]),
)
whole = st.sampled_from([("HOME",), ("CLEAR",), ("LOAD",), ("OFF",)])
commands = st.one_of(moves, grips, moves, grips, whole, whole, jogs, invalid)
incidents = st.sampled_from(["", "", "stop", "repeat", "other", "misnumbered", "silence"])


@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.tuples(commands, incidents), min_size=1, max_size=14), st.booleans())
def test_it_replies_as_the_reference_does(
    native: NativeFirmware, script: list[tuple[tuple[str, ...], str]], homed: bool
) -> None:
    comparison = Comparison(native)
    if homed:
        comparison.send("HOME")
        comparison.pass_time(2000)
    for (verb, *fields), incident in script:
        slow = not homed
        # The first homing takes the board longer, since the positions of its servos are unknown.
        if not homed:
            incident = ""
            homed = verb in ("HOME", "LOAD") and not fields
        elif verb in ("OFF", "JOG"):
            # The next homing is slow, or begins with servos that have no pulses.
            homed, incident = False, ""
        line = comparison.send(verb, *fields)  # type: ignore[arg-type]
        comparison.pass_time(300)
        # After a stop half-way, a grip continues with different timing in the two firmwares.
        if incident == "stop" and verb != "GRIP":
            comparison.send_raw(STOP)
        elif incident == "repeat":
            comparison.send_raw(line)
        elif incident == "other":
            comparison.send("MOVE", ("L", "+90"))
        elif incident == "misnumbered":
            comparison.send_raw(encode(Message(comparison.seq + 5, "MOVE", (("L", "+90"),))))
        comparison.pass_time(6000 if homed and not slow else 24_000, silent=incident == "silence")
        comparison.compare()


ALPHABET = b"0123456789 MOVEGRIPHLCAS=+-*ABCDEF!ok_?\r\n\xff\x00az"
texts = st.lists(st.sampled_from(ALPHABET), max_size=200).map(bytes)
seeds = st.sampled_from(
    [b"3 MOVE L=+90", b"3 GRIP L=open", b"3 POSE", b"!1 ok", b"3 HOME", b"03 POSE", b"65536 POSE"]
)


def with_checksum(body: bytes) -> bytes:
    return b"%b*%04X" % (body, crc(body))


@st.composite
def edited(draw: st.DrawFn) -> bytes:
    """Return a valid line with a few bytes inserted, deleted or replaced."""
    body = bytearray(draw(seeds))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(body)))
        body[at : at + draw(st.integers(0, 2))] = bytes(
            draw(st.lists(st.sampled_from(ALPHABET), max_size=2))
        )
    return bytes(body)


noise = st.one_of(
    st.binary(max_size=200),
    texts,
    texts.map(with_checksum),
    edited().map(with_checksum),
    edited().map(with_checksum).map(bytes.lower),
    st.integers(140, 170).map(lambda length: with_checksum(b"3 POSE a=" + b"x" * (length - 14))),
)


@settings(
    max_examples=400,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(noise, min_size=1, max_size=5))
def test_it_accepts_and_rejects_the_same_lines(native: NativeFirmware, lines: list[bytes]) -> None:
    comparison = Comparison(native)
    comparison.send("HOME")
    comparison.pass_time(2000)
    before = native.pulse_change_count
    sent = b"".join(line.replace(STOP, b"") + b"\n" for line in lines)
    comparison.send_raw(sent)
    comparison.pass_time(3000)
    comparison.compare()
    if not has_motion_command(sent):
        assert native.pulse_change_count == before


def has_motion_command(data: bytes) -> bool:
    verbs = []
    for raw in LineSplitter().feed(data.replace(STATUS, b"")):
        with suppress(FrameError):
            verbs.append(decode(raw).verb)
    return bool({"MOVE", "GRIP", "HOME", "LOAD", "OFF", "JOG"} & set(verbs))


def exchange(native: NativeFirmware, seq: int, verb: str, *fields: tuple[str, str]) -> list[str]:
    native.receive(encode(Message(seq, verb, fields)))
    for _ in range(300):
        native.advance(TICK_MS)
        native.receive(STATUS)
    lines = [decode(raw) for raw in LineSplitter().feed(native.read_output())]
    return [line.verb for line in lines if isinstance(line, Message) and line.seq == seq]


def test_each_boot_has_a_new_epoch(native: NativeFirmware) -> None:
    epochs = []
    for _ in range(300):
        native.boot()
        (event,) = [decode(raw) for raw in LineSplitter().feed(native.read_output())]
        epochs.append(event.get("epoch"))
    assert len(set(epochs)) == 300


def test_the_pose_of_rest_outlives_a_loss_of_power(native: NativeFirmware) -> None:
    # More poses of rest than the EEPROM has slots, so that all are overwritten repeatedly.
    random = Random(1)
    seq = 0

    def do(verb: str, *fields: tuple[str, str]) -> None:
        nonlocal seq
        seq += 1
        exchange_quickly(native, seq, verb, *fields)

    do("HELLO", ("proto", "1"))
    do("HOME")
    for _ in range(1500):
        gripper = random.choice(GRIPPERS)
        do("MOVE", (gripper, random.choice(["-90", "+0", "+90"])))
        do("GRIP", (gripper, random.choice(["open", "closed"])))
        pose_of_rest = status(native).get("pose")
        if random.random() < 0.1:
            native.boot()
            assert status(native).get("state") == "unhomed"
            assert status(native).get("pose") == pose_of_rest
            seq = 0
            do("HELLO", ("proto", "1"))
            do("HOME")


def exchange_quickly(native: NativeFirmware, seq: int, verb: str, *fields: tuple[str, str]) -> None:
    native.receive(encode(Message(seq, verb, fields)))
    # More motions than any homing has, each in one step.
    for _ in range(5):
        native.advance(1500)
        native.receive(STATUS)
    native.read_output()


def status(native: NativeFirmware) -> Message:
    native.read_output()
    native.receive(STATUS)
    lines = [decode(raw) for raw in LineSplitter().feed(native.read_output())]
    (found,) = [line for line in lines if isinstance(line, Message) and line.verb == "status"]
    return found


def test_nothing_moves_before_a_command(native: NativeFirmware) -> None:
    assert [native.pulse(servo) for servo in range(4)] == [0] * 4
    exchange(native, 1, "HELLO", ("proto", "1"))
    assert [native.pulse(servo) for servo in range(4)] == [0] * 4
    assert exchange(native, 2, "HOME")[-1] == "done"
    assert exchange(native, 3, "MOVE", ("L", "+90"))[-1] == "done"
    assert [native.pulse(servo) for servo in range(4)] == [2500, 1500, 1000, 1000]
    assert exchange(native, 4, "GRIP", ("R", "open"))[-1] == "done"
    assert [native.pulse(servo) for servo in range(4)] == [2500, 1500, 1000, 2000]


def test_off_ends_the_pulses_and_a_jog_begins_one_of_them(native: NativeFirmware) -> None:
    exchange(native, 1, "HELLO", ("proto", "1"))
    exchange(native, 2, "HOME")
    assert exchange(native, 3, "JOG", ("axis", "L"), ("by", "20")) == ["err"]
    assert exchange(native, 4, "OFF") == ["done"]
    assert [native.pulse(servo) for servo in range(4)] == [0] * 4
    assert exchange(native, 5, "JOG", ("by", "-40"), ("axis", "R")) == ["done"]
    assert [native.pulse(servo) for servo in range(4)] == [0, 1460, 0, 0]
    # After a restart the robot says that it does not know where its servos are.
    native.read_output()
    native.boot()
    (boot,) = [decode(raw) for raw in LineSplitter().feed(native.read_output())]
    assert boot.get("pose") == "unknown"
    assert status(native).get("state") == "unhomed"


def test_every_pulse_can_be_jogged_to(native: NativeFirmware) -> None:
    exchange(native, 1, "HELLO", ("proto", "1"))
    native.receive(encode(Message(2, "JOG", (("axis", "L"), ("by", "-100")))))
    pulse = 1400
    for seq in range(3, 200):
        step = (37 * seq) % 11 - 3
        native.receive(encode(Message(seq, "JOG", (("axis", "L"), ("by", str(step))))))
        pulse += step
        assert native.pulse(0) == pulse


@pytest.mark.parametrize(
    ("degrees", "reply"),
    [("+8", "done"), ("-8", "done"), ("+9", "err"), ("+45", "err"), ("+91", "err")],
)
def test_only_a_wiggle_may_end_between_detents(
    native: NativeFirmware, degrees: str, reply: str
) -> None:
    exchange(native, 1, "HELLO", ("proto", "1"))
    exchange(native, 2, "HOME")
    assert exchange(native, 3, "MOVE", ("R", degrees))[-1] == reply
    wrist = native.pulse(1)
    moved = int(degrees) if reply == "done" else 0
    assert wrist == pytest.approx(1500 + moved * 1000 / 90, abs=1)
    # The other gripper has to wait until this one is back; a boot moves it back.
    later_reply = exchange(native, 4, "MOVE", ("L", "+90"))[-1]
    assert later_reply == ("err" if reply == "done" else "done")
    native.boot()
    assert "R:+0" in status(native).get("pose")


def test_the_button_stops_the_robot_for_as_long_as_it_is_pressed(native: NativeFirmware) -> None:
    exchange(native, 1, "HELLO", ("proto", "1"))
    exchange(native, 2, "HOME")
    native.receive(encode(Message(3, "MOVE", (("L", "+90"),))))
    native.advance(500)
    native.press(pressed=True)
    native.advance(20)
    lines = [decode(raw) for raw in LineSplitter().feed(native.read_output())]
    assert [line.get("why") for line in lines if line.verb == "ESTOP"] == ["button"]
    assert native.pulse(0) == 2000
    exchange(native, 4, "CLEAR")
    assert status(native).get("state") == "stopped"
    native.press(pressed=False)
    exchange(native, 5, "CLEAR")
    assert status(native).get("state") == "idle"


def test_the_oldest_event_is_dropped_when_there_are_too_many(native: NativeFirmware) -> None:
    exchange(native, 1, "HELLO", ("proto", "1"))
    for seq in range(2, 12):
        native.receive(STOP)
        exchange(native, seq, "CLEAR")
    native.read_output()
    native.advance(600)
    events = [decode(raw) for raw in LineSplitter().feed(native.read_output())]
    assert [event.number for event in events if isinstance(event, Event)] == [10, 11, 8, 9]


def test_thousands_of_bad_lines_move_nothing(board: Path) -> None:
    result = fuzz(BoardReader(board.parent / "libnative.so"), 20_000, seed=5)
    assert result.motions == 0
    assert result.lines == 20_000
