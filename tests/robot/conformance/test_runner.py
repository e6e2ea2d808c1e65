"""The checks pass a robot that conforms to the protocol and find the faults of others."""

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


# Reasons to skip checks: on rigs without grippers, whose slowest motion takes two seconds and whose
# motors are no hobby servos.
MOTORS = [
    "no gripper",
    "does not announce load",
    "does not announce off",
    "does not announce jog",
    "ends after 2.00 s",
]
SKIP_REASONS = {
    "six-axis": MOTORS,
    "five-axis": MOTORS,
}


@pytest.mark.parametrize("rig", RIGS)
def test_the_simulator_passes_every_check(rig: str) -> None:
    results = list(run_checks(serial.serial_for_url(f"sim://{rig}", timeout=0.02)))
    assert len(results) == len(CHECKS)
    assert [result.violation for result in results] == [""] * len(CHECKS)
    assert all(result.rule for result in results)
    skipped = [result.skip_reason for result in results if result.skip_reason]
    assert len(skipped) == len(SKIP_REASONS.get(rig, []))
    for reason, actual in zip(SKIP_REASONS.get(rig, []), skipped, strict=True):
        assert reason in actual


class FaultyRobot:
    """A simulated robot with changed messages, or to which some bytes never come through."""

    def __init__(
        self,
        edit: Edit = lambda message: message,
        ignored_bytes: bytes = b"",
        url: str = "sim://two-gripper",
    ) -> None:
        port = serial.serial_for_url(url, timeout=0.02)
        assert isinstance(port, Serial)
        self._port = port
        self._edit = edit
        self._ignored_bytes = ignored_bytes
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
        return self._port.write(
            data.replace(self._ignored_bytes, b"") if self._ignored_bytes else data
        )

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


def replacing(key: str, old: str, new: str) -> Edit:
    return lambda message: Message(
        message.seq,
        message.verb,
        tuple((k, new if (k, v) == (key, old) else v) for k, v in message.fields),
    )


@pytest.mark.parametrize(
    ("edit", "rule", "violation"),
    [
        (lacking("heartbeat"), "everything that a greeting says", "lacks heartbeat"),
        (without("busy"), "0x18 halts", "did not answer busy"),
        (lacking("took"), "with the time that it took", "has no took="),
        (without("busy"), "busy at least every half second", "did not answer busy"),
        (without("nak"), "damaged line", "did not answer nak"),
        (without("status"), "A raw ?", "did not answer status"),
        (replacing("code", "BUSY", "POSE"), "refused with BUSY", "and not code=BUSY"),
        (replacing("code", "POSE", "STOPPED"), "refused with POSE", "and not code=POSE"),
        (replacing("code", "UNKNOWN", "ARGUMENT"), "UNKNOWN", "and not code=UNKNOWN"),
    ],
)
def test_a_wrong_reply_is_found(edit: Edit, rule: str, violation: str) -> None:
    violations = [result for result in run_checks(FaultyRobot(edit)) if not result.passed]
    assert any(rule in result.rule and violation in result.violation for result in violations), (
        violations
    )


@pytest.mark.parametrize("pace", [15, 19, 20, 40])
def test_a_motion_that_ends_before_a_busy_is_late_breaks_no_rule(pace: int) -> None:
    fast = FaultyRobot(without("busy"), url=f"sim://two-gripper?pace={pace}")
    assert [result.violation for result in run_checks(fast)] == [""] * len(CHECKS)


@pytest.mark.parametrize(
    ("ignored_bytes", "rule"),
    [(STOP, "0x18 halts a motion"), (b"ok", "repeated until it is answered, and not after")],
)
def test_a_robot_that_ignores_bytes_is_found(ignored_bytes: bytes, rule: str) -> None:
    violations = [
        result.rule
        for result in run_checks(FaultyRobot(ignored_bytes=ignored_bytes))
        if result.violation
    ]
    assert any(rule in other for other in violations), violations


def test_a_board_that_boots_when_its_port_is_opened_is_awaited() -> None:
    answers = iter([False])
    booting = FaultyRobot(lambda message: message if next(answers, True) else None)
    assert next(run_checks(booting)).passed


def test_a_silent_port_is_reported() -> None:
    with pytest.raises(ProtocolViolationError, match="did not answer done"):
        next(run_checks(FaultyRobot(lambda message: None)))
