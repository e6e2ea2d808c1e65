"""The checks pass a robot that conforms to the protocol and find the faults of others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

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
    *["does not announce overlap"] * 2,
    "does not announce off",
    *["does not announce jog"] * 4,
    "does not announce relax",
    "does not announce relax",
    "ends after 2.00 s",
]
# The pulses of motors with feedback stay: they hold with less torque.
USUAL = ["have not relaxed"]
SKIP_REASONS = {
    "flipper": [*["does not announce overlap"] * 2, *USUAL],
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
    assert len(skipped) == len(SKIP_REASONS.get(rig, USUAL))
    for reason, actual in zip(SKIP_REASONS.get(rig, USUAL), skipped, strict=True):
        assert reason in actual


def test_a_robot_without_feedback_relaxes_its_jaws() -> None:
    port = serial.serial_for_url("sim://two-gripper?feedback=false&jaws=0.05", timeout=0.02)
    found = {result.rule: result for result in run_checks(port)}
    (rest,) = [result for rule, result in found.items() if "relax at rest" in rule]
    assert (rest.violation, rest.skip_reason) == ("", "")
    assert all(result.passed for result in found.values())


def test_a_robot_that_is_not_idle_at_rest_is_reported() -> None:
    robot = FaultyRobot(
        replacing("state", "idle", "failed"), url="sim://two-gripper?feedback=false&jaws=0.05"
    )
    violations = {result.rule: result.violation for result in run_checks(robot)}
    (found,) = [words for rule, words in violations.items() if "relax at rest" in rule]
    assert "at rest the robot is failed" in found


def test_the_page_of_the_protocol_lists_every_rule() -> None:
    page = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8")
    rules = page.partition("## Conformance test")[2].partition("\n# ")[0]
    listed = [line for line in rules.splitlines() if line.startswith("- ")]
    assert listed == [f"- {rule}." for rule, _ in CHECKS]


def test_a_robot_that_cuts_a_line_that_is_too_long_is_reported() -> None:
    robot = FaultyRobot(ignored_bytes=b"\r")
    violations = {result.rule: result.violation for result in run_checks(robot)}
    (found,) = [words for rule, words in violations.items() if "more than 160 bytes" in rule]
    assert "did not answer nak" in found


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
        self.timeout: float | None = port.timeout
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
        (lacking("us"), "JOG without a step", "has us='', no pulse"),
        (replacing("us", "1500", "0"), "JOG without a step", "gets no pulse"),
        (replacing("us", "0", "1500"), "it refuses JOG until ENABLE", "is 1500 µs, and not 0 µs"),
        (
            replacing("why", "servo-off", "unhomed"),
            "it refuses JOG until ENABLE",
            "why=unhomed and not why=servo-off",
        ),
        (replacing("took", "0.600", "0.300"), "by 500 µs a second", "by 300 µs took 0.3 s"),
        (replacing("us", "1800", "1500"), "JOG moves one servo", "is 1500 µs, and not 1800 µs"),
        (replacing("code", "STOPPED", "BUSY"), "A stop ends a JOG", "and not code=STOPPED"),
        (without("err"), "A stop ends a JOG", "did not answer err or done"),
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
    [
        (STOP, "0x18 halts a motion"),
        (STOP, "A stop ends a JOG"),
        (b"ok", "repeated until it is answered, and not after"),
    ],
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
