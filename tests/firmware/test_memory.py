"""What the firmware keeps in the EEPROM, when the power fails at the worst moment."""

from __future__ import annotations

import pytest

from firmware_sim.firmware.native import NativeFirmware
from robot.link.protocol import STATUS, Event, Line, LineSplitter, Message, decode, encode

GARBAGE = (0x00, 0x36, 0x55, 0xAA, 0xFF)


def said(native: NativeFirmware) -> list[Line]:
    return [decode(raw) for raw in LineSplitter().feed(native.read_output())]


def booted(native: NativeFirmware) -> Event:
    native.boot()
    (event,) = said(native)
    assert isinstance(event, Event)
    return event


def do(native: NativeFirmware, *commands: tuple[str, tuple[str, str] | None]) -> Message:
    """Have commands done from a new session on, and return the last one's last answer."""
    for seq, (verb, field) in enumerate((("HELLO", ("proto", "1")), *commands), start=1):
        native.receive(encode(Message(seq, verb, (field,) if field else ())))
        for _ in range(30):
            native.advance(1000)
            native.receive(STATUS)
    answers = [line for line in said(native) if isinstance(line, Message) and line.seq == seq]
    return answers[-1]


HOME = ("HOME", None)
TURN = ("MOVE", ("L", "+90"))


def test_an_epoch_is_new_whichever_byte_of_it_was_torn(native: NativeFirmware) -> None:
    last = int(booted(native).get("epoch"), 16)
    # Long enough for carries into the high byte, with another byte torn at each of them.
    for start in range(1200):
        native.cut_power(after_writes=start % 5, left=GARBAGE[start % len(GARBAGE)])
        native.boot()
        native.read_output()
        epoch = int(booted(native).get("epoch"), 16)
        assert 1 <= epoch - last <= 2
        last = epoch


def test_epochs_go_on_from_the_last_one_to_the_first(native: NativeFirmware) -> None:
    epochs = {booted(native).get("epoch") for _ in range(0x10000)}
    assert len(epochs) == 0x10000


@pytest.mark.parametrize("left", GARBAGE)
@pytest.mark.parametrize("rounds", [0, 1], ids=["new", "used"])
def test_a_torn_note_of_departure_leaves_the_pose_of_rest(
    native: NativeFirmware, left: int, rounds: int
) -> None:
    turn_often(native, rounds)
    for torn in range(2):
        do(native, HOME)
        native.cut_power(after_writes=torn, left=left)
        do(native, HOME, TURN)
        assert booted(native).get("pose") == ""
        assert pose_of(native) == "L:+0,R:+0;L:closed,R:closed"


@pytest.mark.parametrize("left", GARBAGE)
@pytest.mark.parametrize("rounds", [0, 1], ids=["new", "used"])
def test_a_torn_note_of_arrival_leaves_a_pose_that_is_unknown(
    native: NativeFirmware, left: int, rounds: int
) -> None:
    turn_often(native, rounds)
    for torn in range(2, 4):
        do(native, HOME)
        native.cut_power(after_writes=torn, left=left)
        do(native, HOME, TURN)
        assert booted(native).get("pose") == "unknown"
        assert pose_of(native) == "L:+45,R:+0;L:closed,R:closed"


def turn_often(native: NativeFirmware, rounds: int) -> None:
    """Fill the memory with poses, all round."""
    native.receive(encode(Message(1, "HELLO", (("proto", "1"),))))
    for seq in range(2, 2 + 300 * rounds):
        angle = "+90" if seq % 2 else "+0"
        verb, fields = ("MOVE", (("L", angle),)) if seq > 2 else ("HOME", ())
        native.receive(encode(Message(seq, verb, fields)))
        native.advance(1500)
        native.receive(STATUS)
    native.read_output()


def pose_of(native: NativeFirmware) -> str:
    native.receive(STATUS)
    return said(native)[-1].get("pose")


def test_home_is_slow_once_after_a_restart_in_mid_turn(native: NativeFirmware) -> None:
    do(native, HOME)
    native.receive(encode(Message(3, "MOVE", (("L", "+90"),))))
    native.advance(500)
    assert booted(native).get("pose") == "unknown"
    assert do(native, HOME).get("took") == "5.250"
    assert do(native, HOME, TURN).get("took") == "1.000"
    assert booted(native).get("pose") == ""


def test_a_restart_by_the_watchdog_keeps_the_pulses(native: NativeFirmware) -> None:
    do(native, HOME)
    native.receive(encode(Message(3, "MOVE", (("R", "-90"),))))
    native.advance(250)
    native.read_output()
    native.boot_by_watchdog()
    (event,) = said(native)
    assert (event.get("why"), event.get("pose")) == ("watchdog", "unknown")
    # Where the pulses hold it, and not in the middle of its way.
    assert pose_of(native).startswith("L:+0,R:-22.5;")
    assert [native.pulse(servo) for servo in range(4)] == [1500, 1250, 1000, 1000]


def test_a_wrist_that_was_stopped_between_detents_is_unknown(native: NativeFirmware) -> None:
    do(native, HOME)
    native.receive(encode(Message(3, "MOVE", (("L", "+90"),))))
    native.advance(400)
    native.receive(b"\x18")
    native.receive(encode(Message(4, "CLEAR")))
    native.receive(encode(Message(5, "GRIP", (("R", "open"),))))
    native.advance(1500)
    native.read_output()
    assert booted(native).get("pose") == "unknown"
