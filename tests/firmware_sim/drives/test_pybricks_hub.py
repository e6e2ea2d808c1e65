"""The emulated LEGO hub: at a pseudo-terminal, and by pybricksdev, which puts the program on it."""

from __future__ import annotations

import asyncio
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from firmware_sim.boards.chip import SimulatedChip
from firmware_sim.drives.pybricks_hub import EmulatedHub
from firmware_sim.endpoints import PseudoTerminal
from firmware_sim.server import SerialServer
from robot.clock import SystemClock
from robot.drives import hub_port
from robot.drives.drive import Drive
from robot.drives.hub_port import HUB_PROGRAM, HubPort
from robot.drives.registry import open_drive
from robot.errors import PortError
from robot.link.port import add_scheme
from robot.link.protocol import StopLevel

pybricksdev: Any = pytest.importorskip("pybricksdev", reason="needs pybricksdev")


def turn_and_end(drive: Drive, hub: EmulatedHub) -> None:
    """Turn the motors at ports A and B of a hub, and leave it."""
    drive.enable(1, 1500.0)
    drive.stop(StopLevel.RELAX, {1: 1600.0})
    while round(drive.read()[1].measured or 0) != 1600:
        drive.beat()
    assert round(hub.motors[1].position) == 9
    assert drive.read()[0].commanded is None
    drive.stop(StopLevel.OFF, {})
    drive.close()


def test_a_hub_at_a_pseudo_terminal_is_opened_by_its_url(monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy computer lets the other thread wait for longer than a hub does.
    monkeypatch.setattr("robot.drives.chip_line.REPLY_SECONDS", 2.0)
    clock, terminal, hub = SystemClock(), PseudoTerminal(), EmulatedHub(HUB_PROGRAM)
    with SerialServer(SimulatedChip(hub, clock), terminal, clock) as server:
        thread = threading.Thread(target=server.serve)
        thread.start()
        turn_and_end(open_drive(f"spike://{terminal.address}?channels=0,1&gears=3"), hub)
        server.stop()
        thread.join()


class StandIn:
    """The methods of a hub's Bluetooth or USB that pybricksdev calls, over an emulated hub."""

    def __init__(self, hub: EmulatedHub) -> None:
        self.hub = hub
        self.program = b""
        self.is_running = False
        self.notify: Callable[[int, bytes], None] = lambda handle, data: None
        self.task: asyncio.Task[None] | None = None

    async def write(self, data: bytes) -> None:
        command = pybricksdev.ble.pybricks.Command(data[0])
        if command is command.COMMAND_WRITE_USER_RAM:
            assert struct.unpack("<I", data[1:5]) == (len(self.program),)
            self.program += data[5:]
        elif command is command.START_USER_PROGRAM:
            self.start()
        elif command is command.WRITE_STDIN:
            self.hub.send(bytes(data[1:]))

    def start(self) -> None:
        self.is_running = True
        self.task = asyncio.get_running_loop().create_task(self.run())

    async def run(self) -> None:
        clock = SystemClock()
        began = clock.now() - self.hub.seconds
        while True:
            self.hub.run(clock.now() - began)
            if data := self.hub.read_output():
                self.notify(0, b"\x01" + data)
            await asyncio.sleep(0.001)


def emulated(stand_in: StandIn) -> Any:
    """Return a hub of pybricksdev's, whose connection is a stand-in."""
    import pybricksdev.ble.pybricks as profile
    from pybricksdev.connections.pybricks import PybricksHub

    class EmulatedPybricksHub(PybricksHub):  # type: ignore[misc]
        async def _client_connect(self) -> bool:
            self._max_write_size = 100
            self._max_user_program_size = 1 << 18
            self._capability_flags = profile.HubCapabilityFlag.USER_PROG_MULTI_FILE_MPY6
            return True

        async def _client_disconnect(self) -> bool:
            if stand_in.task:
                stand_in.task.cancel()
            self._handle_disconnect()
            return True

        async def write_gatt_char(self, uuid: str, data: bytes, response: bool) -> None:
            assert uuid == profile.PYBRICKS_COMMAND_EVENT_UUID
            await stand_in.write(bytes(data))

        async def start_notify(self, uuid: str, callback: Callable[[int, bytes], None]) -> None:
            if uuid == profile.PYBRICKS_COMMAND_EVENT_UUID:
                stand_in.notify = callback
                callback(0, struct.pack("<BI", 0, stand_in.is_running << 6))
                if stand_in.is_running:
                    stand_in.start()

    return EmulatedPybricksHub()


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    """Open `spike://desk` on an emulated hub."""
    stand_in = StandIn(EmulatedHub(HUB_PROGRAM))

    async def found() -> Any:
        return emulated(stand_in)

    monkeypatch.setattr("robot.drives.chip_line.REPLY_SECONDS", 2.0)
    add_scheme(hub_port.SCHEME, lambda url: HubPort(url, found()))
    yield stand_in
    add_scheme(hub_port.SCHEME, hub_port.open_hub)


def test_pybricksdev_puts_the_program_on_it_and_moves_it(stand_in: StandIn) -> None:
    turn_and_end(open_drive("spike://desk?channels=0,1&gears=3"), stand_in.hub)
    assert b"MotorPort" in stand_in.program
    program, stand_in.program = stand_in.program, b""
    assert len(program) < 10_000
    # A program that runs is not stopped, by which motors would turn freely.
    drive = open_drive("spike://desk?channels=0,1&gears=3")
    drive.close()
    assert stand_in.program == b""


def test_a_hub_that_is_lost_is_named(stand_in: StandIn) -> None:
    async def lost() -> Any:
        raise OSError("no adapter")

    with pytest.raises(PortError, match="the LEGO hub 'desk': no adapter"):
        HubPort("desk", lost())
    port = HubPort("desk", asyncio.sleep(0, emulated(stand_in)))
    asyncio.run_coroutine_threadsafe(port._hub.disconnect(), port._loop).result()
    with pytest.raises(PortError, match="is gone: it is out of range"):
        port.read()
    port.close()


def test_a_computer_without_bluetooth_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_bus(name: str) -> Any:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr("pybricksdev.ble.find_device", no_bus)
    with pytest.raises(PortError, match=r"systemctl start bluetooth, or .* spike://usb"):
        hub_port.open_hub("pybricks://desk")


def test_without_pybricksdev_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pybricksdev", None)
    with pytest.raises(PortError, match=r"pip install 'rokumen\[lego\]'"):
        hub_port.open_hub("pybricks://desk")


def test_the_program_needs_no_more_than_a_hub_has() -> None:
    text = HUB_PROGRAM.read_text(encoding="utf-8")
    for name in ("property", "partition", "zip(", "from __future__", ".decode(", ".encode("):
        assert name not in text
