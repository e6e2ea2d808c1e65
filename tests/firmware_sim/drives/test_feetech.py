"""The emulated bus of Feetech servos, by its bytes and by Feetech's own library."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from firmware_sim.drives.device_clock import DeviceClock
from firmware_sim.drives.feetech import (
    GOAL_POSITION,
    MAX_LIMIT,
    OVERLOAD,
    PRESENT_LOAD,
    PRESENT_POSITION,
    SCS,
    STATUS,
    TORQUE_ENABLE,
    EmulatedFeetechServo,
)
from firmware_sim.drives.feetech_bus import EmulatedFeetechBus, checksum
from firmware_sim.endpoints import PseudoTerminal
from robot.clock import SystemClock


class Host:
    """Two servos, 1 and 2, and the bytes to and from them."""

    def __init__(self) -> None:
        self.clock = DeviceClock()
        self.servos = EmulatedFeetechServo(1), EmulatedFeetechServo(2)
        self.bus = EmulatedFeetechBus(self.clock, self.servos)
        self.clock.devices.append(self.bus.advance)

    def ask(self, number: int, instruction: int, *parameters: int) -> bytes:
        content = bytes((number, len(parameters) + 2, instruction, *parameters))
        self.bus.receive(b"\xff\xff" + content + bytes((checksum(content),)))
        return self.bus.read_output()

    def move(self, number: int, goal: int) -> bytes:
        return self.ask(number, 3, GOAL_POSITION, goal & 0xFF, goal >> 8)


@pytest.fixture
def host() -> Host:
    return Host()


def test_it_answers_as_the_manual_of_the_protocol_shows(host: Host) -> None:
    # A ping of servo 1, and the answer of one in order: the manual's own example.
    assert host.ask(1, 1) == bytes.fromhex("ff ff 01 02 00 fc")
    assert host.ask(3, 1) == b""
    assert host.ask(2, 2, PRESENT_POSITION, 2) == bytes.fromhex("ff ff 02 04 00 00 08 f1")


def test_bytes_of_no_frame_and_wrong_sums_are_ignored(host: Host) -> None:
    host.bus.receive(b"\x00\xff\x13" + bytes.fromhex("ff ff 01 02 01 00"))
    assert host.bus.read_output() == b""
    assert host.ask(1, 1) == bytes.fromhex("ff ff 01 02 00 fc")


def test_it_turns_to_its_goal_no_faster_than_it_can(host: Host) -> None:
    host.move(1, 3000)
    host.clock.sleep(0.1)
    assert host.servos[0].position == pytest.approx(2048 + 340, abs=4)
    host.clock.sleep(1)
    assert host.servos[0].position == 3000
    assert host.servos[1].position == 2048
    assert host.bus.goals() == (3000.0, None)


def test_a_goal_beyond_its_limits_is_moved_to_them(host: Host) -> None:
    host.servos[0].set_word(MAX_LIMIT, 2500)
    host.move(1, 3000)
    host.clock.sleep(1)
    assert host.servos[0].position == 2500


def test_an_overload_stays_until_the_torque_is_taken_and_given(host: Host) -> None:
    servo = host.servos[0]
    servo.stops = (0.0, 2300.0)
    assert host.move(1, 2600)[4] == 0
    host.clock.sleep(2.5)
    assert servo.word(PRESENT_LOAD) == 200
    assert servo.registers[STATUS] == OVERLOAD
    assert host.move(1, 2048)[4] == OVERLOAD
    host.clock.sleep(1)
    assert servo.position == 2300, "what is protected does not move"
    host.ask(1, 3, TORQUE_ENABLE, 0)
    assert host.move(1, 2048)[4] == 0
    host.clock.sleep(1)
    assert servo.position == 2048


def test_faults_of_the_line(host: Host) -> None:
    sound = host.ask(1, 1)
    host.bus.faults.echo = True
    assert host.ask(1, 1) == bytes.fromhex("ff ff 01 02 01 fb") + sound
    host.bus.faults.echo = False
    host.bus.faults.wrong_ids = 1
    assert host.ask(1, 1)[2] == 2
    host.bus.faults.bad_sums = 1
    assert host.ask(1, 1)[:-1] == sound[:-1]
    host.bus.faults.short = 1
    assert host.ask(1, 1) == sound[:-2]
    host.bus.faults.lost = 1
    assert host.ask(1, 1) == b""
    host.bus.faults.has_wrong_baud = True
    assert host.ask(1, 1) == b""
    host.bus.faults.has_wrong_baud = False
    assert host.ask(1, 1) == sound


def test_two_of_one_number_answer_with_no_frame(host: Host) -> None:
    sound = host.ask(1, 2, PRESENT_POSITION, 2)
    host.servos[1].registers[5] = 1
    assert host.ask(1, 2, PRESENT_POSITION, 2) != sound


def test_without_power_it_is_silent_and_then_has_no_torque(host: Host) -> None:
    host.move(1, 3000)
    host.clock.sleep(0.1)
    host.bus.power_off()
    assert host.ask(1, 1) == b""
    host.clock.sleep(1)
    host.bus.power_on()
    host.clock.sleep(1)
    assert host.bus.goals() == (None, None)
    assert host.servos[0].position < 2500


class Served:
    """Servos on a pseudo-terminal, which a thread keeps up to date."""

    def __init__(self, *servos: EmulatedFeetechServo) -> None:
        self.bus = EmulatedFeetechBus(SystemClock(), servos)
        self.terminal = PseudoTerminal()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._follow)
        self._thread.start()

    def _follow(self) -> None:
        while not self._ended.wait(0.001):
            self.bus.receive(self.terminal.read())
            if out := self.bus.read_output():
                self.terminal.write(out)

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        self.terminal.close()


@pytest.mark.parametrize("series", ["sms_sts", "scscl"])
def test_the_library_of_feetech_moves_it(series: str) -> None:
    library: Any = pytest.importorskip("scservo_sdk", reason="needs ftservo-python-sdk")
    is_sts = series == "sms_sts"
    servo = EmulatedFeetechServo(3) if is_sts else EmulatedFeetechServo(3, SCS)
    served = Served(servo)
    port = library.PortHandler(served.terminal.address)
    try:
        assert port.openPort()
        servos = getattr(library, series)(port)
        middle = servo.series.counts // 2
        write = servos.WritePosEx if is_sts else servos.WritePos
        assert repeated(lambda: servos.ReadPos(3)) == (middle, 0, 0)
        assert repeated(lambda: write(3, middle + 200, 0, 0)) == (0, 0)
        while repeated(lambda: servos.ReadPos(3))[0] != middle + 200:
            pass
        assert served.bus.goals() == (middle + 200,)
    finally:
        port.closePort()
        served.close()


def repeated(call: Callable[[], tuple[int, ...]]) -> tuple[int, ...]:
    """Return what the library returns; it waits for 50 ms only, which a busy computer may need."""
    for _ in range(100):
        found = call()
        if found[-2] == 0:
            return found
    raise AssertionError(found)
