"""The emulated EV3, by the bytes of LEGO's documents, by ev3-dc, and at a pseudo-terminal."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from firmware_sim.drives.device_clock import DeviceClock
from firmware_sim.drives.ev3 import EmulatedEv3
from firmware_sim.endpoints import PseudoTerminal
from robot.clock import SystemClock
from robot.drives.drive import Channel
from robot.drives.ev3 import Ev3Drive
from robot.drives.ev3_frames import HidPort
from robot.drives.registry import open_drive
from robot.link.protocol import StopLevel

SERIAL = "0016533F0C1D"


def test_a_motor_turns_as_the_developer_kit_shows() -> None:
    clock = DeviceClock()
    brick = EmulatedEv3(clock)
    clock.devices.append(brick.advance)
    # Motor A turns by 180 degrees at half of its speed, and holds.
    turn = "ae 00 01 81 32 00 82 b4 00 00 01 a6 00 01"
    brick.receive(bytes.fromhex("13 00 2a 00 00 00 00" + turn))
    assert brick.read_output() == bytes.fromhex("03 00 2a 00 02")
    clock.sleep(0.1)
    assert brick.motors[0].position == pytest.approx(51, abs=1)
    clock.sleep(1)
    assert brick.motors[0].position == 180
    assert brick.goals() == (180, None, None, None)
    # The count of motor A, in four bytes; then an operation that it does not know.
    brick.receive(bytes.fromhex("09 00 2b 00 00 04 00 b3 00 00 60"))
    assert brick.read_output() == bytes.fromhex("07 00 2b 00 02 b4 00 00 00")
    brick.receive(bytes.fromhex("06 00 2c 00 00 00 00 ff"))
    assert brick.read_output() == bytes.fromhex("03 00 2c 00 04")


class ServedBrick:
    """A brick that a thread keeps up to date: `exchange` takes and gives its bytes."""

    def __init__(self) -> None:
        self.brick = EmulatedEv3(SystemClock())
        self._ended = threading.Event()
        self._threads: list[threading.Thread] = []

    def serve(self, receive: Callable[[], bytes], send: Callable[[bytes], object]) -> None:
        def follow() -> None:
            while not self._ended.wait(0.001):
                self.brick.receive(receive())
                if out := self.brick.read_output():
                    send(out)

        self._threads.append(threading.Thread(target=follow))
        self._threads[-1].start()

    def end(self) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()


@pytest.fixture
def served() -> Iterator[ServedBrick]:
    served = ServedBrick()
    yield served
    served.end()


def test_a_brick_is_opened_by_its_url(served: ServedBrick, monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy computer lets the other thread wait for longer than Bluetooth does.
    monkeypatch.setattr("robot.drives.ev3_frames.SerialBrickPort.reply_seconds", 5.0)
    terminal = PseudoTerminal()
    served.serve(terminal.read, terminal.write)
    drive = open_drive(f"ev3://{terminal.address}?channels=0,1&gears=3")
    drive.enable(1, 1600.0)
    drive.enable(0, 1600.0)
    while [round(each.measured or 0) for each in drive.read()] != [1600, 1600]:
        pass
    assert [round(motor.position) for motor in served.brick.motors[:2]] == [27, 9]
    drive.stop(StopLevel.OFF, {})
    drive.close()
    served.end()
    terminal.close()


def test_a_brick_at_a_usb_port_takes_and_gives_reports(
    served: ServedBrick, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A busy computer lets the other thread wait for longer than USB does.
    monkeypatch.setattr("robot.drives.ev3_frames.HidPort.reply_seconds", 5.0)
    terminal, received = PseudoTerminal(), bytearray()

    def receive() -> bytes:
        received.extend(terminal.read())
        if len(received) < 1025:
            return b""
        report = bytes(received[1:1025])
        del received[:1025]
        return report[: 2 + report[0] + 256 * report[1]]

    served.serve(receive, lambda frame: terminal.write(frame.ljust(1024, b"\0")))
    channels = (Channel(0, 500.0, 2500.0),)
    drive = Ev3Drive(HidPort(terminal.address), channels, {})
    # A reply that comes too late is not that of the next request.
    terminal.write(bytes.fromhex("03 00 ff 7f 02").ljust(1024, b"\0"))
    drive.enable(0, 1600.0)
    while round(drive.read()[0].measured or 0) != 1600:
        pass
    assert round(served.brick.motors[0].position) == 9
    drive.stop(StopLevel.OFF, {})
    drive.close()
    served.end()
    terminal.close()


def test_ev3_dc_moves_it_the_same_way(served: ServedBrick) -> None:
    library: Any = pytest.importorskip("ev3_dc", reason="needs ev3-dc")
    host, brick_end = socket.socketpair()
    brick_end.setblocking(False)

    def receive() -> bytes:
        try:
            return brick_end.recv(1024)
        except BlockingIOError:
            return b""

    served.serve(receive, brick_end.sendall)
    client = object.__new__(library.ev3._PhysicalEV3)
    client._protocol, client._socket, client._host = library.WIFI, host, SERIAL
    client._msg_cnt, client._lock, client._reply_buffer = 41, threading.Lock(), {}
    turn = b"".join(
        (
            library.opOutput_Step_Speed,
            *map(library.LCX, (0, library.PORT_A, -50, 0, 27, 0, 1)),
            library.opOutput_Start,
            *map(library.LCX, (0, library.PORT_A)),
        )
    )
    ask = b"".join((library.opOutput_Get_Count, library.LCX(0), library.LCX(0), library.GVX(0)))
    client.send_direct_cmd(turn, verbosity=0, sync_mode=library.SYNC)
    while served.brick.motors[0].position != -27:
        pass
    answer = client.send_direct_cmd(ask, global_mem=4, verbosity=0, sync_mode=library.SYNC)
    assert int.from_bytes(answer, "little", signed=True) == -27
    served.end()
    host.close()
    brick_end.close()
