"""Levels of a stop on the board: hold, relax, off, and what no damaged byte can make of them."""

from __future__ import annotations

from random import Random

import pytest

from robot.link.protocol import (
    STATUS,
    STOP,
    Event,
    LineSplitter,
    Message,
    StopLevel,
    StopReader,
    decode,
    encode,
)
from tests.support.benchmarks import NativeFirmware
from tests.support.cases import for_each
from tests.support.native_host import Host

JAWS = (2, 3)
CLOSED, CONTACT, RESTING = 1000, 1060, 1030


class StoppedHost(Host):
    """The host of a board whose jaws are closed and never relax by themselves."""

    def __init__(self, native: NativeFirmware, contact: int = CONTACT) -> None:
        super().__init__(native)
        self.native = native
        constants = {"grip_L_contact": contact, "grip_R_contact": contact, "rest_ms": 0}
        for name, value in constants.items():
            self.set(name, value)
        assert self.send("STORE").verb == "done"
        self.send("HOME")
        self.wait(150)
        native.read_output()

    def stop(self, raw: bytes, milliseconds: int = 500) -> list[str]:
        """Send bytes; return the levels of the stops that the robot reports."""
        self.native.receive(raw)
        for _ in range(milliseconds // 20):
            self.native.advance(20)
        lines = [decode(line) for line in LineSplitter().feed(self.native.read_output())]
        events = {line.number: line for line in lines if isinstance(line, Event)}
        for number in events:
            self.native.receive(encode(Event(number, "ok")))
        return [event.get("level") for event in events.values() if event.verb == "ESTOP"]

    def status(self) -> Message:
        self.native.read_output()
        self.native.receive(STATUS)
        (line,) = map(decode, LineSplitter().feed(self.native.read_output()))
        assert isinstance(line, Message)
        return line

    def jaws(self) -> tuple[int, ...]:
        return tuple(self.native.pulse(servo) for servo in JAWS)


def test_hold_is_the_lowest_level_and_needs_no_field(native: NativeFirmware) -> None:
    host = StoppedHost(native)
    assert host.stop(20 * STOP) == [""]
    assert host.status().get("level") == ""
    assert host.jaws() == (CLOSED, CLOSED)


def test_relax_brings_closed_jaws_to_where_they_rest(native: NativeFirmware) -> None:
    host = StoppedHost(native)
    assert host.stop(5 * StopLevel.RELAX.raw) == ["", "relax"]
    assert host.jaws() == (RESTING, RESTING)
    status = host.status()
    assert (status.get("state"), status.get("level")) == ("stopped", "relax")
    assert status.get("pose") == "L:+0,R:+0;L:closed,R:closed"
    # CLEAR ends it, and the next motion presses first.
    assert host.send("MOVE", ("L", "+90")).get("code") == "STOPPED"
    host.send("CLEAR")
    assert host.status().get("level") == ""
    host.send("MOVE", ("L", "+90"))
    host.wait(60)
    assert host.jaws() == (CLOSED, CLOSED)
    assert host.status().get("pose") == "L:+90,R:+0;L:closed,R:closed"


def test_in_a_motion_the_first_byte_stops_and_the_jaws_relax_then(native: NativeFirmware) -> None:
    host = StoppedHost(native)
    host.send("MOVE", ("L", "+90"), ("v", "10"))
    host.wait(10)
    wrist = native.pulse(0)
    assert host.stop(StopLevel.RELAX.raw) == ["", "relax"]
    assert native.pulse(0) == wrist
    assert host.jaws() == (RESTING, RESTING)


def test_jaws_without_a_known_contact_hold_and_the_robot_says_so(native: NativeFirmware) -> None:
    host = StoppedHost(native, contact=0)
    assert host.stop(StopLevel.RELAX.raw) == ["", "hold"]
    assert host.status().get("level") == "hold"
    assert host.jaws() == (CLOSED, CLOSED)
    assert host.stop(StopLevel.OFF.raw) == ["off"]


def test_off_ends_all_pulses_in_every_state(native: NativeFirmware) -> None:
    host = StoppedHost(native)
    host.send("MOVE", ("L", "+90"), ("v", "10"))
    assert host.stop(StopLevel.OFF.raw) == ["", "off"]
    assert [native.pulse(servo) for servo in range(4)] == [0] * 4
    # A lower level comes too late.
    assert host.stop(StopLevel.RELAX.raw) == []
    assert host.status().get("level") == "off"
    host.send("CLEAR")
    assert host.status().get("state") == "unhomed"
    assert host.send("HOME").verb == "ack"


@pytest.mark.parametrize("level", [StopLevel.RELAX, StopLevel.OFF])
def test_no_single_damaged_byte_of_a_stop_makes_another_level(
    native: NativeFirmware, level: StopLevel
) -> None:
    host = StoppedHost(native)
    for number in range(len(level.raw)):
        for value in range(256):
            damaged = bytearray(level.raw)
            damaged[number] = value
            if bytes(damaged) != level.raw:
                native.receive(bytes(damaged) + b"\n")
    # Nor does one byte more within them.
    for number in range(1, len(level.raw)):
        native.receive(level.raw[:number] + b"x" + level.raw[number:] + b"\n")
    native.advance(20)
    native.read_output()
    assert host.status().get("level") == ""
    assert host.jaws() == (CLOSED, CLOSED)


@for_each("seed", range(200))
def test_both_firmwares_find_the_same_level(native: NativeFirmware, seed: int) -> None:
    sent = bytes(Random(seed).choices(b"\x18\x96\x81?x", weights=(9, 6, 6, 1, 1), k=24))
    reader = StopReader()
    found = {level for byte in sent if (level := reader.feed(byte))}
    highest = max(found, key=lambda level: level.rank)
    native.boot()
    native.receive(sent)
    native.read_output()
    native.receive(b"\n?")
    said = native.read_output()
    # Jaws without a known contact hold.
    words = {StopLevel.RELAX: b"level=hold", StopLevel.OFF: b"level=off"}
    assert (b"level=" in said) == (highest in words)
    assert words.get(highest, b"") in said


@pytest.mark.parametrize("seed", range(3))
def test_no_noise_makes_another_level(native: NativeFirmware, seed: int) -> None:
    host = StoppedHost(native)
    random = Random(seed)
    native.receive(random.randbytes(100_000))
    for _ in range(10_000):
        native.receive(STOP + random.randbytes(3))
    native.receive(b"\n")
    native.advance(20)
    native.read_output()
    assert host.status().get("level") == ""
