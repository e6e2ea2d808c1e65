"""Smart cubes by Bluetooth, with a stand-in for bleak behind which an emulated cube answers."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from rokumen.errors import ApplicationError, InputError
from rokumen.smart_cubes import bluetooth
from rokumen.smart_cubes.opening import open_link
from rokumen.smart_cubes.protocols.messages import Look, Packet
from rokumen.smart_cubes.protocols.registry import PROTOCOLS
from rokumen.smart_cubes.smart_cube import SmartCube
from solver.core.turn import parse_turns
from solver.cube import Cube
from tests.support.benchmarks import EmulatedCube

ADDRESS = "AB:12:34:56:78:9A"
HIDDEN = "5E0A9F2C-0000-1111-2222-333344445555"


@dataclass
class Services:
    """What bleak tells of a connected cube."""

    service: str
    tells: tuple[str, ...]

    def __iter__(self) -> Iterator[SimpleNamespace]:
        return iter([SimpleNamespace(uuid=self.service.upper())])

    def get_characteristic(self, uuid: str) -> str | None:
        return uuid if uuid in self.tells else None


@dataclass
class Radio:
    """The stand-in for the module bleak: cubes that advertise, and the one that is connected."""

    kind: str = "gan-gen4"
    name: str = "GANi4_A26E"
    address: str = ADDRESS
    key_address: str = ADDRESS
    manufacturer_data: dict[int, bytes] = field(default_factory=dict)
    others: tuple[str, ...] = ("Headphones",)
    is_connected: bool = False
    fails: bool = False

    def __post_init__(self) -> None:
        self.protocol = PROTOCOLS[self.kind](self.key_address, self.name)
        self.cube = EmulatedCube(self.protocol, self.protocol.position(Cube.solved()), battery=55)
        self.listeners: dict[str, Callable[[Any, bytearray], None]] = {}
        self.break_off: Callable[[], None] = lambda: None
        self.BleakScanner = SimpleNamespace(discover=self.discover)
        self.BleakClient = self.client

    async def discover(self, *, timeout: float, return_adv: bool) -> dict[str, Any]:
        assert timeout > 0
        assert return_adv
        names = {self.name: self.address, **dict.fromkeys(self.others, "11:22:33:44:55:66")}
        return {
            name: (
                SimpleNamespace(name=name, address=address),
                SimpleNamespace(
                    local_name=name, manufacturer_data=self.manufacturer_data, rssi=-50
                ),
            )
            for name, address in names.items()
        }

    def client(self, device: Any, disconnected_callback: Callable[[Any], None]) -> Radio:
        assert device.name == self.name
        self.break_off = lambda: disconnected_callback(self)
        return self

    @property
    def services(self) -> Services:
        return Services(self.protocol.service, self.protocol.tells)

    async def connect(self) -> None:
        if self.fails:
            raise OSError("no adapter is switched on")
        self.is_connected = True

    async def disconnect(self) -> None:
        self.is_connected = False
        self.break_off()

    async def start_notify(
        self, characteristic: str, listener: Callable[[Any, bytearray], None]
    ) -> None:
        self.listeners[characteristic] = listener

    async def write_gatt_char(self, characteristic: str, data: bytes) -> None:
        await asyncio.sleep(0)
        for packet in self.cube.answer(Packet(characteristic, data), 0.0):
            self.tell(packet)

    async def read_gatt_char(self, characteristic: str) -> bytearray:
        (packet,) = self.cube.answer(Look(characteristic), 0.0)
        return bytearray(packet.data)

    def tell(self, packet: Packet | None) -> None:
        assert packet is not None
        self.listeners[packet.characteristic](None, bytearray(packet.data))

    def turn(self, moves: str) -> None:
        for number, turn in enumerate(parse_turns(moves)):
            self.tell(self.cube.turn(turn, float(number)))


@pytest.fixture
def plug_in(monkeypatch: pytest.MonkeyPatch) -> Callable[[Radio], Radio]:
    def plug(radio: Radio) -> Radio:
        monkeypatch.setitem(sys.modules, "bleak", radio)
        return radio

    return plug


def watched(cube: SmartCube, radio: Radio, moves: str) -> list[str]:
    """Return the turns that are told of moves, and close the cube."""
    assert cube.first() == radio.protocol.position(Cube.solved())
    radio.turn(moves)
    turns = cube.turns()
    told = [next(turns).turn for _ in parse_turns(moves)]
    cube.close()
    assert list(turns) == []
    return told


@pytest.mark.parametrize("kind", sorted(PROTOCOLS))
def test_a_cube_of_each_kind_is_found_and_its_turns_are_told(
    kind: str, plug_in: Callable[[Radio], Radio]
) -> None:
    name = f"{PROTOCOLS[kind].beginnings[0]} of mine"
    radio = plug_in(Radio(kind, name))
    cube = SmartCube(open_link("any"))
    assert cube.name == name
    assert watched(cube, radio, "R U' F L D' B") == ["R", "U'", "F", "L", "D'", "B"]
    assert not radio.is_connected
    assert cube.certain


@pytest.mark.parametrize("name", ["GANi4_A26E", "gani4", ADDRESS, ADDRESS.lower(), "any"])
def test_a_cube_is_found_by_its_name_its_beginning_and_its_address(
    name: str, plug_in: Callable[[Radio], Radio]
) -> None:
    radio = plug_in(Radio())
    with SmartCube(open_link(name)) as cube:
        assert cube.start() is not None
        while cube.battery is None:
            pass
        assert cube.battery == 55
        radio.turn("R")
        while cube.facelets == Cube.solved().facelets:
            pass
    cube.close()


def test_what_is_near_is_named_where_no_such_cube_is(plug_in: Callable[[Radio], Radio]) -> None:
    plug_in(Radio(others=("Headphones", "GoCube_1")))
    with pytest.raises(ApplicationError, match=r"'QY-QYSC'.*GANi4_A26E, GoCube_1") as raised:
        open_link("QY-QYSC")
    assert "Headphones" not in str(raised.value)
    plug_in(Radio(name="Kettle"))
    with pytest.raises(ApplicationError, match=r"there is no smart cube.*\[E703\]"):
        open_link("any")


def test_of_several_cubes_the_address_of_one_is_asked_for(
    plug_in: Callable[[Radio], Radio],
) -> None:
    plug_in(Radio(others=("GANic",)))
    with pytest.raises(InputError, match=f"several.*{ADDRESS}"):
        open_link("GAN")


def test_a_device_that_is_no_smart_cube_is_said_to_be_none(
    plug_in: Callable[[Radio], Radio], monkeypatch: pytest.MonkeyPatch
) -> None:
    radio = plug_in(Radio())
    monkeypatch.setattr(type(radio.protocol), "service", "0000180f-0000-1000-8000-00805f9b34fb")
    other = Services("0000180a-0000-1000-8000-00805f9b34fb", ())
    monkeypatch.setattr(Radio, "services", other)
    with pytest.raises(InputError, match="GANi4_A26E"):
        open_link("GAN")
    assert not radio.is_connected


class TestAHiddenAddress:
    """The system gives a number of its own in place of the address, as macOS does."""

    def test_is_taken_from_what_a_cube_advertises(self, plug_in: Callable[[Radio], Radio]) -> None:
        told = bytes(3) + bytes.fromhex(ADDRESS.replace(":", ""))[::-1]
        radio = plug_in(Radio(address=HIDDEN, manufacturer_data={0x0101: told}))
        assert watched(SmartCube(open_link("GAN")), radio, "R") == ["R"]

    def test_is_taken_from_a_cubes_name(self, plug_in: Callable[[Radio], Radio]) -> None:
        own = "CF:30:16:00:A3:88"
        radio = plug_in(Radio("moyu32", "WCU_MY32_A388", HIDDEN, own))
        assert watched(SmartCube(open_link("WCU")), radio, "R") == ["R"]

    def test_is_asked_for_or_written_behind_the_name(
        self, plug_in: Callable[[Radio], Radio]
    ) -> None:
        radio = plug_in(Radio(address=HIDDEN))
        with pytest.raises(InputError, match="address"):
            open_link("GAN")
        assert not radio.is_connected
        asked: list[str] = []

        def ask(name: str) -> str:
            asked.append(name)
            return ADDRESS

        assert watched(SmartCube(open_link("GAN", ask)), radio, "R") == ["R"]
        assert asked == ["GANi4_A26E"]
        radio = plug_in(Radio(address=HIDDEN))
        assert watched(SmartCube(open_link(f"GAN@{ADDRESS}")), radio, "U") == ["U"]


def test_a_connection_that_breaks_is_said(plug_in: Callable[[Radio], Radio]) -> None:
    radio = plug_in(Radio())
    cube = SmartCube(open_link("GAN"))
    assert cube.start() is not None
    radio.break_off()
    with pytest.raises(ApplicationError, match=r"GANi4_A26E.*broke"):
        list(cube.turns())
    cube.close()


def test_bluetooth_that_is_off_is_said_in_the_systems_words(
    plug_in: Callable[[Radio], Radio],
) -> None:
    plug_in(Radio(fails=True))
    with pytest.raises(ApplicationError, match="no adapter is switched on"):
        open_link("GAN")


def test_bluetooth_that_does_not_answer_is_not_waited_for(
    plug_in: Callable[[Radio], Radio], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never() -> None:
        await asyncio.sleep(60)

    radio = plug_in(Radio())
    monkeypatch.setattr(radio, "connect", never)
    monkeypatch.setattr(bluetooth, "_CONNECT", 0.05)
    with pytest.raises(ApplicationError, match=r"within 0\.05 s"):
        open_link("GAN")


def test_what_cannot_be_written_is_logged(
    plug_in: Callable[[Radio], Radio],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def refuse(characteristic: str, data: bytes) -> None:
        raise OSError(f"cannot write {len(data)} bytes to {characteristic}")

    radio = plug_in(Radio())
    monkeypatch.setattr(radio, "write_gatt_char", refuse)
    with SmartCube(open_link("GAN")) as cube:
        next(cube.events(), None) if cube.battery else None
        while not caplog.records:
            pass
    assert "cannot write 20 bytes" in caplog.text
