"""The constants that the firmware keeps: set over the line, checked, and found after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_sim.firmware.constants import StoredConstants, parse_constant
from firmware_sim.firmware.native import NativeFirmware
from robot.errors import FrameError
from robot.link.protocol import LineSplitter, Message, decode, encode
from robot.link.session import Link
from robot.rigs.command import Home, Move
from robot.rigs.servo_constants import DEFAULTS, NAMES
from tests.firmware.conftest import FIRMWARE, chip_of, open_board

UNCHANGED = dict(zip(NAMES, DEFAULTS, strict=True))
WAIT_MS = 40


class Host:
    """The host of a compiled firmware."""

    def __init__(self, native: NativeFirmware) -> None:
        self._native = native
        self._seq = 0
        self.hello = self.send("HELLO", ("proto", "1"))

    def send(self, verb: str, *fields: tuple[str, str]) -> Message:
        """Return the last reply to a command."""
        self._seq += 1
        self._native.read_output()
        self._native.receive(encode(Message(self._seq, verb, fields)))
        self._native.advance(WAIT_MS)
        lines = map(decode, LineSplitter().feed(self._native.read_output()))
        replies = [line for line in lines if isinstance(line, Message) and line.seq == self._seq]
        return replies[-1]

    def constants(self) -> dict[str, int]:
        return {
            name: int(self.send("CONSTANT", ("n", str(n))).get("value"))
            for n, name in enumerate(NAMES)
        }

    def set(self, name: str, value: int) -> Message:
        return self.send("CONSTANT", ("n", str(NAMES.index(name))), ("value", str(value)))


@pytest.fixture
def host(native: NativeFirmware) -> Host:
    return Host(native)


def test_the_constants_begin_as_they_were_built_and_are_announced(host: Host) -> None:
    assert host.constants() == UNCHANGED
    assert host.hello.get("constants") == "1"


def test_what_is_stored_holds_after_a_restart_and_moves_the_servos(
    native: NativeFirmware, host: Host
) -> None:
    changes = {"wrist_L_minus_90": 2400, "wrist_L_0": 1480, "wrist_L_plus_90": 560, "turn_ms": 300}
    for name, value in changes.items():
        assert host.set(name, value).verb == "done"
    assert host.send("STORE").verb == "done"
    native.boot()
    again = Host(native)
    assert again.constants() == {**UNCHANGED, **changes}
    again.send("HOME")
    for _ in range(200):
        native.advance(WAIT_MS)
    assert native.pulse(0) == 1480
    again.send("MOVE", ("L", "+90"))
    for _ in range(10):
        native.advance(WAIT_MS)
    assert native.pulse(0) == 560


def test_a_draft_that_is_not_stored_is_gone_after_a_restart(
    native: NativeFirmware, host: Host
) -> None:
    host.set("turn_ms", 300)
    native.boot()
    assert Host(native).constants() == UNCHANGED


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("wrist_L_0", 2501, "out-of-range"),
        ("wrist_R_plus_90", 1500, "not-monotonic"),
        ("grip_L_open", 1000, "not-monotonic"),
        ("grip_R_loading", 1999, "not-monotonic"),
        ("highest_us", 2400, "out-of-range"),
        ("first_home_percent", 5, "slow-HOME-too-long"),
        ("turn_ms", 0, "out-of-range"),
        ("silence_ms", 100, "out-of-range"),
    ],
)
def test_constants_that_could_do_harm_are_refused_as_a_whole(
    native: NativeFirmware, host: Host, name: str, value: int, why: str
) -> None:
    host.set(name, value)
    reply = host.send("STORE")
    assert (reply.get("code"), reply.get("why")) == ("ARGUMENT", why)
    native.boot()
    assert Host(native).constants() == UNCHANGED


def test_a_robot_that_may_hold_a_cube_keeps_its_constants(
    native: NativeFirmware, host: Host
) -> None:
    host.send("HOME")
    for _ in range(200):
        native.advance(WAIT_MS)
    assert host.set("turn_ms", 300).get("code") == "POSE"
    assert host.send("STORE").get("code") == "POSE"
    host.send("OFF")
    assert host.set("turn_ms", 300).verb == "done"


# Only bytes that differ are written: two values and the check sum, four in each of two copies.
@pytest.mark.parametrize("writes", range(8))
def test_a_loss_of_power_while_they_are_written_leaves_the_old_or_the_new(
    native: NativeFirmware, host: Host, writes: int
) -> None:
    host.set("turn_ms", 300)
    host.send("STORE")
    host.set("turn_ms", 400)
    host.set("wrist_L_0", 1510)
    native.cut_power(after_writes=writes, left=0x55)
    host.send("STORE")
    native.boot()
    found = Host(native).constants()
    assert found in (
        {**UNCHANGED, "turn_ms": 300},
        {**UNCHANGED, "turn_ms": 400, "wrist_L_0": 1510},
    )


numbers = st.sampled_from(["0", "3", "+5", "12", "14", "18", "19", "20", "255", "256", "-1", "x"])
values = st.sampled_from(["500", "1500", "2500", "0", "+20", "9999", "-5", "12345", "", "100"])
lines = st.one_of(
    st.builds(lambda n: ("CONSTANT", ("n", n)), numbers),
    st.builds(lambda n, v: ("CONSTANT", ("n", n), ("value", v)), numbers, values),
    st.just(("STORE",)),
    st.sampled_from([("CONSTANT",), ("STORE", ("n", "1")), ("CONSTANT", ("n", "1"), ("n", "1"))]),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(lines, max_size=12))
def test_the_simulated_firmware_answers_in_the_same_way(
    native: NativeFirmware, commands: list[tuple[str, *tuple[tuple[str, str], ...]]]
) -> None:
    native.erase_eeprom()
    native.boot()
    host, simulated = Host(native), StoredConstants()
    for verb, *fields in commands:
        reply = host.send(verb, *fields)
        try:
            expected = simulated.execute(parse_constant(verb, tuple(fields)))
        except FrameError:
            assert reply.get("code") == "ARGUMENT"
            continue
        assert reply.verb == expected[0]
        for key, value in expected[1]:
            assert reply.get(key) == value


def test_the_numbers_of_the_firmware_are_those_of_the_host() -> None:
    header = (FIRMWARE / "constants.h").read_text()
    names = header.partition("enum constant {")[2].partition("CONSTANTS,")[0].split("\n")
    found = [word.strip() for line in names for word in line.split("//")[0].split(",")]
    short = [
        word.lower().replace("full_", "").replace("after_motion", "settle")
        for word in filter(None, found)
    ]
    ours = [
        name.lower() if name.endswith(("_us", "_ms", "percent")) else f"{name.lower()}_us"
        for name in NAMES
    ]
    assert short == ours


def test_the_chip_stores_them_within_the_time_of_its_watchdog(board: Path) -> None:
    port = open_board(board)
    with Link("board", opened_by=lambda url: port) as link:
        epoch = link.info.epoch
        link.store_constants({"turn_ms": 400, "wrist_L_0": 1490})
        assert link.constants()["turn_ms"] == 400
        link.execute(Home())
        assert link.execute(Move((("L", 90),))).seconds == pytest.approx(0.4, abs=0.02)
        assert link.info.epoch == epoch
        assert link.constants()["wrist_L_0"] == 1490
        assert chip_of(port).untouched > 200
