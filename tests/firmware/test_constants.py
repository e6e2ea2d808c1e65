"""The constants that the firmware keeps: set over the line, checked, and found after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_sim.boards.avr import Uno
from robot.errors import FrameError
from robot.firmware.constants import StoredConstants, parse_constant
from robot.link.line_connection import LineConnection
from robot.link.protocol import STATUS, LineSplitter, Message, decode, encode
from robot.link.session import Link
from robot.rigs.command import Home, Move
from robot.rigs.servo_constants import DEFAULTS, NAMES
from tests.firmware.conftest import FIRMWARE, chip_of, open_board
from tests.support.benchmarks import STORE_PASSES, NativeFirmware
from tests.support.native_host import WAIT_MS, Host

UNCHANGED = dict(zip(NAMES, DEFAULTS, strict=True))


@pytest.fixture
def host(native: NativeFirmware) -> Host:
    return Host(native)


def test_the_constants_begin_as_they_were_built_and_are_announced(host: Host) -> None:
    assert host.constants() == UNCHANGED
    assert (host.hello.get("constants"), host.hello.get("rig")) == ("3", "two-gripper")


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
    again.wait(200)
    assert native.pulse(0) == 1480
    again.send("MOVE", ("L", "+90"))
    for _ in range(10):
        native.advance(WAIT_MS)
    assert native.pulse(0) == 560


def as_flipper(host: Host, **changes: int) -> Message:
    """Make the robot a flipper whose cover has the pulses of the simulated servos."""
    pulses = {"grip_L_open": 1500, "cover_low": 1750, "cover_up": 2000}
    for name, value in {"rig": 1, **pulses, **changes}.items():
        assert host.set(name, value).verb == "done"
    return host.send("STORE")


def test_it_is_told_which_rig_it_is_and_remembers_it(native: NativeFirmware, host: Host) -> None:
    assert as_flipper(host).get("pose") == "base:+0;cover:closed"
    # The pose of the other rig means nothing any more.
    native.boot()
    again = Host(native)
    assert again.hello.get("rig") == "flipper"
    assert again.send("MOVE", ("L", "+90")).get("why") == "unknown-actuator"
    again.send("HOME")
    for _ in range(300):
        native.advance(WAIT_MS)
    assert again.send("GRIP", ("cover", "open")).verb == "ack"
    for _ in range(100):
        native.advance(WAIT_MS)
    assert again.send("GRIP", ("cover", "up")).verb == "ack"
    for _ in range(100):
        native.advance(WAIT_MS)
    assert [native.pulse(servo) for servo in range(4)] == [1500, 0, 2000, 0]
    assert again.send("MOVE", ("base", "+90")).get("code") == "POSE"
    native.boot()
    assert Host(native).send("POSE").get("pose") == "base:+0;cover:up"


@pytest.mark.parametrize(
    ("change", "why", "name"),
    [
        ({"cover_low": 1490}, "not-monotonic", "cover_release"),
        ({"cover_release": 1500}, "not-monotonic", "cover_release"),
        (
            {"overshoot_minus_90_degrees": 1},
            "overshoot-beyond-limits",
            "overshoot_minus_90_degrees",
        ),
        (
            {"overshoot_plus_90_degrees": 1},
            "overshoot-beyond-limits",
            "overshoot_plus_90_degrees",
        ),
        ({"wrist_L_0": 2500}, "not-monotonic", "wrist_L_minus_90"),
        ({"cover_up": 2600}, "out-of-range", "cover_up"),
        ({"turn_half_ms": 6000, "spin_ms": 9999}, "slow-home-too-long", "first_home_percent"),
    ],
)
def test_constants_of_a_flipper_that_cannot_be_are_refused(
    host: Host, change: dict[str, int], why: str, name: str
) -> None:
    reply = as_flipper(host, **change)
    assert (reply.get("why"), reply.get("n")) == (why, str(NAMES.index(name)))
    assert host.send("POSE").get("pose") == "L:+0,R:+0;L:closed,R:closed"


def test_the_base_turns_too_far_and_back_and_the_cover_goes_back_too(
    native: NativeFirmware, host: Host
) -> None:
    changes = {"wrist_L_minus_90": 900, "wrist_L_plus_90": 2100, "turn_ms": 800}
    as_flipper(host, overshoot_plus_90_degrees=15, cover_release=1050, **changes)
    host.send("HOME")
    for _ in range(300):
        native.advance(WAIT_MS)
    # Closed since the start, it was not closed again.
    assert native.pulse(2) == 1050
    host.send("MOVE", ("base", "+90"))
    pulses = []
    for _ in range(25):
        native.advance(WAIT_MS)
        pulses.append(native.pulse(0))
    # 1500 + 600 * 105 / 90, after 105 of the 120 degrees that the 800 ms are for.
    assert max(pulses) == pytest.approx(2200, abs=30)
    assert pulses.index(max(pulses)) == pytest.approx(700 / WAIT_MS, abs=2)
    assert pulses[-1] == 2100
    closing = []
    for position in ("open", "closed"):
        host.send("GRIP", ("cover", position))
        for _ in range(60):
            native.advance(WAIT_MS)
            closing.append(native.pulse(2))
    assert min(closing) == pytest.approx(1000, abs=5)
    assert closing[-1] == 1050
    assert host.send("POSE").get("pose") == "base:+90;cover:closed"


def test_each_place_of_the_base_has_its_overshoot(native: NativeFirmware, host: Host) -> None:
    overshoots = {"overshoot_minus_90_degrees": 9, "overshoot_0_degrees": 27}
    pulses = {"wrist_L_minus_90": 900, "wrist_L_plus_90": 2100}
    assert as_flipper(host, **pulses, **overshoots).verb == "done"
    host.send("HOME")
    for _ in range(300):
        native.advance(WAIT_MS)

    def furthest(target: str) -> tuple[int, int]:
        host.send("MOVE", ("base", target))
        pulses = []
        for _ in range(60):
            native.advance(WAIT_MS)
            pulses.append(native.pulse(0))
        return min(pulses), max(pulses)

    # 600 µs are 90 degrees.
    assert furthest("-90")[0] == pytest.approx(840, abs=5)
    assert furthest("0")[1] == pytest.approx(1680, abs=8)
    assert furthest("+90")[1] == 2100
    assert furthest("0")[0] == pytest.approx(1320, abs=8)


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
        ("highest_us", 2601, "out-of-range"),
        ("lowest_us", 399, "out-of-range"),
        ("first_home_percent", 5, "slow-home-too-long"),
        ("turn_ms", 0, "out-of-range"),
        ("silence_ms", 100, "out-of-range"),
        ("rig", 3, "unknown-rig"),
        ("overshoot_0_degrees", 41, "out-of-range"),
        ("overshoot_plus_90_degrees", 41, "out-of-range"),
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


def test_limits_that_were_widened_hold_for_first_pulses_and_jogs(
    native: NativeFirmware, host: Host
) -> None:
    servo = ("axis", "L")
    assert host.send("ENABLE", servo, ("us", "450")).get("why") == "pulse-beyond-limits"
    host.set("lowest_us", 400)
    assert host.send("STORE").verb == "done"
    assert host.send("ENABLE", servo, ("us", "399")).get("why") == "pulse-beyond-limits"
    assert host.send("ENABLE", servo, ("us", "450")).verb == "ack"
    host.wait(30)
    assert native.pulse(0) == 450
    assert host.send("JOG", servo, ("by", "-51")).get("why") == "pulse-beyond-limits"
    assert host.send("JOG", servo, ("by", "-50")).verb == "ack"
    host.wait(10)
    assert native.pulse(0) == 400


def test_a_robot_that_may_hold_a_cube_keeps_its_constants(host: Host) -> None:
    host.send("HOME")
    host.wait(200)
    assert host.set("turn_ms", 300).get("code") == "POSE"
    assert host.send("STORE").get("code") == "POSE"
    host.send("OFF")
    assert host.set("turn_ms", 300).verb == "done"


def test_storing_goes_on_in_parts_during_which_nothing_else_is_changed(
    native: NativeFirmware, host: Host
) -> None:
    host.set("turn_ms", 300)
    store = encode(Message(host.seq + 1, "STORE", ()))
    native.receive(store)
    native.advance(WAIT_MS)
    # The host repeats what is not answered yet.
    native.receive(store)
    native.advance(WAIT_MS)
    assert native.read_output() == b""
    for number, verb in enumerate(("HOME", "STORE"), start=host.seq + 2):
        native.receive(encode(Message(number, verb, ())))
        assert b"BUSY" in native.read_output()
    native.receive(encode(Message(host.seq + 4, "POSE", ())))
    assert b"done" in native.read_output()
    for _ in range(STORE_PASSES):
        native.advance(WAIT_MS)
    (answer,) = LineSplitter().feed(native.read_output())
    stored = decode(answer)
    assert isinstance(stored, Message)
    assert (stored.seq, stored.verb) == (host.seq + 1, "done")
    native.boot()
    assert Host(native).constants()["turn_ms"] == 300


def test_a_new_session_gets_no_answer_to_a_command_of_the_last_one(
    native: NativeFirmware, host: Host
) -> None:
    host.set("turn_ms", 300)
    native.receive(encode(Message(host.seq + 1, "STORE", ())))
    again = Host(native)
    again.wait(STORE_PASSES)
    assert b"done" not in native.read_output()
    assert again.constants()["turn_ms"] == 300


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


numbers = st.sampled_from(
    ["0", "3", "+5", "12", "14", "18", "19", "20", "21", "24", "27", "34", "255", "256", "-1", "x"]
)
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
        name.lower()
        if name.endswith(("_us", "_ms", "percent", "degrees", "rig"))
        else f"{name.lower()}_us"
        for name in NAMES
    ]
    assert short == ours


def test_the_chip_answers_within_50_ms_while_it_stores_all_of_them(board: Path) -> None:
    chip = Uno(board)
    chip_output(chip, 0.1)
    for message in (Message(1, "HELLO", (("proto", "1"),)), Message(2, "STORE", ())):
        chip.send(encode(message))
        began = chip.seconds
        said = chip_output(chip, 0.02)
    waits: list[float] = []
    # The EEPROM is empty: both copies are written whole, 3.4 ms for each byte.
    while b"2 done" not in said:
        # Asked while the answer before is sent, at the beginning of a pass.
        asked = chip.seconds
        chip.send(STATUS)
        said += chip_output(chip, 0.008)
        while not (came := chip.read_output()):
            chip.run(chip.seconds + 0.0005)
        said += came
        waits.append(chip.seconds - asked)
    assert chip.seconds - began > 0.5
    assert 0.03 < max(waits) <= 0.05


def chip_output(chip: Uno, seconds: float) -> bytes:
    until, said = chip.seconds + seconds, b""
    while not chip.run(until):
        said += chip.read_output()
    return said + chip.read_output()


def test_the_chip_stores_them_within_the_time_of_its_watchdog(board: Path) -> None:
    port = open_board(board)
    with Link("board", opened_by=lambda url: LineConnection(url, lambda _: port)) as link:
        epoch = link.info.epoch
        link.store_constants({"turn_ms": 400, "wrist_L_0": 1490})
        assert link.constants()["turn_ms"] == 400
        link.execute(Home())
        assert link.execute(Move((("L", 90),))).seconds == pytest.approx(0.4, abs=0.02)
        assert link.info.epoch == epoch
        assert link.constants()["wrist_L_0"] == 1490
        assert chip_of(port).untouched > 200
