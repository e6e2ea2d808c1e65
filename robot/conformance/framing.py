"""The rules of raw bytes and lines: what is damaged or nonsense does no harm."""

from __future__ import annotations

from robot.conformance.expectations import expect_still
from robot.conformance.probe import BreachError, Probe
from robot.conformance.trials import a_move
from robot.protocol import Message, command_to_fields, encode

_STATES = ("unhomed", "idle", "moving", "jammed", "stopped", "failed")


def tells_its_status(probe: Probe) -> None:
    """A raw ? is answered with a status, even in the middle of a line."""
    status = probe.status()
    if status.get("state") not in _STATES:
        raise BreachError(f"its state {status.get('state')!r} is none of {', '.join(_STATES)}")
    probe.seq += 1
    line = encode(Message(probe.seq, "POSE"))
    probe.send_raw(line[:4] + b"?" + line[4:])
    probe.reply("done")


def naks_a_damaged_line(probe: Probe) -> None:
    """A damaged line is answered with nak and moves nothing."""
    before = probe.pose()
    verb, fields = command_to_fields(a_move(probe))
    line = encode(Message(probe.seq + 1, verb, fields))
    probe.send_raw(line.replace(b"MOVE", b"MOVF"))
    expected = probe.message(0, "nak").get("expected")
    if expected != str(probe.seq + 1):
        raise BreachError(f"it expects number {expected!r} and not {probe.seq + 1}")
    expect_still(probe, before)


def survives_noise(probe: Probe) -> None:
    """Garbage, an endless line and a carriage return harm nothing."""
    before = probe.pose()
    probe.send_raw(b"\x00\xff\x80*=* 7 MOVE" + b"x" * 500 + b"\n")
    probe.forget()
    probe.seq += 1
    probe.send_raw(encode(Message(probe.seq, "POSE"))[:-1] + b"\r\n")
    if probe.pose_in(probe.reply("done")) != before:
        raise BreachError("it moved")
