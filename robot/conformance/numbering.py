"""The rules of numbers and repetition: nothing is done twice or out of turn."""

from __future__ import annotations

from robot.conformance.expectations import expect_still
from robot.conformance.probe import PATIENCE, BreachError, Probe
from robot.conformance.trials import a_move
from robot.protocol import LAST_SEQ, Message, command_to_fields, encode


def naks_a_wrong_number(probe: Probe) -> None:
    """A number out of turn is answered with nak, and nothing is done."""
    before = probe.pose()
    verb, fields = command_to_fields(a_move(probe))
    out_of_turn = probe.seq + 7
    probe.send_raw(encode(Message(out_of_turn, verb, fields)))
    expected = probe.message(out_of_turn, "nak").get("expected")
    if expected != str(probe.seq + 1):
        raise BreachError(f"it expects number {expected!r} and not {probe.seq + 1}")
    expect_still(probe, before)


def answers_a_repeated_line_alike(probe: Probe) -> None:
    """A repeated line gets the same answer again and moves nothing twice."""
    line = probe.begin(a_move(probe))
    done = probe.reply("done", patience=PATIENCE)
    probe.send_raw(line)
    again = probe.reply("done")
    if again != done:
        raise BreachError(f"it answered {again} the second time and {done} the first")


def counts_past_the_end(probe: Probe) -> None:
    """After number 65535 comes 1."""
    probe.send_raw(encode(Message(LAST_SEQ, "HELLO", (("proto", "1"),))))
    probe.message(LAST_SEQ, "done")
    probe.seq = LAST_SEQ
    probe.pose()
