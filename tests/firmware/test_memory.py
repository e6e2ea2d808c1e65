"""What the firmware keeps in the EEPROM when the power fails during a write."""

from __future__ import annotations

import pytest

from robot.link.protocol import STATUS, Event, Line, LineSplitter, Message, decode, encode
from tests.support.benchmarks import NativeFirmware

GARBAGE = (0x00, 0x36, 0x55, 0xAA, 0xFF)


def read_lines(native: NativeFirmware) -> list[Line]:
    return [decode(raw) for raw in LineSplitter().feed(native.read_output())]


def restart(native: NativeFirmware) -> Event:
    native.boot()
    (event,) = read_lines(native)
    assert isinstance(event, Event)
    return event


def execute(native: NativeFirmware, *commands: tuple[str, tuple[str, str] | None]) -> Message:
    """Execute commands in a new session and return the final reply to the last one."""
    for seq, (verb, field) in enumerate((("HELLO", ("proto", "1")), *commands), start=1):
        native.receive(encode(Message(seq, verb, (field,) if field else ())))
        for _ in range(30):
            native.advance(1000)
            native.receive(STATUS)
    answers = [line for line in read_lines(native) if isinstance(line, Message) and line.seq == seq]
    return answers[-1]


HOME = ("HOME", None)
TURN = ("MOVE", ("L", "+90"))


def test_the_epoch_is_new_whichever_byte_was_being_written(native: NativeFirmware) -> None:
    last = int(restart(native).get("epoch"), 16)
    # Enough boots for carries into the high byte, interrupted at each byte in turn.
    for start in range(1200):
        native.cut_power(after_writes=start % 5, left=GARBAGE[start % len(GARBAGE)])
        native.boot()
        native.read_output()
        epoch = int(restart(native).get("epoch"), 16)
        assert 1 <= epoch - last <= 2
        last = epoch


def test_epochs_wrap_around(native: NativeFirmware) -> None:
    epochs = {restart(native).get("epoch") for _ in range(0x10000)}
    assert len(epochs) == 0x10000


@pytest.mark.parametrize("left", GARBAGE)
@pytest.mark.parametrize("rounds", [0, 1], ids=["new", "used"])
def test_an_interrupted_record_of_a_start_leaves_the_pose_of_rest(
    native: NativeFirmware, left: int, rounds: int
) -> None:
    fill_memory(native, rounds)
    for writes in range(2):
        execute(native, HOME)
        native.cut_power(after_writes=writes, left=left)
        execute(native, HOME, TURN)
        assert restart(native).get("pose") == ""
        assert pose_of(native) == "L:+0,R:+0;L:closed,R:closed"


@pytest.mark.parametrize("left", GARBAGE)
@pytest.mark.parametrize("rounds", [0, 1], ids=["new", "used"])
def test_an_interrupted_record_of_an_end_leaves_an_unknown_pose(
    native: NativeFirmware, left: int, rounds: int
) -> None:
    fill_memory(native, rounds)
    for writes in range(2, 4):
        execute(native, HOME)
        native.cut_power(after_writes=writes, left=left)
        execute(native, HOME, TURN)
        assert restart(native).get("pose") == "unknown"
        assert pose_of(native) == "L:+45,R:+0;L:closed,R:closed"


def fill_memory(native: NativeFirmware, rounds: int) -> None:
    """Fill the whole EEPROM with poses, by many turns."""
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
    return read_lines(native)[-1].get("pose")


def test_home_is_slow_once_after_a_restart_in_mid_turn(native: NativeFirmware) -> None:
    execute(native, HOME)
    native.receive(encode(Message(3, "MOVE", (("L", "+90"),))))
    native.advance(500)
    assert restart(native).get("pose") == "unknown"
    # Four servos are enabled, a second apart; half a quarter turn takes 0.1 s and half of the rest,
    # at a quarter of full speed.
    assert execute(native, HOME).get("took") == "6.200"
    assert execute(native, HOME, TURN).get("took") == "1.000"
    assert restart(native).get("pose") == ""


def test_a_restart_by_the_watchdog_keeps_the_pulses(native: NativeFirmware) -> None:
    execute(native, HOME)
    native.receive(encode(Message(3, "MOVE", (("R", "-90"),))))
    native.advance(250)
    native.read_output()
    native.boot_by_watchdog()
    (event,) = read_lines(native)
    assert (event.get("why"), event.get("pose")) == ("watchdog", "unknown")
    # It is held where it was, which need not be the middle of its path.
    assert pose_of(native).startswith("L:+0,R:-20;")
    assert [native.pulse(servo) for servo in range(4)] == [1500, 1278, 1000, 1000]


def test_a_wrist_that_was_stopped_between_detents_is_unknown(native: NativeFirmware) -> None:
    execute(native, HOME)
    native.receive(encode(Message(3, "MOVE", (("L", "+90"),))))
    native.advance(400)
    native.receive(b"\x18")
    native.receive(encode(Message(4, "CLEAR")))
    native.receive(encode(Message(5, "GRIP", (("R", "open"),))))
    native.advance(1500)
    native.read_output()
    assert restart(native).get("pose") == "unknown"
