"""Checks of raw bytes, lines, HELLO and sequence numbers."""

from __future__ import annotations

from robot.conformance.probe import MOTION_TIMEOUT_SECONDS, ProtocolViolationError, RawClient
from robot.conformance.trials import any_move, expect_no_motion
from robot.link.protocol import MAX_LINE_BYTES, MAX_SEQ, Message, encode

_STATES = ("unhomed", "idle", "moving", "jammed", "stopped", "failed")


def answers_status_query(probe: RawClient) -> None:
    """A raw ? is answered with a status, even in the middle of a line."""
    status = probe.status()
    if status.get("state") not in _STATES:
        raise ProtocolViolationError(
            f"the robot's state {status.get('state')!r} is not one of {', '.join(_STATES)}"
        )
    probe.seq += 1
    line = encode(Message(probe.seq, "POSE"))
    probe.send_raw(line[:4] + b"?" + line[4:])
    probe.expect_reply("done")


def naks_corrupt_line(probe: RawClient) -> None:
    """A damaged line is answered with nak and moves nothing."""
    before = probe.pose()
    move = any_move(probe)
    line = encode(Message(probe.seq + 1, move.verb, move.fields))
    probe.send_raw(line.replace(b"MOVE", b"MOVF"))
    expected = probe.expect_message(0, "nak").get("expected")
    if expected != str(probe.seq + 1):
        raise ProtocolViolationError(
            f"the robot expects number {expected!r} and not {probe.seq + 1}"
        )
    expect_no_motion(probe, before)


def naks_overlong_line(probe: RawClient) -> None:
    """A line of more than 160 bytes moves nothing, although it is valid without its last bytes."""
    before = probe.pose()
    move = any_move(probe)
    line = encode(Message(probe.seq + 1, move.verb, move.fields))[:-1]
    for length in (MAX_LINE_BYTES + 1, 4 * MAX_LINE_BYTES):
        probe.send_raw(line.ljust(length - 1, b"\r") + b"\n")
        probe.expect_message(0, "nak")
    expect_no_motion(probe, before)


def ignores_noise(probe: RawClient) -> None:
    """Garbage, an endless line and a carriage return harm nothing."""
    before = probe.pose()
    probe.send_raw(b"\x00\xff\x80*=* 7 MOVE" + b"x" * 500 + b"\n")
    probe.drain_input()
    probe.seq += 1
    probe.send_raw(encode(Message(probe.seq, "POSE"))[:-1] + b"\r\n")
    if probe.parse_pose(probe.expect_reply("done")) != before:
        raise ProtocolViolationError("it moved")


_HELLO_FIELDS = ("proto", "firmware", "rig", "epoch", "feedback", "heartbeat")


def answers_hello(probe: RawClient) -> None:
    """HELLO is answered with everything that a greeting says."""
    missing = [key for key in _HELLO_FIELDS if not probe.hello().get(key)]
    if missing:
        raise ProtocolViolationError(f"the robot's HELLO reply lacks {', '.join(missing)}")


def rejects_other_version(probe: RawClient) -> None:
    """HELLO with another version is refused with PROTO."""
    probe.send("HELLO", (("proto", "999"),))
    if not probe.expect_error("PROTO").get("proto"):
        raise ProtocolViolationError("the robot's PROTO error does not name its own version")


def naks_wrong_seq(probe: RawClient) -> None:
    """A number out of turn is answered with nak, and nothing is done."""
    before = probe.pose()
    move = any_move(probe)
    out_of_turn = probe.seq + 7
    probe.send_raw(encode(Message(out_of_turn, move.verb, move.fields)))
    expected = probe.expect_message(out_of_turn, "nak").get("expected")
    if expected != str(probe.seq + 1):
        raise ProtocolViolationError(
            f"the robot expects number {expected!r} and not {probe.seq + 1}"
        )
    expect_no_motion(probe, before)


def repeats_cached_reply(probe: RawClient) -> None:
    """A repeated line gets the same answer again and moves nothing twice."""
    line = probe.start_motion(any_move(probe))
    done = probe.expect_reply("done", timeout=MOTION_TIMEOUT_SECONDS)
    probe.send_raw(line)
    again = probe.expect_reply("done")
    if again != done:
        raise ProtocolViolationError(
            f"the robot answered a repeated line with {again}, and with {done} at first"
        )


def wraps_seq(probe: RawClient) -> None:
    """After number 65535 comes 1."""
    probe.send_raw(encode(Message(MAX_SEQ, "HELLO", (("proto", "1"),))))
    probe.expect_message(MAX_SEQ, "done")
    probe.seq = MAX_SEQ
    probe.pose()
