"""The C firmware by itself: its epochs, what it remembers, jogs, the button, bad lines."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from robot.link.protocol import (
    MAX_LINE_BYTES,
    STATUS,
    STOP,
    Event,
    LineSplitter,
    Message,
    decode,
    encode,
)
from tests.support.benchmarks import BoardReader, NativeFirmware, fuzz_reader

TICK_MS = 20


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
        gripper = random.choice("LR")
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


def test_off_ends_the_pulses_and_enable_begins_one_of_them(native: NativeFirmware) -> None:
    exchange(native, 1, "HELLO", ("proto", "1"))
    exchange(native, 2, "HOME")
    assert exchange(native, 3, "JOG", ("axis", "L"), ("by", "20")) == ["err"]
    assert exchange(native, 4, "OFF") == ["done"]
    assert [native.pulse(servo) for servo in range(4)] == [0] * 4
    assert exchange(native, 5, "JOG", ("by", "-40"), ("axis", "R")) == ["err"]
    assert [native.pulse(servo) for servo in range(4)] == [0] * 4
    assert exchange(native, 6, "ENABLE", ("us", "1460"), ("axis", "R"))[-1] == "done"
    assert [native.pulse(servo) for servo in range(4)] == [0, 1460, 0, 0]
    # A servo that has a pulse does not move.
    assert exchange(native, 7, "ENABLE", ("axis", "R"), ("us", "1500"))[-1] == "done"
    assert [native.pulse(servo) for servo in range(4)] == [0, 1460, 0, 0]
    # After a restart the robot says that it does not know where its servos are.
    native.read_output()
    native.boot()
    (boot,) = [decode(raw) for raw in LineSplitter().feed(native.read_output())]
    assert boot.get("pose") == "unknown"
    assert status(native).get("state") == "unhomed"


def test_every_pulse_can_be_jogged_to(native: NativeFirmware) -> None:
    exchange(native, 1, "HELLO", ("proto", "1"))
    native.receive(encode(Message(2, "ENABLE", (("axis", "L"), ("us", "1400")))))
    native.advance(1000)
    pulse = 1400
    for seq in range(3, 200):
        step = (37 * seq) % 11 - 3
        native.receive(encode(Message(seq, "JOG", (("axis", "L"), ("by", str(step))))))
        native.advance(TICK_MS)
        native.advance(TICK_MS)
        pulse += step
        assert native.pulse(0) == pulse


def enabled(native: NativeFirmware, pulse: int = 1500) -> None:
    """Open a session and give the left wrist its first pulse."""
    exchange(native, 1, "HELLO", ("proto", "1"))
    assert exchange(native, 2, "ENABLE", ("axis", "L"), ("us", str(pulse)))[-1] == "done"


def test_a_jog_is_acknowledged_and_refuses_other_motions(native: NativeFirmware) -> None:
    enabled(native)
    native.receive(encode(Message(3, "JOG", (("axis", "L"), ("by", "+800")))))
    for _ in range(30):
        native.advance(TICK_MS)
    native.receive(encode(Message(4, "JOG", (("axis", "L"),))))
    native.receive(encode(Message(5, "HOME")))
    lines = [decode(raw) for raw in LineSplitter().feed(native.read_output())]
    replies = [(line.seq, line.verb) for line in lines if isinstance(line, Message)]
    assert replies == [(3, "ack"), (3, "busy"), (4, "err"), (5, "err")]
    assert [line.get("code") for line in lines[-2:]] == ["BUSY", "BUSY"]
    assert native.pulse(0) == 1800


def test_a_late_main_loop_makes_a_jog_slower_and_not_faster(native: NativeFirmware) -> None:
    enabled(native)
    native.receive(encode(Message(3, "JOG", (("axis", "L"), ("by", "-800")))))
    native.advance(400)
    assert native.pulse(0) == 1490


def test_the_button_ends_a_jog_where_it_is(native: NativeFirmware) -> None:
    enabled(native)
    native.receive(encode(Message(3, "JOG", (("axis", "L"), ("by", "+200")))))
    for _ in range(10):
        native.advance(TICK_MS)
    native.press(pressed=True)
    native.advance(TICK_MS)
    held = native.pulse(0)
    assert 1600 <= held <= 1610
    native.press(pressed=False)
    exchange(native, 4, "CLEAR")
    assert native.pulse(0) == held


def test_silence_of_the_host_ends_a_jog_where_it_is(native: NativeFirmware) -> None:
    enabled(native, 2500)
    native.receive(encode(Message(3, "JOG", (("axis", "L"), ("by", "-2000")))))
    native.read_output()
    for _ in range(300):
        native.advance(TICK_MS)
    lines = [decode(raw) for raw in LineSplitter().feed(native.read_output())]
    assert "silence" in [line.get("why") for line in lines if isinstance(line, Event)]
    assert 1490 <= native.pulse(0) <= 1510


def test_a_question_after_a_restart_moves_nothing(native: NativeFirmware) -> None:
    exchange(native, 1, "HELLO", ("proto", "1"))
    exchange(native, 2, "HOME")
    assert pulse_asked(native, 3, "axis", "L") == "1500"
    # The cube is still held, and the robot still knows its pose.
    assert status(native).get("state") == "idle"
    native.boot()
    exchange(native, 1, "HELLO", ("proto", "1"))
    before = native.pulse_change_count
    for seq, (kind, name) in enumerate((k, n) for k in ("axis", "gripper") for n in "LR"):
        assert pulse_asked(native, seq + 2, kind, name) == "0"
    assert native.pulse_change_count == before


def pulse_asked(native: NativeFirmware, seq: int, kind: str, name: str) -> str:
    native.read_output()
    native.receive(encode(Message(seq, "JOG", ((kind, name),))))
    (reply,) = [decode(raw) for raw in LineSplitter().feed(native.read_output())]
    assert (reply.verb, reply.get("took")) == ("done", "")
    return reply.get("us")


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


@pytest.mark.parametrize(
    ("length", "verb"),
    [(MAX_LINE_BYTES, "ack"), (MAX_LINE_BYTES + 1, "nak"), (10 * MAX_LINE_BYTES, "nak")],
)
def test_a_line_that_is_too_long_moves_nothing_whatever_it_ends_with(
    native: NativeFirmware, length: int, verb: str
) -> None:
    exchange(native, 1, "HELLO", ("proto", "1"))
    exchange(native, 2, "HOME")
    native.read_output()
    before = native.pulse(0)
    line = encode(Message(3, "MOVE", (("L", "+90"),)))[:-1]
    native.receive(line.ljust(length - 1, b"\r") + b"\n")
    native.advance(500)
    (reply, *_) = [decode(raw) for raw in LineSplitter().feed(native.read_output())]
    assert reply.verb == verb
    assert (native.pulse(0) != before) == (verb == "ack")


def test_a_motion_of_the_board_is_counted(board: Path) -> None:
    reader = BoardReader(board.parent / "libnative.so")
    reader.synchronise()
    before = reader.motions
    reader.receive(encode(Message(2, "MOVE", (("L", "+90"),))))
    assert reader.motions > before


def test_thousands_of_bad_lines_move_nothing(board: Path) -> None:
    result = fuzz_reader(BoardReader(board.parent / "libnative.so"), 20_000, seed=5)
    assert result.motions == 0
    assert result.lines == 20_000
