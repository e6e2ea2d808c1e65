"""The checks pass a robot that keeps the protocol, and catch one that does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import serial

from firmware_sim.sim_port import Serial
from robot.clock import VirtualClock
from robot.conformance import CHECKS, run_checks
from robot.conformance.probe import ProtocolViolationError
from robot.link.protocol import STOP, LineSplitter, Message, decode, encode
from robot.rigs.registry import RIGS

Edit = Callable[[Message], Message | None]


# What a rig whose motors never let go and whose slowest motion takes two seconds cannot show.
INAPPLICABLE = {
    "six-axis": ["no gripper", "ends after 2.00 s"],
    "five-axis": ["no gripper", "ends after 2.00 s"],
}


@pytest.mark.parametrize("rig", RIGS)
def test_the_simulator_keeps_every_rule(rig: str) -> None:
    verdicts = list(run_checks(serial.serial_for_url(f"sim://{rig}", timeout=0.02)))
    assert len(verdicts) == len(CHECKS)
    assert [verdict.violation for verdict in verdicts] == [""] * len(CHECKS)
    assert all(verdict.rule for verdict in verdicts)
    excused = [verdict.skip_reason for verdict in verdicts if verdict.skip_reason]
    assert len(excused) == len(INAPPLICABLE.get(rig, []))
    for words, said in zip(INAPPLICABLE.get(rig, []), excused, strict=True):
        assert words in said


class Tampered:
    """A robot whose messages are changed on their way to the host, and whose ears are stopped."""

    def __init__(self, edit: Edit = lambda message: message, deaf_to: bytes = b"") -> None:
        port = serial.serial_for_url("sim://two-gripper", timeout=0.02)
        assert isinstance(port, Serial)
        self._port = port
        self._edit = edit
        self._deaf_to = deaf_to
        self._splitter = LineSplitter()
        self._ready = bytearray()

    @property
    def clock(self) -> VirtualClock:
        return self._port.clock

    @property
    def in_waiting(self) -> int:
        return len(self._ready)

    def read(self, size: int = 1, /) -> bytes:
        if not self._ready:
            for raw in self._splitter.feed(self._port.read(self._port.in_waiting or 1)):
                self._ready += self._edited(raw)
        data = bytes(self._ready[:size])
        del self._ready[:size]
        return data

    def write(self, data: bytes, /) -> int:
        return self._port.write(data.replace(self._deaf_to, b"") if self._deaf_to else data)

    def close(self) -> None:
        self._port.close()

    def _edited(self, raw: bytes) -> bytes:
        line = decode(raw)
        edited = self._edit(line) if isinstance(line, Message) else line
        return encode(edited) if edited is not None else b""


def without(verb: str) -> Edit:
    return lambda message: None if message.verb == verb else message


def lacking(key: str) -> Edit:
    return lambda message: Message(
        message.seq, message.verb, tuple(pair for pair in message.fields if pair[0] != key)
    )


def saying(key: str, old: str, new: str) -> Edit:
    return lambda message: Message(
        message.seq,
        message.verb,
        tuple((k, new if (k, v) == (key, old) else v) for k, v in message.fields),
    )


@pytest.mark.parametrize(
    ("edit", "rule", "breach"),
    [
        (lacking("heartbeat"), "everything that a greeting says", "lacks heartbeat"),
        (without("busy"), "0x18 halts", "did not answer busy"),
        (lacking("took"), "with the time that it took", "has no took="),
        (without("busy"), "busy at least every half second", "did not answer busy"),
        (without("nak"), "damaged line", "did not answer nak"),
        (without("status"), "A raw ?", "did not answer status"),
        (saying("code", "BUSY", "POSE"), "refused with BUSY", "and not code=BUSY"),
        (saying("code", "POSE", "STOPPED"), "refused with POSE", "and not code=POSE"),
        (saying("code", "UNKNOWN", "ARGUMENT"), "UNKNOWN", "and not code=UNKNOWN"),
    ],
)
def test_a_wrong_answer_is_caught(edit: Edit, rule: str, breach: str) -> None:
    broken = [verdict for verdict in run_checks(Tampered(edit)) if not verdict.passed]
    assert any(rule in verdict.rule and breach in verdict.violation for verdict in broken), broken


@pytest.mark.parametrize(
    ("deaf_to", "rule"),
    [(STOP, "0x18 halts a motion"), (b"ok", "repeated until it is answered, and not after")],
)
def test_a_deaf_robot_is_caught(deaf_to: bytes, rule: str) -> None:
    broken = [
        verdict.rule for verdict in run_checks(Tampered(deaf_to=deaf_to)) if verdict.violation
    ]
    assert any(rule in said for said in broken), broken


def test_a_board_that_starts_when_its_port_is_opened_is_waited_for() -> None:
    answers = iter([False])
    late = Tampered(lambda message: message if next(answers, True) else None)
    assert next(run_checks(late)).passed


def test_nobody_at_the_port_is_said() -> None:
    with pytest.raises(ProtocolViolationError, match="did not answer done"):
        next(run_checks(Tampered(lambda message: None)))
